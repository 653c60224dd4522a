"""Query an archive by SQL: the views select the valid version of each round and resolve the names of people.

DuckDB can access the tables of the archive only: no files, no network, no settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct

from sheetscore.archive.people import People
from sheetscore.archive.schema import TABLES
from sheetscore.archive.storage import Archive, access_to
from sheetscore.event.identity import name_and_id
from sheetscore.problems import WrongUsage

_SAFE: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "threads": 1,
}
"""The settings of DuckDB that keep queries within the archive."""

_DERIVED = (
    # Small relations that all others use are tables, computed once. Those with a row for each result, game or turn are
    # views, since a query needs few of their rows.
    # Results without a date belong to the dated event of the same key, if there is exactly one.
    """CREATE TABLE event_of AS
    WITH keyed AS (SELECT DISTINCT event, split_part(event, '@', 1) AS key, event LIKE '%@undated' AS undated
                   FROM raw_rounds)
    SELECT one.event AS recorded, CASE WHEN one.undated AND count(other.event) = 1 THEN min(other.event)
                                   ELSE one.event END AS event
    FROM keyed one LEFT JOIN keyed other ON other.key = one.key AND NOT other.undated
    GROUP BY one.event, one.undated""",
    # The version of a round that counts: complete before provisional, then the latest, then the first by digest.
    """CREATE TABLE versions AS
    SELECT event_of.event, raw_rounds.* EXCLUDE (event),
           row_number() OVER (PARTITION BY event_of.event, round
                              ORDER BY provisional, written DESC NULLS LAST, record) AS nth
    FROM raw_rounds JOIN event_of ON event_of.recorded = raw_rounds.event""",
    "CREATE TABLE rounds AS SELECT * EXCLUDE (nth) FROM versions WHERE nth = 1",
    # Names are those of the latest round.
    """CREATE TABLE named AS
    SELECT event, kind, id, arg_max(name, round) AS name, arg_max(event_name, round) AS event_name,
           id || '@' || arg_max(event_name, round) AS called, called || ' ' || year(min(date)) AS called_that_year
    FROM raw_players JOIN rounds USING (record) GROUP BY event, kind, id""",
    # Two players of the same name in an event are two people, distinguished by ids; the name alone means neither.
    """CREATE TABLE people AS
    SELECT event, kind, id, name, coalesce(by_id.person, by_id_and_year.person,
        CASE WHEN count(*) OVER (PARTITION BY event, kind, name) > 1 THEN name || ' (' || id || ')'
             ELSE coalesce(by_name.person, name) END, id) AS person
    FROM named
    LEFT JOIN aliases by_id ON by_id.alias = named.called
    LEFT JOIN aliases by_id_and_year ON by_id_and_year.alias = named.called_that_year
    LEFT JOIN aliases by_name ON by_name.alias = named.name""",
    """CREATE VIEW players AS
    SELECT rounds.event, event_name, system, day, round, person, raw_players.* EXCLUDE (record)
    FROM raw_players JOIN rounds USING (record) JOIN people USING (event, kind, id)""",
    """CREATE VIEW results AS
    SELECT rounds.event, event_name, system, day, rounds.round, provisional,
           coalesce(person, raw_results.name) AS person, raw_results.* EXCLUDE (record)
    FROM raw_results JOIN rounds USING (record) LEFT JOIN people USING (event, kind, id)""",
    """CREATE VIEW games AS
    SELECT rounds.event, event_name, system, day, start, round, provisional, coalesce(person, id) AS person,
           raw_games.* EXCLUDE (record, scenario), raw_games.scenario
    FROM raw_games JOIN rounds USING (record) LEFT JOIN people USING (event, kind, id)""",
    """CREATE VIEW boards AS
    SELECT rounds.event, event_name, system, day, round, raw_boards.* EXCLUDE (record)
    FROM raw_boards JOIN rounds USING (record)""",
    """CREATE VIEW flights AS
    SELECT rounds.event, event_name, system, day, round, coalesce(person, raw_flights.name) AS person,
           raw_flights.* EXCLUDE (record)
    FROM raw_flights JOIN rounds USING (record)
    LEFT JOIN people ON people.event = rounds.event AND people.kind = 'player' AND people.id = raw_flights.player""",
    # Players with results, and members of teams with results; who sat out did not play. If all rounds of an event have
    # one workbook, the round is in each row. A team with unknown players stands for itself.
    """CREATE VIEW took_part AS
    WITH rows AS (SELECT *, coalesce(TRY_CAST(CAST("row" AS JSON)->>'$.round' AS BIGINT), round) AS played_round
                  FROM results),
         members AS (SELECT event, round, id, person, team FROM players WHERE kind = 'player')
    SELECT rows.event, rows.event_name, rows.system, rows.day, rows.played_round AS round, rows.line,
           CASE WHEN members.id IS NULL THEN rows.kind ELSE 'player' END AS kind,
           coalesce(members.person, rows.person) AS person, teams.person AS team,
           rows."table", rows.score, rows.score_exact
    FROM rows LEFT JOIN members ON members.event = rows.event AND members.round = rows.round
         AND CASE rows.kind WHEN 'team' THEN members.team ELSE members.id END = rows.id
    LEFT JOIN people teams ON teams.event = rows.event AND teams.kind = 'team' AND teams.id = members.team""",
    # Standings fit if they were made from the valid versions of all rounds of an event, and from nothing else. Of
    # several that fit, those with ranks count: older versions of sheetscore wrote none.
    """CREATE TABLE fitting AS
    WITH used AS (SELECT raw_sources.record AS standings, event, count(*) FILTER (nth = 1) AS used
                  FROM raw_sources JOIN (SELECT DISTINCT sha256, record FROM raw_files) AS files USING (sha256)
                  JOIN versions ON versions.record = files.record GROUP BY 1, 2),
         made AS (SELECT record AS standings, count(*) AS sources FROM raw_sources GROUP BY 1),
         there AS (SELECT event, count(*) AS there FROM rounds GROUP BY 1)
    SELECT standings, event, used = sources AND used = there AS fits
    FROM used JOIN made USING (standings) JOIN there USING (event)""",
    """CREATE TABLE standings AS
    SELECT fitting.event, rounds.event_name, rounds.system, coalesce(person, raw_standings.name) AS person,
           raw_standings.* EXCLUDE (record, event_key)
    FROM raw_standings
    JOIN (SELECT event, standings AS record FROM fitting WHERE fits
          QUALIFY row_number() OVER (PARTITION BY event ORDER BY NOT EXISTS (
              FROM raw_standings ranked WHERE ranked.record = standings AND ranked.rank IS NOT NULL), standings) = 1
         ) AS fitting USING (record)
    JOIN (SELECT DISTINCT ON (event) event, event_name, system FROM rounds ORDER BY event, round DESC) AS rounds
         ON rounds.event = fitting.event
    LEFT JOIN people ON people.event = fitting.event AND people.id = raw_standings.id""",
    """CREATE TABLE events AS
    SELECT event, arg_max(event_name, round) AS event_name, any_value(system) AS system,
           arg_max(system_title, round) AS system_title, min(date) AS date, arg_max(place, round) AS place,
           max(rounds) AS rounds, count(*) AS scored, bool_or(provisional) AS provisional,
           bool_and(games_known) AS games_known,
           (SELECT count(DISTINCT person) FROM people WHERE people.event = rounds.event AND kind = 'player') AS players,
           (SELECT string_agg(DISTINCT person, ', ' ORDER BY person) FROM standings
            WHERE standings.event = rounds.event AND rank = 1) AS winner
    FROM rounds GROUP BY event""",
)
"""The tables and views that queries see, in the order in which they are made."""

_OF_RESULTS = frozenset({"rounds", "players", "results", "games", "boards", "flights"})
"""The large tables, which can be narrowed to some events: each row is of one results workbook."""

SHOWN = ("events", "rounds", "players", "results", "games", "boards", "flights", "standings")
"""The tables for queries, with valid versions only and the event in each row; raw tables begin with ``raw_``."""


class Answer(Struct, frozen=True):
    """The result of a query: names of columns, and rows of Python values."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def as_json(self) -> list[dict[str, object]]:
        """Return the rows with the keys that scripts rely on."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class Questions:
    """Queries to an archive; all see the state of the archive at the same moment.

    Parameters
    ----------
    archive
        An existing archive.
    about
        Names of people, to read only events in which one of them played, which is faster. Default: all events.

    Raises
    ------
    WrongUsage
        There is no archive.
    """

    def __init__(self, archive: Archive, about: Sequence[str] = ()) -> None:
        self.archive, self.manifest, self.about = archive, archive.existing_manifest(), tuple(about)
        self.people = People.of(archive)
        self.connection = duckdb.connect(config=_SAFE)
        with access_to(archive.address):
            wanted = self._results_about(about) if about else None
            for name in TABLES:
                rows = archive.dataset(name, self.manifest)
                narrowed = wanted is not None and name in _OF_RESULTS
                self.connection.register(f"raw_{name}", rows.to_table(filter=wanted) if narrowed else rows)
        self.connection.register("aliases", pa.table(self.people.aliases(), schema=_ALIASES))
        for table_or_view in _DERIVED:
            self.ask(table_or_view)
        self.connection.execute("SET lock_configuration = true")

    def _results_about(self, people: Sequence[str]) -> pc.Expression:
        """Return the filter for results of events in which one of several people played."""
        # namesakes of an event are shown as “name (id)”; the results have the name alone
        names = [name for one in people for name in (*self.people.names_of(one), name_and_id(one)[0] or one)]
        ids = [name.split("@", 1) for name in names if "@" in name]
        found = self.archive.dataset("players", self.manifest).to_table(
            columns=["record", "id", "name"],
            filter=pc.field("name").isin(names) | pc.field("id").isin(pa.array([id_ for id_, _ in ids], pa.string())),
        )
        rounds = self.archive.table("rounds", self.manifest, ["record", "event", "event_name"]).to_pylist()
        events = {row["record"]: row["event_name"] for row in rounds}
        # an id may be written with the name of the event, or with name and year
        theirs = {
            row["record"]
            for row in found.to_pylist()
            if row["name"] in names
            or any(row["id"] == id_ and event.startswith(events[row["record"]]) for id_, event in ids)
        }
        keys = {_key(row["event"]) for row in rounds if row["record"] in theirs}
        records = [row["record"] for row in rounds if _key(row["event"]) in keys]
        return pc.field("record").isin(pa.array(records, pa.string()))

    def ask(self, sql: str, values: Sequence[object] | Mapping[str, object] = ()) -> Answer:
        """Run SQL of our own.

        Raises
        ------
        WrongUsage
            A file of the archive cannot be read.
        """
        with access_to(self.archive.address):
            try:
                found = self.connection.execute(sql, values)
                return Answer(tuple(column[0] for column in found.description or ()), tuple(found.fetchall()))
            except duckdb.InvalidInputException as error:
                if _SPOILED not in str(error):
                    raise
                raise OSError(str(error).partition(_SPOILED)[2]) from error  # a WrongUsage by `access_to`

    def ask_typed(self, sql: str) -> Answer:
        """Run the SELECT that a user typed.

        Raises
        ------
        WrongUsage
            The text is not one SELECT, or DuckDB refuses it.
        """
        try:
            statements = self.connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise WrongUsage(
                    f"an archive answers one SELECT over {', '.join(SHOWN)}; it is never changed by SQL", "no-select"
                )
            return self.ask(sql)
        except duckdb.Error as error:
            what, *_ = str(error).splitlines()  # further lines point at a position in the query
            raise WrongUsage(f"the archive does not understand that: {what}", "bad-sql") from error


def _key(event: str) -> str:
    """Return the key of an event without its date."""
    return event.partition("@")[0]


_SPOILED = "reading the stream registered as "
"""The part of DuckDB's message about an unreadable file before the name of the table."""

_ALIASES = pa.schema([("alias", pa.string()), ("person", pa.string())])
