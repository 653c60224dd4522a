"""The standings of Diplomacy in the workbook: every score, rank and award by formula, as in Python."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from diplomacy_event import Rounds, diplomacy_event, game_row, random_rounds, sat_out
from libreoffice import assert_recalculated_equals_cached, compute, pdf_page_sizes, to_pdf
from looking import sheets_of
from msgspec import Struct
from msgspec.structs import replace
from scored_rounds import MADE_AT, SOURCE, column_values
from typing_in import type_in

from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.scoring.boards.board import SOLO
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.boards import SAT_OUT
from sheetscore.systems.diplomacy.event_scores import score_event, team_scores
from sheetscore.systems.diplomacy.event_tables.game_tables import game_key
from sheetscore.systems.diplomacy.event_tables.standing_tables import standings_sheets
from sheetscore.systems.diplomacy.game_values import CHANGED as AWARDS_CHANGED
from sheetscore.systems.diplomacy.game_values import best_games
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.score import rank_event
from sheetscore.tables.sheet import places_of
from sheetscore.workbooks.cell_refs import address

NASTY = {"P01": '=HYPERLINK("http://x","y")', "P02": "+1+1", "P03": 'O\'Hara "Ace" & <b>', "P04": "Player*?"}

Change = tuple[int, int, str, int, int]
"""Round, table, power, and the score and centres that are typed over those in the workbook."""


class Season(Struct, frozen=True):
    """An event whose standings are written with the players in any order; some games are typed over in a copy."""

    event: DiplomacyEvent
    rounds: Rounds
    changes: tuple[Change, ...]

    @property
    def book(self) -> TableBook:
        standings = rank_event(EventProgress(self.event, self.rounds))
        rows = Random(1).sample(standings.rows, len(standings.rows))
        shuffled = replace(standings, rows=tuple(rows))
        sheets = standings_sheets(EventProgress(self.event, self.rounds, standings=shuffled))
        return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "standings", [])

    @property
    def changed(self) -> Rounds:
        typed: dict[tuple[Any, ...], dict[str, int]] = {
            (number, table, power): {"score": score, "centres": centres}
            for number, table, power, score, centres in self.changes
        }
        return {
            number: tuple({**row, **typed.get((number, row["table"], row["power"]), {})} for row in rows)
            for number, rows in self.rounds.items()
        }


def season(seed: int, **settings: Any) -> Season:
    event = diplomacy_event(**settings)
    named = [player.model_copy(update={"name": NASTY.get(player.id, player.name)}) for player in event.players]
    event = event.model_copy(update={"players": tuple(named)})
    rounds, chance = random_rounds(event, seed), Random(seed)
    games = [(number, row) for number, rows in rounds.items() for row in rows if row["outcome"] != SAT_OUT]
    changes = [
        (
            number,
            int(row["table"] or 0),
            str(row["power"]),
            chance.randint(0, 150),
            fewer(int(row["centres"] or 0), chance),
        )
        for number, row in chance.sample(games, 6)
    ]
    return Season(event, rounds, tuple(changes))


def fewer(centres: int, chance: Random) -> int:
    """Give another count that leaves the board possible: nobody wins, loses a solo or is out by it."""
    return centres if centres in {0, SOLO} else chance.randint(1, centres)


DRAWN_OUT: Rounds = {
    1: (
        *(game_row(f"P0{n}", power, 20, centres=5) for n, power in enumerate(("Austria", "Italy", "Turkey"), start=1)),
        game_row("P04", "Russia", 0, centres=0, fate="eliminated"),
        sat_out("P05"),
        sat_out("P06", 20),
    )
}
"""Three are equal in everything; P05 and P06 have not played at all."""

SETTINGS: Mapping[str, dict[str, Any]] = {
    "sum": {},
    "sum, ties": {"scoring": "draw-size", "tie_breaks": ("head_to_head", "best_game", "centres"), "teams": 3},
    "best two": {"counted": 2, "players": 24, "sit_out_score": "20.5", "scoring": "draw-size"},
    "weights": {
        "event_scoring": "weights", "weights": ("1", "0.5"), "round_scoring": "sum", "players": 23,
        "remainder": "double", "teams": 4, "team_members": 2,
    },
    "average": {"event_scoring": "average", "players": 22, "remainder": "standbys", "standbys": 7, "teams": 2},
    "games": {"round_scoring": "none", "counted": 3, "players": 24, "remainder": "double", "scoring": "solo-or-bust"},
    "games with sit-outs": {"round_scoring": "none", "players": 24, "sit_out_score": "7", "scoring": "draw-size"},
    "per round": {"event_scoring": "per_round", "players": 24, "tie_breaks": ("centres", "head_to_head")},
    "hurst": {"event_scoring": "hurst", "players": 22, "remainder": "standbys", "standbys": 6},
    "mystery": {"event_scoring": "mystery", "players": 24, "sit_out_score": "20"},
    "no tie-breaks": {"tie_breaks": (), "scoring": "carnage-2023", "rounds": 4},
}  # fmt: skip

SEASONS = {name: season(seed, **settings) for seed, (name, settings) in enumerate(SETTINGS.items())} | {
    "drawn out": Season(diplomacy_event(6, 2), DRAWN_OUT, ()),
    "drawn out by survival": Season(diplomacy_event(6, 2, event_scoring="mystery"), DRAWN_OUT, ()),
    "only sat out": Season(diplomacy_event(2, 1), {1: (sat_out("P01", 5), sat_out("P02"))}, ()),
    "nothing": Season(diplomacy_event(7, 1, teams=1), {}, ()),
}
PLAYED = [name for name in SEASONS if name not in {"only sat out", "nothing"}]
CHANGED = [name for name in SEASONS if SEASONS[name].changes]


class Case(Struct, frozen=True):
    """Standings that were written, and what LibreOffice computed of them and of the copy with games typed over."""

    season: Season
    book: TableBook
    path: Path
    recalculated: Path
    changed: Path | None

    def by(self, key: str, column: str, table: str = "standings", path: Path | None = None) -> dict[Any, Any]:
        there = path or self.recalculated
        columns = (column_values(there, self.book, table, name) for name in (key, column))
        return dict(zip(*columns, strict=True))

    def told(self, sheet: str) -> set[Any]:
        return told(self.path, sheet)


def told(path: Path, sheet: str) -> set[Any]:
    """Give everything that a sheet says."""
    return {cell.value for cell in sheets_of(path)[sheet].cells.values()}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    """Write the standings of all events, type over some games in copies, have all recalculated in one start."""
    folder = tmp_path_factory.mktemp("diplomacy")
    books = {name: one.book for name, one in SEASONS.items()}
    for name, book in books.items():
        book.write(folder / f"{name}.xlsx")
        if SEASONS[name].changes:
            type_over(folder / f"{name}.xlsx", folder / f"{name} changed.xlsx", book, SEASONS[name])
    computed = {path.stem: path for path in compute(sorted(folder.glob("*.xlsx")), folder / "recalculated")}
    return {
        name: Case(SEASONS[name], book, folder / f"{name}.xlsx", computed[name], computed.get(f"{name} changed"))
        for name, book in books.items()
    }


def type_over(path: Path, copy: Path, book: TableBook, played: Season) -> None:
    place, typed = places_of(book.sheets)["games"], {}
    players = {
        (number, row["table"], row["power"]): row["player"] for number, rows in played.rounds.items() for row in rows
    }
    for number, table, power, score, centres in played.changes:
        for key, value in (("score", score), ("centres", centres)):
            area = place.cell((players[number, table, power], number, table), key)
            typed[area.sheet, address(area.row, area.column)] = value
    type_in(Path(shutil.copy(path, copy)), typed)


@pytest.mark.parametrize("name", PLAYED)
def test_every_formula_recalculates_to_its_cached_value(cases: dict[str, Case], name: str) -> None:
    assert assert_recalculated_equals_cached(cases[name].path, cases[name].recalculated) > 100


@pytest.mark.parametrize("name", PLAYED)
def test_ranks_and_scores_are_those_of_the_standings_in_any_order_of_the_lines(
    cases: dict[str, Case], name: str
) -> None:
    case = cases[name]
    rows = rank_event(EventProgress(case.season.event, case.season.rounds)).rows
    for key in ("rank", "score", "solos", "best_game", "second_best_game", "centres", "games", "rounds"):
        assert case.by("id", key) == figures(rows, key), key


@pytest.mark.parametrize("name", CHANGED)
def test_games_typed_over_change_scores_ranks_and_places_as_standing_anew_does(
    cases: dict[str, Case], name: str
) -> None:
    case = cases[name]
    rows = rank_event(EventProgress(case.season.event, case.season.changed)).rows
    for key in ("rank", "score", "best_game", "second_best_game", "centres"):
        assert case.by("id", key, path=case.changed) == figures(rows, key), key
    assert case.by("id", "rank") != case.by("id", "rank", path=case.changed)


@pytest.mark.parametrize("name", [name for name in CHANGED if "teams" in SETTINGS[name]])
def test_teams_follow_too(cases: dict[str, Case], name: str) -> None:
    case = cases[name]
    event = case.season.event
    for rounds, path in ((case.season.rounds, case.recalculated), (case.season.changed, case.changed)):
        teams = team_scores(event, rank_event(EventProgress(event, rounds)).rows)
        assert case.by("id", "score", "teams", path) == {team.id: near(team.score) for team in teams}
        assert case.by("id", "rank", "teams", path) == {team.id: team.rank for team in teams}


@pytest.mark.parametrize("name", CHANGED)
def test_exactly_so_many_members_of_a_team_count(cases: dict[str, Case], name: str) -> None:
    case = cases[name]
    if not case.season.event.teams:
        assert "Teams" not in sheets_of(case.path)
        return
    counted = [team for team, mark in rows_of(case, "members", "team", "counts", path=case.changed) if mark == "✓"]
    most = case.season.event.settings.team_members
    assert {team: counted.count(team) for team in counted} == {team.id: most for team in case.season.event.teams}


@pytest.mark.parametrize("name", ["hurst", "mystery"])
def test_the_points_of_games_follow_from_all_games(cases: dict[str, Case], name: str) -> None:
    case = cases[name]
    for rounds, path in ((case.season.rounds, None), (case.season.changed, case.changed)):
        scored = score_event(case.season.event, rounds)
        assert scored.points
        expected = sorted(float(scored.points(game)) for game in scored.games)
        found = sorted(column_values(path or case.recalculated, case.book, "games", "points"))
        assert found == pytest.approx(expected)


@pytest.mark.parametrize("name", CHANGED)
def test_the_best_game_with_each_power_stays_best_only_while_it_is(cases: dict[str, Case], name: str) -> None:
    """The places are computed anew; what stands above the awards says when one is wrong."""
    case = cases[name]
    powers = column_values(case.changed or case.path, case.book, "games", "power")
    places = column_values(case.changed or case.path, case.book, "games", "country")
    scores = column_values(case.changed or case.path, case.book, "games", "score")
    ranked = [line for line in zip(powers, scores, places, strict=True) if line[2] is not None]
    for power in set(powers):
        ours = [(score, place) for one, score, place in ranked if one == power]
        best = max(score for score, _ in ours)
        assert {score for score, place in ours if place == 1} == {best}


def best_keys(event: DiplomacyEvent, rounds: Rounds) -> set[tuple[str, int, int]]:
    scored = score_event(event, rounds)
    return {game_key(game) for games in best_games(scored.games, scored.contenders).values() for game in games}


@pytest.mark.parametrize("name", CHANGED)
def test_awards_that_typed_over_games_take_away_are_told_of(cases: dict[str, Case], name: str) -> None:
    case = cases[name]
    event, rounds, changed = case.season.event, case.season.rounds, case.season.changed
    assert case.changed
    assert AWARDS_CHANGED not in told(case.recalculated, "Best countries")
    others = best_keys(event, rounds) != best_keys(event, changed)
    assert (AWARDS_CHANGED in told(case.changed, "Best countries")) == others


def test_awards_change_in_some_events_and_stay_in_others() -> None:
    changes = {
        best_keys(one.event, one.rounds) != best_keys(one.event, one.changed)
        for one in map(SEASONS.get, CHANGED)
        if one
    }
    assert changes == {True, False}


def test_outcomes_are_told_in_words_and_not_by_the_codes_of_score_sheets(cases: dict[str, Case]) -> None:
    shown = set(column_values(cases["sum"].path, cases["sum"].book, "games", "outcome"))
    assert shown == {"solo", "draw", "draw of all", "time up", "concession"}


def test_members_of_equal_scores_come_in_the_order_of_their_ranks() -> None:
    """P02 and P04 have no score either; more centres rank P04 first."""
    event = diplomacy_event(7, 1, teams=1, tie_breaks=("centres",))
    centres = {"Austria": 4, "England": 5, "France": 6, "Germany": 9, "Italy": 2, "Russia": 3, "Turkey": 5}
    rows = tuple(
        game_row(f"P{at:02}", power, 10 if power == "France" else 0, centres=centres[power])
        for at, power in enumerate(centres, start=1)
    )
    book = Season(event, {1: rows}, ()).book
    members = next(table for sheet in book.sheets for table in sheet.tables if table.name == "members")
    assert [member.row["id"] for member in members.lines] == ["P03", "P04", "P02", "P07", "P01", "P06", "P05"]
    assert [member.row["rank"] for member in members.lines] == [1, 2, 3, 3, 5, 6, 7]


def test_standbys_have_no_rank_and_no_place_but_count_in_the_means(cases: dict[str, Case]) -> None:
    case = cases["average"]
    lines = rows_of(case, "games", "player", "rank", "country")
    assert {(rank, place) for player, rank, place in lines if player.startswith("S")} == {(None, None)}
    assert not any(str(player).startswith("S") for player in case.by("id", "rank"))
    assert sum(case.by("power", "games", "countries").values()) == 3 * 4 * 7


def test_who_is_equal_in_everything_shares_a_rank_and_players_without_a_game_are_ranked(
    cases: dict[str, Case],
) -> None:
    case = cases["drawn out"]
    assert case.by("id", "rank") == {"P01": 1, "P02": 1, "P03": 1, "P06": 4, "P04": 5, "P05": 6}
    # no solo for all of them; a best game of nothing is better than none
    assert case.by("id", "score") == {"P01": 20, "P02": 20, "P03": 20, "P04": 0, "P05": 0, "P06": 20}


def test_no_solo_has_no_worth_in_the_table_of_values(cases: dict[str, Case]) -> None:
    assert cases["drawn out by survival"].by("fate", "worth", "fates") == {
        "solo": None, "draw": 100, "survived": 10, "lost": 0, "eliminated": 0,
    }  # fmt: skip


@pytest.mark.parametrize("name", SEASONS)
def test_the_way_of_the_leaders_is_there_where_rounds_are_added_up(cases: dict[str, Case], name: str) -> None:
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
def test_the_standings_say_what_was_done(cases: dict[str, Case], name: str, expected: str) -> None:
    assert expected in cases[name].told("Standings")


COMPARED = [name for name in CHANGED if name not in {"hurst", "mystery"}]


@pytest.mark.parametrize("name", COMPARED)
def test_the_comparison_has_the_places_of_an_event_that_was_scored_otherwise(cases: dict[str, Case], name: str) -> None:
    """The same seed plays the same boards under any system; rulings and bonuses hold under the event's own alone."""
    case = cases[name]
    place = places_of(case.book.sheets)["comparison"]
    cells = sheets_of(case.recalculated)[place.sheet].cells
    for scoring in ("carnage-2023", "scs", "tribute", "vulcan", "world-classic"):
        if scoring == case.season.event.settings.scoring:
            continue
        other = diplomacy_event(**{**SETTINGS[name], "scoring": scoring, "tie_breaks": ()})
        rounds = random_rounds(other, list(SETTINGS).index(name))
        computed = {number: tuple({**row, "score": row["computed"]} for row in rows) for number, rows in rounds.items()}
        for row in rank_event(EventProgress(other, computed)).rows:
            at = place.cell(f"score {scoring}", f"place {row['id']}")
            assert cells[at.row, at.column].value == row["rank"], (scoring, row["id"])


@pytest.mark.parametrize("name", COMPARED)
def test_the_comparison_begins_with_the_system_of_the_event_and_follows_its_scores(
    cases: dict[str, Case], name: str
) -> None:
    case = cases[name]
    event = case.season.event
    by_score = event.model_copy(update={"settings": event.settings.model_copy(update={"tie_breaks": ()})})
    place = places_of(case.book.sheets)["comparison"]
    for rounds, path in ((case.season.rounds, case.recalculated), (case.season.changed, case.changed)):
        assert path
        cells = sheets_of(path)[place.sheet].cells
        rows = rank_event(EventProgress(by_score, rounds)).rows
        for row in rows:
            assert cells[place.first, place.columns[f"place {row['id']}"]].value == row["rank"]
        first = [row["name"] for row in rows if row["rank"] == 1]
        expected = first[0] if len(first) == 1 else f"{len(first)} share it"
        assert column_values(path, case.book, "comparison", "first")[0] == expected
        assert column_values(path, case.book, "comparison", "moved")[0] == 0


def test_names_stand_above_the_places_with_the_id_where_two_have_one_name() -> None:
    event, names = diplomacy_event(), {"P01": "Ann Bell", "P02": "Ann Bell", "P03": "x" * 61}
    players = [one.model_copy(update={"name": names.get(one.id, one.name)}) for one in event.players]
    event = event.model_copy(update={"players": tuple(players)})
    book = Season(event, random_rounds(event, 1), ()).book
    table = next(table for sheet in book.sheets for table in sheet.tables if table.name == "comparison")
    headings = {column.key.removeprefix("place "): column.heading for column in table.columns}
    assert headings["P01"] == "Ann Bell (P01)"
    assert headings["P02"] == "Ann Bell (P02)"
    assert headings["P03"] == "x" * 59 + "…"
    assert headings["P05"] == "Player 5"


def titles(book: TableBook) -> list[str]:
    return [sheet.title for sheet in book.sheets]


@pytest.mark.parametrize("name", ["hurst", "mystery", "drawn out", "only sat out"])
def test_there_is_no_comparison_without_scores_of_full_boards(cases: dict[str, Case], name: str) -> None:
    assert "Comparison" not in titles(cases[name].book)


def test_systems_that_need_a_year_nobody_gave_are_left_out_and_named() -> None:
    played = season(3)
    unknown: Rounds = {
        number: tuple({**row, "final_year": None} for row in rows) for number, rows in played.rounds.items()
    }
    book = Season(played.event, unknown, ()).book
    (sheet,) = (sheet for sheet in book.sheets if sheet.title == "Comparison")
    (remark,) = (line.text for line in sheet.lines if line.text.startswith("Left out"))
    # years of losers who survived a solo, and of survivors, end with the game
    assert "Whipping" in remark
    assert "Carnage" not in remark


def test_standings_without_a_round_are_written(cases: dict[str, Case]) -> None:
    assert "No round is scored yet." in cases["nothing"].told("Standings")
    assert "No game is scored yet." in cases["only sat out"].told("Games")
    assert cases["only sat out"].by("id", "score") == {"P01": 5, "P02": 0}


def test_every_sheet_is_one_page_wide(cases: dict[str, Case], tmp_path: Path) -> None:
    """A few players fit on a page, so that each sheet takes one."""
    small = [cases["drawn out"], cases["drawn out by survival"]]
    for case, pdf in zip(small, to_pdf([case.path for case in small], tmp_path / "pdf"), strict=True):
        assert len(pdf_page_sizes(pdf)) == len(case.book.sheets)


def rows_of(case: Case, table: str, *columns: str, path: Path | None = None) -> list[tuple[Any, ...]]:
    values = (column_values(path or case.recalculated, case.book, table, column) for column in columns)
    return list(zip(*values, strict=True))


def figures(rows: Any, key: str) -> dict[Any, Any]:
    return {row["id"]: near(row[key]) for row in rows}


def near(figure: Fraction | int | None) -> Any:
    return None if figure is None else pytest.approx(float(figure), rel=1e-9, abs=1e-9)
