"""What is printed: UTF-8 wherever it is redirected, what a terminal can show of it; exported texts are read back."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from amps_event import amps_event
from event_folder import GOOD_LINES, filled_folder
from rich.cells import cell_len

from sheetscore.cli.show_tables import show_standings
from sheetscore.operations.ingest import ingest
from sheetscore.problems import WrongUsage
from sheetscore.systems.outcomes import ResultRow, Standings

if TYPE_CHECKING:
    from sheetscore.event.model import Event

COMMAND = Path(sys.executable).with_name("sheetscore")

NAMES = {"P01": "Zoë Müller", "P02": "Łukasz Żak", "P03": "鈴木 太郎", "P04": "Ωmega “Ace” O’Hara"}
"""In cp1252, in parts, not at all, in quotes that are."""

POSIX = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
SURROUNDINGS: dict[str, Mapping[str, str]] = {
    "C": POSIX,
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
}
"""What makes Python write something else than UTF-8, or fail."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event with names of many writings, scored; no test here changes it."""
    event = amps_event(names=NAMES, rounds=("bridge", "bridge"))
    there = filled_folder(tmp_path_factory.mktemp("output") / "event", event, GOOD_LINES)
    ingest(there / "round1.xlsx")
    return there


def surroundings(told: Mapping[str, str]) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    return {**ours, "COLUMNS": "120", **told}


def run(folder: Path, told: Mapping[str, str], *words: str, status: int = 0) -> tuple[str, str]:
    """Run the command with both streams redirected; they are UTF-8 in any case."""
    done = subprocess.run(
        [COMMAND, *words],
        cwd=folder,
        env=surroundings(told),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert done.returncode == status, out + err
    assert "Traceback" not in out + err
    return out, err


@pytest.mark.parametrize("told", SURROUNDINGS.values(), ids=SURROUNDINGS)
def test_redirected_output_is_utf_8(folder: Path, tmp_path: Path, told: Mapping[str, str]) -> None:
    table, _ = run(folder, told, "standings")
    assert all(name in table for name in NAMES.values())
    document = json.loads(run(folder, told, "standings", "--json")[0])
    assert {row["name"] for row in document["rows"]} >= set(NAMES.values())
    assert "“Łódź”" in run(folder, told, "sheets", "Łódź", status=2)[1]
    assert 'There is no command "chéck"' in run(folder, told, "chéck", status=2)[1]


def test_a_folder_whose_name_the_locale_cannot_read_is_shown(folder: Path, tmp_path: Path) -> None:
    there = shutil.copytree(folder, tmp_path / "Zürich")
    out, _ = run(tmp_path, POSIX, "new", "Łódź", "--from", f"{there.name}/event.xlsx")
    assert out.startswith("Łódź/event.xlsx: Test event")
    _, err = run(tmp_path, POSIX, "-C", there.name, "ingest", "Öl.xlsx", status=2)
    assert "Öl.xlsx" in err
    raw = os.fsdecode(b"Z\xfcrich")
    out, _ = run(tmp_path, {}, "new", raw, "--from", f"{there.name}/event.xlsx")
    assert out.startswith(r"Z\udcfcrich/event.xlsx")
    path = json.loads(run(tmp_path, {}, "new", f"{raw}2", "--from", f"{there.name}/event.xlsx", "--json")[0])["path"]
    assert os.fsencode(path) == b"Z\xfcrich2/event.xlsx"


def on_terminal(folder: Path, told: Mapping[str, str], *words: str) -> tuple[int, bytes]:
    """Run the command on a terminal of its own, and give what arrives there."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [COMMAND, *words], cwd=folder, env=surroundings(told), stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            parts.append(part)
        os.close(ours)
    return running.returncode, b"".join(parts)


@pytest.mark.parametrize(
    ("encoding", "zoe", "lukasz"),
    [
        ("cp437", b"Zo\x89 M\x81ller", b"?ukasz ?ak"),
        ("iso-8859-2", b"Zo\xeb M\xfcller", b"\xa3ukasz \xafak"),
    ],
)
def test_a_terminal_gets_what_it_can_show(folder: Path, encoding: str, zoe: bytes, lukasz: bytes) -> None:
    for words in (["standings"], ["export", "event.xlsx"]):  # rich prints the one, click the other
        status, shown = on_terminal(folder, {"PYTHONIOENCODING": encoding}, *words)
        assert status == 0, shown
        assert zoe in shown
        assert lukasz in shown
    status, shown = on_terminal(folder, {"PYTHONIOENCODING": encoding}, "sheets", "Łódź")
    assert status == 2
    assert b"Traceback" not in shown
    assert "Łódź".encode(encoding, "replace") in shown


def test_a_terminal_of_which_nothing_is_known_is_taken_for_one_of_today(folder: Path) -> None:
    for words in (["standings"], ["export", "event.xlsx"]):
        status, shown = on_terminal(folder, POSIX, *words)
        assert status == 0, shown
        assert "鈴木 太郎" in shown.decode()


NUMBERS = ("146.18", "100.50", "24.02", "1234")


def shown_standings(capsys: pytest.CaptureFixture[str], *, columns: int, terminal: bool) -> str:
    """Print two lines of standings as on a terminal of some width, or redirected."""
    score, best, second, many = NUMBERS
    line = {"score": Fraction(score), "best_game": Fraction(best), "second_best_game": Fraction(second)}
    names = ("Nils Aaberg", "鈴木 太郎")
    rows: tuple[ResultRow, ...] = tuple(
        {"rank": rank, "id": f"P{rank}", "name": name, **line, "rounds": 3, "centres": int(many)}
        for rank, name in enumerate(names, start=1)
    )
    chain = ("best_game", "second_best_game", "centres")
    event = SimpleNamespace(header=SimpleNamespace(name="Congress"), settings=SimpleNamespace(tie_breaks=chain))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        patch.setattr("rich.console.Console.is_terminal", terminal)
        show_standings(cast("Event", event), Standings(3, rows, ()))
    return re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)


def test_redirected_standings_are_as_wide_as_they_need_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    shown = shown_standings(capsys, columns=40, terminal=False)
    for word in (*NUMBERS, "Second best game", "Centres", "Nils Aaberg", "鈴木 太郎"):
        assert word in shown
    assert "…" not in shown


def test_on_a_narrow_terminal_names_wrap_and_then_the_last_columns_are_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # the longest words: Rank, P1, Aaberg, 146.18, Rounds, 100.50, Second, Centres: 43, and 3 for each column, and 1
    wide = shown_standings(capsys, columns=68, terminal=True)
    assert all(word in wide for word in (*NUMBERS, "Aaberg", "鈴木", "Centres"))
    assert "Nils Aaberg" not in wide
    narrow = shown_standings(capsys, columns=67, terminal=True)
    assert all(word in narrow for word in NUMBERS[:3])
    assert NUMBERS[3] not in narrow
    assert "Not shown on so narrow a terminal: Centres" in narrow
    least = shown_standings(capsys, columns=20, terminal=True)
    assert all(word in least for word in ("Rank", "P1", "Aaberg", "146.18", "Rounds"))
    assert "…" not in wide + narrow + least
    assert all(cell_len(line) <= columns for shown, columns in ((wide, 68), (narrow, 67)) for line in shown.split("\n"))


def test_what_is_redirected_is_read_back(folder: Path, tmp_path: Path) -> None:
    told = SURROUNDINGS["cp1252"]
    there = Path(shutil.copytree(folder, tmp_path / "event"))
    for name, words in {
        "players.csv": ["export", "event.xlsx"],
        "event.toml": ["export", "event.xlsx", "--format", "toml"],
        "round1.csv": ["entries", "round1.xlsx"],
    }.items():
        with (tmp_path / name).open("wb") as stream:
            subprocess.run([COMMAND, *words], cwd=there, env=surroundings(told), stdout=stream, check=True)
    run(tmp_path, told, "new", "again", "--from", "event.toml", "--players", "players.csv")
    text, _ = run(tmp_path, told, "export", "again/event.xlsx")
    assert {row["id"]: row["name"] for row in csv.DictReader(io.StringIO(text))}.items() >= NAMES.items()
    run(there, told, "fill", "round1.xlsx", str(tmp_path / "round1.csv"))
    assert run(there, told, "entries", "round1.xlsx")[0] == (tmp_path / "round1.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("said", ["Name the winners", "Name the winners."])
def test_what_is_said_besides_follows_one_full_stop(said: str) -> None:
    problem = WrongUsage(said)
    problem.say_besides(["a note was kept", "the standings are new"])
    assert problem.message == str(problem) == "Name the winners. Besides: a note was kept; the standings are new"
