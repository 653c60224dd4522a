"""The tables of an archive and the meaning of their columns. The version goes up if older programs would misread them.

An exact number has two columns: a double, and for a fraction its exact text, as in ``score`` and ``score_exact``. The
table ``records`` has all lines of the results, so that later versions can derive further tables without the workbooks.
"""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
from msgspec import Struct

VERSION = 1

_TYPES = {
    "text": pa.string(),
    "count": pa.int64(),
    "number": pa.float64(),
    "day": pa.date32(),
    "moment": pa.timestamp("s"),
    "truth": pa.bool_(),
    "data": pa.binary(),
}


class ArchiveColumn(Struct, frozen=True):
    """A column: its name, the kind of its values (a key of `_TYPES`), their meaning."""

    name: str
    kind: str
    meaning: str


def _columns(text: str) -> tuple[ArchiveColumn, ...]:
    """Read columns, one a line: name, kind, meaning."""
    return tuple(ArchiveColumn(*line.split(maxsplit=2)) for line in text.splitlines() if line.strip())


_RECORD = (
    "record  text  digest of what the results say and when they were made: the same whoever saves the workbook again\n"
)

TABLES: Mapping[str, tuple[ArchiveColumn, ...]] = {
    "files": _columns("""
        sha256  text  digest of the workbook
        record  text  digest of what it says
        kind    text  results or standings
        file    text  its name
        folder  text  the folder that it was added from
        """),
    "rounds": _columns(
        _RECORD
        + """
        event         text    what tells the event from others: its uid, else its key and date
        event_name    text    what it was called
        system        text    id of the tournament system
        system_title  text    what that is called
        date          day     first day of the event
        place         text    where it was held
        rounds        count   how many were to be played
        round         count   number of this one; 0 for an event whose rounds have one workbook
        day           day     when it was played: the day of the schedule, else that of the event
        start         text    time of day, such as 09:30
        scenario      text    id of the scenario that all tables played
        provisional   truth   whether tables were missing
        written       moment  when the workbook was made, by its sheet About
        version       count   version of the results, from 1
        games_known   truth   whether it is known who met whom: in old results only where their system is installed
        """
    ),
    "players": _columns(
        _RECORD
        + """
        kind     text   player or team
        id       text   id in the event
        name     text   name in the event
        rating   count  rating at the start of the event
        country  text   country
        club     text   club
        team     text   id of a player's team
        """
    ),
    "results": _columns(
        _RECORD
        + """
        line         count   number of the row, from 1
        kind         text    player or team
        id           text    id in the event
        name         text    name in the event
        table        count   table, where there is one
        opponent     text    id of whom the player met
        score        number  what the round gave
        score_exact  text    the same, where it is no whole number
        row          text    all of the row by the keys of the system, as JSON with exact texts
        """
    ),
    "games": _columns(
        _RECORD
        + """
        table           count   table; 0 for a comparison over several
        number          count   number among the games of the table in the round, from 1
        title           text    what it is called where table and number do not say it
        scenario        text    id of the scenario
        game_system     text    what the scenario belongs to
        decided_by      text    what made the winner, in the words of the system
        kind            text    player or team
        id              text    id of the side in the event
        played          text    power, color or side
        rank            count   from 1; equal sides share one
        points          number  what the rank goes by
        points_exact    text    the same, where it is no whole number
        handicap        number  what of the points is a handicap
        handicap_exact  text    the same, where it is no whole number
        won             count   single games of a match that the side won
        lost            count   single games that it lost
        """
    ),
    "boards": _columns(
        _RECORD
        + """
        table    count  board
        year     count  year of the game; blank for an end without one
        outcome  text   how the game ended
        members  text   who shares the draw
        power    text   power
        centres  count  centres in the year
        """
    ),
    "flights": _columns(
        _RECORD
        + """
        line    count  number of the row, from 1
        player  text   id of the pilot
        name    text   name of the pilot
        table   count  table
        seat    text   aircraft
        turn    count  turn
        hits    count  hits scored in the turn
        taken   count  hits taken
        fate    text   what became of the aircraft
        row     text   all of the line, as JSON with exact texts
        """
    ),
    "standings": _columns("""
        record       text    digest of what the standings say
        event_key    text    key of the event
        after_round  count   the last round in them
        open         count   games without a result
        declared     text    who has won and why, in systems that say it
        rank         count   rank
        id           text    id of the player or the team
        name         text    name
        score        number  score
        score_exact  text    the same, where it is no whole number
        """),
    "sources": _columns("""
        record  text  digest of what standings say
        sha256  text  digest of results that it was made from
        """),
    "records": _columns(
        _RECORD
        + """
        lines  data  the hidden lines of the results as JSON, compressed with zlib
        """
    ),
}
"""The columns of every table."""

SCHEMAS: Mapping[str, pa.Schema] = {
    name: pa.schema([(column.name, _TYPES[column.kind]) for column in columns]) for name, columns in TABLES.items()
}
