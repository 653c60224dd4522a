"""Pages that were laid out before are not laid out again, nor compiled: a command does that for its forms each time.

Where the boxes of a page are follows from its form and, on a table's own page, from the pages of its seats; its
formulas follow from where the boxes and the lists are. Forms count as equal only if they have the very same boxes,
which the program knows by their identity.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

from sheetscore.forms.evaluation import ListPlaces
from sheetscore.forms.form import CellKey, Page, PageForm
from sheetscore.forms.round_forms import TableForms
from sheetscore.sheets import round_workbook
from sheetscore.sheets.formulas import PageFormula
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import ROOM

MOST_KEPT = 12
"""Of each side: tables may have forms of their own, and some events are played side by side."""


class _Before(Struct, frozen=True):
    """A layout as it was made."""

    form: PageForm
    seats: Sequence[Page]
    layout: PageLayout


class _Compiled(Struct, frozen=True):
    """The formulas of a layout as they were compiled."""

    layout: PageLayout
    lists: ListPlaces
    formulas: Mapping[CellKey, PageFormula]


_COMPILED: dict[str, deque[_Compiled]] = defaultdict(lambda: deque(maxlen=MOST_KEPT))
"""What was compiled in this process, by the heading of the form."""

_KEPT: dict[tuple[str, str, float], deque[_Before]] = defaultdict(lambda: deque(maxlen=MOST_KEPT))
"""What was laid out in this process, by the heading and the side of the form, and by the room on a sheet of paper
(some tests change it)."""


@contextmanager
def laid_out_once() -> Iterator[None]:
    """Let the program lay out equal forms once; whoever asks gets a copy, whose rows may be made higher."""
    by_program, compile_page = round_workbook._lay_out, vars(round_workbook)["page_formulas"]

    def lay_out(page: Page, table: TableForms) -> PageLayout:
        seats = () if page.seat else table.seats
        kept = _KEPT[page.form.heading, page.form.side, ROOM["portrait"]]
        for before in kept:
            if _has_same_boxes(before.form, page.form) and before.form == page.form and before.seats == seats:
                laid_out = _copied(before.layout)
                return replace(laid_out, form=page.form) if laid_out.form is before.form else laid_out
        laid_out = by_program(page, table)
        kept.appendleft(_Before(page.form, seats, _copied(laid_out)))
        return laid_out

    def compiled(layout: PageLayout, lists: ListPlaces) -> Mapping[CellKey, PageFormula]:
        kept = _COMPILED[layout.form.heading]
        for before in kept:
            has_same = before.lists == lists and _has_same_boxes(before.layout.form, layout.form)
            if has_same and before.layout == layout:
                return before.formulas
        kept.appendleft(_Compiled(_copied(layout), lists, compile_page(layout, lists)))
        return kept[0].formulas

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(round_workbook, "_lay_out", lay_out)
        patched.setattr(round_workbook, "page_formulas", compiled)
        yield


def _has_same_boxes(form: PageForm, other: PageForm) -> bool:
    fields, others = ([(id(block.fields), id(block.shows)) for block in one.blocks] for one in (form, other))
    return fields == others


def _copied(layout: PageLayout) -> PageLayout:
    """Copy a layout with its lists; what is in them cannot change."""
    parts = {name: copy(part) for name, part in asdict(layout).items() if isinstance(part, list | dict)}
    return replace(layout, **parts)
