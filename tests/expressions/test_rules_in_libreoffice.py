"""A rule has the same value in Python and in a spreadsheet, whatever the rule and whatever is filled in.

Several hundred rules are made up, with rows to use them on; all go into one workbook, which LibreOffice
computes once.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

import xlsxwriter
from laid_out_rows import FORMULA_COLUMN, PageCells, write_lists
from libreoffice import compute
from looking import values_in
from made_up_rules import CASES, SEED, Case, cases, in_python, made_up

from sheetscore.expressions import Value, to_excel

HEIGHT = 5
"""Rows of the worksheet for each case."""


def in_libreoffice(found: list[Case], folder: Path) -> list[tuple[str, object]]:
    """Give the formula of each case and what LibreOffice makes of it."""
    formulas = [to_excel(case.expression, PageCells(case.page, HEIGHT * number)) for number, case in enumerate(found)]
    book = xlsxwriter.Workbook(str(folder / "rules.xlsx"))
    worksheet = book.add_worksheet("Rows")
    write_lists(book.add_worksheet("Lists"))
    for number, (case, formula) in enumerate(zip(found, formulas, strict=True)):
        case.page.write(worksheet, HEIGHT * number)
        assert worksheet.write_formula(HEIGHT * number, FORMULA_COLUMN, f"={formula}", None, "") == 0
    book.close()
    (out,) = compute([folder / "rules.xlsx"], folder / "out")
    cells = values_in(out)["Rows"].cells
    shown = [cells.get((HEIGHT * number, FORMULA_COLUMN)) for number in range(len(found))]
    return list(zip(formulas, shown, strict=True))


def agree(expected: Value | None, shown: object) -> bool:
    if expected is None:
        return shown == "#DIV/0!"
    if isinstance(expected, str):
        return ("" if shown is None else shown) == expected
    if isinstance(shown, bool) or not isinstance(shown, int | float):
        return False
    return math.isclose(shown, expected, rel_tol=1e-9, abs_tol=1e-9)


def test_libreoffice_computes_what_python_computes(tmp_path: Path) -> None:
    found = cases()
    values = [in_python(case) for case in found]
    answers = in_libreoffice(found, tmp_path)
    different = [
        f"{case.expression.text}\n  ={formula}\n  {case.page}\n  Python {value!r}, LibreOffice {shown!r}"
        for case, value, (formula, shown) in zip(found, values, answers, strict=True)
        if not agree(value, shown)
    ]
    assert not different, f"{len(different)} of {len(found)} differ:\n" + "\n".join(different[:10])


def test_the_rules_made_up_use_the_whole_language() -> None:
    found = made_up(random.Random(SEED), CASES)
    formulas = " ".join(to_excel(case.expression, PageCells(case.page)) for case in found)
    for part in (
        "IF(",
        "AND(",
        "OR(",
        "MIN(",
        "MAX(",
        "ABS(",
        "ROUND(",
        "INT(",
        "SUM(",
        "SUMPRODUCT(",
        '&""',
    ):
        assert part in formulas
    values = [in_python(case) for case in found]
    assert values.count(None) < CASES / 4, "most rules should have a value"
    assert len(set(values)) > CASES / 8, "rules should have many different values"
