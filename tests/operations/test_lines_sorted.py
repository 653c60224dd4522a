"""The columns of players on the list of results are sorted without the rest: results would be those of others."""

from __future__ import annotations

from pathlib import Path

import pytest
from aso_commands import box, by_player, drawn_in, edit_draw, pairs_of, type_lines, won
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from event_folder import cell_of
from kept_events import started
from looking import values_in
from typing_in import type_in

from sheetscore.operations.check import check
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a round of four tables that is filled in: the first player wins but for table 4."""
    folder = started(tmp_path / "event", aso_event(8))
    type_lines(folder, *won("1", "1", "1", "2"))
    return folder


def turn(folder: Path, boxes: tuple[str, ...], tables: tuple[int, ...]) -> None:
    """Put what stands in boxes of tables on the line of the next one, that of the last on the first."""
    values = values_in(folder / "round1.xlsx")
    places = {(table, what): box(folder, table, what) for table in tables for what in boxes}
    typed = {}
    for table, after in zip(tables, (*tables[1:], tables[0]), strict=True):
        for what in boxes:
            sheet, cell = places[table, what]
            typed[places[after, what]] = values[sheet][cell]
    type_in(folder / "round1.xlsx", typed)


@pytest.mark.parametrize(
    ("boxes", "tables"),
    [(("player_1", "player_2"), (1, 2, 3, 4)), (("player_1",), (2, 3, 4)), (("player_1", "player_2"), (3, 4))],
)
def test_players_on_lines_of_others_stop_the_round(
    folder: Path, boxes: tuple[str, ...], tables: tuple[int, ...]
) -> None:
    turn(folder, boxes, tables)
    for held in (ingest(folder / "round1.xlsx"), check(folder / "round1.xlsx")):
        (found,) = [one for one in held.findings if one.is_error]
        assert found.code == "lines-sorted"
        assert f"the lines of {len(tables)} tables have players" in found.message
    assert not (folder / "round1-results.xlsx").exists()
    done = ingest(folder / "round1.xlsx", force=True)
    assert done.status != "errors"
    assert ingest(folder / "round1.xlsx").rows == done.rows  # once it is said that they met so


@pytest.fixture
def exchanged(tmp_path: Path) -> Path:
    """Two tables were exchanged whole in the draw, and lines that a helper wrote before were filled in."""
    folder = started(tmp_path / "event", aso_event(8))
    type_lines(folder, *won("1", "1", "1", "2"))
    text = entries(folder / "round1.xlsx")
    type_lines(folder, *won("-", "-", "-", "-"))
    three, four = (drawn_in(folder, 1).tables[table - 1].seats for table in (3, 4))
    edit_draw(folder, 1, {(3, seat): player for seat, player in four.items()})
    edit_draw(folder, 1, {(4, seat): player for seat, player in three.items()})
    make_sheets(folder, 1)
    (folder / "helper.csv").write_text(text)
    fill(folder / "round1.xlsx", folder / "helper.csv")
    return folder


def test_whole_lines_that_were_filled_in_with_their_players_are_asked_about(exchanged: Path) -> None:
    (found,) = [one for one in ingest(exchanged / "round1.xlsx").findings if one.is_error]
    assert found.code == "lines-sorted"
    assert "the lines of 2 tables have players" in found.message
    assert "Where whole lines were moved, the players go back with all their values; or add --force" in found.message
    done = ingest(exchanged / "round1.xlsx", force=True)
    three, four = (pairs_of(drawn_in(exchanged, 1))[table - 1] for table in (3, 4))
    results = by_player(done.rows, "result")
    # as the helper's lines say: the pair that has table 4 by now was won by its first player, that of table 3 was not
    assert [results[player] for player in (*four, *three)] == [("win",), ("loss",), ("loss",), ("win",)]


def test_two_who_exchanged_their_opponents_do_not(folder: Path) -> None:
    turn(folder, ("player_2",), (3, 4))
    assert ingest(folder / "round1.xlsx").status != "errors"
    turn(folder, ("player_2",), (3, 4))
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")


def test_players_of_a_board_whose_column_was_sorted_alone_are_named(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", diplomacy_event(7))
    drawn = drawn_in(folder, 1).tables[0].seats
    places = {power: cell_of(folder, 1, "", f"powers.{power}.player") for power in drawn}
    values = values_in(folder / "round1.xlsx")
    texts = {power: values[sheet][cell] for power, (sheet, cell) in places.items()}
    powers = [*places][:3]
    for after in (powers[:2], powers):  # two have changed powers; then three
        turned = dict(zip(after, [*after[1:], after[0]], strict=True))
        type_in(folder / "round1.xlsx", {places[to]: texts[of] for of, to in turned.items()})
        found = [one for one in check(folder / "round1.xlsx").findings if one.code == "lines-sorted"]
        assert len(found) == (len(after) == len(powers))
    assert "table 1: 3 players have other places than they were drawn for" in found[0].message
    assert not found[0].is_error
