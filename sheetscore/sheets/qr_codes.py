"""A page's code as a picture that scanners and cameras find: a QR code, equally large on paper at every print scale.

A picture in the sheet comes out of Excel and LibreOffice and moves with its cells; one in a printed header is lost.
Copies of 9 to 11 mm were not found on bent or badly lit pages, those of 16 mm were.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheetscore.workbooks.book import Sheet

PRINTED_MM = 16
"""How high it is on paper, with the white around it."""

_NARROWER = 0.975
"""It is written so much less wide than high: LibreOffice makes it wider by a twentieth, as all columns; Excel does not.
"""

MODULES, QUIET = 29, 4
"""How many modules wide it is, and how many of them stay white at each side, as ISO/IEC 18004 asks for."""

_DOTS = 6
"""Of a module, each way: some 270 dots to the inch, which LibreOffice prints as they are and Excel blurs little."""

_SPARED = 4
"""How many of the white dots at the left the picture leaves out: it would cover the border of a box there."""

_CLEAR = 2
"""Pixels above and below it that stay white: a ruled line there would be half covered."""

_MASK = 1
"""Always the same, since to try all eight takes five times as long: of 60 codes of pages it is the best on average."""

_MM, _INCH_PIXELS = 25.4, 96


def qr_pixels(scale: int) -> int:
    """Return how many pixels of a sheet it is high.

    Parameters
    ----------
    scale
        At which the sheet is printed, in percent.

    Examples
    --------
    >>> qr_pixels(100), qr_pixels(55)
    (61, 110)
    """
    return math.ceil(PRINTED_MM / _MM * _INCH_PIXELS * 100 / scale)


def qr_room(scale: int) -> int:
    """Return how many pixels rows must be high in which it keeps clear of what is ruled above and below.

    Parameters
    ----------
    scale
        At which the sheet is printed, in percent.
    """
    return qr_pixels(scale) + 2 * _CLEAR


def put_qr(sheet: Sheet, row: int, column: int, code: str, scale: int, end: int = 0) -> None:
    """Put the picture of a code on a sheet, which is white there.

    Parameters
    ----------
    row, column
        The cell in whose upper left corner it begins.
    scale
        At which the sheet is printed, in percent.
    end
        How many pixels below the top of the row it ends instead.
    """
    pixels = qr_pixels(scale)
    of_dot = pixels / (MODULES * _DOTS)
    offset = round(of_dot * _SPARED), end - pixels - _CLEAR if end else _CLEAR
    sheet.picture(row, column, qr_picture(code), (of_dot * _NARROWER, of_dot), offset, f"QR code of {code}")


def dark_modules(scale: int, end: int = 0) -> tuple[float, float, float, float]:
    """Return where the dark modules of :func:`put_qr` are, in pixels from the corner of its cell.

    Left, top, right, bottom.

    Examples
    --------
    >>> [round(edge) for edge in dark_modules(100)]
    [8, 10, 51, 55]
    """
    pixels = qr_pixels(scale)
    module = pixels / MODULES
    spared = module * _SPARED / _DOTS
    left, top = round(spared) + (module * QUIET - spared) * _NARROWER, (end - pixels - _CLEAR if end else _CLEAR)
    dark = module * (MODULES - 2 * QUIET)
    return left, top + module * QUIET, left + dark * _NARROWER, top + module * QUIET + dark


@cache
def qr_picture(code: str) -> bytes:
    """Return the picture of a code as PNG, with the white around it.

    Parameters
    ----------
    code
        Capitals, digits, full stops and hyphens, 20 signs at most: as many as the smallest QR code holds.
    """
    import segno  # noqa: PLC0415 -- commands that write no sheets do without it

    made = segno.make(code, version=1, error="m", mode="alphanumeric", mask=_MASK, boost_error=False)
    return _png(made.matrix)


def _png(matrix: Sequence[bytearray]) -> bytes:
    """Return modules (1 is dark) with the white around them as a picture; segno itself takes ten times as long."""
    width, height = MODULES * _DOTS - _SPARED, MODULES * _DOTS
    size = -(-width // 8)
    white = [b"\0" + b"\xff" * size] * QUIET * _DOTS  # a line begins with 0: none is told by the one before
    lines = []
    for row in matrix:
        dots = "".join("0" * _DOTS if dark else "1" * _DOTS for dark in row)
        line = ("1" * (QUIET * _DOTS - _SPARED) + dots).ljust(8 * size, "1")
        lines += [b"\0" + int(line, 2).to_bytes(size, "big")] * _DOTS
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    packed = zlib.compress(b"".join([*white, *lines, *white]))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND")


def _chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
