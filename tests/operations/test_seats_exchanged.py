"""Two who exchange their seats on the sheet Draw: sheets made again have what was typed for each where they sit now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from amps_event import INTERCEPTORS, amps_event
from aso_commands import drawn_in, edit_draw, pairs_of, run, type_lines
from aso_event import aso_event
from dice_system import install
from diplomacy_event import diplomacy_event
from event_folder import cell_of, filled_folder
from kept_events import started
from match_commands import Evening
from match_event import SIDES, match_event, scenario
from typing_in import type_in

from sheetscore.event.model import Event
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import new
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results
from sheetscore.systems.match.model import Handicap
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide

Stands = dict[tuple[int, str, str], str]


def stands(folder: Path, table: int = 1) -> Stands:
    """Say what stands in the filled boxes of a table but for its players, by seat and field."""
    lines = (line.split(",") for line in entries(folder / "round1.xlsx").splitlines()[1:])
    filled = {(int(at), seat, field): value for at, seat, field, value, *_ in lines if value and int(at) == table}
    return {key: value for key, value in filled.items() if key[2] not in {"player", "seat.pilot", "throws.player"}}


def plain(text: str) -> str:
    """Join the lines that a terminal has broken."""
    return " ".join(text.split())


def exchange(folder: Path, table: int = 1) -> None:
    one, two = pairs_of(drawn_in(folder, 1))[table - 1]
    edit_draw(folder, 1, {(table, "1"): two, (table, "2"): one})


def rows(done: Ingested) -> list[ResultRow]:
    """Give the results by player: whoever has the first seat comes first in a workbook."""
    assert done.status in {"ok", "warnings"}, [one.message for one in done.findings]
    return sorted(done.rows, key=lambda row: (str(row["player"]), str(row.get("match"))))


def codes(done: Ingested) -> list[str]:
    return sorted(one.code for one in done.findings)


def lines(table: int, boxes: Mapping[str, object]) -> list[str]:
    """Give lines of CSV of boxes such as ``"1 vp"``, or of the table: ``"winner"``."""
    parted = ((*name.split(" ", 1), value) if " " in name else ("", name, value) for name, value in boxes.items())
    return [f"{table},{seat},{field},{value}" for seat, field, value in parted]


# aso


GAME = {
    "winner": "1", "decided_by": "judges", "1 vp": 30, "2 vp": 12, "1 cc_inflicted": 4, "2 cc_lost": 3,
    "2 snake_eyes": 2, "1 boxcars": 5, "scenario.strike.1": "s1", "scenario.strike.2": "s1", "scenario.first.1": "s2",
    "scenario.first.2": "s3", "scenario.die": 2, "bid.1.side": "s3.german", "bid.1.level": 2,
    "bid.2.side": "s3.german", "bid.2.level": 2, "bid.die": 1, "judge.1.name": "Ann", "judge.1.1": 70,
    "judge.1.2": 30, "judge.2.1": 60, "judge.2.2": 40, "judge.3.1": 65, "judge.3.2": 35,
}  # fmt: skip
"""Player 1 has won by the verdict of 65 on average, and plays the side by the die."""

TURNED = {
    "winner": "2", "decided_by": "judges", "2 vp": 30, "1 vp": 12, "2 cc_inflicted": 4, "1 cc_lost": 3,
    "1 snake_eyes": 2, "2 boxcars": 5, "scenario.strike.1": "s1", "scenario.strike.2": "s1", "scenario.first.1": "s3",
    "scenario.first.2": "s2", "scenario.die": 1, "bid.1.side": "s3.german", "bid.1.level": 2,
    "bid.2.side": "s3.german", "bid.2.level": 2, "bid.die": 2, "judge.1.name": "Ann", "judge.1.1": 30,
    "judge.1.2": 70, "judge.2.1": 40, "judge.2.2": 60, "judge.3.1": 35, "judge.3.2": 65,
}  # fmt: skip


def named_boxes(table: int, boxes: Mapping[str, object]) -> Stands:
    parted = (line.split(",") for line in lines(table, boxes))
    return {(int(at), seat, field): value for at, seat, field, value in parted}


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Four players; table 1 has GAME on its line, table 2 a draw."""
    folder = started(tmp_path / "cup", aso_event(4))
    type_lines(folder, *lines(1, GAME), *lines(2, {"winner": "draw", "1 vp": 7}))
    return folder


def test_the_line_of_a_game_is_turned_with_its_players(cup: Path) -> None:
    before = ingest(cup / "round1.xlsx")
    assert stands(cup) == named_boxes(1, GAME)
    exchange(cup)
    there = (cup / "round1.xlsx").read_bytes()
    made = make_sheets(cup, 1)
    assert stands(cup) == named_boxes(1, TURNED)
    assert stands(cup, 2) == named_boxes(2, {"winner": "draw", "1 vp": 7})
    after = ingest(cup / "round1.xlsx")
    assert rows(after) == rows(before)
    assert codes(after) == codes(before)
    assert made.kept
    assert made.kept.read_bytes() == there
    (said,) = [one.message for one in made.findings if one.code == "seats-exchanged"]
    assert said == (
        "table 1: Player 3 (P03) has seat 1 and Player 1 (P01) has seat 2 now. What was typed for each went along "
        "(25 boxes), and what named a seat names the other one"
    )


def test_to_exchange_the_seats_twice_gives_the_same_entries(cup: Path) -> None:
    before = entries(cup / "round1.xlsx")
    for _ in range(2):
        exchange(cup)
        make_sheets(cup, 1)
    assert entries(cup / "round1.xlsx") == before


def test_the_command_says_that_the_values_went_along_and_files_of_values_still_fit(cup: Path) -> None:
    exchange(cup)
    assert "table 1: Player 3 (P03) has seat 1" in run("-C", cup, "sheets", 1).stderr
    source = cup.parent / "values.csv"
    source.write_text(entries(cup / "round1.xlsx"), encoding="utf-8")
    journal = [json.loads(line) for line in (cup / "journal.jsonl").read_text().splitlines()]
    assert journal[-1]["command"] == "sheets 1"
    fill(cup / "round1.xlsx", source)
    type_lines(cup, "1,1,vp,13")
    assert stands(cup) == named_boxes(1, TURNED | {"1 vp": 13})
    assert {row["player"]: row["vp"] for row in ingest(cup / "round1.xlsx").rows}["P03"] == 13


def test_lines_from_before_the_exchange_without_its_players_are_asked_about(cup: Path) -> None:
    values, part = cup / "values.csv", cup.parent / "part" / "values.csv"
    run("entries", cup / "round1.xlsx", "-o", values)
    exchange(cup)
    run("-C", cup, "sheets", 1)
    lines = [line for line in values.read_text(encoding="utf-8").splitlines() if not line.startswith("1,,")]
    part.parent.mkdir()
    part.write_text("\n".join(line for line in lines if ",player," not in line), encoding="utf-8")
    refused = plain(run("fill", cup / "round1.xlsx", part, status=1).stderr)
    assert (
        "(entries round1.xlsx), before others got these seats, and does not have who sat there: table 1, 1," in refused
    )
    assert "table 2" not in refused
    assert stands(cup) == named_boxes(1, TURNED)
    run("fill", cup / "round1.xlsx", part, "--force")
    part.write_text("table,seat,field,value\n2,1,vp,8\n", encoding="utf-8")  # of a table where nobody has moved
    run("fill", cup / "round1.xlsx", part)
    assert "before others got these seats" not in plain(run("fill", cup / "round1.xlsx", values, status=1).stderr)


def test_a_substitute_and_a_cleared_player_go_along(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(9))
    type_lines(folder, "1,1,player,P09", "1,,winner,1", "2,2,player,-", "2,,winner,2")
    one, two = pairs_of(drawn_in(folder, 1))[0]
    exchange(folder)
    exchange(folder, 2)
    make_sheets(folder, 1)
    now = {line.rsplit(",", 2)[0]: line.split(",")[3] for line in entries(folder / "round1.xlsx").splitlines()}
    players = (now["1,1,player"], now["1,2,player"], now["2,1,player"])
    assert (*players, now["1,,winner"], now["2,,winner"]) == (two, "P09", "", "2", "1")
    assert one not in players


def test_who_was_typed_where_the_draw_has_them_now_stays(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4))
    one, two = pairs_of(drawn_in(folder, 1))[0]
    type_lines(folder, f"1,1,player,{two}", f"1,2,player,{one}", "1,,winner,1", "1,1,vp,9")
    exchange(folder)
    made = make_sheets(folder, 1)
    assert stands(folder) == named_boxes(1, {"winner": "1", "1 vp": 9})
    assert not [found for found in made.findings if found.code == "seats-exchanged"]


def test_what_cannot_be_read_and_may_name_either_is_not_given_to_anybody(cup: Path) -> None:
    type_in(cup / "round1.xlsx", {cell_of(cup, 0, "", "lines.1.winner"): "plyer 1"})
    exchange(cup)
    before = (cup / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as told:
        make_sheets(cup, 1)
    assert (cup / "round1.xlsx").read_bytes() == before
    (said,) = [one.message for one in told.value.findings][1:]
    assert "winner = plyer 1 has no place on the new sheets" in said


def test_two_of_different_tables_who_change_places_are_refused(cup: Path) -> None:
    (one, _), (three, _) = pairs_of(drawn_in(cup, 1))
    edit_draw(cup, 1, {(1, "1"): three, (2, "1"): one})
    assert "no place on the new sheets" in run("-C", cup, "sheets", 1, status=1).stderr


def test_the_line_of_a_game_is_turned_where_its_two_have_another_table_and_each_others_seats(cup: Path) -> None:
    before = ingest(cup / "round1.xlsx")
    (one, two), (three, four) = pairs_of(drawn_in(cup, 1))
    edit_draw(cup, 1, {(1, "1"): three, (1, "2"): four, (2, "1"): two, (2, "2"): one})
    make_sheets(cup, 1)
    assert stands(cup, 2) == named_boxes(2, TURNED)
    assert stands(cup, 1) == named_boxes(1, {"winner": "draw", "1 vp": 7})  # these two kept their seats
    after = ingest(cup / "round1.xlsx")
    assert [_but_its_table(row) for row in rows(after)] == [_but_its_table(row) for row in rows(before)]
    assert "values-gone" not in codes(after)


def _but_its_table(row: ResultRow) -> ResultRow:
    return {key: value for key, value in row.items() if key != "table"}


# match


ORDERS = tuple(side.model_copy(update={"orders": ("weak", "strong")}) for side in SIDES)


def evening(tmp_path: Path, *boxes: str, series: int = 1, given: int = 0, grading: str = "one-sided") -> Evening:
    """Two players in the seats that lots give them, with these boxes filled; P02 may have a handicap."""
    one_sided: dict[str, Any] = {"graded_side": "north", "sides": ORDERS} if grading == "one-sided" else {}
    hill = scenario(grading=grading, turns=9, **one_sided)
    handicaps = (Handicap(player="P02", against="P01", game_system="Hills", points=str(given)),) if given else ()
    event = match_event(2, scenarios=(hill,), given=handicaps, pairing="round-robin", series=series)
    club = Evening.of(tmp_path / "club", event)
    club.type_in(1, *(f"1,,{name},{value}" for name, _, value in (one.partition("=") for one in boxes)))
    return club


def scored(club: Evening) -> list[ResultRow]:
    return rows(ingest(club.sheets(1)))


def turned(club: Evening) -> list[str]:
    """Exchange the seats, make the sheets again, and say what stands on them."""
    exchange(club.folder)
    make_sheets(club.folder, 1)
    return sorted(f"{field}={value}" for (_, _, field), value in stands(club.folder).items())


def test_a_match_is_turned_with_its_players_and_a_blank_coin_is_written_out(tmp_path: Path) -> None:
    club = evening(
        tmp_path, "rolls.1=5", "rolls.2=2", "choice=order", "order.high=second", "game.1.winner=1",
        "game.1.level=marginal", "game.1.points.1=20", "game.1.turn.2=4", "game.2.winner=1", "game.2.losses.1=3",
    )  # fmt: skip
    before = scored(club)
    # by the blank coin seat 1 has north, which wins at levels: 1 point; south has none, and 6
    assert {row["total"] for row in before} == {-7, 7}
    assert turned(club) == [
        "choice=order", "coin=2", "game.1.level=marginal", "game.1.points.2=20", "game.1.turn.1=4", "game.1.winner=2",
        "game.2.losses.2=3", "game.2.winner=2", "order.high=second", "rolls.1=2", "rolls.2=5",
    ]  # fmt: skip
    assert scored(club) == before
    first = turned(club)
    assert {"coin=1", "game.1.winner=1", "game.1.points.1=20", "rolls.1=5"} <= set(first)
    turned(club)
    assert turned(club) == first
    assert scored(club) == before


def test_what_went_along_with_its_player_is_not_gone(tmp_path: Path) -> None:
    club = evening(
        tmp_path, "game.1.winner=1", "game.1.level=marginal", "game.1.turn.2=4", "game.2.winner=1", "game.2.losses.1=3"
    )
    scored(club)
    turned(club)
    assert "values-gone" not in {one.code for one in check(club.sheets(1)).findings}
    assert "values-gone" not in codes(ingest(club.sheets(1)))
    club.type_in(1, "1,,game.1.turn.1,-")
    (said,) = [one for one in ingest(club.sheets(1)).findings if one.code == "values-gone"]
    assert (
        "blank in 1 box that had a value when round1-results.xlsx was made: table 1, table sheet, game.1.turn.1"
        in said.message
    )


def test_a_match_is_turned_where_its_two_have_another_table_and_each_others_seats(tmp_path: Path) -> None:
    event = match_event(4, scenarios=(scenario(sides=ORDERS),), pairing="round-robin")
    club = Evening.of(tmp_path / "club", event)
    club.type_in(1, "1,,game.1.winner,1", "1,,game.1.level,decisive", "1,,result.remarks,player 1 came late")
    (one, two), (three, four) = pairs_of(drawn_in(club.folder, 1))
    edit_draw(club.folder, 1, {(1, "1"): three, (1, "2"): four, (2, "1"): two, (2, "2"): one})
    said = {found.code: found.message for found in make_sheets(club.folder, 1).findings}
    filled = {f"{field}={value}" for (_, _, field), value in stands(club.folder, 2).items()}
    assert filled == {"coin=2", "game.1.winner=2", "game.1.level=decisive", "result.remarks=player 1 came late"}
    assert not stands(club.folder, 1)
    names = open_event(club.folder).event.names
    assert f"seat 1 is {names[two]} ({two}) now and was {names[one]} ({one})" in said["names-seat"]
    assert "went along from table 1 (3 boxes)" in said["seats-exchanged"]
    assert said["seats-exchanged"].endswith("coin was blank and says 2 now")


def test_it_is_said_that_a_coin_was_written_out(tmp_path: Path) -> None:
    club = evening(tmp_path, "game.1.winner=1", "game.1.level=decisive")
    exchange(club.folder)
    (said,) = [one.message for one in make_sheets(club.folder, 1).findings if one.code == "seats-exchanged"]
    assert said.endswith("(2 boxes), and what named a seat names the other one; coin was blank and says 2 now")


def test_a_coin_stays_blank_where_nothing_depends_on_it(tmp_path: Path) -> None:
    club = evening(
        tmp_path, "match.1.game.1.winner=1", "match.1.game.1.level=marginal", "match.2.result.remarks=soon", series=3
    )
    assert turned(club) == [
        "match.1.coin=2", "match.1.game.1.level=marginal", "match.1.game.1.winner=2", "match.2.result.remarks=soon"
    ]  # fmt: skip


@pytest.mark.parametrize(("given", "winner"), [(0, "P01"), (20, "P02")])
def test_a_handicap_stays_with_its_player(tmp_path: Path, given: int, winner: str) -> None:
    club = evening(tmp_path, given=given)
    seat = str(club.seats(1)[1].index("P01") + 1)
    club.type_in(
        1, f"1,,coin,{seat}", f"1,,game.1.winner,{seat}", "1,,game.1.level,marginal", f"1,,game.2.winner,{seat}"
    )
    before = scored(club)
    assert {row["player"]: row["total"] for row in before} == {"P01": 7, "P02": -7}
    assert [row["player"] for row in before if row["result"] == "win"] == [winner]
    # the better of the two results per game: 7 against -7, or with 20 more 7 against 13
    assert {row["player"]: row["net"] for row in before}[winner] == (Fraction(13, 2) if given else Fraction(7, 2))
    turned(club)
    assert scored(club) == before


@pytest.mark.parametrize("text", ["player 1 came late", "ask Seat 1"])
def test_it_is_said_of_a_text_that_names_a_player_by_the_seat(text: str, tmp_path: Path) -> None:
    club = evening(tmp_path, "game.1.winner=1", "game.1.level=decisive", f"result.remarks={text}")
    one, two = pairs_of(drawn_in(club.folder, 1))[0]
    exchange(club.folder)
    made = run("-C", club.folder, "sheets", 1)
    sheet, cell = cell_of(club.folder, 1, "", "result.remarks")
    assert f"{sheet}!{cell}: table 1, table sheet, result.remarks: “{text}” stays as it was typed" in plain(made.stderr)
    names = {"P01": "Player 1 (P01)", "P02": "Player 2 (P02)"}
    assert f"and seat 1 is {names[two]} now and was {names[one]}. Read it again" in plain(made.stderr)
    assert f"result.remarks={text}" in {f"{field}={value}" for (_, _, field), value in stands(club.folder).items()}


@pytest.mark.parametrize("text", ["both came late", "1 hour", "players 1-2", "player 12"])
def test_nothing_is_said_of_texts_that_name_neither(text: str, tmp_path: Path) -> None:
    club = evening(tmp_path, "game.1.winner=1", "game.1.level=decisive", f"result.remarks={text}")
    exchange(club.folder)
    assert "names-seat" not in {one.code for one in make_sheets(club.folder, 1).findings}


def test_it_is_said_of_a_log_that_names_seats_whose_pages_went_along(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "club")
    type_lines(folder, "1,,log.1.event,strike.1 took off before Strike 2; strike.3 waited", "1,,log.1.pilot,strike.3")
    type_lines(folder, "1,,log.2.event,left early", "1,,log.2.pilot,strike.1")
    type_lines(folder, "1,,log.3.event,came late", "1,,log.3.pilot,Strike flight 2")  # as the page calls it
    seats = drawn_in(folder, 1).tables[0].seats
    one, two = seats["strike.1"], seats["strike.2"]
    edit_draw(folder, 1, {(1, "strike.1"): two, (1, "strike.2"): one})
    (said,) = [found.message for found in make_sheets(folder, 1).findings if found.code == "names-seat"]
    assert "log.1.event" in said
    assert "seat strike.1 is" in said
    assert "strike.2 is" in said
    assert "strike.3 is" not in said
    assert "1,,log.2.pilot,strike.2," in entries(folder / "round1.xlsx")
    assert "1,,log.3.pilot,strike.1," in entries(folder / "round1.xlsx")


SERIES = (
    "match.1.game.1.winner=1", "match.1.game.1.level=decisive",
    "match.1.game.2.winner=2", "match.1.game.2.level=decisive", "match.2.coin=2",
    "match.2.game.1.winner=2", "match.2.game.1.level=marginal", "match.2.game.2.side_a=1",
    "match.2.game.2.winner=2", "match.2.game.2.level=substantive", "match.2.game.2.points.1=-3",
    "match.3.game.1.winner=draw", "match.3.game.2.winner=1", "match.3.game.2.level=marginal",
)  # fmt: skip
"""For seat 1 6 - 6, - 1 - 3 and 0 + 1 match points: 3 less than none."""

SERIES_TURNED = [
    "match.1.coin=2", "match.1.game.1.level=decisive", "match.1.game.1.winner=2",
    "match.1.game.2.level=decisive", "match.1.game.2.winner=1",
    "match.2.coin=1", "match.2.game.1.level=marginal", "match.2.game.1.winner=1",
    "match.2.game.2.level=substantive", "match.2.game.2.points.2=-3", "match.2.game.2.side_a=2",
    "match.2.game.2.winner=1",
    "match.3.coin=2", "match.3.game.1.winner=draw", "match.3.game.2.level=marginal", "match.3.game.2.winner=2",
]  # fmt: skip


@pytest.mark.parametrize("given", [0, 8])
def test_a_series_is_turned_match_by_match_and_makes_the_same_handicap(tmp_path: Path, given: int) -> None:
    club = evening(tmp_path, *SERIES, series=3, given=given, grading="graded")
    one, two = club.seats(1)[1]
    before, made = scored(club), series_of(club)
    assert (made[one], made[two]) == (-3, 3)
    # by this series alone 2/3 of 3 points for whoever lost, 2; P02 had 8: a third of these and two thirds of the 2
    holder, new = {0: (one, 2), 8: ("P02", 4) if one == "P02" else ("P02", Fraction(4, 3))}[given]
    assert (made["holder"], made["handicap"]) == (holder, new)
    assert turned(club) == SERIES_TURNED
    assert club.seats(1)[1] == (two, one)
    assert scored(club) == before
    assert series_of(club) == made


def series_of(club: Evening) -> dict[str, object]:
    """Give the totals of the only series by player, and the handicap that it makes."""
    (line,) = read_results(club.folder / "round1-results.xlsx").lists["series"]
    handicap: Any = line["handicap"]
    totals: Any = zip(line["players"], line["totals"], strict=True)  # type: ignore[call-overload]
    return {**dict(totals), "holder": handicap["player"], "handicap": Fraction(handicap["new"])}


# a plug-in


MIRROR = "\n[block.mirror]\n"
"""That throws go along with their players: a line of them is a seat."""


@pytest.mark.parametrize("mirror", [MIRROR, ""])
def test_the_forms_of_a_plug_in_say_what_goes_along(
    mirror: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    folder = tmp_path / "club"
    new(folder, system="dice")
    form = (Path(__file__).parents[1] / "dice_game/templates/dice/throws.toml").read_text(encoding="utf-8")
    (folder / "templates" / "dice").mkdir(parents=True)
    (folder / "templates" / "dice" / "throws.toml").write_text(form + mirror, encoding="utf-8")
    draw(folder)
    make_sheets(folder)
    type_lines(folder, "1,s1,throws.pips,11", "1,s2,throws.pips,4")
    before = ingest(folder / "round1.xlsx").rows
    exchange(folder)
    if not mirror:
        assert ": throws.pips = 11 has no place on the new sheets" in run("-C", folder, "sheets", 1, status=1).stderr
        return
    make_sheets(folder, 1)
    assert stands(folder) == {(1, "s1", "throws.pips"): "4", (1, "s2", "throws.pips"): "11"}
    after = ingest(folder / "round1.xlsx").rows
    assert {row["player"]: row["pips"] for row in after} == {row["player"]: row["pips"] for row in before}


def test_what_goes_along_and_is_no_primary_target_of_the_other_seat_is_named(tmp_path: Path) -> None:
    targets = tuple(Target(name=f"Bridge {seat}", class_="primary", seats=(seat,)) for seat in (1, 2))
    strike = TaskSide(id="strike", title="Strike", force="blue", tasks=("strike",), seats=2, targets=targets)
    bridges = TaskScenario(id="bridge", title="Bridges", sides=(strike, INTERCEPTORS))
    folder = started(tmp_path / "event", amps_event(players=5, scenarios=(bridges,)))
    hits = (("strike.1", "Bridge 1", 2), ("strike.2", "Bunker", 1))
    type_lines(
        folder,
        *(f"1,{seat},strike.hits.1.target,{target}" for seat, target, _ in hits),
        *(f"1,{seat},strike.hits.1.d,{number}" for seat, _, number in hits),
    )
    (table,) = drawn_in(folder, 1).tables
    edit_draw(folder, 1, {(1, "strike.1"): table.seats["strike.2"], (1, "strike.2"): table.seats["strike.1"]})
    told = [one.message for one in make_sheets(folder, 1).news if one.code == "page-otherwise"]
    assert told == [
        "table 1, strike.2: what was typed came along from strike.1, and counts as something else: Bridge 1 (category "
        "primary there, opportunity here). Read it again, and correct what does not fit"
    ]
    assert "1,strike.2,strike.hits.1.target,Bridge 1" in entries(folder / "round1.xlsx")


@pytest.mark.parametrize("event", [diplomacy_event(7), amps_event(players=10)])
def test_a_cleared_seat_stays_cleared_where_its_player_is_drawn_now(event: Event, tmp_path: Path) -> None:
    folder = started(tmp_path / "event", event)
    (here, one), (there, other), *_ = drawn_in(folder, 1).tables[0].seated.items()
    type_lines(folder, f"1,{here},seat.pilot,-")
    edit_draw(folder, 1, {(1, here): other, (1, there): one})
    make_sheets(folder, 1)
    now = {
        line.split(",")[1]: line.split(",")[3]
        for line in entries(folder / "round1.xlsx").splitlines()[1:]
        if ",seat.pilot," in line
    }
    assert (now[here], now[there]) == (other, "")
