"""What a system adds to a results workbook and to standings, and which tables of theirs it can point at.

The house writes how every page comes to its points, and the values as they were entered; a system's own
sheets begin where these end. All tables are known by their names and the keys of their lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sheetscore.forms.form import RoundForms
from sheetscore.systems.protocol import ResultRow, RoundScore, Standings, System
from sheetscore.workbooks.table_sheets import TableSheet

ENTRIES = "entries"
"""A line for every value that was entered, by its :class:`FieldKey`; its column is :data:`VALUE`."""

VALUE = "value"

PAGES = "pages"
"""A line for every seat's page that adds up, by (table, seat); a column for each sum of the page (``sp``)."""

BLOCKS = "blocks"
"""A line for every block of a table's own page that is worth something, by (table, block id)."""

POINTS = "points"
"""The column of what a block is worth."""


class ShowsResults(System, Protocol):
    """A system that shows its results in workbooks."""

    def results_sheets(self, event: Any, round_forms: RoundForms, score: RoundScore) -> Sequence[TableSheet]:
        """Give the sheets of a scored round that are the system's own, the one that everybody wants first."""

    def standings_sheets(
        self, event: Any, standings: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the sheets of the standings, the standings themselves first."""
