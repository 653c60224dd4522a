"""Standings: the workbook kept in step with the results of the rounds, and the table for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.consistency.staleness import results_behind
from sheetscore.operations.opening.cut_off import results_while_absent
from sheetscore.operations.opening.history import locked, rank, records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.pairing.draw import OpenGame
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.results.record import RoundRecord, as_doubles, frame
from sheetscore.systems.outcomes import ResultRow, Standings

if TYPE_CHECKING:
    import pandas as pd


class Ranked(Struct, frozen=True):
    """The standings, and the workbook that has them (None before the first round is scored)."""

    event: Event
    standings: Standings
    path: Path | None

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """A row per player, best first."""
        return self.standings.rows

    @property
    def provisional(self) -> bool:
        """Whether any drawn game has no result yet."""
        return self.standings.provisional

    @property
    def open(self) -> tuple[OpenGame, ...]:
        """The drawn games, lines and boards without a result."""
        return self.standings.open

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings about files that do not fit together, then about open games, then about the ranking."""
        return self.standings.findings

    @property
    def declared(self) -> tuple[str, ...]:
        """Sentences on who has won and why, as soon as that is certain, even if rounds are still to be played."""
        return self.standings.declared

    def frame(self) -> pd.DataFrame:
        """Return the rows as a data frame; exact numbers as the nearest doubles."""
        return frame(self.rows)

    def as_json(self) -> dict[str, object]:
        """Return the standings with the keys that scripts rely on."""
        header = self.event.header
        return {
            "event": header.name,
            "system": header.system,
            "after_round": self.standings.after_round,
            "provisional": self.provisional,
            "open": [game.as_json() for game in self.open],
            "declared": list(self.declared),
            "findings": [one.as_json() for one in self.findings],
            "rows": as_doubles(self.rows),
        }


class ScoredRounds(Struct, frozen=True):
    """The results of all scored rounds of an event, by number."""

    event: Event
    rounds: Mapping[int, RoundRecord]

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """The rows of all rounds, in order; each has the number of its round."""
        return tuple({"round": number, **row} for number, record in self.rounds.items() for row in record.rows)

    def frame(self) -> pd.DataFrame:
        """Return the rows as a data frame; exact numbers as the nearest doubles."""
        return frame(self.rows)


def results(event: Event | str | Path) -> ScoredRounds:
    """Read the results of all scored rounds.

    Parameters
    ----------
    event
        An event that was loaded from its folder, or the folder.

    Raises
    ------
    WrongUsage
        The event was not loaded from a folder.
    MistakesFound
        The event has mistakes, or somebody with results is not in it any more.
    UnreadableFile
        A results workbook is damaged or belongs to another event.

    Examples
    --------
    >>> sorted(results("copenhagen").frame()["round"].unique().tolist())
    [1, 2, 3, 4, 5]
    """
    opened = open_event(_folder_of(event))
    return ScoredRounds(opened.event, dict(sorted(records(opened).items())))


def _folder_of(event: Event | str | Path) -> Path:
    folder = event.folder if isinstance(event, Event) else Path(event)
    if folder is None:
        raise WrongUsage("this event was not loaded from a folder; give the folder instead")
    return folder


def standings(event: Event | str | Path) -> Ranked:
    """Bring standings.xlsx up to date and give the standings.

    Parameters
    ----------
    event
        An event that was loaded from its folder, or the folder.

    Raises
    ------
    WrongUsage
        The event was not loaded from a folder, or standings.xlsx is open elsewhere.
    MistakesFound
        The event has mistakes; or somebody with results is not in it any more or, if one draw holds all rounds, has
        results in a round in which the event says that they are absent.

    Examples
    --------
    >>> standings("copenhagen").frame()[["name", "score"]].head(2).to_dict("split")["data"]
    [['Frida Storm', 12], ['Carsten Lund', 13]]
    """
    opened = open_event(_folder_of(event))
    with locked(opened) as lock_findings:
        scored = records(opened)
        path = opened.folder.standings
        if away := [*results_while_absent(opened.event, opened.folder, scored.get(WHOLE_EVENT))]:
            raise MistakesFound(away)
    ranked = rank(opened, scored)
    ranked = replace(
        ranked, findings=(*lock_findings, *opened.exchanged, *results_behind(opened, scored), *ranked.findings)
    )
    return Ranked(opened.event, ranked, path if scored else None)
