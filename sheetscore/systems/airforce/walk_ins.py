"""Pilots who come late to a drawn round of fights, or leave it: which aircraft they have."""

from __future__ import annotations

from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.walk_ins import Coming, Room, emptiest, reseated
from sheetscore.systems.airforce.draw import Flights
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.at_hand import RoundAtHand

_BALANCE = 1000
"""Even tables and sides count for more than all that somebody has flown before."""

_NAMED = 10**9
"""That the event names somebody for a seat counts for more than anything else."""

_TWO = 2
"""So many at least open a table that the event has and nobody sits at."""


def change_draw(round_: RoundAtHand[AirforceEvent], coming: Coming) -> Draw:
    """Give those who come the aircraft that the event names them for, else one that nobody flies.

    The emptiest table and side come first, then what they have flown the least.

    Raises
    ------
    WrongUsage
        All aircraft of the round have pilots.
    """
    event, number = round_.event, round_.stage
    named, fight = event.named_for(number), event.scenario_of(number)
    before = Flights(event, round_.earlier)

    def against(table: TableDraw, seat: str, player: str) -> int:
        meant = named.get((table.number, seat))
        bound = 0 if meant is None else -_NAMED if meant == player else _NAMED
        return bound + _BALANCE * emptiest(table, seat, player) + before.repeats(player, fight, seat)

    room = Room(
        seats=tuple(event.seats(number)),
        fewest=_TWO,
        most_tables=event.tables(number),
        against=against,
        scenario_at=lambda table: event.scenario_at(number, table),
        otherwise="all aircraft of its tables have pilots. Take somebody off with --drop, or let the event have one "
        "more table in the round, and run this again",
    )
    return reseated(round_.draw, room, coming, event.names)
