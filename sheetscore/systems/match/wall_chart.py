"""The wall chart of matched games: everybody's way through the rounds on a line, for any number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import column, round_name, wall_name_column
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.tally import RankedBy, in_order
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column

CHART = "wall chart"
"""The table's name in formulas."""

_MARKS: Mapping[Exact, str] = {"win": "+", "draw": "=", "loss": "-"}
"""How a match went, by its result."""

_MISSED, _BYE = "–", "bye"

_ABOUT = Line(
    "2+=: won against number 2 of this list and drawn in the next match; - lost; bye a round without an opponent that "
    "counts; – a round missed."
)


def chart_sheet(so_far: EventSoFar[MatchEvent], standings: str) -> TableSheet:
    """Make the sheet for the wall.

    Parameters
    ----------
    standings
        The name of the table of the standings.
    """
    players = so_far.standings.rows if so_far.rounds else ()
    numbers = {player["id"]: number for number, player in enumerate(players, start=1)}

    def same(key: str, heading: str, width: int, style: str = "cell wall") -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str:
            return here.other(standings, here.line["id"], key)

        return figure_column(key, heading, width, column(key), formula, style)

    looked_at: Mapping[RankedBy, Sequence[Column[ResultRow]]] = {
        "won": (same("won", "Won", 50), same("drawn", "Drawn", 54), same("lost", "Lost", 50)),
        "levels": (same("levels", "Points of levels", 62),),
        "net": (same("net", "Net", 70, "cell wall two"),),
    }
    table = Table(
        CHART,
        (
            figure_column("number", "No.", 44, lambda row: numbers[row["id"]], style="cell wall"),
            wall_name_column("Player", 190, column("name")),
            *(_in_round(number, so_far.rounds[number], numbers) for number in sorted(so_far.rounds)),
            same("rank", "Rank", 54),
            *(figure for by in in_order(so_far.event.settings.ranking) for figure in looked_at[by]),
        ),
        players,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
        large=True,
    )
    return TableSheet("Wall chart", "Wall chart", lines=(_ABOUT,), tables=(table,))


def _in_round(number: int, rows: Sequence[ResultRow], numbers: Mapping[Exact, int]) -> Column[ResultRow]:
    """Return the column of a round: against whom everybody played, and how each match of the two went."""
    played: dict[Exact, list[ResultRow]] = {}
    for row in rows:
        played.setdefault(row["player"], []).append(row)

    def against(player: ResultRow) -> list[tuple[Exact, list[ResultRow]]]:
        met = groupby(played.get(player["id"], ()), key=lambda row: row["opponent"])
        return [(opponent, [*matches]) for opponent, matches in met]

    def value(player: ResultRow) -> str:
        said = (
            _BYE if opponent is None else f"{numbers[opponent]}{''.join(_MARKS[row['result']] for row in matches)}"
            for opponent, matches in against(player)
        )
        return " ".join(said) or _MISSED

    def formula(here: Here[ResultRow]) -> str | None:
        said = (
            f'"{_BYE}"'
            if opponent is None
            else "&".join([here.other(CHART, opponent, "number"), *(_mark(here, number, row) for row in matches)])
            for opponent, matches in against(here.line)
        )
        return '&" "&'.join(said) or None

    return figure_column(round_name(number), str(number), 66, value, formula, "cell wall")


def _mark(here: Here[ResultRow], number: int, row: ResultRow) -> str:
    result = here.other(round_name(number), (row["player"], row["match"]), "result")
    return f'IF({result}="win","+",IF({result}="draw","=","-"))'
