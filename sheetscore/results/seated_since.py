"""The values of earlier results in the boxes where they belong now: players may have changed their seats since."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.page_moves import PageMoves
from sheetscore.results.record import RoundRecord


def as_seated_now(before: RoundRecord, now: Entries, forms: RoundForms) -> RoundRecord:
    """Return former results with their values and their missing tables where the players concerned sit now.

    Values of pages that have not moved keep their boxes. Provisional results leave out tables, and do not say who sat
    there: if the players of another table have such a number now, the two are taken to have changed places.

    Parameters
    ----------
    now
        The present values, which say who is on which page.
    """
    whom = {key: str(who) for key, who in now.items() if key in forms.fields and forms.fields[key][2].type == "player"}
    moves = PageMoves(ReadEntries(entries=dict(before.entries)), forms, {}, whom)
    seated: dict[FieldKey, Value] = {}
    for key, value in before.entries.items():
        target = moves.target(key)
        seated[target or key] = value if target is None else moves.renamed(key, target)
    open_now = sorted(_number_now(table, moves.tables_since) for table in before.missing)
    return dataclasses.replace(before, entries=seated, missing=tuple(open_now))


def _number_now(table: int, moved: Mapping[int, int]) -> int:
    """Return the present number of a table; if that is unknown, the one left by those who sit there now, and so on."""
    if table in moved:
        return moved[table]
    came_from = {to: left for left, to in moved.items()}
    while table in came_from:
        table = came_from[table]
    return table
