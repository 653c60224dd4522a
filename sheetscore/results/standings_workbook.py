"""The workbook of the standings: made from the results of the rounds, whose files it lists.

The sheet to be posted has a line for everybody, large, with byes and missed rounds marked. The changes by the last
correction are kept until the next one, and shown on a sheet: see :mod:`sheetscore.results.standing_changes`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from sheetscore.event.model import Event
from sheetscore.problems import UnreadableFile
from sheetscore.results.hidden_data import HiddenData, changed_data_error
from sheetscore.results.record import RoundRecord
from sheetscore.results.round_results import event_line, kept_for_director, posted_first
from sheetscore.results.scoring_changes import find_former_settings, own_forms, scoring_digests, settings_of_changed
from sheetscore.results.standing_changes import Correction, changes_sheet, correction_lines, read_correction
from sheetscore.results.standings_record import KIND, standings_line
from sheetscore.results.table_book import TableBook, about_sheet, rules_sheet, with_heading
from sheetscore.systems.columns import SCORE, STANDINGS, column, wall_name_column
from sheetscore.systems.context import EventProgress
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    AnyTable,
    Column,
    Here,
    Table,
    figure_column,
    same_in,
)
from sheetscore.workbooks.book import CellValue, as_double
from sheetscore.workbooks.paper import PAPER_SIZES, ROUNDING

POSTED = "For the wall"
"""The title of the sheet to be posted."""

MISSED, BYE = "–", "bye"
"""The texts for a round without a score, and before the score of a bye."""

_RANK, _ROUND, _SCORE, _NAME = 56, 66, 92, 220
"""The widths of the columns in pixels; for that of names, the least width."""

_NUMBERS = {"cell half": "cell wall half", "cell two": "cell wall two", "cell score": "cell wall two"}
"""The styles of figures on the posted sheet, by their styles on the standings; other figures are whole."""

Rounds = Mapping[int, Sequence[ResultRow]]
"""The rows of the scored rounds by their numbers."""


def posted_standings(heading: str, sheets: Sequence[TableSheet], rounds: Rounds) -> Iterator[TableSheet]:
    """Yield the sheet to be posted: rank, name, rounds and score, as far as the standings have them, by formula.

    Parameters
    ----------
    sheets
        The sheets of the standings. If one of their tables is large enough for the wall, no further sheet is made.
    rounds
        The rows of the scored rounds by their numbers.
    """
    tables = [table for sheet in sheets for table in sheet.tables if table.name.startswith(STANDINGS)]
    ranks = tuple(line for sheet in sheets if sheet.published for line in sheet.lines if line.ranks)
    usable = [table for table in tables if {"rank", "name", SCORE} <= {one.key for one in table.columns}]
    if usable and not any(table.size == "large" for sheet in sheets for table in sheet.tables):
        posted = tuple(_posted(table, rounds) for table in usable)
        yield TableSheet(POSTED, heading, (*_legend(posted), *ranks), posted, publish=False)


def _legend(posted: Sequence[AnyTable]) -> Iterator[TextLine]:
    """Yield the line that says what the headings of the rounds, and a dash, mean in the posted tables."""
    played = [(table, one) for table in posted for one in _columns_played(table)]
    if played:
        first = played[0][1]
        missed = any(table.value(row, one) == MISSED for table, one in played for row in table.lines)
        dash = f" {MISSED}: not played." if missed else ""
        yield TextLine(f"{first.heading}: {first.key.lower()}.{dash}")


def _columns_played(table: AnyTable) -> list[Column[ResultRow]]:
    """Return the columns of the rounds, or games, in a table of the standings."""
    return [one for one in table.columns if one.key.startswith(("Round ", "Game "))]


def _posted(table: AnyTable, rounds: Rounds) -> AnyTable:
    """Return the table to be posted: rank, name, rounds and score of a table of the standings."""
    columns = {one.key: one for one in table.columns}
    played = _columns_played(table)
    left = int(ROUNDING * PAPER_SIZES["a4"].usable[0]) - _RANK - _SCORE - _ROUND * len(played)
    wide = max(_NAME, left)
    return Table(
        f"posted {table.name}",
        (
            _same(table, columns["rank"], _RANK),
            wall_name_column(columns["name"].heading, wide, column("name"), column("id"), table.lines),
            *(_of_round(table, one, rounds) for one in played),
            _same(table, columns[SCORE], _SCORE),
        ),
        table.lines,
        key=table.key,
        title=table.title,
        empty=table.empty,
        size="large",
    )


def _look(one: Column[ResultRow]) -> Callable[[ResultRow], str]:
    return lambda row: _NUMBERS.get(one.style_of(row), "cell wall")


def _same(table: AnyTable, one: Column[ResultRow], width: int) -> Column[ResultRow]:
    """Return a column with the figures of one of the standings' columns."""
    return figure_column(one.key, one.heading, width, same_in(table, one.key), style=_look(one))


def _of_round(table: AnyTable, one: Column[ResultRow], rounds: Rounds) -> Column[ResultRow]:
    """Return a column of a round: the score, “bye” before that of somebody who had no opponent, or a dash."""
    number = one.key.partition(" ")[2]
    rows = rounds.get(int(number), ()) if one.key.startswith("Round ") else ()
    byes = {row.get("player", row.get("team")) for row in rows if _is_bye(row)}

    def value(row: ResultRow) -> CellValue:
        score = table.value(row, one)
        if score is None or score == "":
            return MISSED
        return f"{BYE} {_plain(score)}" if row["id"] in byes else score

    def formula(here: Here[ResultRow]) -> str:
        cell = here.other(table.name, table.key(here.line), one.key)
        shown = f'"{BYE} "&{cell}' if here.line["id"] in byes else cell
        return f'IF({cell}="","{MISSED}",{shown})'

    return figure_column(one.key, f"{one.key[0]}{number}", _ROUND, value, formula, _look(one))


def _is_bye(row: ResultRow) -> bool:
    return row.get("result") == BYE or ("opponent" in row and row["opponent"] is None and not row.get("result"))


def _plain(score: CellValue) -> str:
    """Write a score as a formula shows it after a word."""
    number = as_double(score) if isinstance(score, int | float | Fraction) else 0
    return f"{number:.15g}"


EVENT_DIGEST = "event_digest"
"""The kind of the line with the event's digest, since settings, names and ratings count in standings, too."""

DRAW = "draw"
"""The kind of the lines with the draws' digests."""


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
        The standings by the records.
    records
        The results of the rounds by their numbers, as they were read from their workbooks.
    drawn
        The digests of the draws, from which the open games follow, by the names of their files.
    correction
        The last correction, with its changes.
    """
    rounds = [records[number] for number in sorted(records)]
    warned = *standings.findings, *find_former_settings(event, records)
    warnings = [TextLine(one.message, "warning") for one in warned]
    sources = [record.file for record in rounds if record.file]
    posted, own = standings_sheets(event, system, standings, records)
    about = about_sheet(sources, made_at, event.header.system)
    rules = rules_sheet(system.decisions(event), ())
    of_director = (*([changes_sheet(correction)] if correction else []), rules, about)
    sheets = posted_first((*posted, *own, *map(kept_for_director, of_director)))
    return TableBook(
        title=f"{event.header.name}, standings after round {standings.after_round}",
        paper=event.header.paper,
        sheets=with_heading(
            sheets,
            lambda heading: [event_line(event, f"after round {standings.after_round}", heading), *warnings],
            event.header.paper,
        ),
        kind=KIND,
        data=[
            ("event_key", event.key),
            standings_line(standings),
            (EVENT_DIGEST, event_digest(event)),
            *(("source", source.name, source.sha256) for source in sources),
            *((DRAW, *one) for one in (drawn or {}).items()),
            *(correction_lines(correction) if correction else ()),
        ],
    )


def standings_sheets(
    event: E, system: System[E], standings: Standings, records: Mapping[int, RoundRecord]
) -> tuple[Sequence[TableSheet], Sequence[TableSheet]]:
    """Plan the sheet to be posted, if there is one, and those of the system."""
    rows = {number: records[number].rows for number in sorted(records)}
    so_far = EventProgress(
        event, rows, standings.open, standings=standings, scored_under=settings_of_changed(event, records)
    )
    own = system.standings_sheets(so_far)
    return [*posted_standings(f"Standings after round {standings.after_round}", own, rows)], own


def event_digest(event: Event) -> str:
    """Return a digest of an event with its scoring files and its own forms."""
    files = scoring_digests(event, own_forms(event))
    return hashlib.sha256((event.model_dump_json() + (json.dumps(files) if files else "")).encode()).hexdigest()


def last_correction(data: HiddenData) -> Correction | None:
    """Return the last correction in a workbook of standings; None without one, or if it cannot be read."""
    try:
        return read_correction(data)
    except (UnreadableFile, ValueError):
        return None  # the standings are made again, and only the list of changes is lost


def is_made_from(data: HiddenData, event: Event, results: Mapping[str, str], drawn: Mapping[str, str]) -> bool:
    """Return whether standings were made from this event, these results and these draws (digests by file name).

    Raises
    ------
    UnreadableFile
        Somebody has changed its hidden data.
    """
    return _origin(data) == (event_digest(event), dict(results), dict(drawn))


def is_made_for(data: HiddenData, event: Event) -> bool:
    """Return whether a workbook of standings was made from an event as it is now, from whatever results.

    Raises
    ------
    UnreadableFile
        Somebody has changed its hidden data.
    """
    return _origin(data)[0] == event_digest(event)


def _origin(data: HiddenData) -> tuple[str, dict[str, str], dict[str, str]]:
    """Return the digests of the event, of results and of draws that a workbook of standings was made from."""
    try:
        sources, draws = (
            {name: sha256 for name, sha256 in data.lines.get(kind, ())}  # noqa: C416 -- each line has two cells
            for kind in ("source", DRAW)
        )
        return data.lines[EVENT_DIGEST][0][0], sources, draws
    except (ValueError, LookupError) as error:
        raise changed_data_error(data.workbook.path, KIND) from error
