"""Rules in words, for people who score by hand."""

from __future__ import annotations

import pytest

from sheetscore.expressions import FieldMeaning, Names, ValueKind, parse
from sheetscore.expressions.names import ChoiceList
from sheetscore.expressions.said import in_words

NAMES = Names(
    {
        "odds": FieldMeaning(ValueKind.TEXT),
        "log": FieldMeaning(ValueKind.TEXT),
        "winner": FieldMeaning(ValueKind.TEXT, listed=ChoiceList({"A": "Ann (A)"})),
        "a": FieldMeaning(ValueKind.WHOLE),
        "b": FieldMeaning(ValueKind.WHOLE),
    }
)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("ratio(odds) * 2", "(the quotient of odds) × 2"),
        ('letters(log, "TS")', "(how many of the letters TS are in log)"),
        ('a if word(log, "STEEP") else b', "a if log has the word STEEP, else b"),
        ('1 + word(log, "STEEP")', "1 + (1 if log has the word STEEP, else 0)"),
        ("spaced(a, b)", "(a and b, as one text)"),
        ("nonzero(a, b + 1)", "(a and b + 1, as one text without zeros)"),
        ('winner == "A"', "winner is Ann (A)"),
    ],
)
def test_functions_of_texts_have_words(rule: str, words: str) -> None:
    assert in_words(parse(rule, known=NAMES).root) == words


@pytest.mark.parametrize("number", ["0.5", "33.3333333", "1234567.5", "360"])
def test_numbers_keep_all_their_digits(number: str) -> None:
    assert in_words(parse(f"a * {number}", known=NAMES).root) == f"a × {number}"
