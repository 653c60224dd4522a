"""LibreOffice as the oracle: what a workbook comes to when somebody else computes every formula."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from filelock import FileLock, Timeout
from looking import VALUES
from msgspec.structs import replace
from open_libreoffice import save_as
from openpyxl_judge import Cells, cells_by_us

from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.recalculation import agree
from sheetscore.workbooks.sheet_cells import ReadCell

PDFINFO_SECONDS = 60

HEADING_ROWS = 6
"""Rows of the hidden sheet within which every kind of workbook names its system and its round."""

SAVED_BEFORE = "SHEETSCORE_SAVED_BEFORE"
"""The variable of the environment that names the folder with what LibreOffice made of files in this run."""

DAY_0 = dt.datetime(1899, 12, 30)
"""From which spreadsheets count days."""

_NOTHING = ReadCell(None)


def stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a shell script in LibreOffice's place; its last argument is the file to convert."""
    program = folder / "bin" / "soffice"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nfor source; do :; done\nfolder=$(dirname "$source")\n{script}\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def recalculate(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice load workbooks, compute every formula and save them as .xlsx in another folder."""
    return _saved(paths, out, ".xlsx")


def compute(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice compute every formula, and keep the values of all cells in files that tests can look at.

    They have no formulas, notes or names. To save a workbook takes LibreOffice longer than all the rest.
    """
    return _saved(paths, out, VALUES)


def to_ods(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice save workbooks in its own format in a folder."""
    return _saved(paths, out, ".ods")


def to_pdf(paths: Sequence[Path], out: Path) -> list[Path]:
    """Have LibreOffice print workbooks to PDF in a folder."""
    return _saved(paths, out, ".pdf")


def assert_recalculates(*workbooks: Path, at_least: int = 1) -> int:
    """Have LibreOffice compute workbooks, compare every formula with its cached value; give the number of formulas.

    Each workbook must have so many formulas. They are declared in `tests/results/planned_workbooks.py` and
    `written_workbooks.py` and come here by `test_every_formula.py`.
    """
    with TemporaryDirectory(prefix="sheetscore-") as out:
        computed = [compute([path], Path(out) / str(number))[0] for number, path in enumerate(workbooks)]
        return sum(map(assert_recalculated_equals_cached, workbooks, computed, [at_least] * len(workbooks)))


def assert_recalculated_equals_cached(
    original: Path, recalculated: Path, at_least: int = 1, sheets: Collection[str] | None = None
) -> int:
    """Compare every formula cell, of which there must be some, with what LibreOffice makes of it; give their number.

    What it made is a workbook that it saved, or the values that it told (:func:`compute`). Numbers may differ by
    1e-9 of the larger (what is left of a difference of doubles counts as 0), texts not at all; an error value is
    never right. Blank and empty text are the same. Only some sheets may be looked at. That both are read rightly is
    another test's matter (:func:`openpyxl_judge.assert_read_as_by_openpyxl`).
    """
    cached, values = cells_by_us(original), cells_by_us(recalculated, formulas=False)
    formulas = [
        (sheet, at, cell)
        for sheet, cells in cached.items()
        if sheets is None or sheet in sheets
        for at, cell in cells.items()
        if cell.formula is not None
    ]
    assert len(formulas) >= at_least, f"{original.name} has {len(formulas)} formulas to compare"
    wrong = [
        f"{sheet}!{address(*at)}: cached {cell.value!r}, recalculated {values[sheet].get(at, _NOTHING).value!r}  "
        f"{cell.formula}"
        for sheet, at, cell in formulas
        if not agree(_as_number(cell), _as_number(values[sheet].get(at, _NOTHING)))
    ]
    assert not wrong, (
        f"{original}{_what_it_is(cached)}: {len(wrong)} of {len(formulas)} formulas differ:\n" + "\n".join(wrong)
    )
    return len(formulas)


def _as_number(cell: ReadCell) -> ReadCell:
    """Return a cell with the number that a day or a time is: the values alone have no formats that make it one."""
    moment = dt.datetime.combine(DAY_0, cell.value) if isinstance(cell.value, dt.time) else cell.value
    return replace(cell, value=(moment - DAY_0) / dt.timedelta(1)) if isinstance(moment, dt.datetime) else cell


def _what_it_is(cells: Cells) -> str:
    """Quote the lines of a workbook's hidden sheet that name system and round, if there are any."""
    first = [str(cell.value)[:40] for (row, _), cell in cells.get("_sheetscore", {}).items() if row < HEADING_ROWS]
    return f" ({' '.join(first)})" if first else ""


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
    left = list(zip(paths, results, strict=True))
    while left:
        # What another process is at is left for later, so that two with the same files share the work.
        later = [(path, result) for path, result in left if not _saved_or_copied(path, result, wait=False)]
        if len(later) == len(left):
            _saved_or_copied(*later.pop(0), wait=True)
        left = later
    return results


def _saved_or_copied(path: Path, result: Path, *, wait: bool) -> bool:
    """Save a file by LibreOffice, or copy what this or another process of the run had of the same bytes before.

    Returns
    -------
    False where another process is at it, and nobody waits.
    """
    place = os.environ.get(SAVED_BEFORE)
    if not place:
        save_as(path, result)
        return True
    kept = Path(place) / f"{hashlib.sha256(path.read_bytes()).hexdigest()}{path.suffix}{result.suffix}"
    lock = FileLock(f"{kept}.lock")
    try:
        with lock.acquire(blocking=wait):
            if kept.exists():
                shutil.copyfile(kept, result)
            else:
                shutil.copyfile(save_as(path, result), kept)
    except Timeout:
        return False
    return True
