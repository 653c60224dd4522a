"""How rounds of teams are drawn and scored, in sentences that a director can follow with a pencil."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.scoring.tie_steps import said
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Procedure
from sheetscore.systems.team.by_hand import pencil_work
from sheetscore.systems.team.model import TeamEvent
from sheetscore.systems.team.score import read_bands
from sheetscore.systems.team.tables import bands_table
from sheetscore.tables.sheet import TableSheet


def describe_procedure(round_: RoundContext[TeamEvent]) -> Procedure:
    """Return the procedure of the event: how rounds are drawn and scored, late entries and withdrawals."""
    settings = round_.event.settings
    counts = (
        "scenario points and team points"
        if settings.avp_team_points
        else "scenario points alone. Team points do not count: “+ TP” and “= RS” may stay blank on sheets"
    )
    bands = read_bands(round_.library.scoring("avp"))
    return Procedure(
        draw=tuple(_draw(round_.event)),
        scoring=(
            "A pilot's scenario points are what the lines of the page add up to, never below 0.",
            f"A team's sum is that of its pilots at both tables: {counts}.",
            "The difference of the two teams' sums gives both their AVPs, by the table of bands.",
            "The standings add up the AVPs. Only equal totals share a rank.",
            *(said(settings.tie_breaks) or ("There is no tie-break.",)),
        ),
        attendance=(
            f"With an odd number of teams the lowest that has not sat out so far does, and gets {settings.bye_avp} "
            "AVPs.",
            "A team is there while one of its players is. It comes late with the first round of its players, and "
            "leaves with their last; rounds without it give it nothing.",
            "A player of no team may take the seat of somebody who is missing, in the draw or on the page; what is "
            "scored counts for the team of the seat. Where nobody flies, 0 in “write 0 if nobody flew”.",
        ),
        by_hand=(
            f"Cut the cards apart. Round 1: {_FIRST_BY_HAND[settings.first_round]}. Later: lay them out in the order "
            "of the AVPs, as the rule above says.",
            "With an odd number take out the lowest card that has not sat out. From the top each card meets the next "
            "one left that it did not meet in the round before. If that leaves two who did, take the pair above them "
            "apart: its upper card meets the next one down instead; and so on upwards, until all are paired. "
            "Only where there is no other way do two meet again.",
            "A pair plays at two tables beside each other: section A of the upper card flies Red at the first and "
            "section B Blue at the second.",
            "Write on the posting who sits where, and on both cards the tables and whom the team meets.",
        ),
        pencil=pencil_work(round_.event, bands),
        sheets=(TableSheet("Bands", bands.title, tables=(bands_table(bands),)),),
    )


_FIRST_BY_HAND = {
    "number": "lay the cards out in the order of the teams' numbers",
    "random": "shuffle the cards",
}
"""How the cards lie in round 1, by the setting."""


def _draw(event: TeamEvent) -> Iterator[str]:
    yield (
        "Two teams meet at two tables of the same scenario: at each, section A of one flies Red against section B of "
        "the other on Blue."
    )
    if event.settings.first_round == "number":
        yield "Round 1: team 1 meets team 2, 3 meets 4, and so on, by the teams' numbers."
    else:
        yield "Round 1: by lot. Shuffle the cards of the teams, and pair them off from the top."
    points = "of the round before" if event.settings.pair_by == "previous_round" else "in total"
    yield (
        f"Later rounds: the teams stand in the order of their AVPs {points}, equal ones by the total, then by number, "
        "and are paired off from the top. Who met in the round before is not paired again while there is another way."
    )
