"""Lines of a page on their own: what contradicts itself, and names that are missing or doubtful."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile

from sheetscore.event.identity import folded
from sheetscore.findings import Finding
from sheetscore.forms.block import Block, Check
from sheetscore.forms.evaluation import evaluate_in_row
from sheetscore.forms.form import FieldKey, Page, RowScore
from sheetscore.forms.round_forms import TableForms
from sheetscore.reading.checking import Checking


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
                    _line(block, row, check.message.replace("{line}", f"line {above.row.key}" if above else "a line")),
                    [round_.key(table, page, block, above, check.field)] if above else (),
                )
        yield from _doubtful_names(round_, table, page, block, row)
        for box in block.fields:
            if box.type == "choice" and not box.optional and row.values[box.name] is None:
                message = f"the line has values but no {box.label.lower()}; name it, or clear the line"
                yield round_.say(
                    "name-missing",
                    round_.key(table, page, block, row, box.id),
                    _line(block, row, message),
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
            yield round_.say("near-miss", key, _line(block, row, message))
        elif name in seats and round_.sitting(table.number, name) is None:
            yield round_.say("near-miss", key, _line(block, row, f"nobody flew {name} at this table"))


def _line(block: Block, row: RowScore, message: str) -> str:
    """Say which line a message is about."""
    if not row.row.key:
        return f"{block.title}: {message}"
    return f"{block.title}, {row.row.label if block.of_tables else f'line {row.row.key}'}: {message}"
