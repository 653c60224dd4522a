"""Ratings of players or teams: by Plackett-Luce over all games, and by Elo over games of two.

The same games give the same ratings to the last bit, in whatever order games and sides are given.
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
"""The sides of a game: each competitor, a player or a team, with the rank from 1; equal ranks are a draw."""


class RatedGame(Struct, frozen=True):
    """A game to be rated, with the data that put games in order."""

    day: dt.date | None
    """The day of its round, or else of its event; None if unknown: it comes after all dated games."""
    start: dt.time | None
    """The time of day at which its round began; None if unknown: it comes last on its day."""
    event: str
    """The uid or key of its event, which orders the events of a day."""
    round: int
    table: int
    number: int
    """The number of the game among the games of its table in the round."""
    sides: Sides


class EloSettings(Struct, frozen=True):
    """The parameters of Elo."""

    start: float = 1500
    """The first rating of every competitor."""
    k: float = 32
    """The most Elo points that a competitor with few games can gain or lose in a game."""
    settled_k: float = 16
    """The most that a competitor with at least ``settled_games`` games of two can gain or lose in a game."""
    settled_games: int = 30


class RatingPoint(Struct, frozen=True, gc=False):  # there are many, and they can form no reference cycles
    """The rating of a competitor after a round."""

    day: dt.date | None
    event: str
    round: int
    mu: float
    sigma: float
    """The uncertainty of the strength ``mu``."""
    elo: float | None
    """The Elo; None before the first game of two."""


class Rating(Struct, frozen=True):
    """The rating of a competitor."""

    competitor: str
    mu: float
    sigma: float
    """The uncertainty of the strength ``mu``."""
    ordinal: float
    """The strength that the player almost certainly has: ``mu`` less three times ``sigma``."""
    games: int
    """The number of rated games."""
    last_day: dt.date | None
    """The latest day with a game; None if no day is known."""
    elo: float | None
    """None without a game of two."""
    history: tuple[RatingPoint, ...]
    """A point for each round with a game, the earliest first."""


Ratings: TypeAlias = tuple[Rating, ...]
"""Ratings, the highest ordinal first; equal ones in alphabetical order."""


_Round: TypeAlias = tuple[dt.date | None, dt.time | None, str, int]
"""The day and time of a round, its event and its number."""

_Opposed: TypeAlias = tuple[list[str], list[float]]
"""The competitors of a game, each once, in alphabetical order; and their ranks."""


class _EloList(Struct):
    """The Elo of competitors with games of two, and their numbers of such games."""

    settings: EloSettings
    of: dict[str, float] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)

    def count(self, names: Sequence[str], ranks: Sequence[float]) -> None:
        """Update the Elo of both competitors of a game, each by their own K."""
        own, other = (self.of.get(name, self.settings.start) for name in names)
        scored = 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1])
        more = scored - 1 / (1 + 10 ** ((other - own) / 400))
        for name, elo, gain in zip(names, (own, other), (more, -more), strict=True):
            settled = self.games[name] >= self.settings.settled_games
            self.of[name] = elo + gain * (self.settings.settled_k if settled else self.settings.k)
        self.games.update(names)


ELO = EloSettings()
"""The default parameters of Elo."""


def rate(games: Iterable[RatedGame], elo: EloSettings | None = ELO) -> Ratings:
    """Return the ratings of all competitors who played against somebody.

    Games are rated in the order of day, time of day, event, round, table and number.

    Parameters
    ----------
    games
        The games, in any order.
    elo
        The parameters of Elo; None to leave it out.
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
    """Yield the rounds in the order in which they are rated, each with its games in order."""
    found: dict[_Round, list[RatedGame]] = defaultdict(list)
    for game in games:
        start = game.start if game.day else None  # without a day, a time of day cannot order games
        found[game.day, start, game.event, game.round].append(game)
    for played in sorted(found, key=_when):
        ordered = sorted((game.table, game.number, _opposed(game.sides)) for game in found[played])
        yield played, [opposed for _, _, opposed in ordered if len(opposed[0]) > 1]


def _opposed(sides: Sides) -> _Opposed:
    """Return the sides of a game in alphabetical order, since rounding of ratings depends on the order.

    Nobody plays against themselves: a competitor on two sides of a game counts once, with the better rank.
    """
    best = dict(sorted(sides, reverse=True))  # for a name that is there twice, the lower rank comes last and stays
    return [*reversed(best)], [*reversed(best.values())]


def _when(played: _Round) -> tuple[bool, dt.date, bool, dt.time, str, int]:
    """Return the key that sorts rounds; those without a day, or a time, come last."""
    day, start, event, number = played
    return day is None, day or dt.date.max, start is None, start or dt.time.max, event, number


def _rating(competitor: str, ordinal: float, games: int, history: Sequence[RatingPoint]) -> Rating:
    last = history[-1]
    last_day = next((point.day for point in reversed(history) if point.day), None)
    return Rating(competitor, last.mu, last.sigma, ordinal, games, last_day, last.elo, tuple(history))
