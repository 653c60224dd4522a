"""The boxes of a straightened page: cut out, and examined for ink.

A point is ink if it is darker than the paper within a pencil's breadth of it. Shadows, stains and tints are wider than
that; ruled lines are excluded by their known places. The darkness of these lines calibrates the thresholds for ink.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetscore.forms.block import Field
from sheetscore.scan.codes import Grey
from sheetscore.scan.digits import read_number
from sheetscore.sheets.paper_sheet import PrintedText
from sheetscore.sheets.printed import PrintedBox, PrintedLine, PrintedPaper
from sheetscore.workbooks.paper import text_pixels

UNITS_PER_MM = 100
"""Hundredths per millimetre: the places of printed boxes, lines and codes are in hundredths."""

PIXELS_PER_MM = 8.0
"""Pixels per millimetre of the straightened page in which ink is looked for."""

_AROUND = 1.5
"""Millimetres around a box that are cut out with it."""

_SMALLER = 0.75
"""The scale of the pictures of boxes, relative to `PIXELS_PER_MM`."""

_PENCIL = 2.4
"""The breadth of the broadest stroke in millimetres; anything broader is shade."""

_CLEAR = 0.5
"""Millimetres inside a box's lines that are ignored, since lines may lie a little off their computed place."""

_EDGE = 0.5
"""A mark that lies entirely within this many millimetres of the edge of the examined area is taken for a ruled line, or
for a stroke from the next box.
"""

_HEAVY_FROM = 40
"""The thickness, in hundredths of a millimetre, from which a line is a heavy one."""

_SURE, _FAINT = 0.5, 0.27
"""How dark a mark must be at its darkest point and at its edge, as shares of the darkness of the ruled lines."""

_DARKNESS = 0.05
"""The least darkness of ink, as a share of the paper's lightness."""

_REACH, _AREA = 1.1, 0.22
"""The least extent in millimetres, and the least area in square millimetres, of a mark that is writing."""

_STRUCK, _STRUCK_SHARE = 7.0, 0.6
"""The least length of a stroke through a printed name, in millimetres and as a share of the name's width: letters that
touch form no straight mark as long."""


class Ink(Struct, frozen=True):
    """The darkness of each point of a page against the paper around it, 0 to 1, with the thresholds for ink."""

    dark: NDArray[Any]
    lines: float
    """How dark the ruled lines are."""

    @property
    def sure(self) -> float:
        """The darkness that a mark must reach somewhere to be ink."""
        return max(_DARKNESS * 1.6, _SURE * self.lines)

    @property
    def faint(self) -> float:
        """The darkness from which a point belongs to the ink that it touches."""
        return max(_DARKNESS, _FAINT * self.lines)


def ink_of(page: Grey, printed: PrintedPaper) -> Ink:
    """Return the darkness of a straightened page of :data:`PIXELS_PER_MM` pixels per millimetre."""
    soft = cv2.GaussianBlur(page, (0, 0), 0.09 * PIXELS_PER_MM)
    size = round(_PENCIL * PIXELS_PER_MM)
    light = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)).astype(np.float32)
    dark = (light - soft) / np.maximum(light, 30)  # in black areas, division by almost 0 would make noise look like ink
    return Ink(dark, _darkness_of_lines(dark, printed))


def _darkness_of_lines(dark: NDArray[Any], printed: PrintedPaper) -> float:
    """Return the median darkness of the thin ruled lines."""
    samples: list[float] = []
    for line in printed.lines:
        if line.thick < _HEAVY_FROM:
            samples.extend(_along(dark, line))
    return float(np.median(samples)) if samples else 0.5


def _along(dark: NDArray[Any], line: PrintedLine) -> Iterator[float]:
    """Yield the darkness of a line every 3 mm of its length: the greatest within 0.5 mm of its middle.

    The first and last 1.5 mm are left out, since other lines may end there.
    """
    pixels, reach = PIXELS_PER_MM / UNITS_PER_MM, 4
    across = line.top == line.bottom
    start, end = (line.left, line.right) if across else (line.top, line.bottom)
    at = round((line.top if across else line.left) * pixels)
    for point in range(round(start * pixels) + 12, round(end * pixels) - 12, 24):
        part = dark[at - reach : at + reach + 1, point] if across else dark[point, at - reach : at + reach + 1]
        if part.size:
            yield float(part.max())


def is_written(ink: Ink, box: PrintedBox, text: PrintedText | None, scale: float, frame: int = 0) -> bool:
    """Return whether a person wrote in a box; True, too, for squares to tick, which only a person can judge.

    Parameters
    ----------
    text
        The text printed in the box.
    scale
        The scale of the print, 1 for full size.
    frame
        The thickness of the lines around the box, in hundredths of a millimetre.
    """
    inside = _inside(ink.dark, box, frame)
    if box.has_printed_marks:
        return True
    if inside.size == 0:
        return False
    if text:
        inside = inside.copy()
        printed = _pixels(*(edge - _clear(frame) for edge in _text_area(box, text, scale)))
        if _struck(inside[printed] > ink.sure):
            return True
        inside[printed] = 0
    return any(_is_mark(mark, inside.shape) for mark in _marks(inside, ink))


def _pixels(left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
    """Return the rows and the columns of an area in hundredths of a millimetre, as far as it lies on the paper."""
    x, y, end_x, end_y = (max(0, round(edge * PIXELS_PER_MM / UNITS_PER_MM)) for edge in (left, top, right, bottom))
    return slice(y, end_y), slice(x, end_x)


def _widened(box: PrintedBox, by: float) -> tuple[slice, slice]:
    """Return the rows and the columns of a box with a strip around it, or, below 0, without one inside."""
    return _pixels(box.left - by, box.top - by, box.left + box.width + by, box.top + box.height + by)


def _clear(frame: int) -> float:
    """Return the width of the strip inside a box's lines that is ignored, in hundredths of a millimetre.

    It is wider for thick lines, which blur spreads, but no wider than needed: a dash just below the line is writing.
    """
    return _CLEAR * UNITS_PER_MM + max(0, frame - _HEAVY_FROM) / 2


def _frame(box: PrintedBox, lines: Sequence[PrintedLine]) -> int:
    """Return the thickness of the thickest line around a box, in hundredths of a millimetre."""
    right, bottom = box.left + box.width, box.top + box.height
    return max(
        (
            line.thick
            for line in lines
            if (line.left == line.right in {box.left, right} and line.top < bottom and line.bottom > box.top)
            or (line.top == line.bottom in {box.top, bottom} and line.left < right and line.right > box.left)
        ),
        default=0,
    )


def _inside(dark: NDArray[Any], box: PrintedBox, frame: int = 0) -> NDArray[Any]:
    """Return the darkness of the points inside a box's lines, less that of its bare paper."""
    inside = dark[_widened(box, -_clear(frame))]
    return inside - np.quantile(inside, 0.3) if inside.size else inside  # a third of a box is bare paper, at least


class _Mark(Struct, frozen=True):
    """Connected points of ink: the rectangle around them, and their number, in pixels."""

    left: int
    top: int
    width: int
    height: int
    area: int


def _marks(inside: NDArray[Any], ink: Ink) -> Iterator[_Mark]:
    """Yield the connected marks that are dark enough at four points or more."""
    grain = -1.1 * float(np.quantile(inside, 0.08))  # bare paper is 0, so negative points show how strong the noise is
    faint, sure_from = max(ink.faint, 4 * grain), max(ink.sure, 6 * grain)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((inside > faint).astype(np.uint8), connectivity=8)
    if count == 1:
        return
    sure = np.bincount(labels[inside > sure_from], minlength=count)
    for label in range(1, count):
        if sure[label] >= 4:
            yield _Mark(*map(int, stats[label]))


def _is_mark(mark: _Mark, shape: tuple[int, ...]) -> bool:
    """Return whether a mark is writing: large enough, and not a line along the edge of the box."""
    if mark.area < _AREA * PIXELS_PER_MM**2 or max(mark.width, mark.height) < _REACH * PIXELS_PER_MM:
        return False
    edge, (high, wide) = _EDGE * PIXELS_PER_MM, shape[:2]
    bottom, right = mark.top + mark.height, mark.left + mark.width
    return not (bottom <= edge or mark.top >= high - edge or right <= edge or mark.left >= wide - edge)


def _text_area(box: PrintedBox, text: PrintedText, scale: float) -> tuple[float, float, float, float]:
    """Return the area of a printed text: left, top, right, bottom from the corner of its box.

    The area has a margin, since the width of a text differs a little between programs.
    """
    pixel = 2540 / 96 * scale  # of a spreadsheet, in hundredths of a millimetre
    wide = text_pixels(text.text, text.points) * pixel * 1.04
    high = text.points / 72 * 2540 * scale * 1.3
    start = (box.width - wide) / 2 if box.middle else 12 * pixel
    lines = 1
    if wide > box.width - 6 * pixel:  # too long: the text is wrapped or shrunk, so any part of the box may have letters
        lines, start, wide = 9, 0, box.width
    high = min(high * lines, box.height)
    middle, room = box.height / 2, 60
    return start - room, middle - high / 2 - room / 2, start + wide + room, middle + high / 2 + room / 2


def _struck(ink: NDArray[Any]) -> bool:
    """Return whether a stroke crosses a printed text out: a straight mark longer than letters form."""
    size = round(max(_STRUCK * PIXELS_PER_MM, _STRUCK_SHARE * ink.shape[1]))
    if ink.shape[1] < size or not ink.any():
        return False
    thick = cv2.dilate(ink.astype(np.uint8), np.ones((5, 1), np.uint8))  # the stroke need not be quite level
    return bool(cv2.erode(thick, np.ones((1, size), np.uint8), borderValue=0).any())


def cut_out(page: Grey, box: PrintedBox) -> bytes:
    """Return the picture of a box with a margin of `_AROUND` mm, as PNG."""
    part = cv2.resize(
        page[_widened(box, _AROUND * UNITS_PER_MM)], None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA
    )
    few: Grey = np.minimum(np.round(part / 17) * 17, 255).astype(np.uint8)  # 16 greys: finer grain would swell the file
    return cv2.imencode(".png", few, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()


def written_in(ink: Ink, printed: PrintedPaper, texts: Mapping[str, PrintedText]) -> dict[PrintedBox, bool]:
    """Return for each box of a page whether something is written in it. A field may have several boxes."""
    heavy = [line for line in printed.lines if line.thick >= _HEAVY_FROM]
    return {box: is_written(ink, box, texts.get(box.field), printed.scale, _frame(box, heavy)) for box in printed.boxes}


_COUNTED = frozenset({"count", "number", "points"})
"""The types of boxes that take whole numbers."""


def proposed_number(ink: Ink, box: PrintedBox, asked: Field) -> str:
    """Return the whole number written in a box; "" if no number is read for sure, or it is out of the field's range.

    Parameters
    ----------
    asked
        The field of the box.
    """
    if asked.type not in _COUNTED or box.has_printed_marks:
        return ""
    number = read_number(_inside(ink.dark, box) > ink.sure)
    return number if number and asked.minimum <= int(number) <= asked.maximum else ""
