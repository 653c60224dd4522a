"""Paper of every system goes from the PDF that is printed through scan, the page in a browser and fill, as if typed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import cv2
import pytest
from fake_scans import DrawnRound, drawn_example
from libreoffice import to_pdf
from looked_through import looking, saved, type_all
from playwright.sync_api import Browser
from rounds_on_paper import EXAMPLES, RoundOnPaper, made
from written_paper import printed, written_on

from sheetscore.forms.form import FieldKey, Value
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.scan import scan
from sheetscore.sheets.paper_sheet import PaperOfPage

SHOWN = ("origins-1991", "team-of-four", "duplicate", "aso", "match", "diplomacy", "airforce")

MOST = 2
"""Sheets of paper of each that are written on."""

Printed = Mapping[str, tuple[RoundOnPaper, Path]]


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """The first round of an example of each system, and its sheets as LibreOffice prints them."""
    home = tmp_path_factory.mktemp("rounds")
    there = {name: made(home / name, name) for name in SHOWN}
    books = [Path(shutil.copy(one.path, home / f"{name}.xlsx")) for name, one in there.items()]
    return dict(zip(there, zip(there.values(), to_pdf(books, home / "pdf"), strict=True), strict=True))


def on_paper(one: RoundOnPaper, drawn: DrawnRound, paper: PaperOfPage) -> Mapping[FieldKey, Value]:
    """Give what an example has in the boxes of a sheet of paper."""
    boxes = {drawn.forms.public[FieldKey(paper.table, paper.seat, box.field)] for box in paper.printed.boxes}
    return {key: value for key, value in drawn.written.items() if key in boxes}


@pytest.mark.parametrize("example", SHOWN)
def test_paper_gives_the_same_as_typing(browser: Browser, rounds: Printed, tmp_path: Path, example: str) -> None:
    one, pdf = rounds[example]
    lines = EXAMPLES / example / f"{one.path.stem}.csv"
    drawn = drawn_example(one.path.parent, one.number, lines)
    asked = [paper for paper in one.papers.values() if paper.kind in {"paper", "slip"} and on_paper(one, drawn, paper)]
    papers = {paper.code: paper for paper in asked[:MOST]}
    written = {key: value for paper in papers.values() for key, value in on_paper(one, drawn, paper).items()}
    stack = printed(pdf, papers)
    by_hand = {key for picture in stack for key in written_on(picture, papers, drawn.forms, written)}
    assert len(by_hand) > 4
    assert cv2.imwritemulti(str(tmp_path / "stack.tiff"), stack)
    paper, typed = (Path(shutil.copytree(one.path.parent, tmp_path / name)) for name in ("paper", "typed"))

    done = scan([tmp_path / "stack.tiff"], paper)
    found = {
        FieldKey(page.table, box.seat, box.field)
        for page in done.found.pages
        for box in page.boxes
        if box.is_written_on
    }
    assert not done.found.refused
    assert {page.code for page in done.found.pages} >= {*papers}
    assert found >= by_hand
    with looking(browser, done.path) as page:
        type_all(page, DrawnRound(drawn.event, drawn.forms, written))
        csv = tmp_path / "scan.csv"
        csv.write_text(saved(page, done.path.with_suffix(".csv").name), "utf-8")
    fill(paper / one.path.name, csv)

    by_keys, rest = tmp_path / "typed.csv", tmp_path / "rest.csv"
    heading, *others = lines.read_text("utf-8").splitlines()
    on_these = {(str(key.table), key.seat, key.field) for key in written}
    for path, kept in ((by_keys, True), (rest, False)):
        lines_kept = [line for line in others if (tuple(line.split(",")[:3]) in on_these) is kept]
        path.write_text("\n".join([heading, *lines_kept]), "utf-8")
    fill(typed / one.path.name, by_keys)
    assert entries(paper / one.path.name) == entries(typed / one.path.name)

    # the other sheets of the round are typed into both, so that it can be scored
    for folder in (paper, typed):
        fill(folder / one.path.name, rest)
    from_paper, from_typing = (ingest(folder / one.path.name) for folder in (paper, typed))
    assert from_paper.rows
    assert from_paper.as_json() == from_typing.as_json()
