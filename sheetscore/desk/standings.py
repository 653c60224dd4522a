"""Standings: the workbook kept in step with the results of the rounds, and the table for the terminal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sheetscore.desk.history import open_games, records
from sheetscore.desk.out_of_step import newer_sheets
from sheetscore.desk.workplace import Desk, open_desk
from sheetscore.event.model import Event
from sheetscore.event.stage import WHOLE_EVENT
from sheetscore.findings import Finding, finding
from sheetscore.pairing.open_games import OpenGame, open_words
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.results.figures import as_doubles, frame
from sheetscore.results.record import RoundRecord
from sheetscore.results.standings_workbook import is_made_from, standings_book
from sheetscore.systems.protocol import ResultRow, Standings
from sheetscore.workbooks.saving import Saved, digest, refuse_if_open, save

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Ranked:
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
        """Whether anything that is drawn has no result yet."""
        return self.standings.provisional

    @property
    def open(self) -> tuple[OpenGame, ...]:
        """The games, lines and boards that are drawn and have no result yet."""
        return self.standings.open

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What there is to warn of, what is open first."""
        return self.standings.findings

    @property
    def declared(self) -> tuple[str, ...]:
        """Who has won and why, a sentence each, where that is certain before the director can know it."""
        return self.standings.declared

    def frame(self) -> pd.DataFrame:
        """Give the rows as a data frame; exact numbers as the nearest doubles."""
        return frame(self.rows)

    def as_json(self) -> dict[str, object]:
        """Give the standings with the keys that scripts rely on."""
        header = self.event.header
        return {
            "event": header.name,
            "system": header.system,
            "after_round": self.standings.after_round,
            "provisional": self.provisional,
            "open": [game.as_json() for game in self.open],
            "declared": list(self.declared),
            "rows": as_doubles(self.rows),
        }


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
    """
    folder = event.folder if isinstance(event, Event) else Path(event)
    if folder is None:
        raise WrongUsage("this event was not loaded from a folder; give the folder instead")
    desk = open_desk(folder)
    with desk.locked():
        scored = records(desk)
        path = desk.folder.standings
    ranked = rank(desk, scored)
    ranked = replace(ranked, findings=(*newer_sheets(desk, scored), *ranked.findings))
    return Ranked(desk.event, ranked, path if scored else None)


def rank(desk: Desk, scored: dict[int, RoundRecord]) -> Standings:
    """Rank the players over the scored rounds, and say first what is open, each round once."""
    rounds = {number: record.rows for number, record in scored.items()}
    ranked = desk.system.standings(desk.event, rounds, open_games(desk, scored))
    gaps = [number for number in range(1, ranked.after_round) if number not in scored and WHOLE_EVENT not in scored]
    words = open_words([game for game in ranked.open if game.round not in gaps]) if scored else ""
    said = [finding("not-in-yet", words)] if words else []
    said += [
        finding("round-missing", f"round {number} has no results and does not count; ingest it: round{number}.xlsx")
        for number in gaps
    ]
    return replace(ranked, findings=(*said, *ranked.findings))


@dataclass(frozen=True)
class Refreshed:
    """Standings that were written anew, and the ranking in them."""

    saved: Saved
    ranked: Standings


def refresh_standings(desk: Desk) -> Refreshed | None:
    """Write standings.xlsx anew if it was made from other results, or another event, than are there now.

    The results of a round are what commits it: a run that was killed between the two is put right here. A draw
    that was made or changed since opens other games.
    """
    numbers = desk.folder.scored_stages()
    path = desk.folder.standings
    current = _digests(map(desk.folder.results, numbers))
    drawn = _digests(path for path in map(desk.folder.draw, desk.event.stages) if path.exists())
    if not current or _is_current(desk, path, current, drawn):
        return None
    refuse_if_open(path)
    scored = records(desk)
    ranked = rank(desk, scored)
    book = standings_book(desk.event, desk.system, ranked, scored, dt.datetime.now(dt.UTC), drawn)
    return Refreshed(save(path, book.write, book.stamp_parts), ranked)


def _digests(paths: Iterable[Path]) -> dict[str, str]:
    return {path.name: digest(path) for path in paths}


def _is_current(desk: Desk, path: Path, results: dict[str, str], drawn: dict[str, str]) -> bool:
    """Tell whether standings are made from what is there now; not where they are missing or damaged."""
    try:
        return path.exists() and is_made_from(path, desk.event, results, drawn)
    except UnreadableFile:
        return False
