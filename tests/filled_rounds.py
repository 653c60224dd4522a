"""Rounds filled in at random: every box with a value of its type, or blank."""

from __future__ import annotations

from random import Random

from sheetscore.forms.block import Field
from sheetscore.forms.form import Entries, Value
from sheetscore.forms.round_forms import RoundForms

FREE_ODDS = ("25:1", "1:5", "120:1", "1:100")
FREE_TEXTS = ("Lorry park", "a * b", "=1+1", "ZSU ~?", 'He said "no"', "<D>", "Brücke ✈")

FREE = {"choice": FREE_TEXTS, "odds": FREE_ODDS}
"""What may be written in beyond a list, by the type of the box."""


def filled(forms: RoundForms, seed: int, share: float) -> Entries:
    """Fill a share of all boxes; pilots stay as they are."""
    random = Random(seed)
    return {
        key: _value(box, random)
        for key, (_, _, box) in forms.fields.items()
        if key.field != "seat.pilot" and random.random() < share
    }


def _value(box: Field, random: Random) -> Value:
    """Give what may stand in a box, short of what would make the page unreadable."""
    if box.choices is not None and (box.choices.names or box.open):
        offered = box.choices.recorded + FREE.get(box.type, ()) * box.open
        return random.choice(offered)
    if box.is_text:
        return random.choice(FREE_TEXTS)
    return random.randint(box.minimum, min(box.maximum, max(box.minimum, 20)))
