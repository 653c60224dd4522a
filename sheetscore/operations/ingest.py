"""Ingesting a round: read, check, score, write the results, bring the standings up to date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import in_its_format, stage_json, stage_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.operations.consistency.corrections import is_correction, with_late_tables
from sheetscore.operations.consistency.drawn_from import outdated_by_results
from sheetscore.operations.consistency.from_elsewhere import results_from_elsewhere
from sheetscore.operations.consistency.refusals import with_refusals
from sheetscore.operations.consistency.results_otherwise import results_otherwise
from sheetscore.operations.consistency.rounds_missing import without_results
from sheetscore.operations.consistency.rulings_kept import rulings_kept
from sheetscore.operations.consistency.scored_anew import ScoredAnew, score_anew, settings_since, write_anew
from sheetscore.operations.consistency.staleness import (
    ScoredAgain,
    refuse_if_later_are_open,
    score_later_again,
    write_results,
)
from sheetscore.operations.opening.called_otherwise import called_otherwise
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.first_ratings import taken_anew
from sheetscore.operations.opening.history import locked, rank, record_of, records, refresh_standings
from sheetscore.operations.opening.open_event import OpenEvent, event_of, open_event
from sheetscore.operations.opening.people_changed import played_while_away
from sheetscore.operations.safeguards.beside_boxes import dropped, noted_in_replaced, stopping
from sheetscore.operations.safeguards.held_back import changes_since, drawn_for_others, held_back, older_others
from sheetscore.operations.safeguards.journal_gone import journal_gone
from sheetscore.operations.safeguards.marked_copy import Sheets, besides_dropped, has_marks, settle_inputs, write_marked
from sheetscore.operations.safeguards.older_copy import going_on, said_by_check
from sheetscore.operations.safeguards.older_results import going_on_with
from sheetscore.operations.safeguards.overwrite_guard import baseline_of, gone_without, read_marked
from sheetscore.operations.safeguards.rows_without_seat import sat_out_otherwise
from sheetscore.operations.safeguards.values_gone import Blanked, blanked_since_scored, rows_gone
from sheetscore.operations.safeguards.which_marked_copy import gone_with_marked, is_marked_copy
from sheetscore.problems import WrongUsage
from sheetscore.reading.draw_workbook import WITHOUT_SEAT
from sheetscore.reading.marked_copies import is_asked
from sheetscore.reading.not_carried import Beside
from sheetscore.reading.provisional import OF_PARTS, complete_tables
from sheetscore.reading.round_workbook import ReadRound, judged, stage_inside
from sheetscore.results.record import as_doubles, double, frame, in_doubles
from sheetscore.results.standing_changes import Correction
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Agreement, Lists, ResultRow
from sheetscore.systems.system import system_called
from sheetscore.text_files import not_there
from sheetscore.wording import pluralize
from sheetscore.workbooks.saving import refuse_if_open

if TYPE_CHECKING:
    import pandas as pd


class Ingested(Struct, frozen=True):
    """The outcome of ingesting a round's workbook."""

    event: Event
    round: int
    status: str
    """``ok``, ``warnings`` or ``errors``; with errors nothing was scored."""
    findings: tuple[Finding, ...]
    rows: tuple[ResultRow, ...]
    """The rows of the results; empty with errors."""
    checks: tuple[Agreement, ...]
    """The comparisons with claimed totals; empty with errors."""
    results_path: Path | None = None
    """The written results; None with errors, and for a check."""
    marked_path: Path | None = None
    """The written marked copy; None if there was nothing to mark or an error prevented it, and for a check."""
    written_back_to: Path | None = None
    """The score sheets into which the values of a corrected marked copy were written; None without such a copy."""
    untouched_tables: frozenset[int] = frozenset()
    """The tables on whose sheets nothing is typed yet."""
    scored_again: tuple[int, ...] = ()
    """The rounds that were scored again, because of changed settings or because they depend on this one."""
    correction: Correction | None = None
    """The changes of the standings by a correction of the round; None if nothing was corrected."""
    lists: Lists = field(default_factory=dict)
    """Further lists of the system for scripts, empty with errors."""

    @property
    def counted_rows(self) -> str:
        """The number of rows of the results in words, and whether they are provisional: ``27 rows, provisional``."""
        rows = pluralize(len(self.rows), *system_called(self.event.header.system).row)
        return f"{rows}, provisional" if any(one.code in OF_PARTS for one in self.findings) else rows

    def frame(self) -> pd.DataFrame:
        """Return the rows as a data frame; exact numbers as the nearest doubles."""
        return frame(self.rows)

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        header = self.event.header
        return {
            "event": header.name,
            "system": header.system,
            "round": stage_json(self.round),
            "status": self.status,
            "findings": [one.as_json() for one in self.findings],
            "rows": as_doubles(self.rows),
            "checks": [
                {
                    "name": check.name,
                    "expected": double(check.expected),
                    "actual": double(check.actual),
                    "ok": check.ok,
                }
                for check in self.checks
            ],
            **({"changes": [in_doubles(one.as_row()) for one in self.correction.changes]} if self.correction else {}),
            **({"scored_again": [*self.scored_again]} if self.scored_again else {}),
            **{key: in_doubles(lines) for key, lines in self.lists.items()},
        }


def ingest(
    path: str | Path,
    *,
    provisional: bool = False,
    as_scored: bool = False,
    force: bool = False,
    ratings: bool = False,
) -> Ingested:
    """Check and score a round's workbook.

    With errors nothing is scored and nothing written but the marked copy and the journal. Ingesting the same
    workbook twice changes nothing.

    Parameters
    ----------
    path
        ``round2.xlsx`` in its event's folder, or its marked copy after the mistakes were mended in it.
    provisional
        Score the tables that are complete and have no error, and leave out the others; the results say so on every
        page, and the marked copy shows the errors.
    as_scored
        Leave other rounds as they were scored, although settings have changed since. Default: these rounds are scored
        again from the values in their results, all of them or none.
    force
        Go on although results would become fewer; or the workbook, or results of other rounds, are older copies that
        were put back; or the draw has other players by now than the sheets, which cannot be made again; or a
        whole page or very many boxes were blanked; or the round's workbook or its marked copy has values that the
        workbook at ``path`` lacks (each is named). What is replaced goes to ``kept/``.
    ratings
        Use the event's present ratings for players whose first result is in this round, to correct a mistyped rating.
        Default: they keep the ratings that they had.

    Raises
    ------
    UnreadableFile
        The file is no workbook, or would harm the machine.
    WrongUsage
        The file is open elsewhere, its round is not drawn, or ``ratings`` is set and the system does not fix ratings.
    MistakesFound
        The event has mistakes, or the marked copy and the workbook were changed differently.

    Examples
    --------
    >>> ingest("copenhagen/round5.xlsx").event.header.name  # a second time: nothing changes
    'Copenhagen Open'
    """
    path = in_its_format(Path(path))
    command = " ".join(
        [
            f"ingest {path.name}",
            *["--provisional"] * provisional,
            *["--as-scored"] * as_scored,
            *["--force"] * force,
            *["--ratings"] * ratings,
        ]
    )
    opened, number = open_round(path)
    with locked(opened) as lock_findings:
        if ratings and not opened.event.rated_at_first_result:
            raise WrongUsage(
                "--ratings is for events whose ratings count as they were at first; leave it out", "ratings"
            )
        as_rated = opened.event
        if ratings:
            opened = open_event(opened.folder.path, opened.known, rerated_round=number)
        sheets = _read(opened, path, number)
        done, missing = (
            complete_tables(opened.system, sheets.context, sheets.read) if provisional else (sheets.read, ())
        )
        changes = [*changes_since(opened, sheets, force=force), *drawn_for_others(opened, sheets, force=force)]
        asked, changed = ([one for one in changes if one.is_error is stops] for stops in (True, False))
        changed = [*lock_findings, *changed]
        done = replace(done, findings=(*done.findings, *journal_gone(opened, [number])))
        besides = besides_dropped(opened, sheets, done, missing)
        blank = blanked_since_scored(opened, number, path, sheets.forms, sheets.read.entered)
        held = () if force else (*held_back(opened, sheets, done, missing, blank), *stopping(besides, force=False))
        anew, stopped = ([], ()) if as_scored or done.status == "errors" else score_anew(opened, number)
        held = (*held, *asked, *stopped)
        if held:
            reported = replace(done, findings=(*held, *_not_held_back(besides, done.findings), *changed))
            opened.note(command, read={path: done.sha256}, outcome="errors", notes=_messages(held))
            return _outcome(opened, number, reported)
        if force:
            without = gone_without(opened, path, sheets.context, sheets.read)
            lost = (replace(one, severity=Severity.WARNING) for one in gone_with_marked(opened, sheets.forms, path))
            done = replace(done, findings=(*without, *lost, *done.findings))
        if done.status == "errors":
            done = replace(done, findings=(*done.findings, *changed))
            return _mark_mistakes(opened, sheets, done, besides, command)
        rated = taken_anew(opened.event, opened.folder, opened.known, number) if ratings else []
        effects = _SideEffects(anew, rated, as_rated, besides, blank, changed, forced=force, as_scored=as_scored)
        return _score(opened, sheets, done, missing, effects, command)


def check_round_workbook(path: Path, *, as_saved: bool = False, provisional: bool = False) -> Ingested:
    """Return what ingesting a workbook would find, without writing anything.

    Parameters
    ----------
    as_saved
        Whether to read a workbook that another program has open, as it was last saved.
    provisional
        Whether to leave out the tables that are not complete, as provisional results do.
    """
    opened, number = open_round(path)
    opened = replace(opened, as_saved=as_saved)
    sheets = _read(opened, path, number)
    if provisional:
        complete, missing = complete_tables(opened.system, sheets.context, sheets.read)
        held = held_back(opened, sheets, complete, missing, None)
        return _outcome(opened, number, replace(complete, findings=(*held, *complete.findings)))
    besides = besides_dropped(opened, sheets, sheets.read, ())
    blank = blanked_since_scored(opened, number, path, sheets.forms, sheets.read.entered)
    held = said_by_check(
        (*held_back(opened, sheets, sheets.read, (), blank, going_on(path)), *stopping(besides, force=False)),
        f"ingest {path.name}",
    )
    if sheets.read.status != "errors":
        held = (*held, *score_anew(opened, number)[1], *([blank.warning()] if blank and not held else []))
    changes = changes_since(opened, sheets, force=False)
    held = (*held, *journal_gone(opened, [number]), *said_by_check(changes, f"ingest {path.name}"))
    held = (*held, *drawn_for_others(opened, sheets))
    if sheets.read.status != "errors" and (before := record_of(opened, number)):
        results, rows = opened.folder.results(number), sheets.read.score.rows
        held = (*held, *rows_gone(results, before, sheets.context, sheets.read))
        held = (*held, *sat_out_otherwise(results, before, sheets.context, rows))
    found = (*held, *_not_held_back(besides, sheets.read.findings))
    return _outcome(opened, number, replace(sheets.read, findings=found))


def open_round(path: Path, folder: Path | None = None) -> tuple[OpenEvent, int]:
    """Open the event of a round's workbook; return it, and the round by the workbook's name or contents.

    Parameters
    ----------
    folder
        The event's folder. Default: the folder of the workbook.

    Raises
    ------
    UnreadableFile
        There is no such file.
    WrongUsage
        It is no round's workbook.
    """
    if not path.is_file():
        raise not_there(path)
    opened = open_event(folder) if folder else event_of(path)
    number = stage_of(path)
    if number is None:
        number = stage_inside(path, opened.event)
    if number is None:
        raise WrongUsage(f"{path.name} is no round's workbook; take the one that “sheets” made, such as round1.xlsx")
    return opened, number


def _read(opened: OpenEvent, path: Path, number: int) -> Sheets:
    opened.refuse_if_open(path)
    drawn = draw_of(opened, number)
    context = drawn_round(opened, number, drawn=drawn)
    boxes = opened.boxes(path, context)
    is_marked = is_marked_copy(opened, number, path, boxes.entered.begun)
    read = read_marked(opened, path, context, boxes) if is_marked else judged(opened.system, context, boxes)
    # players who have left since are reported at the boxes
    wrong = (one for one in drawn.findings if one.is_error and (one.code != "draw-player" or one.kind == WITHOUT_SEAT))
    found = with_refusals(opened, number, read.findings)
    read = replace(read, findings=(*wrong, *found, *_questions_about_rulings(opened, context, read)))
    return Sheets(path, context, read, is_marked=is_marked)


def _questions_about_rulings(opened: OpenEvent, context: RoundContext[Event], read: ReadRound) -> Iterator[Finding]:
    """Ask whether rulings still hold that were typed when scores had another unit, each in its cell."""
    record = record_of(opened, context.stage)
    for one in rulings_kept(opened.event, record, context.forms.public, read.entered.entries) if record else ():
        sheet, cell = read.entered.cells.get(FieldKey(*one.fields[0]), ("", ""))
        yield replace(one, sheet=sheet, cell=cell)


def _not_reported_twice(besides: Sequence[Beside], findings: Sequence[Finding]) -> list[Finding]:
    """Leave out findings that ``besides`` reports again, with what becomes of the values."""
    messages = [one.found for one in besides]
    return [one for one in findings if one not in messages]


def _not_held_back(besides: Sequence[Beside], findings: Sequence[Finding]) -> list[Finding]:
    """Leave out what :func:`_not_reported_twice` does, and warnings that :func:`held_back` repeats as errors."""
    return [one for one in _not_reported_twice(besides, findings) if not is_asked(one)]


def _outcome(
    opened: OpenEvent,
    number: int,
    done: ReadRound,
    *,
    results_path: Path | None = None,
    marked_path: Path | None = None,
) -> Ingested:
    scored = done.status != "errors"
    return Ingested(
        opened.event,
        number,
        done.status,
        done.findings,
        done.score.rows if scored else (),
        done.score.checks if scored else (),
        results_path,
        marked_path,
        untouched_tables=done.untouched_tables,
        lists=done.score.lists if scored else {},
    )


def _mark_mistakes(
    opened: OpenEvent, sheets: Sheets, done: ReadRound, besides: Sequence[Beside], command: str
) -> Ingested:
    """Write the marked copy of all that was read, unless the workbook is not this round's at all."""
    path, entered = sheets.path, sheets.read.entered
    written: dict[Path, str] = {}
    stamps: dict[str, str] = {}
    if has_marks(sheets, done):
        begun = entered.begun if sheets.is_marked else baseline_of(opened, path, sheets.read, sheets.forms)
        saved = write_marked(opened, sheets, begun)
        written[saved.path], stamps[saved.path.name] = saved.sha256, sheets.stamp
        done = replace(done, findings=(*done.findings, *dropped(besides, {saved.path: saved.kept})))
    opened.note(
        command,
        read={path: done.sha256},
        written=written,
        outcome="errors",
        notes=_messages(done.findings),
        stamps=stamps,
    )
    return _outcome(opened, sheets.number, done, marked_path=next(iter(written), None))


class _SideEffects(Struct, frozen=True):
    """What ingesting a round changes and reports besides its results."""

    anew: Sequence[ScoredAnew]
    """The other rounds that are scored again under the present settings."""
    rated: Sequence[Finding]
    """Ratings that are replaced by present ones."""
    as_rated: Event
    """The event with the ratings that counted before."""
    dropped: Sequence[Beside]
    """Contents outside the boxes that are dropped."""
    blank: Blanked | None
    """Boxes that are blank now and had values."""
    changed: Sequence[Finding]
    """What differs from the former results, such as values. The results do not record it, since the same workbook
    ingested again must give the same results."""
    forced: bool
    """Whether results of other rounds may be older ones: otherwise they would have held the round back."""
    as_scored: bool
    """Whether rounds that were scored under other settings are left as they are."""


def _score(
    opened: OpenEvent, sheets: Sheets, done: ReadRound, missing: tuple[int, ...], effects: _SideEffects, command: str
) -> Ingested:
    """Write the results of the tables that count, and bring up to date what follows from them."""
    path, number = sheets.path, sheets.number
    results = opened.folder.results(number)
    # Before anything is written: a file that a spreadsheet holds open cannot be replaced, and the round would be left
    # half ingested.
    refuse_if_open(results)
    refuse_if_open(opened.folder.standings)
    refuse_if_open(opened.folder.marked(number))
    refuse_if_later_are_open(opened, number)
    for one in effects.anew:
        refuse_if_open(opened.folder.results(one.record.round))
    # Then in this order, so that a run that is killed in between does no harm. With the values of a marked copy in the
    # score sheets, nothing typed depends on the results. The results commit the round. Others are scored again after
    # it, and later rounds follow from them; whatever is left undone there is reported by check, and done by ingesting
    # again. The standings follow from all results, and the next command brings them up to date. The journal records
    # only what has happened.
    settled = settle_inputs(opened, sheets, done, missing, effects.dropped)
    before = record_of(opened, number)
    saved = write_results(opened, sheets.context, done, settled.source, missing)
    written = {**settled.written, saved.path: saved.sha256}
    again = ScoredAgain()  # filled by both calls; its `before` are the former results by round
    write_anew(opened, effects.anew, again)  # rounds scored under former settings
    # rounds that follow from the first changed one
    score_later_again(opened, min((number, *again.before)), again, as_scored=effects.as_scored)
    written |= again.written
    scored = replace(sheets.context, entries=done.entered.entries, score=done.score)
    was_corrected = bool(again.before or (before and effects.rated))
    was_corrected |= bool(before and saved.kept and is_correction(before, scored))
    corrected = dict(again.before)
    if before and saved.kept:
        corrected = {number: with_late_tables(opened, before, scored) if was_corrected else before, **corrected}
    refreshed = refresh_standings(opened, number if was_corrected else None, corrected, effects.as_rated)
    if refreshed:
        written[refreshed.saved.path] = refreshed.saved.sha256
    ranked = refreshed.ranked if refreshed else rank(opened, records(opened))
    won = [finding("winner", sentence) for sentence in ranked.declared]
    different = (
        outdated_by_results(opened, records(opened), min([number, *corrected])) if corrected or not before else ()
    )
    notices = [*dropped(effects.dropped, settled.kept), *noted_in_replaced(opened, saved)]
    notices += [*(refreshed.noted if refreshed else ()), *without_results(opened, opened.folder.scored_stages())]
    notices += called_otherwise(opened.event, opened.folder, opened.known)
    others = [record for stage, record in records(opened).items() if stage != number]
    notices += results_from_elsewhere(opened, (record.round for record in others))
    notices += played_while_away(opened.event, others)  # those of this round are named at their boxes
    notices += effects.changed
    moved = {one.id for one in refreshed.correction.changes} if refreshed and refreshed.correction else set[str]()
    notices += results_otherwise(opened, before, scored, moved) if before and saved.kept else ()
    if before and saved.kept:
        notices += settings_since(opened, before)
        notices += rows_gone(results, before, sheets.context, done, saved.kept)
        notices += sat_out_otherwise(results, before, sheets.context, done.score.rows)
    if effects.blank:
        notices.append(effects.blank.warning(saved.kept))
    found = (
        *_not_reported_twice(effects.dropped, done.findings),
        *notices,
        *effects.rated,
        *again.findings,
        *different,
        *won,
    )
    done = replace(done, findings=found)
    older = older_others(opened, number) if effects.forced else ()
    opened.note(
        command,
        read={path: done.sha256, **going_on_with(older, opened)},
        written=written,
        outcome=done.status,
        notes=_messages(done.findings),
        stamps=settled.stamps,
    )
    score_sheets = opened.folder.sheets(number)
    return replace(
        _outcome(opened, number, done, results_path=saved.path, marked_path=settled.marked),
        written_back_to=score_sheets if score_sheets in written else None,
        scored_again=tuple(again.before),
        correction=refreshed.correction if refreshed else None,
    )


def _messages(findings: Sequence[Finding]) -> list[str]:
    return [f"{one.severity} {one.code} {one.place}: {one.message}" for one in findings]
