"""OpenDocument spreadsheets: what the guard lets pass of them, and how LibreOffice converts it."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from event_folder import filled_folder
from hostile import book, packed
from libreoffice import stand_in, to_ods

from sheetscore.cli.main import main
from sheetscore.operations.ingest import ingest
from sheetscore.problems import UnreadableFile
from sheetscore.workbooks import office
from sheetscore.workbooks.guard.inspection import inspect
from sheetscore.workbooks.guard.limits import USUAL
from sheetscore.workbooks.reader import read_workbook

SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"
NAMESPACES = " ".join(
    f'xmlns:{short}="{name}"'
    for short, name in {
        "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
        "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
        "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
    }.items()
)
MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
SEVEN = '<table:table-cell office:value-type="float" office:value="7"/>'
ROW = f"<table:table-row>{SEVEN}</table:table-row>"


def content(rows: str = ROW, before: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{before}<office:document-content {NAMESPACES} office:version="1.3">'
        f'<office:body><office:spreadsheet><table:table table:name="Table 1">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )


def written(path: Path, parts: Mapping[str, bytes | str]) -> Path:
    path.write_bytes(packed({"mimetype": SPREADSHEET, **parts}))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableFile) as caught:
        inspect(path, USUAL)
    assert path.name in caught.value.message
    assert "\n" not in caught.value.message
    return caught.value.message


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "round1.ods"


@pytest.fixture(scope="module")
def by_libreoffice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workbook (Ann, 12, and twice that) as LibreOffice saves it."""
    folder = tmp_path_factory.mktemp("ods")
    return to_ods([book(folder / "small.xlsx", {})], folder / "saved")[0]


# what is read


def test_a_file_by_libreoffice_is_read_like_any_other(by_libreoffice: Path) -> None:
    read = read_workbook(by_libreoffice)
    cells = {position: cell.value for position, cell in read.sheets["Table 1"].cells.items()}
    assert cells == {(0, 0): "Ann", (0, 1): 12, (0, 2): 24}
    assert read.sheets["Table 1"].cells[0, 2].formula == "=B1*2"
    assert list(read.names) == ["points"]
    assert read.path == by_libreoffice
    assert read.sha256 == hashlib.sha256(by_libreoffice.read_bytes()).hexdigest()


def test_nothing_is_left_behind(by_libreoffice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = sorted(by_libreoffice.parent.iterdir())
    read_workbook(by_libreoffice)
    assert not list(tmp_path.iterdir())
    assert sorted(by_libreoffice.parent.iterdir()) == before


def test_blank_cells_may_be_repeated_to_the_end_of_the_sheet(by_libreoffice: Path, path: Path) -> None:
    with zipfile.ZipFile(by_libreoffice) as archive:
        assert b'table:number-columns-repeated="163' in archive.read("content.xml")  # LibreOffice does it itself
    rest = '<table:table-cell table:number-columns-repeated="16383"/>'
    rows = f'<table:table-row>{SEVEN}{rest}</table:table-row><table:table-row table:number-rows-repeated="1048575">'
    inspect(written(path, {"content.xml": content(f"{rows}{rest}<table:table-cell/></table:table-row>")}))


def test_a_repeated_value_counts_as_often_as_it_says(path: Path) -> None:
    threes = '<table:table-cell office:value-type="float" office:value="3" table:number-columns-repeated="3"/>'
    rows = f'<table:table-row table:number-rows-repeated="2">{threes}</table:table-row>'
    read = read_workbook(written(path, {"content.xml": content(rows)}))
    assert {position: cell.value for position, cell in read.sheets["Table 1"].cells.items()} == {
        (row, column): 3 for row in range(2) for column in range(3)
    }


def test_round_commands_take_an_ods_file(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    to_ods([folder / "round1.xlsx"], tmp_path / "ods")
    expected = ingest(folder / "round1.xlsx")
    runner = CliRunner()
    before = runner.invoke(main, ["-C", str(folder), "entries", "round1.xlsx"])
    assert before.exit_code == 0
    (folder / "round1.xlsx").unlink()
    (tmp_path / "ods" / "round1.ods").rename(folder / "round1.ods")
    assert runner.invoke(main, ["-C", str(folder), "entries", "round1.ods"]).output == before.output
    assert runner.invoke(main, ["-C", str(folder), "check", "round1.ods"]).exit_code == 0
    done = ingest(folder / "round1.ods")
    assert done.results_path == folder / "round1-results.xlsx"
    assert done.rows == expected.rows


@pytest.mark.parametrize("suffix", ["ods", "xlsx"])
def test_what_gnumeric_saved_with_formats_to_the_far_corner_is_read(suffix: str) -> None:
    read = read_workbook(Path(__file__).with_name(f"gnumeric.{suffix}"))
    cells = {position: cell.value for position, cell in read.sheets["Table 1"].cells.items()}
    assert cells == {(0, 0): "Ann", (0, 1): 12, (0, 2): 24}


def test_the_heading_of_a_printed_page_is_in_no_cell(path: Path) -> None:
    blank = '<table:table-cell table:number-columns-repeated="16384"/>'
    far = f'<table:table-row table:number-rows-repeated="1048575">{blank}'
    styles = f"<office:document-styles {NAMESPACES}><text:p>Page 1</text:p></office:document-styles>"
    inspect(written(path, {"content.xml": content(f"{ROW}{far}</table:table-row>"), "styles.xml": styles}))


def test_libreoffice_need_not_go_through_the_formats_of_blank_cells(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, f'cp "$source" "{tmp_path}/handed"', monkeypatch)
    blank = '<table:table-cell table:style-name="a" table:number-columns-repeated="400"/>'
    formula = '<table:table-cell table:style-name="b" table:formula="of:=1+1"/>'
    typed = '<table:table-cell table:style-name="c" office:value-type="float" office:value="7"/>'
    written(path, {"content.xml": content(f"<table:table-row>{typed}{formula}{blank}</table:table-row>")})
    with pytest.raises(UnreadableFile, match="could not be converted"):
        read_workbook(path)
    with zipfile.ZipFile(tmp_path / "handed") as handed:
        row = handed.read("content.xml").decode()
    assert typed in row
    assert formula in row
    assert '<table:table-cell table:number-columns-repeated="400"/></table:table-row>' in row


# what is refused


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (f'<table:table-row table:number-rows-repeated="100000"/>{ROW}', "has something in cell A100001"),
        (f'<table:table-row><table:table-cell table:number-columns-repeated="512"/>{SEVEN}</table:table-row>', "SS1"),
        (
            '<table:table-row table:number-rows-repeated="90000"><table:table-cell office:value-type="float" '
            'office:value="1" table:number-columns-repeated="500"/></table:table-row>',
            "more than 60,000 values and formulas",
        ),
        (
            '<table:table-row table:number-rows-repeated="90000"><table:table-cell table:formula="of:=RAND()" '
            'table:number-columns-repeated="10"/></table:table-row>',
            "more than 60,000 values and formulas",
        ),
        (
            '<table:table-row><table:table-cell table:formula="of:=1" table:number-matrix-rows-spanned="1000000" '
            'table:number-matrix-columns-spanned="1024"/></table:table-row>',
            "more than 60,000 values and formulas",
        ),
        (
            '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
            'table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>',
            "has something in cell XFD1048576",
        ),
        (
            '<table:table-row><table:table-cell table:number-rows-spanned="1000000" '
            'table:number-columns-spanned="16000"/></table:table-row>',
            "merges more than",
        ),
        ('<table:table-row table:number-rows-repeated="-1"/>', "is damaged"),
        ('<table:table-row table:number-rows-repeated="99999999999999999999"/>', "is damaged"),
        (
            '<table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2000000000"/>'
            "</text:p></table:table-cell></table:table-row>",
            "more than 1,000,000 blanks",
        ),
        (
            f'{ROW}<table:shapes><draw:frame><draw:image xlink:href="http://example.org/a.png"/></draw:frame>'
            "</table:shapes>",
            "http://example.org/a.png",
        ),
        (f'<table:table-source xlink:href="../other.ods"/>{ROW}', "../other.ods"),
    ],
)
def test_what_would_harm_the_machine_is_refused(path: Path, rows: str, words: str) -> None:
    assert words in refusal(written(path, {"content.xml": content(rows)}))


def test_links_to_click_on_and_pictures_of_its_own_pass(path: Path) -> None:
    rows = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p><text:a xlink:href="http://a.org">'
        '</text:a></text:p></table:table-cell></table:table-row><table:shapes><draw:image xlink:href="Pictures/1.png"/>'
        "</table:shapes>"
    )
    inspect(written(path, {"content.xml": content(rows)}))


def test_entities_are_refused(path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert "entities" in refusal(written(path, {"content.xml": content(before=bomb)}))
    assert "entities" in refusal(written(path, {"content.xml": content(), "styles.xml": f"{bomb}<x>&b;</x>"}))


@pytest.mark.parametrize(
    ("element", "number", "words"),
    [
        ("table:table-cell", 240_001, "more than 240,000 elements"),
        ("table:table", 5_000, "more than 100 sheets"),
        ("text:p", 60_001, "more than 60,000 paragraphs"),
        ("table:named-range", 4_001, "more than 4,000 defined names"),
        ("table:database-range", 4_001, "more than 4,000 defined names"),
        ('table:table-column table:number-columns-repeated="16384"', 2, "a sheet of 32,768 columns"),
    ],
)
def test_more_than_is_needed_of_what_libreoffice_goes_through_is_refused(
    path: Path, element: str, number: int, words: str
) -> None:
    assert words in refusal(written(path, {"content.xml": content(ROW + f"<{element}/>" * number)}))


def test_a_password_is_named_whatever_else_cannot_be_read(path: Path) -> None:
    manifest = (
        f'<manifest:manifest xmlns:manifest="{MANIFEST}"><manifest:file-entry manifest:full-path="content.xml">'
        "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
    )
    parts: dict[str, bytes | str] = {"content.xml": os.urandom(64), "META-INF/manifest.xml": manifest}
    assert "password" in refusal(written(path, parts))


def test_other_opendocument_files_are_no_spreadsheet(path: Path) -> None:
    path.write_bytes(packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content()}))
    assert "no spreadsheet" in refusal(path)


@pytest.mark.parametrize("parts", [{}, {"content.xml": ""}, {"content.xml": "<office"}, {"styles.xml": content()}])
def test_a_broken_file_is_said_to_be_damaged(path: Path, parts: dict[str, str]) -> None:
    assert "is damaged" in refusal(written(path, parts))


# LibreOffice


def test_without_libreoffice_the_answer_is_to_save_it_as_xlsx(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    written(path, {"content.xml": content()})
    with pytest.raises(UnreadableFile, match=r"round1\.ods .*LibreOffice is not on this machine: save it as \.xlsx"):
        read_workbook(path)


def test_libreoffice_gets_nothing_but_cells_and_styles(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, f'cp "$source" "{tmp_path}/handed"', monkeypatch)
    more: dict[str, bytes | str] = {
        "Basic/Standard/Module1.xml": "<!DOCTYPE x><x/>",
        "Pictures/1.png": b"\x89PNG",
        "settings.xml": "<x/>",
    }
    written(path, {"content.xml": content(), "styles.xml": "<styles/>", **more})
    assert inspect(path).macros
    with pytest.raises(UnreadableFile, match="could not be converted: open it in LibreOffice and save it as"):
        read_workbook(path)
    with zipfile.ZipFile(tmp_path / "handed") as handed:
        assert handed.namelist() == ["mimetype", "META-INF/manifest.xml", "content.xml", "styles.xml"]
        assert handed.read("content.xml").decode() == content()


def test_a_conversion_that_takes_too_long_is_ended_with_all_that_it_started_and_nothing_is_left(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "SECONDS", 0.5)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    busy = (
        f'while :; do mkdir -p "$folder/profile/more"; date > "$folder/profile/more/$$"; touch "{tmp_path}/late"; done'
    )
    stand_in(tmp_path, f"({busy}) & ({busy}) & wait", monkeypatch)
    with pytest.raises(UnreadableFile, match="could not be converted"):
        read_workbook(written(path, {"content.xml": content()}))
    assert not list((tmp_path / "temporary").iterdir())
    (tmp_path / "late").unlink()
    time.sleep(0.5)
    assert not (tmp_path / "late").exists()
    assert not list((tmp_path / "temporary").iterdir())


def test_who_outlives_the_program_that_started_it_is_ended_too(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, f'(sleep 1; touch "{tmp_path}/late") &', monkeypatch)
    with pytest.raises(UnreadableFile, match="could not be converted"):
        read_workbook(written(path, {"content.xml": content()}))
    time.sleep(1.5)
    assert not (tmp_path / "late").exists()


def test_the_dead_whom_nobody_collects_are_not_waited_for(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "SECONDS_TO_END", 20)
    careless = "import os, time\nif os.fork(): time.sleep(0.5)\nelif os.fork(): os.setsid(); time.sleep(20)"
    stand_in(tmp_path, f"'{sys.executable}' -c '{careless}'", monkeypatch)
    began = time.monotonic()
    with pytest.raises(UnreadableFile, match="could not be converted"):
        read_workbook(written(path, {"content.xml": content()}))
    assert time.monotonic() - began < 10


def test_a_larger_file_has_more_time_to_be_converted(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "SECONDS", 0.2)
    stand_in(tmp_path, f'sleep 1; touch "{tmp_path}/done"', monkeypatch)
    with pytest.raises(UnreadableFile, match="could not be converted"):
        read_workbook(written(path, {"content.xml": content()}))
    assert not (tmp_path / "done").exists()
    with pytest.raises(UnreadableFile, match="could not be converted"):
        read_workbook(written(path, {"content.xml": content() + " " * 3_000_000}))
    assert (tmp_path / "done").exists()


def test_what_libreoffice_made_is_inspected_like_any_other(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", b" " * 3_000_000)
    (tmp_path / "bomb").write_bytes(bomb.getvalue())
    stand_in(tmp_path, f'cp "{tmp_path}/bomb" "$folder/made/workbook.xlsx"', monkeypatch)
    with pytest.raises(UnreadableFile, match="300-fold"):
        read_workbook(written(path, {"content.xml": content()}))
