"""An addition that is killed, for test_adding: run as a program, prints each step in the archive, and where one died.

python killed_adding.py PLACE FIRST SECOND: SECOND is added to an archive that has FIRST, and dies at step after step.
"""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path

from archives import add_here, contents
from killed_commands import DEAD, before_each_step, die_at, in_child

from sheetscore.archive.storage import Archive


def note_steps(archive: Path, second: str, steps: Path) -> None:
    """Add, and write down every step, and whether the addition counts before it."""
    with steps.open("w", encoding="utf-8") as stream:
        before_each_step(archive, lambda step: print(f"{counts(archive)} {step}", file=stream, flush=True))
        add_here(archive, second)


def counts(archive: Path) -> str:
    """Say whether the second addition has happened."""
    return "after" if (archive / "manifests" / "000002.json").exists() else "before"


def add_to_step(archive: Path, second: str, step: int) -> None:
    """Add up to a step."""
    die_at(step, archive)
    add_here(archive, second)


def die_at_steps(place: Path, first: str, second: str) -> None:
    """Kill the addition at its first and last steps, around the commit, and between; each time it can be run again."""
    original, whole = place / "original", place / "whole"
    assert in_child(lambda: add_here(original, first)) == 0  # threads of pyarrow begin in children alone
    shutil.copytree(original, whole)
    assert in_child(partial(note_steps, whole, second, place / "steps")) == 0
    steps = (place / "steps").read_text(encoding="utf-8").splitlines()
    print("\n".join(steps))
    link = next(number for number, step in enumerate(steps, start=1) if " link " in step)
    some = {1, 2, 3, link // 3, link // 2, link - 3, link - 1, link, link + 1, len(steps)}
    for number in sorted(some):
        archive = Path(shutil.copytree(original, place / f"step{number}"))
        assert in_child(partial(add_to_step, archive, second, number)) == DEAD
        assert in_child(partial(verify, archive, whole, original, second)) == 0
        print("killed", counts_at(steps, number))


def counts_at(steps: list[str], number: int) -> str:
    """Say whether the addition counted at a step."""
    return steps[number - 1].partition(" ")[0]


def verify(archive: Path, whole: Path, original: Path, second: str) -> None:
    """See that all of the addition is there or nothing, and that it can be run again."""
    had = contents(whole if counts(archive) == "after" else original)
    assert contents(archive) == had, "an addition is there in part"
    assert Archive(str(archive)).existing_manifest().parts
    again = add_here(archive, second)
    assert not again.refused
    assert contents(archive) == contents(whole), "run again, the addition ends otherwise"


if __name__ == "__main__":
    die_at_steps(Path(sys.argv[1]), *sys.argv[2:])
