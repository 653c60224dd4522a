"""One game of Diplomacy as it is written down year by year, the board as it ended, and what a scoring system can name.

A power without centres is eliminated. A concession counts as a solo of the power that it is made to.

What can be named is what is entered for a board, and the facts that follow from it. The facts are expressions like
those of the systems themselves, so that each is defined once for Python and for the spreadsheet. A fact of a power
uses what is known of that power; ``board.centres`` is the column of all seven.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import permutations
from typing import TypeVar

from msgspec import Struct, field

from sheetscore.event.identity import squashed
from sheetscore.expressions import Expression, FieldMeaning, Names, ValueKind, parse
from sheetscore.expressions.figure import Amount
from sheetscore.expressions.figure_calls import when
from sheetscore.expressions.nodes import BlockColumn, Name, walk
from sheetscore.pairing.boards import record

POWERS = record.POWERS
"""The powers in alphabetical order, as in every list of powers."""

ALSO_CALLED: Mapping[str, tuple[str, ...]] = {"Austria": ("Austria-Hungary", "Austria Hungary")}
"""Other names of powers, by their names here."""

ALL_CENTRES = 34
"""Supply centres on the board; not all need have an owner."""

SOLO = 18
"""Centres that win the game."""

START = 1900
"""The year before the first one that is played."""

NEVER = 2 * START
"""A year that no game reaches."""

Thing = TypeVar("Thing")
_OTHER_NAMES = {squashed(name): power for power, names in ALSO_CALLED.items() for name in names}

Counts = Mapping[str, int]
"""Centres by power."""

AT_START: Counts = dict.fromkeys(POWERS, 3) | {"Russia": 4}
"""Centres before the first year."""

FINAL = "final"
"""The line of the chart that has the centres at the end."""

AT_END = "at the end"
"""The name of that line in messages."""


def power_called(word: str) -> str:
    """Return the power that has a word as its other name, whatever its capitals and hyphens; else the word as it is."""
    return _OTHER_NAMES.get(squashed(word), word)


def by_power(given: Mapping[str, Thing]) -> dict[str, Thing]:
    """Return values with the names of powers as they are here.

    If a power is there by two names, both stay as they are: :func:`sheetscore.scoring.boards.contradictions.mistakes`
    reports that the one that is not in :data:`POWERS` is no power.
    """
    powers = [power_called(word) for word in given]
    return {
        word if powers.count(power) > 1 else power: value
        for power, (word, value) in zip(powers, given.items(), strict=True)
    }


class Outcome(StrEnum):
    """The end of a game."""

    SOLO = "solo"
    DRAW = "draw"
    DRAW_ALL = "draw-all"
    TIME = "time"
    CONCESSION = "concession"


class Board(Struct, frozen=True):
    """A final board."""

    centres: Mapping[str, int]
    """Centres by power; powers not named have none."""
    outcome: Outcome | str = Outcome.DRAW_ALL
    """One of :class:`Outcome`, also as text."""
    members: Collection[str] = ()
    """The powers that share an agreed draw (none: all survivors); of a concession the power that it is made to."""
    eliminated: Mapping[str, int] = field(default_factory=dict)
    """The years in which powers lost their last centre, for scoring systems that need them."""
    final_year: int | None = None
    """The last year played, for the same systems."""
    chart: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """Centres by year and power for earlier years, for scoring systems that break ties by them. Years of elimination
    that are not given follow from it, unless the year before is missing.
    """

    def owned(self, power: str) -> int:
        """Return the number of centres of a power."""
        return self.centres.get(power, 0)

    def gone(self, power: str) -> int | None:
        """Return the year in which a power without centres was eliminated; None if unknown."""
        lost = self._first_without(power)
        dated = lost if lost == START + 1 or (lost is not None and lost - 1 in self.chart) else None
        return int(known_year(Fraction(self.eliminated.get(power, 0)), Fraction(dated or 0))) or None

    def _first_without(self, power: str) -> int | None:
        return next((year for year in sorted(self.chart) if not self.chart[year].get(power, 0)), None)

    def span(self, power: str) -> tuple[int, int]:
        """Return the first and the last year in which a power can have lost its last centre, as far as is known.

        They are the same if the year is known; for survivors both are :data:`NEVER`.
        """
        if self.owned(power):
            return NEVER, NEVER
        gone = self.gone(power)
        if gone is not None:
            return gone, gone
        last_owned = max((year for year in self.chart if self.chart[year].get(power, 0)), default=START)
        return last_owned + 1, self._first_without(power) or self.final_year or NEVER - 1

    @property
    def winners(self) -> list[str]:
        """The powers with enough centres to win."""
        return [power for power in POWERS if self.owned(power) >= SOLO]

    def history(self) -> dict[str, int | None]:
        """Rank the powers by their earlier centres, 1 for the best; those with the same history share a rank.

        Of two powers the one that was ahead in the most recent year in which they differ comes first. A power that
        stays on the board for longer is ahead; if it is not known which of two did, neither has a rank. If nothing is
        known of any eliminated power, all of these share a rank.
        """
        years = sorted((year for year in self.chart if year != self.final_year), reverse=True)
        spans = {power: self.span(power) for power in POWERS}
        keys = {power: (spans[power][1], *(self.chart[year].get(power, 0) for year in years)) for power in POWERS}
        # whether anything is known of an eliminated power
        known = any(first > START + 1 or first == last for first, last in spans.values() if last < NEVER)
        doubtful = {one for one, other in permutations(POWERS, 2) if known and _either_first(spans[one], spans[other])}
        return {
            power: None if power in doubtful else 1 + sum(other > keys[power] for other in keys.values())
            for power in POWERS
        }


def known_year(typed: Amount, charted: Amount) -> Amount:
    """Return a year: as written down, else as the chart has it; 0 stands for an unknown one."""
    return when(typed > 0, typed, charted)


def _either_first(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether it is not known in which order two powers were eliminated."""
    known = one[0] == one[1] and other[0] == other[1]
    return not known and one[0] <= other[1] and other[0] <= one[1]


class GameLine(Struct, frozen=True):
    """A line of a chart with its year, which is None for the end if nobody gave it."""

    key: int | str
    """The year, :data:`sheetscore.scoring.boards.board.START` for the position at the start, or :data:`FINAL`."""
    year: int | None
    counts: Counts

    @property
    def name(self) -> str:
        """The time of the line, in words."""
        return {FINAL: AT_END, START: "at the start"}.get(self.key, f"after {self.key}")

    @property
    def unowned(self) -> int:
        """The number of centres without an owner; below 0 if the powers have more than there are."""
        return ALL_CENTRES - sum(self.counts.values())

    def owners(self) -> list[str]:
        """Return the powers that have centres."""
        return [power for power in POWERS if self.counts[power]]

    def fewer_than(self, before: GameLine) -> list[str]:
        """Return the powers with fewer centres than on a line before."""
        return [power for power in POWERS if self.counts[power] < before.counts[power]]

    def compared(self, before: GameLine, powers: Iterable[str]) -> str:
        """Write the counts of some powers, at least one, here and on a line before."""
        first, *others = (f"{power} has {self.counts[power]} and had {before.counts[power]}" for power in powers)
        return ", ".join([f"{first} {before.name}", *others])


class WrittenGame(Struct, frozen=True, dict=True):
    """A game as it is written down, complete or not."""

    chart: Mapping[int, Counts]
    """The lines of years that are not blank, each with all seven powers."""
    final: Counts | None
    """The line of the centres at the end, if anything is on it."""
    gone: Mapping[str, int]
    """The years of elimination that are written down."""
    typed_final_year: int | None
    """The last year, if it is written down."""
    outcome: str | None
    """One of :class:`sheetscore.scoring.boards.board.Outcome`; None while the game goes on."""
    members: tuple[str, ...]
    """The powers that share an agreed draw, or the power conceded to."""

    @property
    def centres(self) -> Counts:
        """Centres at the end, or so far."""
        if self.final is not None:
            return self.final
        return self.chart[max(self.chart)] if self.chart else {}

    @property
    def final_year(self) -> int | None:
        """The last year: as written down, else the last one on the chart."""
        return int(known_year(Fraction(self.typed_final_year or 0), Fraction(max(self.chart, default=0)))) or None

    @property
    def is_over(self) -> bool:
        """Whether the outcome and the centres are known."""
        return self.outcome is not None and bool(self.centres)

    @cached_property
    def board(self) -> Board:
        """The board for scoring."""
        return Board(
            self.centres,
            self.outcome or "",
            self.members,
            {power: year for power, year in self.gone.items() if not self.centres.get(power)},
            self.final_year,
            self.chart if self.end_line is None else {**self.chart, **self.end_line},
        )

    @property
    def end_line(self) -> Mapping[int, Counts] | None:
        """The line of the end by its year; None unless the year is written down and missing on the chart."""
        year = self.typed_final_year
        return None if self.final is None or year is None or year in self.chart else {year: self.final}

    def lines(self) -> list[GameLine]:
        """Return the position at the start, the lines of the chart, and that of the end."""
        years = {START: AT_START, **{year: self.chart[year] for year in sorted(self.chart)}}
        lines = [GameLine(year, year, counts) for year, counts in years.items()]
        return lines if self.final is None else [*lines, GameLine(FINAL, self.final_year, self.final)]


BOARD = "board"
"""Prefix of the columns of the seven powers."""

FIRST_YEAR = "first_year"
"""The setting that years are counted from."""

ENTERED: Mapping[str, ValueKind] = {
    "centres": ValueKind.WHOLE,
    "eliminated": ValueKind.WHOLE,
    "named": ValueKind.WHOLE,
    "history": ValueKind.WHOLE,
}
"""Of a power: its centres, the year of its elimination (0 while alive), 1 if it is named as member of the draw or
as the one conceded to, and its rank by what it owned in earlier years."""

ENTERED_ONCE: Mapping[str, ValueKind] = {"outcome": ValueKind.TEXT, "final_year": ValueKind.WHOLE}
"""What is entered once for the whole game."""

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
"""The facts by their names, as expressions that may name the facts before them."""


FACT_MEANINGS: Mapping[str, str] = {
    "centres": "the centres at the end",
    "eliminated": "the year in which the last centre was lost, 0 for who is left",
    "named": "1 for who is named in the draw or conceded to, else 0",
    "history": "the rank by the centres of the years before, the latest year first",
    "final_year": "the last year that was played",
    "alive": "1 for who has a centre, else 0",
    "won": "1 on a board with a solo or a concession, else 0",
    "winner": "1 for who has won, else 0",
    "all_share": "1 where everybody who is left shares the draw, else 0",
    "member": "1 for who shares in the draw, else 0",
    "members": "how many share in the draw",
    "survivors": "how many have a centre",
    "owned": "all centres that somebody owns",
    "top": "the most centres that anybody has",
    "toppers": "how many have so many",
    "topper": "1 for who has the most, else 0",
    "second": "the most centres but one; the same as the most where several have these",
    "lead": "by how many centres the first is ahead of the second; 0 where several are first",
    "strength": f"the centres, for the winner {ALL_CENTRES} more",
    "place": "1 and one more for each who has more centres; the winner is first",
    "tied": "how many have that place",
    "last_place": "the last of the places that those share",
    "place_by_year": "the place; of equal centres the later year of elimination comes first",
    "tied_by_year": "how many have that place by year",
    "last_place_by_year": "the last of the places that those share",
    "place_by_history": "the place; of equal centres who had more in the latest year in which they differ comes first",
    "tied_by_history": "how many have that place by history",
    "last_place_by_history": "the last of the places that those share",
    "years": "the last year played, of the eliminated the year of elimination, less {first_year}",
}
"""What is entered, and the facts, in words for people who score a board by hand.

``years`` has a slot for the year that years are counted from.
"""


class ScoringStep(Struct, frozen=True):
    """A fact or a named expression of a system."""

    name: str
    expression: Expression
    once: bool
    """Whether it is the same for all powers."""


class Steps:
    """The steps known so far, in the order in which each can be computed from those before."""

    def __init__(self, known: Iterable[ScoringStep] = ()) -> None:
        self._steps = {step.name: step for step in known}

    def __iter__(self) -> Iterator[ScoringStep]:
        return iter(self._steps.values())

    def __contains__(self, name: object) -> bool:
        return name in self._steps or name in ENTERED or name in ENTERED_ONCE

    def __getitem__(self, name: str) -> ScoringStep:
        return self._steps[name]

    def names(self) -> Names:
        """Return what the next expression may name."""
        kinds = {**ENTERED, **{step.name: step.expression.kind for step in self if not step.once}}
        once = {**ENTERED_ONCE, **{step.name: step.expression.kind for step in self if step.once}}
        fields = {name: FieldMeaning(kind) for name, kind in (*kinds.items(), *once.items())}
        columns = {name: FieldMeaning(kind) for name, kind in kinds.items()}
        return Names(fields, {BOARD: columns}, {FIRST_YEAR: ValueKind.WHOLE})

    def add(self, name: str, text: str) -> None:
        """Read an expression and give it a name.

        Raises
        ------
        ExpressionError
            It cannot be used.
        """
        expression = parse(text, known=self.names())
        once = all(not isinstance(part, Name) or self.is_once(part.name) for part in walk(expression.root))
        self._steps[name] = ScoringStep(name, expression, once)

    def is_once(self, name: str) -> bool:
        """Return whether a name stands for the same value for all powers."""
        return name in ENTERED_ONCE or (name in self._steps and self._steps[name].once)

    def needed_by(self, expressions: Collection[Expression]) -> tuple[ScoringStep, ...]:
        """Return the steps that expressions need, each after the steps that it needs itself."""
        wanted = {name for expression in expressions for name in named_in(expression)}
        for step in reversed(self._steps.values()):
            if step.name in wanted:
                wanted |= named_in(step.expression)
        return tuple(step for step in self if step.name in wanted)


def named_in(expression: Expression) -> set[str]:
    """Return the names that an expression uses; of a column of the board (``board.centres``) its name (``centres``)."""
    return {part.name for part in walk(expression.root) if isinstance(part, Name | BlockColumn)}


@cache
def facts() -> tuple[ScoringStep, ...]:
    """Return the facts of every board, which a system's own expressions may name."""
    steps = Steps()
    for name, text in _FACTS.items():
        steps.add(name, text)
    return tuple(steps)
