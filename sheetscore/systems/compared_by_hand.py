"""Comparing results with a pencil: a blank sheet from points to match points to scores, and a worked example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import cycle, islice

from msgspec import Struct

from sheetscore.rounding import decimals
from sheetscore.scoring.ranking import FactoringSettings, Number, expected_sum, factored, match_points
from sheetscore.systems.outcomes import HandSheet
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.wording import mixed

EXAMPLE: Sequence[tuple[str, int, int]] = (
    ("Ann", 21, 3),
    ("Bob", 18, 3),
    ("Cid", 14, 0),
    ("Dot", 14, 0),
    ("Eve", 9, 3),
    ("Flo", 9, 0),
    ("Gus", 6, 3),
    ("Hal", 4, 0),
)
"""The players compared in the example, each with scenario points and team points; for a larger group they come again.
"""

LARGEST = 16
"""The size of the largest group of the example's round, unless a system says another."""

_ENTERED = "cell entered middle"


class Compared(Struct, frozen=True):
    """What a system calls the parts of a comparison."""

    called: str
    """The word for a group, as a title: ``Section``."""
    who: str
    """The word for a member of a group: ``Pilot``."""
    above: str
    """The line above a blank sheet on which round and group are written."""
    said: tuple[str, ...]
    """The rules of match points and factors, in sentences."""
    group: str = "group"
    """The word for a group in a sentence."""
    team_points: bool = False
    """Whether the compared figure has its parts beside it, scenario points and team points."""
    size: int = len(EXAMPLE)
    """The size of the example's group, at least 2; with people's names, at most as many as :data:`EXAMPLE` has."""
    largest: int = LARGEST
    """The size of the largest group of the example's round."""
    of_people: bool = True
    """Whether the members of the example have people's names, rather than numbers."""


class _Line(Struct, frozen=True):
    """A line with a player's figures; blank on the sheet to be copied."""

    number: int
    name: str = ""
    sp: int | None = None
    tp: int | None = None
    lower: int | None = None
    """How many members have a lower figure."""
    same: int | None = None
    """How many other members have the same figure."""
    mp: Number | None = None
    score: Number | None = None

    @property
    def compared(self) -> int | None:
        """The compared figure."""
        return None if self.sp is None or self.tp is None else self.sp + self.tp

    @property
    def earned(self) -> str | None:
        """The match points as written."""
        return None if self.mp is None else mixed(self.mp)

    @property
    def worth(self) -> str | None:
        """The score as written."""
        return None if self.score is None else _with_decimals(self.score)


def comparison_sheets(
    settings: FactoringSettings, what: Compared, largest: int, copies: int
) -> tuple[HandSheet, HandSheet]:
    """Make a blank sheet, to be copied, and the worked example.

    Parameters
    ----------
    largest
        The size of the largest group, for which the blank sheet has lines.
    copies
        The number of groups in the whole event.
    """
    size = f"in this {what.group}: ____    in the largest: ____    "
    factor = "    factor ______" if settings.factoring != "none" else ""
    blank = (what.above, f"{size}match points together: ______{factor}", *what.said)
    lines = [_Line(number) for number in range(1, largest + 1)]
    plan = TableSheet(
        f"{what.called} by hand",
        what.called,
        lines=tuple(map(TextLine, blank)),
        tables=(_table("compared", settings, what, lines),),
    )
    return HandSheet(plan, copies), HandSheet(_example(settings, what))


def _example(settings: FactoringSettings, what: Compared) -> TableSheet:
    members = sorted(islice(cycle(EXAMPLE), what.size), key=lambda one: -one[1] - one[2])
    scores = [sp + tp for _, sp, tp in members]
    points, factor = match_points(scores), settings.factor(Fraction(len(scores)), Fraction(what.largest))
    lines = [
        _Line(
            number,
            name if what.of_people else f"{what.who} {number}",
            sp,
            tp,
            lower=sum(one < sp + tp for one in scores),
            same=scores.count(sp + tp) - 1,
            mp=points[sp + tp],
            score=Fraction(factored(points[sp + tp], factor)),
        )
        for number, (name, sp, tp) in enumerate(members, start=1)
    ]
    introduction = [
        *_introduction(what, scores, [points[one] for one in scores], factor if settings.factoring != "none" else None)
    ]
    return TableSheet(
        f"{what.called}, an example",
        f"{what.called}, for example",
        lines=tuple(map(TextLine, (*what.said, *introduction))),
        tables=(_table("example", settings, what, lines),),
    )


def _introduction(
    what: Compared, scores: Sequence[int], points: Sequence[Fraction], factor: Number | None
) -> Iterator[str]:
    """Return the text that leads from the rules to the example."""
    size = len(scores)
    yield f"For example: {size} in this {what.group}, {what.largest} in the largest."
    yield (
        f"The match points come to {mixed(sum(points))}, as they must: half of {size} times {size - 1} is "
        f"{mixed(Fraction(expected_sum(Fraction(size))))}."
    )
    if factor is not None:
        yield f"The factor is {what.largest - 1} divided by {size - 1}: {_with_decimals(factor)}."
        yield "Keep fractions as they are while scores are added up; two decimals are for the wall."


def _with_decimals(number: Number) -> str:
    """Write a number exactly; a fraction other than a half has two decimals beside it."""
    exact = mixed(number)
    return f"{exact} ({decimals(number)})" if "/" in exact else exact


def _table(name: str, settings: FactoringSettings, what: Compared, lines: Sequence[_Line]) -> Table[_Line]:
    heading = "= round score" if what.team_points else "Points"
    columns: list[Column[_Line]] = [
        figure_column("number", "", 34, lambda line: line.number),
        text_column("who", what.who, 180, lambda line: line.name, style="cell entered"),
    ]
    if what.team_points:
        columns += [
            figure_column("sp", "SP", 54, lambda line: line.sp, style=_ENTERED),
            figure_column("tp", "+ TP", 54, lambda line: line.tp, style=_ENTERED),
        ]
    columns += [
        figure_column("compared", heading, 64, lambda line: line.compared, style=_ENTERED),
        figure_column("lower", "how many lower", 62, lambda line: line.lower, style=_ENTERED),
        figure_column("same", "others the same", 62, lambda line: line.same, style=_ENTERED),
        figure_column("mp", "match points", 62, lambda line: line.earned, style=_ENTERED),
    ]
    if settings.factoring != "none":
        columns.append(figure_column("score", "× factor = score", 108, lambda line: line.worth, style=_ENTERED))
    return Table(name, tuple(columns), lines, size="pencil")
