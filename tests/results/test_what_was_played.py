"""What results keep for archives, whatever the system: games, seats, who had none, more tables; standings, too."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from dice_system import install
from registered import EXAMPLES
from shared_demos import Demos

from sheetscore.event.model import Event
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.results.record import Played, RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.results.standings_record import read_standings
from sheetscore.systems.outcomes import Exact, Lists
from sheetscore.systems.played import Game, GameSide, ScoredRound
from sheetscore.systems.system import system_called
from sheetscore.workbooks.reader import read_workbook


def games_of(system: str, rows: Any, lists: Lists | None = None, entries: Entries | None = None) -> list[Game]:
    return list(system_called(system).games(ScoredRound("s1", rows, lists or {}, entries or {})))


def test_each_section_is_a_game_over_all_tables_ranked_by_round_scores() -> None:
    rows = [
        {"player": "P1", "table": 1, "section": "strike", "rs": 7},
        {"player": "P2", "table": 2, "section": "strike", "rs": Fraction(15, 2)},
        {"player": "P3", "table": 2, "section": "strike", "rs": 7},
        {"player": "P4", "table": 1, "section": "cap", "rs": 0},
    ]
    strike, cap = games_of("amps", rows)
    assert (strike.table, strike.number, strike.title) == (0, 1, "section strike")
    assert [(side.id, side.rank, side.points) for side in strike.sides] == [
        ("P2", 1, Fraction(15, 2)),
        ("P1", 2, 7),
        ("P3", 2, 7),
    ]
    assert cap.sides == (GameSide("P4", "player", "cap", 1, 0),)


def test_two_teams_that_met_are_a_game_by_their_avps_and_one_that_sat_out_is_in_none() -> None:
    rows = [
        {"team": "T2", "opponent": "T1", "avp": 2},
        {"team": "T1", "opponent": "T2", "avp": 18},
        {"team": "T3", "opponent": None, "avp": 10},
    ]
    (game,) = games_of("team", rows)
    assert game.sides == (GameSide("T1", "team", "", 1, 18), GameSide("T2", "team", "", 2, 2))


def test_the_reds_and_the_blues_of_a_table_are_a_game_each() -> None:
    rows = [
        {"team": "R1", "side": "red", "table": 1, "round": 1, "sp": 5},
        {"team": "B1", "side": "blue", "table": 1, "round": 1, "sp": 9},
        {"team": "R2", "side": "red", "table": 1, "round": 2, "sp": 6},
        {"team": "B2", "side": "blue", "table": 1, "round": 2, "sp": None},
    ]
    red, blue = games_of("duplicate", rows)
    assert (red.table, red.number, [side.id for side in red.sides]) == (1, 1, ["R2", "R1"])
    assert (blue.table, blue.number, [side.id for side in blue.sides]) == (1, 2, ["B1"])


def test_a_pairing_is_a_game_once_it_has_a_result() -> None:
    game = {"scenario": "s2", "table": 3, "decided_by": "play"}
    rows = [
        {"player": "P9", "opponent": "P1", "side": "german", "result": "win", "points": 3, **game},
        {"player": "P1", "opponent": "P9", "side": "american", "result": "loss", "points": 0, **game},
        {"player": "P2", "opponent": None, "side": None, "result": "bye", "points": 3, **game},
        {"player": "P3", "opponent": "P4", "side": None, "result": None, "points": 0, **game},
        {"player": "P4", "opponent": "P3", "side": None, "result": None, "points": 0, **game},
    ]
    (found,) = games_of("aso", rows)
    sides = GameSide("P9", "player", "german", 1, 3), GameSide("P1", "player", "american", 2, 0)
    assert found == Game(3, 1, sides, scenario="s2", decided_by="play")


def test_a_match_is_a_game_with_how_its_single_games_ended() -> None:
    match = {"scenario": "hill", "game_system": "Hills", "table": 1, "match": 2, "decided_by": "handicap"}
    net = Fraction(1, 2)
    rows = [
        {"player": "P2", "opponent": "P1", "result": "loss", "net": -net, "handicap": 0, **match},
        {"player": "P1", "opponent": "P2", "result": "win", "net": net, "handicap": Fraction(8, 3), **match},
        {
            "player": "P3",
            "opponent": None,
            "result": "win",
            "net": None,
            "handicap": None,
            "table": None,
            "match": None,
            "scenario": None,
            "game_system": None,
            "decided_by": "none",
        },
    ]
    typed: dict[str, Value] = {
        "players.1": "P2",
        "players.2": "P1",
        "match.2.game.1.winner": "1",
        "match.2.game.2.winner": "draw",
    }
    entries = {FieldKey(1, "", name): value for name, value in typed.items()}
    (game,) = games_of("match", rows, {"series": ()}, entries)
    assert (game.table, game.number, game.scenario, game.game_system, game.decided_by) == (
        1,
        2,
        "hill",
        "Hills",
        "handicap",
    )
    assert game.sides == (
        GameSide("P1", "player", "", 1, net, Fraction(8, 3), ("loss", "draw")),
        GameSide("P2", "player", "", 2, -net, 0, ("win", "draw")),
    )


def test_a_drawn_match_has_two_sides_of_one_rank() -> None:
    row: dict[str, Exact] = {
        "result": "draw",
        "net": 0,
        "handicap": 0,
        "table": 1,
        "match": 1,
        "scenario": "s",
        "game_system": "g",
        "decided_by": "none",
    }
    (game,) = games_of("match", [{"player": "A", "opponent": "B", **row}, {"player": "B", "opponent": "A", **row}])
    assert [(side.id, side.rank, side.games) for side in game.sides] == [("A", 1, ()), ("B", 1, ())]


def test_a_board_is_a_game_of_those_who_played_it() -> None:
    rows: list[dict[str, Exact]] = [
        {"player": "P1", "table": 2, "power": "Italy", "score": Fraction(100, 3), "outcome": "draw-all"},
        {"player": "P2", "table": 2, "power": "Turkey", "score": Fraction(200, 3), "outcome": "draw-all"},
        {"player": "P8", "table": None, "power": None, "score": 5, "outcome": "sat-out"},
    ]
    (game,) = games_of("diplomacy", rows)
    assert (game.table, game.decided_by) == (2, "draw-all")
    assert [(side.id, side.played, side.rank) for side in game.sides] == [("P2", "Turkey", 1), ("P1", "Italy", 2)]


@pytest.fixture(scope="module", params=EXAMPLES)
def folder(request: pytest.FixtureRequest, demos: Demos, _game_outside_the_package: None) -> Path:
    return demos.played(request.param).folder


def records(folder: Path) -> list[tuple[RoundRecord, Played]]:
    found = [read_results(path) for path in sorted(folder.glob("*-results.xlsx"))]
    assert found
    return [(record, record.played) for record in found if record.played]


def test_everybody_with_a_row_played_a_game_or_flew_or_sat_out(folder: Path) -> None:
    for record, played in records(folder):
        kind = "player" if "player" in record.rows[0] else "team"
        playing = {side.id for game in played.games for side in game.sides} | {
            str(line["player"]) for line in played.kept.get("flights", ())
        }
        seatless = {one.id for one in played.unseated}
        nobody_met = {row[kind] for row in record.rows if row.get("opponent", "") is None}
        assert {row[kind] for row in record.rows} - seatless - nobody_met == playing - nobody_met


def test_every_seat_is_one_of_the_sheets_and_every_box_has_its_public_name(folder: Path) -> None:
    for record, played in records(folder):
        assert played.seats
        taken = Counter((seat.table, seat.seat, seat.force) for seat in played.seats)
        assert set(taken.values()) == {1}
        assert {seat.player for seat in played.seats} <= {str(value) for value in record.entries.values()}
        assert set(played.public) <= set(record.entries)


def test_the_rows_of_players_are_there_in_every_system(folder: Path) -> None:
    for record, played in records(folder):
        rows = record.rows if played.results is None else played.results
        assert all("player" in row or "side" in row for row in rows)  # of duplicate teams are the players
        assert [column.key for column in played.headings] == list(record.rows[0])
        assert {column.key for column in played.headings if column.kind == "text"} >= {"name"}


def test_the_day_of_the_schedule_comes_before_that_of_the_event(folder: Path) -> None:
    for record, _ in records(folder):
        assert record.setup is not None
        event = Event.load(folder)
        slots = [slot for slot in event.schedule if slot.round == record.round]
        assert record.setup.day == next((slot.date for slot in slots if slot.date), event.header.date)
        assert record.setup.start == next((slot.start for slot in slots), None)


def test_the_standings_say_who_is_where_and_what_is_open(folder: Path) -> None:
    record = read_standings(folder / "standings.xlsx")
    first, *_ = records(folder)
    assert record.event_key == first[0].event_key
    assert set(record.sources) == {path.name for path in folder.glob("*-results.xlsx")}
    assert record.rows
    assert all({"rank", "id", "name"} <= set(row) for row in record.rows)
    assert record.open == ()


def test_boards_have_a_line_for_each_year_of_the_chart_and_one_for_the_end(demos: Demos) -> None:
    (_, played), *_ = records(demos.played("diplomacy").folder)
    lines = [line for line in played.kept["boards"] if line["table"] == 1]
    years = [line["year"] for line in lines]
    assert years == sorted(years, key=int)  # type: ignore[arg-type]
    first = lines[0]
    assert first["year"] == 1901
    assert {"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"} <= set(first)


def test_handicaps_are_kept_as_the_event_gives_them_with_their_source(demos: Demos) -> None:
    (record, _), *_ = records(demos.played("match").folder)
    assert record.setup is not None
    given = [part.values for part in record.setup.given]
    assert {part.path for part in record.setup.given} == {"handicap"}
    event = Event.load(demos.played("match").folder)
    assert [one["points"] for one in given] == [one.points for one in event.handicaps]  # type: ignore[attr-defined]
    assert all("source" in one for one in given)


def test_who_was_left_out_is_told_with_what_it_earned(demos: Demos) -> None:
    (_, played), *_ = records(demos.played("airforce").folder)
    assert [(one.id, one.why, one.earned) for one in played.unseated] == [("P5", "bye", None), ("P6", "bye", None)]


def test_games_of_version_3_can_be_derived_and_nothing_else_is_made_up() -> None:
    record = read_results(Path(__file__).with_name("version-3") / "round1-results.xlsx")
    assert record.played is None
    scored = ScoredRound(record.scenario, record.rows, record.lists, record.entries)
    games = system_called(record.system).games(scored)
    assert sorted(side.id for game in games for side in game.sides) == sorted(str(row["player"]) for row in record.rows)


def test_the_version_of_a_plug_in_is_told_beside_ours(demos: Demos, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    told = {}
    for example in ("first-throws", "match"):
        path = next(demos.played(example).folder.glob("*-results.xlsx"))
        sheet = read_workbook(path, only="About").sheets["About"]
        told[example] = {str(cell.value) for cell in sheet.cells.values()}
    assert {"scored by dice", "1.2"} <= told["first-throws"]
    assert not any(text.startswith("scored by") for text in told["match"])
