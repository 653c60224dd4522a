"""A planned round on the day: who is missing changes as few seats as can be, and each is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from planned_events import STRIKE, duel, plan

from sheetscore.pairing.draw import Draw, Flown, TableDraw
from sheetscore.pairing.planned.followed import follow_plan
from sheetscore.pairing.sections.plan import Plan
from sheetscore.problems import WrongUsage


def planned(scenario: str, *tables: Mapping[str, str | None], byes: Sequence[str] = (), number: int = 1) -> Draw:
    return Draw(
        number,
        tuple(TableDraw(table, scenario, seats) for table, seats in enumerate(tables, start=1)),
        tuple(byes),
        (),
    )


def duels(*tables: tuple[str | None, str | None], byes: Sequence[str] = ()) -> Draw:
    return planned("x", *({"red1.1": red, "blue1.1": blue} for red, blue in tables), byes=byes)


def now(pilots: int, tables: int, missing: Sequence[int] = ()) -> Plan:
    return plan(pilots, [("x", tables, duel(1))], missing={pilot: [1] for pilot in missing})


def pairs(drawn: Draw) -> list[set[str]]:
    return [{*table.seated.values()} for table in drawn.tables]


def moved(before: Draw, after: Draw) -> set[str]:
    """Give those who sit elsewhere than planned, of all who are there in both."""
    then, here = ({who: (table, seat) for table, seat, who in one.places()} for one in (before, after))
    return {who for who in then if who in here and then[who] != here[who]}


FOUR = duels(("P001", "P002"), ("P003", "P004"))


def test_a_plan_is_drawn_as_it_is_while_everybody_is_there() -> None:
    drawn = follow_plan(now(4, 2), FOUR, [])
    assert drawn.tables == FOUR.tables
    assert drawn.report == ("Drawn by the plan of all rounds, without any change.",)


def test_who_sits_out_by_the_plan_takes_the_seat_of_one_who_is_missing() -> None:
    before = duels(("P001", "P002"), ("P003", "P004"), byes=("P005",))
    drawn = follow_plan(now(5, 2, missing=[3]), before, [])
    assert pairs(drawn) == [{"P001", "P002"}, {"P005", "P004"}]
    assert drawn.byes == ()
    assert drawn.report == (
        "Drawn by the plan of all rounds, changed on 1 seat for who is there.",
        "Table 2, red1.1: Pilot 5 (P005) sits there, who had no seat in the plan; Pilot 3 (P003) is not there.",
    )


def test_two_who_are_left_alone_meet_and_one_of_them_moves() -> None:
    before = duels(("P001", "P002"), ("P003", "P004"), ("P005", "P006"))
    drawn = follow_plan(now(6, 3, missing=[1, 6]), before, [])
    assert {frozenset(pair) for pair in pairs(drawn)} == {
        frozenset({"P002", "P005"}),
        frozenset({"P003", "P004"}),
        frozenset(),
    }
    assert len(moved(before, drawn)) == 1
    changed = [line for line in drawn.report if line.startswith("Table") and "red1.1" in line]
    assert len([line for line in drawn.report if "sits there" in line]) == 1
    assert any("is not there" in line for line in changed)


def test_two_who_are_left_alone_on_one_side_meet_on_two() -> None:
    before = duels(("P001", "P002"), ("P003", "P004"))
    drawn = follow_plan(now(4, 2, missing=[1, 3]), before, [])
    assert {frozenset(pair) for pair in pairs(drawn)} == {frozenset({"P002", "P004"}), frozenset()}


def test_one_who_is_left_alone_among_full_tables_stays() -> None:
    drawn = follow_plan(now(4, 2, missing=[4]), FOUR, [])
    assert pairs(drawn) == [{"P001", "P002"}, {"P003"}]


def seats(side: str, *players: int | None) -> dict[str, str | None]:
    return {f"{side}.{at}": f"P{player:03}" if player else None for at, player in enumerate(players, start=1)}


def bridge(tables: int, missing: Sequence[int], pilots: int) -> Plan:
    return plan(pilots, [("bridge", tables, STRIKE)], missing={pilot: [1] for pilot in missing})


NINE = {**seats("strike", 1, 2, 3, 4), **seats("ds", 5, 6), **seats("cap", 7, 8, 9)}
EIGHTEEN = {**seats("strike", 11, 12, 13, 14), **seats("ds", 15, 16), **seats("cap", 17, 18, 10)}


def test_a_missing_pilot_of_a_large_side_leaves_a_seat_empty_and_nobody_moves() -> None:
    before = planned("bridge", NINE, EIGHTEEN)
    drawn = follow_plan(bridge(2, [3], 18), before, [])
    assert moved(before, drawn) == set()
    assert drawn.tables[0].seats["strike.3"] is None
    assert drawn.report[1] == "Table 1, strike.3: stays empty; Pilot 3 (P003) is not there."


def test_a_side_without_anybody_gets_one_of_the_same_side_from_another_table() -> None:
    """All interceptors of table 1 are missing: one of table 2 comes, so that no section changes but for who is gone."""
    before = planned("bridge", NINE, EIGHTEEN)
    drawn = follow_plan(bridge(2, [7, 8, 9], 18), before, [])
    (who,) = moved(before, drawn)
    assert who in {"P017", "P018", "P010"}
    assert drawn.tables[0].seats["cap.1"] == who or who in drawn.tables[0].seated.values()
    assert any(f"({who}) has table 1, cap." in line for line in drawn.report)


def test_who_comes_unplanned_sits_where_fewest_meet_again() -> None:
    """Two seats are free at equal tables; at table 1 sits whom the newcomer has fought."""
    before = duels(("P001", None), ("P003", None))
    met = [
        Flown(1, 1, "red1.1", "red1", "x", "P001", 1),
        Flown(1, 1, "blue1.1", "blue1", "x", "P005", 1),
    ]
    later = Draw(2, tuple(TableDraw(one.number, "y", dict(_renamed(one.seats))) for one in before.tables), (), ())
    event = plan(5, [("x", 2, duel(1)), ("y", 2, duel(2))], missing={2: [2], 4: [2]})
    drawn = follow_plan(event, later, met)
    assert pairs(drawn) == [{"P001"}, {"P003", "P005"}]


def _renamed(there: Mapping[str, str | None]) -> list[tuple[str, str | None]]:
    return [(seat.replace("1.1", "2.1"), player) for seat, player in there.items()]


def test_other_tables_than_planned_are_refused() -> None:
    with pytest.raises(WrongUsage, match="plan --again"):
        follow_plan(now(6, 3), FOUR, [])
    with pytest.raises(WrongUsage, match="another scenario"):
        follow_plan(plan(4, [("z", 2, duel(1))]), FOUR, [])
