"""Many events of several formats: played by all workers, and their means, with standard errors."""

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
    """Something to know of every event."""

    key: str
    """How scripts know it."""
    title: str
    of: Callable[[EventOutcome], float | None]
    """Gives it; None for an event that has none."""
    is_share: bool = False
    """Whether it is shown in per cent."""


def _few(outcome: EventOutcome) -> float:
    return sum(map(outcome.won_by, range(3)))


MEASURES = (
    Measure("best_wins", "The best wins", lambda outcome: outcome.won_by(0), is_share=True),
    Measure("best_three_win", "One of the best three wins", _few, is_share=True),
    Measure("agreement", "Kendall's tau", lambda outcome: outcome.agreement),
)
"""What formats are compared by. A win that several share counts in parts."""


class Estimate(Struct, frozen=True):
    """A mean over events with its standard error; None where too few have one, no error where all events agree."""

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
    """What came of the events of a format."""

    format: EventFormat
    outcomes: tuple[EventOutcome, ...]
    """One for each event, in order: those of one number have the same players and luck in every format."""

    def estimate(self, measure: Measure) -> Estimate:
        """Say what something is on average."""
        return Estimate.of([one for one in map(measure.of, self.outcomes) if one is not None])

    def difference(self, measure: Measure, other: PlayedFormat) -> Estimate:
        """Say by how much something is more than in another format, event by event: luck plays little part in that."""
        pairs = [(measure.of(one), measure.of(two)) for one, two in zip(self.outcomes, other.outcomes, strict=True)]
        return Estimate.of([one - two for one, two in pairs if one is not None and two is not None])

    def wins(self, place: int) -> Estimate:
        """Say how often somebody wins, by how many are stronger."""
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
    """Play events of every format.

    Parameters
    ----------
    events
        How many of each, at most.
    seconds
        After these no further events are waited for, as long as there are two of each.
    progress
        Told how many of how many are played.

    Raises
    ------
    MistakesFound
        A format cannot be drawn.
    WrongUsage
        The workers are gone.
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
    """Play an event by every format."""
    return tuple(play_event(format_, players, number) for format_ in formats)
