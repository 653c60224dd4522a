"""What earlier rounds came to, for draws and standings: their results workbooks, read back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sheetscore.desk.workplace import Desk
from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.its_workbooks import keys_of, limits_of, owner_called, way_back
from sheetscore.findings import finding
from sheetscore.pairing.draw import Draw, OpenGame, open_words
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.results.owners import as_of_today, without_owner
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.results.standings_workbook import is_made_from, standings_book
from sheetscore.systems.at_hand import EarlierRounds, EventSoFar
from sheetscore.systems.outcomes import EarlierRound, Standings
from sheetscore.workbooks.saving import Saved, digest, folder_lock, refuse_if_open, save


def records(desk: Desk) -> dict[int, RoundRecord]:
    """Read the results of every scored round, by its number, with the names that the event has now.

    Raises
    ------
    MistakesFound
        Somebody with results is not in the event any more.
    UnreadableFile
        A results workbook is damaged or belongs to another event.
    """
    found = {number: _record(desk, number) for number in desk.folder.scored_stages()}
    gone = tuple(without_owner(desk.event, found))
    if gone:
        raise MistakesFound(gone)
    return found


def record_of(desk: Desk, number: int) -> RoundRecord | None:
    """Read the results of a round as they are now; None where there are none of this event that can be read."""
    try:
        return _record(desk, number)
    except UnreadableFile:
        return None


def as_scored(desk: Desk, number: int) -> RoundRecord:
    """Read the results of a round as they were written, whoever is in the event now.

    Raises
    ------
    UnreadableFile
        There are none, or the workbook is damaged.
    """
    path = desk.folder.results(number)
    sha256 = digest(path) if path.exists() else ""
    if sha256 not in desk.known:
        desk.known[sha256] = read_results(path, limits_of(desk.event))
    return desk.known[sha256]


def _record(desk: Desk, number: int) -> RoundRecord:
    path, record = desk.folder.results(number), as_scored(desk, number)
    if record.event_key not in keys_of(desk.event):
        owner = owner_called(desk.event, record.event_name)
        raise UnreadableFile(
            f"{path.name} belongs to {owner}, not to {desk.event.header.name}; move it away; "
            f"{way_back(desk.event, record.event_key)}",
            "other-event",
        )
    return as_of_today(record, desk.event)


def earlier_rounds(desk: Desk, stage: int) -> EarlierRounds:
    """Give the rounds before one to a system that may look back at them: their results are read when it does."""
    return EarlierRounds(lambda: rounds_before(desk, stage, records(desk)))


def rounds_before(desk: Desk, stage: int, scored: Mapping[int, RoundRecord]) -> list[EarlierRound]:
    """Give the rounds before one: their results, and where these are missing the draw.

    A round of which there is neither is left out: nobody knows who met whom in it.
    """
    found = []
    for number in [before for before in desk.event.stages if before < stage]:
        record = scored.get(number)
        drawn = _drawn(desk, number, record)
        if record is not None:
            found.append(EarlierRound(number, record.scenario, record.rows, drawn))
        elif drawn is not None:
            found.append(EarlierRound(number, desk.event.scenario_at(number, 1), (), drawn))
    return found


def _drawn(desk: Desk, number: int, record: RoundRecord | None) -> Draw | None:
    """Give the draw of what has no results: of all tables, or of those that provisional results lack."""
    if (record is not None and not record.missing) or not desk.folder.draw(number).exists():
        return None
    drawn = _draw_of(desk, number)
    if record is not None:
        return replace(drawn, tables=tuple(table for table in drawn.tables if table.number in record.missing))
    return drawn if drawn.tables else None


def open_games(desk: Desk, scored: dict[int, RoundRecord]) -> tuple[OpenGame, ...]:
    """Give what is drawn and has no result, round by round; a draw that cannot be read tells nobody's name."""
    found: list[OpenGame] = []
    for stage in desk.event.stages:
        record = scored.get(stage)
        if record is None and not desk.folder.draw(stage).exists():
            if any(later > stage for later in scored):  # it was played, and nobody knows by whom
                found.append(OpenGame(stage, None, ()))
            continue
        if record is not None and not record.missing and stage != WHOLE_EVENT:
            continue
        try:
            drawn = _draw_of(desk, stage)
        except UnreadableFile:
            drawn = Draw(stage, (), (), ())
        rows, missing = (record.rows, record.missing) if record else ((), None)
        found += desk.system.open_games(replace(desk.round(stage), drawn=drawn, rows=rows, missing=missing))
    return tuple(found)


def _draw_of(desk: Desk, number: int) -> Draw:
    return read_draw(desk.folder.draw(number), desk.system, desk.round(number)).draw


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
