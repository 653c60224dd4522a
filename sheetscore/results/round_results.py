"""The results workbook of a round: everything from the values entered to the scores, and how it came about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from sheetscore.event.folder import stage_name, stage_title
from sheetscore.event.model import Event
from sheetscore.event.times import long_day
from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, entries_by_page
from sheetscore.forms.round_forms import RoundForms
from sheetscore.results.entry_sheets import entries_sheet, log_sheet, notes_of, rulings_sheet
from sheetscore.results.record import KIND, PageWorth, RoundRecord, Source
from sheetscore.results.record_lines import lines_of
from sheetscore.results.scored_pages import ScoredPage, scored_page
from sheetscore.results.scoring_sheet import list_sheet, scoring_sheet
from sheetscore.results.setup import setup_of
from sheetscore.results.table_book import TableBook, about_sheet, rules_sheet
from sheetscore.sheets.validations import lists_of
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import RoundScore
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import Line, TableSheet


def results_book(
    system: System[E],
    at_hand: RoundAtHand[E],
    findings: Sequence[Finding],
    source: Source,
    made_at: dt.datetime,
    missing: Sequence[int] = (),
) -> TableBook:
    """Plan the results workbook of a round.

    Parameters
    ----------
    at_hand
        The round with its sheets, the values on them as they were scored, and what they came to; without its draw
        the results do not know who had no seat.
    findings
        Everything that reading and scoring found.
    source
        The workbook that the values were read from.
    missing
        The tables that are not in yet: with any the results are provisional.

    Returns
    -------
    A workbook to be written; its ``stamp_parts`` tell what does not count as data.
    """
    event, forms, entries, score = at_hand.event, at_hand.forms, at_hand.entries, at_hand.score
    lists = lists_of(forms)
    pages = list(_scored_pages(event, forms, entries, score))
    log = log_sheet(notes_of(entries, system.page_kinds))
    worth = any(block.total for form in forms.page_forms() for block in form.blocks)
    came_about = (
        *([scoring_sheet(forms, pages, lists)] if worth else []),
        rulings_sheet(pages, findings),
        entries_sheet(forms, entries),
        rules_sheet(system.decisions(event), forms.page_forms()),
        *([log] if log else []),
        about_sheet([source], made_at),
    )
    shown = posted_first((*system.results_sheets(at_hand), *map(kept_for_director, came_about)))
    so_far = {*system.counts_so_far(at_hand)} & {*missing} if missing else set()
    heading = _heading(event, forms, missing, so_far)
    drawn = at_hand.drawn
    byes, absent = (drawn.byes, drawn.absent) if drawn else ((), ())
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
        setup=setup_of(event, forms.round, score.rows, entries, (*byes, *absent)),
        pages=tuple(filter(None, map(_worth, pages))),
        byes=byes,
        absent=absent,
        lists=score.lists,
    )
    return TableBook(
        title=f"{event.header.name}, results of {stage_name(forms.round)}",
        paper=event.header.paper,
        sheets=(*(replace(sheet, lines=(*heading, *sheet.lines)) for sheet in shown), list_sheet(lists)),
        kind=KIND,
        data=lines_of(record),
    )


def kept_for_director(sheet: TableSheet) -> TableSheet:
    """Return a sheet as one that tells how everything came about, and is not posted."""
    return replace(sheet, for_director=True)


def posted_first(sheets: Iterable[TableSheet]) -> tuple[TableSheet, ...]:
    """Put what goes on the wall before what is for the director, each as they come."""
    return tuple(sorted(sheets, key=lambda sheet: sheet.for_director))


def _heading(event: Event, forms: RoundForms, missing: Sequence[int], so_far: Collection[int]) -> tuple[Line, ...]:
    """Return the lines that stand at the top of every sheet."""
    what = ": ".join(part for part in (stage_title(forms.round), event.subject(forms.round)) if part)
    return event_line(event, what), *_provisional(missing, so_far)


def event_line(event: Event, what: str = "") -> Line:
    """Return the line that says which event this is."""
    header = event.header
    date = long_day(header.date) if header.date else ""
    return Line("   ·   ".join(part for part in (header.name, what, header.place, date) if part), "event line")


def _provisional(missing: Sequence[int], so_far: Collection[int]) -> tuple[Line, ...]:
    """Return the line that says what is missing, and what counts as far as it went; none where all is there."""
    kinds = {"missing": [one for one in missing if one not in so_far], "so far": sorted(so_far)}
    told = [
        f"{'table' if len(tables) == 1 else 'tables'} {', '.join(map(str, tables))} {kind}"
        for kind, tables in kinds.items()
        if tables
    ]
    return (Line(f"provisional: {'; '.join(told)}", "warning"),) if told else ()


def _worth(page: ScoredPage) -> PageWorth | None:
    """Return what a page came to; None where nothing on it is worth anything."""
    blocks = {block.id: page.score.total(block.id) for block in page.page.form.blocks if block.total}
    return PageWorth(*page.key, blocks, page.score.sums) if blocks or page.score.sums else None


def _scored_pages(event: Event, forms: RoundForms, entries: Entries, score: RoundScore) -> Iterator[ScoredPage]:
    """Yield the pages that count, in order: where somebody sat, and the tables' own."""
    by_page = entries_by_page(entries)
    names = event.names
    for table in forms.tables:
        for page in table.pages:
            given = by_page[table.number, page.seat]
            if given and not page.form.kind.stays_empty(given):
                pilot = page.form.kind.sitting(given) or ""
                yield scored_page(
                    table.number, page, names.get(pilot, pilot), given, score.pages[table.number, page.seat]
                )
