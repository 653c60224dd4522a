"""A rule as text: Python's own tree of it, and where in the text each part of that tree stands."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings

from sheetscore.expressions.errors import ExpressionError

LONGEST = 1000
"""Characters of a rule; with the limit of depth it keeps a hostile template from hanging the program."""


class Source:
    """The text of a rule, taken as one line: line ends count as spaces.

    Raises
    ------
    ExpressionError
        The text is empty or longer than 1000 characters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > LONGEST:
            raise self.error(LONGEST, f"a rule has at most {LONGEST} characters, this one has {len(text)}")
        line = re.sub(r"[\r\n]", " ", text)
        self._code = line.strip()
        self._indent = len(line) - len(line.lstrip())
        if not self._code:
            raise self.error(1, "the rule is empty")

    def tree(self) -> ast.expr:
        """Give Python's tree of the rule.

        Raises
        ------
        ExpressionError
            The text is no expression of Python, or has a comment.
        """
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # what Python only warns of is no rule either
                tree = ast.parse(self._code, mode="eval").body
        except SyntaxError as error:
            column = min(error.offset or len(self._code), len(self._code)) + self._indent
            raise self.error(column, f"this cannot be read: {error.msg}") from None
        except (ValueError, RecursionError, MemoryError):
            raise self.error(1, "this cannot be read") from None
        if "#" in self._code:
            self._refuse_comments()
        return tree

    def _refuse_comments(self) -> None:
        """Refuse comments: on one line they would swallow all that follows."""
        for token in tokenize.generate_tokens(io.StringIO(self._code).readline):
            if token.type == tokenize.COMMENT:
                raise self.error(token.start[1] + 1 + self._indent, "a rule has no comments")

    def column(self, part: ast.expr) -> int:
        """Give where a part begins, counted from 1; Python counts bytes."""
        return len(self._code.encode()[: part.col_offset].decode()) + 1 + self._indent

    def written(self, part: ast.expr) -> str:
        """Give the text of a part."""
        return ast.get_source_segment(self._code, part) or ast.unparse(part)

    def error(self, part: ast.expr | int, complaint: str) -> ExpressionError:
        """Make the error that blames a part, or a column of the text."""
        return ExpressionError(self.text, part if isinstance(part, int) else self.column(part), complaint)
