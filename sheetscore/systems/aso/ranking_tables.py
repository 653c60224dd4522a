"""The ranking of accelerated Swiss by formula: who is undefeated, who has won, and who is better than whom.

Nothing here depends on the order of the lines.
Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.scoring.formulas import TOLERANCE
from sheetscore.scoring.rank_table import RANKS
from sheetscore.systems.aso.round_tables import Way, Ways
from sheetscore.systems.protocol import ResultRow
from sheetscore.systems.result_columns import column
from sheetscore.systems.standing_columns import SCORE, STANDINGS
from sheetscore.workbooks.table_sheets import Line, TableSheet
from sheetscore.workbooks.tables import Column, Here, Places, Table, figure_column, text_column

UNDEFEATED = "undefeated"
"""The name of the table that finds the winner."""

NO_OPPONENT = -1
"""What stands for the mean rating of nobody: it is below any."""

_LEFT = Line(
    "Somebody is undefeated as long as every round was won (or passed with a bye, where a bye counts so). The first "
    "round after which only one is left has found the winner; several who are left after the last round win together."
)

_BETTER = (
    Line("Winners come first. Then decide points, the round of the first loss, that of the first draw (the later the "
         "better; somebody without one has the number after the last round), and the mean rating of the opponents."),
    Line("A rank is one more than the number of those who are better: who is equal in everything shares it."),
)  # fmt: skip


@dataclass(frozen=True)
class Left:
    """How many were undefeated after a round, and after which round the winner was found, if by then."""

    round: int
    undefeated: int
    found: int | None


def undefeated_after(ways: Ways, rounds: int) -> list[Left]:
    """Count who was undefeated after each scored round.

    Parameters
    ----------
    rounds
        How many the event has.
    """
    ends = [_setback(way, rounds) for way in ways.values()]
    lefts: list[Left] = []
    for number in sorted({step.round for way in ways.values() for step in way.steps}):
        left = sum(end > number for end in ends)
        found = lefts[-1].found if lefts else None
        if found is None and (left == 1 or (left and number >= rounds)):
            found = number
        lefts.append(Left(number, left, found))
    return lefts


def _setback(way: Way, rounds: int) -> int:
    """Give the round in which somebody was no longer undefeated, else the number after the last round."""
    return min((step.round for step in way.steps if step.outcome.ends), default=rounds + 1)


def undefeated_sheet(lefts: Sequence[Left], rounds: int) -> TableSheet:
    """Make the sheet that finds the winner."""
    return TableSheet("Undefeated", "Who is left", lines=(_LEFT,), tables=(_undefeated_table(lefts, rounds),))


def _undefeated_table(lefts: Sequence[Left], rounds: int) -> Table[Left]:
    def left(here: Here[Left]) -> str:
        return f"SUMPRODUCT(--({here.range('setback', RANKS)}>{here.cell('round')}))"

    def found(here: Here[Left]) -> str:
        left, number = here.cell("undefeated"), here.cell("round")
        now = f'IF(OR({left}=1,AND({left}>0,{number}>={rounds})),{number},"")'
        return now if here.row == here.place.first else f"IF(N({here.above('found')})>0,{here.above('found')},{now})"

    return Table(
        UNDEFEATED,
        (
            figure_column("round", "After round", 150, lambda line: line.round),
            figure_column("undefeated", "undefeated", 150, lambda line: line.undefeated, left),
            figure_column("found", "Winner found after round", 200, lambda line: line.found, found, "cell strong"),
        ),
        lefts,
        key=lambda line: line.round,
        empty="No round is scored yet.",
    )


def winner_line(lefts: Sequence[Left], winners: int) -> Line:
    """Say in words whether the winner is found, following the figures.

    Parameters
    ----------
    lefts
        At least one round.
    winners
        How many have won.
    """
    last = lefts[-1]

    def formula(places: Places) -> str:
        place = places[UNDEFEATED]
        left, found = (place.cell(last.round, key).reference for key in ("undefeated", "found"))
        won = f"SUM({places[RANKS].column('winner').reference})"
        pieces = _found_words(f'"&{found}&"'), _together_words(f'"&{won}&"'), _open_words(f'"&{left}&"')
        found_one, together, still_open = (f'"{piece}"' for piece in pieces)
        nobody = f'IF({left}=0,"{_NOBODY}",{still_open})'
        return f"IF(N({found})=0,{nobody},IF({won}=1,{found_one},{together}))"

    if last.found is None:
        text = _open_words(str(last.undefeated)) if last.undefeated else _NOBODY
    else:
        text = _found_words(str(last.found)) if winners == 1 else _together_words(str(winners))
    return Line(text, "remark", formula)


_NOBODY = "Nobody is undefeated: points and tie-breaks decide about the first place too."


def _found_words(number: str) -> str:
    return f"Only one player was undefeated after round {number}, and has won (★), whatever happens later."


def _together_words(winners: str) -> str:
    return f"{winners} players are undefeated after the last round and win together (★)."


def _open_words(left: str) -> str:
    return f"The winner is not found yet. Players still undefeated: {left}."


def ranks_sheet(ways: Ways, lefts: Sequence[Left], rounds: int) -> TableSheet:
    """Make the sheet on which the ranks are found."""
    return TableSheet("Ranks", "How the ranks come about", lines=_BETTER, tables=(_ranks_table(ways, lefts, rounds),))


def _ranks_table(ways: Ways, lefts: Sequence[Left], rounds: int) -> Table[ResultRow]:
    never = rounds + 1

    def setback(here: Here[ResultRow]) -> str:
        ends = ways[here.line["id"]].part(here, "ends")
        return f"IF(COUNT({ends})=0,{never},MIN({ends}))"

    def winner(here: Here[ResultRow]) -> str:
        found = here.other(UNDEFEATED, lefts[-1].round, "found")
        return f"IF(N({found})=0,0,IF({here.cell('setback')}>{found},1,0))"

    def tie_break(key: str, heading: str, without: int, style: str = "cell middle") -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str:
            cell = here.other(STANDINGS, here.line["id"], key)
            return f'IF({cell}="",{without},{cell})'

        return figure_column(key, heading, 90, lambda row: without if row[key] is None else row[key], formula, style)

    return Table(
        RANKS,
        (
            text_column("name", "Player", 180, column("name")),
            figure_column("setback", "not won", 70, lambda row: _setback(ways[row["id"]], rounds), setback),
            figure_column("winner", "has won", 70, column("winner"), winner),
            figure_column(SCORE, "Points", 70, column("score"), _points),
            tie_break("first_loss", "first loss", never),
            tie_break("first_draw", "first draw", never),
            tie_break("opponents_rating", "opponents", NO_OPPONENT, "cell two"),
            figure_column("rank", "Rank", 70, column("rank"), _rank, "cell strong"),
        ),
        [way.player for way in ways.values()],
        key=lambda row: row["id"],
        fine=True,
        empty="No round is scored yet.",
    )


def _points(here: Here[ResultRow]) -> str:
    return here.other(STANDINGS, here.line["id"], SCORE)


_TIE_BREAKS = (SCORE, "first_loss", "first_draw", "opponents_rating")
"""In the order in which they decide."""


def _rank(here: Here[ResultRow]) -> str:
    better = ""
    for key in reversed(_TIE_BREAKS):
        better = _more(here, key) + (f"+({here.range(key)}={here.cell(key)})*({better})" if better else "")
    won = here.range("winner")
    return f"IF({here.cell('winner')}=1,1,1+SUMPRODUCT(({won}=1)+({won}=0)*({better})))"


def _more(here: Here[ResultRow], key: str) -> str:
    """Write who has more; a mean rating need not be whole."""
    margin = f"+{TOLERANCE}" if key == _TIE_BREAKS[-1] else ""
    return f"({here.range(key)}>{here.cell(key)}{margin})"
