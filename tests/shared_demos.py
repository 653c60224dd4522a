"""The example events, each played once for all processes of a run, and what LibreOffice makes of their workbooks."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from event_folder import contents
from filelock import FileLock
from libreoffice import recalculate

from sheetscore.desk.demo import demo
from sheetscore.desk.standings import Ranked
from sheetscore.event.registry import known_systems
from sheetscore.systems.system import system_called


@dataclass(frozen=True)
class PlayedDemo:
    """An example after its demo; its folder is everybody's and may only be read."""

    folder: Path
    ranked: Ranked
    as_it_was: Mapping[str, str]
    """The digest of every file of the folder."""

    @property
    def workbooks(self) -> dict[str, Path]:
        """All that have formulas, by name without ending."""
        return {path.stem: path for path in sorted(self.folder.glob("*.xlsx")) if path.name != "event.xlsx"}

    def copied(self, to: Path) -> Path:
        """Give a copy of the folder, to be changed."""
        return Path(shutil.copytree(self.folder, to))


def by_folder(**files: Iterable[Path]) -> dict[str, Path]:
    """Name files of several folders: ``demo-round1``."""
    return {f"{folder}-{path.stem}": path for folder, paths in files.items() for path in paths}


class Demos:
    """The demos in a folder that all processes of a run have in common."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.shown: dict[str, PlayedDemo] = {}

    def played(self, example: str) -> PlayedDemo:
        """Give an example after its demo, by its name."""
        if example not in self.shown:
            with self._lock(example):
                self.shown[example] = self._there_or_played(example)
        return self.shown[example]

    def recalculated(self, example: str) -> dict[str, Path]:
        """Give what LibreOffice makes of an example's workbooks, by name without ending."""
        played, there = self.played(example), self.place / example / "recalculated"
        with self._lock(example):
            if not there.exists():
                recalculate(list(played.workbooks.values()), there.with_name("some"))
                there.with_name("some").rename(there)
        return {name: there / f"{name}.xlsx" for name in played.workbooks}

    def assert_unchanged(self) -> None:
        """See to it that nobody wrote to the folder of a demo."""
        changed = [name for name, played in self.shown.items() if contents(played.folder) != played.as_it_was]
        assert not changed, f"a test wrote to the shared demo of {', '.join(changed)}"

    def _there_or_played(self, example: str) -> PlayedDemo:
        there = self.place / example / "played.pickle"
        if not there.exists():
            (system,) = (system for system in known_systems() if example in system_called(system).examples)
            folder = there.with_name("event")
            shown = demo(folder, system, lambda _: None, named=example)
            there.write_bytes(pickle.dumps(PlayedDemo(folder, shown.ranked, contents(folder))))
        played = pickle.loads(there.read_bytes())  # noqa: S301 -- written by a process of the same run
        assert isinstance(played, PlayedDemo)
        return played

    def _lock(self, example: str) -> FileLock:
        self.place.mkdir(exist_ok=True)
        return FileLock(self.place / f"{example}.lock")
