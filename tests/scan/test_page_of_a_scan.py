"""The page of a scan in the event's folder: what it is called, what it replaces, what it never does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from event_folder import GOOD_LINES, contents, started
from fake_scans import DrawnRound, drawn_example, scan_of_round
from small_round import small_round

from sheetscore.operations.entries import read_whole
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.scan import Scanned, scanned_stage, write_scan_page
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.scan.scanned import RefusedPicture, Scan, Source

FIRST, SECOND = (1, "strike.1"), (1, "strike.2")

BLURRED = RefusedPicture(Source("blurred.jpg", 1), "take it again, flat and in focus", b"")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return started(tmp_path / "event")


def drawn_in(folder: Path) -> DrawnRound:
    lines = folder.with_name("paper.csv")
    lines.write_text(GOOD_LINES, "utf-8")
    return drawn_example(folder, 1, lines)


def page_written(folder: Path, scan: Scan, to: Path | None = None, *, force: bool = False) -> Scanned:
    opened = open_event(folder)
    forms, read = read_whole(opened, folder / "round1.xlsx", 1, besides=True)
    return write_scan_page(opened, scan, forms, read, to, force=force)


def test_the_same_scan_has_one_page_and_another_one_a_page_of_its_own(folder: Path) -> None:
    drawn = drawn_in(folder)
    first, second = (scan_of_round(drawn, [place]) for place in (FIRST, SECOND))
    names = [page_written(folder, scan).path.name for scan in (first, first, second, first, second)]
    one, two = "round1-scan.html", "round1-scan2.html"
    assert names == [one, one, two, one, two]
    assert page_written(folder, second).then.endswith("round1-scan2.csv")


def test_no_copy_of_names_and_handwriting_goes_to_kept(folder: Path) -> None:
    scan = scan_of_round(drawn_in(folder), [FIRST])
    before = contents(folder)
    for named in (None, folder / "mine.html", folder / "mine.html"):
        page_written(folder, scan, named)
    assert contents(folder).keys() - before.keys() == {"round1-scan.html", "mine.html"}


def test_another_file_is_replaced_by_force_alone(folder: Path) -> None:
    scan, mine = scan_of_round(drawn_in(folder), [FIRST]), folder / "mine.html"
    mine.write_text("my own notes", "utf-8")
    with pytest.raises(WrongUsage, match="is there already"):
        page_written(folder, scan, mine)
    assert mine.read_text("utf-8") == "my own notes"
    assert page_written(folder, scan, mine, force=True).path == mine
    with pytest.raises(WrongUsage, match=r"ends in \.html"):
        page_written(folder, scan, folder / "round1.xlsx", force=True)


def test_a_scan_without_any_page_writes_nothing_and_says_why(folder: Path) -> None:
    drawn, before = drawn_in(folder), contents(folder)
    with pytest.raises(MistakesFound, match=r"blurred\.jpg: take it again, flat and in focus"):
        page_written(folder, Scan(drawn.event.key, 1, (), (BLURRED,), ()))
    assert contents(folder) == before


def test_scripts_are_told_what_was_found_refused_and_is_missing(folder: Path) -> None:
    scan = scan_of_round(drawn_in(folder), [FIRST])
    scan = Scan(scan.event_key, 1, scan.pages, (BLURRED,), scan.missing[:1])
    done = page_written(folder, scan)
    told = done.as_json()
    page = scan.pages[0]
    assert told == {
        "event": "Test event",
        "round": 1,
        "path": str(folder / "round1-scan.html"),
        "pages": [{"code": page.code, "table": 1, "file": "scan.pdf", "number": 1, "written": 6}],
        "refused": [{"file": "blurred.jpg", "number": 1, "why": "take it again, flat and in focus"}],
        "missing": [scan.missing[0]],
    }
    assert [one.code for one in done.findings] == ["scan-refused"]
    assert not done.findings[0].is_error


def test_the_page_asks_for_nothing_outside_of_itself(folder: Path) -> None:
    text = page_written(folder, scan_of_round(drawn_in(folder), [FIRST])).path.read_text("utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href)=["']?(?!data:)|@import|url\(|fetch\(|XMLHttpRequest|import\(""", text)


def test_paper_is_that_of_the_last_round_with_sheets_unless_a_round_is_named(tmp_path: Path) -> None:
    opened = open_event(small_round(tmp_path / "event", rounds=2))
    assert scanned_stage(opened, None) == 1
    assert scanned_stage(opened, 1) == 1
    with pytest.raises(WrongUsage, match="round 2 has no score sheets: sheetscore sheets 2 makes them"):
        scanned_stage(opened, 2)
