"""How long the site of an event takes, against the workbooks with the same tables."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from aso_event import aso_event
from large_round import filled_alike
from measure import report, seconds

from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.history import rank, records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.publish import publish, round_as_scored
from sheetscore.results.round_results import results_book
from sheetscore.results.standings_workbook import standings_book

PLAYERS, ROUNDS = 200, 9


def played(folder: Path) -> None:
    """Play all rounds: the first of two wins."""
    write_event(aso_event(PLAYERS, ROUNDS), folder)
    for number in range(1, ROUNDS + 1):
        lines = ((",winner", 1), (",scenario.played", f"Scenario {3 * number}"))
        filled_alike(folder, PLAYERS // 2, lines, number)
        assert ingest(folder / f"round{number}.xlsx").status != "errors"


def bench_site_of_200_players_and_9_rounds(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    played(folder)

    def workbooks() -> None:
        opened = open_event(folder)
        scored, now = records(opened), dt.datetime.now(dt.UTC)
        for stage, record in scored.items():
            book = results_book(
                opened.system, round_as_scored(opened, stage, scored), record.findings, record.source, now
            )
            book.write(tmp_path / f"round{stage}.xlsx")
        standings_book(opened.event, opened.system, rank(opened, scored), scored, now).write(tmp_path / "all.xlsx")

    taken = seconds({"site": lambda: publish(folder), "workbooks": workbooks}, repeats=3)
    report(f"site of {PLAYERS} players and {ROUNDS} rounds", taken, 1.5)
