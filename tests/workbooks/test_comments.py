"""Comments on cells: notes of any program, threads of newer ones, and what is no comment at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import xlsxwriter
from hostile import MAIN, PACKAGE_RELATIONSHIPS, RELATIONSHIPS, book
from libreoffice import recalculate, to_ods
from openpyxl import load_workbook
from openpyxl.comments import Comment

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.reader import read_workbook

MICROSOFT = "http://schemas.microsoft.com/office"
THREADED = f"{MICROSOFT}/spreadsheetml/2018/threadedcomments"
OF_SHEET = "xl/worksheets/_rels/sheet1.xml.rels"
NOTES, THREADS = "xl/comments1.xml", "xl/threadedComments/threadedComment1.xml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "round1.xlsx"


def written(path: Path) -> Path:
    """Write a workbook with a comment on its second sheet alone."""
    with xlsxwriter.Workbook(path) as made:
        made.add_worksheet("Cover").write_string(0, 0, "Round 1")
        table = made.add_worksheet("Table 2")
        table.write_number(13, 5, 8)
        table.write_comment("F14", "asked Bob:\nhe says 7")
    return path


def relations(*links: tuple[str, str]) -> str:
    lines = [
        f'<Relationship Id="r{number}" Type="{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(links, start=1)
    ]
    return f'<Relationships xmlns="{PACKAGE_RELATIONSHIPS}">{"".join(lines)}</Relationships>'


def with_parts(path: Path, notes: str = "", threads: str = "") -> Path:
    """Pack a workbook with the parts of comments that are given."""
    links = [(f"{RELATIONSHIPS}/comments", "../comments1.xml")] * bool(notes)
    links += [(f"{MICROSOFT}/2017/10/relationships/threadedComment", f"/{THREADS}")] * bool(threads)
    parts = {OF_SHEET: relations(*links)} | ({NOTES: notes} if notes else {}) | ({THREADS: threads} if threads else {})
    return book(path, parts)


def notes_xml(texts: Mapping[str, str]) -> str:
    lines = [f'<comment ref="{at}" authorId="0"><text>{text}</text></comment>' for at, text in texts.items()]
    listed = f"<commentList>{''.join(lines)}</commentList>"
    return f'<comments xmlns="{MAIN}"><authors><author>Ann</author></authors>{listed}</comments>'


def threads_xml(*texts: tuple[str, str]) -> str:
    lines = [f'<threadedComment ref="{at}" id="{{{at}}}"><text>{text}</text></threadedComment>' for at, text in texts]
    return f'<ThreadedComments xmlns="{THREADED}">{"".join(lines)}</ThreadedComments>'


def test_a_note_is_read_with_its_cell(path: Path) -> None:
    sheets = read_workbook(written(path)).sheets
    assert sheets["Table 2"].comments == {(13, 5): ("asked Bob:\nhe says 7",)}
    assert sheets["Cover"].comments == {}


def test_a_note_is_read_from_what_other_programs_save(path: Path, tmp_path: Path) -> None:
    written(path)
    (ods,) = to_ods([path], tmp_path / "ods")
    (xlsx,) = recalculate([path], tmp_path / "xlsx")
    opened = load_workbook(path)
    opened["Cover"]["B3"].comment = Comment("late", "Ann")
    opened.save(tmp_path / "openpyxl.xlsx")
    for saved in (ods, xlsx, tmp_path / "openpyxl.xlsx"):
        assert read_workbook(saved).sheets["Table 2"].comments == {(13, 5): ("asked Bob:\nhe says 7",)}
    assert read_workbook(tmp_path / "openpyxl.xlsx").sheets["Cover"].comments == {(2, 1): ("late",)}


def test_runs_of_a_note_are_one_text(path: Path) -> None:
    runs = "<r><rPr><b/></rPr><t>Ann:</t></r><r><t xml:space='preserve'> 7 &amp; not 8</t></r>"
    sheet = read_workbook(with_parts(path, notes_xml({"B2": runs, "B3": "<t>x</t>"}))).sheets["Table 1"]
    assert sheet.comments == {(1, 1): ("Ann: 7 & not 8",), (2, 1): ("x",)}


def test_a_thread_counts_and_not_the_note_that_stands_in_for_it(path: Path) -> None:
    notes = notes_xml({"B2": "<t>[Threaded comment] Your version of Excel ... Comment: 7?</t>", "B9": "<t>a note</t>"})
    sheet = read_workbook(with_parts(path, notes, threads_xml(("B2", "7?"), ("B2", "yes")))).sheets["Table 1"]
    assert sheet.comments == {(1, 1): ("7?", "yes"), (8, 1): ("a note",)}


def test_a_thread_without_a_note_is_read_too(path: Path) -> None:
    sheet = read_workbook(with_parts(path, threads=threads_xml(("C3", "7?")))).sheets["Table 1"]
    assert sheet.comments == {(2, 2): ("7?",)}


def test_where_one_sheet_alone_is_wanted_no_comment_is_read(path: Path) -> None:
    assert read_workbook(written(path), only="Table 2").sheets["Table 2"].comments == {}


@pytest.mark.parametrize(
    "notes",
    [
        f'<comments xmlns="{MAIN}"><commentList><comment><text><t>x</t></text></comment></commentList></comments>',
        notes_xml({"B0x": "<t>x</t>"}),
        notes_xml({"": "<t>x</t>"}),
        '<!DOCTYPE comments [<!ENTITY x "x">]>' + notes_xml({"B2": "<t>&x;</t>"}),
        notes_xml({"B2": "<t>x</t>"})[:-9],
    ],
)
def test_a_comment_that_no_program_writes_is_refused(notes: str, path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"round1\.xlsx (is damaged \(xl/comments1\.xml|declares XML entities)"):
        read_workbook(with_parts(path, notes))


def test_more_comments_than_a_score_sheet_can_have_are_refused(path: Path) -> None:
    many = notes_xml({f"A{row}": "<t>x</t>" for row in range(1, 1_100_001)})
    with pytest.raises(UnreadableFile, match="no score sheet"):
        read_workbook(with_parts(path, many))
