"""Cross-checks at the tables: lines, pages, limits over all pages, who sits where, the rules of the system."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.findings import Finding
from sheetscore.forms.round_forms import TableForms
from sheetscore.reading.cap_checks import limits_checked
from sheetscore.reading.checking import Checking
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.line_checks import lines_checked
from sheetscore.reading.seats import page_checked, players_twice
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.system import E, System

SETTLED_BY_RULINGS = frozenset({"claim-differs", "no-effect", "destroyed-differs", "name-missing", "impossible"})
"""What rulings turn into a note, on all the seats concerned; limits over several pages look after theirs."""


def check_round(system: System[E], at_hand: RoundAtHand[E], entered: ReadEntries) -> list[Finding]:
    """Find everything that is wrong between the boxes.

    Parameters
    ----------
    entered
        What was read from the sheets; its entries are those of the round at hand.
    """
    round_ = Checking(at_hand, entered)
    found = [one for table in at_hand.forms.tables for one in _table(round_, table)]
    found += players_twice(round_)
    told = system.check_entries(at_hand)
    found += [round_.placed(one) for one in told if not {*one.fields, *one.rests_on} & entered.raw.keys()]
    return [_settled(round_, one) for one in found]


def _table(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check one table."""
    for page in table.pages:
        for block in page.form.blocks:
            yield from lines_checked(round_, table, page, block)
    for page in table.seats:
        yield from page_checked(round_, table, page)
    yield from limits_checked(round_, table)


def _settled(round_: Checking, one: Finding) -> Finding:
    """Turn a finding into a note where there is a ruling on everybody whom it concerns."""
    return round_.settled(one) if one.code in SETTLED_BY_RULINGS and one.seats and one.seats <= round_.ruled else one
