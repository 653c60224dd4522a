"""The draw of a round of an AMPS event: equal section totals first, then variety."""

from __future__ import annotations

from sheetscore.pairing.draw import Draw
from sheetscore.pairing.origins import origins_of
from sheetscore.pairing.sections.draw import draw_planned
from sheetscore.pairing.sections.plan import Plan, PlannedRound, PlannedSide
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.amps.score import flown
from sheetscore.systems.at_hand import RoundAtHand


def draw_round(round_: RoundAtHand[AmpsEvent]) -> Draw:
    """Seat the pilots of a round, so that all can reach equal section totals by the end of the event.

    The aim is that of the source, that everybody's section total be the same when the event is over
    (Tournament Guidelines, 1991, Factoring), and that nobody meets the same people or flies the same
    scenario twice (there, General Guidelines).

    The rounds to come whose scenario is named are looked ahead to; of the rounds before counts who flew in them.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        Nobody plays in it.
    """
    history = [flight for before in round_.earlier for flight in flown(before)]
    return draw_planned(plan_of(round_.event), round_.stage, history)


def plan_of(event: AmpsEvent) -> Plan:
    """Return what an event plans, as the draw looks at it: the rounds whose scenario is named."""
    unnamed = event.unnamed_rounds
    return Plan(
        seed=event.header.seed,
        names={player.id: player.name for player in event.players},
        rounds=tuple(
            _planned(event, number, tables)
            for number, tables in sorted((round_.number, round_.tables) for round_ in event.rounds)
            if number not in unnamed
        ),
        origins=origins_of(event.players, event.settings.keep_apart),
    )


def _planned(event: AmpsEvent, number: int, tables: int) -> PlannedRound:
    scenario = event.scenario_of(number)
    return PlannedRound(
        number=number,
        scenario=scenario.id,
        sides=tuple(PlannedSide(side.id, side.force, side.seats) for side in scenario.sides),
        tables=tables,
        pilots=frozenset(player.id for player in event.playing(number)),
    )
