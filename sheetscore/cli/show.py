"""Findings on the terminal, condensed into few lines.

Errors come first. Blank pages of a table share a line; so do equal warnings, and typed values of a page that would be
lost.
Only the terminal condenses: ``--json`` and the marked copy have every finding.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import click
from msgspec import Struct

from sheetscore.cli.output import say
from sheetscore.findings import CODES, Finding, Severity
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.round_workbook import BLANK_PAGE, INCOMPLETE
from sheetscore.sheets.headings import table_sheet
from sheetscore.wording import escaped, first_clauses, join_words, pluralize

LOST = "not-placed"
"""The code of findings on typed values for which new sheets have no box."""

SHOWN_IN_FULL = 3
"""The most equal warnings shown in full."""

NAMED_PLACES = 8
"""The most places named in a line; further ones are counted."""

NAMED_BOXES = 20
"""The most boxes of a page named in a line; further ones are counted."""


class MessageLine(Struct, frozen=True):
    """A line on the terminal. ``place`` names sheet and cell; it is empty for a finding about no single place."""

    severity: Severity
    place: str
    message: str


class _Group(NamedTuple):
    """The key of a group of findings. The findings of a group share a line."""

    kind: str
    """A key of `_LINES`."""
    number: int
    """The number of the table; for a finding shown alone, its index, so that no other shares its key."""
    shared: tuple[str, ...] = ()
    """What else the findings have in common, such as code and page."""


def condensed(findings: Iterable[Finding], untouched_tables: Collection[int] = ()) -> list[MessageLine]:
    """Return the lines for findings: errors, warnings, notes; findings of equal severity keep their order.

    Values left in other files come last among the errors. They are one line per file if other errors keep the round
    from being scored anyway; missing results are no such errors, since the other file may have them.

    Parameters
    ----------
    untouched_tables
        The tables on whose sheets nothing is typed yet: all that is missing on one is a single line.
    """
    severities = list(Severity)
    ordered = sorted(findings, key=lambda one: (severities.index(one.severity), one.code == LEFT_IN_COPY))
    has_other_errors = any(one.is_error and one.code not in {LEFT_IN_COPY, *INCOMPLETE} for one in ordered)
    groups: dict[_Group, list[Finding]] = {}
    for number, one in enumerate(ordered):
        left = has_other_errors and one.code == LEFT_IN_COPY and one.fields and one.kind
        group = _Group("left", 0, (one.kind,)) if left else _group(one, number, untouched_tables)
        groups.setdefault(group, []).append(one)
    return [line for group, members in groups.items() for line in _LINES[group.kind](members)]


def _group(one: Finding, number: int, untouched_tables: Collection[int]) -> _Group:
    """Return the group whose findings share a line with this one."""
    tables = {table for table, _ in one.seats}
    if one.code in INCOMPLETE and one.is_error and len(tables) == 1:
        (table,) = tables
        if table in untouched_tables:
            return _Group("untouched", table)
        if one.code == BLANK_PAGE:
            return _Group("blank", table)
    if one.around:
        return _Group("page", 0, (one.severity, one.code, one.around.before, one.around.after))
    if not one.is_error and one.fields and one.code != LOST:
        return _Group("alike", 0, (one.severity, one.code, one.kind))
    return _Group("alone", number)


def _in_full(members: Sequence[Finding]) -> list[MessageLine]:
    return [MessageLine(one.severity, one.place, one.message) for one in members]


def _nothing_yet(members: Sequence[Finding]) -> list[MessageLine]:
    return [MessageLine(members[0].severity, _sheet(members), "nothing yet")]


def _blank_pages(members: Sequence[Finding]) -> list[MessageLine]:
    if len(members) == 1:
        return _in_full(members)
    seats = list(dict.fromkeys(seat for one in members for _, seat, _ in one.fields))
    return [MessageLine(members[0].severity, _sheet(members), f"{join_words(seats)} blank")]


def _left(members: Sequence[Finding]) -> list[MessageLine]:
    if len(members) == 1:
        return _in_full(members)
    first = members[0]
    boxes = pluralize(len(members), "box", "boxes")
    message = f"{boxes} otherwise than in the workbook ({_places(members)}). Mend the rest first; then each is named"
    return [MessageLine(first.severity, first.kind, message)]


def _page(members: Sequence[Finding]) -> list[MessageLine]:
    first, around = members[0], members[0].around
    if len(members) == 1 or not around:
        return _in_full(members)
    boxes = first_clauses([around.middle(one.message) for one in members], NAMED_BOXES)
    return [MessageLine(first.severity, first.place, f"{around.before}{boxes}{around.many or around.after}")]


def _alike(members: Sequence[Finding]) -> list[MessageLine]:
    if len(members) <= SHOWN_IN_FULL:
        return _in_full(members)
    first, (_, meaning) = members[0], CODES[members[0].code]
    placed = all(one.place for one in members)
    if placed and not first.kind:
        message = f"{meaning}: {pluralize(len(members), 'place')} ({_places(members)})"
        return [MessageLine(first.severity, "", message)]
    others = members[SHOWN_IN_FULL:]
    where = f" ({_places(others)})" if placed else ""
    more = f"{first.kind or meaning}: {len(others)} more of these{where}"
    return [*_in_full(members[:SHOWN_IN_FULL]), MessageLine(first.severity, "", more)]


def _places(members: Sequence[Finding]) -> str:
    """Name the first places, a sheet only where it changes: ``Table 1!F9, F11, Table 2!F9 and 3 more``."""
    places = dict.fromkeys(map(_place, members))
    named, before = list[str](), ""
    for sheet, cell in [*places][:NAMED_PLACES]:
        named.append(cell if cell and sheet == before else "!".join(filter(None, (sheet, cell))))
        before = sheet
    more = len(places) - len(named)
    return escaped(join_words([*named, *([f"{more} more"] if more > 0 else [])]))


def _place(one: Finding) -> tuple[str, str]:
    """Return the sheet and the cell of a finding; without a cell, sheet, seat and field id as one text, and ``""``."""
    if one.cell or not one.fields:
        return one.sheet, one.cell
    _, seat, field = one.fields[0]
    return " ".join(filter(None, (one.sheet, seat, field))), ""


def _sheet(members: Sequence[Finding]) -> str:
    return table_sheet(members[0].fields[0][0])


_LINES: dict[str, Callable[[Sequence[Finding]], list[MessageLine]]] = {
    "untouched": _nothing_yet,
    "blank": _blank_pages,
    "alike": _alike,
    "left": _left,
    "page": _page,
    "alone": _in_full,
}
"""The function that puts the findings of a group into lines, for each kind of `_Group`."""


_LOOKS: Mapping[Severity, Any] = {
    Severity.ERROR: {"fg": "red"},
    Severity.WARNING: {"fg": "yellow"},
    Severity.NOTE: {"dim": True},
}


def show_findings(findings: Iterable[Finding], untouched_tables: Collection[int] = ()) -> None:
    """Print findings on standard error, condensed: severity, place, what is wrong and what to do.

    Parameters
    ----------
    untouched_tables
        The tables on whose sheets nothing is typed yet.
    """
    for one in condensed(findings, untouched_tables):
        place = f" {click.style(escaped(one.place), bold=True)}" if one.place else ""
        click.echo(f"{click.style(one.severity, **_LOOKS[one.severity])}{place}: {escaped(one.message)}", err=True)


def count_warnings(findings: Sequence[Finding]) -> None:
    """Print on standard error how many warnings “check” would show, if any."""
    warnings = sum(one.severity is Severity.WARNING for one in findings)
    if warnings:
        say(f"The event has {pluralize(warnings, 'warning')}: sheetscore check", err=True)
