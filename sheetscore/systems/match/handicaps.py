"""Handicaps of a pair: made from a series, revised after every later one, kept as exact fractions.

Signed as in matches: above 0 belongs to the first of the two players, below 0 to the second.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.systems.match.games import MOST_POINTS
from sheetscore.systems.match.matches import GAMES, MATCHES

HIGHEST = Fraction(2 * GAMES * MATCHES * MOST_POINTS, MATCHES)
"""No series can give a handicap above this: one player has won all its games decisively."""

_WRITTEN = re.compile(r"(\d{1,15})\s*/\s*(\d{1,15})|(\d{1,15})(?:[.,](\d{1,30}))?")


def raw_handicap(total: int) -> Fraction:
    """Return the handicap that a series makes by itself.

    Parameters
    ----------
    total
        Match points of the first player in all its games, without any handicap; the second has the negative.
    """
    return Fraction(-2 * total, MATCHES)


def revised(raw: Fraction, old: Fraction | None) -> Fraction:
    """Return the handicap after a series: two parts of what it makes by itself, one part of the one before.

    Parameters
    ----------
    old
        None before the first series of the two, which stands alone.
    """
    return raw if old is None else (2 * raw + old) / 3


@dataclass(frozen=True)
class Step:
    """What one series made of a handicap: the one before (None before the first), its own, the new one."""

    old: Fraction | None
    raw: Fraction
    new: Fraction


def steps(start: Fraction | None, totals: Iterable[int]) -> Iterator[Step]:
    """Go through the series of a pair in order, each given by the first player's total."""
    old = start
    for total in totals:
        raw = raw_handicap(total)
        step = Step(old, raw, revised(raw, old))
        yield step
        old = step.new


def fraction_from(text: str) -> Fraction | None:
    """Read a handicap as people write it: ``8/3``, ``8``, ``2.5``; None where it is no number from 0 on."""
    match = _WRITTEN.fullmatch(text.strip())
    if not match:
        return None
    above, below, whole, decimals = match.groups()
    if whole is not None:
        return Fraction(f"{whole}.{decimals or 0}")
    return Fraction(int(above), int(below)) if int(below) else None
