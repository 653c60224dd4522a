"""Control characters of any input: shown escaped in every message, refused in names and ids."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from airforce_logs import entries
from amps_event import amps_event
from click.testing import CliRunner
from event_folder import GOOD_LINES, filled_folder

import sheetscore
from sheetscore.cli.main import main
from sheetscore.operations.export import export
from sheetscore.wording import escaped

ESCAPE, C1, OVERRIDE, ISOLATE = "\x1b[31m", "\x9b31m", "\u202e", "\u2066"
HOSTILE = (ESCAPE, C1, OVERRIDE, ISOLATE, "\x07")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event with a filled round, which no test here changes."""
    return filled_folder(tmp_path_factory.mktemp("controls") / "event", amps_event(), GOOD_LINES)


def run(folder: Path, *words: str, fails: bool = True) -> str:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert (done.exit_code != 0) is fails, done.output
    assert "Traceback" not in done.output
    assert not any(sign in done.output for sign in "\x1b\x9b\x07\u202e\u2066")
    return done.output


def test_line_feeds_stay_and_controls_are_written_out() -> None:
    assert escaped("a\nb\tc\x1b[2J\x85\u202e") == r"a" + "\n" + r"b\tc\x1b[2J\x85\u202e"
    assert escaped("Zoë \u200d\u200c\u200f 鈴木") == "Zoë \u200d\u200c\u200f 鈴木"


@pytest.mark.parametrize("sign", HOSTILE)
def test_a_name_with_one_is_refused_and_shown_escaped(sign: str, folder: Path, tmp_path: Path) -> None:
    text = export(folder, "toml")
    written = sign.encode("unicode_escape").decode().replace("\\x", "\\u00")
    (tmp_path / "event.toml").write_text(
        text.replace('name = "Pilot 1"', f'name = "Pi{written}lot"', 1), encoding="utf-8"
    )
    assert ascii(sign[0])[1:-1] in run(tmp_path, "check")


@pytest.mark.parametrize("sign", HOSTILE)
def test_a_typed_value_is_shown_escaped(sign: str, folder: Path, tmp_path: Path) -> None:
    lines = tmp_path / "typed.csv"
    lines.write_text(f"table,seat,field,value\n1,strike.1,claimed.sp,{sign}9\n", encoding="utf-8")
    run(folder, "fill", "round1.xlsx", str(lines))


@pytest.mark.parametrize("sign", HOSTILE)
@pytest.mark.parametrize("words", [["check"], ["ingest"], ["draw"], ["export"], ["replay"], ["systems"]])
def test_words_of_a_command_are_shown_escaped(sign: str, words: list[str], folder: Path) -> None:
    run(folder, *words, f"x{sign}.xlsx")
    run(folder, *words, f"--x{sign}")


NAMED = f"a{ESCAPE}b{C1}c{OVERRIDE}d{ISOLATE}e\x07\nerror: all is lost"
WRITTEN_OUT = r"a\x1b[31mb\x9b31mc\u202ed\u2066e\x07\nerror: all is lost"
"""A name that a file may have, and what of it is shown."""


def test_names_of_files_that_were_written_or_kept_are_shown_escaped(folder: Path, tmp_path: Path) -> None:
    there = tmp_path / NAMED
    said = run(tmp_path, "new", str(there), "--system", "amps", fails=False)
    assert f"{WRITTEN_OUT}/event.xlsx: " in said
    assert f"sheetscore -C {tmp_path}/{WRITTEN_OUT} check" in said
    copy = shutil.copytree(folder, tmp_path / "event")
    assert f"Wrote {WRITTEN_OUT}.xlsx" in run(copy, "packet", "--what", "rules", "-o", f"{there}.xlsx", fails=False)
    shutil.copy(copy / "round1.xlsx", copy / f"round1-{NAMED}.xlsx")
    (copy / "typed.csv").write_text("table,seat,field,value\n1,strike.1,claimed.sp,9\n", encoding="utf-8")
    said = run(copy, "fill", f"round1-{NAMED}.xlsx", str(copy / "typed.csv"), fails=False)
    assert f"round1-{WRITTEN_OUT}.xlsx: 1 value typed in" in said
    assert f"kept as kept/round1-{WRITTEN_OUT}~1.xlsx" in said


def test_json_has_names_exactly_and_steers_no_terminal(tmp_path: Path) -> None:
    there = tmp_path / NAMED
    said = run(tmp_path, "new", str(there), "--system", "amps", "--json", fails=False)
    assert json.loads(said)["path"] == str(there / "event.xlsx")


@pytest.mark.parametrize(
    ("folder_name", "name"),
    [
        (NAMED, "a [31mb 31mc d e error: all is lost"),
        (os.fsdecode("Łódź".encode()), "Łódź"),
        (os.fsdecode(b"Z\xfcrich"), "Z\ufffdrich"),
        ("\x07", "Event"),
        ("x" * 250, "x" * 200),
    ],
)
def test_an_event_is_called_what_of_its_folder_can_be_printed(folder_name: str, name: str, tmp_path: Path) -> None:
    said = run(tmp_path, "new", str(tmp_path / folder_name), "--system", "amps", "--json", fails=False)
    assert json.loads(said)["event"] == name


@pytest.mark.parametrize("sign", HOSTILE)
def test_what_a_log_has_is_shown_escaped_in_tables(sign: str, tmp_path: Path) -> None:
    boxes = entries([{"plot": "5"}, {"plot": "5"}], card="ex-light")
    lines = [(table, f"red{sign}", field, value) for (table, _, field), value in boxes.items()]
    with (tmp_path / "log.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("table", "seat", "field", "value"), *lines])
    assert f"red{escaped(sign)}" in run(tmp_path, "replay", "log.csv", fails=False)


def test_words_leave_the_program_in_one_place() -> None:
    package = Path(sheetscore.__file__).parent
    ways = re.compile(r"\b(click\.s?echo|print)\(|sys\.(stdout|stderr)|Console\(\)\.print")
    places = {
        path.relative_to(package).as_posix() for path in package.rglob("*.py") if ways.search(path.read_text("utf-8"))
    }
    shown = {f"cli/{name}.py" for name in ("output", "show", "show_tables", "show_watch", "round_commands")}
    assert places == {*shown, "scan/decoding.py"}  # which sends pictures to the program that started it, no words
