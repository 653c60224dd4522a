"""The values that a page's formulas have, worked out in Python: what a program shows that does not recalculate."""

from __future__ import annotations

from sheetscore.forms.cells import default_name
from sheetscore.forms.form import CellKey, PageEntries, PageForm, PageScore
from sheetscore.sheets.layout import WHO_AGAIN, PageLayout
from sheetscore.workbooks.book import CellValue


def page_figures(layout: PageLayout, score: PageScore, entries: PageEntries) -> dict[CellKey, CellValue]:
    """Return the value of every computed cell of a page, by its key."""
    figures: dict[CellKey, CellValue] = {}
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
    figures |= layout.form.kind.figures(layout.form, score, entries)
    if layout.form.kind.player:
        figures[WHO_AGAIN] = who_sits(layout.form, entries)
    return figures


def who_sits(form: PageForm, entries: PageEntries) -> CellValue:
    """Return who sits at a page, as the box shows it; blank for nobody."""
    _, _, box = form.fields[form.kind.player]
    name = entries.get(form.kind.player, "")
    return box.choices.shown(str(name)) if box.choices and name else name
