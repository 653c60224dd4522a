"""Secret bids: a chit for each player, to cut apart; each ticks a side and a level, and both are turned over at once.

Source: ASO 2008 Tournament Rules, Balance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sheetscore.forms.form import FieldKey
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.slips import CUT, LINE, UNITS, Slip, write_slips
from sheetscore.systems.aso.model import MOST_LEVEL, SEATS, AsoScenario
from sheetscore.systems.aso.slips import choice_of

_ACROSS = 2
_HEADING, _NAME = 26, 26
"""Pixels of the rows on which nobody writes."""

_WIDE = UNITS // _ACROSS - 1
"""Units of a chit; one more is left free on the side on which it is cut off."""

_SCENARIO, _SIDE = 3, 4
"""Units of a scenario's title, and of a side with its box."""


def write_bid_chits(papers: RoundPapers) -> None:
    """Write a chit for each of the two players of every table."""
    choice = choice_of(papers)
    heights = [_HEADING, _NAME, *[LINE] * max(len(choice), 1), LINE, CUT]
    chits = [partial(_write, player=FieldKey(table, seat, "player"), choice=choice)
             for table in papers.tables for seat in SEATS]  # fmt: skip
    write_slips(papers, "Bids", heights, chits, _ACROSS)


def _write(chit: Slip, player: FieldKey, choice: Sequence[AsoScenario]) -> None:
    """Write the chit of a player."""
    _write_cuts(chit)
    chit.put(0, 7, "seat", "Secret bid")
    chit.put(7, 4, "heading", f"Table {player.table}")
    chit.row += 1
    chit.name(0, _WIDE, "posted name", player, nobody=f"player {player.seat}")
    for scenario in choice:
        chit.row += 1
        chit.put(0, _SCENARIO, "offered", scenario.title)
        for at, side in enumerate(scenario.sides):
            chit.put(_SCENARIO + at * _SIDE, _SIDE, "by hand", f"☐ {side.title}")
    if not choice:
        chit.row += 1
        chit.put(0, _SCENARIO, "offered", "side")
        chit.put(_SCENARIO, _WIDE - _SCENARIO, "by hand")
    chit.row += 1
    chit.put(0, _SCENARIO, "offered", "level")
    chit.put(_SCENARIO, _WIDE - _SCENARIO, "by hand", "   ".join(f"☐ {level}" for level in range(MOST_LEVEL + 1)))
    chit.row += 1
    chit.cut(_WIDE)


def _write_cuts(chit: Slip) -> None:
    """Draw the line at which two chits are cut apart, in the middle between them."""
    if chit.left:
        chit.left += 1
        return
    top = chit.row
    for row in range(top, top + len(chit.heights)):
        chit.row = row
        chit.put(_WIDE, 1, "cut beside")
    chit.row = top
