"""The standings as they are posted: a line for everybody, large, with byes and missed rounds marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from sheetscore.systems.columns import SCORE, STANDINGS, column, wall_name_column
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import AnyTable, Column, Here, Table, figure_column
from sheetscore.workbooks.book import CellValue, as_double
from sheetscore.workbooks.paper import PAPERS, ROUNDING

POSTED = "For the wall"
"""The title of the sheet."""

MISSED, BYE = "–", "bye"

_RANK, _ROUND, _SCORE, _NAME = 56, 66, 92, 220
"""Pixels of the columns; that of names is the least."""

_NUMBERS = {"cell half": "cell wall half", "cell two": "cell wall two", "cell score": "cell wall two"}
"""How figures are shown, by the style that they have on the standings; others are whole."""

Rounds = Mapping[int, Sequence[ResultRow]]


def posted_standings(heading: str, sheets: Sequence[TableSheet], rounds: Rounds) -> Iterator[TableSheet]:
    """Yield the sheet to be posted: what the standings have of rank, name, rounds and score, by formula.

    Parameters
    ----------
    sheets
        Of the standings; those that have a chart for the wall of their own need no other.
    rounds
        The rows of the scored rounds by their numbers.
    """
    tables = [table for sheet in sheets for table in sheet.tables if table.name.startswith(STANDINGS)]
    usable = [table for table in tables if {"rank", "name", SCORE} <= {one.key for one in table.columns}]
    if usable and not any(table.large for sheet in sheets for table in sheet.tables):
        yield TableSheet(POSTED, heading, tables=tuple(_posted(table, rounds) for table in usable))


def _posted(table: AnyTable, rounds: Rounds) -> AnyTable:
    columns = {one.key: one for one in table.columns}
    played = [one for key, one in columns.items() if key.startswith(("Round ", "Game "))]
    left = int(ROUNDING * PAPERS["a4"].usable[0]) - _RANK - _SCORE - _ROUND * len(played)
    wide = max(_NAME, left)
    return Table(
        f"posted {table.name}",
        (
            _same(table, columns["rank"], _RANK),
            wall_name_column(columns["name"].heading, wide, column("name")),
            *(_of_round(table, one, rounds) for one in played),
            _same(table, columns[SCORE], _SCORE),
        ),
        table.lines,
        key=table.key,
        title=table.title,
        empty=table.empty,
        large=True,
    )


def _look(one: Column[ResultRow]) -> Callable[[ResultRow], str]:
    return lambda row: _NUMBERS.get(one.style_of(row), "cell wall")


def _same(table: AnyTable, one: Column[ResultRow], width: int) -> Column[ResultRow]:
    """Return a column that has the figures of one of the standings."""

    def formula(here: Here[ResultRow]) -> str:
        return here.other(table.name, table.key(here.line), one.key)

    return figure_column(one.key, one.heading, width, one.value, formula, _look(one))


def _of_round(table: AnyTable, one: Column[ResultRow], rounds: Rounds) -> Column[ResultRow]:
    """Return a column of a round: the score, “bye” before that of somebody who had no opponent, or a dash."""
    number = one.key.partition(" ")[2]
    rows = rounds.get(int(number), ()) if one.key.startswith("Round ") else ()
    byes = {row.get("player", row.get("team")) for row in rows if _is_bye(row)}

    def value(row: ResultRow) -> CellValue:
        score = one.value(row)
        if score is None or score == "":
            return MISSED
        return f"{BYE} {_plain(score)}" if row["id"] in byes else score

    def formula(here: Here[ResultRow]) -> str:
        cell = here.other(table.name, table.key(here.line), one.key)
        shown = f'"{BYE} "&{cell}' if here.line["id"] in byes else cell
        return f'IF({cell}="","{MISSED}",{shown})'

    return figure_column(one.key, number, _ROUND, value, formula, _look(one))


def _is_bye(row: ResultRow) -> bool:
    return row.get("result") == BYE or ("opponent" in row and row["opponent"] is None and not row.get("result"))


def _plain(score: CellValue) -> str:
    """Write a score as a formula does that puts it behind a word."""
    number = as_double(score) if isinstance(score, int | float | Fraction) else 0
    return f"{number:.15g}"
