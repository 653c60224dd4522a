"""Our one pass over the cells against openpyxl: what Excel and other programs write, and what nobody should."""

from __future__ import annotations

import random
from pathlib import Path

import openpyxl
import pytest
from event_folder import filled_folder
from hostile import MAIN, SHEET, STRINGS, packed, plain_parts, sheet
from libreoffice import recalculate
from openpyxl_judge import cells_by_openpyxl, cells_by_us, difference

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell

SPOILED = 500

STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="2"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/>'
    '<numFmt numFmtId="171" formatCode="[h]:mm"/></numFmts><fonts count="1"><font><sz val="10"/></font></fonts>'
    '<fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/>'
    '<xf numFmtId="20"/></cellXfs></styleSheet>'
)
TEXTS = (
    f'<sst xmlns="{MAIN}"><si><t>Ann</t></si><si><r><t>Ann </t></r><r><rPr><b/></rPr><t>Baker</t></r></si>'
    '<si><t xml:space="preserve"> 12 </t></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si/>'
    "<si><t/></si><si><t>two_x000D_lines</t></si><si><t>_x005F_x000D_</t></si><si><t><![CDATA[a < b]]></t></si></sst>"
)
CELLS = (
    *(f'<c t="s"><v>{text}</v></c>' for text in range(9)),
    '<c t="s" s="1"><v>0</v></c>',
    *(f"<c><v>{number}</v></c>" for number in ("12", "12.0", "-3", "1E3", "1e-3", " 7 ", "0.1", "123456789012345678")),
    *(f'<c s="{style}"><v>{number}</v></c>' for style in range(5) for number in (0, 0.25, 1, 59, 60, 45000.5, -1, 1e9)),
    '<c t="n"><v/></c>',
    '<c t="n"><v></v><f/></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="b"><f>TRUE()</f><v>0</v></c>',
    '<c t="e"><v>#DIV/0!</v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c t="e"><f>1/0</f></c>',
    '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
    '<c t="str"><f>""</f><v></v></c>',
    '<c t="str"><v> as it is </v></c>',
    '<c t="str"><v>12</v><is><t>13</t></is></c>',
    '<c t="inlineStr"><is><t>in the cell</t></is></c>',
    '<c t="inlineStr"><is><t>in the cell</t></is><v>3</v></c>',
    '<c t="inlineStr"><v>3</v></c>',
    '<c t="inlineStr"><is/></c>',
    '<c t="inlineStr"><is><t/></is></c>',
    '<c t="inlineStr"><is><r><t>A</t></r><r><rPr><b/></rPr><t>nn</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
    '<c t="inlineStr"><is><t>_x000D_ _x005F_</t></is></c>',
    *(f'<c t="d"><v>{date}</v></c>' for date in ("2026-07-05", "2026-07-05T09:30:00", "09:30:00", "PT1H30M")),
    "<c><f>1+1</f><v>2</v></c>",
    "<c><f>1+1</f></c>",
    "<c><f/><v>2</v></c>",
    '<c t="str"><f><![CDATA[IF(1<2,"<","")]]></f><v><![CDATA[<]]></v></c>',
    '<c><f t="array" ref="A1">SUM(B1:B2*2)</f><v>3</v></c>',
    '<c><f t="dataTable" ref="A1:A2" dt2D="0" dtr="0" r1="B1"/><v>1</v></c>',
    '<c><f ca="1">NOW()</f><v>1.5</v><extLst><ext uri="x"/></extLst></c>',
    '<c vm="1" cm="2" t="n"><v>4<!-- said -->2</v></c>',
)
SHARED = (
    '<row r="4"><c r="B4"><f t="shared" ref="B4:C6" si="0">$A4+A$1+$A$1</f><v>1</v></c>'
    '<c r="C4"><f t="shared" si="0"/><v>2</v></c></row><row r="6"><c r="B6" t="str"><f t="shared" si="0"/><v>x</v></c>'
    '<c r="C6"><f t="shared" si="0">of its own</f></c><c r="E6"><f t="shared" si="7"/><v>3</v></c></row>'
)


def workbook(path: Path, rows: str, **parts: str) -> Path:
    """Write a workbook whose only sheet has these rows, with styles and texts of every sort."""
    changed = {SHEET: sheet(rows), "xl/styles.xml": STYLES, STRINGS: TEXTS}
    path.write_bytes(packed({**plain_parts(), **changed, **parts}))
    return path


def row_of(cells: tuple[str, ...], number: int = 1) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_is_read_as_openpyxl_reads_it(tmp_path: Path, cell: str) -> None:
    placed = cell.replace("<c", '<c r="B3"', 1)
    path = workbook(tmp_path / "cells.xlsx", f'<row r="3">{placed}</row>')
    theirs = cells_by_openpyxl(path)
    assert difference(cells_by_us(path), theirs) == []
    assert set(theirs["Table 1"]) <= {(2, 1)}


@pytest.mark.parametrize(
    "rows",
    [
        row_of(CELLS),
        f"<row>{''.join(CELLS)}</row><row/><row>{''.join(CELLS)}</row>",
        f'<row r="2">{CELLS[0]}</row><row>{CELLS[1]}<c r="D3"><v>1</v></c>{CELLS[2]}</row>',
        SHARED,
    ],
    ids=["no addresses", "no numbers of rows", "some addresses", "shared formulas"],
)
def test_rows_are_read_as_openpyxl_reads_them(tmp_path: Path, rows: str) -> None:
    path = workbook(tmp_path / "rows.xlsx", rows)
    assert difference(cells_by_us(path), cells_by_openpyxl(path)) == []


def test_a_shared_formula_that_is_spelled_out_later_is_known_where_it_came_first(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1"><f t="shared" si="0"/><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" ref="A1:A2" si="0">B2*2</f><v>1</v></c></row>'
    )
    path = workbook(tmp_path / "later.xlsx", rows)
    assert cells_by_us(path)["Table 1"] == {(0, 0): ReadCell(1, "=B1*2"), (1, 0): ReadCell(1, "=B2*2")}
    assert cells_by_openpyxl(path)["Table 1"][0, 0].formula == "="  # where openpyxl knows less


def test_prefixes_absolute_paths_and_the_epoch_of_the_macintosh(tmp_path: Path) -> None:
    plain = {name: part.decode() for name, part in plain_parts().items()}
    rows = "".join(row_of(CELLS, number) for number in (1, 2))
    prefixed = sheet(rows).replace("<", "<x:").replace("<x:/", "</x:").replace("<x:?", "<?").replace("<x:!", "<!")
    path = workbook(
        tmp_path / "prefixed.xlsx",
        "",
        **{
            SHEET: prefixed.replace("xmlns=", "xmlns:x=")
            .replace("<![", "<![")
            .replace("IF(1<x:2,", "IF(1<2,")
            .replace('"<x:"', '"<"')
            .replace("[<x:]", "[<]"),
            "xl/_rels/workbook.xml.rels": plain["xl/_rels/workbook.xml.rels"].replace('Target="', 'Target="/xl/'),
            "xl/workbook.xml": plain["xl/workbook.xml"].replace("<workbookPr ", '<workbookPr date1904="1" '),
        },
    )
    theirs = cells_by_openpyxl(path)
    assert difference(cells_by_us(path), theirs) == []
    assert len(theirs["Table 1"]) > len(CELLS)


def test_sheets_names_and_charts_are_those_of_openpyxl(tmp_path: Path) -> None:
    path = tmp_path / "named.xlsx"
    book = openpyxl.Workbook()
    book.worksheets[0].title = "First"
    hidden = book.create_sheet("Second")
    book.create_chartsheet("Chart")
    hidden.sheet_state = "veryHidden"
    hidden["B2"] = "here"
    hidden.print_title_rows = "1:2"
    hidden.defined_names["local"] = openpyxl.workbook.defined_name.DefinedName("local", attr_text="Second!$B$2")
    book.defined_names["wide"] = openpyxl.workbook.defined_name.DefinedName("wide", attr_text="Second!$B$2:$C$3")
    book.save(path)
    read = read_workbook(path)
    assert [(title, sheet.hidden, dict(sheet.names)) for title, sheet in read.sheets.items()] == [
        ("First", False, {}),
        ("Second", True, {"local": "Second!$B$2"}),
    ]
    assert dict(read.names) == {"wide": "Second!$B$2:$C$3"}
    assert read.sheets["Second"].cells == {(1, 1): ReadCell("here")}
    only = read_workbook(path, only="Second")
    assert list(only.sheets) == ["Second"]
    assert only.sheets["Second"].cells == read.sheets["Second"].cells


def test_a_filled_round_is_read_alike_by_whoever_saved_it(tmp_path: Path) -> None:
    written = filled_folder(tmp_path / "event") / "round1.xlsx"
    (saved,) = recalculate([written], tmp_path / "by LibreOffice")
    again = tmp_path / "by openpyxl.xlsx"
    openpyxl.load_workbook(written).save(again)
    for path in (written, saved, again):
        theirs = cells_by_openpyxl(path)
        assert difference(cells_by_us(path), theirs) == [], path
        assert sum(map(len, theirs.values())) > 1000


PIECES = (
    *(f't="{kind}"' for kind in ("s", "b", "str", "inlineStr", "n", "e", "d", "x")),
    *('s="1"', 's="9"', 'r="B9"', 'r="ZZ1"', "<v>", "</v>", "<f>", "</f>", "<v>7</v>", "<is><t>a</t></is>"),
    *("<t>b</t>", "<a/>", "&lt;", "-", "E5", "."),
)
KNOWN = [piece for piece in PIECES[:10] if piece != 't="x"']
"""Types and formats that there are: of a type that is none we read nothing."""


def spoiled(xml: str, chance: random.Random) -> str:
    """Put pieces where they may not belong, or take characters away, one to four times."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(xml.index("<row"), len(xml))
        xml = xml[:at] + chance.choice((*PIECES, "")) + xml[at + chance.choice((0, 0, 1, 3, 8)) :]
    return xml


def moved(xml: str, chance: random.Random) -> str:
    """Exchange the types or formats of two cells, or what they hold: mostly XML that can still be read."""
    for _ in range(chance.randint(1, 4)):
        first, second = chance.sample(KNOWN, 2)
        xml = xml.replace(first, "\0", 1).replace(second, first, 1).replace("\0", second)
    return xml


def test_of_500_spoiled_sheets_none_is_read_otherwise(tmp_path: Path) -> None:
    path, read, refused, wrong = tmp_path / "spoiled.xlsx", 0, 0, []
    for number in range(SPOILED):
        chance = random.Random(number)
        cells = chance.sample(CELLS, 12)
        whole = sheet(row_of(tuple(cells)) + SHARED)
        xml = (spoiled if number % 2 else moved)(whole, chance)
        workbook(path, "", **{SHEET: xml})
        try:
            ours = cells_by_us(path)
        except UnreadableFile:
            refused += 1
            continue
        read += 1
        wrong += [f"case {number}: {one}" for one in difference(ours, cells_by_openpyxl(path))]
    assert not wrong, "\n".join(wrong)
    assert read > SPOILED / 5, "most were refused: nothing is proved"
    assert refused > SPOILED / 10
