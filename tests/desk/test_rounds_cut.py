"""Rounds that an event has no more although they were drawn or scored: every command stops, and nobody has won."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from event_folder import contents
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.desk.new import write_event
from sheetscore.desk.workplace import open_event
from sheetscore.event.model import Event


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert "Traceback" not in done.output
    assert "Please report it" not in done.output
    return done.exit_code, " ".join(done.output.split())


SEVERAL_ROUNDS = ("aso", "cromwell-2010", "diplomacy", "match", "origins-1991", "team-of-four")
"""Examples of every system that has sheets for each round, and more than one."""


def only_the_first_round_of(event: Event) -> Iterator[tuple[str, object]]:
    """Give the parts of an event in which nothing names a later round."""
    yield "header", event.header.model_copy(update={"rounds": 1})
    yield "schedule", ()
    yield from ((name, ()) for name in ("pairings", "wishes") if hasattr(event, name))
    staying = {"first_round": None, "last_round": None, "absent": ()}
    yield "players", tuple(player.model_copy(update=staying) for player in event.players)
    if hasattr(event, "rounds"):
        yield "rounds", tuple(one for one in event.rounds if one.number == 1)


@pytest.mark.parametrize("example", SEVERAL_ROUNDS)
def test_rounds_that_are_scored_cannot_be_cut_off(example: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    event = open_event(folder).event
    write_event(event.model_copy(update=dict(only_the_first_round_of(event))), folder)
    before = contents(folder)
    for words in (("check",), ("sheets", "1"), ("draw", "1", "--again"), ("ingest", "round1.xlsx"), ("standings",)):
        code, said = run(folder, *words)
        assert code == 1, (words, said)
        assert "The event has 1 round, and there is round2-draw.xlsx and round2-results.xlsx" in said
    assert contents(folder) == before
    for path in folder.glob("round*"):
        if not path.name.startswith("round1"):
            shutil.move(path, tmp_path / path.name)
    assert "The event has" not in run(folder, "check")[1]
