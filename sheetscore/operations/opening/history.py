"""Results of earlier rounds, for draws and standings, read from their workbooks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.load import keys_of, owner_called, way_back
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.first_ratings import read_known
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.opening.standings_otherwise import made_before_event_changed, moved_by_event
from sheetscore.operations.safeguards.beside_boxes import noted_in_replaced
from sheetscore.pairing.draw import Draw, OpenGame, open_words
from sheetscore.problems import MistakesFound, Problem, UnreadableFile
from sheetscore.reading.draw_workbook import ReadDraw, draw_in
from sheetscore.results.hidden_data import HiddenData
from sheetscore.results.record import RoundRecord
from sheetscore.results.scoring_changes import settings_of_changed, settings_then
from sheetscore.results.seated_since import as_seated_now
from sheetscore.results.setup import as_of_today, find_lost_owners
from sheetscore.results.standing_changes import Correction, correction_of, headings_of
from sheetscore.results.standings_workbook import is_made_from, last_correction, standings_book, standings_sheets
from sheetscore.systems.context import EarlierRounds, EventProgress
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
    gone = tuple(find_lost_owners(opened.event, found))
    if gone:
        raise MistakesFound(gone)
    return found


def record_of(opened: OpenEvent, number: int) -> RoundRecord | None:
    """Read the results of a round with present names; None without readable ones of this event."""
    try:
        return _record(opened, number)
    except UnreadableFile:
        return None


def as_scored(opened: OpenEvent, number: int) -> RoundRecord:
    """Read the results of a round as they were written, with the names that players had then.

    Raises
    ------
    UnreadableFile
        There is no such workbook, or it is damaged.
    """
    return read_known(opened.folder.results(number), opened.event, opened.known)


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
    """Return the rounds before a stage for a system; their results are read only when the system uses them."""
    return EarlierRounds(lambda: rounds_before(opened, stage, records(opened)))


def rounds_before(opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]) -> list[EarlierRound]:
    """Return the rounds before a stage, each with its results or, if these are missing, with its draw.

    A round with neither is left out: its pairings are unknown.
    """
    return [one for one, _ in _rounds_before(opened, stage, scored)]


def rounds_to_draw_from(opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]) -> list[EarlierRound]:
    """Return the rounds before a stage for its draw, or for a plan.

    Raises
    ------
    MistakesFound
        A draw that says who has met has mistakes, such as a player at two tables: nobody can tell who met whom.
    """
    before = [*_rounds_before(opened, stage, scored)]
    wrong = [one for _, mistakes in before for one in mistakes] if opened.event.draws_look_back else []
    if wrong:
        raise MistakesFound(wrong)
    return [one for one, _ in before]


def _rounds_before(
    opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]
) -> Iterator[tuple[EarlierRound, list[Finding]]]:
    """Yield the rounds before a stage, each with the mistakes in its draw if that says who has met."""
    for number in [before for before in opened.event.stages if before < stage]:
        record = scored.get(number)
        drawn, mistakes = _unscored_draw(opened, number, record)
        if record is not None:
            settings = settings_then(opened.event, record)
            then = settings if settings != opened.event.settings else None
            yield EarlierRound(number, record.scenario, record.rows, drawn, then), mistakes
        elif drawn is not None:
            yield EarlierRound(number, opened.event.scenario_at(number, 1), (), drawn), mistakes


def _unscored_draw(opened: OpenEvent, number: int, record: RoundRecord | None) -> tuple[Draw | None, list[Finding]]:
    """Return the draw of the tables without results, with its mistakes.

    Tables without results are all, or those that provisional results lack.
    """
    path = opened.folder.draw(number)
    if (record is not None and not record.missing) or not path.exists():
        return None, []
    read = present_draw(opened, number)
    wrong = [replace(one, sheet=f"[{path.name}]{one.sheet}") for one in read.findings if one.is_error]
    if record is None:
        return (read.draw, wrong) if read.draw.tables else (None, [])
    missing = {*as_drawn_now(opened, record, read.draw).missing}
    open_yet = tuple(table for table in read.draw.tables if table.number in missing)
    about = [one for one in wrong if missing & {table for table, _, _ in one.fields}]
    return replace(read.draw, tables=open_yet), about


def as_drawn_now(opened: OpenEvent, record: RoundRecord, draw: Draw) -> RoundRecord:
    """Return provisional results by the present numbers of their tables, since the draw may have been edited.

    All other results are returned unchanged.
    """
    if not record.missing or record.round == WHOLE_EVENT or not draw.tables:
        return record
    stage = record.round
    forms = opened.system.sheets(replace(opened.round(stage, earlier_rounds(opened, stage)), draw=draw))
    return as_seated_now(record, forms.drawn, forms)


def open_games(opened: OpenEvent, scored: dict[int, RoundRecord]) -> tuple[OpenGame, ...]:
    """Return the drawn games without a result, round by round; if a draw cannot be read, its games have no players."""
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
            drawn = present_draw(opened, stage).draw
        except UnreadableFile:
            drawn = Draw(stage, (), (), ())
        record = as_drawn_now(opened, record, drawn) if record else None
        rows, missing = (record.rows, record.missing) if record else ((), None)
        found += opened.system.open_games(replace(opened.round(stage), draw=drawn, rows=rows, missing=missing))
    return tuple(found)


def present_draw(opened: OpenEvent, number: int) -> ReadDraw:
    """Read the draw of a round as it is in the folder, without its earlier rounds: repetitions are not reported.

    Raises
    ------
    UnreadableFile
        It is no workbook at all.
    """
    return draw_in(opened.workbook(opened.folder.draw(number)), opened.system, opened.round(number))


def rank(opened: OpenEvent, scored: dict[int, RoundRecord]) -> Standings:
    """Rank the players over the scored rounds; findings on open games and on rounds without results come first."""
    rounds = {number: record.rows for number, record in scored.items()}
    changed = settings_of_changed(opened.event, scored)
    ranked = opened.system.standings(
        EventProgress(opened.event, rounds, open_games(opened, scored), scored_under=changed)
    )
    gaps = [number for number in range(1, ranked.after_round) if number not in scored and WHOLE_EVENT not in scored]
    words = open_words([game for game in ranked.open if game.round not in gaps]) if scored else ""
    messages = [finding("not-in-yet", words)] if words else []
    messages += [
        finding("round-missing", f"round {number} has no results and does not count; ingest it: round{number}.xlsx")
        for number in gaps
    ]
    return replace(ranked, findings=(*messages, *ranked.findings))


class Refreshed(Struct, frozen=True):
    """Rewritten standings, their ranking, and the changes by a correction, if there was one."""

    saved: Saved
    ranked: Standings
    correction: Correction | None = None
    noted: Sequence[Finding] = ()
    """Findings about a person's notes in the replaced standings, and about figures that a change of the event moved."""


def refresh_standings(
    opened: OpenEvent,
    corrected: int | None = None,
    before: Mapping[int, RoundRecord] = _NO_RESULTS,
    as_rated: Event | None = None,
) -> Refreshed | None:
    """Write standings.xlsx again; None if it was made from the present results and draws, or nothing is scored.

    A round counts once its results are written: if a run was killed before it wrote the standings, they are written
    here. Draws count, too, since they decide which games are open. The standings show the changes of a correction until
    the next correction.

    Parameters
    ----------
    corrected
        The stage whose results were corrected; None for none.
    before
        The former versions of results that the correction has changed.
    as_rated
        The event with the ratings before the correction; None if they are the same.
    """
    numbers = opened.folder.scored_stages()
    path, there = opened.folder.standings, opened.standings_there()
    # By digests, because dates tell nothing: mail, memory sticks and synchronised folders give new ones to the same
    # bytes, and old ones to files that were put back.
    current = _digests(map(opened.folder.results, numbers))
    drawn = _digests(path for path in map(opened.folder.draw, opened.event.stages) if path.exists())
    if not current or _is_current(opened.event, there, current, drawn):
        return None
    refuse_if_open(path)
    scored = records(opened)
    ranked = rank(opened, scored)
    headings = partial(_headings, opened, scored, ranked)
    correction, by_event = None, None
    if corrected is not None:
        former_ranked = rank(replace(opened, event=as_rated or opened.event), {**scored, **before})
        correction = correction_of(corrected, former_ranked, ranked, headings)
    elif former := made_before_event_changed(there, opened.event, current):
        by_event = correction_of(None, former, ranked, headings)
    former_one = last_correction(there) if there else None
    last = correction or (by_event if by_event and by_event.changes else former_one)
    book = standings_book(opened.event, opened.system, ranked, scored, dt.datetime.now(dt.UTC), drawn, last)
    saved = save(path, book.write, book.stamp_parts)
    noted = noted_in_replaced(opened, saved)
    return Refreshed(saved, ranked, correction, [*noted, *(moved_by_event(path, by_event) if by_event else ())])


def _headings(opened: OpenEvent, scored: Mapping[int, RoundRecord], ranked: Standings) -> Mapping[str, str]:
    """Return the headings of the figures of the standings by their keys; this takes as long as planning all tables."""
    _, own = standings_sheets(opened.event, opened.system, ranked, scored)
    return headings_of(own)


def standings_to_change(opened: OpenEvent, scored: dict[int, RoundRecord]) -> Iterator[Finding]:
    """Name those whose figures a change of the event will move once the standings are made again."""
    path = opened.folder.standings
    current = _digests(map(opened.folder.results, opened.folder.scored_stages()))
    if current and (former := made_before_event_changed(opened.standings_there(), opened.event, current)):
        ranked = rank(opened, scored)
        yield from moved_by_event(path, correction_of(None, former, ranked, partial(_headings, opened, scored, ranked)))


@contextmanager
def locked(opened: OpenEvent) -> Iterator[Sequence[Finding]]:
    """Lock the folder against other runs, and first bring the standings up to date.

    Yields findings about a person's notes in the replaced standings, and about figures that a change of the event
    moved. The standings are written by then, so if the command fails its error has these findings, too.
    """
    with folder_lock(opened.folder.path):
        # Before the command, because a killed run may have left results that are not in the standings, and a person may
        # have put back or deleted some. What the command itself changes it brings into the standings at its end.
        refreshed = refresh_standings(opened)
        noted = refreshed.noted if refreshed else ()
        try:
            yield noted
        except MistakesFound as mistakes:
            raise MistakesFound([*mistakes.findings, *noted]) if noted else mistakes from None
        except Problem as problem:
            problem.say_besides([one.message for one in noted])
            raise


def _digests(paths: Iterable[Path]) -> dict[str, str]:
    return {path.name: digest(path) for path in paths}


def _is_current(event: Event, there: HiddenData | None, results: dict[str, str], drawn: dict[str, str]) -> bool:
    """Return whether standings are made from the present files; False if they are missing or damaged."""
    try:
        return there is not None and is_made_from(there, event, results, drawn)
    except UnreadableFile:
        return False
