"""Rounds that an event has no more although they were drawn or scored: every command stops, and nobody has won."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from aso_commands import played as play
from aso_event import aso_event
from click.testing import CliRunner
from event_folder import contents
from kept_events import started
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.export import export
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import standings


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
    if hasattr(event, "wishes"):
        yield "wishes", ()
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


def type_rounds(folder: Path, rounds: range, example: str = "duplicate") -> None:
    """Type the lines of some rounds, as an example has them."""
    heading, *lines = (shipped("examples") / example / "travellers.csv").read_text(encoding="utf-8").splitlines()
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
    assert "or clear on travellers.xlsx what was typed of rounds 6 and 7, draw again" in run(three_played, "check")[1]
    drawn = (three_played / "draw.xlsx").read_bytes()
    code, said = run(three_played, "draw", "--again")
    assert code == 1
    assert "draw.xlsx was left as it is, because what follows was typed on travellers.xlsx" in said
    assert "table 1, table sheet: red.6.sp = " in said
    assert "; blue.6.sp = 14 have no place on the new sheets" in said
    assert (three_played / "draw.xlsx").read_bytes() == drawn
    assert run(three_played, "draw", "--again", "--force")[0] == 0
    before = contents(three_played)
    code, said = run(three_played, "sheets")
    assert code == 1
    assert "travellers.xlsx was left as it is, because what follows would not be on new sheets" in said
    assert "table 1, table sheet: red.6.sp = " in said
    assert "; blue.6.sp = 14 have no place on the new sheets" in said
    assert "blue.7" not in said  # nobody typed there
    assert contents(three_played) == before
    with_rounds(three_played, 7)
    for words in (("draw", "--again"), ("sheets",)):
        assert run(three_played, *words)[0] == 0
    assert {row["round"] for row in ingest(three_played / "travellers.xlsx").rows} == {1, 2, 3, 6}


def test_rounds_of_a_movement_below_those_scored_are_told_with_those_drawn(three_played: Path) -> None:
    with_rounds(three_played, 2)
    code, said = run(three_played, "check")
    assert code == 1
    assert (
        "The event has 2 rounds, and travellers-results.xlsx has results of round 3, and draw.xlsx has rounds 3, 4, 5, "
        "6 and 7, too. Put the number of rounds back to 7; or to 3 at least, and clear on travellers.xlsx what was "
        "typed of later ones, draw again (sheetscore draw --again)"
    ) in said
    assert "clear those lines" not in said


def test_several_rounds_beyond_the_number_of_rounds_are_one_message(tmp_path: Path) -> None:
    event = aso_event(4, rounds=3)
    folder = started(tmp_path / "event", event)
    play(folder, 1, "1", "1")
    play(folder, 2, "1", "1")
    draw(folder, 3)
    header = event.header.model_copy(update={"rounds": 1})
    write_event(event.model_copy(update={"header": header, "rounds": event.rounds[:1]}), folder)
    code, said = run(folder, "check")
    assert code == 1
    assert said.count("The event has 1 round, and there is") == 1
    assert (
        "there is round2-draw.xlsx and round2-results.xlsx and round3-draw.xlsx. Put the number of rounds back to 3 at "
        "least; or move what there is of rounds 2 and 3 out of the folder"
    ) in said


def test_rounds_that_come_to_a_movement_are_told_in_one_line(three_played: Path) -> None:
    with_rounds(three_played, 5)
    assert run(three_played, "draw", "--again")[0] == 0
    with_rounds(three_played, 6)
    code, said = run(three_played, "check")
    assert code == 1
    assert "the whole event was changed after it was drawn: the number of rounds was 5 and is 6. Draw again" in said
    assert "has lost the line" not in said


def scored(folder: Path) -> dict[str, object]:
    """Give all that an event has come to: the rows of every round, the standings, what check says."""
    rows = {path.stem: json.loads(export(path, "json")) for path in sorted(folder.glob("*-results.xlsx"))}
    found = sorted((one.code, one.message) for one in check(folder).findings)
    return {**rows, "standings": standings(folder).rows, "check": found}


@pytest.mark.parametrize("example", [*SEVERAL_ROUNDS, *WHOLE])
def test_rounds_that_are_cut_off_and_put_back_leave_all_as_it_was(example: str, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    before, event = scored(folder), open_event(folder).event
    files = {name: digest for name, digest in contents(folder).items() if name not in {"event.xlsx", "journal.jsonl"}}
    fewer = {"header": event.header.model_copy(update={"rounds": 3})} if example in WHOLE else {}
    write_event(event.model_copy(update={**dict(only_the_first_round_of(event)), **fewer}), folder)
    sheets = "travellers.xlsx" if example in WHOLE else "round1.xlsx"
    stage = () if example in WHOLE else ("1",)
    for words in (("check",), ("sheets", *stage), ("draw", *stage, "--again"), ("ingest", sheets), ("standings",)):
        assert run(folder, *words)[0] == 1, words
    write_event(event, folder)
    now = contents(folder)
    assert {name: now[name] for name in files} == files
    assert scored(folder) == before
    assert run(folder, "ingest", sheets)[0] == 0
    assert scored(folder) == before


@pytest.mark.parametrize("example", SEVERAL_ROUNDS)
def test_an_event_goes_on_where_it_was_once_its_later_rounds_are_back(
    example: str, demos: Demos, tmp_path: Path
) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    before, event = scored(folder), open_event(folder).event
    write_event(event.model_copy(update=dict(only_the_first_round_of(event))), folder)
    (tmp_path / "aside").mkdir()
    aside = [path for path in folder.glob("round*") if not path.name.startswith("round1")]
    for path in aside:
        shutil.move(path, tmp_path / "aside" / path.name)
    for words in (("sheets", "1"), ("ingest", "round1.xlsx"), ("standings",)):
        assert run(folder, *words)[0] == 0, (words, run(folder, *words)[1])
    assert standings(folder).standings.after_round == 1
    write_event(event, folder)
    for path in aside:
        shutil.move(tmp_path / "aside" / path.name, path)
    assert scored(folder) == before
    for path in sorted(folder.glob("round?.xlsx")):
        assert run(folder, "ingest", path.name)[0] == 0
    assert scored(folder) == before


@pytest.mark.parametrize("example", WHOLE)
def test_a_movement_that_is_cut_short_and_lengthened_again_ends_as_if_it_had_not_been(
    example: str, demos: Demos, tmp_path: Path
) -> None:
    folder = tmp_path / "event"
    assert run(tmp_path, "new", str(folder), "--from", str(shipped("examples") / example / "event.toml"))[0] == 0
    assert run(folder, "draw")[0] == 0
    assert run(folder, "sheets")[0] == 0
    type_rounds(folder, range(1, 4), example)
    assert run(folder, "ingest", "travellers.xlsx")[0] == 0
    for rounds, played in ((5, range(4, 6)), (7, range(6, 8))):
        with_rounds(folder, rounds)
        assert run(folder, "draw", "--again")[0] == 0
        assert run(folder, "sheets")[0] == 0
        type_rounds(folder, played, example)
        assert run(folder, "ingest", "travellers.xlsx")[0] == 0
    whole = demos.played(example)
    assert standings(folder).rows == whole.ranked.rows
    mine, theirs = (json.loads(export(one / "travellers-results.xlsx", "json")) for one in (folder, whole.folder))
    assert mine["rows"] == theirs["rows"]
