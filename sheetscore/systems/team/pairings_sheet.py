"""The pairings of a draw, posted: which teams meet, and at which tables. They follow the list by formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.workbooks.names import Area
from sheetscore.workbooks.paper import fit_width

_FIRST = 4
_PILOT, _TEAM = 5, 6
"""Hidden columns: every pilot as the list shows them, and the pilot's team."""

_NOBODY = "—"


@dataclass(frozen=True)
class _Meeting:
    """Two teams at two tables: for each team the lines of the list (from 0) on which its pilots sit."""

    tables: tuple[int, int]
    first: tuple[int, ...]
    second: tuple[int, ...]


def post_pairings(made: DrawBook) -> None:
    """Post which teams meet, and which one sits out: the team of whoever is drawn there."""
    sheet = made.sheet("Pairings", "pairings")
    style = made.style
    sheet.widths((60, 250, 50, 250, 120))
    sheet.raw.set_column(_PILOT, _TEAM, None, None, {"hidden": True})
    teams = made.event.team_names
    for row, (player, team) in enumerate(teams.items(), start=_FIRST):
        sheet.text(row, _PILOT, made.shown(player))
        sheet.text(row, _TEAM, team)
    last = _FIRST + len(teams) - 1
    pilots, titles = (Area("Pairings", _FIRST, at, last, at).reference for at in (_PILOT, _TEAM))
    for column, heading in enumerate(("", "Team", "", "meets", "at tables")):
        sheet.text(_FIRST - 1, column, heading, style("column"))
    meetings = _meetings(made)
    for row, meeting in enumerate(meetings, start=_FIRST):
        sheet.height(row, 26)
        sheet.number(row, 0, row - _FIRST + 1, style("posted middle"))
        for column, lines in ((1, meeting.first), (3, meeting.second)):
            sheet.formula(row, column, _team(made, lines, pilots, titles), _shown(made, lines, teams), style("posted"))
        sheet.text(row, 2, "v", style("posted middle"))
        sheet.text(row, 4, " and ".join(map(str, meeting.tables)), style("posted middle"))
    end = _FIRST + len(meetings)
    out = tuple(number for number, line in enumerate(made.lines) if not line.table and line.player)
    if out:
        sheet.height(end, 26)
        sheet.formula(end, 1, _team(made, out, pilots, titles), _shown(made, out, teams), style("posted"))
        sheet.text(end, 3, made.event.unseated.bye, style("posted"))
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=_FIRST - 1, area=(max(end - (not out), _FIRST), 4))


def _meetings(made: DrawBook) -> list[_Meeting]:
    """Pair the tables as they are numbered: 1 with 2, 3 with 4; a team changes sides between the two."""
    numbers = {table.number for table in made.draw.tables}
    found = []
    for one in sorted(number for number in numbers if number % 2 and number + 1 in numbers):
        seats: dict[tuple[int, str], list[int]] = {}
        for (table, seat), line in made.line_of.items():
            if table in {one, one + 1}:
                seats.setdefault((table - one, seat.partition(".")[0]), []).append(line)
        red, blue = sorted({side for _, side in seats}, reverse=True)
        first = (*seats[0, red], *seats[1, blue])
        found.append(_Meeting((one, one + 1), first, (*seats[0, blue], *seats[1, red])))
    return found


def _team(made: DrawBook, lines: tuple[int, ...], pilots: str, titles: str) -> str:
    """Write the team of whoever sits on these seats; a substitute who belongs to none does not count."""
    sits = "+".join(f"({pilots}={made.cell(line)})" for line in lines)
    place = f"SUMPRODUCT(MAX(({sits})*(ROW({pilots})-{_FIRST})))"
    return f'IF({place}=0,"{_NOBODY}",INDEX({titles},{place}))'


def _shown(made: DrawBook, lines: tuple[int, ...], teams: Mapping[str, str]) -> str:
    sitting = {made.lines[line].player for line in lines}
    return next((team for player, team in reversed(list(teams.items())) if player in sitting), _NOBODY)
