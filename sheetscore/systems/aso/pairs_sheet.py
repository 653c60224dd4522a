"""The pairs of a draw, posted: by table with the reason for each, by name with table and opponent."""

from __future__ import annotations

from sheetscore.sheets.draw_list import DRAW_FIRST, DrawBook
from sheetscore.sheets.postings import NameLine, post_names
from sheetscore.workbooks.paper import fit_width


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
        cell, line = made.cell(number), made.lines[number]
        sheet.formula(row, 1, f'IF({cell}="","",{cell})', made.shown(line.player))
        sheet.formula(row, 2, f'IF({cell}="","","{line.seat}")', line.seat if line.player else "")
    last = DRAW_FIRST + len(made.draw.tables) + len(out) - 1
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=DRAW_FIRST - 1, area=(max(last, DRAW_FIRST), 4))


def post_opponents(made: DrawBook) -> None:
    """Post where everybody sits and whom they meet, by name: the opponent is on the next line of the list, or above."""

    def opponent(line: NameLine) -> tuple[str, str]:
        who, seats = made.column("Who"), made.column("Seat")
        other = f'INDEX({who},D{line.here}+IF(INDEX({seats},D{line.here})="1",1,-1))'
        meets = f'IF(B{line.here}="",INDEX({seats},D{line.here}),IF({other}="","—",{other}))'
        formula = f'IF(D{line.here}=0,"{line.without}",{meets})'
        if line.found is None:
            return formula, line.without
        if not line.found.table:
            return formula, line.found.seat
        met = next(one for one in made.lines if one.table == line.found.table and one.seat != line.found.seat)
        return formula, made.shown(met.player) or "—"

    post_names(made, ("Name", "Table", "meets"), (300, 80, 300), opponent)
