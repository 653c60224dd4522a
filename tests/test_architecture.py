"""The rooms of the house: data flows one way, and help costs nothing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sheetscore
from sheetscore.cli.main import COMMANDS, main
from sheetscore.shipped import shipped

PACKAGE = Path(sheetscore.__file__).parent
ROOMS = (
    "workbooks",
    "expressions",
    "event",
    "forms",
    "pairing",
    "scoring",
    "systems",
    "sheets",
    "reading",
    "results",
    "desk",
    "cli",
)
"""In the order in which data flows; a room imports only from rooms before it."""


SYSTEMS = re.compile(r"sheetscore\.systems\.(amps|team|duplicate|aso|tasks)\b")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("sheetscore."):
            yield node.module.split(".")[1]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_before_it(room: str) -> None:
    later = set(ROOMS[ROOMS.index(room) + 1 :])
    wrong = {
        (path.name, imported)
        for path in (PACKAGE / room).rglob("*.py")
        for imported in imports(path)
        if imported in later
    }
    assert not wrong


def test_every_folder_of_the_package_is_a_room() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(ROOMS)


def test_no_room_but_its_own_knows_a_system() -> None:
    wrong = {
        path.relative_to(PACKAGE)
        for path in PACKAGE.rglob("*.py")
        if "systems" not in path.parts and SYSTEMS.search(path.read_text(encoding="utf-8"))
    }
    assert not wrong


def test_help_imports_none_of_the_heavy_libraries() -> None:
    program = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "before = set(sys.modules)\n"
        "from sheetscore.cli.main import main\n"
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0\n"
        "print(' '.join({name.split('.')[0] for name in set(sys.modules) - before}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    heavy = {"pandas", "openpyxl", "xlsxwriter", "pydantic", "numpy", "rich", "tomlkit", "importlib_metadata"}
    assert "sheetscore" in done.stdout.split()
    assert not heavy & set(done.stdout.split())


def test_every_command_has_help_with_an_example() -> None:
    import click  # noqa: PLC0415

    context = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        assert "Example:" in (command.help or "")
        assert f"sheetscore {name}" in (command.help or "")


@pytest.mark.parametrize(
    ("words", "unused"),
    [
        (["score-board", "--scoring", "scs", "E=18", "R=16"], {"xlsxwriter", "openpyxl", "tomlkit", "pandas"}),
        (["systems", "amps"], {"xlsxwriter", "openpyxl", "tomlkit", "pandas"}),
        (["templates"], {"xlsxwriter", "openpyxl", "tomlkit", "pandas"}),
        (["export", "event.toml", "--format", "json"], {"xlsxwriter", "openpyxl", "tomlkit", "pandas"}),
        (["export", "event.toml", "--format", "toml"], {"xlsxwriter", "openpyxl", "pandas"}),
        (["check", "event.toml"], {"xlsxwriter", "openpyxl", "tomlkit", "pandas"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_imports_no_library_that_it_does_not_use(tmp_path: Path, words: list[str], unused: set[str]) -> None:
    (tmp_path / "event.toml").write_bytes((shipped("examples") / "origins-1991" / "event.toml").read_bytes())
    program = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from sheetscore.cli.main import main\n"
        f"done = CliRunner().invoke(main, {['-C', str(tmp_path), *words]!r})\n"
        "assert done.exit_code == 0, done.output\n"
        "print(' '.join({name.split('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "pydantic" in done.stdout.split()
    assert not unused & set(done.stdout.split())
