"""Saves and edits workbooks in an open LibreOffice as a person there does; run by the Python that has its bridge.

    /usr/bin/python3 libreoffice_bridge.py PIPE

Each line on standard input is a job: ``{"source": ..., "target": ..., "steps": [["rename", "Table 1", "Ann"], ...]}``.
Without steps a workbook is saved as it is; to a target that ends in ``.json`` go the values of its cells and nothing
else. The first line that is printed is ``ready``; each job is answered with one: empty, or what went wrong. At the end
of the input LibreOffice is told to go.

LibreOffice loads this file, too, and does the jobs in its own process: to ask it for one thing from outside takes
half a millisecond, and a job asks for hundreds.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import uno  # type: ignore[import-not-found]  # lives beside the system's Python only
import unohelper  # type: ignore[import-not-found]
from com.sun.star.task import XJob  # type: ignore[import-not-found]

FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8", ".pdf": "calc_pdf_Export"}
VALUES = ".json"
WORKER = "sheetscore.tests.Worker"
"""What LibreOffice calls :class:`Worker`."""

ERRORS = 4
"""What formulas may come to (com.sun.star.sheet.FormulaResult)."""

VALUES_NOT_FORMULAS = 1
"""What is searched (com.sun.star.util.SearchDescriptor)."""

ALL_CONTENTS = 1 | 2 | 4 | 16
"""Numbers, dates, texts and formulas (com.sun.star.sheet.CellFlags); notes and formats stay."""


class Person:
    """Somebody at a spreadsheet; rows and columns count from 0, areas are in letters (``B2:C9``)."""

    def __init__(self, document: Any, dispatcher: Any) -> None:
        self.document = document
        self.dispatcher = dispatcher
        for sheet in (document.Sheets.getByIndex(index) for index in range(document.Sheets.Count)):
            sheet.unprotect("")

    def insert_rows(self, sheet: str, row: int, count: int) -> None:
        self._sheet(sheet).Rows.insertByIndex(row, count)

    def delete_rows(self, sheet: str, row: int, count: int) -> None:
        self._sheet(sheet).Rows.removeByIndex(row, count)

    def insert_columns(self, sheet: str, column: int, count: int) -> None:
        self._sheet(sheet).Columns.insertByIndex(column, count)

    def delete_columns(self, sheet: str, column: int, count: int) -> None:
        self._sheet(sheet).Columns.removeByIndex(column, count)

    def shift_right(self, sheet: str, area: str) -> None:
        # By the sheet: the same from its menu now and then brings LibreOffice down where it has no screen.
        cells = self._sheet(sheet).getCellRangeByName(area).RangeAddress
        self._sheet(sheet).insertCells(cells, uno.Enum("com.sun.star.sheet.CellInsertMode", "RIGHT"))

    def rename(self, sheet: str, title: str) -> None:
        self._sheet(sheet).Name = title

    def move_sheet(self, sheet: str, position: int) -> None:
        self.document.Sheets.moveByName(sheet, position)

    def copy_sheet(self, sheet: str, title: str, position: int) -> None:
        self.document.Sheets.copyByName(sheet, title, position)

    def delete_sheet(self, sheet: str) -> None:
        self.document.Sheets.removeByName(sheet)

    def delete_names(self) -> None:
        names = self.document.NamedRanges
        for name in names.ElementNames:
            names.removeByName(name)

    def cut(self, sheet: str, area: str, to_sheet: str, to_cell: str) -> None:
        source, target = self._carried(sheet, area, to_sheet, to_cell)
        self._sheet(sheet).moveRange(target, source)

    def copy(self, sheet: str, area: str, to_sheet: str, to_cell: str) -> None:
        source, target = self._carried(sheet, area, to_sheet, to_cell)
        self._sheet(sheet).copyRange(target, source)

    def type(self, sheet: str, cell: str, value: str | float) -> None:
        target = self._sheet(sheet).getCellRangeByName(cell)
        if isinstance(value, str):
            target.setFormula(value)
        else:
            target.setValue(value)

    def clear(self, sheet: str, area: str) -> None:
        self._sheet(sheet).getCellRangeByName(area).clearContents(ALL_CONTENTS)

    def sort(self, sheet: str, area: str, column: int) -> None:
        """Sort rows by a column, the highest first."""
        by = uno.createUnoStruct("com.sun.star.table.TableSortField")
        by.Field, by.IsAscending = column, False
        order = uno.Any("[]com.sun.star.table.TableSortField", (by,))
        options = properties(IsSortColumns=False, ContainsHeader=False, BindFormatsToContent=False, SortFields=order)
        self._sheet(sheet).getCellRangeByName(area).sort(options)

    def _sheet(self, title: str) -> Any:
        return self.document.Sheets.getByName(title)

    def _select(self, sheet: str, area: str) -> None:
        self.document.CurrentController.setActiveSheet(self._sheet(sheet))
        self.document.CurrentController.select(self._sheet(sheet).getCellRangeByName(area))

    def _do(self, command: str, **options: Any) -> None:
        frame = self.document.CurrentController.Frame
        self.dispatcher.executeDispatch(frame, f".uno:{command}", "", 0, properties(**options))

    def _carried(self, sheet: str, area: str, to_sheet: str, to_cell: str) -> tuple[Any, Any]:
        """Give addresses for cutting and pasting without the clipboard, which must not outlive its document.

        Merged cells that are pasted over are split first, as pasting does by itself.
        """
        source = self._sheet(sheet).getCellRangeByName(area).RangeAddress
        target = self._sheet(to_sheet).getCellRangeByName(to_cell).CellAddress
        rows, columns = source.EndRow - source.StartRow, source.EndColumn - source.StartColumn
        over = (target.Column, target.Row, target.Column + columns, target.Row + rows)
        self._sheet(to_sheet).getCellRangeByPosition(*over).merge(False)
        return source, target


def properties(**options: Any) -> tuple[Any, ...]:
    """Give options as LibreOffice takes them."""
    made = []
    for name, value in options.items():
        option = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
        option.Name, option.Value = name, value
        made.append(option)
    return tuple(made)


def connected(pipe: str, seconds: int = 60) -> Any:
    """Wait for LibreOffice to listen, and give its component context."""
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    until = time.monotonic() + seconds
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except uno.getClass("com.sun.star.connection.NoConnectException"):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def work(job: dict[str, Any], desktop: Any, dispatcher: Any) -> None:
    """Load a workbook, make the edits, save it."""
    source, target = (Path(job[name]) for name in ("source", "target"))
    document = desktop.loadComponentFromURL(source.as_uri(), "_blank", 0, properties(Hidden=True))
    try:
        if "steps" in job:
            person = Person(document, dispatcher)
            for step, *details in job["steps"]:
                getattr(person, step)(*details)
        if target.suffix == VALUES:
            target.write_text(json.dumps(values(document)), encoding="utf-8")
        else:
            document.storeToURL(target.as_uri(), properties(FilterName=FILTERS[target.suffix]))
    finally:
        document.close(True)


def values(document: Any) -> dict[str, list[tuple[int, int, object]]]:
    """Give row, column and value of every cell that is not empty, by sheet; errors stand in a list of their own."""
    return {sheet.Name: values_on(sheet) for sheet in map(document.Sheets.getByIndex, range(document.Sheets.Count))}


def values_on(sheet: Any) -> list[tuple[int, int, object]]:
    """Give what :func:`values` does, of one sheet."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    used = sheet.getCellRangeByPosition(0, 0, cursor.RangeAddress.EndColumn, cursor.RangeAddress.EndRow)
    data = used.getDataArray()
    found = {
        (row, column): value
        for row, cells in enumerate(data)
        for column, value in enumerate(cells)
        if value not in {None, ""}
    }
    for at in places(used.findAll(shown_truths(sheet))):
        if at in found and not isinstance(found[at], str):  # a truth is a number that looks otherwise
            found[at] = bool(found[at])
    for row, column in places(used.queryFormulaCells(ERRORS)):
        found[row, column] = [sheet.getCellByPosition(column, row).String]
    return [(*at, value) for at, value in found.items()]


def shown_truths(sheet: Any) -> Any:
    """Describe cells that show a truth."""
    search = sheet.createSearchDescriptor()
    search.SearchString, search.SearchType = "^(TRUE|FALSE)$", VALUES_NOT_FORMULAS
    search.SearchRegularExpression = search.SearchCaseSensitive = True
    return search


def places(areas: Any) -> Iterator[tuple[int, int]]:
    """Go through the cells of areas, of which there may be none."""
    for area in areas.RangeAddresses if areas else ():
        rows, columns = range(area.StartRow, area.EndRow + 1), range(area.StartColumn, area.EndColumn + 1)
        yield from itertools.product(rows, columns)


class Worker(unohelper.Base, XJob):  # type: ignore[misc]
    """Does jobs where it was made."""

    def __init__(self, context: Any) -> None:
        self.desktop, self.dispatcher = (
            context.ServiceManager.createInstanceWithContext(f"com.sun.star.frame.{name}", context)
            for name in ("Desktop", "DispatchHelper")
        )

    def execute(self, job: Any) -> None:
        """Do a job, the only value that there is."""
        work(json.loads(job[0].Value), self.desktop, self.dispatcher)


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 -- LibreOffice looks for it by this name
g_ImplementationHelper.addImplementation(Worker, WORKER, ())


def worker_inside(context: Any) -> Any:
    """Have LibreOffice load this file, and make a worker there."""
    loader = context.ServiceManager.createInstanceWithContext("com.sun.star.loader.Python", context)
    return loader.activate(WORKER, "", Path(__file__).resolve().as_uri(), None).createInstanceWithContext(context)


def main(pipe: str) -> None:
    """Answer jobs until there are no more."""
    context = connected(pipe)
    worker = worker_inside(context)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    print("ready", flush=True)
    for line in sys.stdin:
        print(done(worker, line), flush=True)
    with suppress(Exception):  # it may be gone
        desktop.terminate()


def done(worker: Any, job: str) -> str:
    """Have a job done, and answer: nothing, or what went wrong there, or that nobody is there any more."""
    value = uno.createUnoStruct("com.sun.star.beans.NamedValue")
    value.Value = job
    try:
        worker.execute((value,))
    except Exception as error:
        return repr(error).replace("\n", " ")
    return ""


if __name__ == "__main__":
    main(sys.argv[1])
