"""Planned workbooks of every system by name, and what LibreOffice makes of each.

Whatever tests plan and have recalculated is declared here; `test_every_formula.py` compares all of it.
A workbook is written and computed when it is first asked for, once for all processes of a run.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Protocol

import amps_seasons
import aso_seasons
import aso_sheets
import diplomacy_cases
import diplomacy_seasons
import match_cases
import posted_draws
import round_cases
import seasons
import test_match_rules_in_tables as match_rules
import test_rules_in_tables as rules
from filelock import FileLock
from libreoffice import SAVED_BEFORE, assert_recalculated_equals_cached
from looking import VALUES, sheets_of
from msgspec import Struct
from msgspec.structs import replace
from open_libreoffice import save_as
from scored_rounds import column_values
from thirty_players import results_of_thirty
from typing_in import type_in

from sheetscore.forms.form import FieldKey
from sheetscore.tables.sheet import places_of
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.sheet_cells import ReadCell


class Plan(Protocol):
    """Whatever can be written."""

    def write(self, path: Path) -> object: ...


class Planned(Struct, frozen=True):
    """What is in a workbook."""

    plan: Callable[[], Plan]
    typed_into: Callable[[], Plan] | None = None
    """Another one with its lines in the same order, into which the values of this one are typed: then its formulas must
    come to those of this one."""
    at_least: int = 10
    """How many formulas it must have."""


def _as_they_are(plans: Mapping[str, Callable[[], Plan]]) -> Iterator[tuple[str, Planned]]:
    return ((name, Planned(plan)) for name, plan in plans.items())


def _of_amps_results() -> Iterator[tuple[str, Planned]]:
    for name in round_cases.CASES:
        yield name, Planned(partial(round_cases.planned_case, name))
    rules = partial(round_cases.planned_case, "rules")
    for change in sorted(round_cases.CHANGES.keys() - round_cases.RULINGS):
        yield f"rules, {change}", Planned(partial(rules, change), rules)


def _of_aso() -> Iterator[tuple[str, Planned]]:
    for name, make in aso_seasons.SEASONS.items():
        yield name, Planned(make().plan)
        if (season := make()).changes:
            yield f"{name}, typed over", Planned(season.changed.plan, make().plan)


def _of_every_system() -> Iterator[tuple[str, Planned]]:
    for name, played in seasons.CASES.items():
        yield name, Planned(played.plan)
    for system, (make, ids) in seasons.EVERY.items():
        yield f"{system} provisional", Planned(make().provisional.plan)
        yield f"{system} typed over", Planned(make(*ids, typed=5).plan, make(*ids).plan)
    yield "diplomacy provisional by the round", Planned(seasons.diplomacy(event_scoring="per_round").provisional.plan)


def _under_changed_rules() -> Iterator[tuple[str, Planned]]:
    for name, change in rules.CHANGES.items():
        yield name, Planned(partial(rules.UnderChange, change), at_least=16)
    for name, changed in match_rules.CHANGES.items():
        yield name, Planned(partial(match_rules.UnderChange, changed), at_least=16)
    yield "what a draw counts", Planned(match_rules.DrawsCountLess, at_least=16)


GROUPS: Mapping[str, Iterable[tuple[str, Planned]]] = {
    "standings": _of_every_system(),
    "amps sheets": _as_they_are(round_cases.SHEETS),
    "amps results": _of_amps_results(),
    "amps standings": _as_they_are(amps_seasons.SEASONS),
    "amps ranks": _as_they_are(amps_seasons.SCORES),
    "aso standings": _of_aso(),
    "diplomacy standings": _as_they_are({name: one.plan for name, one in diplomacy_seasons.SEASONS.items()}),
    "diplomacy boards": _as_they_are(diplomacy_cases.PLANS),
    "aso sheets": [("random lines", Planned(aso_sheets.random_lines, at_least=40 * 20 + 1))],
    "posted": _as_they_are(posted_draws.POSTED),
    "match": _as_they_are(match_cases.BOOKS),
    "changed rules": _under_changed_rules(),
    "match sheets": _as_they_are(match_cases.SHEETS),
    # so many turns that LibreOffice suspects circles if they stand in another order
    "airforce results": _as_they_are({"thirty": partial(results_of_thirty, "airforce", seed=6)}),
}
PLANNED = {f"{group}: {name}": planned for group, declared in GROUPS.items() for name, planned in declared}


class Recalculated(Struct, frozen=True):
    """A workbook as it was planned, as it was written and as LibreOffice computes it."""

    book: Any
    """A :class:`TableBook`, or score sheets."""
    path: Path
    recalculated: Path
    compared: Sequence[str] | None = None
    """The sheets whose formulas must come to what stands in the workbook; None for all."""

    @property
    def formulas(self) -> int:
        """Compare its formulas with what they come to, and give their number."""
        return assert_recalculated_equals_cached(self.path, self.recalculated, at_least=0, sheets=self.compared)

    def column(self, table: str, key: str) -> list[Any]:
        """Give a column as LibreOffice computes it."""
        return column_values(self.recalculated, self.book, table, key)

    def lines(self, table: str, *keys: str) -> list[tuple[Any, ...]]:
        return list(zip(*(self.column(table, key) for key in keys), strict=True))

    def by(self, key: str, column: str, table: str = "standings") -> dict[Any, Any]:
        return dict(self.lines(table, key, column))

    def cell(self, table: str, line: object, key: str) -> Any:
        """Give a cell as LibreOffice computes it."""
        area = places_of(self.book.sheets)[table].cell(line, key)
        return sheets_of(self.recalculated)[area.sheet].cells[area.row, area.column].value

    def typed_over(self, cells: Mapping[tuple[str, str], object]) -> Recalculated:
        """Give it as LibreOffice computes it when other values are typed, by sheet and cell."""
        copy = Path(tempfile.mkdtemp(dir=self.path.parent)) / self.path.name
        type_in(Path(shutil.copy(self.path, copy)), cells)
        return replace(self, recalculated=save_as(copy, copy.with_suffix(VALUES)))

    def with_entry(self, key: FieldKey, value: object) -> Recalculated:
        """Give results as LibreOffice computes them when another value is typed on the sheet Entries."""
        area = places_of(self.book.sheets)["entries"].cell(key, "value")
        return self.typed_over({(area.sheet, address(area.row, area.column)): value})

    def told(self, sheet: str) -> set[Any]:
        """Give everything that a sheet says."""
        return {cell.value for cell in sheets_of(self.recalculated)[sheet].cells.values()}


class Group(Struct, frozen=True):
    """The workbooks of a group by their names."""

    name: str

    def __getitem__(self, name: str) -> Recalculated:
        return recalculated(f"{self.name}: {name}")


@lru_cache(maxsize=64)
def recalculated(name: str) -> Recalculated:
    """Give a workbook by its name, written and computed unless that was done before in this run."""
    planned, place = PLANNED[name], Path(os.environ[SAVED_BEFORE]) / "planned"
    book, path, computed = planned.plan(), place / f"{name}.xlsx", place / f"{name}{VALUES}"
    place.mkdir(exist_ok=True)
    make_before, before = planned.typed_into, path.with_stem(f"{name}, before")
    with FileLock(path.with_suffix(".lock")):
        if not computed.exists():
            book.write(path)
            asked = path
            if make_before:
                make_before().write(before)
                asked = Path(shutil.copy(before, path.with_stem(f"{name}, typed")))
                type_in(asked, others(before, path))
            save_as(asked, computed)
    return Recalculated(book, path, computed, alike(before, path) if make_before else None)


def others(before: Path, after: Path) -> dict[tuple[str, str], object]:
    """Give the values that stand otherwise in the second of two workbooks, by sheet and cell, where lines are alike."""
    found: dict[tuple[str, str], object] = {}
    for title in alike(before, after):
        had, has = sheets_of(before)[title].cells, sheets_of(after)[title].cells
        for at in had.keys() | has.keys():
            one, other = (cells[at] if at in cells else ReadCell(None) for cells in (had, has))
            if other.formula is None and one.value != other.value:
                found[title, address(*at)] = other.value
    return found


def alike(before: Path, after: Path) -> list[str]:
    """Give the sheets that have formulas in the same cells, or none."""
    one, other = (
        {title: {at for at, cell in sheet.cells.items() if cell.formula is not None} for title, sheet in sheets.items()}
        for sheets in map(sheets_of, (before, after))
    )
    return [title for title, formulas in other.items() if title[0] != "_" and formulas == one.get(title)]
