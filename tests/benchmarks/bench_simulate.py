"""How long a simulated event takes, against its draws and scores alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from measure import processor, report
from msgspec.structs import replace

from sheetscore.simulation import playing
from sheetscore.simulation.comparing import compare
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.simulation.playing import EventFormat
from sheetscore.systems.system import System, system_called
from sheetscore.workers import in_processes

EVENTS = 100
"""A tenth of those that are asked for: each takes as long as any other."""


def bench_events_of_24_players_over_five_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = 0.0

    def timed(hook: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            nonlocal inside
            start = processor()
            done = hook(*given)
            inside += processor() - start
            return done

        return run

    aso: System[Any] = system_called("aso")
    watched = replace(
        aso,
        draw=timed(aso.draw),
        forms=timed(aso.forms),
        check_entries=timed(aso.check_entries),
        score=timed(aso.score),
        standings=timed(aso.standings),
    )
    monkeypatch.setattr(playing, "system_called", lambda _: watched)
    format_, players = EventFormat("usual", aso.starter("Simulated"), 5), MadeUpPlayers(players=24)
    compare([format_], players, 1, in_processes(1))  # the templates are read
    inside, start = 0.0, processor()
    compare([format_], players, EVENTS, in_processes(1))
    taken = {"simulated": processor() - start, "draws, sheets, scores and standings alone": inside}
    report(f"{EVENTS} events of 24 players over five rounds of aso", taken, limit=1.3)
