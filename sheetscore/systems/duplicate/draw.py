"""The draw of a duplicate event: the whole movement at once, and what an edited one breaks.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheetscore.event.stage import WHOLE_EVENT
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, TableDraw, named
from sheetscore.pairing.movement import Rounds, prove
from sheetscore.pairing.movement_report import movement_report
from sheetscore.pairing.open_games import OpenGame, open_round
from sheetscore.problems import MistakesFound
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, SideId, Team, round_and_side, seat_of
from sheetscore.systems.duplicate.movement import meetings, movement_of, sit_outs
from sheetscore.systems.duplicate.rules import check_event
from sheetscore.systems.protocol import ResultRow

Place = tuple[int, str]
"""Table and seat."""


def draw_event(event: DuplicateEvent) -> Draw:
    """Give the movement of an event as a draw; where a team sits out, both seats are empty.

    Raises
    ------
    MistakesFound
        The event breaks a rule.
    """
    wrong = [one for one in check_event(event) if one.is_error]
    if wrong:
        raise MistakesFound(wrong)
    seats: dict[int, dict[str, str | None]] = defaultdict(dict)
    for meeting in meetings(event):
        both = (meeting.red, meeting.blue) if meeting.red and meeting.blue else (None, None)
        for side, team in zip(SIDES, both, strict=True):
            seats[meeting.table][seat_of(meeting.round, side)] = team.id if team else None
    tables = (TableDraw(table, event.scenario_at(WHOLE_EVENT, table), seats[table]) for table in sorted(seats))
    report = movement_report(movement_of(event), *([team.name for team in event.side(side)] for side in SIDES))
    return Draw(WHOLE_EVENT, tuple(tables), (), report)


def check_draw(event: DuplicateEvent, drawn: Draw) -> list[Finding]:
    """Find what is wrong in a draw that somebody may have edited.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    numbers = [table.number for table in drawn.tables]
    if numbers != list(range(1, event.tables + 1)):
        listed = ", ".join(map(str, numbers)) or "none"
        return [finding("draw-structure", f"the tables are {listed}; the teams need 1 to {event.tables}: draw again")]
    checks = (_strangers, _twice, _half_empty, _without_table, _repetitions)
    return [one for check in checks for one in check(event, drawn)]


def _fields(*places: Place) -> tuple[tuple[int, str, str], ...]:
    return tuple((table, seat, "") for table, seat in places)


def _strangers(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Find seats with somebody who is no team, or one of the other side."""
    sides = {team.id: team.side for team in event.teams}
    for table, seat, team in drawn.places():
        number, side = round_and_side(seat)
        if team not in sides:
            message = f"{team!r} is no team of this event: expected the id of a {SIDES[side]} team."
            yield finding("draw-player", message, fields=_fields((table, seat)))
        elif sides[team] != side:
            message = (
                f"table {table}, round {number}: {named(team, event.names)} is a {SIDES[sides[team]]} team and keeps "
                f"its side; put a {SIDES[side]} team there."
            )
            yield finding("team-seat", message, fields=_fields((table, seat)))


def _twice(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Find teams at two tables of one round."""
    for (team, number), places in _places(drawn).items():
        if len(places) > 1:
            tables = " and ".join(str(table) for table, _ in places)
            message = f"{named(team, event.names)} sits at the tables {tables} in round {number}. Leave one of them."
            yield finding("draw-twice", message, fields=_fields(*places))


def _places(drawn: Draw) -> dict[tuple[str, int], list[Place]]:
    """Give the seats of every team by team and round."""
    places: dict[tuple[str, int], list[Place]] = defaultdict(list)
    for table, seat, team in drawn.places():
        places[team, round_and_side(seat)[0]].append((table, seat))
    return places


def _half_empty(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Find meetings with one team only."""
    for table in drawn.tables:
        for seat, team in table.seated.items():
            number, side = round_and_side(seat)
            other: SideId = "blue" if side == "red" else "red"
            opposite = seat_of(number, other)
            if table.seats.get(opposite) is None:
                message = (
                    f"table {table.number}, round {number}: {named(team, event.names)} has no opponent. Put a "
                    f"{SIDES[other]} team there, or clear both seats if it sits out."
                )
                yield finding("empty-seat", message, severity=Severity.ERROR, fields=_fields((table.number, opposite)))


def _without_table(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn of teams without a table in a round, unless the movement lets them sit out."""
    places = _places(drawn)
    excused = {(out.team.id, out.round) for out in sit_outs(event)}
    for number in sorted({number for _, number in places}):
        for team in event.teams:
            if (team.id, number) not in places and (team.id, number) not in excused:
                message = (
                    f"{named(team.id, event.names)} has no table in round {number} and gets nothing for it: seat it, "
                    "or leave it so if it is not there."
                )
                yield finding("draw-player", message, severity=Severity.WARNING)


def _repetitions(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn of meetings and tables that come again, but not of those that the last round is about."""
    by_rule, sides = movement_of(event), (event.reds, event.blues)
    planned, edited = prove(by_rule), prove(replace(by_rule, rounds=_rounds(event, drawn)))
    for rematch in edited.rematches:
        if rematch not in planned.rematches:
            pair = sides[0][rematch.red], sides[1][rematch.blue]
            names = " and ".join(named(team.id, event.names) for team in pair)
            message = f"{names} meet in the rounds {_listed(rematch.rounds)}."
            yield _again(drawn, message, pair[0], rematch.rounds)
    for teams, before, after in (
        (sides[0], planned.reds.replays, edited.reds.replays),
        (sides[1], planned.blues.replays, edited.blues.replays),
    ):
        for replay in after:
            if replay not in before:
                team = teams[replay.team]
                message = (
                    f"{named(team.id, event.names)} plays table {replay.table + 1} in the rounds "
                    f"{_listed(replay.rounds)}."
                )
                yield _again(drawn, message, team, replay.rounds)


def _again(drawn: Draw, message: str, team: Team, rounds: Sequence[int]) -> Finding:
    places = _places(drawn)
    seats = (place for number in rounds for place in places[team.id, number])
    return finding("draw-repeat", f"{message} Change the draw if you can.", fields=_fields(*seats))


def _rounds(event: DuplicateEvent, drawn: Draw) -> Rounds:
    """Give a draw in the numbers of a movement; a seat with somebody who does not belong there is empty."""
    reds, blues = ({team.id: number for number, team in enumerate(teams)} for teams in (event.reds, event.blues))
    return tuple(
        tuple(
            (
                reds.get(table.seats.get(seat_of(number, "red")) or ""),
                blues.get(table.seats.get(seat_of(number, "blue")) or ""),
            )
            for table in drawn.tables
        )
        for number in range(1, event.header.rounds + 1)
    )


def _listed(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}"


def open_lines(event: DuplicateEvent, drawn: Draw, rows: Sequence[ResultRow]) -> tuple[OpenGame, ...]:
    """Give the lines without points on which somebody is drawn, round by round.

    Parameters
    ----------
    drawn
        Without tables where it cannot be read: then rounds are open of which nothing is in.
    rows
        What is scored of the travellers.
    """
    played = {(int(row["round"] or 0), int(row["table"] or 0)) for row in rows if row["sp"] is not None}
    lines: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for table, seat, team in drawn.places():
        lines[round_and_side(seat)[0]][table].append(team)
    found: list[OpenGame] = []
    for number in range(1, event.header.rounds + 1):
        if drawn.tables:
            missing = [table for table in lines[number] if (number, table) not in played]
            found += open_round(number, lines[number], missing)
        elif number not in {of for of, _ in played}:
            found.append(OpenGame(number, None, ()))
    return tuple(found)
