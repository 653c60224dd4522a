"""The QR codes in a picture: their texts and corners, from which the search for the page starts.

Blurred or badly lit codes may be read at one size, threshold or sharpness and not at another, so several are tried.
Error correction makes a reading certain; the caller still checks that the text is the code of a page of this round.
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
"""A grey picture, a byte per pixel: 0 for black, 255 for white."""

Points = NDArray[Any]
"""Points, a row each: across, down."""

_LARGE = 2400
"""Pictures with more pixels on the longer side are first searched at half size: it is faster, and blurs dots."""


_FAX = ((1, 2), (2, 1))
"""Scales across and down that square the dots of faxes, which have twice as many across as down."""


class SeenCode(Struct, frozen=True):
    """A QR code in a picture."""

    text: str
    corners: Points
    """Corners of its dark modules, in pixels: upper left, upper right, lower right, lower left of the upright code."""

    @property
    def side(self) -> float:
        """The mean length of its sides, in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    @property
    def mirrored(self) -> SeenCode:
        """The code with the corners that it has in a mirror image."""
        return SeenCode(self.text, self.corners[[0, 3, 2, 1]])


def codes_in(picture: Grey, enough: int = 2) -> list[SeenCode]:
    """Return the codes in a picture, one for each place.

    Parameters
    ----------
    enough
        The search ends once this many codes are found: a page has two. The result may have more.
    """
    codes: list[SeenCode] = []
    for seen in _readings(picture):
        for code in seen:
            if not any(_same_place(code, other) for other in codes):
                codes.append(code)
        if len(codes) >= enough:
            break
    return codes


def _same_place(one: SeenCode, other: SeenCode) -> bool:
    return bool(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0)) < one.side / 2)


def _readings(picture: Grey) -> Iterator[list[SeenCode]]:
    """Yield the codes that each way of reading finds, the quickest way first."""
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
    """Return the picture without light and shadow: divided by its blurred brightness."""
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(cv2.dilate(small, np.ones((9, 9), np.uint8)), (0, 0), 8)
    light = cv2.resize(light, picture.shape[::-1])
    return cv2.divide(picture, light, scale=255)


def _read(picture: Grey, size: tuple[float, float], binarizer: Binarizer) -> list[SeenCode]:
    """Read the codes of a picture scaled by the factors ``size`` across and down; return corners in its own pixels."""
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
