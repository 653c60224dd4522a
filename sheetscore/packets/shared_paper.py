"""Join short tables, such as points by bands, or chart and standings of a small event, on shared sheets of paper."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from math import ceil

from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.packets.by_hand import LEAST_NAMES, UPRIGHT, as_in_packet
from sheetscore.packets.parts import words_table
from sheetscore.tables.column_widths import laid_out
from sheetscore.tables.on_paper import least_scale, legible_scale
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import AnyColumn, AnyTable
from sheetscore.workbooks.cell_refs import TITLE_LENGTH
from sheetscore.workbooks.paper import PAPER_SIZES

AND = "; "
"""The separator between the titles of joined sheets."""

CUT = "…"
"""The end of a title that has no room beside another."""

_SMALLER = 4 / 5
"""The least scale of joined lists that take several sheets of paper, as a share of the larger of their own scales."""

_LEAST_KEPT = 12
"""How many letters of the second of two titles are kept at least, however long the first is."""


def with_own_columns(sheet: TableSheet) -> TableSheet:
    """Return a worksheet whose tables have columns of their own, unless they are for the wall or to be cut apart."""
    return sheet if sheet.cuts or sheet.posted else replace(sheet, own_columns=len(sheet.tables) > 1)


def on_one_sheet(event: Event, one: TableSheet, other: TableSheet, *, written: bool) -> TableSheet | None:
    """Return a worksheet with the tables of two, if it takes fewer sheets of paper in legible letters, else None.

    It is None, too, if more words would be torn than on the two apart.

    Parameters
    ----------
    other
        The worksheet whose tables go below; its heading and its line of text go into the title of its first table, or,
        if there are several lines, into a table above.
    written
        Whether people write on the tables: then they share one sheet of paper, and rows stay high enough for a pencil.
    """
    if not (_is_plain(one) and _is_plain(other)):
        return None
    paper = PAPER_SIZES[event.header.paper]
    headed = [as_in_packet(event, part) for part in (one, other)]
    tables = (*one.tables, *_titled(other))
    title = AND.join((one.title, other.title))
    heading = AND.join((one.heading, other.heading))
    both = replace(headed[0], title=title, heading=heading, tables=tables, landscape=False)
    both = _narrowed(with_own_columns(both))
    first, second, together = (laid_out(part, paper) for part in (*headed, both))
    # each further sheet of paper has the heading and the lines of the first
    most = 1 if written or one.lines else first.papers + second.papers - 1
    shares = together.worksheets == 1 and together.papers <= most
    least = least_scale(both) if written else legible_scale(both)
    if together.papers > 1:
        least = max(least, ceil(_SMALLER * max(first.scale, second.scale)))
    is_legible = together.scale >= least and together.torn <= first.torn + second.torn
    return replace(both, lines=one.lines) if shares and is_legible else None


def _is_plain(sheet: TableSheet) -> bool:
    """Return whether a worksheet has only tables, is for everybody, and neither for the wall nor to be cut apart."""
    return bool(sheet.tables) and not (sheet.cuts or sheet.charts or sheet.posted or sheet.for_director)


def _narrowed(sheet: TableSheet) -> TableSheet:
    """Return a worksheet to write in with narrower columns of names, so that its rows are high enough in print."""
    if any(table.size != "pencil" for table in sheet.tables):
        return sheet
    return replace(sheet, tables=tuple(replace(table, columns=tuple(_fitting(table))) for table in sheet.tables))


def _fitting(table: AnyTable) -> Iterator[AnyColumn]:
    """Yield the columns of a table, the first at most as wide as the others leave it."""
    first, *others = table.columns
    yield replace(first, width=min(first.width, max(LEAST_NAMES, UPRIGHT - sum(column.width for column in others))))
    yield from others


def tab_title(title: str) -> str:
    """Return a title, perhaps that of a joined worksheet, as it has room on a tab."""
    return cut_short(reduce(_both_titles, title.split(AND)))


def _both_titles(one: str, other: str) -> str:
    """Return the title of a joined worksheet; titles that are too long together are cut short, at a comma if possible.

    Examples
    --------
    >>> _both_titles("Wall chart", "Standings by hand")
    'Wall chart; Standings by hand'
    >>> _both_titles("A series, an example", "Ladder by hand")
    'A series…; Ladder by hand'
    """
    short, shorter = _without_ending(one), _without_ending(other)
    ways = ((one, other), (short, other), (one, shorter), (short, shorter))
    free = TITLE_LENGTH - len(AND)
    first, second = next((way for way in ways if sum(map(len, way)) <= free), ways[-1])
    kept = min(len(second), max(free - len(first), _LEAST_KEPT))
    return AND.join((cut_short(first, free - kept), cut_short(second, kept)))


def _without_ending(title: str) -> str:
    before, comma, _ = title.partition(", ")
    return f"{before}{CUT}" if comma else title


def cut_short(title: str, most: int = TITLE_LENGTH) -> str:
    """Return a title that has room on a tab, or beside another title; one that is cut short ends with dots.

    Examples
    --------
    >>> cut_short("The bridge at Remagen Road, second day")
    'The bridge at Remagen Road…'
    """
    if len(title) <= most:
        return title
    kept = title[: most - 1]
    words = kept if title[most - 1] == " " else kept.rpartition(" ")[0]
    return f"{(words if len(words) > most / 2 else kept).rstrip(f' ,{CUT}')}{CUT}"


def _titled(sheet: TableSheet) -> Iterator[AnyTable]:
    """Yield the tables of a worksheet; its heading and line go into the title of the first, several lines above it."""
    first, *others = sheet.tables
    if len(sheet.lines) > 1:
        yield words_table(f"words above {first.name}", sheet.heading, sheet.lines)
        yield from sheet.tables
        return
    said = (sheet.heading, *(line.text for line in sheet.lines), first.title)
    yield replace(first, title=". ".join(part.rstrip(".") for part in said if part))
    yield from others
