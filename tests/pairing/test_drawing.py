"""The draw of a whole round."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planned_events import MELEE, STRIKE, duel, pilot_id, plan, play

from sheetscore.pairing.draw import side_of
from sheetscore.pairing.sections.draw import draw_planned
from sheetscore.pairing.sections.plan import Plan, PlannedSide
from sheetscore.problems import MistakesFound


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    pilots = draw(st.integers(1, 10))
    sides = st.lists(st.tuples(st.sampled_from(("red", "blue", "green")), st.integers(1, 3)), min_size=2, max_size=3)
    rounds = draw(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 3), sides), min_size=1, max_size=3))
    away = draw(st.dictionaries(st.integers(2, 10), st.sets(st.integers(1, 3)), max_size=3))
    return plan(
        pilots,
        [
            (scenario, tables, tuple(PlannedSide(f"s{k}", force, seats) for k, (force, seats) in enumerate(here)))
            for scenario, tables, here in rounds
        ],
        seed=draw(st.integers(0, 99)),
        missing={pilot: sorted(rounds) for pilot, rounds in away.items()},
    )


@settings(max_examples=40)
@given(plans())
def test_everybody_who_plays_has_one_seat_or_sits_out(planned: Plan) -> None:
    draws, _ = play(planned)
    for draw, round_ in zip(draws, planned.rounds, strict=True):
        seated = [player for _, _, player in draw.places()]
        assert Counter([*seated, *draw.byes]) == Counter(round_.pilots)
        assert len(draw.byes) == max(0, len(round_.pilots) - round_.seats)
        filled = [len(table.seated) for table in draw.tables]
        assert len(filled) == round_.tables
        assert max(filled) - min(filled) <= 1
        for table in draw.tables:
            assert list(table.seats) == [f"{s.id}.{k}" for s in round_.sides for k in range(1, s.seats + 1)]


@settings(max_examples=15)
@given(plans())
def test_the_report_names_every_empty_seat_and_everybody_who_sits_out(planned: Plan) -> None:
    draws, _ = play(planned)
    for draw in draws:
        for table in draw.tables:
            [*lines] = (line for line in draw.report if line.startswith(f"Table {table.number}: ") and "empty" in line)
            text = " ".join(lines).replace(",", " ").split()
            assert [seat for seat in table.seats if table.seats[seat] is None] == [w for w in text if w in table.seats]
        for pilot in draw.byes:
            assert sum(f"({pilot}) sits out" in line for line in draw.report) == 1


@settings(max_examples=10)
@given(plans())
def test_the_same_plan_gives_the_same_draw(planned: Plan) -> None:
    shuffled = Plan(planned.seed, dict(reversed(list(planned.names.items()))), planned.rounds)
    assert play(planned)[0] == play(shuffled)[0]


def test_another_seed_gives_another_draw() -> None:
    tables = {
        tuple(sorted(draw_planned(plan(36, [("bridge", 4, STRIKE)], seed=seed), 1, []).tables[0].seated.items()))
        for seed in range(10)
    }
    assert len(tables) == 10


def test_the_order_of_the_history_makes_no_difference() -> None:
    planned = plan(18, [("a", 2, STRIKE), ("b", 2, STRIKE), ("c", 1, MELEE)])
    history = play(planned)[1][:36]
    assert draw_planned(planned, 3, history) == draw_planned(planned, 3, history[::-1])


def test_later_rounds_do_not_count_when_a_round_is_drawn_again() -> None:
    planned = plan(18, [("a", 2, STRIKE), ("b", 2, STRIKE)])
    draws, history = play(planned)
    assert draw_planned(planned, 1, history) == draws[0]
    assert draw_planned(planned, 2, history) == draws[1]


def test_sit_outs_rotate_over_the_event() -> None:
    draws, _ = play(plan(12, [("a", 1, STRIKE)] * 4))  # nine seats: three sit out in each round
    assert Counter(pilot for draw in draws for pilot in draw.byes) == {pilot_id(n): 1 for n in range(1, 13)}


def test_the_report_states_the_spread_now_and_at_the_end() -> None:
    draws, _ = play(plan(24, [(f"s{n}", 8, (PlannedSide("w", "b", 2), PlannedSide("e", "r", 1))) for n in range(3)]))
    assert draws[0].report[0] == (
        "24 pilots fly 3 rounds of the event: section totals 8 to 16 (spread 8) after this round, "
        "40 (spread 0) at the end if the later rounds are flown as planned."
    )
    assert draws[2].report[0] == ("24 pilots fly 3 rounds of the event: section totals 40 (spread 0) after this round.")


def test_a_side_that_nobody_flies_is_reported() -> None:
    # three pilots for six seats: a table of one and one of two
    draw = draw_planned(plan(3, [("a", 2, (*duel(1), PlannedSide("ds", "blue", 1)))]), 1, [])
    assert "3 of 6 seats stay empty." in draw.report
    nobody = [line for line in draw.report if "nobody flies side" in line]
    assert [line[:8] for line in nobody] == ["Table 1:", "Table 2:", "Table 2:"]


def test_a_round_that_is_not_planned_is_refused() -> None:
    with pytest.raises(ValueError, match="the plan has no round 3"):
        draw_planned(plan(4, [("a", 2, duel(1))] * 2), 3, [])


def test_a_round_that_nobody_plays_is_a_mistake_of_the_event() -> None:
    with pytest.raises(MistakesFound, match="Nobody plays in round 2") as caught:
        draw_planned(plan(1, [("a", 2, duel(1))] * 2, missing={1: [2]}), 2, [])
    assert [found.code for found in caught.value.findings] == ["event-missing"]


def test_a_draw_as_flown_counts_those_who_sit_there() -> None:
    draw = draw_planned(plan(34, [("bridge", 4, STRIKE)]), 1, [])
    sizes = {flown.side: flown.section_size for flown in draw.as_flown()}
    assert sizes == {"strike": 14, "ds": 8, "cap": 12}
    assert all(flown.seat.startswith(f"{flown.side}.") for flown in draw.as_flown())


def test_the_json_of_a_draw_has_the_keys_that_scripts_rely_on() -> None:
    draw = draw_planned(plan(3, [("a", 2, duel(1))]), 1, [])
    document = draw.as_json("Origins")
    assert list(document) == ["event", "round", "tables", "byes", "report"]
    assert document["tables"] == [
        {"table": table.number, "scenario": "a", "seats": dict(table.seats)} for table in draw.tables
    ]
    assert side_of("red1.1") == "red1"


def test_everybody_has_a_seat_at_forty_tables() -> None:
    draws, _ = play(plan(360, [("bridge", 40, STRIKE), ("melee", 20, MELEE), ("bridge", 40, STRIKE)]))
    assert all(len({player for _, _, player in draw.places()}) == 360 for draw in draws)
