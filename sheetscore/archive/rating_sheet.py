"""The sheet of ratings of an archive's workbook: a table by system, and curves of the players who played most."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.archive.questions import Questions
from sheetscore.archive.rated import rated_systems, ratings_of
from sheetscore.archive.ratings import Rating, RatingPoint, Ratings
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.results.table_book import serial_day
from sheetscore.tables.sheet import MOST_LINES, Chart, Series, TableSheet, TextLine
from sheetscore.tables.table import AnyTable, Here, Places, Table, figure_column, text_column

RATINGS = "ratings"

MOST_RATED = 1_000
"""The most players of a system in the table; if there are more, it has the strongest."""

MOST_POINTS = 60
"""The most points of a curve. If there are more rounds, a curve has a point for each of the latest events instead."""


class _Rated(Struct, frozen=True):
    """A line of the table: the rating of a player in a system, and its rank."""

    system: str
    rank: int
    rating: Rating
    last: str
    """The lowest-rated player of the system, with whom the system's lines end."""


def rating_sheet(asked: Questions, titles: Mapping[str, str]) -> TableSheet | None:
    """Plan the sheet; None if there are no games.

    Parameters
    ----------
    titles
        The titles of systems by their ids.
    """
    found = {titles[system]: ratings_of(asked, system) for system in rated_systems(asked)}
    rated = [one for title, ratings in found.items() for one in _ranked(title, ratings[:MOST_RATED])]
    if not rated:
        return None
    names = dict(asked.ask("SELECT event, event_name FROM events").rows)
    curves = [_curves(title, ratings, names) for title, ratings in found.items()]
    drawn = [one for one in curves if len(one.stops) > 1]
    more = sum(max(0, len(ratings) - MOST_RATED) for ratings in found.values())
    lines = [
        TextLine("By Plackett-Luce over all complete games of a system: the rating is mu less three times sigma."),
        *([TextLine(f"The {MOST_RATED:,} strongest of each system; {more:,} others are left out.")] if more else []),
    ]
    return TableSheet(
        "Ratings",
        "Ratings",
        lines=tuple(lines),
        tables=(_table(rated),),
        charts=tuple(one.chart for one in drawn),
        charts_first=True,  # or the headings of the table would be above every chart on paper
        behind=tuple(one.table for one in drawn),
    )


def _ranked(system: str, ratings: Ratings) -> Iterator[_Rated]:
    """Yield the lines of a system; ratings share a rank if they differ only by a rounding error."""
    for one in ratings:
        rank = 1 + sum(other.ordinal > one.ordinal + float(TOLERANCE) for other in ratings)
        yield _Rated(system, rank, one, ratings[-1].competitor)


def _table(rated: Sequence[_Rated]) -> AnyTable:
    tops = {one.system: one.rating.competitor for one in reversed(rated)}

    def rank(here: Here[_Rated]) -> str:
        one = here.line
        ratings = here.refer(here.place.part("rating", (one.system, tops[one.system]), (one.system, one.last)))
        return f"1+SUMPRODUCT(--({ratings}>{here.cell('rating')}+{TOLERANCE}))"

    return Table(
        RATINGS,
        (
            text_column("system", "System", 220, lambda one: one.system),
            figure_column("rank", "Rank", 56, lambda one: one.rank, rank, "cell rank"),
            text_column("name", "Name", 240, lambda one: one.rating.competitor),
            figure_column(
                "rating",
                "Rating",
                76,
                lambda one: one.rating.ordinal,
                lambda here: f"{here.cell('mu')}-3*{here.cell('sigma')}",
                "cell score",
            ),
            figure_column("mu", "Mu", 70, lambda one: one.rating.mu, style="cell two"),
            figure_column("sigma", "Sigma", 70, lambda one: one.rating.sigma, style="cell two"),
            figure_column("elo", "Elo", 70, lambda one: one.rating.elo and round(one.rating.elo)),
            figure_column("games", "Games", 64, lambda one: one.rating.games),
            figure_column("last", "Last", 92, lambda one: serial_day(one.rating.last_day), style="cell day"),
        ),
        rated,
        key=lambda one: (one.system, one.rating.competitor),
        starts_group=lambda one: tops[one.system] == one.rating.competitor,
    )


class _Stop(Struct, frozen=True):
    """A round or event along the curves, with the rating of each player after it; None before the first game."""

    name: str
    stood: tuple[float | None, ...]


class _Curves(Struct, frozen=True):
    """The curves of a system."""

    system: str
    names: tuple[str, ...]
    stops: tuple[_Stop, ...]

    @property
    def table(self) -> AnyTable:
        """Plan the table behind the chart."""
        return Table(
            self._key,
            (
                text_column("stop", "", 220, lambda one: one.name),
                *(figure_column(str(at), name, 76, _rating_at(at)) for at, name in enumerate(self.names)),
            ),
            self.stops,
        )

    @property
    def chart(self) -> Chart:
        """Plan the chart."""

        def series(places: Places) -> list[Series]:
            place = places[self._key]
            keys = [str(at) for at in range(len(self.names))]
            return [Series(place.headings(key, key), place.column("stop"), place.column(key)) for key in keys]

        return Chart("lines", f"{self.system}: those who played most", "", "rating", series, height=320)

    @property
    def _key(self) -> str:
        return f"curves of {self.system}"


def _rating_at(at: int) -> Callable[[_Stop], float | None]:
    return lambda stop: stop.stood[at]


_When = tuple[bool, dt.date, str, int]
"""The key that sorts the points of curves in the order in which games are rated."""


def _curves(system: str, ratings: Ratings, names: Mapping[str, str]) -> _Curves:
    """Return the curves of the players who played most, with a point after each round in which one of them played.

    Parameters
    ----------
    names
        The names of events by their keys.
    """
    most = sorted(ratings, key=lambda one: (-one.games, one.competitor))[:MOST_LINES]
    points = {_when(point): point for one in most for point in one.history}
    stops = sorted(points)
    of_events = len(stops) > MOST_POINTS
    if of_events:  # keep the last round of each event
        stops = [at for at, later in zip(stops, [*stops[1:], None], strict=True) if later is None or at[2] != later[2]]
    along = tuple(
        _Stop(_called(points[at], names, of_events=of_events), tuple(_stood(one, at) for one in most))
        for at in stops[-MOST_POINTS:]
    )
    return _Curves(system, tuple(one.competitor for one in most), along)


def _when(point: RatingPoint) -> _When:
    return point.day is None, point.day or dt.date.max, point.event, point.round


def _stood(one: Rating, at: _When) -> float | None:
    """Return a player's rating after a round, from the last round until then in which the player played."""
    before = [point for point in one.history if _when(point) <= at]
    return before[-1].mu - 3 * before[-1].sigma if before else None


def _called(point: RatingPoint, names: Mapping[str, str], *, of_events: bool) -> str:
    day = f", {point.day.isoformat()}" if point.day else ""
    return f"{names[point.event]}{day}" if of_events else f"{names[point.event]}, round {point.round}"
