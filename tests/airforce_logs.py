"""Flight logs of Air Force written down shortly, for tests: a start, and a line for each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.airforce.cards import Card, CardLibrary
from sheetscore.systems.airforce.editions import FlightSettings
from sheetscore.systems.airforce.replay import Replay, replay, rulebook

CARDS = CardLibrary()
EXAMPLE = CARDS.card("ex-mwl")
SEAT = "red.1"

Boxes = Mapping[str, Value]

START: Boxes = {"q": 0, "r": 0, "facing": 0, "bank": "L", "speed": "5.0", "altitude": 8000}
"""Where the examples of the rules begin, unless they say otherwise."""


def entries(
    turns: Sequence[Boxes],
    start: Boxes | None = None,
    before: Boxes | None = None,
    *,
    seat: str = SEAT,
    table: int = 1,
    card: str = "ex-mwl",
    more: Boxes | None = None,
) -> dict[FieldKey, Value]:
    """Give the boxes of a log."""
    boxes: dict[str, Value] = {"aircraft.card": card, **(more or {})}
    boxes |= {f"start.{box}": value for box, value in {**START, **(start or {})}.items()}
    boxes |= {f"before.{box}": value for box, value in (before or {}).items()}
    for number, turn in enumerate(turns, start=1):
        boxes |= {f"turn.{number}.{box}": value for box, value in turn.items()}
    return {FieldKey(table, seat, box): value for box, value in boxes.items()}


def variant(**changes: Any) -> Card:
    """Give the example's card with other figures."""
    return EXAMPLE.model_copy(update={"id": "variant", **changes})


def flown(boxes: Mapping[FieldKey, Value], cards: Sequence[Card] = (), **settings: Any) -> Replay:
    """Replay boxes."""
    return replay(boxes, CardLibrary(cards), rulebook(FlightSettings(**settings)))


def rules_broken(replayed: Replay) -> list[int]:
    """Give the rules of all findings that name one."""
    return [one.rule for one in replayed.findings if one.rule is not None]  # type: ignore[attr-defined]
