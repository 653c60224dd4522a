"""The sheets of a round: tables with their pages, groups of seats over several tables, the names of all boxes.

If the lines of a page do not suffice, its blocks continue with as many lines again on further sheets of paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations, product
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.forms.block import Block, Field, Row
from sheetscore.forms.form import Entries, FieldKey, Page, PageForm
from sheetscore.forms.template import Library
from sheetscore.tables.sheet import TableSheet

Further = Mapping[tuple[int, str], int]
"""The number of continuations of a page, by its table and seat; the seat is "" for a table's own page."""

MOST_TIMES = 5
"""The most continuations of a page's lines."""


_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|$)")
"""A part of the name of a box that counts lines, years or tables."""


def _shape(name: str) -> str:
    """Return the name of a box with ``*`` for its numbers: the same for a box on every line."""
    return _NUMBER.sub("*", name)


class RoundForms(Struct, frozen=True, dict=True):
    """All the sheets of one round, or of a whole event."""

    round: int
    tables: tuple[TableForms, ...]
    groups: tuple[SeatGroup, ...] = ()
    """The groups of seats over several tables that are compared."""
    without_seats: tuple[str, ...] = ()
    """The names of teams that sit out, for the list of groups on the cover."""
    papers: tuple[Callable[[Any], None], ...] = ()
    """Functions for additional papers, which are printed and never read back: each writes a sheet of its own, and is
    given :class:`sheetscore.sheets.round_papers.RoundPapers`.
    """
    library: Library | None = None
    """The templates that the sheets were made from; None for sheets that a program put together."""
    also: Mapping[str, str] = field(default_factory=dict)
    """Other names of seats, each with the id of its seat."""
    filled: Entries = field(default_factory=dict)
    """The values that the draw fills in."""
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lists of the event whose order gives typed values their meaning: their names in a sentence, and the ids of
    their entries. Sheets record this order, since the rows may be sorted later.
    """
    live: Callable[[Entries, Mapping[FieldKey, str]], Sequence[TableSheet]] | None = None
    """Returns sheets for the director whose formulas follow the boxes, given the values and a reference to each
    box.
    """

    @property
    def scenario(self) -> str:
        """The id of the scenario that all tables play; empty where they play several."""
        scenarios = {table.scenario for table in self.tables}
        return scenarios.pop() if len(scenarios) == 1 else ""

    @cached_property
    def drawn(self) -> Mapping[FieldKey, str]:
        """The values that the draw fills in, as text: the ids of the drawn players, and what the event gives them."""
        return {key: str(value) for key, value in self.filled.items()}

    @cached_property
    def fields(self) -> Mapping[FieldKey, tuple[Block, Row, Field]]:
        """Every box of the round by table, seat and public id, in reading order."""
        return {
            FieldKey(table.number, page.seat, field_id): found
            for table in self.tables
            for page in table.pages
            for field_id, found in page.form.fields.items()
        }

    @cached_property
    def public(self) -> Mapping[FieldKey, FieldKey]:
        """The name of every box for scripts, see :func:`public_key`."""
        return {key: public_key(key, *found) for key, found in self.fields.items()}

    @cached_property
    def by_public(self) -> Mapping[FieldKey, FieldKey]:
        """Every box by its name for scripts."""
        return {public: key for key, public in self.public.items()}

    def called(self, key: FieldKey) -> FieldKey:
        """Return the name of a box for scripts.

        Old sheets may have a box that these forms lack: its name follows from that of the same box of another table or
        line.
        """
        if key in self.public:
            return self.public[key]
        other = self._alike.get(key.field, self._alike.get(_shape(key.field)))
        if other is None:
            block, number, box = (*key.field.split(".", 2), "", "")[:3]  # blank parts for those that the name lacks
            is_listed = number.isdecimal() and any(
                one.of_tables and one.id == block for one, _, _ in self.fields.values()
            )
            return FieldKey(int(number), key.seat, box) if is_listed else key
        _, seat, name = self.public[other]
        theirs, ours, numbers = (_NUMBER.findall(one) for one in (other.field, key.field, name))
        if self.fields[other][0].of_tables:
            if theirs[1:] == numbers:  # a box has numbers of its own behind that of its line: judge.3.1
                left = iter(ours[1:])
                name = _NUMBER.sub(lambda found: next(left, found[0]), name)
            return FieldKey(int(ours[0]), seat, name)
        if theirs != ours and numbers[: len(theirs)] != theirs:
            return key  # the name for scripts has other numbers than the key, and so does not follow from them
        left = iter(ours)
        return FieldKey(key.table, key.seat or seat, _NUMBER.sub(lambda found: next(left, found[0]), name))

    @cached_property
    def _alike(self) -> Mapping[str, FieldKey]:
        """The first box of each name in the forms, and of each name whatever its numbers."""
        first_last = reversed([*self.fields])  # so that the first box of a name replaces the others
        return {name: key for key in first_last for name in (key.field, _shape(key.field))}

    @cached_property
    def pages(self) -> Mapping[tuple[int, str], Page]:
        """Every page by table and seat."""
        return {(table.number, page.seat): page for table in self.tables for page in table.pages}

    @property
    def earlier(self) -> Iterator[RoundForms]:
        """The possible forms of sheets made by earlier versions: with former labels, or without boxes added later.

        Boxes may be missing in any of their blocks; former labels apply to all boxes that have one.
        """
        blocks = [block for form in self.page_forms() for block in form.blocks]
        ways = [self]
        for version in range(max((len(box.formerly) for block in blocks for box in block.fields), default=0)):
            ways.append(self._with_blocks(partial(Block.with_former_labels, version=version)))
            yield ways[-1]
        grown = dict.fromkeys(block.id for block in blocks if any(box.added for box in block.fields))
        for number in range(1, len(grown) + 1):
            for some, way in product(combinations(grown, number), ways):
                yield way._without_added(some)

    def _without_added(self, blocks: Collection[str]) -> RoundForms:
        """Return the sheets without the added boxes of these blocks; a block with no other boxes is left out."""
        return self._with_blocks(lambda block: block.without_added if block.id in blocks else block)

    def _with_blocks(self, change: Callable[[Block], Block]) -> RoundForms:
        """Return the sheets with each block changed, without blocks that have no boxes after that."""
        then = {
            id(form): replace(form, blocks=tuple(one for one in map(change, form.blocks) if one.fields))
            for form in self.page_forms()
        }
        tables = (
            replace(table, pages=tuple(replace(page, form=then[id(page.form)]) for page in table.pages))
            for table in self.tables
        )
        return replace(self, tables=tuple(tables))

    def page_forms(self) -> tuple[PageForm, ...]:
        """Return each form once, in the order of first use."""
        found = {id(page.form): page.form for table in self.tables for page in table.pages}
        return tuple(found.values())


class TableForms(Struct, frozen=True):
    """All the pages of one table, the table's own page first."""

    number: int
    scenario: str
    title: str
    pages: tuple[Page, ...]

    @property
    def seats(self) -> tuple[Page, ...]:
        """The pages of the seats."""
        return self.pages[1:]


class SeatGroup(Struct, frozen=True):
    """Seats at several tables whose points are added up: those of a team."""

    id: str
    title: str
    """The title of the team."""
    against: str
    """The id of the group it is compared with."""
    seats: tuple[tuple[int, str], ...]
    """Its seats as (table, seat), at least one. Teams that sit out have no group; the draw has them."""
    figure: str = ""
    """The figure of the seats' lines on the tables' own pages that is added up."""
    worth: str = ""
    """The unit of that figure."""


def public_key(key: FieldKey, block: Block, row: Row, box: Field) -> FieldKey:
    """Return the name of a box for scripts; if its line is a seat or a table, it is a box of that seat or table."""
    if block.of_tables:
        number = [] if box.number is None else [str(box.number)]
        return FieldKey(int(row.key), box.seat, ".".join((box.public or box.id, *number)))
    if block.seat is not None:
        return FieldKey(key.table, f"{block.seat}{row.key}", box.public or f"{block.id}.{box.name}")
    if box.public:
        return FieldKey(key.table, box.seat, ".".join(part for part in (box.public, row.key) if part))
    return key


def with_further_lines(forms: RoundForms, further: Further) -> RoundForms:
    """Return the sheets of a round with more lines on some pages; their field ids continue the count."""
    if not further:
        return forms
    tables = tuple(
        replace(table, pages=tuple(_continued(page, further.get((table.number, page.seat), 0)) for page in table.pages))
        for table in forms.tables
    )
    return replace(forms, tables=tables)


def continuable_blocks(form: PageForm) -> list[Block]:
    """Return the blocks of a page that can continue: those with numbered lines only."""
    return [block for block in form.blocks if _can_continue(block)] if form.kind.may_go_on else []


def _can_continue(block: Block) -> bool:
    return block.is_numbered and len(block.rows) > 1 and block.seat is None and not block.of_tables


def _continued(page: Page, times: int) -> Page:
    longer = {block.id: _longer(block, times) for block in continuable_blocks(page.form)} if times else {}
    if not longer:
        return page
    blocks = tuple(longer.get(block.id, block) for block in page.form.blocks)
    return replace(page, form=replace(page.form, blocks=blocks))


def _longer(block: Block, times: int) -> Block:
    return replace(block.with_lines(len(block.rows) * (1 + times)), times=times)
