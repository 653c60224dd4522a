"""The values of a round as lines of CSV, out and in: ``table,seat,field,value,label``.

Text that a spreadsheet would take for a formula gets an apostrophe in front, and loses it again on the way in.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, Field, FieldKey, RoundForms, Value
from sheetscore.forms.values import Misread, shown, understand

COLUMNS = ("table", "seat", "field", "value", "label")
CLEAR = "-"
"""A value that empties its box."""

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "'")


def write_lines(forms: RoundForms, entries: Entries) -> str:
    """Give every box of a round as CSV, blank ones too."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for key, (block, _, box) in forms.fields.items():
        value = entries.get(key)
        label = _label(block.title, box, value)
        public = forms.public[key]
        writer.writerow(
            [public.table, public.seat, public.field, "" if value is None else safe_text(value), safe_text(label)]
        )
    return out.getvalue()


def _label(title: str, box: Field, value: Value | None) -> str:
    if box.type == "player" and value is not None:
        return str(shown(box, value))
    return f"{title}: {box.label}" if title else box.label


def safe_text(value: Value) -> str:
    """Write a value so that no spreadsheet takes it for a formula; numbers stay as they are."""
    text = decimal_text(value) if isinstance(value, Fraction) else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_DANGEROUS) else text


def decimal_text(value: Fraction) -> str:
    """Write a number that was typed as a decimal fraction; 28 digits are more than anybody types."""
    return format(Decimal(value.numerator) / Decimal(value.denominator), "f")


@dataclass
class FieldLines:
    """What a CSV file asks to be typed in.

    ``cleared`` are boxes to empty, ``given`` what each box was given, as written, and in which line.
    """

    values: dict[FieldKey, Value] = field(default_factory=dict)
    cleared: set[FieldKey] = field(default_factory=set)
    given: dict[FieldKey, tuple[int, str]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_lines(text: str, forms: RoundForms, name: str) -> FieldLines:
    """Read lines of values; every mistake is found at once.

    Parameters
    ----------
    text
        The CSV with a heading; the columns may stand in any order, ``label`` is ignored.
    name
        The file's name, for the findings.
    """
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)  # a German Excel saves semicolons
    reader = csv.DictReader(io.StringIO(text), delimiter=delimiter)
    headings = {(heading or "").strip().casefold(): heading for heading in reader.fieldnames or ()}
    lines = FieldLines()
    missing = [column for column in COLUMNS[:4] if column not in headings]
    if missing:
        lines.findings.append(
            finding(
                "unknown-field",
                f"{name} has no column {', '.join(missing)}; its first line must be {','.join(COLUMNS)}",
                sheet=name,
                cell="line 1",
            )
        )
        return lines
    known = forms.by_public
    for row in reader:
        given = {column: (row.get(headings[column]) or "").strip() for column in COLUMNS[:4]}
        _take(given, reader.line_num, forms, known, name, lines)
    return lines


def _take(
    given: Mapping[str, str],
    number: int,
    forms: RoundForms,
    known: Mapping[FieldKey, FieldKey],
    name: str,
    lines: FieldLines,
) -> None:
    def say(code: str, message: str) -> None:
        lines.findings.append(finding(code, message, sheet=name, cell=f"line {number}"))

    if not any(given.values()) or given["value"] == "":
        return
    if not given["table"].isdecimal():
        say("not-a-number", f"there is “{given['table']}” as the table; enter its number")
        return
    public = _as_written(FieldKey(int(given["table"]), given["seat"], given["field"]), known)
    if public not in known:
        say("unknown-field", f"the sheets have no field {_spoken(public)}{_nearest(public, known)}")
        return
    key = known[public]
    written = given["value"]
    value = None if written == CLEAR else understand(forms.fields[key][2], written.removeprefix("'"))
    if isinstance(value, Misread):
        say(value.code, f"{_spoken(public)}: {value.message}")
        return
    if value is None and written != CLEAR:
        return
    if key in lines.given:
        line, before = lines.given[key]
        if lines.values.get(key) != value:
            say(
                "box-twice", f"{_spoken(public)} is “{written}” here and “{before}” in line {line}; keep one of the two"
            )
        return
    lines.given[key] = number, written
    if value is None:
        lines.cleared.add(key)
    else:
        lines.values[key] = value


def _as_written(key: FieldKey, known: Collection[FieldKey]) -> FieldKey:
    """Give the name that a box goes by, whatever the capitals of seat and field."""
    if key in known:
        return key
    wanted = key.seat.casefold(), key.field.casefold()
    same = (one for one in known if one.table == key.table and (one.seat.casefold(), one.field.casefold()) == wanted)
    return next(same, key)


def _spoken(key: FieldKey) -> str:
    return f"{key.field} at table {key.table}" + (f", {key.seat}" if key.seat else "")


def _nearest(key: FieldKey, known: Collection[FieldKey]) -> str:
    tables = {other.table for other in known}
    if key.table not in tables:
        return f"; the tables are {min(tables)} to {max(tables)}"
    seats = {other.seat for other in known if other.table == key.table}
    if key.seat not in seats:
        return f"; table {key.table} has the seats {', '.join(sorted(filter(None, seats)))}"
    fields = [other.field for other in known if (other.table, other.seat) == (key.table, key.seat)]
    near = get_close_matches(key.field, fields, n=1)
    return f"; did you mean {near[0]}?" if near else f"; that page has {', '.join(fields[:5])} ..."
