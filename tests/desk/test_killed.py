"""An ingest that is killed leaves the old round or the new one, and the next command puts the standings right."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from event_folder import cell_of, filled_folder, type_in

from sheetscore.desk.ingest import ingest
from sheetscore.desk.standings import standings
from sheetscore.results.read_results import read_results
from sheetscore.results.standings_workbook import standings_sources
from sheetscore.workbooks.saving import digest


def ingest_and_die(folder: Path, step: int) -> subprocess.CompletedProcess[str]:
    program = Path(__file__).with_name("killed_desk.py")
    return subprocess.run(
        [sys.executable, str(program), str(folder / "round1.xlsx"), str(step)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, int]:
    """An event with round 1 scored, then corrected on the sheets; and the SP of strike.2 before and after."""
    folder = filled_folder(tmp_path_factory.mktemp("event") / "origins")
    ingest(folder / "round1.xlsx")
    before = points(folder)
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.2", "strike.hits.1.d"): 3})
    return folder, before, 9


def points(folder: Path) -> int:
    rows = read_results(folder / "round1-results.xlsx").rows
    (sp,) = [row["sp"] for row in rows if row["seat"] == "strike.2"]
    assert isinstance(sp, int)
    return sp


def test_ingest_killed_at_every_write_leaves_one_round_and_standings_follow(
    corrected: tuple[Path, int, int], tmp_path: Path
) -> None:
    original, old, new = corrected
    whole = ingest_and_die(Path(shutil.copytree(original, tmp_path / "whole")), 0)
    steps = int(whole.stdout)
    assert steps > 10
    seen = set()
    for step in range(1, steps + 1):
        folder = Path(shutil.copytree(original, tmp_path / f"step{step}"))
        assert ingest_and_die(folder, step).returncode == 9
        seen.add(points(folder))
        assert seen <= {old, new}
        ranked = standings(folder)
        assert standings_sources(folder / "standings.xlsx") == {
            "round1-results.xlsx": digest(folder / "round1-results.xlsx")
        }
        assert len(ranked.rows) == 9
        assert not [path for path in folder.iterdir() if "unfinished" in path.name]
        ingest(folder / "round1.xlsx")
        assert points(folder) == new
    assert seen == {old, new}
