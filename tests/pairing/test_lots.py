"""Lots that fall the same way everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from sheetscore.pairing.draw import dice_for, lot

SHOW = "from sheetscore.pairing.draw import *; print(lot(7, 'P01'), dice_for('x').random())"


def test_lots_do_not_depend_on_the_process() -> None:
    shown = {
        subprocess.run(
            [sys.executable, "-c", SHOW],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert shown == {f"{lot(7, 'P01')} {dice_for('x').random()}\n"}


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x1f")), min_size=1, max_size=4), st.data())
def test_words_that_only_read_alike_when_joined_have_lots_of_their_own(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words)))
    assert lot(*words) != lot(*words[:at], "", *words[at:])


def test_words_that_differ_have_different_lots() -> None:
    lots = {lot(seed, pilot) for seed in range(100) for pilot in range(100)}
    assert len(lots) == 100 * 100
