"""Later rounds that follow from earlier ones: after a correction they are scored again, from their own score sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.desk.history import record_of
from sheetscore.desk.sheets import drawn_round
from sheetscore.desk.workplace import OpenEvent
from sheetscore.event.folder import stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.problems import Problem
from sheetscore.reading.round_workbook import SHOWS_OLD, ReadRound, complete_tables, made_otherwise, read_round
from sheetscore.results.record import RoundRecord, Source
from sheetscore.results.round_results import results_book
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import RoundScore
from sheetscore.workbooks.saving import Saved, refuse_if_open, save


class ScoredAgain(Struct):
    """What became of the rounds after a corrected one.

    Parameters
    ----------
    before
        The results of those that were scored again, as they were.
    written
        The digests of their new ones.
    """

    findings: list[Finding] = field(default_factory=list)
    before: dict[int, RoundRecord] = field(default_factory=dict)
    written: dict[Path, str] = field(default_factory=dict)


def write_results(
    opened: OpenEvent, at_hand: RoundAtHand[Event], done: ReadRound, source: Source, missing: Sequence[int]
) -> Saved:
    """Write the results of a round that was read.

    Parameters
    ----------
    source
        The score sheets.
    missing
        The tables that are not in yet.
    """
    scored = replace(at_hand, typed=done.entered.entries, result=done.score)
    book = results_book(opened.system, scored, done.findings, source, dt.datetime.now(dt.UTC), missing)
    return save(opened.folder.results(at_hand.stage), book.write, book.stamp_parts)


def refuse_if_later_are_open(opened: OpenEvent, corrected: int) -> None:
    """See that the results of later rounds can be replaced, where these may follow from a corrected one.

    Raises
    ------
    WrongUsage
        One of them is open elsewhere.
    """
    for stage in _later(opened, corrected):
        if opened.folder.results(stage).exists():
            refuse_if_open(opened.folder.results(stage))


def score_later_again(opened: OpenEvent, corrected: int) -> ScoredAgain:
    """Score the rounds after one again that follow from it, in order: each may change what comes after it.

    Returns
    -------
    What was done, and where something is left to do: sheets that show what was true before, rounds that cannot be
    scored as their sheets are now.
    """
    again = ScoredAgain()
    for stage in _later(opened, corrected):
        record = record_of(opened, stage)
        clauses = otherwise_now(opened, stage, record) if record else ()
        if record and clauses:
            _score_again(opened, record, clauses, again)
        again.findings += _showing_old(opened, stage)
    return again


def not_scored_again(opened: OpenEvent, record: RoundRecord) -> Iterator[Finding]:
    """Find that results do not follow from the rounds before as these are now."""
    clauses = otherwise_now(opened, record.round, record)
    if clauses:
        yield _left(opened, record, clauses, f"Ingest {opened.folder.sheets(record.round).name} again")


def otherwise_now(opened: OpenEvent, stage: int, record: RoundRecord) -> Sequence[str]:
    """Say what of a scored round is otherwise by the rounds before it as they are; nothing where nobody can tell."""
    if opened.system.follows is None:
        return ()
    was = RoundScore(stage, record.rows, (), (), lists=record.lists)
    try:
        at_hand = replace(drawn_round(opened, stage), typed=record.entries)
    except Problem:
        return ()  # a draw that is gone or spoiled is told of by whoever needs it
    return opened.system.follows(opened.event, was, opened.system.score(at_hand))


def _later(opened: OpenEvent, corrected: int) -> list[int]:
    return [stage for stage in opened.event.stages if stage > corrected and opened.system.follows is not None]


def _score_again(opened: OpenEvent, record: RoundRecord, clauses: Sequence[str], again: ScoredAgain) -> None:
    stage, sheets = record.round, opened.folder.sheets(record.round)
    if not sheets.exists():
        again.findings.append(_left(opened, record, clauses, f"{sheets.name} is gone: put it back, and ingest it"))
        return
    at_hand = drawn_round(opened, stage)
    read = read_round(sheets, opened.system, at_hand)
    done, missing = complete_tables(opened.system, at_hand, read) if record.missing else (read, ())
    wrong = next((one for one in done.findings if one.is_error), None)
    if wrong is not None:
        what = f"{sheets.name} has to be mended first, then ingested: {wrong.place} {wrong.message}"
        again.findings.append(_left(opened, record, clauses, what))
    elif dict(done.entered.entries) != dict(record.entries):
        what = f"{sheets.name} was changed since it was scored: ingest it, and both will count"
        again.findings.append(_left(opened, record, clauses, what))
    else:
        saved = write_results(opened, at_hand, done, Source(sheets.name, done.sha256), missing)
        again.before[stage] = record
        again.written[saved.path] = saved.sha256
        message = f"{stage_name(stage)} was scored again, since it follows from a round before: {_together(clauses)}"
        again.findings.append(finding("scored-again", message, sheet=saved.path.name))


def _left(opened: OpenEvent, record: RoundRecord, clauses: Sequence[str], what_to_do: str) -> Finding:
    name = opened.folder.results(record.round).name
    message = f"{name} does not follow from the rounds before as they are now: {_together(clauses)}. {what_to_do}"
    return finding("not-scored-again", message, sheet=name)


def _showing_old(opened: OpenEvent, stage: int) -> Iterator[Finding]:
    """Find score sheets that show what was true before a correction."""
    sheets = opened.folder.sheets(stage)
    if not sheets.exists():
        return
    try:
        wrong = made_otherwise(sheets, opened.event, drawn_round(opened, stage).forms)
    except Problem:
        return  # whoever needs the sheets is told
    if wrong is not None and wrong.code == SHOWS_OLD:
        yield replace(wrong, sheet=sheets.name)


def _together(clauses: Sequence[str]) -> str:
    return "; ".join(clauses)
