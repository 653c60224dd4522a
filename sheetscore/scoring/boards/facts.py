"""What a scoring system can name: what is entered for a board, and the facts that follow from it.

The facts are expressions like those of the systems themselves, so that each is defined once for Python and for
the spreadsheet. Those of a power use what is known of that power; ``board.centres`` is the column of all seven.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from sheetscore.expressions import Expression, Field, Kind, Names, parse
from sheetscore.expressions.nodes import BlockColumn, Name, walk
from sheetscore.scoring.boards.board import ALL_CENTRES, SOLO

BOARD = "board"
"""Prefix of the columns of the seven powers."""

FIRST_YEAR = "first_year"
"""The setting that years are counted from."""

ENTERED: Mapping[str, Kind] = {
    "centres": Kind.WHOLE,
    "eliminated": Kind.WHOLE,
    "named": Kind.WHOLE,
    "history": Kind.WHOLE,
}
"""Of a power: its centres, the year of its elimination (0 while alive), 1 if it is named as member of the draw or
as the one conceded to, and its rank by what it owned in earlier years."""

ENTERED_ONCE: Mapping[str, Kind] = {"outcome": Kind.TEXT, "final_year": Kind.WHOLE}
"""Of the game."""

_FACTS: Mapping[str, str] = {
    "alive": "centres > 0",
    "won": "outcome == 'solo' or outcome == 'concession'",
    "winner": f"outcome == 'solo' and centres >= {SOLO} or outcome == 'concession' and named",
    # an agreed draw for which nobody is named is one of all survivors, as the other draws are
    "all_share": "outcome != 'draw' or sum(board.named) == 0",
    "member": "alive and not won and (named or all_share)",
    "members": "sum(board.member)",
    "survivors": "sum(board.alive)",
    "owned": "sum(board.centres)",
    "top": "highest(board.centres)",
    "toppers": "count(board.centres == top)",
    "topper": "centres == top",
    "second": "top if toppers > 1 else highest(board.centres, board.centres < top)",
    "lead": "top - second",
    # who won is first, whatever the others own
    "strength": f"centres + {ALL_CENTRES} * winner",
    "place": "1 + count(board.strength > strength)",
    "tied": "count(board.strength == strength)",
    "last_place": "place + tied - 1",
    "place_by_year": "place + count(board.strength == strength and board.eliminated > eliminated)",
    "tied_by_year": "count(board.strength == strength and board.eliminated == eliminated)",
    "last_place_by_year": "place_by_year + tied_by_year - 1",
    "place_by_history": "place + count(board.strength == strength and board.history < history)",
    "tied_by_history": "count(board.strength == strength and board.history == history)",
    "last_place_by_history": "place_by_history + tied_by_history - 1",
    "years": f"(final_year if alive else eliminated) - settings.{FIRST_YEAR}",
}


@dataclass(frozen=True)
class Step:
    """A fact or a named expression of a system.

    Parameters
    ----------
    once
        It is the same for all powers.
    """

    name: str
    expression: Expression
    once: bool


class Steps:
    """The steps known so far, in the order in which each can be computed from those before."""

    def __init__(self, known: Iterable[Step] = ()) -> None:
        self._steps = {step.name: step for step in known}

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps.values())

    def __contains__(self, name: object) -> bool:
        return name in self._steps or name in ENTERED or name in ENTERED_ONCE

    def __getitem__(self, name: str) -> Step:
        return self._steps[name]

    def names(self) -> Names:
        """Return what the next expression may name."""
        kinds = {**ENTERED, **{step.name: step.expression.kind for step in self if not step.once}}
        once = {**ENTERED_ONCE, **{step.name: step.expression.kind for step in self if step.once}}
        fields = {name: Field(kind) for name, kind in (*kinds.items(), *once.items())}
        columns = {name: Field(kind) for name, kind in kinds.items()}
        return Names(fields, {BOARD: columns}, {FIRST_YEAR: Kind.WHOLE})

    def add(self, name: str, text: str) -> None:
        """Read an expression and give it a name.

        Raises
        ------
        ExpressionError
            It cannot be used.
        """
        expression = parse(text, known=self.names())
        once = all(not isinstance(part, Name) or self.is_once(part.name) for part in walk(expression.root))
        self._steps[name] = Step(name, expression, once)

    def is_once(self, name: str) -> bool:
        """Tell whether a name stands for the same for all powers."""
        return name in ENTERED_ONCE or (name in self._steps and self._steps[name].once)

    def needed_by(self, expressions: Collection[Expression]) -> tuple[Step, ...]:
        """Return the steps that expressions go through, those first that others need."""
        wanted = {name for expression in expressions for name in named_in(expression)}
        for step in reversed(self._steps.values()):
            if step.name in wanted:
                wanted |= named_in(step.expression)
        return tuple(step for step in self if step.name in wanted)


def named_in(expression: Expression) -> set[str]:
    """Return the names of powers and of the board that stand in an expression."""
    return {part.name for part in walk(expression.root) if isinstance(part, Name | BlockColumn)}


@cache
def facts() -> tuple[Step, ...]:
    """Return the facts of every board, which a system's own expressions may name."""
    steps = Steps()
    for name, text in _FACTS.items():
        steps.add(name, text)
    return tuple(steps)
