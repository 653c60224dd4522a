"""What stood in the boxes of a round's workbook when it was made, on a hidden sheet of its own.

What a person typed since is what differs from it. New sheets begin with what the draw fills in; a marked copy
begins with what was read from the workbook that had the mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sheetscore.forms.form import Entries, FieldKey
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.typed import Raw

BEGUN_SHEET = "_begun"


@dataclass(frozen=True)
class Begun:
    """What a workbook began with.

    Parameters
    ----------
    source
        The file that it was made from: a draw, or for a marked copy the workbook that was read.
    texts
        What stood in each box, as :func:`as_texts` gives it; boxes that were blank are left out.
    sha256
        The digest of the workbook that a marked copy was made from. Of a draw none: its reports and postings may
        change as they like, and the sheets are the same.
    """

    source: str
    texts: Mapping[FieldKey, str]
    sha256: str = ""

    def was_made_from(self, path: Path) -> bool:
        """Tell whether it was made from a file, which may have been saved in another format since."""
        return Path(self.source).stem == path.stem


def as_texts(entries: Entries, raw: Mapping[FieldKey, Raw]) -> dict[FieldKey, str]:
    """Return what stands in boxes as text: values that are understood, and what cannot be read as it was typed."""
    return {key: str(value) for key, value in (*entries.items(), *raw.items())}


def write_begun(book: Book, begun: Begun) -> None:
    """Write the hidden sheet: the file on the first row, then a row for each box."""
    sheet = book.sheet(BEGUN_SHEET)
    sheet.raw.hide()
    rows = [
        (begun.source, begun.sha256),
        *((str(key.table), key.seat, key.field, begun.texts[key]) for key in begun.texts),
    ]
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            sheet.text(row, column, text)


def read_begun(workbook: ReadWorkbook) -> Begun | None:
    """Read the hidden sheet; None where it is lost, or the workbook was made without one."""
    sheet = workbook.sheets.get(BEGUN_SHEET)
    if sheet is None:
        return None
    texts = {at: str(cell.value) for at, cell in sheet.cells.items() if cell.value is not None}
    keys = {
        row: FieldKey(int(table), texts.get((row, 1), ""), texts.get((row, 2), ""))
        for (row, column), table in texts.items()
        if row and not column and table.isdecimal()
    }
    boxes = {key: texts.get((row, 3), "") for row, key in keys.items()}
    return Begun(texts.get((0, 0), ""), boxes, texts.get((0, 1), ""))
