"""The data of an archive's workbook: lines of results, and the values of the formulas over them.

Formulas identify players and events by numbers: spreadsheets take ``*`` and ``?`` in names for patterns, and ignore
case.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheetscore.archive.questions import Questions
from sheetscore.workbooks.book import CellValue

PLAYER = "player"

MOST_LINES = 20_000
"""The most lines of results in the workbook; if there are more, it has those of the newest rounds."""

MOST_PLAYERS = 1_000
"""The most players in the workbook, since each has formulas over all lines; it has those who played most."""

MOST_EVENTS = 5_000
"""The most events in the workbook; if there are more, it has the latest."""


class ClubEvent(Struct, frozen=True):
    """An event of the workbook."""

    number: int
    """The number of the event among all, the earliest first."""
    name: str
    system: str
    date: dt.date | None
    place: str
    rounds: int | None
    scored: int
    provisional: bool
    winner: str
    played: int
    """The number of people with results in the event."""
    counted: bool
    """Whether the workbook has all lines of the event, so that a formula can count its players."""


class ArchivedScore(Struct, frozen=True):
    """A line of results: the score of a player, or a team, in a round."""

    event: int
    """The number of the event."""
    event_name: str
    day: dt.date | None
    round: int
    player: int | None
    """The number of the player; None for a team with unknown players, and for a player who is left out."""
    name: str
    team: str
    table: int | None
    score: CellValue
    new_event: int
    """1 for the first line of the player in the event, else 0."""
    new_round: int
    """1 for the first line of the player in the round, else 0."""
    won: int
    """1 for the first line of the winner in the event, else 0."""


class ClubPlayer(Struct, frozen=True):
    """A player, with the first and the last day among the lines of results."""

    number: int
    name: str
    first: dt.date | None
    last: dt.date | None


class ClubFigures(Struct, frozen=True):
    """The data of the workbook."""

    events: tuple[ClubEvent, ...]
    lines: tuple[ArchivedScore, ...]
    players: tuple[ClubPlayer, ...]
    left_out: tuple[str, ...]
    """Sentences on rounds, players and events for which the workbook has no room."""


_EVENTS = """
WITH listed AS (SELECT row_number() OVER (ORDER BY date NULLS LAST, event_name, event) AS number, * FROM events)
"""
"""Events with their numbers."""

_LINES = f"""
{_EVENTS},
sized AS (SELECT event, round, count(*) AS lines, max(day) AS day FROM took_part GROUP BY event, round),
kept AS (SELECT event, round FROM sized JOIN listed USING (event)
         QUALIFY sum(lines) OVER (ORDER BY sized.day DESC NULLS LAST, number DESC, round DESC
                                  ROWS UNBOUNDED PRECEDING) <= $most)
SELECT number, took_part.event_name, day, round, kind, person, team, "table", score, score_exact,
       EXISTS (FROM standings WHERE standings.event = listed.event AND standings.person = took_part.person
               AND rank = 1) AS wins
FROM took_part JOIN kept USING (event, round) JOIN listed USING (event)
ORDER BY date DESC NULLS LAST, number DESC, kind, person, round, line"""  # noqa: S608 -- our own words
"""The lines of the newest rounds, at most $most; the lines of a player in an event follow each other."""


def club_figures(
    asked: Questions, most_lines: int = MOST_LINES, most_players: int = MOST_PLAYERS, most_events: int = MOST_EVENTS
) -> ClubFigures:
    """Return the data for the workbook of an archive.

    Parameters
    ----------
    most_lines, most_players, most_events
        The most lines, players and events of the workbook.
    """
    rows: Rows = asked.ask(_LINES, {"most": most_lines}).as_json()
    players = _players(rows)
    lines = tuple(_lines(rows, {one.name: one.number for one in players[:most_players]}))
    events = _events(asked, lines)
    ((there, rounds),) = asked.ask("SELECT count(*), count(DISTINCT (event, round)) FROM took_part").rows
    shown = len({(row["number"], row["round"]) for row in rows})
    counts = (
        ("rounds", shown, rounds, f"the newest, with {len(rows):,} of {there:,} lines of results"),
        ("players", min(len(players), most_players), len(players), "those who played most"),
        ("events", min(len(events), most_events), len(events), "the latest"),
    )
    left_out = tuple(
        f"A workbook has no room for everything: it has {has:,} of {all_:,} {what}, {which}. "
        "Figures count what is in it."
        for what, has, all_, which in counts
        if has < all_
    )
    return ClubFigures(events[-most_events:], lines, players[:most_players], left_out)


Rows = Sequence[Mapping[str, Any]]


def _players(rows: Rows) -> tuple[ClubPlayer, ...]:
    """Return the players of the lines, first those with the most events, then those with the most rounds."""
    events: dict[str, set[int]] = defaultdict(set)
    rounds: dict[str, set[tuple[int, int]]] = defaultdict(set)
    days: dict[str, list[dt.date]] = defaultdict(list)
    for row in rows:
        if row["kind"] == PLAYER:
            name, event = row["person"], row["number"]
            events[name].add(event)
            rounds[name].add((event, row["round"]))
            days[name].extend([row["day"]] if row["day"] else [])
    names = sorted(events, key=lambda name: (-len(events[name]), -len(rounds[name]), name))
    return tuple(
        ClubPlayer(
            number,
            name,
            min(days[name], default=None),
            max(days[name], default=None),
        )
        for number, name in enumerate(names, start=1)
    )


def _lines(rows: Rows, numbers: Mapping[str, int]) -> Iterator[ArchivedScore]:
    """Yield the lines of results, and mark those that are a player's first in an event or in a round."""
    before: tuple[int | None, int, int] = (None, 0, 0)
    for row in rows:
        player = numbers.get(row["person"]) if row["kind"] == PLAYER else None
        here = (player, row["number"], row["round"])
        new_event = player is not None and here[:2] != before[:2]
        yield ArchivedScore(
            event=row["number"],
            event_name=row["event_name"],
            day=row["day"],
            round=row["round"],
            player=player,
            name=row["person"],
            team=row["team"] or "",
            table=row["table"],
            score=row["score"] if row["score"] is not None else row["score_exact"],
            new_event=int(new_event),
            new_round=int(player is not None and here != before),
            won=int(new_event and row["wins"]),
        )
        before = here


def _events(asked: Questions, lines: Sequence[ArchivedScore]) -> tuple[ClubEvent, ...]:
    """Return all events, the earliest first, each with the number of people who have results in it."""
    played = Counter(line.event for line in lines if line.new_event)
    lines_of = Counter(line.event for line in lines)
    found: Rows = asked.ask(f"""
        {_EVENTS}
        SELECT number, event_name, system_title, date, place, rounds, scored, provisional, winner,
               (SELECT count(*) FROM took_part WHERE took_part.event = listed.event) AS lines,
               (SELECT count(DISTINCT person) FROM took_part WHERE took_part.event = listed.event AND kind = 'player')
               AS people
        FROM listed ORDER BY number""").as_json()  # noqa: S608 -- our own words
    return tuple(
        ClubEvent(
            number=row["number"],
            name=row["event_name"],
            system=row["system_title"],
            date=row["date"],
            place=row["place"] or "",
            rounds=row["rounds"],
            scored=row["scored"],
            provisional=row["provisional"],
            winner=row["winner"] or "",
            played=row["people"],
            counted=lines_of[row["number"]] == row["lines"] and played[row["number"]] == row["people"],
        )
        for row in found
    )
