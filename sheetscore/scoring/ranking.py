"""Ranks with ties: scores within a margin share a rank, and the ranks after a shared one are skipped.

Source: Tournament Guidelines, 1991, Factoring (scores within half a match point are a tie).

The table lists the scores from the highest down and works the ranks out as :func:`ranks` does; a player's
rank is then looked up by how many scores are higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from sheetscore.expressions.formula import constant
from sheetscore.scoring.match_points import TOLERANCE
from sheetscore.tables.table import Here, Table, figure_column

TieGroup = Literal["leader", "chain"]

RANKS = "ranks"
"""The table's name in formulas, where there is one only."""


def ranks(scores: Sequence[int | Fraction], margin: Fraction, group: TieGroup = "leader") -> list[int]:
    """Rank scores from the highest down.

    Parameters
    ----------
    scores
        In any order.
    margin
        From 0; scores that differ by no more than this tie. 0 ties only equal scores.
    group
        ``"leader"``: a rank takes in all scores within the margin of its highest one. ``"chain"``: each
        score within the margin of the one above it joins that one's rank.

    Returns
    -------
    The ranks in the order of the scores, such as 1, 1, 3.
    """
    order = sorted(range(len(scores)), key=lambda index: scores[index], reverse=True)
    found = [0] * len(scores)
    rank, measure = 0, Fraction(0)
    for place, index in enumerate(order, start=1):
        if place == 1 or measure - scores[index] > margin:
            rank, measure = place, Fraction(scores[index])
        elif group == "chain":
            measure = Fraction(scores[index])
        found[index] = rank
    return found


@dataclass(frozen=True)
class Place:
    """A line of the table: the place counted without ties, its score, the score that opened its rank."""

    number: int
    score: Fraction
    measure: Fraction
    rank: int


def rank_table(
    scores: Sequence[int | Fraction],
    margin: Fraction,
    group: TieGroup,
    table: str,
    column: str,
    name: str = RANKS,
    *,
    whole: bool = False,
) -> Table[Place]:
    """Make the table.

    Parameters
    ----------
    scores, margin, group
        As :func:`ranks` takes them.
    table, column
        Where the scores stand.
    name
        Its own name in formulas.
    whole
        Whether all scores are whole numbers.
    """
    style = "cell middle" if whole else "cell two"
    tied = constant(margin).text

    def score(here: Here[Place]) -> str:
        return f"LARGE({here.range(column, table)},{here.cell('number')})"

    def opens(here: Here[Place]) -> str:
        return f"{here.above('measure')}-{here.cell('score')}>{tied}+{TOLERANCE}"

    def measure(here: Here[Place]) -> str:
        if here.line.number == 1 or group == "chain":
            return here.cell("score")
        return f"IF({opens(here)},{here.cell('score')},{here.above('measure')})"

    def rank(here: Here[Place]) -> str | None:
        if here.line.number == 1:
            return None
        return f"IF({opens(here)},{here.cell('number')},{here.above('rank')})"

    return Table(
        name,
        (
            figure_column("number", "Place", 70, lambda line: line.number),
            figure_column("score", "Score", 110, lambda line: line.score, score, style),
            figure_column("measure", "Next within the margin of", 130, lambda line: line.measure, measure, style=style),
            figure_column("rank", "Rank", 70, lambda line: line.rank, rank, "cell strong"),
        ),
        _places(scores, margin, group),
        key=lambda line: line.number,
        fine=True,
    )


def rank_formula(here: Here[Any], column: str, name: str = RANKS) -> str:
    """Write the rank of the player on this line, whose score stands in a column of the same table.

    Parameters
    ----------
    name
        The name of the table of ranks.
    """
    higher = f"SUMPRODUCT(--({here.range(column)}>{here.cell(column)}+{TOLERANCE}))"
    return f"INDEX({here.range('rank', name)},1+{higher})"


def _places(scores: Sequence[int | Fraction], margin: Fraction, group: TieGroup) -> list[Place]:
    ordered = sorted(map(Fraction, scores), reverse=True)
    places: list[Place] = []
    for number, (score, rank) in enumerate(zip(ordered, ranks(ordered, margin, group), strict=True), start=1):
        stays = group == "leader" and places and places[-1].rank == rank
        places.append(Place(number, score, places[-1].measure if stays else score, rank))
    return places
