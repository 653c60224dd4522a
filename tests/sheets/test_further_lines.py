"""Lines that were not enough go on on a page of their own: what was handed out stays, and all lines count together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from amps_event import amps_event, drawn
from filled_rounds import filled
from libreoffice import to_pdf
from msgspec.structs import replace
from printed_pages import SMALLEST_LABEL, SMALLEST_ROW, line_heights, words
from round_contexts import blank_round
from shared_demos import Demos
from typing_in import type_in

from sheetscore.forms.claims import score_pages
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms, continuable_blocks, with_further_lines
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.round_workbook import field_places, layouts, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.cell_refs import parse_address

EVENT = amps_event(paper="a4")
DRAW, PLAIN = drawn(EVENT)
SEATS = ("strike.2", "ds.1", "cap.1", "")


def more(*seats: str) -> RoundForms:
    return with_further_lines(PLAIN, {(1, seat): seats.count(seat) for seat in seats})


def layout_of(forms: RoundForms, seat: str) -> PageLayout:
    return layouts(forms)[id(forms.pages[1, seat].form)]


def printed_cells(layout: PageLayout, rows: range) -> list[tuple[object, ...]]:
    cells = (cell for cell in layout.cells if cell.row in rows)
    return sorted((cell.row, cell.column, cell.last_column, str(cell.text), cell.slot, cell.box) for cell in cells)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("times", [1, 2])
def test_the_paper_that_was_handed_out_stays_as_it_is(seat: str, times: int) -> None:
    before, now = layout_of(PLAIN, seat), layout_of(more(*[seat] * times), seat)
    assert len(now.sheets) == len(before.sheets) + times
    for rows in before.sheets:
        assert printed_cells(now, rows) == printed_cells(before, rows)
    if times == 2:
        once = layout_of(more(seat), seat)
        assert printed_cells(now, once.sheets[-1]) == printed_cells(once, once.sheets[-1])


def test_as_many_lines_as_before_go_on_counting() -> None:
    boxes = {key.field for key in more("strike.2").fields if key.seat == "strike.2"}
    assert {field for field in boxes if re.fullmatch(r"strike\.hits\.\d+\.d", field)} == {
        f"strike.hits.{line}.d" for line in range(1, 13)
    }
    others = {key for key in more("strike.2").fields if key.seat != "strike.2"}
    assert others == {key for key in PLAIN.fields if key.seat != "strike.2"}
    log = {key.field for key in more("").fields if key.seat == "" and key.field.startswith("log.")}
    assert len(log) == 2 * 8 * 3


def test_lines_that_are_awards_or_stand_alone_do_not_go_on() -> None:
    titles = [block.id for block in continuable_blocks(PLAIN.pages[1, ""].form)]
    assert titles == ["log"]
    assert [block.id for block in continuable_blocks(PLAIN.pages[1, "strike.1"].form)] == [
        "strike.hits",
        "strike.bombing",
    ]


HITS: dict[str, Value] = {
    "strike.hits.1.target": "Bridge", "strike.hits.1.d": 2,
    "strike.hits.7.target": "Bridge", "strike.hits.7.d": 2,
    "strike.hits.8.target": "Depot", "strike.hits.8.d": 1,
    "strike.bombing.12.odds": "4:1", "strike.bombing.12.modifier": -3,
}  # fmt: skip
WORTH = 2 * 6 + 1 * 6 + 1 * 3 + (4 + 2 + 3)
"""The bridge takes three D, on whichever page they stand."""


def with_hits() -> Entries:
    return {**drawn_pilots(DRAW), **{FieldKey(1, "strike.2", field): value for field, value in HITS.items()}}


def hits_on_all_pages(folder: Path) -> None:
    write_round(folder / "round1.xlsx", EVENT, more("strike.2", ""), with_hits())


def test_rules_and_sums_look_at_the_lines_of_all_pages(demos: Demos) -> None:
    forms, entries = more("strike.2", ""), with_hits()
    assert score_pages(forms, entries)[1, "strike.2"].sums["sp"] == WORTH
    for path in demos.both(hits_on_all_pages):
        read = read_round(path, AMPS, blank_round(EVENT, forms, DRAW))
        assert read.entered.entries == entries
        assert read.score.pages[1, "strike.2"].sums["sp"] == WORTH


@pytest.mark.parametrize("times", [1, 3])
def test_crowded_pages_of_every_kind_come_back_whole(times: int, tmp_path: Path) -> None:
    forms = more(*SEATS * times)
    entries = {**filled(forms, seed=4, share=0.7), **drawn_pilots(DRAW)}
    write_round(tmp_path / "round1.xlsx", EVENT, forms, entries)
    read = read_round(tmp_path / "round1.xlsx", AMPS, blank_round(EVENT, forms, DRAW))
    assert read.entered.entries == entries
    assert not [one.message for one in read.findings if one.code in {"structure", "stray-value", "page-edge"}]


def test_each_page_says_whose_it_is_and_which_lines_it_has(tmp_path: Path) -> None:
    forms = more("strike.2")
    write_round(tmp_path / "round1.xlsx", EVENT, forms, drawn_pilots(DRAW))
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    pages = [page for page in words(pdf) if "seat 2, sheet" in " ".join(word.text for word in page)]
    assert len(pages) == 2
    texts = [" ".join(word.text for word in page) for page in pages]
    for part, (page, text) in enumerate(zip(pages, texts, strict=True), start=1):
        assert f"seat 2, sheet {part} of 2" in text
        assert re.search(r"R01-T001-P3-\w{4}" if part == 1 else r"R01-T001-P3\.2-\w{4}", text)
        assert f"({DRAW.tables[0].seats['strike.2']})" in text
        assert min(line_heights(page)) >= SMALLEST_ROW
        assert min(word.bottom - word.top for word in page) >= SMALLEST_LABEL
    assert "Damage to targets, continued" in texts[1]
    assert "Bombing rolls, continued" in texts[1]
    left = min(word.left for word in pages[1])
    numbers = [word.text for word in pages[1] if word.left < left + 20 and word.text.isdecimal()]
    assert numbers == [str(line) for line in range(7, 13)] * 2


def test_a_line_that_was_deleted_from_a_further_page_is_named_by_its_number(tmp_path: Path) -> None:
    forms = more("strike.2")
    write_round(tmp_path / "round1.xlsx", EVENT, forms, with_hits())
    row, _ = parse_address(field_places(forms)[FieldKey(1, "strike.2", "strike.hits.9.d")][1])
    type_in(tmp_path / "round1.xlsx", {("Table 1", f"A{row + 1}"): ""})
    found = read_round(tmp_path / "round1.xlsx", AMPS, blank_round(EVENT, forms, DRAW)).findings
    assert [one.message for one in found if one.code == "structure" and "line 9 of “Damage to targets”" in one.message]


def test_values_on_it_that_stand_in_no_box_are_named(tmp_path: Path) -> None:
    forms = more("strike.2")
    write_round(tmp_path / "round1.xlsx", EVENT, forms, with_hits())
    layout = layout_of(forms, "strike.2")
    top = parse_address(field_places(forms)[FieldKey(1, "strike.2", "strike.hits.7.d")][1])[0]
    title = top - (layout.places["strike.hits"].rows[6] - layout.sheets[1].start) + 2
    type_in(tmp_path / "round1.xlsx", {("Table 1", f"D{title + 1}"): 41.5})
    found = read_round(tmp_path / "round1.xlsx", AMPS, blank_round(EVENT, forms, DRAW)).findings
    assert any(one.code == "stray-value" and "41.5" in one.message for one in found)


def test_sheets_without_further_lines_are_made_as_ever(tmp_path: Path) -> None:
    assert with_further_lines(PLAIN, {}) is PLAIN
    none = with_further_lines(PLAIN, {(1, "strike.2"): 0, (9, "strike.2"): 2})
    assert none.pages == PLAIN.pages
    assert replace(none, tables=PLAIN.tables) == PLAIN
