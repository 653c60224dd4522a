"""Slips and bids, several to a sheet of paper: found beside each other, with every box that they have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from looked_through import entry, looking, way
from msgspec.structs import replace
from playwright.sync_api import Browser
from rounds_on_paper import RoundOnPaper, blank, made, saved

from sheetscore.forms.form import FieldKey
from sheetscore.forms.values import shown as value_shown
from sheetscore.scan.looking.page import page_of
from sheetscore.scan.looking.shown_scan import ShownPaper, set_out
from sheetscore.scan.scanned import Scan
from sheetscore.sheets.paper_sheet import PaperOfPage

PAUSE = 1600
"""Milliseconds after which letters begin another word."""


@pytest.fixture(scope="module")
def aso(tmp_path_factory: pytest.TempPathFactory) -> RoundOnPaper:
    return made(tmp_path_factory.mktemp("aso"), "aso")


def paper_of(aso: RoundOnPaper, code: str) -> PaperOfPage:
    return next(paper for paper in aso.papers.values() if paper.code.startswith(code))


def shown(aso: RoundOnPaper, scan: Scan) -> dict[str, ShownPaper]:
    laid = set_out(scan, "an event", aso.forms, aso.read.entered, "scan.csv", "fill").shown
    return {paper.title: paper for paper in laid.papers}


def test_bids_are_found_on_one_sheet_of_paper_and_need_not_come_back(aso: RoundOnPaper, tmp_path: Path) -> None:
    sheet = np.full((1400, 1700), 255, np.uint8)
    for top, left, code in ((0, 0, "T001-B1"), (0, 850, "T001-B2"), (700, 0, "T002-B1"), (700, 850, "T002-B2")):
        chit = blank(paper_of(aso, f"R01-{code}"))
        sheet[top : top + chit.shape[0], left : left + chit.shape[1]] = chit
    scan = aso.scan(saved(sheet, tmp_path / "bids.png"))
    assert not scan.refused
    papers = shown(aso, scan)
    assert [*papers] == [f"Table {table}, bid of player {seat}" for table in (1, 2) for seat in (1, 2)]
    for title, paper in papers.items():
        seat = title[-1]
        assert [box.field for box in paper.boxes] == [f"bid.{seat}.side", f"bid.{seat}.level"]
        sides, levels = paper.pictures[0].areas
        assert (len(sides), len(levels)) == (6, 1)  # three scenarios of two sides; one row of levels
    assert {code.split("-")[2] for code in scan.missing} == {"S1"}


def test_the_dice_of_a_slip_are_cut_out_and_told_apart(aso: RoundOnPaper, tmp_path: Path) -> None:
    scan = aso.scan(saved(blank(paper_of(aso, "R01-T001-S1")), tmp_path / "slip.png"))
    paper = shown(aso, scan)["Table 1, slip"]
    dice = {box.caption: paper.pictures[0].areas[at] for at, box in enumerate(paper.boxes) if box.field.endswith("die")}
    assert [*dice] == ["Scenario choice: Die", "Balance: Die"]
    assert all(dice.values())
    assert [line.title for line in paper.lines] == ["Results", "Not on this paper"]
    beside = {paper.boxes[at].field.split(".")[0] for at in paper.lines[1].boxes}
    assert beside == {"player", "judge"}


def test_a_winner_is_chosen_by_typing_the_name_on_the_paper(
    aso: RoundOnPaper, browser: Browser, tmp_path: Path
) -> None:
    scan = aso.scan(saved(blank(paper_of(aso, "R01-T001-S1")), tmp_path / "slip.png"))
    player = aso.forms.by_public[FieldKey(1, "1", "player")]
    event = aso.read.entered
    name = str(value_shown(aso.forms.fields[player][2], event.entries[player]))
    # as that of somebody whose name begins as “draw” does
    called = {player: f"D{name}"}
    entered = replace(event, entries={**event.entries, **called})
    page = tmp_path / "scan.html"
    page.write_text(page_of(set_out(scan, "an event", aso.forms, entered, "scan.csv", "fill")), "utf-8")
    with looking(browser, page) as shown_page:
        way(shown_page, "Table 1, slip").click()
        winner = entry(shown_page, "", "winner")
        winner.focus()
        for typed, chosen in ((f"d{name[:3]}", "1"), ("draw", "draw"), ("player 2", "2")):
            shown_page.wait_for_timeout(PAUSE)
            shown_page.keyboard.type(typed.lower())
            assert winner.input_value() == chosen
