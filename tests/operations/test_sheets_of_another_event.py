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
from sheetscore.operations.entries import entries, fill, merge_copies
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


def _two_machines(folder: Path, **late: tuple[str, str]) -> None:
    """Enter late comers by id on two machines, perhaps others on each; on the second one a result is typed."""
    for at, name in enumerate(("here", "there")):
        event = aso_event(10 - len(late), 3)
        comers = [event.players[0].model_copy(update={"id": id_, "name": who[at]}) for id_, who in late.items()]
        write_event(event.model_copy(update={"players": (*event.players, *comers)}), folder / name)
        draw(folder / name, 1)
        make_sheets(folder / name, 1)
    type_lines(folder / "there", *won("1"))


@pytest.fixture
def machines(tmp_path: Path) -> Path:
    """Two late comers have each other's ids on the second machine."""
    late = {"P10": ("Yan Young", "Zoe Zell"), "P11": ("Zoe Zell", "Yan Young")}
    return kept(tmp_path / "machines", "two-machines-exchanged", lambda folder: _two_machines(folder, **late))


@pytest.fixture
def late(tmp_path: Path) -> Path:
    """One late comer is somebody else on the second machine."""
    one = ("Yan Young", "Zoe Zell")
    return kept(tmp_path / "machines", "two-machines-one-id", lambda folder: _two_machines(folder, P10=one))


def test_sheets_on_which_two_have_each_others_ids_are_refused(machines: Path) -> None:
    here, theirs = machines / "here", machines / "there" / "round1.xlsx"
    own = (here / "round1.xlsx").read_bytes()
    shutil.copy(theirs, here / "round1-zoe.xlsx")
    merged = here / "round1.xlsx"
    assert said(refused(lambda: merge_copies(merged, here / "round1-zoe.xlsx", merged, force=False))) == [
        "P10 is Zoe Zell there and Yan Young here; P11 is Yan Young there and Zoe Zell here. Draws, sheets and results "
        "go by the ids: give every id its name back in the event, or choose in round1-zoe.xlsx who is meant; or add "
        "--force, and it counts by the ids"
    ]
    assert merged.read_bytes() == own
    shutil.copy(theirs, merged)
    assert "P10 is Zoe Zell there and Yan Young here" in said(refused(lambda: make_sheets(here, 1)))[0]
    assert merged.read_bytes() == theirs.read_bytes()


def test_one_id_that_is_somebody_else_in_a_copy_of_another_machine_is_named(late: Path) -> None:
    here = late / "here"
    own, theirs = here / "round1.xlsx", here / "round1-zoe.xlsx"
    shutil.copy(late / "there" / "round1.xlsx", theirs)
    merged = merge_copies(own, theirs, own, force=False)
    assert by_id(merged.findings) == [
        "P10 is Zoe Zell there and Yan Young here; what is typed there for an id counts for who has it in the event. "
        "Where that is somebody else, enter the other one with a new id, and choose that in round1-zoe.xlsx"
    ]
    assert by_id(make_sheets(here, 1).findings) == []


def test_one_id_that_is_somebody_else_on_sheets_put_in_place_of_ours_is_named(late: Path) -> None:
    here = late / "here"
    shutil.copy(late / "there" / "round1.xlsx", here / "round1.xlsx")
    (message,) = by_id(make_sheets(here, 1).findings)
    assert message.startswith("P10 is Zoe Zell there and Yan Young here")
    assert by_id(make_sheets(here, 1).findings) == []


def by_id(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "player-by-id"]


def test_lines_on_which_two_have_each_others_ids_are_refused(machines: Path) -> None:
    (machines / "here" / "zoe.csv").write_text(entries(machines / "there" / "round1.xlsx"), encoding="utf-8")
    with pytest.raises(
        MistakesFound, match=r"2 of 10 ids in it have other names here: Zoe Zell \(P10\), here Yan Young"
    ):
        fill(machines / "here" / "round1.xlsx", machines / "here" / "zoe.csv")


def said(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "names-exchanged"]
