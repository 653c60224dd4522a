"""A workbook that somebody saves while a command is at work on it is left as it is, and the command says so."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from amps_event import amps_event
from event_folder import filled_folder
from test_renamed_marked_copies import BLANK, D, put, stands

from sheetscore.operations import entries, sheets
from sheetscore.operations.entries import fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.safeguards import marked_copy
from sheetscore.problems import WrongUsage


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled_folder(tmp_path / "origins", amps_event(players=10))


def lines(folder: Path) -> Path:
    source = folder.with_name("lines.csv")
    source.write_text("table,seat,field,value\n1,cap.2,claimed.sp,2\n", encoding="utf-8")
    return source


def merged(folder: Path) -> object:
    other = shutil.copy(folder / "round1.xlsx", folder / "bob.xlsx")
    return merge_copies(folder / "round1.xlsx", other, folder / "round1.xlsx")


COMMANDS: dict[str, tuple[Any, Callable[[Path], object]]] = {
    "sheets": (sheets, lambda folder: sheets.make_sheets(folder, 1, more=[(1, "cap.1")])),
    "fill": (entries, lambda folder: fill(folder / "round1.xlsx", lines(folder))),
    "merge": (entries, merged),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_score_sheets_saved_while_a_command_writes_them_are_left(
    folder: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, run = COMMANDS[command]
    write = module.write_round

    def late(*args: Any, **options: Any) -> object:
        put(folder, "round1.xlsx", {BLANK: 3})
        return write(*args, **options)

    if command == "merge":
        put(folder, "round1.xlsx", {D: 1})
    monkeypatch.setattr(module, "write_round", late)
    with pytest.raises(WrongUsage, match=r"round1\.xlsx was saved by somebody else while this command ran") as stopped:
        run(folder)
    assert stopped.value.code == "saved-meanwhile"
    assert stands(folder)[BLANK] == "3"
    monkeypatch.undo()
    run(folder)
    assert stands(folder)[BLANK] == "3"


def test_a_marked_copy_saved_while_it_is_ingested_is_not_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder, "round1.xlsx", {D: "many"})
    ingest(folder / "round1.xlsx")
    put(folder, "round1-marked.xlsx", {D: 1})
    module: Any = marked_copy
    write = module.write_round

    def late(*args: Any, **options: Any) -> object:
        put(folder, "round1-marked.xlsx", {BLANK: 3})
        return write(*args, **options)

    monkeypatch.setattr(module, "write_round", late)
    with pytest.raises(WrongUsage, match=r"round1-marked\.xlsx was saved by somebody else"):
        ingest(folder / "round1-marked.xlsx")
    monkeypatch.undo()
    assert ingest(folder / "round1-marked.xlsx").results_path
    assert stands(folder)[BLANK] == "3"
