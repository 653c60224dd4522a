"""Ingesting a round: read, check, score, write the results, bring the standings up to date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from sheetscore.event.folder import in_its_format, stage_json, stage_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.operations.beside_boxes import dropped, noted_in_replaced, stopping
from sheetscore.operations.called_otherwise import called_otherwise
from sheetscore.operations.corrections import is_correction, with_late_tables
from sheetscore.operations.drawn_from import different_draws
from sheetscore.operations.first_ratings import taken_anew
from sheetscore.operations.history import as_scored, locked, rank, record_of, records, refresh_standings
from sheetscore.operations.journal_gone import journal_gone
from sheetscore.operations.marked_copy import Sheets, besides_dropped, marks_any, put_in_order, write_marked
from sheetscore.operations.older_copy import ADD_FORCE, Copy, going_on, is_marked_copy, older_copies, said_by_check
from sheetscore.operations.open_event import OpenEvent, event_of, open_event
from sheetscore.operations.overwrite_guard import baseline_of, gone_without, left_in_others, read_marked
from sheetscore.operations.rounds_missing import held_by_missing, without_results
from sheetscore.operations.rulings_kept import rulings_kept
from sheetscore.operations.scored_anew import ScoredAnew, score_anew, write_anew
from sheetscore.operations.sheets import draw_of, drawn_round
from sheetscore.operations.staleness import (
    ScoredAgain,
    refuse_if_later_are_open,
    score_later_again,
    with_refusal,
    write_results,
)
from sheetscore.operations.values_gone import (
    Blanked,
    again_as_before,
    emptied,
    fewer_results,
    no_row_any_more,
)
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.reading.lines_sorted import lines_sorted
from sheetscore.reading.not_carried import Beside
from sheetscore.reading.provisional import OF_PARTS, complete_tables
from sheetscore.reading.round_workbook import ReadRound, read_round, stage_inside
from sheetscore.results.record import as_doubles, double, frame, in_doubles
from sheetscore.results.standings_workbook import Correction
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
    checks: tuple[Agreement, ...]
    """The results, empty with errors."""
    results_path: Path | None = None
    marked_path: Path | None = None
    """The workbook that was written: results, or with errors the marked copy; both None for a dry run, and where the
    workbook was held back.
    """
    taken_back: Path | None = None
    """The score sheets into which the values of a mended marked copy went."""
    untouched: frozenset[int] = frozenset()
    """The tables on whose sheets nothing was typed yet."""
    scored_again: tuple[int, ...] = ()
    """The later rounds that were scored again, because they follow from this one."""
    correction: Correction | None = None
    """The changes of the standings by a correction of the round; None if nothing was corrected."""
    lists: Lists = field(default_factory=dict)
    """Further lists of the system for scripts, empty with errors."""

    @property
    def counted_rows(self) -> str:
        """The number of rows of the results, in words, and whether they are provisional."""
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
            **({"changes": [in_doubles(asdict(one)) for one in self.correction.changes]} if self.correction else {}),
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
        Leave other rounds as they were scored, also under other settings than those of now; without it they are
        scored again, from the values in their results, all of them or none.
    force
        Go on where results would become fewer or come from an older copy, where a whole page that had values is blank
        or very many boxes are, or where the round's workbook or its marked copy has values that this workbook lacks,
        which are named; what is replaced goes to ``kept/``.
    ratings
        Take the ratings that the event has now for those who have their first result in this round: a typing error is
        corrected. Without it they stay as they were.

    Raises
    ------
    UnreadableFile
        The file is no workbook, or would harm the machine.
    WrongUsage
        The file is open elsewhere, its round is not drawn, or ratings are no matter of its system.
    MistakesFound
        The event has mistakes, or the marked copy and the workbook were changed differently.

    Examples
    --------
    >>> ingest("copenhagen/round5.xlsx").event.header.name  # a second time: nothing changes
    'Copenhagen Open'
    """
    path = in_its_format(Path(path))
    asked = " ".join(
        [
            f"ingest {path.name}",
            *["--provisional"] * provisional,
            *["--as-scored"] * as_scored,
            *["--force"] * force,
            *["--ratings"] * ratings,
        ]
    )
    opened, number = open_round(path)
    with locked(opened) as told:
        if ratings and not opened.event.rated_at_first_result:
            raise WrongUsage(
                "--ratings is for events whose ratings count as they were at first; leave it out", "ratings"
            )
        if ratings:
            opened = open_event(opened.folder.path, opened.known, anew=number)
        sheets = _read(opened, path, number)
        done, missing = (
            complete_tables(opened.system, sheets.context, sheets.read) if provisional else (sheets.read, ())
        )
        older = again_as_before(opened, number, path, sheets.forms, sheets.read.entered)
        done = replace(done, findings=(*told, *done.findings, *journal_gone(opened, [number]), *older))
        besides = besides_dropped(opened, sheets, done, missing)
        blank = emptied(opened, number, path, sheets.forms, sheets.read.entered)
        held = () if force else (*_held_back(opened, sheets, done, missing, blank), *stopping(besides, force=force))
        anew, stopped = ([], ()) if as_scored or done.status == "errors" else score_anew(opened, number)
        held = (*held, *stopped)
        if held:
            reported = replace(done, findings=(*held, *_other_than(besides, done.findings)))
            opened.note(asked, read={path: done.sha256}, outcome="errors", notes=_messages(held))
            return _outcome(opened, number, reported)
        if force:
            without = gone_without(opened, path, sheets.context, sheets.read)
            done = replace(done, findings=(*without, *done.findings))
        if done.status == "errors":
            return _mark_mistakes(opened, sheets, done, besides, asked)
        rated = taken_anew(opened.event, opened.folder, opened.known, number) if ratings else []
        return _score(opened, sheets, done, missing, _Besides(anew, rated, besides, blank), asked)


def check_round_workbook(path: Path, *, as_saved: bool = False, provisional: bool = False) -> Ingested:
    """Return what ingesting a workbook would find, without writing anything.

    Parameters
    ----------
    as_saved
        Read also what is open elsewhere, as it was saved last.
    provisional
        Leave out the tables that are not complete, as provisional results do.
    """
    opened, number = open_round(path)
    opened = replace(opened, as_saved=as_saved)
    sheets = _read(opened, path, number)
    if provisional:
        complete, missing = complete_tables(opened.system, sheets.context, sheets.read)
        held = _held_back(opened, sheets, complete, missing, None)
        return _outcome(opened, number, replace(complete, findings=(*held, *complete.findings)))
    besides = besides_dropped(opened, sheets, sheets.read, ())
    blank = emptied(opened, number, path, sheets.forms, sheets.read.entered)
    held = said_by_check(
        (*_held_back(opened, sheets, sheets.read, (), blank, going_on(path)), *stopping(besides, force=False)),
        f"ingest {path.name}",
    )
    if sheets.read.status != "errors":
        held = (*held, *score_anew(opened, number)[1], *([blank.reported()] if blank and not held else []))
    older = again_as_before(opened, number, path, sheets.forms, sheets.read.entered)
    held = (*held, *journal_gone(opened, [number]), *older)
    return _outcome(opened, number, replace(sheets.read, findings=(*held, *_other_than(besides, sheets.read.findings))))


def open_round(path: Path, folder: Path | None = None) -> tuple[OpenEvent, int]:
    """Open the event of a round's workbook and tell which round it is: by its name, or by what it says itself.

    Parameters
    ----------
    folder
        The event's folder; without it the one in which the workbook lies.

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
    read = read_round(path, opened.system, context)
    is_marked = is_marked_copy(opened, number, path, read.entered.begun)
    if is_marked:
        read = read_marked(opened, path, context, read)
    # players who have left since are reported at the boxes
    wrong = (one for one in drawn.findings if one.is_error and one.code != "draw-player")
    found = (with_refusal(opened, number, one) if one.code == "structure" else one for one in read.findings)
    read = replace(read, findings=(*wrong, *found, *_asked_of_rulings(opened, context, read)))
    return Sheets(path, context, read, is_marked=is_marked)


def _asked_of_rulings(opened: OpenEvent, context: RoundContext[Event], read: ReadRound) -> Iterator[Finding]:
    """Return questions about rulings in a former unit of scores, each in its cell."""
    record = record_of(opened, context.stage)
    for one in rulings_kept(opened.event, record, context.forms.public, read.entered.entries) if record else ():
        sheet, cell = read.entered.cells.get(FieldKey(*one.fields[0]), ("", ""))
        yield replace(one, sheet=sheet, cell=cell)


def _held_back(
    opened: OpenEvent,
    sheets: Sheets,
    done: ReadRound,
    missing: Sequence[int],
    blank: Blanked | None,
    otherwise: str = ADD_FORCE,
) -> tuple[Finding, ...]:
    """Find typed values, and results, that would no longer be in the newest files; nothing twice.

    Parameters
    ----------
    otherwise
        How to go on with an older copy, or without another round, all the same.
    """
    left = left_in_others(opened, sheets.path, sheets.context, sheets.read)
    copy = Copy.read(sheets.path, sheets.read.sha256, sheets.read.entered, is_marked=sheets.is_marked)
    older = older_copies(opened, sheets.number, copy, otherwise=otherwise)
    if done.status != "errors":
        typed = replace(sheets.context, entries=done.entered.entries)
        older += held_by_missing(opened, typed, otherwise)
    results, record = opened.folder.results(sheets.number), record_of(opened, sheets.number)
    scored, names = record.entries if record else {}, opened.event.names
    older += lines_sorted(sheets.forms, sheets.read.entered.entries, scored, names, otherwise)
    try:
        before = as_scored(opened, sheets.number)
    except UnreadableFile:
        return *left, *older  # none, or damaged: ingesting mends them
    if done.status == "errors":
        return *left, *older
    fewer = fewer_results(results, before, sheets.forms, done, missing)
    fewer += no_row_any_more(results, before, sheets.context, done.score.rows)
    gone = [blank.stops] if blank and blank.many and not (left or older or fewer) else []
    return *left, *older, *fewer, *gone


def _other_than(besides: Sequence[Beside], findings: Sequence[Finding]) -> list[Finding]:
    """Leave out findings that are repeated with the fate of their values."""
    messages = [one.found for one in besides]
    return [one for one in findings if one not in messages]


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
        untouched=done.untouched,
        lists=done.score.lists if scored else {},
    )


def _mark_mistakes(
    opened: OpenEvent, sheets: Sheets, done: ReadRound, besides: Sequence[Beside], asked: str
) -> Ingested:
    """Write the marked copy of all that was read, unless the workbook is not this round's at all."""
    path, entered = sheets.path, sheets.read.entered
    written: dict[Path, str] = {}
    stamps: dict[str, str] = {}
    if marks_any(sheets, done):
        begun = entered.begun if sheets.is_marked else baseline_of(path, sheets.read)
        saved = write_marked(opened, sheets, begun)
        written[saved.path], stamps[saved.path.name] = saved.sha256, sheets.stamp
        done = replace(done, findings=(*done.findings, *dropped(besides, {saved.path: saved.kept})))
    opened.note(
        asked,
        read={path: done.sha256},
        written=written,
        outcome="errors",
        notes=_messages(done.findings),
        stamps=stamps,
    )
    return _outcome(opened, sheets.number, done, marked_path=next(iter(written), None))


class _Besides(Struct, frozen=True):
    """Side effects of ingesting a round.

    Other rounds are scored again, ratings taken again, contents beside boxes dropped, and boxes blanked.
    """

    anew: Sequence[ScoredAnew]
    rated: Sequence[Finding]
    dropped: Sequence[Beside]
    blank: Blanked | None


def _score(
    opened: OpenEvent, sheets: Sheets, done: ReadRound, missing: tuple[int, ...], besides: _Besides, asked: str
) -> Ingested:
    """Write the results of the tables that count."""
    path, number = sheets.path, sheets.number
    results = opened.folder.results(number)
    # Before anything is written: a file that a spreadsheet holds open cannot be replaced, and the round would be left
    # half ingested.
    refuse_if_open(results)
    refuse_if_open(opened.folder.standings)
    refuse_if_open(opened.folder.marked(number))
    refuse_if_later_are_open(opened, number)
    for one in besides.anew:
        refuse_if_open(opened.folder.results(one.record.round))
    # Then in this order, so that a run that is killed in between does no harm. With the values of a marked copy in the
    # score sheets, nothing typed depends on the results. The results commit the round. Others are scored again after
    # it, and later rounds follow from them; whatever is left undone there is reported by check, and done by ingesting
    # again. The standings follow from all results, and the next command brings them up to date. The journal records
    # only what has happened.
    put = put_in_order(opened, sheets, done, missing, besides.dropped)
    before = record_of(opened, number)
    saved = write_results(opened, sheets.context, done, put.source, missing)
    written = {**put.written, saved.path: saved.sha256}
    again = ScoredAgain()
    write_anew(opened, besides.anew, again)
    score_later_again(opened, min((number, *again.before)), again)
    written |= again.written
    scored = replace(sheets.context, entries=done.entered.entries, score=done.score)
    is_one = bool(again.before) or bool(before and saved.kept and is_correction(before, scored))
    corrected = dict(again.before)
    if before and saved.kept:
        corrected = {number: with_late_tables(opened, before, scored) if is_one else before, **corrected}
    refreshed = refresh_standings(opened, number if is_one else None, corrected)
    if refreshed:
        written[refreshed.saved.path] = refreshed.saved.sha256
    ranked = refreshed.ranked if refreshed else rank(opened, records(opened))
    won = [finding("winner", sentence) for sentence in ranked.declared]
    different = different_draws(opened, records(opened), min(corrected)) if corrected else ()
    gone = [*dropped(besides.dropped, put.kept), *noted_in_replaced(opened, saved)]
    gone += [*(refreshed.noted if refreshed else ()), *without_results(opened, opened.folder.scored_stages())]
    gone += called_otherwise(opened.event, opened.folder, opened.known)
    if besides.blank:
        gone.append(besides.blank.reported(saved.kept))
    found = (*_other_than(besides.dropped, done.findings), *gone, *besides.rated, *again.findings, *different, *won)
    done = replace(done, findings=found)
    opened.note(
        asked,
        read={path: done.sha256},
        written=written,
        outcome=done.status,
        notes=_messages(done.findings),
        stamps=put.stamps,
    )
    taken_back = opened.folder.sheets(number) if opened.folder.sheets(number) in written else None
    outcome = _outcome(opened, number, done, results_path=saved.path, marked_path=put.marked)
    correction = refreshed.correction if refreshed else None
    return replace(outcome, taken_back=taken_back, scored_again=tuple(again.before), correction=correction)


def _messages(findings: Sequence[Finding]) -> list[str]:
    return [f"{one.severity} {one.code} {one.place}: {one.message}" for one in findings]
