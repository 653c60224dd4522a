"""The results workbook of a round: every figure follows from the values entered, in LibreOffice as in Python."""

from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path

import pytest
from amps_event import drawn
from libreoffice import recalculate
from looking import open_whole, sheets_of
from openpyxl.utils.cell import range_boundaries
from planned_workbooks import Group
from round_cases import CASES, CHANGES, NASTY, RULINGS, rules_applied, scored_case
from scored_rounds import MADE_AT, SOURCE, book_of

from sheetscore.findings import finding
from sheetscore.forms.form import FieldKey
from sheetscore.results.record_lines import read_results
from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.sheet import places_of
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.book import FONT_SIZE
from sheetscore.workbooks.paper import lines_needed
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import save

cases = Group("amps results")


@pytest.mark.parametrize("name", CASES)
def test_what_is_read_back_is_what_was_scored(name: str) -> None:
    event, entries = CASES[name]()
    record = read_results(cases[name].path)
    assert record.rows == scored_case(name)[1].rows
    assert record.entries == entries
    assert (record.event_key, record.round, record.scenario, record.source) == (event.key, 1, "bridge", SOURCE)
    assert not record.provisional


def test_libreoffice_keeps_the_data_that_later_rounds_read(tmp_path: Path) -> None:
    (saved,) = recalculate([cases["rules"].path], tmp_path)
    assert read_results(saved) == read_results(cases["rules"].path)


def test_sections_of_16_8_and_12_share_120_28_and_66_points() -> None:
    case = cases["exact"]
    assert case.column("sections", "size") == [16, 8, 12]
    assert case.column("sections", "points") == case.column("sections", "expected") == [120, 28, 66]
    assert case.column("sections", "agrees") == ["✓"] * 3
    assert case.column("sections", "factor") == pytest.approx([1, 15 / 7, 15 / 11])


def test_a_suppression_pilot_with_6_points_scores_12_86() -> None:
    case = cases["exact"]
    scores = {(section, mp): score for section, mp, score in case.lines("results", "section", "mp", "score")}
    assert round(scores["Suppression flight", 6], 2) == 12.86


def test_a_factor_of_two_decimals_makes_8_16_of_6_points() -> None:
    case = cases["two-decimals"]
    assert case.column("sections", "factor") == [1, 2.14, 1.36]
    scores = {(section, mp): score for section, mp, score in case.lines("results", "section", "mp", "score")}
    assert scores["Interceptors", 6] == pytest.approx(8.16)


def test_the_only_target_that_a_blank_means_is_wrapped_rather_than_shrunk() -> None:
    tables = [table for sheet in cases["rules"].book.sheets for table in sheet.tables if table.lines]
    meant = [column for table in tables for column in table.columns if column.heading.endswith(" meant")]
    assert meant
    assert all(CELL_STYLES[column.style_of(None)].wraps for column in meant)


def test_no_figure_of_a_rule_is_torn_from_what_it_is_worth_for() -> None:
    words = cases["exact"].column("rules", "words")
    assert [text for text in map(str, words) if text.replace(HARD_BLANK, " ").endswith("destroyed 3")] == [
        f"SP: only suppressed 1; destroyed{HARD_BLANK}3"
    ]
    # the part before is too long for hard blanks, so it has to have room on one line
    tables = [table for sheet in cases["exact"].book.sheets for table in sheet.tables if table.name == "rules"]
    (width,) = (one.width for table in tables for one in table.columns if one.key == "words")
    assert lines_needed("SP: only suppressed 1; destroyed 3", width, FONT_SIZE) == 1


def test_sheets_that_have_seats_by_their_ids_say_what_these_are_called() -> None:
    said = {sheet.title for sheet in cases["exact"].book.sheets for line in sheet.lines if "Seats stand" in line.text}
    assert {"Scoring", "Entries"} <= said <= {"Scoring", "Entries", "Rulings and findings"}
    (line,) = {one.text for sheet in cases["exact"].book.sheets for one in sheet.lines if "Seats stand" in one.text}
    assert "strike.1 is Strike flight 1" in line


def test_without_factoring_points_are_scores() -> None:
    case = cases["no-factoring"]
    assert case.column("results", "score") == case.column("results", "mp")


def test_equal_round_scores_share_half_points() -> None:
    case = cases["exact"]
    halves = [line for line in case.lines("results", "section", "mp") if line[1] % 1]
    assert halves == [("Strike flight", 0.5), ("Strike flight", 0.5)]


def test_a_section_of_one_scores_nothing_and_has_no_factor() -> None:
    case = cases["singleton"]
    place = case.column("sections", "size").index(1)
    assert case.column("sections", "factor")[place] is None
    lone = case.column("results", "section_size").index(1)
    assert (case.column("results", "mp")[lone], case.column("results", "score")[lone]) == (0, 0)


def test_two_sides_of_one_title_are_told_apart() -> None:
    titles = cases["singleton"].column("sections", "title")
    assert titles == ["Strike flight (strike)", "strike FLIGHT (ds)", "Interceptors"]


def test_the_hawk_of_the_source_is_12_then_15() -> None:
    assert cases["rules"].column("lines of defense-suppression.sam", "Points") == [12, 15]


def test_caps_and_silhouettes_hold_line_by_line() -> None:
    case = cases["rules"]
    assert case.column("lines of strike.hits", "Points") == [12, 6, 3]
    assert case.column("lines of strike.bombing", "Points")[:2] == [9, 0]  # the barge is gone
    assert case.column("lines of air-combat.damage", "Points") == [8, 4]


def test_a_ruling_counts_before_lines_and_lines_before_a_claim() -> None:
    case = cases["rules"]
    for seat, points in {"strike.3": 17, "cap.2": 9, "strike.4": 0}.items():
        assert case.cell("pages", (1, seat), "sp") == points
    assert case.column("rulings", "ruling") == [17]
    assert case.column("rulings", "reason") == ["=cmd|' /C calc'!A0"]


def test_who_did_not_fly_is_in_no_section() -> None:
    assert cases["rules"].column("results", "seat").count("ds.2") == 0


def test_team_points_reach_every_pilot_of_the_side() -> None:
    case = cases["rules"]
    points = {(section, seat): tp for section, seat, tp in case.lines("results", "section", "seat", "tp")}
    assert {at for at, tp in points.items() if tp == 14} == {("Strike flight", str(number)) for number in range(1, 5)}
    interceptors = {("Interceptors", str(number)) for number in (1, 2, 3)}
    assert {at for at, tp in points.items() if tp == 0} == {("Suppression flight", "1"), *interceptors}


@pytest.mark.parametrize("name", ["rules", "half"])
def test_names_are_text_and_stand_in_no_formula(name: str) -> None:
    sheets = sheets_of(cases[name].path)
    cells = [cell for sheet in sheets.values() for cell in sheet.cells.values()]
    assert not [cell for cell in cells if cell.formula and any(nasty in cell.formula for nasty in NASTY.values())]
    shown = {cell.value for cell in sheets["Results"].cells.values() if not cell.formula}
    assert shown & set(NASTY.values()) == {str(row["name"]) for row in scored_case(name)[1].rows} & set(NASTY.values())


def test_the_workbook_needs_no_other_file() -> None:
    for case in map(cases.__getitem__, CASES):
        formulas = [cell.formula for sheet in sheets_of(case.path).values() for cell in sheet.cells.values()]
        assert not [formula for formula in formulas if formula and ("[" in formula or "http" in formula)]


@pytest.mark.parametrize("change", RULINGS)
def test_another_ruling_changes_the_scores_as_scoring_anew_does(change: str) -> None:
    found, rows = cases["rules"].with_entry(*CHANGES[change]), scored_case("rules", change)[1].rows
    for column in ("sp", "tp", "rs", "mp", "score"):
        figures = {row["player"]: float(row[column] or 0) for row in rows}
        assert found.by("player", column, "results") == pytest.approx(figures)


def test_a_cleared_ruling_lets_the_claim_count_again() -> None:
    assert cases["rules"].with_entry(*CHANGES["no ruling"]).cell("pages", (1, "strike.3"), "sp") == 3
    area = places_of(cases["rules"].book.sheets)["pages"].cell((1, "strike.3"), "Ruling")
    formula = sheets_of(cases["rules"].path)[area.sheet].cells[area.row, area.column].formula
    assert str(formula).startswith("=IF(")  # Excel makes 0 of a plain reference to a blank cell, LibreOffice does not


def test_blank_lines_between_are_shown_only_where_a_rule_counts_them() -> None:
    assert cases["rules"].column("lines of strike.hits", "Line") == [1, 2, 4]
    bombs = cases["rules"].column("lines of strike.bombing", "Line")
    assert bombs == [1, 3, 1, 2, 3, 4, 5]  # of strike.2: without a target, every line above is one attack more
    assert cases["rules"].column("lines of strike.bombing", "Points")[2:] == [None, 2, None, None, 4]


def test_equal_data_at_another_time_are_not_written_again(tmp_path: Path) -> None:
    event, entries = rules_applied()
    _, forms = drawn(event)
    path = tmp_path / "round1-results.xlsx"
    first, _ = book_of(event, forms, entries)
    later, _ = book_of(event, forms, entries, made_at=MADE_AT + dt.timedelta(hours=3))
    other, _ = book_of(event, forms, {**entries, FieldKey(1, "cap.2", "claimed.sp"): 10})
    assert save(path, first.write, first.stamp_parts).changed
    assert not save(path, later.write, later.stamp_parts).changed
    assert save(path, other.write, other.stamp_parts).changed


def test_a_provisional_result_says_so_on_every_sheet(tmp_path: Path) -> None:
    event, entries = rules_applied()
    book, _ = book_of(event, drawn(event)[1], entries, missing=(2, 5))
    book.write(tmp_path / "p.xlsx")
    for sheet in read_workbook(tmp_path / "p.xlsx").sheets.values():
        assert sheet.hidden or "provisional: tables 2, 5 missing" in {cell.value for cell in sheet.cells.values()}
    assert read_results(tmp_path / "p.xlsx").missing == (2, 5)


def test_no_sheet_says_its_round_twice_but_each_what_was_played() -> None:
    event, entries = rules_applied()
    book, _ = book_of(event, drawn(event)[1], entries)
    heads = {sheet.heading: sheet.lines[0].text for sheet in book.sheets if not sheet.hidden and sheet.lines}
    played = event.subject(1)
    assert played in heads["Results of round 1"]
    assert f"Round 1: {played}" not in heads["Results of round 1"]
    assert f"Round 1: {played}" in heads["Rules"]


def test_findings_and_decisions_are_told_and_findings_kept(tmp_path: Path) -> None:
    event, entries = rules_applied()
    found = (
        finding("not-verified", "9 points without details", sheet="Table 1", cell="F3", fields=((1, "cap.2", ""),)),
    )
    book, _ = book_of(event, drawn(event)[1], entries, found)
    book.write(tmp_path / "f.xlsx")
    sheets = read_workbook(tmp_path / "f.xlsx").sheets
    told = {cell.value for cell in sheets["Rulings and findings"].cells.values()}
    assert {"warning", "not-verified", "Table 1!F3", "9 points without details"} <= told
    rules = {cell.value for cell in sheets["Rules"].cells.values()}
    raised = "Match points of smaller groups are raised to the largest that they are compared with"
    assert {"Factoring", raised, "Tie margin", "0.5", "Damage to targets"} <= rules
    assert read_results(tmp_path / "f.xlsx").findings == found


def test_the_log_is_kept_where_there_is_one(tmp_path: Path) -> None:
    event, entries = rules_applied()
    book, _ = book_of(event, drawn(event)[1], entries)
    assert "Event log" in [sheet.title for sheet in book.sheets]
    silent = {key: value for key, value in entries.items() if not key.field.startswith("log")}
    assert "Event log" not in [sheet.title for sheet in book_of(event, drawn(event)[1], silent)[0].sheets]


def test_results_print_one_page_wide_with_their_headings_on_every_page() -> None:
    sheet = open_whole(cases["exact"].path)["Results"]
    pixels = next(plan.width for plan in cases["exact"].book.sheets if plan.title == "Results")
    assert 0.85 < pixels * (sheet.page_setup.scale or 100) / 100 / ((8.5 - 2 * 0.4) * 96) <= 1
    first, last = str(sheet.print_title_rows).replace("$", "").split(":")
    headings = [cell.value for cell in sheet[int(last)]]
    assert first == "1"
    assert headings[:3] == ["Pilot", "Table", "Section"]
    _, _, printed, _ = range_boundaries(str(sheet.print_area).rpartition("!")[2])
    assert "Id" in headings[printed:], "in sight on a screen, and for scripts; on paper only where two names are alike"


def test_charts_look_at_the_cells() -> None:
    with zipfile.ZipFile(cases["exact"].path) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
    assert chart.count("<c:ser>") == 3
    assert chart.count("<c:f>&#39;Sections&#39;!") + chart.count("<c:f>'Sections'!") == 9
