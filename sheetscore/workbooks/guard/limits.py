"""How much a workbook may hold: several times what its readers need, so that no file costs more than it can be worth.

Everything is counted against one measure, the values and formulas that the largest honest workbook of its kind
holds. Blank cells are never counted, wherever they are: programs write them as far as somebody formatted.
"""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 1024 * 1024

SLACK = 8
"""How many times as much as is needed may come back: notes, copies of sheets, what another program makes of it."""

LEAST = 60_000
"""Contents that every workbook may have: an event of 1,000 players has 5,000, a round of 20 tables of nine 45,000."""

MOST = 2_000_000
"""Contents that none may have; a round of 200 tables of nine pilots has 450,000."""


@dataclass(frozen=True)
class Limits:
    """The most of each thing that a workbook may hold.

    Parameters
    ----------
    contents
        Values, formulas and texts in cells.
    texts
        Different texts, and pieces of text.
    names
        Defined names: each is an object for every reader.
    sheets
        Sheets; LibreOffice takes a time that grows with their square.
    of_sheets
        Elements of sheets besides contents: rows, merged cells, validations, what stands for cells in no usual form.
        They pass by.
    elsewhere
        Elements of all other parts, which are loaded whole: twenty times as dear.
    bytes
        Bytes of all parts when they are unpacked and blank cells are left out.
    """

    contents: int
    texts: int
    names: int
    sheets: int
    of_sheets: int
    elsewhere: int
    bytes: int


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
        bytes=min(300 * most, 64 * MEBIBYTE),
    )


USUAL = limits_for()
LARGEST = limits_for(MOST)
