"""What an author may count on: a plug-in that imports the front door alone, and passes mypy as strictly as may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import sheetscore

ROOT = Path(sheetscore.__file__).parents[1]
FRONT_DOOR = "sheetscore.plugin"


def assert_imports_the_front_door(path: Path) -> None:
    """See that a module imports of the package nothing but names of its front door."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    used |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in used if name.partition(".")[0] == "sheetscore"} == {FRONT_DOOR}


def assert_typed(path: Path, settings: Path) -> None:
    """See that a module or a package passes mypy, by the settings of a pyproject.toml."""
    assert "strict = true" in settings.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(ROOT / ".mypy_cache")]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False, cwd=settings.parent)
    assert done.returncode == 0, done.stdout + done.stderr
