"""Where lists and tables go on on a new sheet of paper."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sheetscore.workbooks.paper import Passage, page_breaks, scale_and_breaks, shares

HEADED = 2
"""Rows of a table above its lines."""


def below_each_other(*lines: int) -> tuple[list[int], list[Passage]]:
    """Give tables of so many lines with a blank row between, all rows 10 pixels high."""
    passages, row = [], 0
    for count in lines:
        passages.append(Passage(row, row + HEADED, row + HEADED + count))
        row = passages[-1].end + 1
    return [10] * (row - 1), passages


def test_what_fits_one_sheet_is_not_parted() -> None:
    assert page_breaks(*below_each_other(18), room=200) == []
    assert page_breaks(*below_each_other(5, 8), room=180) == []


@pytest.mark.parametrize("count", range(6, 120))
def test_no_sheet_has_fewer_than_three_lines_of_a_table(count: int) -> None:
    heights, passages = below_each_other(count)
    breaks = page_breaks(heights, passages, room=100, again=20)
    ends = [*breaks, len(heights)]
    lines = [end - start for start, end in zip([HEADED, *breaks], ends, strict=True)]
    assert sum(lines) == count
    assert min(lines) >= 3 or len(lines) == 1
    assert max(lines) <= 8
    assert len(lines) == -(-count // 8)
    assert max(lines) - min(lines) <= len(lines)


def test_a_table_that_fits_a_sheet_begins_a_new_one_where_that_takes_no_more_paper() -> None:
    heights, passages = below_each_other(8, 8)
    assert page_breaks(heights, passages, room=150) == [passages[1].top]


def test_it_is_torn_where_a_short_table_before_it_would_leave_a_sheet_nearly_empty() -> None:
    heights, passages = below_each_other(3, 16)  # 50 and 180 pixels
    (first,) = page_breaks(heights, passages, room=200)
    assert passages[1].first + 3 <= first <= passages[1].end - 3
    assert 90 <= sum(heights[:first]) <= 150
    charts = [passages[0], Passage(passages[1].top, passages[1].end, passages[1].end)]  # nor is a chart torn for it
    assert page_breaks(heights, charts, room=200) == [passages[1].top]


def test_it_is_torn_where_keeping_it_whole_would_take_more_paper() -> None:
    heights, passages = below_each_other(10, 10, 10)
    breaks = page_breaks(heights, passages, room=200)
    assert len(breaks) == 1
    assert passages[1].first + 3 <= breaks[0] <= passages[1].end - 3


def test_it_is_torn_where_a_group_begins_if_one_is_near() -> None:
    heights, (passage,) = below_each_other(36)
    for first, torn_at in ((16, 16), (20, 20), (25, 18), (34, 18)):  # of the last two one has no room, one no lines
        grouped = replace(passage, groups=(HEADED + first,))
        assert page_breaks(heights, [grouped], room=230, again=20) == [HEADED + torn_at]


def test_headings_never_stand_alone_at_the_foot() -> None:
    for first in range(1, 30):
        heights, passages = below_each_other(first, 12)
        for row in page_breaks(heights, passages, room=200):
            assert not passages[1].top < row < passages[1].first + 3


def test_a_chart_is_never_torn_and_one_that_is_too_high_has_a_sheet_alone() -> None:
    chart = Passage(8, 40, 40)
    breaks = page_breaks([10] * 46, [Passage(0, 2, 7), chart, Passage(40, 41, 46)], room=200)
    assert breaks == [8, 40]


def test_letters_are_a_little_smaller_where_two_sheets_would_be_little_more_than_half_full() -> None:
    heights, passages = below_each_other(22)  # 240 pixels
    assert scale_and_breaks(heights, passages, 200, 100, least=75) == (83, [])
    assert scale_and_breaks(heights, passages, 200, 100, least=84)[0] == 100, "83 is the first that is enough"
    assert scale_and_breaks(heights, passages, 180, 100, least=75)[0] == 100, "three quarters would be a fourth smaller"
    assert scale_and_breaks(*below_each_other(33), 200, 100, least=75)[0] == 100, "two sheets are nearly full"


def test_no_card_stands_alone_on_the_last_sheet() -> None:
    cards = [Passage(top, top + 3, top + 3) for top in range(0, 13 * 3, 3)]
    ends = [*page_breaks([10] * 13 * 3, cards, room=4 * 30), 13 * 3]
    assert [(end - first) // 3 for first, end in zip([0, *ends], ends, strict=False)] == [4, 4, 3, 2]


def test_a_row_higher_than_the_paper_leaves_the_other_sheets_level() -> None:
    heights, passages = below_each_other(24, 0)
    heights[passages[1].top] = 250
    *lines, chart = page_breaks(heights, [passages[0], Passage(27, 28, 28)], room=200)
    assert (chart, lines) == (27, [14])


def test_a_group_stays_whole_although_another_row_is_higher_than_the_paper() -> None:
    heights, (passage,) = below_each_other(36)
    more = [*heights, 10, 300]
    chart = Passage(len(heights) + 1, len(more), len(more))
    grouped = replace(passage, groups=(HEADED + 18,))
    assert page_breaks(more, [grouped, chart], room=230, again=20) == [HEADED + 18, chart.top]


def test_nothing_is_divided_into_no_shares() -> None:
    assert [*shares(0, 3)] == []
    assert [*shares(7, 3)] == [range(2), range(2, 4), range(4, 7)]
