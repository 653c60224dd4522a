"""The abilities of an aircraft in a turn, by its card, speed and load, and its intended change of altitude."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from sheetscore.event.identity import suggestion
from sheetscore.systems.airforce.cards import AltitudeBand, Card, CardLibrary, Modes, ModeTable
from sheetscore.systems.airforce.editions import (
    CLIMB,
    DIVE,
    LEVEL,
    STEEP_CLIMB,
    STEEP_DIVE,
    Attitude,
    BelowPoints,
    Edition,
)
from sheetscore.systems.airforce.flight.energy import (
    HUNDRED,
    Range,
    Rulebook,
    drag_of,
    every_other_turn,
    feet_at,
    points_at,
    power_at,
    range_of,
    steep_climb_limit,
)
from sheetscore.systems.airforce.flight.plot import (
    HALF_ROLL,
    IMMELMANN,
    LOOP,
    ROLL,
    SKID,
    SLIP,
    STRAIGHT,
    TURN,
    WINGS_LEVEL,
    TokenKind,
)
from sheetscore.systems.airforce.flight.state import AircraftState

BANK = "bank"
_PRINTED = {
    TURN: "turn",
    SLIP: "slip",
    HALF_ROLL: "half_roll",
    ROLL: BANK,
    WINGS_LEVEL: BANK,
    LOOP: "loop",
    IMMELMANN: "loop",
}
"""The name of a card's printed mode for each maneuver. A skid needs the mode of its slip, and none for its turn."""

_LIMITED = {TURN, SLIP, HALF_ROLL}
"""The maneuvers whose modes have a least value that depends on the speed, the card and the load."""


def mode_of(
    kind: TokenKind, within: Range, points: int, band: AltitudeBand, card: Card, edition: Edition, *, loaded: bool
) -> int:
    """Return the points straight on that a maneuver needs before it; for rolls, those of a roll of two points.

    Parameters
    ----------
    points
        Movement points of the turn.
    loaded
        Whether the aircraft counts as loaded.
    """
    printed = _printed(band.mode, _PRINTED[kind])[within] + (card.loaded_mode if loaded else 0)
    if kind not in _LIMITED:
        return printed
    least = edition.mode
    if within is Range.MANEUVER:
        if points == least.slow.points:
            return least.slow.mode if 0 < printed <= least.slow.printed else printed
        return max(printed, least.maneuver) if points > least.slow.points else printed
    floor = least.level if within is Range.LEVEL else least.dive
    return max(printed, floor, points - below_points(least.below_points, card, loaded=loaded))


def half_mode(mode: int) -> int:
    """Return the mode of a roll of one point, from the mode of a roll of two points."""
    return (mode + 1) // 2


def below_points(below: BelowPoints, card: Card, *, loaded: bool) -> int:
    """Return by how much a mode may be below the movement points of a turn, in the level and the dive range."""
    if card.engines == 1:
        return below.one_engine
    if card.engines > 2 or loaded:
        return below.more_or_loaded
    return below.fighter if card.role == "fighter" else below.two_engines


def dives_vertically(card: Card, edition: Edition) -> bool:
    """Return whether an aircraft may dive vertically: dive bombers, fighters with few engines; in some editions all."""
    most = edition.vertical_dive.fighter_engines
    return most is None or card.dive_bomber or (card.role == "fighter" and card.engines <= most)


def _printed(modes: ModeTable, name: str) -> Modes:
    found: Modes = getattr(modes, name)
    return found


class Handling(Struct, frozen=True):
    """The abilities of an aircraft in a turn."""

    band: AltitudeBand
    """The band of its card."""
    within: Range
    points: int
    """Movement points."""
    modes: Mapping[TokenKind, int]
    """The points straight on that maneuvers need before them, by kind; for rolls of two points."""
    one_point_mode: int
    """The points straight on that a roll of one point needs before it."""
    longest_mode: int
    """The longest mode of all maneuvers."""
    power: int
    """The power factors available at this speed."""
    every_other: bool
    """Whether ``power`` is a single factor, which may be used in every other turn only."""
    drag: int
    """The cost of points above the top level speed, in tenths."""
    shallow_dive: int
    """The most feet of a shallow dive."""


class AircraftHandling(Struct, frozen=True, eq=False):
    """What aircraft with one card can do under the rules in force; worked out once for equal starts of turns."""

    card: Card
    rules: Rulebook
    _known: dict[tuple[int, int, bool, bool], Handling] = field(default_factory=dict)

    def handling(self, state: AircraftState) -> Handling:
        """Return its abilities in a turn that starts in a state."""
        band = self.card.band(state.altitude)
        known = (band.top, state.speed, state.loaded, state.lame)
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = self._worked_out(band, state)
        return found

    def _worked_out(self, band: AltitudeBand, state: AircraftState) -> Handling:
        edition, settings = self.rules.edition, self.rules.settings
        within, points = range_of(state.speed, band, settings), points_at(state.speed)
        modes = {
            kind: mode_of(kind, within, points, band, self.card, edition, loaded=state.loaded)
            for kind in TokenKind
            if kind not in _WITHOUT_MODE
        }
        return Handling(
            band,
            within,
            points,
            modes,
            half_mode(modes[ROLL]),
            max(modes.values()),
            power_at(state, band, settings),
            every_other_turn(state, band, settings),
            drag_of(state.speed, band, within, self.rules),
            feet_at(edition.dive.feet, state.speed),
        )


_WITHOUT_MODE = {STRAIGHT, SKID}


class Hangar:
    """Aircraft of a library of cards under the rules in force; each is prepared once."""

    def __init__(self, cards: CardLibrary, rules: Rulebook) -> None:
        self.cards = cards
        self.rules = rules
        self._ready: dict[str, AircraftHandling] = {}

    def aircraft(self, name: str) -> AircraftHandling:
        """Return the aircraft of a card, by the card's id.

        Raises
        ------
        MistakesFound
            There is no such card, or it has mistakes.
        """
        if name not in self._ready:
            self._ready[name] = AircraftHandling(self.cards.card(name), self.rules)
        return self._ready[name]


BOMB = "BOMB"
JETTISON = "JETT"
LAME = "LAME"
_ANY_TURN = (BOMB, JETTISON, LAME)
"""Special words that say nothing of the altitude."""


class UnflyableEntry(Struct, frozen=True):
    """Boxes that cannot be flown, with a message and their values."""

    boxes: tuple[str, ...]
    message: str
    actual: object


class Intent(Struct, frozen=True):
    """The intended change of altitude in a turn."""

    attitude: Attitude
    climb: int
    """In feet; if the box is blank, the figure that a rule requires."""
    dive: int
    """In feet; if the box is blank, the figure that a rule requires."""
    unflyable: tuple[UnflyableEntry, ...] = ()
    """The entries that cannot be flown; the turn is flown without them."""


class WrittenBoxes(Protocol):
    """The boxes of a line, or of the turn before the first one."""

    @property
    def climb(self) -> int | None: ...  # noqa: D102
    @property
    def dive(self) -> int | None: ...  # noqa: D102
    @property
    def words(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def power(self) -> int: ...  # noqa: D102


def intent_of(written: WrittenBoxes, start: AircraftState, card: Card, edition: Edition) -> Intent:
    """Return the change of altitude that the boxes of a line intend; ``start`` is the state before the turn."""
    climb, dive = written.climb or 0, written.dive or 0
    if not written.words and not (climb and dive):
        return _climb_or_dive(climb, dive)
    unflyable = [
        UnflyableEntry(
            ("special",), f"“{word}” is no special word.{suggestion(word, (*edition.words, *_ANY_TURN))}", word
        )
        for word in written.words
        if word not in _ANY_TURN and word not in edition.words
    ]
    steep = [word for word in written.words if word in edition.words]
    if len(steep) > 1:
        unflyable.append(UnflyableEntry(("special",), f"{' and '.join(steep)} exclude each other", " ".join(steep)))
    if len(steep) != 1:
        return _ordinary(climb, dive, unflyable)
    attitude = _meant([Attitude(one) for one in edition.words[steep[0]]], climb, dive)
    if attitude is None:
        needs = "either a climb or a dive" if len(edition.words[steep[0]]) > 1 else "the other box to be blank"
        unflyable.append(UnflyableEntry(("special", "climb", "dive"), f"{steep[0]} needs {needs}", _both(climb, dive)))
        return _ordinary(climb, dive, unflyable, reported=True)
    if attitude is STEEP_CLIMB:
        climb = steep_climb_limit(start, card, written.power, edition) if written.climb is None else climb
        return Intent(attitude, climb, 0, tuple(unflyable))
    feet = edition.steep_dive.feet if attitude is STEEP_DIVE else edition.vertical_dive.feet
    dive = feet_at(feet, start.speed) if written.dive is None else dive
    return Intent(attitude, 0, dive, tuple(unflyable))


def in_hundreds(feet: int) -> int:
    """Return a climb or a dive cut to whole hundreds, which can be flown."""
    return feet // HUNDRED * HUNDRED


def _meant(possible: list[Attitude], climb: int, dive: int) -> Attitude | None:
    """Return which of the possible attitudes of a special word fits the boxes for climb and dive; None if none does."""
    if len(possible) > 1:
        fitting = [one for one in possible if (one.climbs and climb and not dive) or (one.dives and dive and not climb)]
        return fitting[0] if fitting else None
    (only,) = possible
    return None if (dive if only.climbs else climb) else only


def _ordinary(climb: int, dive: int, unflyable: list[UnflyableEntry], *, reported: bool = False) -> Intent:
    """Return the intent of an ordinary turn.

    Parameters
    ----------
    reported
        Whether the boxes for climb and dive are reported already as unflyable.
    """
    if climb and dive and not reported:
        unflyable.append(
            UnflyableEntry(("climb", "dive"), "there is a climb and a dive in one turn", _both(climb, dive))
        )
    return _climb_or_dive(climb, dive, tuple(unflyable))


def _climb_or_dive(climb: int, dive: int, unflyable: tuple[UnflyableEntry, ...] = ()) -> Intent:
    """Return the intent of an ordinary turn: a climb or a dive, whichever is more, or level flight."""
    attitude = CLIMB if climb > dive else DIVE if dive > climb else LEVEL
    return Intent(attitude, climb, dive, unflyable)


def _both(climb: int, dive: int) -> str:
    return f"climb {climb}, dive {dive}"
