"""The formulas that rules become, as a director reads them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from laid_out_rows import NAMES, Page, PageCells

from sheetscore.expressions import ExpressionError, Value, parse, to_excel
from sheetscore.expressions.formula import constant

SETTINGS: Mapping[str, Value] = {"cap": "pilot", "most": 3, "margin": Fraction(1, 3)}
THIRD_ROW = PageCells(Page([{}] * 4, 2, [{}] * 3, settings=SETTINGS))


def formula(text: str, cells: PageCells = THIRD_ROW) -> str:
    return to_excel(parse(text, known=NAMES), cells)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12*a + 8*b", "12*N(A12)+8*N(B12)"),
        ("(a + b) * c", "(N(A12)+N(B12))*N(C12)"),
        ("a - (b - c)", "N(A12)-(N(B12)-N(C12))"),
        ("(a - b) - c", "N(A12)-N(B12)-N(C12)"),
        ("a / (b * c)", "N(A12)/(N(B12)*N(C12))"),
        ("-(a + b)", "-(N(A12)+N(B12))"),
        ("a - -b", "N(A12)-(-N(B12))"),
        ("-a * b", "-N(A12)*N(B12)"),
        ("(a > b) * 6", "(N(A12)>N(B12))*6"),
        ("n + 0.5", "D12+0.5"),
        ("1/3 * a", "1/3*N(A12)"),
        ("rolls[2]", "N(I12)"),
        ("ace.sp", "N(K12)"),
        ("min(a, max(b, 0))", "MIN(N(A12),MAX(N(B12),0))"),
        ("abs(-a)", "ABS(-N(A12))"),
        ("max(s, 0.5)", "MAX(N(E12),0.5)"),
        ("round(a / 3, 2)", "ROUND(N(A12)/3,2)"),
        ("round(s)", "ROUND(ROUND(N(E12),9),0)"),
        ("floor(a / 3)", "INT(N(A12)/3)"),
        ("floor(s / 3)", "INT(ROUND(N(E12)/3,9))"),
    ],
)
def test_arithmetic_has_the_brackets_that_it_needs_and_no_more(text: str, expected: str) -> None:
    assert formula(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a > 3", "IF(N(A12)>3,1,0)"),
        ("1 <= a < 3", "IF(AND(1<=N(A12),N(A12)<3),1,0)"),
        ("6 if a else 3 if b > 1 else 1", "IF(N(A12)<>0,6,IF(N(B12)>1,3,1))"),
        ("2 if a and not b else 0", "IF(AND(N(A12)<>0,N(B12)=0),2,0)"),
        ("not (a > 1 or b)", "IF(AND(N(A12)<=1,N(B12)=0),1,0)"),
        ("max(a > 1, b)", "MAX(IF(N(A12)>1,1,0),N(B12))"),
        ("(a > 1) == b", "IF(IF(N(A12)>1,1,0)=N(B12),1,0)"),
        ("(a > 1) == (b > 1)", "IF((N(A12)>1)=(N(B12)>1),1,0)"),
        ("filled(u)", 'IF(G12<>"",1,0)'),
        ("not filled(a)", 'IF(A12="",1,0)'),
        ("s >= 1.5", "IF(ROUND(N(E12)-1.5,9)>=0,1,0)"),
        ("s > 0", "IF(ROUND(N(E12),9)>0,1,0)"),
        ("a / 4 >= 0.25", "IF(N(A12)/4>=0.25,1,0)"),
    ],
)
def test_a_truth_value_ends_as_1_or_0(text: str, expected: str) -> None:
    assert formula(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("u", 'G12&""'),
        ("u == 'say \"hi\"'", 'IF(G12="say ""hi""",1,0)'),
        ("u if a else 'none'", 'IF(N(A12)<>0,G12&"","none")'),
        ("u == t", "IF(G12=F12,1,0)"),
        ("t.size", "SUMPRODUCT((Lists!$A$1:$A$5=F12)*Lists!$C$1:$C$5)"),
        (
            "6 if t.category == 'primary' else 1",
            'IF(SUMPRODUCT((Lists!$A$1:$A$5=F12)*(Lists!$D$1:$D$5="primary"))>0,6,1)',
        ),
        (
            "t.category != settings.cap",
            'IF(SUMPRODUCT((Lists!$A$1:$A$5=F12)*(Lists!$D$1:$D$5="pilot"))=0,1,0)',
        ),
        ("t.category == ''", 'IF(SUMPRODUCT((Lists!$A$1:$A$5=F12)*(Lists!$D$1:$D$5<>""))=0,1,0)'),
    ],
)
def test_text_is_looked_up_and_compared_without_patterns(text: str, expected: str) -> None:
    assert formula(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum_above(a, t)", "SUMPRODUCT((F10:F11=F12)*A10:A11)"),
        ("count_above(t)", "SUMPRODUCT(1*(F10:F11=F12))"),
        ("sum(rows.a)", "SUM(A10:A13)"),
        ("sum(hits.d, hits.target == t and hits.d < n)", "SUMPRODUCT((O10:O12=F12)*(M10:M12<D12)*M10:M12)"),
        ("sum(hits.d + 1, hits.target == t)", "SUMPRODUCT((O10:O12=F12)*(M10:M12+1))"),
        ("count(hits.target == t or hits.d > 3)", "SUMPRODUCT(1*((O10:O12=F12)+(M10:M12>3)>0))"),
        ("count(not (hits.d and hits.target == t))", "SUMPRODUCT(1*((M10:M12=0)+(O10:O12<>F12)>0))"),
        ("count(a > 1 and b and hits.d)", "SUMPRODUCT((N(A12)>1)*(N(B12)<>0)*(M10:M12<>0))"),
        ("count(rows.s > s)", "SUMPRODUCT(1*(ROUND(E10:E13-N(E12),9)>0))"),
        ("sum(hits.d > 1)", "SUMPRODUCT(1*(M10:M12>1))"),
    ],
)
def test_aggregates_multiply_conditions_instead_of_joining_them(text: str, expected: str) -> None:
    assert formula(text) == expected


def test_on_the_first_row_nothing_stands_above() -> None:
    first = PageCells(Page([{}] * 4, 0))
    assert formula("min(max(0, 12 - sum_above(a, t)), a)", first) == "MIN(MAX(0,12-0),N(A10))"
    assert formula("count_above(t)", first) == "0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a if settings.cap == 'pilot' else min(a, 12)", "N(A12)"),
        ("a if settings.cap == 'aircraft' else min(a, 12)", "MIN(N(A12),12)"),
        ("settings.cap == 'PILOT'", "1"),
        ("a > 1 and settings.cap == 'pilot'", "IF(N(A12)>1,1,0)"),
        ("a > 1 or settings.cap == 'none'", "IF(N(A12)>1,1,0)"),
        ("a > 1 or settings.cap == 'pilot'", "IF(OR(N(A12)>1,TRUE),1,0)"),
        ("2 * settings.most * a", "6*N(A12)"),
        ("a - settings.margin", "N(A12)-1/3"),
        ("a * settings.margin", "N(A12)*(1/3)"),
        ("sum(hits.d, settings.cap == 'pilot')", "SUM(M10:M12)"),
        ("sum(hits.d, settings.cap == 'none')", "SUMPRODUCT(FALSE*M10:M12)"),
        ("count(hits.d > 1 and not settings.cap == 'none')", "SUMPRODUCT(1*(M10:M12>1))"),
        ("count(hits.d > 1 or settings.cap == 'pilot')", "SUMPRODUCT(1*((M10:M12>1)+TRUE>0))"),
    ],
)
def test_what_a_setting_decides_is_left_out(text: str, expected: str) -> None:
    assert formula(text) == expected


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(1, 2), "0.5"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(1, 3), "1/3"),
        (12, "12"),
        (Fraction(1, 1000), "0.001"),
    ],
)
def test_numbers_are_written_exactly(number: Value, written: str) -> None:
    assert constant(number).text == written


def test_a_formula_longer_than_a_spreadsheet_takes_is_refused() -> None:
    class FarAway(PageCells, frozen=True):
        def attribute(self, name: str, attribute: str) -> tuple[str, str]:
            return f"'{name * 100}'!A1:A99", f"'{attribute * 60}'!B1:B99"

    with pytest.raises(ExpressionError, match="Excel takes 8192"):
        formula(" + ".join(["t.white"] * 35), FarAway(THIRD_ROW.page))


def test_a_division_by_a_setting_that_is_0_stays_in_the_case_where_it_is() -> None:
    cells = PageCells(Page([{}], settings={"most": 0}))
    assert formula("1 / settings.most if a else 2", cells) == "IF(N(A10)<>0,1/0,2)"
    assert formula("a / settings.most if settings.most else 2", cells) == "2"


def test_a_setting_that_is_not_of_its_kind_is_told() -> None:
    with pytest.raises(ExpressionError, match=r"settings\.most holds 'many'"):
        formula("settings.most + a", PageCells(Page([{}], settings={"most": "many"})))


def test_words_behind_a_name_give_it_an_attribute_whatever_the_list_says() -> None:
    cells = PageCells(Page([{}]), marked="white")
    assert formula("t.white", cells).startswith("MAX(SUMPRODUCT(")
    assert formula("t.white", cells).endswith(',1*(RIGHT(SUBSTITUTE(F10," ",""),7)="(white)"))')
    assert not formula("t.white", PageCells(Page([{}]))).startswith("MAX")
