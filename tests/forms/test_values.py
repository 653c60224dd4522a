"""What people write in boxes: understood where it is unambiguous, a mistake with its code where it is not."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.forms.block import Field
from sheetscore.forms.choices import Choices
from sheetscore.forms.values import shown, understand
from sheetscore.workbooks.typed import InvalidValue, number_from

COUNT = Field("d", "D", "count", 2, "")
MODIFIER = Field("modifier", "m", "number", 2, "", minimum=-20, maximum=20)
FLAG = Field("destroyed", "destr.", "flag", 2, "", maximum=1)
TARGET = Field("target", "Target", "choice", 9, "", Choices("targets", ("Bridge", "Flak barge")))
FREE = Field("target", "Target", "choice", 9, "", Choices("targets", ("Bridge", "Flak barge")), open=True)
ODDS = Field("odds", "Odds", "odds", 3, "", Choices("odds", ("1:2", "1:1", "4:1", "10:1")))
POWERS = Field("members", "Members", "several", 9, "", Choices("powers", ("England", "France", "Germany", "Gibraltar")))
RULED = Field("ruling", "Ruled", "score", 1, "", minimum=-100, maximum=100)
PILOT = Field(
    "pilot",
    "Pilot",
    "player",
    9,
    "",
    Choices("players", ("Ann Bell (P1)", "Bo Li (P2)", "Bo Li (P3)", "NA (0012)"), ("P1", "P2", "P3", "0012")),
)


def code(box: Field, raw: Any) -> str:
    answer = understand(box, raw)
    assert isinstance(answer, InvalidValue), answer
    return answer.code


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("1/2", "there is “1/2”; enter 0.5"),
        ("-3 / 4", "there is “-3 / 4”; enter -0.75"),
        ("7⁄3", "there is “7⁄3”; enter 2⅓"),
        ("5/11", "there is “5/11”; enter it as a decimal number, such as 0.5"),
        ("1/0", "there is “1/0”; enter a number"),
        (
            dt.datetime(2026, 1, 2),
            "there is a date (2026-01-02), which spreadsheets make of fractions such as 1/2; enter a number",
        ),
        (dt.time(4, 1), "there is a time (04:01:00); enter a number"),
    ],
)
def test_a_fraction_with_a_stroke_is_no_number_and_it_is_said_what_to_enter(raw: Any, said: str) -> None:
    assert number_from(raw) == InvalidValue("not-a-number", said)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (3, 3),
        (3.0, 3),
        (" 3 ", 3),
        ("3,0", 3),
        ("3.0", 3),
        ("３", 3),
        ("'3", 3),
        ("+3", 3),
        ("\u00a03", 3),
        (None, None),
        ("  ", None),
    ],
)
def test_whole_numbers(raw: Any, value: int | None) -> None:
    assert understand(COUNT, raw) == value


@pytest.mark.parametrize(
    ("raw", "wrong"),
    [
        ("three", "not-a-number"),
        ("3 pts", "not-a-number"),
        ("1e3", "not-a-number"),
        ("=3", "not-a-number"),
        (dt.datetime(2026, 1, 2), "not-a-number"),
        (float("nan"), "not-a-number"),
        (float("inf"), "not-a-number"),
        (1e300, "out-of-range"),
        (2.5, "not-whole"),
        ("2½", "not-whole"),
        (-1, "out-of-range"),
        (100, "out-of-range"),
        ("1,000", "ambiguous"),
    ],
)
def test_what_is_no_count(raw: Any, wrong: str) -> None:
    assert code(COUNT, raw) == wrong


@pytest.mark.parametrize(
    ("raw", "value"),
    [("½", Fraction(1, 2)), ("1 ¾", Fraction(7, 4)), ("-2⅓", Fraction(-7, 3)), ("0,125", Fraction(1, 8))],
)
def test_fractions_are_exact(raw: str, value: Fraction) -> None:
    assert number_from(raw) == value


@pytest.mark.parametrize("raw", ["-3", "−3", -3, " - 3".replace(" ", "")])
def test_a_modifier_is_entered_as_read(raw: Any) -> None:
    assert understand(MODIFIER, raw) == -3


@pytest.mark.parametrize(
    ("raw", "value"), [("yes", 1), ("X", 1), (True, 1), (1.0, 1), ("✓", 1), ("no", 0), (0, 0), ("-", 0), (False, 0)]
)
def test_yes_and_no(raw: Any, value: int) -> None:
    assert understand(FLAG, raw) == value


def test_a_flag_takes_nothing_else() -> None:
    assert code(FLAG, 2) == code(FLAG, "maybe") == "not-listed"


def test_choices_are_found_whatever_their_case_and_spacing() -> None:
    assert understand(TARGET, " flak  BARGE ") == "Flak barge"
    assert code(TARGET, "Flak bargee") == "not-listed"
    assert understand(FREE, "A lorry ") == "A lorry"
    assert code(FREE, "x" * 501) == "too-long"


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("4:1", "4:1"),
        (4, "4:1"),
        ("4/1", "4:1"),
        (dt.time(4, 1), "4:1"),
        (dt.time(1, 2), "1:2"),
        (0.5, "1:2"),
        ("1/2", "1:2"),
        ("½", "1:2"),
        ("20:2", "10:1"),
        (1, "1:1"),
    ],
)
def test_odds_in_any_notation(raw: Any, value: str) -> None:
    assert understand(ODDS, raw) == value


@pytest.mark.parametrize("raw", ["3:1", "4:0", "much", 0, -4, "4:1:1"])
def test_odds_that_the_table_does_not_have(raw: Any) -> None:
    assert code(ODDS, raw) == "not-listed"


def test_odds_that_became_a_date_are_ambiguous() -> None:
    assert code(ODDS, dt.datetime(2026, 2, 1)) == "ambiguous"


def test_players_by_id_by_name_or_as_the_list_shows_them() -> None:
    for raw in ("P1", "p1", "Ann Bell", "ann  bell", "Ann Bell (P1)"):
        assert understand(PILOT, raw) == "P1"
    assert understand(PILOT, "NA") == "0012"
    assert understand(PILOT, "Anna Bell-Smith (P1)") == "P1", "the id in brackets outlives a corrected name"
    assert code(PILOT, "Bo Li") == "ambiguous"
    assert code(PILOT, "Ann Belle") == "unknown-player"
    assert shown(PILOT, "P2") == "Bo Li (P2)"
    # the event may have P9: a box of red teams has no blue ones on its list
    assert "nobody on the list of this box has the id P9" in str(understand(PILOT, "Cy Ott (P9)"))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("England France", "England France"),
        ("france, ENGLAND", "England France"),
        ("E and F", "England France"),
        ("Ger; e", "England Germany"),
        ("Germany/Gibraltar", "Germany Gibraltar"),
        (" , ", None),
    ],
)
def test_several_of_a_list_however_they_are_parted_or_shortened(raw: str, value: str | None) -> None:
    assert understand(POWERS, raw) == value


@pytest.mark.parametrize(("raw", "wrong"), [("G", "not-listed"), ("Spain", "not-listed"), ("E England", "impossible")])
def test_what_is_not_several_of_a_list(raw: str, wrong: str) -> None:
    assert code(POWERS, raw) == wrong


@pytest.mark.parametrize(
    ("raw", "value"), [(12.5, Fraction(25, 2)), ("12,5", Fraction(25, 2)), ("-62", -62), ("½", Fraction(1, 2)), (7, 7)]
)
def test_a_score_is_any_number(raw: Any, value: Fraction) -> None:
    assert understand(RULED, raw) == value


@pytest.mark.parametrize(("raw", "wrong"), [(101, "out-of-range"), ("-100.5", "out-of-range"), ("x", "not-a-number")])
def test_what_is_no_score(raw: Any, wrong: str) -> None:
    assert code(RULED, raw) == wrong


@given(st.one_of(st.text(max_size=40), st.floats(), st.integers(), st.booleans(), st.dates(), st.times()))
def test_nothing_that_can_be_typed_makes_reading_fail(raw: Any) -> None:
    for box in (COUNT, MODIFIER, FLAG, TARGET, FREE, ODDS, PILOT, POWERS, RULED):
        answer = understand(box, raw)
        assert answer is None or isinstance(answer, InvalidValue | str | int | Fraction)


@given(st.integers(-20, 20))
def test_a_number_is_read_back_as_it_was_written(number: int) -> None:
    for raw in (number, float(number), str(number), f" {number},0"):
        assert understand(MODIFIER, raw) == number
