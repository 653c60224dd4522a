"""The command on real paper: a printed page that is written on goes through scan, the page in a browser, and fill."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner
from event_folder import GOOD_LINES, started
from fake_scans import DrawnRound, drawn_example
from looked_through import entry, looking, saved, type_all, way
from playwright.sync_api import Browser
from rounds_on_paper import blank, papers_of
from written_paper import written_on

from sheetscore.cli.main import main
from sheetscore.operations.entries import entries, fill

PAPER = "\n".join(line for line in GOOD_LINES.splitlines() if line.startswith(("table", "1,strike.1")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event whose round 1 is printed; strike.1 is written on and photographed."""
    folder = started(tmp_path_factory.mktemp("command") / "event")
    drawn = drawn_in(folder)
    paper = next(one for one in papers_of(folder / "round1.xlsx") if one.code.startswith("R01-T001-P2"))
    picture = blank(paper)
    assert len([*written_on(picture, {paper.code: paper}, drawn.forms, drawn.written)]) == 6
    cv2.imwrite(str(folder / "photo.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    (folder / "notes.html").write_text("my own notes", "utf-8")
    cv2.imwrite(str(folder / "blurred.jpg"), cv2.GaussianBlur(picture, (0, 0), 40)[::4, ::4])
    return folder


def drawn_in(folder: Path) -> DrawnRound:
    lines = folder.with_name("paper.csv")
    lines.write_text(PAPER, "utf-8")
    return drawn_example(folder, 1, lines)


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["-C", str(folder), "scan", *words])
    return done.exit_code, done.stdout, done.stderr


def test_paper_gives_the_same_as_typing(browser: Browser, folder: Path, tmp_path: Path) -> None:
    event, typed = (Path(shutil.copytree(folder, tmp_path / name)) for name in ("event", "typed"))
    status, told, wrong = run(event, str(folder / "photo.jpg"), str(folder / "blurred.jpg"))
    assert status == 0
    assert "round1-scan.html: 1 page. Open it in a browser" in told
    assert f"then: sheetscore -C {event} fill round1.xlsx" in told
    assert "blurred.jpg: no code of a page" in told + wrong
    drawn = drawn_in(folder)
    with looking(browser, event / "round1-scan.html") as page:
        way(page, "Strike flight 1").click()
        hits = entry(page, "strike.1", "strike.hits.1.d")
        assert hits.is_visible()
        assert not entry(page, "strike.1", "strike.hits.2.d").is_visible()
        type_all(page, drawn)
        csv = tmp_path / "round1-scan.csv"
        csv.write_text(saved(page), "utf-8")
    fill(event / "round1.xlsx", csv)
    fill(typed / "round1.xlsx", folder.with_name("paper.csv"))
    assert entries(event / "round1.xlsx") == entries(typed / "round1.xlsx")


def test_scripts_get_one_document(folder: Path, tmp_path: Path) -> None:
    event = Path(shutil.copytree(folder, tmp_path / "event"))
    status, told, _ = run(event, str(folder / "photo.jpg"), "--json")
    document = json.loads(told)
    assert status == 0
    assert [(page["table"], page["file"], page["written"]) for page in document["pages"]] == [(1, "photo.jpg", 6)]
    assert len(document["missing"]) == len(drawn_in(folder).forms.pages) - 1


def test_of_a_folder_all_pdfs_and_pictures_are_taken(folder: Path, tmp_path: Path) -> None:
    event, photos = Path(shutil.copytree(folder, tmp_path / "event")), tmp_path / "photos"
    photos.mkdir()
    (photos / "notes.txt").write_text("not asked for", "utf-8")
    status, _, wrong = run(event, str(photos))
    assert status == 2
    assert f"the folder {photos} has no PDF, JPEG, PNG or TIFF" in wrong
    for name in ("photo.jpg", "blurred.jpg"):
        shutil.copy(folder / name, photos / name.upper())
    status, told, _ = run(event, str(photos), "--json")
    document = json.loads(told)
    assert [page["file"] for page in document["pages"]] == ["PHOTO.JPG"]
    assert [one["file"] for one in document["refused"]] == ["BLURRED.JPG"]


def test_a_name_that_cannot_be_is_refused_before_anything_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheetscore.scan.find.scan_of", None)
    status, _, wrong = run(folder, str(folder / "photo.jpg"), "-o", str(folder / "x.csv"))
    assert (status, "x.csv is no name of a page" in wrong) == (2, True)
    status, _, wrong = run(folder, str(folder / "photo.jpg"), "-o", str(folder / "notes.html"))
    assert (status, "notes.html is there already" in wrong) == (2, True)


def test_no_page_of_the_round_is_a_mistake_and_a_file_that_is_not_there_wrong_usage(folder: Path) -> None:
    assert run(folder, str(folder / "blurred.jpg"))[0] == 1
    status, _, wrong = run(folder, "nowhere.pdf")
    assert status == 2
    assert "nowhere.pdf" in wrong
    assert not (folder / "round1-scan.html").exists()
