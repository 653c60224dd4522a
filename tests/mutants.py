"""Mutants of the rules that no hand-worked test notices: each is a rule that nobody has worked an example of.

    python tests/mutants.py sheetscore/scoring                      every mutant of a layer
    python tests/mutants.py sheetscore/scoring/ranking.py --some 40 --seed 7
    python tests/mutants.py sheetscore/systems/team tests/systems/test_team_score.py

A mutant is a module with one thing changed: a comparison, plus and minus, ``and`` and ``or``, a whole number. The
hand-worked tests (none that hypothesis makes examples for) run against it in a process of their own; a mutant that all
of them pass is printed with its line. It shows a gap, or
makes no difference to anybody (a number that is only ever compared with 0): look at the line. Not part of a usual run.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import openpyxl  # noqa: F401 -- what takes long to import is there before the processes part
import pydantic  # noqa: F401
import pytest
import xlsxwriter  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]

HAND_WORKED = {
    "sheetscore/scoring/boards": (
        *("scoring/test_board.py", "scoring/test_board_systems.py", "scoring/test_board_library.py"),
        *("systems/test_diplomacy_boards.py", "systems/test_diplomacy_rules.py"),
    ),
    "sheetscore/scoring": (
        *("scoring/test_match_points.py", "scoring/test_swiss_ranking.py", "scoring/test_tie_breaks.py"),
        *("systems/test_tie_breaks_of_systems.py", "systems/test_aso_score.py", "systems/test_match_score.py"),
        *("systems/test_team_score.py", "systems/test_duplicate_score.py", "systems/test_amps_rules.py"),
    ),
    "sheetscore/expressions": ("expressions/test_rule_values.py", "expressions/test_figure_rules.py"),
    **{
        f"sheetscore/systems/{system}": tuple(f"systems/test_{system}_{what}.py" for what in tests)
        for system, tests in {
            "airforce": ("score", "shots", "hits", "flights", "rules"),
            "amps": ("rules", "primaries"),
            "aso": ("score",),
            "diplomacy": ("boards", "standings", "rules"),
            "duplicate": ("score", "rules"),
            "match": ("score", "rules"),
            "team": ("score", "rules", "bands"),
        }.items()
    },
}
"""The tests of each part of the program whose figures somebody worked out by hand or took from a source."""

SECONDS = 120
"""How long the tests may take with a mutant: one that never ends is noticed, too."""

_SWAPPED: dict[type[Any], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(msgspec.Struct, frozen=True):
    """A module with one thing changed."""

    path: Path
    line: int
    what: str
    tree: ast.Module

    @property
    def module(self) -> str:
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def __str__(self) -> str:
        written = self.path.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.what}    {written}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    places = [at for at, (node, counts) in enumerate(_nodes(tree)) if counts and _mutable(node)]
    for place in places:
        changed = deepcopy(tree)
        node, _ = [*_nodes(changed)][place]
        line, what = _mutate(node)
        yield Mutant(path, line, what, changed)


def _nodes(tree: ast.AST, *, counts: bool = True) -> Iterator[tuple[ast.AST, bool]]:
    """Go through a tree, and say of each part whether it is computed: types and subscripts of types are not."""
    yield tree, counts
    for name, value in ast.iter_fields(tree):
        typed = name in {"annotation", "returns"}
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _nodes(part, counts=counts and not typed)


def _mutable(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in _SWAPPED
    if isinstance(node, ast.BinOp):
        texts = (node.left, node.right)  # joined texts are no rule
        return type(node.op) in _SWAPPED and not any(isinstance(one, ast.JoinedStr) for one in texts)
    return isinstance(node, ast.BoolOp) or (isinstance(node, ast.Constant) and type(node.value) is int)


def _mutate(node: ast.AST) -> tuple[int, str]:
    """Change a part, and say in which line and how."""
    if isinstance(node, ast.Constant):
        was = node.value
        assert isinstance(was, int)
        node.value = was + 1
        return node.lineno, f"{was} became {node.value}"
    if isinstance(node, ast.Compare):
        old: ast.AST = node.ops[0]
        node.ops[0] = new = _SWAPPED[type(old)]()
    else:
        assert isinstance(node, ast.BinOp | ast.BoolOp)
        old = node.op
        node.op = new = _SWAPPED[type(old)]()
    return node.lineno, f"{type(old).__name__} became {type(new).__name__}"


class _Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Has a mutant imported instead of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        del path, target
        if fullname != self.mutant.module:
            return None
        inside = [str(self.mutant.path.parent)] if self.mutant.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, self.mutant.path, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.tree, str(self.mutant.path), "exec", dont_inherit=True), vars(module))  # noqa: S102


def is_noticed(mutant: Mutant | None, tests: Sequence[str]) -> bool:
    """Run tests against a mutant, or the program as it is, in a process of its own; tell whether one fails."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    signal.alarm(SECONDS)
    if mutant:
        sys.meta_path.insert(0, _Instead(mutant))
    status = 1
    try:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            status = pytest.main(["-x", "-q", "-m", "not hypothesis", "-p", "no:xdist", "-p", "no:playwright", *tests])
    finally:
        os._exit(min(status, 1))


def main() -> None:
    """Print the mutants that live."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("rules", type=Path, help="a module or a folder of them")
    asked.add_argument("tests", nargs="*", help="the tests that should notice; default: the hand-worked ones")
    asked.add_argument("--some", type=int, help="so many mutants by lot; default: all")
    asked.add_argument("--seed", type=int, default=1991)
    given = asked.parse_args()
    rules = given.rules.resolve()
    known = [part for part in HAND_WORKED if rules.relative_to(ROOT).is_relative_to(part)]
    tests = given.tests or [str(ROOT / "tests" / name) for name in HAND_WORKED[max(known, key=len)]]
    modules = sorted(rules.rglob("*.py")) if rules.is_dir() else [rules]
    mutants = [mutant for path in modules for mutant in mutants_of(path)]
    if given.some:
        mutants = random.Random(given.seed).sample(mutants, min(given.some, len(mutants)))
    if is_noticed(None, tests):
        sys.exit("the tests fail without any mutant")
    living = [mutant for mutant in mutants if not is_noticed(mutant, tests) and not print(mutant, flush=True)]
    print(f"{len(living)} of {len(mutants)} mutants live")


if __name__ == "__main__":
    main()
