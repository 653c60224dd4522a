"""Watching a folder: real saves of LibreOffice, renames, halves of files, files that are open, no events at all."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Event, Thread, Timer
from time import sleep
from typing import Any, TypeVar

import pytest
import watchfiles
from event_folder import contents
from open_libreoffice import edit
from small_round import small_round

from sheetscore.operations import watch as watching
from sheetscore.operations.entries import fill
from sheetscore.operations.watch import BeingRead, Failed, Looked, Published, Scored, Sight, watch
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.workbooks.saving import folder_lock

PATIENCE = 60
"""Seconds for what takes one on a machine that has nothing else to do."""

S = TypeVar("S", bound=Sight)


class Watched:
    """A folder that is watched in another thread."""

    def __init__(self, folder: Path, **options: bool) -> None:
        self.stop = Event()
        self.seen: Queue[Sight | BaseException] = Queue()
        self.thread = Thread(target=self._watch, args=(folder, options), daemon=True)
        self.thread.start()

    def _watch(self, folder: Path, options: dict[str, bool]) -> None:
        try:
            for one in watch(folder, stop=self.stop, **options):
                self.seen.put(one)
        except BaseException as error:
            self.seen.put(error)

    def next(self, kind: type[S]) -> S:
        """Give the next thing that happens, which is of this kind."""
        one = self.seen.get(timeout=PATIENCE)
        assert isinstance(one, kind), one
        return one

    def read(self, path: Path) -> Looked:
        """Give what a file comes to that was saved just now."""
        assert self.next(BeingRead).path == path
        looked = self.next(Looked)
        assert looked.path == path
        return looked

    def assert_quiet(self, seconds: float = 0.8) -> None:
        """See that nothing happens."""
        sleep(seconds)
        assert self.seen.empty(), self.seen.get()


Start = Callable[..., Watched]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start watching, with less patience than for people; it is ended with the test."""
    monkeypatch.setattr(watching, "OWN_LOOK", 100)
    monkeypatch.setattr(watching, "STEADY", 0.4)
    started: list[Watched] = []

    def begin(folder: Path, **options: bool) -> Watched:
        started.append(Watched(folder, **options))
        return started[-1]

    yield begin
    for one in started:
        one.stop.set()
        one.thread.join(PATIENCE)
        assert not one.thread.is_alive()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event whose first round is filled in, with two rounds to come."""
    return small_round(tmp_path / "event")


def typed(folder: Path, *lines: str) -> Path:
    """Type values into the first round, as another command would."""
    source = folder.with_suffix(".csv")
    source.write_text("\n".join(["table,seat,field,value", *lines]))
    return fill(folder / "round1.xlsx", source).path


def codes(looked: Looked) -> list[str]:
    return [one.code for one in looked.new if one.is_error]


def test_what_is_new_wrong_and_mended_is_told_of_every_save(folder: Path, start: Start) -> None:
    watched = start(folder)
    first = watched.next(Looked)
    assert first.path == folder / "round1.xlsx"
    assert first.before is None
    assert not first.open_in
    path = typed(folder, "1,strike.1,claimed.sp,9")
    looked = watched.read(path)
    assert codes(looked) == ["claim-differs"]
    looked = watched.read(typed(folder, "1,strike.1,claimed.sp,-"))
    assert not codes(looked)
    assert [one.code for one in looked.mended] == ["claim-differs"]
    os.utime(path)
    looked = watched.read(path)
    assert not looked.new
    assert not looked.mended
    watched.assert_quiet()
    assert not (folder / "round1-results.xlsx").exists()


def test_what_libreoffice_saves_is_read(folder: Path, start: Start) -> None:
    path = typed(folder, "1,strike.1,claimed.sp,9")
    watched = start(folder)
    (wrong,) = [one for one in watched.next(Looked).done.findings if one.is_error]
    edit(path, path, ("clear", wrong.sheet, wrong.cell))
    looked = watched.read(path)
    assert [one.code for one in looked.mended] == ["claim-differs"]
    assert looked.done.status != "errors"


def test_a_workbook_that_is_open_is_read_as_it_was_saved_and_ingested_when_it_is_closed(
    folder: Path, start: Start
) -> None:
    mark = folder / ".~lock.round1.xlsx#"
    mark.write_text("somebody")
    watched = start(folder, ingesting=True)
    looked = watched.next(Looked)
    assert looked.open_in == "LibreOffice"
    assert looked.done.status != "errors"
    watched.assert_quiet()
    assert not (folder / "round1-results.xlsx").exists()
    mark.unlink()
    scored = watched.next(Scored)
    assert scored.done.results_path == folder / "round1-results.xlsx"
    assert len(scored.done.rows) == 5
    watched.assert_quiet()


def test_a_round_with_mistakes_is_not_ingested(folder: Path, start: Start) -> None:
    typed(folder, "1,strike.1,claimed.sp,9")
    watched = start(folder, ingesting=True)
    assert watched.next(Looked).done.status == "errors"
    watched.assert_quiet()
    assert not [*folder.glob("round1-*s*.xlsx")]
    watched.read(typed(folder, "1,strike.1,claimed.sp,-"))
    watched.next(Scored)


def test_provisional_results_come_when_a_table_is_complete_and_not_before(tmp_path: Path, start: Start) -> None:
    folder = small_round(tmp_path / "event", tables=2)
    typed(folder, "1,strike.2,claimed.sp,99", "2,strike.2,claimed.sp,99")
    watched = start(folder, provisional=True)
    assert watched.next(Looked).done.status == "errors"
    watched.assert_quiet()
    assert not (folder / "round1-marked.xlsx").exists()
    watched.read(typed(folder, "2,strike.2,claimed.sp,-"))
    scored = watched.next(Scored)
    assert {row["table"] for row in scored.done.rows} == {2}
    watched.read(typed(folder, "1,strike.2,claimed.sp,-"))
    assert {row["table"] for row in watched.next(Scored).done.rows} == {1, 2}
    watched.assert_quiet()


def test_a_half_of_a_file_is_waited_for_and_one_that_stays_so_is_told(
    folder: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "round1.xlsx"
    whole = path.read_bytes()
    watched = start(folder)
    watched.next(Looked)
    monkeypatch.setattr(watching, "STEADY", PATIENCE)
    path.write_bytes(whole[: len(whole) // 2])
    assert watched.next(BeingRead).path == path
    path.write_bytes(whole)
    assert watched.next(Looked).done.status != "errors"
    monkeypatch.setattr(watching, "STEADY", 0.4)
    path.write_bytes(whole[: len(whole) // 2])
    watched.next(BeingRead)
    failed = watched.next(Failed)
    assert isinstance(failed.problem, UnreadableFile)
    watched.assert_quiet()
    path.unlink()
    assert "no file" in watched.next(Failed).problem.message


def test_a_folder_that_tells_nobody_of_changes_is_looked_at(
    folder: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object, stop_event: Event, **__: Any) -> Generator[set[object]]:
        while not stop_event.wait(0.1):
            yield set()

    monkeypatch.setattr(watchfiles, "watch", silent)
    watched = start(folder)
    watched.next(Looked)
    assert codes(watched.read(typed(folder, "1,strike.1,claimed.sp,9"))) == ["claim-differs"]


def test_another_command_at_work_is_waited_for(folder: Path, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetscore.workbooks.saving.PATIENCE", 0.1)
    with folder_lock(folder):
        watched = start(folder, ingesting=True)
        watched.next(Looked)
        watched.assert_quiet(1)
    watched.next(Scored)


def test_the_site_follows(folder: Path, start: Start) -> None:
    watched = start(folder, ingesting=True, publishing=True)
    watched.next(Looked)
    watched.next(Scored)
    site = watched.next(Published).site.path
    assert "Standings after round 1" in (site / "index.html").read_text("utf-8")


def test_a_folder_without_an_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        next(watch(tmp_path))


def test_the_library_of_the_extra_is_named_where_it_is_missing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "find_spec", lambda _: None)
    with pytest.raises(WrongUsage, match=r"sheetscore\[watch\]"):
        watch(folder)


@contextmanager
def command(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Watch in a program of its own; it is killed after a while, or a test that fails would wait for ever."""
    # what a script starts in the background ignores Ctrl-C, and so would all that it starts
    as_in_a_terminal = ["env", "--default-signal=INT", str(Path(sys.executable).with_name("sheetscore"))]
    arguments = [*as_in_a_terminal, "-C", str(folder), "watch", *words]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        end = Timer(PATIENCE, running.kill)
        end.start()
        try:
            yield running
        finally:
            end.cancel()
            running.kill()


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_ended_it_leaves_nothing_behind(folder: Path, sent: signal.Signals) -> None:
    typed(folder, "1,strike.1,claimed.sp,9")
    before = contents(folder)
    with command(folder) as running:
        assert running.stdout
        assert "watching" in running.stdout.readline()
        assert "round1.xlsx: 1 mistake" in running.stdout.readline()
        running.send_signal(sent)
        _, wrong = running.communicate()
    assert running.returncode == (0 if sent == signal.SIGINT else -sent)
    assert not wrong
    assert contents(folder) == before


def test_scripts_get_a_document_a_line(folder: Path) -> None:
    with command(folder, "--json", "--ingest") as running:
        assert running.stdout
        looked, scored = (json.loads(running.stdout.readline()) for _ in range(2))
        running.send_signal(signal.SIGINT)
        running.communicate()
    assert running.returncode == 0
    assert (looked["what"], looked["status"], looked["open_in"]) == ("looked", "warnings", None)
    assert (scored["what"], len(scored["rows"])) == ("scored", 5)
