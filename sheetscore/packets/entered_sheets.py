"""Everybody and everything that is entered: players, teams, pairs, handicaps, as the director has them."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.model import Event
from sheetscore.event.tables import inner_parts, table_of
from sheetscore.packets.parts_table import PlacedPart, parts_table
from sheetscore.tables.sheet import TableSheet

SHOWN_ELSEWHERE = frozenset({"scenario", "schedule"})
"""Lists that have sheets of their own in the packet."""

_MOST_UPRIGHT = 6
"""More columns than these need paper that lies on its side."""


def entered_sheets(event: Event) -> Iterator[TableSheet]:
    """Plan a sheet for each list in which something stands."""
    for table in table_of(type(event)).tables:
        parts = () if table.single or table.key in SHOWN_ELSEWHERE else inner_parts(table, event)
        if parts:
            listed = parts_table(f"entered {table.key}", table, [PlacedPart((), part) for part in parts], {}, widths=())
            wide = len(listed.columns) > _MOST_UPRIGHT
            yield TableSheet(table.title, table.title, tables=(listed,), landscape=wide, for_director=True)
