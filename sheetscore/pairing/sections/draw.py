"""Draw one round of an event whose pilots are scored in sections: sides, tables and the report."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sheetscore.event.identity import seat_id
from sheetscore.findings import finding
from sheetscore.pairing.draw import Draw, Flown, TableDraw
from sheetscore.pairing.sections.plan import Lineup, Plan, lineups, sit_outs
from sheetscore.pairing.sections.report import absences, repetitions, spreads
from sheetscore.pairing.sections.seating import Tables, choose_tables
from sheetscore.pairing.sections.sides import choose_sides
from sheetscore.problems import MistakesFound, WrongUsage


def draw_planned(plan: Plan, number: int, history: Sequence[Flown]) -> Draw:
    """Draw a round.

    What is minimised, each before the next: the spread of section totals at the end of the event, scenarios
    and sides flown again, opponents met again, team mates met again. Equals are parted by lots, so that the
    same plan, history and seed give the same draw everywhere.

    Parameters
    ----------
    plan
        The event's rounds.
    number
        The round to draw.
    history
        Who flew; only the rounds before count.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        Nobody plays in it.
    """
    before = [earlier for earlier in history if earlier.round < number]
    ahead = lineups(plan, number, before)
    if not ahead or ahead[0].planned.number != number:
        planned = ", ".join(str(round_.number) for round_ in plan.rounds) or "none"
        raise WrongUsage(f"The event plans no round {number}; the rounds that it plans: {planned}.")
    if not ahead[0].flying:
        raise MistakesFound(
            [
                finding(
                    "event-missing",
                    f"Nobody plays in round {number}: enter pilots, or change the rounds that they play in.",
                )
            ]
        )
    outlook = choose_sides(ahead, before, plan.seed)
    tables = choose_tables(outlook, ahead[0], before, plan.forces, plan.seed)
    draw = Draw(number, _tables(ahead[0], tables), ahead[0].sitting_out, ())
    report = chain(
        spreads(outlook),
        absences(draw, plan.names, sit_outs(plan, number, before)),
        repetitions(draw, before, plan.names, plan.forces),
    )
    return Draw(number, draw.tables, draw.byes, tuple(report))


def _tables(lineup: Lineup, tables: Tables) -> tuple[TableDraw, ...]:
    """Put the pilots on numbered seats; those at the end of a side stay empty."""
    drawn = []
    for number, crews in enumerate(tables, start=1):
        seats: dict[str, str | None] = {}
        for side, crew in zip(lineup.planned.sides, crews, strict=True):
            for seat in range(side.seats):
                seats[seat_id(side.id, seat + 1)] = crew[seat] if seat < len(crew) else None
        drawn.append(TableDraw(number, lineup.planned.scenario, seats))
    return tuple(drawn)
