"""The smallest round that has every kind of page once or twice: five pilots at a table, filled in."""

from __future__ import annotations

from pathlib import Path

from amps_event import BRIDGE, amps_event
from event_folder import filled_folder

SEATS = {"strike": 2, "ds": 1, "cap": 2}

LINES = """table,seat,field,value
1,strike.1,strike.hits.1.target,Bridge
1,strike.1,strike.hits.1.d,2
1,strike.1,strike.hits.3.target,Lorry park
1,strike.1,strike.hits.3.d,1
1,strike.1,strike.bombing.1.odds,4:1
1,strike.1,strike.bombing.1.modifier,-3
1,strike.1,strike.own.h,1
1,strike.2,strike.hits.1.target,Depot
1,strike.2,strike.hits.1.d,1
1,strike.2,strike.bombing.6.odds,2:1
1,strike.2,claimed.sp,7
1,ds.1,defense-suppression.sam.1.target,Hawk
1,ds.1,defense-suppression.sam.1.d,2
1,ds.1,defense-suppression.aaa.2.target,ZSU 1
1,ds.1,defense-suppression.aaa.2.suppressed,1
1,ds.1,defense-suppression.radar.4.suppressed,1
1,ds.1,defense-suppression.infantry_sam.1.destroyed,1
1,cap.1,air-combat.damage.1.aircraft,strike.1
1,cap.1,air-combat.damage.1.h,1
1,cap.1,air-combat.damage.2.aircraft,strike.2
1,cap.1,air-combat.damage.2.l,2
1,cap.1,air-combat.rolls.4,1
1,cap.2,air-combat.advantage.dn,1
1,cap.2,air-combat.advantage.da,2
1,cap.2,ruling.sp,7
1,cap.2,ruling.reason,a dispute
1,,team_points.strike.home,1
1,,log.1.turn,3
1,,log.1.event,all home
"""
"""Values that nothing is wrong with; only one pilot claims a total, so that hardly a change shows there."""


def small_round(folder: Path, tables: int = 1, rounds: int = 1) -> Path:
    """Make an event folder with the small round filled in, all tables alike; more rounds like it may be to come."""
    sides = tuple(side.model_copy(update={"seats": SEATS[side.id]}) for side in BRIDGE.sides)
    scenarios = (BRIDGE.model_copy(update={"sides": sides}),)
    event = amps_event(players=5 * tables, tables=tables, scenarios=scenarios, rounds=(BRIDGE.id,) * rounds)
    return filled_folder(folder, event, lines_of(tables))


def lines_of(tables: int = 1) -> str:
    """Give the values of tables that are all alike."""
    heading, *lines = LINES.splitlines()
    filled = [f"{table}{line[1:]}" for table in range(1, tables + 1) for line in lines]
    return "\n".join([heading, *filled])
