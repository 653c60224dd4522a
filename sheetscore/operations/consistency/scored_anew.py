"""Scoring rounds again that were scored under other settings than the event has now: all of them, or none.

They are scored from the values that their results keep, never from sheets that may have been changed since.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_command, stage_name, stage_scored
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding, only_if_ingested
from sheetscore.operations.consistency.rulings_kept import KEPT_RULING, rulings_kept
from sheetscore.operations.consistency.staleness import ScoredAgain, write_results
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.history import records, rounds_before
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.beside_boxes import noted_in_replaced
from sheetscore.operations.safeguards.older_copy import said_by_check
from sheetscore.operations.safeguards.rows_without_seat import lost_bye_scores, no_row_any_more
from sheetscore.problems import Problem, WrongUsage
from sheetscore.reading.check import OFF_LIST
from sheetscore.reading.fields import OF_TYPING, ReadEntries
from sheetscore.reading.provisional import OF_PARTS, complete_tables
from sheetscore.reading.round_workbook import ReadBoxes, ReadRound, judged
from sheetscore.results.record import RoundRecord
from sheetscore.results.scoring_changes import (
    ALL_SCORED_AGAIN,
    Change,
    ChangedForm,
    ChangedSetting,
    as_recorded,
    changed_settings,
    scoring_changes,
)
from sheetscore.results.setup import has_other_scenarios
from sheetscore.sheets.hidden_sheets import Baseline
from sheetscore.systems.context import RoundContext
from sheetscore.workbooks.saving import digest

_MEND = "Nothing was scored. Put back what it was, or mend that round"
"""The advice where a round cannot be scored again."""


class ScoredAnew(Struct, frozen=True):
    """A round scored under the present settings, still to be written."""

    record: RoundRecord
    """The former results of the round."""
    changes: tuple[Change, ...]
    """The changes of settings since the round was scored."""
    context: RoundContext[Event]
    read: ReadRound


def score_anew(opened: OpenEvent, besides: int | None = None) -> tuple[list[ScoredAnew], tuple[Finding, ...]]:
    """Score again every round whose results depend on settings changed since.

    Parameters
    ----------
    besides
        A round that is scored from its sheets at the same time, and left out here.

    Returns
    -------
    The rounds in order, and errors that stop all of them: mistakes under the present settings, lost draws.
    """
    scored = records(opened)
    anew: list[ScoredAnew] = []
    stopped: list[Finding] = []
    for stage, changes in scoring_changes(opened.event, scored).items():
        record = scored[stage]
        if stage == besides:
            continue
        try:
            context = drawn_round(opened, stage, rounds_before(opened, stage, scored))
            read = judged_anew(opened, context, record, changes)
        except Problem as problem:
            stopped.append(_cannot_be_scored(opened, record, changes, problem.message))
            continue
        asked = rulings_kept(opened.event, record, context.forms.public, read.entered.entries)
        others = (one for one in read.findings if one.code != KEPT_RULING)
        read = replace(read, findings=(*others, *asked))
        wrong = _mistakes_now(read, record)
        byes = lost_bye_scores(record, context, read.score.rows)
        if wrong or byes:
            text = "; ".join(f"{one.place} {one.message}".strip() for one in wrong)
            text = text or f"having no seat scores nothing any more for {byes}"
            stopped.append(_cannot_be_scored(opened, record, changes, text))
        # a round that stops all is added, too: the rounds after it are checked as they would follow from it
        anew.append(ScoredAnew(record, changes, context, read))
        scored[stage] = dataclasses.replace(record, rows=read.score.rows, lists=read.score.lists)
    return anew, tuple(stopped)


def stopped_anew(opened: OpenEvent, stale: Finding) -> Finding:
    """Return a finding about changed settings; if rounds cannot be scored by them, as an error with the reason."""
    _, stopped = score_anew(opened)
    if not stopped:
        return stale
    which = "; ".join(one.message.partition(f". {_MEND}")[0] for one in stopped)
    refused = f"Ingesting any round would be refused at present: {which}. Mend what does not fit, or put"
    message = stale.message.replace(f"{ALL_SCORED_AGAIN}; or put", refused)
    return replace(stale, message=message, severity=Severity.ERROR)


def _mistakes_now(read: ReadRound, record: RoundRecord) -> list[Finding]:
    """Return the mistakes, and findings about names that count as something else than when the round was scored."""
    then = {one.fields for one in record.findings if one.code == OFF_LIST}
    return [one for one in read.findings if one.is_error or (one.code == OFF_LIST and one.fields not in then)]


def no_longer_scored(opened: OpenEvent) -> Iterator[Finding]:
    """Find scored rounds that could not be scored again, since their values no longer fit their scenarios.

    The values are those in results: no sheets are read. Changed settings, and sheets that were saved since and have to
    be ingested anyway, are reported elsewhere.
    """
    try:
        scored = records(opened)
    except Problem:
        return  # reported elsewhere
    changed = scoring_changes(opened.event, scored)
    for stage, record in scored.items():
        if stage in changed or not has_other_scenarios(opened.event, record) or _is_saved_since(opened, record):
            continue
        try:
            context = drawn_round(opened, stage, rounds_before(opened, stage, scored))
            wrong = _mistakes_now(judged_anew(opened, context, record, ()), record)
        except Problem:
            continue  # a lost draw, or sheets of other forms: reported where they are needed
        if wrong:
            sheets, more = opened.folder.sheets(stage).name, f"; and {len(wrong) - 1} more" if wrong[1:] else ""
            message = (
                f"{sheets} no longer fits the event, and would be refused by ingest: "
                f"{wrong[0].message.removesuffix('.')}{more}. Its results stay as they are. Undo the change of the "
                f"event; or, where that is right, make the sheets again (sheetscore {stage_command('sheets', stage)}), "
                "mend there what does not fit, and ingest them"
            )
            yield only_if_ingested(finding("shows-old", message, sheet=sheets), sheets, is_said=True)


def _is_saved_since(opened: OpenEvent, record: RoundRecord) -> bool:
    sheets = opened.folder.sheets(record.round)
    return sheets.exists() and digest(sheets) != record.source.sha256


def without_seat_otherwise(opened: OpenEvent) -> Iterator[Finding]:
    """Find rows of players without a seat that results would lose, since a draw or a setting was changed."""
    try:
        scored = records(opened)
    except Problem:
        return  # reported elsewhere
    event = opened.event
    for stage, record in scored.items():
        if not record.byes and not record.absent:
            continue
        try:
            drawn, every_setting = draw_of(opened, stage), type(event.settings).model_fields
            same = {*record.byes} == {*drawn.draw.byes} and {*record.absent} == {*drawn.draw.absent}
            changes = changed_settings(event, record.setup, every_setting) if record.setup else []
            if same and not changes:
                continue
            context = drawn_round(opened, stage, rounds_before(opened, stage, scored), drawn)
            read = judged_anew(opened, context, record, changes)
        except Problem:
            continue  # reported where they are needed
        if read.status != "errors":
            lost = no_row_any_more(opened.folder.results(stage), record, context, read.score.rows)
            sheets = opened.folder.sheets(stage).name
            yield from (only_if_ingested(one, sheets) for one in said_by_check(lost, f"ingest {sheets}"))


def write_anew(opened: OpenEvent, anew: Collection[ScoredAnew], again: ScoredAgain) -> None:
    """Write the results of rounds that were scored again, in order; former ones go to ``kept/``.

    Parameters
    ----------
    again
        Collects the outcome.
    """
    for one in anew:
        record = one.record
        saved = write_results(opened, one.context, one.read, record.source, record.missing)
        again.before[record.round] = record
        again.written[saved.path] = saved.sha256
        again.findings += noted_in_replaced(opened, saved)
        again.findings.append(_scored_again(record, one.changes, saved.path.name))
        again.findings += [asked for asked in one.read.findings if asked.code == KEPT_RULING]


def settings_since(opened: OpenEvent, record: RoundRecord) -> Iterator[Finding]:
    """Name the changed settings by which a round that is ingested again is scored otherwise than its record."""
    for stage, changes in scoring_changes(opened.event, {record.round: record}).items():
        yield _scored_again(record, changes, opened.folder.results(stage).name)


def _scored_again(record: RoundRecord, changes: Collection[Change], results: str) -> Finding:
    message = f"{stage_scored(record.round)} again: {_together(changes)}"
    return finding("scored-again", message, sheet=results)


def judged_anew(
    opened: OpenEvent, context: RoundContext[Event], record: RoundRecord, changes: Collection[Change]
) -> ReadRound:
    """Score and check the values of results under the present settings.

    The record's findings from reading the sheets are kept; findings from checking and scoring are made again. To tell
    them apart, the values are checked under the former settings, too; findings with a system's own code never come
    from reading. If a form had other formulas, findings about boxes are made again, too, except about how they were
    typed.
    """
    lost = record.entries.keys() - context.forms.fields.keys()
    if lost:
        key = min(lost)
        where = " ".join(map(str, filter(None, key)))
        raise WrongUsage(f"its results have {where}, which the sheets of the event as it is now do not have")
    # a target that was renamed since would count as another target: reading must know its former name
    names = (part.values["name"] for part in (record.setup.scenarios if record.setup else ()) if "name" in part.values)
    entered = ReadEntries(entries=dict(record.entries), begun=Baseline("", {}, offered=tuple(map(str, names))))
    boxes = ReadBoxes(entered, record.source.sha256)
    settings = [one for one in changes if isinstance(one, ChangedSetting)]
    then = replace(context, event=as_recorded(context.event, settings))
    known = set(map(_content, judged(opened.system, then, boxes).findings))
    of_parts = [one for one in record.findings if one.code in OF_PARTS]
    others = (one for one in record.findings if one.code not in OF_PARTS | opened.system.codes.keys())
    if any(isinstance(one, ChangedForm) for one in changes):
        others = (one for one in others if one.code in OF_TYPING or not any(field for _, _, field in one.fields))
    entered.findings += [one for one in others if _content(one) not in known]
    read = judged(opened.system, context, boxes)
    if record.missing:
        read = complete_tables(opened.system, context, read)[0]
        found = (one for one in read.findings if one.code not in OF_PARTS)
        read = replace(read, findings=(*of_parts, *found))
    placed = {_content(one): one for one in record.findings}
    return replace(read, findings=tuple(placed.get(_content(one), one) for one in read.findings))


def _content(one: Finding) -> tuple[str, str, tuple[tuple[int, str, str], ...]]:
    """Return code, message and boxes of a finding; cells are known only from reading sheets."""
    return one.code, one.message, one.fields


def _cannot_be_scored(opened: OpenEvent, record: RoundRecord, changes: Collection[Change], why: str) -> Finding:
    results = opened.folder.results(record.round).name
    message = (
        f"{stage_name(record.round)} cannot be scored as the settings are now ({_together(changes)}): {why}. "
        f"{_MEND}; --as-scored leaves the other rounds as they are"
    )
    return finding("settings-stop", message, sheet=results)


def _together(changes: Collection[Change]) -> str:
    return "; ".join(map(str, changes))
