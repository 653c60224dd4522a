"""How long workbooks take to be written, against XlsxWriter making the same calls and nothing else."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest
from large_round import filled_event
from measure import report
from replay import Writing, writings

from sheetscore.desk.demo import demo
from sheetscore.desk.ingest import ingest
from sheetscore.desk.sheets import make_sheets

MOST = 1.3
REPEATS = 5


def reported(what: str, runs: list[list[Writing]], noted: list[Writing], folder: Path) -> None:
    """Report a whole run: all its workbooks together, each as the median of its times."""
    ours = sum(median(one.took for one in same) for same in zip(*runs, strict=True))
    theirs = sum(median(one.again(folder / "again.xlsx") for _ in range(REPEATS)) for one in noted)
    report(what, {"ours": ours, "XlsxWriter": theirs}, MOST)


@pytest.mark.parametrize("system", ["amps", "team", "duplicate", "aso", "diplomacy"])
def bench_workbooks_of_the_demo(tmp_path: Path, system: str) -> None:
    runs = []
    for number in range(REPEATS + 1):
        with writings(noted=number == REPEATS) as found:
            demo(tmp_path / str(number), system, lambda _: None)
        runs.append(found)
    reported(f"all workbooks of the demo of {system}", runs[:-1], runs[-1], tmp_path)


def bench_workbooks_of_40_tables_of_9(tmp_path: Path) -> None:
    folder = filled_event(tmp_path / "event", 40)
    filled = (folder / "round1.xlsx").read_bytes()
    runs: dict[str, list[list[Writing]]] = {"sheets": [], "results and standings": []}
    for number in range(REPEATS + 1):
        with writings(noted=number == REPEATS) as found:
            make_sheets(folder, 1)
        runs["sheets"].append(found)
        (folder / "round1.xlsx").write_bytes(filled)
        for made in ("round1-results.xlsx", "standings.xlsx"):
            (folder / made).unlink(missing_ok=True)
        with writings(noted=number == REPEATS) as found:
            ingest(folder / "round1.xlsx")
        runs["results and standings"].append(found)
    for what, each in runs.items():
        reported(f"{what} of 40 tables of 9 pilots", each[:-1], each[-1], tmp_path)
