"""The list of seats on a table's own page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sheetscore.forms.form import Page, seat_key
from sheetscore.sheets.layout import PageLayout

_SEAT_HEIGHT = 24
"""Pixels of a line, in which nobody writes."""


class SeatTable(Struct, frozen=True):
    """The list of seats on a table's own page: a line for each, with figures that follow from their pages.

    Parameters
    ----------
    title, remark
        The band above it, which is parted at a column.
    columns
        Where each figure begins, the seat first.
    captions
        What stands above them, in their order.
    styles
        Of the figures that are no sums.
    """

    title: str
    remark: str
    parted: int
    columns: Mapping[str, int]
    captions: Sequence[str]
    styles: Mapping[str, str]

    def lay_out(self, page: PageLayout, seats: Sequence[Page]) -> None:
        """Put the seats of a table on its page."""
        across = page.grid.columns
        page.add_gap(page.measures.gap)
        row = page.add_row(page.measures.title)
        page.put(row, 0, self.parted, "band", text=self.title)
        page.put(row, self.parted, across - self.parted, "band rule", text=self.remark)
        row = page.add_row(page.measures.caption)
        ends = [*list(self.columns.values())[1:], across]
        for column, end, text in zip(self.columns.values(), ends, self.captions, strict=True):
            page.put(row, column, end - column, "caption", text=text)
        for index, seat in enumerate(seats):
            row = page.add_row(_SEAT_HEIGHT)
            page.put(row, 0, 1, "line number", text=index + 1)
            for (name, column), end in zip(self.columns.items(), ends, strict=True):
                content = {"text": seat.seat} if name == "seat" else {"key": seat_key(index, name)}
                page.put(row, column, end - column, self.styles.get(name, "sum"), **content)
