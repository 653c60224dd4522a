"""An old copy in the place of the workbook that was scored: no command writes it anew as if it were the newest."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from event_folder import contents, filled_folder

from sheetscore.desk.entries import fill, merge_copies
from sheetscore.desk.ingest import ingest
from sheetscore.desk.sheets import make_sheets
from sheetscore.problems import MistakesFound

ANOTHER = "table,seat,field,value\n1,cap.2,air-combat.rolls.5,1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scored round with an old copy in the place of its workbook: one roll on table 5 was typed in between."""
    folder = filled_folder(tmp_path / "cup")
    sheets, old = folder / "round1.xlsx", tmp_path / "old.xlsx"
    shutil.copy(sheets, old)
    typed = tmp_path / "later.csv"
    typed.write_text(ANOTHER)
    fill(sheets, typed)
    assert ingest(sheets).results_path
    shutil.copy(sheets, tmp_path / "new.xlsx")
    shutil.copy(old, sheets)
    return folder


def _fill(folder: Path, *, force: bool) -> object:
    lines = folder.parent / "one.csv"
    lines.write_text("table,seat,field,value\n1,cap.3,air-combat.rolls.1,1\n")
    return fill(folder / "round1.xlsx", lines, force=force)


def _merge(folder: Path, *, force: bool) -> object:
    copy = folder / "round1-bob.xlsx"
    shutil.copy(folder / "round1.xlsx", copy)
    return merge_copies(folder / "round1.xlsx", copy, folder / "round1.xlsx", force=force)


COMMANDS: dict[str, Callable[..., object]] = {
    "sheets": lambda folder, force: make_sheets(folder, 1, force=force),
    "fill": _fill,
    "merge": _merge,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_old_copy_is_not_written_anew_unless_told_so(folder: Path, command: str) -> None:
    before = contents(folder)
    with pytest.raises(MistakesFound) as refused:
        COMMANDS[command](folder, force=False)
    assert {one.code for one in refused.value.findings} == {"older-copy"}
    assert "the results come from a later round1.xlsx" in refused.value.findings[0].message
    assert {name: was for name, was in contents(folder).items() if name in before} == before
    COMMANDS[command](folder, force=True)


def test_an_old_copy_may_be_merged_with_one_that_has_what_was_typed_since(folder: Path, tmp_path: Path) -> None:
    newer = folder / "round1-new.xlsx"
    shutil.copy(tmp_path / "new.xlsx", newer)
    merge_copies(folder / "round1.xlsx", newer, folder / "round1.xlsx")
    assert ingest(folder / "round1.xlsx").status != "errors"
