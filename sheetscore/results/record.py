"""A scored round as everything later needs it: other rounds, standings, archives; its figures as programs want them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.systems.outcomes import Exact, Lists, ResultRow
from sheetscore.systems.played import Game, SeatTaken, Unseated
from sheetscore.workbooks.book import as_double

KIND = "results"

Plain = Exact | tuple[Exact, ...]
"""A value of the event: a number exactly, a text, yes or no as a truth value, or several; None for a blank."""


class SourceFile(Struct, frozen=True):
    """A file that something was made from: its name and the digest of its bytes."""

    name: str
    sha256: str


class ScenarioPart(Struct, frozen=True):
    """A scenario, or a part of one: a side, a target, a balance."""

    path: str
    """What it is, as event.toml says: ``scenario``, ``scenario.side``, ``scenario.side.target``."""
    above: tuple[str, ...]
    """The ids of the parts that it is inside of, outermost first."""
    values: Mapping[str, Plain]
    """What is set up, by the keys of event.toml; blanks are left out."""


class Enrolled(Struct, frozen=True):
    """A player or a team, as the event had them when the round was scored."""

    kind: str
    """``player`` or ``team``."""
    id: str
    name: str
    rating: int | None = None
    """At the start of the event; None for somebody without one."""
    country: str = ""
    club: str = ""
    team: str = ""
    """The id of a player's team; empty for none."""
    more: Mapping[str, Plain] = {}
    """What the system adds, and what is not as usual, by the keys of event.toml: ``section``, ``number``."""


class PageWorth(Struct, frozen=True):
    """What a page came to."""

    table: int
    seat: str
    """Empty for a table's own page."""
    blocks: Mapping[str, int | Fraction]
    """What each block is worth that is worth anything at all, by its id; also where that is 0."""
    sums: Mapping[str, int | Fraction]
    """What the page adds up to, by the names of its sums: ``sp``, ``rs``."""


class RowColumn(Struct, frozen=True):
    """A key of the rows: what it is called on the results, and whether it holds numbers or texts."""

    key: str
    heading: str
    kind: Literal["number", "text"]


class Setup(Struct, frozen=True):
    """The event as it was set up when the round was scored, as far as the round is about it."""

    uid: str
    """What tells the event from every other; empty for an event without one."""
    date: dt.date | None
    """The first day; None where it is not given."""
    place: str
    rounds: int
    """How many are played."""
    settings: Mapping[str, Plain]
    """All decisions, by the keys of event.toml, also those left as usual."""
    scenarios: tuple[ScenarioPart, ...]
    """Those that the round names with all that they hold, each scenario before its parts; all of the event's where the
    round names none.
    """
    enrolled: tuple[Enrolled, ...]
    """Those of the rows, of the seats and without a seat, in the order of the event, players and teams; where rows are
    those of teams all their members, whether they sat at a table or not.
    """
    day: dt.date | None = None
    start: dt.time | None = None
    """When the round began: the day of the schedule, else that of the event, and the time of day; None where nothing
    says so, as in what was written before version 4.
    """
    given: tuple[ScenarioPart, ...] = ()
    """What else of the event counts in the round, such as handicaps, with what it says of their source; nothing before
    version 4.
    """
    files: Mapping[str, str] = {}
    """The digests of what the files say that score the round, by folder and name: ``scoring/avp.toml``; of its forms,
    as ``forms/strike.toml``, those of the formulas that count. Empty in what was written before results kept them.
    """


class Played(Struct, frozen=True):
    """What was played, in words that mean the same in every system."""

    title: str
    """What the system is called."""
    earns: str
    """The key of a row that says what the round gave; empty where nothing is earned."""
    headings: tuple[RowColumn, ...]
    """The keys of the rows of results, and what they are called."""
    games: tuple[Game, ...]
    seats: tuple[SeatTaken, ...]
    unseated: tuple[Unseated, ...]
    results: tuple[ResultRow, ...] | None
    """A row for each player; where the system's own rows are that, they are not repeated, and this is None."""
    kept: Lists
    """More tables of the system: see :class:`sheetscore.systems.outcomes.RoundScore`."""
    public: Mapping[FieldKey, FieldKey]
    """What scripts call the boxes whose inner name is another."""


@dataclass(frozen=True)  # a Struct compares by all of its fields
class RoundRecord:
    """A scored round."""

    event_key: str
    event_name: str
    system: str
    round: int
    scenario: str
    """Its id; empty where the tables play different ones."""
    missing: tuple[int, ...]
    """The tables that were not in yet: with any the round is provisional."""
    rows: tuple[ResultRow, ...]
    """As they were scored, exactly."""
    entries: Entries
    findings: tuple[Finding, ...]
    source: SourceFile
    """The score sheets."""
    setup: Setup | None = None
    """The event; None in what was written before results kept it, where the fields below are empty, too."""
    pages: tuple[PageWorth, ...] = ()
    """What every page that counted came to."""
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    """The ids of those whom the draw left out, and of those who were taken off it where that is told apart."""
    lists: Lists = field(default_factory=dict)
    """What the system told scripts besides the rows, by key, exactly; none in what was written before results kept it.
    """
    played: Played | None = None
    """What was played; None in what was written before version 4."""
    file: SourceFile | None = field(default=None, compare=False)
    """The results workbook that the record was read from; None for one that is still to be written."""

    @property
    def provisional(self) -> bool:
        """Whether tables are missing."""
        return bool(self.missing)


if TYPE_CHECKING:
    import pandas as pd


def double(value: Exact) -> int | float | str | None:
    """Return a fraction as the nearest double; whole numbers, texts and None as they are."""
    return as_double(value) if isinstance(value, int | Fraction) else value


def as_doubles(rows: Sequence[ResultRow]) -> list[dict[str, int | float | str | None]]:
    """Return rows of results with every number as the nearest double."""
    return [{key: double(value) for key, value in row.items()} for row in rows]


def in_doubles(value: object) -> object:
    """Return a list or a mapping, however deep, with every number as the nearest double; truth values stay."""
    if isinstance(value, Mapping):
        return {key: in_doubles(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [in_doubles(inner) for inner in value]
    return as_double(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else value


def frame(rows: Sequence[ResultRow], keys: Sequence[str] = ()) -> pd.DataFrame:
    """Return rows of results as a data frame, with a column for each key in the order of the rows.

    Parameters
    ----------
    keys
        The columns, where they are known even of no rows.
    """
    import pandas as pd  # noqa: PLC0415 -- takes a quarter of a second, and most commands need none

    return pd.DataFrame(as_doubles(rows), columns=list(keys) or None)
