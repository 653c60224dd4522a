"""Long texts on sheets: paragraphs that are wrapped, and tables of sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from sheetscore.tables.sheet import Line
from sheetscore.tables.table import Table, figure_column, text_column

LONGEST = 1800
"""Letters of a row: a spreadsheet has none that is higher than some thirty lines of text."""

NUMBER_WIDTH, SENTENCE_WIDTH = 44, 716
"""Pixels of the columns of a table of sentences."""


def paragraphs(text: str) -> Iterator[Line]:
    """Yield a text of several lines as lines of a sheet."""
    for line in text.split("\n"):
        for part in textwrap.wrap(line, LONGEST, drop_whitespace=False) or [""]:
            yield Line(part, "words")


def sentences_table(name: str, title: str, sentences: Sequence[str]) -> Table[tuple[int, str]]:
    """Make a table of numbered sentences."""
    return Table(
        name,
        (
            figure_column("number", "", NUMBER_WIDTH, lambda line: line[0]),
            text_column("sentence", title, SENTENCE_WIDTH, lambda line: line[1], style="cell text"),
        ),
        list(enumerate(sentences, start=1)),
        tall=True,
        empty="Nothing.",
    )
