"""The record of a scored round for other rounds, standings and archives; conversion of its figures for programs."""

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

OF_EVERYBODY = ("rating", "country", "club", "team")
"""The keys, besides id and name, of players and teams in every system."""

Plain = Exact | tuple[Exact, ...]
"""A value of the event: an exact number, a text, a truth value, or several; None for a blank."""


class SourceFile(Struct, frozen=True):
    """A source file: its name and the digest of its bytes."""

    name: str
    sha256: str


class ScenarioPart(Struct, frozen=True):
    """A scenario, or a part of it: a side, a target, a balance."""

    path: str
    """Its kind, as in event.toml: ``scenario``, ``scenario.side``, ``scenario.side.target``."""
    above: tuple[str, ...]
    """The ids of the parts that contain it, outermost first."""
    values: Mapping[str, Plain]
    """Its values by the keys of event.toml, without blanks."""


class Enrolled(Struct, frozen=True):
    """A player or a team, as the event had them when the round was scored."""

    kind: str
    """``player`` or ``team``."""
    id: str
    name: str
    rating: int | None = None
    """The rating at the start of the event; None without one."""
    country: str = ""
    club: str = ""
    team: str = ""
    """The id of a player's team; empty for none."""
    more: Mapping[str, Plain] = {}
    """Further values by the keys of event.toml (``section``): required ones, and others that are not the default."""


class PageWorth(Struct, frozen=True):
    """The scores of a page."""

    table: int
    seat: str
    """The seat; empty for a table's own page."""
    blocks: Mapping[str, int | Fraction]
    """The points of each block that has points, by its id; a block with 0 points is there, too."""
    sums: Mapping[str, int | Fraction]
    """The totals of the page, by the names of its sums: ``sp``, ``rs``."""


class RowColumn(Struct, frozen=True):
    """A key of the rows: its heading in the results, and whether it holds numbers or texts."""

    key: str
    heading: str
    kind: Literal["number", "text"]


class Setup(Struct, frozen=True):
    """The data of the event on which a round depends, as they were when it was scored."""

    uid: str
    """The uid of the event; empty for an event without one."""
    date: dt.date | None
    """The first day; None if not given."""
    place: str
    rounds: int
    """The number of rounds."""
    settings: Mapping[str, Plain]
    """All settings, by the keys of event.toml, also defaults."""
    scenarios: tuple[ScenarioPart, ...]
    """The scenarios of the round with all their parts, each scenario before its parts; all scenarios of the event if
    the round names none.
    """
    enrolled: tuple[Enrolled, ...]
    """The players and teams of rows and seats, and those without a seat, in the order of the event; with rows of teams
    also all members, whether they played or not.
    """
    day: dt.date | None = None
    """The day of the round, by the schedule or else by the event; None if unknown, as before version 4."""
    start: dt.time | None = None
    """The time of day at which the round starts; None if unknown, as before version 4."""
    given: tuple[ScenarioPart, ...] = ()
    """Further data of the event that count in the round, such as handicaps with their source; empty before
    version 4.
    """
    files: Mapping[str, str] = {}
    """The digests of the files that the scores depend on, by folder and name: ``scoring/avp.toml``. For a form, such as
    ``forms/strike.toml``, the digest is that of the formulas that count. Empty in results of earlier versions.
    """
    seed: int | None = None
    """The number from which lots follow; None in results of earlier versions."""


class Played(Struct, frozen=True):
    """The games of a round, in words that mean the same in every system."""

    title: str
    """The title of the system."""
    earns: str
    """The key of a row's score for the round; empty without scores."""
    headings: tuple[RowColumn, ...]
    """The keys of the rows of results, with their headings."""
    games: tuple[Game, ...]
    seats: tuple[SeatTaken, ...]
    unseated: tuple[Unseated, ...]
    results: tuple[ResultRow, ...] | None
    """A row for each player; None if the system's own rows are by player."""
    kept: Lists
    """Further tables of the system: see :class:`sheetscore.systems.outcomes.RoundScore`."""
    public: Mapping[FieldKey, FieldKey]
    """The public keys of boxes, by their keys in the forms; only where the two differ."""


@dataclass(frozen=True)  # no Struct, which would compare ``file``, too
class RoundRecord:
    """A scored round."""

    event_key: str
    event_name: str
    system: str
    round: int
    scenario: str
    """The scenario's id; empty if the tables play different ones."""
    missing: tuple[int, ...]
    """The tables without results; if there are any, the round is provisional."""
    rows: tuple[ResultRow, ...]
    """The rows of the results, exact."""
    entries: Entries
    """The values of the boxes as they were scored, exact."""
    findings: tuple[Finding, ...]
    source: SourceFile
    """The score sheets."""
    setup: Setup | None = None
    """The event; None in results of version 1, in which the fields below are empty, too."""
    pages: tuple[PageWorth, ...] = ()
    """The scores of every page that counted."""
    byes: tuple[str, ...] = ()
    """The ids of those who sat out."""
    absent: tuple[str, ...] = ()
    """The ids of those taken off the draw, in systems that distinguish this from sitting out."""
    lists: Lists = field(default_factory=dict)
    """The system's further lists for scripts, by key, exact; none in results of earlier versions."""
    played: Played | None = None
    """The games of the round; None before version 4."""
    file: SourceFile | None = field(default=None, compare=False)
    """The results workbook that the record was read from; None if it is still to be written."""

    @property
    def provisional(self) -> bool:
        """Whether tables are missing."""
        return bool(self.missing)


if TYPE_CHECKING:
    import pandas as pd


def double(value: Exact) -> int | float | str | None:
    """Return a fraction as the nearest float, and whole numbers, texts and None unchanged."""
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
        The columns, in case there are no rows.
    """
    import pandas as pd  # noqa: PLC0415 -- takes a quarter of a second, and most commands need none

    return pd.DataFrame(as_doubles(rows), columns=list(keys) or None)
