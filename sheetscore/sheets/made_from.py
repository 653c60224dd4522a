"""The forms that sheets were made from: each is kept whole on a hidden sheet of the workbook.

A template may be changed once sheets are printed or filled in. With the forms that they were made from, they can still
be read, and changed forms can be reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from pydantic import ValidationError

from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library, Template
from sheetscore.problems import MistakesFound
from sheetscore.sheets.hidden_sheets import BEGUN_SHEET
from sheetscore.sheets.paper_sheet import cell_pieces
from sheetscore.workbooks.reader import ReadWorkbook

FORM = "form"
"""The first cell of rows about forms; rows of boxes have a table number there."""


def form_lines(forms: RoundForms) -> list[tuple[str, ...]]:
    """Return a line for each template that sheets are made from: the name of its file, and its text in pieces."""
    if forms.library is None:
        return []
    used = {block.form for form in forms.page_forms() for block in form.blocks}
    kept = {
        name: one.model_dump_json(exclude_defaults=True)
        for name, one in _in_force(forms.library).items()
        if one.id in used
    }
    return [(FORM, name, *cell_pieces(text)) for name, text in kept.items()]


def _in_force(library: Library) -> dict[str, Template]:
    """Return the templates in force that can be read, by the names of their files."""
    found = {}
    for path in library.paths():
        with suppress(MistakesFound):
            found[path.stem] = library.template(path.stem)
    return found


def forms_in(workbook: ReadWorkbook) -> dict[str, Template]:
    """Return the templates that a workbook was made from, by their names; those that cannot be read are left out."""
    sheet = workbook.sheets.get(BEGUN_SHEET)
    if sheet is None:
        return {}
    rows: dict[int, list[str]] = {
        row: [] for (row, column), cell in sheet.cells.items() if (column, cell.value) == (0, FORM)
    }
    for (row, column), cell in sorted(sheet.cells.items()):
        if row in rows and column:
            rows[row].append(str(cell.value))
    kept = {}
    for name, *pieces in filter(None, rows.values()):
        with suppress(ValidationError):
            kept[name] = Template.model_validate_json("".join(pieces))
    return kept


def changed_since(made_from: Mapping[str, Template], library: Library | None) -> dict[str, Template]:
    """Return the templates that a workbook was made from and that are changed now, as they were.

    Changed comments do not count, nor do boxes that a later version added, nor words that the present template says it
    had before.
    """
    now = _in_force(library) if library and made_from else {}
    return {name: then for name, then in made_from.items() if name in now and not _is_same(then, now[name])}


def _is_same(then: Template, now: Template) -> bool:
    if now.without_added != then.without_added:
        return False
    words = {(block.id, box.id): (box.label, *box.formerly) for block in now.block for box in block.field}
    return all(box.label in words.get((block.id, box.id), (box.label,)) for block in then.block for box in block.field)
