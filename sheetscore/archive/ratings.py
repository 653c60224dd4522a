"""Ratings of those who play: by Plackett-Luce over all their games, and Elo beside it over games of two.

The same games give the same ratings to the last bit, in whatever order they and their sides are given.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

Sides: TypeAlias = tuple[tuple[str, int], ...]
"""Those of a game: the competitor, a player or a team, and the rank from 1; equal ranks are a draw."""


class RatedGame(Struct, frozen=True):
    """A game that ratings go by."""

    day: dt.date | None
    """Of its round, or else of its event; None where neither is known: it comes after all that are dated."""
    start: dt.time | None
    """The time of day at which its round began; None where it is not known: it comes last on its day."""
    event: str
    """What sorts the events of a day: a uid or a key."""
    round: int
    table: int
    number: int
    """Which game of the event it was."""
    sides: Sides


class EloSettings(Struct, frozen=True):
    """How Elo is counted."""

    start: float = 1500
    """What everybody begins with."""
    k: float = 32
    """The most that a game can give or take from who has played few games."""
    settled_k: float = 16
    """The same for who has played ``settled_games`` games of two or more."""
    settled_games: int = 30


class RatingPoint(Struct, frozen=True, gc=False):  # there are many, and none holds what could hold it
    """How somebody stood after a round in which they played."""

    day: dt.date | None
    event: str
    round: int
    mu: float
    sigma: float
    """The strength, and how uncertain it is."""
    elo: float | None
    """None before their first game of two."""


class Rating(Struct, frozen=True):
    """How strong a competitor is."""

    competitor: str
    mu: float
    sigma: float
    """The strength, and how uncertain it is."""
    ordinal: float
    """The strength that can be counted on: ``mu`` less three times ``sigma``."""
    games: int
    """How many were rated."""
    last_day: dt.date | None
    """The latest on which they played; None where no day is known."""
    elo: float | None
    """None for who has played no game of two."""
    history: tuple[RatingPoint, ...]
    """A point for each round in which they played, the first one first."""


Ratings: TypeAlias = tuple[Rating, ...]
"""The highest ordinal first; equal ones by the text of the competitor."""


_Round: TypeAlias = tuple[dt.date | None, dt.time | None, str, int]
"""When a round was played, its event and its number."""

_Opposed: TypeAlias = tuple[list[str], list[float]]
"""Those who met in a game, each once and by their text, and the rank of each."""


class _EloList(Struct):
    """The Elo of those who have played games of two, and how many each has played."""

    settings: EloSettings
    of: dict[str, float] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)

    def count(self, names: Sequence[str], ranks: Sequence[float]) -> None:
        """Give to one of two what their game takes from the other, each by their own K."""
        before, other = (self.of.get(name, self.settings.start) for name in names)
        scored = 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1])
        more = scored - 1 / (1 + 10 ** ((other - before) / 400))
        for name, elo, gain in zip(names, (before, other), (more, -more), strict=True):
            settled = self.games[name] >= self.settings.settled_games
            self.of[name] = elo + gain * (self.settings.settled_k if settled else self.settings.k)
        self.games.update(names)


ELO = EloSettings()
"""Elo as it is counted where nobody says otherwise."""


def rate(games: Iterable[RatedGame], elo: EloSettings | None = ELO) -> Ratings:
    """Return the ratings of all who played against somebody.

    Games are rated by the day of their round and its time of day, then event, round, table and number.

    Parameters
    ----------
    games
        In any order.
    elo
        None leaves Elo out.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 -- only ratings need it

    model = PlackettLuce()
    skills: dict[str, list[PlackettLuceRating]] = defaultdict(lambda: [model.rating()])  # openskill's team of one
    elos = _EloList(elo or ELO)
    counts: Counter[str] = Counter()
    histories: dict[str, list[RatingPoint]] = defaultdict(list)
    for (day, _, event, number), round_games in _rounds(games):
        seen: list[str] = []
        for names, ranks in round_games:
            rated = model.rate([skills[name] for name in names], ranks=ranks)
            skills.update(zip(names, rated, strict=True))
            if elo and len(names) == 2:
                elos.count(names, ranks)
            seen += names
        counts.update(seen)
        for name in set(seen):
            (skill,) = skills[name]
            histories[name].append(RatingPoint(day, event, number, skill.mu, skill.sigma, elos.of.get(name)))
    ratings = (_rating(name, skills[name][0].ordinal(), counts[name], history) for name, history in histories.items())
    return tuple(sorted(ratings, key=lambda rating: (-rating.ordinal, rating.competitor)))


def _rounds(games: Iterable[RatedGame]) -> Iterator[tuple[_Round, list[_Opposed]]]:
    """Give the rounds in the order in which they are rated, each with its games in theirs."""
    found: dict[_Round, list[RatedGame]] = defaultdict(list)
    for game in games:
        start = game.start if game.day else None  # without a day, a time of day tells nothing
        found[game.day, start, game.event, game.round].append(game)
    for played in sorted(found, key=_when):
        ordered = sorted((game.table, game.number, _opposed(game.sides)) for game in found[played])
        yield played, [opposed for _, _, opposed in ordered if len(opposed[0]) > 1]


def _opposed(sides: Sides) -> _Opposed:
    """Return the sides of a game by their text, since the last bits of ratings go by their order.

    Nobody plays against themselves: who has two sides of a game counts with the better rank.
    """
    best = dict(sorted(sides, reverse=True))  # of a name that is twice, the lower rank comes last and stays
    return [*reversed(best)], [*reversed(best.values())]


def _when(played: _Round) -> tuple[bool, dt.date, bool, dt.time, str, int]:
    """Return the key that sorts rounds: what has no day comes after all that have one, and so with the time."""
    day, start, event, number = played
    return day is None, day or dt.date.max, start is None, start or dt.time.max, event, number


def _rating(competitor: str, ordinal: float, games: int, history: Sequence[RatingPoint]) -> Rating:
    last = history[-1]
    last_day = next((point.day for point in reversed(history) if point.day), None)
    return Rating(competitor, last.mu, last.sigma, ordinal, games, last_day, last.elo, tuple(history))
