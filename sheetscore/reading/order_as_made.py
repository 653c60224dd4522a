"""Lists of the event in another order than when sheets were made, so that typed positions mean other entries."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.folder import stage_command
from sheetscore.findings import Finding, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.hidden_sheets import Baseline

TURNED = "order-turned"
"""The code of the finding about a list in another order."""


def turned(name: str, begun: Baseline | None, forms: RoundForms) -> Iterator[Finding]:
    """Find lists that have the same entries as when sheets were made, in another order.

    Parameters
    ----------
    name
        The file name of the workbook.
    """
    for what, then in begun.orders if begun else ():
        now = forms.orders.get(what, then)
        if now != then and sorted(now) == sorted(then):
            message = (
                f"{name} was made with the {what} in the order {', '.join(then)}, and the event has them in the order "
                f"{', '.join(now)} now: what is typed would count for the wrong one. Put the rows of the event back "
                f"in the order of the sheets; or take out of {name} what is typed, and make it again: "
                f"sheetscore {stage_command('sheets', forms.round)}"
            )
            yield finding(TURNED, message, sheet=name)


def has_typed(entered: ReadEntries) -> bool:
    """Return whether sheets have typed values: contents other than when they were made."""
    return entered.begun is None or entered.texts != entered.begun.drawn
