"""Results that a command has replaced, copied back over the newest ones: nothing is drawn or scored on them unasked."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from aso_commands import box, played, type_lines, won
from aso_event import aso_event
from event_folder import filled_folder
from kept_events import kept
from looking import open_whole, values_in
from match_commands import run_json
from typing_in import save_with_openpyxl, type_in

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.printing import print_pages
from sheetscore.operations.publish import publish
from sheetscore.operations.safeguards.results_typed_over import not_as_scored
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results
from sheetscore.workbooks.cell_refs import parse_address

RESULTS = "round1-results.xlsx"


def _scored_twice(folder: Path) -> None:
    """Score round 1, correct its first table by hand, and play round 2."""
    write_event(aso_event(8, 3), folder)
    played(folder, 1, "1", "1", "1", "1")
    shutil.copy(folder / "round1.xlsx", folder / "kept" / "round1~9.xlsx")
    type_in(folder / "round1.xlsx", {box(folder, 1, "winner"): 2})
    ingest(folder / "round1.xlsx")
    played(folder, 2, "1", "1", "1", "1")


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """The results from before the correction lie in the place of the corrected ones; round 2 is to be corrected."""
    folder = kept(tmp_path / "cup", "older-results", _scored_twice)
    type_lines(folder, *won("2"), number=2)
    shutil.copy(folder / RESULTS, folder / "kept" / "round1-results~2.xlsx")
    shutil.copy(folder / "kept" / "round1-results~1.xlsx", folder / RESULTS)
    return folder


def told(outcome: object) -> list[Finding]:
    """Give what is said of the older results."""
    findings: tuple[Finding, ...] = getattr(outcome, "findings")  # noqa: B009 -- several kinds of outcomes have them
    return [one for one in findings if one.sheet == RESULTS and one.code in {"older-copy", "sheets-newer"}]


def winner(folder: Path) -> object:
    return read_results(folder / RESULTS).entries[FieldKey(0, "", "lines.1.winner")]


def test_check_and_standings_say_that_results_are_older_and_which_are_the_later_ones(cup: Path) -> None:
    for (one,) in (told(check(cup)), told(standings(cup))):
        assert one.severity.value == "warning"
        assert "round1-results.xlsx is as it was written on" in one.message
        assert "replaced on" in one.message
        assert "copy kept/round1-results~2.xlsx to round1-results.xlsx" in one.message
        assert "sheetscore ingest round1.xlsx" in one.message


COMMANDS: dict[str, Callable[[Path, bool], object]] = {
    "draw 3": lambda folder, force: draw(folder, 3, force=force),
    "ingest round2.xlsx": lambda folder, force: ingest(folder / "round2.xlsx", force=force),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_drawn_or_scored_on_older_results_unless_told_so(cup: Path, command: str) -> None:
    try:
        refused = COMMANDS[command](cup, False)
        assert isinstance(refused, Ingested)
        assert refused.results_path is None
    except MistakesFound as mistakes:
        refused = mistakes
    (one,) = told(refused)
    assert one.is_error
    assert "add --force" in one.message
    COMMANDS[command](cup, True)
    assert not told(check(cup))  # these results are the newest now


def test_the_later_results_are_the_newest_once_they_are_back_or_scored_again(cup: Path) -> None:
    shutil.copy(cup / "kept" / "round1-results~2.xlsx", cup / RESULTS)
    assert not told(check(cup))
    shutil.copy(cup / "kept" / "round1-results~1.xlsx", cup / RESULTS)
    (cup / "kept" / "round1-results~2.xlsx").unlink()
    (one,) = told(check(cup))
    assert "copy kept" not in one.message
    assert ingest(cup / "round1.xlsx").results_path
    assert not told(check(cup))
    assert winner(cup) == "2"


def test_older_sheets_do_not_count_as_the_newest_because_older_results_are_beside_them(cup: Path) -> None:
    shutil.copy(cup / "kept" / "round1~9.xlsx", cup / "round1.xlsx")
    done = ingest(cup / "round1.xlsx")
    assert [one.sheet for one in done.findings if one.code == "older-copy" and one.is_error] == ["round1.xlsx"]


@pytest.fixture
def typed_over(cup: Path) -> str:
    """Another winner is typed into the corrected results; returns the cell."""
    shutil.copy(cup / "kept" / "round1-results~2.xlsx", cup / RESULTS)
    entered = values_in(cup / RESULTS)["Entries"].cells
    (row,) = (row for (row, column), value in entered.items() if column == 2 and value == "lines.1.winner")
    assert entered[row, 3] == "2"
    type_in(cup / RESULTS, {("Entries", f"D{row + 1}"): "1"})
    return f"Entries!D{row + 1}"


def test_what_is_typed_over_results_is_named_since_it_does_not_count(cup: Path, typed_over: str) -> None:
    for found in (check(cup).findings, standings(cup).findings, not_as_scored(cup / RESULTS)):
        (one,) = (one for one in found if one.code == "results-typed-over")
        assert f"{typed_over} is “1”, and was “2”" in one.message
        assert "sheetscore ingest round1.xlsx" in one.message
    assert winner(cup) == "2"


def test_entries_that_somebody_sorted_are_named_since_figures_point_to_their_cells(cup: Path) -> None:
    shutil.copy(cup / "kept" / "round1-results~2.xlsx", cup / RESULTS)
    cells = open_whole(cup / RESULTS)["Entries"]
    one, two = ([cell.value for cell in cells[row]] for row in (cells.max_row - 1, cells.max_row))
    upside_down = {cells.max_row - 1: two, cells.max_row: one}
    typed = {("Entries", f"{'ABCDE'[at]}{row}"): line[at] for row, line in upside_down.items() for at in range(5)}
    type_in(cup / RESULTS, typed)
    (said,) = (one.message for one in not_as_scored(cup / RESULTS))
    assert f"Entries!A{cells.max_row - 1} and below stand in another order" in said
    assert "To write it anew run: sheetscore ingest round1.xlsx" in said


@pytest.mark.parametrize("typed", [77, "forty"])
def test_what_is_typed_over_a_formula_of_results_is_named_and_a_note_is_not(cup: Path, typed: int | str) -> None:
    shutil.copy(cup / "kept" / "round1-results~2.xlsx", cup / RESULTS)
    figures = [cell for row in open_whole(cup / RESULTS)["Results"] for cell in row if str(cell.value).startswith("=")]
    row, column = parse_address(figures[-1].coordinate)
    below = open_whole(cup / RESULTS)["Results"].cell(row + 2, column + 1)
    assert below.value is None
    save_with_openpyxl(cup / RESULTS, {("Results", "P60"): "seen by Ann", ("Results", below.coordinate): "see me"})
    assert "results-typed-over" not in {one.code for one in check(cup).findings}
    for one in (figures[0], figures[-1]):
        type_in(cup / RESULTS, {("Results", one.coordinate): typed})
    (found,) = (one for one in check(cup).findings if one.code == "results-typed-over")
    assert (
        f"Results!{figures[0].coordinate} is “{typed}”; Results!{figures[-1].coordinate} is “{typed}”" in found.message
    )


def test_printed_and_archived_results_that_were_replaced_or_typed_over_are_named(cup: Path, tmp_path: Path) -> None:
    (one,) = not_as_scored(cup / RESULTS)
    assert (one.code, one.severity) == ("older-copy", "warning")
    assert "what was scored then does not count now" in one.message
    assert not_as_scored(cup / "round2-results.xlsx") == not_as_scored(cup / "standings.xlsx") == []
    added = run_json("archive", "add", cup, "--to", tmp_path / "club", "--jobs", 1)
    assert (added["new"], [(one["code"], one["sheet"]) for one in added["findings"]]) == (3, [("older-copy", RESULTS)])
    assert list(print_pages(cup / RESULTS).findings) == [one]
    shutil.copy(cup / "kept" / "round1-results~2.xlsx", cup / RESULTS)
    assert print_pages(cup / RESULTS).findings == ()
    assert not_as_scored(cup / RESULTS) == []  # the PDF has the name of the results, and replaces none


def test_a_workbook_with_nothing_but_the_name_of_results_is_not_refused(tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / RESULTS)  # as somebody makes it who keeps a page of it to print
    assert not_as_scored(tmp_path / RESULTS) == []


@pytest.mark.parametrize("scored", [True, False])
def test_standings_that_somebody_typed_over_are_named_also_without_results(tmp_path: Path, *, scored: bool) -> None:
    folder = filled_folder(tmp_path / "hill")
    ingest(folder / "round1.xlsx")
    if not scored:
        (folder / "round1-results.xlsx").unlink()
    sheet = open_whole(folder / "standings.xlsx")["Standings"]
    cell = next(one.coordinate for row in sheet.iter_rows(min_row=5) for one in row if str(one.value).startswith("="))
    type_in(folder / "standings.xlsx", {("Standings", cell): 999})
    for done in (check(folder), publish(folder)):
        (said,) = [one for one in done.findings if one.code == "results-typed-over"]
        assert said.sheet == "standings.xlsx"
        assert said.message.startswith(f"this file was typed over: Standings!{cell} is “999”")
    assert [one.code for one in not_as_scored(folder / "standings.xlsx")] == ["results-typed-over"]
