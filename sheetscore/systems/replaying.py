"""What a system is asked for a replay of what was played, and what it gives: findings, an account, a drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.form import Entries

E_co = TypeVar("E_co", bound=Event, covariant=True)


@dataclass(frozen=True, kw_only=True)
class ReplayAsked(Generic[E_co]):
    """What there is to replay.

    Parameters
    ----------
    entries
        What stands in the boxes, as text where nobody has understood it yet.
    event
        The event that it belongs to; None for a log alone.
    templates
        The event's own folder of templates.
    cards
        A folder that was named, with files of what is played with.
    settings
        Decisions that were named, by the keys of an event's settings; they come before those of the event.
    """

    entries: Entries
    event: E_co | None = None
    templates: Path | None = None
    cards: Path | None = None
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Account:
    """One part of an account for people: a table with a title.

    Parameters
    ----------
    spare
        The headings of columns that one can do without where room is scarce, the least useful first.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    spare: tuple[str, ...] = ()


class Replayed(Protocol):
    """What was replayed."""

    @property
    def findings(self) -> Sequence[Finding]:
        """Everything that was found."""

    def as_json(self) -> dict[str, object]:
        """Return it for scripts."""

    def account(self) -> Sequence[Account]:
        """Return what happened, for a terminal."""

    def drawing(self) -> str:
        """Return a drawing of it as SVG."""
