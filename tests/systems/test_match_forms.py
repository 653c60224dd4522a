"""Sheets of matches and series: the boxes that scripts know, and formulas that come to what exact fractions give."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from match_event import box, draw_of, earlier, match_event, played, scenario, typed
from msgspec.structs import replace
from round_contexts import drawn_round, filled_round

from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.systems.match.forms import round_forms, template_checks
from sheetscore.systems.match.lists import handicap_words
from sheetscore.systems.match.matches import MatchOutcome, raw_handicap, revised_handicap, score_series
from sheetscore.systems.match.model import Handicap, MatchEvent
from sheetscore.systems.match.score import read_matches
from sheetscore.wording import HARD_BLANK

LIBRARY = Library("match", ("match",))
ONE = draw_of("P01 P02")

HANDICAPS = ("0", "8/3", "8", "-5", "-1/3")

HILLS = (Handicap(player="P01", against="P02", game_system="Hills", points="8/3"),)


@cache
def event_of(
    grading: str = "graded", handicap: str = "0", scale: str = "threshold", level: str = "margin", mixed: str = "win",
    series: int = 1,
) -> MatchEvent:  # fmt: skip
    made = scenario(grading=grading, graded_side="south" if grading == "one-sided" else None, turns=9)
    points = Fraction(handicap)
    two = ("P01", "P02") if points > 0 else ("P02", "P01")
    given_ = (Handicap(player=two[0], against=two[1], game_system="Hills", points=str(abs(points))),) if points else ()
    changes: dict[str, Any] = {"level_scale": scale, "handicap_level": level, "win_and_draw": mixed, "series": series}
    return match_event(2, scenarios=(made,), given=given_, **changes)


@cache
def forms_of(event: MatchEvent) -> RoundForms:
    return round_forms(drawn_round(event, ONE, templates=LIBRARY))


def shown(event: MatchEvent, texts: Mapping[FieldKey, Value], block: str) -> Mapping[str, Value]:
    """Give what the grey boxes of a block show."""
    page = filled_round(event, forms_of(event), texts).pages[1, ""]
    return page.rows[block][0].shows


def words(event: MatchEvent, outcome: MatchOutcome | None, what: str = "match") -> str:
    """Say how a match ends, as the sheet ought to."""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return f"the {what} is drawn" + (f", player {outcome.ahead} is ahead" if outcome.ahead else "")
    return f"player {outcome.winner} wins the {what}" + (f": {outcome.level}" if outcome.level else "")


GAME = {"side_a", "winner", "level", *(f"{what}.{seat}" for what in ("points", "turn", "losses") for seat in "12")}
BOXES = {"scenario.played", "rolls.1", "rolls.2", "choice", "coin"}
BOXES |= {f"game.{number}.{what}" for number in "12" for what in GAME}


def boxes_of(event: MatchEvent) -> set[str]:
    """Give the names of the boxes of a page but for remarks."""
    names = {key.field for key in forms_of(event).public.values() if not key.seat}
    return {name for name in names if not name.endswith("remarks")}


@pytest.mark.parametrize("grading", ["graded", "one-sided", "points", "territory", "win"])
def test_match_1_the_boxes_have_the_names_that_scripts_know(grading: str) -> None:
    assert boxes_of(event_of(grading)) == BOXES
    assert {key for key in forms_of(event_of(grading)).public.values() if key.seat} == {
        FieldKey(1, "1", "seat.pilot"),
        FieldKey(1, "2", "seat.pilot"),
    }
    wanted = {f"match.{number}.{one}" for number in "123" for one in BOXES}
    assert boxes_of(event_of(grading, series=3)) == wanted | {"series.ended", "series.reason"}


def ordered(*orders: tuple[str, ...]) -> MatchEvent:
    """Give an event whose scenario offers these orders of battle on its two sides."""
    sides = tuple(side.model_copy(update={"orders": own}) for side, own in zip(scenario().sides, orders, strict=True))
    return match_event(2, scenarios=(scenario(sides=sides),))


def test_match_1_orders_of_battle_have_boxes_where_the_scenario_has_some() -> None:
    event = ordered(("Early", "Late"), ("Weak", "Strong"))
    assert boxes_of(event) == BOXES | {"order.first", "order.second", "order.high"}
    (first,) = [field for _, _, field in forms_of(event).fields.values() if field.id == "order_first"]
    assert first.choices is not None
    assert first.choices.names == ("Early", "Late")
    assert boxes_of(ordered((), ("Weak", "Strong"))) == boxes_of(event)


def test_the_templates_are_in_order() -> None:
    assert template_checks(LIBRARY) == []


def test_match_3_a_sheet_stays_blank_until_enough_is_known() -> None:
    event = event_of()
    for texts in ((), ("1.winner=1",), ("1.winner=1", "1.level=decisive"), ("1.winner=1", "2.winner=draw")):
        assert shown(event, typed(event, ONE, *texts), "result") == {"match_points": "", "ends": ""}
    full = typed(event, ONE, "1.winner=1", "1.level=marginal", "2.winner=draw")
    assert shown(event, full, "result") == {
        "match_points": "+1 : −1",
        "ends": "the match is drawn, player 1 is ahead",
    }


MINOR = scenario("hill", levels=("Minor = marginal", "Total = decisive"))
PLAIN = scenario("wood")
SMALL = scenario("ford", levels=("Small = marginal",))


@pytest.mark.parametrize(
    ("played_", "first_wins", "second_wins"),
    [
        ("hill", "player 1 wins the match: Total (decisive)", "player 2 wins the match: Minor (marginal)"),
        ("wood", "player 1 wins the match: decisive", "player 2 wins the match: marginal"),
        ("ford", "player 1 wins the match: decisive", "player 2 wins the match: Small (marginal)"),
    ],
)
def test_match_3_levels_are_said_in_the_words_of_the_scenario_played(
    played_: str, first_wins: str, second_wins: str
) -> None:
    event = match_event(2, scenarios=(MINOR, PLAIN, SMALL))
    for winner, level, said in (("1", "decisive", first_wins), ("2", "marginal", second_wins)):
        texts = [f"{game}.{what}" for game in "12" for what in (f"winner={winner}", f"level={level}")]
        assert shown(event, typed(event, ONE, f"played={played_}", *texts), "result")["ends"] == said


@pytest.mark.parametrize(
    ("played_", "said"),
    [
        (("hill", "hill", "hill"), "player 2 wins the series: Minor (marginal)"),
        (("ford", "ford", "ford"), "player 2 wins the series: Small (marginal)"),
        (("hill", "ford", "hill"), "player 2 wins the series: marginal"),
        (("wood", "wood", "wood"), "player 2 wins the series: marginal"),
    ],
)
def test_match_3_a_series_has_the_words_that_all_its_scenarios_share(played_: tuple[str, ...], said: str) -> None:
    event = match_event(2, series=3, scenarios=(MINOR, PLAIN, SMALL))
    texts = [f"{match}/played={one}" for match, one in enumerate(played_, start=1)]
    for match in "123":
        texts += [f"{match}/{game}.{what}" for game in "12" for what in ("winner=2", "level=marginal")]
    assert shown(event, typed(event, ONE, *texts), "series")["ends"] == said


def test_match_5_the_sheet_shows_the_handicap_in_force() -> None:
    for handicap, text in (("0", "none"), ("8/3", f"2{HARD_BLANK}2/3 for player 1"), ("-5", "5 for player 2")):
        event = event_of(handicap=handicap)
        assert shown(event, typed(event, ONE), "setup") == {"handicap": text}


def test_match_5_with_several_game_systems_a_sheet_says_which_handicap_is_for_which() -> None:
    rivers = scenario("ford", game_system="Rivers")
    for given_, said in (
        (HILLS, f"handicap: 2{HARD_BLANK}2/3 for player 1 in Hills, else none; "),
        ((), "handicap: none; "),
    ):
        event = match_event(2, series=3, scenarios=(scenario(), rivers), given=given_)
        (form,) = forms_of(event).page_forms()
        in_series = "all matches are of one game system; "
        assert form.block("players").rule == f"{in_series}{said}if somebody else plays, ask the director"
    (alone,) = forms_of(match_event(2, series=3, given=HILLS)).page_forms()
    assert alone.block("players").rule == "a handicap is that of these two; if somebody else plays, ask the director"


def test_match_6_the_sheet_of_a_later_round_has_the_revised_handicap() -> None:
    event = match_event(2, series=3)
    before = earlier({1: played(event, "P01 P02 3 1 3 1 3 1")})
    made = round_forms(drawn_round(event, replace(draw_of("P02 P01"), round=2), before, LIBRARY))
    page = filled_round(event, made, {}, earlier=before).pages[1, ""]
    assert page.rows["match.3.setup"][0].shows["handicap"] == "8 for player 1"


def game_boxes(event: MatchEvent, where: str, game: tuple[str, str, list[int]]) -> dict[FieldKey, Value]:
    """Give the boxes of a game: the winner, its level, points, turns and losses of both."""
    winner, level, figures = game
    names = [f"{what}_{seat}" for what in ("points", "turn", "losses") for seat in "12"]
    boxes: dict[FieldKey, Value] = {
        box(event, f"{where}.{name}"): figure for name, figure in zip(names, figures, strict=True) if figure >= 0
    }
    boxes |= {box(event, f"{where}.winner"): winner} if winner else {}
    return boxes | ({box(event, f"{where}.level"): level} if level and winner in "12" and winner else {})


GAMES = st.tuples(
    st.sampled_from(("1", "2", "draw", "")),
    st.sampled_from(("marginal", "substantive", "decisive", "")),
    st.lists(st.integers(-1, 3), min_size=6, max_size=6),
)


@settings(max_examples=400)
@given(
    st.sampled_from(("graded", "one-sided", "points", "territory", "win")),
    st.sampled_from(HANDICAPS),
    st.sampled_from(("threshold", "nearest")),
    st.sampled_from(("margin", "own")),
    st.sampled_from(("win", "draw")),
    st.sampled_from(("", "1", "2")),
    GAMES,
    GAMES,
)
def test_the_sheet_comes_to_what_exact_fractions_give(
    grading: str, handicap: str, scale: str, level: str, mixed: str, coin: str, one: Any, two: Any
) -> None:
    event = event_of(grading, handicap, scale, level, mixed)
    entries = typed(event, ONE) | game_boxes(event, "1", one) | game_boxes(event, "2", two)
    entries |= {box(event, "coin"): coin} if coin else {}
    (sheet,) = read_matches(event, 1, 1, entries)
    outcome = sheet.outcome(event, Fraction(handicap))
    assert shown(event, entries, "result")["ends"] == words(event, outcome)


@settings(max_examples=60)
@given(
    st.sampled_from(HANDICAPS),
    st.sampled_from(("threshold", "nearest")),
    st.lists(st.sampled_from((-6, -3, -1, 0, 1, 3, 6, None)), min_size=6, max_size=6),
)
def test_the_sheet_of_a_series_comes_to_what_exact_fractions_give(
    handicap: str, scale: str, points: list[int | None]
) -> None:
    event = event_of(handicap=handicap, scale=scale, series=3)
    names = {1: "marginal", 3: "substantive", 6: "decisive"}
    entries = typed(event, ONE)
    for at, one in enumerate(points):
        winner = "" if one is None else "draw" if one == 0 else "1" if one > 0 else "2"
        level = names[abs(one)] if one else ""
        entries |= game_boxes(event, f"{at // 2 + 1}/{at % 2 + 1}", (winner, level, [-1] * 6))
    old = Fraction(handicap)
    series = score_series([sheet.outcome(event, old) for sheet in read_matches(event, 1, 1, entries)], event.decisions)
    told = {**shown(event, entries, "series"), **shown(event, entries, "handicaps")}
    if not series.complete:
        assert (told["ends"], told["raw"], told["next"]) == ("", "", "")
        return
    draw_ = f"the series is drawn, player {series.ahead} is ahead" if series.ahead else "the series is drawn"
    assert told["ends"] == (f"player {series.winner} wins the series: {series.level}" if series.winner else draw_)
    raw = raw_handicap(series.total)
    assert told["raw"] == handicap_words(raw)
    assert told["next"] == handicap_words(revised_handicap(raw, old or None))
