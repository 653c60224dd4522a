"""What lies at the tables of duplicate play and what teams carry: travellers, score sheets, task pages."""

from __future__ import annotations

from pathlib import Path

import openpyxl
from at_hand import drawn_round
from duplicate_event import drawn, duplicate_event
from openpyxl.worksheet.worksheet import Worksheet

from sheetscore.forms.library import Library
from sheetscore.sheets.round_workbook import field_places, layouts, write_round
from sheetscore.shipped import shipped
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.workbooks.names import parse_address


def sheets(event: DuplicateEvent, folder: Path) -> openpyxl.Workbook:
    """Write the travellers of an event."""
    _, forms = drawn(event)
    write_round(folder / "travellers.xlsx", event, forms, forms.filled)
    return openpyxl.load_workbook(folder / "travellers.xlsx", data_only=True)


def texts(sheet: Worksheet) -> list[str]:
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


# travellers


def test_either_side_signs_each_line_of_a_traveller(tmp_path: Path) -> None:
    sheet = sheets(duplicate_event(3, 3, 3), tmp_path)["Table 1"]
    assert texts(sheet).count("initials") == 2
    assert "no game" not in texts(sheet)


def test_lines_are_numbered_by_rounds(tmp_path: Path) -> None:
    sheet = sheets(duplicate_event(3, 3, 3), tmp_path)["Table 2"]
    numbers = [cell.value for row in sheet.iter_rows() for cell in row if isinstance(cell.value, int)]
    assert numbers == [1, 1, 2, 2, 3, 3]


def test_a_line_on_which_nobody_is_drawn_says_that_there_is_no_game(tmp_path: Path) -> None:
    event = duplicate_event(3, 2, 3)  # Blue is a team short: at each table one Red sits out, once
    draw, forms = drawn(event)
    book = sheets(event, tmp_path)
    places = field_places(forms)
    for table in draw.tables:
        idle = [number for number in (1, 2, 3) if table.seats[f"r{number}.red"] is None]
        sheet = book[f"Table {table.number}"]
        said = {cell.row for row in sheet.iter_rows() for cell in row if cell.value == "no game"}
        rows = {
            number: parse_address(cell)[0] + 1
            for key, (_, cell) in places.items()
            for number in (1, 2, 3)
            if key.table == table.number and key.field == f"red.{number}.sp"
        }
        assert said == {rows[number] for number in idle}
        assert texts(sheet).count("no game") == 2 * len(idle)
    assert sum(table.seats[f"r{number}.red"] is None for table in draw.tables for number in (1, 2, 3)) == 3


def test_a_template_that_leaves_no_unit_free_has_no_initials(tmp_path: Path) -> None:
    text = (shipped("templates") / "duplicate" / "traveller.toml").read_text(encoding="utf-8")
    (tmp_path / "traveller.toml").write_text(text.replace("units = 4", "units = 5"), encoding="utf-8")
    event = duplicate_event(1, 1, 1)
    library = Library("duplicate", ("duplicate",), tmp_path)
    forms = DUPLICATE.forms(drawn_round(event, drawn(event)[0], templates=library))
    (layout,) = layouts(forms).values()
    assert [cell.text for cell in layout.cells if cell.text == "initials"] == ["initials"]  # of Blue alone
    assert [place.before for place in layout.places.values()] == [0, 2]
