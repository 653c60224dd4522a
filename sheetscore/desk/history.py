"""What earlier rounds came to, for draws and standings: their results workbooks, read back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.desk.workplace import OpenEvent
from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.its_workbooks import keys_of, limits_of, owner_called, way_back
from sheetscore.findings import finding
from sheetscore.pairing.draw import Draw, OpenGame, open_words
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.results.setup import as_of_today, without_owner
from sheetscore.results.standings_workbook import (
    Correction,
    correction_of,
    is_made_from,
    last_correction,
    standings_book,
)
from sheetscore.systems.at_hand import EarlierRounds, EventSoFar
from sheetscore.systems.outcomes import EarlierRound, Standings
from sheetscore.workbooks.saving import Saved, digest, folder_lock, refuse_if_open, save

_NO_RESULTS: Mapping[int, RoundRecord] = MappingProxyType({})


def records(opened: OpenEvent) -> dict[int, RoundRecord]:
    """Read the results of every scored round, by its number, with the names that the event has now.

    Raises
    ------
    MistakesFound
        Somebody with results is not in the event any more.
    UnreadableFile
        A results workbook is damaged or belongs to another event.
    """
    found = {number: _record(opened, number) for number in opened.folder.scored_stages()}
    gone = tuple(without_owner(opened.event, found))
    if gone:
        raise MistakesFound(gone)
    return found


def record_of(opened: OpenEvent, number: int) -> RoundRecord | None:
    """Read the results of a round as they are now; None where there are none of this event that can be read."""
    try:
        return _record(opened, number)
    except UnreadableFile:
        return None


def as_scored(opened: OpenEvent, number: int) -> RoundRecord:
    """Read the results of a round as they were written, whoever is in the event now.

    Raises
    ------
    UnreadableFile
        There are none, or the workbook is damaged.
    """
    path = opened.folder.results(number)
    sha256 = digest(path) if path.exists() else ""
    if sha256 not in opened.known:
        opened.known[sha256] = read_results(path, limits_of(opened.event))
    return opened.known[sha256]


def _record(opened: OpenEvent, number: int) -> RoundRecord:
    path, record = opened.folder.results(number), as_scored(opened, number)
    if record.event_key not in keys_of(opened.event):
        owner = owner_called(opened.event, record.event_name)
        raise UnreadableFile(
            f"{path.name} belongs to {owner}, not to {opened.event.header.name}; move it away; "
            f"{way_back(opened.event, record.event_key)}",
            "other-event",
        )
    return as_of_today(record, opened.event)


def earlier_rounds(opened: OpenEvent, stage: int) -> EarlierRounds:
    """Return the rounds before one to a system that may look back at them: their results are read when it does."""
    return EarlierRounds(lambda: rounds_before(opened, stage, records(opened)))


def rounds_before(opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]) -> list[EarlierRound]:
    """Return the rounds before one: their results, and where these are missing the draw.

    A round of which there is neither is left out: nobody knows who met whom in it.
    """
    found = []
    for number in [before for before in opened.event.stages if before < stage]:
        record = scored.get(number)
        drawn = _drawn(opened, number, record)
        if record is not None:
            found.append(EarlierRound(number, record.scenario, record.rows, drawn))
        elif drawn is not None:
            found.append(EarlierRound(number, opened.event.scenario_at(number, 1), (), drawn))
    return found


def _drawn(opened: OpenEvent, number: int, record: RoundRecord | None) -> Draw | None:
    """Return the draw of what has no results: of all tables, or of those that provisional results lack."""
    if (record is not None and not record.missing) or not opened.folder.draw(number).exists():
        return None
    drawn = _draw_of(opened, number)
    if record is not None:
        return replace(drawn, tables=tuple(table for table in drawn.tables if table.number in record.missing))
    return drawn if drawn.tables else None


def open_games(opened: OpenEvent, scored: dict[int, RoundRecord]) -> tuple[OpenGame, ...]:
    """Return what is drawn and has no result, round by round; a draw that cannot be read tells nobody's name."""
    found: list[OpenGame] = []
    for stage in opened.event.stages:
        record = scored.get(stage)
        if record is None and not opened.folder.draw(stage).exists():
            if any(later > stage for later in scored):  # it was played, and nobody knows by whom
                found.append(OpenGame(stage, None, ()))
            continue
        if record is not None and not record.missing and stage != WHOLE_EVENT:
            continue
        try:
            drawn = _draw_of(opened, stage)
        except UnreadableFile:
            drawn = Draw(stage, (), (), ())
        rows, missing = (record.rows, record.missing) if record else ((), None)
        found += opened.system.open_games(replace(opened.round(stage), drawn=drawn, rows=rows, missing=missing))
    return tuple(found)


def _draw_of(opened: OpenEvent, number: int) -> Draw:
    return read_draw(opened.folder.draw(number), opened.system, opened.round(number)).draw


def rank(opened: OpenEvent, scored: dict[int, RoundRecord]) -> Standings:
    """Rank the players over the scored rounds, and say first what is open, each round once."""
    rounds = {number: record.rows for number, record in scored.items()}
    ranked = opened.system.standings(EventSoFar(opened.event, rounds, open_games(opened, scored)))
    gaps = [number for number in range(1, ranked.after_round) if number not in scored and WHOLE_EVENT not in scored]
    words = open_words([game for game in ranked.open if game.round not in gaps]) if scored else ""
    said = [finding("not-in-yet", words)] if words else []
    said += [
        finding("round-missing", f"round {number} has no results and does not count; ingest it: round{number}.xlsx")
        for number in gaps
    ]
    return replace(ranked, findings=(*said, *ranked.findings))


class Refreshed(Struct, frozen=True):
    """Standings that were written anew, the ranking in them, and what a correction changed in it, if it was one."""

    saved: Saved
    ranked: Standings
    correction: Correction | None = None


def refresh_standings(
    opened: OpenEvent, corrected: int | None = None, before: Mapping[int, RoundRecord] = _NO_RESULTS
) -> Refreshed | None:
    """Write standings.xlsx anew if it was made from other results, or another event, than are there now.

    The results of a round are what commits it: a run that was killed between the two is put right here. A draw
    that was made or changed since opens other games. What the last correction changed stays in them until the next one.

    Parameters
    ----------
    corrected
        The stage whose results were corrected; None where nothing was.
    before
        The results that are others now, as they were before the correction.
    """
    numbers = opened.folder.scored_stages()
    path = opened.folder.standings
    # By digests, because dates tell nothing: mail, memory sticks and synchronised folders give new ones to the same
    # bytes, and old ones to files that were put back.
    current = _digests(map(opened.folder.results, numbers))
    drawn = _digests(path for path in map(opened.folder.draw, opened.event.stages) if path.exists())
    if not current or _is_current(opened, path, current, drawn):
        return None
    refuse_if_open(path)
    scored = records(opened)
    ranked = rank(opened, scored)
    correction = None if corrected is None else correction_of(corrected, rank(opened, {**scored, **before}), ranked)
    last = correction or last_correction(path, opened.event)
    book = standings_book(opened.event, opened.system, ranked, scored, dt.datetime.now(dt.UTC), drawn, last)
    return Refreshed(save(path, book.write, book.stamp_parts), ranked, correction)


@contextmanager
def locked(opened: OpenEvent) -> Iterator[None]:
    """Keep other runs out of the folder, and put right first what a killed one left undone."""
    with folder_lock(opened.folder.path):
        # Before the command, because a killed run may have left results that are not in the standings, and a person may
        # have put back or deleted some. What the command itself changes it brings into the standings at its end.
        refresh_standings(opened)
        yield


def _digests(paths: Iterable[Path]) -> dict[str, str]:
    return {path.name: digest(path) for path in paths}


def _is_current(opened: OpenEvent, path: Path, results: dict[str, str], drawn: dict[str, str]) -> bool:
    """Tell whether standings are made from what is there now; not where they are missing or damaged."""
    try:
        return path.exists() and is_made_from(path, opened.event, results, drawn)
    except UnreadableFile:
        return False
