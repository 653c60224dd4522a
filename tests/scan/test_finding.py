"""Pages found in pictures: identified, placed, cut up; and what is refused, with what reason."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace as of_dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from distortions import DISTORTIONS
from libreoffice import recalculate, to_pdf
from measured import Figures, measured
from msgspec.structs import replace
from paper import SHARP, Picture
from pens import write
from pypdf import PdfReader, PdfWriter
from rounds_on_paper import RoundOnPaper, blank, blank_pages, made, opened, papers_of, saved

from sheetscore.forms.form import FieldKey
from sheetscore.operations.entries import fill
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import WrongUsage
from sheetscore.scan.boxes import PIXELS_PER_MM, UNITS_PER_MM, ink_of, written_in
from sheetscore.scan.placing import drawing_of
from sheetscore.sheets.paper_sheet import PAPER_SHEET, Lines, PaperOfPage, lines_of, with_those_before
from sheetscore.sheets.printed import PrintedBox, PrintedLine, PrintedPaper
from sheetscore.workbooks.reader import read_workbook

MM_TO_POINTS = 72 / 25.4


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> RoundOnPaper:
    return made(tmp_path_factory.mktemp("match"), "match")


@pytest.fixture(scope="module")
def pages(match: RoundOnPaper, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Picture, PaperOfPage]]:
    """Pages of four systems, upright and lying."""
    others = [made(tmp_path_factory.mktemp(name), name) for name in ("diplomacy", "airforce", "team-of-four")]
    return [page for one in (match, *others) for page in list(blank_pages(one))[1:3]]


def rectangle(box: PrintedBox) -> tuple[float, float, float, float]:
    return box.left / UNITS_PER_MM, box.top / UNITS_PER_MM, box.width / UNITS_PER_MM, box.height / UNITS_PER_MM


def called(match: RoundOnPaper, paper: PaperOfPage, box: PrintedBox) -> tuple[str, str]:
    """Give the seat and the name by which scripts know a box."""
    return match.forms.public[FieldKey(paper.table, paper.seat, box.field)][1:]


def seen(data: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return picture


def first_page(match: RoundOnPaper) -> tuple[Picture, PaperOfPage]:
    return next(blank_pages(match))


def refusal(match: RoundOnPaper, *files: Path) -> str:
    found = match.scan(*files)
    assert not found.pages
    (refused,) = found.refused
    return refused.why


# Where things stand on paper


def ruled(pdf: Path, number: int) -> tuple[list[float], list[float]]:
    """Give the heights of lines across and the places of lines down, in points from the upper left corner.

    As the PDF has them: poppler moves lines to whole points when it makes SVG of them.
    """
    page = PdfReader(pdf).pages[number]
    drawn = page.get_contents()
    assert drawn is not None
    text, high = drawn.get_data().decode("latin1"), float(page.mediabox.height)
    lines = [tuple(map(float, found)) for found in re.findall(r"([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l", text)]
    across = [high - y for _, y, _, to_y in lines if y == to_y]
    return across, [x for x, _, to_x, _ in lines if x == to_x]


@pytest.mark.parametrize("example", ["match", "airforce"])
def test_lines_are_printed_where_the_workbook_says(example: str, tmp_path: Path, match: RoundOnPaper) -> None:
    """On each page of a PDF by LibreOffice, within a fifth of a millimetre; upright and lying, on A4."""
    there = match if example == "match" else made(tmp_path / "event", example)
    (pdf,) = to_pdf([there.path], tmp_path / "pdf")
    papers = [one for one in there.papers.values() if one.kind == "paper"]
    for paper in papers[:2]:
        # the cover is the first page; after it pages come in their order
        across, down = ruled(pdf, papers.index(paper) + 1)
        printed = paper.printed.lines
        for ours, theirs in (
            ({one.top for one in printed if one.top == one.bottom}, across),
            ({one.left for one in printed if one.left == one.right}, down),
        ):
            assert len(ours) > 5
            far = [min(abs(at / UNITS_PER_MM - other / MM_TO_POINTS) for other in theirs) for at in ours]
            assert max(far) < 0.2


def test_what_is_printed_where_goes_through_libreoffice(match: RoundOnPaper, tmp_path: Path) -> None:
    (again,) = recalculate([match.path], tmp_path / "saved")
    assert papers_of(again) == papers_of(match.path)


# Through printer, scanner and telephone


@pytest.mark.parametrize("distortion", DISTORTIONS)
def test_pages_are_found_through_anything(distortion: str, pages: list[tuple[Picture, PaperOfPage]]) -> None:
    """A small version of the benchmark: two pages of each, by the figures of the whole."""
    found = measured(pages, distortion, 2, seed=sum(map(ord, distortion)))
    assert not found.lost
    assert not found.wrong
    hard = distortion in {"crumpled", "hard photo", "barrel to 5 %", "bent to 1.5 mm"}
    assert found.median <= 0.1
    assert found.most <= 0.5
    assert found.written_lost == 0
    assert found.empty_taken <= found.empty * (0.03 if hard else 0.005)


def test_the_benchmark_can_fail(pages: list[tuple[Picture, PaperOfPage]]) -> None:
    """A page whose lines stand elsewhere than is told is not placed."""
    (page, _), (_, other) = pages[0], pages[2]
    assert isinstance(found := measured([(page, other)], "scan", 1), Figures)
    assert found.wrong == 1


# What comes out


def test_a_page_is_straightened_and_cut_up(match: RoundOnPaper, tmp_path: Path) -> None:
    page, paper = first_page(match)
    free = [box for box in paper.printed.boxes if box.field not in paper.texts and not box.has_printed_marks]
    write(page, rectangle(free[3]), "digits", np.random.default_rng(1), grey=40, sharp=SHARP)
    found = match.scan(saved(np.rot90(page), tmp_path / "turned.png"))
    (one,) = found.pages
    assert (one.code, one.table, one.source) == (paper.code, 1, ("turned.png", 1))
    picture = seen(one.picture)
    assert picture.shape[::-1] == one.size == (840, 1188)
    ticked = [
        called(match, paper, box) for box in paper.printed.boxes if box.has_printed_marks
    ]  # a person looks whether they are
    written = [(box.seat, box.field) for box in one.boxes if box.is_written_on]
    assert sorted(written) == sorted([called(match, paper, free[3]), *ticked])
    assert {(box.seat, box.field) for box in one.boxes} == {called(match, paper, box) for box in paper.printed.boxes}
    box = next(box for box in one.boxes if (box.seat, box.field) == called(match, paper, free[3]))
    assert box.area == tuple(round(edge * 4) for edge in rectangle(free[3]))
    cut = seen(box.picture)
    assert cut.shape[1] / cut.shape[0] == pytest.approx((free[3].width + 300) / (free[3].height + 300), rel=0.05)
    assert cut.min() < 80
    assert found.missing == tuple(code for code in match.papers if code != paper.code)


def test_squares_to_tick_belong_to_the_box_beside_them(match: RoundOnPaper) -> None:
    _, paper = first_page(match)
    begins = {(box.field, box.left, box.top) for box in paper.printed.boxes if not box.has_printed_marks}
    ticked = [box for box in paper.printed.boxes if box.has_printed_marks]
    assert {box.field.rpartition(".")[2] for box in ticked} == {"winner", "level", "coin", "order_high"}
    assert {(box.field, box.left + box.width, box.top) for box in ticked} <= begins
    assert min(box.width for box in ticked) > 2000


@pytest.mark.parametrize("blur", [0.15, 0.25])
def test_a_heavy_frame_is_no_writing_on_a_blurred_page(blur: float) -> None:
    box = PrintedBox("total", 500, 500, 2000, 1000)
    across = [PrintedLine(500, top, 2500, top, 88) for top in (500, 1500)]
    down = [PrintedLine(left, 500, left, 1500, 88) for left in (500, 2500)]
    printed = PrintedPaper(3000, 2000, (box,), (*across, *down, PrintedLine(500, 1900, 2500, 1900, 26)), (), (), 1.0)
    page = cv2.GaussianBlur(drawing_of(printed, PIXELS_PER_MM), (0, 0), blur * PIXELS_PER_MM)
    assert written_in(ink_of(page, printed), printed, {}) == {box: False}
    write(page, rectangle(box), "digits", np.random.default_rng(1), grey=60, sharp=PIXELS_PER_MM)
    assert written_in(ink_of(page, printed), printed, {}) == {box: True}


def test_of_several_boxes_for_one_value_each_is_looked_at() -> None:
    boxes = tuple(PrintedBox("first", 500 + left, 500, 1500, 1000) for left in (0, 2000, 4000))
    page = np.full((20 * int(PIXELS_PER_MM), 70 * int(PIXELS_PER_MM)), 255, np.uint8)
    write(page, rectangle(boxes[1]), "digits", np.random.default_rng(1), grey=40, sharp=PIXELS_PER_MM)
    printed = PrintedPaper(7000, 2000, boxes, (), (), (), 1.0)
    assert written_in(ink_of(page, printed), printed, {}) == dict(zip(boxes, (False, True, False), strict=True))


def test_a_page_that_was_scanned_twice_stands_twice(match: RoundOnPaper, tmp_path: Path) -> None:
    page, paper = first_page(match)
    found = match.scan(saved(page, tmp_path / "one.png"), saved(page, tmp_path / "two.png"))
    assert [(one.code, one.source.file) for one in found.pages] == [(paper.code, "one.png"), (paper.code, "two.png")]


def test_printed_names_are_no_writing_and_struck_out_ones_are(match: RoundOnPaper, tmp_path: Path) -> None:
    page, paper = first_page(match)
    box = next(box for box in paper.printed.boxes if box.field in paper.texts)
    name = called(match, paper, box)
    left, top, wide, high = (edge * SHARP for edge in rectangle(box))
    (before,) = match.scan(saved(page, tmp_path / "printed.png")).pages
    middle = round(top + high / 2)
    cv2.line(page, (round(left + 16), middle + 4), (round(left + wide * 0.8), middle - 4), 40, 4, cv2.LINE_AA)
    (after,) = match.scan(saved(page, tmp_path / "struck.png")).pages
    assert [one.is_written_on for one in before.boxes if (one.seat, one.field) == name] == [False]
    assert [one.is_written_on for one in after.boxes if (one.seat, one.field) == name] == [True]


def test_a_photo_is_turned_as_exif_says(match: RoundOnPaper, tmp_path: Path) -> None:
    page, paper = first_page(match)
    jpeg = cv2.imencode(".jpg", np.rot90(page))[1].tobytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:])
    (found,) = match.scan(path).pages
    assert found.code == paper.code


# What is refused


def test_a_picture_without_a_code_is_refused_with_a_thumbnail(match: RoundOnPaper, tmp_path: Path) -> None:
    found = match.scan(saved(np.full((1100, 800), 240, np.uint8), tmp_path / "white.png"))
    (refused,) = found.refused
    assert refused.why.startswith("no code of a page is found in it")
    assert max(seen(refused.thumbnail).shape) == 240


def test_two_pages_in_a_picture_are_refused(match: RoundOnPaper, tmp_path: Path) -> None:
    (one, first), (two, second), *_ = blank_pages(match)
    why = refusal(match, saved(np.hstack([one, two]), tmp_path / "both.png"))
    assert why == f"two pages are in it, {first.code} and {second.code}: scan or take them one by one"


def test_a_page_of_another_event_is_refused(
    match: RoundOnPaper, pages: list[tuple[Picture, PaperOfPage]], tmp_path: Path
) -> None:
    page, paper = pages[2]
    why = refusal(match, saved(page, tmp_path / "other.png"))
    assert why == f"it is {paper.code}, which is of another event"


def test_a_mirror_image_and_half_a_page_are_refused_with_that_word(match: RoundOnPaper, tmp_path: Path) -> None:
    page, _ = first_page(match)
    assert refusal(match, saved(page[:, ::-1], tmp_path / "mirror.png")).startswith("it is a mirror image")
    for name, half in (("upper.png", page[: len(page) // 2]), ("lower.png", page[len(page) // 2 :])):
        assert refusal(match, saved(half, tmp_path / name)).startswith("a part of the page is not in it")


def test_lines_that_stand_elsewhere_are_refused(match: RoundOnPaper, tmp_path: Path) -> None:
    """Half of the page is moved by a row: its boxes are not where they should be."""
    page, _ = first_page(match)
    page[700:2200, :1450] = np.roll(page[700:2200, :1450], (37, 23), axis=(0, 1))
    why = refusal(match, saved(cv2.GaussianBlur(page, (0, 0), 7)[::2, ::2], tmp_path / "blurred.png"))
    assert "take it again, flat" in why


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("photo.heic", b"\0\0\0\x18ftypheic", "it is a HEIC picture, which few programs read: save it as JPEG"),
        ("notes.txt", b"hello", "it is no PDF, JPEG, PNG or TIFF: scan or save it as one of these"),
        ("broken.jpg", b"\xff\xd8\xff\xe0" + bytes(500), "it cannot be opened as a picture: it is broken"),
        ("broken.png", b"\x89PNG\r\n\x1a\n" + bytes(500), "it cannot be opened as a picture: it is broken"),
        ("broken.pdf", b"%PDF-1.4 nothing", "the PDF cannot be opened: it is broken. Save it anew, or scan it again"),
    ],
)
def test_files_that_are_no_pictures_are_refused(
    name: str, data: bytes, why: str, match: RoundOnPaper, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert refusal(match, path).startswith(why)


def test_a_pdf_with_a_password_is_refused_with_what_to_do(match: RoundOnPaper, tmp_path: Path) -> None:
    pdf = PdfWriter()
    pdf.add_blank_page(300, 300)
    pdf.encrypt("secret", algorithm="RC4-128")
    pdf.write(tmp_path / "locked.pdf")
    why = refusal(match, tmp_path / "locked.pdf")
    assert why == "the PDF cannot be opened: it has a password. Save it again without one, or scan it again"


def test_a_picture_of_too_many_pixels_is_refused_before_it_takes_memory(match: RoundOnPaper, tmp_path: Path) -> None:
    picture = np.zeros((9000, 9000), np.uint8)
    assert refusal(match, saved(picture, tmp_path / "large.png")).startswith(
        "it is larger than 60 million pixels: scan"
    )


def test_sheets_of_earlier_versions_are_refused(match: RoundOnPaper, tmp_path: Path) -> None:
    page, _ = first_page(match)
    with pytest.raises(WrongUsage, match="made by an earlier version"):
        replaced(match, ()).scan(saved(page, tmp_path / "a.png"))


def test_paper_of_sheets_that_were_made_again_otherwise_is_refused(match: RoundOnPaper, tmp_path: Path) -> None:
    """Its last block stands lower now: half of the lines are where they were, and its boxes are not."""
    page, paper = first_page(match)
    moved = replace(paper, printed=lower(paper.printed, from_top=15_000, by=850))
    lines = lines_of(with_those_before([moved], [paper]))
    (refused,) = replaced(match, lines).scan(saved(page, tmp_path / "before.png")).refused
    assert refused.why.startswith("its sheets were made again otherwise since it was printed")
    (found,) = replaced(match, lines).scan(saved(blank(moved), tmp_path / "now.png")).pages
    assert found.code == paper.code


def lower(printed: PrintedPaper, from_top: int, by: int) -> PrintedPaper:
    def top(one: int) -> int:
        return one + by if one > from_top else one

    return replace(
        printed,
        boxes=tuple(replace(one, top=top(one.top)) for one in printed.boxes),
        lines=tuple(replace(one, top=top(one.top), bottom=top(one.bottom)) for one in printed.lines),
        codes=printed.codes[:1],
    )


def replaced(match: RoundOnPaper, lines: Lines) -> RoundOnPaper:
    """Give a round whose workbook tells something else of its paper."""
    begun = match.read.entered.begun
    assert begun is not None
    read = replace(match.read, entered=replace(match.read.entered, begun=replace(begun, paper=lines)))
    return of_dataclass(match, read=read)


# What goes along


def test_typing_makes_no_other_paper(match: RoundOnPaper, tmp_path: Path) -> None:
    """A long name may make a row higher in the workbook; the paper stays as it was printed."""
    folder = Path(shutil.copytree(match.path.parent, tmp_path / "event"))
    free = {FieldKey(one.table, one.seat, box.field) for one in match.papers.values() for box in one.printed.boxes}
    key = next(key for key, (*_, box) in match.forms.fields.items() if key in free and box.type == "count")
    table, seat, field = match.forms.public[key]
    lines = tmp_path / "lines.csv"
    lines.write_text(f"table,seat,field,value\n{table},{seat},{field},{match.forms.fields[key][2].minimum}\n")
    fill(folder / "round1.xlsx", lines)
    assert papers_of(folder / "round1.xlsx") == papers_of(match.path)


def test_sheets_made_again_alike_have_no_other_paper(match: RoundOnPaper, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(match.path.parent, tmp_path / "event"))
    make_sheets(folder, 1)
    assert papers_of(folder / "round1.xlsx") == papers_of(match.path)
    assert read_workbook(folder / "round1.xlsx").sheets[PAPER_SHEET].hidden
    assert opened(folder / "round1.xlsx").papers == match.papers
