"""The lists that drop-downs offer, on a hidden sheet, and read back from it as they were when the workbook was made."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise

from sheetscore.event.identity import folded, name_and_id
from sheetscore.forms.choices import Choices
from sheetscore.forms.evaluation import ListPlaces
from sheetscore.forms.round_forms import RoundForms
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.cell_refs import Area
from sheetscore.workbooks.guard.limits import MAX_ROWS
from sheetscore.workbooks.reader import ReadWorkbook

LISTS_SHEET = "_lists"
"""The hidden sheet with the lists that drop-downs offer."""

RecordedName = tuple[str, str, str]
"""The id of a list, a name on it, and the value that the name is recorded as."""


def lists_of(forms: RoundForms) -> list[Choices]:
    """Return every list that the sheets of a round offer, each once."""
    found = {id(choices): choices for form in forms.page_forms() for block in form.blocks for choices in block.lists}
    return list(found.values())


def offered_names(forms: RoundForms) -> tuple[str, ...]:
    """Return the names that open lists offer, each once; lists that record ids in place of the names are left out."""
    boxes = (box for form in forms.page_forms() for block in form.blocks for box in block.fields)
    lists = {id(box.choices): box.choices for box in boxes if box.open and box.choices and not box.choices.values}
    return tuple(dict.fromkeys(name for choices in lists.values() for name in choices.names))


def recorded_names(forms: RoundForms) -> tuple[RecordedName, ...]:
    """Return the recorded values of the names of lists, if these differ: the names may change later.

    Names that end in their id are left out, and so is a name that is recorded differently at another table.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for choices in lists_of(forms):
        for name, value in zip(choices.names, choices.values, strict=False):
            if name != value and not name.endswith(f" ({value})"):
                found.setdefault((choices.id, name), set()).add(value)
    return tuple((*key, value) for key, (value, *others) in found.items() if not others)


def write_lists(book: Book, lists: Sequence[Choices], title: str = LISTS_SHEET) -> ListPlaces:
    """Write lists on a hidden sheet: names and attributes in columns, lists of one id below each other with headings.

    If each table has a list of its own, these would need too many columns side by side. A list without choices gets
    one blank cell, so that every formula has a range to look in.
    """
    sheet = book.sheet(title)
    sheet.raw.hide()
    written: dict[Hashable, list[str]] = {}
    below: dict[tuple[str, ...], tuple[int, int]] = {}  # the first column and the next row of lists of one id
    free = 0
    for choices in lists:
        if choices.content in written:
            continue
        headings = (choices.id, *(f"{choices.id} {attribute}" for attribute in choices.attributes))
        column, row = below.get(headings, (free, 0))
        if row + len(choices.names) > MAX_ROWS:
            column, row = free, 0
        last = row + max(len(choices.names), 1)
        shown = (choices.names, *choices.attributes.values())
        for at, (heading, values) in enumerate(zip(headings, shown, strict=True), start=column):
            sheet.text(row, at, heading)
            for index, value in enumerate(values, start=row + 1):
                sheet.value(index, at, value)
        columns = range(column, column + len(headings))
        written[choices.content] = [Area(sheet.title, row + 1, at, last, at).reference for at in columns]
        below[headings] = column, last + 1
        free = max(free, column + len(headings))
    return ListPlaces.shared(lists, written)


def lists_as_made(workbook: ReadWorkbook) -> dict[str, list[Choices]]:
    """Return the lists of a workbook by their ids, each with its names and attributes as text."""
    sheet = workbook.sheets.get(LISTS_SHEET)
    texts = {at: str(cell.value) for at, cell in sheet.cells.items() if cell.value is not None} if sheet else {}
    headings = {column: text for (row, column), text in sorted(texts.items()) if not row}
    end = max((row for row, _ in texts), default=0) + 1
    found: dict[str, list[Choices]] = {}
    for first, name in headings.items():
        if any(name.startswith(f"{before} ") for column, before in headings.items() if column < first):
            continue  # an attribute of the list before it
        own = {text: column for column, text in headings.items() if column >= first and text.startswith(f"{name} ")}
        starts = [
            row for row in range(end) if texts.get((row, first)) == name
        ]  # lists of one name stand below each other
        for start, after in pairwise([*starts, end]):
            rows = [row for row in range(start + 1, after) if (row, first) in texts]
            attributes = {
                text.removeprefix(f"{name} "): tuple(texts.get((row, column), "") for row in rows)
                for text, column in own.items()
            }
            found.setdefault(name, []).append(Choices(name, tuple(texts[row, first] for row in rows), (), attributes))
    return found


def named_in(lists: Mapping[str, Sequence[Choices]]) -> dict[str, str]:
    """Return the names of lists whose entries are “name (id)”, by their ids."""
    parted = (name_and_id(entry) for alike in lists.values() for choices in alike for entry in choices.names)
    return {id_: name for name, id_ in parted if name}


def names_before(lists: Iterable[Choices], names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return names in lists that their players no longer have, or whose players are gone: folded, each with its ids.

    Parameters
    ----------
    names
        The present names of the players, by id.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, id_ in dict.fromkeys(name_and_id(entry) for choices in lists for entry in choices.names):
        if name and folded(name) != folded(names.get(id_, "")):
            found[folded(name)] = (*found.get(folded(name), ()), id_)
    return found


def as_listed(workbook: ReadWorkbook, names: Mapping[str, str]) -> dict[str, str]:
    """Return the ids of the entries “name (id)” in the lists of a workbook, by the entry.

    An entry is left out if another player has its name since, by a new name or a new id: only the director knows which
    player is meant.

    Parameters
    ----------
    names
        The present names of the players in the lists, by id.
    """
    sheet = workbook.sheets.get(LISTS_SHEET)
    texts = [str(cell.value) for cell in sheet.cells.values()] if sheet else []
    parted = ((text, *name_and_id(text)) for text in texts)
    then = {id_: (text, folded(name)) for text, name, id_ in parted if name and id_ in names}
    new = {folded(name) for id_, name in names.items() if id_ not in then or folded(name) != then[id_][1]}
    return {text: id_ for id_, (text, name) in then.items() if name not in new}
