"""Saves that are killed, for test_saving: run as a program, prints one line per way of dying.

Every step that a save takes in the file system (opening, copying, renaming, removing, flushing) is found by
an audit hook; for each of them a child process saves and dies just before it.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sheetscore.workbooks.saving import KEPT, as_xlsx_named, save, sweep

OLD, NEW = b"old " * 50_000, b"new " * 60_000
STEPS = {"open", "os.rename", "os.remove", "os.listdir", "os.scandir", "os.mkdir", "shutil.copyfile"}
DEAD = 9


def write_new(path: Path) -> None:
    """Write in two halves, so that there is a moment between them."""
    with path.open("wb") as stream:
        stream.write(NEW[:100_000])
        stream.flush()
        with Path(os.devnull).open():  # a step
            stream.write(NEW[100_000:])


def die_before_step(number: int) -> None:
    """Let this process end, without any clearing up, before its step of that number."""
    steps = 0

    def count(event: str, _arguments: object) -> None:
        nonlocal steps
        if event in STEPS:
            steps += 1
            if steps == number:
                os._exit(DEAD)

    fsync = os.fsync

    def counted_fsync(descriptor: Any) -> None:
        count("open", ())
        fsync(descriptor)

    os.fsync = counted_fsync  # type: ignore[assignment]
    sys.addaudithook(count)


def die_while_saving(path: Path, step: int) -> None:
    """Save, and die before a step if there are so many."""
    die_before_step(step)
    save(path, write_new)


def save_for_ever(path: Path) -> None:
    """Save the one and the other content in turn."""
    for content in itertools.cycle([NEW, OLD]):
        save(path, partial(_write, content))


def _write(content: bytes, path: Path) -> None:
    path.write_bytes(content)


def in_child(act: Callable[[], object]) -> int:
    """Fork, act, and give the exit status of the child."""
    child = os.fork()
    if not child:
        act()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def verify(folder: Path, there: Path) -> str:
    """Check that file and kept copies are complete once the folder is swept, and say which file is there.

    Parameters
    ----------
    there
        The file that was to be replaced; one in another format may still be there beside the new one.
    """
    sweep(folder)
    paths = [path for path in dict.fromkeys((as_xlsx_named(there), there)) if path.exists()]
    assert all(path.read_bytes() in {OLD, NEW} for path in paths), "a file is not complete"
    content = paths[0].read_bytes()
    others = set(folder.iterdir()) - set(paths)
    assert others <= {folder / KEPT}, f"left over: {others}"
    copies = set((folder / KEPT).glob("*"))
    assert all(copy.name.startswith("round1~") for copy in copies), f"left over: {copies}"
    assert all(copy.read_bytes() in {OLD, NEW} for copy in copies), "a kept copy is not complete"
    assert content == OLD or OLD in {copy.read_bytes() for copy in copies}, "what was replaced was not kept"
    return "old" if content == OLD else "new"


def die_at_every_step(path: Path) -> None:
    """Kill one save before each of its steps, until one lives."""
    folder = path.parent
    step, status = 0, DEAD
    while status == DEAD:
        step += 1
        shutil.rmtree(folder)
        folder.mkdir()
        path.write_bytes(OLD)
        status = in_child(partial(die_while_saving, path, step))
        print(step, status, verify(folder, path))


def die_at_any_moment(folder: Path, times: int) -> None:
    """Kill processes that save all the time, after a while that differs."""
    path = folder / "round1.xlsx"
    path.write_bytes(OLD)
    for number in range(times):
        child = os.fork()
        if not child:
            save_for_ever(path)
        time.sleep(0.001 + number * 0.0013)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        print("killed", verify(folder, path))


if __name__ == "__main__":
    way, place = sys.argv[1], Path(sys.argv[2])
    if way == "moment":
        die_at_any_moment(place, times=25)
    else:
        die_at_every_step(place / {"step": "round1.xlsx", "step in another format": "round1.ods"}[way])
