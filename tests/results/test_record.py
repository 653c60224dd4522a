"""A scored round as lines of text: exact, complete, and refused when anything is missing."""

from __future__ import annotations

import datetime as dt
import json
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from libreoffice import recalculate
from msgspec import structs
from scored_rounds import SOURCE

from sheetscore.findings import finding
from sheetscore.forms.form import FieldKey
from sheetscore.results import hidden_data
from sheetscore.results.hidden_data import DataLine, write_data
from sheetscore.results.record import Enrolled, PageWorth, RoundRecord, ScenarioPart, Setup
from sheetscore.results.record_lines import BrokenRecordError, lines_of, read_results, record_of
from sheetscore.systems.outcomes import Exact, Lists, ResultRow
from sheetscore.workbooks.book import Book

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
    setup=Setup(
        uid="0123456789abcdef" * 2,
        date=dt.date(1991, 7, 5),
        place="Baltimore",
        rounds=3,
        settings={"scoring": "sum-of-squares", "weights": (1, Fraction(1, 2)), "counted": None, "apart": True},
        scenarios=(
            ScenarioPart("scenario", (), {"id": "bridge", "title": "The bridge"}),
            ScenarioPart("scenario.side.target", ("bridge", "strike"), {"name": "Depot", "white": False}),
        ),
        enrolled=(
            Enrolled("player", "P01", "Ann", 1500, "NZ", "Aces", "T1", {"section": "A", "absent": (2, 3)}),
            Enrolled("team", "T1", "Aces"),
        ),
        files={"scoring/sum-of-squares.toml": "ab" * 32},
    ),
    pages=(PageWorth(1, "strike.1", {"strike.hits": 13, "strike.own": Fraction(-7, 2)}, {"sp": 0}),),
    byes=("P07", "0012"),
    absent=("P08",),
)

NASTY = (
    *("=1+1", "_x000D_", "line\nbreak\r\nand\ttab", " ", '"', "\\", "15/7", "yes", "[1]", "{}"),
    *("a" * 32_767, "🛩" * 32_767),
)
"""Texts that a spreadsheet takes for something else, and the longest that a cell can hold."""

exact = st.one_of(st.none(), st.integers(-(10**12), 10**12), st.fractions(max_denominator=10**6), st.text(max_size=40))
plain = st.one_of(exact, st.booleans(), st.lists(exact, max_size=3).map(tuple))
keyed = st.dictionaries(st.text(min_size=1, max_size=20), plain, max_size=4)
worth = st.dictionaries(st.text(max_size=20), st.one_of(st.integers(), st.fractions(max_denominator=999)), max_size=3)
text = st.text(max_size=40)
setups = st.builds(
    Setup,
    uid=text,
    date=st.none() | st.dates(),
    place=text,
    rounds=st.integers(1, 99),
    settings=keyed,
    scenarios=st.lists(
        st.builds(ScenarioPart, path=st.just("scenario"), above=st.lists(text, max_size=2).map(tuple), values=keyed),
        max_size=3,
    ).map(tuple),
    enrolled=st.lists(
        st.builds(
            Enrolled,
            kind=st.sampled_from(["player", "team"]),
            id=text,
            name=text,
            rating=st.none() | st.integers(0, 9999),
            country=text,
            club=text,
            team=text,
            more=st.dictionaries(st.sampled_from(["section", "number", "a_x0041_"]), plain, max_size=3),
        ),
        max_size=3,
    ).map(tuple),
)
pages = st.lists(
    st.builds(PageWorth, table=st.integers(1, 200), seat=st.just("a.1"), blocks=worth, sums=worth), max_size=3
).map(tuple)
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


@given(setups, pages, st.lists(text, max_size=3).map(tuple))
def test_what_is_written_of_the_event_is_read(
    setup: Setup, pages: tuple[PageWorth, ...], byes: tuple[str, ...]
) -> None:
    record = replace(RECORD, setup=setup, pages=pages, byes=byes)
    assert record_of(by_kind(lines_of(record))) == record


trees = st.recursive(
    st.one_of(exact, st.booleans()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)
lists = st.dictionaries(
    st.text(max_size=10), st.lists(st.dictionaries(text, trees, max_size=4), max_size=3), max_size=2
)


@given(lists)
def test_what_is_told_besides_the_rows_is_read(lists: Lists) -> None:
    record = replace(RECORD, lists=lists)
    assert record_of(by_kind(lines_of(record))) == record


def test_a_list_that_was_lost_is_missed() -> None:
    lines = by_kind(lines_of(replace(RECORD, lists={"series": [{"table": 1, "new": Fraction(8, 3)}]})))
    del lines["list"]
    with pytest.raises(BrokenRecordError):
        record_of(lines)


def test_any_text_survives_a_workbook_and_libreoffice(tmp_path: Path) -> None:
    several = ("a, b", *NASTY[:-2], 5, Fraction(1, 3))
    settings = {f"key_x0041_ {number}": text for number, text in enumerate(NASTY)} | {"several": several}
    people = tuple(Enrolled("player", f"{number:04}", text, club=text) for number, text in enumerate(NASTY))
    assert RECORD.setup is not None
    record = replace(
        RECORD,
        rows=tuple({"player": text, "factor": Fraction(15, 7), "mp": None} for text in NASTY),
        entries={FieldKey(1, "strike.1", f"log.{number}.event"): text for number, text in enumerate(NASTY)},
        findings=tuple(finding("ruled", text, sheet="Table 1", cell="D4") for text in NASTY),
        setup=structs.replace(RECORD.setup, place=NASTY[2], settings=settings, enrolled=people),
    )
    book = Book(tmp_path / "round2-results.xlsx", "hidden data")
    book.sheet("Results")
    write_data(book, "results", lines_of(record))
    book.close()
    (saved,) = recalculate([tmp_path / "round2-results.xlsx"], tmp_path / "saved")
    assert read_results(tmp_path / "round2-results.xlsx") == record
    assert read_results(saved) == record


def test_lines_of_version_1_say_nothing_of_the_event() -> None:
    before = replace(RECORD, setup=None, pages=(), byes=(), absent=())
    assert record_of(by_kind(lines_of(before)), version=1) == before
    with pytest.raises(BrokenRecordError):
        record_of(by_kind(lines_of(before)), version=2)
    with pytest.raises(BrokenRecordError):
        record_of(by_kind(lines_of(RECORD)), version=1)


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
    "line",
    [
        ("entry", "1", "", "claimed.sp"),
        ("finding", "loud", "ruled", '""', '""', '""', "[]"),
        ("setting", "scoring", "sum-of-squares"),
        ("part", "scenario", '"bridge"'),
        ("part", "scenario", "[]", "[1]"),
        ("enrolled", "player", '"P01"', '"Ann"', '{"rating": "good"}'),
        ("enrolled", "player", '"P01"', '"Ann"', '{"rating": 1500}'),
        ("page", "1", "strike.1", '{"strike.hits": "\\"13\\""}'),
        ("date", '"5 July 1991"'),
        ("rounds", "1/2"),
    ],
)
def test_a_changed_line_is_refused(line: DataLine) -> None:
    lines = by_kind(lines_of(RECORD))
    lines[line[0]][0] = line[1:]
    with pytest.raises(BrokenRecordError):
        record_of(lines)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_every_text_is_read_as_it_was_written(text: str) -> None:
    assert hidden_data.exact(hidden_data.written(text)) == text
    assert hidden_data.exact(json.dumps(text)) == text


@pytest.mark.parametrize("text", ['"', '"a', '"a"b"', '"a\\"', '"\x07"', '"a" "b"'])
def test_a_text_whose_quotes_do_not_fit_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        hidden_data.exact(text)
