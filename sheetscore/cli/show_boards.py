"""Boards of Diplomacy shown on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from sheetscore.desk.score_board import ScoredBoard
from sheetscore.rounding import decimals

_SHORT = 3
"""So many letters of a power head a column where room is scarce."""


def show_boards(boards: Sequence[ScoredBoard], *, alone: bool) -> None:
    """Print a board of Diplomacy under scoring systems: a line for each power, or side by side a line for each system.

    Parameters
    ----------
    alone
        There is one system, and nothing to compare it with.
    """
    Console().print(_powers(boards[0]) if alone else _side_by_side(boards))


def _powers(board: ScoredBoard) -> Table:
    table = Table(title=f"{board.title} ({board.outcome})", title_justify="left")
    for heading in ("Power", "Centres", "Place", "Score"):
        table.add_column(heading, justify="left" if heading == "Power" else "right")
    for row in board.rows:
        table.add_row(row.power, str(row.centres), str(row.place), decimals(row.score or 0))
    return table


def _side_by_side(boards: Sequence[ScoredBoard]) -> Table:
    """Put systems below each other, narrow enough for a terminal of 80 columns; blank where one has no scores."""
    first = boards[0]
    table = Table(
        title=f"Scores ({first.outcome})", title_justify="left", box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0)
    )
    table.add_column("Scoring", overflow="fold")
    for row in first.rows:
        table.add_column(row.power[:_SHORT], justify="right", no_wrap=True)
    table.add_row("centres", *(str(row.centres) for row in first.rows), end_section=True)
    for board in boards:
        whole = all(Fraction(score).denominator == 1 for score in board.scores)
        table.add_row(board.scoring, *(str(score) if whole else decimals(score) for score in board.scores))
    return table
