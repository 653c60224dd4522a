"""Limits that hold over all the pages of a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.findings import Finding
from sheetscore.forms.evaluation import RowScore, evaluate_in_row
from sheetscore.forms.form import Across, Block, FieldKey, Page, TableForms, Value
from sheetscore.reading.checking import Checking


@dataclass(frozen=True)
class _Claim:
    """What one line takes of a limit that holds across pages."""

    name: str
    key: FieldKey
    line: str
    amount: int | Fraction
    limit: int | Fraction


def limits_checked(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check the limits that hold over all pages of a table."""
    claims: dict[tuple[str, str, str], list[_Claim]] = defaultdict(list)
    for page in table.seats:
        if round_.by_page[table.number, page.seat].get("seat.flew", 1) == 0:
            continue
        for block in page.shape.blocks:
            for row in round_.pages[table.number, page.seat].rows[block.id]:
                for across in block.across if row.filled else ():
                    if claim := _claimed(round_, table, page, block, row, across):
                        claims[block.id, across.what, folded(claim.name)].append(claim)
    for (_, what, _), made in claims.items():
        limit = min(claim.limit for claim in made)
        total = sum(claim.amount for claim in made)
        if total > limit and len({claim.key.seat for claim in made}) > 1:
            parts = ", ".join(f"{claim.key.seat} line {claim.line}: {claim.amount}" for claim in made)
            yield round_.say(
                "cap-across",
                made[0].key,
                f"table {table.number}, {made[0].name}: {what} may come to {limit} over all pilots; claimed are "
                f"{total} ({parts}). Settle it at the table, or rule on every pilot named",
                [claim.key for claim in made[1:]],
            )


def _claimed(
    round_: Checking, table: TableForms, page: Page, block: Block, row: RowScore, across: Across
) -> _Claim | None:
    name = row.values[across.key]
    if not name or (across.unless and evaluate_in_row(block, row, across.unless)):
        return None
    amount, limit = (_number(evaluate_in_row(block, row, rule)) for rule in (across.sum, across.limit))
    if not amount:
        return None
    return _Claim(str(name), round_.key(table, page, block, row, across.key), row.row.key, amount, limit)


def _number(value: Value) -> int | Fraction:
    return 0 if isinstance(value, str) else value
