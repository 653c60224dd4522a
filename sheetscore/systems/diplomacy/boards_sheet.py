"""The boards of a draw, posted: who plays which power on each, two side by side. They follow the list by formula."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.pairing.draw import TableDraw
from sheetscore.sheets.draw_list import DrawBook
from sheetscore.sheets.styles import STYLES
from sheetscore.tables.sheet import text_height
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import print_scale, set_up_pages

_ACROSS = 2
_BLOCK = (92, 258)
"""Pixels of a board's columns: power, player."""

_BETWEEN = 24
_LAST = _ACROSS * (len(_BLOCK) + 1) - 2
"""The last column that is printed."""

_HEAD, _ROW, _GAP = 32, 28, 14
"""Pixels of a board's rows, and of what is left free below it."""

_HEADINGS = (34, 20, 20)
"""Pixels of the rows above the boards, which every page repeats."""

_FIRST = len(_HEADINGS)

_LARGE = {**STYLES["posted"], "font_size": 14}
"""Powers and players: to be read by a crowd before a wall."""


def post_boards(made: DrawBook) -> None:
    """Post who plays on each board, and below it who of them met before or has a power again.

    The names follow the list; what stands below a board is about the draw as it was made.
    """
    sheet = made.sheet("Boards", "boards")
    sheet.widths([*_BLOCK, _BETWEEN] * _ACROSS)
    for row, height in enumerate(_HEADINGS):
        sheet.height(row, height)
    if any(made.draw.remarks.values()):
        sheet.text(_FIRST - 1, 0, "Below a board: who met before, in the draw as it was made.", made.style("small"))
    tables = made.draw.tables
    bands = [tables[first : first + _ACROSS] for first in range(0, len(tables), _ACROSS)]
    top, sizes = _FIRST, []
    for band in bands:
        heights = _heights(made, band)
        for row, height in enumerate(heights, start=top):
            sheet.height(row, height)
        for across, table in enumerate(band):
            _write_board(made, sheet, table, top, across)
        top += len(heights)
        sizes.append((top, sum(heights)))
    out = _write_sit_outs(made, sheet, top)
    if out:
        sizes.append((top + out, out * _ROW))
    sheet.protect()
    _print(made, sheet, sizes)


def _heights(made: DrawBook, band: Sequence[TableDraw]) -> list[int]:
    """Give the heights of the rows of boards side by side: heading, powers, what is said of them, space."""
    said = max(text_height(_said(made, table), sum(_BLOCK)) if _said(made, table) else 0 for table in band)
    powers = max(len(table.seats) for table in band)
    return [_HEAD, *[_ROW] * powers, max(said, 1), _GAP]


def _said(made: DrawBook, table: TableDraw) -> str:
    return "\n".join(made.draw.remarks.get(table.number, ()))


def _write_board(made: DrawBook, sheet: Sheet, table: TableDraw, top: int, across: int) -> None:
    style, large, left = made.style, made.book.style(**_LARGE), across * (len(_BLOCK) + 1)
    sheet.span(top, left, top, left + 1, style("posted table"))
    sheet.text(top, left, f"Board {table.number}", style("posted table"))
    for row, (power, player) in enumerate(table.seats.items(), start=top + 1):
        cell = made.cell(made.line_of[table.number, power])
        sheet.text(row, left, power, large)
        sheet.formula(row, left + 1, f'IF({cell}="","—",{cell})', made.shown(player) or "—", large)
    row = top + 1 + len(table.seats)
    if _said(made, table):
        sheet.span(row, left, row, left + 1, style("cell text"))
        sheet.text(row, left, _said(made, table), style("cell text"))


def _write_sit_outs(made: DrawBook, sheet: Sheet, top: int) -> int:
    """Write who sits out, if somebody was drawn to; give how many rows that takes."""
    if not made.draw.byes:
        return 0
    out = [number for number, line in enumerate(made.lines) if not line.table]
    for index, number in enumerate(out):
        row, left = top + index // _ACROSS, index % _ACROSS * (len(_BLOCK) + 1)
        cell, line = made.cell(number), made.lines[number]
        said = line.seat if line.player else ""
        sheet.height(row, _ROW)
        sheet.formula(row, left, f'IF({cell}="","","{line.seat}")', said, made.style("plain"))
        sheet.formula(row, left + 1, f'IF({cell}="","",{cell})', made.shown(line.player), made.style("heading left"))
    return -(-len(out) // _ACROSS)


def _print(made: DrawBook, sheet: Sheet, sizes: Sequence[tuple[int, int]]) -> None:
    """Break pages between bands.

    Parameters
    ----------
    sizes
        Of each band the row after it and its height in pixels.
    """
    if not sizes:
        return
    headings = sum(_HEADINGS)
    width = _ACROSS * (sum(_BLOCK) + _BETWEEN)  # the last space, not printed, is for LibreOffice's wider columns
    scale = print_scale(made.paper, width, [headings + height for _, height in sizes])
    on_page = made.paper.usable[1] * 100 / scale - headings
    ends: list[int] = []
    left = 0.0
    for end, height in sizes:
        if ends and height <= left:
            ends[-1] = end
        else:
            ends.append(end)
            left = on_page
        left -= height
    set_up_pages(sheet.raw, made.paper, _LAST, ends, scale, repeat=_FIRST - 1)
