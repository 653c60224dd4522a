"""A page's code as a picture that scanners and cameras find: a QR code, equally large on paper at every print scale.

A picture in the sheet comes out of Excel and LibreOffice and moves with its cells; one in a printed header is lost.
Codes of 9 to 11 mm were not found on bent or badly lit pages, those of 16 mm were.
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
"""The height of the code on paper, in millimetres, with the white around it."""

_NARROWER = 0.975
"""The factor for the width of the picture. LibreOffice shows columns, and so the picture, 5 % wider than Excel does;
half of that is taken off, so that the code is nearly square in both."""

MODULES, QUIET = 29, 4
"""The width of the picture in modules, and how many of them stay white at each side, as ISO/IEC 18004 requires."""

_DOTS_PER_MODULE = 6
"""How many dots (pixels of the PNG) a module is wide and high: some 270 per inch on paper, which LibreOffice prints as
they are and Excel blurs little."""

_TRIMMED_LEFT = 4
"""How many white dots are trimmed off at the left: they would cover the border of a box there."""

_CLEAR = 2
"""Pixels above and below the picture that stay white, or it would half cover a ruled line there."""

_MASK = 1
"""The mask pattern of all codes, since trying all eight takes five times as long. Over 60 codes of pages it has the
lowest penalty of ISO/IEC 18004 on average."""

_MM, _INCH_PIXELS = 25.4, 96


def qr_pixels(scale: int) -> int:
    """Return the height of the picture in pixels of the sheet.

    Parameters
    ----------
    scale
        The scale at which the sheet is printed, in percent.

    Examples
    --------
    >>> qr_pixels(100), qr_pixels(55)
    (61, 110)
    """
    return math.ceil(PRINTED_MM / _MM * _INCH_PIXELS * 100 / scale)


def qr_room(scale: int) -> int:
    """Return the height in pixels that rows under the picture need together, so that it touches no ruled lines.

    Parameters
    ----------
    scale
        The scale at which the sheet is printed, in percent.
    """
    return qr_pixels(scale) + 2 * _CLEAR


def put_qr(sheet: Sheet, row: int, column: int, code: str, scale: int, end: int = 0) -> None:
    """Put the picture of a code on a white part of a sheet.

    Parameters
    ----------
    row, column
        The cell at whose left edge the picture begins.
    scale
        The scale at which the sheet is printed, in percent.
    end
        Where the room for the picture ends, in pixels below the top of the row; 0 puts the picture at the top of the
        row.
    """
    pixels = qr_pixels(scale)
    dot_size = pixels / (MODULES * _DOTS_PER_MODULE)
    offset = round(dot_size * _TRIMMED_LEFT), end - pixels - _CLEAR if end else _CLEAR
    sheet.picture(row, column, qr_picture(code), (dot_size * _NARROWER, dot_size), offset, f"QR code of {code}")


def dark_modules(scale: int, end: int = 0) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of the dark modules of :func:`put_qr`, in pixels from the cell's corner.

    Examples
    --------
    >>> [round(edge) for edge in dark_modules(100)]
    [8, 10, 51, 55]
    """
    pixels = qr_pixels(scale)
    module = pixels / MODULES
    trimmed = module * _TRIMMED_LEFT / _DOTS_PER_MODULE
    left, top = round(trimmed) + (module * QUIET - trimmed) * _NARROWER, (end - pixels - _CLEAR if end else _CLEAR)
    dark = module * (MODULES - 2 * QUIET)
    return left, top + module * QUIET, left + dark * _NARROWER, top + module * QUIET + dark


@cache
def qr_picture(code: str) -> bytes:
    """Return the picture of a code as PNG, with the white around it.

    Parameters
    ----------
    code
        Capitals, digits, full stops and hyphens, 20 at most: as many as the smallest QR code holds.
    """
    import segno  # noqa: PLC0415 -- commands that write no sheets do without it

    made = segno.make(code, version=1, error="m", mode="alphanumeric", mask=_MASK, boost_error=False)
    return _png(made.matrix)


def _png(matrix: Sequence[bytearray]) -> bytes:
    """Return the PNG of modules (1 is dark) with the white around them; segno's own takes ten times as long."""
    width, height = MODULES * _DOTS_PER_MODULE - _TRIMMED_LEFT, MODULES * _DOTS_PER_MODULE
    size = -(-width // 8)
    white = [b"\0" + b"\xff" * size] * QUIET * _DOTS_PER_MODULE  # each line begins with PNG's filter type 0, “none”
    lines = []
    for row in matrix:
        dots = "".join("0" * _DOTS_PER_MODULE if dark else "1" * _DOTS_PER_MODULE for dark in row)
        line = ("1" * (QUIET * _DOTS_PER_MODULE - _TRIMMED_LEFT) + dots).ljust(8 * size, "1")
        lines += [b"\0" + int(line, 2).to_bytes(size, "big")] * _DOTS_PER_MODULE
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    packed = zlib.compress(b"".join([*white, *lines, *white]))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND")


def _chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
