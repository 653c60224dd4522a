"""Play many events of several formats in worker processes, and estimate means with standard errors."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from statistics import fmean, stdev
from time import monotonic

from msgspec import Struct

from sheetscore.problems import WrongUsage
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.simulation.playing import EventFormat, EventOutcome, play_event
from sheetscore.workers import Workers


class Measure(Struct, frozen=True):
    """A figure of every event, by which formats are compared."""

    key: str
    """The JSON key."""
    title: str
    of: Callable[[EventOutcome], float | None]
    """Returns the figure of an event; None if the event has no such figure."""
    is_share: bool = False
    """Whether the figure is shown in per cent."""


def _won_by_best_three(outcome: EventOutcome) -> float:
    return sum(map(outcome.won_by, range(3)))


MEASURES = (
    Measure("best_wins", "The best wins", lambda outcome: outcome.won_by(0), is_share=True),
    Measure("best_three_win", "One of the best three wins", _won_by_best_three, is_share=True),
    Measure("agreement", "Kendall's tau", lambda outcome: outcome.agreement),
)
"""The figures by which formats are compared. A win that several share counts in part for each."""


class Estimate(Struct, frozen=True):
    """A mean over events (None if no event has the figure) and its standard error (None unless two figures differ)."""

    mean: float | None
    error: float | None

    @classmethod
    def of(cls, figures: Sequence[float]) -> Estimate:
        """Estimate a mean.

        Examples
        --------
        >>> Estimate.of([1, 0, 1, 0])
        Estimate(mean=0.5, error=0.28867513459481287)
        """
        error = stdev(figures) / len(figures) ** 0.5 if len({*figures}) > 1 else None
        return cls(fmean(figures) if figures else None, error)


class PlayedFormat(Struct, frozen=True):
    """The outcomes of the simulated events of a format."""

    format: EventFormat
    outcomes: tuple[EventOutcome, ...]
    """The outcomes in the order of the events: events of the same number have the same players and luck in every
    format.
    """

    def estimate(self, measure: Measure) -> Estimate:
        """Estimate the mean of a measure."""
        return Estimate.of([one for one in map(measure.of, self.outcomes) if one is not None])

    def difference(self, measure: Measure, other: PlayedFormat) -> Estimate:
        """Estimate the mean difference of a measure from another format, event by event, as luck is equal in both."""
        pairs = [(measure.of(one), measure.of(two)) for one, two in zip(self.outcomes, other.outcomes, strict=True)]
        return Estimate.of([one - two for one, two in pairs if one is not None and two is not None])

    def wins(self, place: int) -> Estimate:
        """Estimate the share of events won by the player with ``place`` stronger ones: 0 for the strongest player."""
        return Estimate.of([one.won_by(place) for one in self.outcomes])


def compare(
    formats: Sequence[EventFormat],
    players: MadeUpPlayers,
    events: int,
    workers: Workers,
    *,
    seconds: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[PlayedFormat, ...]:
    """Simulate events of every format.

    Parameters
    ----------
    events
        The most events of each format.
    seconds
        Stop after this time, but not before two events of each format are played.
    progress
        Called with how many events are played, and ``events``.

    Raises
    ------
    MistakesFound
        A format cannot be drawn.
    WrongUsage
        All workers died.
    """
    until = None if seconds is None else monotonic() + seconds
    outcomes: list[tuple[EventOutcome, ...]] = []
    with closing(_played(workers, partial(_play, formats, players), events)) as played:
        for event in played:
            outcomes.append(event)
            if progress:
                progress(len(outcomes), events)
            if until is not None and monotonic() >= until and len(outcomes) > 1:
                break
    return tuple(map(PlayedFormat, formats, zip(*outcomes, strict=True)))


def _played(
    workers: Workers, play: Callable[[int], tuple[EventOutcome, ...]], events: int
) -> Generator[tuple[EventOutcome, ...]]:
    for outcomes in workers(play, range(1, events + 1)):
        if outcomes is None:
            raise WrongUsage("every worker that played one of the events died", "process-ended")
        yield outcomes


def _play(formats: Sequence[EventFormat], players: MadeUpPlayers, number: int) -> tuple[EventOutcome, ...]:
    """Simulate the event with a number in every format."""
    return tuple(play_event(format_, players, number) for format_ in formats)
