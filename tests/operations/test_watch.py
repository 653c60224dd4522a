"""Watching a folder: real saves of LibreOffice, renames, halves of files, files that are open, no events at all."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from queue import Queue
from threading import Event, Thread, Timer
from time import sleep
from typing import Any, TypeVar

import pytest
import watchfiles
from aso_commands import drawn_in, edit_draw
from aso_event import aso_event
from event_folder import cell_of, contents
from libreoffice import to_ods
from open_libreoffice import edit
from rich.console import Console
from rich.text import Text
from small_round import small_round
from typing_in import type_in

from sheetscore.cli.show_watch import shown_on, sight_lines
from sheetscore.event.load import load_event
from sheetscore.findings import finding
from sheetscore.operations import watch as watching
from sheetscore.operations.check import CheckedEvent, check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.new import write_event
from sheetscore.operations.publish import publish
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.watch import BeingRead, Closed, Failed, Looked, Published, Scored, Sight, watch
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
    watched.assert_quiet()
    assert not (folder / "round1-results.xlsx").exists()


def test_a_file_that_was_touched_and_has_the_same_bytes_is_no_news(folder: Path, start: Start) -> None:
    watched = start(folder)
    watched.next(Looked)
    path = typed(folder, "1,strike.1,claimed.sp,9")
    watched.read(path)
    os.utime(path)
    watched.assert_quiet()


def test_a_mistake_in_the_same_words_at_another_box_is_new_and_mended_by_itself(folder: Path, start: Start) -> None:
    watched = start(folder)
    watched.next(Looked)
    path = folder / "round1.xlsx"
    first, second = (cell_of(folder, 1, "strike.1", f"strike.hits.{line}.d") for line in (1, 3))
    for place in (first, second):
        type_in(path, {place: "lots"})
        assert [(one.sheet, one.cell) for one in watched.read(path).new if one.code == "not-a-number"] == [place]
    type_in(path, {first: 2})
    looked = watched.read(path)
    assert [(one.sheet, one.cell) for one in looked.mended if one.code == "not-a-number"] == [first]
    assert not codes(looked)


def said(*cells: str) -> CheckedEvent:
    """Give what is found where the same words stand at some cells."""
    findings = (finding("stray-value", "here is no box", sheet="Table 1", cell=cell) for cell in cells)
    return CheckedEvent(None, tuple(findings))


@pytest.mark.parametrize(
    ("before", "now", "new"),
    [
        (["J50"], ["J50", "J51"], ["J51"]),
        (["J51"], ["J50", "J51"], ["J50"]),
        (["J50"], ["J51"], []),
        (["J50", "J51"], ["J51", "J52"], []),
        (["J50"], ["J53", "J54"], ["J54"]),
        (["J50", "J51"], ["J50"], []),
    ],
)
def test_words_that_moved_with_their_row_are_no_news_and_one_more_is(
    before: list[str], now: list[str], new: list[str]
) -> None:
    looked = Looked(Path("round1.xlsx"), said(*now), said(*before), None)
    assert [one.cell for one in looked.new] == new


def swiss_round(folder: Path) -> Path:
    """Draw a round of four games, whose results are a list, and make its sheets."""
    write_event(aso_event(players=8, rounds=1), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    return folder


def test_what_was_not_in_yet_comes_in_and_is_not_mended(tmp_path: Path, start: Start) -> None:
    folder = swiss_round(tmp_path / "event")
    watched = start(folder)
    watched.next(Looked)
    looked = watched.read(typed(folder, "2,,winner,1", "3,,winner,2"))
    assert [one.code for one in looked.came_in] == ["result-missing"] * 2
    assert not looked.mended
    assert not looked.arrived
    (head, *_) = sight_lines(looked)
    assert head.text == "round1.xlsx: 2 missing; 2 came in"


def test_a_workbook_of_another_event_mends_nothing(folder: Path, tmp_path: Path, start: Start) -> None:
    path = typed(folder, "1,strike.1,claimed.sp,9")
    other = swiss_round(tmp_path / "other")
    watched = start(folder)
    watched.next(Looked)
    own = path.read_bytes()
    path.write_bytes((other / "round1.xlsx").read_bytes())
    looked = watched.read(path)
    assert (codes(looked), looked.mended) == (["other-event"], ())
    path.write_bytes(own)
    assert not watched.read(path).new


def test_what_was_closed_and_not_saved_again_is_not_called_open_any_more(folder: Path, start: Start) -> None:
    path = typed(folder, "1,strike.1,claimed.sp,9")
    mark = folder / ".~lock.round1.xlsx#"
    mark.write_text("somebody")
    watched = start(folder, ingesting=True)
    assert watched.next(Looked).open_in == "LibreOffice"
    mark.unlink()
    closed = watched.next(Closed)
    assert closed.path == path
    (head, *_) = sight_lines(closed)
    assert head.text == "round1.xlsx: 1 mistake"
    watched.assert_quiet()


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
    (head, *_) = sight_lines(scored)
    assert head.text == "round1.xlsx: ingested; round1-results.xlsx has 5 scores, provisional"
    watched.read(typed(folder, "1,strike.2,claimed.sp,-"))
    scored = watched.next(Scored)
    assert {row["table"] for row in scored.done.rows} == {1, 2}
    (head, *_) = sight_lines(scored)
    assert head.text == "round1.xlsx: ingested; round1-results.xlsx has 10 scores"
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
    (head, *_) = sight_lines(failed)
    assert head.text.count("round1.xlsx") == 1
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


def test_a_draw_that_is_edited_says_that_the_sheets_are_for_others(folder: Path, start: Start) -> None:
    watched = start(folder)
    watched.next(Looked)
    seated = drawn_in(folder, 1).tables[0].seated
    edit_draw(folder, 1, {(1, "cap.1"): seated["cap.2"], (1, "cap.2"): seated["cap.1"]})
    (said,) = watched.read(folder / "round1-draw.xlsx").new
    assert (said.code, said.sheet) == ("sheets-older", "round1.xlsx")
    assert said.message in {one.message for one in check(folder).findings}
    make_sheets(folder, 1)
    watched.read(folder / "round1.xlsx")
    looked = watched.next(Looked)
    assert (looked.path, looked.mended) == (folder / "round1-draw.xlsx", (said,))
    watched.assert_quiet()


def test_sheets_for_others_are_mended_once_their_draw_is_put_back(folder: Path, start: Start) -> None:
    path = folder / "round1-draw.xlsx"
    before, seated = path.read_bytes(), drawn_in(folder, 1).tables[0].seated
    edit_draw(folder, 1, {(1, "cap.1"): seated["cap.2"], (1, "cap.2"): seated["cap.1"]})
    watched = start(folder)
    (said,) = (one for one in watched.next(Looked).new if one.code == "sheets-older")
    path.write_bytes(before)
    watched.read(path)
    looked = watched.next(Looked)
    assert looked.path == folder / "round1.xlsx"
    assert said in looked.mended
    watched.assert_quiet()


def test_the_site_follows(folder: Path, start: Start) -> None:
    watched = start(folder, ingesting=True, publishing=True)
    watched.next(Looked)
    watched.next(Scored)
    site = watched.next(Published).site.path
    assert "Standings after round 1" in (site / "index.html").read_text("utf-8")
    watched.assert_quiet()


def test_the_site_stays_as_it_was_published(folder: Path, start: Start) -> None:
    names = {player.name for player in load_event(folder).players}
    publish(folder, only=["pairings"], anonymous=True)
    watched = start(folder, ingesting=True, publishing=True)
    watched.next(Looked)
    watched.next(Scored)
    site = watched.next(Published).site
    assert (site.parts, site.anonymous) == (("pairings",), True)
    text = "".join(path.read_text("utf-8") for path in site.path.iterdir())
    assert not {name for name in names if name in text}


def test_the_site_follows_an_event_that_was_changed_and_is_right(folder: Path, start: Start) -> None:
    watched = start(folder, publishing=True)
    watched.next(Looked)
    watched.next(Published)
    event = load_event(folder)
    first, *others = event.players
    for name in ("", "Ann Changed"):
        changed = event.model_copy(update={"players": (first.model_copy(update={"name": name}), *others)})
        write_event(changed, folder)
        watched.read(folder / "event.xlsx")
        if name:
            site = watched.next(Published).site.path
            assert name in (site / "index.html").read_text("utf-8")
        watched.assert_quiet()


def test_where_one_of_two_formats_is_moved_away_the_other_is_read(folder: Path, start: Start) -> None:
    watched = start(folder, ingesting=True)
    watched.next(Looked)
    watched.next(Scored)
    other = to_ods([folder / "round1.xlsx"], folder.parent)[0].rename(folder / "round1.ods")
    assert watched.next(BeingRead).path == other
    assert "only one can count" in watched.next(Failed).problem.message
    (folder / "round1.xlsx").rename(folder / "kept" / "mine.xlsx")
    watched.read(other)
    assert watched.next(Scored).path == other


def test_an_event_toml_beside_the_workbook_is_not_called_right(folder: Path, start: Start) -> None:
    watched = start(folder)
    watched.next(Looked)
    other = folder / "event.toml"
    other.write_text("[[[ broken")
    assert watched.next(BeingRead).path == other
    failed = watched.next(Failed)
    assert failed.path == other
    assert failed.problem.message == "it does not count beside event.xlsx; move one of them away"
    other.unlink()
    assert watched.read(folder / "event.xlsx").done.status != "errors"


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


@pytest.mark.parametrize("height", [8, 20, 40])
def test_a_screen_says_what_there_is_no_room_for(height: int) -> None:
    lines = [f"line {number} " + "with more words than one line of a screen takes" for number in range(12)]
    console = Console(width=40, height=height, file=StringIO())
    shown = shown_on([Text(line) for line in lines], console)
    rows = [row for text in shown for row in text.wrap(console, 40)]
    assert len(rows) <= height
    there = sum(text.plain in lines for text in shown)
    assert [text.plain for text in shown[:there]] == lines[:there]
    assert (there == 12) == (height == 40)
    if there < 12:
        assert shown[-1].plain == f"… and {12 - there} more lines: sheetscore check"


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
