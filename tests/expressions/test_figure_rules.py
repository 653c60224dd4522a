"""A rule that is written once has the same value for scoring and in a table, and its formula has it, too."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.expressions.figure import Amount, Figure, Plain, standing
from sheetscore.expressions.figure_calls import (
    all_of,
    amount,
    any_of,
    chosen,
    count,
    filled,
    floored,
    highest,
    joined,
    lowest,
    near,
    opposite,
    rounded,
    same,
    sign,
    total,
    when,
)
from sheetscore.workbooks.book import as_double

SEED = 1991
CASES = 400
CELLS = 4
TENTHS = st.fractions(-20, 20, max_denominator=12)
NUMBERS = st.one_of(st.integers(-20, 20), TENTHS)


def net_of(total_: Amount, handicap: Amount) -> Amount:
    """Give a rule as systems have them."""
    one, two = total_ + highest(handicap, 0), highest(-handicap, 0) - total_
    return when(near(one, two), 0, when(one > two, one, -two)) / 2


def better(own: Any, other: Any) -> Any:
    return when(near(own, other), "draw", when(own > other, "win", "loss"))


def halves(own: Any, other: Any) -> Any:
    return (count(own > other, near(own, 0)) + count(near(own, other)) / 2) * (own - other / 3)


RULES: Sequence[Callable[[Any, Any], Any]] = (
    net_of,
    better,
    halves,
    lambda own, other: own - (other - own) - -other,
    lambda own, other: -(own - other) * 2 / 7,
    lambda own, other: 1 - own / 3 - Fraction(1, 3) + other * 0,
    lambda own, other: abs(own - other) * Fraction(-1, 2),
    lambda own, other: sign(own / 3 - other / 3),
    lambda own, other: highest(own, other, 0) - lowest(own, other, Fraction(1, 2)),
    lambda own, other: total(own, other, 1) / 3,
    lambda own, other: when(all_of(own >= 0, other >= Fraction(1, 2)), own, -other),
    lambda own, other: when(any_of(own < 0, opposite(other <= Fraction(1, 2))), own, -other),
    lambda own, other: joined(better(own, other), " ", better(other, own)),
    lambda own, other: when(same(better(own, other), "WIN"), 1, 0),
    lambda own, other: chosen(count(own > 0, own > 1, own >= other), "none", "one", "two", "all"),
    lambda own, other: count(own == other, own != 0, own < other, own <= other, own > other, own >= other),
    lambda own, other: amount(own) + amount(other) * 3,
    lambda own, other: when(filled(better(own, other)), own, other),
    lambda own, other: rounded(own / 3, 2) - rounded(other, 0),
    lambda own, other: floored(own) + floored(other * 3),
)


def cell(value: Plain) -> Figure:
    return standing("A1", value)


def kind(value: object) -> type:
    """Return the type of a value, the same for ints and Fractions."""
    return Fraction if type(value) is int else type(value)


@pytest.mark.parametrize("rule", RULES)
@given(own=NUMBERS, other=NUMBERS)
def test_a_rule_has_one_value_for_numbers_and_for_figures(rule: Any, own: Fraction, other: Fraction) -> None:
    plain = rule(Fraction(own), Fraction(other))
    figure = rule(cell(own), cell(other))
    assert not isinstance(plain, Figure | float)
    assert isinstance(figure, Figure)
    assert (plain, kind(plain)) == (figure.value, kind(figure.value))


@given(own=NUMBERS, other=NUMBERS)
def test_figures_compute_and_compare_as_python_does(own: Fraction, other: Fraction) -> None:
    for compute_ in (operator.add, operator.sub, operator.mul):
        expected = compute_(Fraction(own), other)
        assert compute_(cell(own), other).value == compute_(own, cell(other)).value == expected
    for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
        assert compare(cell(own), other).value is compare(own, cell(other)).value is compare(own, other)
    if other:
        assert (cell(own) / other).value == (own / cell(other)).value == Fraction(own) / other
    assert abs(cell(own)).value == abs(own)
    assert (-cell(own)).value == -own


class Cells:
    """A line of a worksheet, which counts from 1."""

    def __init__(self, line: int, values: Sequence[Fraction | int | str | None]) -> None:
        self.figures = [standing(f"{letter}{line}", value) for letter, value in zip("ABCD", values, strict=True)]


def random_number(random_: random.Random) -> Fraction | int:
    kinds = (
        lambda: random_.randint(-6, 6),
        lambda: Fraction(random_.randint(-12, 12), 2),
        lambda: Fraction(random_.randint(-40, 40), random_.choice((3, 7, 10, 12))),
    )
    return random_.choice(kinds)()


def random_figure(random_: random.Random, cells: Sequence[Any], depth: int) -> Any:
    """Make a number up, of cells and constants."""
    if depth == 0:
        return random_.choice((*cells, *cells, Fraction(random_.randint(-9, 9)), Fraction(random_.randint(-5, 5), 3)))
    one, two = (random_figure(random_, cells, depth - 1) for _ in range(2))
    kinds: Sequence[Callable[[], Any]] = (
        lambda: one + two,
        lambda: one - two,
        lambda: one * two,
        lambda: one / random_.choice((2, 3, -7)),
        lambda: -one,
        lambda: abs(one),
        lambda: highest(one, two),
        lambda: lowest(one, two, 1),
        lambda: sign(one),
        lambda: total(one, two, 3),
        lambda: count(one > two, near(one, two)),
        lambda: when(random_truth(random_, one, two), one, two),
    )
    return random_.choice(kinds)()


def random_truth(random_: random.Random, one: Any, two: Any) -> Any:
    compare = random_.choice((operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne, near))
    decided = compare(one, two)
    return random_.choice(
        (lambda: decided, lambda: opposite(decided), lambda: all_of(decided, any_of(decided, opposite(decided))))
    )()


Rule = Callable[[Sequence[Any]], Any]
Case = tuple[Sequence[Fraction | int | str | None], Rule]
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = (
    (2, 2), (THIRD + THIRD + THIRD, 1), (Fraction(1, 10) * 3, Fraction(3, 10)), (0, 0), (-2, 2), (5, Fraction(-5)),
    (HALF, HALF), (-HALF, 0), (-3 * HALF, 5 * HALF), (-6, THIRD),
)  # fmt: skip
"""Two cells: ties, halves, what is below 0."""

BLANKS: Sequence[Rule] = (
    lambda cells: cells[2],
    lambda cells: amount(cells[2]) + cells[0],
    lambda cells: when(filled(cells[2]), "there", "blank"),
    lambda cells: when(filled(cells[0]), "there", "blank"),
    lambda cells: when(cells[0] > 0, cells[2], "below"),
    lambda cells: when(cells[0] > 0, None, cells[0]),
    lambda cells: joined(cells[3], cells[2], "!"),
    lambda cells: when(same(cells[3], "DRAW"), 'a "draw"', ""),
    lambda cells: when(same(cells[2], ""), 1, 2),
    lambda cells: joined("+", when(cells[0] == 0, "", cells[0])),
    lambda cells: chosen(cells[0], cells[3], cells[2], cells[0] / 2),
)
"""Rules for three cells of which the third is blank, and a text."""


def random_rule(seed: int) -> Rule:
    return lambda cells: cells[0] * 0 + random_figure(random.Random(seed), cells, 1 + seed % 4)


def of_two(rule: Callable[[Any, Any], Any]) -> Iterator[Rule]:
    yield lambda cells: rule(cells[0], cells[1])
    yield lambda cells: rule(cells[0] + cells[1] / 3, cells[1])


def made_up() -> Iterator[Case]:
    """Give values of cells with a rule over them."""
    random_ = random.Random(SEED)
    for seed in range(CASES):
        yield [random_number(random_) for _ in range(CELLS)], random_rule(seed)
    for rule in RULES:
        for of_cells in of_two(rule):
            yield from (((*pair, None, ""), of_cells) for pair in PAIRS)
    for of_blank in BLANKS:
        yield from (((one, 2, None, "Draw"), of_blank) for one in (0, 1, 2))


def of_every_figure(folder: Path) -> None:
    with xlsxwriter.Workbook(folder / "figures.xlsx") as book:
        sheet = book.add_worksheet("Figures")
        for line, (values, rule) in enumerate(made_up()):
            for column, value in enumerate(values):
                sheet.write(line, column, in_a_cell(value))
            figure = rule(Cells(line + 1, values).figures)
            sheet.write_formula(line, CELLS, f"={written(figure)}", None, in_a_cell(figure.value))


def in_a_cell(value: Plain) -> float | str:
    return as_double(value) if isinstance(value, int | Fraction) else value or ""


FIGURE, LIST = cell(2), [cell(1), cell(3)]


@pytest.mark.parametrize(
    "misuse",
    [
        lambda: bool(FIGURE),
        lambda: FIGURE and 1,
        lambda: not FIGURE,
        lambda: 1 if FIGURE > 1 else 2,
        lambda: FIGURE in LIST,
        lambda: 2 in LIST,
        lambda: min(LIST),
        lambda: max(FIGURE, 3),
        lambda: sorted(LIST),
        lambda: 1 < FIGURE < 3,
        lambda: {FIGURE: 1},
        lambda: FIGURE in {1, 2},
        lambda: f"{FIGURE}",
        lambda: int(FIGURE),  # type: ignore[call-overload]
        lambda: float(FIGURE),  # type: ignore[arg-type]
        lambda: round(FIGURE),  # type: ignore[call-overload]
        lambda: FIGURE // 2,  # type: ignore[operator]
        lambda: FIGURE * 0.5,  # type: ignore[operator]
        lambda: 0.5 + FIGURE,  # type: ignore[operator]
        lambda: FIGURE + "1",  # type: ignore[operator]
        lambda: FIGURE == "2",
        lambda: FIGURE + cell("text"),
        lambda: FIGURE + cell(None),
        lambda: cell("win") == cell("win"),
        lambda: (FIGURE > 1) + 1,
        lambda: same(FIGURE, "2"),
        lambda: amount(cell("text")),
        lambda: when(FIGURE, 1, 2),
        lambda: when(FIGURE > 1, 0.5, 2),  # type: ignore[call-overload]
        lambda: joined("net ", FIGURE / 2),
        lambda: chosen(FIGURE / 2, "a", "b"),
        lambda: count(FIGURE),
        lambda: all_of(FIGURE > 1, True),  # type: ignore[call-overload]
        lambda: cell(0.5),  # type: ignore[arg-type]
        lambda: cell(True),
    ],
)
def test_what_would_be_wrong_in_silence_is_a_mistake(misuse: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        misuse()


def written(figure: Figure) -> str:
    return figure.formula(str)


def test_formulas_have_a_tolerance_only_where_numbers_need_not_be_whole() -> None:
    whole, rough = standing("A1", 2), standing("B1", Fraction(2))
    assert written(when(whole > 1, whole, 0)) == "IF(A1>1,A1,0)"
    assert written(when(rough > 0, 1, 0)) == "IF(B1>1E-9,1,0)"
    assert written(when(abs(rough) >= Fraction(1, 2), 1, 0)) == "IF(ABS(B1)+1E-9>=0.5,1,0)"
    assert written(when(near(whole / 3, rough), 1, 0)) == "IF(ABS(A1/3-B1)<=1E-9,1,0)"
    assert written(when(near(rough, 0), 1, 0)) == "IF(ABS(B1)<=1E-9,1,0)"
    assert written(when(near(whole * 2 - 1, 3), 1, 0)) == "IF(A1*2-1=3,1,0)"
    assert written(sign(whole)) == "SIGN(A1)"
    assert written(sign(rough)) == "SIGN(ROUND(B1,9))"


def test_formulas_have_the_brackets_that_they_need() -> None:
    one, two = standing("A1", 2), standing("B1", 3)
    assert written((2 * one + two) / 4) == "(2*A1+B1)/4"
    assert written(one - (two - 1)) == "A1-(B1-1)"
    assert written(-(one + two)) == "-(A1+B1)"
    assert written(one - -two) == "A1-(-B1)"
    assert written(count(one > two, near(one, 2))) == "(A1>B1)+(A1=2)"
    assert written(count(one > two)) == "IF(A1>B1,1,0)"


def test_near_means_the_tolerance_in_python_too() -> None:
    barely = Fraction(1, 10**10)
    assert near(Fraction(1), 1 + barely)
    assert near(cell(Fraction(1)), 1 + barely).value
    assert not near(Fraction(1), 1 + 100 * barely)


def test_no_formula_is_longer_than_excel_takes() -> None:
    figure = cell(1)
    for _ in range(11):
        figure = figure + 2 * figure
    with pytest.raises(ValueError, match="columns of their own"):
        written(figure)
