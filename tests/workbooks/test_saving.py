"""Saving: the old file or the new one, complete, and nothing lost."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import killed_saves
import pytest
import xlsxwriter

from sheetscore.problems import WrongUsage
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.saving import beside, open_elsewhere, put_aside, refuse_if_open, save, save_text, sweep

ABOUT = "xl/worksheets/sheet2.xml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "round1-results.xlsx"


def write(path: Path, points: int = 12, day: int = 1) -> None:
    """Write results with a sheet that says on which day they were made."""
    book = Book(path, "results")
    book.sheet("Results").number(0, 0, points)
    book.sheet("About").number(0, 0, day)
    book.close()


def noting(given: list[Path]) -> Callable[[Path], None]:
    """Give a writer that notes the paths it was given."""

    def note_and_write(unfinished: Path) -> None:
        given.append(unfinished)
        write(unfinished)

    return note_and_write


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_is_written_and_nothing_is_kept(path: Path) -> None:
    saved = save(path, write)
    assert (saved.path, saved.kept, saved.changed) == (path, None, True)
    assert saved.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert names(path.parent) == [path.name]


def test_the_writer_gets_a_hidden_name_with_the_same_suffix_in_the_same_folder(path: Path) -> None:
    given: list[Path] = []
    save(path, noting(given))
    assert [(other.parent, other.suffix, other.name[0]) for other in given] == [(path.parent, ".xlsx", ".")]


def test_what_is_replaced_is_kept_under_the_next_number(path: Path) -> None:
    contents = []
    for points in range(12):
        saved = save(path, partial(write, points=points))
        contents.append(path.read_bytes())
    place = path.parent / "kept"
    assert saved.kept == place / "round1-results~11.xlsx"
    assert [(place / f"round1-results~{number}.xlsx").read_bytes() for number in range(1, 12)] == contents[:-1]
    assert names(path.parent) == ["kept", path.name]
    assert len(names(place)) == 11


@pytest.mark.parametrize("place", [".", "kept"])
def test_the_next_number_follows_the_highest_beside_the_file_and_among_the_copies(path: Path, place: str) -> None:
    (path.parent / "kept").mkdir()
    path.with_name("round1-results~3.xlsx").write_bytes(b"beside")
    (path.parent / "kept" / "round1-results~4.xlsx").write_bytes(b"among them")
    folder = path.parent / place
    (folder / "round1-results~9.xlsx").write_bytes(b"older")
    (folder / "round1-results~x.xlsx").write_bytes(b"no number")
    (folder / "round1~30.xlsx").write_bytes(b"another file")
    path.write_bytes(b"old")
    assert save(path, write).kept == path.parent / "kept" / "round1-results~10.xlsx"


def test_the_same_data_leave_the_file_alone(path: Path) -> None:
    first = save(path, partial(write, day=1), [ABOUT])
    before = path.read_bytes(), path.stat().st_mtime_ns
    second = save(path, partial(write, day=2), [ABOUT])
    assert (second.changed, second.kept, second.sha256) == (False, None, first.sha256)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert names(path.parent) == [path.name]


def test_the_time_in_the_properties_is_no_data(path: Path) -> None:
    def titled(unfinished: Path, title: str) -> None:
        with xlsxwriter.Workbook(unfinished) as book:
            book.set_properties({"title": title})
            book.add_worksheet().write_number(0, 0, 12)

    save(path, partial(titled, title="one"))
    assert not save(path, partial(titled, title="two")).changed


def test_a_stamp_that_was_not_announced_is_data(path: Path) -> None:
    save(path, partial(write, day=1))
    assert save(path, partial(write, day=2)).changed


def test_other_data_under_the_same_stamp_are_saved(path: Path) -> None:
    save(path, partial(write, points=12), [ABOUT])
    assert save(path, partial(write, points=13), [ABOUT]).changed


@pytest.mark.parametrize("place", [".", "kept"])
def test_a_copy_that_is_the_newest_already_is_not_kept_again(path: Path, place: str) -> None:
    save(path, write)
    (path.parent / "kept").mkdir()
    newest = path.parent / place / "round1-results~4.xlsx"
    newest.write_bytes(path.read_bytes())
    saved = save(path, partial(write, points=13))
    assert saved.kept == newest
    copies = [other for other in path.parent.rglob("*") if "~" in other.name]
    assert copies == [newest]
    assert beside(newest, path) == (newest.name if place == "." else f"kept/{newest.name}")


@pytest.mark.parametrize("name", ["round1.ods", "round1.XLSM"])
def test_a_workbook_in_another_format_is_replaced_by_an_xlsx_and_kept(tmp_path: Path, name: str) -> None:
    there = tmp_path / name
    there.write_bytes(b"typed")
    given: list[Path] = []
    saved = save(there, noting(given))
    assert (saved.path, saved.changed) == (tmp_path / "round1.xlsx", True)
    assert zipfile.is_zipfile(saved.path)
    assert [other.suffix for other in given] == [".xlsx"]
    assert saved.kept == tmp_path / "kept" / f"round1~1{there.suffix}"
    assert saved.kept.read_bytes() == b"typed"
    assert names(tmp_path) == ["kept", "round1.xlsx"]


def test_copies_of_a_workbook_in_all_formats_are_counted_together(path: Path) -> None:
    save(path, write)
    (path.parent / "kept").mkdir()
    (path.parent / "kept" / "round1-results~6.ods").write_bytes(b"older")
    (path.parent / "kept" / "round1-results~9.csv").write_bytes(b"no workbook")
    assert save(path, partial(write, points=13)).kept == path.parent / "kept" / "round1-results~7.xlsx"


def test_a_file_put_aside_is_gone_from_the_folder_and_kept(path: Path) -> None:
    path.write_bytes(b"done with")
    copy = put_aside(path)
    assert names(path.parent) == ["kept"]
    assert copy == path.parent / "kept" / "round1-results~1.xlsx"
    assert copy.read_bytes() == b"done with"


def test_a_file_in_the_place_of_the_folder_of_copies_is_named_and_nothing_is_written(path: Path) -> None:
    path.write_bytes(b"old")
    path.with_name("kept").write_bytes(b"notes of mine")
    for act in (lambda: save(path, write), lambda: put_aside(path)):
        with pytest.raises(WrongUsage, match=r"kept is a file, .* rename it"):
            act()
    assert (path.read_bytes(), path.with_name("kept").read_bytes()) == (b"old", b"notes of mine")
    assert names(path.parent) == ["kept", path.name]


def test_text_is_saved_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "[entries] (1).csv"
    save_text(path, "Zoë,12\n")
    assert path.read_bytes() == "Zoë,12\n".encode()
    assert not save_text(path, "Zoë,12\n").changed
    assert save_text(path, "Zoë,13\n").kept == tmp_path / "kept" / "[entries] (1)~1.csv"


def test_a_writer_that_fails_leaves_everything_as_it_was(path: Path) -> None:
    def fail(unfinished: Path) -> None:
        unfinished.write_bytes(b"half")
        raise KeyError("a mistake of ours")

    path.write_bytes(b"old")
    with pytest.raises(KeyError):
        save(path, fail)
    assert path.read_bytes() == b"old"
    assert names(path.parent) == [path.name]


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (PermissionError(errno.EACCES, "Access is denied"), "close it in Excel or LibreOffice"),
        (OSError(errno.EROFS, "Read-only file system"), "see that you may write"),
        (OSError(errno.ENOSPC, "No space left on device"), "make room"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
    ],
)
@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_what_the_system_refuses_is_said_with_advice(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, advice: str, step: str
) -> None:
    def refuse(*_: object) -> None:
        raise error

    path.write_bytes(b"old")
    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(WrongUsage) as caught:
        save(path, write)
    monkeypatch.undo()
    assert advice in caught.value.message
    assert path.name in caught.value.message
    assert path.read_bytes() == b"old"
    assert not [other for other in path.parent.rglob("*") if other.name.startswith(".")]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match=r"there is no folder .*origins91"):
        save(tmp_path / "origins91" / "round1.xlsx", write)


@pytest.mark.parametrize(
    ("mark", "program"), [("~$round1-results.xlsx", "Excel"), (".~lock.round1-results.xlsx#", "LibreOffice")]
)
def test_a_file_that_is_open_elsewhere_is_not_touched(path: Path, mark: str, program: str) -> None:
    save(path, write)
    refuse_if_open(path)
    path.with_name(mark).write_bytes(b"me")
    assert open_elsewhere(path) == program
    with pytest.raises(WrongUsage, match="typed and not saved is not read") as caught:
        refuse_if_open(path)
    assert program in caught.value.message
    assert mark in caught.value.message


def test_the_mark_of_another_file_does_not_count(path: Path) -> None:
    path.with_name("~$round1.xlsx").write_bytes(b"me")
    assert open_elsewhere(path) is None


def test_sweeping_removes_what_was_not_finished_and_nothing_else(path: Path) -> None:
    given: list[Path] = []
    save(path, noting(given))
    given[0].write_bytes(b"half")
    stay = [".sheetscore.lock", ".unfinished-business.xlsx", "journal.jsonl", path.name]
    for name in stay:
        path.with_name(name).write_bytes(b"")
    copies = path.parent / "kept"
    copies.mkdir()
    (copies / given[0].name).write_bytes(b"half")
    (copies / "round1~1.xlsx").write_bytes(b"whole")
    sweep(path.parent)
    assert names(path.parent) == sorted([*stay, "kept"])
    assert names(copies) == ["round1~1.xlsx"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes the way of Unix")
@pytest.mark.parametrize("way", ["step", "step in another format", "moment"])
def test_a_killed_save_leaves_the_old_file_or_the_new_one_complete(tmp_path: Path, way: str) -> None:
    command = [sys.executable, killed_saves.__file__, way, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    outcomes = [line.split()[-1] for line in done.stdout.splitlines()]
    assert len(outcomes) > 15
    assert set(outcomes) == {"old", "new"}
