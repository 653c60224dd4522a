"""Parts of an event as tables, derived from the models of its system: nothing is left out, whatever the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sheetscore.event.cells import to_cell
from sheetscore.event.identity import folded
from sheetscore.event.model import Part
from sheetscore.event.tables import EventColumn, Kind, Table, id_of, inner_parts
from sheetscore.tables import table as plans
from sheetscore.workbooks.book import CellValue

WIDTHS = (130, 150, 230, 90, 130, 110)
"""Pixels of the columns of a card, in which tables stand below one another; further ones have the last."""

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


def title_of(part: Part) -> str:
    """Return what a part is called, rather than its id."""
    return str(getattr(part, "title", "") or getattr(part, "name", "") or id_of(part))


def parts_table(
    name: str, table: Table, lines: Sequence[PlacedPart], titles: Mapping[str, str], title: str = ""
) -> plans.Table[PlacedPart]:
    """List parts with all that anybody has set of them.

    Parameters
    ----------
    titles
        What the parts are called that a column such as *Side* names by their ids, by ``side`` and the folded id.
    """
    depth = max((len(line.above) for line in lines), default=0)
    parents = table.parents[len(table.parents) - depth :] if depth else ()
    own = [one for one in table.columns if not one.long and any(_is_set(one, line.part) for line in lines)]
    widths = [*WIDTHS, *[WIDTHS[-1]] * (depth + len(own))]
    columns = [
        *(
            plans.text_column(f"above {at}", parent.title, widths[at], partial(_above, at), style="cell text")
            for at, parent in enumerate(parents)
        ),
        *(_column(one, widths[depth + at], titles) for at, one in enumerate(own)),
    ]
    return plans.Table(name, tuple(columns), lines, title=title, tall=True)


def shown(column: EventColumn, value: object, titles: Mapping[str, str]) -> CellValue:
    """Return what a cell of a card shows: yes and nothing rather than yes and no, titles rather than ids."""
    if value is False:
        return None
    named = [titles.get(f"{key} {folded(value)}") for key in column.key.rsplit("_")[-1:]]
    return next(filter(None, named), None) or to_cell(column, value)


def _above(at: int, line: PlacedPart) -> str:
    return line.above[at]


def _is_set(column: EventColumn, part: Part) -> bool:
    value = getattr(part, column.name)
    return value not in (None, "", ()) and (column.required or value != column.default)


def _column(column: EventColumn, width: int, titles: Mapping[str, str]) -> plans.Column[PlacedPart]:
    def value(line: PlacedPart) -> CellValue:
        return shown(column, getattr(line.part, column.name), titles)

    if column.kind in _FIGURES and not column.many:
        return plans.figure_column(column.key, column.title, width, value)
    return plans.text_column(column.key, column.title, width, value, style="cell text")
