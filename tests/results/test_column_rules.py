"""Columns with a rule: value and formula of a cell come from one figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from looking import sheets_of
from scored_rounds import MADE_AT, SOURCE
from shared_demos import Demos

from sheetscore.expressions.figure import Shown
from sheetscore.expressions.figure_calls import joined, when
from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.tables.heights import line_heights
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import (
    ANYTHING,
    AnyTable,
    ByRule,
    Here,
    LineFigures,
    PlanError,
    Table,
    figure_column,
    text_column,
)
from sheetscore.workbooks.sheet_cells import ReadCell

BASE = Table("base", (figure_column("n", "N", 60, lambda number: number),), (3, 4), key=lambda number: number)


def sum_of_base(here: Here[int]) -> str:
    return f"SUM({here.range('n', 'base')})"


def share(own: LineFigures[int]) -> Shown:
    return own.cell("twice") / own.other(own.table, 3, "twice")


def written(path: Path, *tables: AnyTable) -> Mapping[tuple[int, int], ReadCell]:
    sheets = (TableSheet("One", "", tables=(BASE,)), TableSheet("Two", "", tables=tables))
    TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "results", []).write(path)
    return sheets_of(path)["Two"].cells


def test_a_rule_gives_value_and_formula_and_refers_to_any_cell(tmp_path: Path) -> None:
    table = Table(
        "shown",
        (
            figure_column("twice", "Twice", 60, ByRule(lambda own: 2 * own.other(BASE, own.line, "n"))),
            figure_column("share", "Share", 60, ByRule(share)),
            text_column("words", "Words", 60, ByRule(lambda own: when(own.cell("share") > 1, "more", "no more"))),
            figure_column("sum", "Sum", 60, ByRule(lambda own: own.looked_up(7, sum_of_base) - 1)),
            text_column("nothing", "Nothing", 60, ByRule(lambda own: "as it is" if own.line == 3 else None)),
        ),
        (3, 4),
        key=lambda number: number,
    )  # fmt: skip
    cells = written(tmp_path / "t.xlsx", table)
    line = [(cells[2, column].formula, cells[2, column].value) for column in range(4)]
    assert line == [
        ("=2*'One'!$A$3", 8),
        ("=A3/$A$2", pytest.approx(4 / 3)),
        ('=IF(B3>1+1E-9,"more","no more")', "more"),
        ("=SUM('One'!$A$2:$A$3)-1", 6),
    ]
    assert (cells[1, 4].formula, cells[1, 4].value) == (None, "as it is")
    assert (2, 4) not in cells or not cells[2, 4].value


Scored = tuple[str, int | Fraction | None]

LISTED: Table[Scored] = Table(
    "listed",
    (
        text_column("who", "Who", 60, lambda line: line[0]),
        figure_column("points", "Points", 60, lambda line: line[1]),
    ),
    (("a*", 1), ("A*", Fraction(1, 2)), ("ab", 4), ("a*", None)),
    key=lambda line: line,
)


ADDED_UP: Sequence[Callable[[LineFigures[int]], Shown]] = (
    lambda own: own.sum_of(LISTED, "points", who="a*"),
    lambda own: own.count_of(LISTED, who="a*"),
    lambda own: own.count_of(LISTED, who="a*", points=ANYTHING),
    lambda own: own.count_of(LISTED, who="nobody"),
    lambda own: own.sum_of(LISTED, "points", who="ab", points=own.other(BASE, 4, "n")),
)


def added_up(folder: Path) -> None:
    columns = (figure_column(f"is {at}", "", 60, ByRule(rule)) for at, rule in enumerate(ADDED_UP))
    written(folder / "t.xlsx", LISTED, Table("shown", tuple(columns), (3,)))


def test_lines_of_another_table_are_added_up_and_counted(demos: Demos) -> None:
    cells = sheets_of(demos.made(added_up).folder / "t.xlsx")["Two"].cells
    found = [cells[max(cells)[0], column] for column in range(len(ADDED_UP))]
    assert [cell.value for cell in found] == [1.5, 3, 2, 0, 4]
    assert found[2].formula == '=SUMPRODUCT(($A$2:$A$5="a*")*($B$2:$B$5<>"")*1)'
    assert found[4].formula == "=SUMPRODUCT(($A$2:$A$5=\"ab\")*($B$2:$B$5='One'!$A$3)*1,$B$2:$B$5)"


def test_a_cell_is_computed_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    asked: Counter[int] = Counter()

    def first(own: LineFigures[int]) -> Shown:
        asked[own.line] += 1
        return own.other(BASE, own.line, "n") + 1

    table = Table(
        "shown",
        (
            text_column("twice", "Twice", 60, ByRule(lambda own: joined("", own.cell("first"), own.cell("first")))),
            figure_column("first", "First", 60, ByRule(first)),
        ),
        (3, 4),
        key=lambda number: number,
    )
    assert line_heights(table)
    cells = written(tmp_path / "t.xlsx", table)
    assert [cells[row, 0].value for row in (1, 2)] == ["44", "55"]
    assert asked == {3: 1, 4: 1}


def test_rows_are_as_high_as_a_text_that_a_rule_gives() -> None:
    def rule(own: LineFigures[int]) -> Shown:
        return joined("a word " * 9, own.other(BASE, own.line, "n"))

    table = Table("shown", (text_column("words", "Words", 60, ByRule(rule)),), (3,), fit_height=True)
    assert line_heights(table)[0] > 100


def test_a_cell_cannot_show_whether_something_holds() -> None:
    table = Table(
        "shown", (figure_column("more", "More", 60, ByRule(lambda own: own.other(BASE, own.line, "n") > 1)),), (3,)
    )
    with pytest.raises(PlanError, match="not whether something holds"):
        table.value(3, table.columns[0])
    with pytest.raises(PlanError, match="those of a table"):
        table.columns[0].value_of(3)


def test_a_column_that_is_computed_from_itself_is_a_mistake_of_ours() -> None:
    one = figure_column("one", "One", 60, ByRule[int](lambda own: own.cell("two") + 1))
    two = figure_column("two", "Two", 60, ByRule[int](lambda own: own.cell("one") + 1))
    table = Table("shown", (one, two), (3,))
    with pytest.raises(PlanError, match="computed from itself"):
        table.value(3, one)
