"""Who plays where, by the commands: at two tables, against oneself, alone; rounds that an event does not have."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from airforce_event import airforce_event, fight
from amps_event import amps_event
from aso_commands import edit_draw
from aso_event import aso_event
from dice_system import DICE, DiceEvent, install, starter
from diplomacy_event import diplomacy_event
from event_folder import cell_of
from match_event import match_event
from msgspec.structs import replace
from team_event import team_event
from typing_in import type_in

from sheetscore.event.model import Event, Player
from sheetscore.findings import Severity
from sheetscore.operations.change_draw import change_draw
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.rare_hooks import HouseHabits

NAMES = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}


def dice_league() -> DiceEvent:
    """A league of a plug-in: four players at two tables."""
    return starter("League").model_copy(
        update={"players": tuple(Player(id=id_, name=name) for id_, name in NAMES.items())}
    )


def tried(folder: Path, *lines: str) -> Ingested:
    (folder / "typed.csv").write_text("\n".join(["table,seat,field,value", *lines]) + "\n")
    fill(folder / "round1.xlsx", folder / "typed.csv")
    return ingest(folder / "round1.xlsx")


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    install(monkeypatch)
    write_event(dice_league(), tmp_path / "league")
    draw(tmp_path / "league", 1)
    return tmp_path / "league"


THROWN = tuple(f"{table},s{seat},throws.pips,7" for table in (1, 2) for seat in (1, 2))


@pytest.mark.parametrize(
    ("place", "where"),
    [("2,s1", "at table 1, s1 and table 2, s1"), ("1,s2", "on seats s1 and s2 of table 1")],
    ids=["at two tables", "against oneself"],
)
def test_who_plays_twice_in_a_plug_in_is_an_error_and_nothing_is_scored(league: Path, place: str, where: str) -> None:
    make_sheets(league, 1)
    done = tried(league, *THROWN, f"{place},throws.player,A")
    (found,) = done.findings
    assert (done.status, found.code, done.results_path) == ("errors", "seat-twice", None)
    assert found.message == f"Ann (A) sits {where}; enter who really played each"
    assert found.sheet == f"Table {place[0]}"
    assert found.cell


def test_who_is_left_alone_on_the_sheets_of_a_plug_in_is_an_error(league: Path) -> None:
    make_sheets(league, 1)
    done = tried(league, *THROWN[:3], "2,s2,throws.player,-")
    alone = [one for one in done.findings if one.code == "name-missing"]
    assert done.results_path is None
    assert [one.message for one in alone] == [
        "table 2: Cy (C) is alone there, without anybody to play with. Choose who played, too; if nobody did, take the "
        "player off the draw and make the sheets again"
    ]


@pytest.mark.parametrize(("player", "code"), [("-", "name-missing"), ("first", "seat-twice")])
def test_two_different_players_play_a_match(tmp_path: Path, player: str, code: str) -> None:
    write_event(match_event(2, 1), tmp_path / "club")
    seats = draw(tmp_path / "club", 1).draw.tables[0].seats
    make_sheets(tmp_path / "club", 1)
    done = tried(tmp_path / "club", f"1,2,seat.pilot,{seats['1'] if player == 'first' else player}")
    assert code in {one.code for one in done.findings if one.is_error}
    assert done.results_path is None


def test_who_is_left_alone_by_drop_is_told_by_the_draw_and_stops_the_ingest(league: Path) -> None:
    dropped = change_draw(league, 1, [], ["D"])
    alone = [one for one in dropped.findings if one.code == "empty-seat"]
    assert [one.message.partition(".")[0] for one in alone] == ["table 2: Cy (C) sits there alone"]
    make_sheets(league, 1)
    assert "name-missing" in {one.code for one in tried(league, *THROWN[:3]).findings}


def switched_off(folder: Path, monkeypatch: pytest.MonkeyPatch, habits: HouseHabits) -> Path:
    """Give the league, drawn, of a plug-in with habits of its own."""
    install(monkeypatch, replace(DICE, habits=habits))
    write_event(dice_league(), folder)
    draw(folder, 1)
    return folder


def test_a_system_lets_somebody_play_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league = switched_off(tmp_path / "league", monkeypatch, HouseHabits(twice_on_sheets=False))
    make_sheets(league, 1)
    done = tried(league, *THROWN[:3], "2,s1,throws.player,A")
    assert [one.code for one in done.findings] == ["result-missing"]


def test_a_system_lets_somebody_sit_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league = switched_off(tmp_path / "league", monkeypatch, HouseHabits(alone_drawn=None, alone_on_sheets=False))
    assert "empty-seat" not in {one.code for one in change_draw(league, 1, [], ["D"]).findings}
    make_sheets(league, 1)
    assert "name-missing" not in {one.code for one in tried(league, *THROWN[:3]).findings}


def test_a_system_whose_game_takes_two_drops_nobody_without_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = switched_off(tmp_path / "league", monkeypatch, HouseHabits(alone_drawn=Severity.ERROR))
    with pytest.raises(MistakesFound, match=r"sits there alone"):
        change_draw(league, 1, [], ["D"])


@pytest.mark.parametrize(
    "event",
    [amps_event(rounds=("bridge", "bridge")), team_event(), aso_event(8, 3), match_event(4, 3), diplomacy_event(7)],
    ids=lambda event: event.header.system,
)
@pytest.mark.parametrize("number", [0, 9])
def test_a_round_that_the_event_does_not_have_is_refused_in_one_wording(
    tmp_path: Path, event: Event, number: int
) -> None:
    write_event(event, tmp_path / "club")
    rounds = " and ".join(filter(None, (", ".join(map(str, event.stages[:-1])), str(event.stages[-1]))))
    many = "rounds" if len(event.stages) > 1 else "round"
    for command in (draw, make_sheets, partial(change_draw, added=[], dropped=[])):
        with pytest.raises(WrongUsage, match=f"the event has no round {number}; it has {many} {rounds}"):
            command(tmp_path / "club", number)


def test_who_was_cleared_from_a_seat_flies_nothing_on_the_other_side_either(tmp_path: Path) -> None:
    """P01 stayed away; then the draw has him in the seat of the other side, and somebody else in his."""
    folder = tmp_path / "hill"
    write_event(airforce_event(6, 2, 2, scenarios=(fight(2, 1),)), folder)
    seats = draw(folder, 1).draw.tables[0].seated
    make_sheets(folder, 1)
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "blue.1", "seat.pilot"): None})
    edit_draw(folder, 1, {(1, "blue.1"): seats["red.1"], (1, "red.1"): seats["blue.1"]})
    make_sheets(folder, 1)
    filled = [line.split(",")[1:4] for line in entries(folder / "round1.xlsx").splitlines() if line.startswith("1,")]
    assert [(seat, who) for seat, box, who in filled if box == "seat.pilot"] == [
        ("blue.1", seats["red.1"]),
        ("blue.2", seats["blue.2"]),
        ("red.1", ""),
    ]
