"""Score sheets of an event that began as a copy of another one: its ids are other people's there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from aso_commands import type_lines, won
from aso_event import aso_event
from kept_events import kept

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound


def called(event: Event, how: str) -> Event:
    """Give an event with other names behind its ids."""
    players = (one.model_copy(update={"name": f"{how} {one.id}"}) for one in event.players)
    return event.model_copy(update={"players": tuple(players)})


def _both(folder: Path) -> None:
    """Make two events of one uid, the sheets of both filled in, and put those of the one over those of the other."""
    for name, event in (("winter", aso_event(8, 3)), ("spring", called(aso_event(8, 3), "Spring"))):
        write_event(event, folder / name)
        draw(folder / name, 1)
        make_sheets(folder / name, 1)
        type_lines(folder / name, *won("1" if name == "winter" else "2"))
    shutil.copy(folder / "spring" / "round1.xlsx", folder / "spring" / "kept-by-the-director.xlsx")
    shutil.copy(folder / "winter" / "round1.xlsx", folder / "spring" / "round1.xlsx")


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    return kept(tmp_path / "both", "two-events-of-one-uid", _both) / "spring"


COMMANDS: dict[str, Callable[[Path], Sequence[Finding]]] = {
    "check": lambda folder: check(folder).findings,
    "ingest": lambda folder: ingest(folder / "round1.xlsx").findings,
    "sheets": lambda folder: refused(lambda: make_sheets(folder, 1)),
    "merge": lambda folder: refused(
        lambda: merge_copies(
            folder / "round1.xlsx", folder / "kept-by-the-director.xlsx", folder / "round1.xlsx", force=False
        )
    ),
}


def refused(command: Callable[[], object]) -> Sequence[Finding]:
    with pytest.raises(MistakesFound) as caught:
        command()
    return caught.value.findings


@pytest.mark.parametrize("command", COMMANDS)
def test_sheets_of_others_are_refused_unless_told_to_count_them(spring: Path, command: str) -> None:
    before = (spring / "round1.xlsx").read_bytes()
    (one,) = (one for one in COMMANDS[command](spring) if one.code == "other-event")
    assert one.is_error
    assert "8 ids in it have other names here" in one.message
    assert "P01 is Player 1 there and Spring P01 here" in one.message
    assert (spring / "round1.xlsx").read_bytes() == before
    assert not (spring / "round1-results.xlsx").exists()


def test_everybody_may_be_renamed_after_the_sheets_were_made(spring: Path) -> None:
    shutil.copy(spring / "kept-by-the-director.xlsx", spring / "round1.xlsx")
    write_event(called(aso_event(8, 3), "Renamed"), spring)
    assert "other-event" not in {one.code for one in check(spring).findings}
    assert ingest(spring / "round1.xlsx").event.names["P01"] == "Renamed P01"
