"""Cross-checks at the tables: lines, pilots' pages, limits over all pages, who sits where, the rules of the system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import RoundForms, TableForms
from sheetscore.pairing.draw import Draw
from sheetscore.reading.cap_checks import limits_checked
from sheetscore.reading.checking import Checking, Pages
from sheetscore.reading.fields import Entered
from sheetscore.reading.line_checks import lines_checked
from sheetscore.reading.pilot_checks import page_checked, seated_twice
from sheetscore.systems.protocol import EarlierRound, System

SETTLED_BY_RULING: Mapping[str, Callable[[Iterable[bool]], bool]] = {
    **dict.fromkeys(("claim-differs", "cap-across", "no-effect", "name-missing", "impossible"), all),
    "order-unknown": any,
}
"""What rulings turn into a note: on all the seats concerned, or on any, where the others keep the rules without it."""


def check_round(
    event: Event,
    system: System,
    forms: RoundForms,
    draw: Draw,
    entered: Entered,
    pages: Pages,
    earlier: Sequence[EarlierRound] = (),
) -> list[Finding]:
    """Find everything that is wrong between the boxes.

    Parameters
    ----------
    draw
        Who was to sit where.
    pages
        The worked-out page of every (table, seat).
    earlier
        The rounds before, where the system looks back at them.
    """
    round_ = Checking(event, draw, entered, pages)
    found = [one for table in forms.tables for one in _table(round_, table)]
    found += seated_twice(round_, forms)
    told = system.check_entries(event, forms, draw, entered.entries, earlier)
    found += [round_.placed(one) for one in told if not {*one.fields, *one.rests_on} & entered.raw.keys()]
    ruled = {(key.table, key.seat) for key in entered.entries if key.field == "ruling.sp"}
    return [_settled(one, ruled) for one in found]


def _table(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check one table."""
    for page in table.pages:
        for block in page.shape.blocks:
            yield from lines_checked(round_, table, page, block)
    for page in table.seats:
        yield from page_checked(round_, table, page)
    yield from limits_checked(round_, table)


def _settled(one: Finding, ruled: set[tuple[int, str]]) -> Finding:
    enough = SETTLED_BY_RULING.get(one.code)
    if enough and one.seats and enough(seat in ruled for seat in one.seats):
        return replace(one, severity=Severity.NOTE, message=f"settled by a ruling: {one.message}")
    return one
