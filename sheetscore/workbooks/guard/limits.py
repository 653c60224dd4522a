"""How much a workbook may hold: several times what its readers need, so that no file costs more than it can be worth.

Everything is counted against one measure, the values and formulas that the largest honest workbook of its kind
holds. Blank cells are never counted, wherever they are: programs write them as far as somebody formatted. They are
taken out of the XML of a sheet before anybody parses it, or unstyled: parsed, each of a million would cost as much as a
value; here they go by as fast as they are unpacked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

MEBIBYTE = 1024 * 1024

SLACK = 8
"""How many times as much as is needed may come back: notes, copies of sheets, what another program makes of it."""

LEAST = 60_000
"""Contents that every workbook may have: an event of 1,000 players has 5,000, a round of 20 tables of nine 45,000."""

MOST = 2_000_000
"""Contents that none may have; a round of 200 tables of nine pilots has 500,000."""

MAX_PARTS = 10_000
"""Parts of a file: a part or four for each sheet, three more where it has notes, and one for the QR code of each sheet
of paper, of which a round of 200 tables of nine has some 3,000. Every part costs an object and a look: so many take
a quarter of a second."""

MAX_TOTAL = 96 * MEBIBYTE
"""Bytes of all parts, unpacked; a 200-table round (880,000 cells, half of them blank) has 46, its marked copy with
notes on every page 64, as .ods three times that."""

MAX_ROWS = 100_000
"""Rows of a sheet: the longest list has a line per value that was entered; a few bytes of XML can claim a million
rows that a reader then walks through."""

MAX_COLUMNS = 512
"""Columns of a sheet: forms have some 30; each further column is a slot in every row that is read."""

MAX_AREA = 2_000_000
"""Cells under merged cells and links together: each becomes an object in programs that load them. Score sheets
of 200 tables have about 500,000."""

MAX_RANGES = 200_000
"""Ranges of validations and conditional formats: copying and pasting splinters them, but not that far."""

MAX_FORMATS = 10_000
"""Cell formats: ours have some 30, what LibreOffice or Gnumeric make of them some 300."""

CONTENTS, TEXTS, FORMATS, NAMES, SHEETS = (
    "values and formulas",
    "different texts",
    "cell formats",
    "defined names",
    "sheets",
)
OF_SHEETS, ELSEWHERE = "elements of sheets besides values", "elements besides cells"
"""What is counted, as it is called when there is too much of it."""


class Limits(Struct, frozen=True):
    """The most of each thing that a workbook may hold."""

    contents: int
    """Values, formulas and texts in cells."""
    texts: int
    """Different texts, and pieces of text."""
    names: int
    """Defined names: each is an object for every reader."""
    sheets: int
    """Sheets; LibreOffice takes a time that grows with their square."""
    of_sheets: int
    """Elements of sheets besides contents: rows, merged cells, validations, what stands for cells in no usual form.
    They pass by.
    """
    elsewhere: int
    """Elements of all other parts, which are loaded whole: twenty times as dear."""
    bytes: int
    """Bytes of all parts when they are unpacked and blank cells are left out."""


def limits_for(contents: int = 0) -> Limits:
    """Return the limits for a workbook that needs so many values and formulas."""
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
"""A blank cell as programs write it, where what follows says itself where it stands: the next cell, or nothing."""

_BLANK_ODS = re.compile(rb'(<table:(?:covered-)?table-cell)((?: table:(?!formula)[a-z-]+="[^"<>]*"){1,6}) ?/>')
"""A cell without text and without attributes but those of the table, of which a formula is one."""

_STYLE_ODS = re.compile(rb' table:style-name="[^"]*"')

_MARKUP = b"<!"
"""How a comment or unparsed text begins, where what looks like a cell may be none."""

_MAX_HELD = 4096
"""Bytes of a tag without an end that are held back; a cell's has fewer."""


def without_blank_cells(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Leave blank cells out of a part as it streams by; all else stays byte for byte."""
    held = b""
    pieces = iter(chunks)
    for chunk in pieces:
        held += chunk
        if _MARKUP in held:
            break
        held = _BLANK.sub(b"", held)
        end = held.rfind(b"<")
        if end < 0 or len(held) - end > _MAX_HELD:
            end = len(held)
        if end:
            yield held[:end]
        held = held[end:]
    if held:
        yield held
    yield from pieces


def with_plain_blank_cells(content: bytes) -> bytes:
    """Take the styles off the blank cells of an OpenDocument sheet, which are repeated to the end of everything."""
    if _MARKUP in content:
        return content
    return _BLANK_ODS.sub(lambda cell: cell[1] + _STYLE_ODS.sub(b"", cell[2]) + b"/>", content)
