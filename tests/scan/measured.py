"""How well pages are found again: what comes out of distorted pictures, against what was done to them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pypdfium2
from distortions import DISTORTIONS
from numpy.typing import NDArray
from paper import Picture, written_on
from pens import KINDS

from sheetscore.forms.block import Field
from sheetscore.scan.boxes import PIXELS_PER_MM, UNITS_PER_MM, ink_of, proposed_number, written_in
from sheetscore.scan.codes import codes_in
from sheetscore.scan.find import sure_place
from sheetscore.sheets.headings import read_page_code
from sheetscore.sheets.paper_sheet import PaperOfPage
from sheetscore.sheets.printed import PrintedBox, PrintedPaper
from sheetscore.sheets.qr_codes import qr_picture

WRITTEN = 0.6
"""Which share of the boxes is written in."""

NUMBER = Field("n", "Number", "count", 1, "", maximum=999)
"""What every box may take, to see which numbers are proposed."""


@dataclass
class Figures:
    """Of one distortion."""

    pages: int = 0
    lost: list[str] = field(default_factory=list)
    """The codes of pages that were not identified and placed."""
    wrong: int = 0
    """Pages that were taken for others."""
    off: list[NDArray[Any]] = field(default_factory=list)
    """Of each page: how far off its boxes are in millimetres, at their worst corner."""
    written: int = 0
    written_lost: int = 0
    empty: int = 0
    empty_taken: int = 0
    numbers: int = 0
    proposed: int = 0
    proposed_wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    """Of a processor, for each page."""

    @property
    def median(self) -> float:
        return float(np.median(np.concatenate(self.off)))

    @property
    def most(self) -> float:
        return max(float(page.max()) for page in self.off)

    @property
    def far_off(self) -> int:
        """Pages with a box that is off by 1.5 mm."""
        return sum(float(page.max()) > 1.5 for page in self.off)


def measured(pages: Sequence[tuple[Picture, PaperOfPage]], distortion: str, count: int, seed: int = 0) -> Figures:
    """Distort so many pages, each written on otherwise, and find them again."""
    figures = Figures()
    for number in range(count):
        page, paper = pages[(number * 37 + seed) % len(pages)]
        _measure(page, paper, distortion, np.random.default_rng(seed * 1000 + number), figures)
    return figures


def _measure(page: Picture, paper: PaperOfPage, distortion: str, rng: np.random.Generator, figures: Figures) -> None:
    printed = paper.printed
    free = [box for box in printed.boxes if box.field not in paper.texts]
    written = [box for box in free if rng.random() < WRITTEN]
    kinds = [KINDS[rng.integers(len(KINDS))] for _ in written]
    filled, numbers = written_on(page, [_rectangle(box) for box in written], kinds, rng)
    size = np.array([printed.width, printed.height]) / UNITS_PER_MM
    taken = DISTORTIONS[distortion](filled, size, _edges(printed), rng)
    figures.pages += 1
    started = time.process_time()
    codes = codes_in(taken.picture)
    texts = {code.text for code in codes}
    figures.wrong += any(read_page_code(text) for text in texts - {paper.code})
    placement = sure_place(taken.picture, codes, paper) if paper.code in texts else None
    if placement is None:
        figures.lost.append(paper.code)
        return
    straight = placement.straightened(
        taken.picture, (round(size[0] * PIXELS_PER_MM), round(size[1] * PIXELS_PER_MM)), PIXELS_PER_MM
    )
    ink = ink_of(straight, printed)
    found = written_in(ink, printed, paper.texts)
    figures.seconds.append(time.process_time() - started)
    corners = np.concatenate([_corners(box) for box in printed.boxes])
    there = taken.at(corners)
    turns = np.stack([taken.at(corners + step) - there for step in np.eye(2)], axis=2)
    strayed = np.linalg.solve(turns, (placement.in_picture(corners) - there)[:, :, None])[:, :, 0]
    figures.off.append(np.linalg.norm(strayed, axis=1).reshape(-1, 4).max(axis=1))
    by_hand = set(written)
    others = [is_written for box, is_written in found.items() if box not in by_hand and not box.has_printed_marks]
    figures.written += len(by_hand)
    figures.written_lost += sum(not found[box] for box in by_hand)
    figures.empty += len(others)
    figures.empty_taken += sum(others)
    for box, number in zip(written, numbers, strict=True):
        if number:
            read = proposed_number(ink, box, NUMBER)
            figures.numbers += 1
            figures.proposed += read != ""
            figures.proposed_wrong += read not in {"", number}


def _rectangle(box: PrintedBox) -> tuple[float, float, float, float]:
    return box.left / UNITS_PER_MM, box.top / UNITS_PER_MM, box.width / UNITS_PER_MM, box.height / UNITS_PER_MM


def _corners(box: PrintedBox) -> NDArray[Any]:
    right, bottom = box.left + box.width, box.top + box.height
    return np.array([(box.left, box.top), (right, box.top), (right, bottom), (box.left, bottom)]) / UNITS_PER_MM


def _edges(printed: PrintedPaper) -> NDArray[Any]:
    return np.array(sorted({line.left for line in printed.lines if line.left == line.right})) / UNITS_PER_MM


def with_codes(page: Picture, paper: PaperOfPage) -> Picture:
    """Put the QR codes of a paper on a page that was drawn by its lines."""
    picture = cv2.imdecode(np.frombuffer(qr_picture(paper.code), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    dark = np.argwhere(picture < 128)
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0) + 1
    drawn = page.copy()
    for code in paper.printed.codes:
        x, y, end, below = (
            round(edge * PIXELS_PER_MM / UNITS_PER_MM) for edge in (code.left, code.top, code.right, code.bottom)
        )
        drawn[y:below, x:end] = cv2.resize(
            picture[top:bottom, left:right], (end - x, below - y), interpolation=cv2.INTER_AREA
        )
    return drawn


def printed_pages(pdf: bytes, papers: Mapping[str, PaperOfPage]) -> Iterator[tuple[Picture, PaperOfPage]]:
    """Yield the pages of a PDF that are papers, as LibreOffice printed them, told by their codes."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        twice = page.render(scale=2 * PIXELS_PER_MM * 25.4 / 72, grayscale=True).to_numpy()
        texts = {code.text for code in codes_in(np.ascontiguousarray(twice))}
        for code in texts & {one.code for one in papers.values() if not one.is_cut_out}:
            printed, (wide, high) = papers[code].printed, page.get_size()
            # pdfium makes a page a whole number of pixels large
            across, down = (
                twice.shape[1 - way] / (length / 72 * 25.4 * PIXELS_PER_MM) for way, length in enumerate((wide, high))
            )
            yield (
                cv2.warpAffine(
                    cv2.GaussianBlur(twice, (0, 0), 0.7),
                    np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5]]),
                    (
                        round(printed.width * PIXELS_PER_MM / UNITS_PER_MM),
                        round(printed.height * PIXELS_PER_MM / UNITS_PER_MM),
                    ),
                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                    borderMode=cv2.BORDER_REPLICATE,
                ),
                papers[code],
            )
