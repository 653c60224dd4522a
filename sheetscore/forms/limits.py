"""Rules of a block over all pages of a table: limits, lines too late for a limit, entries that must agree."""

from __future__ import annotations

from msgspec import Struct

from sheetscore.expressions import Expression


class Across(Struct, frozen=True):
    """A limit over all the pages of a table; the fields are those of a template's ``across``."""

    what: str
    key: str
    sum: Expression
    limit: Expression
    unless: Expression | None
    """Lines that do not count towards the limit."""
    counts: str = ""
    """The name of the count: lines of all blocks with it are added up for each force. Empty: the lines of this block
    alone are added up, for all forces together.
    """
    earlier: str = ""
    """The name in rules for the sum of earlier players; empty where the director's order has no effect."""


class AfterLimit(Struct, frozen=True):
    """A question about lines that may have come after other players reached a limit, or claimed what ends the count.

    The fields are those of a template's ``after``: see :class:`sheetscore.forms.template.AfterTemplate`.
    """

    key: str
    counts: str
    ended_by: str
    before: Expression
    limit: Expression
    when: Expression
    message: str
    earlier: str = ""
    ended: str = ""
    """The name in rules for how often earlier players had claimed what ends the count, such as a destroyed target."""


LimitScope = tuple[str, str, str]
"""What a limit applies to: the force (or a block that counts alone), the count, the folded name of the target."""


class EarlierClaims(Struct, frozen=True):
    """A name in rules for the sum of earlier players on the same target."""

    name: str
    """Its name in the rules."""
    key: str
    """The box that names the target."""
    what: str
    """The words for what is limited."""
    counts: str
    """The name of the count, as in :class:`Across`."""


class Agree(Struct, frozen=True):
    """A count and a claim about one name, on the pages of a force, that must agree.

    The claim belongs there if, and only if, the count reaches ``enough``. The fields are those of a template's
    ``agree``: see :class:`sheetscore.forms.template.AgreeTemplate`.
    """

    key: str
    counts: str
    claims: str
    enough: Expression
    unclaimed: str
    unfounded: str
