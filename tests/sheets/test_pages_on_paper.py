"""Pages of several tasks, measured as LibreOffice prints them: what a pencil needs, on Letter and A4."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, SUPPRESSION, amps_event, drawn
from filled_rounds import filled
from libreoffice import assert_recalculated_equals_cached, recalculate, to_pdf
from looking import open_whole
from printed_pages import EM, MM, Word, line_heights, words
from round_contexts import blank_round

from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.round_workbook import field_places, sheets_of_paper, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.cell_refs import parse_address

TWO, THREE = ("strike", "defense-suppression"), ("air-combat", "strike", "defense-suppression")
PAGES = {TWO: 2, THREE: 3}
PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])
TASKS = pytest.mark.parametrize("tasks", [TWO, THREE], ids=["two tasks", "three tasks"])


def event_of(tasks: tuple[str, ...], paper: str = "letter") -> AmpsEvent:
    """Give an event of one table, in which the four seats of a side have so many tasks."""
    targets = (*STRIKE.targets, *SUPPRESSION.targets)
    side = STRIKE.model_copy(update={"tasks": tasks, "targets": targets})
    return amps_event(scenarios=(BRIDGE.model_copy(update={"sides": (side, *BRIDGE.sides[1:])}),), paper=paper)


def printed(tmp_path: Path, tasks: tuple[str, ...], paper: str) -> tuple[Path, Draw, RoundForms, list[list[Word]]]:
    event = event_of(tasks, paper)
    draw, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(draw))
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    return tmp_path / "round1.xlsx", draw, forms, words(pdf)[1:]


@PAPERS
@TASKS
def test_lines_to_write_on_and_labels_are_large_enough(tasks: tuple[str, ...], paper: str, tmp_path: Path) -> None:
    path, _, forms, pages = printed(tmp_path, tasks, paper)
    assert len(pages) == 1 + 4 * PAGES[tasks] + 2 + 3
    sheet = open_whole(path)["Table 1"]
    scale = (sheet.page_setup.scale or 100) / 100
    rows = {parse_address(cell)[0] + 1 for key, (_, cell) in field_places(forms).items() if key.seat}
    assert min(sheet.row_dimensions[row].height for row in rows) * scale >= 8.5 * MM
    for page in pages[1:]:
        measured = line_heights(page)
        assert not measured or min(measured) >= 8.5 * MM - 0.1  # the places of words are rounded to hundredths
        assert min(word.bottom - word.top for word in page) >= 7 * EM
    heights = [height for page in pages[1:] for height in line_heights(page)]
    assert len(heights) > 4 * 5 * len(tasks)
    made = sorted({sheet.row_dimensions[row].height * scale for row in rows})
    assert min(heights) == pytest.approx(made[0], rel=0.01)


@PAPERS
@TASKS
def test_every_sheet_of_a_seat_says_whose_it_is_and_the_last_is_half_used(
    tasks: tuple[str, ...], paper: str, tmp_path: Path
) -> None:
    _, draw, forms, pages = printed(tmp_path, tasks, paper)
    assert sheets_of_paper(forms) == len(pages)
    count, foot = PAGES[tasks], {"letter": 792, "a4": 842}[paper]
    for part, page in enumerate(pages[1 : 1 + count], start=1):
        texts = " ".join(word.text for word in page)
        assert f"strike.1, page {part} of {count}" in texts
        assert f"page {part + 1} of {len(pages)}" in texts
        assert re.search(r"R01-T001-P2-\w{4}\b" if part == 1 else rf"R01-T001-P2\.{part}-\w{{4}}\b", texts)
        assert f"({draw.tables[0].seats['strike.1']})" in texts
        assert ("checked by" in texts) == (part == 1)
        assert ("ruling" in texts) == (part == 1)
        assert max(word.bottom for word in page) > foot / 2


def test_single_tasks_keep_to_one_sheet_on_both_papers_and_fill_it(tmp_path: Path) -> None:
    for paper, height in (("letter", 792), ("a4", 842)):
        event = amps_event(paper=paper)
        draw, forms = drawn(event)
        write_round(tmp_path / f"{paper}.xlsx", event, forms, drawn_pilots(draw))
        (pdf,) = to_pdf([tmp_path / f"{paper}.xlsx"], tmp_path / "pdf")
        pages = words(pdf)[1:]
        assert len(pages) == 1 + 9 == sheets_of_paper(forms)
        for page in pages[1:]:
            assert min(line_heights(page)) >= 8.5 * MM - 0.1
            assert min(word.bottom - word.top for word in page) >= 7 * EM
            # a margin of 10 mm, the twentieth that programs may need, and what rows of whole pixels leave
            assert height - max(word.bottom for word in page) < 30 * MM


@TASKS
def test_a_filled_round_of_seats_with_several_sheets_comes_back_whole(tasks: tuple[str, ...], tmp_path: Path) -> None:
    event = event_of(tasks)
    draw, forms = drawn(event)
    entries = drawn_pilots(draw) | dict(filled(forms, 11, 0.6))
    write_round(tmp_path / "round1.xlsx", event, forms, entries)
    (again,) = recalculate([tmp_path / "round1.xlsx"], tmp_path / "out")
    assert assert_recalculated_equals_cached(tmp_path / "round1.xlsx", again) > 500
    for path in (tmp_path / "round1.xlsx", again):
        assert read_round(path, AMPS, blank_round(event, forms, draw)).entered.entries == entries
