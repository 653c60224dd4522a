"""What a director notes in results, standings and draws: they are written anew without it, and say so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from event_folder import cell_of, filled_folder
from looking import open_whole
from openpyxl.comments import Comment
from typing_in import type_in

from sheetscore.findings import Finding
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.packet import packet
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.reading.not_carried import noted_besides
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.sheet_cells import ReadCell

NOTE = "Ann protests"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give an event whose first round is scored."""
    folder = filled_folder(tmp_path / "event")
    ingest(folder / "round1.xlsx")
    return folder


def said(findings: Iterable[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "not-carried"]


def scribble(path: Path, sheet: str) -> None:
    """Note something in a cell, as a comment and on a sheet of one's own, and save all of it with another program."""
    book = open_whole(path)
    book[sheet]["Z40"] = NOTE
    book[sheet]["A1"].comment = Comment("ask Bob", "director")
    book.create_sheet("Prizes")["A1"] = "a cup"
    book.save(path)


def named(sheet: str, copy: str) -> list[str]:
    return [
        f"not carried: 1 comment on {sheet}!A1; {copy} has it",
        f"not carried: text on {sheet}!Z40 (“{NOTE}”); {copy} has it",
        f"not carried: the sheet “Prizes”; {copy} has it",
    ]


def claim(folder: Path, points: int) -> None:
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.4", "claimed.sp"): points})


def test_notes_in_results_and_standings_are_named_when_a_correction_replaces_them(folder: Path) -> None:
    scribble(folder / "round1-results.xlsx", "Results")
    scribble(folder / "standings.xlsx", "Standings")
    claim(folder, 6)
    told = said(ingest(folder / "round1.xlsx").findings)
    assert sorted(told) == sorted(
        [
            *named("Results", "kept/round1-results~1.xlsx"),
            *named("Standings", "kept/standings~1.xlsx"),
        ]
    )


def test_nothing_is_said_where_nobody_noted_anything_whoever_saved_the_files(folder: Path) -> None:
    for name in ("round1-results.xlsx", "standings.xlsx"):
        open_whole(folder / name).save(folder / name)
    claim(folder, 6)
    assert said(ingest(folder / "round1.xlsx").findings) == []


def test_a_draw_that_brings_the_standings_up_to_date_names_what_was_noted_in_them(folder: Path) -> None:
    scribble(folder / "standings.xlsx", "Standings")
    made = draw(folder, 2)
    assert said(made.news) == named("Standings", "kept/standings~1.xlsx")
    scribble(folder / "standings.xlsx", "Standings")
    (folder / "round2-draw.xlsx").unlink()
    assert said(standings(folder).findings) == named("Standings", "kept/standings~2.xlsx")


def test_a_draw_that_is_written_anew_names_what_was_noted_in_it(folder: Path) -> None:
    for command in (lambda: draw(folder, 1, again=True), lambda: make_sheets(folder, 1, more=((1, "strike.1"),))):
        type_in(folder / "round1-draw.xlsx", {("Draw", "Z40"): NOTE})
        (told,) = said(command().news)
        assert told.startswith(f"not carried: text on Draw!Z40 (“{NOTE}”); kept/round1-draw~")


def test_what_is_noted_on_the_posted_sheets_of_a_draw_is_named_too(folder: Path) -> None:
    titles = ("By table", "By name", "Report")
    type_in(folder / "round1-draw.xlsx", {(title, "Z40"): NOTE for title in titles})
    (told,) = said(make_sheets(folder, 1, more=((1, "strike.1"),)).news)
    assert [title for title in titles if f"{title}!Z40 (“{NOTE}”)" in told] == [*titles]
    assert told.endswith("; kept/round1-draw~1.xlsx has them")


def test_a_draw_in_which_nobody_noted_anything_is_written_anew_without_a_word(folder: Path) -> None:
    open_whole(folder / "round1-draw.xlsx").save(folder / "round1-draw.xlsx")
    assert said(make_sheets(folder, 1, more=((1, "strike.1"),)).news) == []


def test_a_name_of_a_draw_that_has_another_cell_by_now_is_no_note() -> None:
    """The seats of a table follow the order of the sides in the event."""

    def draw_of(*lines: str | None) -> ReadWorkbook:
        cells = {(row, 3): ReadCell(line) for row, line in enumerate(lines) if line}
        return ReadWorkbook(Path("round1-draw.xlsx"), {"Draw": ReadSheet("Draw", hidden=False, cells=cells)}, {}, "")

    was, now = draw_of("Ann", None, "Bob"), draw_of("Bob", "Ann", None)
    assert [*noted_besides(was, now, "Draw")] == []
    (noted,) = noted_besides(draw_of("Ann", "Bob", "Bob"), draw_of("Bob", "Ann"), "Draw")  # a second Bob is a note
    assert noted.found.message == "not carried: text on Draw!D3 (“Bob”)"


def test_a_packet_that_is_made_again_names_what_was_noted_in_it(folder: Path) -> None:
    first = packet(folder, what="schedule").path
    type_in(first, {(open_whole(first).sheetnames[0], "Z40"): NOTE})
    (told,) = said(packet(folder, what="schedule").findings)
    assert f"Z40 (“{NOTE}”); kept/{first.stem}~1.xlsx has it" in told
