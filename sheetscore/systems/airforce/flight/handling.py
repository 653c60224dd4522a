"""What an aircraft can do at a speed and an altitude: worked out once, since many turns ask for the same."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from sheetscore.systems.airforce.cards import Band, Card, CardCase
from sheetscore.systems.airforce.flight.energy import (
    Range,
    Rulebook,
    drag_of,
    every_other_turn,
    feet_at,
    points_at,
    power_at,
    range_of,
)
from sheetscore.systems.airforce.flight.modes import half_mode, mode_of
from sheetscore.systems.airforce.flight.plot import ROLL, SKID, STRAIGHT, Kind
from sheetscore.systems.airforce.flight.state import AircraftState


class Handling(Struct, frozen=True):
    """What an aircraft can do in a turn that starts so.

    Parameters
    ----------
    band
        Of its card.
    points
        Movement points.
    modes
        The points straight on that maneuvers need before them, by kind; for rolls of two points.
    one_point_mode
        The same for a roll of one point.
    longest_mode
        What no maneuver needs more than.
    power
        Factors of the range.
    every_other
        Whether that is a single one, which is there every other turn.
    drag
        What points above the top level speed cost, in tenths.
    shallow_dive
        The feet that one may lose.
    """

    band: Band
    within: Range
    points: int
    modes: Mapping[Kind, int]
    one_point_mode: int
    longest_mode: int
    power: int
    every_other: bool
    drag: int
    shallow_dive: int


class Aircraft(Struct, frozen=True, eq=False):
    """A card under the rules in force."""

    card: Card
    rules: Rulebook
    _known: dict[tuple[int, int, bool, bool], Handling] = field(default_factory=dict)

    def handling(self, state: AircraftState) -> Handling:
        """Return what it can do in a turn that starts in a state."""
        band = self.card.band(state.altitude)
        known = (band.top, state.speed, state.loaded, state.lame)
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = self._worked_out(band, state)
        return found

    def _worked_out(self, band: Band, state: AircraftState) -> Handling:
        edition, settings = self.rules.edition, self.rules.settings
        within, points = range_of(state.speed, band, settings), points_at(state.speed)
        modes = {
            kind: mode_of(kind, within, points, band, self.card, edition, loaded=state.loaded)
            for kind in Kind
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
    """Cards under the rules in force; each aircraft is got ready once."""

    def __init__(self, cards: CardCase, rules: Rulebook) -> None:
        self.cards = cards
        self.rules = rules
        self._ready: dict[str, Aircraft] = {}

    def aircraft(self, name: str) -> Aircraft:
        """Return the aircraft of a card.

        Raises
        ------
        MistakesFound
            There is no such card, or it has mistakes.
        """
        if name not in self._ready:
            self._ready[name] = Aircraft(self.cards.card(name), self.rules)
        return self._ready[name]
