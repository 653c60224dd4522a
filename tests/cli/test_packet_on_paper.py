"""The packet on paper: short tables share sheets, letters are legible, no word is torn that has room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_packet import set_up
from test_packet_by_hand import SHIPPED

from sheetscore.operations.opening.open_event import open_event
from sheetscore.packets.book import Packet, packet_of
from sheetscore.packets.shared_paper import on_one_sheet
from sheetscore.systems.system import system_called
from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.on_paper import printed_as
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import AnyColumn, AnyTable, Column, Table, figure_column, text_column
from sheetscore.workbooks.paper import PAPER_SIZES, breaks_no_word

AWKWARD = ("Donaudampfschifffahrtskapitaensmut", "Hieronymusstein Wolkenbruchau Theophrast")
"""A name of 34 letters without a blank, and one of three long words."""

BESIDE = 10
"""Pixels that a cell leaves free beside a text, at least."""


def packet_with(example: str, paper: str, folder: Path) -> Packet:
    """Plan the packet of an example on some paper, with the first names of players, teams and scenarios awkward."""
    set_up(example, folder)
    path = folder / "event.toml"
    text = re.sub(r"^paper = .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for kind, key in (("player", "name"), ("team", "name"), ("scenario", "title")):
        for at, name in enumerate(AWKWARD):
            called = rf'(\[\[{kind}\]\]\n(?:(?!\[|{key} = ).*\n)*{key} = ")(?!{AWKWARD[0][:9]}|{AWKWARD[1][:9]})[^"]+'
            text = re.sub(called, rf"\g<1>{name[: 40 - at]}", text, count=1)
    path.write_text(text.replace("[event]\n", f'[event]\npaper = "{paper}"\n', 1), encoding="utf-8")
    opened = open_event(folder)
    return packet_of(opened.system, opened.round(opened.event.stages[0]), ())


def torn(sheet: TableSheet) -> Iterator[tuple[str, str]]:
    """Give headings and texts of which a word has no room on a line of its cell, with their tables."""
    for table in sheet.tables:
        for column in table.columns:
            if not breaks_no_word(column.heading, column.width - BESIDE / 2, 10, bold=True):
                yield table.name, column.heading
            for line in table.lines:
                style = CELL_STYLES.get(column.style_of(line))
                said = str(table.value(line, column) or "")
                if style and style.wraps and not breaks_no_word(said, column.width - BESIDE, style.points or 10):
                    yield table.name, said


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("system", SHIPPED)
def test_letters_are_legible_and_no_word_is_torn(system: str, paper: str, tmp_path: Path) -> None:
    made = packet_with(system_called(system).examples[0], paper, tmp_path / "event")
    assert any(AWKWARD[0] in str(table.value(line, column)) for table, line, column in cells(made))
    for sheet in made.sheets:
        assert printed_as(sheet, PAPER_SIZES[made.event.header.paper])[0] >= 75, sheet.title
        assert not [*torn(sheet)], sheet.title


def cells(made: Packet) -> Iterator[tuple[AnyTable, object, AnyColumn]]:
    """Give each cell of the tables of a packet by its line and column."""
    return (
        (table, line, column)
        for sheet in made.sheets
        for table in sheet.tables
        for line in table.lines
        for column in table.columns
    )


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_short_tables_of_the_packet_share_a_sheet_of_paper(paper: str, tmp_path: Path) -> None:
    """Movement, sides and scenarios of fourteen teams were nearly empty pages of their own."""
    made = packet_with("duplicate", paper, tmp_path / "event")
    shared = {part for sheet in made.sheets if "; " in sheet.title for part in sheet.title.split("; ")}
    assert {"Movement", "Scenarios"} <= shared
    told = "\n".join(str(table.value(line, column)) for table, line, column in cells(made) if table.name == "contents")
    assert "Movement; " in told


def example_of(rows: int, lines: int) -> TableSheet:
    """Plan a sheet with a table of rows to look at below some lines of text."""
    columns: tuple[Column[int], ...] = (
        text_column("who", "Who", 200, str),
        figure_column("points", "Points", 60, lambda _: 3),
    )
    table = Table(f"t{rows}", columns, range(rows))
    return TableSheet(f"Of {rows}", f"Of {rows} rows", tuple(TextLine(f"Said {at}.") for at in range(lines)), (table,))


def test_several_lines_of_text_stay_above_the_table_that_they_explain(tmp_path: Path) -> None:
    event = set_up("match", tmp_path / "event")
    both = on_one_sheet(event, example_of(3, 1), example_of(4, 2), written=False)
    assert both is not None
    assert [table.name for table in both.tables] == ["t3", "words above t4", "t4"]
    said = both.tables[1]
    assert [said.columns[0].heading, *(said.value(line, said.columns[0]) for line in said.lines)] == [
        "Of 4 rows",
        "Said 0.",
        "Said 1.",
    ]


def test_sheets_share_no_paper_where_that_saves_none(tmp_path: Path) -> None:
    """A sheet of letter paper has room for some 35 rows of 24 pixels below the headings."""
    event = set_up("match", tmp_path / "event")
    assert on_one_sheet(event, example_of(33, 0), example_of(32, 0), written=False) is None
    assert on_one_sheet(event, example_of(15, 0), example_of(14, 0), written=False) is not None


def test_a_sheet_of_several_sheets_of_paper_is_headed_by_all_that_is_on_it(tmp_path: Path) -> None:
    event = set_up("match", tmp_path / "event")
    parts = [example_of(rows, 0) for rows in (11, 12)]
    many = TableSheet("Many", "Many", tables=tuple(example_of(rows, 0).tables[0] for rows in (13, 14, 15)))
    both = on_one_sheet(event, many, parts[0], written=False)
    assert both is not None
    assert both.heading == "Many; Of 11 rows"
    # each sheet of paper would repeat lines of text that belong to the first alone
    lined = TableSheet("Many", "Many", (TextLine("Said."),), many.tables)
    assert on_one_sheet(event, lined, parts[1], written=False) is None


@pytest.mark.parametrize("system", ["airforce", "diplomacy"])
def test_the_foot_of_a_shared_sheet_names_its_parts(system: str, tmp_path: Path) -> None:
    made = packet_with(system_called(system).examples[0], "letter", tmp_path / "event")
    assert any("; " in title and len(title) <= 31 for title in made.titles)
