"""Accelerated Swiss by the commands: lists typed in, the command line, mistakes, provisional results."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest
from aso_commands import (
    STANDING_KEYS,
    box,
    by_player,
    drawn_in,
    edit_draw,
    errors,
    pairs_of,
    ranked,
    run,
    run_json,
    seats,
    table_of,
    type_lines,
    won,
)
from aso_event import aso_event, scenario
from kept_events import started
from looking import open_whole, values_in
from typing_in import save_with_openpyxl, type_in

from sheetscore.event.toml import write_toml
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results
from sheetscore.systems.aso.model import AsoSide

ROW_KEYS = [
    "player", "name", "opponent", "opponent_name", "table", "scenario", "side", "result", "points", "decided_by",
    "vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Nine players: P01 v P05, P02 v P06, P03 v P07, P04 v P08, and P09 sits out."""
    return started(tmp_path / "cup", aso_event(9))


# the command line


def test_a_directors_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, folder = tmp_path / "event.toml", tmp_path / "cup"
    source.write_text(write_toml(aso_event(9)), encoding="utf-8")
    run("new", folder, "--from", source)
    assert "All is well" in run("-C", folder, "check").stdout
    drawn = run_json(monkeypatch, "-C", folder, "draw", "1")
    assert drawn["byes"] == ["P09"]
    assert [table["seats"] for table in drawn["tables"]] == [
        {"1": "P01", "2": "P05"},
        {"1": "P02", "2": "P06"},
        {"1": "P03", "2": "P07"},
        {"1": "P04", "2": "P08"},
    ]
    assert [(table["table"], table["scenario"]) for table in drawn["tables"]] == [(n, "") for n in (1, 2, 3, 4)]
    run("-C", folder, "sheets", "1")
    (tmp_path / "values.csv").write_text(
        "table,seat,field,value\n1,,winner,1\n2,,winner,2\n3,,winner,draw\n4,,winner,player 1\n"
        "1,,scenario.strike.1,Scenario 1\n1,,scenario.strike.2,s3\n1,,scenario.played,s2\n"
        "1,,bid.1.side,s2.german\n1,,bid.1.level,3\n1,,bid.2.side,Scenario 2: German\n1,,bid.2.level,1\n"
        "1,1,vp,12\n1,2,vp,7\n1,1,cc_inflicted,5\n1,1,cc_lost,2\n1,2,snake_eyes,4\n1,2,boxcars,1\n",
        encoding="utf-8",
    )
    run("-C", folder, "fill", "round1.xlsx", tmp_path / "values.csv")
    done = run_json(monkeypatch, "-C", folder, "ingest", "round1.xlsx")
    assert (done["event"], done["system"], done["round"], done["status"]) == ("Test event", "aso", 1, "ok")
    assert all(list(row) == ROW_KEYS for row in done["rows"])
    # s1 and s3 are struck, s2 is left; the bid of level 3 beats that of level 1
    assert [tuple(row.values()) for row in done["rows"][:2]] == [
        ("P01", "Player 1", "P05", "Player 5", 1, "s2", "german", "win", 3, "play", 12, 5, 2, None, None),
        ("P05", "Player 5", "P01", "Player 1", 1, "s2", "russian", "loss", 0, "play", 7, None, None, 4, 1),
    ]
    assert {row["player"]: (row["result"], row["points"]) for row in done["rows"][2:]} == {
        "P02": ("loss", 0),
        "P06": ("win", 3),
        "P03": ("draw", 1),
        "P07": ("draw", 1),
        "P04": ("win", 3),
        "P08": ("loss", 0),
        "P09": ("bye", 3),
    }
    assert done["checks"] == [{"name": "points of round 1", "expected": 14, "actual": 14, "ok": True}]
    after = run_json(monkeypatch, "-C", folder, "standings")
    assert (after["system"], after["after_round"]) == ("aso", 1)
    assert all(list(row) == STANDING_KEYS for row in after["rows"])
    # mean ratings: of P01 that of P05, 1950, of P04 1920, of P06 1980; P09 has met nobody
    assert [(row["rank"], row["id"], row["score"]) for row in after["rows"]] == [
        (1, "P06", 3),
        (2, "P01", 3),
        (3, "P04", 3),
        (4, "P09", 3),
        (5, "P07", 1),  # met P03, 1970
        (6, "P03", 1),  # met P07, 1930
        (7, "P05", 0),  # met P01, 1990
        (8, "P08", 0),  # met P04, 1960
        (9, "P02", 0),  # met P06, 1940
    ]
    assert "has a bye." in run("-C", folder, "draw", "2").stdout
    exported = list(csv.DictReader(io.StringIO(run("-C", folder, "export", "round1-results.xlsx").stdout)))
    assert list(exported[0]) == ROW_KEYS


TABLE_FIELDS = [
    "scenario.played", "winner", "decided_by", "scenario.strike.1", "scenario.first.1", "scenario.strike.2",
    "scenario.first.2", "scenario.die", "bid.1.side", "bid.1.level", "bid.2.side", "bid.2.level", "bid.die",
    *(f"judge.{judge}.{what}" for judge in (1, 2, 3) for what in ("name", "1", "2")),
]  # fmt: skip
SEAT_FIELDS = ["player", "vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars"]


def test_entries_name_table_seat_and_field_as_scripts_know_them(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("-C", folder, "entries", "round1.xlsx").stdout)))
    found = [(row["table"], row["seat"], row["field"]) for row in rows]
    expected = {(table, "", name) for table in "1234" for name in TABLE_FIELDS}
    expected |= {(table, seat, name) for table in "1234" for seat in "12" for name in SEAT_FIELDS}
    assert len(found) == len(expected)
    assert set(found) == expected
    assert ("2", "2", "player", "P06") in {(row["table"], row["seat"], row["field"], row["value"]) for row in rows}


def test_entries_go_out_and_come_back_through_fill(folder: Path, tmp_path: Path) -> None:
    judges = [f"3,,judge.{n}.{what},{value}" for n in (1, 2, 3) for what, value in (("1", 60), ("2", 40))]
    type_lines(
        folder, *won("1", "2", "1", "draw"), *judges, "3,,decided_by,judges", "3,,judge.1.name,Umpire",
        "3,,judge.2.name,Referee", "3,,judge.3.name,Steward", "1,1,vp,5",
        "1,,scenario.strike.1,s1", "1,,scenario.strike.2,s1", "1,,scenario.first.1,s2",
        "1,,scenario.first.2,s3", "1,,scenario.die,2", "2,,bid.1.side,s1.german", "2,,bid.1.level,0",
        "2,,bid.2.side,s1.german", "2,,bid.2.level,0", "2,,bid.die,1", "4,2,boxcars,0",
    )  # fmt: skip
    text = run("-C", folder, "entries", "round1.xlsx").stdout
    before = ingest(folder / "round1.xlsx")
    assert (before.status, len(before.rows)) == ("ok", 9)
    (tmp_path / "out.csv").write_text(text, encoding="utf-8")
    (folder / "round1.xlsx").unlink()
    run("-C", folder, "sheets", "1", status=1)  # blank ones only by force
    run("-C", folder, "sheets", "1", "--force")
    run("-C", folder, "fill", "round1.xlsx", tmp_path / "out.csv")
    assert run("-C", folder, "entries", "round1.xlsx").stdout == text
    assert ingest(folder / "round1.xlsx").rows == before.rows


def test_a_field_that_no_table_has_is_named_with_those_that_there_are(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "wrong.csv"
    source.write_text("table,seat,field,value\n7,,winner,1\n1,3,vp,1\n1,,bid.1.levle,1\n", encoding="utf-8")
    said = run("fill", folder / "round1.xlsx", source, status=1).stderr
    assert "the tables are 1 to 4" in said
    assert "table 1 has the seats 1, 2" in said
    assert "did you mean bid.1.level" in said


def test_aso_8_waived_rules_go_from_event_xlsx_into_the_list_and_the_results(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4, optional_rules=("IIFT (A7.37)", "Chapter E, all of it")))
    setting = open_whole(folder / "event.xlsx")["Event"]
    assert "IIFT (A7.37); Chapter E, all of it" in {cell.value for cell in setting["B"]}
    type_lines(folder, *won("1", "2"), "1,,waived.1,yes", "1,,waived.2,0", "2,,waived.2,1")
    sheet, cell = box(folder, 2, "waived.2")
    assert values_in(folder / "round1.xlsx")[sheet][cell] == 1
    rows = csv.DictReader(io.StringIO(run("-C", folder, "entries", "round1.xlsx").stdout))
    assert [(row["table"], row["field"], row["value"]) for row in rows if row["field"].startswith("waived")] == [
        ("1", "waived.1", "1"), ("1", "waived.2", "0"), ("2", "waived.1", ""), ("2", "waived.2", "1"),
    ]  # fmt: skip
    assert ingest(folder / "round1.xlsx").status == "ok"
    rules = ("Waived: IIFT (A7.37)", "Waived: Chapter E, all of it")
    games = table_of(folder / "round1-results.xlsx", "Games")
    heads = next(at for at, line in enumerate(games) if {*rules} <= {*line})
    columns = [games[heads].index(rule) for rule in rules]
    assert [[line[at] for at in columns] for line in games[heads + 1 : heads + 3]] == [[1, 0], [None, 1]]


def test_check_says_that_new_sheets_would_be_refused_for_what_was_typed_of_a_rule_that_is_gone(tmp_path: Path) -> None:
    event = aso_event(4, optional_rules=("IIFT (A7.37)", "Chapter E, all of it"))
    folder = started(tmp_path / "cup", event)
    type_lines(folder, *won("1", "2"), "1,,waived.2,yes")
    settings = event.settings.model_copy(update={"optional_rules": ("IIFT (A7.37)",)})
    write_event(event.model_copy(update={"settings": settings}), folder)
    (said,) = [one.message for one in check(folder).findings if one.is_error]
    assert said.startswith("the event, its draw or its templates changed after round1.xlsx was made")
    assert "Making new sheets would be refused at present (sheetscore sheets 1 stops with: " in said
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert told.value.findings[1].message in said


def test_a_side_s_title_is_understood_in_a_cell_and_in_a_line(tmp_path: Path) -> None:
    british = (AsoSide(id="british", title="British"), AsoSide(id="italian", title="Italian"))
    event = aso_event(4, 1, scenarios=(scenario(1), scenario(2, sides=british, balances=()), scenario(3)))
    folder = started(tmp_path / "cup", event)
    bids = ["1,,bid.1.side,british", "1,,bid.1.level,1", "1,,bid.2.level,0"]
    type_lines(folder, *won("1", "2"), *bids)
    type_in(folder / "round1.xlsx", {box(folder, 1, "side_2"): "ITALIAN"})
    done = ingest(folder / "round1.xlsx")
    assert done.status == "ok"
    assert by_player(done.rows, "scenario", "side") == {
        "P01": ("s2", "british"), "P02": ("s2", "italian"), "P03": (None, None), "P04": (None, None)
    }  # fmt: skip
    type_in(folder / "round1.xlsx", {box(folder, 1, "side_2"): "German"})
    (found,) = [one for one in ingest(folder / "round1.xlsx").findings if one.is_error]
    assert (found.code, found.sheet, found.cell) == ("ambiguous", *box(folder, 1, "side_2"))


def test_the_system_is_listed_with_its_decisions(tmp_path: Path) -> None:
    assert "Accelerated Swiss" in run("systems").stdout
    said = run("systems", "aso").stdout
    assert all(title in said for title in ("Points for a bye", "Points for a missed round", "Unrated players"))
    run("new", tmp_path / "cup", "--system", "aso")
    assert "Nobody is there in round 1" in run("-C", tmp_path / "cup", "draw", "1", status=1).stderr


def told_before(folder: Path) -> list[str]:
    """What check has to say of the rounds to come."""
    return [one.message for one in check(folder).findings if one.code == "prospect"]


POOLS_OF_FIVE = (
    "round 1: the best 32 by rating", "round 2: the best 16 undefeated", "round 3: the best 8 undefeated",
    "round 4: the best 4 undefeated", "round 5: the best 2 undefeated",
)  # fmt: skip


def test_aso_1_a_new_event_has_five_rounds_and_check_names_their_pools(tmp_path: Path) -> None:
    run("new", tmp_path / "cup", "--system", "aso")
    said = run("-C", tmp_path / "cup", "check").stderr
    assert "5 rounds make these pools. Round 1: the best 32 by rating; round 2: the best 16 undefeated;" in said
    sheet = open_whole(tmp_path / "cup" / "event.xlsx")["Event"]
    (row,) = [row for row in sheet.iter_rows() if str(row[0].value).startswith("Rounds")]
    assert row[1].value == 5
    assert "sets the pools: with 5 the best 32 meet in round 1, the best 16 undefeated in round 2" in str(row[2].value)
    (prompt,) = [one.prompt for one in sheet.data_validations.dataValidation if row[1].coordinate in one.sqref]
    assert "sets the pools" in prompt


@pytest.mark.parametrize("lines", ["", "rounds = 5\n"])
def test_aso_1_an_event_that_does_not_say_has_five_rounds(tmp_path: Path, lines: str) -> None:
    (tmp_path / "event.toml").write_text(f'[event]\nname = "Cup"\nsystem = "aso"\n{lines}', encoding="utf-8")
    assert told_before(tmp_path) == [f"5 rounds make these pools. R{'; '.join(POOLS_OF_FIVE)[1:]}."]


def test_aso_2_check_names_the_pools_of_the_rounds_that_are_not_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_event(aso_event(4, 3), folder)
    pools = "round 2: the best 4 undefeated; round 3: the best 2 undefeated."
    assert told_before(folder) == [f"3 rounds make these pools. Round 1: the best 8 by rating; {pools}"]
    draw(folder, 1)
    assert told_before(folder) == [f"3 rounds make these pools. R{pools[1:]}"]


UNCERTAIN = [(5, 2, 3), (4, 2, None), (9, 3, 4), (33, 5, 6), (32, 5, None)]


@pytest.mark.parametrize(("players", "rounds", "enough"), UNCERTAIN)
def test_aso_9_check_notes_before_the_first_draw_that_one_winner_is_not_certain(
    tmp_path: Path, players: int, rounds: int, enough: int | None
) -> None:
    write_event(aso_event(players, rounds), tmp_path)
    told = (
        f"{players} players: {rounds} rounds make a single winner certain for {2**rounds} at most, so that several may "
        f"win together. With {enough} rounds one winner is certain."
    )
    assert [line for line in told_before(tmp_path) if "win together" in line] == ([told] if enough else [])
    assert check(tmp_path).status == "ok"
    draw(tmp_path, 1)
    assert not any("win together" in line for line in told_before(tmp_path))


# mistakes on the list


def test_everything_that_is_wrong_is_told_at_once_with_its_cell(folder: Path) -> None:
    type_lines(
        folder, "1,,winner,1", "1,,scenario.strike.1,s1", "1,,scenario.strike.2,s2", "1,,scenario.played,s1",
        "2,,bid.1.side,s1.german",
        "3,,winner,1", "3,,decided_by,judges", "3,,judge.1.name,P03", "3,,judge.1.1,60", "3,,judge.1.2,30",
        "3,,judge.2.name,P01", "3,,judge.2.1,62", "3,,judge.2.2,38", "3,,judge.3.1,50", "3,,judge.3.2,50",
        "4,,winner,draw",
    )  # fmt: skip
    done = ingest(folder / "round1.xlsx")
    assert (done.status, done.rows) == ("errors", ())
    assert errors(done.findings) == sorted(
        [
            ("outcome-differs", *box(folder, 1, "played")),
            ("result-missing", *box(folder, 2, "winner")),
            ("judges", *box(folder, 3, "judge_1")),
            ("judges", *box(folder, 3, "judge_1_1")),
            ("judges", *box(folder, 3, "judge_2_1")),
        ]
    )
    warned = {(one.code, one.cell) for one in done.findings if not one.is_error}
    assert warned == {
        ("half-entered", box(folder, 2, "level_1")[1]),
        ("half-entered", box(folder, 2, "side_2")[1]),
        ("judge-undefeated", box(folder, 3, "judge_2")[1]),  # P01 has won
        ("judge-unnamed", box(folder, 3, "judge_3")[1]),
    }
    assert not (folder / "round1-results.xlsx").exists()
    assert done.marked_path is not None
    marked = open_whole(done.marked_path)
    for _, sheet, cell in errors(done.findings):
        assert marked[sheet][cell].comment is not None


@pytest.mark.parametrize("typed", ["Player 3", "P02", "Player 5 (P01)", "both", "3", "=D5"])
def test_a_winner_who_is_not_of_the_list_is_named_with_his_cell(folder: Path, typed: str) -> None:
    type_lines(folder, *won("1", "1", "1", "1"))
    place = box(folder, 1, "winner")
    type_in(folder / "round1.xlsx", {place: typed})
    found = [one for one in ingest(folder / "round1.xlsx").findings if one.is_error]
    assert [(one.sheet, one.cell) for one in found] == [place]
    assert typed in found[0].message


@pytest.mark.parametrize(("typed", "result"), [("Draw", "draw"), (" PLAYER 2 ", "loss"), (1, "win")])
def test_a_winner_is_understood_as_people_type_it(folder: Path, typed: str, result: str) -> None:
    type_lines(folder, *won("1", "1", "1", "1"))
    type_in(folder / "round1.xlsx", {box(folder, 1, "winner"): typed})
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")["P01"] == (result,)


@pytest.mark.parametrize(
    ("typed", "result"),
    [("P01", "win"), ("p05", "loss"), ("Player 5", "loss"), ("player 1 (P01)", "win"), ("PLAYER 2", "loss")],
)
def test_a_winner_may_be_named_by_those_who_play_there(folder: Path, typed: str, result: str) -> None:
    type_lines(folder, *won("1", "1", "1", "1"))
    type_in(folder / "round1.xlsx", {box(folder, 1, "winner"): typed})
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")["P01"] == (result,)


def test_a_player_called_like_a_seat_goes_before_the_seat(folder: Path) -> None:
    edit_draw(folder, 1, {(1, "1"): "P02", (1, "2"): "P01", (2, "1"): "P05"})
    make_sheets(folder, 1)
    type_lines(folder, *won("Player 2", "1", "1", "1"))  # Player 2 has the seat called player 1
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")["P02"] == ("win",)
    make_sheets(folder, 1)  # what was typed is written anew, as the list shows it, and means the same
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")["P02"] == ("win",)
    type_in(folder / "round1.xlsx", {box(folder, 1, "winner"): "player 2"})  # as the list offers it
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")["P01"] == ("win",)


def test_the_winner_is_one_of_those_who_played_and_not_of_those_drawn(folder: Path) -> None:
    type_lines(folder, "1,,winner,P09", *won("", "1", "1", "1"), "1,2,player,P09")
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")["P09"] == ("win",)
    with pytest.raises(MistakesFound):
        type_lines(folder, "1,,winner,P05")


def test_one_who_plays_at_two_tables_and_one_who_sits_out_are_named(folder: Path) -> None:
    type_lines(folder, *won("1", "1", "1", "1"), "2,1,player,P01", "3,2,player,P09")
    done = ingest(folder / "round1.xlsx")
    assert errors(done.findings) == [("seat-twice", *box(folder, 2, "player_1"))]
    assert [one.message for one in done.findings if one.code in {"substitute", "not-as-drawn"}] == [
        "Player 2 (P02) and Player 7 (P07): drawn, and nowhere on the sheets: the round does not count for them",
        "Player 9 (P09): on a line “bye (scores as a win)” of the draw, and on the sheets: that line counts no more",
        "table 2: Player 1 (P01) played; Player 2 (P02) was drawn",
        "table 3: Player 9 (P09) played; Player 7 (P07) was drawn",
    ]
    type_lines(folder, "2,1,player,P02")
    done = ingest(folder / "round1.xlsx")
    assert by_player(done.rows, "result")["P09"] == ("loss",)  # and no bye besides
    assert "P07" not in by_player(done.rows)


def test_two_who_sat_the_other_way_round_are_noted(folder: Path) -> None:
    one, other = pairs_of(drawn_in(folder, 1))[0]
    type_lines(folder, *won("1", "1", "1", "1"), f"1,1,player,{other}", f"1,2,player,{one}")
    done = ingest(folder / "round1.xlsx")
    (said,) = [found for found in done.findings if found.code in {"substitute", "not-as-drawn"}]
    assert (said.sheet, said.cell) == box(folder, 1, "player_1")
    names = {who: f"Player {int(who[1:])} ({who})" for who in (one, other)}
    assert said.message == (
        f"table 1: {names[other]} as Player 1 and {names[one]} as Player 2, the other way round than they were "
        "drawn. What names Player 1 or Player 2 goes by the sheets"
    )
    assert by_player(done.rows, "result")[other] == ("win",)


def test_a_marked_copy_mended_with_another_program_is_taken_back(folder: Path) -> None:
    type_lines(folder, *won("1", "2", "draw", ""), "1,,bid.1.side,s1.german", "1,,bid.1.level,2")
    done = ingest(folder / "round1.xlsx")
    assert errors(done.findings) == [("result-missing", *box(folder, 4, "winner"))]
    assert done.marked_path is not None
    sides = {"side_2": "Scenario 1: Russian", "level_2": 0, "played": "Scenario 1"}
    values = {box(folder, 1, name): value for name, value in sides.items()}
    workbook = open_whole(done.marked_path)
    assert "Player 4 (P04) and Player 8 (P08)" in workbook["Results"][box(folder, 4, "winner")[1]].comment.text
    save_with_openpyxl(done.marked_path, {box(folder, 4, "winner"): "player 2", **values})
    again = ingest(done.marked_path)
    assert (again.status, again.written_back_to) == ("ok", folder / "round1.xlsx")
    assert not done.marked_path.exists()
    assert by_player(again.rows, "result", "side")["P01"] == ("win", "german")
    assert by_player(again.rows, "result")["P08"] == ("win",)
    assert ingest(folder / "round1.xlsx").rows == again.rows


def test_two_transcribers_copies_are_merged(folder: Path, tmp_path: Path) -> None:
    place = box(folder, 2, "winner")
    for name, winners in (("ann", ("1", "2", "", "")), ("bob", ("", "1", "draw", "1"))):
        lines = tmp_path / f"{name}.csv"
        lines.write_text("\n".join(("table,seat,field,value", *won(*winners), "1,1,vp,5")), encoding="utf-8")
        fill(Path(shutil.copy(folder / "round1.xlsx", folder / f"{name}.xlsx")), lines)
    with pytest.raises(MistakesFound) as told:
        merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    assert errors(told.value.findings) == [("merge-differs", *place)]
    type_in(folder / "bob.xlsx", {place: "player 2"})
    merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    done = ingest(folder / "round1.xlsx")
    assert done.status == "ok"
    assert by_player(done.rows, "result", "vp")["P01"] == ("win", 5)
    assert [by_player(done.rows, "result")[id_] for id_ in ("P06", "P03", "P04")] == [("win",), ("draw",), ("win",)]


# provisional results


def test_half_of_the_tables_are_scored_provisionally_and_the_others_have_missed_nothing(folder: Path) -> None:
    type_lines(folder, *won("1", "2", "", ""))
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert done.status == "warnings"
    assert [(one.code, one.cell) for one in done.findings] == [
        ("not-in-yet", box(folder, 3, "winner")[1]),
        ("not-in-yet", box(folder, 4, "winner")[1]),
    ]
    assert by_player(done.rows, "result", "points")["P03"] == (None, 0)
    assert read_results(folder / "round1-results.xlsx").missing == (3, 4)
    after = ranked(folder, "score", "first_loss", "winner", "losses")
    assert [after[id_] for id_ in ("P03", "P07", "P04", "P08")] == [(0, None, 0, 0)] * 4
    assert (after["P01"], after["P05"], after["P09"]) == ((3, None, 0, 0), (0, 1, 0, 1), (3, None, 0, 0))
    second = draw(folder, 2).draw
    assert all(any(f"({id_}) has no result in round 1" in line for line in second.report) for id_ in ("P03", "P04"))
    assert any("provisional results: 1" in line for line in second.report)
    assert not {frozenset(("P03", "P07")), frozenset(("P04", "P08"))} & set(map(frozenset, pairs_of(second)))
    type_lines(folder, *won("1", "2", "draw", "1"))
    done = ingest(folder / "round1.xlsx")
    assert [(one.code, one.is_error) for one in done.findings] == [("draw-different", False)]
    assert drawn_in(folder, 2).tables == second.tables
    after = ranked(folder, "score", "first_draw")
    assert (after["P03"], after["P04"], after["P08"]) == ((1, 1), (3, None), (0, None))


def test_two_whose_game_is_not_in_meet_again_only_if_nobody_else_is_there_and_are_named(tmp_path: Path) -> None:
    event = aso_event(4)
    leaving = {"P01": 1, "P03": 1}
    players = [player.model_copy(update={"last_round": leaving.get(player.id)}) for player in event.players]
    folder = started(tmp_path / "cup", event.model_copy(update={"players": tuple(players)}))
    assert sorted(pairs_of(drawn_in(folder, 1))) == [("P01", "P03"), ("P02", "P04")]
    table = seats(drawn_in(folder, 1))["P01"][0]
    type_lines(folder, f"{table},,winner,1")
    ingest(folder / "round1.xlsx", provisional=True)
    draw(folder, 2)
    assert pairs_of(drawn_in(folder, 2)) == [("P02", "P04")]
    (again,) = [one for one in make_sheets(folder, 2).findings if one.code == "draw-repeat"]
    assert "Player 2 (P02) and Player 4 (P04) meet again, after round 1" in again.message


def test_a_list_without_any_result_is_not_scored_provisionally(folder: Path) -> None:
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert done.status == "errors"
    assert len(errors(done.findings)) == 4
    assert not (folder / "round1-results.xlsx").exists()
