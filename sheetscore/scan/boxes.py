"""The boxes of a straightened page: cut out, and told whether anything is written in them.

Ink is what is darker than all around it within a pencil's breadth. Shadows, stains and tints are wider than that, and
lines are left out, since it is known where they are. How dark ink is in this picture its own ruled lines tell.
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

MM = 100
"""Hundredths to the millimetre, in which what is printed is told."""

SHARP = 8.0
"""Pixels to the millimetre of a page that is looked at for ink."""

_AROUND = 1.5
"""Millimetres of what is around a box that are cut out with it."""

_SMALLER = 0.75
"""How much smaller boxes are shown than they are looked at."""

_PENCIL = 2.4
"""Millimetres: no stroke is broader; what is broader is shade."""

_CLEAR = 0.5
"""Millimetres inside a box's lines that are not looked at: a line may lie a little off."""

_EDGE = 0.5
"""Millimetres more within which a thin mark along a line is that line, or a neighbour's stroke that sticks out."""

_THIN = 40
"""Hundredths of a millimetre: lines that are as thick, or thicker, are heavy ones."""

_SURE, _FAINT = 0.5, 0.27
"""How dark a mark must be where it is darkest, and where it ends: as shares of how dark the ruled lines are."""

_DARKNESS = 0.05
"""What is fainter than this share of the paper's lightness is never ink."""

_REACH, _AREA = 1.1, 0.22
"""Millimetres that a mark must reach across, and square millimetres that it must cover, to be writing."""

_STRUCK, _STRUCK_SHARE = 7.0, 0.6
"""Millimetres of a straight mark through a printed name, and share of its width: so long do no letters touch."""


class Ink(Struct, frozen=True, dict=True):
    """How dark every point of a page is against the paper around it, and what is dark enough to be ink."""

    dark: NDArray[Any]
    lines: float
    """How dark the ruled lines are."""

    @property
    def sure(self) -> float:
        """From which darkness on it is ink."""
        return max(_DARKNESS * 1.6, _SURE * self.lines)

    @property
    def faint(self) -> float:
        """From which darkness on it belongs to ink that it touches."""
        return max(_DARKNESS, _FAINT * self.lines)


def ink_of(page: Grey, printed: PrintedPaper) -> Ink:
    """Find the ink of a straightened page, :data:`SHARP` pixels to the millimetre."""
    soft = cv2.GaussianBlur(page, (0, 0), 0.09 * SHARP)
    size = round(_PENCIL * SHARP)
    light = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)).astype(np.float32)
    dark = (light - soft) / np.maximum(light, 30)
    return Ink(dark, _darkness_of_lines(dark, printed))


def _darkness_of_lines(dark: NDArray[Any], printed: PrintedPaper) -> float:
    """Return how dark ruled lines come out, at the median over thin ones."""
    found: list[float] = []
    for line in printed.lines:
        if line.thick < _THIN:
            found.extend(_along(dark, line))
    return float(np.median(found)) if found else 0.5


def _along(dark: NDArray[Any], line: PrintedLine) -> Iterator[float]:
    """Yield the darkness of a line every few millimetres, where it is darkest across."""
    pixels, reach = SHARP / MM, 4
    across = line.top == line.bottom
    start, end = (line.left, line.right) if across else (line.top, line.bottom)
    at = round((line.top if across else line.left) * pixels)
    for point in range(round(start * pixels) + 12, round(end * pixels) - 12, 24):
        part = dark[at - reach : at + reach + 1, point] if across else dark[point, at - reach : at + reach + 1]
        if part.size:
            yield float(part.max())


def is_written(ink: Ink, box: PrintedBox, text: PrintedText | None, scale: float, frame: int = 0) -> bool:
    """Return whether a person wrote in a box.

    Parameters
    ----------
    text
        What is printed in it.
    scale
        How large that is printed, 1 for full size.
    frame
        How thick the lines around it are, in hundredths of a millimetre.
    """
    inside = _inside(ink.dark, box, frame)
    if box.full:
        return True  # a person looks whether one of the squares is ticked
    if inside.size == 0:
        return False
    if text:
        inside = inside.copy()
        inset = _clear(frame)
        left, top, right, bottom = _text_area(box, text, scale)
        rows = slice(max(0, round((top - inset) * SHARP / MM)), max(0, round((bottom - inset) * SHARP / MM)))
        columns = slice(max(0, round((left - inset) * SHARP / MM)), max(0, round((right - inset) * SHARP / MM)))
        if _struck(inside[rows, columns] > ink.sure):
            return True
        inside[rows, columns] = 0
    return any(_is_mark(mark, inside.shape) for mark in _marks(inside, ink))


def _clear(frame: int) -> float:
    """Return how much inside of a box's lines is not looked at: more where they are thick, as blur spreads these.

    No more than that: a dash just below the line is to be seen.
    """
    return _CLEAR * MM + max(0, frame - _THIN) / 2


def _frame(box: PrintedBox, lines: Sequence[PrintedLine]) -> int:
    """Return how thick the thickest line around a box is."""
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
    clear = _clear(frame)
    left, top, right, bottom = (
        round(edge * SHARP / MM)
        for edge in (box.left + clear, box.top + clear, box.left + box.width - clear, box.top + box.height - clear)
    )
    inside = dark[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    return inside - np.quantile(inside, 0.3) if inside.size else inside  # a third of a box is bare paper, at least


class _Mark(Struct, frozen=True):
    left: int
    top: int
    width: int
    height: int
    area: int


def _marks(inside: NDArray[Any], ink: Ink) -> Iterator[_Mark]:
    """Yield what hangs together and is dark enough somewhere."""
    grain = -1.1 * float(np.quantile(inside, 0.08))  # of what is lighter than bare paper at 30 percent: normal noise
    faint, sure_from = max(ink.faint, 4 * grain), max(ink.sure, 6 * grain)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((inside > faint).astype(np.uint8), connectivity=8)
    if count == 1:
        return
    sure = np.bincount(labels[inside > sure_from], minlength=count)
    for label in range(1, count):
        if sure[label] >= 4:
            yield _Mark(*map(int, stats[label]))


def _is_mark(mark: _Mark, shape: tuple[int, ...]) -> bool:
    """Return whether a mark is writing: large enough, and no line at the edge."""
    if mark.area < _AREA * SHARP**2 or max(mark.width, mark.height) < _REACH * SHARP:
        return False
    edge, (high, wide) = _EDGE * SHARP, shape[:2]
    bottom, right = mark.top + mark.height, mark.left + mark.width
    return not (bottom <= edge or mark.top >= high - edge or right <= edge or mark.left >= wide - edge)


def _text_area(box: PrintedBox, text: PrintedText, scale: float) -> tuple[float, float, float, float]:
    """Return where a printed text is in a box, with some room around: left, top, right, bottom from its corner."""
    pixel = 2540 / 96 * scale
    wide = text_pixels(text.text, text.points) * pixel * 1.04
    high = text.points / 72 * 2540 * scale * 1.3
    start = (box.width - wide) / 2 if box.middle else 12 * pixel
    lines = 1
    if wide > box.width - 6 * pixel:  # on several lines, or smaller
        lines, start, wide = 9, 0, box.width
    high = min(high * lines, box.height)
    middle, room = box.height / 2, 60
    return start - room, middle - high / 2 - room / 2, start + wide + room, middle + high / 2 + room / 2


def _struck(ink: NDArray[Any]) -> bool:
    """Return whether a mark as long as no letter goes through a text."""
    size = round(max(_STRUCK * SHARP, _STRUCK_SHARE * ink.shape[1]))
    if ink.shape[1] < size or not ink.any():
        return False
    thick = cv2.dilate(ink.astype(np.uint8), np.ones((5, 1), np.uint8))  # it need not be quite level
    return bool(cv2.erode(thick, np.ones((1, size), np.uint8), borderValue=0).any())


def cut_out(page: Grey, box: PrintedBox) -> bytes:
    """Return the picture of a box, with a little of what is around it, as PNG."""
    around = _AROUND * MM
    left, top, right, bottom = (
        max(0, round(edge * SHARP / MM))
        for edge in (box.left - around, box.top - around, box.left + box.width + around, box.top + box.height + around)
    )
    part = cv2.resize(page[top:bottom, left:right], None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA)
    few: Grey = np.minimum(np.round(part / 17) * 17, 255).astype(np.uint8)  # 16 greys: the grain of paper takes bytes
    return cv2.imencode(".png", few, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()


def written_in(ink: Ink, printed: PrintedPaper, texts: Mapping[str, PrintedText]) -> dict[PrintedBox, bool]:
    """Tell of every box of a page whether something is written in it: a field may have several."""
    thick = [line for line in printed.lines if line.thick > _THIN]
    return {box: is_written(ink, box, texts.get(box.field), printed.scale, _frame(box, thick)) for box in printed.boxes}


_COUNTED = frozenset({"count", "number", "points"})
"""The types of boxes that take whole numbers."""


def proposed(ink: Ink, box: PrintedBox, asked: Field) -> str:
    """Return the whole number that is surely written in a box that takes it; "" where none is.

    Parameters
    ----------
    asked
        What belongs into the box.
    """
    if asked.type not in _COUNTED or box.full:
        return ""
    number = read_number(_inside(ink.dark, box) > ink.sure)
    return number if number and asked.minimum <= int(number) <= asked.maximum else ""
