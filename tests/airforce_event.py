"""Small events of fights that tests build on, and rounds of made-up legal flights."""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from airforce_flights import boxes_of, legal_turns

from sheetscore.event.model import Header, Player
from sheetscore.forms.form import Value
from sheetscore.systems.airforce import AIRFORCE
from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.flight.energy import Rulebook
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.model import (
    Aircraft,
    AirforceEvent,
    AirforceSettings,
    Fight,
    FightRound,
    FightSide,
)
from sheetscore.systems.context import RoundContext


def aircraft(**changes: Any) -> Aircraft:
    """Give an aircraft of the example's card in the middle of the map."""
    parts: dict[str, Any] = {"card": "ex-mwl", "q": 0, "r": 0, "facing": 0, "speed": Decimal("5.0"), "altitude": 8000}
    return Aircraft(**{**parts, **changes})


def fight(blue: int = 2, red: int = 2) -> Fight:
    """Give a fight with so many aircraft a side."""
    sides = {"blue": blue, "red": red}
    return Fight(
        id="patrol",
        title="Patrol",
        sides=tuple(
            FightSide(id=id_, title=id_.capitalize(), aircraft=(aircraft(),) * number) for id_, number in sides.items()
        ),
    )


def airforce_event(
    players: int = 4, rounds: int = 2, tables: int = 1, turns: int = 12, **changes: Any
) -> AirforceEvent:
    """Give an event of the players P01, P02 ... who fly the fight patrol in every round; settings go by names."""
    settings = {key: changes.pop(key) for key in list(changes) if key in AirforceSettings.model_fields}
    parts: dict[str, Any] = {
        "header": Header(name="Test event", system="airforce", rounds=rounds, seed=7),
        "settings": AirforceSettings(**settings),
        "players": tuple(Player(id=f"P{number:02}", name=f"Player {number}") for number in range(1, players + 1)),
        "scenarios": (fight(),),
        "rounds": tuple(
            FightRound(number=number, scenario="patrol", tables=tables, turns=turns) for number in range(1, rounds + 1)
        ),
    }
    return AirforceEvent(**{**parts, **changes})


def drawn_round(event: AirforceEvent, stage: int = 1) -> RoundContext[AirforceEvent]:
    """Draw a round and make its sheets."""
    asked = RoundContext(event, stage, library=AIRFORCE.library())
    drawn = AIRFORCE.draw(asked)
    made = AIRFORCE.forms(RoundContext(event, stage, draw=drawn, library=AIRFORCE.library()))
    return RoundContext(event, stage, draw=drawn, library=AIRFORCE.library(), forms=made, entries=dict(made.filled))


def typed(boxes: Mapping[str, Value]) -> dict[str, Value]:
    """Give boxes as they are understood once they were typed in: speeds as numbers."""
    return {box: _number(value) if box == "speed" else value for box, value in boxes.items()}


def _number(value: Value) -> Value:
    exact = Fraction(value)
    return int(exact) if exact.denominator == 1 else exact


def flown_log(chance: random.Random, turns: int, card: Card, rules: Rulebook) -> tuple[dict[str, Value], list[Turn]]:
    """Make up legal turns; give the boxes of their log, some of them without claims, and the turns."""
    found = list(legal_turns(chance, turns, rules, card))
    boxes: dict[str, Value] = {"aircraft.card": card.id}
    if found:
        boxes |= {f"start.{box}": value for box, value in start_boxes(found[0].start).items()}
    for turn in found:
        written = typed(boxes_of(turn, claimed=chance.random() < 0.5))
        boxes |= {f"turn.{turn.line.turn}.{box}": value for box, value in written.items()}
    return boxes, found


def start_boxes(state: AircraftState) -> dict[str, Value]:
    """Give the boxes of a start."""
    return {
        "q": state.at.q,
        "r": state.at.r,
        "facing": state.facing,
        "bank": state.bank,
        "speed": _number(Fraction(state.speed, 10)),
        "altitude": state.altitude,
        "odd": int(state.odd),
        "run_in": state.run_in,
        "loaded": int(state.loaded),
    }
