"""What the page of a match asks for: the boxes that its scenarios need; the others are left off."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import cycle, islice

from sheetscore.forms.template import PAGE_UNITS, BlockTemplate, CheckTemplate, FieldTemplate, ShowTemplate, Template
from sheetscore.systems.match.games import SIDES
from sheetscore.systems.match.model import MatchScenario

POINTS, TERRITORY = ("points_1", "points_2"), ("turn_1", "turn_2", "losses_1", "losses_2")
"""The boxes of the tie-breakers."""

ORDERS = tuple(f"order_{which}" for which in (*SIDES, "high"))
"""The boxes of orders of battle: all or none, since one alone would have the caption of another block."""

ROLLS = ("rolls_1", "rolls_2", "choice")
"""The boxes of who chooses what."""


def not_asked_for(choice: Sequence[MatchScenario]) -> frozenset[str]:
    """Return the boxes that none of the scenarios on offer needs, by their ids in the templates."""
    return frozenset(_not_asked_for(choice))


def _not_asked_for(choice: Sequence[MatchScenario]) -> Iterator[str]:
    gradings = {scenario.grading for scenario in choice}
    if not any(scenario.kind.graded for scenario in choice):
        yield "level"
    if "points" not in gradings:
        yield from POINTS
    if "territory" not in gradings:
        yield from TERRITORY
    if not any(side.orders for scenario in choice for side in scenario.sides):
        yield from ORDERS
        if len(choice) == 1:
            yield from ROLLS


def without(template: Template, boxes: Collection[str]) -> Template:
    """Return the template of a match without some boxes, which its rules take for blank ones.

    Those boxes that are left for words share the width; a block of which nothing is left is gone.
    """
    blocks = (_without(block, boxes) for block in template.block)
    return template.model_copy(update={"block": tuple(block for block in blocks if block.field)})


def _without(block: BlockTemplate, boxes: Collection[str]) -> BlockTemplate:
    gone = [box.id for box in block.field if box.id in boxes]
    if not gone:
        return block
    any_gone = "|".join(gone)
    mentioned = re.compile(rf"(?<![\w.])(?:filled\((?:{any_gone})\)|(?:{any_gone})\b(?:\.\w+)?)")

    def rule(text: str) -> str:
        return mentioned.sub("0", text)

    def show(one: ShowTemplate) -> ShowTemplate:
        return one.model_copy(update={"rule": rule(one.rule)})

    def check(one: CheckTemplate) -> CheckTemplate:
        return one.model_copy(update={"when": rule(one.when)})

    shows = tuple(map(show, block.show))
    changes = {
        "field": _widened([box for box in block.field if box.id not in gone], sum(one.units for one in shows)),
        "let": {name: rule(text) for name, text in block.let.items()},
        "show": shows,
        "check": tuple(check(one) for one in block.check if one.field not in gone),
    }
    return block.model_copy(update=changes)


def _widened(boxes: Sequence[FieldTemplate], taken: int) -> tuple[FieldTemplate, ...]:
    """Share what is left of a line out among the boxes for words; ``taken`` units of it are no boxes."""
    spare = PAGE_UNITS["portrait"] - taken - sum(box.units for box in boxes)
    wide = [box.id for box in boxes if box.type == "choice"]
    more = Counter(islice(cycle(wide), max(spare, 0)))
    return tuple(box.model_copy(update={"units": box.units + more[box.id]}) for box in boxes)
