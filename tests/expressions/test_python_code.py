"""A rule written as a line of Python has the value that the rule has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from laid_out_rows import NAMES, Page

from sheetscore.expressions import Given, evaluate, parse
from sheetscore.expressions.python_code import NAMESPACE, constants, in_row, in_rows, quotient

ROWS: list[Mapping[str, Given]] = [
    {"a": 1, "b": 2, "n": 3, "s": Fraction(1, 2), "u": "x"},
    {"a": 4, "b": 0, "n": -3, "s": Fraction(5), "u": "X"},
    {"a": 7, "b": -5, "n": 6, "s": Fraction(-5, 2), "u": "é"},
]
SETTINGS = {"most": 2}
VARIABLES = {f"c_{name}": [row[name] for row in ROWS] for name in ROWS[0]} | {"s_most": 2}


@pytest.mark.parametrize(
    "text",
    [
        "a + 2 * b - n",
        "a - (b - n)",
        "-a * -(b - 1)",
        "a / 2",
        "(a + n) / (b * b + 1) / 3",
        "s / 3 + 0.1 * a + 1.5 * s",
        "a > 2 and b or n",
        "a and n",
        "not b",
        "not a > 2",
        "(a > 2) + (n > 2) * 0.5",
        "2 if a > 2 else s",
        "1 < a < n",
        "a == 1 != b",
        "u == 'X'",
        "u != 'É'",
        "min(a, b, n) + max(a, s)",
        "abs(n) + floor(s) + round(s) + round(s / 3, 2)",
        "listed(a, 38, 14.5, 7)",
        "listed_between(b, a, 38, 14.5, 7)",
        "sum(rows.a)",
        "sum(rows.a * rows.s, rows.n > n)",
        "sum(a - rows.a, rows.a < a)",
        "sum(rows.n > 0)",
        "count(rows.a > a or rows.a == a and rows.n < n)",
        "count(rows.u == u)",
        "count(rows.b)",
        "highest(rows.b)",
        "highest(rows.a, rows.a < highest(rows.a))",
        "settings.most * a",
        "3",
    ],
)
def test_every_row(text: str) -> None:
    expression = parse(text, known=NAMES)
    code = in_rows(expression, (), "a")
    found = eval(code, {**NAMESPACE, **constants(expression), **VARIABLES})  # noqa: S307
    expected = [evaluate(expression, Page(ROWS, index, settings=SETTINGS)) for index in range(len(ROWS))]
    assert found == expected


def test_what_is_the_same_in_all_rows_is_one_variable() -> None:
    assert in_row(parse("a + b", known=NAMES), {"b"}) == "(r_a + o_b)"
    assert in_rows(parse("a + b", known=NAMES), {"b"}, "n") == "[(r_a + o_b) for r_a in c_a]"
    assert in_rows(parse("b", known=NAMES), {"b"}, "n") == "[o_b for r_n in c_n]"


def test_a_quotient_is_whole_where_it_can_be() -> None:
    assert type(quotient(6, 3)) is int
    assert quotient(Fraction(1, 2), 2) == quotient(1, 4) == quotient(Fraction(1, 4), True) == Fraction(1, 4)
    assert quotient(3, Fraction(1, 2)) == 6
    with pytest.raises(ZeroDivisionError):
        quotient(1, 0)
