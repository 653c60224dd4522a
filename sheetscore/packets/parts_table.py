"""Parts of an event as tables, derived from the models of its system: nothing is left out, whatever the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sheetscore.event.cells import to_cell
from sheetscore.event.identity import folded
from sheetscore.event.model import Part
from sheetscore.event.tables import EventColumn, Kind, Table, id_of, inner_parts
from sheetscore.tables import table as plans
from sheetscore.workbooks.book import CellValue

WIDTHS = (130, 150, 230, 90, 130, 110)
"""Pixels of the columns of a card, in which tables stand below one another; further ones have the last."""

LETTER, WIDEST = 8, 280
"""Pixels: of a letter, and of the widest column of a list."""

_FIGURES = {Kind.WHOLE, Kind.DECIMAL, Kind.YES_NO}


@dataclass(frozen=True)
class PlacedPart:
    """A part with the titles of the parts that it is inside of."""

    above: tuple[str, ...]
    part: Part


def inside(table: Table, outer: Part, inner: Table, above: tuple[str, ...] = ()) -> Iterator[PlacedPart]:
    """Go through the parts of a kind inside another one, however deep."""
    for one in table.tables:
        for part in inner_parts(one, outer):
            if one == inner:
                yield PlacedPart(above, part)
            else:
                yield from inside(one, part, inner, (*above, title_of(part)))


def facts_table(
    name: str, table: Table, part: Part, titles: Mapping[str, str], title: str
) -> plans.Table[tuple[str, CellValue]]:
    """List what one part has, a line for each value; what it is called stands at the head of its sheet."""
    told = [one for one in table.columns if one.key != "title" and is_told(one, part)]
    columns: tuple[plans.Column[tuple[str, CellValue]], ...] = (
        plans.text_column("what", title, WIDTHS[0], lambda line: line[0], style="cell note"),
        plans.text_column("value", "", WIDTHS[1], lambda line: line[1], style="cell note"),
    )
    lines = [(one.title, shown(one, getattr(part, one.name), titles)) for one in told]
    return plans.Table(name, columns, lines, tall=True)


def title_of(part: Part) -> str:
    """Return what a part is called, rather than its id."""
    return str(getattr(part, "title", "") or getattr(part, "name", "") or id_of(part))


def parts_table(
    name: str,
    table: Table,
    lines: Sequence[PlacedPart],
    titles: Mapping[str, str],
    title: str = "",
    *,
    widths: Sequence[int] = WIDTHS,
) -> plans.Table[PlacedPart]:
    """List parts with all that anybody has set of them.

    Parameters
    ----------
    titles
        What the parts are called that a column such as *Side* names by their ids, by ``side`` and the folded id.
    widths
        Of the columns in pixels; none for those that what stands in them needs.
    """
    depth = max((len(line.above) for line in lines), default=0)
    parents = table.parents[len(table.parents) - depth :] if depth else ()
    own = [one for one in table.columns if any(is_told(one, line.part) for line in lines)]
    columns = [
        *(
            plans.text_column(f"above {at}", parent.title, 0, partial(_above, at), style="cell note")
            for at, parent in enumerate(parents)
        ),
        *(_column(one, titles) for one in own),
    ]
    given = [*widths, *[widths[-1]] * len(columns)] if widths else [_needed(column, lines) for column in columns]
    wide = tuple(replace(column, width=width) for column, width in zip(columns, given, strict=False))
    return plans.Table(name, wide, lines, title=title, tall=True)


def _needed(column: plans.Column[PlacedPart], lines: Sequence[PlacedPart]) -> int:
    """Return the pixels of a column in which most of what stands in it is not wrapped."""
    longest = max(len(column.heading) + 2, *(len(str(column.value(line) or "")) for line in lines))
    return min(longest * LETTER + 2 * LETTER, WIDEST)


def shown(column: EventColumn, value: object, titles: Mapping[str, str]) -> CellValue:
    """Return what a cell of a card shows: nothing where no goes without saying, titles rather than ids."""
    if value is False and column.default is not True:
        return None
    named = [titles.get(f"{key} {folded(value)}") for key in column.key.rsplit("_")[-1:]]
    return next(filter(None, named), None) or to_cell(column, value)


def _above(at: int, line: PlacedPart) -> str:
    return line.above[at]


def is_told(column: EventColumn, part: Part) -> bool:
    """Tell whether a card says what a part has there: what somebody set, and what was chosen by leaving it as it is."""
    value = getattr(part, column.name)
    if value in (None, "", ()) or column.long:
        return False
    return column.required or value != column.default or column.kind is Kind.CHOICE or value is True


def _column(column: EventColumn, titles: Mapping[str, str]) -> plans.Column[PlacedPart]:
    def value(line: PlacedPart) -> CellValue:
        return shown(column, getattr(line.part, column.name), titles)

    if column.kind in _FIGURES and not column.many:
        return plans.figure_column(column.key, column.title, 0, value)
    return plans.text_column(column.key, column.title, 0, value, style="cell note")
