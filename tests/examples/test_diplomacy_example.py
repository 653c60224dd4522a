"""The example of Diplomacy: its files fit together, and the demo plays it to standings that are worked out here."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from libreoffice import pdf_pages, to_pdf
from msgspec import Struct
from shared_demos import Demos

from sheetscore.event.load import examine_event
from sheetscore.forms.template import shipped
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import Ranked
from sheetscore.pairing.draw import Draw
from sheetscore.results.record import RoundRecord
from sheetscore.systems.diplomacy.model import DiplomacyEvent

EXAMPLE = shipped("examples") / "diplomacy"
ROUNDS = (1, 2, 3)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
RULED = (3, 3, "Italy")
"""Round, table and power of the ruled score."""


class Played(Struct, frozen=True):
    """The example after the demo."""

    event: DiplomacyEvent
    draws: Mapping[int, Draw]
    records: Mapping[int, RoundRecord]
    ranked: Ranked


@pytest.fixture(scope="module")
def played(demos: Demos) -> Played:
    shown = demos.played("diplomacy")
    opened = open_event(shown.folder)
    assert isinstance(opened.event, DiplomacyEvent)
    return Played(opened.event, {n: draw_of(opened, n).draw for n in ROUNDS}, records(opened), shown.ranked)


Board = dict[str, dict[str, str]]
"""What was typed for each power, and under the empty name for the board, by field."""


def boards(number: int) -> dict[int, Board]:
    """Read the lines of a round as they stand in its file."""
    found: dict[int, Board] = defaultdict(lambda: defaultdict(dict))
    with (EXAMPLE / f"round{number}.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            found[int(line["table"])][line["seat"]][line["field"]] = line["value"]
    return found


def centres_at_the_end(board: Board) -> dict[str, int]:
    """Take the line of the end, else the last year on which anything stands."""
    lines = {field for power in POWERS for field in board[power] if field.startswith("centres.")}
    last = "centres.final" if "centres.final" in lines else max(lines)
    return {power: int(board[power].get(last, 0)) for power in POWERS}


def sum_of_squares(board: Board) -> dict[str, Fraction]:
    """Score a board by hand: squares as shares of 100; all to the one who won."""
    centres, outcome = centres_at_the_end(board), board[""]["outcome"]
    if outcome in {"solo", "concession"}:
        winner = board[""].get("members") or max(centres, key=lambda power: centres[power])
        return {power: Fraction(100 * (power == winner)) for power in POWERS}
    squares = sum(count * count for count in centres.values())
    return {power: Fraction(100 * centres[power] ** 2, squares) for power in POWERS}


def test_the_event_has_nothing_wrong() -> None:
    event, findings = examine_event(EXAMPLE)
    assert isinstance(event, DiplomacyEvent)
    assert [finding for finding in findings if finding.is_error] == []


def test_every_board_is_scored_as_worked_out_here(played: Played) -> None:
    for number in ROUNDS:
        rows = {(row["table"], row["power"]): row for row in played.records[number].rows}
        assert len(rows) == 21
        for table, board in boards(number).items():
            for power, score in sum_of_squares(board).items():
                assert rows[table, power]["computed"] == score
                ruled = (number, table, power) == RULED
                assert rows[table, power]["score"] == (Fraction(25, 2) if ruled else score)


def test_the_ruling_has_its_reason_among_the_findings(played: Played) -> None:
    (ruled,) = (one for one in played.records[3].findings if one.code == "ruled")
    assert "orders of the last year" in ruled.message


def test_the_standings_add_up_the_best_two_rounds(played: Played) -> None:
    scores: dict[str, list[Fraction]] = defaultdict(list)
    for number in ROUNDS:
        worked_out = {table: sum_of_squares(board) for table, board in boards(number).items()}
        for table, power, player in played.draws[number].places():
            ruled = (number, table, power) == RULED
            scores[player].append(Fraction(25, 2) if ruled else worked_out[table][power])
    totals = {player: sum(sorted(found)[-2:]) for player, found in scores.items()}
    assert {row["id"]: row["score"] for row in played.ranked.rows} == totals
    assert [row["score"] for row in played.ranked.rows] == sorted(totals.values(), reverse=True)
    assert played.ranked.rows[0]["name"] == "Nils Aaberg"


def test_as_few_meet_again_as_can_be_and_nobody_has_a_power_twice(played: Played) -> None:
    meetings: Counter[frozenset[str]] = Counter()
    powers: dict[str, list[str]] = defaultdict(list)
    for number in ROUNDS:
        for table in played.draws[number].tables:
            meetings.update(map(frozenset, combinations(table.seated.values(), 2)))
            for power, player in table.seated.items():
                powers[player].append(power)
    assert sum(times * (times - 1) // 2 for times in meetings.values()) == 45
    assert all(len(set(had)) == 3 for had in powers.values())


def test_team_mates_and_the_pair_apart_never_meet(played: Played) -> None:
    teams = {player.id: player.team for player in played.event.players if player.team}
    for number in ROUNDS:
        for table in played.draws[number].tables:
            there = set(table.seated.values())
            assert not {"P10", "P11"} <= there
            assert max(Counter(teams[player] for player in there if player in teams).values()) == 1


def test_a_page_for_each_board(demos: Demos, tmp_path: Path) -> None:
    (pdf,) = to_pdf([demos.played("diplomacy").folder / "round1.xlsx"], tmp_path)
    assert pdf_pages(pdf) == 1 + 3 + 1  # cover, boards, the director's page
