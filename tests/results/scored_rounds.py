"""Scored rounds that tests write workbooks of, and what LibreOffice makes of the cells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from looking import sheets_of
from msgspec import Struct
from round_contexts import filled_round, scored_round

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw
from sheetscore.results.record import RoundRecord, SourceFile
from sheetscore.results.round_results import results_book
from sheetscore.results.standings_workbook import standings_book
from sheetscore.results.table_book import TableBook
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundScore
from sheetscore.tables.sheet import TableSheet, places_of

SOURCE = SourceFile("round1.xlsx", "5e" * 32)
MADE_AT = dt.datetime(1991, 7, 5, 18, 30)


class ScoreSheets(Struct, frozen=True):
    """The score sheets of a round that is filled in."""

    round: RoundContext[Any]

    @property
    def sheets(self) -> Sequence[TableSheet]:
        """What is computed while it is filled in."""
        forms = self.round.forms
        assert forms.live is not None
        return forms.live(self.round.entries, dict.fromkeys(forms.fields, "A1"))

    def write(self, path: Path) -> None:
        write_round(path, self.round.event, self.round.forms, self.round.entries)


def seated(draw: Draw) -> dict[FieldKey, Value]:
    """Give the entries of sheets on which nothing but the drawn pilots stands."""
    return {FieldKey(table, seat, "seat.pilot"): player for table, seat, player in draw.places()}


def with_claims(draw: Draw, claims: Mapping[str, int]) -> dict[FieldKey, Value]:
    """Give entries with nothing but totals as pilots claim them, by player: the quickest way to round scores."""
    entries = seated(draw)
    for table, seat, player in draw.places():
        entries[FieldKey(table, seat, "claimed.sp")] = claims.get(player, 0)
    return entries


def book_of(
    event: AmpsEvent,
    forms: RoundForms,
    entries: Entries,
    findings: Sequence[Finding] = (),
    missing: Sequence[int] = (),
    made_at: dt.datetime = MADE_AT,
) -> tuple[TableBook, RoundScore]:
    """Score a round and plan its results workbook."""
    score = AMPS.score(filled_round(event, forms, entries))
    return results_book(AMPS, scored_round(event, forms, score, entries), findings, SOURCE, made_at, missing), score


def result_row(player: str, mp: Fraction | int, size: int, factor: Fraction | int | None = 1) -> ResultRow:
    """Give a row of a round's results in which only match points, section and factor matter."""
    return {
        "player": player,
        "name": f"Pilot {player}",
        "table": 1,
        "seat": "strike.1",
        "section": "strike",
        "sp": 0,
        "tp": 0,
        "rs": 0,
        "mp": mp,
        "section_size": size,
        "factor": factor,
        "score": mp * (factor or 0),
    }


def record_of_round(number: int, rows: Sequence[ResultRow], missing: tuple[int, ...] = ()) -> RoundRecord:
    """Give the record of a round as if it had been read from its workbook."""
    file = SourceFile(f"round{number}-results.xlsx", f"{number:064}")
    return RoundRecord("key", "Test event", "amps", number, "bridge", missing, tuple(rows), {}, (), SOURCE, file=file)


def standings_of(event: AmpsEvent, records: Mapping[int, RoundRecord]) -> TableBook:
    """Rank the players and plan the workbook of the standings."""
    standings = AMPS.standings(EventProgress(event, {number: record.rows for number, record in records.items()}))
    return standings_book(event, AMPS, standings, records, MADE_AT)


def column_values(path: Path, book: TableBook, table: str, column: str) -> list[Any]:
    """Give the stored values of a column of a workbook that was written, and perhaps recalculated, from a plan."""
    area = places_of(book.sheets)[table].column(column)
    cells = sheets_of(path)[area.sheet].cells
    return [
        cells[row, area.column].value if (row, area.column) in cells else None
        for row in range(area.row, area.last_row + 1)
    ]
