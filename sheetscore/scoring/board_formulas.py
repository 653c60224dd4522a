"""The scores of a board as formulas that a director can follow: each fact that a system uses has its own cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from sheetscore.expressions import Reference, Value, to_excel
from sheetscore.scoring.board_facts import ENTERED, ENTERED_ONCE
from sheetscore.scoring.board_system import BoardSystem


@dataclass(frozen=True)
class BoardCells:
    """Where a board stands on a worksheet.

    Parameters
    ----------
    columns
        The letters of the columns of what is entered for a power (``centres``, ``eliminated``, ``named``,
        ``history``; those that the system uses are enough) and of the steps that differ by power. Members of
        a draw, or the power conceded to, have 1 in ``named``, others 0 or nothing.
    rows
        The row numbers of the seven powers, which follow each other.
    cells
        The addresses of ``outcome`` (text, see :class:`sheetscore.scoring.board.Outcome`), ``final_year`` and
        the steps that are the same for all powers.
    """

    columns: Mapping[str, str]
    rows: Sequence[int]
    cells: Mapping[str, str]


@dataclass(frozen=True)
class BoardFormulas:
    """The formulas of a board, without ``=`` in front.

    Parameters
    ----------
    once
        By step: the formula for its one cell.
    powers
        By step: the formulas for the seven rows.
    scores
        The formulas of the scores for the seven rows.
    """

    once: Mapping[str, str]
    powers: Mapping[str, tuple[str, ...]]
    scores: tuple[str, ...]


def board_names(system: BoardSystem) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the steps of a system that need a column, and those that need one cell, in order."""
    columns = tuple(step.name for step in system.used_steps if not step.once)
    return columns, tuple(step.name for step in system.used_steps if step.once)


def board_formulas(system: BoardSystem, cells: BoardCells) -> BoardFormulas:
    """Compile a system for a board that is laid out in cells.

    Parameters
    ----------
    cells
        With a place for each of :func:`board_names`.

    Raises
    ------
    ExpressionError
        A formula would be longer than Excel takes.
    """
    rows = [_RowCells(cells, row, system.first_year) for row in cells.rows]
    return BoardFormulas(
        once={step.name: to_excel(step.expression, rows[0]) for step in system.used_steps if step.once},
        powers={
            step.name: tuple(to_excel(step.expression, row) for row in rows)
            for step in system.used_steps
            if not step.once
        },
        scores=tuple(to_excel(system.score, row) for row in rows),
    )


@dataclass(frozen=True)
class _RowCells:
    """The row of one power, for :func:`sheetscore.expressions.to_excel`."""

    laid_out: BoardCells
    row: int
    first_year: int

    def cell(self, name: str) -> Reference:
        """Refer to what is known of this power, or of the whole board."""
        entered = name in ENTERED or name in ENTERED_ONCE
        if name in self.laid_out.cells:
            return Reference(self.laid_out.cells[name], always_number=not entered)
        return Reference(f"${self.laid_out.columns[name]}{self.row}", always_number=not entered)

    def column(self, block: str, name: str) -> str:
        """Refer to what is known of all powers."""
        del block  # there is only the board
        letters, rows = self.laid_out.columns[name], self.laid_out.rows
        return f"${letters}${rows[0]}:${letters}${rows[-1]}"

    def setting(self, name: str) -> Value:
        """Give the year that years are counted from."""
        del name
        return self.first_year

    def _never(self, *names: object) -> NoReturn:
        """Refuse what a board does not have: numbered fields, choices, rows above."""
        raise KeyError(names)

    item = attribute = above = _never
