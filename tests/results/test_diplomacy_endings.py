"""What is posted of how the game on a board ended: in words, by formula, who had part in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from diplomacy_event import diplomacy_event
from kept_events import started
from libreoffice import compute
from looking import values_in
from shared_demos import Demos
from typing_in import type_in

from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest

CENTRES = {"England": 12, "Italy": 4, "Russia": 10, "Turkey": 8}
"""At the end of 1906; three powers are out."""


def ended(folder: Path, outcome: str, members: str) -> Path:
    """Give the results of a board that ended so."""
    lines = [(power, "centres.final", str(count)) for power, count in CENTRES.items()]
    lines += [(power, "eliminated", "1905") for power in ("Austria", "France", "Germany")]
    lines += [("", "outcome", outcome), ("", "members", members), ("", "final_year", "1906")]
    typed = "".join(f"1,{seat},{field},{value}\n" for seat, field, value in lines if value)
    (folder.parent / "lines.csv").write_text(f"table,seat,field,value\n{typed}", encoding="utf-8")
    fill(folder / "round1.xlsx", folder.parent / "lines.csv")
    assert ingest(folder / "round1.xlsx").status == "ok"
    return folder / "round1-results.xlsx"


def said(results: Path) -> list[str]:
    """Give what the page of the board says of its end."""
    cells = (cell for row in values_in(results)["Board 1"] for cell in row if isinstance(cell, str))
    return [cell for cell in cells if cell.startswith("Outcome")]


WORDS = {
    "draw-all": ("", "draw of all survivors, last year 1906"),
    "draw": ("England Russia", "draw: England, Russia, last year 1906"),
    "concession": ("England", "concession: England, last year 1906"),
    "time": ("", "time, last year 1906"),
}


def every_ending(folder: Path) -> None:
    for outcome, (members, _) in WORDS.items():
        results = ended(started(folder / outcome, diplomacy_event(7, 1)), outcome, members)
        results.rename(folder / f"{outcome}.xlsx")


@pytest.mark.parametrize("outcome", WORDS)
def test_the_page_of_a_board_says_in_words_how_its_game_ended(outcome: str, demos: Demos) -> None:
    assert said(demos.made(every_ending).workbooks[outcome]) == [f"Outcome: {WORDS[outcome][1]}"]


def test_an_outcome_that_is_typed_over_is_told_in_words_too(tmp_path: Path) -> None:
    results = ended(started(tmp_path / "con", diplomacy_event(7, 1)), "time", "")
    entries = values_in(results)["Entries"]
    (place,) = (at for at, value in entries.cells.items() if value == "time")
    type_in(results, {("Entries", f"{chr(ord('A') + place[1])}{place[0] + 1}"): "draw-all"})
    (computed,) = compute([results], tmp_path / "computed")
    assert said(computed) == ["Outcome: draw of all survivors, last year 1906"]
