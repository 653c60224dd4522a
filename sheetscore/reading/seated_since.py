"""The values of earlier results in the boxes where they stand now: players may have changed their seats since."""

from __future__ import annotations

from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.page_moves import PageMoves


def as_seated_now(before: Entries, now: Entries, forms: RoundForms) -> dict[FieldKey, Value]:
    """Return former values by the boxes that they have on the pages of their players; others by their former boxes.

    Parameters
    ----------
    now
        The present values, which say who is on which page.
    """
    whom = {key: str(who) for key, who in now.items() if key in forms.fields and forms.fields[key][2].type == "player"}
    moves = PageMoves(ReadEntries(entries=dict(before)), forms, {}, whom)
    seated: dict[FieldKey, Value] = {}
    for key, value in before.items():
        target = None if moves.is_player(key) else moves.target(key)
        seated[target or key] = value if target is None else moves.renamed(key, target)
    return seated
