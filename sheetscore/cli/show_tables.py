"""Tables on a terminal: standings, answers of the archive, accounts of flights, boards of Diplomacy.

Commands import this module only when they show a table, since rich is slow to import.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Literal, TypeVar

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from sheetscore.rounding import decimals, exact
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.outcomes import Exact, ResultRow, Standings
from sheetscore.wording import escaped

if TYPE_CHECKING:
    from sheetscore.event.model import Event
    from sheetscore.operations.score_board import ScoredBoard
    from sheetscore.systems.context import Account


T = TypeVar("T")


_ALWAYS_SHOWN = 5
"""How many columns of standings, from the left, are shown on the narrowest terminal."""

_BORDERS = 3
"""The width of the lines and the space beside the cells of a column, in characters."""


def _show_rows(rows: Sequence[ResultRow], columns: Sequence[tuple[str, str]], title: str) -> None:
    """Print rows as a table: on a terminal names wrap, then the last columns are left out, before a figure is cut.

    Redirected, the table is as wide as it needs to be.

    Parameters
    ----------
    columns
        Keys of the rows with their headings.
    """
    whole = {key: not any(_has_decimals(row.get(key)) for row in rows) for key, _ in columns}
    cells = [[heading, *(_shown(row.get(key), whole=whole[key]) for row in rows)] for key, heading in columns]
    console, natural = Console(), sum(max(map(cell_len, column)) + _BORDERS for column in cells)
    room = console.width - 1 if console.is_terminal else max(console.width - 1, natural)
    spare = [heading for _, heading in reversed(columns[_ALWAYS_SHOWN:])]
    fitting = _without_spare(cells, spare, room, _BORDERS)
    widths = _widths(fitting, room - _BORDERS * len(fitting))
    left_out = [heading for _, heading in columns[len(fitting) :]]
    caption = _as_text(f"Not shown on so narrow a terminal: {', '.join(left_out)}") if left_out else None
    table = Table(title=_as_text(title), title_justify="left", caption=caption, caption_justify="left")
    _fill(table, fitting, widths)
    console.width = max(console.width, sum(widths) + _BORDERS * len(widths) + 1)
    console.print(table)


def _has_decimals(value: Exact) -> bool:
    return isinstance(value, Fraction) and value.denominator > 1


def _shown(value: Exact, *, whole: bool) -> str:
    if isinstance(value, int | Fraction) and not whole:
        return decimals(value)
    return "" if value is None else escaped(str(value))


def _as_text(text: str) -> str:
    """Escape rich's markup and a terminal's control characters in a text."""
    return escape(escaped(text))


def show_answer(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows with their headings; floats have two decimals, or none if they are whole numbers."""
    table = Table(title=_as_text(title), title_justify="left", box=SIMPLE_HEAD, show_edge=False, min_width=len(title))
    for place, column in enumerate(columns):
        numeric = any(isinstance(row[place], int | float | Fraction) for row in rows)
        table.add_column(_as_text(column.replace("_", " ")), justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*map(_cell_of_answer, row))
    Console().print(table)


def _cell_of_answer(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float) and isfinite(value):
        return f"{value:.0f}" if value.is_integer() else decimals(exact(value))
    return "" if value is None else _as_text(str(value))


def with_bar(run: Callable[[Callable[[int, int], object]], T], doing: str = "reading") -> T:
    """Call ``run`` with a function that takes (done, total) and moves a bar on a terminal; return its result."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(doing, total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return run(progress)


def with_status(run: Callable[[Callable[[str], object]], T]) -> T:
    """Call ``run`` with a function that shows a message of progress in place of the former; return its result."""
    with Console(stderr=True).status("") as shown:
        return run(lambda message: shown.update(escape(message)))


def show_standings(event: Event, standings: Standings) -> None:
    """Print standings as a table, with a column for each tie-break in force."""
    headings = {"rank": "Rank", "id": "Id", "name": "Name", "side": "Side", "score": "Score", "rounds": "Rounds"}
    headings |= {"section_total": "Section total", "won": "Won", "drawn": "Drawn", "lost": "Lost"}
    headings |= {"levels": "Levels", "net": "Net"}
    for id_ in getattr(event.settings, "tie_breaks", ()):
        headings.setdefault(id_, TIE_BREAKS[id_].heading if id_ in TIE_BREAKS else id_.replace("_", " ").capitalize())
    known = [(key, heading) for key, heading in headings.items() if standings.rows and key in standings.rows[0]]
    _show_rows(standings.rows, known, f"{event.header.name}, after round {standings.after_round}")


def show_accounts(accounts: Sequence[Account]) -> None:
    """Print accounts, such as of a flight, a table each; spare columns are left out before a word would be cut."""
    console = Console()
    for account in accounts:
        columns, between = _fitting_columns(account, console.width)
        table = Table(
            title=_as_text(account.title),
            title_justify="left",
            box=SIMPLE_HEAD,
            show_edge=False,
            padding=(0, between - _DIVIDER, 0, 0),
        )
        _fill(table, columns, _widths(columns, console.width - between * len(columns)))
        console.print(table)


def _fill(table: Table, columns: Sequence[Sequence[str]], widths: Sequence[int]) -> None:
    """Add columns to a table, each with its heading first; figures stand on the right of theirs."""
    for (heading, *cells), width in zip(columns, widths, strict=True):
        justify: Literal["left", "right"] = "right" if all(map(_IS_FIGURE.fullmatch, cells)) else "left"
        table.add_column(_as_text(heading), justify=justify, overflow="fold", width=width)
    for row in zip(*(cells for _, *cells in columns), strict=True):
        table.add_row(*map(_as_text, row))


_IS_FIGURE = re.compile(r"-?[\d,.]*")

_DIVIDER = 1
"""The least space between two columns, in characters."""


def _fitting_columns(account: Account, room: int) -> tuple[list[list[str]], int]:
    """Return the columns that fit, each with its heading first, and the space between two in characters.

    Columns move together before any text wraps; spare columns are left out only before a word would be cut.
    """
    columns = [[heading, *map(escaped, cells)] for heading, *cells in zip(account.headings, *account.rows, strict=True)]
    if sum(max(map(cell_len, cells)) for cells in columns) + 2 * _DIVIDER * len(columns) <= room:
        return columns, 2 * _DIVIDER
    return _without_spare(columns, account.spare, room, _DIVIDER), _DIVIDER


def _without_spare(columns: list[list[str]], spare: Sequence[str], room: int, between: int) -> list[list[str]]:
    """Leave out columns, each with its heading first, in the order of ``spare`` until no word of the rest is cut."""
    for heading in spare:
        if sum(map(_longest, columns)) + between * len(columns) <= room:
            break
        columns = [cells for cells in columns if cells[0] != heading]
    return columns


def _longest(cells: Sequence[str]) -> int:
    return max((cell_len(word) for cell in cells for word in cell.split()), default=0)


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return the widths of columns: the widths of their longest cells, then the widest narrowed until all fit.

    No column becomes narrower than its longest word.
    """
    widths, least = [max(map(cell_len, cells)) for cells in columns], [_longest(cells) for cells in columns]
    while sum(widths) > room and widths != least:
        widest = max((at for at, width in enumerate(widths) if width > least[at]), key=lambda at: widths[at])
        widths[widest] -= 1
    return widths


_LETTERS_OF_POWER = 3
"""Powers head the columns of a comparison by this many letters."""


def show_boards(boards: Sequence[ScoredBoard], *, alone: bool) -> None:
    """Print a board of Diplomacy as scored by one or more systems.

    Parameters
    ----------
    boards
        The same board, once per scoring system.
    alone
        Whether there is a single system: then a line per power is shown, else a line per system to compare them.
    """
    Console().print(_table_of_powers(boards[0]) if alone else _side_by_side(boards))


def _table_of_powers(board: ScoredBoard) -> Table:
    table = Table(title=_as_text(f"{board.title} ({board.outcome})"), title_justify="left")
    for heading in ("Power", "Centres", "Place", "Score"):
        table.add_column(heading, justify="left" if heading == "Power" else "right")
    for row in board.rows:
        table.add_row(row.power, str(row.centres), str(row.place), decimals(row.score or 0))
    return table


def _side_by_side(boards: Sequence[ScoredBoard]) -> Table:
    """Return a line per system, a column per power, within 80 columns; cells are blank if a system has no scores."""
    first = boards[0]
    table = Table(
        title=f"Scores ({first.outcome})", title_justify="left", box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0)
    )
    table.add_column("Scoring", overflow="fold")
    for row in first.rows:
        table.add_column(row.power[:_LETTERS_OF_POWER], justify="right", no_wrap=True)
    table.add_row("centres", *(str(row.centres) for row in first.rows), end_section=True)
    for board in boards:
        whole = all(Fraction(score).denominator == 1 for score in board.scores)
        table.add_row(_as_text(board.scoring), *(str(score) if whole else decimals(score) for score in board.scores))
    return table
