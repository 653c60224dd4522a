"""The example events, each played once for all processes of a run, and what LibreOffice makes of their workbooks."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from event_folder import contents
from filelock import FileLock
from libreoffice import recalculate
from msgspec import Struct
from read_once import read_once
from registered import EXAMPLES, new_names, renamed, system_of, write_renamed_values

from sheetscore.event.load import load_event
from sheetscore.operations.demo import demo
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import Ranked, standings


class PlayedDemo(Struct, frozen=True):
    """An example after its demo; its folder is everybody's and may only be read."""

    folder: Path
    ranked: Any
    """The standings; of a folder that a test makes by commands, what the commands told."""
    as_it_was: Mapping[str, str]
    """The digest of every file of the folder."""

    @property
    def workbooks(self) -> dict[str, Path]:
        """All that have formulas, by name without ending."""
        return {path.stem: path for path in sorted(self.folder.glob("*.xlsx")) if path.name != "event.xlsx"}

    def copied(self, to: Path) -> Path:
        """Give a copy of the folder, to be changed, without the marks of a LibreOffice that computes it just now."""
        return Path(shutil.copytree(self.folder, to, ignore=shutil.ignore_patterns(".~lock.*")))


class Demos:
    """The demos in a folder that all processes of a run have in common."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.shown: dict[str, PlayedDemo] = {}

    def played(self, example: str) -> PlayedDemo:
        """Give an example after its demo, by its name."""
        return self._once(example, lambda folder: demo(folder, EXAMPLES[example], lambda _: None, named=example).ranked)

    def renamed(self, example: str) -> PlayedDemo:
        """Give an example on the other paper with awkward names: its first stage played, the next one drawn."""
        return self._once(f"{example}-renamed", lambda folder: play_renamed(example, folder))

    def made(self, make: Callable[..., object], *of: Demos) -> PlayedDemo:
        """Give a folder in which a test writes workbooks, perhaps of demos (`written_workbooks.py`)."""
        return self._once(f"{make.__module__}.{make.__name__}", lambda folder: make(folder, *of))

    def both(self, make: Callable[[Path], object], stem: str = "round1") -> tuple[Path, Path]:
        """Give a workbook that a test writes, as it is and as LibreOffice saves it."""
        made = self.made(make)
        return made.workbooks[stem], self.recalculated(made)[stem]

    def recalculated(self, played: PlayedDemo) -> dict[str, Path]:
        """Give the workbooks of a folder as LibreOffice saves them, by name without ending."""
        there = played.folder.with_name("recalculated")
        with self._lock(there.parent.name):
            if not there.exists():
                recalculate(list(played.workbooks.values()), there.with_name("some"))
                there.with_name("some").rename(there)
        return {name: there / f"{name}.xlsx" for name in played.workbooks}

    def assert_unchanged(self) -> None:
        """See to it that nobody wrote to the folder of a demo."""
        changed = [name for name, played in self.shown.items() if contents(played.folder) != played.as_it_was]
        assert not changed, f"a test wrote to the shared demo of {', '.join(changed)}"

    def _once(self, name: str, play: Callable[[Path], object]) -> PlayedDemo:
        if name not in self.shown:
            there = self.place / name / "played.pickle"
            with self._lock(name):
                if not there.exists():
                    folder = there.with_name("event")
                    folder.mkdir(parents=True)
                    with read_once():  # whichever module asks first
                        ranked = play(folder)
                    there.write_bytes(pickle.dumps(PlayedDemo(folder, ranked, contents(folder))))
                played = pickle.loads(there.read_bytes())  # noqa: S301 -- written by a process of the same run
            assert isinstance(played, PlayedDemo)
            self.shown[name] = played
        return self.shown[name]

    def _lock(self, example: str) -> FileLock:
        self.place.mkdir(exist_ok=True)
        return FileLock(self.place / f"{example}.lock")


def play_renamed(example: str, folder: Path) -> Ranked:
    """Play the first stage of an example on its other paper, with awkward names, and draw the next one."""
    home = system_of(example).example(example)
    event = load_event(home / "event.toml")
    names = new_names(event)
    event = renamed(event, names)
    paper = "a4" if event.header.paper == "letter" else "letter"
    write_event(event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})}), folder)
    first, *later = event.stages
    draw(folder, first or None)
    made = make_sheets(folder, first or None)
    values = folder.with_name("values.csv")
    write_renamed_values(home / f"{made.path.stem}.csv", values, names)
    fill(made.path, values)
    done = ingest(made.path)
    assert done.status != "errors", done.findings
    if later:
        draw(folder, later[0])
    return standings(folder)
