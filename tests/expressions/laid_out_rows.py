"""A small page for tests of rules: rows of fields that are a scope for Python and cells for a spreadsheet.

The row's own block has the fields a, b, c (whole, may be blank), n (whole, never blank), s (may have
decimals), t (a choice) and u (text); block ``hits`` has d (whole), w (decimals) and target (text).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field
from xlsxwriter.worksheet import Worksheet

from sheetscore.expressions import FieldMeaning, Given, Names, Reference, Value, ValueKind
from sheetscore.expressions.nodes import ListEntry
from sheetscore.workbooks.cell_refs import address

ATTRIBUTES = {"white": ValueKind.WHOLE, "size": ValueKind.NUMBER, "category": ValueKind.TEXT}
OWN = {
    "a": FieldMeaning(ValueKind.WHOLE),
    "b": FieldMeaning(ValueKind.WHOLE),
    "c": FieldMeaning(ValueKind.WHOLE),
    "n": FieldMeaning(ValueKind.WHOLE),
    "s": FieldMeaning(ValueKind.NUMBER),
    "t": FieldMeaning(ValueKind.TEXT, ATTRIBUTES),
    "u": FieldMeaning(ValueKind.TEXT),
}
HITS = {"d": FieldMeaning(ValueKind.WHOLE), "w": FieldMeaning(ValueKind.NUMBER), "target": FieldMeaning(ValueKind.TEXT)}
NAMES = Names(
    fields={
        **OWN,
        "rolls": FieldMeaning(ValueKind.WHOLE, numbers=range(1, 4)),
        "ace.sp": FieldMeaning(ValueKind.WHOLE),
    },
    blocks={"rows": OWN, "above": OWN, "hits": HITS},
    settings={"cap": ValueKind.TEXT, "most": ValueKind.WHOLE, "margin": ValueKind.NUMBER},
    previous=OWN,
)

TARGETS: Mapping[str, Mapping[str, Value]] = {
    "Bridge": {"white": 0, "size": Fraction(3, 2), "category": "primary"},
    "a*": {"white": 1, "size": Fraction(1, 10), "category": "secondary"},
    "a?": {"white": 1, "size": 2, "category": ""},
    ">0": {"white": 0, "size": 0, "category": "Primary"},
    'Depot "B"~': {"white": 3, "size": Fraction(7, 10), "category": "opportunity"},
}
"""The list of choices; names that SUMIF would take for patterns are among them."""

_OWN_COLUMN = {name: column for column, name in enumerate([*OWN, "rolls", "", "", "ace.sp"])}
_HITS_COLUMN = {name: column for column, name in enumerate(HITS, start=12)}
FORMULA_COLUMN = 16


class Page(Struct, frozen=True):
    """What is filled in, with the rule's own row: blank fields may be left out."""

    rows: Sequence[Mapping[str, Given]]
    index: int = 0
    hits: Sequence[Mapping[str, Given]] = ()
    rolls: Sequence[Given] = (None, None, None)
    settings: Mapping[str, Value] = field(default_factory=dict)

    def value(self, name: str) -> Given:
        return self.rows[self.index].get(name)

    def item(self, name: str, number: int) -> Given:
        assert name == "rolls"
        return self.rolls[number - 1]

    def attribute(self, name: str, attribute: str) -> Given:
        chosen = str(self.value(name) or "").lower()
        return next((says[attribute] for target, says in TARGETS.items() if target.lower() == chosen), None)

    def setting(self, name: str) -> Value:
        return self.settings[name]

    def previous(self, name: str) -> Given:
        return self.rows[self.index - 1].get(name) if self.index else None

    def above(self, name: str) -> Sequence[Given]:
        return [row.get(name) for row in self.rows[: self.index]]

    def column(self, block: str, name: str) -> Sequence[Given]:
        return [row.get(name) for row in (self.rows if block == "rows" else self.hits)]

    def write(self, worksheet: Worksheet, top: int) -> None:
        """Type the page into a worksheet."""
        for number, row in enumerate(self.rows):
            for name, given in row.items():
                _type(worksheet, top + number, _OWN_COLUMN[name], given)
        for number, row in enumerate(self.hits):
            for name, given in row.items():
                _type(worksheet, top + number, _HITS_COLUMN[name], given)
        for number, given in enumerate(self.rolls):
            _type(worksheet, top + self.index, _OWN_COLUMN["rolls"] + number, given)


def _type(worksheet: Worksheet, row: int, column: int, given: Given) -> None:
    if isinstance(given, str):
        worksheet.write_string(row, column, given)
    elif given is not None:
        worksheet.write_number(row, column, float(given))


class PageCells(Struct, frozen=True):
    """Where :meth:`Page.write` has put a page."""

    page: Page
    top: int = 9
    marked: str = ""

    def cell(self, name: str) -> Reference:
        place = address(self.top + self.page.index, _OWN_COLUMN[name])
        return Reference(place, always_number=name == "n")

    def item(self, name: str, number: int) -> Reference:
        return Reference(address(self.top + self.page.index, _OWN_COLUMN[name] + number - 1))

    def attribute(self, name: str, attribute: str) -> tuple[str, str]:
        assert name == "t"
        column = "BCD"[list(ATTRIBUTES).index(attribute)]
        return f"Lists!$A$1:$A${len(TARGETS)}", f"Lists!${column}$1:${column}${len(TARGETS)}"

    def mark(self, name: str, attribute: str) -> str:
        return "(white)" if (name, attribute) == ("t", self.marked) else ""

    def previous(self, name: str) -> Reference | None:
        if not self.page.index:
            return None
        return Reference(address(self.top + self.page.index - 1, _OWN_COLUMN[name]), always_number=name == "n")

    def above(self, name: str) -> str | None:
        return self._range(_OWN_COLUMN[name], self.page.index) if self.page.index else None

    def column(self, block: str, name: str) -> str:
        if block == "rows":
            return self._range(_OWN_COLUMN[name], len(self.page.rows))
        return self._range(_HITS_COLUMN[name], len(self.page.hits))

    def text(self, entry: ListEntry) -> str:
        return entry.shown

    def stretches(self, _block: str) -> Sequence[PageCells]:
        return (self,)

    def setting(self, name: str) -> Value:
        return self.page.setting(name)

    def _range(self, column: int, rows: int) -> str:
        return f"{address(self.top, column)}:{address(self.top + rows - 1, column)}"


def write_lists(worksheet: Worksheet) -> None:
    """Type the list of choices into the worksheet called Lists."""
    for row, (name, says) in enumerate(TARGETS.items()):
        for column, given in enumerate([name, *says.values()]):
            _type(worksheet, row, column, given)
