"""The places where a ladder begins stay those of the first draw, whatever becomes of the list of players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from match_event import match_event
from test_unscored_rounds_commands import typed

from sheetscore.event.model import Player
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets

EVENT = match_event(4, 3, pairing="ladder")


def listed(folder: Path, order: Sequence[int], *, first: Sequence[Player] = ()) -> None:
    """List the players in another order, some new ones first."""
    (folder / "event.xlsx").unlink()
    players = (*first, *(EVENT.players[number - 1] for number in order))
    write_event(EVENT.model_copy(update={"players": players}), folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Round 1 of a ladder: P02 beats P01, P03 beats P04. So the ladder is P02, P01, P03, P04."""
    folder = tmp_path / "club"
    write_event(EVENT, folder)
    first = draw(folder, 1).draw
    assert [*map(list, (table.seats.values() for table in first.tables))] == [["P02", "P01"], ["P04", "P03"]]
    make_sheets(folder, 1)
    won = {1: {"winner": "1", "level": "marginal"}, 2: {"winner": "2", "level": "marginal"}}
    typed(
        folder, {(f"{at}", "", f"game.{game}.{key}"): won[at][key] for at in won for game in (1, 2) for key in won[at]}
    )
    assert ingest(folder / "round1.xlsx").results_path
    return folder


def ladder(folder: Path) -> str:
    """Give the ladder by the report of the second draw."""
    (line,) = [line for line in draw(folder, 2).draw.report if line.startswith("The ladder before round 2")]
    return line


def test_a_list_sorted_later_changes_no_place(folder: Path) -> None:
    listed(folder, (4, 3, 2, 1))
    (told,) = [one.message for one in check(folder).findings if one.code == "drawn-otherwise"]
    assert "another order than when round 1 was drawn" in told
    assert told.endswith("list them so: P01, P02, P03, P04")
    assert "1 Player 2 (P02), 2 Player 1 (P01), 3 Player 3 (P03), 4 Player 4 (P04)" in ladder(folder)


def test_who_is_entered_at_the_head_of_the_list_begins_at_the_foot(folder: Path) -> None:
    listed(folder, (1, 2, 3, 4), first=[EVENT.players[0].model_copy(update={"id": "P09", "name": "Late"})])
    assert ladder(folder).endswith("4 Player 4 (P04), 5 Late (P09).")


def test_before_a_round_is_scored_the_list_may_be_put_in_order(folder: Path) -> None:
    (folder / "round1-results.xlsx").unlink()
    listed(folder, (4, 3, 2, 1))
    assert not [one for one in check(folder).findings if one.code == "drawn-otherwise"]
