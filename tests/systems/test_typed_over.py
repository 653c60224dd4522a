"""A season of every system: its last results typed over come, by their formulas, to what scoring the sheets gives."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from libreoffice import compute
from looking import values_in
from registered import EXAMPLES, SHOWN, system_of
from shared_demos import Demos
from typing_in import type_in

from sheetscore.event.folder import EventFolder
from sheetscore.event.registry import known_systems
from sheetscore.forms.form import FieldKey
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.results.record_lines import read_results
from sheetscore.sheets.round_workbook import field_places
from sheetscore.workbooks.cell_refs import address

NUMBERS = {"count", "number", "points"}
"""The types of boxes in which another number is typed."""

OTHERWISE = {"About", "Findings"}
"""Sheets of the results that say how they were made."""

AT_ONCE = 3
"""So many boxes are changed, if all of the changes are right; else one of them."""

SETTLED = {"bid", "level", "die"}
"""Parts of the names of boxes that settle what is played, for which there is no formula: who takes which side."""

BY_FORMULA = [name for name in SHOWN if EXAMPLES[name] in known_systems() and not system_of(name).rare.replay]
"""The examples of our systems; a replay is computed by the program alone."""


@pytest.mark.parametrize("example", BY_FORMULA)
def test_results_typed_over_come_to_what_scoring_the_sheets_gives(demos: Demos, example: str, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    stage = open_event(folder).event.stages[-1]
    results = EventFolder(folder).results(stage)
    typed_over = Path(shutil.copy(results, tmp_path / "typed.xlsx"))
    before = shown_by(results)
    changes = scored_changes(folder, stage)
    type_in(typed_over, {entries_in(typed_over)[key]: value for key, value in changes.items()})
    (computed,) = compute([typed_over], tmp_path / "computed")
    scored, by_formula = shown_by(results), shown_by(computed)
    assert scored != before
    assert {title: [*(lines - scored[title]), *(scored[title] - lines)] for title, lines in by_formula.items()} == {
        title: [] for title in scored
    }


def scored_changes(folder: Path, stage: int) -> Mapping[FieldKey, int]:
    """Type other numbers into score sheets, drawn by lot, until they are scored without a mistake."""
    sheets, entered = EventFolder(folder).sheets(stage), read_results(EventFolder(folder).results(stage)).entries
    forms = drawn_round(open_event(folder), stage).forms
    places = field_places(forms)
    numbers = [
        (key, value)
        for key, (_, _, box) in forms.fields.items()
        if box.type in NUMBERS
        and not SETTLED & {*re.split("[._]", key.field)}
        and isinstance(value := entered.get(key), int)
    ]
    changes = [(key, other) for key, value in numbers for other in (value + 1, value - 1) if other >= 0]
    Random(66).shuffle(changes)
    for some in (changes[:AT_ONCE], *([change] for change in changes)):
        type_in(sheets, {places[key]: value for key, value in some})
        if ingest(sheets).status != "errors":
            return dict(some)
        type_in(sheets, {places[key]: entered[key] for key, _ in some})
    pytest.fail("no number can be another one")


def entries_in(results: Path) -> Mapping[FieldKey, tuple[str, str]]:
    """Return the cell of every value on the sheet Entries."""
    cells = values_in(results)["Entries"].cells
    (first,) = {at for at, value in cells.items() if value == "Table"}
    rows = {row for row, _ in cells if row > first[0]}
    return {
        FieldKey(int(cells[row, 0]), str(cells.get((row, 1)) or ""), str(cells[row, 2])): ("Entries", address(row, 3))
        for row in rows
        if isinstance(cells.get((row, 0)), int | float)
    }


def shown_by(results: Path) -> Mapping[str, Counter[tuple[object, ...]]]:
    """Return the lines of every sheet, in any order: by scores they stand in another one."""
    return {
        title: Counter(
            tuple(round(one, 6) if isinstance(one, float) else one for one in line if one not in {None, ""})
            for line in sheet
        )
        for title, sheet in values_in(results).items()
        if title not in OTHERWISE and not title.startswith("_")
    }
