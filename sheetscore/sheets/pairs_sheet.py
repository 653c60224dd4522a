"""The pairs of a draw, posted: by table with the reason for each, by name with table and opponent."""

from __future__ import annotations

from sheetscore.sheets.draw_list import DRAW_FIRST, SITS_OUT, DrawBook
from sheetscore.sheets.paper import fit_width
from sheetscore.workbooks.book import Sheet


def post_pairs(made: DrawBook) -> None:
    """Post who meets at each table, and for the staff why: how the pair came about, and what it cost.

    The names follow the list; the reasons are those of the draw as it was made.
    """
    sheet = made.sheet("Pairs", "by table")
    style = made.style
    sheet.widths((64, 230, 230, 150, 250))
    for column, heading in enumerate(("Table", "Player 1", "Player 2", "drawn as", "at the cost of")):
        sheet.text(DRAW_FIRST - 1, column, heading, style("column"))
    for row, table in enumerate(made.draw.tables, start=DRAW_FIRST):
        sheet.height(row, 24)
        sheet.number(row, 0, table.number, style("posted middle"))
        for column, (seat, player) in enumerate(table.seats.items(), start=1):
            cell = made.cell(made.line_of[table.number, seat])
            sheet.formula(row, column, f'IF({cell}="","—",{cell})', made.shown(player) or "—", style("posted"))
        remarks = made.draw.remarks.get(table.number, ())
        for column, remark in enumerate((*remarks, "", "")[:2], start=3):
            sheet.text(row, column, remark, style("cell note"))
    out = [number for number, line in enumerate(made.lines) if not line.table]
    for row, number in enumerate(out, start=DRAW_FIRST + len(made.draw.tables)):
        cell, player = made.cell(number), made.lines[number].player
        sheet.formula(row, 1, f'IF({cell}="","",{cell})', made.shown(player))
        sheet.formula(row, 2, f'IF({cell}="","","{SITS_OUT}")', SITS_OUT if player else "")
    last = DRAW_FIRST + len(made.draw.tables) + len(out) - 1
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(max(last, DRAW_FIRST), 4))


def post_opponents(made: DrawBook) -> None:
    """Post where everybody sits and whom they meet, by name."""
    sheet = made.sheet("By name", "by name")
    sheet.widths((300, 80, 300))
    sheet.raw.set_column(3, 3, None, None, {"hidden": True})
    for column, heading in enumerate(("Name", "Table", "meets")):
        sheet.text(DRAW_FIRST - 1, column, heading, made.style("column"))
    playing = sorted(made.event.entrants(made.draw.round).items(), key=lambda entrant: entrant[1].casefold())
    for row, (player, _) in enumerate(playing, start=DRAW_FIRST):
        sheet.height(row, 24)
        _post_opponent(made, sheet, row, player)
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(DRAW_FIRST + len(playing) - 1, 2))


def _post_opponent(made: DrawBook, sheet: Sheet, row: int, player: str) -> None:
    """Look up a player's line; the opponent's is the one below it or above it."""
    style, here = made.style, row + 1
    tables, seats, who = (made.column(name) for name in ("Table", "Seat", "Who"))
    line = next((number for number, one in enumerate(made.lines) if one.player == player), None)
    found = made.lines[line] if line is not None else None
    opponent = None
    if found is not None and found.table:
        opponent = next(one.player for one in made.lines if one.table == found.table and one.seat != found.seat)
    sheet.text(row, 0, made.shown(player), style("posted"))
    place = f"SUMPRODUCT(MAX(({who}=A{here})*(ROW({who})-{DRAW_FIRST})))"
    sheet.formula(row, 3, place, 0 if line is None else line + 1)
    table = f'IF(D{here}=0,"",IF(INDEX({tables},D{here})="","",INDEX({tables},D{here})))'
    sheet.formula(row, 1, table, (found.table if found else 0) or "", style("posted middle"))
    other = f'INDEX({who},D{here}+IF(INDEX({seats},D{here})="1",1,-1))'
    meets = f'IF(B{here}="","{SITS_OUT}",IF({other}="","—",{other}))'
    cached = (made.shown(opponent) or "—") if found and found.table else SITS_OUT
    sheet.formula(row, 2, meets, cached, style("posted"))
