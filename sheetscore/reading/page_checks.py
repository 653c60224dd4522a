"""Checks of pages: each line on its own, each seat's page as a whole, and who sits on two seats.

Before them stands the round while it is checked, from which every check takes what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.block import Block, Check
from sheetscore.forms.evaluation import evaluate_in_row
from sheetscore.forms.form import CheckedPage, FieldKey, Page, RowScore, entries_by_page
from sheetscore.forms.round_forms import TableForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import table_sheet
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.sitting import Seated, seated_twice


class Checking(Struct, dict=True):
    """What the checks of a round look at."""

    at_hand: RoundAtHand[Event]
    entered: ReadEntries

    def __post_init__(self) -> None:
        event, draw = self.at_hand.event, self.at_hand.draw
        self.forms = self.at_hand.forms
        self.pages = self.at_hand.pages
        self.names = event.names
        self.playing = event.entrants(draw.round)
        self.drawn = {(table, seat): player for table, seat, player in draw.places()}
        self.by_page = entries_by_page(self.entered.entries)
        self.ruled = {at for at, page in self.forms.pages.items() if page.form.kind.is_ruled(self.by_page[at])}

    def say(self, code: str, key: FieldKey, message: str, others: Sequence[FieldKey] = ()) -> Finding:
        """Make a finding at a box."""
        sheet, cell = self.entered.cells.get(key, (table_sheet(key.table), ""))
        fields = tuple(dict.fromkeys((key, *others)))
        return finding(code, message, sheet=sheet, cell=cell, fields=fields)

    def placed(self, one: Finding, elsewhere: str = "") -> Finding:
        """Return a finding about boxes the place of the first of them.

        Parameters
        ----------
        elsewhere
            The sheet where that was not found.
        """
        found = (self.entered.cells.get(FieldKey(*box)) for box in one.fields[:1])
        sheet, cell = next(found, None) or (elsewhere, "")
        return replace(one, sheet=sheet, cell=cell)

    def key(self, table: TableForms, page: Page, block: Block, row: RowScore, field: str) -> FieldKey:
        """Name a box of a line."""
        box = next(box for box in block.fields if box.id == field)
        return FieldKey(table.number, page.seat, block.field_id(row.row, box))

    def settled(self, one: Finding) -> Finding:
        """Make a note of a finding that rulings have settled."""
        return replace(one, severity=Severity.NOTE, message=f"settled by a ruling: {one.message}")

    def sitting(self, table: int, seat: str) -> str | None:
        """Return the id of whoever sits on a seat and plays."""
        return self.forms.pages[table, seat].form.kind.sitting(self.by_page[table, seat])


def lines_checked(round_: Checking, table: TableForms, page: Page, block: Block) -> Iterator[Finding]:
    """Check the rows of a block on their own: template checks, and names that are needed."""
    rows = round_.pages[table.number, page.seat].rows[block.id]
    for row in rows:
        boxes = [FieldKey(table.number, page.seat, block.field_id(row.row, box)) for box in block.fields]
        if not row.filled or any(key in round_.entered.raw for key in boxes):
            continue  # what a line means is open until all of it can be read
        for check in block.checks:
            if evaluate_in_row(block, row, check.when):
                above = _since(block, rows, row, check)
                yield round_.say(
                    check.code,
                    round_.key(table, page, block, row, check.field),
                    _on_line(
                        block, row, check.message.replace("{line}", f"line {above.row.key}" if above else "a line")
                    ),
                    [round_.key(table, page, block, above, check.field)] if above else (),
                )
        yield from _doubtful_names(round_, table, page, block, row)
        for box in block.fields:
            if box.type == "choice" and not box.optional and row.values[box.name] is None:
                message = f"the line has values but no {box.plain_label.lower()}; name it, or clear the line"
                yield round_.say(
                    "name-missing",
                    round_.key(table, page, block, row, box.id),
                    _on_line(block, row, message),
                )


def _since(block: Block, rows: Sequence[RowScore], row: RowScore, check: Check) -> RowScore | None:
    """Find the first line above that the mistake of a line comes of."""
    since = check.since
    if since is None:
        return None
    name = folded(str(row.values[since.key]))
    return next(
        (
            above
            for above in takewhile(lambda above: above is not row, rows)
            if folded(str(above.values[since.key])) == name and evaluate_in_row(block, above, since.rule)
        ),
        None,
    )


def _doubtful_names(round_: Checking, table: TableForms, page: Page, block: Block, row: RowScore) -> Iterator[Finding]:
    """Warn of names that nearly are on the list, and of aircraft that nobody flew."""
    seats = {other.seat for other in table.seats}
    for box in block.fields:
        name = row.values[box.name]
        if box.type != "choice" or not isinstance(name, str) or box.choices is None:
            continue
        key = FieldKey(table.number, page.seat, block.field_id(row.row, box))
        near = get_close_matches(folded(name), map(folded, box.choices.names), n=1, cutoff=0.75)
        if near and box.choices.position(name) is None and not near[0].startswith(f"{folded(name)} ("):
            message = f"“{name}” is not on the list and counts as something else; was “{near[0]}” meant?"
            yield round_.say("near-miss", key, _on_line(block, row, message))
        elif name in seats and round_.sitting(table.number, name) is None:
            yield round_.say("near-miss", key, _on_line(block, row, f"nobody flew {name} at this table"))


def _on_line(block: Block, row: RowScore, message: str) -> str:
    """Say which line a message is about."""
    if not row.row.key:
        return f"{block.title}: {message}"
    return f"{block.title}, {row.row.label if block.of_tables else f'line {row.row.key}'}: {message}"


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
