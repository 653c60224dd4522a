"""The sheet of rulings and findings: where a director decided, and what reading and scoring noticed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.results.scored_pages import ScoredPage
from sheetscore.systems.columns import ENTRIES, PAGES, VALUE
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Here, Table, figure_column, text_column
from sheetscore.workbooks.book import CellValue

RULING, REASON, CLAIM = "ruling.sp", "ruling.reason", "claimed.sp"


def rulings_sheet(pages: Sequence[ScoredPage], findings: Sequence[Finding]) -> TableSheet:
    """Plan the sheet; where pages have no box for a ruling on their points it has the findings alone."""
    if not any(RULING in page.page.shape.fields for page in pages):
        return TableSheet("Findings", "Findings", tables=(_findings(findings),), landscape=True)
    ruled = [page for page in pages if RULING in page.entries]
    return TableSheet(
        "Rulings and findings", "Rulings and findings", tables=(_rulings(ruled), _findings(findings)), landscape=True
    )


def _rulings(pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    return Table(
        "rulings",
        (
            figure_column("table", "Table", 70, lambda page: page.table),
            text_column("seat", "Seat", 120, lambda page: page.page.seat),
            text_column("pilot", "Pilot", 170, lambda page: page.pilot),
            text_column("reason", "Because", 460, _entry(REASON), _entered(REASON), style="cell text"),
            figure_column("computed", "Computed", 80, lambda page: page.score.sums["computed"], _computed),
            figure_column("claimed", "As the pilot counts", 80, _entry(CLAIM), _entered(CLAIM)),
            figure_column("ruling", "Ruling", 80, _entry(RULING), _entered(RULING), style="cell strong"),
        ),
        pages,
        title="Rulings of the director",
        tall=True,
        empty="There are none.",
    )


def _computed(here: Here[ScoredPage]) -> str:
    return here.other(PAGES, here.line.key, "computed")


def _entry(field: str) -> Callable[[ScoredPage], CellValue]:
    return lambda page: page.entries.get(field)


def _entered(field: str) -> Callable[[Here[ScoredPage]], str | None]:
    def formula(here: Here[ScoredPage]) -> str | None:
        key = FieldKey(*here.line.key, field)
        return here.other(ENTRIES, key, VALUE) if key in here.places[ENTRIES].rows else None

    return formula


def _findings(findings: Sequence[Finding]) -> Table[Finding]:
    return Table(
        "findings",
        (
            text_column("severity", "Severity", 70, lambda one: str(one.severity)),
            text_column("code", "Code", 120, lambda one: one.code),
            text_column("place", "Place", 170, lambda one: one.place),
            text_column("message", "What was found", 460, lambda one: one.message, style="cell text"),
        ),
        findings,
        title="Findings",
        tall=True,
        empty="There are none.",
    )
