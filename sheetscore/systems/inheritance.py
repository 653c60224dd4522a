"""What an event may take over from earlier ones: their scored rounds as results keep them, and what a system says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.systems.outcomes import Lists, ResultRow

E_co = TypeVar("E_co", bound=Event, covariant=True)


@dataclass(frozen=True)
class PlayedRound:
    """A scored round of an earlier event.

    Parameters
    ----------
    event_key, event
        What tells the event from others, and its name.
    date
        Its first day; None for an event without one.
    rows, lists
        What the round came to, exactly.
    file
        Which results workbook it is from, in words for the director.
    written
        When that was written, where another has different results of the round; None where nobody knows.
    """

    event_key: str
    event: str
    date: dt.date | None
    round: int
    rows: Sequence[ResultRow]
    lists: Lists
    file: str
    written: dt.datetime | None = None


@dataclass(frozen=True)
class Inherited(Generic[E_co]):
    """What earlier events make of one.

    Parameters
    ----------
    event
        The event with what it takes over.
    findings
        What contradicts itself in the earlier results, or has nothing to do with the event.
    taken
        What there is to tell when it is taken over.
    differing
        Where the event says otherwise, and how to mend it, when it is only compared.
    """

    event: E_co
    findings: tuple[Finding, ...]
    taken: tuple[Finding, ...]
    differing: tuple[Finding, ...]
