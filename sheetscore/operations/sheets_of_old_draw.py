"""Sheets whose typed values are from another draw than the present one: the fate of the values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import stage_command
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms, with_further_lines
from sheetscore.operations.open_event import OpenEvent
from sheetscore.operations.sheets import what_was_typed
from sheetscore.pairing.draw import Draw
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.carry_over import CarriedOver
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.hidden_sheets import as_texts
from sheetscore.wording import join_words, pluralize
from sheetscore.workbooks.saving import beside


def without_place(opened: OpenEvent, drawn: Draw) -> list[Finding]:
    """Find values on the present sheets that would have no place on those of another draw."""
    return [one for one in _carried_to(opened, drawn)[2].findings if one.code == "not-placed"]


def typed_for_others(opened: OpenEvent, made_with: Mapping[str, str], drawn: Draw) -> list[Finding]:
    """Find tables whose typed values were for something else by the draw before, such as another scenario.

    Parameters
    ----------
    made_with
        The premises of the draw before.
    """
    now = [one for one in opened.event.premises_of(drawn.round) if one.table]
    changed = [one for one in now if not one.was(made_with.get(one.key, one.value))]
    if not changed:
        return []
    old, _, _ = _carried_to(opened, drawn)
    typed = Counter(key.table for key in _typed(old))
    name, titles = opened.folder.sheets(drawn.round).name, opened.event.scenario_titles
    found = []
    for one in changed:
        if typed[one.table]:
            was, is_now = (titles.get(id_, id_) for id_ in (made_with[one.key], one.value))
            message = (
                f"table {one.table}: {name} has {pluralize(typed[one.table], 'value')} typed for “{was}”, which a new "
                f"draw counts for “{is_now}”"
            )
            found.append(finding("draw-older", message, sheet=table_sheet(one.table)))
    return found


def typed_by_old_draw(opened: OpenEvent, drawn: Draw, kept: Path | None) -> Iterator[Finding]:
    """Warn of sheets with typed values that were made from another draw, with the fate of the values.

    Parameters
    ----------
    kept
        The copy of the former draw.
    """
    try:
        old, forms, carried = _carried_to(opened, drawn)
    except Problem:
        return  # reported when the sheets are made
    typed, lost = len(_typed(old)), carried.findings
    gone = any(one.code == "not-placed" and not one.fields for one in lost)
    if not (typed or gone) or (old.begun.texts if old.begun else {}) == as_texts(forms.filled, {}):
        return
    path, again = opened.folder.sheets(drawn.round), f"sheetscore {stage_command('sheets', drawn.round)}"
    draw = opened.folder.draw(drawn.round)
    back = f". Or take the draw before back: copy {beside(kept, draw)} to {draw.name}" if kept else ""
    what = (
        f"stops as it is, first of all because of this: {lost[0].message}{back}"
        if lost
        else "makes it again: what was typed goes along with the players of its page, and what is a table's stays there"
    )
    has = [pluralize(typed, "typed value")] * bool(typed) + ["something on pages that are no more"] * gone
    message = f"{path.name} has {join_words(has)}, and was made by the draw before. {again} {what}"
    yield finding("sheets-older", message, sheet=path.name)


def _typed(old: ReadEntries) -> list[FieldKey]:
    """Return the boxes with other values than the sheets began with."""
    begun = old.begun.texts if old.begun else {}
    return [key for key, text in old.texts.items() if begun.get(key) != text]


def _carried_to(opened: OpenEvent, drawn: Draw) -> tuple[ReadEntries, RoundForms, CarriedOver]:
    """Read the values on the present sheets, and carry them over to those of another draw."""
    path = opened.folder.sheets(drawn.round)
    try:
        old = read_old_sheets(path, opened.system, opened.round(drawn.round)) if path.exists() else ReadEntries()
    except UnreadableFile:
        old = ReadEntries()  # reported where the sheets are needed
    forms = with_further_lines(opened.system.forms(replace(opened.round(drawn.round), draw=drawn)), drawn.further)
    return old, forms, what_was_typed(opened, path, old, forms)[0]
