"""Which blocks stand on which sheet of paper: by heights alone, without a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import pytest
from amps_event import SUPPRESSION, pilot_shape
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.forms.block import Block
from sheetscore.forms.form import PageForm
from sheetscore.sheets import pages
from sheetscore.sheets.pages import FEWEST_LINES, Frame, Stack, lay_out_plain_page, plan_pages, split_at_lines
from sheetscore.systems.tasks.pages import lay_out_pilot_page

ROOM = pages.ROOM["portrait"]
FRAME = Frame(300, 100, ROOM)
SEAT = pilot_shape("strike").block("seat")
"""Any block: a plan looks at heights and forms only."""


def stack(height: int, form: str = "") -> Stack:
    block = Block("any", form, "any", "", "", half=False, rows=SEAT.rows, fields=SEAT.fields)
    return Stack((block,), height, range(1))


def heights(plan: Sequence[Sequence[Stack]]) -> list[list[int]]:
    return [[one.height for one in stacks] for stacks in plan]


def test_a_page_that_nobody_signs_has_no_lines_to_sign_on() -> None:
    block = Block("any", "any", "any", "", "", half=False, rows=SEAT.rows, fields=SEAT.fields)
    signed, unsigned = (lay_out_plain_page(PageForm("Any", "", (block,), signed=who)) for who in (("a", "b"), ()))
    assert [cell.text for cell in signed.cells if cell.style == "signature"] == ["a", "b"]
    assert len(unsigned.cells) == len(signed.cells) - 2
    assert not [cell for cell in unsigned.cells if cell.style == "signature"]


def test_what_fits_stands_on_one_sheet() -> None:
    assert heights(plan_pages([], FRAME)) == [[]]
    assert heights(plan_pages([stack(ROOM - 400), stack(100)], FRAME)) == [[ROOM - 400, 100]]


def test_a_last_sheet_that_would_be_nearly_empty_gets_more() -> None:
    stacks = [stack(ROOM - 700), stack(350), stack(150)]
    assert heights(plan_pages(stacks, FRAME)) == [[ROOM - 700], [350, 150]]


def test_a_new_form_begins_on_a_new_sheet_where_that_takes_no_more_paper() -> None:
    assert ROOM > 900
    stacks = [stack(200, "strike"), stack(200, "suppression"), stack(200, "suppression"), stack(200, "suppression")]
    assert heights(plan_pages(stacks, FRAME)) == [[200], [200, 200, 200]]


def test_a_stack_for_which_the_frame_leaves_no_room_has_the_second_sheet() -> None:
    assert heights(plan_pages([stack(ROOM - 200)], FRAME)) == [[], [ROOM - 200]]


def test_a_stack_higher_than_any_paper_stands_alone() -> None:
    assert heights(plan_pages([stack(100), stack(2 * ROOM), stack(100)], FRAME)) == [[100], [2 * ROOM], [100]]


@given(st.integers(30, 120), st.integers(0, 600))
def test_a_block_higher_than_the_paper_is_torn_between_lines_that_stand_in_numbers(count: int, above: int) -> None:
    line, title = 34, 50
    block = stack(title + count * line, "torn").blocks[0]
    whole = Stack((block,), title + count * line, range(count))
    plan = plan_pages([*([stack(above)] if above else []), *split_at_lines(whole, line)], FRAME)
    parts = [[one for one in stacks if one.blocks == (block,)] for stacks in plan]
    assert [line for part in parts for one in part for line in one.lines] == list(range(count))
    for frame, stacks in zip([FRAME.first, *[FRAME.later] * (len(plan) - 1)], plan, strict=True):
        again = stacks[0].again if stacks else 0
        assert frame + again + sum(one.height for one in stacks) <= ROOM
    assert min(sum(len(one.lines) for one in part) for part in parts if part) >= FEWEST_LINES


@given(st.lists(st.tuples(st.integers(50, 700), st.sampled_from("abc")), max_size=12))
def test_every_plan_keeps_order_and_paper_and_takes_no_more_than_filling_sheet_by_sheet(
    made: list[tuple[int, str]],
) -> None:
    stacks = [stack(height, form) for height, form in made]
    plan = plan_pages(stacks, FRAME)
    assert list(chain.from_iterable(plan)) == stacks
    for frame, stacks_there in zip([FRAME.first, *[FRAME.later] * (len(plan) - 1)], plan, strict=True):
        assert frame + sum(one.height for one in stacks_there) <= ROOM
    greedy, left = 1, ROOM - FRAME.first
    for one in stacks:
        if one.height > left:
            greedy, left = greedy + 1, ROOM - FRAME.later
        left -= one.height
    assert len(plan) == greedy


@pytest.mark.parametrize("side", ["strike", "cap", SUPPRESSION.id])
def test_a_task_alone_takes_one_sheet(side: str) -> None:
    assert lay_out_pilot_page(pilot_shape(side)).papers.printed == [1]
