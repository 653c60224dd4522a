"""Commands that are killed, for test_killed: run as a program, prints each step in the folder at which one dies.

A command takes a few dozen steps in its folder (opening to write, flushing, renaming, copying, removing). Before
each of them the folder is looked at; for every state that it is in, a child process runs the command and dies at
the first step that finds it so. Then the next command is run, and the folder must be whole.
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
import traceback
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bound_once import bound_once
from event_folder import cell_of
from looking import open_whole
from msgspec import Struct
from read_once import read_once
from small_round import small_round
from typing_in import type_in

from sheetscore.desk.draw import draw
from sheetscore.desk.entries import entries, fill
from sheetscore.desk.ingest import ingest
from sheetscore.desk.sheets import make_sheets
from sheetscore.desk.standings import standings
from sheetscore.results.record_lines import read_results
from sheetscore.results.standings_workbook import standings_sources
from sheetscore.workbooks.saving import digest

DEAD = 9
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
STEPS = {"os.rename": "rename", "os.remove": "remove", "os.mkdir": "make", "shutil.copyfile": "copy"}


class Story(Struct, frozen=True):
    """A command to be killed.

    Parameters
    ----------
    begin
        Brings the folder of a filled round to where the command is run.
    act
        The command.
    """

    begin: Callable[[Path], object]
    act: Callable[[Path], object]


def correct(folder: Path) -> None:
    """Mend the sheets of a round that is scored already."""
    ingest(folder / "round1.xlsx")
    fields = {"air-combat.advantage.dn": 3, "ruling.sp": 9}
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", field): value for field, value in fields.items()})


def mistake(folder: Path) -> None:
    """Make a mistake on the sheets of a round that is scored already."""
    correct(folder)
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.2", "claimed.sp"): 8})


def mend_marked(folder: Path) -> None:
    """Have a mistake marked, and mend it in the marked copy."""
    mistake(folder)
    ingest(folder / "round1.xlsx")
    type_in(folder / "round1-marked.xlsx", {cell_of(folder, 1, "strike.2", "claimed.sp"): 7})


def redraw(folder: Path) -> None:
    """Let two pilots change places in the draw, when their sheets are filled in."""
    seats = draw(folder, 1, again=True).draw.tables[0].seats
    assert seats["cap.1"]
    assert seats["cap.2"]
    rows = {"cap.1": seats["cap.2"], "cap.2": seats["cap.1"]}
    type_in(folder / "round1-draw.xlsx", {("Draw", pilot_cell(folder, seat)): pilot for seat, pilot in rows.items()})


def pilot_cell(folder: Path, seat: str) -> str:
    """Find the cell of a seat's pilot in the draw."""

    rows = open_whole(folder / "round1-draw.xlsx")["Draw"].iter_rows()
    return next(str(row[3].coordinate) for row in rows if row[1].value == seat)


def stale(folder: Path) -> None:
    """Bring in results from elsewhere, so that the standings are no longer those of the results."""
    correct(folder)
    other = Path(shutil.copytree(folder, folder.with_name("elsewhere")))
    ingest(other / "round1.xlsx")
    shutil.copy(other / "round1-results.xlsx", folder)


def write_values(folder: Path) -> None:
    """Write a file of values to type in."""
    (folder / "values.csv").write_text("table,seat,field,value\n1,cap.1,air-combat.rolls.4,2\n", encoding="utf-8")


STORIES = {
    "ingest": Story(correct, lambda folder: ingest(folder / "round1.xlsx")),
    "ingest with a mistake": Story(mistake, lambda folder: ingest(folder / "round1.xlsx")),
    "ingest of the marked copy": Story(mend_marked, lambda folder: ingest(marked_or_sheets(folder))),
    "sheets": Story(redraw, lambda folder: make_sheets(folder, 1)),
    "fill": Story(write_values, lambda folder: fill(folder / "round1.xlsx", folder / "values.csv")),
    "standings": Story(stale, standings),
}


def marked_or_sheets(folder: Path) -> Path:
    """Give what a director ingests next: the marked copy as long as there is one."""
    marked = folder / "round1-marked.xlsx"
    return marked if marked.exists() else folder / "round1.xlsx"


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
        elif path.suffix == ".xlsx":
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
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def shows(folder: Path) -> dict[str, object]:
    """Give what the director finds in a folder: values, scores, whether there is a marked copy."""
    results = folder / "round1-results.xlsx"
    return {
        "values": entries(folder / "round1.xlsx"),
        "scores": read_results(results).rows if results.exists() else None,
        "marked": (folder / "round1-marked.xlsx").exists(),
    }


def verify(folder: Path, original: Path, before: dict[str, object], after: dict[str, object]) -> None:
    """Run the next command and see that nothing is half done or lost."""
    standings(folder)
    left = {path.name for path in folder.rglob("*") if "unfinished" in path.name}
    assert not left, f"left over: {left}"
    now = shows(folder)
    for name, value in now.items():
        assert value in (before[name], after[name]), f"{name} are neither the old nor the new ones: {value}"
    scored = {path.name: digest(path) for path in folder.glob("round*-results.xlsx")}
    assert not scored or standings_sources(folder / "standings.xlsx") == scored, "the standings are not of the results"
    there = {digest(path) for path in folder.rglob("*.xlsx")}
    for path in (original / "round1.xlsx", original / "round1-results.xlsx"):
        assert not path.exists() or digest(path) in there, f"the old {path.name} was not kept"


def die_in_every_state(story: Story, place: Path) -> None:
    """Kill a command in each state of its folder; the next one must find it whole, and it can be run again."""
    original = small_round(place / "original")
    story.begin(original)
    whole = Path(shutil.copytree(original, place / "whole"))
    before = shows(whole)
    steps = place / "steps"
    assert in_child(partial(note_steps, story, whole, original, steps)) == 0
    after = shows(whole)
    states: dict[str, int] = {}
    for number, line in enumerate(steps.read_text(encoding="utf-8").splitlines(), start=1):
        step, _, there = line.partition(": ")
        print(number, step)
        if there in states:
            continue
        states[there] = number
        folder = Path(shutil.copytree(original, place / f"step{number}"))
        assert in_child(partial(run_to_step, story, folder, number)) == DEAD
        assert state(folder, original) == there
        print("killed with", there)
        verify(folder, original, before, after)
        story.act(folder)
        assert shows(folder) == after, "run again, the command ends otherwise"


def note_steps(story: Story, folder: Path, original: Path, steps: Path) -> None:
    """Run a command, and write down its steps and what the folder was like before each."""
    with steps.open("w", encoding="utf-8") as stream:
        before_each_step(folder, lambda step: print(f"{step}: {state(folder, original)}", file=stream, flush=True))
        story.act(folder)


def run_to_step(story: Story, folder: Path, step: int) -> None:
    """Run a command up to a step."""
    die_at(step, folder)
    story.act(folder)


if __name__ == "__main__":
    with read_once(), bound_once():  # what the parent has done its children need not do
        die_in_every_state(STORIES[sys.argv[1]], Path(sys.argv[2]))
