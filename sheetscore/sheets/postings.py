"""What a draw is posted as: by table for the staff, by name for the players. Both follow the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sheetscore.sheets.draw_workbook import DRAW_FIRST, DrawBook, DrawLine
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import fit_width

STANDS_BY = "stands by"
"""What is said of those whom the draw names nowhere."""

_ACROSS = 2
"""Tables side by side on the posting."""


def post_by_table(made: DrawBook) -> None:
    """Post who sits at each table."""
    sheet = made.sheet("By table", "by table")
    style = made.style
    sheet.widths((110, 250, 30) * _ACROSS)
    groups: dict[int, list[int]] = {}
    for number, line in enumerate(made.lines):
        if line.table:
            groups.setdefault(line.table, []).append(number)
    tall = max(map(len, groups.values()), default=0) + 2
    for index, (table, numbers) in enumerate(groups.items()):
        top, left = 3 + index // _ACROSS * tall, index % _ACROSS * 3
        sheet.height(top, 30)
        sheet.span(top, left, top, left + 1, style("column"))
        sheet.text(top, left, f"Table {table}", style("posted table"))
        for row, number in enumerate(numbers, start=top + 1):
            sheet.height(row, 24)
            sheet.text(row, left, made.lines[number].seat, style("posted"))
            pilot = made.cell(number)
            cached = made.shown(made.lines[number].player) or "—"
            sheet.formula(row, left + 1, f'IF({pilot}="","—",{pilot})', cached, style("posted"))
    sheet.protect()
    fit_width(sheet.raw, made.paper)


@dataclass(frozen=True)
class NameLine:
    """A line of a posting by name: its row on the sheet (from 1), the player's line of the list (None: no seat).

    The number of the list's line (from 1; 0 for none) stands in the hidden column D. ``without`` is what is said
    of somebody without a seat.
    """

    here: int
    found: DrawLine | None
    without: str


def post_by_name(made: DrawBook) -> None:
    """Post where everybody sits."""

    def seat(line: NameLine) -> tuple[str, str]:
        formula = f'IF(D{line.here}=0,"{line.without}",INDEX({made.column("Seat")},D{line.here}))'
        return formula, line.found.seat if line.found else line.without

    post_names(made, ("Who", "Table", "Seat"), (330, 110, 170), seat)


def post_names(
    made: DrawBook, headings: Sequence[str], widths: Sequence[int], last: Callable[[NameLine], tuple[str, str]]
) -> None:
    """Post everybody by name with the table; who plays at two has a line for each.

    Parameters
    ----------
    headings, widths
        Of the three columns; widths in pixels.
    last
        Gives the formula of the last column and the value that it has.
    """
    sheet = made.sheet("By name", "by name")
    sheet.widths(widths)
    sheet.raw.set_column(3, 3, None, None, {"hidden": True})
    for column, heading in enumerate(headings):
        sheet.text(DRAW_FIRST - 1, column, heading, made.style("column"))
    row = DRAW_FIRST
    for player, _ in sorted(made.event.entrants(made.draw.round).items(), key=lambda entrant: entrant[1].casefold()):
        places: list[int | None] = [number for number, line in enumerate(made.lines) if line.player == player]
        for later, number in reversed(list(enumerate(reversed(places or [None])))):
            sheet.height(row, 24)
            _post_name(made, sheet, row, player, number, last, later=later)
            row += 1
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(row - 1, 2))


def _post_name(
    made: DrawBook,
    sheet: Sheet,
    row: int,
    player: str,
    number: int | None,
    last: Callable[[NameLine], tuple[str, str]],
    *,
    later: int,
) -> None:
    """Look up the line of a player with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns.

    Parameters
    ----------
    later
        How many more lines the player has after this one.
    """
    style = made.style
    without = STANDS_BY if number is None else made.event.unseated.absent
    line = NameLine(row + 1, None if number is None else made.lines[number], without)
    tables, who = made.column("Table"), made.column("Who")
    place = f"SUMPRODUCT(LARGE(({who}=A{line.here})*(ROW({who})-{DRAW_FIRST}),{later + 1}))"
    sheet.text(row, 0, made.shown(player), style("posted"))
    sheet.formula(row, 3, place, 0 if number is None else number + 1)
    table = f'IF(D{line.here}=0,"",IF(INDEX({tables},D{line.here})="","",INDEX({tables},D{line.here})))'
    sheet.formula(row, 1, table, (line.found.table if line.found else 0) or "", style("posted middle"))
    formula, cached = last(line)
    sheet.formula(row, 2, formula, cached, style("posted"))
