"""An event that starts from a file and a list of its players: what the file says of players may be said of the list's.

The list has Ann (A1), Bo (B1) and Cy (C1); the file has four others, P01 to P04.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from match_event import match_event

from sheetscore.event.load import load_event
from sheetscore.event.toml import write_toml
from sheetscore.operations.new import Started, new
from sheetscore.problems import MistakesFound
from sheetscore.systems.match.model import MatchEvent

ROSTER = "id,name\nA1,Ann Ash\nB1,Bo Bell\nC1,Cy Cole\n"

FORBIDDEN = '\n[[pairing]]\nkind = "forbid"\nplayers = ["{}", "{}"]\n'

GIVEN = '\n[[handicap]]\nplayer = "A1"\nagainst = "B1"\ngame_system = "Hills"\npoints = "8"\n'

Begin = Callable[[str], Started]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Begin an event from the file of four others with something added, and from the list."""

    def started(added: str) -> Started:
        source, roster = tmp_path / "mat.toml", tmp_path / "roster.csv"
        source.write_text(write_toml(match_event()) + added, encoding="utf-8")
        roster.write_text(ROSTER, encoding="utf-8")
        return new(tmp_path / "mm", source=source, players=roster)

    return started


@pytest.mark.parametrize("two", [("A1", "B1"), ("Ann Ash", "b1")])
def test_wishes_and_handicaps_of_those_whom_only_the_list_has_are_kept(
    begin: Begin, tmp_path: Path, two: tuple[str, str]
) -> None:
    made = begin(FORBIDDEN.format(*two) + GIVEN)
    assert [one for one in made.findings if one.is_error] == []
    event = load_event(tmp_path / "mm")
    assert isinstance(event, MatchEvent)
    assert [player.id for player in event.players] == ["A1", "B1", "C1"]
    assert [set(one.players) for one in event.wishes] == [{"A1", "B1"}]
    assert [(one.player, one.against) for one in event.handicaps] == [("A1", "B1")]


def test_who_is_in_neither_is_named_once(begin: Begin, tmp_path: Path) -> None:
    with pytest.raises(MistakesFound) as mistakes:
        begin(FORBIDDEN.format("A1", "Z9"))
    errors = [one.message for one in mistakes.value.findings if one.is_error]
    assert errors == ['No player has the id "Z9". There are: A1, B1, C1.']
    assert not (tmp_path / "mm" / "event.xlsx").exists()
