"""What is no rule is refused, with the place and what to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid_out_rows import NAMES, Page

from sheetscore.expressions import ExpressionError, Names, evaluate, parse


def mistake(text: str) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        parse(text, known=NAMES)
    return caught.value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a + rols[1]", "rols is not a name known here; did you mean rolls?"),
        ("t.whit", "whit is not an attribute of t; did you mean white?"),
        ("settings.mots", "mots is not a setting; did you mean most?"),
        ("sum(hits.targt == u)", "targt is not a column of hits; did you mean target?"),
        ("maxx(a, b)", "maxx is not a function; did you mean max?"),
        ("sum_abov(a, t)", "did you mean sum_above?"),
        ("a.white", "white is not an attribute of a; known are: none"),
        ("sum_above(a, zz)", "zz is not a column of above"),
        ("previous.zz", "zz is not known of the row above"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_known_one(text: str, said: str) -> None:
    assert said in mistake(text).message


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("a + zz", 5),
        ("  a +\n zz", 8),
        ("'ü€' == u and zz", 15),
        ("12 * (a + t)", 11),
        ("a + 0x1F", 5),
        ("a ** 2", 1),
        ("a +", 3),
        ("hits.d + a", 1),
    ],
)
def test_the_column_of_a_mistake_is_counted_in_characters_from_1(text: str, column: int) -> None:
    assert mistake(text).column == column
    assert f"(column {column} of" in mistake(text).message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9**9**9", "no power operator"),
        ("a ^ 2", "no power operator"),
        ("a // 2", "floor(x / y)"),
        ("a % 2", "has no place in a rule"),
        ("a & b", "write and"),
        ("a in b", "no in"),
        ("a is b", "write =="),
        ("+a", "has no place in a rule"),
        ("a = b", "cannot be read"),
        ("(a", "cannot be read"),
        ("", "empty"),
        (" \n ", "empty"),
        ("a # why", "no comments"),
        ("lambda: a", "has no place in a rule"),
        ("[a, b]", "has no place in a rule"),
        ("f'{a}'", "has no place in a rule"),
        ("letters(a, 'T')", "one field of text"),
        ("letters(u, t)", "must be written out"),
        ("passed(s, 1, 2)", "must be a whole number"),
        ("spaced(a, s)", "whole numbers"),
        ("nonzero(a, s)", "nonzero() takes whole numbers"),
        ("word(u, 'two words')", "must be written out"),
        ("None", "not a number"),
        ("1e3", "not a number"),
        ("1_000", "not a number"),
        ("1234567890123456", "at most 15 digits"),
        ("b'x'", "not a number"),
        ("'tab\\t' == u", "printable"),
        ("(a + b).white", "is not a name"),
        ("a.real.imag", "known here"),
        ("rolls", "rolls is numbered: write rolls[1]"),
        ("rolls[4]", "rolls has no number 4; it has 1 to 3"),
        ("rolls[a]", "number between the brackets"),
        ("rolls[True]", "number between the brackets"),
        ("a[1]", "a is a single field"),
        ("hits", "hits is a block"),
        ("hits.d", "hits.d has many rows"),
        ("sum(a)", "name a column"),
        ("sum(hits.d, rows.a > 1)", "one block, not through hits and rows"),
        ("sum(hits.target)", "adds up numbers"),
        ("count(hits.target)", "compare it"),
        ("count(rows.t.white)", "only the choices of this row"),
        ("sum(hits.d if a else 0)", "if cannot choose row by row"),
        ("sum(max(hits.d, 1))", "max() cannot go row by row"),
        ("count(filled(hits.d))", "takes text"),
        ("filled(a + b)", "takes one field"),
        ("ratio(a)", "takes one field of text"),
        ("sum(hits.d, ratio(hits.target) > 1)", "takes one field of text"),
        ("sum_above(a + b, t)", "takes two names"),
        ("count_above(t, a)", "takes one name"),
        ("min(a)", "min() takes 2 to 30 arguments, not 1"),
        ("abs(a, b)", "abs() takes 1 argument, not 2"),
        ("letters(t)", "letters() takes 2 arguments, not 1"),
        ("round(s, a)", "a number from 0 to 9"),
        ("round(s, 99)", "a number from 0 to 9"),
        ("max(a, key=b)", "plain arguments"),
        ("max(*a)", "plain arguments"),
        ("a.b(1)", "is not a function"),
        ("max", "is not a name known here"),
    ],
)
def test_what_the_language_does_not_have_is_refused_with_advice(text: str, said: str) -> None:
    assert said in mistake(text).message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a + u", "u is text, and a number belongs here"),
        ("-'x'", "is text, and a number belongs here"),
        ("u and a", "u is text, not a condition"),
        ("not u", "u is text, not a condition"),
        ("1 if u else 0", "u is text, not a condition"),
        ("u == a", "text and a number cannot be compared"),
        ("u < 'x'", "text has no order"),
        ("max(u, 1)", "takes numbers, not text"),
        ("u if a else 1", "text in one case and a number in the other"),
        ("t.category", "only be compared"),
        ("t.category if a else 'x'", "only be compared"),
        ("t.category == u", "text in quotes or a setting"),
        ("t.category + 1", "a number belongs here"),
    ],
)
def test_text_cannot_stand_where_a_number_or_condition_belongs(text: str, said: str) -> None:
    assert said in mistake(text).message


def test_above_and_rows_mean_nothing_where_there_are_no_rows() -> None:
    with pytest.raises(ExpressionError, match="there are no other rows here"):
        parse("sum_above(a, t)", known=Names(fields=NAMES.fields))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 300 + "1" + ")" * 300,
        "-" * 900 + "1",
        "not " * 200 + "1",
        "+".join(["1"] * 400),
        "abs(" * 60 + "1" + ")" * 60,
    ],
)
def test_a_rule_that_is_nested_too_deep_is_refused_or_harmless(text: str) -> None:
    assert mistake(text).code == "template"


@pytest.mark.parametrize("text", ["a and " * 120 + "b", "a<" * 300 + "b"])
def test_more_conditions_than_a_spreadsheet_joins_are_refused(text: str) -> None:
    assert "100 are the most" in mistake(text).message


def test_a_chain_of_comparisons_cannot_stand_in_the_middle_of_another() -> None:
    # each level would double the formula
    assert "use and" in mistake("a < (b < (a < (b < a < b) < b) < a) < b").message


def test_a_rule_has_at_most_1000_characters() -> None:
    assert parse("1" + " " * 999, known=NAMES).text
    assert "at most 1000 characters" in mistake("1" + " " * 1000).message


def test_a_long_rule_is_quoted_around_the_mistake() -> None:
    message = mistake(" + ".join(["a"] * 30) + " + nobody + " + "b").message
    assert "nobody" in message.split("of “")[1]
    assert len(message) < 300


@given(st.text(alphabet="ab1.0'()[]+-*/<>=!,# \n\\\"ßnotidfelsumhr_", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_rule_or_a_mistake_that_says_where(text: str) -> None:
    column = 1
    try:
        parse(text, known=NAMES)
    except ExpressionError as error:
        column = error.column
    assert 1 <= column <= max(1, len(text))


def test_division_by_zero_is_told_with_its_place() -> None:
    with pytest.raises(ExpressionError, match=r"division by zero \(column 5 of “a / b”\)"):
        evaluate(parse("a / b", known=NAMES), Page([{"a": 1}]))


@pytest.mark.parametrize(("text", "given_value"), [("a + 1", "two"), ("a + 1", 0.5), ("u == 'x'", 3)])
def test_a_field_that_does_not_hold_what_its_kind_says_is_told(text: str, given_value: object) -> None:
    page = Page([{text[0]: given_value}])  # type: ignore[dict-item]
    with pytest.raises(ExpressionError, match="holds"):
        evaluate(parse(text, known=NAMES), page)
