"""How well filled-in paper is found again: pages of all systems as LibreOffice prints them, each distortion in turn."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from libreoffice import to_pdf

from sheetscore.event.folder import EventFolder
from sheetscore.operations.draw import draw
from sheetscore.operations.new import compose, write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.sheets.paper_sheet import PAPER_SHEET, PaperOfPage, paper_lines, papers_in
from sheetscore.workbooks.reader import read_workbook

sys.path.insert(0, str(Path(__file__).parent.parent / "scan"))
from distortions import DISTORTIONS
from measured import measured, printed_pages
from paper import Picture

EXAMPLES = ("origins-1991", "team-of-four", "duplicate", "match", "diplomacy", "airforce", "aso")

PAGES = int(os.environ.get("PAGES", "40"))
"""Of each distortion."""


def bench_scan(tmp_path: Path) -> None:
    examples = Path(__file__).parent.parent.parent / "examples"
    workbooks = []
    for name in EXAMPLES:
        folder = tmp_path / name
        write_event(compose(folder, source=examples / name / "event.toml").event, folder)
        if (examples / name / "draw.toml").exists() or not EventFolder(folder).draw(1).exists():
            draw(folder)
        made = make_sheets(folder)
        workbooks.append(made.path.rename(tmp_path / f"{name}.xlsx"))
    pages: list[tuple[Picture, PaperOfPage]] = []
    for workbook, pdf in zip(workbooks, to_pdf(workbooks, tmp_path / "pdf"), strict=True):
        papers = papers_in(paper_lines(read_workbook(workbook, only=(PAPER_SHEET,))))
        pages += printed_pages(pdf.read_bytes(), {one.code: one for one in papers})
    print(f"\n{len(pages)} pages of {len(EXAMPLES)} systems, {PAGES} a distortion")
    print(
        f"{'':28}{'placed':>9}{'median':>8}{'most':>7}{'missed':>13}{'taken':>12}{'proposed':>10}{'wrong':>6}{'seconds':>9}"
    )
    wrong = proposed = 0
    for name in DISTORTIONS:
        found = measured(pages, name, PAGES)
        print(
            f"{name:28}{found.pages - len(found.lost):>5}/{found.pages}{found.median:>8.2f}{found.most:>7.2f}"
            f"{found.written_lost:>7}/{found.written}{found.empty_taken:>6}/{found.empty}"
            f"{found.proposed / found.numbers:>10.0%}{found.proposed_wrong:>6}{max(found.seconds):>8.2f}",
            flush=True,
        )
        assert not found.wrong
        assert len(found.lost) <= PAGES * (0.05 if name == "hard photo" else 0)
        assert found.far_off <= 1
        wrong += found.proposed_wrong
        proposed += found.proposed
    assert wrong <= proposed * 0.005
