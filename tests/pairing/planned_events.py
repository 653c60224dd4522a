"""Small plans of events for the tests of the draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sheetscore.pairing.draw import Draw, Flown
from sheetscore.pairing.sections.draw import draw_planned
from sheetscore.pairing.sections.plan import Plan, PlannedRound, PlannedSide

STRIKE = (PlannedSide("strike", "blue", 4), PlannedSide("ds", "blue", 2), PlannedSide("cap", "red", 3))
"""The example of the guidelines: at four tables sections of 16, 8 and 12."""
MELEE = (PlannedSide("west", "blue", 9), PlannedSide("east", "red", 9))
"""At two tables sections of 18 and 18."""


def duel(number: int, seats: int = 1) -> tuple[PlannedSide, ...]:
    """Two equal sides whose ids no other round has."""
    return (PlannedSide(f"red{number}", "red", seats), PlannedSide(f"blue{number}", "blue", seats))


def plan(
    pilots: int,
    rounds: Sequence[tuple[str, int, tuple[PlannedSide, ...]]],
    *,
    seed: int = 1,
    missing: Mapping[int, Sequence[int]] | None = None,
) -> Plan:
    """Plan rounds of (scenario, tables, sides) for pilots 1, 2 ...; ``missing`` says who misses which rounds."""
    away = missing or {}
    names = {pilot_id(number): f"Pilot {number}" for number in range(1, pilots + 1)}
    planned = tuple(
        PlannedRound(
            number,
            scenario,
            sides,
            tables,
            frozenset(pilot_id(p) for p in range(1, pilots + 1) if number not in away.get(p, ())),
        )
        for number, (scenario, tables, sides) in enumerate(rounds, start=1)
    )
    return Plan(seed, names, planned)


def pilot_id(number: int) -> str:
    return f"P{number:03}"


def play(planned: Plan) -> tuple[list[Draw], list[Flown]]:
    """Draw every round in turn, everybody flying as drawn."""
    draws: list[Draw] = []
    history: list[Flown] = []
    for round_ in planned.rounds:
        draws.append(draw_planned(planned, round_.number, history))
        history += draws[-1].as_flown()
    return draws, history


def totals(history: Sequence[Flown]) -> Counter[str]:
    """The section total of each pilot."""
    total: Counter[str] = Counter()
    for flown in history:
        total[flown.player] += flown.section_size
    return total
