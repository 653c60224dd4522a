"""Sheets of a round as they come out of the printer, with values written into their boxes by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.reading.field_lines import safe_text
from sheetscore.scan.codes import codes_in
from sheetscore.scan.find import sure_place
from sheetscore.sheets.paper_sheet import PaperOfPage

SHARP = 8.0
"""Pixels to the millimetre."""

Picture = NDArray[np.uint8]


def printed(pdf: Path, codes: Collection[str]) -> list[Picture]:
    """Give the pages of a PDF on which one of some codes stands, as a text."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [
        np.ascontiguousarray(page.render(scale=SHARP * 25.4 / 72, grayscale=True).to_numpy())
        for page in document
        if any(code in page.get_textpage().get_text_range() for code in codes)
    ]
    document.close()
    return pages


def written_on(
    picture: Picture, papers: Mapping[str, PaperOfPage], forms: RoundForms, written: Mapping[FieldKey, Value]
) -> Iterator[FieldKey]:
    """Write into the boxes of what is on a picture; yield those that were written into.

    Parameters
    ----------
    papers
        By their codes.
    written
        The values by the names that scripts have for boxes.
    """
    codes = codes_in(picture)
    for code in {code.text for code in codes} & papers.keys():
        placement = sure_place(picture, codes, papers[code])
        assert placement
        for box in papers[code].printed.boxes:
            public = forms.public[FieldKey(papers[code].table, papers[code].seat, box.field)]
            if public not in written or box.has_printed_marks:
                continue
            corners = np.array([(box.left, box.top), (box.left + box.width, box.top + box.height)]) / 100
            asked, value = forms.fields[forms.by_public[public]][2], written[public]
            text = str(shown(asked, value)) if isinstance(value, str) else safe_text(value)
            _write(picture, placement.in_picture(corners), text)
            yield public


def _write(picture: Picture, corners: NDArray[np.float64], text: str) -> None:
    text = "".join(sign if sign.isascii() else "?" for sign in text)
    (left, top), (wide, high) = corners[0], corners[1] - corners[0]
    (long, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 1, 3)
    size = min((wide - 12) / max(long, 1), (high - 14) / tall, 2.0)
    at = round(left + 6), round(top + (high + tall * size) / 2)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, 60, 3, cv2.LINE_AA)
