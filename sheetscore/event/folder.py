"""The folder of an event: which file is called what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sheetscore.event.journal import JOURNAL_NAME
from sheetscore.event.stage import WHOLE_EVENT

_STAGE = re.compile(
    r"(?:round([1-9][0-9]{0,3})(?:-draw|-marked|-results)?|travellers(?:-marked|-results)?|draw)\.(?:xls[xm]|ods)",
    re.IGNORECASE,
)


def sheets_stem(stage: int) -> str:
    """Give the name of the score sheets of a stage, without its ending: ``round3``, or ``travellers``."""
    return f"round{stage}" if stage else "travellers"


@dataclass(frozen=True)
class EventFolder:
    """The names of an event's files; none of them need exist.

    Parameters
    ----------
    path
        The folder.
    """

    path: Path

    @property
    def event_workbook(self) -> Path:
        """What the director sets up: settings, players, teams, scenarios, rounds."""
        return self.path / "event.xlsx"

    @property
    def event_toml(self) -> Path:
        """The same as text, for version control and scripts."""
        return self.path / "event.toml"

    def draw(self, stage: int) -> Path:
        """Give the workbook of who sits where in a round, or in the whole event."""
        return self.path / (f"round{stage}-draw.xlsx" if stage else "draw.xlsx")

    def sheets(self, stage: int) -> Path:
        """Give the score sheets of a stage."""
        return self.path / f"{sheets_stem(stage)}.xlsx"

    def marked(self, stage: int) -> Path:
        """Give the copy of the score sheets with every mistake marked and explained."""
        return self.path / f"{sheets_stem(stage)}-marked.xlsx"

    def results(self, stage: int) -> Path:
        """Give the results of a stage, with the data that later rounds read."""
        return self.path / f"{sheets_stem(stage)}-results.xlsx"

    @property
    def standings(self) -> Path:
        """The standings after the latest round."""
        return self.path / "standings.xlsx"

    @property
    def journal(self) -> Path:
        """What was done when."""
        return self.path / JOURNAL_NAME

    @property
    def templates(self) -> Path:
        """The event's own form templates, which go before the built-in ones."""
        return self.path / "templates"

    def scored_stages(self) -> tuple[int, ...]:
        """Give the stages that have a results workbook, in order."""
        stages = (stage_of(path) for path in self.path.glob("*-results.xlsx"))
        return tuple(sorted(stage for stage in stages if stage is not None))


def stage_of(path: Path) -> int | None:
    """Give the stage that a file belongs to by its name (``round3-marked.xlsx``, ``travellers.ods``); else None.

    Copies that were kept (``round3~1.xlsx``) belong to none.
    """
    match = _STAGE.fullmatch(path.name)
    return int(match[1] or WHOLE_EVENT) if match else None
