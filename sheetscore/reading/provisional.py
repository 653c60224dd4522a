"""Provisional results: the tables that are complete, the others left out and named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.round_workbook import ReadRound
from sheetscore.sentences import counted
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.system import E, System

MISSING_RESULT = "result-missing"
"""The finding about a table, or a line of a list, without a result."""

COPIED = "page-twice"
"""The finding about a page that lost its place to a copy: what was typed there makes the table complete, perhaps."""

BLANK_PAGE = "blank-page"
"""The finding about a page of a drawn pilot on which nothing stands."""

INCOMPLETE = frozenset({BLANK_PAGE, MISSING_RESULT})
"""Findings about what is not in yet."""


def complete_tables(system: System[E], at_hand: RoundAtHand[E], done: ReadRound) -> tuple[ReadRound, tuple[int, ...]]:
    """Leave out the tables on which the page of a drawn pilot is still blank, or which have no result yet.

    Returns
    -------
    The round as if the others were all, with a warning for each table left out, and for what is missing of those that
    count so far; and the numbers of both. A round of which nothing counts stays as it is.
    """
    forms = at_hand.forms
    if forms.tables and forms.tables[0].number == LIST_OF_TABLES:
        return _without_missing_results(forms, done)
    blank = Counter(table for one in done.findings if one.code in INCOMPLETE for table, _ in one.seats)
    typed = replace(at_hand, typed=done.entered.entries)
    so_far = set(system.counts_so_far(typed)) & blank.keys() if blank else set()
    assumed = {key: value for key, value in system.as_if_over(typed).items() if key.table in so_far} if so_far else {}
    as_if_over = {key.table for key in assumed}
    missing = _with_partners(forms, blank.keys() - so_far)
    if len(missing) == len(forms.tables):
        return done, ()
    entries = {key: value for key, value in done.entered.entries.items() if key.table not in missing}
    raw = {key: value for key, value in done.entered.raw.items() if key.table not in missing}
    warnings = [
        finding(
            "not-in-yet",
            _why(table, forms, blank),
            sheet=f"Table {table}",
        )
        for table in missing
    ]
    kept = [
        _of_part(one, as_if_over) if one.code in INCOMPLETE and {table for table, _ in one.seats} & so_far else one
        for one in done.findings
        if not one.seats or one.code == COPIED or {table for table, _ in one.seats} - set(missing)
    ]
    entries |= assumed
    score = system.score(replace(at_hand, typed=entries))
    entered = replace(done.entered, entries=entries, raw=raw)
    # what scoring found was found over all tables, and holds no more: it is replaced by what it finds over these
    scored = {one.code for one in done.score.findings}
    kept = [one for one in kept if one.code not in scored] + list(score.findings)
    return ReadRound(entered, score, (*warnings, *kept), done.sha256), tuple(sorted({*missing, *so_far}))


def _of_part(one: Finding, as_if_over: Collection[int]) -> Finding:
    """Let be what is missing at a table that counts so far.

    Parameters
    ----------
    as_if_over
        The tables that count as if they ended now.
    """
    ends = any(table in as_if_over for table, _ in one.seats)
    counts = "The table is scored as if it ended now" if ends else "What is complete at the table counts so far"
    message = f"{one.message}. {counts}"
    return replace(one, code="not-in-yet", message=message, severity=Severity.WARNING)


def _why(table: int, forms: RoundForms, blank: Mapping[int, int]) -> str:
    """Say why a table is left out."""
    if table not in blank:
        return f"table {table} is left out: the same teams meet at another table that is not complete"
    seats = next(len(one.seats) for one in forms.tables if one.number == table)
    are = "is" if blank[table] == 1 else "are"
    why = f"{blank[table]} of {counted(seats, 'page')} {are} blank" if seats else "it has no result"
    return f"table {table} is left out: {why}"


def _with_partners(forms: RoundForms, blank: Collection[int]) -> tuple[int, ...]:
    """Add the tables that are scored together with one that is left out."""
    together = ({table for table, _ in group.seats} for group in forms.groups)
    return tuple(sorted({*blank, *(table for tables in together if tables & set(blank) for table in tables)}))


def _without_missing_results(forms: RoundForms, done: ReadRound) -> tuple[ReadRound, tuple[int, ...]]:
    """Let the lines of a list that have no result yet be: a warning each, and they are not scored."""
    lines = [listed_table(key) for one in done.findings if one.code == MISSING_RESULT for _, _, key in one.fields]
    if len(set(lines)) == len({key.table for key in forms.public.values()}):
        return done, ()
    findings = tuple(
        replace(one, code="not-in-yet", severity=Severity.WARNING) if one.code == MISSING_RESULT else one
        for one in done.findings
    )
    return replace(done, findings=findings), tuple(sorted(set(lines)))
