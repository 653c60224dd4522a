"""What a template says of two who exchange their seats: which boxes are a pair, which name a seat."""

from __future__ import annotations

from typing import Any

import pytest

from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.block import Block
from sheetscore.forms.choices import Choices
from sheetscore.forms.template import Template

FIELDS = [
    {"id": "winner", "label": "Winner", "type": "choice", "list": "seats", "units": 2, "prompt": "Who won."},
    {"id": "one", "label": "One", "type": "count", "numbered": 2, "units": 1, "prompt": "Of the first."},
    {"id": "two", "label": "Two", "type": "count", "numbered": 2, "units": 1, "prompt": "Of the second."},
    {"id": "low", "label": "Low", "type": "number", "units": 1, "prompt": "A number."},
    {"id": "said", "label": "Said", "type": "text", "units": 2, "prompt": "A text."},
]
SEATS = Choices("seats", ("first", "second"), ("1", "2"), seats=True)


def bound(**mirror: Any) -> Block:
    block = {"id": "game", "title": "Game", "field": FIELDS, "mirror": mirror}
    template = Template.model_validate({"id": "game", "title": "Game", "block": [block]})
    (made,) = bind(template, "", Surroundings({"seats": SEATS}))
    return made


def test_boxes_of_a_pair_become_each_other_number_by_number() -> None:
    mirror = bound(pairs=[["one", "two"]], seats=["winner", "low"], both=["said"]).mirror
    assert mirror
    assert mirror.images == {
        "one[1]": "two[1]", "one[2]": "two[2]", "two[1]": "one[1]", "two[2]": "one[2]",
        "winner": "winner", "low": "low", "said": "said",
    }  # fmt: skip
    assert mirror.seats == {"winner", "low"}


@pytest.mark.parametrize(
    ("mirror", "says"),
    [
        ({"both": ["sad"]}, "there is no field sad"),
        ({"both": ["low", "said", "low"]}, "low is named twice; a box is one of a pair, names a seat, or is of both"),
        ({"pairs": [["low", "one"]]}, "low and one are a pair and must take the same; make them alike"),
        ({"seats": ["winner", "said"]}, "said is no choice and no whole number, and so it names no seat"),
        ({"both": ["winner"]}, "winner names a seat of the table; put it into seats"),
        ({"blank": [{"field": "low", "means": "1"}]}, "blank: low is no choice of seats"),
        ({"blank": [{"field": "winner", "means": "3"}]}, "blank: winner cannot mean 3: its list has none"),
        ({"blank": [{"field": "winner", "means": "1", "blocks": ["games"]}]}, "blank: there is no block games"),
    ],
)
def test_what_cannot_be_is_said_with_its_block(mirror: dict[str, Any], says: str) -> None:
    seats = [] if "winner" in mirror.get("both", ()) else ["winner"]
    with pytest.raises(TemplateError) as told:
        bound(**{"seats": seats, **mirror})
    assert [f"block game, mirror: {says}".replace("mirror: blank", "mirror, blank")] == list(told.value.mistakes)
