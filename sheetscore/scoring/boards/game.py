"""A game of Diplomacy as it is written down: the centres year by year, how it ended, when powers were eliminated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sheetscore.scoring.boards.board import ALL_CENTRES, POWERS, START, Board

Counts = Mapping[str, int]
"""Centres by power."""

AT_START: Counts = dict.fromkeys(POWERS, 3) | {"Russia": 4}
"""Centres before the first year."""

FINAL = "final"
"""The line of the chart that has the centres at the end."""

AT_END = "at the end"
"""What that line is called in messages."""


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
        """Give the powers that have centres."""
        return [power for power in POWERS if self.counts[power]]

    def fewer_than(self, before: GameLine) -> list[str]:
        """Give the powers that have less here than on a line before."""
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
        """Give the position at the start, the lines of the chart, and that of the end."""
        years = {START: AT_START, **{year: self.chart[year] for year in sorted(self.chart)}}
        lines = [GameLine(year, year, counts) for year, counts in years.items()]
        return lines if self.final is None else [*lines, GameLine(FINAL, self.final_year, self.final)]
