"""Sheets of a round as they come out of the printer, with values written into their boxes by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.operations.printing import print_pages
from sheetscore.reading.field_lines import safe_text
from sheetscore.scan.codes import codes_in
from sheetscore.sheets.paper_sheet import PaperOfPage, paper_lines, papers_in
from sheetscore.workbooks.reader import read_workbook

SHARP = 8.0
"""Pixels to the millimetre."""

Picture = NDArray[np.uint8]


def written_pages(sheets: Path, forms: RoundForms, written: Mapping[FieldKey, Value]) -> Iterator[tuple[str, Picture]]:
    """Yield the sheets of paper of a round that are written on, each with its code.

    Parameters
    ----------
    sheets
        The workbook, which LibreOffice prints.
    written
        The values by the names that scripts have for boxes.
    """
    papers = {paper.code: paper for paper in papers_in(paper_lines(read_workbook(sheets)))}
    inner = {forms.by_public[public]: value for public, value in written.items()}
    for picture in _printed(sheets):
        for code in codes_in(picture)[:1]:
            if code.text in papers and _write(picture, papers[code.text], forms, inner):
                yield code.text, picture


def _printed(sheets: Path) -> Iterator[Picture]:
    document = pypdfium2.PdfDocument(print_pages(sheets).path)
    for page in document:
        yield np.ascontiguousarray(page.render(scale=SHARP * 25.4 / 72, grayscale=True).to_numpy())
    document.close()


def _write(picture: Picture, paper: PaperOfPage, forms: RoundForms, written: Mapping[FieldKey, Value]) -> int:
    """Write into the boxes of a page; return into how many."""
    count = 0
    for one in paper.printed.boxes:
        key = FieldKey(paper.table, paper.seat, one.field)
        if key not in written:
            continue
        box, value = forms.fields[key][2], written[key]
        text = safe_text(value) if not isinstance(value, str) else str(shown(box, value))
        text = "".join(sign if sign.isascii() else "?" for sign in text)
        left, top, wide, high = (part * SHARP / 100 for part in (one.left, one.top, one.width, one.height))
        (long, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 1, 3)
        size = min((wide - 12) / max(long, 1), (high - 14) / tall, 2.0)
        at = (round(left + 6), round(top + (high + tall * size) / 2))
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, 60, 3, cv2.LINE_AA)
        count += 1
    return count
