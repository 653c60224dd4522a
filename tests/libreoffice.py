"""LibreOffice as the oracle: what a workbook comes to when somebody else computes every formula."""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from open_libreoffice import save_as
from openpyxl_judge import cells_by_openpyxl, cells_by_us, difference, values_by_openpyxl

from sheetscore.workbooks.names import address
from sheetscore.workbooks.sheet_cells import ReadCell

TOLERANCE = 1e-9
ALMOST_NOTHING = 1e-12
PDFINFO_SECONDS = 60

_NOTHING = ReadCell(None)


def recalculate(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice load workbooks, compute every formula and save them as .xlsx in another folder."""
    return _saved(paths, out, ".xlsx")


def to_ods(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice save workbooks in its own format in a folder."""
    return _saved(paths, out, ".ods")


def to_pdf(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice print workbooks to PDF in a folder."""
    return _saved(paths, out, ".pdf")


def assert_recalculated_equals_cached(original: Path, recalculated: Path) -> int:
    """Compare every formula cell with what LibreOffice makes of it; give their number.

    Numbers may differ by 1e-9 of the larger (what is left of a difference of doubles counts as 0), texts not
    at all; an error value is never right. Blank and empty text are the same.
    """
    cached, computed = cells_by_openpyxl(original), values_by_openpyxl(recalculated)
    read = difference(cells_by_us(original), cached) + difference(cells_by_us(recalculated, formulas=False), computed)
    assert not read, f"{len(read)} cells are read otherwise than by openpyxl:\n" + "\n".join(read)
    formulas = [
        (sheet, at, cell) for sheet, cells in cached.items() for at, cell in cells.items() if cell.formula is not None
    ]
    assert formulas, f"{original.name} has no formula to compare"
    wrong = [
        f"{sheet}!{address(*at)}: cached {cell.value!r}, recalculated {computed[sheet].get(at, _NOTHING).value!r}  "
        f"{cell.formula}"
        for sheet, at, cell in formulas
        if not _agree(cell, computed[sheet].get(at, _NOTHING))
    ]
    assert not wrong, f"{len(wrong)} of {len(formulas)} formulas differ:\n" + "\n".join(wrong)
    return len(formulas)


def pdf_pages(pdf: Path) -> int:
    """Count the pages of a PDF."""
    return len(pdf_page_sizes(pdf))


def pdf_page_sizes(pdf: Path) -> list[tuple[float, float]]:
    """Give width and height of every page in points (72 to the inch)."""
    command = ["pdfinfo", "-f", "1", "-l", "-1", str(pdf)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PDFINFO_SECONDS)
    sizes = re.findall(r"^Page +\d+ size: +([\d.]+) x ([\d.]+) pts", answer.stdout, re.MULTILINE)
    return [(float(width), float(height)) for width, height in sizes]


def _saved(paths: Sequence[Path], out: Path, suffix: str) -> list[Path]:
    results = [out / f"{path.stem}{suffix}" for path in paths]
    assert len(set(results)) == len(results), "two files would be converted to the same name"
    assert all(path.resolve().parent != out.resolve() for path in paths), f"{out} holds the originals"
    out.mkdir(parents=True, exist_ok=True)
    return [save_as(path, result) for path, result in zip(paths, results, strict=True)]


def _agree(cached: ReadCell, computed: ReadCell) -> bool:
    if cached.error or computed.error:
        return False
    one, other = ("" if cell.value is None else cell.value for cell in (cached, computed))
    if isinstance(one, int | float) and isinstance(other, int | float) and bool not in {type(one), type(other)}:
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=ALMOST_NOTHING)
    return type(one) is type(other) and bool(one == other)
