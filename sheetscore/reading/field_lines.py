"""The values of a round as lines of CSV, out and in: ``table,seat,field,value,label``.

A label is for people, and may be anything, except in three cases. For a box that is numbered by a list of the event it
says which entry the value is for, since the list may have changed. Beside the id of a player it may be the name: if
most ids are other players', the lines were written from another event. Beside a text it may be the rest of that text,
which was cut at a comma: a label that is not that of the box is reported if most lines have the labels of their boxes.

The browser page of a scan writes two more columns: ``paper`` (:mod:`sheetscore.reading.lines_of_papers`), and
``was``, the value that the workbook had in the box when a person looked at the paper. A value that was typed there
since is reported, and replaced only by force.

Text that a spreadsheet would take for a formula gets an apostrophe in front, and loses it again on the way in.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from sheetscore.event.folder import stage_command
from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Block, Field
from sheetscore.forms.choices import Sitting
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms, continuable_blocks
from sheetscore.forms.values import doubt_about, shown, sitting, understand
from sheetscore.problems import UnreadableFile
from sheetscore.text_files import content_of, not_there
from sheetscore.workbooks.csv_texts import decoded, safe, separator_of, without_mark
from sheetscore.workbooks.typed import GROUP, InvalidValue, Raw, whole_number_from

COLUMNS = ("table", "seat", "field", "value", "label")
"""The columns, without those of scans; the last one may be missing."""

MOST_LINES = 300_000
"""Lines of a file: a round of 200 tables of nine pilots has 100,000 boxes."""

_MOST_MEBIBYTES = 32

WAS = "was"
"""The column with the former value of the box: if it has several lines of text, any of them may be that value."""

_LABEL, _SINCE = "label-differs", "typed-since"

FROM_SCANS = frozenset({"paper-differs", _SINCE})
"""Codes of findings that no change of the lines mends: the right paper is to be scanned, or the same once more."""

CLEAR = "-"
"""A value that empties its box."""


def text_of_lines(path: Path) -> str:
    """Return the text of a CSV file of boxes.

    Raises
    ------
    UnreadableFile
        There is no such file, its encoding is uncertain, or it has more lines than any round has boxes.
    """
    if not path.exists():
        raise not_there(path)
    text = decoded(content_of(path, _MOST_MEBIBYTES, "the values of a round"))
    if text is None:
        raise UnreadableFile(f"{path.name} cannot be read as CSV: save it as “CSV UTF-8”")
    if (lines := text.count("\n")) > MOST_LINES:
        raise UnreadableFile(
            f"{path.name} has {lines:,} lines, and no round has more than {MOST_LINES:,} boxes: take the lines of one"
        )
    return text


@contextmanager
def _csv(name: str) -> Iterator[None]:
    """Turn the error of the CSV reader into one about the file, with advice."""
    try:
        yield
    except csv.Error as error:
        raise UnreadableFile(
            f"{name} cannot be read as CSV ({error}): a value has at most {csv.field_size_limit():,} characters, and "
            "text in quotes ends with one"
        ) from error


def write_lines(forms: RoundForms, entries: Entries) -> str:
    """Return every box of a round as CSV, blank ones too."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    typed = ((key, forms.fields[key][2], value) for key, value in entries.items() if key in forms.fields)
    tables = sitting((forms.public[key], box, value) for key, box, value in typed)
    for key, (block, _, box) in forms.fields.items():
        value = _unmistakable(box, entries.get(key), tables.get(forms.public[key].table, {}))
        label = box_label(block.title, box, value)
        public = forms.public[key]
        writer.writerow(
            [public.table, public.seat, public.field, "" if value is None else safe_text(value), safe_text(label)]
        )
    return out.getvalue()


def _unmistakable(box: Field, value: Value | None, seated: Sitting) -> Value | None:
    """Return a value that is read back unambiguously: a seat by its name if its number is another player's id."""
    choices = box.at_table(seated).choices
    if choices is None or not choices.seats or not isinstance(value, str) or len(choices.meant(value)) == 1:
        return value
    return choices.shown(value)


def box_label(title: str, box: Field, value: Value | None) -> str:
    """Return the label of a line: the title of the block and the box, or the name of the player in it."""
    if box.type == "player" and value is not None:
        return str(shown(box, value))
    return f"{title}: {box.plain_label}" if title else box.plain_label


def safe_text(value: Value) -> str:
    """Write a value so that no spreadsheet takes it for a formula; numbers stay as they are."""
    if isinstance(value, str):
        return safe(value)
    return _decimal_text(value) if isinstance(value, Fraction) else str(value)


def _decimal_text(value: Fraction) -> str:
    """Write a number that was typed as a decimal fraction; 28 digits are more than anybody types.

    Three decimals become four: 7.125 could be read as thousands, 7.1250 cannot.
    """
    text = format(Decimal(value.numerator) / Decimal(value.denominator), "f")
    return f"{text}0" if len(text.partition(".")[2]) == GROUP else text


class FieldLines(Struct):
    """The values of a CSV file to be typed in.

    ``cleared`` are boxes to empty; ``given`` has the text for each box, and the number of its line; ``called`` has the
    labels of players.
    """

    values: dict[FieldKey, Value] = field(default_factory=dict)
    cleared: set[FieldKey] = field(default_factory=set)
    given: dict[FieldKey, tuple[int, str]] = field(default_factory=dict)
    called: dict[FieldKey, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_lines(
    text: str,
    forms: RoundForms,
    name: str,
    entries: Entries | None = None,
    raw: Mapping[FieldKey, Raw] | None = None,
    *,
    force: bool = False,
) -> FieldLines:
    """Read lines of values; every mistake is found at once.

    Parameters
    ----------
    text
        The CSV with a heading; the columns may be in any order, and ``label`` may be missing.
    name
        The file's name, for the findings.
    entries
        The present values of the boxes; seats may be named by the players in them.
    raw
        The texts of boxes that could not be parsed.
    force
        Whether to accept lines whose label is doubtful, and lines whose box has got another value since.
    """
    held = {**(entries or {}), **{key: str(value) for key, value in (raw or {}).items()}}
    with _csv(name):
        lines = _read_lines(text, forms, name, entries or {}, held)
    lines.findings = [one for one in lines.findings if not (force and one.code in {_LABEL, _SINCE})]
    return lines


def _read_lines(
    text: str, forms: RoundForms, name: str, entries: Entries, held: Mapping[FieldKey, Value]
) -> FieldLines:
    reader, headings = columns_of(text)
    lines = FieldLines()
    if wrong := _wrong_columns(name, reader.fieldnames or ()):
        lines.findings.append(wrong)
        return lines
    typist = _Typist(forms, name, lines, held)
    read = []
    for row in reader:
        given = {column: (row.get(headings.get(column, "")) or "").strip() for column in COLUMNS}
        was = row.get(headings[WAS]) if WAS in headings else None
        read.append(typist.line(reader.line_num, given, _behind(row, headings), was))
    valid = [line for line in read if line]
    tables = sitting(typist.players(valid, entries))
    typist.doubt_labels(valid)
    for line in valid:
        typist.take(line, tables.get(line.public.table, {}))
    return lines


class LooseLines(Struct, frozen=True):
    """The values of lines read without the sheets that have their boxes."""

    values: Mapping[FieldKey, str]
    """The values as written, by table, seat and field."""
    numbers: Mapping[FieldKey, int]
    """The number of the line of each value."""
    findings: Sequence[Finding] = ()
    """Mistakes in the lines themselves."""


def read_loose_lines(text: str, name: str) -> LooseLines:
    """Read lines of values that belong to no event; blank ones, and those that clear a box, are left out."""
    with _csv(name):
        return _read_loose_lines(text, name)


def _read_loose_lines(text: str, name: str) -> LooseLines:
    reader, headings = columns_of(text)
    if wrong := _wrong_columns(name, reader.fieldnames or ()):
        return LooseLines({}, {}, [wrong])
    values: dict[FieldKey, str] = {}
    numbers: dict[FieldKey, int] = {}
    findings: list[Finding] = []
    columns = [headings[column] for column in COLUMNS[:4]]
    for row in reader:
        table, seat, field_, value = ((row[column] or "").strip() for column in columns)
        if value in {"", CLEAR}:
            continue
        place = f"line {reader.line_num}"
        number = whole_number_from(table)
        if isinstance(number, InvalidValue):
            message = f"there is “{table}” as the table; enter its number"
            findings.append(finding(number.code, message, sheet=name, cell=place))
            continue
        if doubt := _cut_by_a_comma(value, _behind(row, headings)):
            findings.append(finding("ambiguous", doubt, sheet=name, cell=place))
            continue
        key = FieldKey(number, seat, field_)
        value = without_mark(value)
        if values.setdefault(key, value) != value:
            message = (
                f"{_spoken(key)} is “{value}” here and “{values[key]}” in line {numbers[key]}; keep one of the two"
            )
            findings.append(finding("box-twice", message, sheet=name, cell=place))
        numbers.setdefault(key, reader.line_num)
    return LooseLines(values, numbers, findings)


def _behind(row: Mapping[str | None, Any], headings: Mapping[str, str]) -> list[str]:
    """Return the text after the value of a line: a label, or the rest of a value with a comma in it.

    Who types a blank after every comma types one before a label, too: that one is dropped.
    """
    label = row.get(headings.get(COLUMNS[4], "")) or ""
    return [label.strip() if (row[headings["value"]] or "").startswith(" ") else label, *row.get(None, ())]


def _cut_by_a_comma(value: str, behind: Sequence[str]) -> str | None:
    """Return a message about a value that may have been split at a comma of its own; None if nothing says so.

    The rest is digits after a decimal comma, a label that begins with a blank, or a cell beyond the headings.
    """
    label, *more = behind
    if rest := next((text.strip() for text in behind if text.strip().isdecimal()), None):
        return f"there is “{value}”, and “{rest}” behind it; write {value}.{rest} if that is meant"
    if rest := next((text.strip() for text in more if text.strip()), label.strip() if label.startswith(" ") else ""):
        return f"there is “{value}”, and “{rest}” behind it; if that is one value put it in quotes, else take it away"
    return None


def columns_of(text: str) -> tuple[csv.DictReader[str], Mapping[str, str]]:
    """Begin to read lines: return the reader, and the headings by name in small letters."""
    reader = csv.DictReader(io.StringIO(text), delimiter=separator_of(text.partition("\n")[0]))
    return reader, {_name_of(heading): heading for heading in reader.fieldnames or ()}


def _name_of(heading: str) -> str:
    return (heading or "").strip().casefold()


def _wrong_columns(name: str, headings: Sequence[str]) -> Finding | None:
    """Find columns that are missing, or are there twice."""
    there = [*map(_name_of, headings)]
    if missing := [column for column in COLUMNS[:4] if column not in there]:
        what = f"has no column {', '.join(missing)}"
    elif twice := [column for column in COLUMNS if there.count(column) > 1]:
        what = f"has the column {', '.join(twice)} twice"
    else:
        return None
    message = f"{name} {what}; its first line must be {','.join(COLUMNS[:4])}"
    return finding("unknown-field", message, sheet=name, cell="line 1")


class _Line(Struct, frozen=True):
    """A line of the file: its number, the public key of its box, the key in the forms, and its texts."""

    number: int
    public: FieldKey
    key: FieldKey
    written: str
    label: str
    was: str | None
    """The value of its box when the line was written; None if it does not say."""


class _Typist(Struct, frozen=True):
    """Collects the values of lines, and the mistakes in them."""

    forms: RoundForms
    name: str
    lines: FieldLines
    held: Mapping[FieldKey, Value]
    """The present values of the boxes."""

    def line(self, number: int, given: Mapping[str, str], behind: Sequence[str], was: str | None) -> _Line | None:
        """Return a line with the box that it names; None if it has no value, or names no box.

        Parameters
        ----------
        behind
            The text after the value: a label, or the rest of a value with a comma in it.
        """
        if given["value"] == "":
            return None
        if doubt := _cut_by_a_comma(given["value"], behind):
            self._say(number, "ambiguous", doubt)
            return None
        table = whole_number_from(given["table"])
        if isinstance(table, InvalidValue):
            self._say(number, table.code, f"there is “{given['table']}” as the table; enter its number")
            return None
        known = self.forms.by_public
        public = _as_written(FieldKey(table, self._seat(given["seat"]), given["field"]), known)
        if public not in known:
            advice = self._more_lines(public) or _nearest(public, known)
            message = f"the sheets have no field {_spoken(public)}{advice}"
            self._say(number, "unknown-field", message)
            return None
        return _Line(number, public, known[public], given["value"], given["label"], was)

    def _more_lines(self, public: FieldKey) -> str:
        """Return advice if an unknown field is of a line that its block does not have; empty for any other."""
        for number in re.finditer(r"(?<=\.)\d+(?=\.)", public.field):
            first = public._replace(field=f"{public.field[: number.start()]}1{public.field[number.end() :]}")
            found = self.forms.fields.get(self.forms.by_public.get(first, first))
            page = self.forms.pages.get((public.table, public.seat))
            if not found or not page or int(number[0]) <= len(found[0].rows) or not found[0].is_numbered:
                continue
            if page.form.kind.longer:
                return f": it has lines 1 to {len(found[0].rows)}; {page.form.kind.longer}"
            if found[0] in continuable_blocks(page.form):
                called = public.seat or f'"{page.form.name}"'
                again = f"sheetscore {stage_command('sheets', self.forms.round)} --more {public.table} {called}"
                return f": it has lines 1 to {len(found[0].rows)}. For as many again: {again}"
        return ""

    def _seat(self, written: str) -> str:
        """Return the seat with this other name; the text itself if no seat has it."""
        return next((seat for name, seat in self.forms.also.items() if folded(name) == folded(written)), written)

    def players(self, asked: Sequence[_Line], entries: Entries) -> Iterator[tuple[FieldKey, Field, Value]]:
        """Yield the players in the boxes, as they will be after the lines are typed in."""
        written = {line.key: line.written for line in asked}
        for public, key in self.forms.by_public.items():
            box = self.forms.fields[key][2]
            if box.type == "player":
                value = entries.get(key)
                if key in written:
                    value = _understood(box, written[key])  # type: ignore[assignment]  # a mistake is reported elsewhere
                if isinstance(value, str):
                    yield public, box, value

    def doubt_labels(self, lines: Sequence[_Line]) -> None:
        """Find labels beside texts that are perhaps the rest of a text that was cut at a comma.

        Labels may be anything; but if most lines have the labels of their boxes, as a command wrote them, so should the
        others.
        """
        named = [line for line in lines if line.label and self.forms.fields[line.key][2].type != "player"]
        others = [line for line in named if not self._has_own_label(line)]
        if len(named) < 2 * len(others):
            return
        for line in others:
            if self.forms.fields[line.key][2].type == "text":
                message = (
                    f"{_spoken(line.public)}: there is “{line.written}”, and “{line.label}” behind it, which is not "
                    "the label of that box; if that is one value put it in quotes, else clear the label; or add --force"
                )
                self._say(line.number, _LABEL, message)

    def _has_own_label(self, line: _Line) -> bool:
        block, _, box = self.forms.fields[line.key]
        label = folded(without_mark(line.label))
        return _is_called(label, block, box) or label in folded(box_label(block.title, box, None))

    def take(self, line: _Line, seated: Sitting) -> None:
        """Accept the value of a line; ``seated`` has the accepted names of the players at its table."""
        box = self.forms.fields[line.key][2]
        what, written = _spoken(line.public), line.written
        value = _understood(box.at_table(seated), written)
        if isinstance(value, InvalidValue):
            self._say(line.number, value.code, f"{what}: {value.message}")
            return
        if written != CLEAR and (doubt := doubt_about(box, written)):
            self._say(line.number, "unknown-player", f"{what}: {doubt}")
            return
        if value is None and written != CLEAR:
            return
        if doubt := self._is_of_another_entry(line):
            self._say(line.number, _LABEL, f"{what} {doubt}")
        if doubt := self._was_typed_since(line, box.at_table(seated), value):
            self._say(line.number, _SINCE, f"{what} {doubt}")
        if line.key in self.lines.given:
            number, before = self.lines.given[line.key]
            if self.lines.values.get(line.key) != value:
                message = f"{what} is “{written}” here and “{before}” in line {number}; keep one of the two"
                self._say(line.number, "box-twice", message)
            return
        self.lines.given[line.key] = line.number, written
        if box.type == "player":
            self.lines.called[line.key] = without_mark(line.label)
        if value is None:
            self.lines.cleared.add(line.key)
        else:
            self.lines.values[line.key] = value

    def _was_typed_since(self, line: _Line, box: Field, value: Value | None) -> str | None:
        """Return a message if a box has neither the value of when its line was written nor the new value; else None."""
        now = self.held.get(line.key)
        if line.was is None or now == value:
            return None
        before = [text.strip() for text in line.was.split("\n")]
        meant = [_understood(box, text) if text else None for text in before]
        if now in meant or str(now) in before:
            return None
        has = f"has “{shown(box, now)}” in the workbook" if now is not None else "is blank in the workbook"
        return (
            f"{has}, which was typed since the paper was scanned, and “{line.written}” here. Scan the same files "
            "again and look at both; or add --force, and it is replaced"
        )

    def _is_of_another_entry(self, line: _Line) -> str | None:
        """Return a message if the label of a line is not, even in part, the label of its numbered box; else None."""
        block, row, box = self.forms.fields[line.key]
        label, own = without_mark(line.label), box_label(block.title, box, None)
        if not box.entry or not label or _is_called(label, block, box):
            return None
        other = next((one for one in block.fields if one.entry and _is_called(label, block, one)), None)
        if other is None and folded(label) in folded(own):
            return None  # somebody has shortened the label
        public = other and self.forms.public[line.key._replace(field=block.field_id(row, other))]
        is_now = f"; “{label}” is {public.field}" if public else ""
        return (
            f"is called “{label}” there, and that box is “{own}” now{is_now}. Correct the field, or clear the label if "
            "the value is meant for this box; or add --force"
        )

    def _say(self, number: int, code: str, message: str) -> None:
        self.lines.findings.append(finding(code, message, sheet=self.name, cell=f"line {number}"))


def _is_called(label: str, block: Block, box: Field) -> bool:
    """Return whether a text is the label of a box, with the title of its block or without."""
    return folded(label) in {folded(box_label(block.title, box, None)), folded(box.plain_label)}


def _understood(box: Field, written: str) -> Value | InvalidValue | None:
    return None if written == CLEAR else understand(box, without_mark(written))


def _as_written(key: FieldKey, known: Collection[FieldKey]) -> FieldKey:
    """Return the name of a box, whatever the capitals of seat and field."""
    if key in known:
        return key
    wanted = key.seat.casefold(), key.field.casefold()
    same = (one for one in known if one.table == key.table and (one.seat.casefold(), one.field.casefold()) == wanted)
    return next(same, key)


def _spoken(key: FieldKey) -> str:
    return f"{key.field} at table {key.table}" + (f", {key.seat}" if key.seat else "")


def _nearest(key: FieldKey, known: Collection[FieldKey]) -> str:
    """Return advice about an unknown field: the known tables, the seats of its table, or the nearest field."""
    tables = {other.table for other in known}
    if key.table not in tables:
        return f"; the tables are {min(tables)} to {max(tables)}"
    seats = {other.seat for other in known if other.table == key.table}
    if key.seat not in seats:
        return f"; table {key.table} has the seats {', '.join(sorted(filter(None, seats)))}"
    fields = [other.field for other in known if (other.table, other.seat) == (key.table, key.seat)]
    near = get_close_matches(key.field, fields, n=1)
    return f"; did you mean {near[0]}?" if near else f"; that page has {', '.join(fields[:5])} ..."
