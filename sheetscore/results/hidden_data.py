"""The hidden sheet of a workbook that we read back ourselves: lines of text, each with its kind in the first cell.

The first two lines have the kind of the workbook and the version of this format. After them the second cell of a line
has its texts as one list in JSON: a later round reads the lines of all rounds before it, and the time for that depends
on the number of cells. A list that is too long for a cell continues in lines below. In versions up to :data:`_APART`
every text had a cell of its own.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

import msgspec
from msgspec import Struct

from sheetscore.problems import UnreadableFile
from sheetscore.results.record import Plain
from sheetscore.sheets.hidden_sheets import MAP_SHEET
from sheetscore.systems.outcomes import Exact
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.guard.limits import LARGEST, Limits
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook
from sheetscore.workbooks.sheet_cells import LONGEST_TEXT

DataLine = tuple[str, ...]
"""The texts of a line, its kind the first; without the kind where lines are sorted by it."""

LinesByKind = Mapping[str, Sequence[DataLine]]
"""The lines of each kind."""

VERSIONS = {"results": 4, "standings": 3, "plan": 1}
"""The version of each kind of workbook; goes up when older programs would misread the lines. Earlier ones are read."""

_APART = {"results": 2, "standings": 1, "plan": 0}
"""The last versions in which every text of a line had a cell of its own."""

WORKBOOKS = {
    "results": "a results workbook",
    "standings": "the workbook of the standings",
    "plan": "the plan of an event",
}
"""The name of each kind of workbook in messages."""

_ADVICE = {
    "results": "ingest the round again",
    "standings": "delete the file and run: sheetscore standings",
    "plan": "take the one that was kept, or run: sheetscore plan --again",
}
"""What to do with each kind of workbook if its hidden data were changed."""

_TEXTS = msgspec.json.Decoder(tuple[str, ...])
"""Reads the texts of a line: only texts, and several times as fast as Python's own reader."""

_MORE = "more"
"""The kind of a line that continues the one above it."""

_PIECE = LONGEST_TEXT // 2
"""The most characters of a text in a cell; spreadsheet programs count some of them as two."""


class HiddenData(Struct, frozen=True):
    """The hidden sheet of a workbook."""

    workbook: ReadWorkbook
    version: int
    """The version of its format, from 1."""
    lines: LinesByKind
    """The lines by their kinds, which are left out; those of older versions lack blank texts at their ends."""


def write_data(book: Book, kind: str, lines: Sequence[DataLine]) -> None:
    """Write the hidden sheet of a workbook of some kind."""
    sheet = book.sheet(MAP_SHEET)
    sheet.raw.hide()
    for row, line in enumerate([("kind", kind), ("version", str(VERSIONS[kind])), *_cut(lines)]):
        for column, text in enumerate(line):
            sheet.text(row, column, text)


def _cut(lines: Iterable[DataLine]) -> Iterator[tuple[str, str]]:
    """Put all texts of a line into one, and cut that into pieces if it is too long for a cell."""
    for name, *texts in lines:
        packed = harmless(texts)
        yield name, packed[:_PIECE]
        for start in range(_PIECE, len(packed), _PIECE):
            yield _MORE, packed[start : start + _PIECE]


def read_data(path: Path, kind: str, limits: Limits = LARGEST, besides: Collection[str] = ()) -> HiddenData:
    """Read the hidden sheet of a workbook.

    Parameters
    ----------
    limits
        The most values that the workbook may have.
    besides
        The titles of further sheets to read.

    Raises
    ------
    UnreadableFile
        The file is damaged, of another kind, or written by a later version.
    """
    return data_in(read_workbook(path, only=(MAP_SHEET, *besides), limits=limits), kind)


def data_in(workbook: ReadWorkbook, kind: str) -> HiddenData:
    """Return the content of the hidden sheet of a workbook that was read.

    Raises
    ------
    UnreadableFile
        It is of another kind, was changed, or written by a later version.
    """
    path, rows = workbook.path, _rows(workbook)
    found = _head(rows, 0, "kind")
    if found != kind:
        raise UnreadableFile(f"{path.name} is not {WORKBOOKS[kind]} of sheetscore{_what_it_is(found)}", "other-kind")
    version = _head(rows, 1, "version")
    if version not in map(str, range(1, VERSIONS[kind] + 1)):
        raise UnreadableFile(f"{path.name} was written by another version of sheetscore; install the newest one")
    try:
        lines = by_kind((_joined if int(version) <= _APART[kind] else _unpacked)(rows[2:]))
    except (ValueError, LookupError, RecursionError, msgspec.MsgspecError) as error:
        raise changed_data_error(path, kind) from error
    return HiddenData(workbook, int(version), lines)


def by_kind(lines: Iterable[DataLine]) -> LinesByKind:
    """Return lines sorted by their kinds, which are left out."""
    found: dict[str, list[DataLine]] = defaultdict(list)
    for kind, *texts in lines:
        found[kind].append(tuple(texts))
    return found


def changed_data_error(path: Path, kind: str) -> UnreadableFile:
    """Return the error for hidden data that were changed or are not complete."""
    return UnreadableFile(f"the hidden data of {path.name} were changed or are not complete; {_ADVICE[kind]}")


def _rows(workbook: ReadWorkbook) -> list[DataLine]:
    sheet = workbook.sheets.get(MAP_SHEET)
    rows: dict[int, dict[int, str]] = defaultdict(dict)
    for (row, column), cell in (sheet.cells if sheet else {}).items():
        rows[row][column] = "" if cell.value is None else str(cell.value)
    return [tuple(cells.get(at, "") for at in range(max(cells) + 1)) for _, cells in sorted(rows.items())]


def _head(rows: Sequence[DataLine], row: int, name: str) -> str:
    """Return the text of one of the two first lines, by its number and its name; "" if that line is not there."""
    return rows[row][1] if len(rows) > row and rows[row][0] == name and len(rows[row]) > 1 else ""


def _unpacked(rows: Iterable[DataLine]) -> Iterator[DataLine]:
    """Parse the text made by :func:`_cut`.

    Raises
    ------
    MsgspecError
        The text is of another form.
    """
    packed: list[tuple[str, list[str]]] = []
    for name, piece in rows:
        if name == _MORE:
            packed[-1][1].append(piece)
        else:
            packed.append((name, [piece]))
    for name, pieces in packed:
        yield name, *_TEXTS.decode(pieces[0] if len(pieces) == 1 else "".join(pieces))


def _joined(rows: Iterable[DataLine]) -> Iterator[DataLine]:
    """Join the lines of older versions: a line ``more`` gives the column of the cell above whose text it continues."""
    whole: list[str] = []
    for line in rows:
        if line[0] == _MORE:
            _, column, piece = line
            whole[int(column)] += piece
            continue
        if whole:
            yield tuple(whole)
        whole = list(line)
    if whole:
        yield tuple(whole)


def _what_it_is(found: str) -> str:
    """Return a clause on the other kind of the workbook; empty if it is unknown."""
    if found == "round":
        return ": it holds the score sheets of a round"
    return f": it is {WORKBOOKS[found]}" if found in WORKBOOKS else ""


_NUMBER = re.compile(r"-?[0-9]{1,40}(/[0-9]{1,40})?")
_TRUTHS = {"yes": True, "no": False}


def written(value: Plain) -> str:
    """Write a value; a blank becomes an empty text."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, tuple):
        return harmless([*map(written, value)])
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def exact(text: str) -> Exact:
    """Read a number, a text or a blank that :func:`written` wrote.

    Raises
    ------
    ValueError
        It is none of them.
    """
    if text.startswith('"'):
        return _unquoted(text)
    if not text:
        return None
    found = _NUMBER.fullmatch(text)
    if not found:
        raise ValueError(f"{text} is no number")
    if not found[1]:
        return int(text)
    numerator, _, denominator = text.partition("/")
    number = Fraction(int(numerator), int(denominator))
    return number.numerator if number.denominator == 1 else number


def _unquoted(text: str) -> str:
    """Read a text in quotes; only escaped characters need the reader of JSON, which takes four times as long."""
    inner = text[1:-1]
    if text.endswith('"', 1) and inner.isprintable() and '"' not in inner and "\\" not in inner:
        return inner
    return str(json.loads(text))


def plain(text: str) -> Plain:
    """Read a value that :func:`written` wrote: a truth value, one that :func:`exact` reads, or several of the latter.

    Raises
    ------
    ValueError
        It is none of them.
    """
    if text in _TRUTHS:
        return _TRUTHS[text]
    return tuple(map(exact, json.loads(text))) if text.startswith("[") else exact(text)


def word(text: str) -> str:
    """Read a text that :func:`written` wrote."""
    return str(exact(text))


def written_pairs(values: Mapping[str, Plain]) -> str:
    """Return values with their keys as a single text, which is empty without values."""
    return harmless({key: written(value) for key, value in values.items()}) if values else ""


def plain_pairs(text: str) -> dict[str, Plain]:
    """Read what :func:`written_pairs` wrote."""
    return {key: plain(value) for key, value in json.loads(text).items()} if text else {}


def written_tree(value: object) -> object:
    """Return lists and maps with each value as the text that :func:`written` gives, ready for :func:`harmless`."""
    if isinstance(value, Mapping):
        return {key: written_tree(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [*map(written_tree, value)]
    return written(cast("Plain", value))


def plain_tree(value: object) -> object:
    """Read what :func:`written_tree` returned; tuples have become lists."""
    if isinstance(value, dict):
        return {key: plain_tree(one) for key, one in value.items()}
    return [*map(plain_tree, value)] if isinstance(value, list) else plain(str(value))


def harmless(value: object) -> str:
    """Write JSON without ``_x``, since spreadsheets read _x0041_ as the letter A."""
    return json.dumps(value, ensure_ascii=False).replace("_x", "_\\u0078")
