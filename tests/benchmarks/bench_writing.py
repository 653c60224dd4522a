"""How long workbooks take to be written, against XlsxWriter making the same calls and nothing else."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median

import pytest
from large_round import filled_event
from measure import report
from replay import writings

from sheetscore.operations.demo import demo
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets

MOST = 1.3
REPEATS = 5


def reported(what: str, write: Callable[[], object], folder: Path) -> None:
    """Report a whole run: all its workbooks together, each as the median of its times.

    Both write by turns, since the machine is not equally fast all the time; without the collector, as all benchmarks.
    """
    with writings(noted=True) as noted:
        write()
    ours: list[list[float]] = []
    theirs: list[list[float]] = []
    for _ in range(REPEATS):
        gc.collect()
        gc.disable()
        with writings(noted=False) as found:
            write()
        ours.append([one.took for one in found])
        theirs.append([one.again(folder / "again.xlsx") for one in noted])
        gc.enable()
    taken = {"ours": ours, "XlsxWriter": theirs}
    report(what, {who: sum(map(median, zip(*runs, strict=True))) for who, runs in taken.items()}, MOST)


@pytest.mark.parametrize("system", ["amps", "team", "duplicate", "aso", "diplomacy"])
def bench_workbooks_of_the_demo(tmp_path: Path, system: str) -> None:
    folders = (tmp_path / str(number) for number in count())
    reported(f"all workbooks of the demo of {system}", lambda: demo(next(folders), system, lambda _: None), tmp_path)


def bench_workbooks_of_40_tables_of_9(tmp_path: Path) -> None:
    folder = filled_event(tmp_path / "event", 40)
    filled = (folder / "round1.xlsx").read_bytes()
    reported("sheets of 40 tables of 9 pilots", lambda: make_sheets(folder, 1), tmp_path)

    def scored() -> None:
        for made in ("round1-results.xlsx", "standings.xlsx"):
            (folder / made).unlink(missing_ok=True)
        ingest(folder / "round1.xlsx")

    (folder / "round1.xlsx").write_bytes(filled)
    reported("results and standings of 40 tables of 9 pilots", scored, tmp_path)
