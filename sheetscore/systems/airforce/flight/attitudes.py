"""What an aircraft does in a turn as far as altitude goes, from the special words and the boxes of climb and dive."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from sheetscore.event.identity import suggestion
from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.editions import CLIMB, DIVE, LEVEL, STEEP_CLIMB, STEEP_DIVE, Attitude, Edition
from sheetscore.systems.airforce.flight.energy import HUNDRED, feet_at, steep_climb_limit
from sheetscore.systems.airforce.flight.state import AircraftState

BOMB = "BOMB"
JETTISON = "JETT"
LAME = "LAME"
_ANY_TURN = (BOMB, JETTISON, LAME)
"""Special words that say nothing of the altitude."""


class Misfit(Struct, frozen=True):
    """Why boxes cannot be flown as they stand: which, what to say, and what is written."""

    boxes: tuple[str, ...]
    message: str
    actual: object


class Intent(Struct, frozen=True):
    """What a turn is to be.

    Parameters
    ----------
    climb, dive
        In feet; a blank box has the figure that a rule requires.
    misfits
        What cannot be flown as it stands; it is flown as an ordinary turn.
    """

    attitude: Attitude
    climb: int
    dive: int
    misfits: tuple[Misfit, ...] = ()


class Written(Protocol):
    """The boxes of a line, or of the turn before the first one."""

    @property
    def climb(self) -> int | None: ...  # noqa: D102
    @property
    def dive(self) -> int | None: ...  # noqa: D102
    @property
    def words(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def power(self) -> int: ...  # noqa: D102


def intent_of(written: Written, start: AircraftState, card: Card, edition: Edition) -> Intent:
    """Return what a turn is to be that starts so."""
    climb, dive = written.climb or 0, written.dive or 0
    if not written.words and not (climb and dive):
        return _net(climb, dive)
    misfits = [
        Misfit(("special",), f"“{word}” is no special word.{suggestion(word, (*edition.words, *_ANY_TURN))}", word)
        for word in written.words
        if word not in _ANY_TURN and word not in edition.words
    ]
    steep = [word for word in written.words if word in edition.words]
    if len(steep) > 1:
        misfits.append(Misfit(("special",), f"{' and '.join(steep)} exclude each other", " ".join(steep)))
    if len(steep) != 1:
        return _ordinary(climb, dive, misfits)
    attitude = _meant([Attitude(one) for one in edition.words[steep[0]]], climb, dive)
    if attitude is None:
        needs = "either a climb or a dive" if len(edition.words[steep[0]]) > 1 else "the other box to be blank"
        misfits.append(Misfit(("special", "climb", "dive"), f"{steep[0]} needs {needs}", _both(climb, dive)))
        return _ordinary(climb, dive, misfits, told=True)
    if attitude is STEEP_CLIMB:
        required = steep_climb_limit(start, card, written.power, edition) if written.climb is None else climb
        return Intent(attitude, required, 0, tuple(misfits))
    feet = edition.steep_dive.feet if attitude is STEEP_DIVE else edition.vertical_dive.feet
    required = feet_at(feet, start.speed) if written.dive is None else dive
    return Intent(attitude, 0, required, tuple(misfits))


def in_hundreds(feet: int) -> int:
    """Return what of a climb or a dive can be flown: whole hundreds."""
    return feet // HUNDRED * HUNDRED


def _meant(possible: list[Attitude], climb: int, dive: int) -> Attitude | None:
    """Return what a special word makes of the boxes; None where it does not fit them."""
    if len(possible) > 1:
        fitting = [one for one in possible if (one.climbs and climb and not dive) or (one.dives and dive and not climb)]
        return fitting[0] if fitting else None
    (only,) = possible
    return None if (dive if only.climbs else climb) else only


def _ordinary(climb: int, dive: int, misfits: list[Misfit], *, told: bool = False) -> Intent:
    """Return an ordinary turn.

    Parameters
    ----------
    told
        Whether it was told already that the boxes of climb and dive do not fit.
    """
    if climb and dive and not told:
        misfits.append(Misfit(("climb", "dive"), "there is a climb and a dive in one turn", _both(climb, dive)))
    return _net(climb, dive, tuple(misfits))


def _net(climb: int, dive: int, misfits: tuple[Misfit, ...] = ()) -> Intent:
    attitude = CLIMB if climb > dive else DIVE if dive > climb else LEVEL
    return Intent(attitude, climb, dive, misfits)


def _both(climb: int, dive: int) -> str:
    return f"climb {climb}, dive {dive}"
