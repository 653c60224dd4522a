"""Lists that are written out in a rule, and the highest value of a column."""

from __future__ import annotations

from fractions import Fraction

import pytest
from laid_out_rows import NAMES, Page, PageCells

from sheetscore.expressions import ExpressionError, Value, ValueKind, evaluate, parse, to_excel

PAGE = Page(
    [{"a": 2, "b": -1, "n": 3, "t": "Bridge"}, {"a": 5, "n": 9, "t": "a*"}, {"a": 4, "n": 9}],
    hits=[{"d": 2, "w": Fraction(1, 10), "target": "Bridge"}, {"d": 7, "target": "free"}, {"d": None}],
    settings={"most": 2, "margin": Fraction(1, 2), "cap": ""},
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("listed(1, 38, 14, 7)", 38),
        ("listed(a, 38, 14, 7)", 14),
        ("listed(n, 38, 14, 7)", 7),
        ("listed(n + 1, 38, 14, 7)", 0),
        ("listed(b, 38, 14, 7)", 0),
        ("listed(0, 38, 14, 7)", 0),
        ("listed(a, 0.5, 1.5)", Fraction(3, 2)),
        ("listed_between(1, 3, 38, 14, 7)", 59),
        ("listed_between(a, n, 38, 14, 7)", 21),
        ("listed_between(a, n, 38, 14, 7) / 2", Fraction(21, 2)),
        ("listed_between(3, 7, 38, 14, 7)", 7),
        ("listed_between(-2, 1, 38, 14, 7)", 38),
        ("listed_between(-2, 0, 38, 14, 7)", 0),
        ("listed_between(n, a, 38, 14, 7)", 0),
        ("highest(rows.a)", 5),
        ("highest(rows.a, rows.n < 9)", 2),
        ("highest(rows.a, rows.a < highest(rows.a))", 4),
        ("highest(rows.b)", 0),
        ("highest(rows.a, rows.n > 9)", 0),
        ("highest(above.a)", 0),
        ("highest(hits.w * 3)", Fraction(3, 10)),
        ("highest(hits.d - 9)", 0),
        ("highest(hits.target == t)", 1),
    ],
)
def test_the_value_of_a_list_or_highest(text: str, expected: Value) -> None:
    assert evaluate(parse(text, known=NAMES), PAGE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("listed(n, 38, 14, 7)", "SUMPRODUCT({38,14,7}*({1,2,3}=D10))"),
        ("listed(a + 1, 0.5, 2)", "SUMPRODUCT({0.5,2}*({1,2}=N(A10)+1))"),
        ("listed_between(n, 3, 5, 3)", "SUMPRODUCT({5,3}*({1,2}>=D10)*({1,2}<=3))"),
        ("highest(hits.d)", "MAX(0,M10:M12)"),
        ("highest(hits.d, hits.d < n)", "SUMPRODUCT(MAX(0,(M10:M12<D10)*M10:M12))"),
    ],
)
def test_the_formula_of_a_list_or_highest(text: str, expected: str) -> None:
    assert to_excel(parse(text, known=NAMES), PageCells(PAGE)).replace("$", "") == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("listed(n, 38, 14, 7)", ValueKind.WHOLE),
        ("listed(n, 38, 0.5)", ValueKind.NUMBER),
        ("highest(hits.d)", ValueKind.WHOLE),
        ("highest(hits.w)", ValueKind.NUMBER),
    ],
)
def test_it_is_whole_if_all_of_it_is(text: str, kind: ValueKind) -> None:
    assert parse(text, known=NAMES).kind is kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("listed(s, 3, 2)", "must be a whole number: use floor() or round()"),
        ("listed(n / 2, 3, 2)", "must be a whole number"),
        ("listed_between(n, s, 3, 2)", "must be a whole number"),
        ("passed(n / 2, 3, 5)", "what comes before the list of passed() must be a whole number"),
        ("listed(n, a, 2)", "the list of listed() must be written as numbers from 0"),
        ("listed(n, -3)", "the list of listed() must be written as numbers from 0"),
        ("listed_between(n, 3)", "takes 3 to 42 arguments"),
        ("listed(n)", "takes 2 to 41 arguments"),
        ("listed(t, 3)", "listed() takes numbers, not text"),
        ("sum(listed(rows.a, 3, 2))", "listed() cannot go row by row inside sum()"),
        ("highest(rows.t)", "highest() compares numbers, not text"),
        ("highest(a)", "highest() goes through the rows of a block"),
        ("highest(rows.a, hits.d)", "highest() goes through one block"),
        ("hihest(rows.a)", "did you mean highest?"),
    ],
)
def test_what_a_list_or_highest_cannot_take_is_refused(text: str, said: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text, known=NAMES)
    assert said in caught.value.message
