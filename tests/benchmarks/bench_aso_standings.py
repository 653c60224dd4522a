"""How long the standings of a large accelerated Swiss event take, against writing the same cells with XlsxWriter."""

from __future__ import annotations

import functools
from pathlib import Path
from random import Random

import pytest
from bench_amps import record, replay
from libreoffice import assert_recalculated_equals_cached, recalculate
from measure import report, seconds

from sheetscore.results.table_book import TableBook
from sheetscore.systems.aso.model import AsoEvent, AsoHeader, AsoPlayer, starter_event
from sheetscore.systems.aso.rules import COUNTED
from sheetscore.systems.aso.standings import rank_event
from sheetscore.systems.aso.tables import standings_sheets
from sheetscore.systems.context import EventProgress
from sheetscore.systems.outcomes import ResultRow

PLAYERS, ROUNDS = 1000, 9


def large_event(players: int = PLAYERS) -> AsoEvent:
    """Give an event with many players, of whom a few have one rating."""
    random = Random(1)
    return starter_event("Large event").model_copy(
        update={
            "header": AsoHeader(name="Large event", system="aso", rounds=ROUNDS),
            "players": tuple(
                AsoPlayer(id=f"P{number:04}", name=f"Player {number}", rating=random.randrange(800, 2200))
                for number in range(players)
            ),
        }
    )


def played(event: AsoEvent) -> dict[int, list[ResultRow]]:
    """Play all rounds: who has as many points meets, and one in 50 rounds is missed."""
    random = Random(2)
    points = {player.id: 0 for player in event.players}
    rounds = {}
    for number in range(1, ROUNDS + 1):
        there = [player for player in points if random.random() > 1 / 50]
        there = sorted(there[: len(there) // 2 * 2], key=lambda player: (-points[player], random.random()))
        rows = []
        for table, two in enumerate(zip(there[::2], there[1::2], strict=True), start=1):
            scenario = random.choice(event.scenarios)
            results = random.choice((("win", "loss"), ("win", "loss"), ("loss", "win"), ("draw", "draw")))
            for place, (player, result, side) in enumerate(zip(two, results, scenario.sides, strict=True)):
                points[player] += {"win": 3, "draw": 1, "loss": 0}[result]
                other = two[1 - place]
                row: dict[str, int | str | None] = {"player": player, "name": event.names[player], "opponent": other}
                row |= {"opponent_name": event.names[other], "table": table, "scenario": scenario.id, "side": side.id}
                row |= {"result": result, "points": 0, "decided_by": "play"}
                rows.append(row | {key: random.randrange(6) for key in COUNTED})
        rounds[number] = rows
    return rounds  # type: ignore[return-value]


def bench_standings_of_1000_players_and_9_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = large_event()
    rounds = played(event)
    standings = rank_event(EventProgress(event, rounds))

    def ours() -> None:
        sheets = tuple(standings_sheets(EventProgress(event, rounds, standings=standings)))
        TableBook("Large event", "a4", sheets, "standings", []).write(tmp_path / "ours.xlsx")

    formats, recorded, names = record(monkeypatch, ours)
    cells = [(title, [call for call in calls if call[0] != "insert_chart"]) for title, calls in recorded]

    def raw() -> None:
        replay(tmp_path / "raw.xlsx", formats, cells, names)

    taken = seconds({"standings": ours, "bare XlsxWriter": raw})
    report(f"standings of {PLAYERS} players ({sum(len(calls) for _, calls in cells)} calls)", taken, 2)


def bench_recalculating_standings_of_1000_players(tmp_path: Path) -> None:
    paths = {players: tmp_path / f"{players}.xlsx" for players in (PLAYERS, PLAYERS // 2)}
    for players, path in paths.items():
        event = large_event(players)
        rounds = played(event)
        sheets = tuple(
            standings_sheets(EventProgress(event, rounds, standings=rank_event(EventProgress(event, rounds))))
        )
        TableBook("Large event", "a4", sheets, "standings", []).write(path)

    def load(players: int) -> list[Path]:
        return recalculate([paths[players]], tmp_path / "recalculated")

    taken = seconds({f"{players} players": functools.partial(load, players) for players in paths}, repeats=1)
    report("LibreOffice loads, computes and saves", taken, 4)
    formulas = assert_recalculated_equals_cached(paths[PLAYERS], tmp_path / "recalculated" / f"{PLAYERS}.xlsx")
    print(f"  {formulas} formulas, all as cached")
