"""standings.xlsx kept up to date with the results: the lock on the folder, and what a killed run left undone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sheetscore.desk.history import open_games, records
from sheetscore.desk.workplace import Desk
from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.findings import finding
from sheetscore.pairing.draw import open_words
from sheetscore.problems import UnreadableFile
from sheetscore.results.record import RoundRecord
from sheetscore.results.standings_workbook import is_made_from, standings_book
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import Standings
from sheetscore.workbooks.saving import Saved, digest, folder_lock, refuse_if_open, save


def rank(desk: Desk, scored: dict[int, RoundRecord]) -> Standings:
    """Rank the players over the scored rounds, and say first what is open, each round once."""
    rounds = {number: record.rows for number, record in scored.items()}
    ranked = desk.system.standings(EventSoFar(desk.event, rounds, open_games(desk, scored)))
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


@contextmanager
def locked(desk: Desk) -> Iterator[None]:
    """Keep other runs out of the folder, and put right first what a killed one left undone."""
    with folder_lock(desk.folder.path):
        refresh_standings(desk)
        yield


def _digests(paths: Iterable[Path]) -> dict[str, str]:
    return {path.name: digest(path) for path in paths}


def _is_current(desk: Desk, path: Path, results: dict[str, str], drawn: dict[str, str]) -> bool:
    """Tell whether standings are made from what is there now; not where they are missing or damaged."""
    try:
        return path.exists() and is_made_from(path, desk.event, results, drawn)
    except UnreadableFile:
        return False
