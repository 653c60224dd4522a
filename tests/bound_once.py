"""Templates that were bound before are not bound again: a command puts the forms of its event together anew each time.

What comes of a template follows from the template, its lists and its surroundings, and none of them is ever changed.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from sheetscore.forms import binding
from sheetscore.forms.binding import Surroundings
from sheetscore.forms.block import Block
from sheetscore.forms.choices import Choices
from sheetscore.forms.template import BlockTemplate, Template

MOST_KEPT = 16
"""Of a template: the seats of a table have lists of their own, and some events are played side by side."""

_KEPT: dict[str, deque[_BoundBefore]] = defaultdict(lambda: deque(maxlen=MOST_KEPT))
"""What was bound in this process, by the template's id."""


class _BoundBefore(binding._Binder):
    """Makes each block once, with the mistakes that there are in it."""

    def __init__(self, template: Template, lists: Mapping[str, Choices], surroundings: Surroundings) -> None:
        super().__init__(template, lists, surroundings)
        self.made: dict[str, Block] = {}
        self.prefix: str | None = None

    def block(self, block: BlockTemplate, prefix: str) -> Block:
        if prefix != self.prefix:  # as if nothing had been bound
            self.prefix = prefix
            for found in (self.columns, self.mistakes, self.made):
                found.clear()
        if block.id not in self.made:
            self.made[block.id] = super().block(block, prefix)
        return self.made[block.id]


@contextmanager
def bound_once() -> Iterator[None]:
    """Let the program bind equal templates in equal surroundings once."""

    def binder(template: Template, lists: Mapping[str, Choices], surroundings: Surroundings) -> _BoundBefore:
        for before in _KEPT[template.id]:
            if (before.lists, before.surroundings, before.template) == (lists, surroundings, template):
                return before
        _KEPT[template.id].appendleft(_BoundBefore(template, lists, surroundings))
        return _KEPT[template.id][0]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(binding, "_Binder", binder)
        yield
