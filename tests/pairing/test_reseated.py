"""Whoever comes and goes, a draw stays a draw: nobody sits twice, nobody is lost, and the others stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sheetscore.event.model import NoSeatLabels
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.walk_ins import Coming, Room, moves, reseated
from sheetscore.problems import WrongUsage

PAIRS = Room(seats=("1", "2"), fewest=2, in_pairs=True, against=lambda *_: 0, otherwise="nobody is left")
SIDES = ("red.1", "red.2", "blue.1", "blue.2")


def pairs(players: int) -> Draw:
    """Let P0 meet P1, P2 meet P3 and so on; an odd one sits out."""
    tables = (TableDraw(at + 1, "", {"1": f"P{2 * at}", "2": f"P{2 * at + 1}"}) for at in range(players // 2))
    return Draw(1, tuple(tables), (f"P{players - 1}",) * (players % 2), ())


def places(draw: Draw) -> dict[str, tuple[int, str]]:
    return {player: (table, seat) for table, seat, player in draw.places()}


@given(
    players=st.integers(2, 12),
    gone=st.sets(st.integers(0, 11)),
    come=st.integers(0, 5),
)
def test_of_two_who_meet_neither_is_ever_alone_and_one_sits_out_at_most(
    players: int, gone: set[int], come: int
) -> None:
    before = pairs(players)
    coming = Coming(tuple(f"N{at}" for at in range(come)), tuple(f"P{at}" for at in gone if at < players))
    now = reseated(before, PAIRS, coming, {})
    seated = [player for _, _, player in now.places()]
    assert sorted([*seated, *now.byes]) == sorted(
        {*(f"P{at}" for at in range(players)), *coming.added} - {*coming.dropped}
    )
    assert all(len(table.seated) == 2 for table in now.tables)
    assert len(now.byes) == len(seated + list(now.byes)) % 2
    whole = {table.number for table in before.tables if not {*table.seated.values()} & {*coming.dropped}}
    assert {table.number: table for table in now.tables if table.number in whole} == {
        table.number: table for table in before.tables if table.number in whole
    }


@given(players=st.integers(0, 8), come=st.integers(0, 10), tables=st.integers(2, 3))
def test_those_who_come_fill_spare_seats_evenly_and_then_tables(players: int, come: int, tables: int) -> None:
    seats: list[dict[str, str | None]] = [dict.fromkeys(SIDES), dict.fromkeys(SIDES)]
    for at in range(players):
        seats[at % 2][SIDES[at // 2]] = f"P{at}"
    before = Draw(
        1, tuple(TableDraw(at, "s", one) for at, one in enumerate(seats, start=1) if any(one.values())), (), ()
    )
    room = Room(seats=SIDES, fewest=2, most_tables=tables, otherwise="full", scenario_at=lambda _: "s")
    coming = Coming(tuple(f"N{at}" for at in range(come)))
    try:
        now = reseated(before, room, coming, {})
    except WrongUsage:
        assert come > len(before.tables) * len(SIDES) - players  # there were fewer spare seats than people
        return
    assert {*places(now)} == {*places(before), *coming.added}
    assert all(places(now)[player] == at for player, at in places(before).items())
    assert len(now.tables) <= tables


def test_a_new_table_takes_the_number_that_somebody_keeps() -> None:
    room = Room(seats=("1", "2"), fewest=2, in_pairs=True, against=lambda *_: 0, otherwise="", keeps={"N1": 9})
    now = reseated(pairs(2), room, Coming(("N0", "N1")), {})
    assert places(now)["N1"][0] == 9


def test_the_least_that_speaks_against_a_seat_decides() -> None:
    before = Draw(1, (TableDraw(1, "", {"1": "A", "2": None}), TableDraw(2, "", {"1": "B", "2": None})), (), ())
    costs = {"A": 5, "B": 3}
    room = Room(
        seats=("1", "2"),
        fewest=2,
        in_pairs=True,
        otherwise="",
        against=lambda table, _, __: sum(costs.get(other, 0) for other in table.seated.values()),
    )
    assert places(reseated(before, room, Coming(("N",)), {}))["N"] == (2, "2")


def test_reserves_fill_a_board_and_no_more_than_it_needs() -> None:
    room = Room(seats=("1", "2", "3"), fewest=3, otherwise="", reserves=("R1", "R2", "R3"), against=lambda *_: 0)
    before = Draw(1, (), ("R1", "R2", "R3"), ())
    now = reseated(before, room, Coming(("N",)), {})
    assert {*places(now)} == {"N", "R1", "R2"}
    assert now.byes == ("R3",)


def test_what_is_refused_names_everybody_without_a_seat() -> None:
    full = Draw(1, (TableDraw(1, "", {"1": "A", "2": "B"}),), (), ())
    apart = replace(PAIRS, against=lambda *_: None)
    with pytest.raises(WrongUsage, match=r"no seat is left for Ann \(N\) and Ben \(M\) in round 1: nobody is left"):
        reseated(full, apart, Coming(("N", "M")), {"N": "Ann", "M": "Ben"})


def test_one_who_comes_alone_has_the_bye_where_nobody_has_it() -> None:
    now = reseated(pairs(4), PAIRS, Coming(("N",)), {})
    assert (places(now), now.byes) == (places(pairs(4)), ("N",))
    met = reseated(now, PAIRS, Coming(("M",)), {})
    assert (set(met.tables[2].seated.values()), met.byes) == ({"N", "M"}, ())
    apart = replace(PAIRS, against=lambda table, *_: None if table.seated else 0)
    with pytest.raises(WrongUsage, match="no seat is left for M in round 1"):
        reseated(now, apart, Coming(("M",)), {})


def test_against_a_bye_whose_own_best_seat_is_the_second_both_sit() -> None:
    second = replace(PAIRS, against=lambda _, seat, __: 2 - int(seat), scenario_at=lambda _: "hill")
    now = reseated(pairs(3), second, Coming(("N0",)), {})
    assert places(now) == {"P0": (1, "1"), "P1": (1, "2"), "P2": (2, "1"), "N0": (2, "2")}
    assert (now.byes, now.tables[-1].scenario) == ((), "hill")


def test_it_is_told_where_everybody_sits_who_moved() -> None:
    before, now = pairs(3), reseated(pairs(3), PAIRS, Coming(dropped=("P0",)), {})
    assert list(moves(before, now, {"P2": "Cy"}, NoSeatLabels())) == [
        "Since it was drawn: Cy (P2) has table 1, seat 1 (before: a line “sits out”).",
        "Since it was drawn: P0 is off the draw (before: table 1, seat 1).",
    ]
