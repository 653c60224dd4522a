"""Two laptops with an event each, of which one has changed its draw: their sheets merge once both have one draw."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from airforce_event import airforce_event
from amps_event import amps_event
from aso_commands import drawn_in, edit_draw, type_lines
from aso_event import aso_event
from duplicate_event import duplicate_event
from event_folder import started as amps_started
from kept_events import started
from match_commands import run
from match_event import match_event, scenario

from sheetscore.event.model import Event
from sheetscore.operations.check import check
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound

EVENTS: dict[str, Event] = {
    "aso": aso_event(4),
    "match": match_event(4, scenarios=(scenario(),), pairing="round-robin"),
}


def started_with(system: str, folder: Path) -> Path:
    return started(folder, EVENTS[system]) if system in EVENTS else amps_started(folder)


@pytest.mark.parametrize(
    ("system", "left", "right"),
    [
        ("aso", ("1,,winner,1",), ("2,,winner,2",)),
        ("match", ("1,,game.1.winner,1",), ("2,,game.1.winner,2",)),
        ("amps", ("1,cap.1,air-combat.rolls.2,1",), ("1,strike.2,claimed.sp,3",)),
    ],
)
def test_copies_of_two_draws_say_who_sits_where_and_merge_once_they_have_one(
    system: str, left: tuple[str, ...], right: tuple[str, ...], tmp_path: Path
) -> None:
    ann = started_with(system, tmp_path / "ann")
    bob = Path(shutil.copytree(ann, tmp_path / "bob"))
    type_lines(ann, *left)
    type_lines(bob, *right)
    table = drawn_in(bob, 1).tables[0]
    seat, gone = next(iter(table.seated.items()))
    run("-C", bob, "draw", 1, "--drop", gone)
    run("-C", bob, "sheets", 1)
    shutil.copy(bob / "round1.xlsx", ann / "bob.xlsx")
    copies = (ann / "round1.xlsx", ann / "bob.xlsx", ann / "round1.xlsx")
    with pytest.raises(MistakesFound) as told:
        merge_copies(*copies)
    differ, *seats = [one.message for one in told.value.findings]
    assert differ == (
        "round1.xlsx and bob.xlsx were made from draws that differ. Agree on one: copy round1-draw.xlsx, by which "
        "round1.xlsx was made, into the folder that bob.xlsx comes from and make the sheets there again (sheetscore "
        "sheets 1; what was typed goes along with its people), then merge; or type what only the one has into the "
        "other. They differ in what follows"
    )
    assert f"table {table.number}, {seat}, " in seats[0]
    assert f"({gone}) and bob.xlsx has nobody" in " ".join(seats)
    shutil.copy(ann / "round1-draw.xlsx", bob)
    run("-C", bob, "sheets", 1)
    shutil.copy(bob / "round1.xlsx", ann / "bob.xlsx")
    run("-C", ann, "merge", *copies[:2], "-o", copies[2])
    entries = run("-C", ann, "entries", ann / "round1.xlsx").stdout
    assert all(line in entries for line in (*left, *right))


def test_lines_of_another_round_are_asked_about_and_a_substitute_is_not(tmp_path: Path) -> None:
    folder = started(tmp_path / "hill", match_event(6, scenarios=(scenario(grading="win"),), pairing="round-robin"))
    type_lines(folder, *(f"{table},,game.{game}.winner,{table % 2 + 1}" for table in (1, 2, 3) for game in (1, 2)))
    written = tmp_path / "r1.csv"
    entries(folder / "round1.xlsx", written)
    ingest(folder / "round1.xlsx")
    for command in ("draw", "sheets"):
        run("-C", folder, command, 2)
    before = (folder / "round2.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as told:
        fill(folder / "round2.xlsx", written)
    (found,) = [one for one in told.value.findings if one.code == "round-differs"]
    assert found.message.startswith("it has the players of round 1 on 6 of 6 seats: if it was written from round1.xlsx")
    assert (folder / "round2.xlsx").read_bytes() == before
    seats = drawn_in(folder, 2).tables[0].seated
    one = tmp_path / "one.csv"
    other = next(player for player in drawn_in(folder, 2).tables[1].seated.values())
    one.write_text(f"table,seat,field,value\n1,{next(iter(seats))},seat.pilot,{other}\n", encoding="utf-8")
    assert fill(folder / "round2.xlsx", one).typed == 1
    fill(folder / "round2.xlsx", written, force=True)  # as if what stands on the sheets had been pasted over them
    held = ingest(folder / "round2.xlsx")
    (found,) = [one for one in held.findings if one.code == "round-differs"]
    assert found.message.startswith("round2.xlsx has the players of round 1 on 6 of 6 seats. If what was typed in")
    assert held.results_path is None
    (said,) = [one for one in check(folder / "round2.xlsx").findings if one.code == "round-differs"]
    assert said.message.endswith("if they played so again, add --force to “sheetscore ingest round2.xlsx”")
    assert ingest(folder / "round2.xlsx", force=True).results_path
    assert ingest(folder / "round2.xlsx").status != "errors"


@pytest.mark.parametrize(("renamed", "asks"), [((1, 2, 3), True), ((1,), False)])
def test_lines_of_another_event_are_asked_about_and_somebody_renamed_is_not(
    renamed: tuple[int, ...], asks: bool, tmp_path: Path
) -> None:
    folder = started(tmp_path / "ours", duplicate_event())
    written = entries(folder / "travellers.xlsx", tmp_path / "theirs.csv")
    there = written.replace("1,r1,red.sp,,", "1,r1,red.sp,55,")
    for number in renamed:
        there = there.replace(f"Red {number} (R{number})", f"Other {number} (R{number})")
    (lines := tmp_path / "theirs.csv").write_text(there, encoding="utf-8")
    if not asks:
        fill(folder / "travellers.xlsx", lines)
        return
    with pytest.raises(MistakesFound) as told:
        fill(folder / "travellers.xlsx", lines)
    (found,) = [one for one in told.value.findings if one.code == "other-event"]
    assert "Other 1 (R1), here Red 1 (R1)" in found.message
    assert "55" not in entries(folder / "travellers.xlsx")
    assert fill(folder / "travellers.xlsx", lines, force=True).typed


HALVES: dict[str, tuple[Event, list[str], list[str]]] = {
    "match": (
        match_event(2, scenarios=(scenario(),), pairing="round-robin"),
        ["1,,game.1.winner,1", "1,,coin,1"],
        ["game.1.winner"] * 2,
    ),
    "series": (
        match_event(2, scenarios=(scenario(),), pairing="round-robin", series=3),
        ["1,,match.1.game.1.winner,1", "1,,match.1.coin,1"],
        ["match.1.game.1.winner"] * 2,
    ),
    "airforce": (
        airforce_event(),
        ["1,blue.1,turn.3.plot,F", "1,blue.2,turn.4.plot,F"],
        ["turn.4.plot", "turn.3.plot"],
    ),
}
"""Events, what is typed, and what of it stands at the first two seats after these two have exchanged them."""


@pytest.mark.parametrize("played", HALVES)
def test_half_the_lines_from_before_an_exchange_of_seats_say_whose_the_other_values_are_now(
    played: str, tmp_path: Path
) -> None:
    event, typed, left = HALVES[played]
    folder = started(tmp_path / "hill", event)
    type_lines(folder, *typed)
    whole = entries(folder / "round1.xlsx").splitlines()
    (here, one), (there, two), *_ = drawn_in(folder, 1).tables[0].seated.items()
    edit_draw(folder, 1, {(1, here): two, (1, there): one})
    make_sheets(folder, 1)
    half = [whole[0], *(line for line in whole if ",seat.pilot," in line or ",coin," in line or ".coin,1," in line)]
    (lines := tmp_path / "half.csv").write_text("\n".join(half), encoding="utf-8")
    with pytest.raises(
        MistakesFound, match=r"half.csv puts others on pages with typed values \(\d of these are not in"
    ):
        fill(folder / "round1.xlsx", lines)
    done = fill(folder / "round1.xlsx", lines, force=True)
    assert f"table 1, {here}, seat.pilot (“{two}”); table 1, {there}, seat.pilot (“{one}”)" in done.in_words
    who = {player: f"{event.names[player]} ({player})" for player in (one, two)}
    assert [one.message for one in done.findings] == [
        f"table 1, {seat}: it is {who[now]} now and was {who[was]} (1 box: {box}); what else was typed there counts "
        "for who is there now"
        for seat, now, was, box in ((here, one, two, left[0]), (there, two, one, left[1]))
    ]


def test_more_than_twenty_values_that_lines_would_give_to_substitutes_are_asked_about(tmp_path: Path) -> None:
    event = airforce_event(players=6)
    folder = started(tmp_path / "hill", event)
    plots = [f"1,{seat},turn.{turn}.plot,F" for seat in ("blue.1", "blue.2") for turn in range(1, 12)]
    type_lines(folder, *plots)
    one, other = sorted({*event.names} - {*drawn_in(folder, 1).tables[0].seated.values()})
    substitutes = f"table,seat,field,value\n1,blue.1,seat.pilot,{one}\n"
    (lines := tmp_path / "one.csv").write_text(substitutes, encoding="utf-8")
    fill(folder / "round1.xlsx", lines)
    type_lines(folder, f"1,blue.1,seat.pilot,{drawn_in(folder, 1).tables[0].seats['blue.1']}")
    before = (folder / "round1.xlsx").read_bytes()
    (lines := tmp_path / "old.csv").write_text(f"{substitutes}1,blue.2,seat.pilot,{other}\n", encoding="utf-8")
    with pytest.raises(MistakesFound, match=r"old.csv puts others on pages with typed values \(22 of these"):
        fill(folder / "round1.xlsx", lines)
    assert (folder / "round1.xlsx").read_bytes() == before
    said = fill(folder / "round1.xlsx", lines, force=True).findings
    assert ["11 boxes: turn.1.plot, turn.2.plot" in one.message for one in said] == [True, True]


def test_lines_for_a_page_of_somebody_else_name_whose_its_other_values_are_now(tmp_path: Path) -> None:
    folder = amps_started(tmp_path / "origins", amps_event(players=10, tables=1))
    (lines := tmp_path / "old.csv").write_text(entries(folder / "round1.xlsx"), encoding="utf-8")
    seats = drawn_in(folder, 1).tables[0].seated
    drawn, (spare,) = seats["strike.2"], {f"P{number:02}" for number in range(1, 11)} - {*seats.values()}
    type_lines(folder, f"1,strike.2,seat.pilot,{spare}", "1,strike.2,claimed.sp,3", "1,strike.3,claimed.sp,2")
    done = fill(folder / "round1.xlsx", lines)
    (said,) = [one.message for one in done.findings if one.code == "players-moved"]
    assert said.startswith("table 1, strike.2: it is ")
    assert f"({drawn}) now and was " in said
    assert said.endswith(" (1 box: claimed.sp); what else was typed there counts for who is there now")


def test_lines_of_a_whole_page_name_who_has_no_page_any_more(tmp_path: Path) -> None:
    folder, event = started(tmp_path / "hill", airforce_event()), airforce_event()
    type_lines(folder, *(f"1,{seat},turn.1.plot,F" for seat in ("blue.1", "blue.2")))
    whole = entries(folder / "round1.xlsx").splitlines()
    one, other = (drawn_in(folder, 1).tables[0].seated[seat] for seat in ("blue.1", "blue.2"))
    edit_draw(folder, 1, {(1, "blue.1"): other, (1, "blue.2"): one})
    make_sheets(folder, 1)
    page = [whole[0], *(line for line in whole if line.startswith("1,blue.1,"))]  # both pages have the same texts
    (lines := tmp_path / "page.csv").write_text("\n".join(page), encoding="utf-8")
    (said,) = [found.message for found in fill(folder / "round1.xlsx", lines, force=True).findings]
    now, was = (f"{event.names[player]} ({player})" for player in (one, other))
    assert said == (
        f"table 1, blue.1: it is {now} now and was {was}, who has no place then (1 box: turn.1.plot); what else was "
        "typed there counts for who is there now"
    )


def test_lines_that_seat_somebody_where_the_player_was_cleared_say_whose_the_values_there_are_now(
    tmp_path: Path,
) -> None:
    folder, event = started(tmp_path / "hill", airforce_event()), airforce_event()
    type_lines(folder, "1,blue.2,turn.1.plot,F", "1,blue.2,seat.pilot,-")
    seats = drawn_in(folder, 1).tables[0].seated
    comes, drawn = (f"{event.names[seats[seat]]} ({seats[seat]})" for seat in ("blue.1", "blue.2"))
    (lines := tmp_path / "page.csv").write_text(
        f"table,seat,field,value\n1,blue.2,seat.pilot,{seats['blue.1']}\n", encoding="utf-8"
    )
    done = fill(folder / "round1.xlsx", lines, force=True)
    assert [one.message for one in done.findings] == [
        f"table 1, blue.2: it is {comes} now and was nobody, since {drawn} was cleared (1 box: turn.1.plot); what else "
        "was typed there counts for who is there now"
    ]
    assert done.in_words == "1 value typed in; 1 replaced: table 1, blue.2, seat.pilot (was cleared)"


def test_values_that_lines_replace_are_named(tmp_path: Path) -> None:
    folder = amps_started(tmp_path / "origins")
    type_lines(folder, "1,strike.2,claimed.sp,3")
    (lines := tmp_path / "new.csv").write_text("table,seat,field,value\n1,strike.2,claimed.sp,4\n", encoding="utf-8")
    assert fill(folder / "round1.xlsx", lines).in_words == (
        "1 value typed in; 1 replaced: table 1, strike.2, claimed.sp (“3”)"
    )


def test_players_whom_one_copy_exchanged_stop_the_merge_where_the_other_copy_has_values(tmp_path: Path) -> None:
    folder = started_with("aso", tmp_path / "cup")
    ann, bob = (Path(shutil.copy(folder / "round1.xlsx", folder / name)) for name in ("ann.xlsx", "bob.xlsx"))
    one, other = drawn_in(folder, 1).tables[0].seated.values()
    fill_with(ann, "1,,winner,1", "2,,winner,2")
    fill_with(bob, f"1,1,player,{other}", f"1,2,player,{one}")
    with pytest.raises(MistakesFound) as stopped:
        merge_copies(ann, bob, folder / "round1.xlsx")
    first, second = (f"Player {who[2:]} ({who})" for who in (one, other))
    assert [found.message for found in stopped.value.findings] == [
        f"table 1, {seat}: bob.xlsx has {new} there by now, and what was typed into ann.xlsx for {was} would count for "
        f"{new} (winner). Look at the paper, and put the same player into both"
        for seat, new, was in (("1", second, first), ("2", first, second))
    ]
    fill_with(ann, f"1,1,player,{other}", f"1,2,player,{one}", "1,,winner,2")
    assert merge_copies(ann, bob, folder / "round1.xlsx").path.exists()


def fill_with(workbook: Path, *lines: str) -> None:
    (source := workbook.with_suffix(".csv")).write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    fill(workbook, source)
