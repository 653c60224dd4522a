"""Ingesting a round: read, check, score, write the results, bring the standings up to date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from sheetscore.desk.drawn_from import different_draws
from sheetscore.desk.first_ratings import taken_anew
from sheetscore.desk.history import as_scored, locked, rank, record_of, records, refresh_standings
from sheetscore.desk.nothing_lost import (
    begun_from,
    fewer_results,
    left_in_others,
    older_copy,
    read_marked,
    sheets_begun,
)
from sheetscore.desk.out_of_step import (
    ScoredAgain,
    refuse_if_later_are_open,
    score_later_again,
    write_results,
)
from sheetscore.desk.scored_anew import ScoredAnew, score_anew, write_anew
from sheetscore.desk.sheets import drawn_round
from sheetscore.desk.workplace import OpenEvent, event_of, open_event
from sheetscore.event.folder import WHOLE_EVENT, in_its_format, stage_json, stage_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.reading.provisional import complete_tables
from sheetscore.reading.round_workbook import INCOMPLETE, ReadRound, read_round, stage_inside
from sheetscore.results.record import RoundRecord, Source, as_doubles, double, frame, in_doubles
from sheetscore.results.standings_workbook import Correction
from sheetscore.sentences import counted
from sheetscore.sheets.hidden_sheets import Begun
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Agreement, Lists, ResultRow
from sheetscore.systems.system import system_called
from sheetscore.workbooks.saving import Saved, put_aside, refuse_if_open, save

if TYPE_CHECKING:
    import pandas as pd


class Ingested(Struct, frozen=True):
    """What a round's workbook came to.

    Parameters
    ----------
    status
        ``ok``, ``warnings`` or ``errors``; with errors nothing was scored.
    rows, checks
        The results, empty with errors.
    results_path, marked_path
        The workbook that was written: results, or with errors the marked copy; both None for a dry run,
        and where the workbook was held back.
    taken_back
        The score sheets into which the values of a mended marked copy went.
    untouched
        The tables on whose sheets nothing was typed yet.
    scored_again
        The later rounds that were scored again, because they follow from this one.
    correction
        What it changed in the standings that the round had been scored otherwise; None where nothing was corrected.
    lists
        What the system tells scripts besides, empty with errors.
    """

    event: Event
    round: int
    status: str
    findings: tuple[Finding, ...]
    rows: tuple[ResultRow, ...]
    checks: tuple[Agreement, ...]
    results_path: Path | None = None
    marked_path: Path | None = None
    taken_back: Path | None = None
    untouched: frozenset[int] = frozenset()
    scored_again: tuple[int, ...] = ()
    correction: Correction | None = None
    lists: Lists = field(default_factory=dict)

    @property
    def counted_rows(self) -> str:
        """How many rows the results have, in words."""
        return counted(len(self.rows), *system_called(self.event.header.system).row)

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
        scored anew, from the values in their results, all of them or none.
    force
        Go on where results would become fewer or come from an older copy, or where the round's workbook or its marked
        copy has values that this workbook lacks; what is replaced goes to ``kept/``.
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
    with locked(opened):
        if ratings and not opened.event.rated_at_first_result:
            raise WrongUsage(
                "--ratings is for events whose ratings count as they were at first; leave it out", "ratings"
            )
        if ratings:
            opened = open_event(opened.folder.path, opened.known, anew=number)
        sheets = _read(opened, path, number)
        done, missing = (
            complete_tables(opened.system, sheets.at_hand, sheets.read) if provisional else (sheets.read, ())
        )
        held = () if force else _held_back(opened, sheets, done, missing)
        anew, stopped = ([], ()) if as_scored or done.status == "errors" else score_anew(opened, number)
        held = (*held, *stopped)
        if held:
            told = replace(done, findings=(*held, *done.findings))
            opened.note(asked, read={path: done.sha256}, outcome="errors", notes=_messages(held))
            return _outcome(opened, number, told)
        if done.status == "errors":
            return _mark_mistakes(opened, sheets, done, asked)
        rated = taken_anew(opened.event, opened.folder, opened.known, number) if ratings else []
        return _score(opened, sheets, done, missing, _Besides(anew, rated), asked)


def check_round_workbook(path: Path) -> Ingested:
    """Say what ingesting a workbook would find, without writing anything."""
    opened, number = open_round(path)
    sheets = _read(opened, path, number)
    held = _held_back(opened, sheets, sheets.read, ())
    if sheets.read.status != "errors":
        held = (*held, *score_anew(opened, number)[1])
    return _outcome(opened, number, replace(sheets.read, findings=(*held, *sheets.read.findings)))


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
        raise UnreadableFile(f"there is no file {path}", "missing")
    opened = open_event(folder) if folder else event_of(path)
    number = stage_of(path)
    if number is None:
        number = stage_inside(path, opened.event)
    if number is None:
        raise WrongUsage(f"{path.name} is no round's workbook; take the one that “sheets” made, such as round1.xlsx")
    return opened, number


class _Sheets(Struct, frozen=True):
    """The workbook of a round as it was read: all that stands in it, also at tables that are not complete."""

    path: Path
    at_hand: RoundAtHand[Event]
    read: ReadRound

    @property
    def number(self) -> int:
        return self.at_hand.stage

    @property
    def forms(self) -> RoundForms:
        return self.at_hand.forms


def _read(opened: OpenEvent, path: Path, number: int) -> _Sheets:
    refuse_if_open(path)
    at_hand = drawn_round(opened, number)
    if path.name == opened.folder.marked(number).name:
        read = read_marked(opened, path, at_hand)
    else:
        read = read_round(path, opened.system, at_hand)
    return _Sheets(path, at_hand, read)


def _held_back(opened: OpenEvent, sheets: _Sheets, done: ReadRound, missing: Sequence[int]) -> tuple[Finding, ...]:
    """Find what was typed, or scored, and would not be in the newest files any more."""
    left = left_in_others(opened, sheets.path, sheets.at_hand, sheets.read)
    results = opened.folder.results(sheets.number)
    try:
        before = as_scored(opened, sheets.number)
    except UnreadableFile:
        return tuple(left)  # none there, or damaged: then ingesting is what mends them
    older = older_copy(opened.folder.path, sheets.path, sheets.read, before.source)
    if done.status == "errors":
        return *left, *older
    return *left, *older, *fewer_results(results, before, sheets.forms, done, missing)


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


def _mark_mistakes(opened: OpenEvent, sheets: _Sheets, done: ReadRound, asked: str) -> Ingested:
    """Write the marked copy of all that was read, unless the workbook is not this round's at all."""
    path, entered = sheets.path, sheets.read.entered
    written: dict[Path, str] = {}
    if entered.cells:
        own = path.name == opened.folder.marked(sheets.number).name
        written = _write_marked(opened, sheets, entered.begun if own else begun_from(path, sheets.read))
    opened.note(
        asked,
        read={path: done.sha256},
        written=written,
        outcome="errors",
        notes=_messages(done.findings),
    )
    return _outcome(opened, sheets.number, done, marked_path=next(iter(written), None))


def _write_marked(opened: OpenEvent, sheets: _Sheets, begun: Begun | None) -> dict[Path, str]:
    """Write the marked copy, and give its digest."""
    entered, marked = sheets.read.entered, opened.folder.marked(sheets.number)
    refuse_if_open(marked)
    marks = Marks(entered.raw, sheets.read.findings)
    saved = save(
        marked,
        lambda unfinished: write_round(unfinished, opened.event, sheets.forms, entered.entries, marks, begun),
    )
    return {saved.path: saved.sha256}


class _Besides(Struct, frozen=True):
    """What is written with a round: others that are scored anew, and ratings that are taken from the event again."""

    anew: Sequence[ScoredAnew]
    rated: Sequence[Finding]


def _score(
    opened: OpenEvent, sheets: _Sheets, done: ReadRound, missing: tuple[int, ...], besides: _Besides, asked: str
) -> Ingested:
    """Write the results of what counts."""
    path, number = sheets.path, sheets.number
    marked: dict[Path, str] = {}
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
    # score sheets, nothing typed depends on the results. The results are what commits the round. Others are scored anew
    # after it, and later rounds follow from them; what is left undone there is told by check, and done by ingesting
    # again. The standings follow from all results, and the next command brings them up to date. The journal tells only
    # what has happened.
    written: dict[Path, str] = {}
    source = Source(path.name, done.sha256)
    if path.name == opened.folder.marked(number).name:
        saved = _take_back(opened, sheets)
        written[saved.path] = saved.sha256
        source = Source(saved.path.name, saved.sha256)
    if any(one.is_error and one.code not in INCOMPLETE for one in sheets.read.findings):  # at tables that are left out
        marked = _write_marked(opened, sheets, Begun(source.name, sheets.read.entered.texts, source.sha256))
        written |= marked
    elif not missing and opened.folder.marked(number).exists():
        put_aside(opened.folder.marked(number))  # mended now, it would bring the old values back
    before = record_of(opened, number)
    saved = write_results(opened, sheets.at_hand, done, source, missing)
    written[saved.path] = saved.sha256
    again = ScoredAgain()
    write_anew(opened, besides.anew, again)
    score_later_again(opened, min((number, *again.before)), again)
    written |= again.written
    corrected = {number: before, **again.before} if before and saved.kept else again.before
    is_one = bool(again.before) or bool(before and saved.kept and _is_correction(before, done))
    refreshed = refresh_standings(opened, number if is_one else None, corrected)
    if refreshed:
        written[refreshed.saved.path] = refreshed.saved.sha256
    ranked = refreshed.ranked if refreshed else rank(opened, records(opened))
    won = [finding("winner", sentence) for sentence in ranked.declared]
    different = different_draws(opened, records(opened), min(corrected)) if corrected else ()
    done = replace(done, findings=(*done.findings, *besides.rated, *again.findings, *different, *won))
    opened.note(asked, read={path: done.sha256}, written=written, outcome=done.status, notes=_messages(done.findings))
    taken_back = opened.folder.sheets(number) if opened.folder.sheets(number) in written else None
    outcome = _outcome(opened, number, done, results_path=saved.path, marked_path=next(iter(marked), None))
    correction = refreshed.correction if refreshed else None
    return replace(outcome, taken_back=taken_back, scored_again=tuple(again.before), correction=correction)


def _is_correction(before: RoundRecord, done: ReadRound) -> bool:
    """Tell whether a round was corrected: its sheets were not merely saved anew, and more did not merely come in."""
    entries = done.entered.entries
    if not before.missing and before.round != WHOLE_EVENT:  # travellers fill up round by round
        return dict(entries) != dict(before.entries) or done.score.rows != before.rows
    settled = ((key, value) for key, value in before.entries.items() if key.table not in before.missing)
    return any(entries.get(key) != value for key, value in settled)


def _take_back(opened: OpenEvent, sheets: _Sheets) -> Saved:
    """Put the values of a mended marked copy into the round's workbook, and remove the copy."""
    path, entered = opened.folder.sheets(sheets.number), sheets.read.entered
    refuse_if_open(path)
    begun, marks = sheets_begun(opened, sheets.forms), Marks(entered.raw)
    saved = save(
        path, lambda unfinished: write_round(unfinished, opened.event, sheets.forms, entered.entries, marks, begun)
    )
    sheets.path.unlink()  # after they are saved: until then the copy alone has them
    return saved


def _messages(findings: Sequence[Finding]) -> list[str]:
    return [f"{one.severity} {one.code} {one.place}: {one.message}" for one in findings]
