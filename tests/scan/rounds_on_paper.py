"""Rounds of examples whose sheets are made, and their blank pages, drawn without LibreOffice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from measured import with_codes
from paper import SHARP, Picture

from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import read_whole
from sheetscore.operations.ingest import open_round
from sheetscore.operations.new import compose, write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.reading.round_workbook import ReadBoxes
from sheetscore.scan.boxes import UNITS_PER_MM
from sheetscore.scan.find import scan_of
from sheetscore.scan.placing import drawing_of
from sheetscore.scan.scanned import Scan
from sheetscore.sheets.paper_sheet import PAPER_SHEET, PaperOfPage, paper_lines, papers_in
from sheetscore.workbooks.paper import text_pixels
from sheetscore.workbooks.reader import read_workbook

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@dataclass(frozen=True)
class RoundOnPaper:
    """The first round of an example, ready to be printed."""

    path: Path
    key: str
    number: int
    forms: RoundForms
    read: ReadBoxes

    @property
    def papers(self) -> Mapping[str, PaperOfPage]:
        return {one.code: one for one in papers_of(self.path)}

    def scan(self, *files: Path) -> Scan:
        return scan_of(files, self.key, self.number, self.forms, self.read)


def papers_of(workbook: Path) -> list[PaperOfPage]:
    return papers_in(paper_lines(read_workbook(workbook, only=(PAPER_SHEET,))))


def made(folder: Path, example: str) -> RoundOnPaper:
    """Draw the first round of an example and make its sheets."""
    write_event(compose(folder, source=EXAMPLES / example / "event.toml").event, folder)
    draw(folder)
    make_sheets(folder)
    return opened(next(path for path in folder.glob("*.xlsx") if path.stem in {"round1", "travellers"}))


def opened(path: Path) -> RoundOnPaper:
    there, number = open_round(path)
    forms, read = read_whole(there, path, number)
    return RoundOnPaper(path, there.event.key, number, forms, read)


def blank(paper: PaperOfPage) -> Picture:
    """Draw a page as it is printed: its lines and tints, its codes, what is printed in its boxes."""
    page = with_codes(drawing_of(paper.printed, SHARP), paper)
    for box in paper.printed.boxes:
        if text := paper.texts.get(box.field):
            pixel = 2540 / 96 * paper.printed.scale
            wide = min(text_pixels(text.text, text.points) * pixel, box.width - 600)
            left = box.left + (box.width - wide) / 2 if box.middle else box.left + 12 * pixel
            at = round(left * SHARP / UNITS_PER_MM), round((box.top + box.height / 2 + 120) * SHARP / UNITS_PER_MM)
            (plain, _), _ = cv2.getTextSize(text.text, cv2.FONT_HERSHEY_SIMPLEX, 1, 1)
            size = wide * SHARP / UNITS_PER_MM / plain
            cv2.putText(page, text.text, at, cv2.FONT_HERSHEY_SIMPLEX, size, 0, 1, cv2.LINE_AA)
    return page


def blank_pages(round_on_paper: RoundOnPaper) -> Iterator[tuple[Picture, PaperOfPage]]:
    for paper in round_on_paper.papers.values():
        yield blank(paper), paper


def saved(page: Picture, to: Path) -> Path:
    assert cv2.imwrite(str(to), np.ascontiguousarray(page))
    return to
