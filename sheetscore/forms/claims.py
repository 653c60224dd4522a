"""Claims on limits over all pages of a table, and pages computed in the order that a director rules.

No page says whether its attacks came before those of another. If the director says so, a later page scores nothing
beyond the limit; all other pages score independently.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from sheetscore.forms.block import Block
from sheetscore.forms.evaluation import evaluate_in_row, score_page, score_table
from sheetscore.forms.form import Entries, PageEntries, PageForm, PageScore, RowScore, entries_by_page
from sheetscore.forms.limits import Across, LimitScope
from sheetscore.forms.round_forms import RoundForms, TableForms


class Claim(Struct, frozen=True):
    """The amount that a line takes of a limit over all pages."""

    block: Block
    row: RowScore
    across: Across
    scope: LimitScope
    amount: int | Fraction
    exempt: bool
    """Whether it scores without using up the limit."""


def claims_of(form: PageForm, score: PageScore) -> Iterator[Claim]:
    """Yield the claims of the filled lines of a page."""
    for block in form.blocks:
        for across in block.across:
            for row in score.rows[block.id]:
                called = str(row.values[across.key] or "")
                amount = evaluate_in_row(block, row, across.sum) if row.filled and called else 0
                if amount and not isinstance(amount, str):
                    exempt = across.unless is not None and bool(evaluate_in_row(block, row, across.unless))
                    yield Claim(block, row, across, block.limit_scope(form.force, across, called), amount, exempt)


def earlier_seats(table: TableForms, by_page: Mapping[tuple[int, str], PageEntries]) -> dict[str, tuple[str, ...]]:
    """Return for each seat those whose attacks came before its own by the director's ruling, the latest first.

    The relation is transitive. Seats in a cycle are left out.
    """
    given = {page.seat: by_page.get((table.number, page.seat), {}) for page in table.seats}
    came_after = {page.seat: page.form.kind.came_after(given[page.seat]) for page in table.seats}
    return {
        seat: before for seat in came_after if came_after[seat] and seat not in (before := _before(seat, came_after))
    }


def _before(seat: str, came_after: Mapping[str, str | None]) -> tuple[str, ...]:
    before: list[str] = []
    one = came_after.get(seat)
    while one and one not in before:
        before.append(one)
        one = came_after.get(one)
    return tuple(before)


def score_pages(forms: RoundForms, entries: Entries) -> dict[tuple[int, str], PageScore]:
    """Compute every page of a round.

    Returns
    -------
    The pages by (table, seat), the seat "" for a table's own page. Entries on the table's page can affect the pages of
    its seats, as can earlier players' counts.
    """
    by_page = entries_by_page(entries)
    return {place: page for table in forms.tables for place, page in _in_order(table, by_page).items()}


def _in_order(table: TableForms, by_page: Mapping[tuple[int, str], PageEntries]) -> dict[tuple[int, str], PageScore]:
    """Compute the pages of a table; last those that come after others by the director's ruling."""
    pages, before = score_table(table, by_page), earlier_seats(table, by_page)
    forms = {page.seat: page.form for page in table.seats}
    for seat in sorted(before, key=lambda seat: len(before[seat])):  # those before a seat are computed before it
        earlier: defaultdict[LimitScope, int | Fraction] = defaultdict(int)
        for other in before[seat]:
            if other in forms and not forms[other].kind.stays_empty(by_page.get((table.number, other), {})):
                for claim in claims_of(forms[other], pages[table.number, other]):
                    earlier[claim.scope] += 0 if claim.exempt else claim.amount
        entries = by_page.get((table.number, seat), {})
        pages[table.number, seat] = score_page(forms[seat], entries, pages[table.number, ""], earlier)
    return pages
