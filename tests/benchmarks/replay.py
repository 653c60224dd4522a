"""The calls that make a workbook, written down while they are made, and made again on XlsxWriter alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import xlsxwriter
from msgspec import Struct, field
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from sheetscore.workbooks import book as books

_THINGS = (Worksheet, Format, Chart)

WORKBOOK = 0
"""The number of the workbook among the things that calls are made on."""


class Call(Struct, frozen=True):
    """A call on a thing (the workbook, a sheet, a format, a chart), and the number of what it gives."""

    on: int
    method: str
    args: tuple[Any, ...]
    options: dict[str, Any]
    gives: int
    names_things: bool
    """Whether other things stand in the arguments: formats, charts."""


class Writing(Struct):
    """A workbook as it was written: how long that took from the first call to the last, and the calls."""

    name: str
    options: dict[str, Any]
    began: float
    took: float = 0
    calls: list[Call] = field(default_factory=list)
    things: int = 1

    def again(self, path: Path) -> float:
        """Make the calls on XlsxWriter alone; give the seconds of the processor."""
        start = time.process_time()
        things: dict[int, Any] = {WORKBOOK: xlsxwriter.Workbook(str(path), self.options)}
        for call in self.calls:
            args, options = call.args, call.options
            if call.names_things:
                args, options = _real(args, things), _real(options, things)
            things[call.gives] = getattr(things[call.on], call.method)(*args, **options)
        return time.process_time() - start


class _Stand(Struct, frozen=True):
    """What stands for a thing in the arguments of a call."""

    number: int


class _Noted:
    """A thing whose calls are written down; without a list of calls only the time is taken."""

    def __init__(self, writing: Writing, number: int, real: Any) -> None:
        self.__dict__.update(_writing=writing, _number=number, _real=real)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        if not callable(found) or isinstance(found, type):
            return found

        def called(*args: Any, **options: Any) -> Any:
            writing = self._writing
            given = found(*_unwrapped(args), **_unwrapped(options))
            number = writing.things
            writing.things += 1
            stands = _stands(args), _stands(options)
            writing.calls.append(Call(self._number, name, *stands, number, stands != (args, options)))
            return _Noted(writing, number, given) if isinstance(given, _THINGS) else given

        return called

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


def _mapped(value: Any, change: Any) -> Any:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_mapped(one, change) for one in value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in value]
    if isinstance(value, dict):
        return {key: _mapped(one, change) for key, one in value.items()}
    return change(value)


def _unwrapped(value: Any) -> Any:
    return _mapped(value, lambda one: one._real if isinstance(one, _Noted) else one)


def _stands(value: Any) -> Any:
    return _mapped(value, lambda one: _Stand(one._number) if isinstance(one, _Noted) else one)


def _real(value: Any, things: dict[int, Any]) -> Any:
    return _mapped(value, lambda one: things[one.number] if isinstance(one, _Stand) else one)


@contextmanager
def writings(*, noted: bool) -> Iterator[list[Writing]]:
    """Take the time of every workbook that is written meanwhile; with ``noted`` its calls instead."""
    found: list[Writing] = []
    init, close = books.Book.__init__, books.Book.close

    def begun(book: books.Book, path: Path, title: str, *limits: Any) -> None:
        writing = Writing(title, {}, time.process_time())
        found.append(writing)
        plain = xlsxwriter.Workbook

        def workbook(name: str, options: dict[str, Any]) -> Any:
            writing.options = options
            real = plain(name, options)
            return _Noted(writing, WORKBOOK, real) if noted else real

        with patch.object(xlsxwriter, "Workbook", workbook):
            init(book, path, title, *limits)

    def ended(book: books.Book) -> None:
        close(book)
        found[-1].took = time.process_time() - found[-1].began

    with patch.object(books.Book, "__init__", begun), patch.object(books.Book, "close", ended):
        yield found
