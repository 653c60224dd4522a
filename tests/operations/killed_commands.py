"""Commands that are killed, for test_killed: run as a program, prints each step in the folder at which one dies.

    python killed_commands.py PLACE

Each line on standard input is a command of the stories and the folder to kill it in, as JSON; it is answered with the
steps, and with ``ended`` and the exit status of the process that had the command killed.

A command takes a few dozen steps in its folder (opening to write, flushing, renaming, copying, removing). Before
each of them the folder is looked at; for every state that it is in, or some of them, a child process runs the command
and dies at the first step that finds it so. Then the next command is run, and the folder must be whole.
"""

from __future__ import annotations

import gc
import itertools
import json
import os
import random
import shutil
import sys
import traceback
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from bound_once import bound_once
from killed_stories import STORIES, Story
from read_once import read_once
from small_round import small_round

from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.operations.standings import standings
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.results.record_lines import read_results
from sheetscore.results.standings_record import read_standings
from sheetscore.workbooks import reader
from sheetscore.workbooks.guard.inspection import Inspected
from sheetscore.workbooks.office import as_xlsx
from sheetscore.workbooks.saving import FORMATS, digest

DEAD = 9
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
KILLS = os.environ.get("KILLS", "3")
"""In so many states of its folder a command is killed; ``all`` is at every step, whatever the folder is like then."""

KILL_SEED = os.environ.get("KILL_SEED", "1991")

IN_EVERY_STATE = frozenset(
    {"ingest", "ingest with a mistake", "ingest of the marked copy", "sheets", "fill", "standings"}
)
"""Commands that are killed in every state of their folder each time."""

STEPS = {"os.rename": "rename", "os.remove": "remove", "os.mkdir": "make", "shutil.copyfile": "copy", "os.link": "link"}


def before_each_step(folder: Path, act: Callable[[str], object]) -> None:
    """Have something done before every step that this process takes in a folder from now on."""
    busy = False

    def step(what: str) -> None:
        nonlocal busy
        if not busy:
            busy = True
            act(what)
            busy = False

    def read_witnesses(event: str, arguments: tuple[object, ...]) -> None:
        path = os.fsdecode(arguments[0]) if arguments and isinstance(arguments[0], str | bytes) else ""
        writes = event == "open" and isinstance(arguments[2], int) and bool(arguments[2] & WRITING)
        if path.startswith(str(folder)) and (writes or event in STEPS):
            step(f"{STEPS.get(event, 'write')} {Path(path).name}")

    flush = os.fsync

    def told_flush(descriptor: int) -> None:
        step("flush")
        flush(descriptor)

    os.fsync = told_flush  # type: ignore[assignment]
    sys.addaudithook(read_witnesses)


def die_at(number: int, folder: Path) -> None:
    """Let this process end, without any clearing up, before its step of that number in a folder."""
    steps = itertools.count(1)
    before_each_step(folder, lambda _: os._exit(DEAD) if next(steps) == number else None)


def state(folder: Path, original: Path) -> str:
    """Say of every file in a folder whether it is as it was, new, unfinished or broken."""
    said = []
    for path in folder.rglob("*"):
        place = path.relative_to(folder)
        if "unfinished" in path.name:
            said.append(str(place.with_name("unfinished")))
        elif path.suffix in FORMATS:
            old = original / place
            same = old.exists() and digest(path) == digest(old)
            said.append(f"{'old' if same else 'new' if zipfile.is_zipfile(path) else 'broken'} {place}")
    return ", ".join(sorted(set(said)))


def in_child(act: Callable[[], object]) -> int:
    """Fork, act, and give the exit status of the child."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            act()
            sys.stdout.flush()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def shows(folder: Path) -> dict[str, object]:
    """Give what the director finds: draws, values, scores, whether there is a marked copy and standings follow."""
    opened = open_event(folder)
    found: dict[str, object] = {"marked": opened.folder.marked(1).exists(), "standings": standings_follow(folder)}
    for stage in opened.event.stages:
        drawn, sheets, results = (
            path(stage) for path in (opened.folder.draw, opened.folder.sheets, opened.folder.results)
        )
        found[f"draw {stage}"] = shown_draw(opened, stage) if drawn.exists() else None
        found[f"values {stage}"] = (
            read_old_sheets(sheets, opened.system, opened.round(stage)).texts if sheets.exists() else None
        )
        found[f"scores {stage}"] = read_results(results).rows if results.exists() else None
    return found


def standings_follow(folder: Path) -> bool:
    """Tell whether the standings are made from the results that there are."""
    scored = {path.name: digest(path) for path in folder.glob("round*-results.xlsx")}
    return not scored or read_standings(folder / "standings.xlsx").sources == scored


def shown_draw(opened: OpenEvent, stage: int) -> object:
    """Give who sits where by a draw, and which pages go on."""
    drawn = read_draw(opened.folder.draw(stage), opened.system, opened.round(stage)).draw
    return drawn.tables, drawn.further


def put_right(folder: Path) -> None:
    """Do what a director is told who finds the sheets in two formats: the newest one stays."""
    there = [path for path in folder.glob("round1.*") if path.suffix in FORMATS]
    for older in sorted(there, key=lambda path: path.stat().st_mtime)[:-1]:
        older.rename(folder / "kept" / f"moved-{older.name}")


def verify(story: Story, folder: Path, original: Path, before: dict[str, object], after: dict[str, object]) -> None:
    """Run the next command and see that nothing is half done or lost."""
    put_right(folder)
    standings(folder)
    left = {path.name for path in folder.rglob("*") if "unfinished" in path.name}
    assert not left, f"left over: {left}"
    now = shows(folder)
    for name, value in now.items():
        assert value in (before[name], after[name]), f"{name} are neither the old nor the new ones: {value}"
    assert now["standings"], "the standings are not of the results"
    there = {digest(path) for path in folder.rglob("*") if path.suffix in FORMATS}
    opened = open_event(original)
    for stage in opened.event.stages:
        for path in (opened.folder.draw(stage), opened.folder.sheets(stage), opened.folder.results(stage)):
            assert not path.exists() or digest(path) in there, f"the old {path.name} was not kept"
    story.told(folder)


def die_in_every_state(name: str, place: Path) -> None:
    """Kill a command in states of its folder; the next one must find it whole, and it can be run again."""
    story = STORIES[name]
    original = small_round(place / "original", story.tables, story.rounds)
    story.begin(original)
    whole = Path(shutil.copytree(original, place / "whole"))
    before = shows(whole)
    steps = place / "steps"
    assert in_child(partial(note_steps, story, whole, original, steps)) == 0
    after = shows(whole)
    assert after != before, "the command changes nothing"
    taken = [line.partition(": ") for line in steps.read_text(encoding="utf-8").splitlines()]
    for number, (step, _, _) in enumerate(taken, start=1):
        print(number, step)
    for number in sampled(name, [there for _, _, there in taken]):
        there = taken[number - 1][2]
        folder = Path(shutil.copytree(original, place / f"step{number}"))
        assert in_child(partial(run_to_step, story, folder, number)) == DEAD
        assert state(folder, original) == there
        print("killed with", there)
        verify(story, folder, original, before, after)
        story.act(folder)
        assert shows(folder) == after, "run again, the command ends otherwise"
        shutil.rmtree(folder)


def sampled(name: str, states: Sequence[str]) -> list[int]:
    """Choose the steps at which a command is killed, by their numbers: each state of the folder once, or some of them.

    Some are as many as asked for: what is unfinished, and what is new beside what is old, in equal shares.
    """
    if KILLS == "all":
        return [*range(1, len(states) + 1)]
    first = {there: number for number, there in reversed([*enumerate(states, start=1)])}
    if name in IN_EVERY_STATE:
        return sorted(first.values())
    chance = random.Random(f"{KILL_SEED} {name}")
    renewed = [number for there, number in first.items() if "new " in there]
    begun = [number for there, number in first.items() if "unfinished" in there and "new " not in there]
    halves = [(begun, (int(KILLS) + 1) // 2), (renewed, int(KILLS) // 2)]
    return sorted(number for numbers, some in halves for number in chance.sample(numbers, min(some, len(numbers))))


def note_steps(story: Story, folder: Path, original: Path, steps: Path) -> None:
    """Run a command, and write down its steps and what the folder was like before each."""
    with steps.open("w", encoding="utf-8") as stream:
        before_each_step(folder, lambda step: print(f"{step}: {state(folder, original)}", file=stream, flush=True))
        story.act(folder)


def run_to_step(story: Story, folder: Path, step: int) -> None:
    """Run a command up to a step."""
    die_at(step, folder)
    story.act(folder)


@contextmanager
def converted_once() -> Iterator[None]:
    """Let LibreOffice convert equal bytes once, whatever is to be read of them."""
    made: dict[bytes, bytes] = {}

    def once(path: Path, inspected: Inspected) -> bytes:
        if inspected.data not in made:
            made[inspected.data] = as_xlsx(path, inspected)
        return made[inspected.data]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "as_xlsx", once)
        yield


def main(place: Path) -> None:
    """Answer for commands; what all begin with is read and bound once, before the processes part."""
    small_round(place / "warm")
    gc.freeze()
    for line in sys.stdin:
        name, folder = json.loads(line)
        print("ended", in_child(partial(die_in_every_state, name, Path(folder))), flush=True)


if __name__ == "__main__":
    gc.set_threshold(1_000_000)
    # what the parent has done its children need not do
    with read_once(), bound_once(), converted_once():
        main(Path(sys.argv[1]))
