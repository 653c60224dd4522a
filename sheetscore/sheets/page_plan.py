"""Which blocks stand on which sheet of paper when a page has more than one: planned before anything is laid out.

Blocks keep their order, and none is torn apart. The first sheet carries the page's frame (who, what it comes to,
signatures), the others a heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from sheetscore.forms.block import Block
from sheetscore.workbooks.paper import PAPERS

SCALE = 95
"""Percent at which pages of several blocks are printed: lines of 34 pixels are then 8.5 mm, texts of 8 points 7.6."""

ROOM = int(min(paper.usable[1] for paper in PAPERS.values()) * 100 / SCALE)
"""Pixels of the lowest paper: a page is parted alike on all, so that its boxes have the same cells."""


@dataclass(frozen=True)
class Stack:
    """What a page break never parts: one block, or two side by side, with title, captions and the gap above."""

    blocks: tuple[Block, ...]
    height: int

    @property
    def form(self) -> str:
        """The form that it is part of, such as a task."""
        return self.blocks[0].form


Plan = tuple[Sequence[Stack], ...]
"""The stacks on each sheet of paper; the first may have none."""


@dataclass(frozen=True)
class Frame:
    """The pixels that a page's own things take on the first sheet of its paper, and on each that follows."""

    first: int
    later: int


def plan_pages(stacks: Sequence[Stack], frame: Frame) -> Plan:
    """Part stacks among as few sheets of paper as possible.

    Of all ways to do so the best begins on the first sheet, leaves the last at least half full, tears the fewest
    forms, and fills its emptiest sheet most. A stack that is higher than any paper has a sheet alone.
    """
    rest: dict[int, Plan] = {len(stacks): ()}
    """The best way to part what is left from a stack on, none of it on the first sheet."""
    for first in reversed(range(len(stacks))):
        last = max(first + 1, _end(stacks, first, ROOM - frame.later))
        ways: list[Plan] = [(stacks[first:end], *rest[end]) for end in range(first + 1, last + 1)]
        rest[first] = max(ways, key=lambda plan: _merit(plan, [frame.later] * len(plan)))
    whole: list[Plan] = [(stacks[:end], *rest[end]) for end in range(_end(stacks, 0, ROOM - frame.first) + 1)]
    return max(whole, key=lambda plan: _merit(plan, [frame.first, *[frame.later] * (len(plan) - 1)]))


def _end(stacks: Sequence[Stack], first: int, room: int) -> int:
    """Say how far the stacks from one on fit into a room: the first that does not."""
    heights = accumulate(stack.height for stack in stacks[first:])
    return first + sum(height <= room for height in heights)


def _merit(plan: Plan, frames: Sequence[int]) -> tuple[int, bool, bool, int, int]:
    used = [frame + sum(stack.height for stack in stacks) for frame, stacks in zip(frames, plan, strict=True)]
    torn = sum(bool(above) and above[-1].form == below[0].form for above, below in pairwise(plan))
    return -len(plan), bool(plan[0]), used[-1] >= ROOM / 2, -torn, min(used)
