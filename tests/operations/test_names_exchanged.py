"""Names that stand beside other ids in the event than when a round was drawn: one finding, and every command stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from aso_commands import played
from aso_event import aso_event
from event_folder import contents, filled_folder
from kept_events import kept, started
from shared_demos import Demos

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.packet import packet
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import results, standings
from sheetscore.problems import MistakesFound
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.systems.team.model import TeamEvent


def rename(folder: Path, given: Mapping[str, str]) -> None:
    """Give players and teams other names by their ids, as a director does who sorts one column."""
    event = load_event(folder)
    changed = {
        kind: tuple(one.model_copy(update={"name": given.get(one.id, one.name)}) for one in getattr(event, kind, ()))
        for kind in ("players", "teams")
    }
    write(folder, event.model_copy(update={kind: parts for kind, parts in changed.items() if parts}))


def write(folder: Path, event: Event) -> None:
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event, folder)


def exchanged(names: Mapping[str, str], *ids: str) -> dict[str, str]:
    """Give everybody the name of the next one, the last one that of the first."""
    return {id_: names[ids[(at + 1) % len(ids)]] for at, id_ in enumerate(ids)}


def sheets_of(folder: Path) -> Path:
    return next(path for path in (folder / "round1.xlsx", folder / "travellers.xlsx") if path.exists())


COMMANDS: Mapping[str, Callable[[Path], object]] = {
    "check a workbook": lambda folder: check(sheets_of(folder)),
    "ingest": lambda folder: ingest(sheets_of(folder)),
    "ingest --force": lambda folder: ingest(sheets_of(folder), force=True),
    "standings": standings,
    "results": results,
    "sheets": make_sheets,
    "draw": draw,
    "packet": packet,
    "entries": lambda folder: entries(sheets_of(folder)),
}
"""What a director does then."""


def told(folder: Path) -> str:
    """Give the one error that the check of an event tells; every command stops with it and writes nothing."""
    (one,) = errors(check(folder).findings)
    before = contents(folder)
    for name, command in COMMANDS.items():
        with pytest.raises(MistakesFound) as stopped:
            command(folder)
        assert errors(stopped.value.findings) == [one], name
    assert contents(folder) == before
    return one


def errors(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.is_error]


@pytest.fixture(params=["amps", "aso"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A round that is scored, and the next one drawn."""
    return kept(tmp_path / "cup", f"{__name__}, {request.param}", _play_amps if request.param == "amps" else _play_aso)


def _play_amps(folder: Path) -> None:
    ingest(filled_folder(folder) / "round1.xlsx")
    draw(folder, 2)


def _play_aso(folder: Path) -> None:
    played(started(folder, aso_event(8, 3)), 1, "1", "1", "1", "1")
    draw(folder, 2)


def test_two_exchanged(folder: Path) -> None:
    names = load_event(folder).names
    rename(folder, exchanged(names, "P01", "P02"))
    assert told(folder) == (
        "2 names stand beside other ids than when round 1 was scored: "
        f"P01 was {names['P01']} and is {names['P02']}; P02 was {names['P02']} and is {names['P01']}. "
        "Results, draws and sheets go by the ids. Give every id its name back; to exchange or sort people, move whole "
        "rows. If a new name is right although another had it then, write it a little differently, with an initial"
    )
    rename(folder, names)
    assert not errors(check(folder).findings)
    assert not errors(ingest(folder / "round1.xlsx").findings)


def test_a_column_sorted_alone_is_one_finding_that_counts_the_rest(folder: Path) -> None:
    names = load_event(folder).names
    ids = [*names]
    rename(folder, dict(zip(ids, ["Nobody Known", *names.values()], strict=False)))
    said = told(folder)
    assert said.startswith(f"{len(ids)} names stand beside other ids than when round 1 was scored: P01 was ")
    assert said.count(" and is ") == 6
    assert f"; and {len(ids) - 6} more. " in said


@pytest.mark.parametrize("example", ["team-of-four", "duplicate"])
def test_teams_as_well_as_players(example: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    event = load_event(folder)
    assert isinstance(event, TeamEvent | DuplicateEvent)
    names = {team.id: team.name for team in event.teams}
    one, other, *_ = names
    rename(folder, exchanged(names, one, other))
    assert f": {one} was {names[one]} and is {names[other]}; {other} was " in told(folder)


def test_names_that_were_only_corrected_or_are_new_are_no_exchange(folder: Path) -> None:
    event = load_event(folder)
    first, second, *others = event.players
    renamed = first.model_copy(update={"name": "Ann Bell"}), second.model_copy(update={"name": second.name.upper()})
    new = others[-1].model_copy(update={"id": "P99", "name": first.name, "first_round": 2})
    write(folder, event.model_copy(update={"players": (*renamed, *others, new)}))
    assert "names-exchanged" not in {one.code for one in check(folder).findings}


def test_an_id_in_other_capitals_than_when_a_round_was_scored_stops_every_command(folder: Path) -> None:
    event = load_event(folder)
    small = [one.model_copy(update={"id": "p03" if one.id == "P03" else one.id}) for one in event.players]
    write(folder, event.model_copy(update={"players": tuple(small)}))
    said = "ids have other capitals than when round 1 was scored: p03 was P03. Ids change before the first draw only"
    assert said in told(folder)
    write(folder, event)
    assert not errors(check(folder).findings)


def test_two_exchanged_before_anything_is_scored_stop_a_new_draw_too(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(8, 3))
    names = load_event(folder).names
    rename(folder, exchanged(names, "P01", "P05"))
    (said,) = errors(check(folder).findings)
    assert said.startswith(
        "2 names stand beside other ids than when round 1 was drawn: "
        f"P01 was {names['P01']} and is {names['P05']}; P05 was {names['P05']} and is {names['P01']}. "
    )
    with pytest.raises(MistakesFound, match="2 names stand beside other ids"):
        draw(folder, 1, again=True)
    rename(folder, names)
    assert not errors(check(folder).findings)


def test_two_late_comers_without_a_result_exchanged(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(8, 3))
    played(folder, 1, "1", "1", "1", "1")
    event = load_event(folder)
    late = [
        event.players[-1].model_copy(update={"id": f"P{at}", "name": f"Late {at}", "first_round": 2}) for at in (9, 10)
    ]
    write(folder, event.model_copy(update={"players": (*event.players, *late)}))
    draw(folder, 2)
    rename(folder, {"P9": "Late 10", "P10": "Late 9"})
    assert "than when round 2 was drawn: P9 was Late 9 and is Late 10" in errors(check(folder).findings)[0]


def test_a_drawn_player_who_is_renamed_is_no_exchange(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(8, 3))
    rename(folder, {"P01": "Ann Bell"})
    assert not errors(check(folder).findings)
