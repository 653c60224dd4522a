"""Contradictions on a board: one table of rules, for the checks in Python and for the formulas of workbooks.

The conditions are expressions about the entries, like those of the scoring systems. Contradictions that the cells of a
sheet cannot have, such as a power named twice, have no condition: their message functions look for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import suggestion
from sheetscore.expressions import Expression, Given, Unknown, Value, evaluate_rows, parse
from sheetscore.scoring.boards.board import ALL_CENTRES, ENTERED, POWERS, SOLO, START, Board, Outcome, Steps
from sheetscore.scoring.boards.steps import BoardSteps
from sheetscore.wording import join_words

_OF_A_POWER = re.compile(rf"\b({'|'.join(ENTERED)})\b")
"""The names of what is entered for a power."""


class Contradiction(Struct, frozen=True):
    """A mistake on a board."""

    about: str
    """The entry to look at: ``centres``, ``outcome``, ``members``, ``final_year``, or a power and its elimination."""
    message: str
    """The actual values and what to do."""
    code: str = "centres"
    """The code of its finding on the sheets of a round."""


class Rule(Struct, frozen=True, dict=True):
    """A rule that a board may break."""

    code: str
    about: str
    """See :class:`Contradiction`; ``powers`` stands for each power that is blamed."""
    message: Callable[[Board, Sequence[str]], str | None]
    """Returns the message on the powers blamed, which are given one at a time if ``each`` is set; None if the rule is
    kept after all.
    """
    when: str = ""
    """The condition about the whole board; empty if there is none."""
    blamed: str = ""
    """The condition about a power; empty for all powers. The rule is broken if it holds for any of them."""
    brief: str = ""
    """The words of the workbook; empty if it has no formula for the rule."""
    each: bool = False
    """Whether every power that is blamed, and named on the board, has a message of its own."""

    @cached_property
    def text(self) -> Expression:
        """The formula for the words of the workbook, with a full stop; its result is empty if the rule is kept."""
        among = _OF_A_POWER.sub(r"board.\1", self.blamed)
        conditions = [self.when, among and f"count({among}) > 0"]
        return _parsed(f"'{self.brief}. ' if {' and '.join(filter(None, conditions))} else ''")

    @cached_property
    def _when(self) -> Expression:
        return _parsed(self.when or "1")

    @cached_property
    def _blamed(self) -> Expression:
        return _parsed(self.blamed or "1")

    def broken_by(self, board: Board, entered: Entered) -> Iterator[Contradiction]:
        """Find the ways in which a board breaks the rule."""
        if not evaluate_rows(self._when, entered, 1)[0]:
            return
        blame = evaluate_rows(self._blamed, entered, len(POWERS))
        powers = [power for power, blamed in zip(POWERS, blame, strict=True) if blamed]
        named = [power for power in dict.fromkeys((*board.members, *board.eliminated)) if power in powers]
        for at_once in ([power] for power in named) if self.each else [powers] if powers else []:
            message = self.message(board, at_once)
            if message is not None:
                yield Contradiction(at_once[0] if self.about == "powers" else self.about, message, self.code)


def _parsed(text: str) -> Expression:
    return parse(text, known=Steps().names())


class Entered:
    """The entries of a board as the rules read them: unknown ones are blank."""

    def __init__(self, steps: BoardSteps) -> None:
        self._steps = steps

    def cells(self, name: str) -> Sequence[Given]:
        """Return a fact of each power; a fact of the whole board is the same for all."""
        return [None if isinstance(cell, Unknown) else cell for cell in self._steps.fact(name)]

    def column(self, _block: str, name: str) -> Sequence[Given]:
        """Return the same facts as :meth:`cells`, to aggregate over the powers."""
        return self.cells(name)

    def setting(self, name: str) -> Value:
        """Refuse settings, which boards do not have."""
        raise KeyError(name)


def _no_solo(board: Board, _powers: Sequence[str]) -> str:
    return (
        f"A solo has one power with {SOLO} centres or more, and this board has "
        f"{join_words(board.winners or ['none'])}. Correct the outcome, or a count."
    )


def _too_many(board: Board, _powers: Sequence[str]) -> str:
    total = sum(board.centres.values())
    return f"The powers have {total} centres together, and the board has {ALL_CENTRES}. Correct a count."


def _is_solo(board: Board, _powers: Sequence[str]) -> str:
    return f"{join_words(board.winners)} reached {SOLO} centres or more: the outcome is a solo, not {board.outcome}."


def _no_member(board: Board, powers: Sequence[str]) -> str | None:
    does = "win" if board.outcome == Outcome.CONCESSION else "share a draw"
    return f"{powers[0]} has no centre, so it cannot {does}."


def _twice(board: Board, _powers: Sequence[str]) -> str | None:
    if len(set(board.members)) == len(board.members):
        return None
    return f"A power is named twice: {join_words(list(board.members))}. Name each once."


def _conceded(board: Board, _powers: Sequence[str]) -> str:
    others = f", and not {join_words(list(board.members))}" if board.members else ""
    return f"A concession is made to one power. Name it{others}."


def _survivor(board: Board, powers: Sequence[str]) -> str | None:
    power = powers[0]
    if power not in board.eliminated or not board.owned(power):
        return None
    year = board.eliminated[power]
    return f"{power} still has centres ({board.owned(power)}), so it was not eliminated in {year}."


def _late(board: Board, powers: Sequence[str]) -> str | None:
    power = powers[0]
    if power not in board.eliminated:
        return None  # the year follows from the chart, whose lines are reported elsewhere
    return f"{power} cannot be eliminated in {board.eliminated[power]}: the game ended in {board.final_year}."


NO_OUTCOME = Rule(
    "result-missing",
    "outcome",
    lambda *_: f"how the game ended is missing. Choose {', '.join(Outcome)}",
    when="outcome == ''",
    brief="how the game ended is missing",
)

RULES = (
    Rule(
        "centres",
        "centres",
        lambda *_: "No power has a centre. Give the centres of the powers that survived.",
        when="sum(board.centres) == 0",
        brief="centres are missing",
    ),
    Rule(
        "centres",
        "centres",
        _too_many,
        when=f"sum(board.centres) > {ALL_CENTRES}",
        brief=f"there are more than {ALL_CENTRES} centres",
    ),
    NO_OUTCOME,
    Rule(
        "outcome-differs",
        "outcome",
        _no_solo,
        when=f"outcome == 'solo' and count(board.centres >= {SOLO}) != 1",
        brief=f"a solo has one power with {SOLO}",
    ),
    Rule(
        "outcome-differs",
        "outcome",
        _is_solo,
        when="outcome != '' and outcome != 'solo'",
        blamed=f"centres >= {SOLO} and (outcome != 'concession' or not named)",
        brief=f"{SOLO} centres are a solo",
    ),
    Rule(
        "outcome-differs",
        "members",
        _no_member,
        blamed="named and centres == 0",
        brief="somebody named has no centre",
        each=True,
    ),
    Rule("outcome-differs", "members", _twice),
    Rule(
        "outcome-differs",
        "members",
        lambda *_: "There is no draw beside a solo. Name no members.",
        when="outcome == 'solo' and sum(board.named) > 0",
        brief="a solo has no members",
    ),
    Rule(
        "outcome-differs",
        "members",
        _conceded,
        when="outcome == 'concession' and sum(board.named) != 1",
        brief="name the one power conceded to",
    ),
    Rule(
        "outcome-differs",
        "members",
        lambda board, _: f"A draw has two members or more, and only {join_words(list(board.members))} is named.",
        when="outcome == 'draw' and sum(board.named) == 1",
        brief="a draw has two members or more",
    ),
    Rule(
        "outcome-differs",
        "members",
        lambda board, powers: (
            f"{join_words(powers)} survived, and so {'belongs' if len(powers) == 1 else 'belong'} to a game that ended "
            f"with {board.outcome}. Name no members, or all survivors."
        ),
        when="(outcome == 'draw-all' or outcome == 'time') and sum(board.named) > 0",
        blamed="centres > 0 and not named",
        brief="all survivors share it",
    ),
    Rule("centres", "powers", _survivor, each=True),
    Rule(
        "centres",
        "powers",
        _late,
        when="final_year > 0",
        # a year that is unknown is a text in the cells, and spreadsheets put texts above all numbers
        blamed=f"eliminated > final_year and eliminated < {2 * START}",
        brief="a power is out after the last year",
        each=True,
    ),
)
"""All rules, in the order in which contradictions are reported."""

BRIEF_RULES = tuple(rule for rule in RULES if rule.brief)
"""The rules for which the workbook has formulas."""


def mistakes(board: Board) -> list[Contradiction]:
    """Find everything in which a board contradicts itself or the rules of the game."""
    unknown = list(_unknown_words(board))
    if unknown:
        return unknown
    wrong = list(_no_counts(board))
    return [*(wrong or _broken(board)), *_no_years(board)]


def misshapen(board: Board) -> list[Contradiction]:
    """Find unknown powers, unknown outcomes, and invalid numbers of centres and years."""
    return [*_unknown_words(board), *_no_counts(board), *_no_years(board)]


def in_brief(steps: BoardSteps) -> str:
    """Say what is missing or wrong on a board in the words of the workbook; empty if only years can be missing."""
    entered = Entered(steps)
    return "".join(str(evaluate_rows(rule.text, entered, 1)[0]) for rule in BRIEF_RULES).strip()


def _broken(board: Board) -> Iterator[Contradiction]:
    years = {power: year for power, year in board.eliminated.items() if _is_year(year)}
    last = board.final_year if _is_year(board.final_year) else None
    dated = replace(board, eliminated=years, final_year=last)
    entered = Entered(BoardSteps(dated))
    for rule in RULES:
        yield from rule.broken_by(dated, entered)


def _unknown_words(board: Board) -> Iterator[Contradiction]:
    """Find names that belong to no power, and an outcome that no game has."""
    named = (
        *board.centres,
        *board.members,
        *board.eliminated,
        *(power for year in board.chart.values() for power in year),
    )
    for power in dict.fromkeys(named):
        if power not in POWERS:
            yield Contradiction("centres", f'"{power}" is no power.{suggestion(power, POWERS)}')
    if board.outcome not in list(Outcome):
        message = f'"{board.outcome}" is no outcome of a game.{suggestion(board.outcome, list(Outcome))}'
        yield Contradiction("outcome", message, "outcome-differs")


def _no_counts(board: Board) -> Iterator[Contradiction]:
    """Find values that are no numbers of centres."""
    charted = [(power, count, f" in {year}") for year in board.chart for power, count in board.chart[year].items()]
    for power, count, when in (*((power, count, "") for power, count in board.centres.items()), *charted):
        if type(count) is not int or not 0 <= count <= ALL_CENTRES:
            message = f"{power} has {count!r} centres{when}. Give a whole number from 0 to {ALL_CENTRES}."
            yield Contradiction("centres", message)


def _no_years(board: Board) -> Iterator[Contradiction]:
    """Find values that are no years of a game."""
    if board.final_year is not None and not _is_year(board.final_year):
        message = f"The last year of the game cannot be {board.final_year!r}. Give {START + 1} or later."
        yield Contradiction("final_year", message)
    for power, year in board.eliminated.items():
        if not _is_year(year):
            yield Contradiction(power, f"{power} cannot be eliminated in {year!r}. Give {START + 1} or later.")


def _is_year(year: object) -> bool:
    return type(year) is int and year > START
