"""The columns that scripts rely on are those that the documents list."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from shared_demos import Demos

from sheetscore.event.registry import known_systems
from sheetscore.operations.export import DRAW_KEYS, export
from sheetscore.results.event_log import event_log_of
from sheetscore.systems.system import system_called

PAGE = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")


def listed(what: str) -> list[list[str]]:
    """Give the columns in each cell of the line of the table that begins with so and so."""
    (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| {what} "))
    return [re.findall(r"`(\w+)`", cell) for cell in line.split("|")[2:-1]]


def keys(rows: list[dict[str, object]]) -> set[str]:
    return {key for row in rows for key in row}


@pytest.mark.parametrize("system", sorted(known_systems()))
def test_rows_have_the_columns_that_are_listed(system: str, demos: Demos) -> None:
    folder = demos.played(system_called(system).examples[0]).folder
    results = [json.loads(export(path, "json"))["rows"] for path in sorted(folder.glob("*-results.xlsx"))]
    ranked = json.loads(export(folder / "standings.xlsx", "json"))["rows"]
    of_results, of_standings = listed(system)
    assert keys([row for rows in results for row in rows]) == set(of_results)
    assert keys(ranked) == set(of_standings)


def test_the_columns_of_draws_and_logs_are_listed() -> None:
    assert listed("a draw (`round1-draw.xlsx`)") == [[*DRAW_KEYS]]
    for what, system in (("(`export round1-results.xlsx --log`)", "amps"), ("of duplicate", "duplicate")):
        assert listed(f"event logs {what}") == [[*event_log_of({}, system_called(system).rare.page_kinds).keys]]
