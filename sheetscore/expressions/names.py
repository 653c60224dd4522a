"""What a rule may refer to: the fields of its row, the columns of blocks, the settings of the event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from sheetscore.expressions.nodes import Kind

ROWS = "rows"
"""Prefix of the columns of the block in which the row itself stands."""

ABOVE = "above"
"""Prefix of the same columns, but only of the rows above this one."""

SETTINGS = "settings"
"""Prefix of the decisions of the event."""


@dataclass(frozen=True)
class Field:
    """What a name stands for.

    Parameters
    ----------
    kind
        Kind of its value; of each of them when it is numbered.
    attributes
        Of a choice: what its list says about each entry (``target.white``), with their kinds.
    numbers
        The numbers of a numbered field (``rolls[4]``); empty for a single one.
    """

    kind: Kind
    attributes: Mapping[str, Kind] = field(default_factory=dict)
    numbers: Collection[int] = ()


@dataclass(frozen=True)
class Names:
    """Everything that the rule at one place may name.

    Parameters
    ----------
    fields
        By id: fields and named expressions of the row; ``block.field`` for those of a block with one row.
        They come before columns where a name could be either.
    blocks
        By block id, then column id: what ``sum`` and ``count`` may go through. The ids ``rows`` and ``above``
        stand for the row's own block; leave out of ``rows`` what depends on this very rule, because
        a spreadsheet would find a formula that refers to itself.
    settings
        Kinds of the decisions.
    """

    fields: Mapping[str, Field] = field(default_factory=dict)
    blocks: Mapping[str, Mapping[str, Field]] = field(default_factory=dict)
    settings: Mapping[str, Kind] = field(default_factory=dict)


def not_known(name: str, what: str, known: Iterable[str]) -> str:
    """Say that a name is not what it is used as, and which known name is nearest."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    advice = f"did you mean {near[0]}?" if near else f"known are: {', '.join(names) or 'none'}"
    return f"{name} is not {what}; {advice}"
