"""A rule that has been read, and its exact value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sheetscore.expressions.errors import ExpressionError
from sheetscore.expressions.nodes import Kind, Node, Value
from sheetscore.expressions.programs import Program, program
from sheetscore.expressions.scope import NoValueError, Scope


@dataclass(frozen=True)
class Expression:
    """A rule that has been read; made by :func:`sheetscore.expressions.parse`.

    Parameters
    ----------
    text
        As it was written.
    root
        The tree of it.
    """

    text: str
    root: Node

    @property
    def kind(self) -> Kind:
        """The kind of its value; a truth value ends as the whole number 1 or 0."""
        return Kind.WHOLE if self.root.kind is Kind.TRUTH else self.root.kind

    @cached_property
    def program(self) -> Program:
        """The function that computes it, put together when first needed."""
        return program(self.root)


def evaluate(expression: Expression, scope: Scope) -> Value:
    """Compute the exact value of a rule for one row.

    Parameters
    ----------
    scope
        Where the values of the row and the settings are.

    Returns
    -------
    int | Fraction | str
        A number that is whole comes as an int; a truth value is 1 or 0.

    Raises
    ------
    ExpressionError
        The rule divides by zero, or a field holds what its kind does not allow.
    """
    try:
        value = expression.program(scope, ())
    except NoValueError as lack:
        raise ExpressionError(expression.text, lack.at, lack.complaint) from None
    if isinstance(value, Fraction) and value.denominator != 1:
        return value
    return value if isinstance(value, str) else int(value)
