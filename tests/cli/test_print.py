"""Printing: a PDF of what is handed out, in order, without what is for the director alone."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from aso_commands import run, run_json
from click.testing import CliRunner
from event_folder import contents
from libreoffice import recalculate, stand_in
from openpyxl import load_workbook
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.operations.printing import print_pages
from sheetscore.workbooks import office
from sheetscore.workbooks.office import for_director
from sheetscore.workbooks.reader import read_workbook


def pages_of(pdf: Path) -> list[str]:
    """Give the text of every page."""
    told = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True, text=True).stdout
    return told.split("\f")[:-1]


def only(pages: Sequence[str], text: str) -> list[int]:
    return [number for number, page in enumerate(pages) if text in page]


@pytest.fixture
def aso(demos: Demos, tmp_path: Path) -> Path:
    """The whole demo of a small event."""
    return demos.played("aso").copied(tmp_path / "aso")


def test_all_of_a_round_in_the_order_of_handing_out(aso: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run_json(monkeypatch, "-C", aso, "print", "round1.xlsx", "--what", "all")
    assert [part["workbook"] for part in told["parts"]] == ["round1-draw.xlsx", "round1.xlsx", "round1-results.xlsx"]
    pages = pages_of(aso / "round1-all.pdf")
    assert len(pages) == told["pages"] == sum(part["pages"] for part in told["parts"])
    assert all(part["pages"] for part in told["parts"])
    postings = told["parts"][0]["pages"]
    assert only(pages, "report of the draw") == []
    assert only(pages, "by name")
    assert max(only(pages, "by name")) < postings
    # what to type is for whoever sits at the computer; how the results came about is not for the wall
    for sheet in ("Enter what is on paper", "How they are computed", "About this workbook", "Change a value here"):
        assert only(pages, sheet) == []


def test_printing_again_changes_nothing_and_keeps_no_copy(aso: Path) -> None:
    first = print_pages(aso / "round1-draw.xlsx")
    there = contents(aso)
    again = print_pages(aso / "round1-draw.xlsx")
    assert again == first
    assert contents(aso) == there


def test_what_another_pdf_held_is_kept(aso: Path) -> None:
    (aso / "wall.pdf").write_bytes(b"%PDF somebody else's")
    print_pages(aso / "standings.xlsx", to=aso / "wall.pdf", force=True)
    assert (aso / "kept" / "wall~1.pdf").read_bytes() == b"%PDF somebody else's"


def test_results_of_thirty_players_are_five_pages_at_most(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("origins-1991").copied(tmp_path / "origins")
    printed = print_pages(folder / "round1-results.xlsx")
    assert 1 <= sum(printed.pages.values()) <= 5


def test_sheets_for_the_director_stand_last_and_are_marked(demos: Demos) -> None:
    folder = demos.played("origins-1991").folder
    for name in ("round1-results.xlsx", "standings.xlsx"):
        workbook = read_workbook(folder / name)
        kept = for_director(workbook.names)
        assert "About" in kept
        in_place = {"Lists", "Standings"}  # the standings are kept where those for the wall say the same
        titles = [title for title in workbook.sheets if not title.startswith("_") and title not in in_place]
        assert [title in kept for title in titles] == sorted(title in kept for title in titles)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("round1.xlsx", "-o", "round1.xlsx"), "round1.xlsx is no PDF: give a name that ends in .pdf"),
        (("event.xlsx", "--what", "sheets"), "event.xlsx belongs to no round"),
        (("round9.xlsx", "--what", "results"), "sheetscore ingest round9.xlsx makes them"),
        (("round9.xlsx", "--what", "all"), "nothing of that round yet: sheetscore draw 9 makes its postings"),
        (("travellers.xlsx", "--what", "all"), "nothing of that round yet: sheetscore draw makes its postings"),
        (("journal.jsonl",), "journal.jsonl is no workbook"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_line(aso: Path, words: tuple[str, ...], told: str) -> None:
    done = CliRunner().invoke(main, ["-C", str(aso), "print", *words])
    assert done.exit_code == 2
    assert told in done.output
    assert not [*aso.glob("*.pdf")]


def test_without_libreoffice_it_says_what_to_print_oneself(aso: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = run("-C", aso, "print", "round1.xlsx", "--what", "all", status=2)
    assert "open round1-draw.xlsx, round1.xlsx, round1-results.xlsx and print from there" in done.output


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("sleep 9", "standings.xlsx was not printed: LibreOffice took longer than 1 s and was ended; another"),
        ("exit 1", "LibreOffice could not print standings.xlsx: open it there"),
    ],
)
def test_too_slow_and_not_able_are_told_apart(
    aso: Path, script: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(aso.parent, script, monkeypatch)
    monkeypatch.setattr(office, "SECONDS", 1)
    monkeypatch.setattr(office, "SECONDS_TO_PRINT_MEBIBYTE", 0)
    assert told in " ".join(run("-C", aso, "print", "standings.xlsx", status=2).output.split())
    assert not [*aso.glob("*.pdf")]


def test_a_draw_that_another_program_saved_is_printed_without_what_is_for_the_director(aso: Path) -> None:
    """LibreOffice and openpyxl say of sheets that are seen that they are, which XlsxWriter passes over."""
    before = print_pages(aso / "round1-draw.xlsx").pages
    (saved,) = recalculate([aso / "round1-draw.xlsx"], aso / "saved")
    shutil.copy(saved, aso)
    assert print_pages(aso / "round1-draw.xlsx").pages == before
    assert only(pages_of(aso / "round1-draw.pdf"), "report of the draw") == []


def test_a_workbook_with_nothing_but_sheets_for_the_director_is_told(
    aso: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(aso.parent, "exit 1", monkeypatch)
    draw = load_workbook(aso / "round1-draw.xlsx")
    for title in ("By name", "Pairs"):
        del draw[title]
    draw.save(aso / "round1-draw.xlsx")
    told = " ".join(run("-C", aso, "print", "round1-draw.xlsx", status=2).output.split())
    assert "round1-draw.xlsx was not printed: all its sheets are for the director, or hidden" in told


def test_a_renamed_workbook_is_printed_as_it_is(aso: Path) -> None:
    shutil.copy(aso / "round1-draw.xlsx", aso / "Friday evening.xlsx")
    assert print_pages(aso / "Friday evening.xlsx").path == aso / "Friday evening.pdf"
