"""Tables on a terminal: standings, and boards of Diplomacy. Only commands that show some import this: rich is slow."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from sheetscore.rounding import decimals
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.outcomes import Exact, ResultRow, Standings
from sheetscore.wording import escaped

if TYPE_CHECKING:
    from sheetscore.event.model import Event
    from sheetscore.operations.score_board import ScoredBoard
    from sheetscore.systems.context import Account


T = TypeVar("T")


def _show_rows(rows: Sequence[ResultRow], columns: Sequence[tuple[str, str]], title: str) -> None:
    """Print rows as a table.

    Parameters
    ----------
    columns
        Keys of the rows with their headings.
    """
    table = Table(title=_as_text(title), title_justify="left")
    for key, heading in columns:
        numeric = any(not isinstance(row.get(key), str) for row in rows)
        table.add_column(heading, justify="right" if numeric else "left")
    whole = {key: not any(_has_decimals(row.get(key)) for row in rows) for key, _ in columns}
    for row in rows:
        table.add_row(*(_shown(row.get(key), whole=whole[key]) for key, _ in columns))
    Console().print(table)


def _has_decimals(value: Exact) -> bool:
    return isinstance(value, Fraction) and value.denominator > 1


def _shown(value: Exact, *, whole: bool) -> str:
    if isinstance(value, int | Fraction) and not whole:
        return decimals(value)
    return "" if value is None else _as_text(str(value))


def _as_text(text: str) -> str:
    """Write a text so that neither rich nor a terminal takes anything in it for more."""
    return escape(escaped(text))


def show_answer(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print what an archive answers; a whole number without decimals, any other with two."""
    table = Table(title=_as_text(title), title_justify="left", box=SIMPLE_HEAD, show_edge=False, min_width=len(title))
    for place, column in enumerate(columns):
        numeric = any(isinstance(row[place], int | float | Fraction) for row in rows)
        table.add_column(_as_text(column.replace("_", " ")), justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*map(_answered, row))
    Console().print(table)


def _answered(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else f"{value:.2f}"
    return "" if value is None else _as_text(str(value))


def with_bar(run: Callable[[Callable[[int, int], object]], T], doing: str = "reading") -> T:
    """Run something that tells how far it is, with a bar on a terminal."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(doing, total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return run(progress)


def with_news(run: Callable[[Callable[[str], object]], T]) -> T:
    """Run something that tells what it has found, the newest of it on a terminal until it is over."""
    with Console(stderr=True).status("") as shown:
        return run(lambda news: shown.update(escape(news)))


def show_standings(event: Event, standings: Standings) -> None:
    """Print standings as a table, with what ties are broken by."""
    headings = {"rank": "Rank", "id": "Id", "name": "Name", "side": "Side", "score": "Score", "rounds": "Rounds"}
    headings |= {"section_total": "Section total", "won": "Won", "drawn": "Drawn", "lost": "Lost"}
    headings |= {"levels": "Levels", "net": "Net"}
    for id_ in getattr(event.settings, "tie_breaks", ()):
        headings.setdefault(id_, TIE_BREAKS[id_].heading if id_ in TIE_BREAKS else id_.replace("_", " ").capitalize())
    known = [(key, heading) for key, heading in headings.items() if standings.rows and key in standings.rows[0]]
    _show_rows(standings.rows, known, f"{event.header.name}, after round {standings.after_round}")


def show_accounts(accounts: Sequence[Account]) -> None:
    """Print what happened, part by part; no word is cut where leaving a spare column out makes room for it."""
    console = Console()
    for account in accounts:
        columns, between = _fitting(account, console.width)
        table = Table(
            title=_as_text(account.title),
            title_justify="left",
            box=SIMPLE_HEAD,
            show_edge=False,
            padding=(0, between - _DIVIDER, 0, 0),
        )
        room = console.width - between * len(columns)
        for (heading, *cells), width in zip(columns, _widths(columns, room), strict=True):
            justify: Literal["left", "right"] = "right" if all(map(_IS_FIGURE.fullmatch, cells)) else "left"
            table.add_column(heading, justify=justify, overflow="fold", width=width)
        for row in zip(*(cells for _, *cells in columns), strict=True):
            table.add_row(*map(_as_text, row))
        console.print(table)


_IS_FIGURE = re.compile(r"-?[\d,.]*")

_DIVIDER = 1
"""What parts two columns in any case."""


def _fitting(account: Account, room: int) -> tuple[list[list[str]], int]:
    """Return the columns for whose words there is room, each with its heading first, and what is between two.

    They stand closer before anything goes on on another line, and only spare ones are left out.
    """
    columns = [[heading, *map(escaped, cells)] for heading, *cells in zip(account.headings, *account.rows, strict=True)]
    if sum(max(map(len, cells)) for cells in columns) + 2 * _DIVIDER * len(columns) <= room:
        return columns, 2 * _DIVIDER
    for heading in account.spare:
        if sum(map(_longest, columns)) + _DIVIDER * len(columns) <= room:
            break
        columns = [cells for cells in columns if cells[0] != heading]
    return columns, _DIVIDER


def _longest(cells: Sequence[str]) -> int:
    return max((len(word) for cell in cells for word in cell.split()), default=0)


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """Make columns as wide as what is in them, narrower where it is too much: the widest first, to their words."""
    widths, least = [max(map(len, cells)) for cells in columns], [_longest(cells) for cells in columns]
    while sum(widths) > room and widths != least:
        widest = max((at for at, width in enumerate(widths) if width > least[at]), key=lambda at: widths[at])
        widths[widest] -= 1
    return widths


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
    table = Table(title=_as_text(f"{board.title} ({board.outcome})"), title_justify="left")
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
        table.add_row(_as_text(board.scoring), *(str(score) if whole else decimals(score) for score in board.scores))
    return table
