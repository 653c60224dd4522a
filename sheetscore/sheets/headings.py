"""What is printed in the heading of every sheet of a page's paper: event, round, table, whose page it is, its code."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.sheets.codes import page_code
from sheetscore.sheets.table_sheet import table_sheet


def headings(
    event: Event, forms: RoundForms, table: TableForms, page: Page, papers: Mapping[int, int]
) -> list[dict[str, str]]:
    """Return what stands in the slots of a page, for each sheet of its paper.

    Parameters
    ----------
    papers
        How many sheets of paper each page of the table takes, by its number.
    """
    before = sum(count for number, count in papers.items() if number < page.number)
    count = papers[page.number]
    alone = f"seat {page.seat}" if page.seat else page.form.name
    return [
        _on_all(event, forms, table, page)
        | {
            "code": page_code(event.key, forms.round, table.number, page.number, part),
            "page": f"page {before + part} of {sum(papers.values())}",
            "seat": f"{page.seat or page.form.name}, page {part} of {count}" if count > 1 else alone,
        }
        for part in range(1, count + 1)
    ]


def _on_all(event: Event, forms: RoundForms, table: TableForms, page: Page) -> dict[str, str]:
    header = event.header
    date = f"{header.date.day} {header.date:%B %Y}" if header.date else ""
    met = [group.title for group in forms.groups if any(number == table.number for number, _ in group.seats)]
    played = f"{table.title}: {' v '.join(met)}." if met else f"{table.title}." if table.title else ""
    return {
        "event": "   ·   ".join(part for part in (header.name.upper(), header.place, date) if part),
        "round": stage_title(forms.round) if forms.round else page.form.name.capitalize(),
        "table": table_sheet(table.number),
        "heading": page.form.heading,
        "hint": f"{played}  {page.form.note or page.form.kind.hint}".strip(),
    }
