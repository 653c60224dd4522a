"""Ingesting a round: read, check, score, write the results, bring the standings up to date."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sheetscore.desk.history import rounds_looked_back_at
from sheetscore.desk.later_draws import different_draws
from sheetscore.desk.sheets import drawn_forms
from sheetscore.desk.standings import refresh_standings
from sheetscore.desk.workplace import Desk, event_of, open_desk
from sheetscore.event.folder import stage_of
from sheetscore.event.model import Event
from sheetscore.event.stage import stage_json
from sheetscore.findings import Finding
from sheetscore.forms.form import RoundForms
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.reading.fields import Entered
from sheetscore.reading.provisional import complete_tables
from sheetscore.reading.round_workbook import ReadRound, read_round, stage_inside
from sheetscore.results.figures import as_doubles, double, frame
from sheetscore.results.record import Source
from sheetscore.results.round_results import results_book
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.systems.protocol import Agreement, ResultRow
from sheetscore.workbooks.saving import put_aside, refuse_if_open, save

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Ingested:
    """What a round's workbook came to.

    Parameters
    ----------
    status
        ``ok``, ``warnings`` or ``errors``; with errors nothing was scored.
    rows, checks
        The results, empty with errors.
    results_path, marked_path
        The workbook that was written: results, or with errors the marked copy; None for a dry run.
    taken_back
        The score sheets into which the values of a mended marked copy went.
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

    def frame(self) -> pd.DataFrame:
        """Give the rows as a data frame; exact numbers as the nearest doubles."""
        return frame(self.rows)

    def as_json(self) -> dict[str, object]:
        """Give the outcome with the keys that scripts rely on."""
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
        }


def ingest(path: str | Path, *, provisional: bool = False) -> Ingested:
    """Check and score a round's workbook.

    With errors nothing is scored and nothing written but the marked copy and the journal. Ingesting the same
    workbook twice changes nothing.

    Parameters
    ----------
    path
        ``round2.xlsx`` in its event's folder, or its marked copy after the mistakes were mended in it.
    provisional
        Score the tables that are complete and leave out the others; the results say so on every page.

    Raises
    ------
    UnreadableFile
        The file is no workbook, or would harm the machine.
    WrongUsage
        The file is open elsewhere, or its round is not drawn.
    MistakesFound
        The event itself has mistakes.
    """
    path = Path(path)
    desk, number = desk_of(path)
    with desk.locked():
        forms, read = _read(desk, path, number)
        done, missing = complete_tables(desk.event, desk.system, forms, read) if provisional else (read, ())
        if done.status == "errors":
            return _refuse(desk, path, number, forms, done)
        return _score(desk, path, number, forms, done, missing, read.entered)


def check_round_workbook(path: Path) -> Ingested:
    """Say what ingesting a workbook would find, without writing anything."""
    desk, number = desk_of(path)
    _, done = _read(desk, path, number)
    return _outcome(desk, number, done)


def desk_of(path: Path, folder: Path | None = None) -> tuple[Desk, int]:
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
    number = stage_of(path)
    if number is None:
        number = stage_inside(path)
    if number is None:
        raise WrongUsage(f"{path.name} is no round's workbook; take the one that “sheets” made, such as round1.xlsx")
    return (open_desk(folder) if folder else event_of(path)), number


def _read(desk: Desk, path: Path, number: int) -> tuple[RoundForms, ReadRound]:
    refuse_if_open(path)
    forms, drawn = drawn_forms(desk, number)
    earlier = rounds_looked_back_at(desk, number)
    return forms, read_round(path, desk.event, desk.system, forms, drawn, earlier)


def _outcome(
    desk: Desk,
    number: int,
    done: ReadRound,
    *,
    results_path: Path | None = None,
    marked_path: Path | None = None,
) -> Ingested:
    scored = done.status != "errors"
    return Ingested(
        desk.event,
        number,
        done.status,
        done.findings,
        done.score.rows if scored else (),
        done.score.checks if scored else (),
        results_path,
        marked_path,
    )


def _refuse(desk: Desk, path: Path, number: int, forms: RoundForms, done: ReadRound) -> Ingested:
    """Write the marked copy, unless the workbook is not this round's at all."""
    marked = desk.folder.marked(number)
    written: dict[Path, str] = {}
    if done.entered.cells:
        refuse_if_open(marked)
        marks = Marks(done.entered.raw, done.findings)
        saved = save(marked, lambda unfinished: write_round(unfinished, desk.event, forms, done.entered.entries, marks))
        written[marked] = saved.sha256
    desk.note(f"ingest {path.name}", read=[path], written=written, outcome="errors", notes=_messages(done.findings))
    return _outcome(desk, number, done, marked_path=marked if written else None)


def _score(
    desk: Desk,
    path: Path,
    number: int,
    forms: RoundForms,
    done: ReadRound,
    missing: tuple[int, ...],
    entered: Entered,
) -> Ingested:
    """Write the results of what counts; ``entered`` is all that was read, also where it is not complete."""
    results = desk.folder.results(number)
    refuse_if_open(results)
    refuse_if_open(desk.folder.standings)
    written: dict[Path, str] = {}
    if path.name == desk.folder.marked(number).name:
        written |= _take_back(desk, path, number, forms, entered)
    elif not missing and desk.folder.marked(number).exists():
        put_aside(desk.folder.marked(number))  # mended now, it would bring the old values back
    source = Source(desk.folder.sheets(number).name, done.sha256)
    made_at = dt.datetime.now(dt.UTC)
    entries = done.entered.entries
    book = results_book(desk.event, desk.system, forms, entries, done.score, done.findings, source, made_at, missing)
    saved = save(results, book.write, book.stamp_parts)
    written[results] = saved.sha256
    corrected = different_draws(desk, number) if saved.kept else []
    standings = refresh_standings(desk)
    if standings:
        written[standings.path] = standings.sha256
    desk.note(
        f"ingest {path.name}",
        read=[path],
        written=written,
        outcome=done.status,
        notes=_messages((*done.findings, *corrected)),
    )
    done = replace(done, findings=(*done.findings, *corrected))
    taken_back = desk.folder.sheets(number) if desk.folder.sheets(number) in written else None
    return replace(_outcome(desk, number, done, results_path=results), taken_back=taken_back)


def _take_back(desk: Desk, marked: Path, number: int, forms: RoundForms, entered: Entered) -> dict[Path, str]:
    """Put the values of a mended marked copy into the round's workbook, and remove the copy."""
    sheets = desk.folder.sheets(number)
    refuse_if_open(sheets)
    saved = save(
        sheets, lambda unfinished: write_round(unfinished, desk.event, forms, entered.entries, Marks(entered.raw))
    )
    marked.unlink()
    return {sheets: saved.sha256}


def _messages(findings: Sequence[Finding]) -> list[str]:
    return [f"{one.severity} {one.code} {one.place}: {one.message}" for one in findings]
