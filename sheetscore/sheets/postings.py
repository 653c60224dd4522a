"""What a draw is posted as: by table for the staff, by name for the players. Both follow the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sheetscore.sheets.draw_list import DRAW_FIRST, SITS_OUT, DrawBook, DrawLine
from sheetscore.sheets.paper import fit_width
from sheetscore.workbooks.book import Sheet

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
    """A line of a posting by name: its row on the sheet (from 1), the player's line of the list (None: sits out).

    The number of the list's line (from 1; 0 for none) stands in the hidden column D.
    """

    here: int
    found: DrawLine | None


def post_by_name(made: DrawBook) -> None:
    """Post where everybody sits."""

    def seat(line: NameLine) -> tuple[str, str]:
        formula = f'IF(D{line.here}=0,"{SITS_OUT}",INDEX({made.column("Seat")},D{line.here}))'
        return formula, line.found.seat if line.found else SITS_OUT

    post_names(made, ("Pilot", "Table", "Seat"), (330, 110, 170), seat)


def post_names(
    made: DrawBook, headings: Sequence[str], widths: Sequence[int], last: Callable[[NameLine], tuple[str, str]]
) -> None:
    """Post everybody by name with the table.

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
    lines = {line.player: number for number, line in enumerate(made.lines) if line.player}
    playing = sorted(made.event.entrants(made.draw.round).items(), key=lambda entrant: entrant[1].casefold())
    for row, (player, _) in enumerate(playing, start=DRAW_FIRST):
        sheet.height(row, 24)
        _post_name(made, sheet, row, player, lines.get(player), last)
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(DRAW_FIRST + len(playing) - 1, 2))


def _post_name(
    made: DrawBook,
    sheet: Sheet,
    row: int,
    player: str,
    number: int | None,
    last: Callable[[NameLine], tuple[str, str]],
) -> None:
    """Look up the line of a player with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns."""
    style = made.style
    line = NameLine(row + 1, None if number is None else made.lines[number])
    tables, who = made.column("Table"), made.column("Who")
    place = f"SUMPRODUCT(MAX(({who}=A{line.here})*(ROW({who})-{DRAW_FIRST})))"
    sheet.text(row, 0, made.shown(player), style("posted"))
    sheet.formula(row, 3, place, 0 if number is None else number + 1)
    table = f'IF(D{line.here}=0,"",IF(INDEX({tables},D{line.here})="","",INDEX({tables},D{line.here})))'
    sheet.formula(row, 1, table, (line.found.table if line.found else 0) or "", style("posted middle"))
    formula, cached = last(line)
    sheet.formula(row, 2, formula, cached, style("posted"))
