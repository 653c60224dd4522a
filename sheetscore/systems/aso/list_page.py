"""The list of results, laid out: a line for every table, a column for every box, related columns below one heading.

It is as wide and as long as it gets. Its first groups are printed, those that do not fit beside each other on sheets of
their own, each with tables and players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sheetscore.forms.block import Block, Field, Show
from sheetscore.forms.form import Page, PageForm, PageKind
from sheetscore.sheets.layout import INPUT_STYLES, PageLayout, steps_of
from sheetscore.sheets.page_parts import BlockPlace
from sheetscore.sheets.pages import NOTE_HEIGHT, SCALE
from sheetscore.workbooks.paper import PAPERS

NUMBER_PIXELS, LABEL_PIXELS, UNIT_PIXELS = 26, 70, 46
ROW_HEIGHT = 34

PRINTED_PIXELS = 1300
"""How wide the groups are, at most, that are printed."""

HEADED_COLUMNS = 4
"""Line numbers, tables and who plays there: on every sheet of paper."""

CODE_COLUMN = HEADED_COLUMNS
"""Where the code stands: beside what is on every sheet."""

_SHEET_PIXELS = min(paper.turned.usable[0] for paper in PAPERS.values()) * 100 / SCALE

Column = Field | Show


def lay_out_list(form: PageForm, _seats: Sequence[Page] = ()) -> PageLayout:
    """Lay out a page of one block whose lines are tables."""
    (block,) = form.blocks
    columns = list(_columns(block))
    widths = (NUMBER_PIXELS, LABEL_PIXELS, *(UNIT_PIXELS * column.units for column in columns))
    page = PageLayout(form, widths=widths, code_column=CODE_COLUMN)
    _heading(page)
    page.printed = _printed(page, columns)
    page.across = _across(page, columns)
    places = {_name(column): at for at, column in enumerate(columns, start=2)}
    _group_headings(page, columns)
    page.list_row = captions = page.add_row(2 * page.measures.caption)
    page.put(captions, 1, 1, "column small", text="Table")
    written = [(1, "Table")]
    for column in columns:
        page.put(captions, places[_name(column)], 1, "column small", text=column.label)
        written.append((places[_name(column)], column.label))
    steps = {name: page.steps_column + index for index, name in enumerate(steps_of(block))}
    for name, at in steps.items():
        page.put(captions, at, 1, "step", text=name)
    rows = tuple(_line(page, block, index, columns, places, steps) for index in range(len(block.rows)))
    last = len(widths) - 1
    page.places[block.id] = BlockPlace(
        block, captions, rows, 0, last, tuple(written), 0, {"label": 1, **places, **steps}
    )
    return page


def _name(column: Column) -> str:
    return column.name if isinstance(column, Field) else column.id


def _columns(block: Block) -> Iterator[Column]:
    """Yield boxes and shows group by group, in the order in which the groups are first named."""
    both: tuple[Column, ...] = (*block.fields, *block.shows)
    for group in dict.fromkeys(column.group for column in both):
        yield from (column for column in both if column.group == group)


def _printed(page: PageLayout, columns: list[Column]) -> int:
    """Say how many columns are printed: those of the first groups, as many as fit a page across."""
    count = 2
    for _, members in groupby(columns, key=lambda column: column.group):
        more = count + len(list(members))
        if count > 2 and sum(page.widths[:more]) > PRINTED_PIXELS:
            break
        count = more
    return count


def _across(page: PageLayout, columns: list[Column]) -> list[int]:
    """Return the first columns of the groups that begin a sheet of paper: no group is torn that fits on one."""
    headings = page.pixels(0, HEADED_COLUMNS)
    begun: list[int] = []
    used, at = page.pixels(0, 2), 2
    for _, members in groupby(columns, key=lambda column: column.group):
        units = len(list(members))
        if at >= page.printed:
            break
        if used + page.pixels(at, units) > _SHEET_PIXELS:
            begun.append(at)
            used = headings
        used, at = used + page.pixels(at, units), at + units
    return begun


def _heading(page: PageLayout) -> None:
    """Put the same things on top as on every page; those that are on every sheet end with the players."""
    others = page.code_column + 3
    row = page.add_row(page.measures.top)
    page.put(row, 0, HEADED_COLUMNS, "small wrap", slot="event")
    page.put(row, page.code_column, others - page.code_column, "code", slot="code")
    row = page.add_row(page.measures.headline)
    page.put(row, 0, HEADED_COLUMNS, "headline", slot="round")
    page.put(row, HEADED_COLUMNS, others - HEADED_COLUMNS, "heading", slot="heading")
    row = page.add_row(NOTE_HEIGHT)
    page.put(row, 0, HEADED_COLUMNS, "small wrap", slot="hint")


def _group_headings(page: PageLayout, columns: list[Column]) -> None:
    row = page.add_row(page.measures.title)
    page.put(row, 0, 2, "band", text="")
    at = 2
    for group, members in groupby(columns, key=lambda column: column.group):
        units = len(list(members))
        on_every_sheet = max(0, min(HEADED_COLUMNS - at, units))
        page.put(row, at, on_every_sheet or units, "band", text=group)
        if 0 < on_every_sheet < units:
            page.put(row, at + on_every_sheet, units - on_every_sheet, "band", text="")
        at += units


def _line(
    page: PageLayout,
    block: Block,
    index: int,
    columns: list[Column],
    places: dict[str, int],
    steps: dict[str, int],
) -> int:
    at, row = page.add_row(ROW_HEIGHT), block.rows[index]
    page.put(at, 0, 1, "line number", text=index + 1)
    page.put(at, 1, 1, "cell", text=row.label)
    for column in columns:
        if isinstance(column, Field):
            style = INPUT_STYLES.get(column.type, "input number")
            page.put(at, places[column.name], 1, style, box=block.field_id(row, column))
        else:
            page.put(at, places[column.id], 1, "shown", key=(block.id, str(index), column.id))
    for name, column_of_step in steps.items():
        page.put(at, column_of_step, 1, "step", key=(block.id, str(index), name))
    return at


RESULTS_LIST: PageKind[PageLayout] = PageKind(lay_out=lay_out_list)
"""A page whose lines are tables."""
