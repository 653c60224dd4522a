"""The example of team play: what is in its files fits together, and the demo plays it to the standings."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from msgspec import Struct
from round_contexts import filled_round
from shared_demos import Demos

from sheetscore.event.load import examine_event
from sheetscore.findings import Severity
from sheetscore.forms.template import shipped
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import Ranked
from sheetscore.pairing.draw import Draw
from sheetscore.results.record import RoundRecord
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import TeamEvent

EXAMPLE = shipped("examples") / "team-of-four"
ROUNDS = (1, 2, 3)
SUBSTITUTED = (2, 5, "blue.2")
"""Round, table and seat of the pilot who was away and for whom somebody else flew."""
NO_SHOW = (3, 6, "red.2")
RULED = (3, 1, "blue.1")


class Played(Struct, frozen=True):
    """The example after the demo."""

    event: TeamEvent
    draws: Mapping[int, Draw]
    records: Mapping[int, RoundRecord]
    pilots: Mapping[int, Sequence[ResultRow]]
    ranked: Ranked


@pytest.fixture(scope="module")
def played(demos: Demos) -> Played:
    shown = demos.played("team-of-four")
    opened = open_event(shown.folder)
    assert isinstance(opened.event, TeamEvent)
    made = records(opened)
    pilots = {
        n: TEAM.score(filled_round(opened.event, round_.forms, made[n].entries, round_.draw)).players
        for n in ROUNDS
        for round_ in [drawn_round(opened, n)]
    }
    return Played(opened.event, {n: draw_of(opened, n).draw for n in ROUNDS}, made, pilots, shown.ranked)


def lines(number: int) -> list[dict[str, str]]:
    with (EXAMPLE / f"round{number}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rows(played: Played, number: int) -> dict[str, Mapping[str, object]]:
    return {str(row["name"]): row for row in played.records[number].rows}


def pairs(played: Played, number: int) -> set[frozenset[object]]:
    return {frozenset((row["name"], row["opponent_name"])) for row in played.records[number].rows}


def test_the_event_has_nothing_to_find_fault_with() -> None:
    event, findings = examine_event(EXAMPLE / "event.toml")
    assert isinstance(event, TeamEvent)
    assert findings == ()
    assert len(event.teams) == 6
    assert all(len(event.members(team, section)) == 2 for team in event.teams for section in ("A", "B"))
    assert [player.name for player in event.players if player.is_substitute] == ["Otto Lindgren"]


@pytest.mark.parametrize("number", ROUNDS)
def test_every_seat_has_values_and_they_are_for_the_pilot_drawn(number: int, played: Played) -> None:
    names = played.event.names
    drawn = {(table, seat): names[player] for table, seat, player in played.draws[number].places()}
    if number == SUBSTITUTED[0]:
        drawn[SUBSTITUTED[1:]] = "Otto Lindgren"
    labelled = {(int(line["table"]), line["seat"], line["label"]) for line in lines(number) if line["seat"]}
    assert labelled == {(table, seat, name) for (table, seat), name in drawn.items()}
    assert len(drawn) == 24


@pytest.mark.parametrize("number", ROUNDS)
def test_every_pilot_counts_what_the_lines_come_to(number: int, played: Played) -> None:
    claimed = {
        (int(line["table"]), line["seat"]): int(line["value"])
        for line in lines(number)
        if line["field"] == "claimed.sp"
    }
    sp = {(row["table"], row["seat"]): row["sp"] for row in played.pilots[number]}
    assert len(claimed) == len(sp)
    differing = {place for place in claimed if claimed[place] != sp[place]}
    assert differing == ({RULED[1:]} if number == RULED[0] else set())


@pytest.mark.parametrize("number", ROUNDS)
def test_every_table_has_a_log_in_the_order_of_turns(number: int) -> None:
    turns: dict[str, list[int]] = defaultdict(list)
    for line in lines(number):
        if line["field"].startswith("log.") and line["field"].endswith(".turn"):
            turns[line["table"]].append(int(line["value"]))
    assert set(turns) == set("123456")
    assert all(here == sorted(here) for here in turns.values())


def test_round_1_has_the_example_of_the_guidelines(played: Played) -> None:
    row = rows(played, 1)["Bogey Nine"]
    assert (row["opponent_name"], row["sp"], row["opponent_sp"]) == ("Low and Fast", 44, 22)
    assert (row["difference"], row["avp"], rows(played, 1)["Low and Fast"]["avp"]) == (22, 17, 3)
    flown: dict[tuple[object, object], Fraction] = defaultdict(Fraction)
    for pilot in played.pilots[1]:
        flown[pilot["team_name"], pilot["section"]] += Fraction(pilot["sp"] or 0)
    assert [flown["Bogey Nine", side] for side in ("red", "blue")] == [36, 8]
    assert [flown["Low and Fast", side] for side in ("red", "blue")] == [20, 2]


def test_nobody_meets_twice_in_a_row_and_two_teams_meet_again(played: Played) -> None:
    first, second, third = (pairs(played, number) for number in ROUNDS)
    assert not first & second
    assert not second & third
    assert first & third == {frozenset(("Tally Ho", "Sandbaggers"))}


def test_the_only_things_found_are_a_substitute_a_no_show_and_a_ruling(played: Played) -> None:
    all_found = {number: [(one.severity, one.code) for one in played.records[number].findings] for number in ROUNDS}
    adverse = (Severity.NOTE, "modifier-adverse")
    # so many lines of the example have a modifier above 0
    assert {number: lines.count(adverse) for number, lines in all_found.items()} == {1: 0, 2: 5, 3: 0}
    found = {number: [one for one in lines if one != adverse] for number, lines in all_found.items()}
    assert found == {1: [], 2: [("note", "substitute")], 3: [("note", "ruled"), ("note", "did-not-fly")]}


def test_the_substitute_scores_for_the_team_whose_seat_it_is_and_the_no_show_scores_nothing(played: Played) -> None:
    pilots = {(n, row["table"], row["seat"]): row for n in ROUNDS for row in played.pilots[n]}
    assert (pilots[SUBSTITUTED]["name"], pilots[SUBSTITUTED]["team_name"]) == ("Otto Lindgren", "Night Owls")
    assert int(str(pilots[SUBSTITUTED]["sp"])) > 0
    assert NO_SHOW not in pilots
    assert pilots[RULED]["sp"] == 6


def test_standings_are_the_sum_over_the_rounds_and_a_rank_is_shared(played: Played) -> None:
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for record in played.records.values():
        for row in record.rows:
            sums[str(row["team"])] += Fraction(row["avp"] or 0)
    assert {str(row["id"]): row["score"] for row in played.ranked.rows} == sums
    assert sum(sums.values()) == 3 * 3 * 20
    assert [row["rank"] for row in played.ranked.rows] == [1, 2, 2, 4, 5, 6]


def test_the_readme_names_every_file_of_the_example() -> None:
    readme = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    others = {path.name for path in EXAMPLE.iterdir()} - {"README.md"}
    assert {name for name in others if f"`{name}`" in readme} == others
