"""Read numbers as people type them: ``" 12 "``, ``12,0``, ``½``.

All inputs use these functions: boxes of score sheets, event.xlsx, rosters, the command line. A text that can be read in
two ways is reported as an `InvalidValue`, never guessed.
"""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from sheetscore.rounding import exact

Raw = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta | Fraction | None
"""A value from a cell or a line of text; a spreadsheet makes dates and times of a typed ``1/2`` or ``4:1``."""

EXACT = 2**53
"""From this number on doubles cannot hold every whole number."""

GROUP = 3
"""How many digits follow a thousands separator."""

MOST_DIGITS = 15
"""The most digits of a number that a spreadsheet keeps, for messages; patterns allow as many before a decimal mark."""

_PLAIN = re.compile(r"([+-]?)(\d{1,15})(?:([.,])(\d{0,30}))?\Z")
_LONG = re.compile(r"[+-]?\d+([.,]\d*)?\Z")
_POWER = re.compile(r"[+-]?\d{1,15}([.,]\d{1,15})?[eE][+-]?\d{1,2}\Z")
_VULGAR = re.compile(r"([+-]?)(\d{0,15}) ?([¼½¾⅐-⅞])\Z")
_QUOTIENT = re.compile(r"([+-]?\d{1,15}) ?[/⁄∕] ?(\d{1,15})\Z")
_FRACTION_CHARACTERS = {
    Fraction(unicodedata.numeric(mark)).limit_denominator(10): mark for mark in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
}
_SHOWN_LENGTH = 40
"""The most characters of a value quoted in a message."""


class InvalidValue(Struct, frozen=True):
    """A value that cannot be used: the code of the finding, and its message."""

    code: str
    message: str
    written: str = ""
    """The text to write when the workbook is made again, if the typed one would be understood as something else then;
    blank if the typed one can stay.
    """


def number_from(raw: Raw) -> Fraction | InvalidValue:
    """Return the exact number of a value: a number, or text with spaces, a decimal comma, a fraction sign."""
    if isinstance(raw, bool):
        return InvalidValue("not-a-number", f"there is {str(raw).upper()}; enter a number")
    if isinstance(raw, float) and not math.isfinite(raw):
        return InvalidValue("not-a-number", f"there is {quote(raw)}; enter a number")
    if isinstance(raw, int | float | Fraction):
        return exact(raw)
    if not isinstance(raw, str):
        return InvalidValue("not-a-number", f"there is {_of_the_calendar(raw)}; enter a number")
    return _number_written(raw)


def whole_number_from(raw: Raw) -> int | InvalidValue:
    """Return the whole number of a value, read as by :func:`number_from`."""
    number = number_from(raw)
    if isinstance(number, InvalidValue):
        quotient = _quotient(raw) if isinstance(raw, str) else None
        if quotient is None or quotient.denominator == 1:
            return number  # its message advises 2 for 4/2; for 1/2 it would advise 0.5
        number = quotient
    if number.denominator != 1:
        return InvalidValue("not-whole", f"there is {quote(raw)}; enter a whole number")
    return int(number)


def _number_written(raw: str) -> Fraction | InvalidValue:
    text = half_width(" ".join(raw.split())).replace("−", "-").strip().removeprefix("'")
    if match := _VULGAR.match(text):
        part = Fraction(str(unicodedata.numeric(match[3]))).limit_denominator(10)
        number = int(match[2] or 0) + part
        return -number if match[1] == "-" else number
    match = _PLAIN.match(text)
    if not match:
        return InvalidValue("not-a-number", f"there is {quote(raw)}; {_instead(text)}")
    sign, whole, mark, decimals = match.groups()
    if mark and len(decimals) == GROUP and int(whole):
        read = f"{whole}{decimals} or {whole}.{decimals}"
        return InvalidValue("ambiguous", f"{quote(raw)} can be {read}; enter it plainly, or as {whole}.{decimals}0")
    return Fraction(f"{sign}{whole}.{decimals or 0}")


def _instead(text: str) -> str:
    """Return what to enter instead of a text that is no number."""
    power, quotient = _POWER.match(text), _quotient(text)
    if quotient is not None:
        return f"enter {_without_stroke(quotient)}"
    if not power:
        return f"a number has at most {MOST_DIGITS} digits" if _LONG.match(text) else "enter a number"
    number = Fraction(Decimal(text.replace(",", ".")))
    if number.denominator == 1 and len(str(abs(int(number)))) <= MOST_DIGITS:
        return f"type it out: {int(number)}"
    return f"powers of ten are not taken; type the number out, with at most {MOST_DIGITS} digits"


def _quotient(text: str) -> Fraction | None:
    """Return the fraction of ``1/2``, for messages; it is not accepted as a number: elsewhere it is odds or a date."""
    match = _QUOTIENT.match(half_width(text).strip())
    return Fraction(int(match[1]), int(match[2])) if match and int(match[2]) else None


def _without_stroke(quotient: Fraction) -> str:
    """Return a fraction as boxes accept it, ``0.5`` or ``2⅓``; if it has no such form, words of advice instead."""
    whole, part = divmod(abs(quotient), 1)
    minus = "-" if quotient < 0 else ""
    if 10**6 % quotient.denominator == 0:
        return f"{Decimal(quotient.numerator) / quotient.denominator:f}"
    return (
        f"{minus}{whole or ''}{_FRACTION_CHARACTERS[part]}"
        if part in _FRACTION_CHARACTERS
        else "it as a decimal number, such as 0.5"
    )


def _of_the_calendar(raw: dt.datetime | dt.date | dt.time | dt.timedelta | None) -> str:
    """Describe a date or time that a spreadsheet made of a typed text."""
    if isinstance(raw, dt.datetime) and raw.time() == dt.time():
        raw = raw.date()
    if isinstance(raw, dt.date):
        return f"a date ({raw}), which spreadsheets make of fractions such as 1/2"
    return f"a time ({raw})"


def half_width(text: str) -> str:
    """Return a text with full-width characters of East Asian keyboards replaced by the usual ones.

    Other digits of Unicode are left: they mean something else, as 1⁴ is not 14, and ② not 2.
    """
    return "".join(
        unicodedata.normalize("NFKC", character)
        if unicodedata.decomposition(character).startswith("<wide>")
        else character
        for character in text
    )


def plain_text(raw: Raw) -> str:
    """Return a value as text on one line: 12.0 as ``12``, True as ``TRUE``."""
    if isinstance(raw, bool):
        return str(raw).upper()
    if isinstance(raw, float) and raw.is_integer() and abs(raw) < EXACT:
        raw = int(raw)
    printable = "".join(" " if unicodedata.category(character) == "Cc" else character for character in str(raw))
    return " ".join(printable.split())


def quote(raw: Raw) -> str:
    """Quote a value for a message; a long text is cut off."""
    text = plain_text(raw)
    return f"“{text if len(text) <= _SHOWN_LENGTH else text[: _SHOWN_LENGTH - 1] + '…'}”"
