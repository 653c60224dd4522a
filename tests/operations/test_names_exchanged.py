"""The names of two that change places in the event after a round is scored: one finding a pair, by every command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from aso_commands import played
from aso_event import aso_event
from event_folder import filled_folder
from kept_events import started

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound


def exchange(folder: Path, *ids: str) -> Event:
    """Exchange names two by two, as a director does; give the event as it was."""
    event = load_event(folder)
    names = event.names
    given = {id_: names[ids[at ^ 1]] for at, id_ in enumerate(ids)}
    players = (one.model_copy(update={"name": given.get(one.id, one.name)}) for one in event.players)
    write(folder, event.model_copy(update={"players": tuple(players)}))
    return event


def write(folder: Path, event: Event) -> None:
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event, folder)


def refused(folder: Path) -> Sequence[Finding]:
    """Give what new sheets are refused for."""
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    return told.value.findings


LOOKS: tuple[Callable[[Path], Sequence[Finding]], ...] = (
    lambda folder: check(folder).findings,
    lambda folder: check(folder / "round1.xlsx").findings,
    lambda folder: check(folder / "round1-draw.xlsx").findings,
    lambda folder: ingest(folder / "round1.xlsx").findings,
    refused,
)
"""What a director does then."""


def errors(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.is_error]


@pytest.fixture(params=["amps", "aso"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A round that is scored, and the next one drawn."""
    if request.param == "amps":
        folder = filled_folder(tmp_path / "cup")
        ingest(folder / "round1.xlsx")
    else:
        folder = started(tmp_path / "cup", aso_event(8, 3))
        played(folder, 1, "1", "1", "1", "1")
    draw(folder, 2)
    return folder


def test_every_command_says_it_once_and_nothing_of_each_cell(folder: Path) -> None:
    names = load_event(folder).names
    event = exchange(folder, "P01", "P02")
    for look in LOOKS:
        found = look(folder)
        (said,) = errors(found)
        assert said.startswith(
            "the names of P01 and P02 seem to have been exchanged in the event since round 1 was scored: "
            f"P01 was {names['P01']} and is {names['P02']} and P02 was {names['P02']} and is {names['P01']}. "
        )
        assert said.endswith(
            "have the old names with these ids. Give both their names back in the event; or, if the new ones are "
            "right, choose both anew in these cells"
        )
        assert not [one.message for one in found if "names two" in one.message]
    write(folder, event)
    (folder / "round1-marked.xlsx").unlink()
    assert not errors(check(folder).findings)
    assert not errors(ingest(folder / "round1.xlsx").findings)


def test_two_pairs_are_two_findings(folder: Path) -> None:
    exchange(folder, "P01", "P02", "P03", "P04")
    for look in LOOKS:
        assert [said[:24] for said in errors(look(folder))] == ["the names of P01 and P02", "the names of P03 and P04"]


def test_a_name_that_was_only_corrected_is_no_exchange(folder: Path) -> None:
    event = load_event(folder)
    players = (one.model_copy(update={"name": "Ann Bell"}) if one.id == "P01" else one for one in event.players)
    write(folder, event.model_copy(update={"players": tuple(players)}))
    assert not errors(check(folder).findings)
