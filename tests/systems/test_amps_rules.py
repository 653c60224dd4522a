"""What pilots earn, by the guidelines' own examples: each task's points, caps and floors."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from amps_event import amps_event, drawn, page, pilot_shape
from hypothesis import given
from hypothesis import strategies as st
from round_contexts import filled_round

from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import FieldKey, Value
from sheetscore.rounding import decimals
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.systems.amps.score import AmpsResult, score_sections
from sheetscore.systems.context import EventProgress
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.flights import TaskFlight

SHAPES = {side: pilot_shape(side) for side in ("strike", "ds", "cap")}


def points(side: str, values: Mapping[str, Value]) -> int | Fraction:
    """Give what a page comes to before rulings."""
    return score_page(SHAPES[side], values).sums["computed"]


def test_air_combat_a_shot_on_damage_table_4_is_6() -> None:
    assert points("cap", {"air-combat.rolls.4": 1}) == 6


@pytest.mark.parametrize(("result", "worth"), [("star", 12), ("c", 8), ("h", 4), ("l", 2)])
def test_air_combat_damage_by_severity(result: str, worth: int) -> None:
    row: dict[str, Value] = {"air-combat.damage.1.aircraft": "strike.1", f"air-combat.damage.1.{result}": 1}
    assert points("cap", row) == worth


def test_air_combat_one_aircraft_gives_at_most_12_over_a_pilots_rows() -> None:
    rows: dict[str, Value] = {
        "air-combat.damage.1.aircraft": "strike.1",
        "air-combat.damage.1.c": 1,
        "air-combat.damage.2.aircraft": "strike.2",
        "air-combat.damage.2.c": 1,
        "air-combat.damage.3.aircraft": "Strike.1",
        "air-combat.damage.3.c": 1,
    }
    assert points("cap", rows) == 8 + 8 + 4


def test_air_combat_rolls_are_not_capped() -> None:
    assert points("cap", {"air-combat.rolls.10": 5}) == 60


def test_air_combat_advantage_won_in_steps_or_at_once() -> None:
    advantage: dict[str, Value] = {
        "air-combat.advantage.dn": 3,
        "air-combat.advantage.na": 2,
        "air-combat.advantage.da": 1,
    }
    assert points("cap", advantage) == 3 + 2 + 2


def bomb(odds: str, modifier: int) -> dict[str, Value]:
    return {"strike.bombing.1.odds": odds, "strike.bombing.1.modifier": modifier}


def test_strike_a_roll_on_4_to_1_with_a_net_minus_3_is_9() -> None:
    assert points("strike", bomb("4:1", -3)) == 9


@pytest.mark.parametrize(
    ("odds", "modifier", "worth"),
    [("1:2", 0, 2), ("1:1", 0, 3), ("12:1", 0, 12), ("10:1", 0, 12), ("4:1", 2, 6), ("25:1", 0, 12), ("1:5", -1, 3)],
)
def test_strike_odds_below_1_count_0_above_10_count_10_and_adverse_modifiers_nothing(
    odds: str, modifier: int, worth: int
) -> None:
    assert points("strike", bomb(odds, modifier)) == worth


@pytest.mark.parametrize(("target", "worth"), [("Bridge", 12), ("depot", 6), ("A lorry", 2), ("Barge", 3)])
def test_strike_two_d_by_class_of_target(target: str, worth: int) -> None:
    assert points("strike", {"strike.hits.1.target": target, "strike.hits.1.d": 2}) == worth


def test_strike_at_most_three_d_on_a_primary_per_pilot() -> None:
    rows: dict[str, Value] = {
        "strike.hits.1.target": "Bridge",
        "strike.hits.1.d": 2,
        "strike.hits.2.target": "Bridge",
        "strike.hits.2.d": 2,
    }
    assert points("strike", rows) == 18


def test_strike_own_damage_is_at_most_minus_12_and_never_below_0() -> None:
    rolls = {f"strike.bombing.{row}.odds": "10:1" for row in (1, 2)}
    assert points("strike", {**rolls, "strike.own.c": 3}) == 24 - 12
    assert points("strike", {"strike.bombing.1.odds": "1:1", "strike.own.h": 1}) == 0


def test_strike_a_secondary_destroyed_before_may_not_be_bombed_again() -> None:
    rows: dict[str, Value] = {
        "strike.hits.1.target": "Depot",
        "strike.hits.1.d": 3,
        "strike.bombing.1.target": "Depot",
        "strike.bombing.1.odds": "4:1",
        "strike.bombing.2.target": "Depot",
        "strike.bombing.2.odds": "4:1",
    }
    assert points("strike", rows) == 9 + 6


def test_strike_a_primary_destroyed_before_may_be_bombed_again() -> None:
    rows: dict[str, Value] = {
        "strike.hits.1.target": "Bridge",
        "strike.hits.1.d": 3,
        "strike.bombing.1.target": "Bridge",
        "strike.bombing.1.odds": "4:1",
        "strike.bombing.2.target": "Bridge",
        "strike.bombing.2.odds": "4:1",
    }
    assert points("strike", rows) == 18 + 12


def attack(block: str, row: int, target: str, **values: int) -> dict[str, Value]:
    start = f"defense-suppression.{block}.{row}"
    return {f"{start}.target": target, **{f"{start}.{name}": value for name, value in values.items()}}


def test_suppression_the_hawk_example_12_then_15() -> None:
    first = attack("sam", 1, "Hawk", d=2)
    second = attack("sam", 2, "Hawk", d=2, destroyed=1, missiles_left=3)
    assert points("ds", first) == 12
    assert points("ds", {**first, **second}) == 12 + 15


@pytest.mark.parametrize(
    ("rows", "worth"),
    [
        (attack("radar", 1, "Fan Song", suppressed=1), 1),
        (attack("radar", 1, "Fan Song", suppressed=1, destroyed=1), 3),
        (attack("aaa", 1, "ZSU 1", suppressed=1), 2),
        (attack("aaa", 1, "ZSU 1", suppressed=1, d=1), 4),
        (attack("aaa", 1, "ZSU 1", d=3, destroyed=1), 16),
        (attack("aaa", 1, "ZSU 1", d=5), 12),
        (attack("sam", 1, "Hawk", suppressed=1), 4),
        (attack("sam", 1, "Grail truck", d=2), 6),
        (attack("infantry_sam", 1, "Grail team", destroyed=1), 5),
        (attack("radar", 1, "Fan Song", destroyed=1) | attack("radar", 2, "Fan Song", destroyed=1), 3),
    ],
)
def test_suppression_points(rows: dict[str, Value], worth: int) -> None:
    assert points("ds", rows) == worth


def test_a_blank_target_means_the_only_one_of_its_kind() -> None:
    assert points("ds", {"defense-suppression.radar.1.destroyed": 1}) == 3


def test_team_points_go_to_every_pilot_of_the_side() -> None:
    event = amps_event()
    draw, forms = drawn(event)
    entries: dict[FieldKey, Value] = {FieldKey(1, seat, "seat.pilot"): player for _, seat, player in draw.places()}
    entries |= page(1, "", {"team_points.strike.early": 1, "team_points.strike.home": 2})
    score = AMPS.score(filled_round(event, forms, entries))
    rows = score.rows
    assert [found.code for found in score.findings] == ["team-points-high"]
    assert {(row["section"], row["tp"], row["rs"]) for row in rows} == {("strike", 14, 14), ("ds", 0, 0), ("cap", 0, 0)}


def test_a_ruling_counts_instead_of_the_computed_total_and_a_claim_where_there_are_no_details() -> None:
    details: dict[str, Value] = {"air-combat.rolls.4": 1}
    form = SHAPES["cap"]
    assert score_page(form, {**details, "ruling.sp": 20, "claimed.sp": 6}).sums["sp"] == 20
    assert score_page(form, {**details, "claimed.sp": 9}).sums["sp"] == 6
    assert score_page(form, {"claimed.sp": 9}).sums["sp"] == 9
    assert score_page(form, {**details, "ruling.sp": 0}).sums["sp"] == 0


def flights(**sections: list[int]) -> list[TaskFlight]:
    return [
        TaskFlight(f"{section}{index}", f"{section}{index}", 1, f"{section}.1", section, score, 0, score)
        for section, scores in sections.items()
        for index, score in enumerate(scores)
    ]


FOUR_TABLES = flights(strike=list(range(16)), ds=list(range(8)), cap=list(range(12)))


def rows_of(results: list[AmpsResult]) -> list[ResultRow]:
    return [result.row() for result in results]


def test_sections_of_the_four_table_example() -> None:
    results = score_sections(FOUR_TABLES, AmpsSettings(), ["strike", "ds", "cap"])
    sums = {
        section: sum(result.mp for result in results if result.section == section)
        for section in ("strike", "ds", "cap")
    }
    assert sums == {"strike": 120, "ds": 28, "cap": 66}
    strike = [result.mp for result in results if result.section == "strike"]
    assert (min(strike), max(strike)) == (0, 15)
    factors = {result.section: decimals(Fraction(result.factor or 0)) for result in results}
    assert factors == {"strike": "1.00", "ds": "2.14", "cap": "1.36"}


def test_the_second_best_suppression_pilot_scores_12_86() -> None:
    results = score_sections(FOUR_TABLES, AmpsSettings(), ["strike", "ds", "cap"])
    (score,) = [result.score for result in results if result.section == "ds" and result.mp == 6]
    assert score == Fraction(90, 7)
    assert decimals(Fraction(score)) == "12.86"


@pytest.mark.parametrize(("rounding", "score"), [("exact", "8.18"), ("2dp", "8.16")])
def test_an_interceptor_with_6_match_points(rounding: str, score: str) -> None:
    settings = AmpsSettings.model_validate({"factor_rounding": rounding})
    results = score_sections(FOUR_TABLES, settings, ["strike", "ds", "cap"])
    (found,) = [result.score for result in results if result.section == "cap" and result.mp == 6]
    assert decimals(Fraction(found)) == score


def test_without_factoring_match_points_count_as_they_are() -> None:
    results = score_sections(FOUR_TABLES, AmpsSettings(factoring="none"), ["strike", "ds", "cap"])
    assert all(result.score == result.mp for result in results)


def test_a_section_of_one_has_no_match_points_no_factor_and_a_warning() -> None:
    event = amps_event(players=3, scenarios=amps_event().scenarios[1:], rounds=("sweep",))
    draw, forms = drawn(event)
    entries: dict[FieldKey, Value] = {FieldKey(1, seat, "seat.pilot"): player for _, seat, player in draw.places()}
    score = AMPS.score(filled_round(event, forms, entries))
    alone = [row for row in score.rows if row["section_size"] == 1]
    assert [(row["mp"], row["factor"], row["score"]) for row in alone] == [(0, None, 0)]
    assert [found.code for found in score.findings] == ["singleton-section"]


def test_section_totals_after_the_two_rounds_of_the_example_are_34_30_and_26() -> None:
    first = score_sections(FOUR_TABLES, AmpsSettings(), ["strike", "ds", "cap"])
    everybody = [result.player for result in first]
    second = score_sections(
        [
            TaskFlight(player, player, 1, "blue.1", "blue" if number % 2 else "red", 0, 0, 0)
            for number, player in enumerate(everybody)
        ],
        AmpsSettings(),
        ["blue", "red"],
    )
    rows = AMPS.standings(EventProgress(amps_event(), {1: rows_of(first), 2: rows_of(second)})).rows
    totals = {(str(row["id"]).rstrip("0123456789"), row["section_total"]) for row in rows}
    assert totals == {("strike", 34), ("cap", 30), ("ds", 26)}


def test_unequal_section_totals_without_factoring_are_a_warning() -> None:
    rows = rows_of(score_sections(FOUR_TABLES, AmpsSettings(factoring="none"), ["strike", "ds", "cap"]))
    found = AMPS.standings(EventProgress(amps_event(settings=AmpsSettings(factoring="none")), {1: rows})).findings
    assert [one.code for one in found] == ["unequal-sections"]
    assert not AMPS.standings(EventProgress(amps_event(), {1: rows})).findings


def standings_of(scores: dict[str, str], **settings: str) -> dict[str, object]:
    rows = [
        AmpsResult(player, player, 1, "red.1", "red", 0, 0, 0, Fraction(score), 5, 1, Fraction(score)).row()
        for player, score in scores.items()
    ]
    event = amps_event(settings=AmpsSettings.model_validate(settings))
    return {str(row["id"]): row["rank"] for row in AMPS.standings(EventProgress(event, {1: rows})).rows}


CLOSE = {"A": "10", "B": "9.5", "C": "9", "D": "8"}


def test_scores_within_half_a_point_of_a_groups_best_share_its_rank() -> None:
    assert standings_of(CLOSE) == {"A": 1, "B": 1, "C": 3, "D": 4}


def test_with_tie_group_chain_each_neighbour_joins() -> None:
    assert standings_of(CLOSE, tie_group="chain") == {"A": 1, "B": 1, "C": 1, "D": 4}


def test_a_tie_margin_of_0_switches_near_ties_off() -> None:
    assert standings_of(CLOSE, tie_margin="0") == {"A": 1, "B": 2, "C": 3, "D": 4}


@given(st.lists(st.integers(0, 9), min_size=1, max_size=20), st.randoms())
def test_the_order_of_the_roster_does_not_change_any_score(scores: list[int], random: object) -> None:
    made = flights(strike=scores)
    shuffled = list(made)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = (
        {result.player: result.score for result in score_sections(order, AmpsSettings(), ["strike"])}
        for order in (made, shuffled)
    )
    assert first == second
