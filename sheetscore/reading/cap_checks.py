"""Limits that hold over all the pages of a table, and what comes too late once one is reached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.findings import Finding
from sheetscore.forms.evaluation import RowScore, evaluate_in_row
from sheetscore.forms.form import Across, After, Block, FieldKey, Page, TableForms, Value
from sheetscore.reading.checking import Checking

_Line = tuple[Page, Block, RowScore]


@dataclass(frozen=True)
class _Claim:
    """What one line takes of a limit that holds across pages."""

    block: str
    across: Across
    name: str
    key: FieldKey
    line: str
    amount: int | Fraction
    limit: int | Fraction

    @property
    def where(self) -> str:
        """Say on which line how much is claimed."""
        return f"{self.key.seat} line {self.line}: {self.amount}"


def limits_checked(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check the limits that hold over all pages of a table, and ask what came first where that decides."""
    lines = list(_lines(round_, table))
    claims = [
        claim
        for page, block, row in lines
        for across in block.across
        if (claim := _claimed(round_, table, page, block, row, across))
    ]
    yield from _over_limit(round_, table, claims)
    yield from _order_unknown(round_, table, lines, claims)


def _lines(round_: Checking, table: TableForms) -> Iterator[_Line]:
    """Go through the filled lines of all who flew."""
    for page in table.seats:
        if round_.by_page[table.number, page.seat].get("seat.flew", 1) == 0:
            continue
        for block in page.shape.blocks:
            for row in round_.pages[table.number, page.seat].rows[block.id]:
                if row.filled:
                    yield page, block, row


def _over_limit(round_: Checking, table: TableForms, claims: Sequence[_Claim]) -> Iterator[Finding]:
    by_limit: dict[tuple[str, str, str], list[_Claim]] = defaultdict(list)
    for claim in claims:
        by_limit[claim.block, claim.across.what, folded(claim.name)].append(claim)
    for (_, what, _), made in by_limit.items():
        limit = min(claim.limit for claim in made)
        total = sum(claim.amount for claim in made)
        if total > limit and len({claim.key.seat for claim in made}) > 1:
            parts = ", ".join(claim.where for claim in made)
            yield round_.say(
                "cap-across",
                made[0].key,
                f"table {table.number}, {made[0].name}: {what} may come to {limit} over all pilots; claimed are "
                f"{total} ({parts}). Settle it at the table, or rule on every pilot named",
                [claim.key for claim in made[1:]],
            )


def _order_unknown(
    round_: Checking, table: TableForms, lines: Sequence[_Line], claims: Sequence[_Claim]
) -> Iterator[Finding]:
    """Ask about lines that may have come after other pilots had reached the limit: once for each page and name."""
    asked: dict[tuple[str, str, After], list[tuple[Block, RowScore]]] = defaultdict(list)
    for page, block, row in lines:
        for after in block.after:
            name = row.values[after.key]
            if name and _may_be_late(block, row, after, _others(claims, after, page.seat, str(name))):
                asked[page.seat, folded(str(name)), after].append((block, row))
    pages = {page.seat: page for page in table.seats}
    for (seat, _, after), late in asked.items():
        block, first = late[0]
        name = str(first.values[after.key])
        others = _others(claims, after, seat, name)
        keys = [round_.key(table, pages[seat], block, row, after.key) for block, row in late]
        at = " and ".join(f"line {row.row.key}" for _, row in late)
        yield round_.say(
            "order-unknown",
            keys[0],
            f"table {table.number}, {name}: {others[0].across.what}, {', '.join(claim.where for claim in others)}; and "
            f"{seat}, {block.title}, {at}. {after.message}. It is scored as long as there is no ruling on {seat}",
            [*keys[1:], *(claim.key for claim in others)],
        )


def _others(claims: Sequence[_Claim], after: After, seat: str, name: str) -> list[_Claim]:
    """Give what other pages count for a name."""
    return [
        claim
        for claim in claims
        if claim.across.counts == after.counts and claim.key.seat != seat and folded(claim.name) == folded(name)
    ]


def _may_be_late(block: Block, row: RowScore, after: After, others: Sequence[_Claim]) -> bool:
    """Tell whether a limit was reached before a line if all others came first."""
    if not others or not evaluate_in_row(block, row, after.when):
        return False
    before, limit = (_number(evaluate_in_row(block, row, rule)) for rule in (after.before, after.limit))
    return before + sum(claim.amount for claim in others) >= min(limit, *(claim.limit for claim in others))


def _claimed(
    round_: Checking, table: TableForms, page: Page, block: Block, row: RowScore, across: Across
) -> _Claim | None:
    name = row.values[across.key]
    if not name or (across.unless and evaluate_in_row(block, row, across.unless)):
        return None
    amount, limit = (_number(evaluate_in_row(block, row, rule)) for rule in (across.sum, across.limit))
    if not amount:
        return None
    key = round_.key(table, page, block, row, across.key)
    return _Claim(block.id, across, str(name), key, row.row.key, amount, limit)


def _number(value: Value) -> int | Fraction:
    return 0 if isinstance(value, str) else value
