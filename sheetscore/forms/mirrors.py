"""The mirror of a template, bound to its boxes: where the value of each goes when two players exchange their seats.

The owner of a box that the mirror does not name is unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sheetscore.forms.block import BlankSeat, Field, Mirror
from sheetscore.forms.template import BlockTemplate, FieldTemplate, MirrorTemplate

_NAMING = frozenset({"choice", "count", "number"})
"""The types of boxes that can name a seat."""


def bind_mirror(block: BlockTemplate, fields: Sequence[Field]) -> Mirror | None:
    """Bind the mirror of a block; None without one.

    Parameters
    ----------
    fields
        The boxes of the block, whose template has no mistakes.
    """
    mirror = block.mirror
    if mirror is None:
        return None
    becomes = {**dict(mirror.pairs), **{two: one for one, two in mirror.pairs}}
    becomes |= {one: one for one in (*mirror.seats, *mirror.both)}
    names = {(box.id, box.number): box.name for box in fields}
    return Mirror(
        images={box.name: names[becomes[box.id], box.number] for box in fields if box.id in becomes},
        seats=frozenset(box.name for box in fields if box.id in mirror.seats),
        blanks=tuple(BlankSeat(blank.field, blank.means, blank.blocks) for blank in mirror.blank),
    )


def mirror_mistakes(block: BlockTemplate, fields: Sequence[Field], blocks: Collection[str]) -> Iterator[str]:
    """Find the mistakes in the mirror of a block.

    Parameters
    ----------
    blocks
        The ids of all blocks of the template.
    """
    if block.mirror is None:
        return
    known = {box.id: box for box in block.field}
    named = _named(block.mirror)
    for name in sorted({*named} - known.keys()):
        yield f"block {block.id}, mirror: there is no field {name}"
    for name in sorted({name for name in named if named.count(name) > 1}):
        yield f"block {block.id}, mirror: {name} is named twice; a box is one of a pair, names a seat, or is of both"
    for one, two in block.mirror.pairs:
        if one in known and two in known and _takes(known[one]) != _takes(known[two]):
            yield f"block {block.id}, mirror: {one} and {two} are a pair and must take the same; make them alike"
    for name in block.mirror.seats:
        if name in known and known[name].type not in _NAMING:
            yield f"block {block.id}, mirror: {name} is no choice and no whole number, and so it names no seat"
    for name in sorted({box.id for box in fields if box.choices and box.choices.seats}.difference(block.mirror.seats)):
        yield f"block {block.id}, mirror: {name} names a seat of the table; put it into seats"
    yield from _blank_mistakes(block.id, block.mirror, fields, blocks)


def _blank_mistakes(
    block: str, mirror: MirrorTemplate, fields: Sequence[Field], blocks: Collection[str]
) -> Iterator[str]:
    """Find the mistakes about boxes that name a seat even when blank.

    An exchange fills such a box in, with the other seat, unless its line and the further blocks named are blank.
    """
    offered = {box.id: box.choices.recorded for box in fields if box.choices}
    for blank in mirror.blank:
        if blank.field not in mirror.seats or blank.field not in offered:
            yield f"block {block}, mirror, blank: {blank.field} is no choice of seats"
        elif blank.means not in offered[blank.field]:
            yield f"block {block}, mirror, blank: {blank.field} cannot mean {blank.means}: its list has none"
        for other in blank.blocks:
            if other not in blocks:
                yield f"block {block}, mirror, blank: there is no block {other}"


def _named(mirror: MirrorTemplate) -> list[str]:
    return [*(name for pair in mirror.pairs for name in pair), *mirror.seats, *mirror.both]


def _takes(box: FieldTemplate) -> tuple[object, ...]:
    """Return all that decides which values a box takes."""
    return box.type, box.list, box.open, box.optional, box.numbered, box.minimum, box.maximum
