"""Pages of seats as wholes: what their kinds find wrong on them, and who sits on two seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sheetscore.findings import Finding
from sheetscore.forms.form import CheckedPage, FieldKey, Page, TableForms
from sheetscore.pairing.draw import named
from sheetscore.reading.checking import Checking
from sheetscore.sheets.table_sheet import table_sheet


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
    yield from (round_.placed(one, table_sheet(table.number)) for one in page.shape.kind.check(checked))


def seated_twice(round_: Checking) -> Iterator[Finding]:
    """Find players who sit on two seats of the round."""
    seats: dict[str, list[FieldKey]] = defaultdict(list)
    for table in round_.forms.tables:
        for page in table.seats:
            player = round_.sitting(table.number, page.seat)
            if player is not None:
                seats[player].append(FieldKey(table.number, page.seat, page.shape.kind.player))
    for player, keys in seats.items():
        if len(keys) > 1:
            places = " and ".join(f"table {key.table}, {key.seat}" for key in keys)
            yield round_.say(
                "seat-twice",
                keys[-1],
                f"{named(player, round_.names)} sits at {places}; enter who really flew each",
                keys,
            )
