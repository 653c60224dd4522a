"""Cards of aircraft as TOML: speeds, power, modes of maneuvers and guns.

::

    id = "ex-mwl"
    name = "Example fighter"
    role = "fighter"                  # fighter, bomber, other
    engines = 1
    loss = "mwl"                      # the class of its wing loading
    brakes = 2

    [[band]]
    top = 12000                       # feet, inclusive; the next band begins above
    maneuver = [3, 5]                 # least and most speed of the maneuver range
    level = 8                         # top speed in level flight
    dive = 11
    power = 3
    climb = 600                       # feet a turn
    [band.mode]                       # in the maneuver, level and dive range
    bank = [2, 2, 3]
    turn = [2, 3, 4]
    slip = [1, 2, 3]
    half_roll = [2, 3, 4]
    loop = [3, 4, 5]

    [[gun]]
    id = "wings"
    kind = "FF"
    weapon = "4x50M"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sheetscore.event.identity import folded, suggestion
from sheetscore.findings import finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.toml_parts import (
    CardFilePart,
    Count,
    Feet,
    File,
    FileId,
    Speed,
    Title,
    Whole,
    YesNo,
    files,
    read_file,
)

CARDS = "aircraft"
"""The folder of cards."""

Role = Literal["fighter", "bomber", "other"]
LossClass = Literal["lwl", "mwl", "p39", "p51", "p47", "fw190", "heavy"]
"""Classes of wing loading, from those that lose least speed in maneuvers to those that lose most."""

LOSS_CLASSES: Mapping[LossClass, str] = {
    "lwl": "Zero, Spitfire, Oscar",
    "mwl": "F4F, Hurricane, SBD",
    "p39": "P-39, P-40, F6F",
    "p51": "P-51, Me-109",
    "p47": "P-47",
    "fw190": "Fw-190",
    "heavy": "P-38, bombers",
}
"""The aircraft that the rules name for each class; all loaded aircraft lose speed like the last class."""

Modes = tuple[Count, Count, Count]
"""The movement points straight ahead that a maneuver needs before it, in the maneuver, level and dive range."""


class ModeTable(CardFilePart):
    """The modes of a band; those of banks are for rolls of two points."""

    bank: Modes
    turn: Modes
    slip: Modes
    half_roll: Modes
    loop: Modes


class AltitudeBand(CardFilePart):
    """The performance up to an altitude."""

    top: Feet
    """In feet, inclusive."""
    maneuver: tuple[Speed, Speed]
    """The least and the most speed of the maneuver range, in tenths."""
    level: Speed
    """The top speed in level flight, in tenths."""
    dive: Speed
    """The top speed in a dive, in tenths."""
    power: Count
    """The most power factors."""
    climb: Feet
    """The most feet of climb a turn."""
    mode: ModeTable

    @model_validator(mode="after")
    def _speeds_rise(self) -> Self:
        least, most = self.maneuver
        if not least <= most <= self.level <= self.dive:
            raise ValueError("speeds must rise from the least of maneuver to its most, level and dive")
        return self


class Gun(CardFilePart):
    """A gun, or several that fire as one."""

    id: FileId
    kind: Literal["FF", "F"]
    """``FF`` is fixed and fires forward, ``F`` is flexible."""
    weapon: Annotated[str, Field(min_length=1, max_length=40)]
    """The id of its chart."""
    short: YesNo = False
    """Whether its printed range is 3."""
    arcs: tuple[Annotated[Whole, Field(ge=1, le=12)], ...] = ()
    """The hours that a flexible gun fires at."""
    factor: Count | None = None
    """The gun factor of a flexible gun; 1 is a single .30."""

    @model_validator(mode="after")
    def _arcs_are_of_flexible_guns(self) -> Self:
        if self.kind == "F" and not self.arcs:
            raise ValueError("a flexible gun has arcs: the hours that it fires at")
        if self.kind == "F" and self.factor is None:
            raise ValueError("a flexible gun has a factor; a single .30 has 1")
        if self.kind == "FF" and (self.arcs or self.factor is not None):
            raise ValueError("a fixed gun has neither arcs nor a factor; it fires straight ahead")
        if len(set(self.arcs)) < len(self.arcs):
            raise ValueError("an hour stands twice among the arcs")
        return self


class Card(File):
    """The card of an aircraft."""

    id: FileId
    name: Title
    role: Role
    engines: Annotated[Whole, Field(ge=1, le=8)]
    dive_bomber: YesNo = False
    loss: LossClass
    """The class of its wing loading; see :data:`LOSS_CLASSES`."""
    brakes: Count = 0
    """The most brake factors."""
    loaded_mode: Count = 0
    """By how many points its modes grow while it is loaded: it carries bombs, or is lame."""
    bands: Annotated[tuple[AltitudeBand, ...], Field(alias="band", min_length=1, max_length=12)]
    guns: Annotated[tuple[Gun, ...], Field(alias="gun", max_length=20)] = ()

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if any(lower.top >= upper.top for lower, upper in pairwise(self.bands)):
            raise ValueError("the bands must rise: each has a higher top than the one before")
        ids = [folded(gun.id) for gun in self.guns]
        if len(set(ids)) < len(ids):
            raise ValueError("two guns have the same id")
        return self

    def band(self, altitude: int) -> AltitudeBand:
        """Return the band of an altitude in feet; the highest one for an altitude above all tops."""
        for band in self.bands:
            if altitude <= band.top:
                return band
        return self.bands[-1]


def read_card(path: Path) -> Card:
    """Read a card; a file that has not changed is read only once.

    Raises
    ------
    MistakesFound
        With everything that is wrong in it.
    """
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int) -> Card:
    return read_file(path, Card, "card")


class CardLibrary:
    """The cards by id, each read when it is first asked for.

    Parameters
    ----------
    typed
        The cards typed into event.xlsx; they come before all others.
    own
        The event's ``templates`` folder.
    home
        A further folder of cards, which a command named.
    """

    def __init__(self, typed: Iterable[Card] = (), own: Path | None = None, home: Path | None = None) -> None:
        self._typed = {card.id: card for card in typed}
        self._paths = files(CARDS, own, home)
        self._ids = {folded(id_): id_ for id_ in (*self._paths, *self._typed)}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all cards, in alphabetical order."""
        return tuple(sorted(self._ids.values()))

    def card(self, name: str) -> Card:
        """Return the card with an id; capitals make no difference.

        Raises
        ------
        MistakesFound
            There is none (the nearest is named), or it has mistakes.
        """
        id_ = self._ids.get(folded(name))
        if id_ is None:
            raise MistakesFound([finding("event-reference", f'There is no card "{name}".{suggestion(name, self.ids)}')])
        return self._typed[id_] if id_ in self._typed else read_card(self._paths[id_])

    def file(self, name: str) -> Path:
        """Return the file of a card that was not typed in; capitals make no difference.

        Raises
        ------
        KeyError
            There is none.
        """
        return self._paths[self._ids[folded(name)]]
