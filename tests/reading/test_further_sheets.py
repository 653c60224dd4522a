"""Pages that go on on more paper, read back: what stands on each sheet is found, whatever was done to one of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, SUPPRESSION, amps_event, drawn
from filled_rounds import filled
from open_libreoffice import Step
from open_libreoffice import edit as edit_in_libreoffice
from round_contexts import blank_round

from sheetscore.forms.form import FieldKey
from sheetscore.reading.round_workbook import ReadRound, read_round
from sheetscore.sheets import page_places, pages
from sheetscore.sheets.round_workbook import field_places, layouts, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.cell_refs import parse_address

BOTH = STRIKE.model_copy(
    update={"tasks": ("strike", "defense-suppression"), "targets": (*STRIKE.targets, *SUPPRESSION.targets), "seats": 2}
)
SIDES = (BOTH, *BRIDGE.sides[2:])
EVENT = amps_event(players=5, scenarios=(BRIDGE.model_copy(update={"sides": SIDES}),))
DRAW, FORMS = drawn(EVENT)
ENTRIES = {**filled(FORMS, seed=3, share=0.9), **drawn_pilots(DRAW)}
"""Nearly every box has a value, so that one read in another's place shows."""

ONE = "Table 1"
FIRST, SECOND = (layouts(FORMS)[id(one.form)] for one in FORMS.tables[0].pages[:2])
TOPS = list(accumulate((layouts(FORMS)[id(one.form)].next_row for one in FORMS.tables[0].pages), initial=0))
AGAIN = [top + SECOND.sheets[1].start for top in TOPS[1:3]]
"""The first row on the second sheet of strike.1 and of strike.2."""
BELOW = f"A{TOPS[-1] + 10}"
LOCATING = {"structure", "stray-value", "page-twice", "page-edge"}


def row(field: str, seat: str = "strike.1") -> int:
    return parse_address(field_places(FORMS)[FieldKey(1, seat, field)][1])[0]


def rows(first: int, end: int) -> str:
    return f"A{first + 1}:U{end}"


SECOND_SHEET = rows(AGAIN[0], TOPS[2])

Edit = Callable[..., ReadRound]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheets") / "round1.xlsx"
    write_round(path, EVENT, FORMS, ENTRIES)
    return path


@pytest.fixture
def edit(original: Path, tmp_path: Path) -> Edit:
    def edit(*steps: Step) -> ReadRound:
        return read_round(
            edit_in_libreoffice(original, tmp_path / "round1.xlsx", *steps), AMPS, blank_round(EVENT, FORMS, DRAW)
        )

    return edit


def test_the_seats_have_two_sheets_with_suppression_and_the_foot_on_the_second_and_one_on_demand() -> None:
    assert (SECOND.papers.printed, [*SECOND.on_demand]) == ([1, 2], [3])
    assert AGAIN[0] < row("defense-suppression.radar.1.target") < row("claimed.sp")
    assert row("claimed.sp") < row("defense-suppression.radar.6.target")


SURVIVED: dict[str, list[Step]] = {
    "saved": [],
    "the original deleted, the copy kept": [("copy_sheet", ONE, "X", 2), ("delete_sheet", ONE)],
    "cover, lists and map deleted": [("delete_sheet", name) for name in ("Cover", "_lists", "_sheetscore")],
    "names deleted": [("delete_names",)],
    "the second sheet cut and pasted below": [("cut", ONE, SECOND_SHEET, ONE, BELOW)],
    "the first sheet cut and pasted below": [("cut", ONE, rows(TOPS[1], AGAIN[0]), ONE, BELOW)],
    "rows inserted on both sheets": [
        ("insert_rows", ONE, AGAIN[0], 2),
        ("insert_rows", ONE, row("strike.hits.4.d"), 1),
    ],
    "the second sheet copied below": [("copy", ONE, SECOND_SHEET, ONE, BELOW)],
}


@pytest.mark.parametrize("steps", SURVIVED.values(), ids=SURVIVED)
def test_every_value_of_both_sheets_is_found_after(steps: list[Step], edit: Edit) -> None:
    read = edit(*steps)
    assert read.entered.entries == ENTRIES
    assert not [one.message for one in read.findings if one.code in LOCATING - {"page-edge"}]


HARMED: dict[str, tuple[list[Step], str, str]] = {
    "the second sheet deleted": (
        [("delete_rows", ONE, AGAIN[0], TOPS[2] - AGAIN[0])],
        "structure",
        "table 1, strike.1: not found where it was printed: “Radars”",
    ),
    "the first sheet deleted": (
        [("delete_rows", ONE, TOPS[1], AGAIN[0] - TOPS[1])],
        "structure",
        "table 1, strike.1: not found where it was printed: “Pilot”",
    ),
    "both sheets deleted": ([("delete_rows", ONE, TOPS[1], TOPS[2] - TOPS[1])], "structure", "strike.1 missing"),
    "a line of the second sheet deleted": (
        [("delete_rows", ONE, row("defense-suppression.sam.3.d"), 1)],
        "structure",
        "line 3 of “SAM sites” is missing",
    ),
    "the second sheet's heading deleted": (
        [("delete_rows", ONE, AGAIN[0], 1)],
        "page-edge",
        "table 1, strike.1: the code of its page 2 is no longer printed",
    ),
    "the second sheet copied over another seat's": (
        [("copy", ONE, SECOND_SHEET, ONE, f"A{AGAIN[1] + 1}")],
        "structure",
        "table 1, strike.2: not found where it was printed: “Radars”",
    ),
    "the second sheet copied below and filled in there": (
        [
            ("copy", ONE, SECOND_SHEET, ONE, BELOW),
            ("type", ONE, f"G{TOPS[-1] + 10 + row('defense-suppression.sam.3.d') - AGAIN[0]}", 77),
        ],
        "page-twice",
        "77",
    ),
}


@pytest.mark.parametrize(("steps", "code", "said"), HARMED.values(), ids=HARMED)
def test_a_finding_says_what_became_of_a_sheet_after(steps: list[Step], code: str, said: str, edit: Edit) -> None:
    findings = edit(*steps).findings
    assert [one.message for one in findings if one.code == code and said in one.message], [
        (one.code, one.message) for one in findings if one.code in LOCATING
    ]


@pytest.mark.parametrize("printed_on_one", [True, False], ids=["one sheet, now two", "two sheets, now one"])
def test_pages_that_were_parted_otherwise_when_they_were_printed_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, printed_on_one: bool
) -> None:
    path, room = tmp_path / "round1.xlsx", pages.ROOM["portrait"]
    monkeypatch.setattr(page_places, "SMALLEST_SCALE", 30)  # on one sheet it is too small for a pencil
    monkeypatch.setitem(pages.ROOM, "portrait", 3000 if printed_on_one else room)
    write_round(path, EVENT, FORMS, ENTRIES)
    monkeypatch.setitem(pages.ROOM, "portrait", room if printed_on_one else 3000)
    read = read_round(path, AMPS, blank_round(EVENT, FORMS, DRAW))
    box = FieldKey(1, "strike.2", "defense-suppression.sam.1.d")
    assert read.entered.cells[box] != field_places(FORMS)[box]
    assert read.entered.entries == ENTRIES
    assert not [one.message for one in read.findings if one.code in LOCATING]


def test_a_value_beside_the_boxes_of_a_second_sheet_is_named(edit: Edit) -> None:
    at = f"C{row('defense-suppression.aaa.1.d') - 2}"
    (stray,) = (one for one in edit(("type", ONE, at, 41)).findings if one.code == "stray-value")
    assert "41" in stray.message
    assert stray.seats == {(1, "strike.1")}


def test_a_name_written_over_the_one_that_follows_on_a_second_sheet_is_named(edit: Edit) -> None:
    cell = f"A{AGAIN[0] + 3}"
    (found,) = [one for one in edit(("type", ONE, cell, "Somebody Else")).findings if one.code == "stray-value"]
    assert (found.cell, "Somebody Else" in found.message) == (cell, True)
