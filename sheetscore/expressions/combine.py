"""What parts of a rule may be compared, joined or chosen from."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.expressions.lookup import MisuseError
from sheetscore.expressions.nodes import (
    Attribute,
    Comparison,
    Conditional,
    Constant,
    Junction,
    Kind,
    Node,
    Setting,
    number_kind,
)

MOST_JOINED = 100
"""Conditions joined at once; a spreadsheet's AND and OR take 255."""


def is_text_of_list(node: Node) -> bool:
    """Tell whether a node is a text attribute of a choice, which no cell of the sheet holds."""
    return isinstance(node, Attribute) and node.kind is Kind.TEXT


def compared(operator: str, left: Node, right: Node) -> Comparison:
    """Give the node of a comparison.

    Raises
    ------
    MisuseError
        Text is compared with a number or asked for its order, or two texts are on no cell.
    """
    if (left.kind is Kind.TEXT) != (right.kind is Kind.TEXT):
        raise MisuseError("text and a number cannot be compared")
    if left.kind is Kind.TEXT and operator not in {"==", "!="}:
        raise MisuseError("text has no order: it can only be compared with == and !=")
    if is_text_of_list(right):
        left, right = right, left
    if is_text_of_list(left) and not isinstance(right, Constant | Setting):
        raise MisuseError("text of a list can only be compared with text in quotes or a setting")
    return Comparison(Kind.TRUTH, operator, left, right)


def joined(operator: str, conditions: Sequence[Node]) -> Node:
    """Give the node of conditions joined by ``and`` or ``or``; one alone stands for itself.

    Raises
    ------
    MisuseError
        There are more than 100.
    """
    if len(conditions) > MOST_JOINED:
        raise MisuseError(f"{len(conditions)} conditions are joined here, and {MOST_JOINED} are the most")
    return conditions[0] if len(conditions) == 1 else Junction(Kind.TRUTH, operator, tuple(conditions))


def chosen_from(test: Node, chosen: Node, otherwise: Node) -> Conditional:
    """Give the node of ``chosen if test else otherwise``.

    Raises
    ------
    MisuseError
        One of them is text and the other a number.
    """
    kinds = {chosen.kind, otherwise.kind}
    if len(kinds) == 1:
        return Conditional(chosen.kind, test, chosen, otherwise)
    if Kind.TEXT in kinds:
        raise MisuseError("this is text in one case and a number in the other")
    return Conditional(number_kind([chosen, otherwise]), test, chosen, otherwise)
