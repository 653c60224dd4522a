"""Names as people type them at tables: quotes of any form, enemies and members by who they are, names beside ids."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from amps_event import BRIDGE, amps_event
from diplomacy_event import diplomacy_event
from event_folder import GOOD_LINES, cell_of, filled_folder, started
from typing_in import type_in

from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS
from sheetscore.systems.tasks.model import Target

AIRCRAFT = "air-combat.damage.1.aircraft"


def typed_lines(folder: Path, *lines: tuple[object, ...]) -> None:
    """Type lines of CSV into the sheets of round 1."""
    source = folder.parent / "lines.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("table", "seat", "field", "value"), *lines])
    fill(folder / "round1.xlsx", source)


def recorded(folder: Path) -> dict[tuple[str, str, str], str]:
    """Give what stands on the sheets of round 1, as scripts have it."""
    lines = csv.DictReader(entries(folder / "round1.xlsx").splitlines())
    return {(line["table"], line["seat"], line["field"]): line["value"] for line in lines}


@pytest.fixture(scope="module")
def origins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One table, P01 to P09; one player is called with a nickname in quotes, a target likewise."""
    strike, *others = BRIDGE.sides
    targets = (Target(name='Bridge "Long"', class_="primary"), *strike.targets)
    scenario = BRIDGE.model_copy(update={"sides": (strike.model_copy(update={"targets": targets}), *others)})
    event = amps_event(scenarios=(scenario,), names={"P03": "Tom “Ace” O’Hara"})
    lines = GOOD_LINES.replace(",Bridge\n", ',"Bridge ″Long”"\n')
    return filled_folder(tmp_path_factory.mktemp("names") / "origins", event, lines)


def seat_of(folder: Path, player: str) -> str:
    return next(seat for _, seat, who in draw_of(open_event(folder), 1).draw.places() if who == player)


def test_quotes_of_any_form_name_the_target_of_the_list(origins: Path) -> None:
    assert recorded(origins)["1", "strike.1", "strike.hits.1.target"] == 'Bridge "Long"'
    place = cell_of(origins, 1, "strike.1", "strike.hits.1.target")
    for typed in ("bridge “long”", 'Bridge "Long"', "Bridge „Long‟"):
        type_in(origins / "round1.xlsx", {place: typed})
        assert ingest(origins / "round1.xlsx").status == "warnings"
        assert recorded(origins)["1", "strike.1", "strike.hits.1.target"] == 'Bridge "Long"'


def test_quotes_of_any_form_name_the_player(origins: Path) -> None:
    seat = seat_of(origins, "P03")
    for typed in ('Tom "Ace" O\'Hara', "tom „Ace” O‘Hara (p03)"):
        type_in(origins / "round1.xlsx", {cell_of(origins, 1, seat, "seat.pilot"): typed})
        done = ingest(origins / "round1.xlsx")
        assert done.status == "warnings"
        assert {one.code for one in done.findings} == {"not-verified"}
        assert next(row["player"] for row in done.rows if row["seat"] == seat) == "P03"


def test_an_enemy_aircraft_may_be_named_by_its_pilot(origins: Path) -> None:
    enemy = next(who for _, seat, who in draw_of(open_event(origins), 1).draw.places() if seat == "strike.1")
    name = open_event(origins).event.names[enemy]
    for typed in (enemy, name, f"{name} ({enemy})", "STRIKE.1"):
        type_in(origins / "round1.xlsx", {cell_of(origins, 1, "cap.1", AIRCRAFT): typed})
        assert recorded(origins)["1", "cap.1", AIRCRAFT] == "strike.1"
    own = next(who for _, seat, who in draw_of(open_event(origins), 1).draw.places() if seat == "cap.2")
    with pytest.raises(MistakesFound) as told:
        typed_lines(origins, (1, "cap.1", AIRCRAFT, own))
    assert [one.code for one in told.value.findings if one.code != "nothing-typed"] == ["not-listed"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One table, P01 to P09."""
    return started(tmp_path / "origins")


def test_a_name_beside_another_ones_id_is_a_mistake_that_names_both(folder: Path) -> None:
    seat = seat_of(folder, "P07")
    for typed in ("Pilot 7 (P01)", "Pilot 7 P01", "P01 Pilot 7"):
        place = cell_of(folder, 1, seat, "seat.pilot")
        type_in(folder / "round1.xlsx", {place: typed})
        (found,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == "ambiguous")
        assert (found.sheet, found.cell) == place
        assert "P01 is Pilot 1" in found.message
        assert "Pilot 7 (P07)" in found.message
        with pytest.raises(MistakesFound) as told:
            typed_lines(folder, (1, seat, "seat.pilot", typed))
        assert [one.code for one in told.value.findings if one.code != "nothing-typed"] == ["ambiguous"]


def test_an_id_beside_a_name_that_nobody_has_is_taken_with_a_warning(folder: Path) -> None:
    seat = seat_of(folder, "P07")
    place = cell_of(folder, 1, seat, "seat.pilot")
    type_in(folder / "round1.xlsx", {place: "Walter Plinge (P07)"})
    (found,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == "player-by-id")
    assert (str(found.severity), found.sheet, found.cell) == ("warning", *place)
    assert "Pilot 7 (P07) was taken by the id" in found.message


def test_a_name_beside_another_ones_id_in_the_draw_is_a_mistake_that_names_both(folder: Path) -> None:
    type_in(folder / "round1-draw.xlsx", {("Draw", "D5"): "Pilot 7 (P01)"})
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    found = told.value.findings[0]
    assert (found.code, found.cell) == ("draw-player", "D5")
    assert "P01 is Pilot 1" in found.message


@pytest.mark.parametrize("typed", [True, "1.000", "1⁴", "one"])
def test_the_number_of_a_table_in_the_draw_is_a_number(folder: Path, typed: object) -> None:
    type_in(folder / "round1-draw.xlsx", {("Draw", "A5"): typed})
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert ("draw-structure", "A5") in [(one.code, one.cell) for one in told.value.findings]


def test_the_number_of_a_table_may_be_text(folder: Path) -> None:
    type_in(folder / "round1-draw.xlsx", {("Draw", "A5"): " 1 "})
    assert make_sheets(folder, 1).tables == 1


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven players at a board."""
    folder = tmp_path_factory.mktemp("board") / "con"
    write_event(diplomacy_event(7, 1), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    return folder


def test_members_may_be_named_by_those_who_play_the_powers(con: Path) -> None:
    playing = {seat: who for _, seat, who in draw_of(open_event(con), 1).draw.places()}
    names = open_event(con).event.names
    england, russia, turkey = (playing[power] for power in ("England", "Russia", "Turkey"))
    for typed in (
        f"{names[england]}, {names[russia]} and {names[turkey]}",
        f"{turkey} {russia} {england}",
        f"{names[russia]} ({russia}); E; Turkey",
    ):
        typed_lines(con, (1, "", "members", typed))
        assert recorded(con)["1", "", "members"] == "England Russia Turkey"


def test_the_power_conceded_to_may_be_named_by_its_player(con: Path) -> None:
    playing = {seat: who for _, seat, who in draw_of(open_event(con), 1).draw.places()}
    typed_lines(con, (1, "", "members", playing["Italy"]))
    assert recorded(con)["1", "", "members"] == "Italy"
    with pytest.raises(MistakesFound) as told:
        typed_lines(con, (1, "", "members", f"{playing['Italy']} Italy"))
    assert [one.code for one in told.value.findings if one.code != "nothing-typed"] == ["impossible"]
    assert set(playing) == set(POWERS)
