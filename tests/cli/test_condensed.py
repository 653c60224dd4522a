"""Many findings in few lines: a line for each table, errors first, the same warning once with its first places."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.cli.show import MessageLine, condensed
from sheetscore.findings import CODES, Finding, Severity, finding


def blank(table: int, seat: str) -> Finding:
    """Say that a page is blank."""
    message = f"table {table}, {seat}: the page of somebody is blank. Enter what is on it"
    return finding("blank-page", message, sheet=f"Table {table}", cell="B9", fields=((table, seat, "seat.pilot"),))


def not_verified(table: int, seat: str = "cap.1") -> Finding:
    message = f"table {table}, {seat}: Ann claims {table} SP without details; scored, not verified"
    return finding("not-verified", message, sheet=f"Table {table}", cell="F9", fields=((table, seat, "claimed.sp"),))


def texts(lines: list[MessageLine]) -> list[str]:
    return [f"{line.severity} {line.place}: {line.message}" for line in lines]


def test_a_table_on_which_nothing_was_typed_is_one_line_whatever_is_missing_there() -> None:
    result = finding("result-missing", "table 2: the result is missing", fields=((2, "", "winner"),))
    findings = [blank(2, "strike.1"), blank(2, "cap.1"), result, blank(3, "cap.1")]
    assert texts(condensed(findings, untouched_tables={2, 3})) == [
        "error Table 2: nothing yet",
        "error Table 3: nothing yet",
    ]


def test_what_else_is_wrong_at_an_untouched_table_is_said() -> None:
    left = finding("left-in-copy", "the copy has 3", sheet="Table 2", cell="F9", fields=((2, "cap.1", "claimed.sp"),))
    assert texts(condensed([blank(2, "cap.1"), left], untouched_tables={2})) == [
        "error Table 2: nothing yet",
        "error Table 2!F9: the copy has 3",
    ]


def test_blank_pages_of_a_table_are_one_line_with_their_seats() -> None:
    findings = [blank(4, "strike.3"), blank(5, "ds.1"), blank(4, "cap.1"), blank(5, "ds.2"), blank(5, "cap.3")]
    assert texts(condensed(findings)) == [
        "error Table 4: strike.3 and cap.1 blank",
        "error Table 5: ds.1, ds.2 and cap.3 blank",
    ]


def test_a_single_blank_page_says_what_to_do() -> None:
    one = blank(4, "strike.3")
    assert condensed([one]) == [MessageLine(Severity.ERROR, "Table 4!B9", one.message)]


def test_of_many_alike_that_stand_in_no_cell_the_first_are_said_and_the_others_counted() -> None:
    alone = [
        finding("singleton-section", f"Red {n} is the only one at table {n}", fields=((n, f"r{n}", "red.sp"),))
        for n in range(1, 6)
    ]
    assert texts(condensed(alone)) == [
        *(f"warning : Red {n} is the only one at table {n}" for n in (1, 2, 3)),
        "warning : a section of one has nobody to beat: 2 more of these",
    ]


def test_errors_come_first_then_warnings_then_notes() -> None:
    note = finding("ruled", "ruled", sheet="Table 1", cell="A1")
    warning = finding("empty-seat", "nobody", sheet="Table 1", cell="A2")
    error = finding("claim-differs", "differs", sheet="Table 1", cell="A3")
    assert [line.severity for line in condensed([note, warning, error, warning])] == [
        Severity.ERROR,
        Severity.WARNING,
        Severity.WARNING,
        Severity.NOTE,
    ]


def test_the_same_warning_for_many_pages_comes_once_with_a_count_and_eight_places() -> None:
    findings = [not_verified(table) for table in range(1, 13)]
    assert texts(condensed(findings)) == [
        "warning : a total without details was scored as claimed: 12 places (Table 1!F9, Table 2!F9, Table 3!F9, "
        "Table 4!F9, Table 5!F9, Table 6!F9, Table 7!F9, Table 8!F9 and 4 more)"
    ]


def test_the_cells_of_one_sheet_are_named_together() -> None:
    cells = [("Table 1", "F14"), ("Table 1", "F16"), ("Table 2", "F3"), ("Table 2", "F5"), ("Table 1", "F20")]
    findings = [
        finding("not-verified", "scored", sheet=sheet, cell=cell, fields=((1, "cap.1", "claimed.sp"),))
        for sheet, cell in cells
    ]
    (line,) = texts(condensed(findings))
    assert line.endswith(": 5 places (Table 1!F14, F16, Table 2!F3, F5 and Table 1!F20)")


def test_where_there_is_no_cell_the_box_is_named() -> None:
    findings = [
        finding("not-verified", "scored", sheet="Table 1", fields=((1, f"cap.{number}", "claimed.sp"),))
        for number in range(1, 5)
    ]
    (line,) = texts(condensed(findings))
    assert line.endswith(
        "4 places (Table 1 cap.1 claimed.sp, Table 1 cap.2 claimed.sp, Table 1 cap.3 claimed.sp and "
        "Table 1 cap.4 claimed.sp)"
    )


def of_kind(kind: str, number: int, *, placed: bool = True) -> Finding:
    message = f"{kind}: there is {number}, and it comes to 0"
    sheet, cell = ("Table 1", f"F{number}") if placed else ("", "")
    fields = ((1, "cap.1", "claimed.sp"),)
    return finding("not-verified", message, sheet=sheet, cell=cell, fields=fields, kind=kind)


def test_kinds_of_a_code_stay_apart() -> None:
    findings = [of_kind(kind, number) for number in (1, 2) for kind in ("rule 7", "rule 14", "rule 26")]
    assert {line.message for line in condensed(findings)} == {one.message for one in findings}


def test_of_many_of_a_kind_the_first_are_said_and_the_places_of_the_others() -> None:
    findings = [of_kind("rule 14 (power)", number) for number in range(1, 6)]
    assert texts(condensed(findings)) == [
        *(f"warning Table 1!F{n}: rule 14 (power): there is {n}, and it comes to 0" for n in (1, 2, 3)),
        "warning : rule 14 (power): 2 more of these (Table 1!F4 and F5)",
    ]
    more = [of_kind("rule 14 (power)", number) for number in range(1, 12)]
    assert texts(condensed(more))[3:] == [
        "warning : rule 14 (power): 8 more of these (Table 1!F4, F5, F6, F7, F8, F9, F10 and F11)"
    ]
    nowhere = [of_kind("rule 14 (power)", number, placed=False) for number in range(1, 6)]
    assert texts(condensed(nowhere))[3:] == ["warning : rule 14 (power): 2 more of these"]


def test_three_warnings_of_a_kind_are_said_in_full() -> None:
    findings = [not_verified(table) for table in (1, 2, 3)]
    assert [line.message for line in condensed(findings)] == [one.message for one in findings]


def test_warnings_of_different_kinds_and_those_of_no_page_stay_apart() -> None:
    left_over = [
        finding("draw-player", f"P{number:02} has no seat", severity=Severity.WARNING) for number in range(1, 7)
    ]
    findings = [*(not_verified(table) for table in (1, 2)), *left_over]
    assert [line.message for line in condensed(findings)] == [one.message for one in findings]


def test_errors_that_are_not_about_blank_pages_are_all_said() -> None:
    findings = [
        finding("claim-differs", f"claim {table}", sheet=f"Table {table}", fields=((table, "cap.1", "claimed.sp"),))
        for table in range(1, 30)
    ]
    assert [line.message for line in condensed(findings)] == [one.message for one in findings]


def test_the_list_of_tables_is_called_by_its_sheet() -> None:
    missing = [
        finding("result-missing", f"table {row}", fields=((0, "", f"rows.{row}.winner"),)) for row in range(1, 13)
    ]
    assert texts(condensed(missing, untouched_tables={0})) == ["error Results: nothing yet"]


FINDINGS = st.builds(
    lambda code, kind, table, seat, boxed: finding(
        code,
        f"{kind}: {code} {table} {seat}",
        sheet=f"Table {table}",
        fields=((table, seat, "box"),) if boxed else (),
        kind=kind,
    ),
    st.sampled_from(sorted(CODES)),
    st.sampled_from(("", "one", "other")),
    st.integers(1, 4),
    st.sampled_from(("cap.1", "cap.2")),
    st.booleans(),
)


@given(st.lists(FINDINGS, max_size=60), st.sets(st.integers(1, 4)))
def test_no_kind_of_finding_is_ever_left_out(findings: list[Finding], untouched: set[int]) -> None:
    lines = condensed(findings, untouched)
    assert bool(lines) == bool(findings)
    assert {line.severity for line in lines} == {one.severity for one in findings}
    assert len(lines) <= len(findings)
    for one in findings:
        if not one.fields:
            assert MessageLine(one.severity, one.place, one.message) in lines
        if not one.is_error:
            assert any(one.kind in line.message for line in lines if line.severity is one.severity)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_tables_is_the_one_in_which_they_come(seed: int) -> None:
    tables = list(range(1, 9))
    random.Random(seed).shuffle(tables)
    lines = condensed([blank(table, seat) for table in tables for seat in ("a", "b")])
    assert [line.place for line in lines] == [f"Table {table}" for table in tables]


# what is typed and would be lost


def not_placed(number: int) -> Finding:
    message = f"table 1, cap.1: rolls.{number} = {number} has no place on the new sheets"
    field = (1, "cap.1", f"rolls.{number}")
    return finding(
        "not-placed", message, sheet="Table 1", cell=f"B{number}", severity=Severity.WARNING, fields=(field,)
    )


def left(number: int, name: str = "round1-marked.xlsx") -> Finding:
    field = (1, "cap.1", f"rolls.{number}")
    message = f"“{number}” was typed into {name}"
    return finding("left-in-copy", message, sheet="Table 1", cell=f"B{number}", fields=(field,), kind=name)


def test_every_value_that_would_be_lost_is_named() -> None:
    lines = condensed([not_placed(number) for number in range(1, 19)])
    assert [line.message for line in lines] == [not_placed(number).message for number in range(1, 19)]


def test_mistakes_come_before_what_was_left_in_copies_which_is_a_line_for_each() -> None:
    mistake = finding("not-a-number", "“many” is no number", sheet="Table 1", cell="C9", fields=((1, "cap.1", "h"),))
    others = [left(number) for number in range(1, 6)] + [left(number, "round1.xlsx") for number in (7, 8)]
    assert texts(condensed([*others, mistake])) == [
        "error Table 1!C9: “many” is no number",
        "error round1-marked.xlsx: 5 boxes otherwise than in the workbook (Table 1!B1, B2, B3, B4 and B5). "
        "Mend the rest first; then each is named",
        "error round1.xlsx: 2 boxes otherwise than in the workbook (Table 1!B7 and B8). Mend the rest first; then "
        "each is named",
    ]


def test_without_other_mistakes_each_value_that_was_left_in_a_copy_is_named() -> None:
    blank = finding("blank-page", "nothing is entered", sheet="Table 2", fields=((2, "cap.1", "rolls.1"),))
    for beside in ([], [blank]):  # what is missing may be in the other file
        lines = condensed([*beside, *(left(number) for number in range(1, 6))])
        assert [line.message for line in lines[len(beside) :]] == [left(number).message for number in range(1, 6)]
