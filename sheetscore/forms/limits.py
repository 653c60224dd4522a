"""What a block says of all pages of a table together: limits, what comes too late for one, what must fit together."""

from __future__ import annotations

from msgspec import Struct

from sheetscore.expressions import Expression


class Across(Struct, frozen=True):
    """A limit over all the pages of a table."""

    what: str
    key: str
    sum: Expression
    limit: Expression
    unless: Expression | None
    """Lines that do not count towards the limit."""
    counts: str = ""
    """What is added up, on the lines of all blocks that count the same for one force; empty where a block's own lines
    are added up, whoever they fight for.
    """
    earlier: str = ""
    """What rules call what those had taken who came before; empty where the director's word changes nothing."""


class AfterLimit(Struct, frozen=True):
    """A question about lines that may have come after what others count had reached a limit, or after its end."""

    key: str
    counts: str
    ended_by: str
    before: Expression
    limit: Expression
    when: Expression
    message: str
    earlier: str = ""
    ended: str = ""
    """What rules call what those had counted who came before, and how often they had ended it."""


Thing = tuple[str, str, str]
"""Whose, what is counted, the folded name: what a limit holds for."""


class EarlierClaims(Struct, frozen=True):
    """A name that rules have for what others had counted of the same thing who came before."""

    name: str
    """In the rules."""
    key: str
    """The box that says of which thing."""
    what: str
    counts: str
    """What is counted, as an :class:`Across` says it."""


class Agree(Struct, frozen=True):
    """Two things that all pages of a force say of one name, and that go together from ``enough`` on."""

    key: str
    counts: str
    claims: str
    enough: Expression
    unclaimed: str
    unfounded: str
