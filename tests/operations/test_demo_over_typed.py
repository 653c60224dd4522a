"""The demo again in its folder: what somebody typed there since stops it."""

from __future__ import annotations

from pathlib import Path

import pytest
from event_folder import contents
from shared_demos import Demos
from typing_in import type_in

from sheetscore.operations.demo import demo
from sheetscore.operations.entries import entries, fill
from sheetscore.problems import WrongUsage
from sheetscore.workbooks.reader import read_workbook


@pytest.fixture
def folder(demos: Demos, tmp_path: Path) -> Path:
    return demos.played("match").copied(tmp_path / "demo")


def again(folder: Path) -> None:
    demo(folder, "match", lambda _: None)


def test_a_value_that_was_typed_over_the_examples_stops_it_and_is_named(folder: Path) -> None:
    lines = (line.split(",") for line in entries(folder / "round1.xlsx").splitlines())
    table, box, value = next((line[0], line[2], line[3]) for line in lines if line[2].endswith("game.1.winner"))
    other = {"1": "2", "2": "1", "draw": "1"}[value]
    source = folder.parent / "typed.csv"
    source.write_text(f"table,seat,field,value\n{table},,{box},{other}\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    before = contents(folder)
    with pytest.raises(WrongUsage, match=f"round1.xlsx, table {table}, table sheet, {box} = {other}"):
        again(folder)
    assert contents(folder) == before
    source.write_text(f"table,seat,field,value\n{table},,{box},{value}\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    again(folder)


@pytest.mark.parametrize("name", ["event.xlsx", "round2-draw.xlsx"])
def test_a_file_that_somebody_changed_stops_it_and_is_named(folder: Path, name: str) -> None:
    sheet = next(iter(read_workbook(folder / name).sheets))
    type_in(folder / name, {(sheet, "Z40"): "mine"})
    before = contents(folder)
    with pytest.raises(WrongUsage, match=name):
        again(folder)
    assert contents(folder) == before
