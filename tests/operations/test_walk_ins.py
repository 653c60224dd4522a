"""People come late to a round that is drawn, or leave it: the draw changes for them alone, whatever the system."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from airforce_event import airforce_event
from amps_event import amps_event
from aso_commands import box, drawn_in, edit_draw, pairs_of, played, run, seats, type_lines
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event
from kept_events import started
from looking import open_whole, values_in
from match_event import match_event
from team_event import meetings, team_event

from sheetscore.event.model import Event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest, open_round
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.pairing.draw import Draw
from sheetscore.systems.airforce.model import NamedSeat
from sheetscore.systems.duplicate.model import Member
from sheetscore.systems.wishes import Wish
from sheetscore.workbooks.reader import read_workbook


def with_players(folder: Path, event: Event) -> None:
    """Enter others in the event, and leave the draw as it is."""
    write_event(event, folder)


def change(folder: Path, *words: str, number: int = 1, status: int = 0) -> str:
    """Change the draw of a round on the command line; give what is said, its lines as one."""
    done = run("-C", folder, "draw", number, *words, status=status)
    return " ".join(f"{done.stdout} {done.stderr}".split())


def others_stay(before: Draw, now: Draw, *moved: str) -> bool:
    """Tell whether everybody but some sits where they sat."""
    then, here = seats(before), seats(now)
    return {player: at for player, at in then.items() if player not in moved} == {
        player: at for player, at in here.items() if player not in moved
    }


def scored(folder: Path) -> set[object]:
    """Make the sheets, let everybody claim points, ingest; give who has a row in the results."""
    run("-C", folder, "sheets", 1)
    claims = [f"{table},{seat},claimed.sp,5" for table, seat, _ in drawn_in(folder, 1).places()]
    source = folder.with_suffix(".csv")
    source.write_text("\n".join(["table,seat,field,value", *claims]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    done = ingest(folder / "round1.xlsx")
    assert done.status != "errors", done.findings
    return {row.get("player", row.get("team")) for row in done.rows}


# accelerated Swiss: nine players, P01 v P05, P02 v P06, P03 v P07, P04 v P08, and P09 has the bye


@pytest.fixture
def swiss(tmp_path: Path) -> Path:
    return started(tmp_path / "cup", aso_event(9))


def test_who_comes_late_meets_the_one_with_the_bye(swiss: Path) -> None:
    before = drawn_in(swiss, 1)
    assert before.byes == ("P09",)
    with_players(swiss, aso_event(10))
    said = change(swiss, "--add", "player 10")
    now = drawn_in(swiss, 1)
    assert pairs_of(now)[-1] == ("P09", "P10")
    assert now.byes == ()
    assert others_stay(before, now, "P09", "P10")
    assert "Player 10 (P10) has table 5, seat 2." in said
    assert "Player 9 (P09) has table 5, seat 1 (before: a line “bye (scores as a win)”)." in said
    assert "kept/round1-draw~1.xlsx" in said
    assert (swiss / "kept" / "round1-draw~1.xlsx").exists()


def test_the_postings_the_reasons_and_the_report_stay_and_tell_the_change(swiss: Path) -> None:
    def reasons() -> list[tuple[str, ...]]:
        return [drawn_in(swiss, 1).remarks[table] for table in range(1, 5)]

    before, report = reasons(), drawn_in(swiss, 1).report
    assert all(why for why, *_ in before)
    with_players(swiss, aso_event(10))
    change(swiss, "--add", "P10")
    assert reasons() == before
    assert drawn_in(swiss, 1).report[: len(report)] == report
    assert len(drawn_in(swiss, 1).report) == len(report) + 2
    names = {row[0]: row[1:3] for row in values_in(swiss / "round1-draw.xlsx")["By name"]}
    assert names["Player 10"] == (5, "Player 9")
    assert names["Player 9"] == (5, "Player 10")


def test_the_lists_of_the_draw_hold_everybody_of_the_event(swiss: Path) -> None:
    absent = [player.model_copy(update={"absent": (1,)}) for player in aso_event(11).players[9:]]
    with_players(swiss, aso_event(9).model_copy(update={"players": (*aso_event(10).players, *absent[1:])}))
    change(swiss, "--add", "P10")
    book = open_whole(swiss / "round1-draw.xlsx")
    (rule,) = [one for one in book["Draw"].data_validations.dataValidation if one.type == "list"]
    name = rule.formula1.lstrip("=")
    title, cells = next(book.defined_names[name].destinations) if name in book.defined_names else name.split("!")
    listed = {cell.value for row in book[title.strip("'")][cells] for cell in row}
    assert {f"Player {number} (P{number:02})" for number in range(1, 12)} <= listed


def test_two_who_come_have_a_table_of_their_own_where_nobody_sits_out(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(8))
    before = drawn_in(folder, 1)
    with_players(folder, aso_event(10))
    change(folder, "--add", "P09", "--add", "P10")
    now = drawn_in(folder, 1)
    assert pairs_of(now) == [*pairs_of(before), ("P09", "P10")]


def test_aso_9_who_comes_alone_has_the_bye_where_nobody_has_it_and_meets_the_next_who_comes(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(8))
    before = drawn_in(folder, 1)
    with_players(folder, aso_event(10))
    said = change(folder, "--add", "P09")
    now = drawn_in(folder, 1)
    assert (pairs_of(now), now.byes) == (pairs_of(before), ("P09",))
    assert "Player 9 (P09) has a line “bye (scores as a win)”." in said
    run("-C", folder, "sheets", 1)
    change(folder, "--add", "P10")
    now = drawn_in(folder, 1)
    assert [set(pair) for pair in pairs_of(now)[4:]] == [{"P09", "P10"}]
    assert now.byes == ()


def test_match_9_who_comes_alone_has_the_bye_where_nobody_has_it(tmp_path: Path) -> None:
    folder = started(tmp_path / "match", match_event(4, 3, pairing="swiss"))
    before = drawn_in(folder, 1)
    with_players(folder, match_event(5, 3, pairing="swiss"))
    change(folder, "--add", "P05")
    now = drawn_in(folder, 1)
    assert (pairs_of(now), now.byes) == (pairs_of(before), ("P05",))


def test_whose_opponent_leaves_meets_the_one_with_the_bye_and_else_has_it(swiss: Path) -> None:
    before = drawn_in(swiss, 1)
    change(swiss, "--drop", "P06")
    now = drawn_in(swiss, 1)
    assert set(pairs_of(now)[1]) == {"P02", "P09"}
    assert (now.byes, now.absent) == ((), ("P06",))
    assert others_stay(before, now, "P06", "P09")
    said = change(swiss, "--drop", "P09")
    now = drawn_in(swiss, 1)
    assert (now.byes, now.absent) == (("P02",), ("P06", "P09"))
    assert [table.number for table in now.tables] == [1, 3, 4]
    assert "Player 2 (P02) has a line “bye (scores as a win)” (before: table 2, seat 1)." in said


def test_two_whose_opponents_leave_meet(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(8))
    change(folder, "--drop", "P05", "--drop", "P06")
    now = drawn_in(folder, 1)
    assert {frozenset(pair) for pair in pairs_of(now)} == set(
        map(frozenset, (("P01", "P02"), ("P03", "P07"), ("P04", "P08")))
    )
    assert now.byes == ()


def test_who_comes_takes_the_place_of_who_goes(swiss: Path) -> None:
    with_players(swiss, aso_event(10))
    change(swiss, "--drop", "P06", "--add", "P10")
    assert set(pairs_of(drawn_in(swiss, 1))[1]) == {"P02", "P10"}
    assert drawn_in(swiss, 1).byes == ("P09",)


def test_those_who_must_not_meet_do_not(swiss: Path) -> None:
    wishes = (Wish(kind="forbid", players=("P09", "P10")),)
    with_players(swiss, aso_event(12).model_copy(update={"wishes": wishes}))
    assert "no seat is left for Player 10 (P10)" in change(swiss, "--add", "P10", status=2)
    change(swiss, "--add", "P10", "--add", "P11", "--add", "P12")
    assert {frozenset(pair) for pair in pairs_of(drawn_in(swiss, 1))[4:]} == {
        frozenset(("P09", "P11")),
        frozenset(("P10", "P12")),
    }


def test_sheets_made_again_keep_what_was_typed(swiss: Path) -> None:
    type_lines(swiss, "2,,winner,1")
    with_players(swiss, aso_event(10))
    assert "sheets 1 makes it again: what was typed goes along with the players" in change(swiss, "--add", "P10")
    run("-C", swiss, "sheets", 1)
    sheet, cell = box(swiss, 2, "winner")
    where = read_workbook(swiss / "round1.xlsx").sheets[sheet]
    assert {str(one.value) for one in where.cells.values()} >= {"Player 10 (P10)"}
    opened, number = open_round(swiss / "round1.xlsx")
    assert drawn_round(opened, number).draw.byes == ()
    assert values_in(swiss / "round1.xlsx")[sheet][cell] == "player 1"
    type_lines(swiss, "1,,winner,1", "3,,winner,1", "4,,winner,1", "5,,winner,2")
    run("-C", swiss, "ingest", "round1.xlsx")


def test_what_was_typed_for_somebody_who_goes_is_not_dropped_silently(swiss: Path) -> None:
    type_lines(swiss, "2,,winner,1")
    change(swiss, "--drop", "P06")
    said = run("-C", swiss, "sheets", 1, status=1).stderr
    assert "has no place on the new sheets" in said
    assert "winner = 1 has no place on the new sheets: " in said
    assert "and Player 6 (P06) has no seat. Clear it here and type it where it belongs on the new sheets" in said
    said = run("-C", swiss, "sheets", 1, "--force").stderr
    assert "winner = 1 is not on the new sheets; kept/round1~2.xlsx has it" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--add", "P01"], "Player 1 (P01) is seated already: table 1, seat 1"),
        (["--add", "Playr 4"], 'Did you mean "Player 4"?'),
        (["--add", "P77"], "Somebody new is entered first: a line on the sheet “Players”"),
        (["--drop", "P10"], "Player 10 (P10) is nowhere in the draw"),
        (["--add", "P10", "--drop", "P10"], "to be added and dropped"),
        (["--add", "P10"], "“First round” is 2: enter 1"),
        (["--add", "P11"], "“Absent” names 1: take that out"),
        (["--drop", "P01", "--again"], "leave out --again"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(swiss: Path, words: list[str], says: str) -> None:
    late, away = aso_event(11).players[9:]
    players = (
        *aso_event(9).players,
        late.model_copy(update={"first_round": 2}),
        away.model_copy(update={"absent": (1,)}),
    )
    with_players(swiss, aso_event(9).model_copy(update={"players": players}))
    before = (swiss / "round1-draw.xlsx").read_bytes()
    assert says in change(swiss, *words, status=2)
    assert (swiss / "round1-draw.xlsx").read_bytes() == before


def test_a_round_with_results_stays_and_one_that_is_not_drawn_says_so(swiss: Path) -> None:
    played(swiss, 1, "1", "1", "1", "1")
    assert "round 1 has results" in change(swiss, "--drop", "P01", status=2)
    assert "not drawn yet" in change(swiss, "--drop", "P01", number=2, status=2)


def test_scripts_get_the_whole_draw(swiss: Path) -> None:
    with_players(swiss, aso_event(10))
    done = json.loads(run("-C", swiss, "draw", 1, "--add", "P10", "--json").stdout)
    assert list(done) == ["event", "round", "tables", "byes", "report"]
    assert done["tables"][4] == {"table": 5, "scenario": "", "seats": {"1": "P09", "2": "P10"}}
    assert done["byes"] == []


# air power: one table of nine seats


def test_pilots_fill_spare_seats_and_open_tables_that_the_event_has(tmp_path: Path) -> None:
    folder = started(tmp_path / "amps", amps_event(players=7))
    before = drawn_in(folder, 1)
    free = {seat for seat, player in before.tables[0].seats.items() if player is None}
    assert len(free) == 2
    with_players(folder, amps_event(players=12))
    change(folder, "--add", "P08", "--add", "P09")
    full = drawn_in(folder, 1)
    assert {seats(full)[player] for player in ("P08", "P09")} == {(1, seat) for seat in free}
    assert others_stay(before, full, "P08", "P09")
    refused = change(folder, "--add", "P10", status=2)
    assert "the seats of its tables are taken; take somebody off with --drop, or enter one more table for" in refused
    assert "A new table needs 2 players at least: name as many with --add" in refused
    with_players(folder, amps_event(players=12, tables=2))
    refused = change(folder, "--add", "P10", status=2)
    assert "the event has a table more, which takes 2 players at least. Name another one (--add)" in refused
    assert "or draw the round anew: sheetscore draw 1 --again" in refused
    assert drawn_in(folder, 1) == full
    change(folder, "--add", "P10", "--add", "P11")
    now = drawn_in(folder, 1)
    assert {table for table, _ in (seats(now)[player] for player in ("P10", "P11"))} == {2}
    assert others_stay(full, now, "P10", "P11")
    assert scored(folder) == {f"P{number:02}" for number in range(1, 12)}


def test_one_alone_sits_at_a_new_table_once_the_round_is_drawn_anew(tmp_path: Path) -> None:
    folder = started(tmp_path / "amps", amps_event(players=9))
    with_players(folder, amps_event(players=10, tables=2))
    assert "sheetscore draw 1 --again" in change(folder, "--add", "P10", status=2)
    assert "P10" in seats(draw(folder, 1, again=True).draw)


def test_a_pilot_who_leaves_leaves_a_spare_seat(tmp_path: Path) -> None:
    folder = started(tmp_path / "amps", amps_event(players=9))
    before = drawn_in(folder, 1)
    change(folder, "--drop", "P03")
    now = drawn_in(folder, 1)
    assert others_stay(before, now, "P03")
    assert now.tables[0].seats[seats(before)["P03"][1]] is None
    assert now.byes == ()


# fights: tables of two against two


def test_pilots_who_come_fly_what_nobody_flies_then_a_table_that_the_event_has(tmp_path: Path) -> None:
    folder = started(tmp_path / "fights", airforce_event(players=3))
    before = drawn_in(folder, 1)
    (free,) = [seat for seat, player in before.tables[0].seats.items() if player is None]
    with_players(folder, airforce_event(players=7))
    change(folder, "--add", "P04")
    full = drawn_in(folder, 1)
    assert seats(full)["P04"] == (1, free)
    assert others_stay(before, full, "P04")
    refused = change(folder, "--add", "P05", status=2)
    assert "no seat is left for Player 5 (P05) in round 1" in refused
    assert "all aircraft of its tables have pilots; take somebody off with --drop, or enter one more table" in refused
    assert drawn_in(folder, 1) == full
    with_players(folder, airforce_event(players=7, tables=2))
    change(folder, "--add", "P05", "--add", "P06")
    now = drawn_in(folder, 1)
    assert {table for table, _ in (seats(now)[player] for player in ("P05", "P06"))} == {2}
    assert others_stay(full, now, "P05", "P06")
    assert now.tables[1].scenario == "patrol"


def test_a_pilot_who_leaves_leaves_an_aircraft_that_whoever_comes_has(tmp_path: Path) -> None:
    folder = started(tmp_path / "fights", airforce_event(players=5))
    before = drawn_in(folder, 1)
    (out,) = before.byes
    gone = next(player for player in seats(before) if player != out)
    change(folder, "--drop", gone)
    left = drawn_in(folder, 1)
    assert left.tables[0].seats[seats(before)[gone][1]] is None
    assert others_stay(before, left, gone)
    assert left.byes == (out,)
    change(folder, "--add", out)
    now = drawn_in(folder, 1)
    assert (seats(now)[out], now.byes) == (seats(before)[gone], ())
    run("-C", folder, "sheets", 1)
    type_lines(folder, *(f"1,{seat},turn.1.plot,5" for _, seat in seats(now).values()))
    done = ingest(folder / "round1.xlsx")
    assert {(row["player"], row["aircraft"]) for row in done.rows} == {
        (who, seat) for who, (_, seat) in seats(now).items()
    }


def test_an_aircraft_that_the_event_gives_to_somebody_is_that_pilots(tmp_path: Path) -> None:
    named = NamedSeat(round=1, table=1, seat="red.2", player="P05")
    folder = started(tmp_path / "fights", airforce_event(players=2))
    assert drawn_in(folder, 1).tables[0].seats["red.2"] is None
    with_players(folder, airforce_event(players=5, seats_named=(named,)))
    change(folder, "--add", "P04", "--add", "P05")
    now = drawn_in(folder, 1)
    assert seats(now)["P05"] == (1, "red.2")


def test_a_table_at_which_nobody_sits_is_opened_by_two(tmp_path: Path) -> None:
    folder = started(tmp_path / "fights", airforce_event(players=4, tables=2))
    before = drawn_in(folder, 1)
    assert [len(table.seated) for table in before.tables] == [4, 0]
    with_players(folder, airforce_event(players=6, tables=2))
    refused = change(folder, "--add", "P05", status=2)
    assert "no seat is left for Player 5 (P05)" in refused
    assert "takes 2 players at least. Name another one (--add)" in refused
    change(folder, "--add", "P05", "--add", "P06")
    now = drawn_in(folder, 1)
    assert [table.number for table in now.tables] == [1, 2]
    assert set(now.tables[1].seated.values()) == {"P05", "P06"}
    assert {seat.partition(".")[0] for seat in now.tables[1].seated} == {"blue", "red"}
    change(folder, *(word for player in seats(now) for word in ("--drop", player)))
    change(folder, "--add", "P01", "--add", "P02")
    assert seats(drawn_in(folder, 1)).keys() == {"P01", "P02"}


# matched games


def test_who_comes_late_to_a_round_robin_meets_whom_the_table_says(tmp_path: Path) -> None:
    event = match_event(5, 5, pairing="round-robin")
    away = event.players[1].model_copy(update={"absent": (1,)})
    folder = started(
        tmp_path / "match", event.model_copy(update={"players": (event.players[0], away, *event.players[2:])})
    )
    with_players(folder, event)
    before = drawn_in(folder, 1)
    fresh = draw(started(tmp_path / "fresh", event), 1, again=True).draw
    change(folder, "--add", "P02")
    now = drawn_in(folder, 1)
    assert {frozenset(pair) for pair in pairs_of(now)} == {frozenset(pair) for pair in pairs_of(fresh)}
    assert len(before.tables) + 1 == len(now.tables)


# Diplomacy: sixteen players on two boards, two sit out


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    return started(tmp_path / "boards", diplomacy_event(16))


def test_those_who_sit_out_and_those_who_come_fill_a_board(boards: Path) -> None:
    before = drawn_in(boards, 1)
    assert len(before.byes) == 2
    with_players(boards, diplomacy_event(21))
    refused = change(boards, "--add", "P17", status=2)
    assert "a further board takes 7" in refused
    assert "there are 2 players for it" in refused
    change(boards, *(word for number in range(17, 22) for word in ("--add", f"P{number}")))
    now = drawn_in(boards, 1)
    assert [len(table.seated) for table in now.tables] == [7, 7, 7]
    assert set(now.tables[2].seated.values()) == {*before.byes, "P17", "P18", "P19", "P20", "P21"}
    assert now.tables[:2] == before.tables
    assert now.byes == ()
    run("-C", boards, "sheets", 1)
    source = boards.with_suffix(".csv")
    ends = [f"{table},Italy,centres.final,18\n{table},Russia,centres.final,16" for table in (1, 2, 3)]
    outcomes = [f"{table},,outcome,solo" for table in (1, 2, 3)]
    source.write_text("\n".join(["table,seat,field,value", *ends, *outcomes]), encoding="utf-8")
    fill(boards / "round1.xlsx", source)
    done = ingest(boards / "round1.xlsx")
    assert {row["player"] for row in done.rows} == {f"P{number:02}" for number in range(1, 22)}


def test_a_power_does_not_stay_empty(boards: Path) -> None:
    before = drawn_in(boards, 1)
    gone = next(iter(before.tables[0].seated.values()))
    table, power = seats(before)[gone]
    said = change(boards, "--drop", gone, status=1)
    assert f"nobody plays {power}" in said
    assert f"Add others, too (such as --add {before.byes[0]}, who has no seat)" in " ".join(said.split())
    assert drawn_in(boards, 1) == before
    change(boards, "--drop", gone, "--add", before.byes[0])
    now = drawn_in(boards, 1)
    assert seats(now)[before.byes[0]] == (table, power)
    assert others_stay(before, now, gone, before.byes[0])
    assert now.byes == before.byes[1:]


def test_who_comes_has_the_second_power_of_one_who_plays_twice(tmp_path: Path) -> None:
    folder = started(tmp_path / "boards", diplomacy_event(13, remainder="double"))
    before = drawn_in(folder, 1)
    (twice,) = set(before.tables[0].seated.values()) & set(before.tables[1].seated.values())
    with_players(folder, diplomacy_event(14, remainder="double"))
    change(folder, "--add", "P14")
    now = drawn_in(folder, 1)
    power = next(power for power, player in before.tables[1].seated.items() if player == twice)
    assert now.tables[1].seats[power] == "P14"
    assert now.tables[0] == before.tables[0]


def test_powers_go_by_the_wishes_of_those_who_come(tmp_path: Path) -> None:
    folder = started(tmp_path / "boards", diplomacy_event(7, powers="preferences"))
    gone = [drawn_in(folder, 1).tables[0].seats[power] or "" for power in ("Italy", "Turkey")]
    event = diplomacy_event(9, powers="preferences")
    wishes = {"P08": ("France", "Turkey"), "P09": ("Turkey", "Italy")}
    players = tuple(one.model_copy(update={"preferences": wishes.get(one.id, ())}) for one in event.players)
    with_players(folder, event.model_copy(update={"players": players}))
    change(folder, "--drop", gone[0], "--drop", gone[1], "--add", "P08", "--add", "P09")
    now = drawn_in(folder, 1).tables[0].seats
    assert (now["Turkey"], now["Italy"]) == ("P08", "P09")


# team play: T1 v T2, T3 v T4, and T5 sits out


@pytest.fixture
def teams(tmp_path: Path) -> Path:
    return started(tmp_path / "teams", team_event(teams=5))


def test_a_team_that_comes_meets_the_one_that_sits_out(teams: Path) -> None:
    before = drawn_in(teams, 1)
    assert (meetings(before), set(before.byes)) == ([("T1", "T2"), ("T3", "T4")], {"5A", "5B"})
    with_players(teams, team_event(teams=6))
    change(teams, "--add", "6A", "--add", "6B")
    now = drawn_in(teams, 1)
    assert {frozenset(pair) for pair in meetings(now)[2:]} == {frozenset(("T5", "T6"))}
    assert [table.number for table in now.tables] == [1, 2, 3, 4, 5, 6]
    assert now.tables[:4] == before.tables
    assert now.byes == ()
    assert scored(teams) == {f"T{number}" for number in range(1, 7)}


def test_a_team_that_leaves_is_replaced_by_the_one_that_sits_out_and_else_its_opponents_sit_out(teams: Path) -> None:
    change(teams, "--drop", "2A", "--drop", "2B")
    now = drawn_in(teams, 1)
    assert (meetings(now), now.byes) == ([("T1", "T5"), ("T3", "T4")], ())
    change(teams, "--drop", "1A", "--drop", "1B")
    now = drawn_in(teams, 1)
    assert (meetings(now), set(now.byes)) == ([("T3", "T4")], {"5A", "5B"})
    assert [table.number for table in now.tables] == [3, 4]
    run("-C", teams, "sheets", 1)


def test_the_id_or_the_name_of_a_team_means_its_players(teams: Path) -> None:
    change(teams, "--drop", "t2")
    now = drawn_in(teams, 1)
    assert (meetings(now), now.byes) == ([("T1", "T5"), ("T3", "T4")], ())
    change(teams, "--drop", "Team 1")
    assert (meetings(drawn_in(teams, 1)), set(drawn_in(teams, 1).byes)) == ([("T3", "T4")], {"5A", "5B"})
    change(teams, "--drop", "Team 5 (T5)", "--add", "T1", "--add", "T2")
    assert sorted(meetings(drawn_in(teams, 1))) == [("T1", "T2"), ("T3", "T4")]
    assert drawn_in(teams, 1).byes == ()
    assert scored(teams) == {"T1", "T2", "T3", "T4"}


def test_a_team_comes_with_those_of_its_players_who_are_there_and_have_no_seat(teams: Path) -> None:
    event = team_event(teams=6)
    away = [one.model_copy(update={"absent": (1,)}) if one.id == "6B" else one for one in event.players]
    with_players(teams, event.model_copy(update={"players": tuple(away)}))
    change(teams, "--add", "T6")
    assert {player for _, _, player in drawn_in(teams, 1).places()} >= {"6A", "5A", "5B"}
    assert "6B" not in {player for _, _, player in drawn_in(teams, 1).places()}
    change(teams, "--drop", "2B")
    change(teams, "--add", "T2")
    assert "2B" in seats(drawn_in(teams, 1))


@pytest.mark.parametrize(("typed", "meant"), [("1AA", "1A"), ("Pilto 1A", "Pilot 1A"), ("Taem 1", "Team 1")])
def test_who_is_to_go_and_is_unknown_is_answered_by_whoever_is_nearest(teams: Path, typed: str, meant: str) -> None:
    """Nobody new is entered to be taken off."""
    said = " ".join(run("-C", teams, "draw", 1, "--drop", typed, status=2).stderr.split())
    assert f"“{typed}” is nobody of this event, and no team of it." in said
    assert f'Did you mean "{meant}"?' in said
    assert "new" not in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--add", "T1"], "Team 1 (T1) is seated already: Pilot 1A (1A) at table 1, seat red.1"),
        (["--add", "T1", "--drop", "1A"], "to be added and dropped"),
        (["--drop", "T6"], "Team 6 (T6) is nowhere in the draw; nothing to drop"),
        (
            ["--add", "T6"],
            "none of the players of Team 6 (T6) plays in round 1 by the sheet “Players”: Pilot 6A",
        ),
        (["--add", "T9"], "“T9” is nobody of this event, and no team of it."),
        (["--add", "Taem 1"], 'Did you mean "Team 1"?'),
        (["--add", "T9"], "Somebody new is entered first"),
    ],
)
def test_of_a_team_that_cannot_come_or_go_it_is_said_why(teams: Path, words: list[str], says: str) -> None:
    event = team_event(teams=6)
    away = [one.model_copy(update={"first_round": 2}) if one.team == "T6" else one for one in event.players]
    with_players(teams, event.model_copy(update={"players": tuple(away)}))
    before = (teams / "round1-draw.xlsx").read_bytes()
    assert says in change(teams, *words, status=2)
    assert (teams / "round1-draw.xlsx").read_bytes() == before


def test_a_pilot_has_a_seat_of_his_team_alone_and_a_substitute_any(teams: Path) -> None:
    change(teams, "--drop", "2B")
    with_players(teams, team_event(teams=5, substitutes=1))
    assert "their team has nobody to meet" in change(teams, "--add", "5B", status=2)
    empty = next(
        (table.number, seat) for table in drawn_in(teams, 1).tables for seat, who in table.seats.items() if not who
    )
    change(teams, "--add", "S1")
    assert seats(drawn_in(teams, 1))["S1"] == empty
    assert "no seat is left for Pilot 2B (2B)" in change(teams, "--add", "2B", status=2)
    change(teams, "--drop", "S1", "--add", "2B")
    assert seats(drawn_in(teams, 1))["2B"] == empty


def test_a_team_alone_is_refused(tmp_path: Path) -> None:
    folder = started(tmp_path / "teams", team_event(teams=4))
    with_players(folder, team_event(teams=6))
    refused = change(folder, "--add", "6A", "--add", "6B", status=2)
    assert "no seat is left for Pilot 6A (6A) and Pilot 6B (6B)" in refused
    assert "Name the pilots of another team" in refused
    change(folder, "--add", "6A", "--add", "6B", "--add", "5A", "--add", "5B")
    assert {frozenset(pair) for pair in meetings(drawn_in(folder, 1))[2:]} == {frozenset(("T5", "T6"))}


# duplicate


def test_a_movement_is_drawn_as_a_whole(tmp_path: Path) -> None:
    folder = started(tmp_path / "duplicate", duplicate_event())
    before = (folder / "draw.xlsx").read_bytes()
    said = " ".join(run("-C", folder, "draw", "--drop", "R1", status=2).stderr.split())
    assert "one draw holds all rounds of this event" in said
    assert "sheetscore draw --again" in said
    assert (folder / "draw.xlsx").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--drop", "r1"], "a “Last round” for Red 1 (R1) on the sheet “Teams”"),
        (["--drop", "Red 3"], "a “Last round” for Red 3 (R3)"),  # who plays alone: a team and a player of one name
        (["--drop", "Ann Archer"], "a “Last round” for Red 1 (R1) on the sheet “Teams”"),
        (["--drop", "P01", "--add", "Blue 2"], "a “First round” for Blue 2 (B2) and a “Last round” for Red 1 (R1)"),
        (["--add", "P02"], "Bob Baker (P02) is in no team: enter one under “Team” on the sheet “Players”"),
        (["--add", "R9"], "“R9” is nobody of this event, and plays in no team of it."),
        (["--add", "R9"], "a line on the sheet “Teams” with the round in which it comes as “First round”"),
    ],
)
def test_who_comes_or_goes_in_a_movement_is_named_by_the_team_or_by_any_player_of_it(
    tmp_path: Path, words: list[str], says: str
) -> None:
    players = (
        Member(id="P01", name="Ann Archer", team="R1"),
        Member(id="P02", name="Bob Baker"),
        Member(id="P03", name="Red 3", team="R3"),
    )
    folder = started(tmp_path / "duplicate", duplicate_event(players=players))
    before = (folder / "draw.xlsx").read_bytes()
    assert says in " ".join(run("-C", folder, "draw", *words, status=2).stderr.split())
    assert (folder / "draw.xlsx").read_bytes() == before


# draws that were edited


def test_what_the_director_changed_stays(swiss: Path) -> None:
    edit_draw(swiss, 1, {(1, "1"): "P05", (1, "2"): "P01"})
    with_players(swiss, aso_event(10))
    change(swiss, "--add", "P10")
    assert seats(drawn_in(swiss, 1))["P05"] == (1, "1")


def test_the_ratings_that_a_draw_was_made_with_stay_known(swiss: Path) -> None:
    event = aso_event(10)
    other = event.players[2].model_copy(update={"rating": 1234})
    with_players(swiss, event.model_copy(update={"players": (*event.players[:2], other, *event.players[3:])}))
    change(swiss, "--add", "P10")
    said = run("-C", swiss, "check", status=1).stderr  # the sheets are to be made again
    assert "the rating of Player 3 (P03) was 1970 and is 1234" in " ".join(said.split())
    assert open_event(swiss).event.player("P10").rating == 1900


def test_who_is_taken_off_and_comes_back_sits_where_he_sat(swiss: Path) -> None:
    before = drawn_in(swiss, 1)
    type_lines(swiss, "2,,winner,1")
    said = change(swiss, "--drop", "P06")
    assert "round1.xlsx has 1 typed value, and was made by an earlier draw. sheetscore sheets 1 stops as it is" in said
    back = "Or take the draw back by which it was made: copy kept/round1-draw~1.xlsx to round1-draw.xlsx"
    assert back in said
    assert back in change(swiss, "--drop", "P08")  # the draw before that is not the one of the sheets
    change(swiss, "--add", "P06", "--add", "P08")
    now = drawn_in(swiss, 1)
    assert (now.tables, now.byes) == (before.tables, before.byes)
    run("-C", swiss, "sheets", 1)
    sheet, cell = box(swiss, 2, "winner")
    assert values_in(swiss / "round1.xlsx")[sheet][cell] == "player 1"


def test_a_team_that_is_taken_off_and_comes_back_has_its_tables(teams: Path) -> None:
    before = drawn_in(teams, 1)
    change(teams, "--drop", "T2")
    change(teams, "--add", "T2")
    now = drawn_in(teams, 1)
    assert (now.tables, now.byes) == (before.tables, before.byes)


def test_where_others_came_since_nobody_is_put_back(swiss: Path) -> None:
    with_players(swiss, aso_event(10))
    change(swiss, "--drop", "P06")
    change(swiss, "--add", "P10")  # meets whoever has no opponent
    change(swiss, "--add", "P06")
    assert {frozenset(pair) for pair in pairs_of(drawn_in(swiss, 1))} >= {frozenset(("P01", "P05"))}
    assert sorted(player for pair in pairs_of(drawn_in(swiss, 1)) for player in pair) == [
        f"P{number:02}" for number in range(1, 11)
    ]
