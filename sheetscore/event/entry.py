"""What a director wrote for the parts of an event, with where it stands, before it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from sheetscore.event.tables import Table
from sheetscore.findings import Finding


@dataclass(frozen=True)
class Entry:
    """What is written for one part.

    Parameters
    ----------
    table
        The table it stands in.
    sheet
        The sheet of event.xlsx, or the place in event.toml.
    values
        What is written, by key; blanks are left out.
    inner
        What is written for the parts inside it, by key.
    cells
        The cell of each key; None where a key is its own cell, as in event.toml.
    cell
        Where to point when a key has no cell.
    told
        Keys whose value is missing for a reason that a finding tells already.
    """

    table: Table
    sheet: str
    values: Mapping[str, object]
    inner: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    cells: Mapping[str, str] | None = None
    cell: str = ""
    told: frozenset[str] = frozenset()

    def cell_of(self, key: str) -> str:
        """Give the cell to point at for a key."""
        return key if self.cells is None else self.cells.get(key, self.cell)


@dataclass(frozen=True)
class Written:
    """All that is written in an event file.

    Parameters
    ----------
    root
        The entry of the event itself, holding all others.
    findings
        What is wrong with the writing: unknown keys, rows that belong nowhere.
    strays
        Entries that belong to a part which is not there.
    heads
        Sheet and cell to point at for a table as a whole, by its place in event.toml.
    """

    root: Entry
    findings: tuple[Finding, ...] = ()
    strays: tuple[Entry, ...] = ()
    heads: Mapping[str, tuple[str, str]] = field(default_factory=dict)


class Source(Protocol):
    """An event file that was opened: TOML or a workbook."""

    @property
    def system(self) -> object:
        """What it says the system is; None if it says nothing."""

    @property
    def system_place(self) -> tuple[str, str]:
        """Sheet and cell where it says so."""

    @property
    def has_titles(self) -> bool:
        """Whether it shows titles to whoever fills it in, rather than keys."""

    def read(self, event: Table) -> Written:
        """Take all of it apart, by the tables of the system's model."""
