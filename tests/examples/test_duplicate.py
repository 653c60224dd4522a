"""The examples of duplicate play: their files fit together, and the demo gives what can be counted by hand."""

from __future__ import annotations

import csv
from collections import defaultdict
from fractions import Fraction

import pytest
from shared_demos import Demos

from sheetscore.event.load import examine_event
from sheetscore.forms.template import shipped
from sheetscore.operations.standings import Ranked

EXAMPLES = {"duplicate": (7, 7), "duplicate-skip": (8, 7)}
"""Tables and rounds."""

Result = dict[tuple[int, int, str], int]
"""Points by table, round and side."""


@pytest.fixture(scope="module", params=EXAMPLES)
def played(request: pytest.FixtureRequest, demos: Demos) -> tuple[str, Ranked]:
    """The name of an example, and the standings that its demo ends with."""
    name = str(request.param)
    return name, demos.played(name).ranked


def lines(name: str) -> list[dict[str, str]]:
    with (shipped("examples") / name / "travellers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def walked(tables: int, rounds: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Walk the teams from table to table as the guidelines say; red and blue (from 1) by table and round.

    With an even number of tables Red skips one after half of them.
    """
    met = {}
    red, blue = list(range(1, tables + 1)), list(range(1, tables + 1))
    for number in range(1, rounds + 1):
        for table in range(tables):
            met[table + 1, number] = (red[table], blue[table])
        up = 2 if tables % 2 == 0 and number == tables // 2 else 1
        red = red[-up:] + red[:-up]
        blue = blue[1:] + blue[:1]
    return met


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_event_has_nothing_to_find_fault_with(name: str) -> None:
    event, findings = examine_event(shipped("examples") / name / "event.toml")
    assert event is not None
    assert findings == ()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_of_every_traveller_is_filled_for_the_team_that_the_movement_brings_there(name: str) -> None:
    tables, rounds = EXAMPLES[name]
    event, _ = examine_event(shipped("examples") / name / "event.toml")
    assert event is not None
    expected = {
        (table, f"r{number}", f"{side}.sp", event.names[f"{side[0].upper()}{team}"])
        for (table, number), teams in walked(tables, rounds).items()
        for side, team in zip(("red", "blue"), teams, strict=True)
    }
    assert {(int(line["table"]), line["seat"], line["field"], line["label"]) for line in lines(name)} == expected


def test_the_match_points_are_those_of_a_count_table_by_table(played: tuple[str, Ranked]) -> None:
    name, ranked = played
    tables, rounds = EXAMPLES[name]
    met = walked(tables, rounds)
    points: Result = {
        (int(line["table"]), int(line["seat"][1:]), line["field"].partition(".")[0]): int(line["value"])
        for line in lines(name)
    }
    totals: dict[str, Fraction] = defaultdict(Fraction)
    for (table, number, side), mine in points.items():
        others = [points[table, other, side] for other in range(1, rounds + 1) if other != number]
        team = met[table, number][side == "blue"]
        beaten = sum(other < mine for other in others)
        totals[f"{side[0].upper()}{team}"] += beaten + Fraction(sum(other == mine for other in others), 2)
    assert {str(row["id"]): row["score"] for row in ranked.rows} == dict(totals)
    for side in ("red", "blue"):
        scores = [totals[str(row["id"])] for row in ranked.rows if row["side"] == side]
        assert scores == sorted(scores, reverse=True)
        expected, highest = [], 0
        for at, score in enumerate(scores):
            if scores[highest] - score > Fraction(1, 2):
                highest = at
            expected.append(1 + highest)
        assert [row["rank"] for row in ranked.rows if row["side"] == side] == expected


def test_nobody_meets_twice_and_each_red_misses_one_blue_with_eight_tables() -> None:
    for tables, rounds in EXAMPLES.values():
        pairs = list(walked(tables, rounds).values())
        assert len(set(pairs)) == len(pairs) == tables * rounds
