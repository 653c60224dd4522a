"""The workbooks of an event: by which key they are its own, and how large they may be.

Whatever is made of an event carries its key: the uid where the event has one, else what follows from name, system
and seed. So two events with uids are told apart whatever they are called, and one that has none goes by its name.
An event that has a uid takes also what carries the key of its name: it was made before the event had its uid. What
carries a uid is never taken by an event that has another, or none.
"""

from __future__ import annotations

from sheetscore.event.identity import UID_LENGTH
from sheetscore.event.model import Event
from sheetscore.workbooks.guard.limits import Limits, limits_for

CONTENTS_OF_A_PLAYER = 1_000
"""Values and formulas that a player may bring into a workbook: usually 250 on the score sheets of a round and 120 in
its results, but these have a dozen for each box that is filled in."""


def keys_of(event: Event) -> tuple[str, ...]:
    """Return the keys by which workbooks are an event's, the one that is written today first."""
    return tuple(dict.fromkeys((event.key, event.key_of_name)))


def way_back(event: Event, key: str) -> str:
    """Say what to do if workbooks with a key that is not this event's ought to be: a clause.

    Parameters
    ----------
    key
        What the workbooks carry; their own event's even where pages in them are of another.
    """
    if len(key) < UID_LENGTH or key == event.key:
        return "if the event was renamed since, give it its old name and seed back"
    line = f"a line Uid on the sheet Event, with {key}" if event.has_titles else f'uid = "{key}" in [event]'
    return f"if the event has lost its uid, give it back: {line}"


def owner_called(event: Event, name: str) -> str:
    """Return the words for the event whose a foreign file is, told apart from this one when both have one name."""
    return f"another event called {name}" if name == event.header.name else name


def limits_of(event: Event) -> Limits:
    """Return the limits for a draw, score sheets, results or standings of an event."""
    return limits_for(CONTENTS_OF_A_PLAYER * max(len(event.players), len(event.names)))
