"""The QR codes in a picture: what they say, and where each is, to begin looking for its page from.

Blurred and badly lit codes are read in one way of looking and not in another, so several are tried: other sizes,
other thresholds, sharpened. A code is read for sure or not at all, by its error correction; what it says must then
be the code of a page of this round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

if TYPE_CHECKING:
    from zxingcpp import Binarizer

Grey = NDArray[Any]
"""A picture, of bytes: 0 for black, 255 for white."""

Points = NDArray[Any]
"""Points, each a row of across and down."""

_LARGE = 2400
"""Pixels of the longer side beyond which a picture is looked at half as large first: it is faster, and blurs dots."""


_FAX = ((1, 2), (2, 1))
"""Faxes have twice as many dots across as down."""


class SeenCode(Struct, frozen=True):
    """A QR code in a picture."""

    text: str
    corners: Points
    """Of its dark modules: upper left, upper right, lower right, lower left as the code lies, in pixels."""

    @property
    def side(self) -> float:
        """How long its sides are in pixels, on average."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    @property
    def mirrored(self) -> SeenCode:
        """The code as it is seen in a mirror, where it is read as if it lay on another side."""
        return SeenCode(self.text, self.corners[[0, 3, 2, 1]])


def codes_in(picture: Grey, enough: int = 2) -> list[SeenCode]:
    """Return the codes in a picture, each place once.

    Parameters
    ----------
    enough
        So many are looked for as hard as it goes, since a page has two; more may be found at once.
    """
    found: list[SeenCode] = []
    for seen in _ways(picture):
        for code in seen:
            if not any(_same_place(code, other) for other in found):
                found.append(code)
        if len(found) >= enough:
            break
    return found


def _same_place(one: SeenCode, other: SeenCode) -> bool:
    return bool(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0)) < one.side / 2)


def _ways(picture: Grey) -> Iterator[list[SeenCode]]:
    """Look in one way after the other, the quickest first."""
    import zxingcpp  # noqa: PLC0415 -- an extra

    local, overall = zxingcpp.Binarizer.LocalAverage, zxingcpp.Binarizer.GlobalHistogram
    large = max(picture.shape) > _LARGE
    sizes = [(0.5, 0.5), (1, 1)] if large else [(1, 1)]
    for size in sizes:
        yield _read(picture, size, local)
    soft = cv2.GaussianBlur(picture, (0, 0), 3.0)
    sharp: Grey = cv2.addWeighted(picture, 2.5, soft, -1.5, 0)
    for size, (shown, binarizer) in product(sizes, ((sharp, local), (picture, overall))):
        yield _read(shown, size, binarizer)
    if not large:
        for size in _FAX:
            yield _read(picture, size, local)
    even = _evenly_lit(picture)
    others = [(0.7, 0.7), (0.35, 0.35)] if large else [(2, 2), (0.5, 0.5)]
    for size, binarizer in product(others, (local, overall)):
        yield _read(even, size, binarizer)
    yield _read(sharp, others[0], local)


def _evenly_lit(picture: Grey) -> Grey:
    """Take off light and shadow, which change slowly."""
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(cv2.dilate(small, np.ones((9, 9), np.uint8)), (0, 0), 8)
    light = cv2.resize(light, picture.shape[::-1])
    return cv2.divide(picture, light, scale=255)


def _read(picture: Grey, size: tuple[float, float], binarizer: Binarizer) -> list[SeenCode]:
    """Read a picture that is made so many times as wide and as high."""
    import zxingcpp  # noqa: PLC0415 -- an extra

    across, down = size
    if size != (1, 1):
        how = cv2.INTER_AREA if across < 1 else cv2.INTER_CUBIC
        picture = cv2.resize(picture, None, fx=across, fy=down, interpolation=how)
    found = zxingcpp.read_barcodes(
        picture, zxingcpp.barcode_formats_from_str("QRCode"), try_invert=False, try_downscale=False, binarizer=binarizer
    )
    return [SeenCode(code.text, _corners(code.position) / [across, down]) for code in found]


def _corners(position: object) -> Points:
    names = ("top_left", "top_right", "bottom_right", "bottom_left")
    points = [getattr(position, name) for name in names]
    return np.array([(point.x, point.y) for point in points], np.float64)
