"""The page on templates has every key, type, function and fact that there is, and no other."""

from __future__ import annotations

import json
import re
import tomllib
from typing import get_args

import pytest
from generated import ROOT
from pydantic import BaseModel

from sheetscore.expressions import RESERVED
from sheetscore.expressions.calls import ABOVE_FORMS, FORMS, FUNCTIONS
from sheetscore.forms import template
from sheetscore.forms.binding import SUM_NAMES, Surroundings, bind
from sheetscore.scoring.boards.board import ENTERED, ENTERED_ONCE, facts
from sheetscore.scoring.boards.system import BoardSystemFile
from sheetscore.systems.tasks.pages import PILOT_PAGE
from sheetscore.systems.team.score import Band, BandTable

PAGE = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")

MODELS: dict[str, type[BaseModel]] = {
    "form": template.Template,
    "list": template.ListTemplate,
    "block": template.BlockTemplate,
    "example": template.ExampleTemplate,
    "field": template.FieldTemplate,
    "check": template.CheckTemplate,
    "across": template.AcrossTemplate,
    "after": template.AfterTemplate,
    "agree": template.AgreeTemplate,
    "show": template.ShowTemplate,
    "alert": template.AlertTemplate,
    "mirror": template.MirrorTemplate,
    "blank": template.BlankTemplate,
    "bands": BandTable,
    "band": Band,
    "scoring": BoardSystemFile,
}

IN_WORDS = {"": "blank", None: "none"}
"""How the page writes usual values that are nothing; empty lists and tables are none, too."""

SAID_OTHERWISE = {("block", "rows"): "one line", ("field", "minimum"): "by type", ("field", "maximum"): "by type"}


def table(heading: str) -> list[list[str]]:
    """Give the rows of the first table below a heading."""
    below = re.split(rf"^#+ {heading}$", PAGE, flags=re.MULTILINE)[1]
    lines = below.partition("\n|")[2].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def words(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def usual(value: object) -> str:
    if value in ((), {}):
        return "none"
    words = IN_WORDS.get(value) if isinstance(value, str | None) else None
    return words or f"`{json.dumps(value)}`"


@pytest.mark.parametrize("part", MODELS)
def test_every_key_is_on_the_page_with_its_usual_value(part: str) -> None:
    given = {words(key)[0]: said for key, said, *_ in table(part)}
    known = {}
    for name, field in MODELS[part].model_fields.items():
        default = "" if field.is_required() else usual(field.get_default(call_default_factory=True))
        known[name] = SAID_OTHERWISE.get((part, name), default)
    assert given == known


def test_every_model_of_a_form_is_on_the_page() -> None:
    models = {
        model
        for model in vars(template).values()
        if isinstance(model, type) and issubclass(model, template.TemplatePart) and model is not template.TemplatePart
    }
    assert models <= set(MODELS.values())


def test_every_type_of_a_field_is_on_the_page() -> None:
    assert [words(row[0])[0] for row in table("type")] == list(get_args(template.FieldType))


def test_every_function_is_on_the_page() -> None:
    named = {words(row[0])[0] for row in table("Expressions")}
    assert named == {*FUNCTIONS, *FORMS, *ABOVE_FORMS}
    assert named < RESERVED


def test_everything_that_is_known_of_a_board_is_on_the_page() -> None:
    rows = [(words(names), of) for names, of, _ in table("What is known of a board")]
    once = {step.name for step in facts() if step.once} | ENTERED_ONCE.keys()
    each = {step.name for step in facts() if not step.once} | ENTERED.keys()
    assert {name for names, of in rows for name in names if of == "board"} == once
    assert {name for names, of in rows for name in names if of == "power"} == each


def test_every_name_of_a_pages_sums_is_on_the_page() -> None:
    below = PAGE.partition("The sums of a pilot's page may name")[2].partition(";")[0]
    assert (
        set(words(below)) == SUM_NAMES.keys() | {box.name for box in PILOT_PAGE.boxes} | PILOT_PAGE.given_names.keys()
    )


def test_the_form_on_the_page_can_be_used() -> None:
    text = re.search(r'```toml\n(id = "air-combat".*?)```', PAGE, re.DOTALL)
    assert text
    (block,) = bind(template.Template.model_validate(tomllib.loads(text[1])), "air-combat", Surroundings())
    assert [box.id for box in block.fields] == ["dn", "na", "da"]
