"""Ids are identity, names are looked up: who has results stays in the event, a corrected name is seen everywhere."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from amps_event import amps_event
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event
from event_folder import cell_of, filled_folder
from looking import values_in
from team_event import fill_in, team_event, team_folder, typed
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.event.toml import write_toml
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of two rounds in which ten are entered and the first round, of nine, is scored."""
    folder = tmp_path_factory.mktemp("event") / "origins"
    filled_folder(folder, amps_event(players=10, rounds=("bridge", "bridge")))
    ingest(folder / "round1.xlsx")
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def pilot_of(folder: Path, seat: str = "strike.1") -> str:
    """Say who is drawn for a seat of round 1."""
    return next(player for _, at, player in draw_of(open_event(folder), 1).draw.places() if at == seat)


def change(folder: Path, part: str, id_: str, **values: object) -> None:
    """Correct a player or a team in event.xlsx; without values it is deleted."""
    event = load_event(folder)
    old = getattr(event, part)
    new = tuple(one.model_copy(update=values) if one.id == id_ else one for one in old if values or one.id != id_)
    assert new != old
    write_event(event.model_copy(update={part: new}), folder)


def complaints(of: Callable[[], object]) -> list[tuple[str, str]]:
    """Give code and message of the errors that stop a command."""
    with pytest.raises(MistakesFound) as stopped:
        of()
    return [(one.code, one.message) for one in stopped.value.findings if one.is_error]


def said_by_check(path: Path) -> list[tuple[str, str]]:
    done = check(path)
    assert done.status == "errors"
    return [(one.code, one.message) for one in done.findings if one.code == "has-results"]


def texts(workbook: Path, sheet: str) -> str:
    """Give all that can be read on a sheet."""
    rows = values_in(workbook)[sheet]
    return "\n".join(str(value) for row in rows for value in row if value is not None)


# who has results stays


def test_whoever_has_results_cannot_be_deleted_whatever_command_comes_next(folder: Path) -> None:
    pilot = pilot_of(folder)
    change(folder, "players", pilot)
    ((code, message),) = said_by_check(folder)
    assert code == "has-results"
    assert f"Pilot {int(pilot[1:])} ({pilot}) has results in round 1 and is no longer in the event" in message
    assert "a last round instead: 1 under “Last round”" in message
    for command in (
        lambda: draw(folder, 2),
        lambda: make_sheets(folder, 1),
        lambda: ingest(folder / "round1.xlsx"),
        lambda: standings(folder),
    ):
        assert complaints(command) == [(code, message)]
    assert said_by_check(folder / "round1.xlsx") == [(code, message)]


def test_who_leaves_with_a_last_round_keeps_the_place_in_the_standings(folder: Path) -> None:
    pilot = pilot_of(folder)
    change(folder, "players", pilot, last_round=1)
    assert pilot in {row["id"] for row in standings(folder).rows}
    assert pilot not in {player for _, _, player in draw(folder, 2).draw.places()}


def test_a_substitute_who_flew_cannot_be_deleted_and_who_did_not_can(folder: Path) -> None:
    drawn = {player for _, _, player in draw_of(open_event(folder), 1).draw.places()}
    pilot, (substitute,) = pilot_of(folder), set(load_event(folder).names) - drawn
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.1", "seat.pilot"): substitute})
    ingest(folder / "round1.xlsx")
    change(folder, "players", pilot)
    assert not [one for one in check(folder).findings if one.code == "has-results"]
    change(folder, "players", substitute)
    ((_, message),) = said_by_check(folder)
    assert f"({substitute}) has results in round 1" in message


def test_an_event_in_toml_is_told_the_key(folder: Path) -> None:
    pilot = pilot_of(folder)
    event = load_event(folder)
    kept = event.model_copy(update={"players": tuple(one for one in event.players if one.id != pilot)})
    (folder / "event.toml").write_text(write_toml(kept), encoding="utf-8")
    (folder / "event.xlsx").unlink()
    ((_, message),) = said_by_check(folder)
    assert message.endswith("1 under last_round")


def test_teams_and_their_pilots_with_results_cannot_be_deleted(tmp_path: Path) -> None:
    folder = team_folder(tmp_path / "cup", team_event(teams=5, substitutes=1))
    drawn = draw_of(open_event(folder), 1).draw
    fill_in(folder, typed(drawn, {}))
    ingest(folder / "round1.xlsx")
    event = load_event(folder)
    others = tuple(player for player in event.players if getattr(player, "team", "") != "T2")
    teams = tuple(team for team in event.teams if team.id != "T2")  # type: ignore[attr-defined]
    write_event(event.model_copy(update={"players": others, "teams": teams}), folder)
    messages = [message for _, message in said_by_check(folder)]
    assert any("Team 2 (T2) has results in round 1" in one and "last round" not in one for one in messages)
    if {"2A", "2B"} <= {player for _, _, player in drawn.places()}:
        assert {one.split()[0] for one in messages} == {"Team", "2A", "2B"}


def test_teams_of_duplicate_and_players_of_diplomacy_with_results_cannot_be_deleted(tmp_path: Path) -> None:
    duplicate = tmp_path / "duplicate"
    write_event(duplicate_event(reds=4, blues=3), duplicate)
    draw(duplicate)
    made = make_sheets(duplicate)
    lines = [("table", "seat", "field", "value")]
    lines += [
        (str(table.number), f"r{number}", f"{side}.sp", "5")
        for table in draw_of(open_event(duplicate), 0).draw.tables
        for number in (1, 2, 3)
        for side in ("red", "blue")
        if table.seats[f"r{number}.red"] and table.seats[f"r{number}.blue"]
    ]
    type_lines(made.path, lines)
    ingest(made.path)
    change(duplicate, "teams", "R4")
    ((_, message),) = said_by_check(duplicate)
    assert "Red 4 (R4) has results in rounds 1, 2 and 3 and is no longer in the event" in message
    assert "a last round instead: 3 under “Last round”" in message

    boards = tmp_path / "boards"
    write_event(diplomacy_event(players=7, rounds=2), boards)
    draw(boards, 1)
    made = make_sheets(boards, 1)
    centres = {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}
    lines = [("table", "seat", "field", "value"), ("1", "", "outcome", "time"), ("1", "", "final_year", "1907")]
    lines += [("1", power, "centres.final", str(count)) for power, count in centres.items()]
    lines += [("1", power, "eliminated", year) for power, year in (("Austria", "1903"), ("France", "1905"))]
    lines += [("1", "Germany", "eliminated", "1904")]
    type_lines(made.path, lines)
    assert ingest(made.path).status != "errors"
    change(boards, "players", "P03")
    ((_, message),) = said_by_check(boards)
    assert "Player 3 (P03) has results in round 1" in message


def type_lines(workbook: Path, lines: Sequence[tuple[str, ...]]) -> None:
    source = workbook.with_suffix(".csv")
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(lines)
    fill(workbook, source)


# names are looked up


def test_a_corrected_name_stands_in_the_standings_and_in_results_and_draws_made_again(folder: Path) -> None:
    pilot = pilot_of(folder)
    old = load_event(folder).names[pilot]
    change(folder, "players", pilot, name="Zoë Corrected")
    assert {row["name"] for row in standings(folder).rows if row["id"] == pilot} == {"Zoë Corrected"}
    in_workbook = texts(folder / "standings.xlsx", "Standings")
    assert "Zoë Corrected" in in_workbook
    assert old not in in_workbook.splitlines()
    ingest(folder / "round1.xlsx")
    assert {row["name"] for row in read_results(folder / "round1-results.xlsx").rows if row["player"] == pilot} == {
        "Zoë Corrected"
    }
    assert "Zoë Corrected" in texts(folder / "round1-results.xlsx", "Results")
    drawn = draw(folder, 1, again=True)
    sheets = values_in(drawn.path)
    assert all(old not in texts(drawn.path, sheet).splitlines() for sheet in sheets)
    assert any("Zoë Corrected" in texts(drawn.path, sheet) for sheet in sheets)
    make_sheets(folder, 1)
    assert f"Zoë Corrected ({pilot})" in texts(folder / "round1.xlsx", "Table 1")


def test_a_corrected_name_of_a_team_stands_beside_those_who_met_it(tmp_path: Path) -> None:
    folder = team_folder(tmp_path / "cup", team_event(teams=4))
    fill_in(folder, typed(draw_of(open_event(folder), 1).draw, {}))
    ingest(folder / "round1.xlsx")
    change(folder, "teams", "T3", name="The Aces")
    assert {row["name"] for row in standings(folder).rows if row["id"] == "T3"} == {"The Aces"}
    path = folder / "standings.xlsx"
    everything = "\n".join(texts(path, sheet) for sheet in values_in(path))
    assert "The Aces" in everything
    assert "Team 3" not in everything
