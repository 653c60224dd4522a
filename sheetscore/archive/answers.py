"""Queries for the commands of ``archive``: events, people, two people against each other, winners, handicaps."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sheetscore.archive import USUAL
from sheetscore.archive.people import perhaps_same
from sheetscore.archive.questions import Answer, Questions
from sheetscore.archive.reading import record_kept
from sheetscore.event.identity import nearest, suggestion
from sheetscore.findings import Finding, finding
from sheetscore.problems import WrongUsage
from sheetscore.systems.context import PlayedRound
from sheetscore.systems.system import systems_with_handicaps

_OF_EVENTS = """SELECT event_name AS event, system, date, place, scored, rounds, players, provisional, winner
FROM events ORDER BY date NULLS LAST, event_name, event"""


def events(asked: Questions) -> Answer:
    """Return all events, the earliest first."""
    return asked.ask(_OF_EVENTS)


def people(asked: Questions) -> Answer:
    """Return everybody who played, with numbers of events, rounds and won events, and the first and last day."""
    return asked.ask("""
    WITH played AS (SELECT person, count(DISTINCT event) AS events, count(DISTINCT (event, round)) AS rounds,
                           min(day) AS first, max(day) AS last
                    FROM took_part WHERE kind = 'player' GROUP BY person),
         won AS (SELECT person, count(DISTINCT event) AS won FROM standings WHERE rank = 1 GROUP BY person)
    SELECT person, events, rounds, coalesce(won, 0) AS won, first, last
    FROM played LEFT JOIN won USING (person) ORDER BY events DESC, rounds DESC, person""")


def person(asked: Questions, name: str) -> dict[str, Answer]:
    """Return the events of a person, and everybody whom the person has met.

    Raises
    ------
    WrongUsage
        Nobody is called that.
    """
    who = person_called(asked, name)
    played = asked.ask(
        """
        SELECT event_name AS event, system, min(day) AS day, count(DISTINCT round) AS rounds,
               any_value(standings.rank) AS rank, any_value(standings.score) AS score,
               string_agg(DISTINCT players.club, ', ') AS club, max(rating) AS rating
        FROM players LEFT JOIN (SELECT event, person, min(rank) AS rank, any_value(score) AS score FROM standings
                                GROUP BY event, person) AS standings USING (event, person)
        WHERE person = $who GROUP BY event, event_name, system ORDER BY day NULLS LAST, event""",
        {"who": who},
    )
    met = asked.ask(
        f"""
        SELECT other.person AS opponent, count(*) AS games, {_OUTCOMES}
        FROM games one JOIN games other USING ({_ONE_GAME})
        WHERE one.person = $who AND other.person <> $who
        GROUP BY other.person ORDER BY games DESC, opponent""",  # noqa: S608 -- our own words
        {"who": who},
    )
    return {"events": played, "met": met}


_ONE_GAME = 'event, round, "table", number, title'
"""The columns that are equal for the sides of a game."""

_OUTCOMES = """count(*) FILTER (one.rank < other.rank) AS won, count(*) FILTER (one.rank = other.rank) AS drawn,
               count(*) FILTER (one.rank > other.rank) AS lost"""
"""How many games the one side won, drew and lost against the other."""


def versus(asked: Questions, one: str, other: str) -> dict[str, Answer]:
    """Return the record of two people against each other by system, and each game in which both took part.

    Raises
    ------
    WrongUsage
        Nobody has one of the names, or both are names of one person.
    """
    two = {"one": person_called(asked, one), "other": person_called(asked, other)}
    if two["one"] == two["other"]:
        raise WrongUsage(f"{one} and {other} are one person; name two", "two-names")
    both = f"FROM games one JOIN games other USING ({_ONE_GAME}) WHERE one.person = $one AND other.person = $other"
    stand = (
        f"SELECT one.system AS system, count(*) AS games, {_OUTCOMES} {both} GROUP BY one.system ORDER BY one.system"
    )
    each = f"""SELECT one.event_name AS event, one.system AS system, one.day AS day, round, "table" AS "table",
                      one.rank AS rank, other.rank AS rank_of_other, one.points AS points,
                      other.points AS points_of_other, one.decided_by AS decided_by
               {both} ORDER BY day NULLS LAST, event, round, "table", number"""
    return {"stand": asked.ask(stand, two), "games": asked.ask(each, two)}


def records_among(asked: Questions, most: int) -> tuple[list[str], dict[tuple[str, str], tuple[int, int, int]]]:
    """Return the players with the most games, and the record of each of them against every other.

    Returns
    -------
    Their names, and for each pair of names how many games the first one won, drew and lost.
    """
    those = asked.ask(
        """
        SELECT person FROM games WHERE kind = 'player' GROUP BY person ORDER BY count(*) DESC, person LIMIT $most""",
        {"most": most},
    ).rows
    stands = asked.ask(
        f"""
        SELECT one.person, other.person, {_OUTCOMES} FROM games one JOIN games other USING ({_ONE_GAME})
        WHERE list_contains($those, one.person) AND list_contains($those, other.person)
              AND one.person <> other.person AND one.kind = 'player' AND other.kind = 'player'
        GROUP BY one.person, other.person""",  # noqa: S608 -- our own words
        {"those": [name for (name,) in those]},
    )
    return [name for (name,) in those], {(one, other): (*found,) for one, other, *found in stands.rows}


def champions(asked: Questions) -> Answer:
    """Return the winner of each event, or why the winner is not known."""
    return asked.ask("""
    SELECT event_name AS event, system, date, coalesce(winner, '') AS winner,
           CASE WHEN winner IS NOT NULL AND provisional THEN 'provisional'
                WHEN winner IS NOT NULL AND reached < rounds THEN format('after round {} of {}', reached, rounds)
                WHEN winner IS NOT NULL THEN ''
                WHEN event IN (SELECT event FROM fitting WHERE fits) THEN 'its standings do not say it; make them again'
                WHEN event IN (SELECT event FROM fitting)
                     OR split_part(event, '@', 1) IN (SELECT event_key FROM raw_standings)
                     THEN 'its standings are older than its results'
                ELSE 'no standings were added' END AS note
    FROM events LEFT JOIN (SELECT event, max(after_round) AS reached FROM standings GROUP BY event) USING (event)
    ORDER BY date NULLS LAST, event_name, event""")


def boards(asked: Questions) -> Answer:
    """Return results by power, colour or side over all events, by system, the most successful first."""
    return asked.ask("""
    SELECT system, played, count(*) AS games, count(*) FILTER (rank = 1) AS first, round(avg(points), 3) AS mean_points,
           round((SELECT avg(centres) FROM boards WHERE power = played AND year = (
               SELECT max(year) FROM boards last WHERE last.event = boards.event AND last.round = boards.round
               AND last."table" = boards."table")), 3) AS mean_centres
    FROM games WHERE played <> '' AND NOT provisional
    GROUP BY system, played ORDER BY system, mean_points DESC, played""")


def handicaps(asked: Questions) -> tuple[list[Mapping[str, object]], tuple[Finding, ...]]:
    """Return the exact handicaps in force between pairs of players, by the rules of their systems, and the findings.

    Players have the names that the archive shows.
    """
    rows: list[Mapping[str, object]] = []
    found: list[Finding] = []
    for system in systems_with_handicaps():
        made = system.rare.handicaps(played_rounds(asked, system.id)) if system.rare.handicaps else None
        if made is not None:
            rows += [{"system": system.id, **row} for row in made.rows]
            found += made.findings
    return rows, tuple(found)


def played_rounds(asked: Questions, system: str) -> list[PlayedRound]:
    """Return the complete rounds of a system in their valid versions; players have their names of the archive."""
    found = asked.ask(
        """
        SELECT rounds.event, raw_records.lines, rounds.version, rounds.written
        FROM rounds JOIN raw_records USING (record)
        WHERE system = $system AND NOT provisional ORDER BY rounds.event, rounds.round""",
        {"system": system},
    )
    names = asked.ask("SELECT event, id, person FROM people WHERE kind = 'player'").rows
    persons = {(event, id_): called for event, id_, called in names}
    return [_played(event, lines, version, written, persons) for event, lines, version, written in found.rows]


def _played(
    event: str, lines: bytes, version: int, written: Any, persons: Mapping[tuple[str, str], str]
) -> PlayedRound:
    record = record_kept(lines, version)
    return PlayedRound(
        event_key=event,
        event=record.event_name,
        date=(record.setup.day or record.setup.date) if record.setup else None,
        round=record.round,
        rows=tuple(
            {**row, "name": persons.get((event, str(row.get("player"))), row.get("name"))} for row in record.rows
        ),
        lists=record.lists,
        file=f"{record.event_name}, round {record.round}",
        written=written,
    )


def notes(asked: Questions) -> list[Finding]:
    """Return findings on the archive: names that may be one person, results that contradict each other, and others."""
    return [*_alike(asked), *_twice(asked), *_undecided(asked), *_without_games(asked)]


def _alike(asked: Questions) -> Iterator[Finding]:
    names = [str(row[0]) for row in asked.ask("SELECT DISTINCT person FROM people WHERE kind = 'player'").rows]
    address = asked.archive.address
    there = "" if address == USUAL else f" --from {shlex.quote(address)}"
    for found in perhaps_same(names):
        quoted = " ".join(f'"{name}"' for name in sorted(found, key=_spelling_rank))
        yield finding(
            "perhaps-same",
            f"perhaps one person: {', '.join(found)}. If so: sheetscore archive same {quoted}{there}",
        )


def _spelling_rank(name: str) -> tuple[bool, int, int, str]:
    """Return a sort key by which the most careful spelling (mixed case, accents) comes first, to be shown in lists."""
    return name.isupper() or name.islower(), name.count("  "), -sum(not letter.isascii() for letter in name), name


def _twice(asked: Questions) -> Iterator[Finding]:
    for event, name, ids in asked.ask("""
        SELECT event_name, person, string_agg(id, ', ' ORDER BY id) FROM people JOIN events USING (event)
        WHERE kind = 'player' GROUP BY event, event_name, person HAVING count(DISTINCT id) > 1 ORDER BY 1, 2""").rows:
        yield finding("one-person-twice", f"{name} played {event} as {ids}: two ids of one person")


def _undecided(asked: Questions) -> Iterator[Finding]:
    """Find rounds with several results if it cannot be determined which were made last."""
    for event, number, first, other, timed in asked.ask("""
        SELECT one.event_name, one.round, one.record, other.record, one.written IS DISTINCT FROM other.written
        FROM versions one JOIN versions other USING (event, round)
        WHERE one.nth = 1 AND other.nth = 2 AND one.provisional = other.provisional
          AND (one.written IS NULL OR other.written IS NULL OR one.written = other.written)
        ORDER BY 1, 2""").rows:
        files = {
            record: ", ".join(str(row[0]) for row in asked.ask(_FILES_OF, {"record": record}).rows)
            for record in (first, other)
        }
        why = "which alone says when it was made" if timed else "whose digest sorts first"
        yield finding(
            "results-differ",
            f"{event}, round {number}: {files[first]} and {files[other]} say otherwise, and neither is known to be "
            f"newer. {files[first]} counts, {why}",
        )


_FILES_OF = "SELECT DISTINCT folder || '/' || file FROM raw_files WHERE record = $record ORDER BY 1"


def _without_games(asked: Questions) -> Iterator[Finding]:
    for event, system in asked.ask(
        "SELECT event_name, system FROM events WHERE NOT games_known ORDER BY event_name, event"
    ).rows:
        yield finding(
            "games-unknown",
            f"{event}: its results do not say who met whom, and the system {system} that could derive it is not "
            "installed. They are kept and shown; they are not rated",
        )


def person_called(asked: Questions, name: str) -> str:
    """Return the person with a name or alias.

    Raises
    ------
    WrongUsage
        Nobody is called that; the message has the nearest name.
    """
    who = asked.people.called(name)
    everybody = [str(row[0]) for row in asked.ask("SELECT DISTINCT person FROM people ORDER BY person").rows]
    if who in everybody:
        return who
    if asked.about:
        return person_called(Questions(asked.archive), name)  # for the nearest name, search all events
    raise WrongUsage(f"nobody in the archive is called {name}.{_near(name, everybody)}", "nobody")


def _near(name: str, everybody: Iterable[str]) -> str:
    close = nearest(name, sorted(everybody))
    return f' Did you mean "{close}"?' if close else ' Who is in it shows "sheetscore archive players".'


def refuse_unknown(asked: Questions, names: Sequence[str]) -> None:
    """Check that each of several names, or ids with their events, is in results or in ``people.toml``.

    Raises
    ------
    WrongUsage
        One is unknown, and the message has the nearest name; or several events have the same name.
    """
    of_events = asked.ask(
        "SELECT called, list(called_that_year ORDER BY called_that_year) FROM named GROUP BY called"
    ).rows
    years: dict[str, list[str | None]] = dict(of_events)
    dated = {one for found in years.values() for one in found if one}
    everybody = {str(row[0]) for row in asked.ask("SELECT name FROM named WHERE name IS NOT NULL").rows}
    everybody |= {*years, *dated, *asked.people.aliases()["alias"]}
    for name in names:
        if name not in everybody:
            raise WrongUsage(
                f"nobody in the archive is called {name}; nothing was noted.{_near(name, everybody)}", "nobody"
            )
        if len(years.get(name, ())) > 1:
            which = " or ".join(f'"{one}"' for one in years[name] if one)
            raise WrongUsage(
                f"several events are called so; nothing was noted. Say which {name} is meant: {which}", "nobody"
            )


def refuse_other_systems(asked: Questions, system: str) -> None:
    """Check that the archive has events of a system.

    Raises
    ------
    WrongUsage
        It has none; the message has the nearest system of the archive.
    """
    systems = [str(row[0]) for row in asked.ask("SELECT DISTINCT system FROM events ORDER BY system").rows]
    if system not in systems:
        raise WrongUsage(f"the archive has no event of a system {system}.{suggestion(system, systems)}", "no-system")


def of_columns(answer: Answer, columns: Sequence[str]) -> Answer:
    """Return some columns of an answer."""
    places = [answer.columns.index(column) for column in columns]
    return Answer(tuple(columns), tuple(tuple(row[place] for place in places) for row in answer.rows))
