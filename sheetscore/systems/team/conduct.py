"""How an event of team play goes on, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.scoring.bands import read_bands
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Conduct
from sheetscore.systems.team.model import TeamEvent
from sheetscore.systems.team.tables import bands_table
from sheetscore.tables.sheet import TableSheet


def conduct_of(round_: RoundAtHand[TeamEvent]) -> Conduct:
    """Say how rounds are drawn and scored, and what becomes of who comes and goes."""
    settings = round_.event.settings
    counts = "scenario points and team points" if settings.avp_team_points else "scenario points alone"
    bands = read_bands(round_.library.scoring("avp"))
    return Conduct(
        draw=tuple(_draw(round_.event)),
        scoring=(
            "A pilot's scenario points are what the lines of the page add up to, never below 0.",
            f"A team's sum is that of its pilots at both tables: {counts}.",
            "The difference of the two teams' sums gives both their AVPs, by the table of bands.",
            "The standings add up the AVPs. Only equal totals share a rank; there is no tie-break.",
        ),
        attendance=(
            f"With an odd number of teams the lowest that has not sat out so far does, and gets {settings.bye_avp} "
            "AVPs.",
            "A team is there while one of its players is. It comes late with the first round of its players, and "
            "leaves with their last; rounds without it give it nothing.",
            "A player of no team may take the seat of somebody who is missing, in the draw or on the page; what is "
            "scored counts for the team of the seat. Where nobody flies, 0 under flew.",
        ),
        sheets=(TableSheet("Bands", bands.title, tables=(bands_table(bands),)),),
    )


def _draw(event: TeamEvent) -> Iterator[str]:
    yield (
        "Two teams meet at two tables of the same scenario: at each, section A of one flies Red against section B of "
        "the other on Blue."
    )
    if event.settings.first_round == "number":
        yield "Round 1: team 1 meets team 2, 3 meets 4, and so on, by the teams' numbers."
    else:
        yield "Round 1: by lots that follow from the seed."
    points = "of the round before" if event.settings.pair_by == "previous_round" else "in total"
    yield (
        f"Later rounds: the teams stand in the order of their AVPs {points}, equal ones by the total, then by number, "
        "and are paired off from the top. Who met in the round before is not paired again while there is another way."
    )
