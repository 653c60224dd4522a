"""Ratings of those who play: by Plackett-Luce over all their games, and Elo beside it over games of two.

The same games give the same ratings to the last bit, in whatever order they and their sides are given.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct, field

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

Sides: TypeAlias = tuple[tuple[str, int], ...]
"""Those of a game: the competitor, a player or a team, and the rank from 1; equal ranks are a draw."""


class RatedGame(Struct, frozen=True):
    """A game that ratings go by.

    Parameters
    ----------
    day
        Of its round, or else of its event; None where neither is known: it comes after all that are dated.
    start
        The time of day at which its round began; None where it is not known: it comes last on its day.
    event
        What sorts the events of a day: a uid or a key.
    round, table, number
        Which game of the event it was.
    """

    day: dt.date | None
    start: dt.time | None
    event: str
    round: int
    table: int
    number: int
    sides: Sides


class EloSettings(Struct, frozen=True):
    """How Elo is counted.

    Parameters
    ----------
    start
        What everybody begins with.
    k
        The most that a game can give or take from who has played few games.
    settled_k
        The same for who has played ``settled_games`` games of two or more.
    """

    start: float = 1500
    k: float = 32
    settled_k: float = 16
    settled_games: int = 30


class RatingPoint(Struct, frozen=True):
    """How somebody stood after a round in which they played.

    Parameters
    ----------
    mu, sigma
        The strength, and how uncertain it is.
    elo
        None before their first game of two.
    """

    day: dt.date | None
    event: str
    round: int
    mu: float
    sigma: float
    elo: float | None


class Rating(Struct, frozen=True):
    """How strong a competitor is.

    Parameters
    ----------
    mu, sigma
        The strength, and how uncertain it is.
    ordinal
        The strength that can be counted on: ``mu`` less three times ``sigma``.
    games
        How many were rated.
    last_day
        The latest on which they played; None where no day is known.
    elo
        None for who has played no game of two.
    history
        A point for each round in which they played, the first one first.
    """

    competitor: str
    mu: float
    sigma: float
    ordinal: float
    games: int
    last_day: dt.date | None
    elo: float | None
    history: tuple[RatingPoint, ...]


Ratings: TypeAlias = tuple[Rating, ...]
"""The highest ordinal first; equal ones by the text of the competitor."""


class _Round(NamedTuple):
    """A round of an event, and when it was played."""

    day: dt.date | None
    start: dt.time | None
    event: str
    number: int


class _Career(Struct):
    """What is known of a competitor while games are rated.

    Parameters
    ----------
    pairs
        How many games of two they have played.
    """

    skill: PlackettLuceRating
    games: int = 0
    elo: float | None = None
    pairs: int = 0
    history: list[RatingPoint] = field(default_factory=list)


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
    careers: dict[str, _Career] = defaultdict(lambda: _Career(model.rating()))
    for played, round_games in _rounds(games):
        seen: set[str] = set()
        for sides in round_games:
            names, ranks = zip(*sides, strict=True)
            those = [careers[name] for name in names]
            rated = model.rate([[career.skill] for career in those], ranks=list(ranks))
            for career, (skill,) in zip(those, rated, strict=True):
                career.skill = skill
                career.games += 1
            if elo and len(those) == 2:
                _exchange(elo, those, ranks)
            seen.update(names)
        for name in seen:
            careers[name].history.append(_point(careers[name], played))
    ratings = (_rating(competitor, career) for competitor, career in careers.items())
    return tuple(sorted(ratings, key=lambda rating: (-rating.ordinal, rating.competitor)))


def _rounds(games: Iterable[RatedGame]) -> list[tuple[_Round, list[Sides]]]:
    """Return the rounds in the order in which they are rated, each with its games in theirs."""
    found: dict[_Round, list[tuple[int, int, Sides]]] = defaultdict(list)
    for game in games:
        sides = _opposed(game.sides)
        if len(sides) > 1:
            start = game.start if game.day else None  # without a day, a time of day tells nothing
            found[_Round(game.day, start, game.event, game.round)].append((game.table, game.number, sides))
    return [(played, [sides for _, _, sides in sorted(found[played])]) for played in sorted(found, key=_when)]


def _opposed(sides: Sides) -> Sides:
    """Return the sides of a game by their text, since the last bits of ratings go by their order.

    Nobody plays against themselves: who has two sides of a game counts with the better rank.
    """
    ordered = sorted(sides)
    better = dict(reversed(ordered))
    return tuple(ordered) if len(better) == len(ordered) else tuple(sorted(better.items()))


def _when(played: _Round) -> tuple[bool, dt.date, bool, dt.time, str, int]:
    """Return the key that sorts rounds: what has no day comes after all that have one, and so with the time."""
    day, start, event, number = played
    return day is None, day or dt.date.max, start is None, start or dt.time.max, event, number


def _exchange(settings: EloSettings, pair: Sequence[_Career], ranks: Sequence[int]) -> None:
    """Give to one of a pair what their game takes from the other, each by their own K."""
    before, other = (settings.start if career.elo is None else career.elo for career in pair)
    scored = 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1])
    more = scored - 1 / (1 + 10 ** ((other - before) / 400))
    for career, elo, gain in zip(pair, (before, other), (more, -more), strict=True):
        career.elo = elo + gain * (settings.k if career.pairs < settings.settled_games else settings.settled_k)
        career.pairs += 1


def _point(career: _Career, played: _Round) -> RatingPoint:
    skill = career.skill
    return RatingPoint(played.day, played.event, played.number, skill.mu, skill.sigma, career.elo)


def _rating(competitor: str, career: _Career) -> Rating:
    skill = career.skill
    return Rating(
        competitor,
        skill.mu,
        skill.sigma,
        skill.ordinal(),
        career.games,
        next((point.day for point in reversed(career.history) if point.day), None),
        career.elo,
        tuple(career.history),
    )
