"""The forms that sheets were made from: each is kept whole on a hidden sheet of the workbook.

A template may be changed once sheets are printed or filled in. By the forms that they were made from they can be read
as they are, whatever was changed since, and it can be told which forms were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from pydantic import ValidationError

from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library, Template
from sheetscore.problems import MistakesFound
from sheetscore.sheets.hidden_sheets import BEGUN_SHEET
from sheetscore.workbooks.reader import ReadWorkbook

FORM = "form"
"""What the lines of forms begin with, where those of boxes have the number of a table."""

_ID = 1
"""The column of its id; what it says stands behind that."""

_PIECE = 30_000
"""Signs that fit into a cell."""


def form_lines(forms: RoundForms) -> list[tuple[str, ...]]:
    """Return a line for each template that sheets are made from: its id, and what it says in pieces."""
    if forms.library is None:
        return []
    used = sorted({block.form for form in forms.page_forms() for block in form.blocks})
    return [(FORM, one.id, *_pieces(one)) for one in _templates(used, forms.library)]


def _pieces(template: Template) -> Sequence[str]:
    text = template.model_dump_json(exclude_defaults=True)
    return [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]


def _templates(ids: Sequence[str], library: Library) -> list[Template]:
    """Return the templates that can be read; some forms are put together without any."""
    found = []
    for one in ids:
        with suppress(MistakesFound):
            found.append(library.template(one))
    return found


def forms_in(workbook: ReadWorkbook) -> dict[str, Template]:
    """Return the templates that a workbook was made from, by their ids; those that cannot be read are left out."""
    sheet = workbook.sheets.get(BEGUN_SHEET)
    if sheet is None:
        return {}
    rows: dict[int, list[str]] = {
        row: [] for (row, column), cell in sheet.cells.items() if (column, cell.value) == (0, FORM)
    }
    for (row, column), cell in sorted(sheet.cells.items()):
        if row in rows and column > _ID:
            rows[row].append(str(cell.value))
    kept = {}
    for texts in rows.values():
        with suppress(ValidationError):
            template = Template.model_validate_json("".join(texts))
            kept[template.id] = template
    return kept


def changed_since(made_from: Mapping[str, Template], library: Library | None) -> dict[str, Template]:
    """Return those of the templates of a workbook that say something else now, as they were.

    Comments say nothing, and sheets without boxes that were added since are good.
    """
    if library is None:
        return {}
    now = {one.id: one for one in _templates([*made_from], library)}
    return {id_: then for id_, then in made_from.items() if id_ in now and now[id_].without_added != then.without_added}
