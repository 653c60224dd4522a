"""Texts that name a seat whose player has left it: only the person who typed the text knows who is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name, side_of
from sheetscore.reading.merge import box_name
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.round_workbook import field_places
from sheetscore.wording import join_words
from sheetscore.workbooks.typed import quote

Now = Mapping[str, tuple[str, str]]
"""Seats of a table by name, each with the ids of the former and the present player."""


def seats_in_texts(
    forms: RoundForms,
    entries: Entries,
    typed: Mapping[FieldKey, bool],
    left: Mapping[int, Now],
    names: Mapping[str, str],
) -> Iterator[Finding]:
    """Find texts and lines that name a seat whose player has left it: they now seem to mean its present player.

    Parameters
    ----------
    entries, typed
        The values on the new sheets; and the boxes whose values come from the old sheets, each with whether it is a
        box for seats.
    left
        The seats that players have left, by table.
    names
        Names of the players by id.
    """
    speaking = {
        key: named
        for key, for_seats in typed.items()
        if (named := _named(forms, entries, key, left, for_seats=for_seats))
    }
    places = field_places(forms) if speaking else {}
    for key, named in speaking.items():
        now = left[forms.public[key].table]
        who = join_words(
            [f"{seat} is {_name(now[seat][1], names)} now and was {_name(now[seat][0], names)}" for seat in named]
        )
        sheet, cell = places.get(key, (table_sheet(key.table), ""))
        message = (
            f"{box_name(forms.public[key])}: {quote(str(entries[key]))} stays as it was typed, and seat {who}. "
            "Read it again, and correct it where it means the other one"
        )
        yield finding("names-seat", message, sheet=sheet, cell=cell, fields=(key,))


def _named(
    forms: RoundForms, entries: Entries, key: FieldKey, left: Mapping[int, Now], *, for_seats: bool
) -> list[str]:
    """Return the left seats that a box names."""
    text = entries.get(key)
    if not isinstance(text, str) or key not in forms.fields:
        return []
    if for_seats:
        return [seat for seat in left.get(forms.public[key].table, ()) if text == seat]
    if forms.fields[key][2].type != "text":
        return []
    return [seat for seat in left.get(forms.public[key].table, ()) if _names(text, seat)]


def _names(text: str, seat: str) -> bool:
    """Return whether a text names a seat: ``strike.2`` or ``strike 2`` by itself, ``1`` as player or seat 1."""
    before = r"(?:player|seat)\s*(?:no\.?|#)?\s*" if seat.isdecimal() else ""
    words = re.escape(seat).replace(r"\.", r"[. ]") if side_of(seat) else re.escape(seat)
    return re.search(rf"(?<!\w){before}{words}(?!\w)", text, re.IGNORECASE) is not None


def _name(player: str, names: Mapping[str, str]) -> str:
    return display_name(player, names) if player else "nobody"
