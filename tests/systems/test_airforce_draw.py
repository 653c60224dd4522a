"""The draw of fights: named pilots, who sits out, who flies what again, an edited draw."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from airforce_event import airforce_event
from msgspec.structs import replace

from sheetscore.event.model import Player
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.draw import check_draw, draw_round
from sheetscore.systems.airforce.model import AirforceEvent, NamedSeat
from sheetscore.systems.airforce.score import TurnResult
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound


def drawn(event: AirforceEvent, number: int = 1, *earlier: EarlierRound) -> Draw:
    return draw_round(RoundContext(event, number, earlier))


def flown(number: int, seats: Mapping[str, str]) -> EarlierRound:
    results = (TurnResult(aircraft=seat, turn=1, table=1, player=who, name=who) for seat, who in seats.items())
    return EarlierRound(number, "patrol", tuple(result.row() for result in results))


def test_everybody_gets_an_aircraft_and_nobody_two() -> None:
    made = drawn(airforce_event(8, tables=2))
    assert [list(table.seats) for table in made.tables] == [["blue.1", "blue.2", "red.1", "red.2"]] * 2
    assert sorted(player for _, _, player in made.places()) == [f"P{number:02}" for number in range(1, 9)]
    assert made.byes == ()


def test_the_same_event_is_drawn_alike_and_another_seed_otherwise() -> None:
    event = airforce_event(20, tables=5)
    other = event.model_copy(update={"header": event.header.model_copy(update={"seed": 8})})
    assert drawn(event) == drawn(event)
    assert drawn(event).tables != drawn(other).tables


def test_named_pilots_sit_where_the_event_says() -> None:
    named = (
        NamedSeat(round=1, table=2, seat="red.2", player="P05"),
        NamedSeat(round=1, table=1, seat="blue.1", player="P08"),
    )
    made = drawn(airforce_event(8, tables=2, seats_named=named))
    assert made.tables[1].seats["red.2"] == "P05"
    assert made.tables[0].seats["blue.1"] == "P08"
    assert len(list(made.places())) == 8


def test_who_has_flown_most_sits_out() -> None:
    event = airforce_event(6)
    first = drawn(event)
    second = drawn(event, 2, flown(1, first.tables[0].seated))
    assert len(first.byes) == len(second.byes) == 2
    assert set(first.byes) <= set(second.tables[0].seated.values())
    assert "sit out" in first.report[0]


def test_nobody_flies_the_same_side_again_where_that_can_be() -> None:
    event = airforce_event(4)
    first = drawn(event)
    second = drawn(event, 2, flown(1, first.tables[0].seated))
    for seat, player in first.tables[0].seated.items():
        again = next(other for other, one in second.tables[0].seated.items() if one == player)
        assert again.partition(".")[0] != seat.partition(".")[0]


def test_no_lots_outweigh_what_somebody_flies_again() -> None:
    # of three aircraft blue.2 is of the side that P01 has flown, and red.1 is not
    for seed in (14, 31, 83, 90):
        event = airforce_event(3)
        event = event.model_copy(update={"header": event.header.model_copy(update={"seed": seed})})
        assert drawn(event, 2, flown(1, {"blue.1": "P01"})).tables[0].seats["red.1"] == "P01"


def test_aircraft_without_a_pilot_are_the_last_ones() -> None:
    made = drawn(airforce_event(5, tables=2))
    assert len(made.tables[0].seated) == 4
    assert list(made.tables[1].seated) == ["blue.1"]
    assert "3 aircraft without a pilot" in made.report[-1]


def test_a_round_that_nobody_flies_is_refused() -> None:
    with pytest.raises(MistakesFound, match="Nobody"):
        drawn(airforce_event(0))
    away = (Player(id="P01", name="Ann", absent=(1,)), Player(id="P02", name="Bob"))
    named = (NamedSeat(round=1, table=1, seat="red.2", player="P01"),)
    with pytest.raises(MistakesFound, match="is not there"):
        drawn(airforce_event(players=0, seats_named=named).model_copy(update={"players": away}))


def test_an_edited_draw_is_checked_for_named_seats_and_for_people_on_two() -> None:
    event = airforce_event(4, seats_named=(NamedSeat(round=1, table=1, seat="red.1", player="P02"),))
    made = drawn(event)
    assert check_draw(RoundContext(event, 1, draw=made)) == []
    (table,) = made.tables
    other = next(player for seat, player in table.seated.items() if seat == "blue.1")
    twice = replace(made, tables=(replace(table, seats={**table.seats, "red.1": other}),))
    codes = {one.code for one in check_draw(RoundContext(event, 1, draw=twice))}
    assert {"draw-wish", "draw-twice", "draw-player"} <= codes


def test_a_round_has_a_place_for_each_aircraft_of_its_tables() -> None:
    assert [airforce_event(tables=tables).places(1) for tables in (1, 3)] == [4, 12]
