"""Texts that name a seat on which somebody else sits now.

Where a box is for a seat, the text follows the player; else only the person who typed the text knows who is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name, side_of
from sheetscore.reading.merge import box_name, first_changes
from sheetscore.reading.page_moves import PageMoves
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.round_workbook import field_places
from sheetscore.wording import join_words
from sheetscore.workbooks.typed import quote

_NAMED = 3
"""The most boxes with followed seats that a message names; it counts the others."""


def seats_in_texts(
    moves: PageMoves, texts: Mapping[FieldKey, str], came_from: Mapping[FieldKey, FieldKey]
) -> Iterator[Finding]:
    """Find texts and lines that name a seat which has one player at their former table, and another at the present one.

    If everybody whom a page names goes to another table with it, its texts still mean the same people.

    Parameters
    ----------
    texts
        The contents of the new sheets.
    came_from
        The former boxes of the values from the old sheets, by their new boxes.
    """
    then, now = moves.sitting(moves.texts), moves.sitting(texts)
    speaking = {}
    for key, old in came_from.items():
        was_at, is_at = moves.forms.called(old).table, moves.forms.called(key).table
        others = [seat for table, seat in then if table == was_at and then[table, seat] != now.get((is_at, seat))]
        named = [seat for seat in others if _means(moves, key, old, seat)] if texts[key] == moves.texts[old] else []
        if named:
            who = (
                f"{seat} is {_name(now.get((is_at, seat)), moves.names)} now and was "
                f"{_name(then[was_at, seat], moves.names)}"
                for seat in named
            )
            speaking[key] = join_words([*who])
    places = field_places(moves.forms) if speaking else {}
    for key, who_is_where in speaking.items():
        sheet, cell = places.get(key, (table_sheet(key.table), ""))
        message = (
            f"{box_name(moves.forms.public[key])}: {quote(texts[key])} stays as it was typed, and seat {who_is_where}. "
            "Read it again, and correct it where it means the other one"
        )
        yield finding("names-seat", message, sheet=sheet, cell=cell, fields=(key,))


def seats_followed(forms: RoundForms, typed: Entries, now: Entries) -> Iterator[Finding]:
    """Name the boxes whose text names another seat than was typed, since its player has that seat now.

    Parameters
    ----------
    typed
        The former texts that name another seat now, by their boxes on the new sheets.
    now
        The values of the new sheets.
    """
    if typed:
        message = (
            "what named a seat names the one that its player has now, otherwise than on paper: "
            f"{first_changes(typed, now, typed, forms, _NAMED)}"
        )
        yield finding("seat-followed", message, sheet=table_sheet(next(iter(typed)).table), fields=tuple(typed))


def _means(moves: PageMoves, key: FieldKey, old: FieldKey, seat: str) -> bool:
    """Return whether the text of a box names a seat.

    Parameters
    ----------
    old
        The box on the old sheets.
    """
    if moves.names_seat(old):
        return moves.seat_typed(old) == seat
    return moves.forms.fields[key][2].type == "text" and _names(moves.texts[old], seat)


def _names(text: str, seat: str) -> bool:
    """Return whether a text names a seat: ``strike.2`` or ``strike 2`` by itself, ``1`` as player or seat 1."""
    before = r"(?:player|seat)\s*(?:no\.?|#)?\s*" if seat.isdecimal() else ""
    words = re.escape(seat).replace(r"\.", r"[. ]") if side_of(seat) else re.escape(seat)
    return re.search(rf"(?<!\w){before}{words}(?!\w)", text, re.IGNORECASE) is not None


def _name(player: str | None, names: Mapping[str, str]) -> str:
    return display_name(player, names) if player else "nobody"
