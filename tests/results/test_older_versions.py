"""Folders that older programs wrote work on: from before results told everything, and from before they packed it.

``version-1`` has round 1 of two scored: five pilots at a table, the sixth sits out; its event has no uid.
``version-2`` is the same, ingested again when every text of the hidden data had a cell of its own, and ``version-3``
from before results said what was played in words that mean the same in every system.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from event_folder import contents
from looking import open_whole
from msgspec.structs import replace

import sheetscore as ss
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.results.record_lines import read_results

BEFORE = Path(__file__).with_name("version-1")
APART = Path(__file__).with_name("version-2")
PACKED = Path(__file__).with_name("version-3")
RESULTS = "round1-results.xlsx"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(BEFORE, tmp_path / "before"))


def version_of(path: Path) -> str:
    return str(open_whole(path)["_sheetscore"]["B2"].value)


def scores(folder: Path) -> dict[object, object]:
    return {row["id"]: row["score"] for row in standings(folder).standings.rows}


def as_told_then(findings: Iterable[Finding]) -> list[Finding]:
    """Leave out the two bombing rolls without a target, which nobody asked about then."""
    asked, others = ([one for one in findings if (one.code == "name-open") == open_] for open_ in (True, False))
    assert len(asked) == 2
    return others


def test_it_was_made_before() -> None:
    assert version_of(BEFORE / RESULTS) == "1"
    assert Event.load(BEFORE).header.uid is None


def test_its_results_are_read_as_far_as_they_go() -> None:
    record = ss.read_results(str(BEFORE / RESULTS))
    event = Event.load(BEFORE)
    assert (record.event_key, record.event_name, record.round) == (event.key, "Test event", 1)
    assert (record.setup, record.pages, record.byes, record.absent) == (None, (), (), ())
    assert {row["seat"] for row in record.rows} == {"strike.1", "strike.2", "ds.1", "cap.1", "cap.2"}
    assert [row["sp"] for row in record.rows if row["seat"] == "cap.2"] == [7]  # as the director ruled


def test_it_ranks_and_nothing_is_written_anew(folder: Path) -> None:
    before = contents(folder)
    assert len(scores(folder)) == 5
    assert contents(folder) == before


def test_it_draws_the_next_round_by_the_old_results(folder: Path) -> None:
    (sat_out,) = draw(folder, 1, again=True).draw.byes
    drawn = draw(folder, 2)
    (out,) = drawn.draw.byes
    assert out != sat_out
    assert {player for _, _, player in drawn.draw.places()} | {out} == {f"P{number:02}" for number in range(1, 7)}
    assert make_sheets(folder, 2).pages == 6
    assert version_of(folder / RESULTS) == "1"


def test_it_takes_a_correction_and_tells_everything_from_then_on(folder: Path, tmp_path: Path) -> None:
    before = read_results(folder / RESULTS)
    (tmp_path / "one.csv").write_text("table,seat,field,value\n1,cap.2,ruling.sp,9\n", encoding="utf-8")
    fill(folder / "round1.xlsx", tmp_path / "one.csv")
    assert ingest(folder / "round1.xlsx").status == "warnings"
    after = read_results(folder / RESULTS)
    assert {row["player"]: row["sp"] for row in after.rows if row["seat"] == "cap.2"}.popitem()[1] == 9
    assert [row for row in after.rows if row["section"] != "cap"] == [
        row for row in before.rows if row["section"] != "cap"
    ]
    assert version_of(folder / RESULTS) == "4"
    assert version_of(folder / "kept" / "round1-results~1.xlsx") == "1"
    assert after.setup is not None
    assert (after.setup.uid, after.event_key) == ("", before.event_key)
    assert len(scores(folder)) == 5


def test_ingested_again_the_same_scores_come_out_with_what_they_were_made_from(folder: Path) -> None:
    before = read_results(folder / RESULTS)
    ingest(folder / "round1.xlsx")
    after = read_results(folder / RESULTS)
    assert (after.rows, after.entries) == (before.rows, before.entries)
    assert as_told_then(after.findings) == list(before.findings)
    worth = {page.seat: page for page in after.pages}
    assert sum(worth["strike.1"].blocks.values()) == worth["strike.1"].sums["sp"]
    assert worth["strike.1"].sums["sp"] == next(row["sp"] for row in before.rows if row["seat"] == "strike.1")
    assert worth[""].blocks["team_points.strike"] == 4
    assert worth["cap.2"].sums["sp"] == Fraction(7)
    clubs = {one.id: one.club for one in after.setup.enrolled} if after.setup else {}
    assert clubs == {"P01": "Blues", "P02": "Reds", "P03": "Blues", "P04": "Reds", "P05": "Blues", "P06": "Reds"}
    assert len(after.byes) == 1


def test_what_had_a_cell_for_every_text_is_read_whole(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(APART, tmp_path / "apart"))
    assert version_of(folder / RESULTS) == "2"
    files = contents(folder)
    assert len(scores(folder)) == 5
    assert contents(folder) == files  # the standings count as up to date
    before = read_results(folder / RESULTS)
    assert (len(before.pages), len(before.byes)) == (6, 1)
    (folder / RESULTS).unlink()
    assert ingest(folder / "round1.xlsx").status == "warnings"
    assert version_of(folder / RESULTS) == "4"
    after = read_results(folder / RESULTS)
    assert before.setup is not None
    assert after.setup
    assert after.setup.files  # of the formulas of the forms
    settings = {**before.setup.settings, "odds": "down"}
    assert after.setup == replace(before.setup, settings=settings, files=after.setup.files, seed=7)
    assert as_told_then(after.findings) == list(before.findings)
    assert dataclasses.replace(after, setup=before.setup, findings=before.findings, played=None) == before


def test_what_said_nothing_of_games_is_read_and_counts_as_up_to_date(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PACKED, tmp_path / "packed"))
    assert version_of(folder / RESULTS) == "3"
    files = contents(folder)
    assert len(scores(folder)) == 5
    assert contents(folder) == files
    before = read_results(folder / RESULTS)
    (folder / RESULTS).unlink()
    ingest(folder / "round1.xlsx")
    after = read_results(folder / RESULTS)
    assert before.played is None
    assert after.played is not None
    assert after.setup
    assert replace(after.setup, files={}, seed=None) == before.setup
    assert dataclasses.replace(after, played=None, setup=before.setup) == before
