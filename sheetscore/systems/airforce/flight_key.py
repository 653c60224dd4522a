"""The key of a map as SVG: north, the numbers of the facings, and what the signs of aircraft mean."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from sheetscore.systems.airforce.flight.hexes import FACINGS

ARROW = "M0,-11 L7,8 L0,4 L-7,8 Z"
"""An aircraft that flies north, its middle at 0, 0."""

KEY_WIDTH, KEY_HEIGHT = 640, 136
"""Pixels that the key takes at the top left of a drawing."""

_MIDDLE, _CORNER, _NUMBERS = (76, 72), 26, 44
"""Where the rose of facings stands, how far its corners are from its middle, and how far its numbers."""

_TEXTS_LEFT, _FIRST_LINE, _LINE = 168, 24, 21
"""Where the lines of text begin, and pixels from one to the next."""

_SIGNS = (
    ("arrow", "black", "an aircraft at the start and at the end of each turn; level or banked, the cockpit up"),
    ("arrow", "white", "inverted: I, IR or IL"),
    ("text", "3 RB", "the end of turn 3, in a bank to the right; at the start, which aircraft it is"),
    ("text", "6,-9", "a hex: q columns to the east, r hexes to the south"),
    ("line", "", "the way that an aircraft flew; it breaks off where its log says that it is elsewhere"),
)
"""What is drawn, how, and what it means."""


def key() -> Iterator[str]:
    """Write the key, for the top left of a drawing."""
    yield from _rose()
    for number, (sign, look, meaning) in enumerate(_SIGNS):
        y = _FIRST_LINE + number * _LINE
        yield _sign(sign, look, _TEXTS_LEFT + 18, y)
        yield f'<text x="{_TEXTS_LEFT + 46}" y="{y + 4}">{meaning}</text>'


def _rose() -> Iterator[str]:
    """Draw a hex with the twelve facings around it: even ones look at its sides, odd ones at its corners."""
    x, y = _MIDDLE
    corners = " L".join(
        f"{x + _CORNER * cos(turn * pi / 3):.1f},{y + _CORNER * sin(turn * pi / 3):.1f}" for turn in range(6)
    )
    yield f'<path d="M{corners} Z" fill="none" stroke="#6b6b6b"/>'
    yield f'<path d="M{x},{y + 14} V{y - 10}" stroke="black" stroke-width="2"/>'
    yield f'<path d="M{x},{y - 20} l5,12 h-10 Z" fill="black"/>'
    for facing in range(FACINGS):
        angle = facing * 2 * pi / FACINGS
        at = f'x="{x + _NUMBERS * sin(angle):.1f}" y="{y - _NUMBERS * cos(angle) + 4:.1f}" text-anchor="middle"'
        yield f"<text {at}>{facing}</text>"
    yield f'<text x="{x}" y="14" text-anchor="middle" font-weight="bold">N</text>'


def _sign(sign: str, look: str, x: int, y: int) -> str:
    if sign == "arrow":
        drawn = f'<path d="{ARROW}" fill="{look}" stroke="black" stroke-width="1.5"/>'
        return f'<g transform="translate({x} {y})">{drawn}</g>'
    if sign == "line":
        return f'<path d="M{x - 17},{y} h34" stroke="black" stroke-width="2.5" stroke-dasharray="9 5"/>'
    return f'<text x="{x}" y="{y + 4}" text-anchor="middle">{look}</text>'
