"""The layers of the house: data flows one way, and help costs nothing."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from shared_demos import Demos
from system_ids import docstrings, ids_of, texts

import sheetscore
from sheetscore.cli.main import COMMANDS, main
from sheetscore.event.registry import known_systems
from sheetscore.forms.template import shipped
from sheetscore.results.record_lines import read_results
from sheetscore.scoring.boards.board import ENTERED, ENTERED_ONCE, facts
from sheetscore.systems.system import system_called

PACKAGE = Path(sheetscore.__file__).parent
LAYERS = (
    "workbooks",
    "expressions",
    "tables",
    "event",
    "forms",
    "pairing",
    "scoring",
    "sheets",
    "systems",
    "reading",
    "results",
    "packets",
    "archive",
    "simulation",
    "site",
    "scan",
    "operations",
    "cli",
)
"""In the order in which data flows; a layer imports only from layers before it."""

FACADES = {"sheetscore", "sheetscore.plugin"}
"""The names for users of the library, and for plug-ins; nothing in the package goes through them."""


def modules() -> dict[str, Path]:
    """Give every module of the package by its dotted name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imported(path: Path) -> Iterator[str]:
    """Give every module of the package that a module imports: at its top, in functions, for types alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in MODULES else node.module


@functools.cache
def graph() -> dict[str, set[str]]:
    """Give what every module imports."""
    return {name: set(imported(path)) for name, path in MODULES.items()}


def layer_of(module: str) -> str:
    """Give the folder of a module; empty for those that lie beside the layers."""
    layer = module.split(".")[1] if "." in module else ""
    return layer if layer in LAYERS else ""


def test_every_folder_of_the_package_is_a_room() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(LAYERS)


def test_no_module_imports_in_a_circle() -> None:
    found = TopologicalSorter({name: used for name, used in graph().items() if name not in FACADES})
    try:
        found.prepare()
    except CycleError as circle:
        pytest.fail(f"these import each other: {' -> '.join(circle.args[1])}")


def test_nothing_goes_through_the_names_for_users() -> None:
    assert not [name for name, used in graph().items() if FACADES & used]


@pytest.mark.parametrize("layer", ["", *LAYERS])
def test_a_room_imports_only_from_rooms_before_it(layer: str) -> None:
    allowed = {"", *LAYERS[: LAYERS.index(layer) + 1]} if layer else {""}
    wrong = {
        (name, used)
        for name, all_used in graph().items()
        for used in all_used
        if name not in FACADES and layer_of(name) == layer and layer_of(used) not in allowed
    }
    assert not wrong


def test_no_room_but_its_own_knows_a_system() -> None:
    systems = "|".join(path.name for path in (PACKAGE / "systems").iterdir() if (path / "__init__.py").exists())
    named = re.compile(rf"sheetscore\.systems\.({systems})\b")
    wrong = [
        name for name, path in MODULES.items() if layer_of(name) != "systems" and named.search(path.read_text("utf-8"))
    ]
    assert not wrong


def test_no_shared_room_names_an_id_of_one_system(demos: Demos) -> None:
    """Boxes, sums and keys of results that one system alone has are named in its layer; others ask kinds of pages."""
    shared = {name: path for name, path in MODULES.items() if layer_of(name) != "systems"}
    examples = {system: system_called(system).examples[0] for system in known_systems()}
    rows = {
        system: {key for row in read_results(path).rows for key in row}
        for system, example in examples.items()
        for path in sorted(demos.played(example).folder.glob("*-results.xlsx"))[:1]
    }
    assert len(rows) > 4
    of_boards = {*ENTERED, *ENTERED_ONCE, *(fact.name for fact in facts())}
    prose = (said for path in shared.values() for said in docstrings(path.read_text("utf-8")))
    ids = ids_of(shipped("templates"), rows, of_boards, prose)
    for known in ("rs", "team_points", "avp", "cc_lost"):
        assert known in ids.names
    for field in ("seat.pilot", "claimed.sp", "ruling.sp", "lines.3.winner", r"log\.(\d+)", "chart."):
        assert ids.of(field)
    wrong = [
        (name, line, text)
        for name, path in shared.items()
        for line, text in texts(path.read_text("utf-8"))
        if ids.of(text)
    ]
    assert not wrong


def test_planned_tables_know_nothing_of_what_writes_them() -> None:
    writers = {"sheetscore.tables.xlsx", "sheetscore.tables.xlsx_charts"}
    plans = [name for name in MODULES if layer_of(name) == "tables" and name not in writers]
    assert {"sheetscore.tables.sheet", "sheetscore.tables.table"} <= set(plans)
    for name in plans:
        text = MODULES[name].read_text(encoding="utf-8")
        assert "xlsxwriter" not in text.casefold()
        assert not re.search(r"\b(Book|Sheet|Format)\b", text)
        assert not writers & set(graph()[name])


def test_no_code_is_made_up_and_run() -> None:
    """Rules are evaluated by programs put together from functions; there is no text of Python to be run."""
    wrong = [
        (name, node.lineno)
        for name, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"exec", "eval", "compile"}
    ]
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
