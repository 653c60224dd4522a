"""Pages of several tasks, measured as LibreOffice prints them: what a pencil needs, on Letter and A4."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, SUPPRESSION, amps_event, drawn
from filled_rounds import filled
from libreoffice import recalculate, to_pdf
from looking import open_whole, values_in
from msgspec.structs import replace
from printed_pages import EM, MM, Word, boxes_to_write_in, line_heights, words
from round_contexts import blank_round, drawn_round
from shared_demos import Demos

from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms, with_further_lines
from sheetscore.forms.template import Library, shipped
from sheetscore.packets.blank_pages import blank_sheets, write_blank_sheet
from sheetscore.pairing.draw import Draw
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.hidden_sheets import Baseline
from sheetscore.sheets.round_workbook import field_places, layouts, sheets_of_paper, write_round
from sheetscore.sheets.styles import height_for, styles_of
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.cell_refs import parse_address

AIR, TWO = ("air-combat", "strike"), ("strike", "defense-suppression")
THREE = ("air-combat", "strike", "defense-suppression")
PAGES = {AIR: 1, TWO: 2, THREE: 2}
PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])
CALLED = {"air combat": AIR, "two tasks": TWO, "three tasks": THREE}
TASKS = pytest.mark.parametrize("tasks", CALLED.values(), ids=CALLED)


def event_of(tasks: tuple[str, ...], paper: str = "letter") -> AmpsEvent:
    """Give an event of one table, in which the four seats of a side have so many tasks."""
    targets = (*STRIKE.targets, *(SUPPRESSION.targets if "defense-suppression" in tasks else ()))
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
    several = pages[1 : 1 + 4 * PAGES[tasks]]
    heights = [height for page in several for height in line_heights(page)]
    assert len(heights) >= 4 * 2 * (1 + len(tasks))
    assert min(heights) >= (9 if len(tasks) < 3 else 8.5) * MM - 0.1
    made = sorted({sheet.row_dimensions[row].height * scale for row in rows})
    assert min(height for page in pages[1:] for height in line_heights(page)) == pytest.approx(made[0], rel=0.01)


@TASKS
def test_captions_of_the_ruling_are_set_off_from_the_frame_above_them(tasks: tuple[str, ...]) -> None:
    for page in layouts(drawn(event_of(tasks))[1]).values():
        for cell in page.cells:
            if cell.text == "director's ruling":
                assert page.heights[cell.row] >= height_for("caption", cell.text, 10**4) + 2


@PAPERS
@TASKS
def test_every_sheet_of_a_seat_says_whose_it_is_and_the_last_is_half_used(
    tasks: tuple[str, ...], paper: str, tmp_path: Path
) -> None:
    _, draw, forms, pages = printed(tmp_path, tasks, paper)
    assert sheets_of_paper(forms, layouts(forms)) == len(pages)
    count, foot = PAGES[tasks], {"letter": 792, "a4": 842}[paper]
    for part, page in enumerate(pages[1 : 1 + count], start=1):
        texts = " ".join(word.text for word in page)
        assert (f"seat 1, sheet {part} of {count}" if count > 1 else "seat 1") in texts
        assert f"page {part + 1} of {len(pages)}" in texts
        assert (f"Your total is on sheet {count}." in texts) == (part < count)
        assert re.search(r"R01-T001-P2-\w{4}\b" if part == 1 else rf"R01-T001-P2\.{part}-\w{{4}}\b", texts)
        assert f"({draw.tables[0].seats['strike.1']})" in texts
        assert ("checked by" in texts) == (part == count)
        assert ("ruling" in texts) == (part == count)
        assert ("ask for a continuation sheet" in texts) == (part == 1)
        assert max(word.bottom for word in page) > foot / 2


def test_single_tasks_keep_to_one_sheet_on_both_papers_and_fill_it(tmp_path: Path) -> None:
    for paper, height in (("letter", 792), ("a4", 842)):
        event = amps_event(paper=paper)
        draw, forms = drawn(event)
        write_round(tmp_path / f"{paper}.xlsx", event, forms, drawn_pilots(draw))
        (pdf,) = to_pdf([tmp_path / f"{paper}.xlsx"], tmp_path / "pdf")
        pages = words(pdf)[1:]
        assert len(pages) == 1 + 9 == sheets_of_paper(forms, layouts(forms))
        for page in pages[1:]:
            assert "Write in the white boxes." in " ".join(word.text for word in page)
            assert min(line_heights(page)) >= 8.5 * MM - 0.1
            assert min(word.bottom - word.top for word in page) >= 7 * EM
            # a margin of 10 mm, the twentieth that programs may need, and what rows of whole pixels leave
            assert height - max(word.bottom for word in page) < 30 * MM


def several_sheets(folder: Path) -> dict[str, Entries]:
    typed: dict[str, Entries] = {}
    for name, tasks in CALLED.items():
        draw, forms = drawn(event_of(tasks))
        typed[name] = drawn_pilots(draw) | dict(filled(forms, 11, 0.6))
        write_round(folder / f"{name}.xlsx", event_of(tasks), forms, typed[name])
    return typed


@pytest.mark.parametrize("name", CALLED)
def test_a_filled_round_of_seats_with_several_sheets_comes_back_whole(name: str, demos: Demos) -> None:
    event, entries = event_of(CALLED[name]), demos.made(several_sheets).ranked[name]
    draw, forms = drawn(event)
    for path in demos.both(several_sheets, name):
        assert read_round(path, AMPS, blank_round(event, forms, draw)).entered.entries == entries


@PAPERS
@TASKS
def test_the_foot_adds_up_the_tasks_like_a_golf_card(tasks: tuple[str, ...], paper: str, tmp_path: Path) -> None:
    path, *_, pages = printed(tmp_path, tasks, paper)
    page, pdf = pages[PAGES[tasks]], tmp_path / "pdf" / f"{path.stem}.pdf"
    sign = max((word for word in page if word.text == "="), key=lambda word: word.top)
    on_line = [word.text for word in sorted(page, key=lambda word: word.left) if abs(word.middle - sign.middle) < 2]
    assert on_line == ["Σ", *["+", "Σ"] * (len(tasks) - 1), "="]
    above = [word for word in page if sign.top - 12 * MM < word.middle < sign.top]
    captions = " ".join(word.text for word in sorted(above, key=lambda word: word.left))
    assert captions.endswith(f"{' '.join(tasks).replace('-', ' ')} as the pilot counts scenario points")
    boxes = [box for box in boxes_to_write_in(pdf, 2 + PAGES[tasks]) if box.top < sign.middle < box.bottom]
    assert len({round(box.left) for box in boxes}) == len(tasks) + 1, "white: the sum of each task, and the total"
    assert min(box.bottom - box.top for box in boxes) >= 9 * MM - 0.5
    assert "boxes without Σ." in " ".join(word.text for word in pages[1]).replace("Σ:", "Σ.")


def test_every_block_names_the_sum_at_the_foot_to_which_it_is_added(tmp_path: Path) -> None:
    path, *_ = printed(tmp_path, AIR, "letter")
    said = [
        str(cell.value) for row in open_whole(path)["Table 1"].iter_rows() for cell in row if "→" in str(cell.value)
    ]
    assert all(not set(text.partition("→")[2]) & set(" ") for text in said), "no line ends within it"
    sums = [text.partition("→\xa0")[2].replace("\xa0", " ") for text in said]
    assert sums[:6] == ["air combat"] * 3 + ["strike"] * 3
    above = "Σ above line 1"
    assert sums[6:9] == [above] * 3, "the continuation sheet has no sums of its own"
    assert {*sums} == {"air combat", "strike", above}


WRITTEN: dict[str, Value] = {
    "air-combat.damage.1.aircraft": "cap.1", "air-combat.damage.1.c": 1,
    "air-combat.rolls.4": 2,
    "strike.hits.1.target": "Bridge", "strike.hits.1.d": 2,
    "strike.hits.5.target": "Depot", "strike.hits.5.d": 1,
    "strike.bombing.6.target": "Bridge", "strike.bombing.6.odds": "4:1",
    "claimed.sp": 41,
}  # fmt: skip
AIR_COMBAT, STRIKES = 8 + 2 * 6, 2 * 6 + 1 * 3 + (4 + 2)


def lines_continued(folder: Path) -> Entries:
    draw, forms = drawn(event_of(AIR))
    entries = drawn_pilots(draw) | {FieldKey(1, "strike.1", box): value for box, value in WRITTEN.items()}
    write_round(folder / "round1.xlsx", event_of(AIR), forms, entries)
    return entries


def test_lines_on_the_continuation_sheet_count_with_the_others(demos: Demos) -> None:
    event, made = event_of(AIR), demos.made(lines_continued)
    (draw, forms), entries, path = drawn(event), made.ranked, made.workbooks["round1"]
    read = read_round(path, AMPS, blank_round(event, forms, draw))
    assert read.entered.entries == entries
    assert read.score.pages[1, "strike.1"].sums["sp"] == AIR_COMBAT + STRIKES == 41
    layout, cells = layouts(forms)[id(forms.pages[1, "strike.1"].form)], values_in(path)["Table 1"].cells
    pilot = field_places(forms)[FieldKey(1, "strike.1", "seat.pilot")][1]
    top = parse_address(pilot)[0] - layout.places["seat"].rows[0]
    shown = {cell.key: cells.get((top + cell.row, cell.column)) for cell in layout.cells if cell.key}
    assert shown["air-combat.damage", "subtotal"] == 8
    assert shown["strike.hits", "subtotal"] == 2 * 6 + 1 * 3
    assert shown["task", "air-combat"] == AIR_COMBAT
    assert shown["task", "strike"] == STRIKES


def test_the_continuation_sheet_lies_outside_of_what_is_printed(tmp_path: Path) -> None:
    path, _, forms, pages = printed(tmp_path, AIR, "letter")
    sheet = open_whole(path)["Table 1"]
    bounds = [map(int, re.findall(r"\d+", area.rpartition("!")[2])) for area in str(sheet.print_area).split(",")]
    on_paper = {row for first, last in bounds for row in range(first, last + 1)}
    rows = {key: parse_address(cell)[0] + 1 for key, (_, cell) in field_places(forms).items()}
    lines = {line: rows[FieldKey(1, "strike.1", f"strike.hits.{line}.d")] for line in range(1, 7)}
    assert [line for line, row in lines.items() if row in on_paper] == [1, 2, 3]
    above = [str(cell.value) for line in sheet.iter_rows(lines[4] - 30, lines[4]) for cell in line if cell.value]
    assert "seat 1, continuation sheet" in above
    assert "Damage to targets, continued" in above
    assert not [word for page in pages for word in page if word.text == "continued"]


def test_whoever_asked_for_more_lines_gets_them_all_on_sheets_numbered_through(tmp_path: Path) -> None:
    event = event_of(AIR)
    draw, forms = drawn(event)
    made, path = with_further_lines(forms, {(1, "strike.1"): 1}), tmp_path / "round1.xlsx"
    write_round(path, event, made, drawn_pilots(draw))
    (pdf,) = to_pdf([path], tmp_path / "pdf")
    sheets = [" ".join(word.text for word in page) for page in words(pdf)]
    own = [sheet for sheet in sheets if "R01-T001-P2" in sheet]
    assert [re.search(r"seat 1, sheet (\d) of (\d)", sheet).groups() for sheet in own] == [  # type: ignore[union-attr]
        ("1", "3"), ("2", "3"), ("3", "3")
    ]  # fmt: skip
    assert not any("printed on demand" in sheet or "ask for a continuation" in sheet for sheet in own)
    assert all("Your total is on sheet 1." in sheet for sheet in own[1:])
    others = [sheet for sheet in sheets if "R01-T001-P3" in sheet]
    assert len(others) == 1
    assert "ask for a continuation sheet" in others[0]


def test_each_blank_sheet_of_several_says_which_it_is_and_has_a_line_for_a_name(tmp_path: Path) -> None:
    event = event_of(THREE)
    (blank,) = blank_sheets(event, [replace(drawn(event)[1], papers=())])
    book = Book(tmp_path / "blank.xlsx", "blank")
    write_blank_sheet(book, event, blank, styles_of(book))
    book.close()
    said = [str(value) for value in values_in(tmp_path / "blank.xlsx")[blank.title].cells.values()]
    further = [page for page in blank.pages if len(page.slots) > 1]
    seats = [slot["seat"] for page in further for slot in page.slots]
    assert seats == [
        "seat ____, sheet 1 of 2", "seat ____, sheet 2 of 2", "seat ____, continuation sheet",
        "seat ____", "seat ____, continuation sheet",
    ]  # fmt: skip
    assert all(seat in said for seat in seats)
    assert sum(text.startswith("Name ____") for text in said) == len(seats) - len(further)
    assert not {"filled", "director: attacked after seat"} & {*said}, "on paper nobody fills that in"
    assert {"= RS", "because"} < {*said}


def own_library(folder: Path, change: Callable[[str], str]) -> Library:
    """Give templates of an event that differ from those that come along."""
    (folder / "templates").mkdir()
    for form in THREE:
        text = (shipped("templates") / "amps" / f"{form}.toml").read_text(encoding="utf-8")
        assert change(text) != text
        (folder / "templates" / f"{form}.toml").write_text(change(text), encoding="utf-8")
    return Library("amps", ("amps",), folder / "templates")


def every_line(text: str) -> str:
    return re.sub(r"rows_printed = \d\n", "", text)


@pytest.mark.parametrize("made_with_all", [True, False])
@TASKS
def test_sheets_are_read_as_they_were_made_wherever_their_lines_are_printed(
    tasks: tuple[str, ...], made_with_all: bool, tmp_path: Path
) -> None:
    event, (draw, now) = event_of(tasks), drawn(event_of(tasks))
    then = AMPS.forms(drawn_round(event, draw, templates=own_library(tmp_path, every_line)))
    made, reads = (then, now) if made_with_all else (now, then)
    assert sheets_of_paper(then, layouts(then)) > sheets_of_paper(now, layouts(now))
    entries = drawn_pilots(draw) | dict(filled(made, 3, 0.8))
    write_round(tmp_path / "round1.xlsx", event, made, entries, begun=Baseline("round1-draw.xlsx", {}))
    (again,) = recalculate([tmp_path / "round1.xlsx"], tmp_path / "out")
    for path in (tmp_path / "round1.xlsx", again):
        read = read_round(path, AMPS, blank_round(event, reads, draw))
        assert read.entered.entries == entries
        told = {"structure", "stray-value", "page-edge", "form-changed"}
        assert not [one for one in read.findings if one.code in told]
