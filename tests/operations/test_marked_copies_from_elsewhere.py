"""Marked copies that were not made from the round's workbook beside them, but from other copies or elsewhere."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from amps_event import SWEEP, amps_event
from aso_commands import drawn_in, run
from event_folder import cell_of
from kept_events import started
from typing_in import type_in

from sheetscore.operations.entries import entries

MARKED, ANN = "round1-marked.xlsx", "round1-ann.xlsx"

Totals = Mapping[tuple[int, str], object]
FIRST: Totals = {(1, "blue.1"): 11, (1, "blue.2"): 12, (1, "red.1"): 13}
SECOND: Totals = {(2, "blue.1"): 21, (2, "blue.2"): 22, (2, "red.1"): 23, (2, "red.2"): 24}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tables of two against two, or fewer."""
    sides = tuple(side.model_copy(update={"seats": 2}) for side in SWEEP.sides)
    event = amps_event(players=8, tables=2, rounds=("sweep",), scenarios=(SWEEP.model_copy(update={"sides": sides}),))
    return started(tmp_path / "event", event)


def put(folder: Path, totals: Totals, file: str = "round1.xlsx") -> None:
    """Type total points as they are claimed."""
    type_in(folder / file, _cells(folder, totals))


def _cells(folder: Path, totals: Totals) -> dict[tuple[str, str], object]:
    return {cell_of(folder, *page, "claimed.sp"): text for page, text in totals.items()}


def totals(folder: Path) -> dict[tuple[int, str], str]:
    lines = csv.DictReader(StringIO(entries(folder / "round1.xlsx")))
    return {
        (int(one["table"]), one["seat"]): one["value"] for one in lines if one["value"] and one["field"] == "claimed.sp"
    }


def said(folder: Path, *words: str, status: int = 0) -> str:
    return " ".join(run("-C", folder, *words, status=status).output.split())


def _ann_after_a_drop(folder: Path) -> None:
    """Somebody leaves, but Ann types into the copy that she has from before."""
    shutil.copy(folder / "round1.xlsx", folder / ANN)
    type_in(folder / ANN, _cells(folder, {**FIRST, (1, "red.2"): "14 or 4", **SECOND}))
    gone = drawn_in(folder, 1).tables[0].seated["blue.1"]
    said(folder, "draw", "1", "--drop", gone)
    said(folder, "sheets", "1")
    said(folder, "ingest", str(folder / ANN), status=1)
    (folder / ANN).unlink()
    put(folder, {(1, "red.2"): 14}, MARKED)


def test_what_has_no_place_since_the_draw_was_changed_is_named(folder: Path) -> None:
    _ann_after_a_drop(folder)
    for command in (["ingest", str(folder / MARKED)], ["sheets", "1"]):
        assert "claimed.sp = 11 has no place on the new" in said(folder, *command, status=1)
    assert (folder / MARKED).exists()
    assert totals(folder) == {}


def _other_laptop(folder: Path) -> Path:
    """On a second laptop table 1 is typed, and its last page into the marked copy; here, table 2."""
    other = Path(shutil.copytree(folder, folder.parent / "other"))
    put(other, {**FIRST, (1, "red.2"): "14 or 4"})
    said(other, "ingest", "round1.xlsx", status=1)
    put(other, {(1, "red.2"): 14}, MARKED)
    put(folder, SECOND)
    return Path(shutil.copy(other / MARKED, folder / MARKED))


@pytest.mark.parametrize("words", [[], ["--provisional"]])
def test_a_marked_copy_of_another_laptop_brings_all_that_was_typed_there(folder: Path, words: list[str]) -> None:
    _other_laptop(folder)
    text = said(folder, "ingest", str(folder / MARKED), *words)
    assert totals(folder) == {key: str(text) for key, text in {**FIRST, (1, "red.2"): 14, **SECOND}.items()}
    assert "left out" not in text


def test_what_the_other_laptop_typed_is_told_in_full(folder: Path) -> None:
    _other_laptop(folder)
    text = said(folder, "ingest", "round1.xlsx", status=1)
    assert all(f"“{total}” was typed into {MARKED}, and round1.xlsx has nothing" in text for total in (11, 12, 13, 14))
    text = said(folder, "sheets", "1")
    assert totals(folder) == {key: str(text) for key, text in {**FIRST, (1, "red.2"): 14, **SECOND}.items()}


@pytest.mark.parametrize("words", [[], ["--provisional"]])
def test_boxes_that_only_an_older_workbook_has_blank_are_asked_about(folder: Path, words: list[str]) -> None:
    shutil.copy(folder / "round1.xlsx", folder.parent / "usb")
    put(folder, FIRST)
    said(folder, "ingest", "round1.xlsx", status=1)
    put(folder, {(1, "red.2"): 14}, MARKED)
    shutil.copy(folder.parent / "usb", folder / "round1.xlsx")
    put(folder, SECOND)
    text = said(folder, "ingest", str(folder / MARKED), *words, status=1)
    assert "table 1, blue.2, claimed.sp (blank, it was “12”)" in text
    assert "type it into round1.xlsx; if it is, clear it in round1-marked.xlsx, too; or add --force" in text
    assert (folder / MARKED).exists()
    text = said(folder, "ingest", str(folder / MARKED), "--force", *words, status=0 if words else 1)
    assert "table 1, blue.2, claimed.sp (blank, it was “12”)" in text


NOBODY_ELSE = "no other file has what was typed into it: table 1, blue.1, claimed.sp (“11”)"


def _all(*, one: object) -> Totals:
    return {**FIRST, (1, "red.2"): 14, **SECOND, (1, "blue.1"): one}


def test_a_copy_that_was_refused_is_named_after_the_round_was_scored_without_it(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / ANN)
    put(folder, {(1, "blue.1"): 11}, ANN)
    put(folder, _all(one=9))
    text = said(folder, "ingest", str(folder / ANN), status=1)
    assert "“9” was typed into round1.xlsx, and round1-ann.xlsx has “11”" in text
    said(folder, "ingest", "round1.xlsx")
    assert f"{ANN} is a copy of round 1, and {NOBODY_ELSE}" in said(folder, "check")


def test_a_second_marked_copy_that_was_refused_is_named_after_the_first_was_scored(folder: Path) -> None:
    second = "round1-marked (1).xlsx"
    put(folder, _all(one="9 or 8"))
    said(folder, "ingest", "round1.xlsx", status=1)
    shutil.copy(folder / MARKED, folder / second)
    put(folder, {(1, "blue.1"): 11}, second)
    put(folder, {(1, "blue.1"): 9}, MARKED)
    assert f"ngest {MARKED}, which takes" not in said(folder, "ingest", str(folder / second), status=1)
    text = said(folder, "ingest", str(folder / MARKED))
    assert f"{NOBODY_ELSE} for Pilot" in text
    assert f"or ingest {second}" not in text, "it is done with by then"
    assert NOBODY_ELSE in said(folder, "check")
    assert NOBODY_ELSE in said(folder, "ingest", "round1.xlsx")


def test_a_conflict_that_sheets_went_over_is_told_with_the_file_that_has_the_other_value(folder: Path) -> None:
    put(folder, _all(one="9 or 8"))
    said(folder, "ingest", "round1.xlsx", status=1)
    put(folder, {(1, "blue.1"): 9})
    put(folder, {(1, "blue.1"): 11}, MARKED)
    text = said(folder, "sheets", "1", "--force")
    assert "The new sheets have what round1.xlsx had; kept/round1-marked~1.xlsx has the other" in text
    assert totals(folder)[1, "blue.1"] == "9"
