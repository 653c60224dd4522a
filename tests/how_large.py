"""How large the house is: lines, lines of code, imports, and columns whose value and formula are written apart.

    python tests/how_large.py [FOLDER]    of the checkout that it stands in, or of another one

Lines of code are those with something on them that is neither a comment nor a docstring.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

MANY_IMPORTS = 25
"""A module with more lines of imports than this hangs together with too much."""

COLUMNS = {"Column": 5, "text_column": 4, "figure_column": 4, "turned_column": 4, "step_column": 3}
"""What makes a column of a table, and the place of the formula among its arguments."""

MAKERS = ("tables", "table.py")
"""The module in which these stand: they pass on what they are given, and make no column of a table."""

_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


def sources(folder: Path) -> list[Path]:
    """Return the modules below a folder."""
    return sorted(folder.rglob("*.py"))


def physical_lines(path: Path) -> int:
    """Count all lines of a module."""
    return len(path.read_text(encoding="utf-8").splitlines())


def code_lines(path: Path) -> int:
    """Count the lines of a module that hold code."""
    with tokenize.open(path) as text:
        tokens = [one for one in tokenize.generate_tokens(text.readline) if one.type not in _NO_CODE]
    lines = {line for one in tokens for line in range(one.start[0], one.end[0] + 1)}
    return len(lines - set(docstring_lines(ast.parse(path.read_text(encoding="utf-8")))))


def docstring_lines(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of strings that stand by themselves: docstrings, also those of constants and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def import_lines(path: Path) -> int:
    """Count the lines of a module's imports, wherever they stand in it."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    found = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in found)


def columns(path: Path) -> Iterator[bool]:
    """Yield for each column that a module makes whether it has a value and a formula beside it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COLUMNS:
            given = node.args[COLUMNS[node.func.id] :][:1] + [
                one.value for one in node.keywords if one.arg == "formula"
            ]
            yield any(not (isinstance(one, ast.Constant) and one.value is None) for one in given)


def figures(folder: Path) -> Iterable[tuple[str, int]]:
    """Return what is counted of a checkout, each with what it is."""
    package, tests = sources(folder / "sheetscore"), sources(folder / "tests")
    apart = [one for path in package if path.parts[-2:] != MAKERS for one in columns(path)]
    entangled = [path for path in package if import_lines(path) > MANY_IMPORTS]
    return (
        ("modules of sheetscore", len(package)),
        ("lines of sheetscore", sum(map(physical_lines, package))),
        ("lines of code of sheetscore", sum(map(code_lines, package))),
        (f"modules with more than {MANY_IMPORTS} lines of imports", len(entangled)),
        ("columns of tables", len(apart)),
        ("columns with value and formula apart", sum(apart)),
        ("lines of tests", sum(map(physical_lines, tests))),
    )  # fmt: skip


if __name__ == "__main__":
    root = Path(*sys.argv[1:]) if sys.argv[1:] else Path(__file__).parent.parent
    for what, count in figures(root):
        print(f"{count:7,}  {what}")
