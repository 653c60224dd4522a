"""The values in the boxes, each typed and checked on its own: entries, and unreadable contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Field
from sheetscore.forms.choices import Choices, Sitting
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import Further, RoundForms, public_key
from sheetscore.forms.values import doubt_about, sitting, understand
from sheetscore.reading.block_locator import Located, LocatedBlock
from sheetscore.reading.evidence import boxes_of
from sheetscore.reading.not_carried import Beside
from sheetscore.sheets.hidden_sheets import Baseline, as_texts, read_begun, stamp
from sheetscore.sheets.offered_lists import as_listed, lists_as_made, names_before
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.sheet_cells import ReadCell
from sheetscore.workbooks.typed import InvalidValue, Raw

OF_TYPING = frozenset({"player-by-id", "typed-formula"})
"""Codes of findings about the way in which a value was typed, such as by a formula."""


class ReadEntries(Struct):
    """The contents of the sheets of a round."""

    entries: dict[FieldKey, Value] = field(default_factory=dict)
    """The values that could be read."""
    raw: dict[FieldKey, Raw] = field(default_factory=dict)
    """The contents of boxes that could not be read, as they were typed."""
    cells: dict[FieldKey, tuple[str, str]] = field(default_factory=dict)
    """Sheet and cell of every box that was found."""
    findings: list[Finding] = field(default_factory=list)
    begun: Baseline | None = None
    """The baseline of the workbook; None if it does not record one."""
    further: Further = field(default_factory=dict)
    """How often the lines of each page continue, by the workbook's map; filled in for old sheets only."""
    lists: Mapping[str, Sequence[Choices]] = field(default_factory=dict)
    """The lists that the workbook was made with, by their ids, as :func:`lists_as_made` reads them."""
    besides: tuple[Beside, ...] = ()
    """What a person put into the workbook beside the boxes."""

    @property
    def texts(self) -> dict[FieldKey, str]:
        """The contents of the boxes as text, readable or not."""
        return as_texts(self.entries, self.raw)

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has typed anything since a command wrote the workbook."""
        return self.begun is not None and self.begun.stamp == stamp(self.entries, self.raw)

    def drawn(self, forms: RoundForms) -> Mapping[FieldKey, str]:
        """Return what the draw and the event put into the boxes, before anybody typed.

        Parameters
        ----------
        forms
            The present sheets: their draw is taken if the workbook does not record its own, as marked copies of earlier
            versions do not.
        """
        return forms.drawn if self.begun is None or self.begun.drawn is None else self.begun.drawn

    def of_source(self, forms: RoundForms) -> Mapping[FieldKey, str]:
        """Return the contents of the boxes in the workbook's source: the draw or, for a copy, the marked workbook."""
        return self.begun.written if self.begun and self.begun.sha256 else self.drawn(forms)

    def typed(self, forms: RoundForms) -> dict[FieldKey, str]:
        """Return the contents of the boxes that differ from what the draw and the event put there."""
        drawn = self.drawn(forms)
        return {key: text for key, text in self.texts.items() if drawn.get(key) != text}


def read_fields(workbook: ReadWorkbook, located: Located) -> ReadEntries:
    """Read every box that was located."""
    entered = ReadEntries(findings=list(located.findings), begun=read_begun(workbook), lists=lists_as_made(workbook))
    as_made = _boxes_as_made(workbook, entered, located)
    tables = sitting(_players(workbook, located, as_made))
    for block in located.blocks:
        _read_block(workbook, block, tables, as_made, entered)
    entered.entries = _spelled_alike(entered.entries, located)
    return entered


_AsMade = Callable[[Field], Field]
"""Returns a box whose list gives names the meaning that they had when the sheets were made."""


def _boxes_as_made(workbook: ReadWorkbook, entered: ReadEntries, located: Located) -> _AsMade:
    """Return a function that gives names on the lists of boxes the meaning that they had when the sheets were made.

    A scenario may have got a new title since, even the former title of another scenario: a chosen title still means
    the scenario that had it then. Likewise a name with an id still means the person who had that id then. A name
    without an id, which another person has since, is ambiguous.
    """
    begun = entered.begun
    lists: dict[str, list[Choices]] = {}
    for choices in {id(one): one for found in located.blocks for one in found.block.lists}.values():
        lists.setdefault(choices.id, []).append(choices)
    otherwise: dict[str, dict[str, str]] = {}
    renamed: dict[str, dict[str, tuple[str, ...]]] = {}
    for of, name, value in begun.recorded if begun else ():
        now = [choices.shown(value) for choices in lists.get(of, ()) if value in choices.recorded]
        if any(shown != name for shown in now):
            otherwise.setdefault(of, {})[name] = value
    for of, alike in lists.items():
        named = [(name, value) for choices in alike for name, value in zip(choices.names, choices.values, strict=False)]
        names = {value: name.removesuffix(f" ({value})") for name, value in named}
        listed = as_listed(workbook, names)
        shown = {name for choices in alike for name in choices.names}
        if then := {name: value for name, value in listed.items() if name not in shown}:
            otherwise.setdefault(of, {}).update(then)
        if names and (before := names_before(entered.lists.get(of, ()), names)):
            renamed[of] = before
    return partial(Field.as_printed, recorded=otherwise, renamed=renamed)


def _players(workbook: ReadWorkbook, located: Located, as_made: _AsMade) -> Iterator[tuple[FieldKey, Field, Value]]:
    """Yield public key, box and player of each box for a player: other boxes may name these players."""
    for found in located.blocks:
        cells = workbook.sheets[found.sheet].cells
        for at, row, printed, field_id in boxes_of(found.place, found.seen, found.lines):
            if printed.type == "player" and at in cells:
                box = as_made(printed)
                value = understand(box, cells[at].value)
                if isinstance(value, str):
                    yield (
                        public_key(FieldKey(found.table, found.page.seat, field_id), found.block, row, box),
                        box,
                        value,
                    )


def _read_block(
    workbook: ReadWorkbook,
    found: LocatedBlock,
    tables: Mapping[int, Sitting],
    as_made: _AsMade,
    entered: ReadEntries,
) -> None:
    """Read the boxes of a block into ``entered``."""
    sheet = workbook.sheets[found.sheet]
    for at, row, box, field_id in boxes_of(found.place, found.seen, found.lines):
        key = FieldKey(found.table, found.page.seat, field_id)
        entered.cells[key] = (found.sheet, address(*at))
        if at in sheet.cells:
            seated = tables.get(public_key(key, found.block, row, box).table, {})
            _read_cell(as_made(box).at_table(seated), key, sheet.cells[at], entered)


def _read_cell(box: Field, key: FieldKey, cell: ReadCell, entered: ReadEntries) -> None:
    """Read the cell of a box into ``entered``: a value, or the raw content; with findings about it."""
    sheet, place = entered.cells[key]

    def say(code: str, message: str) -> None:
        entered.findings.append(finding(code, message, sheet=sheet, cell=place, fields=(key,)))

    # errors first: a box for texts would take #REF! for a text that was typed
    if cell.error:
        entered.raw[key] = str(cell.value)
        say("formula-error", f"the cell holds the error {cell.value}; enter the value itself")
        return
    if cell.formula is not None and cell.value is None:
        entered.raw[key] = cell.formula
        say("formula-error", f"the formula {cell.formula} has no value; enter the value itself")
        return
    value = understand(box, cell.value)
    if isinstance(value, InvalidValue):
        entered.raw[key] = value.written or cell.value
        begun = entered.begun
        if begun and box.type != "player" and begun.still_shows(key, str(cell.value)):
            say(value.code, f"“{cell.value}” is what the sheets began with, and is on no list now: make them again")
        else:
            say(value.code, value.message)
    elif value is not None:
        entered.entries[key] = value
        if doubt := doubt_about(box, cell.value):
            say("player-by-id", doubt)
        if cell.formula is not None:
            say("typed-formula", f"the formula {cell.formula} was typed; its value {value} counts")


def _spelled_alike(entries: Mapping[FieldKey, Value], located: Located) -> dict[FieldKey, Value]:
    """Return the values with one spelling, the first one used, for each freely written name at a table.

    If a name has a mark at one place, such as “white”, it gets the mark everywhere, since it means one thing. Names of
    the list stay as they were typed, with or without a mark.
    """
    free = {
        FieldKey(block.table, block.page.seat, field_id): box.choices
        for block in located.blocks
        for _, box, field_id in block.block.boxes()
        if box.open
    }
    spelled: dict[tuple[int, str], str] = {}
    things: dict[FieldKey, tuple[int, str]] = {}
    for key, value in entries.items():
        choices = free.get(key)
        if key in free and isinstance(value, str) and not (choices and choices.meant(choices.unmarked(value))):
            things[key] = thing = key.table, folded(choices.unmarked(value) if choices else value)
            first = spelled.setdefault(thing, value)
            if choices and choices.mark_of(value) and not choices.mark_of(first):
                spelled[thing] = value
    return {key: spelled[things[key]] if key in things else value for key, value in entries.items()}
