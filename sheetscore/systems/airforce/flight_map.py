"""Draw the map of a fight as SVG: hexes, tracks, and at the end of every turn its number and the facing and bank.

Each aircraft has a colour and a pattern of dashes, so that it is distinct in greyscale too. Its arrow is filled while
it is upright, and hollow while it is inverted. A key above the maps explains this, beside a rose with north and the
twelve facings.

No text covers another text, an aircraft, or the number of a hex. A text is tried around its point in twelve directions,
from the wanted one to both sides, and then farther away; it takes the first free place. Texts that are placed first get
the better places, and the same texts get the same places each time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil, cos, floor, pi, sin, sqrt
from xml.sax.saxutils import escape

from msgspec import Struct

from sheetscore.systems.airforce.flight.flights import Flight
from sheetscore.systems.airforce.flight.state import FACINGS, UPWARD, AircraftState, Hex
from sheetscore.workbooks.paper import PIXELS_PER_POINT, text_pixels

ABOVE, BELOW = 0.8, 0.25
"""The heights of letters above and below their line, in sizes of their font."""

_DIRECTIONS = 12
_RINGS = (14, 24, 36, 50, 66, 84, 104, 126)
"""The distances in pixels between a point and its text that are tried, the nearest first."""

_BUCKET = 64
"""The side in pixels of the squares in which boxes are looked up, so that a box is compared with those near it only."""


class Box(Struct, frozen=True):
    """A part of the map, in pixels from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether the two boxes have pixels in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Spot(Struct, frozen=True):
    """Where a text is."""

    x: float
    """The left end of the line under the text."""
    y: float
    """The height of the line under the text."""
    is_far: bool
    """Whether the text is so far from its point that a line has to lead to it."""


def text_box(x: float, y: float, text: str, size: float, anchor: str = "start") -> Box:
    """Return the box of a text.

    Parameters
    ----------
    x, y
        The start, the middle or the end of the line under the text, as ``anchor`` says.
    size
        The size of its font in pixels.
    """
    width = text_pixels(text, size / PIXELS_PER_POINT)
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return Box(left, y - ABOVE * size, left + width, y + BELOW * size)


class LabelledMap(Struct, dict=True):
    """The occupied parts of a map."""

    area: Box
    """The area for texts."""

    def __post_init__(self) -> None:
        self._buckets: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)

    def take(self, box: Box) -> None:
        """Mark a part of the map as occupied, so that no text goes there."""
        for square in _squares(box):
            self._buckets[square].append(box)

    def place(self, x: float, y: float, degrees: float, text: str, size: float) -> Spot:
        """Occupy a free place for a text; the nearest place if none is free.

        Parameters
        ----------
        x, y
            The point that it labels.
        degrees
            The wanted direction from the point to the text, clockwise from the right.
        size
            The size of its font in pixels.
        """
        tried = [*_places(x, y, degrees, text, size)]
        away, box = next(((away, box) for away, box in tried if self._is_free(box)), tried[0])
        self.take(box)
        return Spot(box.left, box.top + ABOVE * size, away > _RINGS[1])  # beyond the second ring a line leads to it

    def _is_free(self, box: Box) -> bool:
        area = self.area
        inside = area.left <= box.left and box.right <= area.right and area.top <= box.top and box.bottom <= area.bottom
        return inside and not any(box.meets(other) for square in _squares(box) for other in self._buckets[square])


def _places(x: float, y: float, degrees: float, text: str, size: float) -> Iterator[tuple[int, Box]]:
    """Yield possible places of a text with their distances."""
    width, height = text_pixels(text, size / PIXELS_PER_POINT), (ABOVE + BELOW) * size
    for away in _RINGS:
        for turn in _aside():
            angle = (degrees + turn) * pi / 180
            across, down = cos(angle), sin(angle)
            # the nearest point of the box lies on the ring: it is beside the point, above it or below it
            left = x + away * across + width * (across - 1) / 2
            top = y + away * down + height * (down - 1) / 2
            yield away, Box(left, top, left + width, top + height)


def _aside() -> Iterable[float]:
    """Return angles to the wanted direction in degrees: 0 first, then alternately to both sides, 180 last."""
    step = 360 / _DIRECTIONS
    return (0, *(side * number * step for number in range(1, _DIRECTIONS // 2) for side in (1, -1)), 180)


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // _BUCKET), int(box.right // _BUCKET) + 1):
        for row in range(int(box.top // _BUCKET), int(box.bottom // _BUCKET) + 1):
            yield column, row


ARROW = "M0,-11 L7,8 L0,4 L-7,8 Z"
"""The path of an arrow for an aircraft that flies north, with its centre at 0, 0."""

KEY_WIDTH, KEY_HEIGHT = 640, 136
"""The size in pixels of the key at the top left of a drawing."""

_MIDDLE, _ROSE, _NUMBERS = (76, 72), 26, 44
"""The centre of the rose of facings, and the distances of its corners and its numbers from there, in pixels."""

_TEXTS_LEFT, _FIRST_LINE, _KEY_LINE = 168, 24, 21
"""The left end of the key's lines of text, the height of the first, and the pixels from one to the next."""

_SYMBOLS = (
    ("arrow", "black", "an aircraft at the start and at the end of each turn; level or banked, the cockpit up"),
    ("arrow", "white", "inverted: I, IR or IL"),
    ("text", "3 RB", "the end of turn 3, in a bank to the right; at the start, which aircraft it is"),
    ("text", "6,-9", "a hex: q columns to the east, r hexes to the south"),
    (
        "line",
        "",
        "the way that an aircraft flew; where its log says that it is elsewhere, it goes on from a ring there",
    ),
)
"""The signs of the key: what is drawn, its fill or text, and its meaning."""


def key() -> Iterator[str]:
    """Write the key, for the top left of a drawing."""
    yield from _rose()
    for number, (symbol, look, meaning) in enumerate(_SYMBOLS):
        y = _FIRST_LINE + number * _KEY_LINE
        yield _symbol(symbol, look, _TEXTS_LEFT + 18, y)
        yield f'<text x="{_TEXTS_LEFT + 46}" y="{y + 4}">{meaning}</text>'


def _rose() -> Iterator[str]:
    """Draw a hex with the twelve facings around it: even ones look at its sides, odd ones at its corners."""
    x, y = _MIDDLE
    corners = " L".join(
        f"{x + _ROSE * cos(turn * pi / 3):.1f},{y + _ROSE * sin(turn * pi / 3):.1f}" for turn in range(6)
    )
    yield f'<path d="M{corners} Z" fill="none" stroke="#6b6b6b"/>'
    yield f'<path d="M{x},{y + 14} V{y - 10}" stroke="black" stroke-width="2"/>'
    yield f'<path d="M{x},{y - 20} l5,12 h-10 Z" fill="black"/>'
    for facing in range(FACINGS):
        angle = facing * 2 * pi / FACINGS
        at = f'x="{x + _NUMBERS * sin(angle):.1f}" y="{y - _NUMBERS * cos(angle) + 4:.1f}" text-anchor="middle"'
        yield f"<text {at}>{facing}</text>"
    yield f'<text x="{x}" y="14" text-anchor="middle" font-weight="bold">N</text>'


def _symbol(symbol: str, look: str, x: int, y: int) -> str:
    if symbol == "arrow":
        drawn = f'<path d="{ARROW}" fill="{look}" stroke="black" stroke-width="1.5"/>'
        return f'<g transform="translate({x} {y})">{drawn}</g>'
    if symbol == "line":
        return f'<path d="M{x - 17},{y} h34" stroke="black" stroke-width="2.5" stroke-dasharray="9 5"/>'
    return f'<text x="{x}" y="{y + 4}" text-anchor="middle">{look}</text>'


HEX = 44
"""The pixels from a side of a hex to the opposite one."""
_FONT, _SMALL = 12, 10
"""The sizes in pixels of letters, and of the letters of hexes."""
_ARROW = 9
"""Half the side, in pixels, of the square around an arrow in which no text may stand."""
_RING = 5
"""The radius of a ring in pixels."""
_MARGIN = 2
"""The hexes between the tracks and the edges of the map."""
_TITLE, _LINE = 28, 20
"""The heights in pixels of a title, and of a line of the legend."""
_LEFT, _BEFORE_TEXT, _BETWEEN = 8, 48, 24
"""The pixels to the left of the legend, from the map's left edge to an aircraft's text, and after the text."""
_MOST_HEXES = 20_000
"""The most hexes that are drawn; on larger maps, which nobody could read, only the tracks are."""

_CORNER = HEX / sqrt(3)
_STYLES = (
    ("#0b3c6f", ""),
    ("#c1440e", "9 5"),
    ("#1f7a4d", "2 4"),
    ("#7b3294", "12 4 2 4"),
    ("#8a6d00", "5 3"),
    ("#d6186f", "16 6"),
    ("#00758f", "2 7"),
    ("#5c4033", "9 3 2 3 2 3"),
)
"""Colours and patterns of dashes; the ninth aircraft has those of the first."""

_NUMBERED = 3
"""Every third hex in both directions has its numbers: more of them would hide the tracks."""


class _Look(Struct, frozen=True):
    """The drawing of an aircraft."""

    colour: str
    dash: str

    @property
    def stroke(self) -> str:
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        return f'stroke="{self.colour}"{dash}'


def map_drawing(flights: Sequence[Flight]) -> str:
    """Return the maps of all tables as one drawing, one below the other."""
    maps = [_Map(table, list(at)) for table, at in groupby(flights, key=lambda flight: flight.log.table)]
    width = max(KEY_WIDTH, *(one.width for one in maps))
    height = KEY_HEIGHT + sum(one.height for one in maps)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="Arial, Liberation Sans, sans-serif" font-size="{_FONT}">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>',
    ]
    parts += key()
    top = float(KEY_HEIGHT)
    for one in maps:
        parts += [f'<g transform="translate(0 {top:.1f})">', *one.lines(), "</g>"]
        top += one.height
    return "\n".join([*parts, "</svg>", ""])


def _text(flight: Flight) -> str:
    return f"{flight.log.seat}, {flight.card.name if flight.card else 'no card'}, {flight.shown_fate}"


class _Map:
    """The map of one table."""

    def __init__(self, table: int, flights: Sequence[Flight]) -> None:
        self.table = table
        self.flights = flights
        self.looks = [_Look(*_STYLES[number % len(_STYLES)]) for number in range(len(flights))]
        hexes = [at for flight in flights for at in _all_hexes(flight)] or [Hex(0, 0)]
        places = [at.place for at in hexes]
        self.left = min(x for x, _ in places) - _MARGIN
        self.right = max(x for x, _ in places) + _MARGIN
        self.top = max(y for _, y in places) + _MARGIN
        self.bottom = min(y for _, y in places) - _MARGIN
        self.texts = [_text(flight) for flight in flights]
        self.entry_width = (
            _BEFORE_TEXT + max(text_pixels(text, _FONT / PIXELS_PER_POINT) for text in self.texts) + _BETWEEN
        )
        self.width = max((self.right - self.left) * HEX, self.entry_width)
        self.columns = max(1, int(self.width // self.entry_width))
        self.head = _TITLE + ceil(len(flights) / self.columns) * _LINE
        self.height = self.head + (self.top - self.bottom) * HEX

    def lines(self) -> Iterator[str]:
        """Write the drawing."""
        yield f'<text x="8" y="19" font-size="15" font-weight="bold">Table {self.table}</text>'
        for number, look in enumerate(self.looks):
            yield from self._legend(look, number)
        shown = self._hexes()
        if len(shown) <= _MOST_HEXES:
            yield f'<path d="{" ".join(map(self._outline, shown))}" fill="none" stroke="#d4d4d4" stroke-width="1"/>'
        for flight, look in zip(self.flights, self.looks, strict=True):
            if route := " ".join(self._route(flight)):
                yield f'<path d="{route}" fill="none" {look.stroke} stroke-width="2.5" stroke-linejoin="round"/>'
            yield from (self._ring(at, look) for at in _gone_on_from(flight))
        taken = LabelledMap(Box(0, self.head, self.width, self.height))
        if len(shown) <= _MOST_HEXES:
            yield from self._numbers((at for at in shown if at.q % _NUMBERED == at.r % _NUMBERED == 0), taken)
        yield from self._marks(taken)

    def _legend(self, look: _Look, number: int) -> Iterator[str]:
        x, y = _LEFT + number % self.columns * self.entry_width, _TITLE + number // self.columns * _LINE + 10
        text, after = escape(self.texts[number]), x + _BEFORE_TEXT - _LEFT
        yield f'<path d="M{x:.1f},{y} h34" {look.stroke} stroke-width="2.5"/>'
        yield f'<text x="{after:.1f}" y="{y + 4}">{text}</text>'

    def _at(self, at: Hex) -> tuple[float, float]:
        x, y = at.place
        return (x - self.left) * HEX, self.head + (self.top - y) * HEX

    def _hexes(self) -> list[Hex]:
        """Return the hexes that are wholly on the map."""
        columns = range(ceil(self.left * 2 / sqrt(3) + 1), floor(self.right * 2 / sqrt(3)))
        return [Hex(q, r) for q in columns for r in range(ceil(-self.top - q / 2 + 1), floor(-self.bottom - q / 2))]

    def _numbers(self, hexes: Iterable[Hex], taken: LabelledMap) -> Iterator[str]:
        """Write the numbers of hexes at their upper sides, all in white first, which hides the lines behind them."""
        places = [(*self._at(at), f"{at.q},{at.r}") for at in hexes]
        places = [(x, y - HEX / 2 + 11, text) for x, y, text in places]
        for x, y, text in places:
            taken.take(text_box(x, y, text, _SMALL, "middle"))
        texts = [f'<text x="{x:.1f}" y="{y:.1f}">{text}</text>' for x, y, text in places]
        for look in ('fill="white" stroke="white" stroke-width="3"', 'fill="#595959"'):
            yield f'<g font-size="{_SMALL}" text-anchor="middle" {look}>{"".join(texts)}</g>'

    def _outline(self, at: Hex) -> str:
        x, y = self._at(at)
        corners = (
            f"{x + _CORNER * cos(turn * pi / 3):.1f},{y + _CORNER * sin(turn * pi / 3):.1f}" for turn in range(6)
        )
        return f"M{' L'.join(corners)} Z"

    def _route(self, flight: Flight) -> Iterator[str]:
        """Draw the track from hex to hex; where the log has the aircraft elsewhere, the track goes on from there."""
        here = flight.log.start.at if flight.log.start else None
        if here is not None:
            yield self._point("M", here)
        for turn, stated in zip(flight.turns, flight.stated, strict=False):
            if turn is not None:
                yield from (self._point("L", Hex(*at)) for at in turn.track.hexes)
                here = turn.track.at
            if stated.at != here:
                here = stated.at
                yield self._point("M", here)

    def _ring(self, at: Hex, look: _Look) -> str:
        x, y = self._at(at)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RING}" fill="white" stroke="{look.colour}" stroke-width="1.5"/>'

    def _point(self, how: str, at: Hex) -> str:
        x, y = self._at(at)
        return f"{how}{x:.1f},{y:.1f}"

    def _marks(self, taken: LabelledMap) -> Iterator[str]:
        """Mark the start and the end of every turn of all aircraft, with texts in free places."""
        marks = [mark for flight, look in zip(self.flights, self.looks, strict=True) for mark in _marked(flight, look)]
        for mark in marks:
            x, y = self._at(mark.state.at)
            taken.take(Box(x - _ARROW, y - _ARROW, x + _ARROW, y + _ARROW))
            yield mark.arrow(x, y)
        for mark in marks:
            x, y = self._at(mark.state.at)
            # degrees from north, taken as degrees from the right, point a quarter turn further: to the right of flight
            yield from mark.text(x, y, taken.place(x, y, mark.degrees, mark.label, _FONT))


class _Mark(Struct, frozen=True):
    """An aircraft at the start or at the end of a turn, with its text."""

    state: AircraftState
    look: _Look
    label: str

    @property
    def degrees(self) -> int:
        """The direction of flight, clockwise from north."""
        return self.state.facing * 360 // FACINGS

    def arrow(self, x: float, y: float) -> str:
        fill = self.look.colour if self.state.bank in UPWARD else "white"
        return (
            f'<path d="{ARROW}" transform="translate({x:.1f} {y:.1f}) rotate({self.degrees})" fill="{fill}" '
            f'stroke="{self.look.colour}" stroke-width="1.5"/>'
        )

    def text(self, x: float, y: float, spot: Spot) -> Iterator[str]:
        """Write the text; a thin line leads to a distant one."""
        if spot.is_far:
            box = text_box(spot.x, spot.y, self.label, _FONT)
            to = f"{min(max(x, box.left), box.right):.1f},{min(max(y, box.top), box.bottom):.1f}"
            yield f'<path d="M{x:.1f},{y:.1f} L{to}" stroke="{self.look.colour}" stroke-width="0.7"/>'
        where, text = f'x="{spot.x:.1f}" y="{spot.y:.1f}"', escape(self.label)
        yield f'<text {where} fill="white" stroke="white" stroke-width="3">{text}</text>'  # hides the lines behind it
        yield f'<text {where} fill="{self.look.colour}">{text}</text>'


def _marked(flight: Flight, look: _Look) -> Iterator[_Mark]:
    """Yield the start and the end of every turn of an aircraft."""
    if flight.log.start is not None:
        yield _Mark(flight.log.start, look, f"{flight.log.seat} {flight.log.start.bank}")
    for number, (turn, stated) in enumerate(zip(flight.turns, flight.stated, strict=False), start=1):
        end = stated if turn is None else turn.end
        yield _Mark(end, look, f"{number} {end.bank}" + " crashed" * (turn is not None and turn.crashed))


def _gone_on_from(flight: Flight) -> Iterator[Hex]:
    """Yield the hexes where an aircraft goes on because its log has it elsewhere than its plot."""
    for turn, stated in zip(flight.turns, flight.stated, strict=False):
        if turn is not None and stated.at != turn.end.at:
            yield stated.at


def _all_hexes(flight: Flight) -> Iterable[Hex]:
    if flight.log.start is not None:
        yield flight.log.start.at
    for state in flight.stated:
        yield state.at
    for turn in flight.turns:
        if turn is not None:
            yield from (Hex(*at) for at in turn.track.hexes)
