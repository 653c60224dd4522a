"""Join short tables to look things up, such as points by bands, on shared sheets of paper."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.packets.by_hand import free_pixels
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import AnyTable

WIDEST = 800
"""The most pixels across: tables below each other share columns, and wider ones would be printed too small."""

AND = "; "
"""The separator between the titles of joined sheets."""


def on_one_sheet(event: Event, one: TableSheet, other: TableSheet) -> TableSheet | None:
    """Return a worksheet with the tables of two, if both are short, lie upright, and fit on a sheet of paper.

    Parameters
    ----------
    other
        The worksheet whose tables go below; its heading and its line of text go into the title of its first table.
    """
    plain = not any(part.landscape or part.cuts or part.charts or part.for_director for part in (one, other))
    if not plain or len(other.lines) > 1 or not other.tables:
        return None
    both = replace(one, title=f"{one.title}{AND}{other.title}", tables=(*one.tables, *_titled(other)))
    return both if both.width <= WIDEST and free_pixels(event, both) >= 0 else None


def _titled(sheet: TableSheet) -> Iterator[AnyTable]:
    """Yield the tables of a worksheet, with its heading and lines in the title of the first."""
    first, *others = sheet.tables
    said = (sheet.heading, *(line.text for line in sheet.lines), first.title)
    yield replace(first, title=". ".join(part.rstrip(".") for part in said if part))
    yield from others
