"""The one place where an exact number is rounded: halves away from zero, as a spreadsheet's ROUND does."""

from __future__ import annotations

from fractions import Fraction


def exact(number: float | Fraction) -> Fraction:
    """Return the number that is meant: of a finite double the decimal with the fewest digits that it is nearest to."""
    return Fraction(str(number)) if isinstance(number, float) else Fraction(number)


def rounded(number: int | Fraction, digits: int | Fraction = 0) -> Fraction:
    """Round an exact number to ``digits`` decimals (0 or more), halves away from zero."""
    scale = 10 ** int(digits)
    doubled = abs(Fraction(number)) * scale * 2
    whole = (doubled.numerator // doubled.denominator + 1) // 2
    return Fraction(whole if number >= 0 else -whole, scale)


def digits_apart(one: int | Fraction, other: int | Fraction, digits: int = 2) -> int:
    """Return how many decimals two different numbers need to look different when rounded, at least ``digits``."""
    while one != other and rounded(one, digits) == rounded(other, digits):
        digits += 1
    return digits


def decimals(number: int | Fraction, digits: int = 2) -> str:
    """Write a number with ``digits`` decimals, rounded: ``decimals(Fraction(90, 7))`` is ``"12.86"``."""
    scaled = rounded(number, digits) * 10**digits
    sign = "-" if scaled < 0 else ""
    text = str(abs(int(scaled))).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"
