"""Targets that are destroyed: what comes after scores nothing, and what all pilots say of one must fit together."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest
from amps_event import amps_event, pilot_shape
from event_folder import cell_of, started
from libreoffice import assert_recalculated_equals_cached, recalculate

from sheetscore.desk.fields import fill
from sheetscore.desk.ingest import Ingested, ingest
from sheetscore.desk.sheets import draw_of
from sheetscore.desk.workplace import open_desk
from sheetscore.findings import Finding
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import Value

DS = pilot_shape("ds")


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return started(tmp_path_factory.mktemp("amps") / "event", amps_event())


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(blank, tmp_path / "event"))


def scored(folder: Path, pages: Mapping[str, Mapping[str, Value]]) -> Ingested:
    """Type the pages of table 1, by seats, let everybody else stay at home, and ingest the round."""
    seats = [seat for _, seat, _ in draw_of(open_desk(folder), 1).draw.places()]
    lines = [f"1,{seat},seat.flew,{int(seat in pages)}" for seat in seats]
    lines += [f"1,{seat},{field},{value}" for seat, values in pages.items() for field, value in values.items()]
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    return ingest(folder / "round1.xlsx")


def points(done: Ingested) -> dict[str, object]:
    return {str(row["seat"]): row["sp"] for row in done.rows}


def told(done: Ingested, code: str) -> list[Finding]:
    return [one for one in done.findings if one.code == code]


def attacks(block: str, *lines: Mapping[str, Value]) -> dict[str, Value]:
    """Give the lines of a block of the suppression sheet, from the first."""
    return {
        f"defense-suppression.{block}.{number}.{field}": value
        for number, line in enumerate(lines, start=1)
        for field, value in line.items()
    }


HAWK: dict[str, Value] = {"target": "Hawk", "d": 3, "destroyed": 1, "missiles_left": 0}
HAWK_AGAIN: dict[str, Value] = {"target": "hawk", "suppressed": 1}
AFTERWARDS: list[tuple[dict[str, Value], int]] = [
    (attacks("sam", HAWK, HAWK_AGAIN, HAWK_AGAIN), 24),
    (attacks("radar", {"destroyed": 1}, {"suppressed": 1}), 3),
    (attacks("aaa", {"target": "ZSU 1", "d": 3, "destroyed": 1}, {"target": "ZSU 1", "suppressed": 1}), 16),
    (attacks("sam", {**HAWK, "d": 1}, {"target": "Hawk", "d": 2}), 12),
    (attacks("sam", {**HAWK, "d": 1}, {**HAWK, "d": 2, "missiles_left": 4}), 12),
    (attacks("infantry_sam", {"destroyed": 1}, {"destroyed": 1}), 5),
]


@pytest.mark.parametrize(("page", "worth"), AFTERWARDS)
def test_amps_4_after_the_line_that_destroys_a_target_it_scores_nothing_on_that_page(
    page: dict[str, Value], worth: int
) -> None:
    assert score_page(DS, page).sums["computed"] == worth


def test_amps_4_other_targets_go_on_scoring_and_so_do_the_lines_before() -> None:
    page = attacks("sam", HAWK_AGAIN, HAWK, {"target": "Grail truck", "suppressed": 1})
    assert score_page(DS, page).sums["computed"] == 4 + 24 + 4


def test_amps_4_three_d_that_are_not_called_destroyed_do_not_stop_suppression() -> None:
    page = attacks("sam", {"target": "Hawk", "d": 3}, HAWK_AGAIN)
    assert score_page(DS, page).sums["computed"] == 18 + 4


def test_amps_4_the_sheet_and_the_results_come_to_the_same_and_the_lines_are_named(folder: Path) -> None:
    """18 + 6 for the Hawk, 3 for the radar, 12 + 4 for the guns: everything below scores nothing."""
    whole = AFTERWARDS[0][0] | AFTERWARDS[1][0] | AFTERWARDS[2][0]
    done = scored(folder, {"ds.1": whole})
    assert points(done) == {"ds.1": 24 + 3 + 16}
    places = ("sam.2", "sam.3", "radar.2", "aaa.2")
    cells = {cell_of(folder, 1, "ds.1", f"defense-suppression.{place}.target") for place in places}
    found = told(done, "no-effect")
    assert {(one.sheet, one.cell) for one in found} == cells
    assert all(str(one.severity) == "warning" and "line 1 says" in one.message for one in found)
    hawk = next(one for one in found if "SAM sites, line 3" in one.message)
    assert {field for _, _, field in hawk.fields} == {f"defense-suppression.sam.{n}.target" for n in (1, 3)}
    workbooks = [folder / "round1.xlsx", folder / "round1-results.xlsx"]
    for workbook, again in zip(workbooks, recalculate(workbooks, folder / "out"), strict=True):
        assert_recalculated_equals_cached(workbook, again)
    assert 24 + 3 + 16 in page_figures(folder / "out" / "round1.xlsx")


def page_figures(workbook: Path) -> set[object]:
    """Give every value that the sheet of table 1 shows."""
    sheet = openpyxl.load_workbook(workbook, data_only=True)["Table 1"]
    return {cell.value for row in sheet.iter_rows() for cell in row}
