"""A scored round as lines of text: exact, complete, and refused when anything is missing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scored_rounds import SOURCE

from sheetscore.findings import finding
from sheetscore.forms.form import FieldKey
from sheetscore.results.hidden_data import DataLine
from sheetscore.results.record import BrokenRecordError, RoundRecord, lines_of, record_of
from sheetscore.systems.outcomes import Exact, ResultRow

RECORD = RoundRecord(
    event_key="0badcafe",
    event_name="Origins",
    system="amps",
    round=2,
    scenario="bridge",
    missing=(2, 5),
    rows=(
        {"player": "P01", "name": "Ann", "factor": Fraction(15, 7), "mp": 6},
        {"player": "P02", "name": "15/7", "factor": None, "mp": 0},
    ),
    entries={FieldKey(1, "", "log.1.event"): "4:1", FieldKey(1, "strike.1", "claimed.sp"): 12},
    findings=(finding("ruled", "why not", sheet="Table 1", cell="D4", fields=((1, "strike.1", "ruling.sp"),)),),
    source=SOURCE,
)

exact = st.one_of(st.none(), st.integers(-(10**12), 10**12), st.fractions(max_denominator=10**6), st.text(max_size=40))
entered = st.one_of(st.integers(-99, 9999), st.text(min_size=1, max_size=500))


def by_kind(lines: list[DataLine]) -> dict[str, list[DataLine]]:
    sorted_lines: dict[str, list[DataLine]] = defaultdict(list)
    for kind, *cells in lines:
        sorted_lines[kind].append(tuple(cells))
    return sorted_lines


@given(st.lists(st.tuples(exact, exact, exact), max_size=5), st.lists(entered, max_size=5))
def test_what_is_written_is_read(values: list[tuple[Exact, ...]], texts: list[int | str]) -> None:
    rows: tuple[ResultRow, ...] = tuple(dict(zip(("player", "name", "score"), row, strict=True)) for row in values)
    entries = {FieldKey(1, "strike.1", f"log.{number}.event"): text for number, text in enumerate(texts)}
    record = replace(RECORD, rows=rows, entries=entries)
    assert record_of(by_kind(lines_of(record))) == record


def test_a_fraction_and_a_text_that_looks_like_one_are_told_apart() -> None:
    rows = record_of(by_kind(lines_of(RECORD))).rows
    assert rows[0]["factor"] == Fraction(15, 7)
    assert rows[1]["name"] == "15/7"


def test_the_order_of_the_keys_of_a_row_does_not_matter() -> None:
    rows: tuple[ResultRow, ...] = ({"player": "P1", "mp": 3, "score": None}, {"score": 5, "player": "P2", "mp": None})
    assert record_of(by_kind(lines_of(replace(RECORD, rows=rows)))).rows == rows


def test_a_record_without_rows_is_read() -> None:
    empty = replace(RECORD, rows=(), entries={}, findings=(), missing=())
    assert record_of(by_kind(lines_of(empty))) == empty
    assert not empty.provisional


@pytest.mark.parametrize("lost", range(len(lines_of(RECORD))))
def test_a_lost_line_is_missed(lost: int) -> None:
    lines = lines_of(RECORD)
    del lines[lost]
    with pytest.raises(BrokenRecordError):
        record_of(by_kind(lines))


@pytest.mark.parametrize("number", ["1e999999999", "1/0", "one", '"open', "9" * 100])
def test_what_is_no_number_is_refused(number: str) -> None:
    lines = [line if line[0] != "row" else ("row", '"P01"', '"Ann"', number, "6") for line in lines_of(RECORD)]
    with pytest.raises(BrokenRecordError):
        record_of(by_kind(lines))


@pytest.mark.parametrize(
    "line", [("entry", "1", "", "claimed.sp"), ("finding", "loud", "ruled", '""', '""', '""', "[]")]
)
def test_a_changed_line_is_refused(line: DataLine) -> None:
    lines = by_kind(lines_of(RECORD))
    lines[line[0]][0] = line[1:]
    with pytest.raises(BrokenRecordError):
        record_of(lines)
