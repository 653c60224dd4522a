"""Make section totals at the end of the event as equal as can be: the least spread of those compared."""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sheetscore.pairing.sections.outlook import NOT_FLYING, Outlook, Window

WINDOWS_OF_A_WIDTH = 4
"""How many windows of one width the search for the least spread tries to reach."""


def tries_for(pilots: int) -> int:
    """Tell how many exchanges one search may try: enough for small events, affordable for large ones."""
    return min(4000 + 30 * pilots, 20_000)


def narrow(outlook: Outlook, group: Sequence[int], dice: random.Random) -> None:
    """Narrow the spread of a group by halves, as far as the search can; the windows of others are kept.

    Parameters
    ----------
    outlook
        Its sides are exchanged, and the windows of the group set to what was reached.
    group
        Pilots whose totals are compared.
    dice
        For the search.
    """
    reached = outlook.spread(group)
    choices = _windows(outlook, group, reached[1] - reached[0])
    widths = sorted(choices)
    too_narrow, wide_enough = 0, len(widths)
    while too_narrow < wide_enough:
        middle = (too_narrow + wide_enough) // 2
        if _reach_one(outlook, group, choices[widths[middle]], dice):
            reached = outlook.spread(group)
            wide_enough = middle
        else:
            too_narrow = middle + 1
    outlook.aim(group, reached)


def _reach_one(outlook: Outlook, group: Sequence[int], windows: Sequence[Window], dice: random.Random) -> bool:
    """Search for sides that put the totals of a group into one of several windows, or leave all as it is."""
    start = outlook.state()
    for window in windows:
        outlook.aim(group, window)
        if _reach(outlook, dice):
            return True
        outlook.restore(start)
    return False


def _reach(outlook: Outlook, dice: random.Random) -> bool:
    """Search for sides that put every total into its window."""
    rounds = range(len(outlook.sections))
    for number in rounds:
        outlook.settle(number)
    if len(rounds) == 1:  # the assignment was exact: what it did not reach does not exist
        return not any(outlook.trouble(p) for p in range(len(outlook.pilots)))
    return outlook.walk(dice, tries_for(len(outlook.pilots)))


@dataclass(frozen=True)
class _Reach:
    """The totals that a pilot can reach: from lowest to highest in equal steps."""

    lowest: int
    highest: int

    def within(self, window: Window, step: int) -> tuple[int, int]:
        """Give the lowest and the highest reachable total in a window; crossed when there is none."""
        lowest = max(self.lowest, self.lowest - (self.lowest - window[0]) // step * step)
        highest = min(self.highest, self.highest + (window[1] - self.highest) // step * step)
        return lowest, highest


def _windows(outlook: Outlook, group: Sequence[int], width: int) -> dict[int, list[Window]]:
    """List windows narrower than ``width`` that might hold the totals of a group, by their width.

    Each pilot must be able to reach some total in the window; when everybody is of the group the sum of the
    totals is fixed too, and must lie between the sums of the lowest and of the highest totals there.
    For each width the windows about the mean are the most promising; only a few are kept.
    """
    flown = [[size for size in sections if size] for sections in outlook.sections]
    step = math.gcd(*(size - sizes[0] for sizes in flown for size in sizes)) or 1
    reaches = Counter(_reach_of(outlook, p) for p in group)
    totals = sorted({total for reach in reaches for total in range(reach.lowest, reach.highest + 1, step)})
    in_all = sum(outlook.totals[p] for p in group)
    fixed = in_all if len(group) == len(outlook.pilots) else None
    by_width: dict[int, list[Window]] = defaultdict(list)
    for lowest, highest in _pairs(totals, width):
        by_width[highest - lowest].append((lowest, highest))
    choices = {}
    for wide, windows in by_width.items():
        windows.sort(key=lambda window: (abs(len(group) * sum(window) - 2 * in_all), window))
        possible = (window for window in windows if _might_hold(window, reaches, step, fixed))
        if few := list(islice(possible, WINDOWS_OF_A_WIDTH)):
            choices[wide] = few
    return choices


def _pairs(totals: Sequence[int], width: int) -> Iterator[Window]:
    """Give all pairs of totals in order, the lower first, that are less than ``width`` apart."""
    for number, lowest in enumerate(totals):
        for highest in totals[number : bisect_left(totals, lowest + width)]:
            yield lowest, highest


def _reach_of(outlook: Outlook, p: int) -> _Reach:
    lowest = highest = outlook.totals[p]
    for sections, side in zip(outlook.sections, outlook.sides[p], strict=True):
        if side != NOT_FLYING:
            sizes = [size for size in sections if size]
            lowest += min(sizes) - sections[side]
            highest += max(sizes) - sections[side]
    return _Reach(lowest, highest)


def _might_hold(window: Window, reaches: Counter[_Reach], step: int, fixed: int | None) -> bool:
    floor = ceiling = 0
    for reach, pilots in reaches.items():
        lowest, highest = reach.within(window, step)
        if lowest > highest:
            return False
        floor += pilots * lowest
        ceiling += pilots * highest
    return fixed is None or floor <= fixed <= ceiling
