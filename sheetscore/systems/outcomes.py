"""The outcomes of a tournament system: scored rounds, totals, standings, and its decisions in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Literal, Self

from msgspec import Struct, field
from msgspec.structs import asdict

from sheetscore.event.model import Settings
from sheetscore.findings import Finding
from sheetscore.forms.form import PageScore
from sheetscore.pairing.draw import Draw, OpenGame
from sheetscore.scoring.tie_breaks import DecidedChain
from sheetscore.systems.settings_in_words import in_words, said_by
from sheetscore.tables.sheet import TableSheet
from sheetscore.wording import times_to_copy

Exact = int | Fraction | str | None
ResultRow = Mapping[str, Exact]
"""A row of results by the keys that scripts rely on."""

Lists = Mapping[str, Sequence[Mapping[str, object]]]
"""Further lists by the keys that scripts rely on: lines of exact figures and texts, also nested in lists and maps."""


class RoundResult(Struct, frozen=True):
    """The result of a player or team in a round. Its row in results has the names of its fields as keys."""

    def row(self) -> ResultRow:
        """Return the row in results."""
        return asdict(self)

    @classmethod
    def read(cls, row: ResultRow) -> Self:
        """Read a row of results; fields that a row of an older version lacks have their defaults."""
        return cls(**{key: row[key] for key in cls.__struct_fields__ if key in row})

    @classmethod
    def read_rounds(cls, rounds: Mapping[int, Sequence[ResultRow]]) -> dict[int, list[Self]]:
        """Read the rows of rounds, by the numbers of the rounds."""
        return {number: [*map(cls.read, rows)] for number, rows in rounds.items()}


class Agreement(Struct, frozen=True):
    """Two figures that must agree, such as the match points of a section and N(N-1)/2."""

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
    """The agreements that the rules guarantee."""
    findings: tuple[Finding, ...]
    """Findings of scoring, such as a section with one player."""
    pages: Mapping[tuple[int, str], PageScore] = field(default_factory=dict)
    """The worked-out page of every (table, seat); the seat is "" for a table's own page."""
    players: tuple[ResultRow, ...] = ()
    """A row per player, if the ``rows`` are those of teams or of turns; else empty."""
    lists: Lists = field(default_factory=dict)
    """Further lists for scripts by their keys, such as the series of a round of matched games. Numbers are exact."""
    kept: Lists = field(default_factory=dict)
    """Further lists for archives, by the names of their tables: ``boards``, a line for each board and year with ``table
    year outcome members`` and the centres by power; ``flights``, one for each turn of an aircraft; ``shots``.
    """


class EarlierRound(Struct, frozen=True):
    """A scored round, or a round that is only drawn so far, as the draws of later rounds use it."""

    number: int
    scenario: str
    """The id of the scenario that was played."""
    rows: Sequence[ResultRow]
    """The rows of its results; none if it is not scored yet."""
    drawn: Draw | None = None
    """Its draw with only the tables that have no results yet, whose players count as having met but have no points, and
    with those who sit out. None if all tables have results.
    """
    settings: Settings | None = None
    """The settings under which it was scored, if they differ from the present ones; else None."""


class Standings(Struct, frozen=True):
    """The standings after some rounds: a row per player, or per team, best first, and warnings."""

    after_round: int
    rows: tuple[ResultRow, ...]
    findings: tuple[Finding, ...]
    open: tuple[OpenGame, ...] = ()
    """The games that are drawn and have no result. As long as there are some, the standings are provisional, and a
    winner is named only if no open game can change who it is.
    """
    declared: tuple[str, ...] = ()
    """Sentences that name the winners, with the reason, in systems that determine winners."""
    teams: tuple[ResultRow, ...] = ()
    """A row ``rank id name score`` per team, best first, where teams are ranked beside the players of the ``rows``."""

    @property
    def provisional(self) -> bool:
        """Whether any game is open."""
        return bool(self.open)


class Decision(Struct, frozen=True):
    """A point that the sources leave open, and how this event decides it."""

    name: str
    """The name of the setting."""
    value: str
    """Its value in this event."""
    meaning: str
    """What the setting and its values mean."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """All choices with a line about each, if they are a list of their own such as scoring systems; else empty."""
    words: str = ""
    """The value in words for players; empty if ``value`` is enough."""
    about: str = ""
    """The subject in words for players; empty if ``meaning`` is enough."""


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
        """A sentence with the number of copies; empty for a sheet that is only looked at."""
        return times_to_copy(self.copies) if self.copies else ""


RoundStep = Literal["draw", "play", "score", "rank"]
"""A step of a round run with a pencil."""


class PencilWork(Struct, frozen=True):
    """The pencil work at an event without a computer, besides the seating.

    Examples
    --------
    >>> PencilWork(wall=(HandColumn("met"), HandColumn("points", 60))).wall[0].width
    80
    """

    card: tuple[HandColumn, ...] = (HandColumn("Table", 60), HandColumn("Met", 380), HandColumn("Score"))
    """The columns of a player's card for each round, besides the round's number and the sum."""
    card_head: Mapping[str, Mapping[str, str]] = {}
    """The data beside the player's name on which the draw depends: by caption, the known value of each id. Where none
    is known, the card has a line to write on.
    """
    of_teams: bool = False
    """Whether a card belongs to a team rather than to a player."""
    wall: tuple[HandColumn, ...] = (HandColumn("score"),)
    """The columns of the wall chart for each round."""
    wall_said: str = ""
    """Where figures are that rank and are not on the wall chart, or where to look up what it is filled in by."""
    first: str = "Together"
    """The heading of the figure that ranks first, usually the sum of the scores."""
    breaks: tuple[str, ...] = ()
    """The headings of the tie-breaks, and of other figures that the standings show."""
    ranked: Mapping[str, str] | None = None
    """The names of the ranked players or teams by id; None for all that can be drawn."""
    rankings: Mapping[str, Sequence[str]] = {}
    """The ids in the rankings by their names, such as the two sides; empty if all are ranked together."""
    numbers: Mapping[str, int | str] = {}
    """The numbers that the ranked players or teams have already, by id; if empty, they are numbered one by one."""
    sheets: tuple[HandSheet, ...] = ()
    """The sheets on which a round is scored, with instructions."""
    steps: Mapping[RoundStep, str] = {}
    """Instructions for the steps of a round that differ from those of most systems."""
    scored_once: bool = False
    """Whether all rounds are scored together, after the last one."""


BY_LOT = "What is equal is decided by lot: shuffle the cards of those who are equal, and take them from the top."
"""How a draw goes on where nothing else decides."""


CARD_FOR_LATE = "Whoever has no card gets one of plain paper, and a line below the wall chart and the standings."
"""How somebody who was not entered before comes into an event that is run by hand."""


class Procedure(Struct, frozen=True):
    """The procedure of an event, in sentences that another director can follow."""

    draw: tuple[str, ...]
    """The draw of each round."""
    scoring: tuple[str, ...]
    """The points of results, unless the sheets give them, and the order of the standings."""
    attendance: tuple[str, ...]
    """The treatment of players who come late, leave early, miss a round, or have no seat."""
    by_hand: tuple[str, ...] = ()
    """The draw of a round with cards, without a computer: a legal draw, if not the best."""
    pencil: PencilWork = PencilWork()
    """The sheets to print for an event by hand."""
    sheets: tuple[TableSheet, ...] = ()
    """Tables to look up in the hall: a movement, a table of points."""


class Total(Struct):
    """The total of a player or team: the sum of the scores, and the number of rounds.

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
    """Add up the scores of all rounds.

    Parameters
    ----------
    rounds
        The rows of every scored round, by its number.
    who, score
        The keys of a row's player or team, and of its score.

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


def ranked_rows(
    chain: DecidedChain, figures: Mapping[str, ResultRow], usual: Collection[str] = ()
) -> tuple[ResultRow, ...]:
    """Return the rows of standings, best first: the rank, the id, the figures of a player or team, the tie-breaks.

    Parameters
    ----------
    figures
        The figures of each player or team, by id; those who share a rank stay in this order.
    usual
        The ids of the steps that are among the figures already, and are not added as tie-breaks.
    """
    order = sorted(figures, key=chain.ranks.__getitem__)
    return tuple({"rank": chain.ranks[id_], "id": id_, **figures[id_], **chain.beside(usual, id_)} for id_ in order)


def decisions_of(settings: Settings) -> list[Decision]:
    """Return every setting of an event with its name, its value and its meaning."""
    decisions = []
    for name, info in type(settings).model_fields.items():
        value, said = getattr(settings, name), said_by(info)
        words = in_words(value, said)
        decisions.append(
            Decision(info.title or name, _as_entered(value), info.description or "", words=words, about=said.about)
        )
    return decisions


def _as_entered(value: object) -> str:
    """Return the value of a setting as it is entered in event.xlsx; "blank" for None and for an empty list."""
    if value is None:
        return "blank"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "blank"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
