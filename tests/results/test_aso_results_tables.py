"""Accelerated Swiss in the results of a round: games, points and scenarios follow from the entries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from aso_rounds import COUNTED, NASTY, aso_event, book_of, row_of
from aso_seasons import EVEN
from libreoffice import assert_recalculated_equals_cached
from looking import sheets_of
from planned_workbooks import Recalculated
from round_contexts import scored_round
from scored_rounds import MADE_AT, SOURCE

from sheetscore.forms.block import Block, Field, Row
from sheetscore.forms.choices import Choices
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.results.round_results import entries_sheet
from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.systems.aso.model import AsoSettings
from sheetscore.systems.aso.tables import results_sheets
from sheetscore.systems.outcomes import Agreement, ResultRow, RoundScore
from sheetscore.tables.sheet import TableSheet, places_of
from sheetscore.workbooks.cell_refs import address

FIELDS = (
    *(Field(f"player_{seat}", f"Player {seat}", "text", 4, "") for seat in "12"),
    Field(
        "winner", "Winner", "choice", 2, "", Choices("results", ("player 1", "player 2", "draw"), ("1", "2", "draw"))
    ),
    *(Field(f"{key}_{seat}", f"{key} {seat}", "count", 1, "") for key in COUNTED for seat in "12"),
    *(
        Field(f"judge_{n}_{seat}", f"Judge {n} on {seat}", "count", 1, "", maximum=100)
        for n in (1, 2, 3)
        for seat in "12"
    ),
)


def list_forms(tables: int) -> RoundForms:
    """Give the forms of a round: a list with a line for every table."""
    rows = tuple(Row(str(number), f"Table {number}") for number in range(1, tables + 1))
    block = Block("lines", "list", "lines", "Results", "", half=False, rows=rows, fields=FIELDS)
    return RoundForms(2, (TableForms(0, "", "", (Page(1, "", PageForm("Results", "", (block,))),)),))


LINES: Mapping[int, Mapping[str, Value]] = {
    1: {
        "player_1": "A", "player_2": "B", "winner": "2",
        "vp_1": 10, "vp_2": 7, "cc_inflicted_1": 3, "cc_lost_2": 3, "snake_eyes_2": 4, "boxcars_1": 0,
        "judge_1_1": 40, "judge_1_2": 60, "judge_2_1": 35, "judge_2_2": 65, "judge_3_1": 40, "judge_3_2": 60,
    },
    2: {"player_1": "D", "player_2": "C", "winner": "draw", "judge_1_1": 50, "judge_1_2": 50},
    3: {"player_1": "F", "player_2": "G"},
}  # fmt: skip
"""Table 1 as in the rules: 40/60, 35/65, 40/60. Table 3 is not finished."""


def results_case() -> tuple[TableBook, RoundScore]:
    event = aso_event({**EVEN, "E": 1, "F": 1, "G": 1}, 3, AsoSettings(bye_points=2), NASTY)
    forms = list_forms(3)
    boxes = {f"lines.{table}.{box}": value for table, line in LINES.items() for box, value in line.items()}
    entries = {FieldKey(0, "", field): value for field, value in boxes.items()}
    mill, bridge = ({"table": 1, "scenario": "mill"}, {"table": 2, "scenario": "bridge"})
    rows = (
        row_of(event, "B", "A", "win", **mill, side="british", decided_by="judges", vp=7, cc_lost=3, snake_eyes=4),
        row_of(event, "A", "B", "loss", **mill, side="german", decided_by="judges", vp=10, cc_inflicted=3, boxcars=0),
        row_of(event, "C", "D", "draw", **bridge, side="german"),
        row_of(event, "D", "C", "draw", **bridge, side="british"),
        row_of(event, "E", None, "bye"),
    )
    page = score_page(forms.tables[0].pages[0].form, boxes)
    checks = (Agreement("points of round 2", 7, 7),)
    score = RoundScore(2, rows, checks, (), {(0, ""): page})
    sheets = (*results_sheets(scored_round(event, forms, score, entries)), entries_sheet(forms, entries))
    return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "results", []), score


CHANGED = {"winner": "1", "snake_eyes_2": 9, "judge_1_1": 100}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Recalculated]:
    """The results as they are, and with three entries of table 1 changed."""
    found = Recalculated.of(results_case()[0], tmp_path_factory.mktemp("aso") / "results.xlsx")
    place, typed = places_of(found.book.sheets)["entries"], {}
    for box, value in CHANGED.items():
        area = place.cell(FieldKey(0, "", f"lines.1.{box}"), "value")
        typed[area.sheet, address(area.row, area.column)] = value
    return {"as they are": found, "changed": found.typed_over(typed)}


def test_results_recalculate_to_their_cached_values(results: Mapping[str, Recalculated]) -> None:
    found = results["as they are"]
    assert assert_recalculated_equals_cached(found.path, found.recalculated) > 40


def test_results_and_points_follow_from_the_entries(results: Mapping[str, Recalculated]) -> None:
    computed, changed = results.values()
    columns = ("player", "result", "points", "vp", "snake_eyes")
    rest = [("C", "draw", 1, None, None), ("D", "draw", 1, None, None), ("E", "bye", 2, None, None)]
    assert computed.lines("results", *columns) == [
        ("B", "win", 3, 7, 4), ("A", "loss", 0, 10, None), *rest,
    ]  # fmt: skip
    assert changed.lines("results", *columns) == [
        ("B", "loss", 0, 7, 9), ("A", "win", 3, 10, None), *rest,
    ]  # fmt: skip


def test_games_tell_who_won_and_what_the_judges_thought(results: Mapping[str, Recalculated]) -> None:
    computed, changed = results.values()
    columns = ("table", "name_1", "name_2", "winner", "judged_1", "judged_2")
    judged = (pytest.approx(115 / 3), pytest.approx(185 / 3))
    assert computed.lines("games", *columns) == [
        (1, NASTY["A"], NASTY["B"], NASTY["B"], *judged),
        (2, NASTY["D"], NASTY["C"], "draw", None, None),
    ]
    assert changed.lines("games", "winner", "judged_1") == [
        (NASTY["A"], pytest.approx(175 / 3)),
        ("draw", None),
    ]


def test_the_points_given_out_are_3_for_a_decided_game_2_for_a_draw_and_those_of_the_bye(
    results: Mapping[str, Recalculated],
) -> None:
    for found in results.values():
        assert found.lines("checks", "together", "expected", "agrees") == [(7, 7, "✓")]


def test_scenarios_of_a_round_follow_too(results: Mapping[str, Recalculated]) -> None:
    computed, changed = results.values()
    columns = ("played_as", "played", "win", "draw", "loss", "share")
    bridge = [("bridge.german", 1, 0, 1, 0, 0.5), ("bridge.british", 1, 0, 1, 0, 0.5)]
    wood = [("wood.german", 0, 0, 0, 0, None), ("wood.british", 0, 0, 0, 0, None)]
    mill = ("mill.german", 1, 0, 0, 1, 0), ("mill.british", 1, 1, 0, 0, 1)
    assert computed.lines("scenarios", *columns) == [*bridge, *mill, *wood]
    mill = ("mill.german", 1, 1, 0, 0, 1), ("mill.british", 1, 0, 0, 1, 0)
    assert changed.lines("scenarios", *columns) == [*bridge, *mill, *wood]


def test_scenarios_are_not_compared_where_nobody_entered_what_was_played() -> None:
    event = aso_event(EVEN, 1)
    rows = (row_of(event, "A", "B", "win", table=1), row_of(event, "B", "A", "loss", table=1))
    sheets = results_sheets(scored_round(event, list_forms(1), RoundScore(1, rows, (), ()), {}))
    assert "Scenarios" not in {sheet.title for sheet in sheets}


def test_a_bye_has_no_scenario_even_where_one_is_called_none() -> None:
    event = aso_event(EVEN, 1)
    called_none = event.scenarios[0].model_copy(update={"id": "none"})
    event = event.model_copy(update={"scenarios": (called_none, *event.scenarios[1:]), "rounds": ()})
    rows = (
        row_of(event, "A", "B", "win", table=1, scenario="none"),
        row_of(event, "B", "A", "loss", table=1, scenario="none"),
        row_of(event, "C", None, "bye"),
    )
    sheet, *_ = results_sheets(scored_round(event, list_forms(1), RoundScore(1, rows, (), ()), {}))
    (table,) = sheet.tables
    (scenario,) = (column for column in table.columns if column.key == "scenario")
    assert [scenario.value_of(line) for line in table.lines] == ["The bridge", "The bridge", None]


def printed_in(sheet: TableSheet) -> set[str]:
    (table,) = sheet.tables
    return {column.key for column in table.columns if not column.helper}


def test_columns_in_which_nobody_has_entered_anything_are_not_printed_nor_explained() -> None:
    event = aso_event(EVEN, 1, AsoSettings(optional_rules=("IIFT", "Reverse Motion")))
    plain = (row_of(event, "A", "B", "win", table=1), row_of(event, "B", "A", "loss", table=1))
    typed: tuple[ResultRow, ...] = (
        row_of(event, "A", "B", "win", table=1, scenario="mill", side="german", decided_by="play", vp=7),
        row_of(event, "B", "A", "loss", table=1, scenario="mill", side="british", decided_by="play", vp=5),
    )
    seated = {"player_1": "A", "player_2": "B", "winner": "1"}
    found = []
    for rows, more in ((plain, {}), (typed, {"waived.2": 1})):
        forms = list_forms(1)
        page = score_page(forms.tables[0].pages[0].form, {f"lines.1.{box}": one for box, one in seated.items()})
        entries: dict[FieldKey, Value] = {FieldKey(0, "", f"lines.1.{box}"): one for box, one in more.items()}
        score = RoundScore(1, rows, (), (), {(0, ""): page})
        results, games, *_ = results_sheets(scored_round(event, forms, score, entries))
        found.append((printed_in(results), printed_in(games), results.lines[0].text))
    (blank, no_games, said), (filled, games_played, told) = found
    assert filled - blank == {"scenario", "side", "vp"}
    assert games_played - no_games == {"scenario", "side_1", "side_2", "waived_2"}
    assert "VP" not in said
    assert "CC" not in said
    assert "VP: victory points, for the record: they decide nothing." in told
    assert "CC" not in told


def test_a_round_without_results_is_written(tmp_path: Path) -> None:
    event, forms = aso_event(EVEN, 1), list_forms(2)
    page = score_page(forms.tables[0].pages[0].form, {})
    sheets = results_sheets(scored_round(event, forms, RoundScore(1, (), (), (), {(0, ""): page}), {}))
    book = book_of((*sheets, entries_sheet(forms, {})))
    book.write(tmp_path / "none.xlsx")
    assert "No result is in yet." in {
        cell.value for cell in sheets_of(tmp_path / "none.xlsx")["Results"].cells.values()
    }
