"""The words of the house: each means one thing, and what it replaces is said nowhere any more."""

from __future__ import annotations

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from system_ids import docstrings

ROOT = Path(__file__).parents[2]
DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
MODULES = sorted((ROOT / "sheetscore").rglob("*.py"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def glossary() -> list[list[str]]:
    """Give the lines of the table of words: word, meaning, names, what it replaces."""
    part = DESIGN.split("## Words")[1].split("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


WORDS = glossary()
NAMES = [name for *_, names, _ in WORDS for name in re.findall(r"`([\w.]+)`", names) if name.startswith("sheetscore.")]
REPLACED = [name for *_, old in WORDS for name in re.findall(r"`([\w.]+)`", old)]
PHRASES = ["as it comes", "at hand", "desk", "rooms"]
HABITS = ["See that", "See to it", "Tell whether", r"anew\b(?!\n)", "what there is to", "as they come"]
"""What docstrings say no more, as patterns; a line with nothing but ``anew`` is a parameter's name."""


def identifiers(path: Path) -> Iterator[str]:
    """Yield whatever a module names: classes, functions, parameters, fields, variables, what it imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name):
                yield name.rpartition(".")[2]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_the_glossary_is_there(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, of_it = name.rpartition(".")
        assert hasattr(importlib.import_module(module), of_it)


def test_nothing_has_a_name_that_was_replaced() -> None:
    assert len(REPLACED) > 10
    assert [path.name for path in MODULES if path.name in REPLACED or path.stem in REPLACED] == []
    assert [(path.name, name) for path in MODULES for name in identifiers(path) if name in REPLACED] == []


def test_no_two_public_classes_share_a_name() -> None:
    classes = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: places for name, places in classes.items() if len(places) > 1} == {}


@pytest.mark.parametrize("habit", HABITS)
def test_docstrings_do_without_habits_of_our_own(habit: str) -> None:
    said = re.compile(rf"\b{habit}")
    texts = {path: "\n".join(docstrings(path.read_text(encoding="utf-8"))) for path in MODULES}
    assert [path.name for path, text in texts.items() if said.search(text)] == []


@pytest.mark.parametrize("phrase", PHRASES)
def test_documents_and_docstrings_do_without_words_of_our_own(phrase: str) -> None:
    said = re.compile(rf"\b{phrase}\b", re.IGNORECASE)
    texts = {
        path.name: path.read_text(encoding="utf-8").replace(DESIGN.split("## Words")[1].split("\n## ")[0], "")
        for path in PAGES
    }
    texts |= {
        path.relative_to(ROOT).as_posix(): "\n".join(docstrings(path.read_text(encoding="utf-8"))) for path in MODULES
    }
    assert [name for name, text in texts.items() if said.search(text)] == []
