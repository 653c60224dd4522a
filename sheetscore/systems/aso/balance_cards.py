"""What the balance levels of the scenarios on offer change: a card for each scenario, to lie at the tables.

Source: ASO 2008 Tournament Rules, Balance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sheetscore.sheets.fitting import height_for
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.slips import CUT, LINE, UNIT, UNITS, Slip, write_slips
from sheetscore.systems.aso.model import MOST_LEVEL, AsoScenario, AsoSide
from sheetscore.systems.aso.slips import choice_of

_TITLE, _SAID, _SIDES = 34, 32, 24
"""Pixels of the rows on which nobody writes."""

_WIDE = UNITS // 2
"""Units of a side's half."""

_TEXT = "label"
"""The style of a text."""

_WHAT_IT_MEANS = (
    "Both bid the same side: who bids more plays it (equal levels: a die decides), and the opponent is given the "
    "balance of that side and level. Different sides: both play the side that they bid, and both balances are in "
    "force: each is given that of the other's side and level."
)


def write_balance_cards(papers: RoundPapers) -> None:
    """Write a card for each scenario on offer; levels without a text have room to write."""
    choice = choice_of(papers)
    levels = [_level_height(choice, level) for level in range(MOST_LEVEL + 1)]
    cards = [partial(_write, scenario=scenario) for scenario in choice]
    write_slips(papers, "Balances", [_TITLE, _SAID, _SIDES, *levels, CUT], cards)


def _level_height(choice: Sequence[AsoScenario], level: int) -> int:
    """Return how many pixels the longest text of a level takes; cards are alike, so that they can be cut in a stack."""
    texts = (_said(scenario, side, level) for scenario in choice for side in scenario.sides)
    return max([LINE, *(height_for(_TEXT, text, (_WIDE - 1) * UNIT) for text in texts)])


def _said(scenario: AsoScenario, side: AsoSide, level: int) -> str:
    """Return what stands at a level: nothing where there is to be room to write; level 0 gives nothing by the rules."""
    return scenario.balance_text(side, level) or ("" if level else "nothing changes")


def _write(card: Slip, scenario: AsoScenario) -> None:
    """Write the card of a scenario: its sides beside each other, a line for each level."""
    card.put(0, 15, "headline small", scenario.title)
    card.put(15, 9, "heading", card.papers.title)
    card.row += 1
    card.put(0, UNITS, "small wrap", _WHAT_IT_MEANS)
    card.row += 1
    for at, side in enumerate(scenario.sides):
        card.put(at * _WIDE, _WIDE, "band", f"Balance of {side.title}")
    for level in range(MOST_LEVEL + 1):
        card.row += 1
        for at, side in enumerate(scenario.sides):
            card.put(at * _WIDE, 1, "cell middle", str(level))
            text = _said(scenario, side, level)
            card.put(at * _WIDE + 1, _WIDE - 1, _TEXT if text else "by hand", text)
    card.row += 1
    card.cut()
