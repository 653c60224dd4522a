"""The example of matched games: its files fit together, and the demo comes to what can be worked out by hand."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from shared_demos import Demos

from sheetscore.event.folder import EventFolder
from sheetscore.event.load import examine_event
from sheetscore.forms.template import shipped
from sheetscore.operations.ingest import ingest
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.systems.match.history import revisions
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import MatchResult, ladder_before

EXAMPLE = shipped("examples") / "match"
ROUNDS = (1, 2, 3)


@pytest.fixture(scope="module")
def folder(demos: Demos) -> EventFolder:
    return EventFolder(demos.played("match").folder)


@pytest.fixture(scope="module")
def records(folder: EventFolder) -> Mapping[int, RoundRecord]:
    return {number: read_results(folder.results(number)) for number in ROUNDS}


@pytest.fixture(scope="module")
def event() -> MatchEvent:
    loaded, findings = examine_event(EXAMPLE / "event.toml")
    assert findings == ()
    assert isinstance(loaded, MatchEvent)
    return loaded


def matches(record: RoundRecord, player: str) -> list[tuple[object, ...]]:
    """Give total, result, level and what decided of a player's matches of a round."""
    keys = ("total", "result", "level", "decided_by")
    return [tuple(row[key] for key in keys) for row in record.rows if row["player"] == player]


def test_the_readme_names_every_file_of_the_example() -> None:
    readme = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in readme for path in EXAMPLE.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("number", ROUNDS)
def test_the_values_are_those_of_the_players_at_their_tables(
    number: int, event: MatchEvent, records: Mapping[int, RoundRecord]
) -> None:
    names = {
        int(row["table"] or 0): f"{row['name']} v {row['opponent_name']}" for row in reversed(records[number].rows)
    }
    with (EXAMPLE / f"round{number}.csv").open(encoding="utf-8", newline="") as file:
        assert {(int(line["table"]), line["label"]) for line in csv.DictReader(file)} == set(names.items())


def test_match_3_levels_of_single_matches(records: Mapping[int, RoundRecord]) -> None:
    assert matches(records[1], "P1") == [
        (7, "win", "substantive", "level"),
        (0, "draw", None, "none"),
        (-3, "loss", "marginal", "level"),
    ]


def test_match_5_levels_with_a_handicap_of_8(records: Mapping[int, RoundRecord]) -> None:
    assert matches(records[1], "P5") == [
        (9, "win", "marginal", "level"),  # against the handicap
        (6, "win", "marginal", "level"),
        (5, "draw", None, "none"),
    ]
    assert matches(records[1], "P7") == [
        (4, "draw", None, "none"),
        (0, "loss", "marginal", "handicap"),
        (-4, "loss", "substantive", "level"),  # the other one wins without it, too
    ]


def test_match_6_a_handicap_revised_over_three_series(event: MatchEvent, records: Mapping[int, RoundRecord]) -> None:
    rounds = MatchResult.read_rounds({number: record.rows for number, record in records.items()})
    made = revisions(event, "P2", "P1", "Hills", rounds, 4)
    assert [one.step.new for one in made] == [Fraction(8, 3), Fraction(16, 3), Fraction(-88, 9)]
    second = made[1].meeting.series(event)
    assert abs(second.net) == 1
    assert second.level == "marginal"


def test_match_6_a_handicap_that_has_passed_to_the_other(records: Mapping[int, RoundRecord]) -> None:
    assert {row["handicap"] for row in records[2].rows if row["player"] == "P3"} == {10}
    assert matches(records[2], "P3")[0] == (-3, "win", "marginal", "handicap")


def test_match_8_the_ladder_after_each_round(event: MatchEvent, records: Mapping[int, RoundRecord]) -> None:
    rounds = MatchResult.read_rounds({number: record.rows for number, record in records.items()})
    orders = ["".join(ladder_before(event, number, rounds)).replace("P", "") for number in range(1, 5)]
    assert orders == ["12345678", "12435687", "12435687", "21546378"]


def test_match_2_tie_breakers(records: Mapping[int, RoundRecord]) -> None:
    assert [how for *_, how in matches(records[3], "P5")] == ["both", "turn", "losses"]
    assert [how for *_, how in matches(records[3], "P6")] == ["points", "games", "none"]
    assert [result for _, result, *_ in matches(records[3], "P5")] == ["win", "loss", "win"]
    assert [result for _, result, *_ in matches(records[3], "P6")] == ["loss", "win", "draw"]


def test_match_4_a_series_that_was_ended_has_its_matches(records: Mapping[int, RoundRecord]) -> None:
    assert [result for _, result, *_ in matches(records[2], "P8")] == ["win", "draw"]


def test_match_6_scripts_are_told_the_series_of_a_round(folder: EventFolder, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder.path, tmp_path / "copy"))
    told = ingest(copy / "round1.xlsx").as_json()["series"]
    assert isinstance(told, list)
    passed = next(line for line in told if line["handicap"] and line["handicap"]["new"] == 10)
    assert passed["complete"] is True
    assert (passed["handicap"]["old"], passed["handicap"]["raw"]) == (pytest.approx(-14 / 3), pytest.approx(52 / 3))
    assert abs(passed["totals"][0]) == 26
    assert passed["handicap"]["player"] in passed["players"]
    assert passed["handicap"]["player"] != passed["winner"]
