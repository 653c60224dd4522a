"""A folder whose journal is gone: older copies are not known in it, and where that matters it is said once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import cell_of, filled_folder
from typing_in import type_in

from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled_folder(tmp_path / "origins", amps_event(players=9, rounds=("bridge", "bridge")))


def told(looked_at: object) -> list[Finding]:
    """Give what is said of the journal."""
    findings: tuple[Finding, ...] = getattr(looked_at, "findings")  # noqa: B009 -- both outcomes of check have some
    found = [one for one in findings if one.code == "journal-gone"]
    assert {one.severity.value for one in found} <= {"note"}
    return found


def test_results_without_the_journal_that_tells_of_them_are_said_once(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    assert not told(check(folder))
    (folder / "journal.jsonl").unlink()
    for look in (folder, folder / "round1.xlsx"):
        (one,) = told(check(look))
        assert "journal.jsonl does not tell how round1-results.xlsx came about" in one.message
        assert "older copies of round1.xlsx are not known as such" in one.message
    assert len(told(ingest(folder / "round1.xlsx"))) == 1
    assert not told(ingest(folder / "round1.xlsx"))
    assert not told(check(folder))


def test_a_single_workbook_without_results_needs_no_journal(folder: Path) -> None:
    (folder / "journal.jsonl").unlink()
    assert not told(check(folder))
    assert not told(check(folder / "round1.xlsx"))


def test_several_copies_of_a_round_without_a_journal_are_said(folder: Path) -> None:
    (folder / "journal.jsonl").unlink()
    shutil.copy(folder / "round1.xlsx", folder / "round1-bob.xlsx")
    for look in (folder, folder / "round1.xlsx", folder / "round1-bob.xlsx"):
        (one,) = told(check(look))
        assert "journal.jsonl does not tell which of round1-bob.xlsx and round1.xlsx is the newest" in one.message
    (one,) = told(ingest(folder / "round1.xlsx"))
    assert not told(ingest(folder / "round1.xlsx"))


@pytest.mark.parametrize("with_kept", [True, False], ids=["with kept/", "without kept/"])
def test_an_older_copy_that_is_put_back_without_a_journal_has_its_boxes_named(folder: Path, *, with_kept: bool) -> None:
    ingest(folder / "round1.xlsx")
    shutil.copy(folder / "round1.xlsx", folder.parent / "before.xlsx")
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", "air-combat.rolls.4"): 2})
    ingest(folder / "round1.xlsx")
    (folder / "journal.jsonl").unlink()
    if not with_kept:
        shutil.rmtree(folder / "kept")
    shutil.copy(folder.parent / "before.xlsx", folder / "round1.xlsx")
    for look in (check(folder / "round1.xlsx"), ingest(folder / "round1.xlsx")):
        (one,) = [one for one in look.findings if one.code in {"older-copy", "values-changed"}]
        assert one.severity.value == "warning"
        assert "table 1, cap.2, air-combat.rolls.4 (“1”, it was “2”)" in one.message
