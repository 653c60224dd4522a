"""The draw of a duplicate event: the whole movement at once, and which of its lines are still open.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import defaultdict

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.pairing.draw import Draw, OpenGame, TableDraw, open_games_of
from sheetscore.pairing.movement.places import movement_report
from sheetscore.pairing.movement.rounds import pairings
from sheetscore.problems import MistakesFound
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, movement_of, round_and_side, seat_of
from sheetscore.systems.duplicate.rules import check_event
from sheetscore.systems.duplicate.under_way import played_lines, under_way


def draw_event(round_: RoundContext[DuplicateEvent]) -> Draw:
    """Return the movement of an event as a draw.

    If a team sits out, both seats of its table are empty in that round, and the draw records the team. Lines that are
    played keep their teams, and whoever sat out in their rounds still does. The scenarios are those of the event now.

    Raises
    ------
    MistakesFound
        The event breaks a rule.
    """
    event = round_.event
    wrong = [one for one in check_event(event) if one.is_error]
    if wrong:
        raise MistakesFound(wrong)
    movement, began = movement_of(event), under_way(event, round_.earlier)
    if began:
        movement = began.kept_in(movement)
    seats: dict[int, dict[str, str | None]] = defaultdict(dict)
    sitting_out: dict[tuple[int, str], str] = {}
    for number, table, *pair in pairings(movement):
        met = None not in pair
        for side, index in zip(SIDES, pair, strict=True):
            team, seat = None if index is None else event.side(side)[index].id, seat_of(number, side)
            seats[table + 1][seat] = team if met else None
            if team and not met:
                sitting_out[table + 1, seat] = team
    tables = (TableDraw(table, event.scenario_at(WHOLE_EVENT, table), seats[table]) for table in sorted(seats))
    report = movement_report(movement, *map(event.moving, SIDES))
    stays = (began.report,) if began else ()
    return Draw(WHOLE_EVENT, tuple(tables), (), (*report, *stays), sitting_out=sitting_out)


def open_lines(round_: RoundContext[DuplicateEvent]) -> tuple[OpenGame, ...]:
    """Return the open lines, round by round: two teams are drawn there, both are present, and no points are in.

    If the draw cannot be read, every round without any points is open as a whole.
    """
    event, drawn = round_.event, round_.draw
    played = played_lines(round_.rows)
    lines: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for table, seat, team in drawn.places():
        lines[round_and_side(seat)[0]][table].append(team)
    found: list[OpenGame] = []
    for number in range(1, event.header.rounds + 1):
        if drawn.tables:
            absent = event.absent(number)
            to_play = {
                table: teams
                for table, teams in lines[number].items()
                if (number, table) in played or not absent & set(teams)
            }
            missing = [table for table in to_play if (number, table) not in played]
            found += open_games_of(number, to_play, missing)
        elif number not in {round_number for round_number, _ in played}:
            found.append(OpenGame(number, None, ()))
    return tuple(found)
