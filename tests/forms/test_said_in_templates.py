"""What forms say of their points in sentences: every example that stands there is what the rules compute."""

from __future__ import annotations

import re

import pytest
from amps_event import pilot_shape

from sheetscore.forms.evaluation import score_page
from sheetscore.forms.template import BlockTemplate, Library

SIDES = {"air-combat": "cap", "strike": "strike", "defense-suppression": "ds"}
"""Whose pages have the forms: the targets of the examples are those of the event."""

LIBRARY = Library("amps", ("amps",))

EXAMPLES = [
    pytest.param(form, block, id=f"{form}-{block.id}")
    for form in SIDES
    for block in LIBRARY.template(form).block
    if block.example
]


@pytest.mark.parametrize(("form", "block"), EXAMPLES)
def test_an_example_is_what_the_rules_compute(form: str, block: BlockTemplate) -> None:
    assert block.example
    shape = pilot_shape(SIDES[form])
    place = f"{form}.{block.id}"
    entries = {f"{place}.{box}": value for box, value in block.example.values.items()}
    assert set(entries) <= set(shape.fields), "boxes of the block"
    assert score_page(shape, entries).total(place) == block.example.points
    assert re.search(rf"\b{abs(block.example.points)}\b", block.example.text), "the sentence comes to it"


@pytest.mark.parametrize("form", SIDES)
def test_every_block_with_points_says_how_they_come_about(form: str) -> None:
    for block in LIBRARY.template(form).block:
        assert bool(block.say) == bool(block.total), block.id


@pytest.mark.parametrize("form", ["pilot", *SIDES])
def test_no_line_ends_between_a_minus_and_its_figure(form: str) -> None:
    """Programs break lines after a hyphen; “-” at the end of one and “3 gives 3 more” on the next is another rule."""
    for block in LIBRARY.template(form).block:
        texts = (block.rule, block.say, block.example.text if block.example else "")
        assert not [text for text in texts if re.search(r"(^|\s)-\d", text)]
