"""Pages of seats for which nobody was drawn stand behind all tables, and are pages like any other."""

from __future__ import annotations

from pathlib import Path

from amps_event import amps_event, drawn
from looking import open_whole
from msgspec.structs import replace
from round_contexts import blank_round
from shared_demos import Demos

from sheetscore.forms.form import Entries, FieldKey
from sheetscore.reading.round_workbook import read_old_sheets, read_round
from sheetscore.sheets.round_workbook import field_places, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.reader import read_workbook

EVENT = amps_event(players=16, tables=2)
DRAW, FORMS = drawn(EVENT)
EMPTY = {(table.number, seat) for table in DRAW.tables for seat, player in table.seats.items() if player is None}


def with_walk_in() -> Entries:
    """Give a round in which somebody who was drawn nowhere was written down on a spare page, with what he counts."""
    table, seat = min(EMPTY)
    walk_in: Entries = {FieldKey(table, seat, "seat.pilot"): "P01", FieldKey(table, seat, "claimed.sp"): 7}
    return {**drawn_pilots(DRAW), **walk_in}


def test_they_stand_last_a_sheet_for_each_table(tmp_path: Path) -> None:
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, drawn_pilots(DRAW))
    seen = [sheet.title for sheet in open_whole(tmp_path / "round1.xlsx").worksheets if sheet.sheet_state == "visible"]
    assert len(EMPTY) == 2
    assert seen == ["Cover", "Table 1", "Table 2", *(f"Table {table} spare" for table in sorted({t for t, _ in EMPTY}))]
    places = field_places(FORMS)
    for (table, seat, _), (sheet, _) in places.items():
        assert sheet == f"Table {table}{' spare' if (table, seat) in EMPTY else ''}"


def walk_in_written_down(folder: Path) -> None:
    write_round(folder / "round1.xlsx", EVENT, FORMS, with_walk_in())


def test_what_is_written_on_one_counts_at_its_table(demos: Demos) -> None:
    _, again = both = demos.both(walk_in_written_down)
    for path in both:
        assert read_round(path, AMPS, blank_round(EVENT, FORMS, DRAW)).entered.entries == with_walk_in()
    table, seat = min(EMPTY)
    cells = read_workbook(again).sheets[f"Table {table}"].cells
    row = next(row for (row, _), cell in sorted(cells.items()) if cell.value == FORMS.pages[table, seat].called)
    line = [cell.value for (at, _), cell in sorted(cells.items()) if at == row]
    assert {"Pilot 1 (P01)", 7} <= set(line)


def test_sheets_of_before_that_have_them_among_the_others_are_read_as_they_are(tmp_path: Path) -> None:
    entries = with_walk_in()
    write_round(tmp_path / "round1.xlsx", EVENT, replace(FORMS, filled={}), entries)
    assert not any("spare" in sheet.title for sheet in open_whole(tmp_path / "round1.xlsx").worksheets)
    read = read_round(tmp_path / "round1.xlsx", AMPS, blank_round(EVENT, FORMS, DRAW))
    assert read.entered.entries == entries
    assert not [one for one in read.findings if one.code in {"structure", "stray-value", "page-edge"}]


def test_sheets_made_again_for_another_draw_take_each_page_for_what_it_was(tmp_path: Path) -> None:
    entries = with_walk_in()
    write_round(tmp_path / "round1.xlsx", EVENT, FORMS, entries)
    first = next(table for table in DRAW.tables if table.number == min(EMPTY)[0])
    assert [*first.seats].index(min(EMPTY)[1]) < len(first.seats) - 1  # pages of others come after it
    old = read_old_sheets(tmp_path / "round1.xlsx", AMPS, RoundContext(EVENT, 1, library=AMPS.library()))
    assert old.entries == entries


def test_a_table_at_which_nobody_sits_keeps_its_pages_together() -> None:
    nobody = replace(FORMS, filled={key: who for key, who in FORMS.filled.items() if key.table == 1})
    assert {sheet for (table, _, _), (sheet, _) in field_places(nobody).items() if table == 2} == {"Table 2"}
