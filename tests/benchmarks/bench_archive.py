"""How long results workbooks take to come into an archive, against reading them; how that grows; how much memory."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from archives import HERE
from large_round import filled_event
from measure import growth, limit, report, seconds

from sheetscore.archive.adding import add
from sheetscore.operations.ingest import ingest
from sheetscore.results.hidden_data import read_data
from sheetscore.results.record_lines import read_results

SIZES = (250, 500, 1000)
PROGRAM = Path(__file__).with_name("adding.py")

Taken = Mapping[str, float]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of four tables of nine pilots."""
    folder = filled_event(tmp_path_factory.mktemp("one") / "event", 4)
    assert ingest(folder / "round1.xlsx").rows
    return folder / "round1-results.xlsx"


def restamped(results: Path, folder: Path, number: int) -> Path:
    """Fill a folder with so many workbooks that differ by the keys of their events alone."""
    key = read_results(results).event_key.encode()
    with zipfile.ZipFile(results) as package:
        parts = [(info, package.read(info)) for info in package.infolist()]
    assert any(key in data for _, data in parts)
    folder.mkdir()
    for one in range(number):
        new = f"{one:0{len(key)}x}".encode()
        with zipfile.ZipFile(folder / f"event{one:04}-results.xlsx", "w", zipfile.ZIP_DEFLATED) as package:
            for info, data in parts:
                package.writestr(info, data.replace(key, new), compresslevel=1)
    return folder


def added(folder: Path, jobs: int) -> Taken:
    """Add a folder to a new archive in a process of its own."""
    words = [str(folder), str(folder.with_name(f"{folder.name}-archive-{jobs}")), str(jobs)]
    done = subprocess.run([sys.executable, str(PROGRAM), *words], check=True, capture_output=True, text=True)
    taken: Taken = json.loads(done.stdout)
    return taken


def bench_adding_results_of_36_pilots(results: Path, tmp_path: Path) -> None:
    folders = {size: restamped(results, tmp_path / str(size), size) for size in SIZES}
    taken = {jobs: {size: added(folder, jobs) for size, folder in folders.items()} for jobs in (1, 2)}
    for jobs, by_size in taken.items():
        assert [one["new"] for one in by_size.values()] == [*SIZES]
        what = f"adding results of 36 pilots with {jobs} process{'es' * (jobs > 1)}"
        power = growth(f"{what}, seconds of the processor", {size: one["processor"] for size, one in by_size.items()})
        limit(f"{what}, the power", power, 1.05, "")
        for memory in ("memory", "memory of those that read"):
            if by_size[SIZES[0]][memory]:
                print(f"\n{what}, {memory}: {', '.join(f'{one[memory]:.0f}' for one in by_size.values())} MiB")
        limit(
            f"{what}, memory of the largest", by_size[SIZES[-1]]["memory"] / by_size[SIZES[0]]["memory"], 1.2, "times"
        )
    two, one = (taken[jobs][SIZES[-1]]["clock"] for jobs in (2, 1))
    report("adding 1,000 files on an idle machine, by the clock", {"two processes": two, "one": one}, 1 / 1.7)


def bench_adding_against_reading(results: Path, tmp_path: Path) -> None:
    folder = restamped(results, tmp_path / "events", 100)
    files = sorted(folder.iterdir())
    archives = iter(range(100))

    def adding() -> None:
        assert add([str(folder)], str(tmp_path / f"archive{next(archives)}"), HERE).new == len(files)

    def reading() -> None:
        for path in files:
            assert read_data(path, "results").lines

    report("adding 100 files of 36 pilots, guard included", seconds({"adding": adding, "read_data": reading}), 1.3)
