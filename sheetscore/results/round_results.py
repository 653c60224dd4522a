"""The results workbook of a round: entries, scores, and every step between them.

All its figures come from the cells of the sheet Entries. That sheet, and the one of the director's rulings with all
findings, are made here.

Source: Tournament Guidelines, 1991, General Guidelines (the events at each table are recorded).
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_name, stage_title
from sheetscore.event.model import Event
from sheetscore.event.times import long_day
from sheetscore.expressions.figure import Shown
from sheetscore.findings import Finding
from sheetscore.forms.block import Block, Field
from sheetscore.forms.block import Row as FormRow
from sheetscore.forms.claims import earlier_seats
from sheetscore.forms.counting_formulas import templates_of
from sheetscore.forms.form import (
    Entries,
    FieldKey,
    Page,
    Ruling,
    SumBox,
    Value,
    entries_by_page,
)
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.results.event_log import event_log_of, log_sheet
from sheetscore.results.record import KIND, PageWorth, RoundRecord, SourceFile
from sheetscore.results.record_lines import lines_of
from sheetscore.results.scored_pages import ScoredPage, scored_page
from sheetscore.results.scoring_sheet import list_sheet, scoring_sheet
from sheetscore.results.setup import setup_of
from sheetscore.results.table_book import TableBook, about_sheet, rules_sheet, with_heading
from sheetscore.results.what_was_played import what_was_played
from sheetscore.sheets.headings import LIST_OF_TABLES
from sheetscore.sheets.offered_lists import lists_of
from sheetscore.systems.columns import ENTRIES, PAGES, VALUE, entered
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import RoundScore
from sheetscore.systems.system import E, System
from sheetscore.tables.heights import SEPARATOR
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, LineFigures, Table, cell_at, figure_column, text_column
from sheetscore.wording import as_typed
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadSheet


def results_book(
    system: System[E],
    context: RoundContext[E],
    findings: Sequence[Finding],
    source: SourceFile,
    made_at: dt.datetime,
    missing: Sequence[int] = (),
) -> TableBook:
    """Plan the results workbook of a round.

    Parameters
    ----------
    context
        The round with its sheets, their values as they were scored, and the scores. Its draw says who had no seat.
    findings
        All findings of reading and scoring.
    source
        The workbook that the values were read from.
    missing
        The tables without results: if there are any, the results are provisional.

    Returns
    -------
    A workbook to be written; its ``stamp_parts`` name the part of the file that does not count as data.
    """
    event, forms, entries, score = context.event, context.forms, context.entries, context.score
    lists = lists_of(forms)
    pages = list(_scored_pages(event, forms, entries, score))
    log = log_sheet(event_log_of(entries, system.rare.page_kinds))
    has_points = any(block.total for form in forms.page_forms() for block in form.blocks)
    by_seat = (
        *([scoring_sheet(forms, pages, lists)] if has_points else []),
        rulings_sheet(pages, findings),
        entries_sheet(forms, entries),
    )
    background = (
        *(_with_seats_named(sheet, forms) for sheet in by_seat),
        rules_sheet(system.decisions(event), forms.page_forms()),
        *([log] if log else []),
        about_sheet([source], made_at, event.header.system),
    )
    own = system.results_sheets(context)
    shown = posted_first((*own, *map(kept_for_director, background)))
    so_far = {*system.rare.counts_so_far(context)} & {*missing} if missing else set()
    lines = partial(_below_heading, event=event, forms=forms, missing=missing, so_far=so_far)
    byes, absent = context.draw.byes, context.draw.absent
    record = RoundRecord(
        event_key=event.key,
        event_name=event.header.name,
        system=event.header.system,
        round=forms.round,
        scenario=forms.scenario,
        missing=tuple(missing),
        rows=score.rows,
        entries=entries,
        findings=tuple(findings),
        source=source,
        setup=setup_of(event, forms.round, score.rows, entries, (*byes, *absent), templates_of(forms)),
        pages=tuple(filter(None, map(_page_worth, pages))),
        byes=byes,
        absent=absent,
        lists=score.lists,
        played=what_was_played(system, context, own),
    )
    return TableBook(
        title=f"{event.header.name}, results of {stage_name(forms.round)}",
        paper=event.header.paper,
        sheets=(*with_heading(shown, lines, event.header.paper), list_sheet(lists)),
        kind=KIND,
        data=lines_of(record),
    )


def _with_seats_named(sheet: TableSheet, forms: RoundForms) -> TableSheet:
    """Name the first seat of each side on a sheet that has seats by their ids, if they have names besides."""
    firsts: dict[str, Page] = {}
    for page in (page for table in forms.tables for page in table.seats if page.title):
        firsts.setdefault(page.form.side, page)
    if not firsts or not any(table.lines for table in sheet.tables):
        return sheet
    said = ", ".join(f"{page.seat} is {page.title}" for page in firsts.values())
    return replace(sheet, lines=(*sheet.lines, TextLine(f"Seats stand here by their ids: {said}, and so on.")))


def kept_for_director(sheet: TableSheet) -> TableSheet:
    """Return a sheet marked as background for the director, which is not posted."""
    return replace(sheet, for_director=True)


def posted_first(sheets: Iterable[TableSheet]) -> tuple[TableSheet, ...]:
    """Put the sheets for the director last, except those that keep their place; the order stays otherwise."""
    return tuple(sorted(sheets, key=lambda sheet: sheet.for_director and not sheet.in_place))


def _below_heading(
    heading: str, event: Event, forms: RoundForms, missing: Sequence[int], so_far: Collection[int]
) -> tuple[TextLine, ...]:
    """Return the lines that are at the top of every sheet, below its heading."""
    what = ": ".join(part for part in (stage_title(forms.round), event.subject(forms.round)) if part)
    return event_line(event, what, heading), *provisional_line(missing, so_far)


def event_line(event: Event, what: str = "", heading: str = "") -> TextLine:
    """Return the line that identifies the event, with a text (``what``) between its name and its place.

    Parameters
    ----------
    what
        The text, perhaps with a colon: ``Round 1: The bridge``.
    heading
        The heading above the line: if it is the name of the event, or ends in the round, the line leaves that out.
    """
    header = event.header
    date = long_day(header.date) if header.date else ""
    stage, _, subject = what.partition(": ")
    untold = subject if heading.casefold().endswith(stage.casefold()) else what
    name = "" if heading == header.name else header.name
    return TextLine(SEPARATOR.join(part for part in (name, untold, header.place, date) if part), "event line")


def provisional_line(missing: Sequence[int], so_far: Collection[int]) -> tuple[TextLine, ...]:
    """Return the line about missing tables, and unfinished ones that count as they are; none if all are complete."""
    kinds = {"missing": [one for one in missing if one not in so_far], "so far": sorted(so_far)}
    lines = [
        f"{'table' if len(tables) == 1 else 'tables'} {', '.join(map(str, tables))} {kind}"
        for kind, tables in kinds.items()
        if tables
    ]
    return (TextLine(f"provisional: {'; '.join(lines)}", "warning"),) if lines else ()


def _page_worth(page: ScoredPage) -> PageWorth | None:
    """Return the scores of a page; None for a page without points."""
    blocks = {block.id: page.score.total(block.id) for block in page.page.form.blocks if block.total}
    return PageWorth(*page.key, blocks, page.score.sums) if blocks or page.score.sums else None


def _scored_pages(event: Event, forms: RoundForms, entries: Entries, score: RoundScore) -> Iterator[ScoredPage]:
    """Yield the pages that count, in order: where somebody sat, and the tables' own."""
    by_page = entries_by_page(entries)
    names = event.names
    for table in forms.tables:
        before = earlier_seats(table, by_page)
        for page in table.pages:
            given = by_page[table.number, page.seat]
            if given and not page.form.kind.stays_empty(given):
                pilot = page.form.kind.sitting(given) or ""
                worth, after = score.pages[table.number, page.seat], before.get(page.seat, ())
                yield scored_page(table.number, page, names.get(pilot, pilot), given, worth, after)


def rulings_sheet(pages: Sequence[ScoredPage], findings: Sequence[Finding]) -> TableSheet:
    """Plan the sheet of rulings and findings; of findings alone if no page has a box for a ruling on its points."""
    with_box = [page for page in pages if page.page.form.kind.ruling]
    if not with_box:
        return TableSheet("Findings", "Findings", tables=(_findings(findings),), landscape=True)
    tables = _rulings(with_box), _findings(findings)
    return TableSheet("Rulings and findings", "Rulings and findings", tables=tables, landscape=True)


def _rulings(pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    """Make the table of rulings on pages, with the other boxes that their sums use."""
    points = {_ruling(page).points for page in pages}
    ordered = [page for page in pages if page.after]
    others = dict.fromkeys(box for page in pages for box in page.page.form.kind.boxes if box.box not in points)
    return Table(
        "rulings",
        (
            figure_column("table", "Table", 70, lambda page: page.table),
            text_column("seat", "Seat", 120, lambda page: page.page.seat),
            text_column("pilot", "Pilot", 170, lambda page: page.pilot),
            text_column("reason", "Because", 460, _entry(lambda page: _ruling(page).reason), style="cell text"),
            figure_column("replaced", "Computed", 80, ByRule(_replaced)),
            *(_box_column(box) for box in others),
            figure_column("ruling", "Ruling", 80, _entry(lambda page: _ruling(page).points), style="cell strong"),
            *([text_column("after", "Came after", 90, _entry(lambda page: _ruling(page).after))] if ordered else []),
        ),
        [page for page in pages if page.page.form.kind.is_ruled(page.entries) or page.after],
        title="Rulings of the director",
        fit_height=True,
        empty="There are none.",
    )


def _ruling(page: ScoredPage) -> Ruling:
    ruling = page.page.form.kind.ruling
    if ruling is None:
        raise ValueError(f"nobody rules on {page.key}")
    return ruling


def _replaced(own: LineFigures[ScoredPage]) -> Shown:
    replaced = _ruling(own.line).replaces
    return cell_at(PAGES, own.line.key, replaced, own.line.score.sums[replaced])


def _box_column(box: SumBox) -> Column[ScoredPage]:
    heading = box.heading[:1].upper() + box.heading[1:]
    return figure_column(box.name, heading, 80, _entry(lambda _: box.box))


def _entry(field_of: Callable[[ScoredPage], str]) -> ByRule[ScoredPage]:
    """Return the rule of a column with the value of a box of the line's page."""

    def rule(own: LineFigures[ScoredPage]) -> Shown:
        box = field_of(own.line)
        return entered(FieldKey(*own.line.key, box), own.line.entries.get(box))

    return ByRule(rule)


def _findings(findings: Sequence[Finding]) -> Table[Finding]:
    return Table(
        "findings",
        (
            text_column("severity", "Severity", 70, lambda one: str(one.severity)),
            text_column("code", "Code", 120, lambda one: one.code),
            text_column("place", "Place", 170, lambda one: one.place),
            *([text_column("seats", "Seat", 100, _seats)] if any(map(_seats, findings)) else []),
            text_column("message", "What was found", 460, lambda one: one.message, style="cell text"),
        ),
        findings,
        title="Findings",
        fit_height=True,
        empty="There are none.",
    )


def _seats(one: Finding) -> str:
    """Return the seats that a finding is about."""
    return ", ".join(sorted({seat for _, seat in one.seats if seat}))


class EnteredValue(Struct, frozen=True):
    """An entered value, and its box."""

    key: FieldKey
    block: Block
    row: FormRow
    box: Field
    value: Value

    @property
    def label(self) -> str:
        """The label of the box on the sheet; for a player, the name."""
        if self.box.type == "player":
            return str(shown(self.box, self.value))
        line = self.row.label or (f"line {self.row.key}" if self.row.key else "")
        alike = [one for one in self.block.fields if one.plain_label == self.box.plain_label]
        group = self.box.group if len(alike) > 1 else ""
        return ", ".join(part for part in (self.block.title, line, group, self.box.plain_label) if part)


ENTRIES_SHEET = "Entries"

_ENTERED = ("Table", "Seat", "Field", "Value")
"""The headings of the table of entries: the place of a box, and its value."""


def entries_sheet(forms: RoundForms, entries: Entries) -> TableSheet:
    """Plan the Entries sheet, with the values in the order of the score sheets."""
    found = [EnteredValue(key, *place, entries[key]) for key, place in forms.fields.items() if key in entries]
    listed = " Table 0 is the list of all tables." if any(key.table == LIST_OF_TABLES for key in entries) else ""
    return TableSheet(
        ENTRIES_SHEET,
        ENTRIES_SHEET,
        lines=(
            TextLine(
                "Change a value here and every figure follows, to see what it would do. "
                f"To correct the results, change the score sheets and ingest them again.{listed}"
            ),
        ),
        tables=(_entries_table(found),),
    )


def typed_over(sheet: ReadSheet, entries: Entries) -> Iterator[str]:
    """Yield what somebody has typed over entries on this sheet, or sorted there, each with its cell.

    Formulas of the workbook refer to the cells: they follow a typed value, and after a sort use values of other boxes.
    """
    if (rows := sheet.rows_headed(_ENTERED)) is None:
        return
    lines: list[tuple[int, FieldKey]] = []
    for row in rows.numbers:
        at = [(row, rows.columns[heading]) for heading in _ENTERED]
        table, seat, field, now = (sheet.cells[place].value if place in sheet.cells else "" for place in at)
        key = FieldKey(table, str(seat), str(field)) if isinstance(table, int) else None
        if key is None or key not in entries:
            continue
        lines.append((row, key))
        if not _is_same(now, entries[key]):
            yield f"{sheet.title}!{address(*at[-1])} is “{now}”, and was “{as_typed(str(entries[key]))}”"
    there = {key for _, key in lines}
    as_written = (key for key in entries if key in there)
    sorted_from = next((row for (row, key), was in zip(lines, as_written, strict=False) if key != was), None)
    if sorted_from is not None:
        yield f"{sheet.title}!{address(sorted_from, rows.columns[_ENTERED[0]])} and below stand in another order"


def _is_same(now: object, was: Value) -> bool:
    """Return whether a cell still has the value of an entry; a fraction is a decimal number there."""
    if isinstance(was, str) or isinstance(now, bool) or not isinstance(now, int | float):
        return str(now).strip() == str(was).strip()
    return math.isclose(now, was)


def _entries_table(entries: Sequence[EnteredValue]) -> Table[EnteredValue]:
    return Table(
        ENTRIES,
        (
            figure_column("table", _ENTERED[0], 50, lambda entry: entry.key.table),
            text_column("seat", _ENTERED[1], 90, lambda entry: entry.key.seat),
            text_column("field", _ENTERED[2], 270, lambda entry: entry.key.field),
            figure_column(VALUE, _ENTERED[3], 170, lambda entry: entry.value, style=_value_style),
            text_column("label", "What it is", 330, lambda entry: entry.label, style="cell note"),
        ),
        entries,
        key=lambda entry: entry.key,
        fit_height=True,
        size="fine",
        empty="Nothing was entered.",
    )


def _value_style(entry: EnteredValue) -> str:
    return "cell entered" if isinstance(entry.value, str) else "cell entered middle"
