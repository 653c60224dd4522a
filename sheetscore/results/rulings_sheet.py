"""The sheet of rulings and findings: where a director decided, and what reading and scoring noticed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey, Ruling, SumBox
from sheetscore.results.scored_pages import ScoredPage
from sheetscore.systems.columns import ENTRIES, PAGES, VALUE
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column
from sheetscore.workbooks.book import CellValue


def rulings_sheet(pages: Sequence[ScoredPage], findings: Sequence[Finding]) -> TableSheet:
    """Plan the sheet; where pages have no box for a ruling on their points it has the findings alone."""
    may_be = [page for page in pages if page.page.form.kind.ruling]
    if not may_be:
        return TableSheet("Findings", "Findings", tables=(_findings(findings),), landscape=True)
    tables = _rulings(may_be), _findings(findings)
    return TableSheet("Rulings and findings", "Rulings and findings", tables=tables, landscape=True)


def _rulings(pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    """Make the table of the rulings on pages; what else their sums name stands beside."""
    points = {_ruling(page).points for page in pages}
    others = dict.fromkeys(box for page in pages for box in page.page.form.kind.boxes if box.box not in points)
    return Table(
        "rulings",
        (
            figure_column("table", "Table", 70, lambda page: page.table),
            text_column("seat", "Seat", 120, lambda page: page.page.seat),
            text_column("pilot", "Pilot", 170, lambda page: page.pilot),
            text_column("reason", "Because", 460, *_entry(lambda page: _ruling(page).reason), style="cell text"),
            figure_column("replaced", "Computed", 80, lambda page: page.score.sums[_ruling(page).replaces], _replaced),
            *(_box_column(box) for box in others),
            figure_column("ruling", "Ruling", 80, *_entry(lambda page: _ruling(page).points), style="cell strong"),
        ),
        [page for page in pages if page.page.form.kind.is_ruled(page.entries)],
        title="Rulings of the director",
        tall=True,
        empty="There are none.",
    )


def _ruling(page: ScoredPage) -> Ruling:
    ruling = page.page.form.kind.ruling
    if ruling is None:
        raise ValueError(f"nobody rules on {page.key}")
    return ruling


def _replaced(here: Here[ScoredPage]) -> str:
    return here.other(PAGES, here.line.key, _ruling(here.line).replaces)


def _box_column(box: SumBox) -> Column[ScoredPage]:
    heading = box.heading[:1].upper() + box.heading[1:]
    return figure_column(box.name, heading, 80, *_entry(lambda _: box.box))


def _entry(
    field_of: Callable[[ScoredPage], str],
) -> tuple[Callable[[ScoredPage], CellValue], Callable[[Here[ScoredPage]], str | None]]:
    """Return the value of a box of a page, and the reference to it."""

    def formula(here: Here[ScoredPage]) -> str | None:
        key = FieldKey(*here.line.key, field_of(here.line))
        return here.other(ENTRIES, key, VALUE) if key in here.places[ENTRIES].rows else None

    return lambda page: page.entries.get(field_of(page)), formula


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
