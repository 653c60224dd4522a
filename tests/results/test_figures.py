"""Results as doubles, for JSON and data frames."""

from __future__ import annotations

from fractions import Fraction

from sheetscore.results.record import as_doubles, double, frame
from sheetscore.systems.outcomes import ResultRow

ROWS: tuple[ResultRow, ...] = (
    {"player": "P01", "mp": 6, "factor": Fraction(15, 7)},
    {"player": "NA", "mp": Fraction(1, 2), "factor": None},
)


def test_fractions_become_the_nearest_doubles_and_whole_ones_stay_whole() -> None:
    assert double(Fraction(15, 7)) == 15 / 7
    assert double(Fraction(6, 2)) == 3
    assert isinstance(double(Fraction(6, 2)), int)


def test_rows_keep_their_keys_texts_and_gaps() -> None:
    assert as_doubles(ROWS) == [
        {"player": "P01", "mp": 6, "factor": 15 / 7},
        {"player": "NA", "mp": 0.5, "factor": None},
    ]


def test_a_frame_has_a_column_for_each_key_and_numbers_to_compute_with() -> None:
    table = frame(ROWS)
    assert list(table.columns) == ["player", "mp", "factor"]
    assert table["mp"].sum() == 6.5
    assert list(table["player"]) == ["P01", "NA"]
    assert table["factor"].isna().tolist() == [False, True]


def test_no_rows_make_an_empty_frame() -> None:
    assert frame(()).empty
