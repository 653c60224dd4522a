"""Values as text that no spreadsheet program changes, and back: numbers exactly, texts in quotes as JSON has them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction

from sheetscore.results.record import Plain
from sheetscore.systems.outcomes import Exact

_NUMBER = re.compile(r"-?[0-9]{1,40}(/[0-9]{1,40})?")
_TRUTHS = {"yes": True, "no": False}


def written(value: Plain) -> str:
    """Write a value; a blank becomes an empty text."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, tuple):
        return harmless([*map(written, value)])
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def exact(text: str) -> Exact:
    """Read a number, a text or a blank that :func:`written` wrote.

    Raises
    ------
    ValueError
        It is none of them.
    """
    if text.startswith('"'):
        return str(json.loads(text))
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text} is no number")
    numerator, _, denominator = text.partition("/")
    if not denominator:
        return int(numerator)
    number = Fraction(int(numerator), int(denominator))
    return number.numerator if number.denominator == 1 else number


def plain(text: str) -> Plain:
    """Read whatever :func:`written` wrote: also truth values, and several values.

    Raises
    ------
    ValueError
        It is none of them.
    """
    if text in _TRUTHS:
        return _TRUTHS[text]
    return tuple(map(exact, json.loads(text))) if text.startswith("[") else exact(text)


def word(text: str) -> str:
    """Read a text."""
    return str(exact(text))


def written_map(values: Mapping[str, Plain]) -> str:
    """Write values with their keys, all in one text; none become an empty text."""
    return harmless({key: written(value) for key, value in values.items()}) if values else ""


def plain_map(text: str) -> dict[str, Plain]:
    """Read what :func:`written_map` wrote."""
    return {key: plain(value) for key, value in json.loads(text).items()} if text else {}


def harmless(value: object) -> str:
    """Write JSON; a spreadsheet file would read _x0041_ as the letter A."""
    return json.dumps(value, ensure_ascii=False).replace("_x", "_\\u0078")
