"""Pages that lie on their sides: printed at full size on A4 and Letter, read back whole, never mixed with others."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import DiceEvent
from filled_rounds import filled
from libreoffice import pdf_page_sizes, to_pdf
from log_system import LOGS, starter_event
from msgspec.structs import replace
from printed_pages import SMALLEST_LABEL, SMALLEST_ROW, line_heights, words
from round_contexts import blank_round, drawn_round
from shared_demos import Demos

from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library, Template
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.context import RoundContext

LIBRARY = Library("logs", ("logs",), home=LOGS.home)
SIZES = {"letter": (792.0, 612.0), "a4": (841.9, 595.3)}
BOX = {"id": "box", "label": "Box", "type": "count", "units": 20, "prompt": "Any."}


def logs(paper: str) -> tuple[DiceEvent, Draw, RoundForms]:
    event = starter_event("Logs")
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    draw = LOGS.draw(RoundContext(event, 1))
    return event, draw, LOGS.forms(drawn_round(event, draw, templates=LIBRARY))


def filled_logs(folder: Path) -> dict[str, Entries]:
    typed: dict[str, Entries] = {}
    for paper in SIZES:
        event, _, forms = logs(paper)
        typed[paper] = {**filled(forms, 5, 0.7), **forms.filled}
        write_round(folder / f"{paper}.xlsx", event, forms, typed[paper])
    return typed


@pytest.mark.parametrize("paper", SIZES)
def test_landscape_pages_fill_paper_on_its_side_and_come_back_whole(paper: str, demos: Demos, tmp_path: Path) -> None:
    made, (event, draw, forms) = demos.made(filled_logs), logs(paper)
    (pdf,) = to_pdf([made.workbooks[paper]], tmp_path)
    sizes, (_, *pages) = pdf_page_sizes(pdf)[1:], words(pdf)
    assert len(pages) == len(sizes) == 3
    for number, (page, size) in enumerate(zip(pages, sizes, strict=True), start=1):
        assert size == pytest.approx(SIZES[paper], abs=1)
        texts = " ".join(word.text for word in page)
        assert f"page {number} of 3" in texts
        assert ("host" in texts, "Right hand" in texts) == (True, number > 1)
        measured = line_heights(page)
        assert len(measured) == 11 + (number > 1)  # between twelve turns, and between the lines of a left hand
        assert min(measured) >= SMALLEST_ROW
        assert min(word.bottom - word.top for word in page) >= SMALLEST_LABEL
        assert max(word.left for word in page) > size[0] * 0.8
    for path in demos.both(filled_logs, paper):
        assert read_round(path, LOGS, blank_round(event, forms, draw)).entered.entries == made.ranked[paper]


def test_pages_of_one_table_that_lie_differently_are_refused_with_their_names(tmp_path: Path) -> None:
    event, _, forms = logs("a4")
    (table,) = forms.tables
    own, *others = table.pages
    upright = replace(own, form=replace(own.form, blocks=own.form.blocks[:1], orientation="portrait"))
    mixed = replace(forms, tables=(replace(table, pages=(upright, *others)),))
    with pytest.raises(MistakesFound, match="“Dice” is portrait, “First” is landscape"):
        write_round(tmp_path / "round1.xlsx", event, mixed, {FieldKey(1, "1", "who.throws"): "A"})


def form(**keys: str) -> Template:
    block = {"id": "one", "title": "One", "field": [BOX]}
    return Template.model_validate({"id": "any", "title": "Any", "block": [block], **keys})


def test_a_box_may_be_as_wide_as_its_page() -> None:
    ((box,),) = (block.fields for block in bind(form(orientation="landscape"), "", Surroundings(), "landscape"))
    assert box.units == 20
    with pytest.raises(TemplateError, match="its boxes take 20 units of 12"):
        bind(form(), "", Surroundings())


def test_a_landscape_form_is_refused_for_a_page_that_is_upright() -> None:
    with pytest.raises(TemplateError, match="the form is landscape, the page that it is for portrait"):
        bind(form(orientation="landscape"), "", Surroundings())
