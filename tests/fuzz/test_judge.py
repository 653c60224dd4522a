"""The judge of detours sees what happens where a guard of the program is taken away."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from acts import exchange_seats
from hall import Hall, Lost
from typed_rounds import typed_round

from sheetscore.forms.form import FieldKey
from sheetscore.reading import merge

WINNER = FieldKey(1, "", "game.2.winner")


def test_a_marked_copy_of_others_is_a_violation_once_nothing_stops_it(
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
    hall.command("ingest", hall.marked.name)  # it is refused

    monkeypatch.setattr(merge, "_for_others", lambda *_: [])
    with pytest.raises(Lost, match=r"game\.2\.winner of P01 and P06"):
        hall.command("ingest", hall.marked.name)
