"""The Entries sheet: every value as it was entered; all figures of the workbook come from these cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.forms.block import Block, Field
from sheetscore.forms.block import Row as FormRow
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.systems.columns import ENTRIES, VALUE
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Table, figure_column, text_column


@dataclass(frozen=True)
class Entry:
    """A value that was entered, and the box that it was entered in."""

    key: FieldKey
    block: Block
    row: FormRow
    box: Field
    value: Value

    @property
    def label(self) -> str:
        """What the box is called on the sheet; for a player, who it is."""
        if self.box.type == "player":
            return str(shown(self.box, self.value))
        line = self.row.label or (f"line {self.row.key}" if self.row.key else "")
        return ", ".join(part for part in (self.block.title, line, self.box.plain_label) if part)


def entries_sheet(forms: RoundForms, entries: Entries) -> TableSheet:
    """Plan the Entries sheet, with the values in the order of the score sheets."""
    found = [Entry(key, *place, entries[key]) for key, place in forms.fields.items() if key in entries]
    return TableSheet(
        "Entries",
        "Entries",
        lines=(
            Line(
                "Change a value here and every figure follows, to see what it would do. "
                "To correct the results, change the score sheets and ingest them again."
            ),
        ),
        tables=(_table(found),),
    )


def _table(entries: Sequence[Entry]) -> Table[Entry]:
    return Table(
        ENTRIES,
        (
            figure_column("table", "Table", 50, lambda entry: entry.key.table),
            text_column("seat", "Seat", 90, lambda entry: entry.key.seat),
            text_column("field", "Field", 270, lambda entry: entry.key.field),
            figure_column(VALUE, "Value", 170, lambda entry: entry.value, style=_value_style),
            text_column("label", "What it is", 330, lambda entry: entry.label, style="cell note"),
        ),
        entries,
        key=lambda entry: entry.key,
        tall=True,
        fine=True,
        empty="Nothing was entered.",
    )


def _value_style(entry: Entry) -> str:
    return "cell entered" if isinstance(entry.value, str) else "cell entered middle"
