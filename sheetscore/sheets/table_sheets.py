"""Sheets made of tables, written with their print set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sheetscore.sheets.paper import SMALLEST_SCALE, Paper, fit_width, print_scale, set_up_pages
from sheetscore.workbooks.book import Book, BookError, Sheet
from sheetscore.workbooks.table_pages import TablePages, pages_of
from sheetscore.workbooks.table_sheets import TableSheet, places_of, write_table_sheet

if TYPE_CHECKING:
    from xlsxwriter.format import Format


def write_table_sheets(book: Book, plans: Sequence[TableSheet], paper: Paper, style: Callable[[str], Format]) -> None:
    """Write planned worksheets, each printed one page wide.

    Parameters
    ----------
    plans
        In the order of their tabs; their formulas may point at each other's tables.
    style
        Gives the format that goes by a name.

    Raises
    ------
    BookError
        A sheet could not get the title that formulas point at.
    """
    places = places_of(plans)
    for plan in plans:
        sheet = book.sheet(plan.title)
        if sheet.title != plan.title:
            raise BookError(f"formulas point at the sheet {plan.title}, which had to be called {sheet.title}")
        write_table_sheet(book, sheet, plan, places, style)
        if plan.hidden:
            continue  # LibreOffice prints a hidden sheet that has a print area
        pages = pages_of(plan)
        if pages:
            _keep_apart(sheet, plan, pages, paper)
        else:
            fit_width(sheet.raw, paper, landscape=plan.landscape, repeat=plan.repeated)
            sheet.raw.print_area(0, 0, plan.end - 1, plan.columns - 1)
        if plan.repeated is not None:
            sheet.raw.freeze_panes(plan.repeated + 1, 0)


def _keep_apart(sheet: Sheet, plan: TableSheet, pages: TablePages, paper: Paper) -> None:
    """Print every group of lines on a page of its own; one that would become too small to read goes on to a second."""
    scale = print_scale(paper, plan.width, pages.heights)
    if scale < SMALLEST_SCALE:
        scale = print_scale(paper, plan.width, [1])
    set_up_pages(sheet.raw, paper, plan.columns - 1, pages.ends, scale, repeat=plan.repeated)
