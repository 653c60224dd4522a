"""One game of Diplomacy as it is written down year by year, and the board as it ended.

A power without centres is eliminated. A concession counts as a solo of the power that it is made to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
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

Counts = Mapping[str, int]
"""Centres by power."""

AT_START: Counts = dict.fromkeys(POWERS, 3) | {"Russia": 4}
"""Centres before the first year."""

FINAL = "final"
"""The line of the chart that has the centres at the end."""

AT_END = "at the end"
"""What that line is called in messages."""


def power_called(word: str) -> str:
    """Return the power that a name of it stands for, whatever its capitals and hyphens; other words as they are."""
    return _OTHER_NAMES.get(squashed(word), word)


def by_power(given: Mapping[str, Thing]) -> dict[str, Thing]:
    """Return what is known of powers by the names that they have here.

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
        """Return how many centres a power has."""
        return self.centres.get(power, 0)

    def gone(self, power: str) -> int | None:
        """Return the year in which a power without centres was eliminated; None where nobody says it."""
        if power in self.eliminated:
            return self.eliminated[power]
        lost = self._first_without(power)
        return lost if lost == START + 1 or (lost is not None and lost - 1 in self.chart) else None

    def _first_without(self, power: str) -> int | None:
        return next((year for year in sorted(self.chart) if not self.chart[year].get(power, 0)), None)

    def span(self, power: str) -> tuple[int, int]:
        """Return the first and the last year in which a power can have lost its last centre, as far as is known.

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


@dataclass(frozen=True)
class GameLine:
    """A line of a chart with its year; None for an end in a year that nobody gave.

    Parameters
    ----------
    key
        The year, :data:`sheetscore.scoring.boards.board.START` for the position at the start, or :data:`FINAL`.
    """

    key: int | str
    year: int | None
    counts: Counts

    @property
    def name(self) -> str:
        """When it was so, in words."""
        return {FINAL: AT_END, START: "at the start"}.get(self.key, f"after {self.key}")

    @property
    def unowned(self) -> int:
        """How many centres have no owner; below 0 where the powers have more than there are."""
        return ALL_CENTRES - sum(self.counts.values())

    def owners(self) -> list[str]:
        """Return the powers that have centres."""
        return [power for power in POWERS if self.counts[power]]

    def fewer_than(self, before: GameLine) -> list[str]:
        """Return the powers that have less here than on a line before."""
        return [power for power in POWERS if self.counts[power] < before.counts[power]]

    def compared(self, before: GameLine, powers: Iterable[str]) -> str:
        """Write the counts of some powers, at least one, and what they were on a line before."""
        first, *others = (f"{power} has {self.counts[power]} and had {before.counts[power]}" for power in powers)
        return ", ".join([f"{first} {before.name}", *others])


@dataclass(frozen=True)
class WrittenGame:
    """A game as it is written down, complete or not.

    Parameters
    ----------
    chart
        The lines of years on which anything stands, each with all seven powers.
    final
        The line of the centres at the end, if anything stands on it.
    gone
        The years of elimination that are written down.
    typed_final_year
        The last year, where it is written down.
    outcome
        One of :class:`sheetscore.scoring.boards.board.Outcome`; None while the game goes on.
    members
        Who shares an agreed draw, or the power conceded to.
    """

    chart: Mapping[int, Counts]
    final: Counts | None
    gone: Mapping[str, int]
    typed_final_year: int | None
    outcome: str | None
    members: tuple[str, ...]

    @property
    def centres(self) -> Counts:
        """Centres at the end, or so far."""
        if self.final is not None:
            return self.final
        return self.chart[max(self.chart)] if self.chart else {}

    @property
    def final_year(self) -> int | None:
        """The last year: as written down, else the last one on the chart."""
        return self.typed_final_year or max(self.chart, default=None)

    @property
    def is_over(self) -> bool:
        """Whether it says how the game ended, and what everybody had then."""
        return self.outcome is not None and bool(self.centres)

    @cached_property
    def board(self) -> Board:
        """The board as scoring takes it."""
        return Board(
            self.centres,
            self.outcome or "",
            self.members,
            {power: year for power, year in self.gone.items() if not self.centres.get(power)},
            self.final_year,
            self.chart if self.end_line is None else {**self.chart, **self.end_line},
        )

    @property
    def end_line(self) -> Mapping[int, Counts] | None:
        """The line of the end as that of its year, where that is written down and the chart does not have it."""
        year = self.typed_final_year
        return None if self.final is None or year is None or year in self.chart else {year: self.final}

    def lines(self) -> list[GameLine]:
        """Return the position at the start, the lines of the chart, and that of the end."""
        years = {START: AT_START, **{year: self.chart[year] for year in sorted(self.chart)}}
        lines = [GameLine(year, year, counts) for year, counts in years.items()]
        return lines if self.final is None else [*lines, GameLine(FINAL, self.final_year, self.final)]
