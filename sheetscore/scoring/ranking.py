"""Ranks with ties, match points within a section and factors between sections: exactly, as formulas, and as settings.

Scores within a margin share a rank, and the ranks after a shared one are skipped. The table of ranks lists the scores
from the highest down and works the ranks out as :func:`ranks` does; a player's rank is then looked up by how many
scores are higher.

Texts are compared by = inside SUMPRODUCT, which takes no name for a pattern; numbers that need not be whole
are compared with a tolerance, because a spreadsheet computes with about 15 digits.

Source: Tournament Guidelines, 1991, Match Points and Factoring (scores within half a match point are a tie). The two
examples of factoring round differently (12.86 from the exact factor 15/7, 8.16 from the rounded 1.36), so the rounding
is a setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le
from pydantic import Field

from sheetscore.event.model import Settings
from sheetscore.expressions.figure import Amount, Figure, Shown
from sheetscore.expressions.figure_calls import amount, highest, rounded, when
from sheetscore.expressions.figure_ranges import FigureRange
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.tables.table import ByRule, Here, LineFigures, LookedUp, Table, figure_column

Number = int | Fraction
FactorRounding = Literal["exact", "2dp"]


def match_points(scores: Iterable[Number]) -> dict[Number, Fraction]:
    """Return the match points that each score of a section earns.

    Parameters
    ----------
    scores
        The round scores of all who flew in the section, in any order; may be empty.

    Returns
    -------
    For every score that occurs, a multiple of 1/2 from 0 to ``N - 1``; over all who flew they add up to
    ``N(N-1)/2``.
    """
    points: dict[Number, Fraction] = {}
    lower = 0
    for score, equal in sorted(Counter(scores).items()):
        points[score] = won_against(Fraction(lower), Fraction(equal - 1))
        lower += equal
    return points


def won_against(lower: Amount, equal: Amount) -> Amount:
    """Return the match points of a score: one for each lower score of the section, half a point for each equal one."""
    return lower + equal / 2


def match_points_among(own: LineFigures[Any], score: str, section: str, player: str = "") -> Figure:
    """Return the match points of a line of a table.

    Parameters
    ----------
    score, section
        The columns of the scores, and of the sections within which they are compared.
    player
        The column of the player. Needed only if a player may be in a section more than once: the lines of one player
        are not compared with each other.
    """
    table, mine = own.table, own.cell(score).value
    lines = table.lines_with({section: own.cell(section)})
    whose = own.cell(player).value if player else None
    scores = [table.value_in(one, score) for one in lines if not player or table.value_in(one, player) != whose]

    def number(value: int, comparison: Callable[[str, str], str]) -> Figure:
        def formula(here: Here[Any]) -> str:
            others = f"*({here.range(player)}<>{here.cell(player)})" if player else ""
            compared = comparison(here.range(score), here.cell(score))
            return f"SUMPRODUCT(({here.range(section)}={here.cell(section)}){others}*({compared}))"

        return own.looked_up(value, formula)

    lower = number(sum(one < mine for one in scores), lambda all_, one: f"{all_}<{one}-{TOLERANCE}")  # type: ignore[operator]
    equal = number(scores.count(mine), lambda all_, one: f"ABS({all_}-{one})<={TOLERANCE}")
    # a line is equal to itself, but is not among those of other players
    return won_against(lower, equal if player else equal - 1)


def expected_sum(size: Amount) -> Amount:
    """Return what the match points of a section of this size must add up to, N(N-1)/2."""
    return size * (size - 1) / 2


def section_factor(size: Amount, largest: Amount, rounding: FactorRounding = "exact") -> Amount | None:
    """Return the factor of a section.

    Parameters
    ----------
    size
        The number of players of the section.
    largest
        The size of the round's largest section.
    rounding
        ``"exact"``, or ``"2dp"`` for a factor of two decimals.

    Returns
    -------
    ``(largest - 1) / (size - 1)``; None for a section of one, where nobody can be beaten.
    """
    factor = (largest - 1) / highest(size - 1, 1)
    return when(size < 2, None, rounded(factor, 2) if rounding == "2dp" else factor)


def factored(points: Amount, factor: Amount | None) -> Amount:
    """Return match points times factor; a section of one has no factor and scores nothing."""
    return points * amount(factor)


TieGroup = Literal["leader", "chain"]

RANKS = "ranks"
"""The name of the table of ranks in formulas, if there is only one such table."""


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

    Examples
    --------
    >>> ranks([9, 12, Fraction(23, 2), 12], Fraction(0))
    [4, 1, 3, 1]
    >>> ranks([9, 12, Fraction(23, 2), 12], Fraction(1, 2))
    [4, 1, 1, 1]
    """
    order = sorted(range(len(scores)), key=lambda index: scores[index], reverse=True)
    found = [0] * len(scores)
    rank, measure = 0, Fraction(0)
    for place, index in enumerate(order, start=1):
        if place == 1 or opens_rank(measure, Fraction(scores[index]), margin):
            rank, measure = place, Fraction(scores[index])
        elif group == "chain":
            measure = Fraction(scores[index])
        found[index] = rank
    return found


def opens_rank(measure: Amount, score: Amount, margin: Fraction) -> bool | Figure:
    """Return whether a score begins a new rank: it is more than the margin below the score ``measure`` of the rank."""
    return measure - score > margin


def rank_table(
    scores: Sequence[int | Fraction],
    margin: Fraction,
    group: TieGroup,
    table: str,
    column: str,
    name: str = RANKS,
    *,
    whole: bool = False,
) -> Table[int]:
    """Make the table of ranks, with a line for each score, the highest first.

    Parameters
    ----------
    scores, margin, group
        As :func:`ranks` takes them.
    table, column
        Table and column of the scores.
    name
        The name of the table of ranks in formulas.
    whole
        Whether all scores are whole numbers.
    """
    style = "cell middle" if whole else "cell two"
    everybody = FigureRange(LookedUp(lambda here: here.range(column, table)), scores)

    def score(own: LineFigures[int]) -> Shown:
        return everybody.nth(own.cell("number"))

    def above(own: LineFigures[int], column: str) -> Figure:
        return own.other(own.table, own.line - 1, column)

    @cache
    def opens(own: LineFigures[int]) -> bool | Figure:
        return opens_rank(above(own, "measure"), own.cell("score"), margin)

    def measure(own: LineFigures[int]) -> Shown:
        if own.line == 1 or group == "chain":
            return own.cell("score")
        return when(opens(own), own.cell("score"), above(own, "measure"))

    def rank(own: LineFigures[int]) -> Shown:
        return 1 if own.line == 1 else when(opens(own), own.cell("number"), above(own, "rank"))

    return Table(
        name,
        (
            figure_column("number", "Place", 70, lambda number: number),
            figure_column("score", "Score", 110, ByRule(score), style=style),
            figure_column("measure", "Next is compared with", 130, ByRule(measure), style=style),
            figure_column("rank", "Rank", 70, ByRule(rank), style="cell strong"),
        ),
        range(1, len(scores) + 1),
        key=lambda number: number,
        size="fine",
    )


def rank_formula(here: Here[Any], column: str, name: str = RANKS) -> str:
    """Write the rank of the player on this line, whose score is in a column of the same table.

    Parameters
    ----------
    name
        The name of the table of ranks.
    """
    higher = f"SUMPRODUCT(--({here.range(column)}>{here.cell(column)}+{TOLERANCE}))"
    return f"INDEX({here.range('rank', name)},1+{higher})"


class FactoringSettings(Settings):
    """The settings for comparing match points of groups of unequal size."""

    SCORES: ClassVar[frozenset[str]] = frozenset({"factoring", "factor_rounding"})

    factoring: Literal["round", "none"] = Field(
        default="round",
        title="Factoring",
        description="Whether unequal groups are made comparable. round: match points of smaller groups are raised to "
        "the largest that they are compared with. none: they count as they are.",
    )
    factor_rounding: Literal["exact", "2dp"] = Field(
        default="exact",
        title="Factor rounding",
        description="How exact factors are. exact: factors are kept as fractions. 2dp: they are rounded to two "
        "decimals before use.",
    )

    def factor(self, size: Amount, largest: Amount) -> Amount | None:
        """Return the factor of a group; None for a group of one, where nobody can be beaten.

        Parameters
        ----------
        size
            The number of players in the group.
        largest
            The size of the largest group it is compared with.
        """
        if self.factoring == "none":
            return when(size < 2, None, 1)
        return section_factor(size, largest, self.factor_rounding)


TIE_SETTINGS = frozenset({"tie_margin", "tie_group"})
"""The names of the settings of :class:`TieSettings`."""


class TieSettings(Settings):
    """The settings for ties between scores of match points."""

    tie_margin: Annotated[Decimal, Ge(0), Le(100), Field(decimal_places=4)] = Field(
        default=Decimal("0.5"),
        title="Tie margin",
        description="How far apart the scores of a rank may be; 0 means only equal ones share it. Without "
        "factoring scores come in halves: 0.5 makes half a point a tie, 0.49 only equal scores. With factoring 0.49 "
        "still makes ties of scores that are up to 0.49 apart.",
        json_schema_extra={"about": "How far apart the scores of a rank may be; 0 means only equal ones share it."},
    )
    tie_group: TieGroup = Field(
        default="leader",
        title="Tie group",
        description="Who shares a rank. leader: all within the margin of the highest score of a group share its rank. "
        "chain: each need only be within the margin of the next.",
    )

    def ranks(self, scores: Sequence[int | Fraction]) -> list[int]:
        """Return the ranks of scores, in the order of the scores."""
        return ranks(scores, Fraction(self.tie_margin), self.tie_group)

    def rank_table(self, scores: Sequence[int | Fraction], table: str, column: str, name: str = RANKS) -> Table[int]:
        """Make the table that computes the same ranks by formulas, from the scores of a column."""
        return rank_table(scores, Fraction(self.tie_margin), self.tie_group, table, column, name)

    @property
    def who_shares(self) -> str:
        """Describe in a sentence which scores share a rank."""
        margin = f"{self.tie_margin.normalize():f}"
        groups = {
            "leader": f"A rank takes in every score within {margin} of its highest one.",
            "chain": f"A rank takes in every score within {margin} of the one above it.",
        }
        return groups[self.tie_group] if self.tie_margin else "Only equal scores share a rank."
