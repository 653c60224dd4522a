"""How long a large draw takes."""

from __future__ import annotations

import time

from amps_event import amps_event
from measure import limit

from sheetscore.pairing.draw import Flown
from sheetscore.systems.amps import AMPS


def bench_draws_of_40_tables_of_9() -> None:
    event = amps_event(players=360, tables=40, rounds=("bridge", "sweep", "bridge"))
    history: list[Flown] = []
    begun = time.perf_counter()
    for number in (1, 2, 3):
        history += AMPS.draw(event, number, history).as_flown()
    limit("three draws of 40 tables for 360 pilots", time.perf_counter() - begun, 18, "s")
