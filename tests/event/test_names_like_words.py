"""Players who are called as a seat, a power, or how a game ends: nothing would tell which of the two is meant."""

from __future__ import annotations

import pytest
from airforce_event import airforce_event
from amps_event import amps_event
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from match_event import match_event

from sheetscore.event.load import check_event
from sheetscore.event.model import Event

EVENTS = {
    "aso": aso_event(4),
    "match": match_event(4),
    "diplomacy": diplomacy_event(7),
    "amps": amps_event(players=4),
    "airforce": airforce_event(4),
}


def called(event: Event, key: str, text: str) -> Event:
    first, *others = event.players
    return event.model_copy(update={"players": (first.model_copy(update={key: text}), *others)})


@pytest.mark.parametrize(
    ("system", "key", "text"),
    [
        ("aso", "name", "draw"),
        ("aso", "name", "Draw"),
        ("match", "name", "player 1"),
        ("match", "id", "draw"),
        ("diplomacy", "name", "austria-hungary"),
        ("diplomacy", "name", "England"),
        ("amps", "name", "strike.1"),
        ("airforce", "id", "red.2"),
    ],
)
def test_whoever_is_called_like_a_word_of_the_sheets_is_refused(system: str, key: str, text: str) -> None:
    found = [one for one in check_event(called(EVENTS[system], key, text)) if one.code == "name-reserved"]
    assert [(one.is_error, one.sheet, one.cell) for one in found] == [(True, "[[player]] 1", key)]
    assert f'The {key} "{text}"' in found[0].message


@pytest.mark.parametrize(
    ("system", "key", "text"),
    [
        ("aso", "name", "Player 1"),
        ("aso", "name", "Ann Draw"),
        ("match", "id", "1"),
        ("amps", "name", "draw"),
        ("airforce", "name", "red.9"),
    ],
)
def test_whoever_can_be_told_from_them_is_not(system: str, key: str, text: str) -> None:
    found = check_event(called(EVENTS[system], key, text))
    assert "name-reserved" not in {one.code for one in found}
