"""A package as pip would install it: its files, and what says where its systems are."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest


def install_package(folder: Path, files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files of a package, a pyproject.toml among them, and let it be found for the time of a test."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    ((group, points),) = project["entry-points"].items()
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    lines = (f"{name} = {value}" for name, value in points.items())
    (about / "entry_points.txt").write_text("\n".join((f"[{group}]", *lines)), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    roots = {value.partition(":")[0].partition(".")[0] for value in points.values()}
    for module in [name for name in sys.modules if name.partition(".")[0] in roots]:
        monkeypatch.delitem(sys.modules, module)
    importlib.invalidate_caches()
