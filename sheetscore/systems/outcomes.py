"""What a tournament system works out: scored rounds, totals, standings, and its decisions in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Self

from msgspec import Struct, field
from msgspec.structs import asdict

from sheetscore.event.model import Settings
from sheetscore.findings import Finding
from sheetscore.forms.form import PageScore
from sheetscore.pairing.draw import Draw, OpenGame
from sheetscore.systems.settings_in_words import in_words, said_by
from sheetscore.tables.sheet import TableSheet
from sheetscore.wording import times_to_copy

Exact = int | Fraction | str | None
ResultRow = Mapping[str, Exact]
"""A row of results by the keys that scripts rely on."""

Lists = Mapping[str, Sequence[Mapping[str, object]]]
"""More than rows, by the keys that scripts rely on: lines of exact figures and texts, and of lists and maps of them."""


class RoundResult(Struct, frozen=True):
    """What a round gave somebody, for rules and tables to read; results keep a row with the fields as its keys."""

    def row(self) -> ResultRow:
        """Return it as results keep it."""
        return asdict(self)

    @classmethod
    def read(cls, row: ResultRow) -> Self:
        """Return what a row of results says; what a row of an older version lacks has its default."""
        return cls(**{key: row[key] for key in cls.__struct_fields__ if key in row})

    @classmethod
    def read_rounds(cls, rounds: Mapping[int, Sequence[ResultRow]]) -> dict[int, list[Self]]:
        """Return what the rows of rounds say, by the numbers of the rounds."""
        return {number: [*map(cls.read, rows)] for number, rows in rounds.items()}


class Agreement(Struct, frozen=True):
    """A figure that must agree with another: the match points of a section with N(N-1)/2."""

    name: str
    expected: int | Fraction
    actual: int | Fraction

    @property
    def ok(self) -> bool:
        """Whether they agree."""
        return self.expected == self.actual


class RoundScore(Struct, frozen=True):
    """A scored round."""

    round: int
    rows: tuple[ResultRow, ...]
    """A row per player, or per team, in the order in which results show them."""
    checks: tuple[Agreement, ...]
    """The agreements that the rules promise."""
    findings: tuple[Finding, ...]
    """What scoring noticed (a section of one)."""
    pages: Mapping[tuple[int, str], PageScore] = field(default_factory=dict)
    """The worked-out page of every (table, seat); the seat is "" for a table's own page."""
    players: tuple[ResultRow, ...] = ()
    """A row per player besides, where ``rows`` are those of teams, or of turns."""
    lists: Lists = field(default_factory=dict)
    """More for scripts, by its key beside the rows: the series of a round of matched games. Numbers are exact."""
    kept: Lists = field(default_factory=dict)
    """More for archives, by the names of their tables: ``boards``, a line for each board and year with ``table year
    outcome members`` and the centres by power; ``flights``, one for each turn of an aircraft; ``shots``.
    """


class EarlierRound(Struct, frozen=True):
    """A round as it was scored, for the draws of later ones; as it was drawn where it was not scored yet."""

    number: int
    scenario: str
    """The id of the scenario that was played."""
    rows: Sequence[ResultRow]
    """Of its results; none where it is not scored yet."""
    drawn: Draw | None = None
    """Who was to meet whom where results are missing: the tables that have none, and who sits out. It counts for who
    has met whom, never for points.
    """
    settings: Settings | None = None
    """Those that it was scored under, where they are others than those of now."""


class Standings(Struct, frozen=True):
    """The event after some rounds: a row per player, best first, and warnings."""

    after_round: int
    rows: tuple[ResultRow, ...]
    findings: tuple[Finding, ...]
    open: tuple[OpenGame, ...] = ()
    """What is drawn and has no result yet: with any the standings are provisional, and nobody is a winner whom it could
    take that away from.
    """
    declared: tuple[str, ...] = ()
    """Who has won and why, a sentence each, in systems that know it before the director does."""

    @property
    def provisional(self) -> bool:
        """Whether anything is open."""
        return bool(self.open)


class Decision(Struct, frozen=True):
    """A point that the sources leave open: what it is called, what holds in this event, what that means."""

    name: str
    value: str
    meaning: str
    choices: Mapping[str, str] = field(default_factory=dict)
    """What can be chosen with a line on each, where that is a list of its own."""
    words: str = ""
    about: str = ""
    """What is chosen in words, and what it is about, for players; none where value and meaning say so."""


class HandColumn(Struct, frozen=True):
    """A column that is written with a pencil: its heading and its width in pixels.

    Examples
    --------
    >>> HandColumn("met", 300).heading
    'met'
    """

    heading: str
    width: int = 80


class HandSheet(Struct, frozen=True):
    """A sheet that is filled in with a pencil, and how often it is copied; 0 for one to look things up in.

    Examples
    --------
    >>> HandSheet(TableSheet("Pots", "Pots ____"), copies=3).said
    'copy this 3 times'
    """

    sheet: TableSheet
    copies: int = 0

    @property
    def said(self) -> str:
        """Say how often it is copied; empty for what is to be looked things up in."""
        return times_to_copy(self.copies) if self.copies else ""


class PencilWork(Struct, frozen=True):
    """What is written down with a pencil where there is no computer, besides who sits where.

    Examples
    --------
    >>> PencilWork(wall=(HandColumn("met"), HandColumn("points", 60))).wall[0].width
    80
    """

    card: tuple[HandColumn, ...] = (HandColumn("Table", 60), HandColumn("Met", 380), HandColumn("Score"))
    """What everybody's card keeps of each round, besides its number and the sum."""
    wall: tuple[HandColumn, ...] = (HandColumn("score"),)
    """What the wall chart has of each round."""
    breaks: tuple[str, ...] = ()
    """What decides between equal scores, as the headings of the standings have it."""
    ranked: Mapping[str, str] | None = None
    """Who is ranked, names by id; None for all who can be drawn."""
    sheets: tuple[HandSheet, ...] = ()
    """On which a round is scored, and how that goes."""


class Procedure(Struct, frozen=True):
    """How an event goes on, in sentences that another director can go by."""

    draw: tuple[str, ...]
    """How each round is drawn."""
    scoring: tuple[str, ...]
    """What results are worth, besides what the sheets say, and what the standings go by."""
    attendance: tuple[str, ...]
    """What becomes of those who come late, leave early, miss a round, or find no place."""
    by_hand: tuple[str, ...] = ()
    """How a round is drawn with cards where there is no computer: legal, if not the best draw."""
    pencil: PencilWork = PencilWork()
    """What is written down then."""
    sheets: tuple[TableSheet, ...] = ()
    """What has to be looked up in the hall: a movement, a table of points."""


class Total(Struct):
    """What one player or team has: the sum of the scores, and in how many rounds they were made.

    Examples
    --------
    >>> Total("A", "Ann", Fraction(7, 2), rounds=2).score
    Fraction(7, 2)
    """

    id: str
    name: str
    score: Fraction = Fraction(0)
    rounds: int = 0


def totals_of(rounds: Mapping[int, Sequence[ResultRow]], who: str, score: str) -> list[Total]:
    """Add the rounds up.

    Parameters
    ----------
    rounds
        The rows of every scored round, by its number.
    who, score
        The keys of a row's player or team, and of what it scored.

    Returns
    -------
    The highest score first; equal ones by name, then by id. A name is the one of the latest round.

    Examples
    --------
    >>> first = [{"player": "A", "name": "Ann", "points": 3}, {"player": "B", "name": "Bob", "points": 0}]
    >>> second = [{"player": "B", "name": "Bob", "points": 6}]
    >>> [(one.id, int(one.score), one.rounds) for one in totals_of({1: first, 2: second}, "player", "points")]
    [('B', 6, 2), ('A', 3, 1)]
    """
    totals: dict[str, Total] = {}
    for number in sorted(rounds):
        for row in rounds[number]:
            total = totals.setdefault(str(row[who]), Total(str(row[who]), ""))
            total.name = str(row["name"])
            total.score += Fraction(row[score] or 0)
            total.rounds += 1
    return sorted(totals.values(), key=lambda total: (-total.score, total.name, total.id))


def decisions_of(settings: Settings) -> list[Decision]:
    """Return every setting of an event with what it is called, its value and what it means."""
    decisions = []
    for name, info in type(settings).model_fields.items():
        value, said = getattr(settings, name), said_by(info)
        words = in_words(value, said)
        decisions.append(
            Decision(info.title or name, _spoken(value), info.description or "", words=words, about=said.about)
        )
    return decisions


def _spoken(value: object) -> str:
    if value is None:
        return "blank"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "blank"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
