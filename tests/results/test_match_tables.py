"""Results and standings of matched games as workbooks: words for everything, and formulas that LibreOffice follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from match_event import match_event, played, scenario
from msgspec.structs import replace
from planned_workbooks import Group

from sheetscore.cli.show_tables import show_standings
from sheetscore.pairing.draw import OpenGame
from sheetscore.results.standings_workbook import standings_sheets as planned_sheets
from sheetscore.results.table_book import TableBook
from sheetscore.systems.columns import printed_first, unless_alike
from sheetscore.systems.context import EventProgress
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.game_tables import levels_sheet, levels_table
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.tables import pairs_sheets
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, text_column

cases = Group("match")


@pytest.fixture
def column() -> Any:
    """Give a function that returns what LibreOffice makes of a column."""
    return lambda name, table, key: [value or "" for value in cases[name].column(table, key)]


@pytest.mark.parametrize(
    ("name", "won_by", "level", "decided"),
    [
        ("own levels", "Player 1", "Major (substantive)", "level"),
        ("ahead", "drawn, ahead: Player 2", "", ""),
        ("nearest", "Player 1", "marginal", "level"),
        ("handicap", "drawn, ahead: Player 2", "", ""),
        ("its own", "Player 2", "marginal", "handicap"),
        ("both games", "Player 2", "", "both games"),
        ("with a handicap, both games", "Player 1", "", "both games"),
        ("with a handicap, split", "Player 2", "", "handicap"),
        ("with a small handicap, split", "Player 1", "", "net points"),
        ("with a handicap, a win and a draw", "Player 2", "", "the only game won"),
        ("only game", "Player 1", "", "the only game won"),
        ("no win", "drawn, ahead: Player 1", "", ""),
        ("points", "Player 2", "", "net points"),
        ("turn", "Player 2", "", "sooner game-turn"),
        ("losses", "Player 1", "", "lower losses"),
    ],
)
def test_a_match_is_told_in_words(name: str, won_by: str, level: str, decided: str, column: Any) -> None:
    assert [column(name, "matches", key) for key in ("won_by", "level_words", "decided")] == [
        [won_by],
        [level],
        [decided],
    ]
    assert column(name, "results", "level") == [level] * 2
    assert column(name, "results", "decided_by") == [decided] * 2


def test_match_3_the_levels_have_the_names_of_the_scenario_beside_everybodys(column: Any) -> None:
    everybodys = ["marginal", "substantive", "decisive"]
    assert column("own levels", "level names", "words") == [
        *everybodys,
        "Minor (marginal)",
        "Major (substantive)",
        "decisive",
    ]
    assert column("own levels", "level names", "points") == [1, 3, 6] * 2
    assert column("own levels", "level names", "least") == [1, 3, 6] * 2
    assert column("nearest", "level names", "least") == [0.5, 2, 4.5] * 2


def test_levels_are_only_those_of_scenarios_that_have_some_and_wins_without_one_are_told() -> None:
    siege = scenario("siege", grading="one-sided", graded_side="north", levels=("Minor = marginal",))
    table = levels_table((scenario("convoy", grading="points"), siege), "threshold")
    assert [line.scenario and line.scenario.id for line in table.lines] == [None] * 3 + ["siege"] * 3
    (line,) = levels_sheet(table, (scenario("convoy", grading="points"), siege)).lines
    assert line.text.startswith("Siege: North at levels, with match points: Minor (marginal) 1, ")
    assert line.text.endswith("South without a level: 6.")


def test_match_5_a_handicap_is_somebodys_and_above_0(column: Any) -> None:
    assert column("handicap", "matches", "given_to") == ["Player 2"]
    assert column("handicap", "matches", "given") == [pytest.approx(14 / 3)]
    assert column("handicap", "matches", "handicap") == [pytest.approx(-14 / 3)]


def test_games_say_who_had_the_first_side_and_who_won(column: Any) -> None:
    assert column("handicap", "games", "begins") == ["player 2", "player 1"]  # of the columns beside it
    assert column("handicap", "games", "won_by") == ["Player 1", "draw"]


def test_match_4_results_say_why_a_series_was_ended_and_what_that_means(column: Any) -> None:
    assert column("ended", "series", "ended") == ["The last bus"]
    assert column("ended", "series", "won_by") == column("ended", "handicaps made", "next_for") == [""]
    (sheet,) = [one for one in cases["ended"].book.sheets if one.title == "Series"]
    assert "its matches count" in " ".join(line.text for line in sheet.lines)


def test_names_stand_in_three_columns_of_series_at_most_which_have_room_on_paper_for_words_of_34_letters() -> None:
    (sheet,) = [one for one in cases["own series"].book.sheets if one.title == "Series"]
    for table in sheet.tables:
        shown = {one.key for one in table.columns for line in table.lines if "Player" in str(table.value(line, one))}
        assert 2 <= len(shown) <= 3, table.name


def test_match_8_places_on_the_ladder_follow_from_the_matches(column: Any) -> None:
    # 4 above 1, 3 above 2, 8 above 5: 4 1 3 2 8 5 6 7; then 2 above 4, and 5 stays above 6: 2 4 1 3 8 5 6 7
    names = [f"Player {number}" for number in (2, 4, 1, 3, 8, 5, 6, 7)]
    assert column("climbs", "ladder", "name") == names
    assert column("climbs", "ladder", "after 0") == [2, 4, 1, 3, 8, 5, 6, 7]
    assert column("climbs", "ladder", "after 1") == [4, 1, 2, 3, 5, 6, 7, 8]
    assert column("climbs", "ladder", "after 2") == column("climbs", "ladder", "place") == [1, 2, 3, 4, 5, 6, 7, 8]


def test_match_6_the_handicaps_name_the_weaker_player_and_follow_the_series(column: Any) -> None:
    # For player 2: 14/3; 36 lost make 24, with the old one (2*24 + 14/3)/3; 36 won make -24: (-48 + that)/3 and so on.
    second = (48 + Fraction(14, 3)) / 3
    third = (-48 + second) / 3
    assert third < 0
    assert column("series", "handicaps", "pair") == [
        "Player 1, against Player 2",
        "Player 1, against Player 3",
    ]
    assert column("series", "handicaps", "now") == [pytest.approx(float(-third)), pytest.approx(2 / 3)]
    assert column("series", "handicaps", "start") == [pytest.approx(-14 / 3), ""]
    assert column("series", "handicaps", "after round 1") == [pytest.approx(float(-second)), ""]


def test_match_9_who_met_whom_is_shown_with_level_and_sign(column: Any) -> None:
    names = column("series", "pairs", "name")
    first = column("series", "pairs", "against P01")
    marks = dict(zip(names, first, strict=True))
    assert marks["Player 3"] == "= = ="
    assert [len(series.split()) for series in marks["Player 2"].split(" / ")] == [3, 3]
    assert "Pairs" in {sheet.title for sheet in cases["series"].book.sheets}


def test_who_met_whom_goes_on_over_sheets_where_more_players_met_than_fit_across() -> None:
    players: list[ResultRow] = [{"id": f"P{number:02}", "name": f"Player {number}"} for number in range(1, 41)]
    sheets = list(pairs_sheets({}, players))
    assert [sheet.title for sheet in sheets] == ["Pairs, 1 to 13", "Pairs, 14 to 26", "Pairs, 27 to 40"]
    numbers = [column.heading for sheet in sheets for column in sheet.tables[0].columns if column.heading.isdigit()]
    assert numbers == [str(number) for number in range(1, 41)]
    assert [sheet.title for sheet in pairs_sheets({}, players[:16])] == ["Pairs"]


def test_match_3_a_series_has_the_words_that_all_its_scenarios_share(column: Any) -> None:
    assert column("own series", "series", "level_words") == ["Minor (marginal)"]
    assert column("own series", "matches", "level_words") == ["Minor (marginal)"] * 3
    assert column("mixed series", "series", "level_words") == ["marginal"]
    assert column("mixed series", "matches", "level_words") == [
        "Minor (marginal)",
        "Small (marginal)",
        "Minor (marginal)",
    ]


def headings(book: TableBook, title: str) -> list[str]:
    """Give the headings of the first table of a sheet."""
    sheet = next(one for one in book.sheets if one.title == title)
    return [column.heading for column in sheet.tables[0].columns if not column.helper]


def test_match_9_columns_stand_in_the_order_of_the_ranking(column: Any) -> None:
    by_net, usual = cases["by net"].book, cases["climbs"].book
    assert headings(by_net, "Standings")[2:5] == ["Net", "Won, drawn ½", "Points of levels"]
    assert headings(usual, "Standings")[2:5] == ["Won, drawn ½", "Points of levels", "Net"]
    assert headings(by_net, "Wall chart")[-6:] == ["Rank", "Net", "Won", "Drawn", "Lost", "Points of levels"]
    for book, last in ((by_net, ["Net", "Points of the level"]), (usual, ["Points of the level", "Net"])):
        assert headings(book, "Round 1")[-2:] == last
    assert column("by net", "standings", "id") == ["P02", "P01", "P03"]  # by 6 - 1, 1 - 3 and 3 - 6; all have won one
    assert column("by net", "standings", "rank") == [1, 2, 3]


def test_a_pair_whose_result_is_not_in_has_a_question_mark_on_the_wall_chart_and_no_missed_round() -> None:
    event = match_event(6)
    rounds = {1: played(event, "P01 P02 6 1")}
    so_far = EventProgress(event, rounds, (OpenGame(1, 2, ("P03", "P04")),))
    sheets = MATCH.standings_sheets(replace(so_far, standings=MATCH.standings(so_far)))
    (chart,) = next(sheet.tables for sheet in sheets if sheet.title == "Wall chart")
    shown = {line["name"]: chart.value_in(line, "Round 1") for line in chart.lines}
    number = {line["name"]: chart.value_in(line, "number") for line in chart.lines}
    assert shown["Player 3"] == f"{number['Player 4']}?"
    assert shown["Player 4"] == f"{number['Player 3']}?"
    assert shown["Player 5"] == "–"


def test_sheets_of_standings_know_which_games_are_not_in_yet() -> None:
    waiting = (OpenGame(1, 2, ("P03", "P04")),)
    seen: list[EventProgress[MatchEvent]] = []

    def sheets_of(so_far: EventProgress[MatchEvent]) -> tuple[TableSheet, ...]:
        seen.append(so_far)
        return ()

    system = replace(MATCH, standings_sheets=sheets_of)
    planned_sheets(match_event(6), system, Standings(1, (), (), waiting), {})
    assert seen[0].open == waiting


def test_match_9_the_terminal_shows_what_the_ranking_looks_at(capsys: pytest.CaptureFixture[str]) -> None:
    event = match_event(2)
    ranked = MATCH.standings(EventProgress(event, {1: played(event, "P01 P02 6 1")}))
    show_standings(event, ranked)
    told = capsys.readouterr().out
    for heading in ("Score", "Won", "Drawn", "Lost", "Levels", "Net"):
        assert heading in told
    assert [word for word in told.split() if word.strip("-") in {"3.50", "3"}] == ["3", "3.50", "-3", "-3.50"]


@pytest.mark.parametrize(("second", "on_paper"), [("Bob", ["name"]), ("ANN", ["player", "name"])])
def test_the_column_of_ids_is_on_paper_only_where_two_have_the_same_name(second: str, on_paper: list[str]) -> None:
    names = {"P01": "Ann", "P02": second}
    ids: Column[str] = text_column("player", "Id", 50, str)
    both = ids, text_column("name", "Player", 180, names.__getitem__)
    columns = printed_first(both, unless_alike("player", names))
    assert [column.key for column in columns if not column.helper] == on_paper
    assert {column.key for column in columns} == {"player", "name"}
