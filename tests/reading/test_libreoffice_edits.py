"""What a director does to a round's workbook in LibreOffice: everything survives it, or a finding says what did not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

import pytest
from amps_event import INTERCEPTORS, STRIKE, SUPPRESSION, amps_event, drawn
from converted_once import converted_once
from filled_rounds import filled
from open_libreoffice import Step
from open_libreoffice import edit as edit_in_libreoffice
from round_contexts import blank_round

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.reading.round_workbook import ReadRound, read_round
from sheetscore.sheets.round_workbook import field_places, layouts, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.systems.tasks.model import TaskScenario
from sheetscore.workbooks.cell_refs import parse_address
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook

SIDES = tuple(
    side.model_copy(update={"seats": seats}) for side, seats in ((STRIKE, 2), (SUPPRESSION, 1), (INTERCEPTORS, 1))
)
EVENT = amps_event(players=8, tables=2, scenarios=(TaskScenario(id="bridge", title="The bridge", sides=SIDES),))
DRAW, FORMS = drawn(EVENT)
ENTRIES = {**filled(FORMS, seed=5, share=0.9), **drawn_pilots(DRAW)}
"""Nearly every box has a value, so that one read in another's place shows."""

PLACES = field_places(FORMS)

LOCATING = {"structure", "stray-value", "page-twice"}
ONE, TWO = "Table 1", "Table 2"
LAST_COLUMN = "U"
"""Of a page with its hidden steps."""


def cell(field: str, seat: str = "strike.1") -> str:
    """Give a box's cell on the sheet of table 1."""
    return PLACES[FieldKey(1, seat, field)][1]


def row(field: str, seat: str = "strike.1") -> int:
    return parse_address(cell(field, seat))[0]


def column(field: str, seat: str = "strike.1") -> int:
    return parse_address(cell(field, seat))[1]


def lines(first: str, last: str, seat: str = "strike.1") -> str:
    """Give the cells of a block as wide as the page, from its captions to its last line."""
    return f"A{row(first, seat)}:M{row(last, seat) + 1}"


TOPS = list(accumulate((layouts(FORMS)[id(page.form)].next_row for page in FORMS.tables[0].pages), initial=0))
"""The first row of every page of table 1, then the first row below them."""

BELOW = f"A{TOPS[-1] + 10}"


def page(number: int) -> str:
    """Give the cells of a page of table 1."""
    return f"A{TOPS[number - 1] + 1}:{LAST_COLUMN}{TOPS[number]}"


HITS = lines("strike.hits.1.d", "strike.hits.6.d")
HITS_BESIDE = lines("strike.hits.1.d", "strike.hits.6.d", "strike.2")
BOMBING = lines("strike.bombing.1.odds", "strike.bombing.6.odds")
ADVANTAGE = lines("air-combat.advantage.dn", "air-combat.advantage.dn", "cap.1")


def corner(area: str) -> str:
    return area.partition(":")[0]


SURVIVED: dict[str, list[Step]] = {
    "saved": [],
    "sheets renamed": [("rename", ONE, "Anna's table! $1"), ("rename", TWO, "2")],
    "names of sheets swapped": [("rename", ONE, "X"), ("rename", TWO, ONE), ("rename", "X", TWO)],
    "tabs sorted": [("move_sheet", TWO, 0), ("move_sheet", "Cover", 4), ("rename", ONE, "Z")],
    "a sheet copied, the copy first": [("copy_sheet", ONE, "Table 1_2", 0)],
    "the original deleted, the copy kept": [("copy_sheet", ONE, "Table 1_2", 3), ("delete_sheet", ONE)],
    "the copy put in the original's place": [
        ("copy_sheet", ONE, "X", 3),
        ("delete_sheet", ONE),
        ("rename", "X", ONE),
    ],
    "cover, lists and map deleted": [("delete_sheet", name) for name in ("Cover", "_lists", "_sheetscore")],
    "names deleted": [("delete_names",)],
    "a code cleared": [("clear", ONE, f"H{TOPS[2] + 1}:K{TOPS[2] + 1}")],
    "rows inserted above, between and within blocks": [
        ("insert_rows", ONE, row("strike.own.c"), 1),
        ("insert_rows", ONE, row("strike.bombing.1.odds") - 2, 2),
        ("insert_rows", ONE, row("strike.hits.4.d"), 2),
        ("insert_rows", ONE, row("strike.hits.1.d"), 1),
        ("insert_rows", ONE, row("seat.pilot"), 1),
        ("insert_rows", ONE, 0, 3),
    ],
    "columns inserted left of everything": [("insert_columns", ONE, 0, 2)],
    "columns inserted between boxes": [("insert_columns", ONE, at, 1) for at in (12, 10, 8, 7, 5, 3, 1)],
    "title rows and gaps deleted": [
        ("delete_rows", ONE, row("strike.bombing.1.odds") - 3, 2),
        ("delete_rows", ONE, row("strike.hits.1.d") - 3, 2),
    ],
    "a page cut and pasted below": [("cut", ONE, page(2), ONE, BELOW)],
    "a page cut and pasted beside": [("cut", ONE, page(2), ONE, "W1")],
    "a page cut to another sheet": [("cut", ONE, page(2), TWO, BELOW)],
    "two pages swapped": [
        ("cut", ONE, page(2), ONE, BELOW),
        ("cut", ONE, page(3), ONE, corner(page(2))),
        ("cut", ONE, f"{BELOW}:{LAST_COLUMN}{TOPS[-1] + 9 + TOPS[2] - TOPS[1]}", ONE, corner(page(3))),
    ],
    "a block of the last page pasted lower": [("cut", ONE, ADVANTAGE, ONE, BELOW)],
    "lines sorted": [
        ("sort", ONE, f"A{row('strike.hits.1.d') + 1}:M{row('strike.hits.6.d') + 1}", column("strike.hits.1.d"))
    ],
    "a page copied below": [("copy", ONE, page(2), ONE, BELOW)],
}
"""What may be done: every value is where it was."""

BY_ODS = [
    "saved",
    "the original deleted, the copy kept",
    "rows inserted above, between and within blocks",
    "columns inserted between boxes",
]

HARMED: dict[str, tuple[list[Step], str, list[str]]] = {
    "a line deleted": (
        [("delete_rows", ONE, row("strike.hits.4.d"), 1)],
        "structure",
        ["line 4 of “Damage to targets” is missing", "make the sheets again"],
    ),
    "some lines deleted": (
        [("delete_rows", ONE, row("strike.hits.4.d"), 2)],
        "structure",
        ["lines 4, 5 of “Damage to targets” are missing"],
    ),
    "the only line deleted": (
        [("delete_rows", ONE, row("strike.own.c"), 1)],
        "structure",
        ["the line of “Own aircraft came home with” is missing"],
    ),
    "the pilot's line deleted": (
        [("delete_rows", ONE, row("seat.pilot"), 1)],
        "structure",
        ["the line of “Pilot” is missing"],
    ),
    "the claim deleted": (
        [("delete_rows", ONE, row("claimed.sp"), 1)],
        "structure",
        ["the line of “as the pilot counts” is missing"],
    ),
    "the ruling deleted": (
        [("delete_rows", ONE, row("ruling.sp"), 1)],
        "structure",
        ["the line of “director's ruling” is missing"],
    ),
    "captions deleted": (
        [("delete_rows", ONE, row("strike.hits.1.d") - 1, 1)],
        "structure",
        ["table 1, strike.1", "“Damage to targets”", "Undo that"],
    ),
    "the code's row deleted": (
        [("delete_rows", ONE, TOPS[2], 1)],
        "structure",
        ["table 1, strike.2", "the code R01-T001-P3-", "is gone"],
    ),
    "a page deleted": (
        [("delete_rows", ONE, TOPS[1], TOPS[2] - TOPS[1])],
        "structure",
        ["table 1: strike.1 missing"],
    ),
    "a page deleted from below its code to the next page's": (
        [("delete_rows", ONE, TOPS[1] + 1, TOPS[2] - TOPS[1])],
        "structure",
        ["table 1: strike.1 missing"],
    ),
    "a sheet deleted": ([("delete_sheet", TWO)], "structure", ["table 2: all pages missing"]),
    "the line numbers' column deleted": (
        [("delete_columns", ONE, 0, 1)],
        "structure",
        ["the line numbers of “Damage to targets” are gone"],
    ),
    "a column of boxes deleted": (
        [("delete_columns", ONE, column("strike.hits.1.d"), 1)],
        "structure",
        ["table 1, strike.1", "“Damage to targets”", "a column was deleted"],
    ),
    "a block pasted lower, on another page": (
        [("cut", ONE, HITS, ONE, BELOW)],
        "structure",
        ["table 1, strike.1", f"“Damage to targets” stands at Table 1!{BELOW} now"],
    ),
    "a block pasted on another sheet": (
        [("cut", ONE, HITS, TWO, BELOW)],
        "structure",
        ["table 1, strike.1", f"“Damage to targets” stands at Table 2!{BELOW} now"],
    ),
    "a block cut and pasted over another page's": (
        [("cut", ONE, HITS, ONE, corner(HITS_BESIDE))],
        "structure",
        ["“Damage to targets” was pasted over"],
    ),
    "another block copied over a block": (
        [("copy", ONE, BOMBING, ONE, corner(HITS))],
        "structure",
        ["table 1, strike.1", "“Damage to targets”", "pasted over"],
    ),
    "another page copied over a page": (
        [("copy", ONE, page(2), ONE, corner(page(3)))],
        "structure",
        ["table 1, strike.2", "the code of table 1, page 2", "pasted over"],
    ),
    "text over a caption": (
        [("type", ONE, f"B{row('strike.hits.1.d')}", "Aim")],
        "structure",
        ["table 1, strike.1", "“Damage to targets”", "captions were pasted over"],
    ),
    "a line's number typed over": (
        [("type", ONE, f"A{row('strike.hits.3.d') + 1}", 2)],
        "structure",
        ["line 3 of “Damage to targets” is missing"],
    ),
    "a total typed over": (
        [("type", ONE, f"L{row('strike.hits.3.d') + 1}", 99)],
        "structure",
        ["the total of “Damage to targets” in L", "typed over"],
    ),
    "cells of a line shifted": (
        [("shift_right", ONE, cell("air-combat.rolls.2", "cap.1"))],
        "structure",
        ["the total of “Rolls on the damage tables”", "shifted"],
    ),
    "a number cut out of its box": (
        [("cut", ONE, cell("strike.hits.1.d"), ONE, BELOW)],
        "stray-value",
        [f"nothing is read in {BELOW}", "put it there"],
    ),
    "a number cut to above its block": (
        [("cut", ONE, cell("claimed.sp"), ONE, f"E{row('claimed.sp') - 1}")],
        "stray-value",
        [f"nothing is read in E{row('claimed.sp') - 1}", "if that belongs in a box, put it there"],
    ),
    "values on an inserted row": (
        [
            ("insert_rows", ONE, row("strike.hits.3.d"), 1),
            ("type", ONE, cell("strike.hits.3.target"), "Bridge"),
        ],
        "stray-value",
        ["on a line without a number in “Damage to targets”"],
    ),
    "a copy filled in instead of the original": (
        [("copy_sheet", ONE, "Table 1_2", 3), ("type", "Table 1_2", cell("strike.hits.1.d"), 77)],
        "page-twice",
        ["table 1, strike.1", "“Table 1_2”", "“Table 1”", "“77”", "delete the copy"],
    ),
    "a page copied below and filled in there": (
        [
            ("copy", ONE, page(2), ONE, BELOW),
            ("type", ONE, f"J{TOPS[-1] + 10 + row('strike.hits.1.d') - TOPS[1]}", 77),
        ],
        "page-twice",
        ["table 1, strike.1", "lower down", "“77”"],
    ),
    "a block copied above itself and filled in there": (
        [
            ("insert_rows", ONE, row("strike.hits.1.d") - 1, 8),
            ("copy", ONE, f"A{row('strike.hits.1.d') + 8}:U{row('strike.hits.6.d') + 9}", ONE, corner(HITS)),
            ("type", ONE, cell("strike.hits.1.d"), 77),
        ],
        "page-twice",
        ["table 1, strike.1", "“77”"],
    ),
}
"""What may not be done: the steps, and the code and the words of the finding that says so."""


@pytest.fixture(scope="module", autouse=True)
def _files_are_converted_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with converted_once(tmp_path_factory.mktemp("converted")):
        yield


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheets") / "round1.xlsx"
    write_round(path, EVENT, FORMS, ENTRIES)
    return path


@pytest.fixture(scope="module")
def untouched(original: Path) -> ReadWorkbook:
    """Give the workbook as LibreOffice saves it when nothing was done."""
    return read_workbook(edit_in_libreoffice(original, original.with_name("untouched.xlsx")))


Edit = Callable[..., ReadRound]


@pytest.fixture
def edit(original: Path, untouched: ReadWorkbook, tmp_path: Path) -> Edit:
    """Make changes to a copy of the workbook, see to it that they were made, and read it."""

    def edit(*steps: Step, suffix: str = ".xlsx") -> ReadRound:
        path = edit_in_libreoffice(original, tmp_path / f"round1{suffix}", *steps)
        if suffix == ".xlsx":
            saved = read_workbook(path)
            same = list(saved.sheets.items()) == list(untouched.sheets.items()) and saved.names == untouched.names
            assert same == (not steps), "LibreOffice did something else"
        return read_round(path, AMPS, blank_round(EVENT, FORMS, DRAW))

    return edit


def locating(read: ReadRound) -> list[Finding]:
    return [one for one in read.findings if one.code in LOCATING]


@pytest.mark.parametrize("steps", SURVIVED.values(), ids=SURVIVED)
def test_every_value_is_where_it_was_after(edit: Edit, steps: list[Step]) -> None:
    read = edit(*steps)
    assert not locating(read)
    assert read.entered.entries == ENTRIES
    assert not read.entered.raw


@pytest.mark.parametrize("done", BY_ODS)
def test_every_value_is_where_it_was_in_an_ods_file_after(edit: Edit, done: str) -> None:
    read = edit(*SURVIVED[done], suffix=".ods")
    assert not locating(read)
    assert read.entered.entries == ENTRIES


@pytest.mark.parametrize(("steps", "code", "words"), HARMED.values(), ids=HARMED)
def test_a_finding_names_what_was_lost_after(edit: Edit, steps: list[Step], code: str, words: list[str]) -> None:
    read = edit(*steps)
    assert [one.message for one in locating(read) if one.code == code and all(word in one.message for word in words)]
    assert all(one.is_error for one in locating(read))
    wrong = {key: value for key, value in read.entered.entries.items() if ENTRIES.get(key) != value}
    assert not wrong, "values were read in the place of others"


def test_a_remark_beside_a_page_is_a_warning(edit: Edit) -> None:
    read = edit(("type", ONE, f"N{row('strike.hits.3.d')}", "typed by Bob"))
    (said,) = locating(read)
    assert not said.is_error
    assert "“typed by Bob”" in said.message
    assert read.entered.entries == ENTRIES


def test_lines_copied_to_the_same_block_of_another_page_are_what_that_page_says(edit: Edit) -> None:
    read = edit(("copy", ONE, HITS, ONE, corner(HITS_BESIDE)))
    assert not locating(read)
    hits = {
        seat: {key.field: value for key, value in read.entered.entries.items() if key[:2] == (1, seat)}
        for seat in ("strike.1", "strike.2")
    }
    fields = {field for values in hits.values() for field in values if field.startswith("strike.hits")}
    assert fields
    assert all(hits["strike.1"].get(field) == hits["strike.2"].get(field) for field in fields)
