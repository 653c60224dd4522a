"""Pages that were laid out before are not laid out again: a command does so whenever it reads, writes or names a box.

Where the boxes of a page stand follows from its form, and for the page of a table from its seats; both never change.
A page that was laid out is changed in one thing alone: its rows are stretched to fill the paper.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from sheetscore.forms.form import Page, PageForm
from sheetscore.forms.round_forms import TableForms
from sheetscore.sheets import round_workbook
from sheetscore.sheets.layout import PageLayout

MOST_KEPT = 24
"""A round has some, and some events are played side by side."""


@contextmanager
def laid_out_once() -> Iterator[None]:
    """Let the program lay out equal forms once."""
    lay_out: Callable[[Page, TableForms], PageLayout] = vars(round_workbook)["_lay_out"]
    kept: deque[tuple[PageForm, Sequence[Page], PageLayout]] = deque(maxlen=MOST_KEPT)

    def once(page: Page, table: TableForms) -> PageLayout:
        seats = () if page.seat else table.seats
        for form, before, layout in kept:
            if form == page.form and before == seats:
                return _own(layout, page.form)
        layout = lay_out(page, table)
        kept.appendleft((page.form, seats, _own(layout, page.form)))
        return layout

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(round_workbook, "_lay_out", once)
        yield


def _own(layout: PageLayout, form: PageForm) -> PageLayout:
    """Give a layout with row heights of its own."""
    return replace(layout, form=form, heights=[*layout.heights])
