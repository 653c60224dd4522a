"""The sheet of rulings and findings: where a director decided, and what reading and scoring noticed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.systems.result_sheets import ENTRIES, PAGES, VALUE
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.table_sheets import TableSheet
from sheetscore.workbooks.tables import Column, Here, Table

RULING, REASON, CLAIM = "ruling.sp", "ruling.reason", "claimed.sp"


def rulings_sheet(pages: Sequence[ScoredPage], findings: Sequence[Finding]) -> TableSheet:
    """Plan the sheet."""
    ruled = [page for page in pages if RULING in page.entries]
    return TableSheet(
        "Rulings and findings", "Rulings and findings", tables=(_rulings(ruled), _findings(findings)), landscape=True
    )


def _rulings(pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    return Table(
        "rulings",
        (
            Column("table", "Table", 50, "cell middle", lambda page: page.table),
            Column("seat", "Seat", 90, "cell", lambda page: page.page.seat),
            Column("pilot", "Pilot", 170, "cell", lambda page: page.pilot),
            Column("computed", "Computed", 80, "cell middle", lambda page: page.score.sums["computed"], _computed),
            Column("claimed", "As the pilot counts", 80, "cell middle", _entry(CLAIM), _entered(CLAIM)),
            Column("ruling", "Ruling", 80, "cell strong", _entry(RULING), _entered(RULING)),
            Column("reason", "Because", 420, "cell wrap", _entry(REASON), _entered(REASON)),
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
            Column("severity", "", 0, "cell", lambda one: str(one.severity)),
            Column("code", "Code", 0, "cell wrap", lambda one: one.code),
            Column("place", "Place", 0, "cell wrap", lambda one: one.place),
            Column("message", "What was found", 0, "cell wrap", lambda one: one.message),
        ),
        findings,
        title="Findings",
        tall=True,
        empty="There are none.",
    )
