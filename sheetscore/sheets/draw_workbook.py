"""The draw of a round, or of a whole event: a list to edit, postings that follow it, the report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sheetscore.event.folder import stage_command, stage_name
from sheetscore.event.model import Event
from sheetscore.forms.block import Choices
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.draw_list import DRAW_COLUMNS, DRAW_FIRST, DRAW_SHEET, DrawBook, Posting, draw_lines
from sheetscore.sheets.lists import write_lists
from sheetscore.sheets.sheet_map import MapHeading, write_map
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.paper import fit_width

PREMISES_SHEET = "_made_with"
"""A hidden sheet with what the draw rests on, as it was then: a key and a value on every row."""


def write_draw(path: Path, event: Event, draw: Draw, postings: Sequence[Posting]) -> None:
    """Write a draw.

    Parameters
    ----------
    path
        Where to; overwritten.
    postings
        What it is posted as, in order.
    """
    book = Book(path, f"{event.header.name}, draw of {stage_name(draw.round)}")
    made = DrawBook(book, event, draw, tuple(draw_lines(event, draw)))
    sheet = made.sheet(DRAW_SHEET, "draw")
    ids = sorted(made.names)
    entrants = Choices("players", tuple(map(made.shown, ids)), tuple(ids))
    _write_list(made, sheet, write_lists(book, [entrants]).of(entrants))
    for posting in postings:
        posting(made)
    _write_report(made)
    header = event.header
    write_map(book, MapHeading("draw", event.key, header.name, header.system, draw.round, ""), [])
    _write_premises(made)
    book.close()


def _write_premises(made: DrawBook) -> None:
    if made.event.premises:
        sheet = made.book.sheet(PREMISES_SHEET)
        sheet.raw.hide()
        for row, premise in enumerate(made.event.premises):
            sheet.text(row, 0, premise.key)
            sheet.text(row, 1, premise.value)


def _write_list(made: DrawBook, sheet: Sheet, source: str) -> None:
    style = made.style
    hint = "Change it with the drop-downs if you must; then run: sheetscore"
    sheet.text(2, 0, f"{hint} {stage_command('sheets', made.draw.round)}", style("small"))
    sheet.widths((70, 160, 180, 300))
    for column, heading in enumerate(DRAW_COLUMNS):
        sheet.text(DRAW_FIRST - 1, column, heading, style("column"))
    for row, line in enumerate(made.lines, start=DRAW_FIRST):
        sheet.value(row, 0, line.table or None, style("cell middle"))
        sheet.text(row, 1, line.seat, style("cell"))
        sheet.text(row, 2, line.side, style("cell"))
        sheet.text(row, 3, made.shown(line.player), style("input text"))
    last = DRAW_FIRST + len(made.lines) - 1
    rule = {
        "validate": "list",
        "source": f"={source}",
        "input_title": "Who",
        "input_message": "Choose who sits here; clear the cell for an empty seat.",
        "error_message": "Choose from the list.",
    }
    sheet.validate(DRAW_FIRST, 3, last, 3, rule)
    sheet.protect()
    sheet.raw.freeze_panes(DRAW_FIRST, 0)
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(last, 3))


def _write_report(made: DrawBook) -> None:
    sheet = made.sheet("Report", "what the draw reached, as it was made")
    sheet.widths((680,))
    report = made.draw.report or ("Nothing is repeated, nobody sits out.",)
    for row, line in enumerate(report, start=3):
        sheet.text(row, 0, line, made.style("cell wrap"))
        sheet.height(row, 6 + 16 * (1 + len(line) // 95))
    sheet.protect()
    fit_width(sheet.raw, made.paper)
