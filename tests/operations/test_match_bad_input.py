"""MATCH-1 to MATCH-4 on the command line: whatever may not stand on a sheet, each at a table of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folder import cell_of
from match_commands import Evening, run, run_json
from match_event import match_event, scenario
from typing_in import type_in

from sheetscore.systems.match.model import MatchSide

SIDES = (MatchSide(id="north", title="North", orders=("Early", "Late")), MatchSide(id="south", title="South"))

SCENARIOS = (
    scenario("hill", turns=12, draws=False, sides=SIDES),
    scenario("siege", grading="one-sided", graded_side="north"),
    scenario("convoy", grading="points"),
    scenario("ford", grading="territory", turns=10),
)

GRADED = (
    "scenario.played=hill",
    "game.1.winner=1",
    "game.1.level=marginal",
    "game.2.winner=2",
    "game.2.level=marginal",
)
BOTH = ("game.1.winner=1", "game.2.winner=1")
SPLIT = ("game.1.winner=1", "game.2.winner=2")

WRONG: dict[str, tuple[tuple[str, ...], str, str, str]] = {
    "equal rolls with a choice": (
        (*GRADED, "rolls.1=4", "rolls.2=4", "choice=scenario"),
        "error",
        "match-rolls",
        "rolled 4",
    ),
    "a die of seven": ((*GRADED, "rolls.2=4"), "error", "out-of-range", "7"),
    "coin against side_a": ((*GRADED, "coin=2", "game.1.side_a=1"), "error", "match-sides", "by the coin"),
    "side_a without a coin": ((*GRADED, "game.2.side_a=1"), "error", "match-sides", "the coin is blank"),
    "both games begun by one": ((*GRADED, "game.1.side_a=1", "game.2.side_a=1"), "error", "match-sides", "both games"),
    "an order of battle that is not offered": (
        (*GRADED, "order.first=Never"),
        "error",
        "not-listed",
        "no order of battle",
    ),
    "a level of the side without": (
        ("scenario.played=siege", "game.1.winner=2", "game.1.level=marginal", *BOTH[1:]),
        "error",
        "match-level",
        "the side that won has no levels",
    ),
    "a level in a game without": (
        ("scenario.played=convoy", *BOTH, "game.1.level=decisive"),
        "error",
        "match-level",
        "no levels of victory",
    ),
    "a level without a winner": (
        (*GRADED[:1], "game.1.level=marginal", *GRADED[3:]),
        "error",
        "result-missing",
        "a level and no winner",
    ),
    "a winner without a level": ((*GRADED[:2], *GRADED[3:]), "error", "result-missing", "a winner and no level"),
    "a level that is none": ((*GRADED[:2], *GRADED[3:]), "error", "not-listed", "huge"),
    "a split without points": (("scenario.played=convoy", *SPLIT), "error", "result-missing", "the points of both"),
    "a split without turns": (("scenario.played=ford", *SPLIT), "error", "result-missing", "the game-turn"),
    "a split at equal turns without losses": (
        ("scenario.played=ford", *SPLIT, "game.1.turn.1=5", "game.2.turn.2=5"),
        "error",
        "result-missing",
        "what each winner lost",
    ),
    "a draw where there is none": (
        (*GRADED[:1], "game.1.winner=draw", *GRADED[3:]),
        "error",
        "impossible",
        "cannot be drawn",
    ),
    "negative losses": (("scenario.played=ford", *BOTH), "error", "out-of-range", "-3"),
    "a game-turn that is none": (
        ("scenario.played=ford", *BOTH, "game.1.turn.1=11"),
        "error",
        "out-of-range",
        "they go from 1 to 10",
    ),
    "a winner who is behind": (
        ("scenario.played=convoy", *BOTH, "game.1.points.1=2", "game.1.points.2=7"),
        "note",
        "winner-behind",
        "won with 2 points against 7",
    ),
    "no scenario": (GRADED[1:], "error", "result-missing", "which scenario was played"),
    "a game that is missing": (
        ("scenario.played=convoy", *BOTH[:1]),
        "error",
        "result-missing",
        "game 2 has no winner",
    ),
}

BY_HAND: dict[str, tuple[str, int | str]] = {
    "a die of seven": ("setup.rolls_1", 7),
    "a level that is none": ("game.1.level", "huge"),
    "negative losses": ("game.1.losses_1", -3),
}
"""What ``fill`` refuses, typed into its box."""


SEVERAL: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "a level in a game without levels, and no winner": (
        ("scenario.played=convoy", "game.1.level=decisive", "game.2.winner=1"),
        ("“Convoy” has no levels of victory", "game 1: there is a level and no winner"),
    ),
    "a winner and no level, no scenario": (
        ("game.1.winner=1", "game.2.level=marginal"),
        ("which scenario was played", "game 2: there is a level and no winner"),
    ),
    "a level that is none, and another game without its level": (
        (*GRADED[:2], "game.2.winner=2"),
        ("huge", "game 2: there is a winner and no level"),
    ),
    "somebody who is nobody, and another game without its winner": (
        (*GRADED[:1], "game.2.level=marginal"),
        ("Zoltan", "game 2: there is a level and no winner"),
    ),
    "one player twice, and a winner without a level": (
        (*GRADED[:2], *GRADED[3:], "game.2.points.1=1"),
        (
            "enter who really played each",
            "game 1: there is a winner and no level",
            "drawn, and nowhere on the sheets: the round does not count for them",
        ),
    ),
}
"""Sheets on which more than one thing is wrong, and the words of all that is said of them."""

SEVERAL_BY_HAND: dict[str, tuple[str, int | str]] = {
    "a level that is none, and another game without its level": ("game.1.level", "huge"),
    "somebody who is nobody, and another game without its winner": ("game.1.winner", "Zoltan"),
}


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What checking a round says whose tables have several mistakes each."""
    graded = (SCENARIOS[0], SCENARIOS[2])
    club = Evening.of(tmp_path_factory.mktemp("several") / "club", match_event(2 * len(SEVERAL), 1, scenarios=graded))
    club.drawn(1)
    texts = [(table, text) for table, (texts, _) in enumerate(SEVERAL.values(), start=1) for text in texts]
    same = 1 + [*SEVERAL].index("one player twice, and a winner without a level")
    twice = f"{same},2,seat.pilot,{club.seats(1)[same][0]}"
    club.type_in(1, twice, *(f"{table},,{text.replace('=', ',')}" for table, text in texts))
    cells = {
        cell_of(club.folder, 1 + [*SEVERAL].index(what), "", box): value
        for what, (box, value) in SEVERAL_BY_HAND.items()
    }
    type_in(club.sheets(1), cells)
    return run_json("-C", club.folder, "check", "round1.xlsx", status=1)


@pytest.mark.parametrize("what", list(SEVERAL))
def test_all_that_is_wrong_on_a_sheet_is_said_at_once(several: Any, what: str) -> None:
    _, words = SEVERAL[what]
    table = 1 + list(SEVERAL).index(what)
    told = [one["message"] for one in several["findings"] if one["sheet"] == f"Table {table}"]
    assert len(told) == len(words)
    assert all(any(said in message for message in told) for said in words)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What ingesting a round says in which each table has another mistake, and the last one has none."""
    event = match_event(2 * len(WRONG) + 2, 1, scenarios=SCENARIOS)
    club = Evening.of(tmp_path_factory.mktemp("club") / "club", event)
    sheets = [texts for texts, *_ in WRONG.values()] + [GRADED]
    lines = [f"{table},,{text.replace('=', ',')}" for table, texts in enumerate(sheets, start=1) for text in texts]
    club.type_in(1, *lines)
    cells = {cell_of(club.folder, 1 + [*WRONG].index(what), "", box): value for what, (box, value) in BY_HAND.items()}
    type_in(club.sheets(1), cells)
    done = run_json("-C", club.folder, "ingest", "round1.xlsx", status=1)
    assert (club.folder / "round1-marked.xlsx").exists()
    assert not (club.folder / "round1-results.xlsx").exists()
    return done


@pytest.mark.parametrize("what", list(WRONG))
def test_what_may_not_stand_on_a_sheet_is_said_at_its_table(document: Any, what: str) -> None:
    _, severity, code, words = WRONG[what]
    table = 1 + list(WRONG).index(what)
    told = [one for one in document["findings"] if one["sheet"] == f"Table {table}"]
    assert [(one["severity"], one["code"]) for one in told] == [(severity, code)]
    assert words in told[0]["message"]
    assert told[0]["cell"]


def test_a_sheet_that_is_in_order_has_no_finding(document: Any) -> None:
    assert not [one for one in document["findings"] if one["sheet"] == f"Table {len(WRONG) + 1}"]


def test_match_4_a_series_of_two_game_systems_is_an_error(tmp_path: Path) -> None:
    woods = scenario("wood", game_system="Woods")
    club = Evening.of(tmp_path / "club", match_event(2, 1, series=3, scenarios=(scenario(), woods)))
    lines = [f"1,,match.{match}.scenario.played,{'wood' if match == 3 else 'hill'}" for match in (1, 2, 3)]
    lines += [f"1,,match.{match}.game.{game}.winner,1" for match in (1, 2, 3) for game in (1, 2)]
    lines += [f"1,,match.{match}.game.{game}.level,marginal" for match in (1, 2, 3) for game in (1, 2)]
    club.type_in(1, *lines)
    done = run_json("-C", club.folder, "check", "round1.xlsx", status=1)
    assert [one["code"] for one in done["findings"]] == ["match-systems"]


HANDICAP = """
[[handicap]]
player = "{player}"
against = "P2"
game_system = "{system}"
points = {points}
"""

EVENT = """
[event]
name = "Club"
system = "match"
rounds = 1

[[player]]
id = "P1"
name = "Ann"

[[player]]
id = "P2"
name = "Bob"

[[scenario]]
id = "hill"
title = "Hill"
game_system = "Hills"
side = [{id = "north", title = "North"}, {id = "south", title = "South"}]

[[round]]
number = 1
scenario = "hill"
"""


@pytest.mark.parametrize(
    ("handicaps", "status", "words"),
    [
        ([("P1", "Hills", 8), ("P1", "hills", 3)], 1, "two handicaps in hills"),
        ([("P1", "Hills", 25)], 1, "a number from 0 to 24"),
        ([("P9", "Hills", 8)], 1, 'No player has the id "P9"'),
        ([("P1", "Woods", 8)], 0, 'No scenario is of the game system "Woods"'),
    ],
)
def test_match_7_a_handicap_that_cannot_be_is_said(
    tmp_path: Path, handicaps: list[tuple[str, str, int]], status: int, words: str
) -> None:
    given = (HANDICAP.format(player=player, system=system, points=points) for player, system, points in handicaps)
    (tmp_path / "event.toml").write_text("".join([EVENT, *given]), encoding="utf-8")
    assert words in " ".join(run("-C", tmp_path, "check", status=status).output.split())


def test_ids_that_are_numbers_of_seats_are_warned_of_and_refused_only_where_they_are_ambiguous(tmp_path: Path) -> None:
    numbered = "".join(f'[[player]]\nid = "{number}"\nname = "Player No. {number}"\n' for number in range(1, 5))
    head, scenario_and_round = EVENT.split("[[player]]", 1)[0], EVENT[EVENT.index("[[scenario]]") :]
    locks = "".join(f'[[pairing]]\nkind = "lock"\nplayers = {pair}\nround = 1\n' for pair in (["2", "1"], ["3", "4"]))
    event = "".join([head, numbered, scenario_and_round, locks.replace("'", '"'), '[settings]\npairing = "named"\n'])
    (tmp_path / "event.toml").write_text(event, encoding="utf-8")
    told = [one for one in run_json("-C", tmp_path, "check")["findings"] if one["severity"] == "warning"]
    assert [(one["sheet"], one["cell"]) for one in told] == [("[[player]] 1", "id"), ("[[player]] 2", "id")]
    assert told[0]["message"].startswith(
        "1 is the id of Player No. 1, and as a winner it is player 1 of the table, too: what can be both is refused."
    )
    run("-C", tmp_path, "draw", "1")
    run("-C", tmp_path, "sheets", "1")
    lines = tmp_path / "lines.csv"
    level = "{0},,game.1.level,marginal\n{0},,game.2.level,marginal\n"
    games = "{0},,game.1.winner,{1}\n{0},,game.2.winner,{2}\n" + level

    def filled(*texts: str, status: int = 0) -> str:
        lines.write_text("table,seat,field,value\n" + "".join(texts), encoding="utf-8")
        return run("-C", tmp_path, "fill", "round1.xlsx", lines, status=status).output

    # nobody at table 2 is called 1 or 2; at table 1 player 1 has the second seat
    filled(games.format(2, "1", "2"))
    assert "can be “player 1”, Player No. 2 (2), or “player 2”" in filled(games.format(1, "1", "2"), status=1)
    filled(games.format(1, "player 1", "Player No. 1"))
    winners = {row["table"]: row["decided_by"] for row in run_json("-C", tmp_path, "ingest", "round1.xlsx")["rows"]}
    assert winners == {1: "none", 2: "none"}  # each has won a game
    entered = run("-C", tmp_path, "entries", "round1.xlsx").stdout
    assert "1,,game.2.winner,player 2," in entered
    assert "2,,game.2.winner,2," in entered
    lines.write_text(entered, encoding="utf-8")
    run("-C", tmp_path, "fill", "round1.xlsx", lines)
    assert run("-C", tmp_path, "entries", "round1.xlsx").stdout == entered


@pytest.mark.parametrize("matches", [2, 4])
def test_match_4_a_series_of_another_length_is_refused_with_the_lengths_there_are(tmp_path: Path, matches: int) -> None:
    (tmp_path / "event.toml").write_text(f"{EVENT}\n[settings]\nseries = {matches}\n", encoding="utf-8")
    assert "Put 1 or 3" in " ".join(run("-C", tmp_path, "check", status=1).output.split())
