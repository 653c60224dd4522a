"""The cells and texts of a workbook, collected as its XML streams by.

The guard goes through every element anyhow (:mod:`sheetscore.workbooks.guard.census`); who listens to it learns in the
same pass what is in the cells, for a fraction of what it costs to build the XML in memory first. What a value
means is decided as openpyxl decides it, and the tests hold the two against each other.
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
_AS_SET = {
    "superscript": str.maketrans("0123456789+-=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"),
    "subscript": str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"),
}
"""The signs of what is set higher or lower: 1 with a 2 above it is not 12."""
_ESCAPE = "_x005F_"
"""Excel's sign for an underscore that begins no escape; openpyxl, too, reads it in shared texts alone."""

Value = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta
"""What a cell can hold; dates and times are what a program made of a typed ``4:1`` or ``1/2``."""

LONGEST_TEXT = 32_767
"""Characters that a cell can hold, in every program that writes .xlsx."""

Position = tuple[int, int]
"""Row and column, counted from 0."""

_VALUE, _FORMULA = f"{MAIN} v", f"{MAIN} f"
_INLINE = f"{MAIN} is"
_CELL_TYPES = frozenset({"s", "n", "b", "d", "e", "str", "inlineStr"})
"""All that the format knows."""


class WrittenText:
    """The text that comes by: :meth:`start` before it, :attr:`whole` after it.

    Parameters
    ----------
    pieces
        What was between tags since it was last emptied.
    """

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self._in_run = self._in_phonetic = False
        self._set = ""
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
        """Forget the text before."""
        self._plain, self._runs = "", ""

    @property
    def whole(self) -> str:
        """The text, whatever it is set in."""
        return self._plain + self._runs

    def _begin_text(self, _attributes: Mapping[str, str]) -> None:
        self._pieces.clear()

    def _begin_run(self, _attributes: Mapping[str, str]) -> None:
        self._in_run, self._set = True, ""

    def _begin_raised(self, attributes: Mapping[str, str]) -> None:
        self._set = attributes.get("val", "")

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
            self._runs += "".join(self._pieces).translate(_AS_SET.get(self._set, {}))
        else:
            self._plain = "".join(self._pieces)


class SharedTexts:
    """The texts that cells share; :attr:`texts` has them in their order.

    Attributes
    ----------
    text
        To be called with each piece of text between tags.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        pieces: list[str] = []
        self.text = pieces.append
        self._written = WrittenText(pieces)
        self._begins = {**self._written.begins, _SHARED: self._begin_shared}
        self._ends = {**self._written.ends, _SHARED: self._keep}

    def cell(self, _row: int, _column: int, _attributes: Mapping[str, str], /) -> None:
        """Pass over a cell, which has no business among the shared texts."""

    def begin(self, name: str, attributes: Mapping[str, str], /) -> None:
        """Take notice of an element that begins."""
        act = self._begins.get(name)
        if act:
            act(attributes)

    def end(self, name: str) -> None:
        """Take notice of an element that ends."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Leave the texts as they are: nothing is open at the end of the part."""

    def _begin_shared(self, _attributes: Mapping[str, str]) -> None:
        self._written.start()

    def _keep(self) -> None:
        self.texts.append(self._written.whole.replace(_ESCAPE, "_"))


class ReadCell(Struct, frozen=True):
    """One cell that is not empty."""

    value: Value | None
    """What it holds or its formula came to; a whole number is an int however it was stored. None for a formula that
    nothing has computed or that came to empty text.
    """
    formula: str | None = None
    """The formula with its ``=``, where there is one."""
    error: bool = False
    """Whether the value is an error such as ``#DIV/0!``, which is then its text."""


class Lookups(Struct, frozen=True):
    """What cells refer to instead of holding it themselves."""

    texts: Sequence[str]
    """The texts that cells share."""
    dates: Collection[int]
    durations: Collection[int]
    """The cell formats by which a number is shown as a date, and those of them that show a length of time."""
    epoch: dt.datetime
    """The day that is number 0."""


class SheetCells:
    """Receives the cells of a sheet one by one; :attr:`cells` has them after :meth:`finish`.

    Parameters
    ----------
    title
        The name of the sheet, for messages.
    lookups
        What its cells refer to.

    Attributes
    ----------
    cells
        The cells that are not empty, by row and column.
    text
        To be called with each piece of text between tags.
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
        """Begin with a cell; row and column count from 0."""
        self._at = row, column
        self._attributes = attributes
        self._value = self._formula = None
        self._value_twice = False
        if self._has_inline:
            self._written.start()
            self._has_inline = False

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take notice of any other element that begins."""
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
        """Take notice of an element that ends."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Fill in the shared formulas that came before the cell that spells them out."""
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
        except Exception as broken:  # openpyxl answers a value that makes no sense with whatever breaks in itself
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
        """Tell what the cell holds, and whether that is an error."""
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
        """Return a number, or the date or time as which it is shown; or the error that it comes to."""
        if "_" in written:
            raise ValueError(written)
        number = float(written) if "." in written or "E" in written or "e" in written else _whole(written)
        style = int(self._attributes.get("s", 0))
        if style in self._lookups.dates:
            from openpyxl.utils.datetime import from_excel  # noqa: PLC0415 -- dates are few, and a type needs no openpyxl

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
        """Spell out the formula; a shared one is written out in one cell, and the others say which one it is."""
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
    """Read digits as files have them; Python alone would take 1_0 for ten."""
    if "_" in written or not written.isascii():
        raise ValueError(written)
    return int(written)


def _truth(written: str) -> bool:
    return bool(_whole(written))


def _day_or_time(written: str) -> Value:
    from openpyxl.utils.datetime import from_ISO8601  # noqa: PLC0415 -- as above

    read: Value = from_ISO8601(written)  # type: ignore[no-untyped-call]
    return read
