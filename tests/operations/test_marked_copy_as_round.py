"""A marked copy saved as the round's workbook is what it is: sheets of their draw, with values typed since."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import kept_events
import pytest
from amps_event import amps_event
from aso_commands import type_lines
from aso_event import aso_event
from event_folder import GOOD_LINES, started
from looking import open_whole
from match_event import match_event
from typing_in import type_in

from sheetscore.event.load import limits_of
from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.sheets.hidden_sheets import read_begun
from sheetscore.sheets.round_workbook import field_places
from sheetscore.workbooks.reader import read_workbook


class Round(NamedTuple):
    """An event, what was typed into its first round, and a box in which a mistake was mended, with its last value."""

    event: Event
    typed: list[str]
    box: str
    right: str
    further: str


ROUNDS = {
    "amps": Round(
        amps_event(players=10, rounds=("bridge", "bridge")),
        GOOD_LINES.splitlines()[1:],
        "1,strike.2,strike.hits.1.d",
        "1",
        "1,cap.1,air-combat.rolls.2,5",
    ),
    "aso": Round(
        aso_event(5),
        ["1,,winner,1", "1,,decided_by,judges", "1,2,vp,12", "2,,winner,2"],
        "1,1,vp",
        "30",
        "1,2,cc_lost,4",
    ),
    "match": Round(
        match_event(5),
        ["1,,coin,1", "1,,game.1.side_a,1", "1,,game.1.winner,1"],
        "1,,game.1.turn.1",
        "4",
        "1,,game.1.turn.2,6",
    ),
}


def exchanged(who: list[str]) -> tuple[str, str]:
    """The first two of table 1 have each other's seats."""
    return who[0], who[1]


def replaced(who: list[str]) -> tuple[str, str]:
    """Somebody who sat out has the place of the second of table 1, for whom something was typed."""
    return who[1], who[-1]


CHANGES: Mapping[str, Callable[[list[str]], tuple[str, str]]] = {"exchanged": exchanged, "replaced": replaced}


def edit(folder: Path, change: str) -> None:
    """Change who sits where on the sheet of the draw."""
    path = folder / "round1-draw.xlsx"
    cells = {row[3].value: row[3].coordinate for row in open_whole(path)["Draw"].iter_rows(min_row=5) if row[3].value}
    one, other = CHANGES[change]([*map(str, cells)])
    type_in(path, {("Draw", cells[one]): other, ("Draw", cells[other]): one})


def filled(folder: Path, of: Round) -> Path:
    """Give the round with a mistake in it, and its marked copy."""

    def make(there: Path) -> None:
        started(there, of.event)
        type_lines(there, *of.typed)
        forms = drawn_round(open_event(there), 1).forms
        table, seat, field = of.box.split(",")
        place = field_places(forms)[forms.by_public[FieldKey(int(table), seat, field)]]
        type_in(there / "round1.xlsx", {place: "many"})
        assert ingest(there / "round1.xlsx").marked_path

    return kept_events.kept(folder, write_toml(of.event) + "marked" + of.box, make)


def outcome(command: Callable[[Path], object], folder: Path) -> tuple[object, ...]:
    """Say what a command makes of a round: what it says, and what stands there then."""
    try:
        said = sorted({one.code for one in command(folder).findings})  # type: ignore[attr-defined]
    except MistakesFound as stopped:
        said = ["stopped", *sorted({one.code for one in stopped.findings})]
    return *said, entries(folder / "round1.xlsx")


def filling(folder: Path) -> object:
    (folder / "lines.csv").write_text(f"table,seat,field,value\n{further(folder)}\n", encoding="utf-8")
    return fill(folder / "round1.xlsx", folder / "lines.csv")


def further(folder: Path) -> str:
    return next(one.further for name, one in ROUNDS.items() if folder.name.startswith(name))


def merging(folder: Path) -> object:
    """Merge it with the copy of somebody who typed one more value into the sheets as they were."""
    return merge_copies(folder / "round1.xlsx", folder / "copy.xlsx", folder / "round1.xlsx")


COMMANDS: Mapping[str, Callable[[Path], object]] = {
    "sheets": lambda folder: make_sheets(folder, 1),
    "ingest": lambda folder: ingest(folder / "round1.xlsx"),
    "check": check,
    "draw": lambda folder: draw(folder, 1, again=True),
    "fill": filling,
    "merge": merging,
}


@pytest.mark.parametrize("change", [*CHANGES])
@pytest.mark.parametrize("system", [*ROUNDS])
def test_it_is_taken_as_the_sheets_that_it_was_made_from(system: str, change: str, tmp_path: Path) -> None:
    of = ROUNDS[system]
    plain = filled(tmp_path / f"{system}-plain", of)
    (plain / "lines.csv").write_text(f"table,seat,field,value\n{of.further}\n", encoding="utf-8")
    shutil.copy(plain / "round1.xlsx", plain / "copy.xlsx")
    renamed = Path(shutil.copytree(plain, tmp_path / f"{system}-renamed"))
    (renamed / "round1-marked.xlsx").replace(renamed / "round1.xlsx")
    (plain / "round1-marked.xlsx").unlink()
    for folder in (plain, renamed):
        type_lines(folder, f"{of.box},{of.right}")
        fill(folder / "copy.xlsx", folder / "lines.csv")
        edit(folder, change)
    for name, command in COMMANDS.items():
        two = (Path(shutil.copytree(one, tmp_path / f"{one.name}-{name}")) for one in (plain, renamed))
        by_plain, by_renamed = (outcome(command, folder) for folder in two)
        assert by_renamed == by_plain, name


def made_before(path: Path) -> None:
    """Leave in a marked copy what one of an earlier version has: nothing of the draw."""
    begun = read_begun(read_workbook(path, limits=limits_of(open_event(path.parent).event)))
    assert begun is not None
    assert begun.drawn
    book = open_whole(path)
    sheet = book["_begun"]
    sheet["D1"] = None
    for row in reversed([*sheet.iter_rows(min_row=2)]):
        if str(row[0].value).isdecimal() or row[0].value == "written":
            sheet.delete_rows(int(str(row[0].row)))
    for key, text in begun.written.items():
        sheet.append([str(key.table), key.seat, key.field, text])
    book.save(path)


@pytest.mark.parametrize("system", ["amps", "aso"])
def test_one_of_an_earlier_version_keeps_all_that_was_typed(system: str, tmp_path: Path) -> None:
    of = ROUNDS[system]
    folder = filled(tmp_path / system, of)
    made_before(folder / "round1-marked.xlsx")
    (folder / "lines.csv").write_text(f"table,seat,field,value\n{of.further}\n", encoding="utf-8")
    fill(folder / "round1-marked.xlsx", folder / "lines.csv")
    (folder / "round1-marked.xlsx").replace(folder / "round1.xlsx")
    before = entries(folder / "round1.xlsx")
    make_sheets(folder, 1)
    assert entries(folder / "round1.xlsx") == before
