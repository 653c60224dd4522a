"""Whether a change of the house changed what it makes: everything that the demos write, recorded before and after.

    python tests/before_and_after.py record before    with the code as it was
    python tests/before_and_after.py record after     with the code as it is
    python tests/before_and_after.py compare before after

A record has a text file for each workbook (every cell that holds something, hidden sheets too, values and no formulas)
and for what each command answers to scripts (JSON and CSV). Times are left out, and digests of files, which have times
in them: both differ from run to run.
"""

from __future__ import annotations

import datetime as dt
import difflib
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from click.testing import CliRunner
from openpyxl import load_workbook
from registered import EXAMPLES

from sheetscore.cli.main import main

OF_EVENT: Sequence[tuple[str, ...]] = (("check", "--json"), ("standings", "--json"))
"""What scripts ask of an event folder."""

OF_WORKBOOK: Sequence[tuple[str, ...]] = (("export", "--format", "csv"), ("export", "--format", "json"), ("entries",))
"""What they ask of a workbook in it; not every workbook answers everything, and what is said then is kept as well."""


_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")


def record(target: Path) -> None:
    """Play the demo of every example and write down what came of it."""
    for example, system in EXAMPLES.items():
        with tempfile.TemporaryDirectory() as place:
            folder, kept = Path(place) / example, target / example
            kept.mkdir(parents=True)
            answered("demo", folder, "--system", system, "--example", example)
            for words in OF_EVENT:
                (kept / f"{words[0]}.json").write_text(answered("-C", folder, *words), encoding="utf-8")
            for workbook in sorted(folder.glob("*.xlsx")):
                (kept / f"{workbook.stem}.txt").write_text("\n".join(cells(workbook)), encoding="utf-8")
                for words in OF_WORKBOOK:
                    name = f"{workbook.stem} {'-'.join(words)}.txt"
                    (kept / name).write_text(answered("-C", folder, *words, workbook.name), encoding="utf-8")


def answered(*words: object) -> str:
    """Return what a command writes and how it ends, without the place of the folder."""
    done = CliRunner().invoke(main, [*map(str, words)])
    folder = next(word for word in words if isinstance(word, Path))
    return _DIGEST.sub("DIGEST", f"{done.output.replace(str(folder), 'FOLDER')}\nexit {done.exit_code}\n")


def cells(workbook: Path) -> Iterator[str]:
    """Yield every cell that holds something: its sheet, its place, its value."""
    for sheet in load_workbook(workbook, data_only=True).worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None and not isinstance(cell.value, dt.datetime):
                    yield _DIGEST.sub("DIGEST", f"{sheet.title}!{cell.coordinate}\t{cell.value!r}")


def compare(before: Path, after: Path) -> Iterator[str]:
    """Yield the lines that differ between two records."""
    names = {path.relative_to(place) for place in (before, after) for path in place.rglob("*.*")}
    for name in sorted(names):
        old, new = (lines(place / name) for place in (before, after))
        yield from difflib.unified_diff(old, new, f"{before.name}/{name}", f"{after.name}/{name}", "", "", 0, "")


def lines(path: Path) -> list[str]:
    """Return the lines of a file of a record; none of one that is not there."""
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["record", target]:
            record(Path(target))
        case ["compare", before, after]:
            different = [*compare(Path(before), Path(after))]
            print("\n".join(different) or "nothing differs")
            sys.exit(bool(different))
        case _:
            sys.exit(__doc__)
