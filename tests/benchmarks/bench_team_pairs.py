"""How long pairing many teams takes, against writing as many rows with XlsxWriter alone."""

from __future__ import annotations

from io import BytesIO

from measure import report, seconds
from xlsxwriter import Workbook

from sheetscore.pairing.team_pairs import PairedTeam, TeamDraw, TeamRound, pair_teams

TEAMS = [PairedTeam(f"T{number:03}", f"Team {number}", number) for number in range(1, 501)]


def draw_after(earlier: list[TeamRound]) -> TeamDraw:
    number = len(earlier) + 1
    return pair_teams(TEAMS, number, f"s{number}", earlier, pair_by="previous_round", first_round="number", seed=1)


def scored(draw: TeamDraw, number: int) -> TeamRound:
    """A round in which every third pair draws, so that many teams are equal and neighbours have just met."""
    avps: dict[str, int] = {}
    opponents: dict[str, str | None] = {}
    for place, (higher, lower) in enumerate(draw.pairs):
        won = (10, 12, 17)[place % 3]
        avps |= {higher: won, lower: 20 - won}
        opponents |= {higher: lower, lower: higher}
    return TeamRound(number, f"s{number}", avps, opponents)


def write_rows() -> None:
    """Write a row for each team: id, name, number and points."""
    with Workbook(BytesIO()) as book:
        sheet = book.add_worksheet()
        for row, team in enumerate(TEAMS):
            sheet.write_string(row, 0, team.id)
            sheet.write_string(row, 1, team.name)
            sheet.write_number(row, 2, team.number)
            sheet.write_number(row, 3, 10)


def bench_pairing_500_teams_after_3_rounds() -> None:
    earlier: list[TeamRound] = []
    for number in (1, 2, 3):
        earlier.append(scored(draw_after(earlier), number))
    taken = seconds({"pairing": lambda: draw_after(earlier), "XlsxWriter": write_rows})
    report("pairing 500 teams after 3 rounds, against writing 500 rows of 4 cells", taken, 1)
