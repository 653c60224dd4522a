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
from sheetscore.desk.entries import fill
from sheetscore.desk.ingest import ingest
from sheetscore.desk.new import write_event
from sheetscore.desk.standings import standings
from sheetscore.desk.workplace import open_event
from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.forms.template import shipped


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


WHOLE = ("duplicate", "duplicate-skip")
"""Examples of duplicate play, with 7 rounds each: one draw and one set of travellers hold them all."""


def with_rounds(folder: Path, rounds: int) -> None:
    """Write an event with another number of rounds, as a director does who changes it."""
    event = load_event(folder)
    schedule = tuple(slot for slot in event.schedule if slot.round <= rounds)
    header = event.header.model_copy(update={"rounds": rounds})
    write_event(event.model_copy(update={"header": header, "schedule": schedule}), folder)


@pytest.mark.parametrize("example", WHOLE)
def test_rounds_of_a_movement_that_are_scored_cannot_be_cut_off(example: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    ranked = standings(folder).rows
    with_rounds(folder, 5)
    before = contents(folder)
    for words in (
        ("check",),
        ("check", "travellers.xlsx"),
        ("sheets",),
        ("draw", "--again"),
        ("ingest", "travellers.xlsx"),
        ("standings",),
        ("standings", "--json"),
    ):
        code, said = run(folder, *words)
        assert code == 1, (words, said)
        assert "The event has 5 rounds, and travellers-results.xlsx has results of rounds 6 and 7." in said
        assert "Put the number of rounds back to 7 at least" in said
    assert contents(folder) == before
    with_rounds(folder, 7)
    assert run(folder, "ingest", "travellers.xlsx")[0] == 0
    assert standings(folder).rows == ranked


@pytest.fixture
def three_played(demos: Demos, tmp_path: Path) -> Path:
    """An event of seven rounds at seven tables, three of them played and ingested."""
    folder = tmp_path / "event"
    assert run(tmp_path, "new", str(folder), "--from", str(shipped("examples") / "duplicate" / "event.toml"))[0] == 0
    for words in (("draw",), ("sheets",)):
        assert run(folder, *words)[0] == 0
    type_rounds(folder, range(1, 4))
    assert run(folder, "ingest", "travellers.xlsx")[0] == 0
    return folder


def type_rounds(folder: Path, rounds: range) -> None:
    """Type the lines of some rounds, as the example has them."""
    heading, *lines = (shipped("examples") / "duplicate" / "travellers.csv").read_text(encoding="utf-8").splitlines()
    source = folder.parent / "values.csv"
    kept = (line for line in lines if int(line.split(",")[1].removeprefix("r")) in rounds)
    source.write_text("\n".join([heading, *kept, ""]), encoding="utf-8")
    fill(folder / "travellers.xlsx", source)


def test_rounds_of_a_movement_that_are_drawn_go_once_it_is_drawn_again(three_played: Path) -> None:
    ranked = standings(three_played).rows
    with_rounds(three_played, 5)
    before = contents(three_played)
    for words in (("check",), ("sheets",), ("ingest", "travellers.xlsx"), ("standings",), ("draw",)):
        code, said = run(three_played, *words)
        assert code == 1, (words, said)
        assert "The event has 5 rounds, and draw.xlsx has rounds 6 and 7, too." in said
        assert "draw again (sheetscore draw --again)" in said
        assert "without table and seat" not in said
    assert contents(three_played) == before
    for words in (("draw", "--again"), ("sheets",), ("check",), ("ingest", "travellers.xlsx")):
        assert run(three_played, *words)[0] == 0
    assert standings(three_played).rows == ranked


def test_what_is_typed_on_lines_that_are_cut_off_is_named_and_stays(three_played: Path) -> None:
    type_rounds(three_played, range(6, 7))
    with_rounds(three_played, 5)
    assert run(three_played, "draw", "--again")[0] == 0
    before = contents(three_played)
    code, said = run(three_played, "sheets")
    assert code == 1
    assert "travellers.xlsx was left as it is, because what follows would not be on new sheets" in said
    assert "table 1, table sheet: blue.6.sp = 14 has no place on the new sheets" in said
    assert "blue.7" not in said  # nobody typed there
    assert contents(three_played) == before
    with_rounds(three_played, 7)
    for words in (("draw", "--again"), ("sheets",)):
        assert run(three_played, *words)[0] == 0
    assert {row["round"] for row in ingest(three_played / "travellers.xlsx").rows} == {1, 2, 3, 6}


def test_rounds_that_come_to_a_movement_are_told_in_one_line(three_played: Path) -> None:
    with_rounds(three_played, 5)
    assert run(three_played, "draw", "--again")[0] == 0
    with_rounds(three_played, 6)
    code, said = run(three_played, "check")
    assert code == 1
    assert "the whole event was changed after it was drawn: the number of rounds was 5 and is 6. Draw again" in said
    assert "has lost the line" not in said
