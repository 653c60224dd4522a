"""Tie-breaks: a chain of steps, computed as places and as equivalent formulas.

A chain is data: every step says whether higher or lower is better, and where blanks are placed. The order with shared
ranks (1, 1, 3), the formula of the rank in the standings, and the sentence that describes the chain all follow
from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from sheetscore.expressions.formula import TOLERANCE
from sheetscore.tables.table import Here

Number = int | Fraction

Figures = Mapping[str, Number | None]
"""The figures of a step by id; None or a missing id is a blank."""

Places = Mapping[str, int]
"""Places by id, from 1; equal ones share a place, and the following places are skipped."""


class Step(Struct, frozen=True):
    """A step of a chain: a figure that decides between those who were equal before it.

    Examples
    --------
    >>> Step("solos", "most solos", exact=True).words
    'most solos'
    """

    id: str
    """The name of the step in settings and rows, and of its column in tables."""
    words: str
    """The criterion, as it follows “Ties are broken by”: ``most solos``."""
    lower: bool = False
    """Whether lower figures are better."""
    blank: Literal["never", "last", "first"] = "never"
    """The place of blanks; ``never`` if everybody has a figure."""
    exact: bool = False
    """Whether all figures are whole numbers; formulas compare any other figures with a tolerance."""


SCORE = Step("score", "the score")
"""The first step, in most systems."""


class Decided(Struct, frozen=True):
    """A step after its decision: the figures, and the places after it."""

    step: Step
    figures: Figures
    places: Places


class DecidedChain(Struct, frozen=True):
    """A chain after its decision."""

    first: Places
    """The places before its first step."""
    steps: tuple[Decided, ...]

    @property
    def ranks(self) -> Places:
        """The places at the end."""
        return self.steps[-1].places if self.steps else self.first

    def before(self, id_: str) -> Places:
        """Return the places before a step of the chain."""
        at = [one.step.id for one in self.steps].index(id_)
        return self.steps[at - 1].places if at else self.first

    def figures(self, id_: str) -> Figures:
        """Return the figures of a step; none if it is not in the chain."""
        return next((one.figures for one in self.steps if one.step.id == id_), {})

    def beside(self, usual: Collection[str], id_: str) -> dict[str, Number | None]:
        """Return a player's figures of the steps that are not among ``usual``, by the ids of the steps."""
        return {one.step.id: one.figures.get(id_) for one in self.steps if one.step.id not in usual}


def decide(
    first: Places,
    steps: Iterable[Step],
    figures: Callable[[Step, Places], Figures],
    settled: Collection[str] = (),
) -> DecidedChain:
    """Apply steps one after the other; a step named twice applies once, at its first place.

    Parameters
    ----------
    first
        The places before the first step, by the ids of all who are ranked. The steps break up shared places.
    figures
        Returns the figures of a step. They may depend on the places before the step, since some tie-breaks depend on
        who is tied.
    settled
        The ids that no step compares, such as joint winners. Nobody else may share their places of ``first``.
    """
    places, decided = first, []
    for step in dict.fromkeys(steps):
        having = figures(step, places)
        places = _refined(places, step, {id_: one for id_, one in having.items() if id_ not in settled})
        decided.append(Decided(step, having, places))
    return DecidedChain(first, tuple(decided))


def _refined(places: Places, step: Step, figures: Figures) -> dict[str, int]:
    """Break up shared places by a step."""

    def key(id_: str) -> tuple[int, bool, Number]:
        figure = figures.get(id_)
        # the higher key is ahead: that of blanks if they come first, else that of figures
        is_ahead = (figure is None) == (step.blank == "first")
        return -places[id_], is_ahead, (figure or 0) * (-1 if step.lower else 1)

    found: dict[str, int] = {}
    before = None
    for place, id_ in enumerate(sorted(places, key=key, reverse=True), start=1):
        found[id_] = found[before] if before is not None and key(before) == key(id_) else place
        before = id_
    return found


def place_formula(here: Here[Any], steps: Sequence[Step], before: str = "") -> str:
    """Write the place after some steps, whose figures are in columns of the same table under the steps' ids.

    Parameters
    ----------
    before
        The column of the places before the first step. Default: everybody is tied before it.
    """
    if not before:
        return f"1+SUMPRODUCT(--({ahead(here, steps)}))"
    same = f"({here.range(before)}={here.cell(before)})"
    return f"{here.cell(before)}+SUMPRODUCT({same}*({ahead(here, steps)}))" if steps else here.cell(before)


def ahead(here: Here[Any], steps: Sequence[Step]) -> str:
    """Write a 1 for every line of a table that is better than this one by the first step in which they differ."""
    found = "0"
    for step in reversed(steps):
        found = _better(here, step) + ("" if found == "0" else f"+{_equal(here, step)}*({found})")
    return found


def _better(here: Here[Any], step: Step) -> str:
    """Write a 1 for every line whose figure in a step is better than that of this line."""
    all_, own = here.range(step.id), here.cell(step.id)
    operator, beyond = ("<", f"-{TOLERANCE}") if step.lower else (">", f"+{TOLERANCE}")
    tolerance = "" if step.exact else beyond
    if step.blank == "never":
        return f"({all_}{operator}{own}{tolerance})"
    better = f"ISNUMBER({all_})*({all_}{operator}N({own}){tolerance})"
    if step.blank == "first":
        return f'({own}<>"")*(({all_}="")+{better})'
    return f'(({own}="")*ISNUMBER({all_})+({own}<>"")*{better})'


def _equal(here: Here[Any], step: Step) -> str:
    """Write a 1 for every line whose figure in a step is the same as that of this line."""
    all_, own = here.range(step.id), here.cell(step.id)
    if step.blank == "never":
        return f"({all_}={own})" if step.exact else f"(ABS({all_}-{own})<={TOLERANCE})"
    near = f"ISNUMBER({all_})*({all_}<=N({own})+{TOLERANCE})*({all_}>=N({own})-{TOLERANCE})"
    return f'(({all_}="")*({own}="")+({own}<>"")*{near})'


def broken_by(steps: Iterable[Step], then: str = ", then ") -> str:
    """Describe the steps in order; empty if there are none.

    Examples
    --------
    >>> from sheetscore.plugin import steps_called
    >>> broken_by(steps_called(["wins", "losses"]))
    'most wins, then fewest losses'
    """
    return then.join(step.words for step in dict.fromkeys(steps))
