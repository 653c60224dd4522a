"""Pages that lie on their sides: printed at full size on A4 and Letter, read back whole, never mixed with others."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import DiceEvent
from filled_rounds import filled
from libreoffice import assert_recalculated_equals_cached, pdf_page_sizes, recalculate, to_pdf
from log_system import LOGS, starter_event
from msgspec.structs import replace
from printed_pages import SMALLEST_LABEL, SMALLEST_ROW, line_heights, words
from round_contexts import blank_round, drawn_round

from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.form import FieldKey
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


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_landscape_pages_fill_paper_on_its_side_and_come_back_whole(paper: str, tmp_path: Path) -> None:
    event, draw, forms = logs(paper)
    entries = {**filled(forms, 5, 0.7), **forms.filled}
    write_round(tmp_path / "round1.xlsx", event, forms, entries)
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
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
    (again,) = recalculate([tmp_path / "round1.xlsx"], tmp_path / "out")
    assert assert_recalculated_equals_cached(tmp_path / "round1.xlsx", again) >= 3 * 12 + 2 * (2 + 2)
    for path in (tmp_path / "round1.xlsx", again):
        assert read_round(path, LOGS, blank_round(event, forms, draw)).entered.entries == entries


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
