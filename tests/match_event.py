"""Small events of matched games that tests build on."""

from __future__ import annotations

from typing import Any

from sheetscore.event.model import Header, Player
from sheetscore.systems.match.model import Handicap, MatchEvent, MatchScenario, MatchSettings, MatchSide, ScenarioChoice

SIDES = (MatchSide(id="north", title="North"), MatchSide(id="south", title="South"))


def scenario(id_: str = "hill", **changes: Any) -> MatchScenario:
    """Give a scenario of the game system Hills with two sides, which has levels unless told otherwise."""
    parts: dict[str, Any] = {"id": id_, "title": id_.capitalize(), "sides": SIDES, "game_system": "Hills"}
    return MatchScenario(**{**parts, **changes})


def match_event(players: int = 4, rounds: int = 3, given: tuple[Handicap, ...] = (), **changes: Any) -> MatchEvent:
    """Give an event of the players P01, P02 ... who play the scenario hill in every round; settings go by names."""
    settings = {key: changes.pop(key) for key in list(changes) if key in MatchSettings.model_fields}
    scenarios = changes.pop("scenarios", (scenario(),))
    parts: dict[str, Any] = {
        "header": Header(name="Test event", system="match", rounds=rounds, seed=7),
        "settings": MatchSettings(**settings),
        "players": tuple(Player(id=f"P{number:02}", name=f"Player {number}") for number in range(1, players + 1)),
        "scenarios": scenarios,
        "handicaps": given,
        "rounds": tuple(
            ScenarioChoice(number=number, scenario=tuple(one.id for one in scenarios))
            for number in range(1, rounds + 1)
        ),
    }
    return MatchEvent(**{**parts, **changes})
