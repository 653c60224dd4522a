"""One game of Diplomacy as it ended: who owns how many centres, how the game ended, and what contradicts it.

A power without centres is eliminated. A concession counts as a solo of the power that it is made to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import permutations
from typing import TypeVar

from sheetscore.event.identity import squashed, suggestion
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

    Of a power that is there under two names both stay: one of them is no power, and :meth:`Board.mistakes` says so.
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
class Contradiction:
    """What is wrong with a board.

    Parameters
    ----------
    about
        What to look at: ``centres``, ``outcome``, ``members``, ``final_year``, or a power and its elimination.
    message
        For people: what is there, what to do.
    """

    about: str
    message: str


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

    def mistakes(self) -> list[Contradiction]:
        """Find everything in which the board contradicts itself or the rules of the game."""
        unknown = list(self._unknown_words())
        return unknown or [*self._wrong_counts(), *self._wrong_outcome(), *self._wrong_members(), *self._wrong_years()]

    def misshapen(self) -> list[Contradiction]:
        """Find names that are no powers, an outcome that is none, and what is no number of centres, or no year."""
        wrong = [Contradiction("centres", message) for message in self._said_of_counts()]
        return [*self._unknown_words(), *wrong, *self._no_years()]

    def _unknown_words(self) -> Iterator[Contradiction]:
        named = (
            *self.centres,
            *self.members,
            *self.eliminated,
            *(power for year in self.chart.values() for power in year),
        )
        for power in dict.fromkeys(named):
            if power not in POWERS:
                yield Contradiction("centres", f'"{power}" is no power.{suggestion(power, POWERS)}')
        if self.outcome not in list(Outcome):
            message = f'"{self.outcome}" is no outcome of a game.{suggestion(self.outcome, list(Outcome))}'
            yield Contradiction("outcome", message)

    def _said_of_counts(self) -> Iterator[str]:
        charted = [(power, count, f" in {year}") for year in self.chart for power, count in self.chart[year].items()]
        for power, count, when in (*((power, count, "") for power, count in self.centres.items()), *charted):
            if type(count) is not int or not 0 <= count <= ALL_CENTRES:
                yield f"{power} has {count!r} centres{when}. Give a whole number from 0 to {ALL_CENTRES}."

    def _wrong_counts(self) -> Iterator[Contradiction]:
        wrong = list(self._said_of_counts())
        total = 0 if wrong else sum(self.centres.values())
        if total > ALL_CENTRES:
            wrong = [f"The powers have {total} centres together, and the board has {ALL_CENTRES}. Correct a count."]
        elif not wrong and total == 0:
            wrong = ["No power has a centre. Give the centres of the powers that survived."]
        yield from (Contradiction("centres", message) for message in wrong)

    def _wrong_outcome(self) -> Iterator[Contradiction]:
        winners = [power for power in POWERS if self.owned(power) >= SOLO]
        if self.outcome == Outcome.SOLO and len(winners) != 1:
            message = (
                f"A solo has one power with {SOLO} centres or more, and this board has {_listed(winners)}. Correct the "
                "outcome, or a count."
            )
            yield Contradiction("outcome", message)
        if self.outcome != Outcome.SOLO and set(winners) - set(self.members if self._is_conceded else ()):
            message = f"{_listed(winners)} reached {SOLO} centres or more: the outcome is a solo, not {self.outcome}."
            yield Contradiction("outcome", message)

    @property
    def _is_conceded(self) -> bool:
        return self.outcome == Outcome.CONCESSION

    def _wrong_members(self) -> Iterator[Contradiction]:
        yield from (Contradiction("members", message) for message in self._said_of_members())

    def _said_of_members(self) -> Iterator[str]:
        for power in self.members:
            if not self.owned(power):
                yield f"{power} has no centre, so it cannot {'win' if self._is_conceded else 'share a draw'}."
        count = len(set(self.members))
        if count < len(self.members):
            yield f"A power is named twice: {_listed(self.members)}. Name each once."
        if self.outcome == Outcome.SOLO and count:
            yield "There is no draw beside a solo. Name no members."
        if self._is_conceded and count != 1:
            others = f", and not {_listed(self.members)}" if self.members else ""
            yield f"A concession is made to one power. Name it{others}."
        if self.outcome == Outcome.DRAW and count == 1:
            yield f"A draw has two members or more, and only {_listed(self.members)} is named."
        if self.outcome in {Outcome.DRAW_ALL, Outcome.TIME} and count and set(self.survivors) - set(self.members):
            left_out = [power for power in self.survivors if power not in self.members]
            yield f"{_listed(left_out)} survived, and so belongs to a game that ended with {self.outcome}."

    def _no_years(self) -> Iterator[Contradiction]:
        if self.final_year is not None and not _is_year(self.final_year):
            message = f"The last year of the game cannot be {self.final_year!r}. Give {START + 1} or later."
            yield Contradiction("final_year", message)
        for power, year in self.eliminated.items():
            if not _is_year(year):
                yield Contradiction(power, f"{power} cannot be eliminated in {year!r}. Give {START + 1} or later.")

    def _wrong_years(self) -> Iterator[Contradiction]:
        yield from self._no_years()
        last = self.final_year if _is_year(self.final_year) else None
        for power, year in self.eliminated.items():
            if _is_year(year) and self.owned(power):
                message = f"{power} still has centres ({self.owned(power)}), so it was not eliminated in {year}."
                yield Contradiction(power, message)
            elif _is_year(year) and last is not None and year > last:
                yield Contradiction(power, f"{power} cannot be eliminated in {year}: the game ended in {last}.")


def _is_year(year: object) -> bool:
    return type(year) is int and year > START


def _either_first(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether it is not known in which order two powers were eliminated."""
    known = one[0] == one[1] and other[0] == other[1]
    return not known and one[0] <= other[1] and other[0] <= one[1]


def _listed(powers: Collection[str]) -> str:
    *first, last = powers or ("none",)
    return f"{', '.join(first)} and {last}" if first else last
