"""The guard: what it lets pass, what it refuses, and how it says so."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from event_folder import contents
from hostile import (
    BLOWN_UP,
    HARMFUL,
    MAIN,
    PACKAGE_RELATIONSHIPS,
    RELATIONSHIPS,
    SHEET,
    STRINGS,
    blank_row,
    book,
    packed,
    plain_parts,
    sheet,
)
from libreoffice import recalculate
from small_round import small_round

from sheetscore.cli.main import main
from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.guard.inspection import inspect
from sheetscore.workbooks.guard.limits import (
    LARGEST,
    MAX_AREA,
    MAX_FORMATS,
    MAX_RANGES,
    MEBIBYTE,
    USUAL,
    limits_for,
)
from sheetscore.workbooks.reader import read_workbook


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "round1.xlsx"


def refusal(path: Path) -> str:
    """Give the one line that the guard says about a file."""
    with pytest.raises(UnreadableFile) as caught:
        inspect(path, USUAL)
    message = caught.value.message
    assert path.name in message
    assert "\n" not in message
    return message


# what passes


def test_a_workbook_by_xlsxwriter_passes_with_its_bytes(path: Path) -> None:
    book(path, {})
    inspected = inspect(path)
    assert inspected.data == path.read_bytes()
    assert not inspected.macros


def test_a_score_sheet_passes_before_and_after_libreoffice_saved_it(tmp_path: Path) -> None:
    original = tmp_path / "round1.xlsx"
    with_everything = Book(original, "Round 1")
    for number in range(1, 4):
        table = with_everything.sheet(f"Table {number}")
        table.text(0, 0, "Ann", with_everything.style(bold=True))
        table.span(2, 0, 4, 6, with_everything.style(border=1))
        table.validate(6, 0, 9, 3, {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": 9})
        table.formula(10, 0, "SUM(A7:D10)", 0)
        table.link(11, 0, "Table 1", "first")
        table.protect()
        with_everything.define(f"seat_{number}", f"'Table {number}'!$A$7:$D$10")
    with_everything.close()
    (saved,) = recalculate([original], tmp_path / "saved")
    inspect(original)
    inspect(saved)


def test_a_dimension_that_claims_the_whole_sheet_is_harmless(path: Path) -> None:
    rows = '<row r="1"><c r="A1"><v>7</v></c></row>'
    book(path, {SHEET: sheet(rows, before='<dimension ref="A1:XFD1048576"/>')})
    assert list(read_workbook(path).sheets["Table 1"].cells) == [(0, 0)]


def test_a_workbook_with_macros_passes_and_is_known_to_have_them(path: Path) -> None:
    types = plain_parts()["[Content_Types].xml"].decode()
    plain = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    assert plain in types
    macros = types.replace(plain, "application/vnd.ms-excel.sheet.macroEnabled.main+xml")
    book(path, {"[Content_Types].xml": macros, "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0 code"})
    assert inspect(path).macros


def test_blank_formatted_cells_far_to_the_right_are_let_be(path: Path) -> None:
    far = "".join(f'<c r="{column}1" s="0"/>' for column in ("ALE", "ALF", "AMJ"))
    book(path, {SHEET: sheet(f'<row r="1"><c r="A1"><v>1</v></c>{far}</row><row r="1048576" ht="12.8"/>')})
    assert list(read_workbook(path).sheets["Table 1"].cells) == [(0, 0)]


def test_blank_cells_to_the_last_column_of_many_rows_are_let_be(path: Path) -> None:
    first = '<row r="1"><c r="A1"><v>1</v></c></row>'
    book(path, {SHEET: sheet(first + "".join(map(blank_row, range(2, 12))) + blank_row(1_048_576))})
    assert list(read_workbook(path).sheets["Table 1"].cells) == [(0, 0)]


def test_values_between_blank_cells_are_where_they_say(path: Path) -> None:
    rows = (
        '<row r="2"><c r="A2" s="1"/><c r="B2" s="1"/>\n<c r="C2"><v>3</v></c><c r="D2" s="1"/></row>'
        '<row><c><v>7</v></c><c/><c r="C3" s="1"/><c><v>9</v></c></row>'
    )
    cells = read_workbook(book(path, {SHEET: sheet(rows)})).sheets["Table 1"].cells
    assert {position: cell.value for position, cell in cells.items()} == {(1, 2): 3, (2, 0): 7, (2, 3): 9}


def test_text_that_looks_like_blank_cells_stays_what_it_is(path: Path) -> None:
    text = '<c r="A1"/><c r="B1"/></row>'
    cell = f'<c r="A1" t="inlineStr"><is><t><![CDATA[{text}]]></t></is></c>'
    cells = read_workbook(book(path, {SHEET: sheet(f'<row r="1">{cell}</row>')})).sheets["Table 1"].cells
    assert cells[0, 0].value == text


def test_cells_and_rows_without_references_pass(path: Path) -> None:
    book(path, {SHEET: sheet("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>")})
    cells = read_workbook(path).sheets["Table 1"].cells
    assert {position: cell.value for position, cell in cells.items()} == {(0, 0): 1, (0, 1): 2, (1, 0): 3}


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("xl/calcChain.xml", f'<calcChain xmlns="{MAIN}"><c r="C9" i="1"/><c r="A1" i="1"/></calcChain>'),
        (
            "xl/externalLinks/externalLink1.xml",
            f'<externalLink xmlns="{MAIN}"><externalBook><sheetDataSet><sheetData sheetId="0"><row r="5">'
            '<cell r="A5"/></row></sheetData><sheetData sheetId="1"><row r="2"/></sheetData></sheetDataSet>'
            "</externalBook></externalLink>",
        ),
        ("xl/drawings/vmlDrawing1.vml", "<xml><div>unclosed<br></div></xml>"),
        ("xl/media/image1.png", b"\x89PNG\r\n\x1a\n\x00\x00"),
        ("xl/worksheets/", b""),
    ],
)
def test_what_excel_adds_to_a_workbook_passes(path: Path, part: str, content: bytes | str) -> None:
    inspect(book(path, {part: content}))


# what is no workbook


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"player;points\nAnn;12\n", "is a text file"),
        ("Zoë;12\n".encode("latin-1"), "is a text file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "without a password"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not a workbook"),
        (b"PK\x03\x04", "is damaged or was not copied completely"),
    ],
)
def test_a_file_of_another_kind_is_named(path: Path, content: bytes, words: str) -> None:
    path.write_bytes(content)
    assert words in refusal(path)


def test_a_missing_file_is_named_with_its_folder(path: Path) -> None:
    assert str(path.parent) in refusal(path)


def test_a_folder_is_no_workbook(path: Path) -> None:
    path.mkdir()
    assert "is a folder" in refusal(path)


def test_a_file_that_another_program_locks_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    book(path, {})
    monkeypatch.setattr(Path, "read_bytes", locked)
    assert "close it" in refusal(path)


def test_an_opendocument_file_without_content_is_damaged(path: Path) -> None:
    path.write_bytes(packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": ""}))
    assert "is damaged" in refusal(path)


def test_a_text_document_in_a_zip_file_is_no_workbook(path: Path) -> None:
    path.write_bytes(packed({"[Content_Types].xml": "<Types/>", "word/document.xml": "<document/>"}))
    assert "is not a workbook" in refusal(path)


def test_the_strict_format_is_to_be_saved_as_an_ordinary_workbook(path: Path) -> None:
    strict = '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"/>'
    assert "ordinary Excel workbook" in refusal(book(path, {"xl/workbook.xml": strict}))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_workbook_that_was_copied_half_is_damaged(path: Path, share: float) -> None:
    whole = packed(plain_parts())
    path.write_bytes(whole[: int(len(whole) * share)])
    assert "copy it again" in refusal(path)


def test_xml_that_breaks_off_is_damaged(path: Path) -> None:
    assert "is damaged" in refusal(book(path, {SHEET: sheet("<row><c></row>")}))


def test_a_workbook_without_one_of_its_sheets_is_damaged(path: Path) -> None:
    parts = plain_parts()
    del parts[SHEET]
    path.write_bytes(packed(parts))
    assert f"{SHEET} is missing" in refusal(path)


def test_a_workbook_without_any_sheet_is_damaged(path: Path) -> None:
    assert "holds no sheet" in refusal(book(path, {"xl/workbook.xml": "<workbook/>"}))


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"/><row r="1"/>',
        '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
        '<row r="1"><c r="A2"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
        '<row r="one"/>',
        '<row r="1"><c r="?1"/></row>',
    ],
)
def test_cells_out_of_order_would_be_lost_and_are_refused(path: Path, rows: str) -> None:
    assert "out of order" in refusal(book(path, {SHEET: sheet(rows)}))


# what would harm the machine


class Cost(NamedTuple):
    """What it took to ingest a file, and what it came to."""

    seconds: float
    mebibytes: float
    rows: list[dict[str, object]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_round(tmp_path_factory.mktemp("event") / "origins")


@pytest.mark.parametrize(("make", "said"), HARMFUL.values(), ids=HARMFUL)
def test_a_harmful_file_is_refused_by_ingest_in_one_line_and_nothing_is_written(
    folder: Path, make: Callable[[], bytes], said: str
) -> None:
    workbook = folder / "round1.xlsx"
    workbook.write_bytes(make())
    before = contents(folder)
    done = CliRunner().invoke(main, ["ingest", str(workbook)])
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.startswith("sheetscore: round1.xlsx ")
    assert done.stderr.count("\n") == 1
    assert not done.stdout
    assert contents(folder) == before


ORDINARY = "the round as it was filled in"
SECONDS_MORE = 2
MEMORY = 200
"""Mebibytes that a round of one table may take, whatever is done to its workbook; an honest one takes 65."""


@pytest.fixture(scope="module")
def costs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Cost]:
    """What ingesting costs for the round, for what blows it up, and for harmful files; all in one process."""
    folder = small_round(tmp_path_factory.mktemp("honest") / "origins")
    honest = folder.joinpath("round1.xlsx").read_bytes()
    made = {ORDINARY: honest, **{name: blow_up(honest) for name, blow_up in BLOWN_UP.items()}}
    made |= {name: make() for name, (make, _) in HARMFUL.items()}
    files = tmp_path_factory.mktemp("files")
    for number, content in enumerate(made.values()):
        (files / f"{number:03}.xlsx").write_bytes(content)
    program = Path(__file__).with_name("cost_of_ingest.py")
    run = [sys.executable, str(program), str(folder), *map(str, sorted(files.iterdir()))]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    return {name: Cost(*measured) for name, measured in zip(made, json.loads(done.stdout), strict=True)}


@pytest.mark.parametrize("name", [*BLOWN_UP, *HARMFUL])
def test_no_file_costs_much_more_than_an_honest_one(costs: Mapping[str, Cost], name: str) -> None:
    assert costs[name].seconds < costs[ORDINARY].seconds + SECONDS_MORE
    assert costs[name].mebibytes < MEMORY


@pytest.mark.parametrize("name", BLOWN_UP)
def test_a_round_that_was_blown_up_scores_as_before(costs: Mapping[str, Cost], name: str) -> None:
    assert costs[name].rows == costs[ORDINARY].rows
    assert costs[name].rows


def test_a_part_that_is_longer_than_it_says_deceives_zipfile(path: Path) -> None:
    make, _ = HARMFUL["longer than it says"]
    with zipfile.ZipFile(io.BytesIO(make())) as archive:
        assert len(archive.read(SHEET)) == archive.getinfo(SHEET).file_size


@pytest.mark.parametrize(
    "part", [STRINGS, SHEET, "xl/workbook.xml", "xl/styles.xml", "[Content_Types].xml", "xl/unknown.bin"]
)
@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        '<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>',
    ],
    ids=["billion laughs", "file", "address"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_wherever_they_hide(path: Path, part: str, declaration: str, encoding: str) -> None:
    content = f'<?xml version="1.0" encoding="{encoding}"?>{declaration}'.encode(encoding)
    assert "entities" in refusal(book(path, {part: content}))


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="1"><c r="A1"/></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        '<row r="1"><c r="A1"/><c r="SS1"><f>1+1</f></c></row>',
        '<row r="100001"><c r="A100001" t="inlineStr"><is><t>far</t></is></c></row>',
        '<row r="100001"><c><v>1</v></c></row>',
        "<row>" + "<c/>" * 512 + "<c><v>1</v></c></row>",
        f'<x:row xmlns:x="{MAIN}" r="1"><x:c r="XFD1"><x:v>1</x:v></x:c></x:row>',
    ],
    ids=["far corner", "column 513", "row 100,001", "no reference", "column 513 counted", "prefix"],
)
def test_a_value_far_outside_is_refused(path: Path, rows: str) -> None:
    assert "far outside of any score sheet" in refusal(book(path, {SHEET: sheet(rows)}))


@pytest.mark.parametrize("position", ["SR1", "A100000"])
def test_the_last_row_and_column_pass(path: Path, position: str) -> None:
    row = position.lstrip("SRA")
    book(path, {SHEET: sheet(f'<row r="{row}"><c r="{position}"><v>1</v></c></row>')})
    assert len(read_workbook(path).sheets["Table 1"].cells) == 1


@pytest.mark.parametrize("element", ["mergeCell", "hyperlink"])
def test_many_areas_of_which_each_is_small_are_refused_together(path: Path, element: str) -> None:
    areas = f'<{element} ref="A1:SR100"/>' * (MAX_AREA // 51_200 + 1)
    assert "merges or links" in refusal(book(path, {SHEET: sheet("", f"<{element}s>{areas}</{element}s>")}))


@pytest.mark.parametrize(
    ("part", "element", "most"),
    [
        (SHEET, "v", USUAL.contents),
        (SHEET, "f", USUAL.contents),
        (SHEET, "is", USUAL.contents),
        (SHEET, "mergeCell ref='A1'", USUAL.of_sheets),
        (STRINGS, "si", USUAL.texts),
        (STRINGS, "t", USUAL.texts),
        (STRINGS, "other", USUAL.elsewhere),
        ("xl/workbook.xml", "definedName", USUAL.names),
        ("xl/styles.xml", "xf", MAX_FORMATS),
        ("xl/more.xml", "other", USUAL.elsewhere),
    ],
)
def test_more_of_anything_than_is_needed_is_refused(path: Path, part: str, element: str, most: int) -> None:
    root = "worksheet" if part == SHEET else "root"
    content = f'<{root} xmlns="{MAIN}">' + f"<{element}/>" * (most + 1) + f"</{root}>"
    assert f"more than {most:,} " in refusal(book(path, {part: content}))


def test_who_needs_more_gets_eight_times_as_much_up_to_what_none_may_have() -> None:
    assert limits_for(20_000).contents == 160_000
    assert limits_for(20_000).names == 2 * limits_for(10_000).names
    assert limits_for(10) == USUAL
    assert limits_for(10_000_000) == LARGEST
    assert (LARGEST.sheets, LARGEST.bytes) == (1_000, 96 * MEBIBYTE)


def test_a_workbook_that_is_too_large_for_most_passes_where_more_is_needed(path: Path) -> None:
    book(path, {SHEET: sheet(("<row>" + "<c><v>1</v></c>" * 100 + "</row>") * 700)})
    assert "more than 60,000 values" in refusal(path)
    assert len(read_workbook(path, limits=limits_for(10_000)).sheets["Table 1"].cells) == 70_000


@pytest.mark.parametrize("element", ["dataValidation", "conditionalFormatting"])
def test_a_validation_of_too_many_ranges_is_refused(path: Path, element: str) -> None:
    ranges = " ".join(["A1"] * (MAX_RANGES + 1))
    assert "ranges" in refusal(book(path, {SHEET: sheet("", f'<{element} sqref="{ranges}"/>')}))


def test_a_tag_without_end_is_refused(path: Path) -> None:
    content = f'<styleSheet xmlns="{MAIN}"><a ' + "".join(f'a{n}="" ' for n in range(300_000)) + "/></styleSheet>"
    assert "no spreadsheet program writes" in refusal(book(path, {"xl/styles.xml": content}))


def test_a_vocabulary_without_end_is_refused(path: Path) -> None:
    content = f'<styleSheet xmlns="{MAIN}">' + "".join(f"<a{n}/>" for n in range(20_000)) + "</styleSheet>"
    assert "no spreadsheet program writes" in refusal(book(path, {"xl/styles.xml": content}))


@pytest.mark.parametrize(
    ("sheets", "targets"),
    [(["rId1", "rId1"], ["sheet1"]), (["rId1", "rId2"], ["sheet1", "./sheet1"])],
    ids=["one reference", "one target"],
)
def test_one_sheet_that_is_shown_many_times_is_refused(path: Path, sheets: list[str], targets: list[str]) -> None:
    listed = "".join(
        f'<sheet name="T{number}" sheetId="{number}" r:id="{sheet_id}"/>' for number, sheet_id in enumerate(sheets, 1)
    )
    related = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONSHIPS}/worksheet" Target="worksheets/{target}.xml"/>'
        for number, target in enumerate(targets, 1)
    )
    workbook = f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONSHIPS}"><sheets>{listed}</sheets></workbook>'
    relations = f'<Relationships xmlns="{PACKAGE_RELATIONSHIPS}">{related}</Relationships>'
    book(path, {"xl/workbook.xml": workbook, "xl/_rels/workbook.xml.rels": relations})
    assert "several times" in refusal(path)


@pytest.mark.parametrize("twin", [SHEET, SHEET.upper()])
def test_two_parts_of_one_name_are_refused(path: Path, twin: str) -> None:
    book(path, {})
    with zipfile.ZipFile(path, "a") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile wonders, too
        archive.writestr(twin, sheet(""))
    assert "two parts of the same name" in refusal(path)


@pytest.mark.parametrize(
    "name", ["../evil.xml", "xl/../../evil.xml", "/etc/evil.xml", "xl\\..\\evil.xml", "C:evil.xml", "\\evil"]
)
def test_names_that_climb_out_of_the_file_are_refused(path: Path, name: str) -> None:
    assert "outside of its own folder" in refusal(book(path, {name: "<a/>"}))


def test_a_packing_without_bounds_is_refused(path: Path) -> None:
    book(path, {})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("xl/media/image1.png", b"\x89" * 1000)
    assert "unusual way" in refusal(path)
