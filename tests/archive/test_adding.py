"""Workbooks come into an archive on this machine: whole or not at all, once, and whoever else adds at the time."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest
from archives import HERE, add_here, contents, end_at_once, parts_of, results_in, rows_of, saying
from libreoffice import recalculate
from shared_demos import Demos
from typing_in import type_in

from sheetscore.archive import adding
from sheetscore.archive.adding import Added, add, compact
from sheetscore.archive.reading import ReadFile
from sheetscore.archive.storage import Archive, Manifest
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.workers import Workers, in_processes

HOME = Path(__file__).parent
PLACES = (HOME.parent, HOME.parent / "operations", HOME.parents[1])
"""The tests, and the sheetscore beside them, whichever is installed."""

SURROUNDINGS = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PLACES))}
CLI = (sys.executable, "-c", "from sheetscore.cli.main import main; main()")


@pytest.fixture
def folder(demos: Demos) -> Path:
    """An event of accelerated Swiss: five rounds, and the standings."""
    return demos.played("cromwell-2010").folder


@pytest.fixture
def boards(demos: Demos) -> Path:
    """An event of Diplomacy: three rounds, and the standings."""
    return demos.played("diplomacy").folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "club"


def counts(added: Added) -> tuple[int, int, int, int]:
    assert not added.refused
    return added.found, added.known, added.same, added.new


def saved_again(workbook: Path, to: Path) -> Path:
    """Save a workbook with another program: other bytes that say the same."""
    to.parent.mkdir(exist_ok=True)
    shutil.copy(workbook, to)
    type_in(to, {})
    assert to.read_bytes() != workbook.read_bytes()
    return to


def test_added_twice_it_is_there_once(folder: Path, boards: Path, archive: Path) -> None:
    assert counts(add_here(archive, folder, boards)) == (10, 0, 0, 10)
    once, manifest = contents(archive), Archive(str(archive)).newest()
    assert counts(add_here(archive, folder, boards)) == (10, 10, 0, 0)
    assert contents(archive) == once
    assert Archive(str(archive)).newest() == manifest
    assert {name: len(once[name]) for name in ("files", "rounds", "records")} == {
        "files": 10,
        "rounds": 8,
        "records": 8,
    }
    assert len([row for row in once["boards"] if row[3] is not None]) == len(once["boards"]) > 0


def test_every_table_and_partition_has_one_file_of_an_addition(
    folder: Path, boards: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_here(archive, folder, boards)
    monkeypatch.setattr("sheetscore.archive.gathering._AT_ONCE", 1)  # every workbook is laid down by itself
    add_here(archive.with_name("other"), folder, boards)
    parts = Archive(str(archive)).existing_manifest().parts
    assert len({(part.table, part.system, part.year) for part in parts}) == len(parts)
    assert parts_of(archive.with_name("other")) == parts_of(archive)
    assert {*map(str, (path.relative_to(archive) for path in archive.rglob("*.parquet")))} == {*parts_of(archive)}
    assert [path.name for path in (archive / "manifests").iterdir()] == ["000001.json"]


def test_two_folders_with_the_same_event_are_one(folder: Path, archive: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "both" / "one")
    shutil.copytree(folder, tmp_path / "both" / "two")
    for path in (tmp_path / "both" / "two").glob("round*-results.xlsx"):
        type_in(path, {})
    assert counts(add_here(archive, tmp_path / "both")) == (12, 1, 5, 6)
    found = contents(archive)
    assert (len(found["files"]), len(found["rounds"])) == (11, 5)
    add_here(archive.with_name("other"), folder)
    assert {name: rows for name, rows in found.items() if name != "files"} == {
        name: rows for name, rows in contents(archive.with_name("other")).items() if name != "files"
    }


def test_what_libreoffice_saved_again_is_no_correction(folder: Path, archive: Path, tmp_path: Path) -> None:
    names = ["round1-results.xlsx", "standings.xlsx"]
    assert counts(add_here(archive, *(folder / name for name in names))) == (2, 0, 0, 2)
    before = contents(archive)
    saved = recalculate([folder / name for name in names], tmp_path / "saved")
    assert counts(add_here(archive, *saved)) == (2, 0, 2, 0)
    assert counts(add_here(archive, *saved)) == (2, 2, 0, 0)
    after = contents(archive)
    assert len(after.pop("files")) == len(before.pop("files")) + 2
    assert after == before


def test_results_made_again_are_others_though_they_say_the_same(folder: Path, archive: Path, tmp_path: Path) -> None:
    """A correction that is taken back counts, because it is the latest."""
    results = folder / "round1-results.xlsx"
    bare = saying(results, tmp_path / "round1-results.xlsx", {})
    assert counts(add_here(archive, results)) == (1, 0, 0, 1)
    assert counts(add_here(archive, bare)) == (1, 0, 0, 1)  # its sheet About is not there, and says no time


def test_damaged_and_hostile_workbooks_are_named_and_the_others_go_in(
    folder: Path, archive: Path, tmp_path: Path
) -> None:
    there = tmp_path / "sent"
    there.mkdir()
    good = folder / "round1-results.xlsx"
    shutil.copy(good, there / "good-results.xlsx")
    (there / "empty-results.xlsx").touch()
    (there / "half-results.xlsx").write_bytes(good.read_bytes()[:9000])
    (there / "text-results.xlsx").write_text("no workbook", encoding="utf-8")
    (there / "gone-results.xlsx").symlink_to(there / "nowhere")
    shutil.copy(folder / "round1.xlsx", there / "sheets-results.xlsx")
    shutil.copy(folder / "round2-results.xlsx", there / "standings.xlsx")
    saying(good, there / "climbs-results.xlsx", {"system": [("../../../climbs",)]})
    saying(good, there / "blank-results.xlsx", {"system": [("",)]})
    saying(good, there / "huge-results.xlsx", {"round": [(str(10**30),)]})
    saying(good, there / "lost-results.xlsx", {"counts": [("1",)]})
    done = add_here(archive, there)
    assert (done.found, done.known, done.same, done.new) == (11, 0, 0, 1)
    reasons = {Path(one.path).name.removesuffix("-results.xlsx"): one.reason for one in done.refused}
    changed = "were changed or are not complete; ingest the round again"
    assert {name for name, reason in reasons.items() if changed in reason} == {"climbs", "blank", "huge", "lost"}
    assert "score sheets" in reasons["sheets"]
    assert "results workbook" in reasons["standings.xlsx"]
    assert {*reasons} == {
        "climbs",
        "blank",
        "huge",
        "lost",
        "sheets",
        "standings.xlsx",
        "empty",
        "half",
        "text",
        "gone",
    }
    assert all(reasons.values())
    assert [row[2:4] for row in contents(archive)["files"]] == [("results", "good-results.xlsx")]
    assert not [path for path in tmp_path.rglob("*climbs*") if path.suffix != ".xlsx"]
    assert counts(add_here(archive, there / "good-results.xlsx")) == (1, 1, 0, 0)


def test_nothing_but_refused_workbooks_makes_no_archive(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "half-results.xlsx").write_bytes(b"PK")
    assert [one.path for one in add_here(archive, tmp_path).refused] == [str(tmp_path / "half-results.xlsx")]
    assert not archive.exists()


@pytest.mark.parametrize("seed", range(3))
def test_in_whichever_order_workbooks_come_the_tables_are_the_same(
    folder: Path, boards: Path, archive: Path, seed: int
) -> None:
    add_here(archive, folder, boards)
    files = results_in(folder, boards)
    chance = random.Random(seed)
    chance.shuffle(files)
    other = archive.with_name("other")
    while files:
        some = chance.randint(1, 4)
        add_here(other, *files[:some])
        files = files[some:]
    assert contents(other) == contents(archive)


def test_two_processes_read_what_one_does(folder: Path, boards: Path, archive: Path) -> None:
    add_here(archive, folder, boards)
    other = archive.with_name("other")
    told: list[tuple[int, int]] = []
    done = add([str(folder), str(boards)], str(other), in_processes(2), lambda *far: told.append(far))
    assert counts(done) == (10, 0, 0, 10)
    assert told == [(number, 10) for number in range(1, 11)]
    assert (other / "manifests" / "000001.json").read_bytes() == (archive / "manifests" / "000001.json").read_bytes()


def test_a_reading_process_that_is_ended_is_told(
    folder: Path, boards: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "read_address", end_at_once)
    with pytest.raises(WrongUsage, match=r"a process at work was ended.*--jobs 1") as caught:
        add([str(folder), str(boards)], str(archive), in_processes(2))
    assert caught.value.code == "process-ended"
    assert not archive.exists()


def test_a_file_at_which_all_workers_died_is_refused_with_that_word(folder: Path, archive: Path) -> None:
    def dying(do: Callable[[str], ReadFile], addresses: Iterable[str]) -> Iterator[ReadFile | None]:
        for address in addresses:
            yield None if "round2" in address else do(address)

    done = add([str(folder)], str(archive), cast("Workers", dying))
    (refused,) = done.refused
    assert refused.path.endswith("round2-results.xlsx")
    assert refused.reason == "every worker that read it died; read it by itself, here"
    assert done.new == done.found - 1


def test_reading_processes_end_with_an_addition_that_is_killed(folder: Path, boards: Path, archive: Path) -> None:
    words = ("archive", "add", str(folder), str(boards), "--to", str(archive), "--jobs", "2")
    started = subprocess.Popen([*CLI, *words], env=SURROUNDINGS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    of_adding = Path(f"/proc/{started.pid}/task/{started.pid}/children")
    reading: list[str] = []
    while len(reading) < 3 and started.poll() is None:  # two that read, and Python's own one for what they share
        reading = of_adding.read_text(encoding="ascii").split()
        time.sleep(0.01)
    assert len(reading) == 3
    started.send_signal(signal.SIGKILL)
    started.wait()
    end = time.monotonic() + 60  # one that still starts first reads its libraries
    while left := [one for one in reading if _runs(one)]:
        assert time.monotonic() < end, f"{left} still run"
        time.sleep(0.05)


def _runs(process: str) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_killed_at_any_moment_an_addition_is_there_whole_or_not_at_all(
    folder: Path, boards: Path, tmp_path: Path
) -> None:
    files = str(folder / "round1-results.xlsx"), str(boards / "round1-results.xlsx")
    done = subprocess.run(
        [sys.executable, str(HOME / "killed_adding.py"), str(tmp_path), *files],
        capture_output=True,
        text=True,
        check=False,
        env=SURROUNDINGS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    killed = [line for line in lines if line.startswith("killed")]
    steps = [line for line in lines if line not in killed]
    assert sum(" write .000002." in step for step in steps) >= 1
    assert steps.index(next(step for step in steps if " link " in step)) > 20  # the parts come before
    assert killed.count("killed before") >= 6
    assert killed.count("killed after") >= 1


def test_of_two_additions_at_once_the_second_tries_again(folder: Path, archive: Path, tmp_path: Path) -> None:
    one, two, three = (folder / f"round{number}-results.xlsx" for number in (1, 2, 3))
    again = saved_again(two, tmp_path / "saved" / two.name)
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    run = [sys.executable, str(HOME / "adding_at_once.py"), str(archive), str(meeting)]
    both = [
        subprocess.Popen([*run, *map(str, files)], env=SURROUNDINGS, stdout=subprocess.PIPE, text=True)
        for files in ((one, two), (again, three))
    ]
    told = [json.loads(process.communicate(timeout=60)[0]) for process in both]
    assert sorted(path.name for path in (archive / "manifests").iterdir()) == ["000001.json", "000002.json"]
    assert sorted((each["new"], each["same"]) for each in told) == [(1, 1), (2, 0)]
    add_here(archive.with_name("other"), one, two, again, three)
    assert contents(archive) == contents(archive.with_name("other"))


def test_an_addition_finds_its_workbooks_added_meanwhile(folder: Path, archive: Path) -> None:
    files = [folder / "round1-results.xlsx", folder / "round2-results.xlsx"]

    def another(done: int, total: int) -> None:
        if done == total:
            add_here(archive, *files)
            add_here(archive, folder / "round3-results.xlsx")
            compact(str(archive))

    done = add([*map(str, files)], str(archive), HERE, another)
    assert counts(done) == (2, 0, 2, 0)
    assert len(contents(archive)["rounds"]) == 3
    assert Archive(str(archive)).newest()[0] == 3  # nothing is left to commit


def test_one_that_others_always_come_before_gives_up(
    folder: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_here(archive, folder / "round1-results.xlsx")
    before = contents(archive)
    monkeypatch.setattr(Archive, "newest", lambda _: (0, Manifest(parts=())))
    with pytest.raises(WrongUsage, match="is added to all the time; try again later"):
        add_here(archive, folder / "round2-results.xlsx")
    monkeypatch.undo()
    assert contents(archive) == before


def test_compact_keeps_every_row_in_one_file_a_partition(folder: Path, boards: Path, archive: Path) -> None:
    for path in results_in(folder, boards):
        add_here(archive, path)
    rows, old = contents(archive), Archive(str(archive)).newest()[1]
    before, after = compact(str(archive))
    parts = Archive(str(archive)).existing_manifest().parts
    assert (before, after) == (len(old.parts), len(parts))
    assert after == len({(part.table, part.system, part.year) for part in old.parts}) < before
    assert contents(archive) == rows
    assert sum(part.rows for part in parts) == sum(map(len, rows.values()))
    assert rows_of(Archive(str(archive)), old) == rows  # whoever reads by the former manifest finds its files
    assert compact(str(archive)) == (after, after)
    assert Archive(str(archive)).newest()[0] == 11
    assert counts(add_here(archive, folder, boards)) == (10, 10, 0, 0)


def test_compact_says_where_no_archive_is(archive: Path) -> None:
    with pytest.raises(
        WrongUsage, match=r"there is no archive at .*club; make one with: sheetscore archive add"
    ) as told:
        compact(str(archive))
    assert told.value.code == "no-archive"


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        ('{"version": 2, "parts": []}', "written by a newer sheetscore .version 2 of its tables, this one knows 1"),
        ('{"version": 2, "tables": {}}', "written by a newer sheetscore"),
        ('{"version": 1, "parts": [', "000002.json is no manifest of an archive"),
        ("", "000002.json is no manifest of an archive"),
        ("{}", "000002.json is no manifest of an archive"),
        ('{"version": 1}', "000002.json is no manifest of an archive"),
    ],
)
def test_an_archive_of_a_newer_version_or_with_a_spoiled_manifest_is_refused(
    folder: Path, archive: Path, manifest: str, told: str
) -> None:
    add_here(archive, folder / "round1-results.xlsx")
    (archive / "manifests" / "000002.json").write_text(manifest, encoding="utf-8")
    for act in (lambda: add_here(archive, folder), lambda: compact(str(archive))):
        with pytest.raises(UnreadableFile, match=told):
            act()
    assert not (archive / "manifests" / "000003.json").exists()


def test_where_files_cannot_be_linked_a_manifest_is_created_all_the_same(
    folder: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    add_here(archive, folder / "round1-results.xlsx")
    add_here(archive, folder / "round2-results.xlsx")
    assert len(contents(archive)["rounds"]) == 2
    assert sorted(path.name for path in (archive / "manifests").iterdir()) == ["000001.json", "000002.json"]


def test_everybody_may_read_the_files_of_an_archive_who_may_read_others(folder: Path, archive: Path) -> None:
    add_here(archive, folder / "round1-results.xlsx")
    usual = archive / "usual"
    usual.touch()
    assert {path.stat().st_mode for path in archive.rglob("*.*") if path.is_file()} == {usual.stat().st_mode}


def test_a_place_where_nothing_can_be_written_is_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "club").touch()
    with pytest.raises(WrongUsage, match=r"club cannot be used: .*Not a directory"):
        add_here(tmp_path / "club", folder / "round1-results.xlsx")


def test_a_folder_that_is_not_there_and_an_address_that_is_none_are_told(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="there is no file or folder"):
        add_here(archive, tmp_path / "nowhere")
    with pytest.raises(WrongUsage, match="nowhere://x is no address of files"):
        add_here("nowhere://x", tmp_path)
