"""Ratings by an archive, and the data that a new event takes from it: ratings, handicaps, regular opponents."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.archive.answers import played_rounds
from sheetscore.archive.questions import Answer, Questions
from sheetscore.archive.ratings import ELO, EloSettings, RatedGame, Rating, Ratings, rate
from sheetscore.event.identity import with_id
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.systems.context import PlayedRound
from sheetscore.systems.system import System
from sheetscore.systems.wishes import PAIRING, Wish, pair_of
from sheetscore.wording import join_words, pluralize

REGULAR = 3
"""Players who met in this many rounds are regular opponents."""

_START, _SCALE = 1500, 40
"""For systems without games of two: the rating for an ordinal of 0, and the rating points for each point of ordinal."""


def rated_systems(asked: Questions) -> list[str]:
    """Return the ids of the systems that have games."""
    return [str(row[0]) for row in asked.ask("SELECT DISTINCT system FROM games ORDER BY system").rows]


def ratings_of(asked: Questions, system: str, elo: EloSettings = ELO) -> Ratings:
    """Rate the players of a system, or the teams if the system compares teams."""
    return rate(_games(asked, system), elo)


def _games(asked: Questions, system: str) -> Iterator[RatedGame]:
    """Yield the games of the complete rounds of a system."""
    found = asked.ask(
        """
        SELECT day, start, event, round, "table", number, list(person), list(rank)
        FROM games WHERE system = $system AND NOT provisional
        GROUP BY day, start, event, round, "table", number, title""",
        {"system": system},
    )
    for day, start, event, number, table, game, people, ranks in found.rows:
        clock = dt.time.fromisoformat(start) if start else None
        yield RatedGame(day, clock, event, number, table, game, tuple(zip(people, ranks, strict=True)))


_COLUMNS = ("place", "name", "mu", "sigma", "rating", "elo", "games", "last")


def as_answer(ratings: Ratings) -> Answer:
    """Return ratings as rows with places; the rating is ``mu`` less three times ``sigma``."""
    rows = (
        (place, one.competitor, one.mu, one.sigma, one.ordinal, one.elo, one.games, one.last_day)
        for place, one in enumerate(ratings, start=1)
    )
    return Answer(_COLUMNS, tuple(rows))


class FromArchive(Struct, frozen=True):
    """An event with data from an archive on its players, and findings on them."""

    event: Event
    findings: tuple[Finding, ...]


def known_of_players(event: Event, system: System[Event], asked: Questions, event_file: str) -> FromArchive:
    """Return an event with the ratings, handicaps and regular opponents of its players from an archive.

    Parameters
    ----------
    event_file
        The name of the event's file, for messages.
    """
    persons = {player.id: asked.people.called(player.name) for player in event.players}
    ratings = {one.competitor: one for one in ratings_of(asked, system.id)}
    players = tuple(
        player.model_copy(update={"rating": _whole(found)}) if (found := ratings.get(persons[player.id])) else player
        for player in event.players
    )
    rated = sum(persons[player.id] in ratings for player in event.players)
    taken = finding("archive-taken", f"{pluralize(rated, 'rating')} entered of {pluralize(len(players), 'player')}")
    event = event.model_copy(update={"players": players})
    met = _with_regulars(event, system, asked, persons)
    findings = (taken, *_twice(event, persons, event_file), *met.findings)
    if system.rare.history is None:
        return FromArchive(met.event, findings)
    names = {persons[player.id]: player.name for player in event.players}
    inherited = system.rare.history(
        met.event, [_renamed(one, names) for one in played_rounds(asked, system.id)], event_file
    )
    return FromArchive(inherited.event, (*findings, *inherited.findings, *inherited.taken))


def _twice(event: Event, persons: Mapping[str, str], event_file: str) -> Iterator[Finding]:
    """Find players of the event who are one person in the archive."""
    for person in dict.fromkeys(persons.values()):
        players = [with_id(one.name, one.id) for one in event.players if persons[one.id] == person]
        if len(players) > 1:
            message = (
                f"{join_words(players)} are one person in the archive, {person}, and have the same rating. Take out of "
                f"{event_file} who is entered twice; or rename one of two people"
            )
            yield finding("one-person-twice", message)


def _whole(rating: Rating) -> int:
    """Return the whole number that an event has as a rating: the Elo or, without games of two, the scaled ordinal."""
    return max(0, round(_START + _SCALE * rating.ordinal if rating.elo is None else rating.elo))


def _renamed(played: PlayedRound, names: Mapping[str, str]) -> PlayedRound:
    """Give persons their names in the roster of an event."""
    rows = tuple({**row, "name": names.get(str(row.get("name")), row.get("name"))} for row in played.rows)
    return replace(played, rows=rows)


def _with_regulars(event: Event, system: System[Event], asked: Questions, persons: Mapping[str, str]) -> FromArchive:
    """Enter pairs who met often as regular opponents, if the event's model has such wishes."""
    fields = ((name, info) for name, info in type(event).model_fields.items() if info.alias == PAIRING)
    wishes, info = next(fields, ("", None))
    kind = get_args(info.annotation)[0] if info else None
    if kind is None or not issubclass(kind, Wish):
        return FromArchive(event, ())
    ids = {person: id_ for id_, person in persons.items()}
    had: tuple[Wish, ...] = getattr(event, wishes)
    named = {frozenset(pair_of(event, wish)) for wish in had}
    pairs = [
        pair
        for one, other in _often(asked, system.id)
        if one in ids and other in ids and frozenset(pair := (ids[one], ids[other])) not in named
    ]
    extended = event.model_copy(update={wishes: (*had, *(kind(kind="regular", players=pair) for pair in pairs))})
    before, now = (len([*system.check_event(one), *system.advise(one)]) for one in (event, extended))
    if not pairs or now > before:  # new findings show that this event's way of drawing has no regular opponents
        return FromArchive(event, ())
    return FromArchive(extended, (finding("archive-taken", f"{pluralize(len(pairs), 'pair')} of regular opponents"),))


def _often(asked: Questions, system: str) -> list[tuple[str, str]]:
    """Return the pairs who met in games of two in `REGULAR` rounds or more, in alphabetical order."""
    found = asked.ask(
        """
        WITH two AS (SELECT event, round, list(person ORDER BY person) AS pair FROM games WHERE system = $system
                     GROUP BY event, round, "table", number, title HAVING count(*) = 2)
        SELECT pair[1], pair[2] FROM two GROUP BY pair HAVING count(DISTINCT (event, round)) >= $often ORDER BY 1, 2""",
        {"system": system, "often": REGULAR},
    )
    return [(str(one), str(other)) for one, other in found.rows]
