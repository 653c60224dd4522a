"""TIE-1 in the systems: what a round is to somebody for the tie-breaks, and the examples with rows of results."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from aso_event import aso_event as usual_aso
from match_event import match_event, played
from team_event import team_event

import sheetscore
from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.swiss_ranking import decide_swiss
from sheetscore.systems.aso.model import AsoSettings
from sheetscore.systems.aso.standings import rank_event as rank_aso
from sheetscore.systems.aso.standings import swiss_field
from sheetscore.systems.context import EventProgress
from sheetscore.systems.match.record import decided_chain as match_chain
from sheetscore.systems.match.record import rank_event as rank_match
from sheetscore.systems.match.score import bye_of
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.team.score import TeamResult
from sheetscore.systems.team.score import decided_chain as team_chain

IDS = {"A": "P01", "B": "P02", "C": "P03", "D": "P04", "E": "P05"}
LETTERS = {id_: letter for letter, id_ in IDS.items()}

EXAMPLE_2 = {1: ("A>B", "C=D", "E"), 2: ("A>E", "B>C", "D"), 3: ("A=D", "B>E")}
SIGNS = {">": ("win", "loss"), "=": ("draw", "draw")}
POINTS = {"win": 3, "draw": 1, "loss": 0, "bye": 3}


def aso_row(player: str, opponent: str | None, result: str | None) -> ResultRow:
    return {
        "player": IDS[player], "name": player, "opponent": opponent and IDS[opponent], "opponent_name": opponent,
        "table": None if opponent is None else 1, "result": result, "points": POINTS.get(result or "", 0),
    }  # fmt: skip


def aso_rows(*games: str) -> list[ResultRow]:
    rows = []
    for game in games:
        if len(game) == 1:
            rows.append(aso_row(game, None, "bye"))
        else:
            one, sign, other = tuple(game)
            first, second = SIGNS[sign]
            rows += [aso_row(one, other, first), aso_row(other, one, second)]
    return rows


def aso(*chain: str, **settings: Any) -> EventProgress[Any]:
    event = usual_aso(5).model_copy(update={"settings": AsoSettings(tie_breaks=chain, **settings)})
    return EventProgress(event, {number: aso_rows(*games) for number, games in EXAMPLE_2.items()})


def of_players(progress: EventProgress[Any], key: str) -> dict[str, Any]:
    return {LETTERS[str(row["id"])]: row[key] for row in rank_aso(progress).rows}


def test_tie_1_example_2_with_rows_of_accelerated_swiss() -> None:
    ids = ("buchholz", "sonneborn_berger", "progressive", "direct")
    expected = {
        "score": {"A": 7, "B": 6, "D": 5, "E": 3, "C": 1},
        "buchholz": {"A": 14, "B": 11, "D": 13, "E": 16, "C": 12},
        "sonneborn_berger": {"A": Fraction(23, 2), "B": 4, "D": 9, "E": 3, "C": Fraction(5, 2)},
        "progressive": {"A": 16, "B": 9, "D": 10, "E": 9, "C": 3},
        "direct": dict.fromkeys("ABDEC"),
    }
    assert {key: of_players(aso(*ids), key) for key in expected} == expected


@pytest.mark.parametrize(("missed", "losses"), [("loss", 2), ("none", 1)])
def test_tie_1_losses_of_accelerated_swiss_count_rounds_missed_as_the_event_does(missed: str, losses: int) -> None:
    assert of_players(aso("losses", missed_round=missed), "losses")["C"] == losses
    assert of_players(aso(), "losses")["C"] == 1  # games alone, where it is no tie-break


def test_tie_1_points_of_a_missed_round_count_and_it_is_an_opponent_with_ones_own_score() -> None:
    progress = aso("buchholz", missed_points=2)
    assert of_players(progress, "score")["C"] == 3
    assert of_players(progress, "buchholz")["C"] == 5 + 6 + 3


def test_tie_1_a_game_that_is_open_counts_as_nothing() -> None:
    progress = aso("buchholz", "losses", "progressive")
    rounds = {**progress.rounds, 3: [*aso_rows("A=D"), aso_row("B", "E", None), aso_row("E", "B", None)]}
    record, _ = decide_swiss(swiss_field(EventProgress(progress.event, rounds)))
    assert [one.kind for one in record.by_player[IDS["B"]].outings] == ["game", "game", "out"]
    assert record.by_player[IDS["E"]].column("against").count == 2


def kinds(record: Any, player: str) -> list[str]:
    return [one.kind for one in record.by_player[player].outings]


@pytest.mark.parametrize(("pairing", "third"), [("swiss", "bye"), ("round-robin", "out"), ("ladder", "out")])
def test_tie_1_a_bye_of_matches_counts_in_a_swiss_event_alone(pairing: str, third: str) -> None:
    event = match_event(3, 1, pairing=pairing, tie_breaks=("buchholz",))
    rows = played(event, "P01 P02 6 1")
    if pairing == "swiss":
        rows.append(bye_of(event.names, "P03").row())
    record, _ = match_chain(EventProgress(event, {1: rows}))
    assert kinds(record, "P03") == [third]


@pytest.mark.parametrize("pairing", ["swiss", "round-robin"])
def test_tie_1_who_has_left_has_missed_the_rounds_of_matches_since(pairing: str) -> None:
    event = match_event(3, 2, pairing=pairing)
    gone = event.players[2].model_copy(update={"last_round": 1})
    event = event.model_copy(update={"players": (*event.players[:2], gone)})
    rounds = {1: played(event, "P01 P03 6 1"), 2: played(event, "P01 P02 6 1")}
    record, _ = match_chain(EventProgress(event, rounds))
    assert kinds(record, "P03") == ["game", "missed"]
    assert [*filter(None, record.by_player["P03"].column("loses").values)] == [1, 2]


def test_tie_1_a_match_that_is_not_in_yet_is_not_missed() -> None:
    event = match_event(4, 1, pairing="swiss")
    progress = EventProgress(event, {1: played(event, "P01 P02 6 1")}, [OpenGame(1, 2, ("P03", "P04"))])
    record, _ = match_chain(progress)
    assert [kinds(record, player) for player in ("P01", "P03")] == [["game"], ["out"]]


def test_tie_1_a_series_is_one_game_and_one_that_was_cut_short_is_neither_won_nor_lost() -> None:
    event = match_event(4, 1, pairing="swiss", series=3, tie_breaks=("wins", "buchholz"))
    rows = played(event, "P01 P02 6 1 6 1 6 1", "P03 P04 6 1")
    record, _ = match_chain(EventProgress(event, {1: rows}))
    shares = {id_: [one.share for one in own.outings] for id_, own in record.by_player.items()}
    assert shares == {"P01": [1], "P02": [0], "P03": [None], "P04": [None]}
    ranked = {
        row["id"]: (row["score"], row["wins"], row["buchholz"])
        for row in rank_match(EventProgress(event, {1: rows})).rows
    }
    assert ranked == {"P01": (3, 1, 0), "P02": (0, 0, 3), "P03": (1, 0, 0), "P04": (0, 0, 1)}


def test_tie_1_a_team_for_whose_opponent_nobody_came_has_a_bye_and_the_other_has_missed_the_round() -> None:
    event = team_event(teams=3, rounds=("sweep",))
    rows = [TeamResult(team="T1", name="Team 1", avp=10).row(), TeamResult(team="T3", name="Team 3", avp=10).row()]
    earlier = [TeamResult(team=f"T{number}", name=f"Team {number}", avp=10).row() for number in (1, 2, 3)]
    record, _ = team_chain(EventProgress(event, {1: earlier, 2: rows}))
    assert [kinds(record, team) for team in ("T1", "T2", "T3")] == [["bye", "bye"], ["bye", "missed"], ["bye", "bye"]]
    waiting = EventProgress(event, {1: earlier, 2: rows}, [OpenGame(2, 1, event.parties["T2"].drawn[:1])])
    assert kinds(team_chain(waiting)[0], "T2") == ["bye", "out"]


def test_ranks_by_steps_are_written_in_one_place() -> None:
    """Whoever ranks has no key of its own and no formula that counts those who are better in several columns."""
    place = Path(sheetscore.__file__).parent
    pattern = re.compile(r"def _(rank|refined)\(|def ranks_of\(|merits|_TIE_BREAKS = \(|def _key\(line: ")
    found = [
        f"{path.relative_to(place)}: {line.strip()}"
        for path in sorted(place.rglob("*.py"))
        if path.name != "tie_breaks.py"
        for line in path.read_text("utf-8").splitlines()
        if pattern.search(line)
    ]
    assert found == []
