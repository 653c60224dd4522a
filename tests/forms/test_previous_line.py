"""Lines that go on from the line above, by steps that are worked out after it is asked for."""

from __future__ import annotations

import pytest

from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import PageForm
from sheetscore.forms.template import Template

FUEL = {"id": "used", "label": "used", "type": "score", "minimum": 0, "maximum": 9, "units": 2, "prompt": ""}


def template(**lets: str) -> Template:
    block = {"id": "tank", "title": "Tank", "rows": 4, "field": [FUEL], "let": lets}
    return Template.model_validate({"id": "tank", "title": "Tank", "block": [block]})


def test_a_line_goes_on_from_what_the_line_above_came_to() -> None:
    steps = {"before": "previous.after + 20 * (count(above.used > 0 - 1) == 0)", "after": "before - used / 2"}
    form = PageForm("Tank", "", bind(template(**steps), "", Surroundings()))
    scored = score_page(form, {"tank.1.used": 3, "tank.2.used": 4, "tank.4.used": 9}).rows["tank"]
    assert [2 * (row.steps["after"] or 0) for row in scored] == [37, 33, 33, 24]


def test_a_value_is_shown_where_its_rule_holds() -> None:
    block = template(after="previous.used").block[0].model_dump()
    shows = [
        {"id": "both", "label": "both", "rule": "spaced(1, floor(after))", "units": 2, "when": "filled(previous.used)"},
        {"id": "now", "label": "now", "rule": "used", "units": 2},
    ]
    shown = Template.model_validate({"id": "tank", "title": "Tank", "block": [{**block, "show": shows}]})
    form = PageForm("Tank", "", bind(shown, "", Surroundings()))
    scored = score_page(form, {"tank.1.used": 3, "tank.2.used": 4, "tank.4.used": 0}).rows["tank"]
    assert [row.shows["both"] for row in scored] == ["", "1 3", "1 4", ""]
    assert [row.shows["now"] for row in scored] == [3, 4, "", 0]


def test_only_steps_totals_and_what_is_shown_know_the_line_above() -> None:
    block = template(after="previous.used").block[0]
    check = {"code": "impossible", "when": "previous.used > used", "field": "used", "message": "less"}
    checked = Template.model_validate(
        {"id": "tank", "title": "Tank", "block": [{**block.model_dump(), "check": [check]}]}
    )
    with pytest.raises(TemplateError, match="previous"):
        bind(checked, "", Surroundings())


def test_a_name_that_the_line_above_does_not_have_is_a_mistake_once() -> None:
    with pytest.raises(TemplateError) as caught:
        bind(template(a="previous.c", b="previous.use + a"), "", Surroundings())
    assert len(caught.value.mistakes) == 2
    assert "used" in caught.value.mistakes[1]
