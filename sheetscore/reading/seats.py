"""Pages of seats as wholes: what their kinds find wrong on them, and who sits on two seats."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.findings import Finding
from sheetscore.forms.form import CheckedPage, FieldKey, Page
from sheetscore.forms.round_forms import TableForms
from sheetscore.reading.checking import Checking
from sheetscore.sheets.table_sheet import table_sheet
from sheetscore.systems.sitting import Seated, seated_twice


def page_checked(round_: Checking, table: TableForms, page: Page) -> Iterator[Finding]:
    """Check a seat's page as a whole."""
    at = table.number, page.seat
    checked = CheckedPage(
        table=table.number,
        page=page,
        entries=round_.by_page[at],
        score=round_.pages[at],
        unread={key.field for key in round_.entered.raw if (key.table, key.seat) == at},
        drawn=round_.drawn.get(at),
        names=round_.names,
        playing=round_.playing,
    )
    yield from (round_.placed(one, table_sheet(table.number)) for one in page.form.kind.check(checked))


def players_twice(round_: Checking) -> Iterator[Finding]:
    """Find players who sit on two seats with pages of their own."""
    seated: list[Seated] = []
    did: dict[str, None] = {}
    for (table, seat), page in round_.forms.pages.items():
        player = round_.sitting(table, seat)
        if player is not None:
            seated.append(Seated(FieldKey(table, seat, page.form.kind.player), f"table {table}, {seat}", player))
            did[page.form.kind.did] = None
    says = f"{{who}} sits at {{places}}; enter who really {' or '.join(did)} each"
    for one in seated_twice(seated, round_.names, says):
        yield round_.placed(one, table_sheet(one.fields[0][0]))
