"""Lines that were not enough: blocks of a page that go on, with as many lines again, on further sheets of paper."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sheetscore.forms.block import Block, Row
from sheetscore.forms.form import Page, PageForm
from sheetscore.forms.round_forms import RoundForms

Further = Mapping[tuple[int, str], int]
"""How many times the lines of a page go on, by its table and seat; the seat is "" for a table's own page."""

MOST_TIMES = 5
"""So many times the lines of a page go on, at most."""


def with_further_lines(forms: RoundForms, further: Further) -> RoundForms:
    """Return the sheets of a round with more lines on some of their pages, whose field ids go on counting."""
    if not further:
        return forms
    tables = tuple(
        replace(table, pages=tuple(_continued(page, further.get((table.number, page.seat), 0)) for page in table.pages))
        for table in forms.tables
    )
    return replace(forms, tables=tables)


def going_on(form: PageForm) -> list[Block]:
    """Return the blocks of a page that may go on: those whose lines are numbered and nothing else."""
    return [block for block in form.blocks if _is_numbered(block)] if form.kind.may_go_on else []


def _is_numbered(block: Block) -> bool:
    numbered = all(row == Row(str(number)) for number, row in enumerate(block.rows, start=1))
    return numbered and len(block.rows) > 1 and block.seat is None and not block.of_tables


def _continued(page: Page, times: int) -> Page:
    longer = {block.id: _longer(block, times) for block in going_on(page.form)} if times else {}
    if not longer:
        return page
    blocks = tuple(longer.get(block.id, block) for block in page.form.blocks)
    return replace(page, form=replace(page.form, blocks=blocks))


def _longer(block: Block, times: int) -> Block:
    count = len(block.rows) * (1 + times)
    return replace(block, rows=tuple(Row(str(number)) for number in range(1, count + 1)), times=times)
