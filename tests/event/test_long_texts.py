"""Texts and notes of scenarios: several lines, written on a sheet with room, for players or for the director alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from amps_event import BRIDGE, amps_event
from club_system import ClubEvent, ClubScenario, install, small_event
from looking import open_whole
from openpyxl import Workbook
from pydantic import ValidationError

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.scenarios import Scenario
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding
from sheetscore.results.setup import setup_of

TEXT = 'Set-up: red moves first.\n\nThe bridge stands at the "ford".\n  - no reinforcements'


def told(**texts: str) -> ClubEvent:
    """Give an event of one scenario with these texts."""
    (ford,) = small_event().scenarios
    return small_event(scenarios=(ClubScenario(**{**dict(ford), **texts}),))


def found_after(folder: Path, edit: Callable[[Workbook], object]) -> list[Finding]:
    path = folder / "event.xlsx"
    write_event_workbook(told(text=TEXT), path)
    book = open_whole(path)
    edit(book)
    book.save(path)
    return list(examine_event(path)[1])


@pytest.fixture
def _clubs(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_event_xlsx_has_a_sheet_with_room_to_write(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    write_event_workbook(told(text=TEXT, notes="Expect a siege."), path)
    book = open_whole(path)
    sheet = book["Scenario texts"]
    assert [cell.value for cell in sheet[4]] == ["Scenario", "Text", "Notes"]
    assert [cell.value for cell in sheet[5]] == ["ford", TEXT, "Expect a siege."]
    assert sheet["B5"].alignment.wrap_text
    assert (sheet.row_dimensions[5].height or 0) >= 72, "an inch"
    assert "Text" not in [cell.value for cell in book["Scenarios"][4]]


@pytest.mark.usefixtures("_clubs")
@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
def test_lines_end_alike_wherever_they_were_typed(ending: str, tmp_path: Path) -> None:
    event = told(text=TEXT.replace("\n", ending) + f" {ending}{ending}", notes="Tab\there")
    assert (event.scenarios[0].text, event.scenarios[0].notes) == (TEXT, "Tab here")
    path = tmp_path / "event.toml"
    path.write_text(write_toml(event), encoding="utf-8")
    assert 'text = """Set-up: red moves first.\n\n' in path.read_text(encoding="utf-8")
    assert Event.load(path) == event


def test_a_text_that_no_cell_holds_is_refused() -> None:
    assert Scenario(id="s", title="S", text="x" * 30_000)
    for text in ("x" * 30_001, "bell\a"):
        with pytest.raises(ValidationError):
            Scenario(id="s", title="S", text=text)


@pytest.mark.usefixtures("_clubs")
def test_mistakes_on_that_sheet_have_their_cell(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        sheet = book["Scenario texts"]
        sheet["A6"].value, sheet["C6"].value = "frod", "nobody's"
        sheet["B7"].value = "whose?"
        sheet["A8"].value, sheet["B8"].value = "FORD", "once more"
        sheet["A9"].value = "gone"

    found = {(one.code, one.sheet, one.cell) for one in found_after(tmp_path, edit)}
    assert found == {
        ("event-reference", "Scenario texts", "A6"),
        ("event-missing", "Scenario texts", "A7"),
        ("event-duplicate", "Scenario texts", "B8"),
    }


@pytest.mark.usefixtures("_clubs")
def test_a_text_that_is_too_long_is_found_in_its_cell(tmp_path: Path) -> None:
    (found,) = found_after(tmp_path, lambda book: setattr(book["Scenario texts"]["B5"], "value", "x" * 30_001))
    assert (found.code, found.sheet, found.cell) == ("event-value", "Scenario texts", "B5")
    assert "at most 30000 characters" in found.message


@pytest.mark.usefixtures("_clubs")
def test_a_column_of_texts_may_stand_with_the_scenarios(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book.remove(book["Scenario texts"])
        book["Scenarios"]["C4"].value, book["Scenarios"]["C5"].value = "Text", "short"

    assert found_after(tmp_path, edit) == []
    event = Event.load(tmp_path / "event.xlsx")
    assert isinstance(event, ClubEvent)
    assert event.scenarios[0].text == "short"


def test_results_keep_the_text_of_a_scenario_and_not_the_notes() -> None:
    bridge = BRIDGE.model_copy(update={"text": TEXT, "notes": "secret"})
    (kept, *_) = setup_of(amps_event(scenarios=(bridge,)), 1, (), {}, ()).scenarios
    assert (kept.path, kept.values["text"], "notes" in kept.values) == ("scenario", TEXT, False)
