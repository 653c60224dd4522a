"""Aircraft cards that people copy from printed ones into event.xlsx, and all cards that an event can use.

Boxes of event.xlsx offer the game's own files, each with a one-line description: cards of aircraft, charts of guns.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.identity import Expected, Id, Name, Offered
from sheetscore.event.model import EventPart, YesNo
from sheetscore.findings import finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import LOSS_CLASSES, Card, CardLibrary, LossClass, Role
from sheetscore.systems.airforce.gunnery.tables import GunneryTables
from sheetscore.systems.airforce.toml_parts import checked
from sheetscore.wording import pluralize

_BROKEN = "It has mistakes, which “sheetscore check” names."


def card_lines(own: Path | None) -> dict[str, str]:
    """Return a one-line description of each card file, by id; ``own`` is the event's folder of templates."""
    cards = CardLibrary(own=own)
    return {id_: _card_line(cards, id_) for id_ in cards.ids}


def chart_lines(own: Path | None) -> dict[str, str]:
    """Return a one-line description of each gun chart, by weapon; ``own`` is the event's folder of templates."""
    tables = GunneryTables(own)
    return {weapon: _chart_line(tables, weapon) for weapon in tables.weapons}


def _card_line(cards: CardLibrary, id_: str) -> str:
    try:
        card = cards.card(id_)
    except MistakesFound:
        return _BROKEN
    return f"{card.name}: {card.role}, {pluralize(card.engines, 'engine')}"


def _chart_line(tables: GunneryTables, weapon: str) -> str:
    try:
        chart = tables.chart(weapon)
    except MistakesFound:
        return _BROKEN
    return chart.weapon if chart else ""


MOST_ENGINES = 8
HIGHEST = 60_000
"""The highest altitude, in feet."""


def _hundreds(feet: int) -> int:
    if feet % 100:
        raise ValueError("altitude is counted in hundreds of feet")
    return feet


Feet = Annotated[
    int,
    Strict(),
    Ge(0),
    Le(HIGHEST),
    AfterValidator(_hundreds),
    Expected(f"whole hundreds of feet from 0 to {HIGHEST}, such as 8000 or 8100,"),
]
"""Feet, in whole hundreds."""

CardSpeed = Annotated[Decimal, Ge(0), Le(99)]

Points = Annotated[int, Strict(), Ge(0), Le(99)]
"""Movement points, such as a turn mode."""

Factors = Annotated[int, Strict(), Ge(0), Le(9)]
"""Factors of power or brakes."""

Modes = Annotated[tuple[Points, ...], MinLen(3), MaxLen(3)]
"""The modes of a maneuver in the maneuver, level and dive range."""

Engines = Annotated[int, Strict(), Ge(1), Le(MOST_ENGINES)]


MODES = {"bank", "turn", "slip", "half_roll", "loop"}
"""The keys of a band that are modes."""


class CardBand(EventPart):
    """The performance of an aircraft up to an altitude, from its card."""

    top: Feet = Field(title="Up to", description="The highest altitude of the band in feet, included.")
    maneuver: Annotated[tuple[CardSpeed, ...], MinLen(2), MaxLen(2)] = Field(
        title="Maneuver", description="The least and the highest maneuver speed, such as 3, 5."
    )
    level: CardSpeed = Field(title="Level", description="Top level speed.")
    dive: CardSpeed = Field(title="Dive", description="Top dive speed.")
    power: Factors = Field(title="Power", description="Power factors.")
    climb: Feet = Field(title="Climb", description="The most that it climbs in a turn, in feet.")
    bank: Modes = Field(title="Bank", description="Modes of a bank in the maneuver, level and dive range.")
    turn: Modes = Field(title="Turn", description="Modes of a turn in the three ranges, such as 2, 3, 4.")
    slip: Modes = Field(title="Slip", description="Modes of a slip in the three ranges.")
    half_roll: Modes = Field(title="Half roll", description="Modes of a half roll in the three ranges.")
    loop: Modes = Field(title="Loop", description="Modes of a half loop in the three ranges.")


class CardGun(EventPart):
    """A gun position of an aircraft."""

    id: Id = Field(title="Id", description="What shots call it, such as nose.")
    kind: Literal["FF", "F"] = Field(title="Kind", description="FF: fixed forward. F: flexible.")
    weapon: Annotated[Name, Offered("Gun charts", chart_lines)] = Field(
        title="Weapon", description="The chart that it fires on, such as 4x50M."
    )
    short: YesNo = Field(default=False, title="Short", description="Whether its printed range is only 3.")
    arcs: tuple[Annotated[int, Strict(), Ge(1), Le(12)], ...] = Field(
        default=(), title="Arcs", description="The hours that a flexible gun fires at, such as 5, 6, 7."
    )
    factor: Annotated[int, Strict(), Ge(1), Le(99)] | None = Field(
        default=None, title="Factor", description="Fire factors of a flexible gun; 1 is a single .30."
    )


class EventCard(EventPart):
    """An aircraft's card, typed in from the printed one."""

    id: Id = Field(title="Id", description="A short name such as a6m2; the aircraft of a fight refer to it.")
    name: Name = Field(title="Name", description="What the aircraft is called on the logs.")
    role: Role = Field(title="Role", description="fighter, bomber or other.")
    engines: Engines = Field(title="Engines", description=f"How many it has: 1 to {MOST_ENGINES}.")
    dive_bomber: YesNo = Field(default=False, title="Dive bomber", description="Whether it is rated as one.")
    loss: LossClass = Field(
        title="Loss",
        description="Its class of speed loss in maneuvers: "
        + ", ".join(f"{one} ({named})" for one, named in LOSS_CLASSES.items())
        + "; whatever is loaded counts as heavy.",
    )
    brakes: Factors = Field(default=0, title="Brakes", description="Brake factors.")
    loaded_mode: Points = Field(default=0, title="Loaded mode", description="What a load adds to its turn modes.")
    bands: tuple[CardBand, ...] = Field(
        default=(), alias="band", title="Bands", description="One line per altitude band, lowest first."
    )
    guns: tuple[CardGun, ...] = Field(
        default=(), alias="gun", title="Guns", description="The gun positions of each card."
    )

    def as_card(self) -> Card:
        """Return the card in the form of a card that was read from a file.

        Raises
        ------
        MistakesFound
            With everything that is wrong in it.
        """
        bands = [
            {**band.model_dump(exclude=MODES), "mode": {mode: list(getattr(band, mode)) for mode in MODES}}
            for band in self.bands
        ]
        guns = [gun.model_dump(exclude_none=True) for gun in self.guns]
        data = {**self.model_dump(exclude={"bands", "guns"}), "band": bands, "gun": guns}
        return checked(data, Card, "card", lambda message: finding("event-value", f"The card {self.id}: {message}."))


def card_library(cards: Iterable[EventCard], own: Path | None) -> CardLibrary:
    """Return the cards that an event can use: its own first, then those of its folder, then those shipped.

    Raises
    ------
    MistakesFound
        With what is wrong in the event's own cards.
    """
    return CardLibrary([card.as_card() for card in cards], own)
