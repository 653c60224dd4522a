"""Accelerated Swiss at the director's desk: lists typed in, edited draws, the command line, LibreOffice, odd names."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from aso_event import aso_event, scenario
from click.testing import CliRunner, Result
from event_folder import cell_of
from libreoffice import assert_recalculated_equals_cached, pdf_page_sizes, recalculate, to_ods, to_pdf
from looking import open_whole, values_in
from openpyxl.utils import column_index_from_string, get_column_letter
from shared_demos import Demos, by_folder
from typing_in import save_with_openpyxl, type_in

from sheetscore.cli.main import main
from sheetscore.desk.check import check
from sheetscore.desk.draw import draw
from sheetscore.desk.fields import fill
from sheetscore.desk.ingest import Ingested, ingest
from sheetscore.desk.merge import merge_copies
from sheetscore.desk.new import write_event
from sheetscore.desk.sheets import draw_of, make_sheets
from sheetscore.desk.standings import standings
from sheetscore.desk.workplace import open_event
from sheetscore.event.toml_out import write_toml
from sheetscore.findings import Finding
from sheetscore.pairing.draw import Draw, named
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results
from sheetscore.systems.aso.model import AsoEvent, AsoHeader, AsoSide, ScenarioChoice
from sheetscore.systems.outcomes import ResultRow

LETTER, A4 = (612, 792), (595, 842)
"""Points."""

ROW_KEYS = [
    "player", "name", "opponent", "opponent_name", "table", "scenario", "side", "result", "points", "decided_by",
    "vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars",
]  # fmt: skip
STANDING_KEYS = [
    "rank", "id", "name", "score", "rounds", "winner", "wins", "draws", "losses", "first_loss", "first_draw",
    "opponents_rating", "rating", "cc_difference", "snake_eyes", "boxcars",
]  # fmt: skip


def started(folder: Path, event: AsoEvent) -> Path:
    """Make an event folder with the list of round 1."""
    write_event(event, folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    return folder


def type_lines(folder: Path, *lines: str, number: int = 1) -> None:
    """Type lines of CSV (table, seat, field, value) into the list of a round."""
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    fill(folder / f"round{number}.xlsx", source)


def won(*winners: str) -> list[str]:
    """Give the lines with the winners of the tables from the first: 1, 2, draw, or "" for none."""
    return [f"{table},,winner,{winner}" for table, winner in enumerate(winners, start=1) if winner]


def played(folder: Path, number: int, *winners: str) -> Ingested:
    """Draw a round unless it is drawn, type its winners and ingest it."""
    if not (folder / f"round{number}.xlsx").exists():
        draw(folder, number)
        make_sheets(folder, number)
    type_lines(folder, *won(*winners), number=number)
    return ingest(folder / f"round{number}.xlsx")


def drawn_in(folder: Path, number: int) -> Draw:
    return draw_of(open_event(folder), number).draw


def pairs_of(drawn: Draw) -> list[tuple[str, ...]]:
    return [tuple(table.seated.values()) for table in drawn.tables]


def box(folder: Path, table: int, what: str) -> tuple[str, str]:
    """Say in which cell of the list of round 1 a box stands."""
    return cell_of(folder, 0, "", f"lines.{table}.{what}")


def errors(findings: Sequence[Finding]) -> list[tuple[str, str, str]]:
    return sorted((one.code, one.sheet, one.cell) for one in findings if one.is_error)


def by_player(rows: Sequence[ResultRow], *keys: str) -> dict[str, tuple[Any, ...]]:
    return {str(row["player"]): tuple(row[key] for key in keys) for row in rows}


def ranked(folder: Path, *keys: str) -> dict[str, tuple[Any, ...]]:
    return {str(row["id"]): tuple(row[key] for key in keys) for row in standings(folder).rows}


def edit_draw(folder: Path, number: int, changes: Mapping[tuple[int, str], str | None]) -> None:
    """Put others on seats with the drop-downs of the draw."""
    path, names = folder / f"round{number}-draw.xlsx", open_event(folder).event.names
    sheet = openpyxl.load_workbook(path)["Draw"]
    cells = {(row[0].value, row[1].value): row[3].coordinate for row in sheet.iter_rows(min_row=5)}
    typed = {("Draw", cells[seat]): named(player, names) if player else None for seat, player in changes.items()}
    type_in(path, typed)


def run(*words: object, status: int = 0) -> Result:
    """Run a command and see its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    assert "Please report it" not in done.output
    return done


def run_json(monkeypatch: pytest.MonkeyPatch, *words: object) -> Any:
    """Run a command with --json; standard output must be one document and nothing else."""
    monkeypatch.setattr("sys.argv", ["sheetscore", *map(str, words), "--json"])
    return json.loads(run(*words, "--json").stdout)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine players: P01 v P05, P02 v P06, P03 v P07, P04 v P08, and P09 sits out."""
    return started(tmp_path_factory.mktemp("aso") / "cup", aso_event(9))


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "cup"))


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
    run("-C", folder, "sheets", "1")
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
    setting = openpyxl.load_workbook(folder / "event.xlsx")["Event"]
    assert "IIFT (A7.37); Chapter E, all of it" in {cell.value for cell in setting["B"]}
    type_lines(folder, *won("1", "2"), "1,,waived.1,yes", "1,,waived.2,0", "2,,waived.2,1")
    sheet, cell = box(folder, 2, "waived.2")
    assert values_in(folder / "round1.xlsx")[sheet][cell] == 1
    rows = csv.DictReader(io.StringIO(run("-C", folder, "entries", "round1.xlsx").stdout))
    assert [(row["table"], row["field"], row["value"]) for row in rows if row["field"].startswith("waived")] == [
        ("1", "waived.1", "1"), ("1", "waived.2", "0"), ("2", "waived.1", ""), ("2", "waived.2", "1"),
    ]  # fmt: skip
    assert ingest(folder / "round1.xlsx").status == "ok"
    games = [line[-2:] for line in table_of(folder / "round1-results.xlsx", "Games")]
    heads = games.index(("Waived: IIFT (A7.37)", "Waived: Chapter E, all of it"))
    assert games[heads + 1 : heads + 3] == [(1, 0), (None, 1)]


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
    sheet = openpyxl.load_workbook(tmp_path / "cup" / "event.xlsx")["Event"]
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


# who has won


def notes_of_winner(done: Ingested) -> list[str]:
    return [one.message for one in done.findings if one.code == "winner"]


def test_aso_7_the_winner_is_declared_by_ingest_standings_and_the_next_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = started(tmp_path / "cup", aso_event(4, 3))  # P01 meets P03, P02 meets P04
    assert notes_of_winner(played(folder, 1, "1", "1")) == []
    draw(folder, 2)
    (final,) = [table.number for table in drawn_in(folder, 2).tables if set(table.seated.values()) == {"P01", "P02"}]
    make_sheets(folder, 2)
    type_lines(folder, *(f"{table},,winner,1" for table in (1, 2)), number=2)
    assert drawn_in(folder, 2).tables[final - 1].seats["1"] == "P01"
    certain = "★ Player 1 (P01) is the last undefeated and has won, since round 2."
    told = f"{certain} Rank 1 is theirs whatever happens later, even if somebody gets more points."
    assert told in run("-C", folder, "ingest", "round2.xlsx").stderr
    assert told in run("-C", folder, "standings").stdout
    assert run_json(monkeypatch, "-C", folder, "standings")["declared"] == [told]
    assert told in run("-C", folder, "draw", "3").stdout
    again = run_json(monkeypatch, "-C", folder, "ingest", "round2.xlsx")
    assert [(one["severity"], one["code"], one["message"]) for one in again["findings"]] == [("note", "winner", told)]


def test_aso_7_a_winner_with_fewer_points_is_told_why_he_is_first(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_event(aso_event(4, 4), folder)
    for number in (1, 2, 3, 4):  # P01 wins twice and is the last undefeated, then loses; P02 loses to P01 alone
        draw(folder, number)
        make_sheets(folder, number)
        last = "P01" if number > 2 else ""
        pairs = pairs_of(drawn_in(folder, number))
        best = [min(pair, key=lambda id_: (id_ == last, id_)) for pair in pairs]
        told = notes_of_winner(
            played(folder, number, *(str(pair.index(id_) + 1) for pair, id_ in zip(pairs, best, strict=True)))
        )
    points = ranked(folder, "rank", "score")
    assert (points["P01"], points["P02"]) == ((1, 6), (2, 9))
    assert told == [
        "★ Player 1 (P01) is the last undefeated and has won, since round 2. Rank 1 goes to the last undefeated, "
        "whatever the points: 6, and Player 2 (P02) has 9."
    ]


def with_play_off(event: AsoEvent, *scenarios: str) -> AsoEvent:
    """Add a round after the last."""
    after = ScenarioChoice(number=event.header.rounds + 1, scenario=scenarios)
    return event.model_copy(update={"rounds": (*event.rounds, after)})


@pytest.fixture(scope="module")
def two_have_won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One round of five players, P05 with a bye; P01 and P02 have won."""
    event = aso_event(5, 1, bye_keeps_undefeated=False)
    folder = started(tmp_path_factory.mktemp("joint") / "cup", event)
    done = played(folder, 1, "1", "2")
    assert pairs_of(drawn_in(folder, 1)) == [("P01", "P02"), ("P03", "P04")]
    (told,) = notes_of_winner(done)
    assert told.startswith(
        "★ Player 1 (P01) and Player 4 (P04) are undefeated after the last round and have won together."
    )
    assert told.endswith(
        "enter a round 2 with the one scenario that you give them, leave the number of rounds at 1, then: sheetscore "
        "draw 2"
    )
    write_event(with_play_off(event, "s2"), folder)
    return folder


@pytest.fixture
def joint(two_have_won: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(two_have_won, tmp_path / "cup"))


def test_aso_7_a_play_off_goes_the_whole_way(joint: Path) -> None:
    assert [one for one in check(joint).findings if one.code != "event-rule"] == []
    before = ranked(joint, *(key for key in STANDING_KEYS if key not in {"rank", "winner"}))
    made = draw(joint)  # the next round
    assert (pairs_of(made.draw), made.draw.byes, made.draw.round) == ([("P01", "P04")], (), 2)
    make_sheets(joint, 2)
    assert not standings(joint).provisional
    assert ranked(joint, "rank", "winner")["P01"] == ranked(joint, "rank", "winner")["P04"] == (1, 1)
    assert "Their play-off is round 2, which has no result yet." in standings(joint).declared[0]
    type_lines(joint, "1,,winner,2", "1,1,cc_inflicted,7", "1,2,vp,3", number=2)
    done = ingest(joint / "round2.xlsx")
    assert by_player(done.rows, "result", "points", "scenario") == {"P01": ("loss", 0, "s2"), "P04": ("win", 0, "s2")}
    assert notes_of_winner(done) == [
        "★ Player 4 (P04) has won the play-off against Player 1 (P01), and with it the event. Points, tie-breaks and "
        "prizes stay as they were."
    ]
    assert [check.ok for check in done.checks] == [True]
    ends = ranked(joint, "rank", "winner")
    assert (ends["P04"], ends["P01"]) == ((1, 1), (2, 0))
    assert ranked(joint, *(key for key in STANDING_KEYS if key not in {"rank", "winner"})) == before
    assert standings(joint).standings.after_round == 1
    type_lines(joint, "1,,winner,draw", number=2)
    assert "Their play-off was drawn, and they stay joint winners." in notes_of_winner(ingest(joint / "round2.xlsx"))[0]
    assert ranked(joint, "rank", "winner")["P01"] == (1, 1)


def test_aso_7_nobody_else_plays_a_play_off(joint: Path) -> None:
    draw(joint, 2)
    edit_draw(joint, 2, {(1, "2"): "P03"})
    said = run("-C", joint, "sheets", "2", status=1).stderr
    assert (
        "Player 3 (P03) is none of the two who have won together: the play-off is for Player 1 (P01) and Player 4"
        in said
    )
    edit_draw(joint, 2, {(1, "2"): "P04"})
    make_sheets(joint, 2)
    type_lines(joint, "1,,winner,1", "1,2,player,P03", number=2)
    found = ingest(joint / "round2.xlsx")
    assert [one.code for one in found.findings if one.is_error] == ["play-off"]


def test_aso_7_a_play_off_waits_for_the_last_round_and_for_two_winners(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_event(with_play_off(aso_event(4, 1), "s2"), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    assert "before all results up to round 1 are in" in run("-C", folder, "draw", "2", status=2).stderr
    for winners, why in (
        (("1", "draw"), "Player 1 (P01) has won alone"),
        (("draw", "draw"), "Nobody is undefeated"),
    ):
        played(folder, 1, *winners)
        assert why in run("-C", folder, "draw", "2", status=2).stderr
    assert not (folder / "round2-draw.xlsx").exists()


def test_aso_7_a_play_off_is_for_two_of_no_more_than_two(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", with_play_off(aso_event(6, 1), "s2"))
    (told,) = notes_of_winner(played(folder, 1, "1", "1", "1"))
    assert told.endswith("A play-off is for two alone.")
    assert "they stay joint winners" in run("-C", folder, "draw", "2", status=2).stderr


def test_aso_7_a_play_off_has_one_scenario(tmp_path: Path) -> None:
    write_event(with_play_off(aso_event(4, 1), "s1", "s2", "s3"), tmp_path)
    found = [one for one in check(tmp_path).findings if one.is_error]
    assert [one.code for one in found] == ["event-rule"]
    assert "can only be the play-off of two joint winners" in found[0].message


def test_aso_7_a_blank_line_for_a_round_after_the_last_is_no_play_off(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", with_play_off(aso_event(4, 1)))
    assert not [one for one in check(folder).findings if one.is_error]
    assert "Round 2 is not planned" in run("-C", folder, "draw", "2", status=2).stderr


def test_aso_7_a_play_off_of_others_after_a_correction_is_told(joint: Path) -> None:
    played(joint, 2, "1")
    told = notes_of_winner(played(joint, 1, "2", "2"))
    assert told[0].startswith("★ Player 2 (P02) and Player 4 (P04) are undefeated")
    assert told[0].endswith(
        "Round 2, played by Player 1 (P01) and Player 4 (P04), is no play-off of the winners and counts for nothing. "
        "For a play-off of the two: sheetscore draw 2 --again"
    )


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
    assert [one.message for one in done.findings if one.code == "substitute"] == [
        "table 2: Player 1 (P01) played; Player 2 (P02) was drawn",
        "table 3: Player 9 (P09) played; Player 7 (P07) was drawn",
    ]
    type_lines(folder, "2,1,player,P02")
    done = ingest(folder / "round1.xlsx")
    assert by_player(done.rows, "result")["P09"] == ("loss",)  # and no bye besides
    assert "P07" not in by_player(done.rows)


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
    assert (again.status, again.taken_back) == ("ok", folder / "round1.xlsx")
    assert not done.marked_path.exists()
    assert by_player(again.rows, "result", "side")["P01"] == ("win", "german")
    assert by_player(again.rows, "result")["P08"] == ("win",)
    assert ingest(folder / "round1.xlsx").rows == again.rows


def test_two_transcribers_copies_are_merged(folder: Path, tmp_path: Path) -> None:
    place = box(folder, 2, "winner")
    blank = Path(shutil.copy(folder / "round1.xlsx", tmp_path / "blank.xlsx"))
    type_lines(folder, *won("1", "2", "", ""), "1,1,vp,5")
    shutil.move(folder / "round1.xlsx", folder / "ann.xlsx")
    shutil.copy(blank, folder / "round1.xlsx")
    type_lines(folder, *won("", "1", "draw", "1"), "1,1,vp,5")
    shutil.move(folder / "round1.xlsx", folder / "bob.xlsx")
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


# draws that the director edits


@pytest.fixture(scope="module")
def after_round_1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine players of whom P01 to P04 have won; round 2 is drawn."""
    folder = started(tmp_path_factory.mktemp("second") / "cup", aso_event(9))
    played(folder, 1, "1", "1", "1", "1")
    draw(folder, 2)
    return folder


@pytest.fixture
def second(after_round_1: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(after_round_1, tmp_path / "cup"))


def seats(drawn: Draw) -> dict[str, tuple[int, str]]:
    return {player: (table, seat) for table, seat, player in drawn.places()}


def exchange(drawn: Draw, one: str, other: str) -> dict[tuple[int, str], str | None]:
    """Give the changes that put two on each other's seats."""
    at = seats(drawn)
    return {at[one]: other, at[other]: one}


def opponent(drawn: Draw, player: str) -> str:
    return next(other for pair in pairs_of(drawn) if player in pair for other in pair if other != player)


def test_a_rematch_typed_into_the_draw_is_a_warning_that_names_the_round(second: Path) -> None:
    drawn = drawn_in(second, 2)
    edit_draw(second, 2, exchange(drawn, "P05", opponent(drawn, "P01")))
    made = make_sheets(second, 2)
    again = [one.message for one in made.findings if one.code == "draw-repeat" and "(P01)" in one.message]
    assert len(again) == 1
    assert "Player 5 (P05)" in again[0]
    assert "meet again, after round 1" in again[0]
    assert not any(one.is_error for one in made.findings)
    assert {"P01", "P05"} in map(set, pairs_of(drawn_in(second, 2)))


def test_a_double_typed_into_the_draw_is_refused_also_where_two_meet_again(second: Path) -> None:
    drawn = drawn_in(second, 2)
    changes = exchange(drawn, "P05", opponent(drawn, "P01"))
    taken = next(seat for player, seat in seats(drawn).items() if player not in {"P01", "P05"} and seat not in changes)
    edit_draw(second, 2, {**changes, taken: "P01"})
    said = run("-C", second, "sheets", "2", status=1).stderr
    assert "Player 1 (P01) is in 2 places" in said
    assert "meet again, after round 1" in said
    assert not (second / "round2.xlsx").exists()


def test_one_who_meets_himself_in_the_draw_is_refused(second: Path) -> None:
    drawn = drawn_in(second, 2)
    bye = next(iter(drawn_in(second, 1).byes))
    table, seat = seats(drawn)[bye]
    edit_draw(second, 2, {(table, "2" if seat == "1" else "1"): bye})
    assert f"({bye}) is in 2 places" in run("-C", second, "sheets", "2", status=1).stderr


def test_a_player_alone_at_a_table_is_refused_with_the_cell(second: Path) -> None:
    edit_draw(second, 2, {(2, "1"): None})
    with pytest.raises(MistakesFound) as told:
        make_sheets(second, 2)
    assert [(code, sheet) for code, sheet, _ in errors(told.value.findings)] == [("empty-seat", "Draw")]


def test_sheets_made_again_keep_what_was_typed_for_pairs_that_stay(second: Path) -> None:
    make_sheets(second, 2)
    type_lines(second, *won("1", "2", "draw", "1"), "4,2,vp,6", number=2)
    kept = make_sheets(second, 2)
    assert kept.findings == ()
    before = ingest(second / "round2.xlsx").rows
    assert by_player(before, "result")[pairs_of(drawn_in(second, 2))[1][1]] == ("win",)
    drawn = drawn_in(second, 2)
    one, other = pairs_of(drawn)[0][1], pairs_of(drawn)[1][1]
    edit_draw(second, 2, exchange(drawn, one, other))
    with pytest.raises(MistakesFound) as told:
        make_sheets(second, 2)
    lost = [one.message for one in told.value.findings if "winner" in one.message]
    assert len(lost) == 2  # those of tables 1 and 2
    make_sheets(second, 2, force=True)
    assert errors(ingest(second / "round2.xlsx").findings) == sorted(
        ("result-missing", *box(second, table, "winner")) for table in (1, 2)
    )


def test_sheets_made_again_without_a_table_keep_what_was_typed_at_the_others(second: Path) -> None:
    make_sheets(second, 2)
    type_lines(second, *won("1", "2", "draw", "1"), "4,2,vp,6", number=2)
    edit_draw(second, 2, {(2, "1"): None, (2, "2"): None})
    (lost,) = [one.message for one in make_sheets(second, 2, force=True).findings if "winner" in one.message]
    assert "= 2 has no place" in lost
    done = ingest(second / "round2.xlsx")
    assert done.status == "ok"
    assert [(row["table"], row["result"]) for row in done.rows if row["result"] != "bye"] == [
        (1, "win"),
        (1, "loss"),
        (3, "draw"),
        (3, "draw"),
        (4, "win"),
        (4, "loss"),
    ]
    assert done.rows[5]["vp"] == 6


# who is there


def test_three_of_one_name_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    event = aso_event(4)
    players = tuple(
        player.model_copy(update={"name": "Bo" if player.id != "P04" else "Cy"}) for player in event.players
    )
    folder = started(tmp_path / "cup", event.model_copy(update={"players": players}))
    shared = [one for one in check(folder).findings if one.code == "name-shared"]
    assert [one.message.split(":")[0] for one in shared] == ['Two players are called "Bo"'] * 2
    assert ["P02" in shared[0].message, "P03" in shared[1].message] == [True, True]
    done = played(folder, 1, "1", "2")
    assert done.status == "ok"
    assert by_player(done.rows, "name", "result") == {
        "P01": ("Bo", "win"),
        "P03": ("Bo", "loss"),
        "P02": ("Bo", "loss"),
        "P04": ("Cy", "win"),
    }
    type_in(folder / "round1.xlsx", {box(folder, 1, "player_1"): "Bo"})
    assert errors(ingest(folder / "round1.xlsx").findings)[0][1:] == box(folder, 1, "player_1")


def test_players_without_a_rating_are_named_and_count_as_the_settings_say(tmp_path: Path) -> None:
    event = aso_event(4, unrated=1985)
    players = [player.model_copy(update={"rating": None}) if player.id == "P04" else player for player in event.players]
    folder = started(tmp_path / "cup", event.model_copy(update={"players": tuple(players)}))
    (found,) = [one for one in check(folder).findings if one.code != "prospect"]
    assert (found.code, found.is_error, found.sheet) == ("event-missing", False, "Players")
    assert "Player 4 (P04): 1985 counts instead" in found.message
    # by rating: P01 with 1990, P04 with 1985, P02 with 1980, P03 with 1970
    assert sorted(pairs_of(drawn_in(folder, 1))) == [("P01", "P02"), ("P04", "P03")]


def test_a_field_smaller_than_the_pool_meets_seeded(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(3))
    drawn = drawn_in(folder, 1)
    assert (pairs_of(drawn), drawn.byes) == ([("P01", "P02")], ("P03",))
    played(folder, 1, "draw")
    (pair,) = pairs_of(draw(folder, 2).draw)
    assert "P03" in pair  # who had the bye is undefeated, and plays


def test_one_player_is_too_few(tmp_path: Path) -> None:
    write_event(aso_event(1), tmp_path / "cup")
    assert "Only 1 player is entered" in run("-C", tmp_path / "cup", "check").stderr
    assert "2 are needed" in run("-C", tmp_path / "cup", "draw", "1", status=1).stderr


def test_a_result_for_somebody_who_has_withdrawn_is_a_warning_with_its_cell(folder: Path) -> None:
    event = aso_event(9)
    players = [player.model_copy(update={"absent": (1,)}) if player.id == "P06" else player for player in event.players]
    write_event(event.model_copy(update={"players": tuple(players)}), folder)
    type_lines(folder, *won("1", "1", "1", "1"))
    done = ingest(folder / "round1.xlsx")
    assert (done.status, len(done.rows)) == ("warnings", 9)
    found = [one for one in done.findings if one.code == "not-playing"]
    assert [(one.sheet, one.cell) for one in found] == [box(folder, 2, "player_2")]
    assert "Player 6 (P06) does not play in this round" in found[0].message


def test_a_withdrawal_a_return_and_a_late_entrant(tmp_path: Path) -> None:
    event = aso_event(8, 4)
    changed: dict[str, dict[str, Any]] = {"P02": {"absent": (2,)}, "P03": {"last_round": 1}, "P08": {"first_round": 2}}
    players = tuple(player.model_copy(update=changed.get(player.id, {})) for player in event.players)
    folder = started(tmp_path / "cup", event.model_copy(update={"players": players}))
    # P01, P02, P03, P04, P05, P06, P07: the lowest sits out
    assert drawn_in(folder, 1).byes == ("P07",)
    assert sorted(pairs_of(drawn_in(folder, 1))) == [("P01", "P04"), ("P02", "P05"), ("P03", "P06")]
    played(folder, 1, "1", "1", "1")
    assert draw(folder, 2).draw.byes == ()
    assert set(seats(drawn_in(folder, 2))) == {"P01", "P04", "P05", "P06", "P07", "P08"}
    make_sheets(folder, 2)
    first = {pair: "1" if pair[0] == min(pair) else "2" for pair in pairs_of(drawn_in(folder, 2))}
    played(folder, 2, *first.values())  # whoever has the lower number wins
    after = ranked(folder, "rounds", "first_loss", "winner")
    assert after["P02"] == (1, 2, 0)  # won, then away
    assert after["P03"] == (1, 2, 0)
    assert after["P08"] == (1, 1, 0)  # came for round 2
    assert after["P01"] == (2, None, 1)  # P02 and P03 missed round 2, P07 lost it
    third = draw(folder, 3).draw
    assert set(seats(third)) | set(third.byes) == {"P01", "P02", "P04", "P05", "P06", "P07", "P08"}
    assert set(third.byes) <= {"P08", "P05", "P06", "P04"}


def test_three_rounds_with_a_bye_give_it_to_three_players(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(5, 3))
    byes: list[str] = []
    for number in (1, 2, 3):
        done = played(folder, number, "1", "1")
        byes += drawn_in(folder, number).byes
        assert by_player(done.rows, "result", "points", "opponent")[byes[-1]] == ("bye", 3, None)
        assert done.checks[0].expected == 3 * 3
    assert len(byes) == len(set(byes)) == 3
    points = ranked(folder, "score", "wins", "rounds")
    assert sum(score for score, *_ in points.values()) == 27
    assert all(points[id_][0] == 3 * points[id_][1] + 3 for id_ in byes)  # the bye is no game won
    assert {rounds for *_, rounds in points.values()} == {3}


# workbooks whose structure was changed


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine players with a result at every table."""
    folder = started(tmp_path_factory.mktemp("filled") / "cup", aso_event(9))
    type_lines(folder, *won("1", "2", "draw", "1"), "3,1,vp,4")
    return folder


EXPECTED = {"P01": ("win",), "P06": ("win",), "P03": ("draw",), "P04": ("win",), "P09": ("bye",)}


def changed(filled: Path, tmp_path: Path, change: Callable[[openpyxl.Workbook], None]) -> Ingested:
    folder = Path(shutil.copytree(filled, tmp_path / "cup"))
    book = open_whole(folder / "round1.xlsx")
    change(book)
    book.save(folder / "round1.xlsx")
    return ingest(folder / "round1.xlsx")


def rename(book: openpyxl.Workbook) -> None:
    """Rename the list, and its name with it, as a spreadsheet does."""
    book["Results"].title = "Ergebnisse"
    for name in book.defined_names.values():
        name.attr_text = name.attr_text.replace("Results!", "Ergebnisse!").replace("'Results'!", "Ergebnisse!")


def insert_column(book: openpyxl.Workbook) -> None:
    """Insert a column before the scenarios; the names widen, as a spreadsheet widens them."""
    book["Results"].insert_cols(5)
    for name in book.defined_names.values():
        sheet, _, area = name.attr_text.rpartition("!")
        if "Results" in sheet:
            first, last = area.split(":")
            column, row = last.strip("$").split("$")
            wider = get_column_letter(column_index_from_string(column) + 1)
            name.attr_text = f"{sheet}!{first}:${wider}${row}"


def delete_papers(book: openpyxl.Workbook) -> None:
    for title in ("Slips", "Judges", "Cover"):
        book.remove(book[title])


def sort_lines(book: openpyxl.Workbook) -> None:
    """Exchange the lines of tables 1 and 3 with all that stands on them."""
    sheet = book["Results"]
    for one, other in zip(sheet[6], sheet[8], strict=True):
        one.value, other.value = other.value, one.value


@pytest.mark.parametrize("change", [rename, insert_column, delete_papers, sort_lines])
def test_what_a_spreadsheet_may_change_does_no_harm(
    filled: Path, tmp_path: Path, change: Callable[[openpyxl.Workbook], None]
) -> None:
    done = changed(filled, tmp_path, change)
    assert done.status == "ok", done.findings
    results = by_player(done.rows, "result")
    assert {id_: results[id_] for id_ in EXPECTED} == EXPECTED
    assert by_player(done.rows, "vp")["P03"] == (4,)


def test_a_deleted_line_is_named_and_nothing_is_scored(filled: Path, tmp_path: Path) -> None:
    done = changed(filled, tmp_path, lambda book: book["Results"].delete_rows(7))
    assert done.status == "errors"
    (found,) = [one for one in done.findings if one.is_error]
    assert found.code == "structure"
    assert "line 2 of “Results” is missing" in found.message


def test_a_deleted_list_is_named_and_not_as_a_table(filled: Path, tmp_path: Path) -> None:
    done = changed(filled, tmp_path, lambda book: book.remove(book["Results"]))
    (found,) = [one for one in done.findings if one.is_error]
    assert (found.code, found.sheet) == ("structure", "Results")


def test_a_value_below_the_list_is_named_with_its_cell(filled: Path, tmp_path: Path) -> None:
    done = changed(filled, tmp_path, lambda book: book["Results"].__setitem__("D12", 7))
    assert errors(done.findings) == [("stray-value", "Results", "D12")]


# LibreOffice: the example, and an event in which everything is named awkwardly

LONG = "N" * 200
AWKWARD = ("=1+1", "a*b?", "aXb", "~x", "+x", LONG, '"', "@x", "*", "?", "~*", "o'Neil", "-1", "<b>&")
"""Names like formulas and like patterns, of which some would match others."""


def awkward_event() -> AsoEvent:
    """Give 14 players, so that there are seven tables, and scenarios, sides and balances with such names."""
    event = aso_event(14, optional_rules=("=1+1", "{} a*b?", "W" * 60))
    scenarios = []
    for plain, (title, *sides) in zip(
        event.scenarios[:3], [("=1+1", "a*b?", "~x"), ("a*b?", "=2+2", "S" * 200), ("W" * 200, "*", "?")], strict=True
    ):
        titled = [side.model_copy(update={"title": name}) for side, name in zip(plain.sides, sides, strict=True)]
        texts = ("=SUM(1)", "B" * 200, "~*", "a*b?", "?", "+1")
        balances = [one.model_copy(update={"text": text}) for one, text in zip(plain.balances, texts, strict=True)]
        scenarios.append(plain.model_copy(update={"title": title, "sides": tuple(titled), "balances": tuple(balances)}))
    players = [one.model_copy(update={"name": name}) for one, name in zip(event.players, AWKWARD, strict=True)]
    header = AsoHeader(name="=Awkward*", system="aso", rounds=5, seed=7, paper="letter")
    return event.model_copy(
        update={"header": header, "players": tuple(players), "scenarios": (*scenarios, *event.scenarios[3:])}
    )


AWKWARD_LINES = (
    *won("1", "2", "draw", "1", "2", "1", "2"),
    "1,,scenario.strike.1,s1", "1,,scenario.strike.2,s3", "1,,bid.1.side,s2.russian", "1,,bid.1.level,2",
    "1,,bid.2.side,s2.russian", "1,,bid.2.level,1", "1,1,snake_eyes,3",
    f"2,,scenario.played,{'W' * 200}", "2,,bid.1.side,s3.german", "2,,bid.1.level,3", "2,,bid.2.side,s3.russian",
    "2,,bid.2.level,0",
    *(f"3,,judge.{n}.{seat},{value}" for n, both in ((1, (60, 40)), (2, (60, 40)), (3, (55, 45)))
      for seat, value in enumerate(both, start=1)),
    "3,,decided_by,judges", "3,,judge.1.name,'=9", "3,,judge.2.name,~q",
    "1,,waived.1,1", "1,,waived.3,1", "2,,waived.2,0",
)  # fmt: skip


@dataclass(frozen=True)
class Computed:
    """Workbooks, and what LibreOffice made of them."""

    folders: Mapping[str, Path]
    originals: Mapping[str, Path]
    again: Mapping[str, Path]
    ods: Path
    pages: Mapping[str, Path]


@pytest.fixture(scope="module")
def computed(demos: Demos, tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Have LibreOffice compute everything, and print the lists."""
    root = tmp_path_factory.mktemp("computed")
    demo, demo_again = demos.played("aso"), demos.recalculated("aso")
    awkward = started(root / "awkward", awkward_event())
    type_lines(awkward, *AWKWARD_LINES)
    ingest(awkward / "round1.xlsx")
    standings(awkward)
    draw(awkward, 2)
    awkward_workbooks = [path for path in sorted(awkward.glob("*.xlsx")) if path.name != "event.xlsx"]
    awkward_again = recalculate(awkward_workbooks, root / "again")
    (ods,) = to_ods([demo.workbooks["round3"]], root / "ods")
    (demo_pdf,) = to_pdf([demo.workbooks["round1"]], root / "demo")
    (awkward_pdf,) = to_pdf([awkward / "round1.xlsx"], root / "pdf")
    return Computed(
        {"demo": demo.folder, "awkward": awkward},
        by_folder(demo=demo.workbooks.values(), awkward=awkward_workbooks),
        by_folder(demo=demo_again.values(), awkward=awkward_again),
        ods,
        by_folder(demo=[demo_pdf], awkward=[awkward_pdf]),
    )


def table_of(path: Path, sheet: str) -> list[tuple[Any, ...]]:
    """Give the rows of a sheet as they stand in the file, blank ones too."""
    return list(values_in(path)[sheet])


def test_every_formula_of_the_example_and_of_awkward_names(computed: Computed) -> None:
    assert len(computed.originals) == 3 * 5 + 1 + 5
    for name, path in computed.originals.items():
        assert assert_recalculated_equals_cached(path, computed.again[name]) > 10, name


def test_what_follows_on_the_list_is_shown_by_formula_with_awkward_names_too(computed: Computed) -> None:
    folder = computed.folders["awkward"]
    sheet = openpyxl.load_workbook(computed.again["awkward-round1"], data_only=True)["Results"]
    captions = {str(cell.value): column for column, cell in enumerate(sheet[5], start=1)}

    def shown(table: int, caption: str) -> Any:
        return sheet.cell(int(box(folder, table, "winner")[1][1:]), captions[caption]).value

    # table 1: s1 and s3 struck, s2 is left; both want the second side, and player 1 bids more
    assert shown(1, "Scenario that follows") == "a*b?"
    assert (shown(1, "1 plays"), shown(1, "2 plays")) == ("a*b?: " + "S" * 200, "a*b?: =2+2")
    assert (shown(1, "1 is given") or "", shown(1, "2 is given")) == ("", f"{'S' * 200} 2: ?")
    # table 2: different sides, and each is given the other's balance; level 0 changes nothing
    assert (shown(2, "1 plays"), shown(2, "2 plays")) == ("W" * 200 + ": *", "W" * 200 + ": ?")
    assert (shown(2, "1 is given"), shown(2, "2 is given")) == ("? 0", "* 3: ~*")
    assert shown(3, "Judges find for") == "draw"  # 175 of 300 for player 1


def test_awkward_names_stay_what_they_are_in_results_postings_and_standings(computed: Computed) -> None:
    rows = by_player(ingest(computed.folders["awkward"] / "round1.xlsx").rows, "name", "scenario", "side", "result")
    pairs = pairs_of(drawn_in(computed.folders["awkward"], 1))
    assert pairs[0] == ("P01", "P08")
    assert (rows["P01"], rows["P08"]) == (("=1+1", "s2", "russian", "win"), ("@x", "s2", "german", "loss"))
    results = table_of(computed.again["awkward-round1-results"], "Games")
    start = next(at for at, row in enumerate(results) if row[0] == "Table")
    assert results[start + 1][1:8] == ("=1+1", "S" * 200, "@x", "=2+2", "a*b?", "=1+1", "play")
    posted = table_of(computed.again["awkward-round1-draw"], "By name")
    meets = {row[0]: row[1:3] for row in posted[4:]}
    assert meets["=1+1 (P01)"] == (1, "@x (P08)")
    assert meets["* (P09)"] == (2, "a*b? (P02)")
    after = table_of(computed.again["awkward-standings"], "Standings")
    start = next(at for at, row in enumerate(after) if row[0] == "Rank")
    assert {row[2] for row in after[start + 1 : start + 15]} == set(AWKWARD)


def test_lists_that_libreoffice_saved_come_to_the_same_rows(computed: Computed, tmp_path: Path) -> None:
    for name, players in (("demo-round1", 24), ("demo-round3", 23), ("awkward-round1", 14)):
        copy = Path(shutil.copytree(computed.folders[name.split("-")[0]], tmp_path / name))
        workbook = copy / f"{name.split('-')[1]}.xlsx"
        before = ingest(workbook)
        shutil.copy(computed.again[name], workbook)
        after = ingest(workbook)
        assert after.rows == before.rows
        assert len(after.rows) == players
        assert [one.code for one in after.findings] == [one.code for one in before.findings]


def test_an_ods_of_the_list_comes_to_the_same_rows(computed: Computed, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(computed.folders["demo"], tmp_path / "demo"))
    (copy / "round3.xlsx").unlink()
    shutil.copy(computed.ods, copy / "round3.ods")
    assert ingest(copy / "round3.ods").rows == read_results(copy / "round3-results.xlsx").rows


def test_results_are_read_back_alike_after_libreoffice(computed: Computed) -> None:
    for number in (1, 2, 3, 4, 5):
        name = f"demo-round{number}-results"
        assert read_results(computed.again[name]) == read_results(computed.originals[name])


@pytest.mark.parametrize(("name", "slips", "paper"), [("demo-round1", 4, A4), ("awkward-round1", 3, LETTER)])
def test_cover_list_slips_and_judges_form_print_as_they_should(
    computed: Computed, name: str, slips: int, paper: tuple[int, int]
) -> None:
    sizes = [(round(width), round(height)) for width, height in pdf_page_sizes(computed.pages[name])]
    across = (paper[1], paper[0])  # the list, one page wide
    assert sizes == [paper, across, *[paper] * slips, paper]


def test_nothing_is_cut_off_at_the_right_of_the_slips(computed: Computed) -> None:
    for pdf in computed.pages.values():
        command = ["pdftotext", "-bbox", "-f", "3", "-l", "3", str(pdf), "-"]
        text = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
        lines = [line for line in text.splitlines() if "<word" in line]
        ends = {word: [float(line.split('xMax="')[1].split('"')[0]) for line in lines if f">{word}<" in line]
                for word in ("judges", "boxcars")}  # fmt: skip
        assert len(ends["judges"]) == 3  # a slip each
        assert max(ends["judges"]) < 595 - 30  # inside the margin of both papers
        assert len(ends["boxcars"]) == 3
