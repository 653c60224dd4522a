"""The values that a page's formulas have, worked out in Python: what a program shows that does not recalculate."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.forms.cells import default_name
from sheetscore.forms.evaluation import PageEntries, PageScore, awarded
from sheetscore.forms.form import Page, Shape, TableForms
from sheetscore.sheets.formulas import Key
from sheetscore.sheets.layout import PILOT_AGAIN, PageLayout
from sheetscore.workbooks.book import CellValue

Scores = Mapping[tuple[int, str], PageScore]
"""The worked-out page of every (table, seat)."""


def page_figures(layout: PageLayout, score: PageScore, entries: PageEntries) -> dict[Key, CellValue]:
    """Give the value of every computed cell of a page, by its key."""
    figures: dict[Key, CellValue] = {}
    for block_id, rows in score.rows.items():
        block = layout.places[block_id].block
        for index, row in enumerate(rows):
            place = (block_id, str(index))
            figures |= {(*place, name): value for name, value in (*row.steps.items(), *row.shows.items())}
            for box in block.fields:
                if box.default is not None:
                    figures[*place, default_name(box)] = row.values[box.name]
            if block.total:
                figures[*place, "total"] = row.points if row.filled else ""
    if layout.sums:
        computed = score.sums["computed"] if has_details(score) else ""
        figures["sum", "sp"] = computed
        figures["agreement",] = _agreement(computed, entries.get("claimed.sp"))
        figures[PILOT_AGAIN] = _pilot(layout.shape, entries)
    return figures


def has_details(score: PageScore) -> bool:
    """Tell whether any line that earns points is filled."""
    return any(row.filled and row.points is not None for rows in score.rows.values() for row in rows)


def is_filled(score: PageScore, entries: PageEntries) -> bool:
    """Tell whether a pilot's page says anything: details, a claim, a ruling, or that nobody flew."""
    return has_details(score) or any(key in entries for key in ("claimed.sp", "ruling.sp", "seat.flew"))


def _agreement(computed: CellValue, claimed: CellValue) -> str:
    if claimed is None:
        return ""
    if computed == "":
        return "not verified"
    return "✓ agrees" if claimed == computed else "✗ count again"


def seat_figures(table: TableForms, page: Page, scores: Scores, entries: PageEntries) -> dict[str, CellValue]:
    """Give a seat's line in the list on the table's own page, by the name of its column."""
    score = scores[table.number, page.seat]
    counts = is_filled(score, {key: value for key, value in entries.items() if key != "seat.flew"})
    flies = entries.get("seat.flew", 1) != 0
    shows = counts and flies
    return {
        "pilot": _pilot(page.shape, entries),
        "sp": score.sums["sp"] if shows else "",
        "team_points": awarded(scores[table.number, ""], page.shape.side),
        "rs": score.sums["rs"] if shows else "",
        "filled": int(is_filled(score, entries)),
    }


def _pilot(shape: Shape, entries: PageEntries) -> CellValue:
    """Give who flies a seat, as the box shows it."""
    pilot = shape.block("seat").fields[0]
    name = entries.get("seat.pilot", "")
    return pilot.choices.shown(str(name)) if pilot.choices and name else name
