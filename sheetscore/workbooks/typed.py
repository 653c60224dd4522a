"""What people type for a number, understood where it can be read in one way only: ``" 12 "``, ``12,0``, ``½``.

One understanding serves every reader: boxes of score sheets, event.xlsx, lists of players, the command line.
What can be read in two ways is a mistake with its code, never a guess.
"""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

Raw = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta | Fraction | None
"""What a cell or a line of text gives; dates and times are what a spreadsheet made of a typed ``4:1`` or ``1/2``."""

EXACT = 2**53
"""Doubles from here on have gaps between whole numbers."""

GROUP = 3
"""How many digits follow a mark that parts thousands."""

MOST_DIGITS = 15
"""A spreadsheet keeps so many digits of a number."""

_PLAIN = re.compile(r"([+-]?)(\d{1,15})(?:([.,])(\d{0,30}))?\Z")
_LONG = re.compile(r"[+-]?\d+([.,]\d*)?\Z")
_POWER = re.compile(r"[+-]?\d{1,15}([.,]\d{1,15})?[eE][+-]?\d{1,2}\Z")
_VULGAR = re.compile(r"([+-]?)(\d{0,15}) ?([¼½¾⅐-⅞])\Z")
_QUOTIENT = re.compile(r"([+-]?\d{1,15}) ?[/⁄∕] ?(\d{1,15})\Z")
_SIGNS = {Fraction(unicodedata.numeric(sign)).limit_denominator(10): sign for sign in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
_SHOWN_LENGTH = 40


class InvalidValue(Struct, frozen=True):
    """Why a value cannot be used: a finding code, and what to say about it."""

    code: str
    message: str


def number_from(raw: Raw) -> Fraction | InvalidValue:
    """Read a number as people write it: a cell's number, or text with spaces, a comma, a fraction sign."""
    if isinstance(raw, bool):
        return InvalidValue("not-a-number", f"there is {str(raw).upper()}; enter a number")
    if isinstance(raw, float) and not math.isfinite(raw):
        return InvalidValue("not-a-number", f"there is {quote(raw)}; enter a number")
    if isinstance(raw, int | float | Fraction):
        return Fraction(str(raw)) if isinstance(raw, float) else Fraction(raw)
    if not isinstance(raw, str):
        return InvalidValue("not-a-number", f"there is {_of_the_calendar(raw)}; enter a number")
    return _number_written(raw)


def whole_number_from(raw: Raw) -> int | InvalidValue:
    """Read a whole number as people write it."""
    number = number_from(raw)
    if isinstance(number, InvalidValue):
        quotient = _quotient(raw) if isinstance(raw, str) else None
        if quotient is None or quotient.denominator == 1:
            return number
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
    """Say what to enter for a text that is no number as people write it."""
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
    """Read ``1/2``; it is not taken for a number, because elsewhere it means odds or a date."""
    match = _QUOTIENT.match(half_width(text).strip())
    return Fraction(int(match[1]), int(match[2])) if match and int(match[2]) else None


def _without_stroke(quotient: Fraction) -> str:
    """Write a fraction as boxes take it: ``0.5``, ``2⅓``."""
    whole, part = divmod(abs(quotient), 1)
    minus = "-" if quotient < 0 else ""
    if 10**6 % quotient.denominator == 0:
        return f"{Decimal(quotient.numerator) / quotient.denominator:f}"
    return f"{minus}{whole or ''}{_SIGNS[part]}" if part in _SIGNS else "it as a decimal number, such as 0.5"


def _of_the_calendar(raw: dt.datetime | dt.date | dt.time | dt.timedelta | None) -> str:
    """Say what a spreadsheet has made of what was typed, and of what it makes that."""
    if isinstance(raw, dt.datetime) and raw.time() == dt.time():
        raw = raw.date()
    if isinstance(raw, dt.date):
        return f"a date ({raw}), which spreadsheets make of fractions such as 1/2"
    return f"a time ({raw})"


def half_width(text: str) -> str:
    """Return a text with the wide letters, digits and signs of East Asian keyboards as the usual ones.

    What else Unicode takes for a kind of digit means something of its own: 1⁴ is not 14, ② not 2.
    """
    return "".join(
        unicodedata.normalize("NFKC", sign) if unicodedata.decomposition(sign).startswith("<wide>") else sign
        for sign in text
    )


def plain_text(raw: Raw) -> str:
    """Return what was typed as text on one line; 12.0 as 12, truth values as spreadsheets show them."""
    if isinstance(raw, bool):
        return str(raw).upper()
    if isinstance(raw, float) and raw.is_integer() and abs(raw) < EXACT:
        raw = int(raw)
    printable = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in str(raw))
    return " ".join(printable.split())


def quote(raw: Raw) -> str:
    """Quote what was typed, in a message; long texts are cut."""
    text = plain_text(raw)
    return f"“{text if len(text) <= _SHOWN_LENGTH else text[: _SHOWN_LENGTH - 1] + '…'}”"
