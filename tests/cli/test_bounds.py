"""Input without bounds is refused in a sentence, and soon: files that never end, deep keys, long numbers, crowds."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from match_commands import Evening, run
from match_event import match_event
from small_round import small_round

SOON = 2.0
"""Seconds of the processor."""

HEADING = b"table,seat,field,value\n"


def refused(*words: object, status: int = 2) -> str:
    """Run a command that has to end soon, and give what it says in one line."""
    start = process_time()
    said = " ".join(run(*words, status=status).stderr.split())
    assert process_time() - start < SOON
    return said


@pytest.fixture
def round1(tmp_path: Path) -> Path:
    """The sheets of a round of two tables."""
    club = Evening.of(tmp_path / "club", match_event(4))
    club.drawn(1)
    return club.sheets(1)


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(300_000_000)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "lines.csv is no file: name a file with the values of a round."),
    "folder": (Path.mkdir, "lines.csv is a folder: name a file with the values of a round."),
    "300 MB": (_large, "lines.csv is far too long for the values of a round: it has more than 32 MiB."),
    "400,000 lines": (
        lambda path: path.write_bytes(HEADING + b"1,,coin,1\n" * 400_000),
        "lines.csv has 400,001 lines, and no round has more than 300,000 boxes",
    ),
    "a field of 20 MB": (
        lambda path: path.write_bytes(HEADING + b"1,,coin," + b"9" * 20_000_000),
        "lines.csv cannot be read as CSV (field larger than field limit (131072)): a value has at most 131,072",
    ),
}


@pytest.mark.parametrize("what", FILES)
def test_values_of_a_file_that_no_round_has_are_refused(what: str, round1: Path, tmp_path: Path) -> None:
    make, told = FILES[what]
    before = round1.read_bytes()
    make(tmp_path / "lines.csv")
    assert told in refused("fill", round1, tmp_path / "lines.csv")
    assert round1.read_bytes() == before


def test_values_of_a_device_are_refused(round1: Path) -> None:
    assert "/dev/zero is no file" in refused("fill", round1, "/dev/zero")


def test_an_event_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event.toml")
    assert "event.toml is no file: name a file with an event." in refused("check", tmp_path)
    assert "event.toml is no file" in refused("new", tmp_path / "new", "--from", tmp_path / "event.toml")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"[{'a.' * 20_000}b]", "event.toml, line 2: this is not TOML (A key has more than 40 parts)."),
        (f"{'a . ' * 20_000}b = 1", "line 2: this is not TOML (A key has more than 40 parts)."),
        ("\"a b\" . 'c'." * 10_000 + "b = 1", "line 2: this is not TOML (A key has more than 40 parts)."),
        (f"a = {'[' * 20_000}{']' * 20_000}", "event.toml is not TOML (Lists or tables are nested too deeply)."),
        (f"a = {'{b = ' * 20_000}1{'}' * 20_000}", "event.toml is not TOML (Lists or tables are nested too deeply)."),
    ],
)
def test_keys_without_end_are_refused_with_their_line(tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "event.toml").write_text(f"[event]\n{line}\n", encoding="utf-8")
    assert told in refused("check", tmp_path)


def test_sentences_are_no_keys(tmp_path: Path) -> None:
    text = "Go to q. Then to r. " * 100 + "." * 100 + " x.y"
    (tmp_path / "event.toml").write_text(f'[event]\nname = """{text}"""\nplaces = "{text}"\n', encoding="utf-8")
    assert "TOML" not in run("check", tmp_path, status=1).output


def test_more_than_5_000_players_are_refused(tmp_path: Path) -> None:
    told = "has 5,001 players, and an event at most 5,000: play it as several events"
    players = "".join(f'[[player]]\nid = "P{at}"\nname = "Player {at}"\n' for at in range(5_001))
    (tmp_path / "event.toml").write_text(f'[event]\nname = "E"\nsystem = "match"\nrounds = 1\n{players}', "utf-8")
    assert told in refused("check", tmp_path / "event.toml")
    (tmp_path / "list.csv").write_text("name\n" + "".join(f"Player {at}\n" for at in range(5_001)), "utf-8")
    assert told in refused("new", tmp_path / "new", "--system", "match", "--players", tmp_path / "list.csv")


SQUARES = "\n".join(f'let.z{at + 1} = "z{at} * z{at}"' for at in range(30))


def test_a_template_whose_numbers_grow_without_end_is_refused_with_the_rule(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    (folder / "templates").mkdir()
    shipped = Path(__file__).parents[2] / "templates" / "amps" / "air-combat.toml"
    points = 'let.points = "12*star + 8*c + 4*h + 2*l"'
    text = shipped.read_text(encoding="utf-8")
    assert text.count(points) == 1
    grown = text.replace(points, f'{points}\nlet.z0 = "points + 12"\n{SQUARES}')
    (folder / "templates" / "air-combat.toml").write_text(grown, encoding="utf-8")
    # one H makes 4 and 12 a z0 of 16; to the power of 128 that has 155 digits, to that of 256 it has 309
    told = "this comes to a number of more than 300 digits; no spreadsheet has one (column 6 of “z7 * z7”)"
    assert told in refused("check", folder / "round1.xlsx")


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("z{0} * z{0}", "has no value for this board (this comes to a number of more than 300 digits"),
        ("1 / (z{0} + 1) + z{0}", "has no value for this board (this comes to a number of more than 300 digits"),
        ("z{0} * z{1}", "has no value for this board (this comes to a number of more than 300 digits"),
    ],
)
def test_a_scoring_system_whose_numbers_grow_without_end_is_refused(tmp_path: Path, step: str, told: str) -> None:
    run("new", tmp_path / "event", "--system", "diplomacy")
    scoring = tmp_path / "event" / "templates" / "scoring"
    scoring.mkdir(parents=True)
    steps = "\n".join(f'z{at + 1} = "{step.format(at, max(0, at - 1))}"' for at in range(60))
    scores = '[draw]\nalive = "z60"\neliminated = 0\n[solo]\nwinner = 100\nalive = 0\neliminated = 0\n'
    head = 'id = "grown"\ntitle = "Grown"\ndescription = "Out of all bounds."\n[let]\nz0 = "centres + 2"\n'
    (scoring / "grown.toml").write_text(f"{head}{steps}\n{scores}", encoding="utf-8")
    asked = ("-C", tmp_path / "event", "score-board", "--scoring", "grown", "E=12", "R=10", "T=12")
    assert told in refused(*asked, status=1)


def test_sums_of_two_steps_each_are_no_longer_than_they_are_written(tmp_path: Path) -> None:
    run("new", tmp_path / "event", "--system", "diplomacy")
    scoring = tmp_path / "event" / "templates" / "scoring"
    scoring.mkdir(parents=True)
    steps = "\n".join(f'z{at + 2} = "z{at + 1} + z{at}"' for at in range(60))
    scores = '[draw]\nalive = "z61"\neliminated = 0\n[solo]\nwinner = 100\nalive = 0\neliminated = 0\n'
    head = 'id = "steps"\ntitle = "Steps"\ndescription = "Fibonacci\'s."\n[let]\nz0 = "centres"\nz1 = "centres"\n'
    (scoring / "steps.toml").write_text(f"{head}{steps}\n{scores}", encoding="utf-8")
    start = process_time()
    board = ("E=12", "R=9", "T=8", "I=5")
    said = run("-C", tmp_path / "event", "score-board", "--scoring", "steps", "--json", *board).stdout
    assert process_time() - start < SOON
    assert str(12 * 4_052_739_537_881) in said  # twelve times the 62nd of Fibonacci's numbers
