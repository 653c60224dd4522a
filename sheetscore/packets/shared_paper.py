"""Join short tables, such as points by bands, or chart and standings of a small event, on shared sheets of paper."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.packets.by_hand import LEAST_NAMES, UPRIGHT, free_pixels
from sheetscore.tables.on_paper import least_scale
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import AnyColumn, AnyTable
from sheetscore.workbooks.cell_refs import TITLE_LENGTH
from sheetscore.workbooks.paper import PAPER_SIZES, width_scale

AND = "; "
"""The separator between the titles of joined sheets."""


def on_one_sheet(event: Event, one: TableSheet, other: TableSheet) -> TableSheet | None:
    """Return a worksheet with the tables of two, if both lie upright, and fit on a sheet of paper in legible letters.

    Rows to write in stay high enough for a pencil.

    Parameters
    ----------
    other
        The worksheet whose tables go below; its heading and its line of text go into the title of its first table.
    """
    plain = not any(
        part.landscape or part.cuts or part.charts or part.posted or part.for_director for part in (one, other)
    )
    title = _both_titles(one, other)
    if not plain or not title or len(other.lines) > 1 or not other.tables:
        return None
    both = _narrowed(replace(one, title=title, tables=(*one.tables, *_titled(other))))
    paper = PAPER_SIZES[event.header.paper]
    is_legible = width_scale(paper, both.widths[: both.columns]) >= least_scale(both)
    return both if is_legible and free_pixels(event, both) >= 0 else None


def _narrowed(sheet: TableSheet) -> TableSheet:
    """Return a worksheet to write in with narrower columns of names, so that its rows are high enough in print."""
    first, *others = sheet.widths[: sheet.columns]
    most = max(LEAST_NAMES, UPRIGHT - sum(others))
    if first <= most or any(table.size != "pencil" for table in sheet.tables):
        return sheet
    return replace(sheet, tables=tuple(replace(table, columns=tuple(_at_most(table, most))) for table in sheet.tables))


def _at_most(table: AnyTable, most: int) -> Iterator[AnyColumn]:
    """Yield the columns of a table, the first at most so many pixels wide."""
    first, *others = table.columns
    yield replace(first, width=min(first.width, most))
    yield from others


def _both_titles(one: TableSheet, other: TableSheet) -> str:
    """Return the title of a joined worksheet; empty if both titles are too long for one.

    If the first is a card, whose heading is its title, the title is cut short instead.
    """
    free = TITLE_LENGTH - len(AND) - len(other.title)
    if len(one.title) <= free:
        return f"{one.title}{AND}{other.title}"
    return f"{one.title[: free - 1].rstrip()}…{AND}{other.title}" if one.title == one.heading and free > 1 else ""


def _titled(sheet: TableSheet) -> Iterator[AnyTable]:
    """Yield the tables of a worksheet, with its heading and lines in the title of the first."""
    first, *others = sheet.tables
    said = (sheet.heading, *(line.text for line in sheet.lines), first.title)
    yield replace(first, title=". ".join(part.rstrip(".") for part in said if part))
    yield from others
