"""The cells and texts of a workbook, collected while its XML is parsed.

The guard parses every element anyway (:mod:`sheetscore.workbooks.guard.census`); the classes here receive the cells in
the same pass, at a fraction of the cost of building the XML in memory. Values are converted as openpyxl converts them;
tests compare the two.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetscore.workbooks.cell_refs import address, quoted
from sheetscore.workbooks.guard.census import AGAIN, CELL, MAIN, RefusedFile

if TYPE_CHECKING:
    from openpyxl.formula.translate import Translator

TEXT = f"{MAIN} t"
"""The element around each piece of a text."""

_SHARED, _RUN, _PHONETIC, _RAISED = f"{MAIN} si", f"{MAIN} r", f"{MAIN} rPh", f"{MAIN} vertAlign"
_SCRIPTS = {
    "superscript": str.maketrans("0123456789+-=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"),
    "subscript": str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"),
}
"""Superscript and subscript characters for text formatted as such: 1 with a raised 2 is 1², not 12."""
_ESCAPE = "_x005F_"
"""Excel's escape for an underscore that would look like an escape. Like openpyxl, we decode it in shared texts only."""

Value = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta
"""The types of values in cells; a spreadsheet makes dates and times of a typed ``1/2`` or ``4:1``."""

LONGEST_TEXT = 32_767
"""The most characters of a text in a cell, in every program that writes .xlsx."""

Position = tuple[int, int]
"""Row and column, counted from 0."""

_VALUE, _FORMULA = f"{MAIN} v", f"{MAIN} f"
_INLINE = f"{MAIN} is"
_CELL_TYPES = frozenset({"s", "n", "b", "d", "e", "str", "inlineStr"})
"""The types of cells in the file format."""


class WrittenText:
    """The text of an element that may have runs of different formats: call :meth:`start`, then read :attr:`whole`.

    Parameters
    ----------
    pieces
        The list to which the parser appends the text between tags; it is cleared at each text element.
    """

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self._in_run = self._in_phonetic = False
        self._script = ""
        self.begins: Mapping[str, Callable[[Mapping[str, str]], None]] = {
            TEXT: self._begin_text,
            _RUN: self._begin_run,
            _RAISED: self._begin_raised,
            _PHONETIC: self._begin_phonetic,
        }
        self.ends: Mapping[str, Callable[[], None]] = {
            TEXT: self._end_text,
            _RUN: self._end_run,
            _PHONETIC: self._end_phonetic,
        }
        self.start()

    def start(self) -> None:
        """Forget the previous text."""
        self._plain, self._runs = "", ""

    @property
    def whole(self) -> str:
        """The text without formats."""
        return self._plain + self._runs

    def _begin_text(self, _attributes: Mapping[str, str]) -> None:
        self._pieces.clear()

    def _begin_run(self, _attributes: Mapping[str, str]) -> None:
        self._in_run, self._script = True, ""

    def _begin_raised(self, attributes: Mapping[str, str]) -> None:
        self._script = attributes.get("val", "")

    def _end_run(self) -> None:
        self._in_run = False

    def _begin_phonetic(self, _attributes: Mapping[str, str]) -> None:
        self._in_phonetic = True

    def _end_phonetic(self) -> None:
        self._in_phonetic = False

    def _end_text(self) -> None:
        if self._in_phonetic:
            return
        if self._in_run:
            self._runs += "".join(self._pieces).translate(_SCRIPTS.get(self._script, {}))
        else:
            self._plain = "".join(self._pieces)  # as for openpyxl, the last one counts


class SharedTexts:
    """The texts that cells share; :attr:`texts` has them in the order of their numbers.

    Attributes
    ----------
    text
        A function to call with each piece of text between tags.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        pieces: list[str] = []
        self.text = pieces.append
        self._written = WrittenText(pieces)
        self._begins = {**self._written.begins, _SHARED: self._begin_shared}
        self._ends = {**self._written.ends, _SHARED: self._keep}

    def cell(self, _row: int, _column: int, _attributes: Mapping[str, str], /) -> None:
        """Do nothing: the part with shared texts has no cells."""

    def begin(self, name: str, attributes: Mapping[str, str], /) -> None:
        """Handle the start of an element."""
        act = self._begins.get(name)
        if act:
            act(attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Do nothing: every text is complete at the end of its element."""

    def _begin_shared(self, _attributes: Mapping[str, str]) -> None:
        self._written.start()

    def _keep(self) -> None:
        self.texts.append(self._written.whole.replace(_ESCAPE, "_"))


class ReadCell(Struct, frozen=True):
    """One cell that is not empty."""

    value: Value | None
    """The value, or the stored result of the formula; a whole number is always an int. None for a formula without a
    stored result, or whose result is empty text.
    """
    formula: str | None = None
    """The formula with its ``=``; None for a plain value."""
    error: bool = False
    """Whether the value is the text of an error such as ``#DIV/0!``."""


class Lookups(Struct, frozen=True):
    """Data of the workbook that its cells refer to."""

    texts: Sequence[str]
    """The texts that cells share."""
    dates: Collection[int]
    """The indices of cell formats that show a number as a date, time or duration."""
    durations: Collection[int]
    """The indices, among ``dates``, of cell formats that show a number as a duration."""
    epoch: dt.datetime
    """The date with the number 0."""


class SheetCells:
    """Receives the cells of a sheet one by one; :attr:`cells` has them after :meth:`finish`.

    Parameters
    ----------
    title
        The name of the sheet, for messages.
    lookups
        The data of the workbook that its cells refer to.

    Attributes
    ----------
    cells
        The cells that are not empty, by row and column.
    text
        A function to call with each piece of text between tags.
    """

    def __init__(self, title: str, lookups: Lookups) -> None:
        self.cells: dict[Position, ReadCell] = {}
        self._title = title
        self._lookups = lookups
        self._pieces: list[str] = []
        self.text = self._pieces.append
        self._at: Position | None = None
        self._attributes: Mapping[str, str] = {}
        self._value: str | None = None
        self._value_twice = False
        self._formula: str | None = None
        self._of_formula: Mapping[str, str] = {}
        self._written = WrittenText(self._pieces)
        self._begins = self._written.begins
        self._has_inline = False
        self._masters: dict[str | None, Translator] = {}
        self._before_master: list[tuple[Position, str | None]] = []
        self._kinds: Mapping[str, Callable[[str], Value]] = {
            "s": self._shared_text,
            "n": self._number,
            "b": _truth,
            "d": _day_or_time,
        }
        self._ends = {
            **self._written.ends,
            CELL: self._end_cell,
            _VALUE: self._end_value,
            _FORMULA: self._end_formula,
        }

    def cell(self, row: int, column: int, attributes: Mapping[str, str]) -> None:
        """Handle the start of a cell; row and column count from 0."""
        self._at = row, column
        self._attributes = attributes
        self._value = self._formula = None
        self._value_twice = False
        if self._has_inline:
            self._written.start()
            self._has_inline = False

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of any other element."""
        if name == _VALUE:
            self._pieces.clear()
        elif name == _FORMULA:
            self._pieces.clear()
            if self._formula is None:
                self._of_formula = attributes
        elif name == _INLINE:
            self._has_inline = True
        elif name in self._begins:
            self._begins[name](attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Fill in shared formulas of cells that came before the cell with the text of the formula."""
        for at, group in self._before_master:
            if group in self._masters:
                cell = self.cells[at]
                self.cells[at] = ReadCell(cell.value, self._translated(group, at), cell.error)

    def _end_value(self) -> None:
        if self._value is None:
            self._value = "".join(self._pieces)
        else:
            self._value_twice = True

    def _end_formula(self) -> None:
        if self._formula is None:
            self._formula = "".join(self._pieces)

    def _end_cell(self) -> None:
        at, self._at = self._at, None
        if at is None or (self._value is None and self._formula is None and not self._has_inline):
            return
        try:
            value, error = self._read_value()
            formula = None if self._formula is None else self._read_formula(at)
        except Exception as broken:  # for an invalid value openpyxl raises anything
            where = f"cell {address(*at)} of {quoted(self._title)}"
            raise RefusedFile(f"is damaged: {where} holds what no spreadsheet program writes: {AGAIN}") from broken
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise RefusedFile(
                f"has a text of {len(value):,} characters in cell {address(*at)} of {quoted(self._title)}, "
                f"where a cell holds {LONGEST_TEXT:,}: shorten it and save it"
            )
        if value is not None or formula is not None:
            self.cells[at] = ReadCell(value, formula, error)

    def _read_value(self) -> tuple[Value | None, bool]:
        """Return the value of the cell, and whether it is an error."""
        kind = self._attributes.get("t", "n")
        if self._value_twice or kind not in _CELL_TYPES:
            raise ValueError(kind)
        if kind == "inlineStr":
            return (self._written.whole if self._has_inline else None), False
        value: Value | None = self._value or None
        if isinstance(value, str):
            read = self._kinds.get(kind)
            value = read(value) if read else value
        return value, kind == "e" or (kind == "n" and isinstance(value, str))

    def _shared_text(self, written: str) -> str:
        number = _whole(written)
        if number < 0:
            raise ValueError(written)
        return self._lookups.texts[number]

    def _number(self, written: str) -> Value:
        """Return a number, or the date, time or duration that its format shows, or the text of an error."""
        if "_" in written:
            raise ValueError(written)
        number = float(written) if "." in written or "E" in written or "e" in written else _whole(written)
        style = int(self._attributes.get("s", 0))
        if style in self._lookups.dates:
            from openpyxl.utils.datetime import from_excel  # noqa: PLC0415 -- few cells have dates

            try:
                shown: Value = from_excel(number, self._lookups.epoch, timedelta=style in self._lookups.durations)
            except (OverflowError, ValueError):
                return "#VALUE!"
            return shown
        if isinstance(number, float):
            if not math.isfinite(number):
                return "#NUM!"
            if number.is_integer():
                return int(number)
        return number

    def _read_formula(self, at: Position) -> str:
        """Return the text of the formula. A shared formula has its text in one cell; the others have its number."""
        written = f"={self._formula}"
        kind = self._of_formula.get("t")
        if kind == "dataTable":
            return "=TABLE()"
        if kind == "shared":
            group = self._of_formula.get("si")
            if group in self._masters:
                return self._translated(group, at)
            if self._formula:
                from openpyxl.formula.translate import Translator  # noqa: PLC0415 -- as above

                self._masters[group] = Translator(written, address(*at))
            else:
                self._before_master.append((at, group))
        return written

    def _translated(self, group: str | None, at: Position) -> str:
        return str(self._masters[group].translate_formula(address(*at)))


def _whole(written: str) -> int:
    """Return the whole number of plain digits; ``int`` alone would read 1_0 as ten."""
    if "_" in written or not written.isascii():
        raise ValueError(written)
    return int(written)


def _truth(written: str) -> bool:
    return bool(_whole(written))


def _day_or_time(written: str) -> Value:
    from openpyxl.utils.datetime import from_ISO8601  # noqa: PLC0415 -- as above

    read: Value = from_ISO8601(written)  # type: ignore[no-untyped-call]
    return read
