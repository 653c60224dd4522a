"""Standings stay, byte for byte, while all that they come from is as it was; otherwise they are made anew."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from amps_event import amps_event
from event_folder import filled_folder
from typing_in import save_with_openpyxl, type_in

from sheetscore.event.load import load_event
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.results.standings_record import read_standings
from sheetscore.workbooks import reader


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One round that is scored, and the sheets of the next one."""
    folder = filled_folder(tmp_path_factory.mktemp("as-they-were") / "event", amps_event(rounds=("bridge", "bridge")))
    assert ingest(folder / "round1.xlsx").status != "errors"
    draw(folder, 2)
    make_sheets(folder, 2)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "event"))


def as_it_is(folder: Path) -> tuple[bytes, int]:
    """Give the bytes of the standings, and when they were written."""
    workbook = folder / "standings.xlsx"
    return workbook.read_bytes(), workbook.stat().st_mtime_ns


COMMANDS: dict[str, Callable[[Path], object]] = {
    "standings": standings,
    "check": check,
    "sheets": lambda folder: make_sheets(folder, 2),
    "ingest of what was ingested": lambda folder: ingest(folder / "round1.xlsx"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_after_which_nothing_is_different_leaves_them(folder: Path, command: str) -> None:
    before = as_it_is(folder)
    COMMANDS[command](folder)
    assert as_it_is(folder) == before


def test_who_types_into_them_keeps_that_while_nothing_changes(folder: Path) -> None:
    type_in(folder / "standings.xlsx", {("Standings", "A40"): "Ann pays for the beer"})
    before = as_it_is(folder)
    standings(folder)
    assert as_it_is(folder) == before


def _setting(folder: Path) -> None:
    event = load_event(folder)
    settings = event.settings.model_copy(update={"factoring": "none"})
    write_event(event.model_copy(update={"settings": settings}), folder)


def _form(folder: Path) -> None:
    own = folder / "templates" / "amps" / "air-combat.toml"
    own.parent.mkdir(parents=True)
    text = (shipped("templates") / "amps" / own.name).read_text(encoding="utf-8")
    own.write_text(text.replace('total = "dn + na + 2*da"', 'total = "3*dn + na + 2*da"'), encoding="utf-8")


def _results(folder: Path) -> None:
    source = folder.parent / "lines.csv"
    source.write_text("table,seat,field,value\n1,strike.4,claimed.sp,6\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    ingest(folder / "round1.xlsx")


SOURCES: dict[str, Callable[[Path], object]] = {
    "a setting": _setting,
    "a form of the event": _form,
    "results of other values": _results,
    "results that were saved again": lambda folder: save_with_openpyxl(folder / "round1-results.xlsx"),
    "a draw that was saved again": lambda folder: save_with_openpyxl(folder / "round2-draw.xlsx"),
    "a draw that is gone": lambda folder: (folder / "round2-draw.xlsx").unlink(),
    "standings that are damaged": lambda folder: os.truncate(folder / "standings.xlsx", 1000),
    "standings that are gone": lambda folder: (folder / "standings.xlsx").unlink(),
}


@pytest.mark.parametrize("source", SOURCES)
def test_whatever_changes_of_what_they_come_from_has_them_made_anew_and_once(folder: Path, source: str) -> None:
    before = as_it_is(folder)
    SOURCES[source](folder)
    standings(folder)
    made = as_it_is(folder)
    assert made != before
    assert read_standings(folder / "standings.xlsx").rows
    standings(folder)
    assert as_it_is(folder) == made


def test_a_command_reads_draws_and_standings_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[tuple[str, ...]] = Counter()
    inspect: Any = vars(reader)["inspect"]

    def counted(path: Path, limits: Any, reading: Any) -> Any:
        read[path.name, *reading._only] += 1
        return inspect(path, limits, reading)

    monkeypatch.setattr(reader, "inspect", counted)
    for command in (check, standings):
        read.clear()
        command(folder)
        assert read["round2-draw.xlsx",] == read["standings.xlsx", "_sheetscore"] == 1
