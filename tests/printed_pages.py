"""What stands where on pages that LibreOffice printed: read from the PDF."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

MM = 72 / 25.4
EM = 0.905 + 0.212
"""Height of a line of Liberation Sans, in which LibreOffice prints, for each point of its size."""

SMALLEST_ROW, SMALLEST_LABEL = 8.5 * MM - 0.1, 7 * EM
"""Points that a pencil and an eye need; the places of words are rounded to hundredths."""


@dataclass(frozen=True)
class Word:
    """A word in the PDF: where it begins and ends, in points from the top left of its page."""

    text: str
    left: float
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


_WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<')


def words(pdf: Path) -> list[list[Word]]:
    """Give the words on every page."""
    done = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], check=True, capture_output=True, text=True)
    pages = done.stdout.split("<page ")[1:]
    return [[Word(text, float(x), float(top), float(end)) for x, top, end, text in _WORD.findall(one)] for one in pages]


def line_heights(page: list[Word]) -> list[float]:
    """Give the heights of a page's numbered lines, by the distances of the numbers left of them."""
    left = min(word.left for word in page)
    by_height = sorted(page, key=lambda word: word.middle)
    numbers = [word for word in by_height if word.left < left + 20 and re.fullmatch(r"\d+", word.text)]
    return [below.middle - above.middle for above, below in pairwise(numbers) if int(below.text) == int(above.text) + 1]
