"""The judge of detours sees what happens where a guard of the program is taken away."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from acts import exchange_seats
from hall import Hall, Lost
from owners import Belonging, Owned, of_table, whole_tables
from typed_rounds import typed_round

from sheetscore.forms.form import FieldKey
from sheetscore.operations.safeguards import overwrite_guard
from sheetscore.reading import merge
from sheetscore.reading.seated_now import SeatedNow

WINNER = FieldKey(1, "", "game.2.winner")


def test_a_marked_copy_of_others_is_a_violation_once_it_is_read_by_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two have exchanged seats since the marked copy was made, in which the one who had seat 2 won."""
    hall = Hall.at(tmp_path / "event", typed_round("match", "typed", tmp_path / "event"), Random(1))
    hall.type(hall.sheets, {WINNER: (None, None)})
    hall.command("ingest", hall.sheets.name)
    moved = hall.marked.rename(tmp_path / hall.marked.name)
    hall.type(moved, {WINNER: ("2", "2")})
    exchange_seats(hall, [((1, "1"), (1, "2"))])
    hall.command("sheets", "1")
    shutil.copy(moved, hall.marked)
    monkeypatch.setattr(overwrite_guard, "seated_as", lambda _opened, _forms, _name, copy, _own: SeatedNow(copy))
    monkeypatch.setattr(merge, "_for_others", lambda *_: [])
    with pytest.raises(Lost, match=r"game\.2\.winner of P01 and P06"):
        hall.command("ingest", hall.marked.name)


def test_what_is_typed_for_a_table_goes_with_all_who_sit_there_and_with_nobody_less() -> None:
    then = {(1, "1"): "Ada", (1, "2"): "Ben", (2, "1"): "Cem", (2, "2"): "Dan"}
    exchanged = {(2, "1"): "Ada", (2, "2"): "Ben", (1, "1"): "Cem", (1, "2"): "Dan"}
    moved = whole_tables(then, exchanged)
    assert moved == {1: 2, 2: 1}
    assert not whole_tables(then, {**exchanged, (2, "2"): "Dan", (1, "2"): "Ben"})
    year, log = Belonging("table 1", "final_year"), Belonging("table 2, 3", "log.1.what")
    typed = {year: Owned("1908", 1), log: Owned("smoke", 2)}
    assert of_table(typed, moved) == {
        Belonging("table 2", "final_year"): Owned("1908", 1),
        Belonging("table 1, 3", "log.1.what"): Owned("smoke", 2),
    }
