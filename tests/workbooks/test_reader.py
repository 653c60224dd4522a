"""Reading a workbook that comes back: values as they are meant, formulas, errors, names."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path

import pytest
import xlsxwriter
from hostile import MAIN, SHEET, STRINGS, book, packed, plain_parts, sheet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from libreoffice import recalculate

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.cell_refs import Area
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell

ANY_CELL = (0, 0)
FIFTH_OF_JULY = dt.datetime.fromisoformat("2026-07-05")


def cell_of(path: Path, xml: str) -> ReadCell:
    """Read a workbook whose A1 is this XML."""
    return read_workbook(book(path, {SHEET: sheet(f'<row r="1">{xml}</row>')})).sheets["Table 1"].cells[ANY_CELL]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "round1.xlsx"


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> tuple[ReadWorkbook, ReadWorkbook]:
    """Read one workbook as XlsxWriter wrote it, and as LibreOffice computed and saved it."""
    folder = tmp_path_factory.mktemp("typed")
    original = folder / "round1.xlsx"
    with xlsxwriter.Workbook(original) as written:
        table = written.add_worksheet("Table 1")
        hidden = written.add_worksheet("_map")
        hidden.hide()
        filled = written.add_format({"bg_color": "#eeeeee"})
        table.write_string(0, 0, "Ann")
        table.write_string(0, 1, " 12 ")
        table.write_string(0, 2, "0012")
        table.write_string(0, 3, "=1+1")
        table.write_number(1, 0, 12)
        table.write_number(1, 1, 8.5)
        table.write_number(1, 2, -3)
        table.write_boolean(1, 3, True)
        table.write_formula(2, 0, "=A2*2", None, 24)
        table.write_formula(2, 1, "=1/0", None, 0)
        table.write_formula(2, 2, '=IF(A2>99,"over","")', None, "")
        table.write_array_formula(2, 3, 2, 3, "{=SUM(A2:B2*2)}", None, 41)
        table.write_datetime(3, 0, FIFTH_OF_JULY, written.add_format({"num_format": "yyyy-mm-dd"}))
        table.write_number(3, 1, 4 / 24 + 1 / 1440, written.add_format({"num_format": "hh:mm"}))
        table.write_number(3, 2, 25 / 24, written.add_format({"num_format": "[h]:mm"}))
        table.write_blank(4, 0, None, filled)
        table.set_row(5, 30, filled)
        hidden.write_string(9, 4, "Ünïcode 🎲\nsecond line")
        written.define_name("seat_1", "='Table 1'!$A$2:$C$2")
        written.define_name("'Table 1'!local", "='Table 1'!$A$1")
    (saved,) = recalculate([original], folder / "saved")
    return read_workbook(original), read_workbook(saved)


@pytest.mark.parametrize("by_libreoffice", [False, True])
def test_values_come_back_as_they_were_typed(typed: tuple[ReadWorkbook, ReadWorkbook], by_libreoffice: bool) -> None:
    cells = typed[by_libreoffice].sheets["Table 1"].cells
    values = {position: cell.value for position, cell in cells.items() if position[0] != 2}
    assert values == {
        (0, 0): "Ann",
        (0, 1): " 12 ",
        (0, 2): "0012",
        (0, 3): "=1+1",
        (1, 0): 12,
        (1, 1): 8.5,
        (1, 2): -3,
        (1, 3): True,
        (3, 0): FIFTH_OF_JULY,
        (3, 1): dt.time(4, 1),
        (3, 2): dt.timedelta(hours=25),
    }
    assert type(values[1, 0]) is int
    assert type(values[1, 3]) is bool
    assert cells[0, 3].formula is None


@pytest.mark.parametrize("by_libreoffice", [False, True])
def test_formulas_come_with_their_text_and_their_value(
    typed: tuple[ReadWorkbook, ReadWorkbook], by_libreoffice: bool
) -> None:
    cells = typed[by_libreoffice].sheets["Table 1"].cells
    assert cells[2, 0] == ReadCell(24, "=A2*2")
    assert cells[2, 2].value is None
    assert str(cells[2, 2].formula).startswith("=IF(A2>99")
    assert cells[2, 3] == ReadCell(41, "=SUM(A2:B2*2)")


def test_an_error_value_is_known_from_a_text(typed: tuple[ReadWorkbook, ReadWorkbook]) -> None:
    _, computed = typed
    assert computed.sheets["Table 1"].cells[2, 1] == ReadCell("#DIV/0!", "=1/0", error=True)


@pytest.mark.parametrize("by_libreoffice", [False, True])
def test_sheets_keep_their_order_and_say_whether_they_are_hidden(
    typed: tuple[ReadWorkbook, ReadWorkbook], by_libreoffice: bool
) -> None:
    sheets = typed[by_libreoffice].sheets
    assert [(title, read.title, read.hidden) for title, read in sheets.items()] == [
        ("Table 1", "Table 1", False),
        ("_map", "_map", True),
    ]
    assert sheets["_map"].cells == {(9, 4): ReadCell("Ünïcode 🎲\nsecond line")}


@pytest.mark.parametrize("by_libreoffice", [False, True])
def test_names_of_the_workbook_are_read_and_those_of_a_sheet_are_not(
    typed: tuple[ReadWorkbook, ReadWorkbook], by_libreoffice: bool
) -> None:
    names = typed[by_libreoffice].names
    assert {name: Area.parse(reference) for name, reference in names.items()} == {"seat_1": Area("Table 1", 1, 0, 1, 2)}


def test_the_digest_is_that_of_the_file(path: Path) -> None:
    read = read_workbook(book(path, {}))
    assert read.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert read.path == path


@pytest.mark.parametrize(
    ("xml", "cell"),
    [
        ('<c r="A1"><v>12.0</v></c>', ReadCell(12)),
        ('<c r="A1"><v>1.2E1</v></c>', ReadCell(12)),
        ('<c r="A1"><f>B1+1</f></c>', ReadCell(None, "=B1+1")),
        ('<c r="A1" t="str"><f>B1&amp;""</f><v></v></c>', ReadCell(None, '=B1&""')),
        ('<c r="A1" t="e"><v>#N/A</v></c>', ReadCell("#N/A", error=True)),
        ('<c r="A1"><v>1E999</v></c>', ReadCell("#NUM!", error=True)),
        ('<c r="A1" t="inlineStr"><is><r><t>A</t></r><r><t>nn</t></r></is></c>', ReadCell("Ann")),
        (
            '<c r="A1" t="inlineStr"><is><r><t>1</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>'
            "<r><t>3</t></r></is></c>",
            ReadCell("1²3"),
        ),
        ('<c r="A1" t="d"><v>2026-07-05</v></c>', ReadCell(dt.date(2026, 7, 5))),
        ('<c r="A1"><f t="dataTable" ref="A1"/><v>1</v></c>', ReadCell(1, "=TABLE()")),
    ],
)
def test_a_cell_is_read_for_what_it_is(path: Path, xml: str, cell: ReadCell) -> None:
    assert cell_of(path, xml) == cell


@pytest.mark.parametrize(
    ("part", "content"),
    [
        (STRINGS, f'<sst xmlns="{MAIN}"/>'),  # A1 refers to the first text
        (SHEET, sheet('<row r="1"><c r="A1" t="b"><v>maybe</v></c></row>')),
        (SHEET, sheet('<row r="1"><c r="A1"><v>twelve</v></c></row>')),
        (SHEET, sheet('<row r="1"><c r="A1"><v>1_0</v></c></row>')),
        (SHEET, sheet('<row r="1"><c r="A1"><v>1_0.5</v></c></row>')),
        (SHEET, sheet('<row r="1"><c r="A1"><v>1</v><v>2</v></c></row>')),
        (SHEET, sheet('<row r="1"><c r="A1" t="x"><v>1</v></c></row>')),
        (SHEET, sheet('<row r="1"><c r="A1" t="s"><v>-1</v></c></row>')),
        ("xl/styles.xml", f'<styleSheet xmlns="{MAIN}"><fonts><nonsense a="1"/></fonts></styleSheet>'),
        ("xl/workbook.xml", plain_parts()["xl/workbook.xml"].replace(b'"rId1"', b'"rId9"')),
        ("[Content_Types].xml", plain_parts()["[Content_Types].xml"].replace(b"/xl/workbook", b"/xl/other")),
    ],
)
def test_what_openpyxl_stumbles_over_is_one_clear_line(path: Path, part: str, content: bytes | str) -> None:
    with pytest.raises(UnreadableFile, match=r"^round1\.xlsx is damaged: [^\n]+$"):
        read_workbook(book(path, {part: content}))


def test_a_workbook_by_libreoffice_with_named_styles_is_read(tmp_path: Path) -> None:
    flat = tmp_path / "styles.fods"
    flat.write_text(
        "<?xml version='1.0'?><office:document "
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:styles>'
        '<style:style style:name="Total" style:family="table-cell"/></office:styles><office:body>'
        '<office:spreadsheet><table:table table:name="T"><table:table-row><table:table-cell '
        'table:style-name="Total" office:value-type="string"><text:p>Ann</text:p></table:table-cell>'
        "</table:table-row></table:table></office:spreadsheet></office:body></office:document>",
        encoding="utf-8",
    )
    (saved,) = recalculate([flat], tmp_path / "saved")
    assert read_workbook(saved).sheets["T"].cells == {ANY_CELL: ReadCell("Ann")}


def said_about(path: Path) -> str:
    """Give the line that the director gets about a file, empty if it was read."""
    try:
        read_workbook(path)
    except UnreadableFile as refused:
        return refused.message
    return ""


PLAIN = plain_parts()


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_bent_workbook_is_read_or_refused_and_nothing_else(path: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(PLAIN)))
    content = bytearray(PLAIN[name])
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(content)))
        length = data.draw(st.integers(0, 12))
        content[first : first + length] = data.draw(st.binary(max_size=6) | st.sampled_from([b'"', b"9", b"<a>"]))
    path.write_bytes(packed({**PLAIN, name: bytes(content)}))
    assert "\n" not in said_about(path)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(position=st.integers(0, len(packed(PLAIN)) - 1), byte=st.integers(0, 255))
def test_one_wrong_byte_is_read_or_refused_and_nothing_else(path: Path, position: int, byte: int) -> None:
    bent = bytearray(packed(PLAIN))
    bent[position] = byte
    path.write_bytes(bytes(bent))
    assert "\n" not in said_about(path)
