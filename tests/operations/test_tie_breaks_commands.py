"""TIE-1 in an event's folder: a chain is changed while it runs, what is blank stays, and what standings show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from aso_commands import STANDING_KEYS, played, run, run_json
from aso_event import aso_event
from kept_events import started
from looking import values_in

from sheetscore.event.toml import write_toml
from sheetscore.findings import Severity
from sheetscore.operations.check import check
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import standings
from sheetscore.systems.aso.model import AsoSettings


def with_settings(folder: Path, **settings: object) -> None:
    """Write the event anew as text, with settings that were typed; whatever else is blank."""
    event = open_event(folder).event
    changed = event.model_copy(update={"settings": AsoSettings(**settings)})
    (folder / "event.xlsx").unlink(missing_ok=True)
    (folder / "event.toml").write_text(write_toml(changed), encoding="utf-8")


def ranks_and(folder: Path, key: str) -> Mapping[str, tuple[Any, Any]]:
    return {str(row["id"]): (row["rank"], row[key]) for row in standings(folder).rows}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Nine players after a round: P01 to P04 have won, P09 sat out, P05 to P08 have lost."""
    folder = started(tmp_path / "cup", aso_event(9))
    assert played(folder, 1, "1", "1", "1", "1").status == "ok"
    return folder


def test_tie_1_a_chain_that_is_changed_is_noted_and_standings_follow(folder: Path) -> None:
    usual = {str(row["id"]): row["rank"] for row in standings(folder).rows}
    assert [one for one in check(folder).findings if one.code == "ranks-changed"] == []
    with_settings(folder, tie_breaks=("lot",))
    (note,) = (one for one in check(folder).findings if one.code == "ranks-changed")
    assert note.severity is Severity.NOTE
    assert "was first_loss, first_draw, opponents_rating when round 1 was scored, and is lot." in note.message
    ranked = ranks_and(folder, "lot")
    assert sorted(rank for rank, _ in ranked.values()) == list(range(1, 10))
    assert {id_: rank for id_, (rank, _) in ranked.items()} != usual


def test_every_change_of_what_decides_ranks_is_noted(folder: Path) -> None:
    with_settings(folder, tie_breaks=("lot",), bye_keeps_undefeated=False)
    notes = [one.message for one in check(folder).findings if one.code == "ranks-changed"]
    assert [note.partition(" was ")[0] for note in notes] == ["“Bye keeps undefeated”", "“Ties are broken by”"]


def test_a_change_of_what_decides_ranks_names_every_round_scored_before_it(folder: Path) -> None:
    assert played(folder, 2, "1", "1", "1", "1").status == "ok"
    with_settings(folder, tie_breaks=("lot",))
    (note,) = (one for one in check(folder).findings if one.code == "ranks-changed")
    assert "was first_loss, first_draw, opponents_rating when rounds 1 and 2 were scored, and is lot." in note.message


def test_tie_1_none_is_kept_by_results_when_the_setting_is_left_blank(folder: Path) -> None:
    with_settings(folder, tie_breaks=())
    shared = sorted(int(str(row["rank"])) for row in standings(folder).rows)
    assert shared == [1, 1, 1, 1, 1, 6, 6, 6, 6]
    assert played(folder, 1, "1", "1", "1", "1").status == "ok"
    with_settings(folder)
    found = {one.code: one.message for one in check(folder).findings}
    assert "it stays none" in found["setting-kept"]
    assert "ranks-changed" not in found
    assert sorted(int(str(row["rank"])) for row in standings(folder).rows) == shared


def test_tie_1_rows_of_scripts_are_as_ever_and_what_is_not_usual_comes_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(run_json(monkeypatch, "-C", folder, "standings")["rows"][0]) == STANDING_KEYS
    with_settings(folder, tie_breaks=("buchholz", "first_loss", "direct"))
    (first, *_) = run_json(monkeypatch, "-C", folder, "standings")["rows"]
    assert list(first) == [*STANDING_KEYS, "buchholz", "direct"]


def test_tie_1_the_terminal_shows_what_ties_are_broken_by(folder: Path) -> None:
    with_settings(folder, tie_breaks=("wins", "buchholz"))
    told = run("-C", folder, "standings").output
    assert "Wins" in told
    assert "Buchholz" in told


def test_tie_1_the_packet_says_what_ties_are_broken_by(folder: Path) -> None:
    with_settings(folder, tie_breaks=("wins", "buchholz"))
    run("-C", folder, "packet", "-o", folder / "packet.xlsx")
    told = " ".join(str(cell) for sheet in values_in(folder / "packet.xlsx").values() for row in sheet for cell in row)
    assert "most wins, then by the sum of the opponents' scores" in told
