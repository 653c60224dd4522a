"""The codes of pages as QR codes: printed by LibreOffice, found by a reader of another make, of one size everywhere."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
import zxingcpp
from amps_event import amps_event, drawn
from filled_rounds import filled
from libreoffice import recalculate, to_pdf
from msgspec import Struct
from msgspec.structs import replace
from printed_pages import words
from registered import EXAMPLES, system_of
from round_contexts import blank_round

from sheetscore.event.load import load_event
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.headings import GRIDS
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_places import paper_of, print_set_ups, unprintable
from sheetscore.sheets.pages import ROOM, SCALE, heading, with_second_code
from sheetscore.sheets.qr_codes import put_qr, qr_picture, qr_room
from sheetscore.sheets.round_workbook import layouts, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.paper import PAPER_SIZES, set_up_pages

DPI = 150
CODE = re.compile(r"R\d\d-T\d{3}-[A-Z]\d+(\.\d+)?-\w{4}")
MODULES, WITH_WHITE = 21, 29
"""Of the smallest QR code, without and with the white around it."""


class Found(Struct):
    """A QR code on a page: what it says, and how large it is in millimetres with the white around it."""

    text: str
    width: float
    height: float


def found_on(pdf: Path) -> Iterator[list[Found]]:
    """Yield what a reader of QR codes finds on every page of a PDF."""
    for number in range(1, len(words(pdf)) + 1):
        command = ["pdftoppm", "-gray", "-r", str(DPI), "-f", str(number), "-l", str(number), str(pdf)]
        made = subprocess.run(command, check=True, capture_output=True).stdout
        width, height = map(int, made.split(b"\n", 2)[1].split())
        dots = np.frombuffer(made[-width * height :], np.uint8).reshape(height, width)
        codes = zxingcpp.read_barcodes(dots, formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCodeModel2]))
        yield [_measured(code) for code in codes]


def _measured(code: zxingcpp.Barcode) -> Found:
    place = code.position
    wide = (place.top_right.x - place.top_left.x + place.bottom_right.x - place.bottom_left.x) / 2
    high = (place.bottom_left.y - place.top_left.y + place.bottom_right.y - place.top_right.y) / 2
    return Found(code.text, *(dots / DPI * 25.4 * WITH_WHITE / MODULES for dots in (wide, high)))


def assert_of_the_size(codes: Sequence[Found]) -> None:
    for code in codes:
        assert 15.5 <= code.width <= 17.5, code
        assert 15.5 <= code.height <= 17.5, code
        assert 0.92 <= code.width / code.height <= 1.08, code


def first_tables(example: str, paper: str, folder: Path) -> Path:
    """Write the sheets of the first table of an example's first stage on a paper."""
    system = system_of(example)
    event = load_event(system.example(example) / "event.toml")
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    round_ = RoundContext(event, event.stages[0], library=system.library())
    made = system.forms(replace(round_, draw=system.draw(round_)))
    forms = replace(made, tables=made.tables[:1], live=None)
    path = folder / f"{example}-{paper}.xlsx"
    write_round(path, event, forms, {key: value for key, value in made.filled.items() if key in forms.fields})
    return path


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("sheets")
    written = [
        first_tables(example, paper, folder)
        for example in EXAMPLES
        for paper in PAPER_SIZES
        if example != "first-throws"
    ]
    return to_pdf(written, folder / "pdf")


def test_each_page_that_comes_back_has_its_code_twice_on_both_papers(printed: list[Path]) -> None:
    seen = 0
    for pdf in printed:
        for number, (page, codes) in enumerate(zip(words(pdf), found_on(pdf), strict=True), start=1):
            said = [word.text for word in page if CODE.fullmatch(word.text)]
            if "T000" in "".join(said):
                continue  # a list of all tables is typed in
            # a slip that is cut apart has its code once
            expected = [code for code in said for _ in range(1 if code.split("-")[2][0] in "SB" else 2)]
            assert Counter(code.text for code in codes) == Counter(expected), (pdf.name, number)
            assert_of_the_size(codes)
            seen += len(said)
    assert seen > 100


def test_it_is_as_large_on_paper_at_every_print_scale(tmp_path: Path) -> None:
    scales = [*range(55, 101, 5)]
    book = Book(tmp_path / "scales.xlsx", "scales")
    for scale in scales:
        sheet = book.sheet(f"at {scale}")
        widening = max(1, 0.94 * PAPER_SIZES["a4"].usable[0] * 100 / scale / sum(GRIDS["portrait"].widths))
        sheet.widths([int(width * widening) for width in GRIDS["portrait"].widths])
        sheet.text(0, 0, "here")
        for row, height in enumerate((26, 36, 60)):
            sheet.height(row, height)
        put_qr(sheet, 0, GRIDS["portrait"].qr_column, f"R{scale % 100:02}-T001-P1-9F3K", scale)
        set_up_pages(sheet.raw, PAPER_SIZES["a4"], GRIDS["portrait"].columns - 1, [3], scale)
    book.close()
    (pdf,) = to_pdf([tmp_path / "scales.xlsx"], tmp_path / "pdf")
    codes = [code for page in found_on(pdf) for code in page]
    assert [code.text for code in codes] == [f"R{scale % 100:02}-T001-P1-9F3K" for scale in scales]
    assert_of_the_size(codes)


def test_pages_that_are_printed_smaller_have_rows_high_enough_for_it() -> None:
    event = amps_event()
    _, forms = drawn(event)
    laid_out = [*layouts(forms).values()]
    tall = max(laid_out, key=lambda one: one.height)
    tall.heights[tall.lines[0]] += int(ROOM["portrait"] * 0.4)
    scale = print_set_ups(event, laid_out)["portrait"].scale
    assert 55 <= scale < 75
    for one in laid_out:
        assert len(one.qr_rooms) == 2 * len(one.sheets)
        assert min(one.height_of(room.rows) for room in one.qr_rooms) >= qr_room(scale) > qr_room(SCALE)
        assert one.height <= paper_of(event, "portrait").usable[1] * 100 / scale


def test_codes_survive_libreoffice_and_equal_rounds_give_equal_bytes(tmp_path: Path) -> None:
    event = amps_event(players=8)
    draw, forms = drawn(event)
    entries = drawn_pilots(draw) | dict(filled(forms, 3, 0.5))
    write_round(tmp_path / "round1.xlsx", event, forms, entries)
    write_round(tmp_path / "again.xlsx", event, forms, entries)
    assert (tmp_path / "round1.xlsx").read_bytes() == (tmp_path / "again.xlsx").read_bytes()
    (saved,) = recalculate([tmp_path / "round1.xlsx"], tmp_path / "out")
    count = sum(len(one.qr_rooms) for table in forms.tables for page in table.pages
                for one in [layouts(forms)[id(page.form)]])  # fmt: skip
    for path in (tmp_path / "round1.xlsx", saved):
        with ZipFile(path) as archive:
            names = archive.namelist()
            drawings = b"".join(
                archive.read(name) for name in names if re.fullmatch(r"xl/drawings/drawing\d+.xml", name)
            )
        assert drawings.count(b":pic>") // 2 == count == 24
        assert sum(name.startswith("xl/media/") for name in names) == count // 2, "one picture a page"
        assert read_round(path, AMPS, blank_round(event, forms, draw)).entered.entries == entries


def test_the_longest_code_fits_and_is_read() -> None:
    picture = qr_picture("R99-T999-P99.99-ZZZZ")
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 400


def high_page(height: int) -> PageLayout:
    """Lay out a page of its own as a plug-in may: a heading, and a box from edge to edge."""
    _, forms = drawn(amps_event(players=8))
    page = PageLayout(forms.tables[0].pages[0].form, scale=SCALE)
    heading(page)
    page.put(page.add_row(height), 0, page.grid.columns, "by hand", text="to the edge")
    return with_second_code(page)


def test_a_page_without_a_foot_has_its_second_code_below_and_one_without_room_for_it_is_refused() -> None:
    event = amps_event(players=8)
    short, high = high_page(600), high_page(ROOM["portrait"] - 100)
    assert [(room.rows, room.at_foot) for room in short.qr_rooms] == [(range(3), False), (range(4, 5), True)]
    assert not unprintable(event, drawn(event)[1], {1: short})
    (refused,) = unprintable(event, drawn(event)[1], {1: high})
    assert "sheet 1 of the page" in refused.message
    assert (
        "has no room for its QR code, which stands in its heading and at the right edge of its foot" in refused.message
    )
