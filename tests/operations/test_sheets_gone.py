"""Score sheets that were filled in and are gone: blank ones are made only when somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from event_folder import filled_folder, started

from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound


def test_sheets_that_results_were_made_from_are_not_made_blank(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    ingest(folder / "round1.xlsx")
    (folder / "round1.xlsx").rename(folder / "round1 typed.xlsx")
    here = r"round1-results\.xlsx was made from it: .*\(here are round1 typed\.xlsx and kept/round1~1\.xlsx\)"
    with pytest.raises(MistakesFound, match=here):
        make_sheets(folder, 1)
    assert not (folder / "round1.xlsx").exists()
    assert make_sheets(folder, 1, force=True).path.exists()


def test_sheets_that_the_journal_knows_as_filled_in_are_not_made_blank(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    (folder / "round1.xlsx").unlink()
    with pytest.raises(MistakesFound, match=r"something was typed into it .*: fill round1\.xlsx") as refused:
        make_sheets(folder, 1)
    assert [one.code for one in refused.value.findings] == ["sheets-gone"]


def test_sheets_that_nobody_filled_in_are_made_again(tmp_path: Path) -> None:
    folder = started(tmp_path / "event")
    make_sheets(folder, 1)
    (folder / "round1.xlsx").unlink()
    assert make_sheets(folder, 1).path.exists()
