"""How much a workbook may hold: several times what is needed, so that no file takes unreasonable time or memory.

Limits derive from one number: the values and formulas in the largest honest workbook of its kind. Blank cells do not
count, since programs write them wherever somebody formatted. They are cut out of a sheet's XML before it is parsed (or,
for .ods, stripped of their styles): a million blank cells would take as long to parse as a million values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

MEBIBYTE = 1024 * 1024

SLACK = 8
"""How many times the contents that we wrote may come back: for notes, copies of sheets, output of other programs."""

LEAST = 60_000
"""The contents that any workbook may have: an event of 1,000 players has 5,000, a round of 20 tables of nine 45,000."""

MOST = 2_000_000
"""The most contents of any workbook; a round of 200 tables of nine pilots has 500,000."""

MAX_PARTS = 10_000
"""The most parts of a file. A sheet has one to four, three more if it has notes, and one for each QR code; a round of
200 tables of nine has some 3,000. This many take a quarter of a second to list."""

MAX_TOTAL = 96 * MEBIBYTE
"""The most bytes of all parts, unpacked. A round of 200 tables (880,000 cells, half of them blank) has 46 MiB, its
marked copy with notes on every page 64 MiB, and three times that as .ods."""

MAX_ROWS = 100_000
"""The most rows of a sheet: the longest list has a line per value entered. A few bytes of XML can claim a million rows,
through which readers iterate."""

MAX_COLUMNS = 512
"""The most columns of a sheet: forms have some 30, and readers allocate all columns in every row."""

MAX_AREA = 2_000_000
"""The most cells under merged cells and links together: each becomes an object in readers. Score sheets of 200 tables
have about 500,000."""

MAX_RANGES = 200_000
"""The most ranges of validations and conditional formats: copy and paste splits them, but not into so many."""

MAX_FORMATS = 10_000
"""The most cell formats: our workbooks have some 30, and some 300 once LibreOffice or Gnumeric saved them."""

CONTENTS, TEXTS, FORMATS, NAMES, SHEETS = (
    "values and formulas",
    "different texts",
    "cell formats",
    "defined names",
    "sheets",
)
OF_SHEETS, ELSEWHERE = "elements of sheets besides values", "elements besides cells"
"""The words for what is counted, in messages about too much of it."""


class Limits(Struct, frozen=True):
    """The most of each thing that a workbook may hold."""

    contents: int
    """Values, formulas and texts in cells."""
    texts: int
    """Different texts, and pieces of text."""
    names: int
    """Defined names: readers make an object of each."""
    sheets: int
    """Sheets; LibreOffice's time grows with their square."""
    of_sheets: int
    """Elements of sheets other than contents: rows, merged cells, validations, blank cells in an unusual form. They are
    parsed one by one, which is cheap.
    """
    elsewhere: int
    """Elements of all other parts, which openpyxl loads whole: each costs twenty times as much."""
    bytes: int
    """Bytes of all parts, unpacked, without blank cells."""


def limits_for(contents: int = 0) -> Limits:
    """Return the limits for a workbook that we wrote with this many values and formulas."""
    most = min(max(LEAST, SLACK * contents), MOST)
    return Limits(
        contents=most,
        texts=most,
        names=most // 15,
        sheets=min(most // 600, 1_000),
        of_sheets=4 * most,
        elsewhere=most // 2,
        bytes=min(300 * most, MAX_TOTAL),
    )


USUAL = limits_for()
LARGEST = limits_for(MOST)


_BLANK = re.compile(rb'<c r="[A-Z]{1,3}+[0-9]{1,7}+"(?: s="[0-9]{1,6}+")?+ ?+/>\s*+(?=<c r="|</row>)')
"""A blank cell as programs write it, if the next cell has an address of its own or the row ends: then it can be cut out
without moving others."""

_BLANK_ODS = re.compile(rb'(<table:(?:covered-)?table-cell)((?: table:(?!formula)[a-z-]+="[^"<>]*"){1,6}) ?/>')
"""An OpenDocument cell without text, value or formula: it has only attributes of the table namespace, no formula."""

_STYLE_ODS = re.compile(rb' table:style-name="[^"]*"')

_MARKUP = b"<!"
"""The start of a comment or CDATA, in which text that looks like a cell may be none."""

_MAX_HELD = 4096
"""The most bytes of an incomplete tag that are held back for the next piece; the tag of a cell is shorter."""


def without_blank_cells(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a part without blank cells; everything else is unchanged."""
    held = b""
    pieces = iter(chunks)
    for chunk in pieces:
        held += chunk
        if _MARKUP in held:
            break  # the rest is yielded as it is
        held = _BLANK.sub(b"", held)
        end = held.rfind(b"<")  # the last tag may go on in the next piece
        if end < 0 or len(held) - end > _MAX_HELD:
            end = len(held)
        if end:
            yield held[:end]
        held = held[end:]
    if held:
        yield held
    yield from pieces


def with_plain_blank_cells(content: bytes) -> bytes:
    """Remove the styles of blank cells of an OpenDocument sheet; such cells may be repeated to the last row."""
    if _MARKUP in content:
        return content
    return _BLANK_ODS.sub(lambda cell: cell[1] + _STYLE_ODS.sub(b"", cell[2]) + b"/>", content)
