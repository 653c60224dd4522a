"""What check says before a draw: for how many the rounds have a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event

from sheetscore.event.model import Event
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.new import write_event
from sheetscore.systems.diplomacy.model import DiplomacyPlayer
from sheetscore.systems.diplomacy.model import starter_event as diplomacy_starter


def capacities(folder: Path, event: Event) -> list[str]:
    write_event(event, folder)
    return [one.message for one in check(folder).findings if one.code == "prospect" and "place" in one.message]


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (18, []),
        (20, ["Rounds 1 and 2: 18 places for 20 players; 2 sit out."]),
        (19, ["Rounds 1 and 2: 18 places for 19 players; 1 sits out."]),
        (15, ["Rounds 1 and 2: 18 places for 15 players; 3 seats stay empty."]),
    ],
)
def test_check_says_before_the_draw_what_the_rounds_can_seat(tmp_path: Path, players: int, told: list[str]) -> None:
    assert capacities(tmp_path / "e", amps_event(players=players, tables=2, rounds=["bridge", "bridge"])) == told


def test_who_leaves_early_counts_while_he_is_there_and_drawn_rounds_are_left_out(tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2, rounds=["bridge", "bridge"])
    first, *others = event.players
    left = event.model_copy(update={"players": (first.model_copy(update={"last_round": 1}), *others)})
    assert capacities(tmp_path / "e", left) == ["Round 2: 18 places for 17 players; 1 seat stays empty."]
    draw(tmp_path / "e", 1)
    draw(tmp_path / "e", 2, force=True)
    assert not [one for one in check(tmp_path / "e").findings if one.code == "prospect"]


def test_boards_of_seven_leave_out_who_makes_no_full_board(tmp_path: Path) -> None:
    players = tuple(DiplomacyPlayer(id=f"P{number:02}", name=f"Player {number}") for number in range(1, 24))
    event = diplomacy_starter("Boards").model_copy(update={"players": players})
    assert capacities(tmp_path / "e", event) == ["Rounds 1, 2 and 3: 21 places for 23 players; 2 sit out."]
