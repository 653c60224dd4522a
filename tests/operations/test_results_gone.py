"""Results and draws that somebody deleted, while what was made from them is still there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from match_commands import codes, run, run_json, told
from shared_demos import Demos


def delete(folder: Path, *names: str) -> None:
    for path in folder.glob("*-results.xlsx"):
        if not names or path.name in names:
            path.unlink()
    (folder / "journal.jsonl").unlink()


@pytest.mark.parametrize("example", ["airforce", "duplicate"])
def test_check_and_standings_name_results_that_are_gone(example: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "demo")
    (results,) = folder.glob("*-results.xlsx")
    shutil.copy(results, tmp_path)
    delete(folder)
    sheets = results.name.replace("-results", "")
    (said,) = told(run_json("-C", folder, "check"), "results-gone")
    assert said == (
        f"standings.xlsx was made from {results.name}, which is gone: nothing that was scored there counts any more. "
        f"Put it back, or score again: sheetscore ingest {sheets}; if it was taken away on purpose, move "
        "standings.xlsx away"
    )
    assert "which is gone" in " ".join(run("-C", folder, "standings").stderr.split())
    for way_out in (
        lambda: run("-C", folder, "ingest", folder / sheets),
        lambda: shutil.copy(tmp_path / results.name, folder),
    ):
        way_out()
        assert ("warning", "results-gone") not in codes(run_json("-C", folder, "check"))
        results.unlink()
    (folder / "standings.xlsx").unlink()
    assert ("warning", "results-gone") not in codes(run_json("-C", folder, "check"))


def test_some_of_the_results_may_be_gone(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("team-of-four").copied(tmp_path / "demo")
    delete(folder, "round3-results.xlsx")
    (folder / "round3.xlsx").unlink()
    (said,) = told(run_json("-C", folder, "check"), "results-gone")
    assert said.endswith("Put it back; if it was taken away on purpose, run sheetscore standings")
    run("-C", folder, "standings")
    assert not told(run_json("-C", folder, "check"), "results-gone")


@pytest.mark.parametrize("example", ["airforce", "duplicate", "team-of-four"])
def test_nothing_is_said_while_all_are_there(example: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "demo")
    assert not told(run_json("-C", folder, "check"), "results-gone")


def test_a_round_whose_results_were_deleted_is_named_as_long_as_it_has_none(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("team-of-four").copied(tmp_path / "demo")
    (folder / "round1-results.xlsx").unlink()
    said = (
        "round 1 has no results and counts for nothing, although there are results of rounds 2 and 3. Ingest it first: "
        "sheetscore ingest round1.xlsx"
    )
    assert told(run_json("-C", folder, "ingest", folder / "round2.xlsx"), "round-missing") == [said]
    assert told(run_json("-C", folder, "check"), "round-missing") == [said]
    run("-C", folder, "ingest", folder / "round1.xlsx")
    assert not told(run_json("-C", folder, "check"), "round-missing")


def test_a_draw_that_is_gone_is_named_while_its_sheets_or_results_are_there(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("team-of-four").copied(tmp_path / "demo")
    draw = folder / "round1-draw.xlsx"
    shutil.move(draw, tmp_path)
    (said,) = told(run_json("-C", folder, "check"), "draw-gone")
    assert said.startswith(
        "round1-draw.xlsx is gone, and there is round1.xlsx and round1-results.xlsx. Put it back, as from kept/; "
    )
    refused = run("-C", folder, "sheets", "1", status=2)
    assert "round1-draw.xlsx is gone" in " ".join(refused.stderr.split())
    shutil.copy(tmp_path / draw.name, folder)
    assert not told(run_json("-C", folder, "check"), "draw-gone")
