"""Two transcribers' copies of a round laid together: a box filled in one is taken, filled differently is a finding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.values import Raw
from sheetscore.reading.fields import Entered
from sheetscore.sheets.table_sheet import table_sheet


@dataclass(frozen=True)
class Merged:
    """Both copies in one: values, boxes that cannot be read, and where the copies differ."""

    entries: dict[FieldKey, Value]
    raw: dict[FieldKey, Raw]
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class _Written:
    """What stands in a box: a value, or something that cannot be read."""

    raw: Raw
    value: Value | None = None


def merge(
    copies: tuple[Entered, Entered],
    names: tuple[str, str],
    drawn: Entries,
    public: Mapping[FieldKey, FieldKey] | None = None,
) -> Merged:
    """Lay two copies together.

    Parameters
    ----------
    names
        What the two files are called, for the findings.
    drawn
        What the sheets began with: a box that still has this counts as not filled.
    public
        The names of the boxes as scripts know them, where they have others.
    """
    first, second = map(_standing, copies)
    begun = {key: _Written(value, value) for key, value in drawn.items()}
    chosen: dict[FieldKey, _Written] = {}
    findings = []
    for key in dict.fromkeys((*first, *second)):
        one, two = (None if copy.get(key) == begun.get(key) else copy.get(key) for copy in (first, second))
        if one and two and one != two:
            findings.append(_differs(key, (public or {}).get(key, key), one, two, names, copies[0]))
        taken = one or two or begun.get(key)
        if taken:
            chosen[key] = taken
    return Merged(
        {key: written.value for key, written in chosen.items() if written.value is not None},
        {key: written.raw for key, written in chosen.items() if written.value is None},
        tuple(findings),
    )


def _standing(copy: Entered) -> Mapping[FieldKey, _Written]:
    values = {key: _Written(value, value) for key, value in copy.entries.items()}
    return {**values, **{key: _Written(raw) for key, raw in copy.raw.items()}}


def _differs(
    key: FieldKey, said: FieldKey, one: _Written, two: _Written, names: tuple[str, str], copy: Entered
) -> Finding:
    sheet, cell = copy.cells.get(key, (table_sheet(key.table), ""))
    where = f"table {said.table}, {said.seat or 'table sheet'}, {said.field}"
    return finding(
        "merge-differs",
        f"{where}: {names[0]} has “{one.raw}”, {names[1]} has “{two.raw}”. Look at the paper and mend one of them",
        sheet=sheet,
        cell=cell,
        fields=(key,),
    )
