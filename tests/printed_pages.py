"""What stands where on pages that LibreOffice printed: read from the PDF."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

MM = 72 / 25.4
EM = 0.95 + 0.35
"""How high a word is for each point of its font's size: LibreOffice says neither ascent nor descent of the fonts that
it embeds, and poppler takes these."""

SMALLEST_ROW, SMALLEST_LABEL = 8.5 * MM - 0.1, 6.9 * EM
"""Points that a pencil and an eye need, of 7 points for an eye what whole percents of a scale leave."""

SMALLEST_READ = 7.45 * EM
"""Points of what people read on pages to write on: no system goes below it, on no paper."""

LARGE = 13 * EM
"""Points of the headings of pages, above which stand event and place, in grey and perhaps smaller."""

SQUARE = 0.72
"""How high and wide “☐” is for each point of its font's size, measured at 600 dots per inch."""

SMALLEST_SQUARE = 4 * MM
"""Points that a pen needs."""


class Rectangle(Struct, frozen=True):
    """A part of a page, in points from its top left."""

    left: float
    top: float
    right: float
    bottom: float


class Word(Struct, frozen=True):
    """A word in the PDF: where it begins and ends, in points from the top left of its page."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def inside(self, box: Rectangle) -> bool:
        """Tell whether the middle of its beginning is in a part of the page."""
        return box.left <= self.left <= box.right and box.top <= self.middle <= box.bottom


_WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<')


def words(pdf: Path) -> list[list[Word]]:
    """Give the words on every page; a PDF is read once as long as it stands as it is."""
    stands = pdf.stat()
    return [list(page) for page in _words(pdf, stands.st_ino, stands.st_size, stands.st_mtime_ns)]


@lru_cache(maxsize=4)
def _words(pdf: Path, *_as_it_stands: int) -> list[list[Word]]:
    done = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], check=True, capture_output=True, text=True)
    pages = done.stdout.split("<page ")[1:]
    return [[Word(unescape(text), *map(float, place)) for *place, text in _WORD.findall(one)] for one in pages]


def small_words(page: list[Word]) -> list[Word]:
    """Give the words on a page that are too small to be read, but for event and place above its heading."""
    first = min((word.top for word in page if word.bottom - word.top > LARGE), default=0)
    return [word for word in page if word.bottom - word.top < SMALLEST_READ and word.bottom > first + LARGE / 2]


def line_heights(page: list[Word]) -> list[float]:
    """Give the heights of a page's numbered lines, by the distances of the numbers left of them."""
    left = min(word.left for word in page)
    by_height = sorted(page, key=lambda word: word.middle)
    numbers = [word for word in by_height if word.left < left + 20 and re.fullmatch(r"\d+", word.text)]
    return [below.middle - above.middle for above, below in pairwise(numbers) if int(below.text) == int(above.text) + 1]


def sides_of_squares(page: list[Word]) -> list[float]:
    """Give the sides of the squares to tick on a page, in points."""
    return [(word.bottom - word.top) / EM * SQUARE for word in page if word.text in {"☐", "☒"}]


def words_beside_squares(page: list[Word]) -> list[str]:
    """Give what stands to the right of each square to tick on a page, on one line or two."""
    squares = [word for word in page if word.text in {"☐", "☒"}]
    said = []
    for square in squares:
        end = min(
            [
                square.right + 150,
                *(one.left for one in squares if abs(one.top - square.top) < 2 < one.left - square.left),
            ]
        )
        beside = [word for word in page if square.right <= word.left < end and square.top < word.middle < square.bottom]
        said.append(" ".join(word.text for word in sorted(beside, key=lambda word: (round(word.middle), word.left))))
    return said


WRITTEN_IN = (100.0, 100.0, 100.0)
"""The colour of boxes to write in, in percent of red, green, blue; paper itself is not drawn."""

_FILL = re.compile(r'<path style="[^"]*fill:rgb\(([\d.]+)%,([\d.]+)%,([\d.]+)%\)[^"]*" d="([^"]*)"')
_STROKE = re.compile(
    r'stroke:rgb[^"]*" d="M ([\d.-]+) ([\d.-]+) L ([\d.-]+) ([\d.-]+) "'
    r' transform="matrix\(([\d.-]+),0,0,([\d.-]+),([\d.-]+),([\d.-]+)\)"'
)
_NUMBER = re.compile(r"-?[\d.]+")


def rows_to_write_in(pdf: Path, number: int) -> list[float]:
    """Give the heights of the rows of boxes to write in on a page (from 1), from one ruled line to the next."""
    drawn = _drawn(pdf, number)
    return [
        below - above
        for box in _boxes(drawn)
        for rows in [_apart(y for left, right, y in _rules(drawn).across if _crosses(box, left, right, y))]
        for above, below in pairwise(rows)
    ]


class Rules(Struct, frozen=True):
    """The ruled lines of a page: those across from left to right at a height, those down from top to bottom."""

    across: list[tuple[float, float, float]]
    down: list[tuple[float, float, float]]


def ruled(pdf: Path, number: int) -> Rules:
    """Give the ruled lines of a page (from 1)."""
    return _rules(_drawn(pdf, number))


def boxes_to_write_in(pdf: Path, number: int) -> list[Rectangle]:
    """Give the boxes to write in on a page (from 1)."""
    return list(_boxes(_drawn(pdf, number)))


def _drawn(pdf: Path, number: int) -> str:
    command = ["pdftocairo", "-svg", "-f", str(number), "-l", str(number), str(pdf), "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _boxes(drawn: str) -> Iterator[Rectangle]:
    for *colour, path in _FILL.findall(drawn):
        if all(abs(float(part) - wanted) < 0.2 for part, wanted in zip(colour, WRITTEN_IN, strict=True)):
            numbers = [float(one) for one in _NUMBER.findall(path)]
            yield Rectangle(min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2]))


def _rules(drawn: str) -> Rules:
    rules = Rules([], [])
    for found in _STROKE.findall(drawn):
        x, y, to_x, to_y, wide, high, right, down = map(float, found)
        (left, end), (top, bottom) = (
            sorted((x * wide + right, to_x * wide + right)),
            sorted((y * high + down, to_y * high + down)),
        )
        if y == to_y:
            rules.across.append((left, end, top))
        elif x == to_x:
            rules.down.append((top, bottom, left))
    return rules


def _crosses(box: Rectangle, left: float, right: float, y: float) -> bool:
    return box.top - 2 < y < box.bottom + 2 and min(right, box.right) - max(left, box.left) > 8


def _apart(heights: Iterable[float]) -> list[float]:
    """Give each height once: the two lines between cells with borders of their own stand at one."""
    found: list[float] = []
    for height in sorted(heights):
        if not found or height - found[-1] > 2:
            found.append(height)
    return found


DPI = 600
"""Dots that a laser printer has for an inch."""


class Dots(Struct, frozen=True):
    """A page as a laser printer puts it on paper: the bits of a number for each row of dots."""

    black: list[int]
    """What the printer makes black; of grey it is some dots."""
    ink: list[int]
    """What is half of black or more."""
    width: int

    def lost(self, box: Rectangle | Word) -> float:
        """Give the part of the ink within a box that the printer leaves white."""
        black, ink = (list(self._within(dots, box)) for dots in (self.black, self.ink))
        missing = sum((wanted & ~there).bit_count() for wanted, there in zip(ink, black, strict=True))
        return missing / max(1, sum(map(int.bit_count, ink)))

    def blackened(self, box: Rectangle) -> float:
        """Give the part of a box that is black."""
        rows = list(self._within(self.black, box))
        return sum(map(int.bit_count, rows)) / (len(rows) * (_dots(box.right) - _dots(box.left)))

    def _within(self, dots: list[int], box: Rectangle | Word) -> Iterator[int]:
        left, right = _dots(box.left), _dots(box.right)
        mask = (1 << right - left) - 1
        return (row >> self.width - right & mask for row in dots[_dots(box.top) : _dots(box.bottom)])


def _dots(points: float) -> int:
    return round(points * DPI / 72)


def on_a_laser(pdf: Path, number: int) -> Dots:
    """Print a page (from 1) with black dots alone."""
    width, bits = _rendered(pdf, number, "-mono")
    padded = -(-width // 8) * 8
    black = [int.from_bytes(bits[at : at + padded // 8]) for at in range(0, len(bits), padded // 8)]
    _, greys = _rendered(pdf, number, "-gray")
    halves = greys.translate(bytes(b"01"[grey < 128] for grey in range(256)))
    ink = [int(halves[at : at + width], 2) << padded - width for at in range(0, len(halves), width)]
    return Dots(black, ink, padded)


def _rendered(pdf: Path, number: int, how: str) -> tuple[int, bytes]:
    """Give the width of a page in dots, and its dots row by row."""
    command = ["pdftoppm", how, "-r", str(DPI), "-f", str(number), "-l", str(number), str(pdf)]
    made = subprocess.run(command, check=True, capture_output=True).stdout
    width, height = map(int, made.split(b"\n", 2)[1].split())
    return width, made[-(width if how == "-gray" else -(-width // 8)) * height :]
