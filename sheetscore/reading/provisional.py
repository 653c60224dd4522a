"""Provisional results of rounds that are incomplete or have errors: some tables count, the others are left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.round_workbook import COPIED, INCOMPLETE, MISSING_RESULT, ReadBoxes, ReadRound, judged
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table, table_sheet
from sheetscore.systems.context import RoundContext
from sheetscore.systems.system import E, System
from sheetscore.wording import pluralize

OF_PARTS = frozenset({"not-in-yet", "left-out"})
"""Findings about tables that provisional results lack."""

Wrong = Mapping[int, Sequence[Finding]]
"""The errors of each table that has any."""


def complete_tables(system: System[E], context: RoundContext[E], done: ReadRound) -> tuple[ReadRound, tuple[int, ...]]:
    """Leave out the tables with an error, with a blank page of a drawn player, or without a result yet.

    Tables that are scored together are left out together. An error that names no table stays an error: it may concern
    any of them.

    Returns
    -------
    The round as if it had only the other tables, with a warning for each table that is left out and for the missing
    parts of unfinished tables that count so far; and the numbers of the tables of both kinds. A round in which no table
    counts is returned unchanged.
    """
    forms = context.forms
    wrong = _wrong_tables(forms, done)
    right = judged(system, context, ReadBoxes(_without(done, forms, wrong), done.sha256)) if wrong else done
    if forms.tables and forms.tables[0].number == LIST_OF_TABLES:
        listed = _without_missing_results(forms, right, wrong)
        return listed if listed[1] else (done, ())
    blank = Counter(table for one in right.findings if one.code in INCOMPLETE for table, _ in one.seats)
    typed = replace(context, entries=right.entered.entries)
    so_far = set(system.rare.counts_so_far(typed)) & blank.keys() - wrong.keys() if blank else set()
    # the values with which an unfinished table scores as if it ended now
    assumed = (
        {key: value for key, value in system.rare.as_if_over(typed).items() if key.table in so_far} if so_far else {}
    )
    as_if_over = {key.table for key in assumed}
    missing = _with_partners(forms, {*blank, *wrong} - so_far)
    if len(missing) == len(forms.tables):
        return done, ()
    entries = {key: value for key, value in right.entered.entries.items() if key.table not in missing}
    raw = {key: value for key, value in right.entered.raw.items() if key.table not in missing}
    tabs = {key.table: sheet for key, (sheet, _) in right.entered.cells.items()}  # somebody may have renamed them
    warnings = [
        _left_out(table, wrong[table])
        if table in wrong
        else finding("not-in-yet", _why(table, forms, blank), sheet=tabs.get(table, table_sheet(table)))
        for table in missing
    ]
    kept = [
        _of_part(one, as_if_over) if one.code in INCOMPLETE and {table for table, _ in one.seats} & so_far else one
        for one in right.findings
        if not one.seats or one.code in {COPIED, LEFT_IN_COPY} or {table for table, _ in one.seats} - set(missing)
    ]
    entries |= assumed
    score = system.score(replace(context, entries=entries))
    entered = replace(right.entered, entries=entries, raw=raw)
    # the findings of scoring over all tables are replaced by those over these tables
    scored = {one.code for one in right.score.findings}
    kept = [one for one in kept if one.code not in scored] + list(score.findings)
    return ReadRound(entered, score, (*warnings, *kept), done.sha256), tuple(sorted({*missing, *so_far}))


def _wrong_tables(forms: RoundForms, done: ReadRound) -> dict[int, list[Finding]]:
    """Return the errors of each table; none at all if an error names no table, the whole list, or a copied page."""
    found: dict[int, list[Finding]] = defaultdict(list)
    for one in done.findings:
        if not one.is_error or one.code in INCOMPLETE:
            continue
        tables = _tables(one, forms)
        if not tables or one.code == COPIED or LIST_OF_TABLES in tables:
            return {}
        for table in tables:
            found[table].append(one)
    return found


def _tables(one: Finding, forms: RoundForms) -> set[int]:
    """Return the tables that a finding names; on a list these are lines, or the number of the list for all of it."""
    return {_table(FieldKey(*key), forms) for key in one.fields}


def _table(key: FieldKey, forms: RoundForms) -> int:
    if key in forms.public:
        return forms.public[key].table
    return listed_table(key.field) if key.table == LIST_OF_TABLES and key.field else key.table


def _without(done: ReadRound, forms: RoundForms, wrong: Wrong) -> ReadEntries:
    """Return the entries as if nothing had been typed at some tables, which keep the values of the draw."""
    entered = done.entered
    others = {key: value for key, value in entered.entries.items() if _table(key, forms) not in wrong}
    filled = {key: value for key, value in forms.filled.items() if _table(key, forms) in wrong}
    return replace(
        entered,
        entries=others | filled,
        raw={key: value for key, value in entered.raw.items() if _table(key, forms) not in wrong},
        findings=[one for one in entered.findings if not one.fields or not _tables(one, forms) & wrong.keys()],
    )


def _left_out(table: int, errors: Sequence[Finding]) -> Finding:
    """Report the errors of a table that is left out, the first of them at its place."""
    sheet, cell = errors[0].sheet or table_sheet(table), errors[0].cell
    texts = (one.message.removeprefix(f"table {table}, ").removeprefix(f"table {table}: ") for one in errors)
    places = (one.place and f"{one.place}: " for one in errors)
    text = "; ".join(f"{place}{text}" for place, text in zip(places, texts, strict=True))
    text = text.removeprefix(f"{errors[0].place}: ")
    return finding("left-out", f"table {table} is left out until this is mended: {text}", sheet=sheet, cell=cell)


def _of_part(one: Finding, as_if_over: Collection[int]) -> Finding:
    """Return the warning for a missing part of a table that counts so far.

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
    """Say why a table without errors is left out."""
    if table not in blank:
        return f"table {table} is left out: the same teams meet at another table that is left out"
    seats = next(len(one.seats) for one in forms.tables if one.number == table)
    are = "is" if blank[table] == 1 else "are"
    why = f"{blank[table]} of {pluralize(seats, 'page')} {are} blank" if seats else "it has no result"
    return f"table {table} is left out: {why}"


def _with_partners(forms: RoundForms, left_out: Collection[int]) -> tuple[int, ...]:
    """Add the tables that are scored together with a table that is left out."""
    together = ({table for table, _ in group.seats} for group in forms.groups)
    return tuple(sorted({*left_out, *(table for tables in together if tables & set(left_out) for table in tables)}))


def _without_missing_results(forms: RoundForms, done: ReadRound, wrong: Wrong) -> tuple[ReadRound, tuple[int, ...]]:
    """Turn errors about list lines without a result, or with a wrong one, into warnings; such lines are not scored."""
    lines = {_table(FieldKey(*key), forms) for one in done.findings if one.code == MISSING_RESULT for key in one.fields}
    lines |= wrong.keys()
    if lines == {key.table for key in forms.public.values()}:
        return done, ()
    findings = [
        replace(one, code="not-in-yet", severity=Severity.WARNING) if one.code == MISSING_RESULT else one
        for one in done.findings
        if not (one.fields and _tables(one, forms) <= wrong.keys())
    ]
    left_out = (_left_out(table, wrong[table]) for table in sorted(wrong))
    return replace(done, findings=(*left_out, *findings)), tuple(sorted(lines))
