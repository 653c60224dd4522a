"""A player whose team or section was changed in the event after the draw: that is where to mend it, not in the draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from match_commands import run_json, told
from team_event import team_event, team_folder
from test_team_commands import edit_draw

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.operations.new import write_event

BACK = "{where} in Players its old value back until the round is scored; or put one of {whom} there"


def exchange(folder: Path, key: str, one: str, two: str) -> Event:
    """Exchange the teams or the sections of two players in event.xlsx; give the event as it was."""
    event = load_event(folder)
    values = {id_: getattr(event.player(other), key) for id_, other in ((one, two), (two, one))}
    players = tuple(
        player.model_copy(update={key: values[player.id]} if player.id in values else {}) for player in event.players
    )
    write_event(event.model_copy(update={"players": players}), folder)
    return event


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return team_folder(tmp_path / "event", team_event(teams=4, size=4))


@pytest.mark.parametrize(
    ("key", "other", "where", "whom"),
    [("team", "2A1", "“Team” of 1A1", "theirs"), ("section", "1B1", "“Section” of 1A1", "that section")],
)
def test_the_advice_is_about_the_event(key: str, other: str, where: str, whom: str, folder: Path) -> None:
    before = exchange(folder, key, "1A1", other)
    for words in (("check",), ("check", folder / "round1.xlsx"), ("check", folder / "round1-draw.xlsx")):
        (said, *_) = told(run_json("-C", folder, *words, status=1), "team-seat")
        assert "The event was changed after the draw: give " + BACK.format(where=where, whom=whom) in said
    write_event(before, folder)
    assert not told(run_json("-C", folder, "check"), "team-seat")


def test_who_was_put_on_a_seat_in_the_draw_is_mended_there(folder: Path) -> None:
    edit_draw(folder, {(1, "red.1"): "2A1"})
    (said, *_) = told(run_json("-C", folder, "check", status=1), "team-seat")
    assert "The event was changed" not in said
