"""LibreOffice as the oracle: what a workbook comes to when somebody else computes every formula.

A private profile with recalculation on loading is made once for each test process, so that parallel runs
and a LibreOffice that the developer has open do not meet.
"""

from __future__ import annotations

import atexit
import functools
import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from openpyxl_judge import cells_by_openpyxl, cells_by_us, difference, values_by_openpyxl

from sheetscore.workbooks.names import address
from sheetscore.workbooks.sheet_cells import ReadCell

TOLERANCE = 1e-9
ALMOST_NOTHING = 1e-12
START_SECONDS = 60
SECONDS_PER_FILE = 20

_NOTHING = ReadCell(None)

_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""
"""Recalculation mode 0: always. Otherwise LibreOffice shows the cached values of XlsxWriter's formulas."""


def recalculate(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice load workbooks, compute every formula and save them as .xlsx in another folder."""
    return _convert(paths, out, "xlsx", "xlsx:Calc MS Excel 2007 XML")


def to_ods(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice save workbooks in its own format in a folder."""
    return _convert(paths, out, "ods", "ods:calc8")


def to_pdf(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice print workbooks to PDF in a folder."""
    return _convert(paths, out, "pdf", "pdf:calc_pdf_Export")


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
    answer = subprocess.run(command, check=True, capture_output=True, text=True, timeout=START_SECONDS)
    sizes = re.findall(r"^Page +\d+ size: +([\d.]+) x ([\d.]+) pts", answer.stdout, re.MULTILINE)
    return [(float(width), float(height)) for width, height in sizes]


@functools.cache
def _profile() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="sheetscore-soffice-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "user").mkdir()
    (folder / "user" / "registrymodifications.xcu").write_text(_PROFILE, encoding="utf-8")
    return folder


def _convert(paths: Sequence[Path], out: Path, suffix: str, target: str) -> list[Path]:
    results = [out / f"{path.stem}.{suffix}" for path in paths]
    assert len(set(results)) == len(results), "two files would be converted to the same name"
    assert all(path.resolve().parent != out.resolve() for path in paths), f"{out} holds the originals"
    out.mkdir(parents=True, exist_ok=True)
    command = ["soffice", f"-env:UserInstallation={_profile().as_uri()}", "--headless", "--norestore"]
    command += ["--convert-to", target, "--outdir", str(out), *(str(path) for path in paths)]
    said = _run(command, START_SECONDS + SECONDS_PER_FILE * len(paths))
    missing = [result.name for result in results if not result.exists()]
    assert not missing, f"LibreOffice made no {', '.join(missing)}: {said}"
    return results


def _run(command: list[str], seconds: float) -> str:
    """Run soffice, a script whose child does the work, and end both when it takes too long."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            return process.communicate(timeout=seconds)[0]
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise


def _agree(cached: ReadCell, computed: ReadCell) -> bool:
    if cached.error or computed.error:
        return False
    one, other = ("" if cell.value is None else cell.value for cell in (cached, computed))
    if isinstance(one, int | float) and isinstance(other, int | float) and bool not in {type(one), type(other)}:
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=ALMOST_NOTHING)
    return type(one) is type(other) and bool(one == other)
