"""Small events of duplicate play that tests build on: so many Reds, so many Blues, a scenario for every table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from round_contexts import drawn_round, filled_round

from sheetscore.event.model import Header
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import DuplicateEvent, DuplicateSettings, DuplicateTeam, SideId
from sheetscore.systems.duplicate.model import DuplicateScenario as Scenario
from sheetscore.systems.duplicate.travellers import drawn_teams
from sheetscore.systems.outcomes import RoundScore

LIBRARY = Library("duplicate", ("duplicate",))

Points = Mapping[tuple[int, int], tuple[int, int]]
"""Table and round: the points of Red and of Blue."""


def side_of_teams(side: SideId, count: int) -> tuple[DuplicateTeam, ...]:
    """Give the teams R1, R2 ... or B1, B2 ..., called Red 1 and so on."""
    title = side.capitalize()
    return tuple(
        DuplicateTeam(id=f"{title[0]}{number}", number=number, name=f"{title} {number}", side=side)
        for number in range(1, count + 1)
    )


def duplicate_event(reds: int = 3, blues: int = 3, rounds: int = 3, **changes: Any) -> DuplicateEvent:
    """Give an event with the scenarios s1, s2 ... at its tables; settings go by their names."""
    settings = {key: changes.pop(key) for key in list(changes) if key in DuplicateSettings.model_fields}
    parts: dict[str, Any] = {
        "header": Header(name="Test event", system="duplicate", rounds=rounds, seed=7),
        "settings": DuplicateSettings(**settings),
        "teams": (*side_of_teams("red", reds), *side_of_teams("blue", blues)),
        "scenarios": tuple(
            Scenario(id=f"s{number}", title=f"Scenario {number}") for number in range(1, max(reds, blues) + 1)
        ),
    }
    return DuplicateEvent(**{**parts, **changes})


def drawn(event: DuplicateEvent) -> tuple[Draw, RoundForms]:
    """Draw an event and give its travellers."""
    draw = DUPLICATE.draw(RoundContext(event, 0))
    return draw, DUPLICATE.forms(drawn_round(event, draw, templates=LIBRARY))


def box(table: int, side: str, number: int, what: str = "sp") -> FieldKey:
    """Name a box of a traveller."""
    return FieldKey(table, "", f"{side}.{number}.{what}")


def filled_in(event: DuplicateEvent, points: Points) -> dict[FieldKey, Value]:
    """Give travellers with the drawn teams and these points."""
    entries = drawn_teams(drawn(event)[0])
    for (table, number), (red, blue) in points.items():
        entries[box(table, "red", number)] = red
        entries[box(table, "blue", number)] = blue
    return entries


def scored(event: DuplicateEvent, points: Points) -> RoundScore:
    """Score travellers with these points."""
    draw, forms = drawn(event)
    return DUPLICATE.score(filled_round(event, forms, filled_in(event, points), draw))


def level(event: DuplicateEvent, points: int = 5) -> dict[tuple[int, int], tuple[int, int]]:
    """Give the same points to everybody who plays, everywhere."""
    draw, _ = drawn(event)
    return {
        (table.number, number): (points, points)
        for table in draw.tables
        for number in range(1, event.header.rounds + 1)
        if table.seats[f"r{number}.red"]
    }
