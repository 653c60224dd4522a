"""Values on sheets that were made from another draw, moved to the boxes of the seats that their players have now.

Only so can they be compared with present sheets box by box: the same seat may have another player there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.carry_over import OF_OTHERS, CarriedOver, carry_over
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.seats_in_texts import seats_followed


class SeatedNow(Struct, frozen=True):
    """What stands on sheets, by the present seats."""

    entered: ReadEntries
    lost: tuple[Finding, ...] = ()
    """Values without a place now, or that would count for others, if typed since a command wrote the sheets."""
    found: tuple[Finding, ...] = ()
    """All findings that making new sheets would give; none if nothing had to move."""
    followed: tuple[Finding, ...] = ()
    """The note about seats named by what was typed since a command wrote the sheets, where a player has another now."""


def seated_now(read: ReadEntries, forms: RoundForms, names: Mapping[str, str]) -> SeatedNow:
    """Return what stands on sheets by the present seats, as new sheets would have it.

    Parameters
    ----------
    forms
        The present sheets.
    names
        Names of the players by id.
    """
    begun = read.begun
    if begun is None or begun.drawn is None or begun.drawn == forms.drawn:
        return SeatedNow(read)
    carried = carry_over(read, forms, names)
    before = {key: _value(text) for key, text in begun.written.items()}
    written = carry_over(replace(read, entries=before, raw={}, findings=[]), forms, names)
    goes = {**written.goes, **carried.goes}
    cells = read.cells | {target: read.cells[key] for key, target in goes.items() if key in read.cells}
    findings = [replace(one, fields=tuple(goes.get(key, key) for key in _boxes(one))) for one in read.findings]
    texts = {key: str(value) for key, value in written.entries.items()} if begun.written else {}
    entered = replace(
        read,
        entries=carried.entries,
        raw=carried.raw,
        cells=cells,
        findings=findings,
        begun=replace(begun, drawn=forms.drawn, written=texts),
    )
    changed = _changed(read, begun.written)
    since = {goes[key] for key in changed if key in goes}
    followed = {key: was for key, was in carried.followed.items() if key in since}
    return SeatedNow(
        entered,
        tuple(_lost(changed, carried)),
        (*carried.findings, *carried.remarks),
        tuple(seats_followed(forms, followed, carried.entries)),
    )


def _value(text: str) -> Value:
    """Return the value of a text in a baseline; a number has to be one again, since it may name a seat that moves."""
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _boxes(one: Finding) -> list[FieldKey]:
    return [FieldKey(*key) for key in one.fields]


def _changed(read: ReadEntries, written: Mapping[FieldKey, str]) -> set[FieldKey]:
    """Return the boxes that were typed or cleared since a command wrote the sheets."""
    texts = read.texts
    return {key for key in texts.keys() | (written.keys() & read.cells.keys()) if texts.get(key) != written.get(key)}


def _lost(changed: Set[FieldKey], carried: CarriedOver) -> Iterator[Finding]:
    """Yield findings that stop new sheets, if about values typed since a command wrote the old ones.

    Other files have all other values, too.

    Parameters
    ----------
    changed
        The boxes typed or cleared since.
    """
    tables = {key.table for key in changed}
    for one in carried.findings:
        boxes = _boxes(one)
        is_since = any(key.table in tables if one.code == OF_OTHERS else key in changed for key in boxes)
        if is_since or (changed and not one.fields):
            yield one
