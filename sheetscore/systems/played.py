"""The games of a round in terms common to all systems: games and their sides, seats, those without a seat.

Results keep them beside a system's own rows, so that archives, ratings and sites need no system.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeVar

from msgspec import Struct

from sheetscore.forms.form import Entries
from sheetscore.scoring.ranking import ranks
from sheetscore.systems.outcomes import Exact, Lists, ResultRow

K = TypeVar("K", bound=Hashable)


EXACTLY = Fraction(0)
"""The margin within which sides of a game are equal."""


class GameSide(Struct, frozen=True):
    """One side of a game.

    Examples
    --------
    >>> GameSide("P07", played="Turkey", rank=2, points=Fraction(37, 2)).kind
    'player'
    """

    id: str
    """The id of the player or the team, by ``kind``."""
    kind: Literal["player", "team"] = "player"
    played: str = ""
    """The power, color or side of the scenario that it played; empty if that has no name."""
    rank: int = 1
    """Its rank in the game, from 1; equal sides share a rank."""
    points: Exact = None
    """The exact figure that ranks it; None if nothing is counted."""
    handicap: Exact = None
    """The part of the points that is a handicap; None without handicaps."""
    games: tuple[str, ...] = ()
    """How each game of a match ended for the side: ``win``, ``draw`` or ``loss``; none if the game is no match."""


class Game(Struct, frozen=True):
    """Sides that were compared with each other, and the outcome."""

    table: int
    """The table; 0 for a comparison over several tables."""
    number: int
    """From 1, among the games of the table in the round."""
    sides: tuple[GameSide, ...]
    title: str = ""
    """Its name, if table and number are not enough: ``section strike``."""
    scenario: str = ""
    """The id of the scenario played; empty if it is the round's scenario, or unknown."""
    game_system: str = ""
    """The game system of the scenario; empty without one."""
    decided_by: str = ""
    """What decided the game, in the words of the system; empty if points did."""


class SeatTaken(Struct, frozen=True):
    """A seat and its player by the sheets, substitutes included."""

    table: int
    seat: str
    force: str
    """The side, power or color played there; empty if that has no name."""
    player: str


class Unseated(Struct, frozen=True):
    """A player or team without a seat in the draw."""

    id: str
    why: Literal["bye", "absent"]
    """A bye earns what the system gives; the absent were taken off the draw."""
    earned: Exact
    """The points that the player or team gets for it in the results; None for none."""


class ScoredRound(Struct, frozen=True):
    """A scored round as its results have it, also results of an older version; games are derived from it."""

    scenario: str
    rows: Sequence[ResultRow]
    lists: Lists
    entries: Entries
    """The typed values, by the inner names of boxes."""


def grouped(rows: Iterable[ResultRow], key: Callable[[ResultRow], K]) -> Mapping[K, Sequence[ResultRow]]:
    """Group rows by a common key, in the order of first occurrence.

    Examples
    --------
    >>> rows = [{"table": 2, "player": "A"}, {"table": 1, "player": "B"}, {"table": 2, "player": "C"}]
    >>> {table: len(sitting) for table, sitting in grouped(rows, lambda row: row["table"]).items()}
    {2: 2, 1: 1}
    """
    found: dict[K, list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def ranked_sides(rows: Sequence[ResultRow], by: str, *, who: str = "player", played: str = "") -> tuple[GameSide, ...]:
    """Return the sides of a game, ranked by a figure of their rows, the highest first.

    Parameters
    ----------
    by, who, played
        The keys of the figure, of the id, and of the side played if there is one.
    """
    kind: Literal["player", "team"] = "team" if who == "team" else "player"
    figures = [Fraction(row[by] or 0) for row in rows]
    sides = (
        GameSide(str(row[who]), kind, str(row.get(played) or ""), rank, row[by])
        for row, rank in zip(rows, ranks(figures, EXACTLY), strict=True)
    )
    return tuple(sorted(sides, key=lambda side: (side.rank, side.id)))


_PLACES = {"win": 1, "draw": 1, "loss": 2}
"""The ranks of two opponents by their results."""


def opposed_sides(rows: Sequence[ResultRow], points: str, *, played: str = "") -> tuple[GameSide, ...]:
    """Return the sides of a game of two whose rows have its ``result``: the winner first.

    Parameters
    ----------
    points, played
        The keys of the points, and of the side played if there is one.
    """
    sides = (
        GameSide(str(row["player"]), "player", str(row.get(played) or ""), _PLACES[str(row["result"])], row[points])
        for row in rows
    )
    return tuple(sorted(sides, key=lambda side: (side.rank, side.id)))


def met(rows: Sequence[ResultRow], who: str) -> Iterator[tuple[ResultRow, ResultRow]]:
    """Yield the pairs who met, each once: rows that name each other as ``opponent``.

    Parameters
    ----------
    rows
        A row for each player or team.
    who
        The key of its id.

    Examples
    --------
    >>> rows = [{"player": "A", "opponent": "B"}, {"player": "B", "opponent": "A"}, {"player": "C"}]
    >>> [(one["player"], two["player"]) for one, two in met(rows, "player")]
    [('A', 'B')]
    """
    by_id = {row[who]: row for row in rows}
    for row in rows:
        other = by_id.get(row.get("opponent"))
        if other is not None and other["opponent"] == row[who] and str(row[who]) < str(other[who]):
            yield row, other
