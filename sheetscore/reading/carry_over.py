"""What was typed on old sheets, carried over to new ones: a pilot's page by the pilot, a table's by the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, Field, FieldKey, RoundForms, Value, entries_by_page
from sheetscore.pairing.draw import named, side_of
from sheetscore.sheets.table_sheet import LIST_OF_TABLES

SEAT = "seat.pilot"


@dataclass(frozen=True)
class CarriedOver:
    """The entries of the new sheets, and what found no place on them."""

    entries: dict[FieldKey, Value]
    findings: tuple[Finding, ...]


def carry_over(old: Entries, fresh: Entries, forms: RoundForms, names: Mapping[str, str]) -> CarriedOver:
    """Carry typed values over to new sheets.

    Parameters
    ----------
    old
        What stands on the old sheets.
    fresh
        What the new sheets begin with: the drawn pilots.
    forms
        The new sheets.
    names
        Names of the players by id.
    """
    seat_now = {str(value): (key.table, key.seat) for key, value in fresh.items() if key.field == SEAT}
    entries = dict(fresh)
    lost: list[Finding] = []
    for (table, seat), values in entries_by_page(old).items():
        typed = {field: value for field, value in values.items() if not _is_drawn(FieldKey(table, seat, field), forms)}
        place = _place(table, seat, str(values.get(SEAT, "")), seat_now) if seat else (table, "")
        for field, value in typed.items():
            target = FieldKey(*place, field) if place else None
            if target in forms.fields and target is not None and _same_players(target, old, fresh, forms):
                entries[target] = value
            else:
                lost.append(_not_placed(table, seat, field, value, values, names))
    return CarriedOver(entries, tuple(lost))


def _is_drawn(key: FieldKey, forms: RoundForms) -> bool:
    """Tell whether a box is filled in by the draw: the pilot of a seat, or a team on a line."""
    if key.seat or key not in forms.fields:
        return key.field == SEAT
    return forms.fields[key][2].type == "player"


def _line(key: FieldKey, forms: RoundForms) -> dict[FieldKey, Field]:
    """Give the boxes of the line that a box is on."""
    block, row, _ = forms.fields[key]
    return {key._replace(field=block.field_id(row, box)): box for box in block.fields}


def _same_players(key: FieldKey, old: Entries, fresh: Entries, forms: RoundForms) -> bool:
    """Tell whether those whom the draw puts on a line of a table's own page are still the same."""
    return bool(key.seat) or all(
        old.get(other) == fresh.get(other) for other, box in _line(key, forms).items() if box.type == "player"
    )


def _place(table: int, seat: str, pilot: str, seat_now: Mapping[str, tuple[int, str]]) -> tuple[int, str] | None:
    """Say where a page goes: to its pilot's seat of the same side, or where it was if nobody was named on it."""
    if not pilot:
        return table, seat
    now = seat_now.get(pilot)
    return now if now and side_of(now[1]) == side_of(seat) else None


def _not_placed(
    table: int, seat: str, field: str, value: Value, page: Mapping[str, Value], names: Mapping[str, str]
) -> Finding:
    pilot = page.get(SEAT)
    who = f" ({named(str(pilot), names)})" if pilot else ""
    if table == LIST_OF_TABLES:  # each line of a list is a table
        table, seat, field = int(field.split(".")[1]), "its line", field.rpartition(".")[2]
    return finding(
        "not-placed",
        f"table {table}, {seat or 'table sheet'}{who}: {field} = {value} has no place on the new sheets; it is kept in "
        "the copy of the old ones, in kept/",
    )
