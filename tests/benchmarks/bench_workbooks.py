"""How long a filled round takes to come back, against openpyxl alone on the same file; and how much memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from large_round import filled_event
from measure import limit, report, seconds
from openpyxl import load_workbook

from sheetscore.desk.ingest import ingest
from sheetscore.workbooks.guard import inspect


def read_by_openpyxl(path: Path) -> int:
    """Read the values and the formulas of a workbook the way its documentation has it; count them."""
    found = 0
    for data_only in (True, False):
        book = load_workbook(path, read_only=True, data_only=data_only, keep_links=False)
        for sheet in book.worksheets:
            found += sum(value is not None for row in sheet.iter_rows(values_only=True) for value in row)
        book.close()
    return found


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with 40 tables of nine pilots filled in."""
    return filled_event(tmp_path_factory.mktemp("large") / "event", 40)


def bench_guard_of_40_tables_of_9(filled: Path) -> None:
    workbook = filled / "round1.xlsx"
    taken = seconds({"guard": lambda: inspect(workbook), "openpyxl": lambda: read_by_openpyxl(workbook)})
    report("the guard before reading 40 tables of 9 pilots", taken, 1 / 3)


def bench_ingest_of_40_tables_of_9(filled: Path) -> None:
    workbook = filled / "round1.xlsx"

    def ours() -> None:
        for made in ("round1-results.xlsx", "standings.xlsx"):
            (filled / made).unlink(missing_ok=True)
        assert len(ingest(workbook).rows) == 360

    taken = seconds({"ingest": ours, "openpyxl": lambda: read_by_openpyxl(workbook)})
    report("ingest of 40 tables of 9 pilots", taken, 1.5)


@pytest.fixture(scope="module")
def largest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with as many tables as there may be, filled in."""
    return filled_event(tmp_path_factory.mktemp("largest") / "event", 200)


@pytest.mark.parametrize("command", ["ingest", "sheets"])
def bench_memory_of_200_tables_of_9(largest: Path, command: str) -> None:
    program = Path(__file__).with_name("peak_memory.py")
    run = [sys.executable, str(program), command, str(largest)]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    limit(f"peak memory of {command}, 200 tables of 9 pilots", float(done.stdout), 400, "MiB")
