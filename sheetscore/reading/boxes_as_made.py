"""Boxes for the entries of a list of the event, on older sheets: the list may have other entries by now.

Such boxes are numbered in the order of the list. Sheets that were made with another list are read by the captions
printed on them, and a value typed for an entry goes into the box that the entry has now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Block, Field
from sheetscore.forms.form import FieldKey, PageForm
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.evidence import Witnesses
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import BlockPlace, table_sheet
from sheetscore.sheets.round_workbook import layouts
from sheetscore.wording import pluralize
from sheetscore.workbooks.cell_refs import rectangle
from sheetscore.workbooks.reader import ReadWorkbook

MOVED = "box-moved"
"""The code of the finding about values that moved with their entry."""

_Captions = Mapping[str, Sequence[str]]
"""The captions above the boxes of a page, from the left, by block."""


def with_boxes_as_made(workbook: ReadWorkbook, witnesses: Witnesses, forms: RoundForms) -> RoundForms:
    """Return forms with a box for each entry that the lists had when a workbook was made."""
    if not any(block.per_entry for form in forms.page_forms() for block in form.blocks):
        return forms
    printed: dict[int, _Captions] = {}
    laid_out = layouts(forms)
    for table in forms.tables:
        for page in table.pages:
            if id(page.form) not in printed:  # a form was printed alike at all tables
                places = laid_out[id(page.form)].places
                printed[id(page.form)] = _printed(workbook, witnesses, (table.number, page.number), places)
    # the captions show how many boxes there were; a layout with that many shows which captions are theirs
    as_many = _each(forms, lambda form: _with_as_many(form, printed[id(form)], laid_out[id(form)].places))
    captions = {id(new): printed[id(old)] for old, new in zip(forms.page_forms(), as_many.page_forms(), strict=True)}
    anew = layouts(as_many)
    return _each(as_many, lambda form: _as_captioned(form, captions[id(form)], anew[id(form)].places))


def _printed(
    workbook: ReadWorkbook, witnesses: Witnesses, page: tuple[int, int], places: Mapping[str, BlockPlace]
) -> _Captions:
    """Return the printed captions of the blocks of a page (table, number), as far as names lead to the blocks."""
    found = {}
    for index, block in enumerate(places, start=1):
        name = witnesses.map.name_of(page, block, f"B{index}")
        area = rectangle(workbook.names.get(name) or witnesses.map.references.get(name, ""))
        if area:
            row = witnesses.texts.get(area.sheet, {}).get(area.row, ())
            found[block] = [text for at, text in row if area.column <= at <= area.last_column]
    return found


def _each(forms: RoundForms, change: Callable[[PageForm], PageForm]) -> RoundForms:
    made = {id(form): change(form) for form in forms.page_forms()}
    tables = (
        replace(table, pages=tuple(replace(page, form=made[id(page.form)]) for page in table.pages))
        for table in forms.tables
    )
    return replace(forms, tables=tuple(tables))


def _with_as_many(form: PageForm, printed: _Captions, places: Mapping[str, BlockPlace]) -> PageForm:
    """Return a form whose blocks have as many boxes for entries as printed captions."""

    def as_many(block: Block) -> Block:
        if len(block.per_entry) != 1 or block.id not in printed:
            return block
        count = len(printed[block.id]) - len(places[block.id].captions) + block.per_entry[0].count
        return block.with_entries([str(number) for number in range(1, count + 1)])

    return replace(form, blocks=tuple(map(as_many, form.blocks)))


def _as_captioned(form: PageForm, printed: _Captions, places: Mapping[str, BlockPlace]) -> PageForm:
    """Return a form whose boxes for entries have the entries of the printed captions."""

    def as_captioned(block: Block) -> Block:
        texts = printed.get(block.id, ())
        place = places[block.id]
        if len(block.per_entry) != 1 or len(texts) != len(place.captions):
            return block
        columns = {place.columns[box.name] for box in block.fields if box.entry}
        labels = [text for (column, _), text in zip(place.captions, texts, strict=True) if column in columns]
        return block.with_entries([*map(block.per_entry[0].entry_of, labels)])

    return replace(form, blocks=tuple(map(as_captioned, form.blocks)))


def with_numbers_of_now(entered: ReadEntries, then: RoundForms, now: RoundForms) -> None:
    """Move the values of older sheets in boxes for entries to the present boxes of these entries, with a finding.

    A value for a removed entry gets a box with the name of that entry, which no new sheets have.
    """
    goes = _present_boxes(then, now)
    moved: dict[str, list[FieldKey]] = defaultdict(list)
    for key in entered.texts:
        if goes.get(key, key) != key and goes[key] in now.fields:
            moved[then.fields[key][2].entry].append(key)
    entered.findings += [_moved(entry, keys, goes, then, now) for entry, keys in moved.items()]
    entered.entries = {goes.get(key, key): value for key, value in entered.entries.items()}
    entered.raw = {goes.get(key, key): value for key, value in entered.raw.items()}
    entered.cells = {goes.get(key, key): place for key, place in entered.cells.items()}
    if entered.begun:
        drawn, written = (
            texts and {goes.get(key, key): text for key, text in texts.items()}
            for texts in (entered.begun.drawn, entered.begun.written)
        )
        entered.begun = replace(entered.begun, drawn=drawn, written=written or {})


def _present_boxes(then: RoundForms, now: RoundForms) -> dict[FieldKey, FieldKey]:
    """Return the present box for each box of an entry; for a removed entry, a box that no sheets have."""
    found = {}
    for key, (block, row, box) in then.fields.items():
        page = now.pages.get((key.table, key.seat))
        same = next((one for one in page.form.blocks if one.id == block.id), None) if page and box.entry else None
        if same:
            at = _boxes(same).get(next(known for known, one in _boxes(block).items() if one is box))
            name = same.field_id(row, at) if at else f"{block.id}.{row.key}.{box.id} ({box.entry})"
            found[key] = key._replace(field=name)
    return found


def _boxes(block: Block) -> dict[tuple[str, str, int], Field]:
    """Return boxes for entries by id, entry and number, from 0, among equal ones: a list may repeat an entry."""
    found: dict[tuple[str, str, int], Field] = {}
    for box in block.fields:
        if box.entry:
            before = sum((box.id, folded(box.entry)) == known[:2] for known in found)
            found[box.id, folded(box.entry), before] = box
    return found


def _moved(
    entry: str, keys: Sequence[FieldKey], goes: Mapping[FieldKey, FieldKey], then: RoundForms, now: RoundForms
) -> Finding:
    was, is_now = then.public[keys[0]], now.public[goes[keys[0]]]
    message = (
        f"“{entry}” was {was.field} and is {is_now.field} now: what was typed for it went along "
        f"({pluralize(len(keys), 'box', 'boxes')})"
    )
    return finding(MOVED, message, sheet=table_sheet(keys[0].table), fields=tuple(goes[key] for key in keys))
