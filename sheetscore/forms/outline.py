"""Mistakes in a template apart from its rules: lists, rows, widths, ids that occur twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from sheetscore.expressions import RESERVED
from sheetscore.forms.choices import Choices
from sheetscore.forms.template import BlockTemplate, FieldTemplate, Template


def outline_mistakes(template: Template, lists: Mapping[str, Choices], rows: Collection[str]) -> Iterator[str]:
    """Find mistakes apart from rules: lists, rows, widths, ids that occur twice.

    Parameters
    ----------
    rows
        The names of the lists that may give a block its lines.
    """
    for block in template.block:
        yield from _block_mistakes(block, lists, rows, template.widths[block.id])
    ids = [block.id for block in template.block]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"two blocks are called {name}; give each an id of its own"


def _block_mistakes(
    block: BlockTemplate, lists: Mapping[str, Choices], rows: Collection[str], width: int
) -> Iterator[str]:
    ids = [*(box.id for box in block.field), *(show.id for show in block.show)]
    earlier = [*names_for_earlier_counts(block)]
    taken = RESERVED | {"total", "label"}
    of_boxes = taken if block.has_rules else {"total", "label"}  # boxes that no rule names can be called anything
    for name in sorted(taken.intersection([block.id, *block.let, *earlier]) | of_boxes.intersection(ids)):
        yield f"block {block.id}: {name} is a word of the rules' language; choose another id"
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"block {block.id}: two fields are called {name}; give each an id of its own"
    for name in sorted({*earlier} & {*ids, *block.let} | {name for name in earlier if earlier.count(name) > 1}):
        yield f"block {block.id}: {name} is called so twice; give what others had taken a name of its own"
    for box, listed in _lists_named(block):
        if listed not in lists:
            known = ", ".join(sorted(lists))
            yield f"block {block.id}, field {box.id}: there is no list {listed}; there are {known}"
    if isinstance(block.rows, str) and block.rows not in rows:
        yield f"block {block.id}: there are no rows called {block.rows}; give a number"
    if isinstance(block.rows, int) and not 1 <= block.rows <= 40:
        yield f"block {block.id}: {block.rows} rows; give 1 to 40"
    if block.rows_printed and not isinstance(block.rows, int):
        yield f"block {block.id}: rows_printed is for numbered lines; give a number of rows, or leave it out"
    if block.lines != "tables" and (used := _units(block, lists)) > width:
        yield f"block {block.id}: its boxes take {used} units of {width}; make some narrower"


def _units(block: BlockTemplate, lists: Mapping[str, Choices]) -> int:
    """Return the width of a row in units."""
    boxes = sum(
        box.units * (1 if box.numbered is None else len(numbered_by(box, lists)))
        for box in block.field
        if not isinstance(box.numbered, str) or box.numbered in lists
    )
    return boxes + sum(show.units for show in block.show if not show.beside) + bool(block.total)


def numbered_by(box: FieldTemplate, lists: Mapping[str, Choices]) -> Sequence[str]:
    """Return the names of similar boxes: numbers, or entries of a list; none for a single box."""
    if isinstance(box.numbered, str):
        return lists[box.numbered].names
    return [str(number) for number in range(1, (box.numbered or 0) + 1)]


def _lists_named(block: BlockTemplate) -> Iterator[tuple[FieldTemplate, str | None]]:
    """Yield the fields that need a list, each with the name of the list."""
    for box in block.field:
        if box.type in {"choice", "several", "odds", "player"}:
            yield box, box.list
        if isinstance(box.numbered, str):
            yield box, box.numbered


def names_for_earlier_counts(block: BlockTemplate) -> Iterator[str]:
    """Return the names in a block's rules for the counts of earlier players."""
    limits, counts = (one.earlier for one in block.across), (one.earlier for one in block.after)
    ends = (one.ended for one in block.after)
    yield from (name for name in chain(limits, counts, ends) if name)
