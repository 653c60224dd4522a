"""The columns of a page: line numbers, then units; all pages of a worksheet have the same."""

from __future__ import annotations

from msgspec import Struct

from sheetscore.forms.template import HALF_UNITS, PAGE_UNITS, Orientation

NUMBERS_PIXELS = 26
"""How wide the column of line numbers is."""

CODE_COLUMN = 7
"""Where a page's printed code stands in its first row, as on an upright page; the third witness of the way back."""

UPRIGHT_COLUMNS = 1 + PAGE_UNITS["portrait"]


class Grid(Struct, frozen=True):
    """How a page is divided across.

    Parameters
    ----------
    orientation
        How its paper lies.
    unit_pixels
        How wide a unit is.
    fineness
        How many of its units are as wide as one of an upright page.
    """

    orientation: Orientation
    unit_pixels: int
    fineness: int

    @property
    def widths(self) -> tuple[int, ...]:
        """The columns in pixels."""
        return (NUMBERS_PIXELS, *[self.unit_pixels] * PAGE_UNITS[self.orientation])

    @property
    def columns(self) -> int:
        """How many there are."""
        return 1 + PAGE_UNITS[self.orientation]

    @property
    def halves(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """First column and number of columns of two blocks side by side."""
        left, right = HALF_UNITS[self.orientation]
        return (0, 1 + left), (1 + left, 1 + right)

    def across(self, column: int) -> int:
        """Return the column that begins as far across as one of an upright page."""
        return round(column * self.columns / UPRIGHT_COLUMNS)


GRIDS: dict[Orientation, Grid] = {"portrait": Grid("portrait", 54, 1), "landscape": Grid("landscape", 27, 2)}
"""A unit of an upright page is a box for a digit or two (14 mm)."""
