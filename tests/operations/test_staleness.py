"""Check says what no longer fits together: draws with players who left, sheets of another draw, sheets saved later."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from amps_event import BRIDGE, amps_event
from event_folder import cell_of, contents, filled_folder
from looking import Row, open_whole, values_in
from match_event import match_event
from team_event import fill_in
from typing_in import save_with_openpyxl, type_in

from sheetscore.event.load import load_event
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import display_name
from sheetscore.problems import MistakesFound
from sheetscore.systems.match.model import PairingWish
from sheetscore.workbooks.cell_refs import parse_address


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of two rounds and ten players of whom nine are drawn; round 1 is filled in and not ingested."""
    folder = tmp_path_factory.mktemp("event") / "origins"
    return filled_folder(folder, amps_event(players=10, rounds=("bridge", "bridge")))


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def seats(folder: Path) -> dict[str, str]:
    """Say who is drawn for which seat of round 1."""
    return {seat: player for _, seat, player in draw_of(open_event(folder), 1).draw.places()}


def left_over(folder: Path) -> str:
    (player,) = set(load_event(folder).names) - set(seats(folder).values())
    return player


def change(folder: Path, id_: str, **values: object) -> None:
    """Correct a player in event.xlsx; without values the player is deleted."""
    event = load_event(folder)
    players = [one.model_copy(update=values) if one.id == id_ else one for one in event.players]
    kept = tuple(one for one in players if values or one.id != id_)
    write_event(event.model_copy(update={"players": kept}), folder)


def said(folder: Path, code: str) -> list[Finding]:
    return [one for one in check(folder).findings if one.code == code]


# a drawn player has left


@pytest.mark.parametrize("how", ["absent", "left", "deleted"])
def test_a_drawn_player_who_is_not_there_is_told_with_the_seat(folder: Path, how: str) -> None:
    assert [one.code for one in check(folder).findings] == ["prospect"]  # ten players for nine seats in round 2
    pilot = seats(folder)["strike.2"]
    values: dict[str, dict[str, object]] = {"absent": {"absent": (1,)}, "left": {"first_round": 2}}
    change(folder, pilot, **values.get(how, {}))
    done = check(folder)
    assert done.status == "errors"
    (one,) = [one for one in done.findings if one.code == "draw-player" and one.is_error]
    assert pilot in one.message
    assert one.sheet == "[round1-draw.xlsx]Draw"
    assert one.cell.startswith("D")


def test_who_leaves_after_a_scored_round_is_no_news(folder: Path) -> None:
    pilot = seats(folder)["strike.2"]
    ingest(folder / "round1.xlsx")
    change(folder, pilot, last_round=1)
    assert check(folder).findings == ()


# draw and sheets


def seat_cell(folder: Path, seat: str) -> tuple[str, str]:
    """Say in which cell of the draw of round 1 a seat has its pilot."""

    rows = open_whole(folder / "round1-draw.xlsx")["Draw"].iter_rows(values_only=True)
    return "Draw", next(f"D{at}" for at, row in enumerate(rows, start=1) if row[0] == 1 and row[1] == seat)


def test_a_draw_that_was_edited_after_the_sheets_is_told_until_they_are_made_again(folder: Path) -> None:
    drawn = {seat: display_name(player, load_event(folder).names) for seat, player in seats(folder).items()}
    swapped = {"cap.1": drawn["cap.2"], "cap.2": drawn["cap.1"]}
    type_in(folder / "round1-draw.xlsx", {seat_cell(folder, seat): player for seat, player in swapped.items()})
    (one,) = said(folder, "sheets-older")
    assert one.sheet == "round1.xlsx"
    assert "2 seats with somebody else" in one.message
    for seat, player in swapped.items():
        assert f"Table 1, {seat}: made for {drawn[seat]}, now drawn {player}" in one.message
    assert "sheetscore sheets 1" in one.message
    make_sheets(folder, 1)
    assert said(folder, "sheets-older") == []


def test_a_substitute_on_the_sheets_is_no_other_draw(folder: Path) -> None:
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.1", "seat.pilot"): left_over(folder)})
    assert said(folder, "sheets-older") == []


def test_a_draw_that_another_program_saved_as_it_was_is_no_other_draw(folder: Path) -> None:
    save_with_openpyxl(folder / "round1-draw.xlsx")
    assert said(folder, "sheets-older") == []


def other_targets(folder: Path) -> None:
    """Add a target to the scenario: the sheets have a list without it."""
    event = load_event(folder)
    strike, *others = BRIDGE.sides
    more = strike.targets[1].model_copy(update={"name": "Tunnel"})
    side = strike.model_copy(update={"targets": (*strike.targets, more)})
    bridge = BRIDGE.model_copy(update={"sides": (side, *others)})
    write_event(event.model_copy(update={"scenarios": (bridge,)}), folder)


def test_a_target_that_is_called_otherwise_now_is_told_where_it_was_typed(folder: Path) -> None:
    strike, *others = BRIDGE.sides
    renamed = [
        target.model_copy(update={"name": "Viaduct"}) if target.name == "Bridge" else target
        for target in strike.targets
    ]
    sides = (strike.model_copy(update={"targets": tuple(renamed)}), *others)
    scenario = BRIDGE.model_copy(update={"sides": sides})
    write_event(load_event(folder).model_copy(update={"scenarios": (scenario,)}), folder)
    (told,) = [one for one in make_sheets(folder, 1).findings if one.code == "off-list"]
    assert "“Bridge” was typed at 3 places, first at table 1, strike.1, strike.hits.1.target" in told.message
    rows = (("strike.1", "hits"), ("strike.1", "bombing"), ("strike.3", "bombing"))
    assert {*told.fields} == {(1, seat, f"strike.{block}.1.target") for seat, block in rows}
    assert not [one for one in make_sheets(folder, 1).findings if "Depot" in one.message]


def test_sheets_that_the_event_no_longer_makes_are_told(folder: Path) -> None:
    event = load_event(folder)
    sides = [side.model_copy(update={"seats": side.seats + (side.id == "cap")}) for side in BRIDGE.sides]
    bridge = BRIDGE.model_copy(update={"sides": tuple(sides)})
    write_event(event.model_copy(update={"scenarios": (bridge,)}), folder)
    done = check(folder)
    assert {one.code for one in done.findings if one.is_error} == {"draw-structure", "structure"}
    (sheets,) = said(folder, "structure")
    assert "sheetscore sheets 1" in sheets.message


def test_sheets_of_a_scored_round_that_no_longer_fit_are_a_warning(folder: Path) -> None:
    other_targets(folder)
    assert [one.is_error for one in said(folder, "structure")] == [True]
    shutil.copy(folder / "event.xlsx", folder.parent / "changed.xlsx")
    write_event(load_event(folder).model_copy(update={"scenarios": (BRIDGE,)}), folder)
    ingest(folder / "round1.xlsx")
    shutil.copy(folder.parent / "changed.xlsx", folder / "event.xlsx")
    assert [one.is_error for one in said(folder, "structure")] == [False]


def renamed_side(folder: Path) -> None:
    """Rename the strike flight, whose name is printed above its team points."""
    event = load_event(folder)
    strike, *others = BRIDGE.sides
    bridge = BRIDGE.model_copy(update={"sides": (strike.model_copy(update={"title": "Bomber flight"}), *others)})
    write_event(event.model_copy(update={"scenarios": (bridge,)}), folder)


def test_sheets_that_name_a_side_as_it_was_called_are_told_until_they_are_made_again(folder: Path) -> None:
    award = cell_of(folder, 1, "", "team_points.strike.early")
    type_in(folder / "round1.xlsx", {award: 1})
    typed = ingest(folder / "round1.xlsx").rows
    (folder / "round1-results.xlsx").unlink()
    renamed_side(folder)
    for done in (check(folder), ingest(folder / "round1.xlsx")):
        (told,) = [one for one in done.findings if one.is_error]
        assert "round1.xlsx was made with other names" in told.message
        assert "sheetscore sheets 1" in told.message
        assert "pasted" not in told.message
    make_sheets(folder, 1)
    assert not said(folder, "structure")
    assert ingest(folder / "round1.xlsx").rows == typed


def test_sheets_that_tell_only_of_their_forms_go_on_being_good(folder: Path) -> None:
    heading = {row[0]: (f"B{number}", str(row[1])) for number, row in enumerate(hidden(folder), start=1)}
    cell, told = heading["forms"]
    forms, _, captions = told.partition("-")
    assert captions
    type_in(folder / "round1.xlsx", {("_sheetscore", cell): forms})
    assert not [one for one in check(folder).findings if one.is_error]
    assert ingest(folder / "round1.xlsx").status != "errors"


def test_sheets_of_a_later_version_are_not_read_as_if_they_were_of_this_one(folder: Path) -> None:
    cell = next(f"B{number}" for number, row in enumerate(hidden(folder), start=1) if row[0] == "version")
    type_in(folder / "round1.xlsx", {("_sheetscore", cell): 99})
    (found,) = [one for one in ingest(folder / "round1.xlsx").findings if one.is_error]
    assert "written by another version of sheetscore" in found.message
    assert not (folder / "round1-results.xlsx").exists()


def hidden(folder: Path) -> list[Row]:
    return list(values_in(folder / "round1.xlsx")["_sheetscore"])


def test_what_was_lost_on_sheets_with_old_names_is_told_before_they_are_made_again(folder: Path) -> None:
    sheet, cell = cell_of(folder, 1, "cap.1", "air-combat.damage.1.h")
    number = f"A{parse_address(cell)[0] + 1}"
    assert values_in(folder / "round1.xlsx")[sheet][number] == 1
    type_in(folder / "round1.xlsx", {(sheet, number): None})
    renamed_side(folder)
    with pytest.raises(MistakesFound) as lost:
        make_sheets(folder, 1)
    assert "line 1 of" in " ".join(one.message for one in lost.value.findings)


def test_every_file_that_cannot_be_read_is_told_beside_the_rest(folder: Path) -> None:
    (folder / "round1.xlsx").write_bytes(b"no workbook")
    draw(folder, 2)
    change(folder, seats(folder)["strike.2"], absent=(1,))
    done = check(folder)
    assert "file-unreadable" in {one.code for one in done.findings}
    assert "draw-player" in {one.code for one in done.findings if one.is_error}


# sheets and results


def test_sheets_that_were_saved_after_their_results_are_told_until_they_are_ingested(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    assert said(folder, "sheets-newer") == []
    source = folder.parent / "more.csv"
    source.write_text("table,seat,field,value\n1,cap.3,air-combat.advantage.dn,2\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    (one,) = said(folder, "sheets-newer")
    assert "round1.xlsx was saved after round1-results.xlsx was made" in one.message
    assert "sheetscore ingest round1.xlsx" in one.message
    assert "sheets-newer" in {one.code for one in standings(folder).findings}
    ingest(folder / "round1.xlsx")
    assert said(folder, "sheets-newer") == []
    assert "sheets-newer" not in {one.code for one in standings(folder).findings}


def test_a_later_time_alone_is_no_news(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    later = (folder / "round1-results.xlsx").stat().st_mtime + 3600
    os.utime(folder / "round1.xlsx", (later, later))
    assert said(folder, "sheets-newer") == []


def test_sheets_that_took_the_values_of_a_mended_copy_are_not_newer_than_their_results(folder: Path) -> None:
    wrong = cell_of(folder, 1, "strike.1", "strike.hits.1.d")
    type_in(folder / "round1.xlsx", {wrong: "two"})
    assert ingest(folder / "round1.xlsx").status == "errors"
    type_in(folder / "round1-marked.xlsx", {wrong: 2})
    assert ingest(folder / "round1-marked.xlsx").status != "errors"
    assert said(folder, "sheets-newer") == []


def test_check_changes_nothing_however_much_it_finds(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    fill_in(folder, "table,seat,field,value\n1,cap.3,air-combat.advantage.dn,2\n")
    change(folder, seats(folder)["cap.2"])
    before = contents(folder)
    assert check(folder).status == "errors"
    assert contents(folder) == before


def test_what_keeps_a_round_from_being_drawn_is_told_at_its_cell_in_event_xlsx(tmp_path: Path) -> None:
    wishes = tuple(PairingWish(kind="lock", players=pair, round=1) for pair in (("P04", "P03"), ("P01", "P02")))
    write_event(match_event(players=4, pairing="ladder", wishes=wishes), tmp_path / "ladder")
    with pytest.raises(MistakesFound) as refused:
        draw(tmp_path / "ladder", 1)
    (one,) = refused.value.findings
    assert "cannot challenge Player 2 (P02)" in one.message
    book = values_in(tmp_path / "ladder" / "event.xlsx")
    assert one.sheet == "Pairings"
    assert "P01, P02" in str(book["Pairings"][one.cell])
