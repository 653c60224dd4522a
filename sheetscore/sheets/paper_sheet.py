"""The hidden sheet with the position of every box and text on a round's paper, so that a scan finds them.

It describes the paper as it was printed, and is copied unchanged when a command rewrites the workbook: typed values
may make rows higher, but the paper stays the same. When sheets are made again, the papers of the last printing that
differ are kept as well, and a scan recognises which printing a paper is from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.forms.form import Page, PageEntries
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Orientation
from sheetscore.forms.values import shown
from sheetscore.sheets.headings import page_code, table_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_places import PagesTogether, PrintSetUp
from sheetscore.sheets.printed import PrintedPaper, printed_pages
from sheetscore.sheets.styles import STYLES, fitting_whole
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position, ReadCell

PAPER_SHEET = "_paper"
"""The title of the hidden sheet."""

PAPER_VERSION = "1"
"""The version of the sheet; it goes up when programs that know this one would misread the sheet."""

_PIECE = 30_000
"""The most characters that are put into a cell."""

Lines = tuple[tuple[str, ...], ...]
"""The rows of the hidden sheet, as commands copy them from workbook to workbook."""


class PrintedText(Struct, frozen=True, array_like=True):
    """A text printed in a box, and its size in points on the sheet at 100 percent."""

    text: str
    points: float


Kind = Literal["paper", "slip", "spare", "spare slip", "before"]
"""``slip``: one of several cut out of a sheet; ``spare``: need not come back, since its seat is empty, its lines are
printed on demand, or another paper says the same; ``before``: from an earlier printing.
"""


_KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}


class PaperOfPage(Struct, frozen=True):
    """A sheet of paper of a round: its code, table and seat, and the texts printed in its boxes."""

    code: str
    table: int
    seat: str
    printed: PrintedPaper
    texts: Mapping[str, PrintedText]
    """The texts by the field id of the box."""
    kind: Kind = "paper"
    called: str = ""
    """The name of a paper that is no page, such as ``slip``; empty for pages."""

    @property
    def is_cut_out(self) -> bool:
        """Whether it is cut out of a sheet of paper, so that several may lie on one scan."""
        return self.kind in {"slip", "spare slip"}


_CALLED = "called"
"""The first cell of a row that names a paper: the paper's code and its name follow."""


def papers_of_round(
    event: Event,
    forms: RoundForms,
    sheets: Iterable[PagesTogether],
    layouts: Mapping[int, PageLayout],
    set_ups: Mapping[Orientation, PrintSetUp],
    entries: Mapping[tuple[int, str], PageEntries],
) -> Iterator[PaperOfPage]:
    """Yield the sheets of paper of a round's pages, in order, without lists of tables, which nobody writes on.

    Parameters
    ----------
    layouts
        The layout of each form, by ``id()`` of the form.
    entries
        The values printed in the boxes, by table and seat.
    """
    printed: dict[int, list[PrintedPaper]] = {}
    for together in sheets:
        number = together.table.number
        for page, _ in together.pages:
            layout = layouts[id(page.form)]
            if layout.list_row is not None:
                continue
            if id(layout) not in printed:
                set_up = set_ups[layout.form.orientation]
                printed[id(layout)] = printed_pages(layout, set_up.paper, set_up.scale, set_up.widths(layout))
            texts = _printed_texts(page, layout, entries[number, page.seat])
            for part, paper in enumerate(printed[id(layout)], start=1):
                spare = together.title != table_sheet(number) or part in layout.left_out
                on_paper = {box.field: texts[box.field] for box in paper.boxes if box.field in texts}
                code = page_code(event.key, forms.round, number, page.number, part)
                yield PaperOfPage(code, number, page.seat, paper, on_paper, "spare" if spare else "paper")


def _printed_texts(page: Page, layout: PageLayout, entries: PageEntries) -> dict[str, PrintedText]:
    found, boxes = {}, page.form.fields
    for cell in layout.cells:
        if cell.box in entries:
            text = str(shown(boxes[cell.box][2], entries[cell.box]))
            style = fitting_whole(cell.style, text, layout.room(cell))
            found[cell.box] = PrintedText(text, float(STYLES[style]["font_size"]))
    return found


def lines_of(papers: Iterable[PaperOfPage]) -> Lines:
    """Return the rows of the hidden sheet: the shapes (all that is printed on a paper), each once, then the papers."""
    shapes: dict[PrintedPaper, str] = {}
    rows: list[tuple[str, ...]] = []
    for one in papers:
        shape = shapes.setdefault(one.printed, str(len(shapes) + 1))
        texts = msgspec.json.encode(one.texts).decode() if one.texts else ""
        rows.append((one.kind, one.code, str(one.table), one.seat, shape, *cell_pieces(texts)))
        if one.called:
            rows.append((_CALLED, one.code, one.called))
    shape_rows = (
        ("shape", number, *cell_pieces(msgspec.json.encode(shape).decode())) for shape, number in shapes.items()
    )
    return (("version", PAPER_VERSION), *shape_rows, *rows)


def cell_pieces(text: str) -> list[str]:
    """Return a text in pieces that each fit into a cell."""
    return [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]


def papers_in(lines: Lines) -> list[PaperOfPage]:
    """Read the papers from the rows of the hidden sheet; none if their version is unknown."""
    if not lines or lines[0] != ("version", PAPER_VERSION):
        return []
    shapes: dict[str, PrintedPaper] = {}
    found: list[PaperOfPage] = []
    called = {cells[1]: cells[2] for cells in lines if cells[0] == _CALLED}
    for kind, *cells in lines[1:]:
        if kind == "shape":
            shapes[cells[0]] = msgspec.json.decode("".join(cells[1:]), type=PrintedPaper)
        elif kind in _KINDS:
            code, table, seat, shape, *pieces = cells
            texts = msgspec.json.decode("".join(pieces), type=dict[str, PrintedText]) if pieces else {}
            named = called.get(code, "")
            found.append(PaperOfPage(code, int(table), seat, shapes[shape], texts, _KINDS[kind], named))
    return found


def with_those_before(now: Sequence[PaperOfPage], before: Sequence[PaperOfPage]) -> list[PaperOfPage]:
    """Return the papers of sheets that are made again, and those of their last printing that differ.

    An unchanged paper may come from either printing. Texts that only one of the two printings had in its boxes are left
    out, so that handwriting is never mistaken for them.
    """
    printed = {(one.code, one.printed) for one in now}
    then = {(one.code, one.printed): one.texts for one in before if one.kind != "before"}
    same = [_in_both(one, then.get((one.code, one.printed), one.texts)) for one in now]
    others = (replace(one, kind="before", texts={}) for one in before if (one.code, one.printed) not in printed)
    return [*same, *{(one.code, one.printed): one for one in others}.values()]


def _in_both(now: PaperOfPage, then: Mapping[str, PrintedText]) -> PaperOfPage:
    return replace(now, texts={box: text for box, text in now.texts.items() if then.get(box) == text})


def write_paper_sheet(book: Book, lines: Lines) -> None:
    """Write the hidden sheet."""
    sheet = book.sheet(PAPER_SHEET)
    sheet.raw.hide()
    for row, cells in enumerate(lines):
        for column, text in enumerate(cells):
            sheet.text(row, column, text)


def paper_lines(workbook: ReadWorkbook) -> Lines:
    """Read the rows of the hidden sheet; none if it was lost or never written."""
    sheet = workbook.sheets.get(PAPER_SHEET)
    return tuple(_rows(sheet.cells)) if sheet else ()


def _rows(cells: Mapping[Position, ReadCell]) -> Iterator[tuple[str, ...]]:
    rows: dict[int, dict[int, str]] = {}
    for (row, column), cell in sorted(cells.items()):
        rows.setdefault(row, {})[column] = "" if cell.value is None else str(cell.value)
    for row in sorted(rows):
        yield tuple(rows[row].get(column, "") for column in range(max(rows[row]) + 1))
