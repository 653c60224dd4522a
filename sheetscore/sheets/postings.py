"""What a draw is posted as: by table for the staff, by name for the players. Both follow the list."""

from __future__ import annotations

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


def post_by_name(made: DrawBook) -> None:
    """Post where everybody sits."""
    sheet = made.sheet("By name", "by name")
    sheet.widths((330, 110, 170))
    sheet.raw.set_column(3, 3, None, None, {"hidden": True})
    for column, heading in enumerate(("Pilot", "Table", "Seat")):
        sheet.text(DRAW_FIRST - 1, column, heading, made.style("column"))
    seated = {line.player: number for number, line in enumerate(made.lines) if line.player}
    playing = sorted(made.event.entrants(made.draw.round).items(), key=lambda entrant: entrant[1].casefold())
    for row, (player, _) in enumerate(playing, start=DRAW_FIRST):
        sheet.height(row, 24)
        _post_name(made, sheet, row, player, seated.get(player))
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(DRAW_FIRST + len(playing) - 1, 2))


def _post_name(made: DrawBook, sheet: Sheet, row: int, player: str, line: int | None) -> None:
    """Look up the line of a player with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns."""
    style = made.style
    found = made.lines[line] if line is not None else DrawLine(0, SITS_OUT, "", None)
    here = row + 1
    tables, seats, pilots = (made.column(name) for name in ("Table", "Seat", "Who"))
    place = f"SUMPRODUCT(MAX(({pilots}=A{here})*(ROW({pilots})-{DRAW_FIRST})))"
    sheet.text(row, 0, made.shown(player), style("posted"))
    sheet.formula(row, 3, place, 0 if line is None else line + 1)
    table = f'IF(D{here}=0,"",IF(INDEX({tables},D{here})="","",INDEX({tables},D{here})))'
    sheet.formula(row, 1, table, found.table or "", style("posted middle"))
    seat = f'IF(D{here}=0,"{SITS_OUT}",INDEX({seats},D{here}))'
    sheet.formula(row, 2, seat, found.seat, style("posted"))
