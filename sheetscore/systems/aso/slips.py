"""The result slips of a round: a slip for every table, two to a page, to cut apart.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import ceil

from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.slips import CUT, LINE, UNITS, Slip, write_slips
from sheetscore.systems.aso.model import SEATS, AsoEvent, AsoScenario

_HEADING, _NAMES, _CAPTION, _TICKED, _SIGNED = 28, 26, 15, 28, 14
"""Pixels of a slip's rows on which there is at most a box to tick."""

_NAME = 8
"""Units of a player's name beside the numbers."""

_NUMBERS = {"VP": 3, "CVP inflicted in CC": 4, "CVP lost in CC": 4, "snake eyes": 3, "boxcars": 2}
"""What is counted of both players, and in how many units."""

_BID, _LEVEL, _PLAYS = 4, 3, 5
"""Units of a side that is bid, its level, and the side that is played."""

_WAIVED, _RULE = 3, 7
"""Units of what stands before the optional rules, and of a rule."""

_ROOMY_RULE, _TIGHT_RULE, _ROOMY_ROWS = 26, 20, 2
"""Pixels of a row of optional rules: of more rows than these a line each, or there would be one slip to a page."""


@dataclass(frozen=True)
class Offer:
    """A scenario on offer, and what its sides are called."""

    title: str
    sides: str

    def __str__(self) -> str:
        """Write it as it stands on the slip."""
        return f"{self.title}\n{self.sides}" if self.sides else self.title


def choice_of(papers: RoundPapers) -> tuple[AsoScenario, ...]:
    """Return the scenarios that the round of some papers offers."""
    return papers.event.choice(papers.forms.round) if isinstance(papers.event, AsoEvent) else ()


def rules_in_force(event: Event) -> tuple[str, ...]:
    """Return the optional rules that two players may waive."""
    return event.settings.optional_rules if isinstance(event, AsoEvent) else ()


def write_result_slips(papers: RoundPapers) -> None:
    """Write a slip for every table of the round's list."""
    offers = [Offer(one.title, " v ".join(side.title for side in one.sides)) for one in choice_of(papers)]
    offers = offers or [Offer("", "")]
    rules = rules_in_force(papers.event)
    slips = [partial(_write, table=table, offers=offers, rules=rules) for table in papers.tables]
    write_slips(papers, "Slips", _heights(offers, rules), slips)


def _heights(offers: Sequence[Offer], rules: Sequence[str]) -> list[int]:
    """Return the heights of a slip's rows: with three scenarios and nine rules they just fit on half of a page."""
    choice, bids, numbers = [_CAPTION, *[LINE] * len(offers)], [_CAPTION, LINE], [_CAPTION, *[LINE] * len(SEATS)]
    rows = ceil(len(rules) / _rules_across())
    waived = [_ROOMY_RULE if rows <= _ROOMY_ROWS else _TIGHT_RULE] * rows
    return [_HEADING, _NAMES, *choice, *bids, *numbers, _TICKED, _TICKED, *waived, LINE, _SIGNED, CUT]


def _rules_across() -> int:
    return (UNITS - _WAIVED) // _RULE


def _write(slip: Slip, table: int, offers: Sequence[Offer], rules: Sequence[str]) -> None:
    """Write the slip of a table."""
    players = [FieldKey(table, seat, "player") for seat in SEATS]
    slip.put(0, 7, "headline small", f"Table {table}")
    slip.put(7, 17, "heading", slip.papers.title)
    slip.row += 1
    for column, player in zip((0, 12), players, strict=True):
        slip.name(column, 12, "posted name", player)
    _write_choice(slip, offers)
    _write_bids(slip)
    _write_numbers(slip, players)
    _write_outcome(slip, players)
    _write_rules(slip, rules)
    slip.row += 2
    slip.put(0, 11, "signature", "signed: player 1")
    slip.put(12, 11, "signature", "signed: player 2")
    slip.row += 1
    slip.cut()


def _write_choice(slip: Slip, offers: Sequence[Offer]) -> None:
    """Write the choice of the scenario: a line for each, with a box to strike it and one to put it first."""
    slip.row += 1
    for column, units, text in (
        (0, 4, "strike"),
        (4, 4, "1st choice"),
        (8, 8, "circle what is played   die ☐ 1 ☐ 2"),
        (16, 4, "strike"),
        (20, 4, "1st choice"),
    ):
        slip.put(column, units, "caption", text)
    for offer in map(str, offers):
        slip.row += 1
        for column in (0, 4, 16, 20):
            slip.put(column, 4, "by hand")
        slip.put(8, 8, "offered", offer)


def _write_bids(slip: Slip) -> None:
    """Write the bids once they are open: a side, a level from 0 to 3, and which side is played."""
    slip.row += 1
    for column, plays in ((0, "plays"), (12, "plays   die ☐ 1 ☐ 2")):
        slip.put(column, _BID, "caption", "bid: side")
        slip.put(column + _BID, _LEVEL, "caption", "level 0 to 3")
        slip.put(column + _BID + _LEVEL, _PLAYS, "caption", plays)
    slip.row += 1
    for column in (0, 12):
        slip.put(column, _BID, "by hand")
        slip.put(column + _BID, _LEVEL, "by hand")
        slip.put(column + _BID + _LEVEL, _PLAYS, "by hand")


def _write_numbers(slip: Slip, players: Sequence[FieldKey]) -> None:
    """Write what is counted of both players."""
    columns = list(accumulate(_NUMBERS.values(), initial=_NAME))
    slip.row += 1
    for column, (text, units) in zip(columns, _NUMBERS.items(), strict=False):
        slip.put(column, units, "caption", text)
    for player in players:
        slip.row += 1
        slip.name(0, _NAME, "label", player, nobody=f"player {player.seat}")
        for column, units in zip(columns, _NUMBERS.values(), strict=False):
            slip.put(column, units, "by hand")


def _write_outcome(slip: Slip, players: Sequence[FieldKey]) -> None:
    """Write who won, and how that was decided."""
    slip.row += 1
    slip.put(0, 3, "plain", "winner:")
    slip.name(3, 9, "plain", players[0], "☐ ", "player 1")
    slip.put(12, 3, "plain", "☐ draw")
    slip.name(15, 9, "plain", players[1], "☐ ", "player 2")
    slip.row += 1
    slip.put(0, 3, "plain", "decided by:")
    slip.put(3, 21, "plain", "☐ play   ☐ agreement   ☐ dice   ☐ judges (3 minutes for each player)")


def _write_rules(slip: Slip, rules: Sequence[str]) -> None:
    """Write the optional rules in force, with a box for each to waive it."""
    across = _rules_across()
    for first in range(0, len(rules), across):
        slip.row += 1
        slip.put(0, _WAIVED, "small wrap", "" if first else "both waive:")
        for at, rule in enumerate(rules[first : first + across]):
            slip.put(_WAIVED + at * _RULE, _RULE, "words", f"☐ {rule}")
