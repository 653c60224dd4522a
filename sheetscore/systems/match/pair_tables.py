"""Who met whom in an event of matches, on a worksheet: the signed points of the level of each match, by formula."""

from __future__ import annotations

from collections import defaultdict

from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import column, round_name
from sheetscore.systems.match.games import POINTS
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

PAIRS = "pairs"
"""The table's name in formulas."""

MOST_IN_GRID = 24
"""So many players fit across a sheet of paper."""

_MEANING = (
    "Read along a line: +6 is a decisive victory, +3 a substantive one, +1 a marginal one, as many with − a defeat; "
    "+ and − alone are without a level, = is a draw. The columns have the numbers of the lines."
)


def pairs_sheet(so_far: EventSoFar[MatchEvent]) -> TableSheet:
    """Make the sheet that shows who met whom, with the signed points of the level of each match, or the result."""
    met: dict[tuple[Exact, Exact], list[tuple[int, ResultRow]]] = defaultdict(list)
    for number in sorted(so_far.rounds):
        for row in so_far.rounds[number]:
            met[row["player"], row["opponent"]].append((number, row))
    players = so_far.standings.rows if so_far.rounds else ()

    def against(opponent: ResultRow, number: int) -> Column[ResultRow]:
        def matches(row: ResultRow) -> list[tuple[int, ResultRow]]:
            return met[row["id"], opponent["id"]]

        def formula(here: Here[ResultRow]) -> str | None:
            return '&" "&'.join(_mark_formula(here, number, row) for number, row in matches(here.line)) or None

        def style(row: ResultRow) -> str:
            return "shown middle" if row is opponent else "cell names"

        def marks(row: ResultRow) -> str:
            return " ".join(_mark(one) for _, one in matches(row))

        return figure_column(f"against {opponent['id']}", str(number), 58, marks, formula, style)

    table = Table(
        PAIRS,
        (
            figure_column("number", "", 34, lambda row: players.index(row) + 1),
            text_column("name", "Player", 170, column("name")),
            *(against(row, number) for number, row in enumerate(players[:MOST_IN_GRID], start=1)),
        ),
        players,
        empty="No round is scored yet.",
        tall=True,
    )
    return TableSheet("Pairs", "Who met whom", (Line(_MEANING),), (table,), landscape=True)


def _mark(row: ResultRow) -> str:
    """Show a match: the signed points of its level, a sign alone without one, = for a draw."""
    sign = {"win": "+", "loss": "−"}.get(str(row["result"]), "=")
    return f"{sign}{POINTS[row['level']] if row['level'] else ''}"  # type: ignore[index]


def _mark_formula(here: Here[ResultRow], number: int, row: ResultRow) -> str:
    match = (row["player"], row["match"])
    result, points = (here.other(round_name(number), match, key) for key in ("result", "level_points"))
    return f'IF({result}="win","+",IF({result}="loss","−","="))&IF({points}=0,"",ABS({points}))'
