"""Sheets that the version before made, of pages that are laid out otherwise by now, are read whole."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
from looking import values_in
from typing_in import type_in

from sheetscore.operations.entries import entries
from sheetscore.operations.ingest import check_round_workbook
from sheetscore.operations.sheets import make_sheets
from sheetscore.workbooks.cell_refs import address

BEFORE = Path(__file__).parent / "sheets-before"
"""Event folders that it made and filled in: each with what it read on its own sheets itself, in ``entries.csv``."""

KINDS = {
    "amps": "pilots with two tasks on two sheets of paper, all lines printed, the foot on the first",
    "airforce": "logs with the start above the turns, signed on the first sheet",
    "aso": "a list of results, whose columns stand group by group",
    "match-alone": "a match with a block for each game, without squares to tick, all boxes on it",
    "match": "a series on four sheets of paper, all boxes on it",
    "diplomacy": "votes without room for a QR code beside them",
    "team": "seats by their ids, on lists, too",
}


@pytest.fixture(params=[*KINDS], ids=[*KINDS])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(BEFORE / request.param, tmp_path / request.param))


Box = tuple[str, str, str, str]


def values(lines: str) -> set[Box]:
    """Give table, seat, field and value of every box that is filled in."""
    read = csv.DictReader(lines.splitlines())
    return {(one["table"], one["seat"], one["field"], one["value"]) for one in read if one["value"]}


def then(folder: Path) -> set[Box]:
    return values((folder / "entries.csv").read_text(encoding="utf-8"))


def test_every_value_is_read_and_nothing_printed_is_taken_for_something_typed(folder: Path) -> None:
    assert len(then(folder)) > 20
    assert values(entries(folder / "round1.xlsx")) == then(folder)
    told = {one.code for one in check_round_workbook(folder / "round1.xlsx").findings}
    assert not told & {"structure", "stray-value", "page-edge", "page-twice", "form-changed"}


def test_made_again_they_keep_every_value(folder: Path) -> None:
    make_sheets(folder, 1)
    assert values(entries(folder / "round1.xlsx")) == then(folder)


def test_a_place_to_sign_that_was_deleted_is_missed_in_the_words_of_now(tmp_path: Path) -> None:
    sheets = Path(shutil.copy(BEFORE / "amps" / "round1.xlsx", shutil.copytree(BEFORE / "amps", tmp_path / "amps")))
    cells = values_in(sheets)["Table 1"].cells
    first = next(address(*at) for at, text in cells.items() if text == "checked by")
    type_in(sheets, {("Table 1", first): None})
    (said,) = [one.message for one in check_round_workbook(sheets).findings if one.code == "page-edge"]
    assert "“checked by an opponent; then to the director” is no longer printed there" in said
