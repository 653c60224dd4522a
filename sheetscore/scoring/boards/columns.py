"""Facts and scores of all seven powers at once, as Python code that is put together once for each system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

from sheetscore.expressions import Expression, Value
from sheetscore.expressions.python_code import NAMESPACE, constants, in_row, in_rows
from sheetscore.scoring.boards.facts import ENTERED_ONCE, FIRST_YEAR, Step, facts, named_in
from sheetscore.scoring.boards.system import BoardSystem


class Known(Protocol):
    """Where what is entered for a board comes from, and the facts that are the same under every system."""

    def once(self, name: str) -> Value:
        """Give something about the whole board."""
        ...

    def column(self, name: str) -> Sequence[Value]:
        """Give something about each power."""
        ...


_SHARED = {step.name: step for step in facts() if step.name != "years"}
"""Only years are counted from where a system says."""

_ONCE = {*ENTERED_ONCE, *(step.name for step in _SHARED.values() if step.once)}


def score_column(system: BoardSystem, known: Known) -> list[int | Fraction]:
    """Score a board, the powers in alphabetical order.

    Raises
    ------
    MistakesFound
        A year is not known that a step of the system depends on.
    ZeroDivisionError
        A step has no value.
    """
    drawn, won = _compiled(system)
    scores = (won if known.once("won") else drawn)(known)
    return [score.numerator if score.denominator == 1 else score for score in scores]


@cache
def _compiled(system: BoardSystem) -> tuple[Callable[[Known], list[Any]], Callable[[Known], list[Any]]]:
    """Put the code of a system together for a board without a winner, and for one with."""
    return _scores(system, system.drawn), _scores(system, system.won)


def _scores(system: BoardSystem, score: Expression) -> Callable[[Known], list[Any]]:
    steps = [step for step in system.steps.needed_by([score]) if step.name not in _SHARED]
    once = _ONCE | {step.name for step in steps if step.once}
    lines = [f"{_variable(step)} = {_values(step, once)}" for step in steps]
    needed = [score, *(step.expression for step in steps)]
    given = set().union(*map(named_in, needed)) - {step.name for step in steps}
    return _function(needed, given, lines, in_rows(score, once, "centres"), system.first_year)


def _fact(step: Step) -> Callable[[Known], Any]:
    return _function([step.expression], named_in(step.expression), [], _values(step, _ONCE), 0)


def _function(
    needed: Sequence[Expression], given: Iterable[str], lines: Sequence[str], result: str, first_year: int
) -> Callable[[Known], Any]:
    """Put a function together that fetches what is given and computes the rest line by line."""
    fetched = [
        f"o_{name} = known.once('{name}')" if name in _ONCE else f"c_{name} = known.column('{name}')"
        for name in sorted({"centres", *given})
    ]
    body = "".join(f"    {line}\n" for line in (*fetched, *lines, f"return {result}"))
    namespace: dict[str, Any] = {**NAMESPACE, f"s_{FIRST_YEAR}": first_year}
    for expression in needed:
        namespace |= constants(expression)
    exec(f"def computed(known):\n{body}", namespace)  # noqa: S102 -- written from rules that have been read
    computed: Callable[[Known], Any] = namespace["computed"]
    return computed


def _variable(step: Step) -> str:
    return f"{'o' if step.once else 'c'}_{step.name}"


def _values(step: Step, once: set[str]) -> str:
    return in_row(step.expression, once) if step.once else in_rows(step.expression, once, "centres")


FACTS_ONCE = {name: _fact(step) for name, step in _SHARED.items() if step.once}
"""The facts of a whole board."""

FACT_COLUMNS = {name: _fact(step) for name, step in _SHARED.items() if not step.once}
"""The facts of each power."""
