"""What goes wrong in a plug-in is told with its file and line, and stops no other system."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from installed_package import install_package

from sheetscore.cli.main import main
from sheetscore.operations.demo import demo
from sheetscore.problems import WrongUsage
from sheetscore.systems.system import systems_that_replay, systems_with_handicaps

PROJECT = """
[project]
name = "sheetscore-darts"
version = "2.1"

[project.entry-points."sheetscore.systems"]
darts = "darts:DARTS"
"""
WORKS = """
from sheetscore.plugin import Draw, Event, Header, Player, RoundForms, RoundScore, Standings, System
from darts.board import throw

class DartsEvent(Event):
    def seats(self, _stage, /):
        return {"1": "One", "2": "Other"}

def starter(name):
    players = (Player(id="A", name="Ann"), Player(id="B", name="Bo"))
    return DartsEvent(header=Header(name=name, system="darts", rounds=1), players=players)

DARTS = System(
    id="darts", title="Darts", summary="one hundred and eighty", event_model=DartsEvent, starter=starter, draw=throw,
    forms=lambda round_: RoundForms(round_.stage, ()), score=lambda round_: RoundScore(round_.stage, (), (), ()),
    standings=lambda so_far: Standings(0, (), ()), results_sheets=lambda _: (), standings_sheets=lambda _: (),
)
"""
BOARD = "def throw(round_):\n    return 180 / (round_.stage - 1)\n"


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, module: str, board: str = BOARD) -> None:
    files = {"pyproject.toml": PROJECT, "darts/__init__.py": module, "darts/board.py": board}
    install_package(folder, files, monkeypatch)
    monkeypatch.chdir(folder)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_an_exception_names_plug_in_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, WORKS)
    assert run("new", "club", "--system", "darts").exit_code == 0
    done = run("-C", "club", "draw", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "sheetscore: The plug-in darts (sheetscore-darts 2.1) failed in darts/board.py, line 2: ZeroDivisionError: "
        "division by zero. Nothing was scored. SHEETSCORE_TRACEBACK=1 shows all of it\n"
    )
    monkeypatch.setenv("SHEETSCORE_TRACEBACK", "1")
    shown = run("-C", "club", "draw", "1").stderr
    assert "Traceback (most recent call last)" in shown
    assert "return 180 / (round_.stage - 1)" in shown


@pytest.mark.parametrize(
    ("module", "board", "why"),
    [
        ("import dartboard\n", BOARD, "in darts/__init__.py, line 1: ModuleNotFoundError: No module named 'dartboard'"),
        (WORKS, "def throw(:\n", "in darts/board.py, line 1: SyntaxError: invalid syntax (board.py, line 1)"),
        (WORKS, "throw = 1 / 0\n", "in darts/board.py, line 1: ZeroDivisionError: division by zero"),
        ("BOARD = 1\n", BOARD, "AttributeError: module 'darts' has no attribute 'DARTS'"),
        ("DARTS = 1\n", BOARD, "it is no sheetscore System"),
    ],
    ids=["a module missing", "no Python", "an exception", "no such name", "no System"],
)
def test_a_plug_in_that_cannot_be_imported_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, board: str, why: str
) -> None:
    installed(tmp_path, monkeypatch, module, board)
    sentence = f"The system darts is installed but cannot be loaded: {why}"
    listed = {one["id"]: one for one in json.loads(run("systems", "--json").stdout)}
    assert listed["darts"] == {"id": "darts", "title": "darts", "summary": sentence, "decisions": []}
    assert listed["amps"]["decisions"]
    done = run("new", "club", "--system", "darts")
    assert (done.exit_code, done.stderr) == (2, f"sheetscore: {sentence}\n")
    assert run("new", "other", "--system", "amps").exit_code == 0
    assert run("-C", "other", "check").exit_code == 0
    assert run("templates").exit_code == 0
    assert {one.id for one in systems_that_replay()} == {"airforce"}
    assert {one.id for one in systems_with_handicaps()} == {"match"}
    with pytest.raises(WrongUsage, match="there is no example for nothing; there are airforce"):
        demo(tmp_path / "demo", "nothing", lambda _: None)


def test_why_it_cannot_be_imported_is_shown_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, WORKS, "throw = 1 / 0\n")
    monkeypatch.setenv("SHEETSCORE_TRACEBACK", "1")
    assert "throw = 1 / 0" in run("systems", "darts").stderr
