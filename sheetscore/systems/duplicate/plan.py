"""The movement of a duplicate event, mapped out beforehand and compared with all movements that the rules allow.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from sheetscore.pairing.draw import Draw, display_name
from sheetscore.pairing.movement.places import with_teams
from sheetscore.pairing.movement.rounds import Movement, moves, prove
from sheetscore.pairing.planned.seat_plan import Effort, Goal, SeatPlan
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate.draw import draw_event
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, movement_of, round_and_side, rounds_of


def plan_event(round_: RoundContext[DuplicateEvent], effort: Effort) -> SeatPlan:
    """Map out the movement, and compare its repetitions with those of all movements that the rules allow.

    All these movements have the last round that the setting ``last_round`` chooses. The bound of repeated meetings is
    their least number in any movement; that of repeated tables is their least number in those movements that repeat as
    many meetings as the event's own.

    Raises
    ------
    MistakesFound
        The event breaks a rule.
    """
    drawn = draw_event(replace(round_, planned=None))
    own_meetings, own_tables = _repetitions(movement_of(round_.event))
    of_all = [_repetitions(movement) for movement in _all_movements(round_.event)]
    meetings = min(met for met, _ in of_all)
    tables = min((played for met, played in of_all if met == own_meetings), default=own_tables)
    goals = (
        Goal("Red and Blue teams who meet again", own_meetings, meetings),
        Goal("tables that a team plays again", own_tables, tables),
    )
    for goal in goals:
        effort.tell(goal)
    return SeatPlan((drawn,), goals)


def _all_movements(event: DuplicateEvent) -> Iterator[Movement]:
    """Yield all movements in which Red goes up and Blue down, with one skip or none, and the last round as chosen."""
    chosen, rounds = movement_of(event), event.header.rounds
    reds, blues = map(event.moving, SIDES)
    for skip in (None, *range(1, rounds)):
        moved = moves(event.tables, rounds, skip, chosen.last_round)
        yield with_teams(Movement(event.tables, moved, skip, chosen.last_round), reds, blues)


def _repetitions(movement: Movement) -> tuple[int, int]:
    """Return the number of repeated meetings, and that of repeated tables."""
    proof = prove(movement)
    replays: Sequence[tuple[int, ...]] = [one.rounds for one in (*proof.reds.replays, *proof.blues.replays)]
    return sum(len(one.rounds) - 1 for one in proof.rematches), sum(len(rounds) - 1 for rounds in replays)


def draw_as_planned(round_: RoundContext[DuplicateEvent]) -> Draw:
    """Return the movement of an event as a draw, and report changed seats.

    Raises
    ------
    MistakesFound
        The event breaks a rule.
    """
    drawn = draw_event(round_)
    if round_.planned is None:
        return drawn
    changes = [*_differences(round_.event, round_.planned, drawn)]
    how = "with the changes that follow" if changes else "without any change"
    return replace(drawn, report=(f"Drawn as it was mapped out, {how}.", *chain(changes, drawn.report)))


def _differences(event: DuplicateEvent, planned: Draw, drawn: Draw) -> Iterator[str]:
    """Yield the differences of a draw from the planned one, in words."""
    names = event.names
    if len(planned.tables) != len(drawn.tables):
        yield f"Tables: {len(drawn.tables)}, planned {len(planned.tables)}; so it is another movement throughout."
        return
    if rounds_of(planned) != rounds_of(drawn):
        yield f"Rounds: {len(rounds_of(drawn))}, planned {len(rounds_of(planned))}."
    for then, now in zip(planned.tables, drawn.tables, strict=True):
        for seat in (seat for seat in now.seats if seat in then.seats):
            was, is_ = then.seats[seat], now.seats[seat]
            if was != is_:
                number, side = round_and_side(seat)
                new, old = (display_name(team, names) if team else "nobody" for team in (is_, was))
                yield f"Table {now.number}, round {number}, {SIDES[side]}: {new} instead of {old}."
