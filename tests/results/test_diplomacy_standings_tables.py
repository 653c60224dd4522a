"""The standings of Diplomacy in the workbook: every score, rank and award by formula, as in Python."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from diplomacy_event import Rounds, diplomacy_event, game_row, random_rounds
from diplomacy_seasons import CHANGED, PLAYED, SEASONS, SETTINGS, Season, season
from libreoffice import pdf_page_sizes, to_pdf
from looking import sheets_of
from planned_workbooks import Group, Recalculated

from sheetscore.results.table_book import TableBook
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.event_scores import score_event, team_scores
from sheetscore.systems.diplomacy.event_tables.game_tables import game_key
from sheetscore.systems.diplomacy.game_values import CHANGED as AWARDS_CHANGED
from sheetscore.systems.diplomacy.game_values import best_games
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.score import rank_event
from sheetscore.tables.sheet import places_of
from sheetscore.workbooks.cell_refs import address

cases = Group("diplomacy standings")


@cache
def typed_over(name: str) -> Recalculated:
    """Give standings as LibreOffice computes them when the games are typed over."""
    case, place, typed = cases[name], places_of(cases[name].book.sheets)["games"], {}
    for number, table, power, score, centres in SEASONS[name].changes:
        (player,) = (
            row["player"] for row in SEASONS[name].rounds[number] if (row["table"], row["power"]) == (table, power)
        )
        for key, value in (("score", score), ("centres", centres)):
            area = place.cell((player, number, table), key)
            typed[area.sheet, address(area.row, area.column)] = value
    return case.typed_over(typed)


@pytest.mark.parametrize("name", PLAYED)
def test_ranks_and_scores_are_those_of_the_standings_in_any_order_of_the_lines(name: str) -> None:
    case = cases[name]
    rows = rank_event(EventProgress(SEASONS[name].event, SEASONS[name].rounds)).rows
    for key in ("rank", "score", "solos", "best_game", "second_best_game", "centres", "games", "rounds"):
        assert case.by("id", key) == figures(rows, key), key


@pytest.mark.parametrize("name", CHANGED)
def test_games_typed_over_change_scores_ranks_and_places_as_standing_anew_does(name: str) -> None:
    case = cases[name]
    rows = rank_event(EventProgress(SEASONS[name].event, SEASONS[name].changed.rounds)).rows
    for key in ("rank", "score", "best_game", "second_best_game", "centres"):
        assert typed_over(name).by("id", key) == figures(rows, key), key
    assert case.by("id", "rank") != typed_over(name).by("id", "rank")


@pytest.mark.parametrize("name", [name for name in CHANGED if "teams" in SETTINGS[name]])
def test_teams_follow_too(name: str) -> None:
    case = cases[name]
    event = SEASONS[name].event
    for rounds, found in ((SEASONS[name].rounds, case), (SEASONS[name].changed.rounds, typed_over(name))):
        teams = team_scores(event, rank_event(EventProgress(event, rounds)).rows)
        assert found.by("id", "score", "teams") == {team.id: near(team.score) for team in teams}
        assert found.by("id", "rank", "teams") == {team.id: team.rank for team in teams}


@pytest.mark.parametrize("name", CHANGED)
def test_exactly_so_many_members_of_a_team_count(name: str) -> None:
    case = cases[name]
    if not SEASONS[name].event.teams:
        assert "Teams" not in sheets_of(case.path)
        return
    counted = [team for team, mark in typed_over(name).lines("members", "team", "counts") if mark == "✓"]
    most = SEASONS[name].event.settings.team_members
    assert {team: counted.count(team) for team in counted} == {team.id: most for team in SEASONS[name].event.teams}


@pytest.mark.parametrize("name", ["hurst", "mystery"])
def test_the_points_of_games_follow_from_all_games(name: str) -> None:
    for rounds, case in ((SEASONS[name].rounds, cases[name]), (SEASONS[name].changed.rounds, typed_over(name))):
        scored = score_event(SEASONS[name].event, rounds)
        assert scored.points
        expected = sorted(float(scored.points(game)) for game in scored.games)
        assert sorted(case.column("games", "points")) == pytest.approx(expected)


@pytest.mark.parametrize("name", CHANGED)
def test_the_best_game_with_each_power_stays_best_only_while_it_is(name: str) -> None:
    """The places are computed anew; what stands above the awards says when one is wrong."""
    lines = typed_over(name).lines("games", "power", "score", "country")
    ranked = [line for line in lines if line[2] is not None]
    for power in {line[0] for line in lines}:
        ours = [(score, place) for one, score, place in ranked if one == power]
        best = max(score for score, _ in ours)
        assert {score for score, place in ours if place == 1} == {best}


def best_keys(event: DiplomacyEvent, rounds: Rounds) -> set[tuple[str, int, int]]:
    scored = score_event(event, rounds)
    return {game_key(game) for games in best_games(scored.games, scored.contenders).values() for game in games}


@pytest.mark.parametrize("name", CHANGED)
def test_awards_that_typed_over_games_take_away_are_told_of(name: str) -> None:
    event, rounds, changed = SEASONS[name].event, SEASONS[name].rounds, SEASONS[name].changed.rounds
    assert AWARDS_CHANGED not in cases[name].told("Best countries")
    others = best_keys(event, rounds) != best_keys(event, changed)
    assert (AWARDS_CHANGED in typed_over(name).told("Best countries")) == others


def test_awards_change_in_some_events_and_stay_in_others() -> None:
    changes = {
        best_keys(one.event, one.rounds) != best_keys(one.event, one.changed.rounds)
        for one in map(SEASONS.get, CHANGED)
        if one
    }
    assert changes == {True, False}


def test_outcomes_are_told_in_words_and_not_by_the_codes_of_score_sheets() -> None:
    shown = set(cases["sum"].column("games", "outcome"))
    assert shown == {"solo", "draw", "draw of all", "time up", "concession"}


def test_members_of_equal_scores_come_in_the_order_of_their_ranks() -> None:
    """P02 and P04 have no score either; more centres rank P04 first."""
    event = diplomacy_event(7, 1, teams=1, tie_breaks=("centres",))
    centres = {"Austria": 4, "England": 5, "France": 6, "Germany": 9, "Italy": 2, "Russia": 3, "Turkey": 5}
    rows = tuple(
        game_row(f"P{at:02}", power, 10 if power == "France" else 0, centres=centres[power])
        for at, power in enumerate(centres, start=1)
    )
    book = Season(event, {1: rows}, ()).plan()
    members = next(table for sheet in book.sheets for table in sheet.tables if table.name == "members")
    assert [member.row["id"] for member in members.lines] == ["P03", "P04", "P02", "P07", "P01", "P06", "P05"]
    assert [member.row["rank"] for member in members.lines] == [1, 2, 3, 3, 5, 6, 7]


def test_standbys_have_no_rank_and_no_place_but_count_in_the_means() -> None:
    case = cases["average"]
    lines = case.lines("games", "player", "rank", "country")
    assert {(rank, place) for player, rank, place in lines if player.startswith("S")} == {(None, None)}
    assert not any(str(player).startswith("S") for player in case.by("id", "rank"))
    assert sum(case.by("power", "games", "countries").values()) == 3 * 4 * 7


def test_who_is_equal_in_everything_shares_a_rank_and_players_without_a_game_are_ranked() -> None:
    case = cases["drawn out"]
    assert case.by("id", "rank") == {"P01": 1, "P02": 1, "P03": 1, "P06": 4, "P04": 5, "P05": 6}
    # no solo for all of them; a best game of nothing is better than none
    assert case.by("id", "score") == {"P01": 20, "P02": 20, "P03": 20, "P04": 0, "P05": 0, "P06": 20}


def test_no_solo_has_no_worth_in_the_table_of_values() -> None:
    assert cases["drawn out by survival"].by("fate", "worth", "fates") == {
        "solo": None, "draw": 100, "survived": 10, "lost": 0, "eliminated": 0,
    }  # fmt: skip


@pytest.mark.parametrize("name", SEASONS)
def test_the_way_of_the_leaders_is_there_where_rounds_are_added_up(name: str) -> None:
    adds_up = name in {"sum", "sum, ties", "no tie-breaks", "drawn out", "only sat out"}
    assert ("Cumulative" in sheets_of(cases[name].path)) == adds_up


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("best two", "The best 2 scores are added up. Sitting out scores 20.5."),
        ("weights", "Boards are scored by Sum of Squares. The scores of several games in a round are added up."),
        ("weights", "The scores from the best down are multiplied by 1, 0.5, and added up."),
        ("no tie-breaks", "Who is equal shares a rank."),
        (
            "per round",
            "Ties are broken by most centres, then the scores on boards that the tied players shared. Who is still "
            "equal shares a rank.",
        ),
    ],
)
def test_the_standings_say_what_was_done(name: str, expected: str) -> None:
    assert expected in cases[name].told("Standings")


COMPARED = [name for name in CHANGED if name not in {"hurst", "mystery"}]


@pytest.mark.parametrize("name", COMPARED)
def test_the_comparison_has_the_places_of_an_event_that_was_scored_otherwise(name: str) -> None:
    """The same seed plays the same boards under any system; rulings and bonuses hold under the event's own alone."""
    case = cases[name]
    place = places_of(case.book.sheets)["comparison"]
    cells = sheets_of(case.recalculated)[place.sheet].cells
    for scoring in ("carnage-2023", "scs", "tribute", "vulcan", "world-classic"):
        if scoring == SEASONS[name].event.settings.scoring:
            continue
        other = diplomacy_event(**{**SETTINGS[name], "scoring": scoring, "tie_breaks": ()})
        rounds = random_rounds(other, list(SETTINGS).index(name))
        computed = {number: tuple({**row, "score": row["computed"]} for row in rows) for number, rows in rounds.items()}
        for row in rank_event(EventProgress(other, computed)).rows:
            at = place.cell(f"score {scoring}", f"place {row['id']}")
            assert cells[at.row, at.column].value == row["rank"], (scoring, row["id"])


@pytest.mark.parametrize("name", COMPARED)
def test_the_comparison_begins_with_the_system_of_the_event_and_follows_its_scores(name: str) -> None:
    event = SEASONS[name].event
    by_score = event.model_copy(update={"settings": event.settings.model_copy(update={"tie_breaks": ()})})
    place = places_of(cases[name].book.sheets)["comparison"]
    for rounds, case in ((SEASONS[name].rounds, cases[name]), (SEASONS[name].changed.rounds, typed_over(name))):
        cells = sheets_of(case.recalculated)[place.sheet].cells
        rows = rank_event(EventProgress(by_score, rounds)).rows
        for row in rows:
            assert cells[place.first, place.columns[f"place {row['id']}"]].value == row["rank"]
        first = [row["name"] for row in rows if row["rank"] == 1]
        expected = first[0] if len(first) == 1 else f"{len(first)} share it"
        assert case.column("comparison", "first")[0] == expected
        assert case.column("comparison", "moved")[0] == 0


def test_names_stand_above_the_places_with_the_id_where_two_have_one_name() -> None:
    event, names = diplomacy_event(), {"P01": "Ann Bell", "P02": "Ann Bell", "P03": "x" * 61}
    players = [one.model_copy(update={"name": names.get(one.id, one.name)}) for one in event.players]
    event = event.model_copy(update={"players": tuple(players)})
    book = Season(event, random_rounds(event, 1), ()).plan()
    table = next(table for sheet in book.sheets for table in sheet.tables if table.name == "comparison")
    headings = {column.key.removeprefix("place "): column.heading for column in table.columns}
    assert headings["P01"] == "Ann Bell (P01)"
    assert headings["P02"] == "Ann Bell (P02)"
    assert headings["P03"] == "x" * 59 + "…"
    assert headings["P05"] == "Player 5"


def titles(book: TableBook) -> list[str]:
    return [sheet.title for sheet in book.sheets]


@pytest.mark.parametrize("name", ["hurst", "mystery", "drawn out", "only sat out"])
def test_there_is_no_comparison_without_scores_of_full_boards(name: str) -> None:
    assert "Comparison" not in titles(cases[name].book)


def test_systems_that_need_a_year_nobody_gave_are_left_out_and_named() -> None:
    played = season(3)
    unknown: Rounds = {
        number: tuple({**row, "final_year": None} for row in rows) for number, rows in played.rounds.items()
    }
    book = Season(played.event, unknown, ()).plan()
    (sheet,) = (sheet for sheet in book.sheets if sheet.title == "Comparison")
    (remark,) = (line.text for line in sheet.lines if line.text.startswith("Left out"))
    # years of losers who survived a solo, and of survivors, end with the game
    assert "Whipping" in remark
    assert "Carnage" not in remark


def test_standings_without_a_round_are_written() -> None:
    assert "No round is scored yet." in cases["nothing"].told("Standings")
    assert "No game is scored yet." in cases["only sat out"].told("Games")
    assert cases["only sat out"].by("id", "score") == {"P01": 5, "P02": 0}


def test_every_sheet_is_one_page_wide(tmp_path: Path) -> None:
    """A few players fit on a page, so that each sheet takes one."""
    small = [cases["drawn out"], cases["drawn out by survival"]]
    for case, pdf in zip(small, to_pdf([case.path for case in small], tmp_path / "pdf"), strict=True):
        assert len(pdf_page_sizes(pdf)) == len(case.book.sheets)


def figures(rows: Any, key: str) -> dict[Any, Any]:
    return {row["id"]: near(row[key]) for row in rows}


def near(figure: Fraction | int | None) -> Any:
    return None if figure is None else pytest.approx(float(figure), rel=1e-9, abs=1e-9)
