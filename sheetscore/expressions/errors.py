"""What is said when a rule cannot be read, has no value or does not fit into a cell."""

from __future__ import annotations

from sheetscore.problems import Problem

_SHOWN = 60
"""Longer rules are quoted around the place in question."""


class ExpressionError(Problem):
    """A rule that cannot be used, with the place where it goes wrong.

    Parameters
    ----------
    text
        The whole rule.
    column
        Where in the text, counted from 1.
    message
        What is there and what belongs there.
    """

    def __init__(self, text: str, column: int, message: str) -> None:
        super().__init__(f"{message} (column {column} of {_excerpt(text, column)})", code="template")
        self.text = text
        self.column = column
        self.what = message


def _excerpt(text: str, column: int) -> str:
    if len(text) <= _SHOWN:
        return f"“{text}”"
    first = max(0, min(column - 1 - _SHOWN // 2, len(text) - _SHOWN))
    last = first + _SHOWN
    return f"“{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}”"
