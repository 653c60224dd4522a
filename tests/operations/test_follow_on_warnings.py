"""A letter in a box for a number: what merely follows from it is not listed beside it, and what does not follow is."""

from __future__ import annotations

from pathlib import Path

import pytest
from event_folder import cell_of
from shared_demos import Demos
from typing_in import type_in

from sheetscore.operations.check import check

FIRST_BOXES = {
    "airforce": ("blue.1 start.speed", "blue.1 start.altitude", "blue.1 turn.1.climb", "blue.1 turn.2.brakes"),
    "origins-1991": ("strike.1 strike.hits.1.d", "strike.1 claimed.sp", "cap.2 air-combat.rolls.2"),
    "team-of-four": ("red.1 claimed.sp",),
}


@pytest.mark.parametrize(("example", "box"), [(name, box) for name, boxes in FIRST_BOXES.items() for box in boxes])
def test_a_letter_is_one_finding(example: str, box: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "demo")
    before = {one.message for one in check(folder / "round1.xlsx").findings}
    place = cell_of(folder, 1, *box.split(" "))
    type_in(folder / "round1.xlsx", {place: "q"})
    news = [one for one in check(folder / "round1.xlsx").findings if one.message not in before]
    assert [(one.code, one.place) for one in news] == [("not-a-number", "!".join(place))]


def test_what_does_not_follow_is_told_at_once(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("airforce").copied(tmp_path / "demo")
    letter, plot = cell_of(folder, 1, "blue.1", "turn.2.brakes"), cell_of(folder, 1, "blue.1", "turn.3.plot")
    other = cell_of(folder, 1, "blue.2", "turn.1.speed")
    type_in(folder / "round1.xlsx", {letter: "q", plot: "nonsense", other: 1})
    places = {one.place for one in check(folder / "round1.xlsx").findings}
    assert {"!".join(place) for place in (letter, plot, other)} <= places
