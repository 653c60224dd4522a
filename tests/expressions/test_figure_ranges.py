"""A rule about several values gives scoring and a table the same, and a spreadsheet comes to it, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from sheetscore.expressions.figure import Plain, standing
from sheetscore.expressions.figure_calls import is_number, when
from sheetscore.expressions.figure_ranges import FigureRange, Numbers
from sheetscore.workbooks.book import as_double

MIXED: Sequence[Plain] = (3, None, "win", Fraction(5, 2), -1, 3)
WHOLE: Sequence[Plain] = (4, 1, 4, 0, 2, 1)
FLAGS: Sequence[Plain] = (0, 1, 0, 1, 1, 1)
COLUMNS = (MIXED, WHOLE, FLAGS)
"""A, B and C."""
CELLS = [FigureRange(f"{letter}1:{letter}6", values) for letter, values in zip("ABC", COLUMNS, strict=True)]

RULES: Mapping[str, tuple[Callable[[Any, Any, Any], Any], Fraction | int]] = {
    "sum": (lambda mixed, _, __: mixed.sum, Fraction(15, 2)),
    "count": (lambda mixed, _, __: mixed.count, 4),
    "highest": (lambda mixed, _, __: mixed.highest, 3),
    "lowest": (lambda mixed, _, __: mixed.lowest, -1),
    "mean": (lambda mixed, _, __: mixed.mean, Fraction(15, 8)),
    "last": (lambda mixed, _, __: mixed.last, 3),
    "third": (lambda mixed, _, __: mixed.nth(3), Fraction(5, 2)),
    "a text": (lambda mixed, _, __: mixed.occurrences("WIN"), 1),
    "a number": (lambda mixed, _, __: mixed.occurrences(3), 2),
    "products": (lambda mixed, whole, _: mixed.sum_with(whole), 12 - 2 + 3),
    "different": (lambda _, whole, __: whole.different, 4),
    "count_greater": (lambda _, whole, __: whole.count_greater(1), 3),
    "count_equal": (lambda _, whole, __: whole.count_equal(whole.highest), 2),
    "shared": (lambda _, whole, __: whole.shared, 4),
    "highest with": (lambda _, whole, flags: whole.highest_with(flags), 2),
    "differing": (lambda _, whole, flags: whole.differing(flags), 4),
    "without lowest": (lambda mixed, _, __: when(mixed.count < 2, 0, mixed.sum - mixed.lowest), Fraction(17, 2)),
}


@pytest.mark.parametrize("name", RULES)
def test_numbers_make_a_number(name: str) -> None:
    rule, expected = RULES[name]
    assert rule(Numbers(MIXED), Numbers(WHOLE), Numbers(FLAGS)) == rule(*CELLS).value == expected


def of_ranges(folder: Path) -> None:
    with xlsxwriter.Workbook(folder / "ranges.xlsx") as book:
        sheet = book.add_worksheet("Ranges")
        for column, values in enumerate(COLUMNS):
            for line, value in enumerate(values):
                sheet.write(line, column, as_double(value) if isinstance(value, int | Fraction) else value)
        for line, (rule, expected) in enumerate(RULES.values()):
            sheet.write_formula(line, len(COLUMNS), f"={rule(*CELLS).formula(str)}", None, as_double(expected))


def test_nothing_adds_up_to_nothing_and_has_no_last() -> None:
    nothing = Numbers([])
    assert [nothing.sum, nothing.count, nothing.highest, nothing.lowest, nothing.last, nothing.shared] == [0] * 6


def test_products_of_cells_need_cells() -> None:
    with pytest.raises(TypeError, match="cells"):
        FigureRange("A1:A2", (1, 2)).sum_with(Numbers((1, 2))).formula(str)  # type: ignore[arg-type]


def test_a_text_is_no_number() -> None:
    assert [is_number(one) for one in (0, Fraction(1, 2), "?", None)] == [True, True, False, False]
    assert is_number(standing("A1", "?")).formula(str) == "ISNUMBER(A1)"
