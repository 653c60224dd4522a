"""What can be chosen in the boxes of event.xlsx: lists to open, ranges, and the prompts that explain them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from sheetscore.event.cells import to_cell
from sheetscore.event.model import EARLIEST
from sheetscore.event.offerings import Offering
from sheetscore.event.tables import EventColumn, Kind
from sheetscore.workbooks.names import address, quoted

_TITLE_LENGTH = 32
_MESSAGE_LENGTH = 255
_FEW_CHOICES = 3

Rule = dict[str, object]
"""A data validation, as XlsxWriter takes it."""

_ANYTHING: Rule = {"validate": "any"}


def validation(column: EventColumn, lists: Mapping[str, Offering], owner: str = "") -> Rule:
    """Return the data validation of a column, as XlsxWriter takes it.

    It helps, and catches slips of the hand; reading checks everything again.

    Parameters
    ----------
    column
        What belongs in the box.
    lists
        The cells in which there is what to choose from, by what columns call their lists.
    owner
        The cell in the first of its rows that names the part to which what is chosen belongs; empty where no cell does.
    """
    return {
        **_rule(column, lists, owner),
        "input_title": column.title[:_TITLE_LENGTH],
        "input_message": prompt(column.description),
        "error_title": column.title[:_TITLE_LENGTH],
        "error_message": f"Put {column.words} here."[:_MESSAGE_LENGTH],
    }


def prompt(description: str) -> str:
    """Return as many sentences of a description as a prompt holds; the others stand beside the box, or in the docs."""
    if len(description) <= _MESSAGE_LENGTH:
        return description
    whole = description[:_MESSAGE_LENGTH].rpartition(". ")[0]
    return f"{whole}." if whole else f"{description[: _MESSAGE_LENGTH - 1]}…"


def _rule(column: EventColumn, lists: Mapping[str, Offering], owner: str) -> Rule:
    listed = lists.get(column.list_name)
    if listed:
        # several are typed one after the other, of which a list can only give the first
        more: Rule = {"show_error": False} if column.many else {"error_type": "warning"}
        return {"validate": "list", "source": _source(listed, owner), **more}
    match column.kind:
        case Kind.CHOICE if column.many:
            rule: Rule = {"validate": "list", "source": _several(column), "show_error": False}
        case Kind.CHOICE:
            rule = {"validate": "list", "source": list(column.choices)}
        case Kind.YES_NO:
            rule = {"validate": "list", "source": ["yes", "no"]}
        case Kind.DAY:
            rule = {"validate": "date", "criteria": ">=", "value": EARLIEST}
        case Kind.WHOLE | Kind.DECIMAL if not column.many and column.high is not None:
            span = {"minimum": float(str(column.low)), "maximum": float(str(column.high))}
            kind = "integer" if column.kind is Kind.WHOLE else "decimal"
            rule = {"validate": kind, "criteria": "between", **span}
        case _:
            rule = _ANYTHING
    return rule


def _several(column: EventColumn) -> list[str]:
    """Return every set of a few choices, of many the usual ones and each alone; others can be typed all the same."""
    if len(column.choices) <= _FEW_CHOICES:
        sets: list[object] = [
            chosen for count in range(1, len(column.choices) + 1) for chosen in combinations(column.choices, count)
        ]
    else:
        sets = [column.default, *((choice,) for choice in column.choices)]
    return [str(text) for chosen in sets if (text := to_cell(column, chosen))]


def _source(listed: Offering, owner: str) -> str:
    """Refer to the cells of a list down to the last that shows something; a list with blanks opens at its end.

    Of a list whose parts belong to others only those of one owner, which stand together; all while it has none.
    """
    top = f"{quoted(listed.area.sheet)}!{address(listed.area.row, listed.area.column, fixed=True)}"
    filled = f'SUMPRODUCT(--({listed.area.reference}<>""))'
    if not owner or listed.owners is None:
        return f"=OFFSET({top},0,0,MAX(1,{filled}),1)"
    owners = listed.owners.reference
    first, count = f"IFERROR(MATCH({owner},{owners},0)-1,0)", f"COUNTIF({owners},{owner})"
    return f"=OFFSET({top},{first},0,IF({count}=0,MAX(1,{filled}),{count}),1)"
