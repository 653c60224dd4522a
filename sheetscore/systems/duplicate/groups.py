"""Who is compared with whom: all who played a table on one side.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.systems.duplicate.model import SIDES, SideId
from sheetscore.systems.group_columns import Compared
from sheetscore.systems.outcomes import Exact, ResultRow

SITS_OUT = "sits out"


@dataclass(frozen=True)
class Group(Compared):
    """The Reds or the Blues of a table.

    Parameters
    ----------
    rows
        Of the results: those who played, and those who sit out there and are not compared.
    """

    table: int
    side: SideId
    rows: tuple[ResultRow, ...]

    @property
    def key(self) -> tuple[int, str]:
        """Names the group in formulas."""
        return self.table, self.side

    @property
    def title(self) -> str:
        """What it is called in the results."""
        return group_title(self.table, self.side)

    @property
    def compared(self) -> tuple[ResultRow, ...]:
        """The rows of those who played; a team that played the table twice is there twice."""
        return tuple(row for row in self.rows if row["sp"] is not None)

    @property
    def teams(self) -> Counter[Exact]:
        """How often each team played there."""
        return Counter(row["team"] for row in self.compared)

    @property
    def own_pairs(self) -> int:
        """How many pairs of results are of one team: these two are not compared."""
        return sum(plays * (plays - 1) // 2 for plays in self.teams.values())


def group_title(table: int, side: str) -> str:
    """Name a group: ``Red at table 3``."""
    title = next(title for id_, title in SIDES.items() if id_ == side)
    return f"{title} at table {table}"


def groups_of(rows: Sequence[ResultRow]) -> tuple[Group, ...]:
    """Sort the rows of the results into groups, by table and side."""
    return tuple(
        Group(table, side, found)
        for table in sorted({int(row["table"] or 0) for row in rows})
        for side in SIDES
        if (found := tuple(row for row in rows if row["table"] == table and row["side"] == side))
    )
