"""A rule that has been read, and its exact value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice, repeat
from typing import cast

from sheetscore.expressions.errors import ExpressionError
from sheetscore.expressions.nodes import Kind, Name, Node, Value, walk
from sheetscore.expressions.programs import Program, program
from sheetscore.expressions.scope import Block, Cell, NoValueError, Scope, Unknown, UnknownError


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

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields and named expressions of the row that it names, each once."""
        return tuple(dict.fromkeys(part.name for part in walk(self.root) if isinstance(part, Name)))

    @cached_property
    def program_of_rows(self) -> Program:
        """The function that computes it from the values of :attr:`names`."""
        lookups = {part.name: part for part in walk(self.root) if isinstance(part, Name)}
        return program(self.root, tuple(lookups[name] for name in self.names))


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
        return _plain(expression.program(scope, ()))
    except NoValueError as lack:
        raise _error(expression, lack) from None


def evaluate_rows(expression: Expression, block: Block, rows: int) -> list[Cell]:
    """Compute a rule for all rows of a block.

    Parameters
    ----------
    rows
        How many there are.

    Returns
    -------
    What :func:`evaluate` gives for each; :class:`Unknown` where it needs what is, or has no value.
    """
    program, names = expression.program_of_rows, expression.names
    given = islice(zip(*map(block.cells, names), strict=True) if names else repeat(()), rows)
    scope = cast("Scope", block)  # nothing but settings and columns is asked for besides
    cells: list[Cell] = []
    for values in given:
        try:
            value = program(scope, values)
            cells.append(value if type(value) is int else _plain(value))
        except UnknownError as found:
            cells.append(found.unknown)
        except NoValueError as lack:
            cells.append(Unknown(error=_error(expression, lack)))
    return cells


def _plain(value: Value) -> Value:
    """Give a whole number as an int, a truth value too."""
    if isinstance(value, str):
        return value
    return int(value) if value.denominator == 1 else value


def _error(expression: Expression, lack: NoValueError) -> ExpressionError:
    return ExpressionError(expression.text, lack.at, lack.complaint)
