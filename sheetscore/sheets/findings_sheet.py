"""The sheet of a marked copy that lists what is wrong, with links to the boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.sheets.fitting import Room, fitted, fitting, height_for
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import Paper, Passage, print_by_width

if TYPE_CHECKING:
    from xlsxwriter.format import Format


FINDINGS_SHEET = "Findings"

_HEADINGS = ("", "Where", "What and what to do")

_WIDTHS = (70, 150, 520)

_ABOVE = (34, 20, 20, 20)
"""Pixels of the rows above the list: title, what to do, a gap, headings."""

_LINE, _SPARE = 23, 6
"""Pixels of a line at least, and what stays free below a message."""


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
    sheet.widths(_WIDTHS)
    sheet.raw.hide_gridlines(2)
    sheet.height(0, _ABOVE[0])
    sheet.text(0, 0, "To be settled before the round can be scored", style("title"))
    hint = "Mend the red boxes here or in the round's workbook, save, and ingest again. Nothing was scored yet."
    sheet.text(1, 0, hint, style("subtitle"))
    for column, heading in enumerate(_HEADINGS):
        sheet.text(len(_ABOVE) - 1, column, heading, style("column"))
    heights = [*_ABOVE]
    for row, one in enumerate(findings, start=len(_ABOVE)):
        heights.append(max(_LINE, height_for("cell wrap", one.message, _WIDTHS[2]) + _SPARE))
        sheet.height(row, heights[-1])
        sheet.text(row, 0, str(one.severity), style("cell"))
        target = next((places[box] for box in marked_boxes(one, forms) if box in places), None)
        room = Room(_WIDTHS[1], heights[-1])
        if target:
            where = "!".join(target)
            sheet.link(row, 1, target[0], where, style(fitting("cell link", where, room)), cell=target[1])
        else:
            place = fitted("cell", one.place, room)
            sheet.text(row, 1, place.shown, style(place.style))
        sheet.text(row, 2, one.message, style("cell wrap"))
    lines = [Passage(0, len(_ABOVE), len(heights))]
    print_by_width(sheet.raw, paper, _WIDTHS, heights, lines, repeat=range(len(_ABOVE)))
