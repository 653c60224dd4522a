"""The round's workbook: pages that fit, formulas that LibreOffice computes alike, what its cells hold."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from amps_event import SWEEP, amps_event, drawn, page
from filled_rounds import filled
from libreoffice import pdf_page_sizes, pdf_pages, recalculate, to_pdf
from looking import open_whole
from openpyxl.utils import get_column_letter
from round_contexts import blank_round
from shared_demos import Demos

from sheetscore.forms.form import FieldKey
from sheetscore.problems import MistakesFound
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.reader import read_workbook

EVENT = amps_event(players=18, tables=2)
DRAW, FORMS = drawn(EVENT)
SIZES = {"letter": (612.0, 792.0), "a4": (595.3, 841.9)}


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_one_printed_page_for_the_cover_each_table_and_each_pilot(paper: str, tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2, paper=paper)
    draw, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(draw))
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    assert pdf_pages(pdf) == 1 + 2 * (1 + 9)
    for size in pdf_page_sizes(pdf):
        assert size == pytest.approx(SIZES[paper], abs=1)


def test_printed_pages_hold_everything_of_the_page_and_nothing_of_the_next(tmp_path: Path) -> None:
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, drawn_pilots(DRAW))
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    texts = pdf_texts(pdf)[1:]
    for number, text in enumerate(texts):
        table, at = divmod(number, 10)
        assert f"page {at + 1} of 10" in text
        assert f"Table {table + 1}" in text
        assert ("director, who keeps this sheet" if at == 0 else "checked by an opponent; then to the director") in text


def pdf_texts(pdf: Path) -> list[str]:
    done = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True)
    return done.stdout.split("\f")[:-1]


BY_CHANCE = {
    name: drawn_pilots(DRAW) | dict(filled(FORMS, seed, share))
    for seed, (name, share) in enumerate({"sparse": 0.05, "some": 0.3, "most": 0.7}.items())
}


def filled_by_chance(folder: Path) -> None:
    for name, entries in BY_CHANCE.items():
        write_round(folder / f"{name}.xlsx", EVENT, FORMS, entries)


@pytest.mark.parametrize("name", BY_CHANCE)
def test_rounds_filled_by_chance_come_back_whole(name: str, demos: Demos) -> None:
    for path in demos.both(filled_by_chance, name):
        assert read_round(path, AMPS, blank_round(EVENT, FORMS, DRAW)).entered.entries == BY_CHANCE[name]


def test_a_table_sheet_with_more_seats_than_any_paper_is_refused(tmp_path: Path) -> None:
    sides = tuple(side.model_copy(update={"seats": 50}) for side in SWEEP.sides)
    event = amps_event(players=100, rounds=("sweep",), scenarios=(SWEEP.model_copy(update={"sides": sides}),))
    draw, forms = drawn(event)
    with pytest.raises(MistakesFound, match="higher than the paper") as caught:
        write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(draw))
    assert caught.value.findings[0].code == "template"


def test_the_page_shows_the_computed_total_beside_the_claim_and_says_whether_they_agree(tmp_path: Path) -> None:
    entries = drawn_pilots(DRAW) | page(1, "strike.1", {"strike.bombing.1.odds": "4:1", "claimed.sp": 6})
    entries |= page(1, "strike.2", {"strike.bombing.1.odds": "4:1", "claimed.sp": 7})
    entries |= page(1, "strike.3", {"claimed.sp": 7})
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, entries)
    cells = read_workbook(tmp_path / "round1.xlsx").sheets["Table 1"].cells.values()
    said = [cell.value for cell in cells if isinstance(cell.value, str)]
    assert said.count("✓ agrees") == said.count("✗ count again") == said.count("not verified") == 1


def test_names_that_look_like_formulas_stay_text(tmp_path: Path) -> None:
    names = {"P01": '=HYPERLINK("http://x";"y")', "P02": "+1+1", "P03": "@SUM(A1)", "P04": "-2", "P05": "{=1}"}
    event = amps_event(names=names)
    draw, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(draw))
    (again,) = recalculate([tmp_path / "round1.xlsx"], tmp_path / "out")
    for path in (tmp_path / "round1.xlsx", again):
        sheets = read_workbook(path).sheets
        for name in names.values():
            shown = [
                cell for sheet in sheets.values() for cell in sheet.cells.values() if str(cell.value).startswith(name)
            ]
            assert shown
            assert all(cell.formula is None or "IF(" in cell.formula for cell in shown)
        entries = read_round(path, AMPS, blank_round(event, forms, draw)).entered.entries
        assert entries == drawn_pilots(draw)


def test_only_boxes_to_write_in_are_unlocked_and_every_one_has_a_validation_with_a_prompt(tmp_path: Path) -> None:
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, drawn_pilots(DRAW))
    sheet = open_whole(tmp_path / "round1.xlsx")["Table 1"]
    assert sheet.protection.sheet
    unlocked = {
        cell.coordinate
        for row in sheet.iter_rows()
        for cell in row
        if type(cell).__name__ != "MergedCell" and not cell.protection.locked
    }
    boxes = sum(key.table == 1 for key in FORMS.fields)
    assert len(unlocked) == boxes
    validated = {
        coordinate
        for rule in sheet.data_validations.dataValidation
        for area in rule.sqref.ranges
        for line in area.rows
        for coordinate in [f"{get_column_letter(line[0][1])}{line[0][0]}"]
        if rule.prompt
    }
    assert unlocked <= validated


def test_writing_the_same_round_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.xlsx", "two.xlsx"):
        write_round(tmp_path / name, EVENT, FORMS, drawn_pilots(DRAW))
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def test_no_cell_refers_to_another_file(tmp_path: Path) -> None:
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, drawn_pilots(DRAW))
    cells = [cell for sheet in read_workbook(tmp_path / "round1.xlsx").sheets.values() for cell in sheet.cells.values()]
    assert not [cell.formula for cell in cells if cell.formula and "[" in cell.formula]


def test_the_cover_counts_the_pages_that_are_filled(tmp_path: Path) -> None:
    entries = {**drawn_pilots(DRAW), FieldKey(2, "cap.1", "claimed.sp"): 3}
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, entries)
    cover = read_workbook(tmp_path / "round1.xlsx").sheets["Cover"].cells
    assert [cover[row, 4].value for row in (5, 6)] == ["9 to come", "8 to come"]
