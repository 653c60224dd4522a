"""Standings while something is open: what is drawn and has no result is named once, counts nothing, crowns nobody."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from amps_event import amps_event
from aso_event import aso_event
from click.testing import CliRunner
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event
from event_folder import GOOD_LINES, filled_folder
from kept_events import kept, started
from looking import open_whole
from team_event import fill_in, team_event, team_folder, typed

from sheetscore.cli.main import main
from sheetscore.event.model import Event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import Draw, TableDraw

STAR = "★"


def drawn_in(folder: Path, number: int) -> Draw:
    return draw_of(open_event(folder), number).draw


def type_lines(folder: Path, *lines: tuple[object, ...], name: str = "round1.xlsx") -> None:
    source = folder.parent / "lines.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("table", "seat", "field", "value"), *lines])
    fill(folder / name, source)


def begun(folder: Path, event: Event, number: int = 1) -> Path:
    """Make the sheets of a round, in a new folder for the first."""
    if number == 1:
        return started(folder, event)
    draw(folder, number)
    make_sheets(folder, number)
    return folder


def win(folder: Path, number: int, *winners: str) -> None:
    """Type that these players won in a round, and score it; tables of which nobody is named stay open."""
    places = drawn_in(folder, number).places()
    lines = [(table, "", "winner", seat) for table, seat, player in places if player in winners]
    type_lines(folder, *lines, name=f"round{number}.xlsx")
    done = ingest(folder / f"round{number}.xlsx", provisional=True)
    assert done.status != "errors"


def told(folder: Path) -> dict[str, Any]:
    """Give what ``standings --json`` says."""
    done = CliRunner().invoke(main, ["-C", str(folder), "standings", "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert isinstance(document["provisional"], bool)
    assert document["provisional"] == bool(document["open"])
    assert all(list(game) == ["round", "table", "players"] for game in document["open"])
    return dict(document)


def texts(folder: Path) -> dict[str, list[str]]:
    """Give the texts of every sheet of the standings that is seen."""
    book = open_whole(folder / "standings.xlsx", values=True)
    return {
        sheet.title: [str(cell) for row in sheet.iter_rows(values_only=True) for cell in row if cell is not None]
        for sheet in book.worksheets
        if sheet.sheet_state == "visible"
    }


def stars(folder: Path) -> list[str]:
    """Give the sheets with a cell that is nothing but a star."""
    return [title for title, cells in texts(folder).items() if STAR in cells]


def ranked(folder: Path, key: str) -> dict[str, Any]:
    return {str(row["id"]): row[key] for row in standings(folder).rows}


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Four players and two rounds, of which the first is scored: P01 beat P03 and P02 beat P04."""

    def play(folder: Path) -> None:
        begun(folder, aso_event(4, 2))
        win(folder, 1, "P01", "P02")
        assert told(folder)["open"] == []
        begun(folder, aso_event(4, 2), 2)
        pairs = {frozenset(table.seated.values()) for table in drawn_in(folder, 2).tables}
        assert pairs == {frozenset(("P01", "P02")), frozenset(("P03", "P04"))}

    return kept(tmp_path / "cup", "the cup of provisional standings", play)


# crowns


def test_nobody_is_crowned_while_any_game_of_the_last_round_is_open(cup: Path) -> None:
    win(cup, 2, "P01")
    document = told(cup)
    (game,) = document["open"]
    assert (game["round"], set(game["players"])) == (2, {"P03", "P04"})
    assert {row["winner"] for row in document["rows"]} == {0}
    assert stars(cup) == []
    assert "winner" not in texts(cup)["Prizes"]
    win(cup, 2, "P01", "P04")
    assert (told(cup)["provisional"], told(cup)["open"]) == (False, [])
    assert ranked(cup, "winner") == {"P01": 1, "P02": 0, "P03": 0, "P04": 0}
    assert "Standings" in stars(cup)


def test_the_game_that_decides_crowns_nobody_before_it_is_in(cup: Path) -> None:
    win(cup, 2, "P03")
    assert {row["winner"] for row in told(cup)["rows"]} == {0}
    assert stars(cup) == []


def test_a_game_without_a_result_is_neither_lost_nor_missed_nor_played(cup: Path) -> None:
    win(cup, 2, "P01")
    assert ranked(cup, "score") == {"P01": 6, "P02": 3, "P03": 0, "P04": 0}
    assert ranked(cup, "rounds") == {"P01": 2, "P02": 2, "P03": 1, "P04": 1}
    assert ranked(cup, "first_loss") == {"P01": None, "P02": 2, "P03": 1, "P04": 1}
    book = open_whole(cup / "standings.xlsx", values=True)
    rows = list(book["Standings"].iter_rows(values_only=True))
    heading = next(row for row in rows if "Player" in row)
    at, second = heading.index("Id"), heading.index("Round 2")
    shown = {row[at]: row[second] for row in rows if row[at] in {"P01", "P02", "P03", "P04"}}
    assert shown == {"P01": 3, "P02": 0, "P03": None, "P04": None}


def test_aso_7_a_drawn_round_is_open_at_once_and_leaves_the_star_to_who_has_won_before_it(tmp_path: Path) -> None:
    folder = begun(tmp_path / "cup", aso_event(2, 2))
    win(folder, 1, "P01")
    assert ranked(folder, "winner") == {"P01": 1, "P02": 0}
    assert "Standings" in stars(folder)
    draw(folder, 2)
    said = " ".join(texts(folder)["Standings"])
    assert "round 2 is drawn and has no results yet" in said, "the workbook was not made again when the round was drawn"
    assert "Standings" in stars(folder)
    (game,) = told(folder)["open"]
    assert (game["round"], game["table"], sorted(game["players"])) == (2, None, ["P01", "P02"])
    assert ranked(folder, "winner") == {"P01": 1, "P02": 0}
    assert ranked(folder, "first_loss") == {"P01": None, "P02": 1}


def test_before_the_last_round_open_games_of_beaten_players_leave_the_winner_the_star(tmp_path: Path) -> None:
    folder = begun(tmp_path / "cup", aso_event(4, 4))
    win(folder, 1, "P01", "P02")
    begun(folder, aso_event(4, 4), 2)
    win(folder, 2, "P01")
    document = told(folder)
    assert document["provisional"]
    assert ranked(folder, "winner")["P01"] == 1
    assert "Standings" in stars(folder)


def test_before_the_last_round_an_open_game_of_somebody_undefeated_keeps_the_star_back(tmp_path: Path) -> None:
    folder = begun(tmp_path / "cup", aso_event(4, 4))
    win(folder, 1, "P01")
    assert set(told(folder)["open"][0]["players"]) == {"P02", "P04"}
    assert stars(folder) == []
    win(folder, 1, "P01", "P02")
    assert stars(folder) == []
    begun(folder, aso_event(4, 4), 2)
    win(folder, 2, "P03")
    assert stars(folder) == []
    win(folder, 2, "P02", "P03")
    assert ranked(folder, "winner")["P02"] == 1


def test_special_prizes_go_to_nobody_before_all_is_in(cup: Path) -> None:
    table = next(table for table in drawn_in(cup, 1).tables if "P03" in table.seated.values())
    seat = next(seat for seat, player in table.seated.items() if player == "P03")
    type_lines(cup, (table.number, seat, "boxcars", 2))
    ingest(cup / "round1.xlsx")
    assert "Player 3" not in prizes(cup)
    win(cup, 2, "P01")
    assert "Player 3" not in prizes(cup)
    win(cup, 2, "P01", "P04")
    assert prizes(cup)["Player 3"] == "Boxcars"


def prizes(folder: Path) -> dict[Any, Any]:
    """Give which prize everybody gets."""
    book = open_whole(folder / "standings.xlsx", values=True)
    rows = list(book["Prizes"].iter_rows(values_only=True))
    first = next(at for at, row in enumerate(rows) if row[0] == "Prize")
    return {row[1]: row[0] for row in rows[first + 1 : first + 6]}


# what is open, in every system


def test_tables_of_pilots_are_open_until_they_are_in(tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2, rounds=("bridge", "bridge"))
    folder = filled_folder(tmp_path / "origins", event, GOOD_LINES)
    assert ingest(folder / "round1.xlsx").status == "errors"
    assert ingest(folder / "round1.xlsx", provisional=True).status != "errors"
    other = drawn_in(folder, 1).tables[1]
    assert told(folder)["open"] == [{"round": 1, "table": 2, "players": list(other.seated.values())}]
    assert not set(other.seated.values()) & {row["id"] for row in told(folder)["rows"]}
    draw(folder, 2)
    assert [(game["round"], game["table"]) for game in told(folder)["open"]] == [(1, 2), (2, None)]
    fill_in(folder, typed(Draw(1, (other,), (), ()), {}))
    ingest(folder / "round1.xlsx")
    assert [(game["round"], game["table"]) for game in told(folder)["open"]] == [(2, None)]


def test_both_tables_of_a_pair_of_teams_are_open(tmp_path: Path) -> None:
    folder = team_folder(tmp_path / "cup", team_event())
    drawn = drawn_in(folder, 1)
    fill_in(folder, typed(Draw(1, tuple(one for one in drawn.tables if one.number != 3), (), ()), {}))
    ingest(folder / "round1.xlsx", provisional=True)
    expected = [
        {"round": 1, "table": table.number, "players": list(table.seated.values())}
        for table in drawn.tables
        if table.number in {3, 4}
    ]
    assert told(folder)["open"] == expected


def test_boards_are_open_until_it_is_known_how_they_ended(tmp_path: Path) -> None:
    folder = begun(tmp_path / "con", diplomacy_event(14, 2))
    type_lines(folder, *ended(1))
    ingest(folder / "round1.xlsx", provisional=True)
    (board,) = told(folder)["open"]
    assert (board["round"], board["table"], len(board["players"])) == (1, 2, 7)
    assert not {row["id"] for row in told(folder)["rows"]} & set(board["players"])
    assert "Best games so far" in texts(folder)["Best countries"]


def test_lines_of_travellers_are_open_and_rounds_of_which_nothing_is_in(tmp_path: Path) -> None:
    folder = tmp_path / "day"
    write_event(duplicate_event(3, 3, 3), folder)
    draw(folder)
    make_sheets(folder)
    assert [(game["round"], game["table"], len(game["players"])) for game in told(folder)["open"]] == [
        (number, None, 6) for number in (1, 2, 3)
    ]
    type_lines(folder, *line(1, 1), *line(2, 1), *line(3, 1), *line(2, 2), name="travellers.xlsx")
    ingest(folder / "travellers.xlsx")
    assert [(game["round"], game["table"], len(game["players"])) for game in told(folder)["open"]] == [
        (2, 1, 2),
        (2, 3, 2),
        (3, None, 6),
    ]
    type_lines(
        folder, *(one for table in (1, 2, 3) for at in (2, 3) for one in line(table, at)), name="travellers.xlsx"
    )
    ingest(folder / "travellers.xlsx")
    assert told(folder)["open"] == []


def line(table: int, number: int) -> list[tuple[object, ...]]:
    """Give what is typed on the line of a round of a traveller."""
    return [(table, f"r{number}", f"{side}.sp", 3 + table) for side in ("red", "blue")]


def ended(table: int, **centres: int) -> list[tuple[object, ...]]:
    """Give what is typed of a board that ended by time."""
    counts = centres or {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}
    return [(table, "", "outcome", "time"), *((table, power, "centres.final", n) for power, n in counts.items())]


@pytest.mark.parametrize("make", [lambda: aso_event(4, 2), lambda: diplomacy_event(7, 2), team_event])
def test_a_round_that_is_not_drawn_yet_is_not_open(make: Callable[[], Event], tmp_path: Path) -> None:
    write_event(make(), tmp_path / "event")
    assert (told(tmp_path / "event")["provisional"], told(tmp_path / "event")["open"]) == (False, [])
    draw(tmp_path / "event", 1)
    assert [(game["round"], game["table"]) for game in told(tmp_path / "event")["open"]] == [(1, None)]


def test_a_draw_that_cannot_be_read_is_open_without_names_and_stops_nothing(cup: Path) -> None:
    (cup / "round2-draw.xlsx").write_bytes(b"nothing")
    assert told(cup)["open"] == [{"round": 2, "table": None, "players": []}]
    assert stars(cup) == []
    assert draw(cup, 2, again=True).draw.tables


# what is said


def test_a_round_of_which_nothing_is_left_is_open_and_crowns_nobody(tmp_path: Path) -> None:
    folder = begun(tmp_path / "cup", aso_event(4, rounds=3))
    winners = [table.seated["1"] for table in drawn_in(folder, 1).tables]
    win(folder, 1, *winners)
    draw(folder, 2)
    (folder / "round2-draw.xlsx").unlink()
    draw(folder, 3, force=True)
    make_sheets(folder, 3)
    win(folder, 3, *(table.seated["1"] for table in drawn_in(folder, 3).tables))
    assert told(folder)["open"] == [{"round": 2, "table": None, "players": []}]
    assert stars(folder) == []


def test_what_is_open_is_said_once_on_every_sheet_and_once_on_the_terminal(cup: Path) -> None:
    win(cup, 2, "P01")
    table = next(table.number for table in drawn_in(cup, 2).tables if "P03" in table.seated.values())
    said = f"round 2 is provisional: table {table} not in yet"
    for title, cells in texts(cup).items():
        assert [cell for cell in cells if "provisional" in cell] == [said], title
    shown = CliRunner().invoke(main, ["-C", str(cup), "standings"])
    assert " ".join(shown.output.split()).count("provisional") == 1
    assert said in " ".join(shown.output.split())


def test_a_drawn_round_before_a_scored_one_is_named_once(cup: Path) -> None:
    win(cup, 2, "P01", "P04")
    (cup / "round1-results.xlsx").unlink()
    assert [one.code for one in standings(cup).findings] == ["round-missing"]
    assert [(game["round"], game["table"]) for game in told(cup)["open"]] == [(1, None)]
    for title, cells in texts(cup).items():
        assert sum("round 1 has no results" in cell for cell in cells) == 1, title


# scores


def test_an_open_board_is_no_round_held_with_nothing_for_those_who_play_it(tmp_path: Path) -> None:
    """Sums are divided by the rounds held: the 12 of round 1 stay 12 while the board of round 2 is open."""
    folder = begun(tmp_path / "con", diplomacy_event(14, 2, event_scoring="per_round", scoring="scs-raw"))
    type_lines(folder, *ended(1), *ended(2))
    ingest(folder / "round1.xlsx")
    before = ranked(folder, "score")
    begun(folder, diplomacy_event(14, 2), 2)
    type_lines(folder, *ended(1), name="round2.xlsx")
    ingest(folder / "round2.xlsx", provisional=True)
    (board,) = told(folder)["open"]
    after, rounds = ranked(folder, "score"), ranked(folder, "rounds")
    assert {player: after[player] for player in board["players"]} == {
        player: before[player] for player in board["players"]
    }
    in_both = [player for player in after if rounds[player] == 2]
    assert len(in_both) == 7
    assert sum(after[player] for player in in_both) == Fraction(34 + sum(before[player] for player in in_both), 2)


def test_a_table_at_which_nobody_sits_is_not_open() -> None:
    from sheetscore.pairing.draw import OpenGame, open_tables  # noqa: PLC0415

    seats = TableDraw(1, "", {"1": "P01", "2": "P02"}), TableDraw(2, "", {"1": None, "2": None})
    assert open_tables(Draw(1, seats, (), ()), None) == (OpenGame(1, None, ("P01", "P02"), (1, 1)),)
