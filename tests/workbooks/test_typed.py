"""Numbers as people type them: one reading is a number, two are a mistake, and no other digit counts as one."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sheetscore.workbooks.typed import InvalidValue, half_width, number_from, whole_number_from

DIGITS = st.text("0123456789", min_size=1, max_size=6)
LOOK_ALIKES = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅①②③⒈⑴㉑Ⅳ㊀"
"""Superscripts, subscripts, digits in circles, with full stops and in brackets, Roman and Chinese numerals."""


def code(raw: Any) -> str:
    answer = number_from(raw)
    assert isinstance(answer, InvalidValue), answer
    return answer.code


@pytest.mark.parametrize("raw", [True, False, "TRUE", "1⁴", "2²", "①", "1_000", "0x10", "1e3", "", "-", "."])
def test_what_only_looks_like_a_number_is_none(raw: Any) -> None:
    assert code(raw) == "not-a-number"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("1E+9", "there is “1E+9”; type it out: 1000000000"),
        ("1,5e3", "type it out: 1500"),
        ("-2E2", "type it out: -200"),
        ("1E+20", "powers of ten are not taken; type the number out, with at most 15 digits"),
        ("5e-1", "powers of ten are not taken; type the number out, with at most 15 digits"),
        ("1234567890123456", "a number has at most 15 digits"),
        ("two", "there is “two”; enter a number"),
        ("E9", "there is “E9”; enter a number"),
    ],
)
def test_of_a_power_of_ten_it_is_said_how_to_type_it(raw: str, says: str) -> None:
    answer = number_from(raw)
    assert isinstance(answer, InvalidValue)
    assert says in answer.message


@pytest.mark.parametrize("raw", ["7.000", "7,000", "-7.125", "12,345", "７．０００", "'7.000"])
def test_three_decimals_may_be_thousands(raw: str) -> None:
    assert code(raw) == "ambiguous"


@pytest.mark.parametrize(
    ("raw", "number"),
    [
        (7.0, 7),
        (7.125, Fraction(57, 8)),
        ("7.0", 7),
        ("7.", 7),
        ("0.125", Fraction(1, 8)),
        ("-0,125", Fraction(-1, 8)),
        ("7.1250", Fraction(57, 8)),
        ("１２", 12),
        ("－３，５", Fraction(-7, 2)),
    ],
)
def test_what_can_be_read_in_one_way_is_read(raw: Any, number: Fraction) -> None:
    assert number_from(raw) == number


def test_a_whole_number_has_no_decimals() -> None:
    assert whole_number_from("12,0") == 12
    half = whole_number_from("12,5")
    assert isinstance(half, InvalidValue)
    assert half.code == "not-whole"


@given(st.sampled_from("+-") | st.just(""), DIGITS, st.sampled_from(".,"), DIGITS)
def test_a_mark_before_three_digits_is_read_only_behind_a_zero(sign: str, whole: str, mark: str, decimals: str) -> None:
    read = number_from(f"{sign}{whole}{mark}{decimals}")
    if len(decimals) == 3 and int(whole) > 0:
        assert isinstance(read, InvalidValue)
        assert read.code == "ambiguous"
    else:
        scale = 10 ** len(decimals)
        assert read == Fraction(int(whole) * scale + int(decimals), scale) * (-1 if sign == "-" else 1)


@given(DIGITS, st.integers(0, 5), st.characters(categories=["No", "Nl", "Lo", "So"]))
def test_a_sign_that_is_no_decimal_digit_never_becomes_one(digits: str, at: int, sign: str) -> None:
    assume(not "⅐" <= sign <= "⅞" and sign not in "¼½¾")
    assert code(digits[:at] + sign + digits[at:]) == "not-a-number"


@given(st.text(LOOK_ALIKES, min_size=1, max_size=3), DIGITS)
def test_digits_of_other_shapes_are_no_digits(shaped: str, digits: str) -> None:
    assert code(shaped) == code(digits + shaped) == code(shaped + digits) == "not-a-number"


@given(DIGITS)
def test_wide_digits_are_the_usual_ones(digits: str) -> None:
    wide = "".join(unicodedata.lookup(f"FULLWIDTH DIGIT {unicodedata.name(sign).split()[-1]}") for sign in digits)
    assert half_width(wide) == digits
    assert number_from(wide) == int(digits)
