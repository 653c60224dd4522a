"""Entries of lists in rules: a rule names an entry by its recorded text, but a cell shows its name.

``winner == "A"`` holds for the entry recorded as ``A``, although its cell shows ``Ann (A)``. So a text in quotes that
is compared with a choice, or stands beside one in ``x if condition else y``, is looked up when the rule is parsed. The
text of a setting is not looked up: a rule needs two, ``player == settings.id_1 or player == settings.name_1``.
"""

from __future__ import annotations

from sheetscore.expressions.calls import MisuseError
from sheetscore.expressions.names import ChoiceList, FieldMeaning, Names, not_known
from sheetscore.expressions.nodes import (
    BlockColumn,
    Conditional,
    Constant,
    Item,
    ListEntry,
    Name,
    Node,
    Previous,
    Setting,
    ValueKind,
)


def list_of(node: Node, names: Names) -> ChoiceList | None:
    """Return the list whose entries are the values of a node; None if it may be any text."""
    if isinstance(node, Conditional):
        return list_of(node.chosen, names) or list_of(node.otherwise, names)
    found: FieldMeaning | None = None
    if isinstance(node, Name | Item):
        found = names.fields[node.name]
    elif isinstance(node, Previous):
        found = names.previous[node.name]
    elif isinstance(node, BlockColumn):
        found = names.blocks[node.block][node.name]
    return found.listed if found else None


def of_one_list(one: Node, other: Node, names: Names) -> tuple[Node, Node]:
    """Return both sides of a comparison, or both cases of ``if``; a text in quotes beside a choice becomes its entry.

    Raises
    ------
    MisuseError
        The list has no such entry; or they are choices of two lists that differ, one of which shows other names than
        it records.
    """
    if {one.kind, other.kind} != {ValueKind.TEXT}:
        return one, other
    listed, others = list_of(one, names), list_of(other, names)
    if listed and others:
        if listed.entries != others.entries and (listed.renames or others.renames):
            raise MisuseError("these are choices of different lists: compare each with an entry in quotes")
        return one, other
    return as_listed(one, others), as_listed(other, listed)


def as_listed(node: Node, listed: ChoiceList | None) -> Node:
    """Return a text as an entry of a list; without a list it is returned as it is.

    Raises
    ------
    MisuseError
        The list has no such entry; or the text is not in quotes, and the list's names differ from the recorded texts.
    """
    if listed is None:
        return node
    if isinstance(node, Conditional):
        return Conditional(node.kind, node.test, as_listed(node.chosen, listed), as_listed(node.otherwise, listed))
    if isinstance(node, Constant):
        return _entry(node, str(node.value), listed)
    if listed.renames and not isinstance(node, ListEntry | Setting):
        raise MisuseError("a choice that is shown by another name can only be compared with an entry in quotes")
    return node


def _entry(node: Constant, text: str, listed: ChoiceList) -> Node:
    """Return the entry for a text in quotes; a blank, or an unlisted text if the list is open, is returned as it is."""
    recorded = {entry.lower(): entry for entry in listed.entries}.get(text.lower())
    if recorded is not None:
        return ListEntry(ValueKind.TEXT, recorded, listed.entries[recorded])
    if text and not listed.open:
        raise MisuseError(not_known(text, "on the list", listed.entries))
    return node
