"""One game of Diplomacy as it ended: who owned how many centres, how the game ended, who was gone by when.

A power without centres is eliminated. A concession counts as a solo of the power that it is made to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import permutations
from typing import TypeVar

from sheetscore.event.identity import squashed
from sheetscore.pairing.boards import record

POWERS = record.POWERS
"""In alphabetical order, which is the order of every list of them."""

ALSO_CALLED: Mapping[str, tuple[str, ...]] = {"Austria": ("Austria-Hungary", "Austria Hungary")}
"""What else powers are called, by their names here."""

ALL_CENTRES = 34
"""Supply centres on the board; not all need have an owner."""

SOLO = 18
"""Centres that win the game."""

START = 1900
"""The year before the first one that is played."""

NEVER = 2 * START
"""A year that no game reaches."""

Thing = TypeVar("Thing")


_OTHER_NAMES = {squashed(name): power for power, names in ALSO_CALLED.items() for name in names}


def power_called(word: str) -> str:
    """Give the power that another name of it stands for, whatever its capitals and hyphens; other words as they are."""
    return _OTHER_NAMES.get(squashed(word), word)


def by_power(given: Mapping[str, Thing]) -> dict[str, Thing]:
    """Give what is known of powers by the names that they have here.

    Of a power that is there under two names both stay: one of them is no power, and
    :func:`sheetscore.scoring.boards.contradictions.mistakes` says so.
    """
    powers = [power_called(word) for word in given]
    return {
        word if powers.count(power) > 1 else power: value
        for power, (word, value) in zip(powers, given.items(), strict=True)
    }


class Outcome(StrEnum):
    """How a game ended."""

    SOLO = "solo"
    DRAW = "draw"
    DRAW_ALL = "draw-all"
    TIME = "time"
    CONCESSION = "concession"


@dataclass(frozen=True)
class Board:
    """A final board.

    Parameters
    ----------
    centres
        Centres by power; powers not named have none.
    outcome
        How the game ended: one of :class:`Outcome`, also as text.
    members
        Who shares an agreed draw (all survivors without it); of a concession the power that it is made to.
    eliminated
        The years in which powers lost their last centre, where a scoring system asks for them.
    final_year
        The last year played, likewise.
    chart
        Centres by year and power for earlier years, where a scoring system looks back to break ties. It also
        gives the years of elimination that are not named, unless the year before is missing.
    """

    centres: Mapping[str, int]
    outcome: Outcome | str = Outcome.DRAW_ALL
    members: Collection[str] = ()
    eliminated: Mapping[str, int] = field(default_factory=dict)
    final_year: int | None = None
    chart: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def owned(self, power: str) -> int:
        """Give how many centres a power has."""
        return self.centres.get(power, 0)

    def gone(self, power: str) -> int | None:
        """Give the year in which a power without centres was eliminated; None where nobody says it."""
        if power in self.eliminated:
            return self.eliminated[power]
        lost = self._first_without(power)
        return lost if lost == START + 1 or (lost is not None and lost - 1 in self.chart) else None

    def _first_without(self, power: str) -> int | None:
        """Give the first charted year in which a power has no centre."""
        return next((year for year in sorted(self.chart) if not self.chart[year].get(power, 0)), None)

    def span(self, power: str) -> tuple[int, int]:
        """Give the first and the last year in which a power can have lost its last centre, as far as is known.

        They are the same where the year is known; for survivors it is one that no game reaches.
        """
        if self.owned(power):
            return NEVER, NEVER
        gone = self.gone(power)
        if gone is not None:
            return gone, gone
        there = max((year for year in self.chart if self.chart[year].get(power, 0)), default=START)
        return there + 1, self._first_without(power) or self.final_year or NEVER - 1

    @property
    def winners(self) -> list[str]:
        """The powers with enough centres to win."""
        return [power for power in POWERS if self.owned(power) >= SOLO]

    @property
    def survivors(self) -> tuple[str, ...]:
        """The powers that own a centre."""
        return tuple(power for power in POWERS if self.owned(power) > 0)

    def history(self) -> dict[str, int | None]:
        """Rank the powers by what they owned before, 1 for the best; those with the same history share a rank.

        Of two powers the one comes first that was ahead in the most recent year in which they differ. Staying
        on the board for longer is being ahead; a power has no rank where it is not known which of two stayed for
        longer. Where nothing is known of any power that is gone, all of these share a rank.
        """
        years = sorted((year for year in self.chart if year != self.final_year), reverse=True)
        spans = {power: self.span(power) for power in POWERS}
        keys = {power: (spans[power][1], *(self.chart[year].get(power, 0) for year in years)) for power in POWERS}
        told = any(first > START + 1 or first == last for first, last in spans.values() if last < NEVER)
        doubtful = {one for one, other in permutations(POWERS, 2) if told and _either_first(spans[one], spans[other])}
        return {
            power: None if power in doubtful else 1 + sum(other > keys[power] for other in keys.values())
            for power in POWERS
        }


def _either_first(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether it is not known in which order two powers were eliminated."""
    known = one[0] == one[1] and other[0] == other[1]
    return not known and one[0] <= other[1] and other[0] <= one[1]
