"""What a draw is posted as: by table for the staff, by name for the players. Both follow the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sheetscore.sheets.draw_workbook import DRAW_FIRST, DRAW_LINE, HEADING_PIXELS, DrawBook, DrawLine
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import print_by_width, set_up_pages, width_scale

STANDS_BY = "stands by"
"""What is said of those whom the draw names nowhere."""

_ACROSS = 2
"""Tables side by side on the posting."""

_TABLE_WIDTHS = (90, 230, 18)
"""Of one of them in pixels: seats, names, the gap beside it."""

_TABLES_FIRST, _TABLE_PIXELS = 3, 30
"""The first row of the tables, and how high that with a table's number is."""


def post_by_table(made: DrawBook) -> None:
    """Post who sits at each table; no table is torn over two sheets of paper."""
    widths = _TABLE_WIDTHS * _ACROSS
    sheet = made.sheet("By table", "by table", widths)
    groups: dict[int, list[int]] = {}
    for number, line in enumerate(made.lines):
        if line.table:
            groups.setdefault(line.table, []).append(number)
    tall = max(map(len, groups.values()), default=0) + 2
    tops = [_TABLES_FIRST + index // _ACROSS * tall for index in range(len(groups))]
    for index, (table, numbers) in enumerate(groups.items()):
        top, left = tops[index], index % _ACROSS * len(_TABLE_WIDTHS)
        sheet.height(top, _TABLE_PIXELS)
        sheet.span(top, left, top, left + 1, made.style("column"))
        sheet.text(top, left, f"Table {table}", made.style("posted table"))
        for row, number in enumerate(numbers, start=top + 1):
            sheet.height(row, DRAW_LINE)
            seat, pilot = made.lines[number].seat, made.cell(number)
            sheet.text(row, left, seat, made.fitting("posted", seat, widths[left], DRAW_LINE))
            cached = made.shown(made.lines[number].player) or "—"
            style = made.fitting("posted", cached, widths[left + 1], DRAW_LINE)
            sheet.formula(row, left + 1, f'IF({pilot}="","—",{pilot})', cached, style)
    sheet.protect()
    last = tops[-1] + tall if tops else _TABLES_FIRST
    scale = width_scale(made.paper, widths)
    room = made.paper.usable[1] * 100 / scale - sum(HEADING_PIXELS[:_TABLES_FIRST])
    on_page = max(1, int(room / (_TABLE_PIXELS + tall * DRAW_LINE)))
    ends = [*range(_TABLES_FIRST + on_page * tall, last, on_page * tall), last]
    set_up_pages(sheet.raw, made.paper, len(widths) - 1, ends, scale, repeat=_TABLES_FIRST - 1)


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
    sheet = made.sheet("By name", "by name", widths)
    sheet.raw.set_column(3, 3, None, None, {"hidden": True})
    for column, heading in enumerate(headings):
        sheet.text(DRAW_FIRST - 1, column, heading, made.style("column"))
    row = DRAW_FIRST
    for player, _ in sorted(made.event.entrants(made.draw.round).items(), key=lambda entrant: entrant[1].casefold()):
        places: list[int | None] = [number for number, line in enumerate(made.lines) if line.player == player]
        for later, number in reversed(list(enumerate(reversed(places or [None])))):
            sheet.height(row, DRAW_LINE)
            _post_name(made, sheet, row, player, number, last, widths, later=later)
            row += 1
    sheet.protect()
    heights = [*HEADING_PIXELS, *[DRAW_LINE] * (row - DRAW_FIRST)]
    print_by_width(sheet.raw, made.paper, widths, heights, DRAW_FIRST - 1)


def _post_name(
    made: DrawBook,
    sheet: Sheet,
    row: int,
    player: str,
    number: int | None,
    last: Callable[[NameLine], tuple[str, str]],
    widths: Sequence[int],
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
    name = made.shown(player)
    sheet.text(row, 0, name, made.fitting("posted", name, widths[0], DRAW_LINE))
    sheet.formula(row, 3, place, 0 if number is None else number + 1)
    table = f'IF(D{line.here}=0,"",IF(INDEX({tables},D{line.here})="","",INDEX({tables},D{line.here})))'
    sheet.formula(row, 1, table, (line.found.table if line.found else 0) or "", style("posted middle"))
    formula, cached = last(line)
    sheet.formula(row, 2, formula, cached, made.fitting("posted", cached, widths[2], DRAW_LINE))
