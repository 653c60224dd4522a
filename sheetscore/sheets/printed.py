"""Where a page's boxes and ruled lines come out on paper, so that they are found again in a picture of it.

The places are those of LibreOffice, with which the command `print` prints: the widths of columns follow from its digits
of the default font, the page is centred between the margins. Other programs make columns a few percent narrower; the
search in pictures allows for that.

All positions are in hundredths of a millimetre from the upper left corner of the paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.qr_codes import dark_modules
from sheetscore.sheets.styles import STYLES, UNRULED
from sheetscore.workbooks.paper import MARGIN, Paper

HUNDREDTHS = 2540
"""How many hundredths of a millimetre an inch has."""

_DIGIT = 111
"""The width of a digit of 10 points in LibreOffice, in twips: it sizes columns in digits. We count 7 pixels a digit."""

_TWIP = HUNDREDTHS / 1440
"""The length of a twip, of which an inch has 1,440."""

_PIXEL = HUNDREDTHS / 96
"""The height of a row's pixel."""

_PICTURES_WIDENED = _DIGIT / 7 / 15
"""The factor by which LibreOffice widens pictures, as it does the columns behind them: a pixel is 15 twips."""

_SHIFT = -4, -2.5
"""How far LibreOffice shifts the page, to the left and up, from where margins and centring put it."""

_POINTS = {1: 0.75, 2: 1.75, 3: 0.75, 5: 2.5}
"""The thickness of border lines in points, by XlsxWriter's number of the border."""

_SIDES = ("left", "top", "right", "bottom")


class GridCell(Struct, frozen=True):
    """A cell or merged rectangle on the grid of its sheet, with its style."""

    row: int
    column: int
    last_row: int
    last_column: int
    style: str
    box: str = ""
    """The id of the field that players write here; empty if it is no box."""
    full: bool = False
    """Whether something is printed in it that is no value of that field, such as squares to tick."""


class GridCode(Struct, frozen=True):
    """A QR code of a sheet, as :func:`sheetscore.sheets.qr_codes.put_qr` puts it."""

    row: int
    column: int
    end: int


class PrintedBox(Struct, frozen=True, array_like=True):
    """A box to write in, from line to line."""

    field: str
    left: int
    top: int
    width: int
    height: int
    middle: bool = True
    """Whether what is printed in it is centred, not at its left."""
    has_printed_marks: bool = False
    """Whether something is printed in it that looks like writing on a scan, such as squares to tick."""


class PrintedLine(Struct, frozen=True, array_like=True):
    """A ruled line, straight across or straight down, by its middle; ``thick`` is how thick it is."""

    left: int
    top: int
    right: int
    bottom: int
    thick: int


class PrintedTint(Struct, frozen=True, array_like=True):
    """A rectangle that is printed grey; ``light`` is its lightness from 0, black, to 255."""

    left: int
    top: int
    width: int
    height: int
    light: int


class PrintedCode(Struct, frozen=True, array_like=True):
    """The dark modules of a QR code."""

    left: int
    top: int
    right: int
    bottom: int


class PrintedPaper(Struct, frozen=True, array_like=True):
    """What is printed on a sheet of paper, without its texts: the same for all who have this page."""

    width: int
    height: int
    boxes: tuple[PrintedBox, ...]
    lines: tuple[PrintedLine, ...]
    tints: tuple[PrintedTint, ...]
    codes: tuple[PrintedCode, ...]
    scale: float
    """The scale at which it is printed; 1 is full size."""


class OnGrid(Struct, frozen=True):
    """The part of a worksheet that comes out on a sheet of paper: its columns and rows in pixels, and the scale."""

    paper: Paper
    scale: int
    """The print scale in percent."""
    widths: Sequence[int]
    """The widths of the printed columns, from the first on."""
    heights: Sequence[int]
    """The heights of the rows on this sheet of paper."""
    first_row: int = 0
    """The row of the worksheet that is the first on this sheet of paper."""

    @property
    def across(self) -> list[float]:
        """The left edges of the columns, and the right edge of the last."""
        # Files have widths in 256ths of a digit. LibreOffice rounds widths and heights to hundredths of a millimetre
        # before it scales them.
        ends = [*accumulate((int(round(int(one / 7 * 256) / 256 * _DIGIT) * _TWIP) for one in self.widths), initial=0)]
        left = (self.paper.width * HUNDREDTHS - ends[-1] * self.scale / 100) / 2 + _SHIFT[0]
        return [left + one * self.scale / 100 for one in ends]

    @property
    def down(self) -> list[float]:
        """The upper edges of the rows, and the lower edge of the last."""
        ends = accumulate((int(one * _PIXEL) for one in self.heights), initial=0)
        return [MARGIN * HUNDREDTHS + _SHIFT[1] + one * self.scale / 100 for one in ends]


def printed_pages(layout: PageLayout, paper: Paper, scale: int, widths: Sequence[int]) -> list[PrintedPaper]:
    """Return the printed boxes, lines and codes of each sheet of paper of a page.

    Parameters
    ----------
    scale
        The print scale in percent.
    widths
        The widths of its columns in the worksheet, in pixels.
    """
    widths = widths[: layout.printed]
    cells = [GridCell(one.row, one.column, one.last_row, one.last_column, one.style, one.box) for one in layout.cells]
    cells += [
        GridCell(one.row, one.column, one.row, one.last_column, UNRULED, one.box, full=True) for one in layout.ticked
    ]
    return [
        printed_paper(
            OnGrid(paper, scale, widths, layout.heights[rows.start : rows.stop], rows.start),
            [one for one in cells if one.row in rows and one.last_column < len(widths)],
            [
                GridCode(room.rows.start, room.columns.start, layout.height_of(room.rows) if room.at_foot else 0)
                for room in layout.qr_rooms
                if room.rows.start in rows
            ],
        )
        for rows in layout.sheets
    ]


def printed_paper(grid: OnGrid, cells: Iterable[GridCell], codes: Iterable[GridCode]) -> PrintedPaper:
    """Return the printed boxes and lines of the cells on a sheet of paper, with its QR codes."""
    across, down = grid.across, grid.down
    boxes, tints = [], []
    ruled: dict[tuple[bool, int, int], list[tuple[int, int]]] = defaultdict(list)
    for cell in cells:
        left, right = round(across[cell.column]), round(across[cell.last_column + 1])
        top, bottom = (round(down[row - grid.first_row]) for row in (cell.row, cell.last_row + 1))
        style = STYLES[cell.style]
        if cell.box:
            middle = style.get("align") == "center"
            boxes.append(PrintedBox(cell.box, left, top, right - left, bottom - top, middle, cell.full))
        if light := _lightness(style.get("bg_color", "#FFFFFF")):
            tints.append(PrintedTint(left, top, right - left, bottom - top, light))
        edges = {"left": (left, top, bottom), "right": (right, top, bottom), "top": (top, left, right)}
        edges["bottom"] = (bottom, left, right)
        for side, border in _borders(style):
            at, start, end = edges[side]
            ruled[side in {"top", "bottom"}, at, border].append((start, end))
    lines = tuple(_lines(ruled, grid.scale))
    printed_codes, inch = tuple(_printed_code(grid, one) for one in codes), HUNDREDTHS
    return PrintedPaper(
        round(grid.paper.width * inch),
        round(grid.paper.height * inch),
        tuple(boxes),
        lines,
        tuple(tints),
        printed_codes,
        grid.scale / 100,
    )


_AROUND = 500
"""The white space at each side of a slip that was cut out of its sheet of paper."""


def cut_apart(printed: PrintedPaper) -> PrintedPaper:
    """Return what is printed on a slip once it is cut out of its sheet of paper."""
    left, right = (pick(edge for one in printed.lines for edge in (one.left, one.right)) for pick in (min, max))
    top, bottom = (pick(edge for one in printed.lines for edge in (one.top, one.bottom)) for pick in (min, max))
    top = min(top, *(one.top for one in printed.codes))
    right = max(right, *(one.right for one in printed.codes))
    x, y = left - _AROUND, top - _AROUND

    return PrintedPaper(
        right - left + 2 * _AROUND,
        bottom - top + 2 * _AROUND,
        tuple(replace(one, left=one.left - x, top=one.top - y) for one in printed.boxes),
        tuple(
            PrintedLine(one.left - x, one.top - y, one.right - x, one.bottom - y, one.thick) for one in printed.lines
        ),
        tuple(replace(one, left=one.left - x, top=one.top - y) for one in printed.tints),
        tuple(PrintedCode(one.left - x, one.top - y, one.right - x, one.bottom - y) for one in printed.codes),
        printed.scale,
    )


def _printed_code(grid: OnGrid, code: GridCode) -> PrintedCode:
    left, top, right, bottom = dark_modules(grid.scale, code.end)
    x, y = grid.across[code.column], grid.down[code.row - grid.first_row]
    across, down = _PICTURES_WIDENED * _PIXEL * grid.scale / 100, _PIXEL * grid.scale / 100
    return PrintedCode(*map(round, (x + left * across, y + top * down, x + right * across, y + bottom * down)))


def _borders(style: Mapping[str, object]) -> Iterator[tuple[str, int]]:
    for side in _SIDES:
        border = style.get(side, style.get("border", 0))
        if isinstance(border, int) and border:
            yield side, border


def _lightness(colour: object) -> int:
    """Return the lightness of a colour, from 0 to 254; 0 for white, too, which is no tint."""
    red, green, blue = (int(str(colour)[at : at + 2], 16) for at in (1, 3, 5))
    light = (red + green + blue) // 3
    return 0 if light == 255 else light


def _lines(ruled: Mapping[tuple[bool, int, int], Sequence[tuple[int, int]]], scale: int) -> Iterator[PrintedLine]:
    """Yield the ruled lines; the borders of neighbouring cells are joined into one line."""
    for (is_across, at, border), pieces in sorted(ruled.items()):
        thick = round(_POINTS[border] / 72 * HUNDREDTHS * scale / 100)
        for start, end in _joined(pieces):
            yield PrintedLine(start, at, end, at, thick) if is_across else PrintedLine(at, start, at, end, thick)


def _joined(pieces: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield pieces of a line, those that touch or overlap joined into one."""
    started: tuple[int, int] | None = None
    for start, end in sorted(pieces):
        if started and start <= started[1]:
            started = started[0], max(started[1], end)
            continue
        if started:
            yield started
        started = start, end
    if started:
        yield started
