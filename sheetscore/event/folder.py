"""The folder of an event: which file is called what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sheetscore.event.journal import JOURNAL_NAME

_ROUND = re.compile(r"round([1-9][0-9]{0,3})(-draw|-marked|-results)?\.(xls[xm]|ods)", re.IGNORECASE)


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

    def draw(self, number: int) -> Path:
        """Give the workbook of who sits where in a round."""
        return self.path / f"round{number}-draw.xlsx"

    def sheets(self, number: int) -> Path:
        """Give the score sheets of a round."""
        return self.path / f"round{number}.xlsx"

    def marked(self, number: int) -> Path:
        """Give the copy of the score sheets with every mistake marked and explained."""
        return self.path / f"round{number}-marked.xlsx"

    def results(self, number: int) -> Path:
        """Give the results of a round, with the data that later rounds read."""
        return self.path / f"round{number}-results.xlsx"

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

    def results_rounds(self) -> tuple[int, ...]:
        """Give the rounds that have a results workbook, in order."""
        numbers = (round_of(path) for path in self.path.glob("round*-results.xlsx"))
        return tuple(sorted(number for number in numbers if number))


def round_of(path: Path) -> int | None:
    """Give the round that a file belongs to by its name (``round3-marked.xlsx``, ``round3.ods``); else None.

    Copies that were kept (``round3~1.xlsx``) belong to no round.
    """
    match = _ROUND.fullmatch(path.name)
    return int(match[1]) if match else None
