"""How long a large draw takes."""

from __future__ import annotations

from amps_event import amps_event, flown_row
from measure import limit, processor

from sheetscore.systems.amps import AMPS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound


def bench_draws_of_40_tables_of_9() -> None:
    event = amps_event(players=360, tables=40, rounds=("bridge", "sweep", "bridge"))
    earlier: list[EarlierRound] = []
    begun = processor()
    for number in (1, 2, 3):
        drawn = AMPS.draw(RoundContext(event, number, earlier))
        earlier.append(EarlierRound(number, event.scenario_of(number).id, [*map(flown_row, drawn.as_flown())]))
    limit("three draws of 40 tables for 360 pilots", processor() - begun, 18, "s")
