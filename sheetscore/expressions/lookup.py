"""From the names written in a rule to what they stand for."""

from __future__ import annotations

from collections.abc import Iterable

from sheetscore.expressions.names import ABOVE, ROWS, SETTINGS, Field, Names, not_known
from sheetscore.expressions.nodes import Attribute, Column, Item, Kind, Name, Node, Setting


class MisuseError(Exception):
    """Something is known or called in a way that does not fit; says what, but not where."""


def named(path: str, names: Names, at: int) -> Node:
    """Give the node of a name, with or without dots.

    Parameters
    ----------
    path
        ``star``, ``target.white``, ``hits.d``, ``settings.damage_cap`` ...
    names
        What is known.
    at
        Column of the text where it stands, counted from 1.

    Raises
    ------
    MisuseError
        Nothing has this name, or it has to be written in another way.
    """
    base, _, last = path.rpartition(".")
    if path in names.fields:
        return Name(_single(path, names.fields[path]), path)
    if base == SETTINGS and last in names.settings:
        return Setting(names.settings[last], last)
    if base in names.fields and last in names.fields[base].attributes:
        return Attribute(names.fields[base].attributes[last], base, last)
    if base in names.blocks and last in names.blocks[base]:
        return Column(_single(path, names.blocks[base][last]), last, base, at)
    raise MisuseError(_why_unknown(path, names))


def numbered(path: str, number: int, names: Names) -> Node:
    """Give the node of a numbered field, for example ``rolls[4]``.

    Raises
    ------
    MisuseError
        No field has this name, or it has no such number.
    """
    if path not in names.fields:
        raise MisuseError(_why_unknown(path, names))
    found = names.fields[path]
    if not found.numbers:
        raise MisuseError(f"{path} is a single field: write it without [{number}]")
    if number not in found.numbers:
        raise MisuseError(f"{path} has no number {number}; it has {min(found.numbers)} to {max(found.numbers)}")
    return Item(found.kind, path, number)


def _single(path: str, found: Field) -> Kind:
    if found.numbers:
        raise MisuseError(f"{path} is numbered: write {path}[{min(found.numbers)}]")
    return found.kind


def _why_unknown(path: str, names: Names) -> str:
    base, _, last = path.rpartition(".")
    first = path.partition(".")[0]
    members = _members(base, names)
    if members:
        return not_known(last, *members)
    if path in names.blocks:
        return f"{path} is a block: name one of its columns inside sum() or count()"
    if first in names.blocks:
        return f"{base} is a column: only the choices of this row itself have attributes"
    if first in {ROWS, ABOVE}:
        return f"there are no other rows here, so {path} means nothing"
    return not_known(first, "a name known here", [*names.fields, *names.blocks])


def _members(base: str, names: Names) -> tuple[str, Iterable[str]] | None:
    if base == SETTINGS:
        return "a setting", names.settings
    if base in names.fields:
        return f"an attribute of {base}", names.fields[base].attributes
    if base in names.blocks:
        return f"a column of {base}", names.blocks[base]
    return None
