"""What a box of event.xlsx offers to whoever fills it in: help, a drop-down, a range that is kept."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from sheetscore.event.cells import to_cell
from sheetscore.event.model import EARLIEST
from sheetscore.event.tables import Column, Kind
from sheetscore.workbooks.names import Area, address, quoted

_TITLE_LENGTH = 32
_MESSAGE_LENGTH = 255
_FEW_CHOICES = 3

Rule = dict[str, object]
"""A data validation, as XlsxWriter takes it."""

_ANYTHING: Rule = {"validate": "any"}


def validation(column: Column, id_areas: Mapping[str, Area]) -> Rule:
    """Give the data validation of a column, as XlsxWriter takes it.

    It helps, and catches slips of the hand; reading checks everything again.

    Parameters
    ----------
    column
        What belongs in the box.
    id_areas
        For each TOML table with ids, the cells in which they stand.
    """
    return {
        **_rule(column, id_areas),
        "input_title": column.title[:_TITLE_LENGTH],
        "input_message": column.description[:_MESSAGE_LENGTH],
        "error_title": column.title[:_TITLE_LENGTH],
        "error_message": f"Put {column.words} here."[:_MESSAGE_LENGTH],
    }


def _rule(column: Column, id_areas: Mapping[str, Area]) -> Rule:
    if column.refers in id_areas and not column.many:
        return {"validate": "list", "source": _filled(id_areas[column.refers]), "error_type": "warning"}
    match column.kind:
        case Kind.CHOICE if column.many:
            rule = _combinations(column)
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


def _combinations(column: Column) -> Rule:
    """Offer every set of a few choices; others can be typed all the same."""
    if len(column.choices) > _FEW_CHOICES:
        return _ANYTHING
    sets = [
        str(to_cell(column, chosen))
        for count in range(1, len(column.choices) + 1)
        for chosen in combinations(column.choices, count)
    ]
    return {"validate": "list", "source": sets, "show_error": False}


def _filled(area: Area) -> str:
    """Refer to the cells of a column down to the last that is filled; a list with blanks opens at its end."""
    top = f"{quoted(area.sheet)}!{address(area.row, area.column, fixed=True)}"
    return f"=OFFSET({top},0,0,MAX(1,COUNTA({area.reference})),1)"
