"""How long a filled round takes to come back, against openpyxl reading its values; how that grows; how much memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from large_round import filled_boards, filled_event, filled_games, filled_round
from measure import growth, limit, report, seconds
from openpyxl import load_workbook

from sheetscore.operations.ingest import ingest
from sheetscore.workbooks.guard.inspection import inspect
from sheetscore.workbooks.reader import read_workbook

LIBRARIES = "import click, pydantic, xlsxwriter, openpyxl"


def values_by_openpyxl(path: Path) -> int:
    """Read the values of a workbook the way openpyxl's manual has it for large ones; count them."""
    book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
    found = sum(
        value is not None for sheet in book.worksheets for row in sheet.iter_rows(values_only=True) for value in row
    )
    book.close()
    return found


def ingested(folder: Path, number: int = 1) -> None:
    """Ingest a round anew."""
    for made in (f"round{number}-results.xlsx", "standings.xlsx"):
        (folder / made).unlink(missing_ok=True)
    assert ingest(folder / f"round{number}.xlsx").rows


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Events with 4, 40 and 160 tables of nine pilots, filled in."""
    place = tmp_path_factory.mktemp("large")
    return {tables: filled_event(place / str(tables), tables) for tables in (4, 40, 160)}


@pytest.fixture
def compiled(tmp_path: Path) -> dict[str, str]:
    """The surroundings of a program that was installed: its modules are compiled once, like those of its libraries."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}


def bench_reading_of_40_tables_of_9(events: dict[int, Path]) -> None:
    workbook = events[40] / "round1.xlsx"
    ways = {"guard and reading": lambda: read_workbook(workbook), "openpyxl": lambda: values_by_openpyxl(workbook)}
    report("guard and reading of 40 tables of 9 pilots", seconds(ways), 0.45)
    ways = {"guard": lambda: inspect(workbook), "openpyxl": lambda: values_by_openpyxl(workbook)}
    report("the guard alone", seconds(ways), 0.25)


def bench_memory_of_reading(events: dict[int, Path]) -> None:
    read_workbook(events[4] / "round1.xlsx")  # what is imported and kept counts for nothing
    tracemalloc.start()
    kept = read_workbook(events[40] / "round1.xlsx")
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept.sheets
    limit("peak of reading 40 tables, in what is kept of it", peak / now, 1.5, "times")


def bench_ingest_of_40_tables_of_9(events: dict[int, Path]) -> None:
    folder = events[40]
    ways = {"ingest": lambda: ingested(folder), "openpyxl": lambda: values_by_openpyxl(folder / "round1.xlsx")}
    report("ingest of 40 tables of 9 pilots", seconds(ways), 1.4)


def bench_growth_of_ingest(events: dict[int, Path]) -> None:
    taken = seconds({str(tables): partial(ingested, folder) for tables, folder in events.items()}, 3)
    report("ingest of four times as many tables", {"160 tables": taken["160"], "40 tables": taken["40"]}, 4.2)
    growth("ingest by tables of nine pilots", {int(tables): time for tables, time in taken.items()})


@pytest.mark.parametrize(
    ("what", "sizes", "made"),
    [
        ("players of accelerated Swiss", (8, 32, 128, 512), filled_games),
        ("boards of Diplomacy", (3, 10, 30), filled_boards),
    ],
    ids=["aso", "diplomacy"],
)
def bench_growth(tmp_path: Path, what: str, sizes: tuple[int, ...], made: Callable[[Path, int], Path]) -> None:
    folders = {size: made(tmp_path / str(size), size) for size in sizes}
    taken = seconds({str(size): partial(ingested, folder) for size, folder in folders.items()}, 3)
    growth(f"ingest by {what}", {int(size): time for size, time in taken.items()})


def bench_ingest_of_the_ninth_round_against_the_second(tmp_path: Path) -> None:
    folder = filled_event(tmp_path / "event", 10, rounds=9)
    taken = {}
    for number in range(1, 10):
        if number > 1:
            filled_round(folder, number)
        ingested(folder, number)
        if number in {2, 9}:
            (taken[number],) = seconds({"": partial(ingested, folder, number)}).values()
    report("ingest of a round after eight others", {"ninth": taken[9], "second": taken[2]}, 1.5)


def bench_ingest_of_4_tables_as_a_process(events: dict[int, Path], compiled: dict[str, str]) -> None:
    run = [sys.executable, "-c", "from sheetscore.cli.main import main; main()", "-C", str(events[4])]

    def process() -> None:
        for made in ("round1-results.xlsx", "standings.xlsx"):
            (events[4] / made).unlink(missing_ok=True)
        subprocess.run([*run, "ingest", "round1.xlsx"], check=True, capture_output=True, env=compiled)

    imports = [sys.executable, "-c", LIBRARIES]
    ways = {"ingest": process, "imports": lambda: subprocess.run(imports, check=True, env=compiled)}
    report("ingest of 4 tables, a process of its own", seconds(ways), 3.0)


def bench_help_against_importing_click(compiled: dict[str, str]) -> None:
    ways = {
        "--help": [sys.executable, "-c", "from sheetscore.cli.main import main; main(['--help'])"],
        "click": [sys.executable, "-c", "import click"],
    }
    taken = seconds(
        {
            name: partial(subprocess.run, run, check=True, capture_output=True, env=compiled)
            for name, run in ways.items()
        },
        repeats=11,
    )
    report("--help", taken, 1.3)


@pytest.fixture(scope="module")
def largest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with as many tables as there may be, filled in."""
    return filled_event(tmp_path_factory.mktemp("largest") / "event", 200)


@pytest.mark.parametrize("command", ["ingest", "sheets"])
def bench_memory_of_200_tables_of_9(largest: Path, tmp_path: Path, command: str) -> None:
    folder = shutil.copytree(largest, tmp_path / "event")
    program = Path(__file__).with_name("peak_memory.py")
    run = [sys.executable, str(program), command, str(folder)]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    limit(f"peak memory of {command}, 200 tables of 9 pilots", float(done.stdout), 400, "MiB")
