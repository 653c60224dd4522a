"""Who flies which side: section totals as equal at the end of the event as can be, then no side twice."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from sheetscore.pairing.assignment import cheapest
from sheetscore.pairing.draw import Flown
from sheetscore.pairing.lots import dice_for
from sheetscore.pairing.sections.outlook import Outlook
from sheetscore.pairing.sections.plan import Lineup
from sheetscore.pairing.sections.spread import narrow, tries_for

SAME_SIDE = 1
"""What it counts to fly a side again that had the same id in another scenario."""
SAME_SCENARIO = 2
"""What it counts to fly the same scenario again, on another side."""
SAME_SCENARIO_AND_SIDE = 4
"""What it counts to fly the same side of the same scenario again."""


def choose_sides(lineups: Sequence[Lineup], history: Sequence[Flown], seed: int) -> Outlook:
    """Choose everybody's side in a round, with the rounds to come in view.

    First, the totals at the end of the event are made as equal as the search can: for each group of pilots
    who fly equally many rounds the spread, largest total less smallest, is narrowed as far as it goes.
    Late entrants, early leavers and those who sit out can never reach the totals of those who fly every
    round, so they are compared with one another only. Then, within these spreads, as few as possible fly a
    scenario or a side again.

    Parameters
    ----------
    lineups
        The round to be drawn and those to come; the first one has somebody flying.
    history
        Who flew in the rounds before.
    seed
        The event's.

    Returns
    -------
    Outlook
        With the windows set to the spreads that were reached.
    """
    outlook = Outlook(lineups, history, seed)
    dice = dice_for(seed, lineups[0].planned.number, "sides")
    for group in outlook.groups.values():
        if len(group) > 1:
            narrow(outlook, group, dice)
    _vary(outlook, lineups[0], history, dice)
    return outlook


def _vary(outlook: Outlook, lineup: Lineup, history: Sequence[Flown], dice: random.Random) -> None:
    """Let as few as possible fly a scenario or side again, with every total kept in its window."""
    flown: dict[str, list[Flown]] = defaultdict(list)
    for earlier in history:
        flown[earlier.player].append(earlier)
    outlook.repeats = [_repeats(flown[pilot], lineup) for pilot in outlook.pilots]
    crew = outlook.crews[0]
    repeats = [outlook.repeats[p] for p in crew]
    freely = cheapest(repeats, lineup.sections)
    least = sum(costs[side] for costs, side in zip(repeats, freely, strict=True))
    outlook.settle(0)
    outlook.walk(dice, tries_for(len(outlook.pilots)), enough=least)


def _repeats(flown: Sequence[Flown], lineup: Lineup) -> list[int]:
    """Weigh for each side of a round what it would repeat of all that a pilot has flown."""
    return [
        sum(_weight(earlier, lineup.planned.scenario, side.id) for earlier in flown) for side in lineup.planned.sides
    ]


def _weight(earlier: Flown, scenario: str, side: str) -> int:
    if earlier.scenario == scenario:
        return SAME_SCENARIO_AND_SIDE if earlier.side == side else SAME_SCENARIO
    return SAME_SIDE if earlier.side == side else 0
