"""What single systems call things: the ids of their forms and of their results, told from words by the data alone."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

TOLD = {"title", "label", "prompt", "rule", "message", "what", "unclaimed", "unfounded", "worth", "group"}
"""The keys of templates whose texts people read."""

_WORD = re.compile(r"[A-Za-z]+")
_ID = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*\.?")
_CODE = re.compile(r"``.*?``", re.DOTALL)


class Ids(Struct, frozen=True):
    """Ids of single systems.

    Parameters
    ----------
    names
        As a whole.
    blocks
        Those of blocks: a name that begins with one and a dot is that of a field.
    """

    names: frozenset[str]
    blocks: frozenset[str]

    def of(self, text: str) -> str | None:
        """Give the id that a text of a program is, or whose beginning it is; None for any other text."""
        plain = text.replace("\\", "")
        if plain.partition(".")[0] in self.blocks and "." in plain and " " not in plain:
            return plain
        return text if _ID.fullmatch(text) and text.rstrip(".") in self.names else None


def ids_of(templates: Path, rows: Mapping[str, Collection[str]], common: Collection[str], prose: Iterable[str]) -> Ids:
    """Gather the ids.

    A single word is one where nobody reads it as a word: neither on a form nor in what the shared layers say of
    themselves.

    Parameters
    ----------
    templates
        A folder for each system with forms.
    rows
        The keys of result rows by system.
    common
        Names that the shared layers define themselves.
    prose
        What the shared layers say of themselves.
    """
    blocks, names, words = Counter[str](), Counter[str](), set[str]()
    for folder in sorted(path for path in templates.iterdir() if path.is_dir()):
        forms = [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]
        blocks.update({block["id"] for form in forms for block in form["block"]})
        names.update({name for form in forms for name in _named(form)})
        words.update(word for form in forms for text in _told(form) for word in _WORD.findall(text))
    words.update(word for text in prose for word in _WORD.findall(_CODE.sub("", text)))
    keys = Counter(key for row in rows.values() for key in set(row))
    alone = {name for counts in (names, keys) for name, count in counts.items() if count == 1}
    return Ids(frozenset(alone - words - set(common)), frozenset(blocks))


def _named(form: Mapping[str, Any]) -> Iterator[str]:
    """Give the names by which a form's sums and boxes are known, and whatever has a name that is no single word.

    A box of another name is known by its block and its own id together.
    """
    yield from form.get("sum", {})
    inner = [form["id"]]
    for block in form["block"]:
        inner += (block["id"], *block.get("let", {}), *(show["id"] for show in block.get("show", ())))
        inner += (box["id"] for box in block["field"])
        yield from (box["public"] for box in block["field"] if box.get("public"))
    yield from (name for name in inner if not name.isalpha())


def _told(part: object, key: str = "") -> Iterator[str]:
    if isinstance(part, str):
        yield from [part] if key in TOLD else ()
    elif isinstance(part, dict):
        for inner, value in part.items():
            yield from _told(value, inner)
    elif isinstance(part, list):
        for value in part:
            yield from _told(value, key)


def docstrings(source: str) -> list[str]:
    """Give the texts of a module that say what something is."""
    return [node.value.value for node in ast.walk(ast.parse(source)) if _is_docstring(node)]  # type: ignore[attr-defined]


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Give the texts that a module works with, each with its line."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if _is_docstring(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
