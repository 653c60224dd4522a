"""The list of findings in a marked copy: what is wrong, worst first, each with a link to its cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import Paper, fit_width

if TYPE_CHECKING:
    from xlsxwriter.format import Format

FINDINGS_SHEET = "Findings"
_HEADINGS = ("", "Where", "What and what to do")


def marked_boxes(one: Finding, forms: RoundForms) -> list[FieldKey]:
    """Return the boxes that a finding marks: the one that says who sits there for a finding about a whole page."""
    boxes = (FieldKey(*box) for box in one.fields)
    return list(dict.fromkeys(box if box.field else box._replace(field=_who(box, forms)) for box in boxes))


def _who(box: FieldKey, forms: RoundForms) -> str:
    page = forms.pages.get((box.table, box.seat))
    return page.form.kind.player if page else ""


def write_findings(
    sheet: Sheet,
    findings: Sequence[Finding],
    forms: RoundForms,
    places: Mapping[FieldKey, tuple[str, str]],
    style: Callable[[str], Format],
    paper: Paper,
) -> None:
    """Write the list.

    Parameters
    ----------
    places
        Sheet and cell of every box in this workbook.
    """
    sheet.widths((70, 150, 520))
    sheet.raw.hide_gridlines(2)
    sheet.height(0, 34)
    sheet.text(0, 0, "To be settled before the round can be scored", style("title"))
    hint = "Mend the red boxes here or in the round's workbook, save, and ingest again. Nothing was scored yet."
    sheet.text(1, 0, hint, style("subtitle"))
    for column, heading in enumerate(_HEADINGS):
        sheet.text(3, column, heading, style("column"))
    for row, one in enumerate(findings, start=4):
        sheet.text(row, 0, str(one.severity), style("cell"))
        target = next((places[box] for box in marked_boxes(one, forms) if box in places), None)
        if target:
            sheet.link(row, 1, target[0], "!".join(target), style("cell link"), cell=target[1])
        else:
            sheet.text(row, 1, one.place, style("cell"))
        sheet.text(row, 2, one.message, style("cell wrap"))
        sheet.height(row, 20 * (1 + len(one.message) // 80))
    fit_width(sheet.raw, paper, repeat=3)
