"""What rules are worth in Python: exact, and by the meaning that the package states."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid_out_rows import NAMES, Page

from sheetscore.expressions import ExpressionError, Given, Value, ValueKind, evaluate, parse

ROWS: list[Mapping[str, Given]] = [
    {"a": 1, "b": 2, "t": "Bridge", "u": "x", "s": Fraction(1, 2)},
    {"a": 3, "t": "a*", "u": "X"},
    {"a": 5, "b": -5, "t": "BRIDGE", "u": "y", "s": Fraction(-5, 2)},
    {"a": 7, "t": None, "u": ""},
]
HITS: list[Mapping[str, Given]] = [
    {"d": 2, "target": "Bridge", "w": Fraction(1, 10)},
    {"d": 1, "target": "bridge"},
    {"d": None, "target": None},
    {"d": 4, "target": "a*", "w": Fraction(1, 5)},
]
PAGE = Page(ROWS, 2, HITS, rolls=(3, None, 2), settings={"cap": "Pilot", "most": 3, "margin": Fraction(1, 2)})


def value(text: str, page: Page = PAGE) -> Value:
    return evaluate(parse(text, known=NAMES), page)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1 + 0.2 == 0.3", 1),
        ("1/3 + 1/6", Fraction(1, 2)),
        ("7 / 2 * 2", 7),
        (".5 + 2.", Fraction(5, 2)),
        ("2 - 3 - 4", -5),
        ("2 - (3 - 4)", 3),
        ("-a * 2", -10),
        ("1 < 2 < 3", 1),
        ("1 < 3 < 2", 0),
        ("3 > 2 == 2", 1),
        ("True * 6", 6),
        ("(a > 1) + (a > 2)", 2),
        ("-(a > 1)", -1),
        ("min(a > 1, 2)", 1),
        ("True", 1),
        ("not a", 0),
        ("not 0.5", 0),
        ("a and 0", 0),
        ("a and b", 1),
        ("0 or b", 1),
        ("2 if a else 3", 2),
        ("'in' if a > 9 else 'out'", "out"),
        ("a > 1 if b else a", 1),
        ("floor(-2.5)", -3),
        ("floor(7/2)", 3),
        ("abs(b)", 5),
        ("max(1, b, a, 2)", 5),
        ("(1 +\n  2)", 3),
        ("settings.most * settings.margin", Fraction(3, 2)),
        ("settings.cap == 'pilot'", 1),
        ("settings.cap", "Pilot"),
        ("rolls[1] + 10*rolls[2] + 100*rolls[3]", 203),
    ],
)
def test_arithmetic_is_exact_and_truth_counts_as_1_or_0(text: str, expected: Value) -> None:
    assert value(text) == expected
    assert type(value(text)) is type(expected)


@pytest.mark.parametrize(
    ("number", "digits", "rounded"),
    [
        ("0.5", "", 1),
        ("-0.5", "", -1),
        ("2.5", "", 3),
        ("-2.5", "", -3),
        ("2.499", "", 2),
        ("2.675", ", 2", Fraction(268, 100)),
        ("-1/3", ", 2", Fraction(-33, 100)),
        ("1.005 * 100", ", 0", 101),
    ],
)
def test_round_takes_halves_away_from_zero(number: str, digits: str, rounded: Value) -> None:
    assert value(f"round({number}{digits})") == rounded


BLANK = Page([{}])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + 1", 1),
        ("s * 2", 0),
        ("u == ''", 1),
        ("u", ""),
        ("filled(a)", 0),
        ("filled(u)", 0),
        ("filled(rolls[1])", 0),
        ("t.white", 0),
        ("t.category == ''", 1),
        ("t.category != 'primary'", 1),
        ("sum(hits.d)", 0),
        ("count_above(t)", 0),
    ],
)
def test_a_blank_number_is_0_and_a_blank_text_is_empty(text: str, expected: Value) -> None:
    assert value(text, BLANK) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4:1", 4), ("25:1", 25), ("1:2", Fraction(1, 2)), ("1:5", Fraction(1, 5)), ("free", 0), ("4", 0), ("4:0", 0)],
)
def test_odds_are_the_ratio_of_two_whole_numbers(text: str, expected: Value) -> None:
    assert value("ratio(u)", Page([{"u": text}])) == expected


def test_a_number_0_is_filled() -> None:
    assert value("filled(a)", Page([{"a": 0}])) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("u == 'Y'", 1),
        ("u != 'Y'", 0),
        ("t == 'bridge'", 1),
        ("t.category == 'PRIMARY'", 1),
        ("'primary' == t.category", 1),
        ("t.size", Fraction(3, 2)),
        ("t.white", 0),
    ],
)
def test_text_is_equal_whatever_its_capitals(text: str, expected: Value) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(hits.d)", 7),
        ("sum(hits.d, hits.target == t)", 3),
        ("sum(hits.d * 2 + 1, hits.target == t)", 8),
        ("count(hits.target == t and hits.d > 1)", 1),
        ("count(hits.target == t or hits.d > 3)", 3),
        ("count(not (hits.target == t))", 2),
        ("count(hits.d)", 3),
        ("count(hits.d >= 0)", 4),
        ("count(filled(hits.target))", 3),
        ("sum(hits.w)", Fraction(3, 10)),
        ("sum(2, hits.d > 1)", 4),
        ("sum(hits.d, a > 100)", 0),
        ("sum(rows.a, rows.a < a)", 4),
        ("sum(above.a)", 4),
        ("count(above.a > 1)", 1),
        ("sum_above(a, t)", 1),
        ("count_above(t)", 1),
        ("sum(hits.d, hits.d > count(hits.d > 1))", 4),
    ],
)
def test_aggregates_go_through_the_rows_of_a_block(text: str, expected: Value) -> None:
    assert value(text) == expected


def test_rows_above_do_not_include_the_row_itself() -> None:
    sums = [value("sum_above(a, t)", Page(ROWS, index)) for index in range(4)]
    assert sums == [0, 0, 1, 0]


PLOTS = Page([{"u": "{2 TR, 3 hr VRR}", "t": "VERT, bomb"}, {"u": "SL tr", "t": "STEEPER"}], 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("letters(u, 'TSH')", 2),
        ("letters(previous.u, 'TSH')", 2),
        ("2 * letters(previous.u, 'v') + letters(previous.u, 'X')", 2),
        ("word(previous.t, 'BOMB') + word(previous.t, 'vert')", 2),
        ("word(t, 'STEEP') + word(previous.t, 'VER')", 0),
        ("not word(t, 'STEEP')", 1),
        ("passed(2 * letters(u, 'tl'), 3, 4, 5)", 1),
        ("spaced(letters(u, 'tl'), 0 - 2, 10)", "2 -2 10"),
        ("nonzero(0, letters(u, 'tl'), 0, 0 - 2, 10, 0)", "2 -2 10"),
        ("nonzero(0, 0)", ""),
    ],
)
def test_letters_and_words_are_found_whatever_their_capitals(text: str, expected: Value) -> None:
    assert value(text, PLOTS) == expected


def test_the_row_above_is_blank_in_the_first_row() -> None:
    assert [value("previous.a + 10 * filled(previous.t)", Page(ROWS, index)) for index in range(4)] == [0, 11, 13, 15]
    assert value("letters(previous.u, 'x') + word(previous.u, 'x') + (previous.u == '')", Page(ROWS, 0)) == 1


@pytest.mark.parametrize("text", ["0 and 1/c", "1 or 1/c", "sum(1/hits.d, hits.d > 0)", "count(hits.d and 1/hits.d)"])
def test_nothing_but_if_spares_a_division_by_zero(text: str) -> None:
    with pytest.raises(ExpressionError, match="division by zero"):
        value(text)


def test_if_computes_only_the_case_that_holds() -> None:
    assert value("1/c if c else 7") == 7


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a * 2 + n", ValueKind.WHOLE),
        ("a / 2", ValueKind.NUMBER),
        ("a + s", ValueKind.NUMBER),
        ("round(s)", ValueKind.WHOLE),
        ("round(s, 1)", ValueKind.NUMBER),
        ("floor(s)", ValueKind.WHOLE),
        ("min(a, s)", ValueKind.NUMBER),
        ("a > s", ValueKind.WHOLE),
        ("a > 1 if b else s", ValueKind.NUMBER),
        ("sum(hits.d)", ValueKind.WHOLE),
        ("sum(hits.w)", ValueKind.NUMBER),
        ("count(hits.w)", ValueKind.WHOLE),
        ("t", ValueKind.TEXT),
        ("0.5", ValueKind.NUMBER),
    ],
)
def test_the_kind_of_a_rule_follows_from_the_kinds_of_its_parts(text: str, kind: ValueKind) -> None:
    assert parse(text, known=NAMES).kind is kind


NUMBERS = st.fractions(-99, 99, max_denominator=20)


@given(
    a=st.integers(-99, 99),
    s=NUMBERS,
    first=st.sampled_from(["+", "-", "*", "/"]),
    second=st.sampled_from(["+", "-", "*", "/"]),
    constant=st.integers(1, 50),
)
def test_operators_agree_with_fractions(a: int, s: Fraction, first: str, second: str, constant: int) -> None:
    compute = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
    page = Page([{"a": a, "s": s}])
    if first == "/" and s == 0:
        with pytest.raises(ExpressionError, match="division by zero"):
            value(f"(a {first} s) {second} {constant}", page)
    else:
        expected = compute[second](compute[first](Fraction(a), s), Fraction(constant))
        assert value(f"(a {first} s) {second} {constant}", page) == expected


@given(number=NUMBERS, digits=st.integers(0, 3))
def test_rounding_is_the_nearest_and_symmetric(number: Fraction, digits: int) -> None:
    rounded = value(f"round(s, {digits})", Page([{"s": number}]))
    assert isinstance(rounded, int | Fraction)
    assert abs(rounded - number) <= Fraction(1, 2 * 10**digits)
    assert (rounded * 10**digits).denominator == 1
    assert value(f"round(s, {digits})", Page([{"s": -number}])) == -rounded


def test_a_number_of_more_than_300_digits_has_no_value() -> None:
    half, longest = 10**150, 10**300 - 1
    assert value("a * b", Page([{"a": half, "b": 10**149}])) == 10**299
    assert value("a + 0", Page([{"a": longest}])) == longest
    rules: dict[str, dict[str, int | Fraction | str | None]] = {
        "a * a": {"a": half},
        "0 - a * a": {"a": half},
        "a + 1": {"a": longest},
        "s * s": {"s": Fraction(1, half)},
        "s / a": {"s": Fraction(1, half), "a": half},
        "min(1, a * a)": {"a": half},
    }
    for rule, row in rules.items():
        with pytest.raises(ExpressionError, match="a number of more than 300 digits; no spreadsheet has one"):
            value(rule, Page([row]))
