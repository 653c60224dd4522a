"""The workbook of the standings: made from the results of the rounds, and telling which files these were."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sheetscore.event.its_workbooks import limits_of
from sheetscore.event.model import Event
from sheetscore.problems import UnreadableFile
from sheetscore.results.changes_sheet import Correction, changes_sheet, correction_lines, read_correction
from sheetscore.results.hidden_data import changed, read_data
from sheetscore.results.record import RoundRecord
from sheetscore.results.round_results import event_line, kept_for_director, posted_first
from sheetscore.results.rules_sheet import about_sheet
from sheetscore.results.table_book import TableBook
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import Standings
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import Line
from sheetscore.workbooks.guard.limits import LARGEST, Limits

KIND = "standings"

EVENT_DIGEST = "event_digest"
"""The kind of the line that tells the event: settings, names and ratings count in standings, too."""

DRAW = "draw"
"""The kind of the lines that tell the draws."""


def standings_book(
    event: E,
    system: System[E],
    standings: Standings,
    records: Mapping[int, RoundRecord],
    made_at: dt.datetime,
    drawn: Mapping[str, str] | None = None,
    correction: Correction | None = None,
) -> TableBook:
    """Plan the workbook of the standings.

    Parameters
    ----------
    standings
        What the records come to.
    records
        The results of the rounds by their numbers, as they were read from their workbooks.
    drawn
        The digests of the draws by the names of their files: what is open follows from them.
    correction
        The last one, and what it changed.
    """
    rounds = [records[number] for number in sorted(records)]
    heading = (
        event_line(event),
        *(Line(one.message, "warning") for one in standings.findings),
    )
    sources = [record.file for record in rounds if record.file]
    so_far = EventSoFar(event, {record.round: record.rows for record in rounds}, ranked=standings)
    about = about_sheet(sources, made_at)
    of_director = (changes_sheet(correction), about) if correction else (about,)
    sheets = posted_first((*system.standings_sheets(so_far), *map(kept_for_director, of_director)))
    return TableBook(
        title=f"{event.header.name}, standings after round {standings.after_round}",
        paper=event.header.paper,
        sheets=tuple(replace(sheet, lines=(*heading, *sheet.lines)) for sheet in sheets),
        kind=KIND,
        data=[
            ("event_key", event.key),
            (EVENT_DIGEST, event_digest(event)),
            *(("source", source.name, source.sha256) for source in sources),
            *((DRAW, *one) for one in (drawn or {}).items()),
            *(correction_lines(correction) if correction else ()),
        ],
    )


def event_digest(event: Event) -> str:
    """Return a digest of all that is set up in an event."""
    return hashlib.sha256(event.model_dump_json().encode()).hexdigest()


def standings_sources(path: Path) -> dict[str, str]:
    """Return the results that a workbook of standings was made from: digests by names.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no workbook of standings.
    """
    return _origin(path, LARGEST)[1]


def last_correction(path: Path, event: Event) -> Correction | None:
    """Return the last correction that a workbook of standings keeps; None for none, or where it cannot be read."""
    try:
        return read_correction(read_data(path, KIND, limits_of(event)))
    except (UnreadableFile, ValueError):
        return None  # the standings are made anew, and what is lost is the list of changes alone


def is_made_from(path: Path, event: Event, results: Mapping[str, str], drawn: Mapping[str, str]) -> bool:
    """Tell whether a workbook of standings was made from an event, these results and these draws, digests by names.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no workbook of standings.
    """
    return _origin(path, limits_of(event)) == (event_digest(event), dict(results), dict(drawn))


def _origin(path: Path, limits: Limits) -> tuple[str, dict[str, str], dict[str, str]]:
    lines = read_data(path, KIND, limits).lines
    try:
        sources, draws = (
            {name: sha256 for name, sha256 in lines.get(kind, ())}  # noqa: C416 -- each line has two cells
            for kind in ("source", DRAW)
        )
        return lines[EVENT_DIGEST][0][0], sources, draws
    except (ValueError, LookupError) as error:
        raise changed(path, KIND) from error
