"""Everybody's side in this round and later ones, with totals at the end as equal as possible.

A pilot's *section total* is the sum of the sizes of all sections flown: where everybody has the same at the
end, everybody could have won equally many match points (Tournament Guidelines, 1991, Factoring).
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from sheetscore.pairing.draw import LOT_BITS, Flown, lot
from sheetscore.pairing.matching import cheapest_sides
from sheetscore.pairing.sections.plan import Lineup

Window = tuple[int, int]
"""The lowest and the highest total that a search aims at."""

OutlookState = tuple[list[list[int]], list[int]]
"""The sides and the totals of everybody."""

ANY_TOTAL: Window = (0, 1 << 30)
"""The window of a pilot whose total is not compared."""

ONE_BEYOND = 1 << 20
"""The cost of a total that is 1 outside its window: more than all repetitions of a round together."""

LOT_ROOM = LOT_BITS + 16
"""The bits of the sum of all lots."""

NOT_FLYING = -1
"""The side of a pilot who does not fly a round."""

WINDOWS_OF_A_WIDTH = 4
"""The most windows of one width that the search for the least spread tries."""


class Outlook:
    """The sides of this round (number 0 here) and of the rounds to come; a search exchanges them.

    Parameters
    ----------
    lineups
        This round and those to come.
    history
        Who flew in the rounds before.
    seed
        The seed of the event, for lots between equals.

    Attributes
    ----------
    pilots
        The ids of all who are present in one of these rounds, in order; elsewhere a pilot is an index into this.
    sections
        For each round the size of each side's section.
    flying
        For each round the pilots who fly.
    sides
        For each pilot the side in each round, or ``NOT_FLYING``.
    totals
        For each pilot the section total at the end of the event.
    groups
        By number of rounds, the pilots who fly that many: their totals are compared. The largest group comes
        first.
    windows
        For each pilot the lowest and the highest total that the search aims at.
    repeats
        For each pilot the weight of what each side of this round repeats of earlier rounds; 0 until set.
    """

    def __init__(self, lineups: Sequence[Lineup], history: Sequence[Flown], seed: int) -> None:
        self.pilots = tuple(sorted({pilot for lineup in lineups for pilot in lineup.planned.pilots}))
        self.sections = [lineup.sections for lineup in lineups]
        who_flies = [set(lineup.flying) for lineup in lineups]
        self.flying = [[p for p, pilot in enumerate(self.pilots) if pilot in flies] for flies in who_flies]
        self.sides = [[NOT_FLYING if pilot not in flies else 0 for flies in who_flies] for pilot in self.pilots]
        before: Counter[str] = Counter()
        for earlier in history:
            before[earlier.player] += earlier.section_size
        self.totals = [before[pilot] for pilot in self.pilots]
        self.groups = self._groups(Counter(earlier.player for earlier in history))
        self.windows = [ANY_TOTAL] * len(self.pilots)
        self.repeats = [[0] * len(self.sections[0]) for _ in self.pilots]
        self._lots = [
            [
                [lot(seed, lineup.planned.number, "flies", pilot, side.id) for side in lineup.planned.sides]
                for pilot in self.pilots
            ]
            for lineup in lineups
        ]
        for number in range(len(lineups)):
            self._open(number)

    def _groups(self, flown: Counter[str]) -> dict[int, list[int]]:
        groups: dict[int, list[int]] = defaultdict(list)
        for p, pilot in enumerate(self.pilots):
            rounds = flown[pilot] + sum(side != NOT_FLYING for side in self.sides[p])
            if rounds:
                groups[rounds].append(p)
        largest_first = sorted(groups, key=lambda rounds: (-len(groups[rounds]), -rounds))
        return {rounds: groups[rounds] for rounds in largest_first}

    def _open(self, number: int) -> None:
        """Assign a round for the first time: the higher the total so far, the smaller the section."""
        sections, flying = self.sections[number], self.flying[number]
        costs = [
            [
                (self.totals[p] * size << LOT_ROOM) + lots
                for size, lots in zip(sections, self._lots[number][p], strict=True)
            ]
            for p in flying
        ]
        for p, side in zip(flying, cheapest_sides(costs, sections), strict=True):
            self.sides[p][number] = side
            self.totals[p] += sections[side]

    def spread(self, group: Sequence[int]) -> Window:
        """Return the lowest and the highest total of a group."""
        totals = [self.totals[p] for p in group]
        return min(totals), max(totals)

    def aim(self, group: Sequence[int], window: Window) -> None:
        """Set the window of everybody in a group."""
        for p in group:
            self.windows[p] = window

    def gap(self, p: int, total: int) -> int:
        """Return how far a total would be outside a pilot's window."""
        lowest, highest = self.windows[p]
        return max(0, lowest - total, total - highest)

    def repeated(self, p: int) -> int:
        """Return the weight of a pilot's repetitions in this round."""
        side = self.sides[p][0]
        return 0 if side == NOT_FLYING else self.repeats[p][side]

    def trouble(self, p: int) -> int:
        """Return the cost of a pilot's sides: of a total outside its window first, then of repetitions."""
        return ONE_BEYOND * self.gap(p, self.totals[p]) + self.repeated(p)

    def exchange(self, p: int, q: int, rounds: Sequence[int]) -> None:
        """Let two pilots change sides in rounds that both fly; doing it twice undoes it."""
        sides_p, sides_q = self.sides[p], self.sides[q]
        for number in rounds:
            gain = self.sections[number][sides_q[number]] - self.sections[number][sides_p[number]]
            sides_p[number], sides_q[number] = sides_q[number], sides_p[number]
            self.totals[p] += gain
            self.totals[q] -= gain

    def shared_rounds(self, p: int, q: int) -> list[int]:
        """List the rounds that two pilots both fly, on different sides."""
        return [
            number
            for number, (side_p, side_q) in enumerate(zip(self.sides[p], self.sides[q], strict=True))
            if side_p != side_q and NOT_FLYING not in (side_p, side_q)
        ]

    def free_exchange(self, p: int, q: int) -> list[int] | None:
        """Find rounds, this one among them, in which two pilots can change sides and nothing gets worse.

        Returns
        -------
        list of int or None
            Rounds for :meth:`exchange`; None if each exchange would repeat more or move a total out of its window.
        """
        trouble = self.trouble(p) + self.trouble(q)
        shared = self.shared_rounds(p, q)
        # this round alone first: it does not change later rounds, which have made the totals equal
        for rounds in ([0], shared):
            self.exchange(p, q, rounds)
            worse = self.trouble(p) + self.trouble(q) > trouble
            self.exchange(p, q, rounds)
            if not worse:
                return rounds
        return None

    def settle(self, number: int) -> None:
        """Assign one round again at the least cost, given the other rounds; lots decide between equals."""
        sections, flying = self.sections[number], self.flying[number]
        others = [self.totals[p] - sections[self.sides[p][number]] for p in flying]
        costs = [
            [
                ((ONE_BEYOND * self.gap(p, other + size) + (self.repeats[p][side] if number == 0 else 0)) << LOT_ROOM)
                + self._lots[number][p][side]
                for side, size in enumerate(sections)
            ]
            for p, other in zip(flying, others, strict=True)
        ]
        for p, other, side in zip(flying, others, cheapest_sides(costs, sections), strict=True):
            self.sides[p][number] = side
            self.totals[p] = other + sections[side]

    def walk(self, dice: random.Random, tries: int, enough: int = 0) -> bool:
        """Exchange sides at random, never at a higher cost; return whether the cost is down to ``enough``.

        The search ends then, or after ``tries``. Exchanges at equal cost are made, too, to cross plateaus.
        """
        troubles = [self.trouble(p) for p in range(len(self.pilots))]
        # nobody gets below the repetitions of the best side
        least = [
            min(repeats) if sides[0] != NOT_FLYING else 0
            for repeats, sides in zip(self.repeats, self.sides, strict=True)
        ]
        total = sum(troubles)
        troubled = [p for p, trouble in enumerate(troubles) if trouble > least[p]]
        listed = set(troubled)
        for _ in range(tries):
            if total <= enough:
                break
            place = int(dice.random() * len(troubled))
            p, q = troubled[place], int(dice.random() * len(troubles))
            if troubles[p] == least[p]:  # troubled no longer
                troubled[place] = troubled[-1]
                troubled.pop()
                listed.remove(p)
                continue
            rounds = _some(self.shared_rounds(p, q), dice)
            self.exchange(p, q, rounds)
            now_p, now_q = self.trouble(p), self.trouble(q)
            change = now_p + now_q - troubles[p] - troubles[q]
            if change > 0:
                self.exchange(p, q, rounds)
                continue
            total += change
            troubles[p], troubles[q] = now_p, now_q
            if now_q > least[q] and q not in listed:
                troubled.append(q)
                listed.add(q)
        return total <= enough

    def state(self) -> OutlookState:
        """Return the sides and totals for :meth:`restore`."""
        return [list(sides) for sides in self.sides], list(self.totals)

    def restore(self, state: OutlookState) -> None:
        """Go back to a state from :meth:`state`."""
        sides, totals = state
        self.sides = [list(kept) for kept in sides]
        self.totals = list(totals)


def _some(rounds: list[int], dice: random.Random) -> list[int]:
    """Pick a single round, or half the time a random selection."""
    if len(rounds) < 2:
        return rounds
    # one round alone is the smallest step; several at once may change sides and leave the totals
    if dice.random() < 0.5:
        return [rounds[int(dice.random() * len(rounds))]]
    return [number for number in rounds if dice.random() < 0.5]


def tries_for(pilots: int) -> int:
    """Return the number of exchanges that one search may try: enough for small events, affordable for large ones."""
    return min(4000 + 30 * pilots, 20_000)


def narrow(outlook: Outlook, group: Sequence[int], dice: random.Random) -> None:
    """Narrow the spread of a group as far as the search can, by bisection; the windows of others are kept.

    Parameters
    ----------
    outlook
        Its sides are exchanged, and the windows of the group set to the reached spread.
    group
        Pilots whose totals are compared.
    dice
        For the search.
    """
    reached = outlook.spread(group)
    choices = _windows(outlook, group, reached[1] - reached[0])
    widths = sorted(choices)
    too_narrow, wide_enough = 0, len(widths)
    # halving assumes that if a narrow window can be reached, a wider one can: that holds for the best sides; if the
    # search misses them, the spread stays a little wider than possible
    while too_narrow < wide_enough:
        middle = (too_narrow + wide_enough) // 2
        if _reach_one(outlook, group, choices[widths[middle]], dice):
            reached = outlook.spread(group)
            wide_enough = middle
        else:
            too_narrow = middle + 1
    outlook.aim(group, reached)


def _reach_one(outlook: Outlook, group: Sequence[int], windows: Sequence[Window], dice: random.Random) -> bool:
    """Search for sides with the totals of a group in one of several windows; return whether found, else restore all."""
    start = outlook.state()
    for window in windows:
        outlook.aim(group, window)
        if _reach(outlook, dice):
            return True
        outlook.restore(start)
    return False


def _reach(outlook: Outlook, dice: random.Random) -> bool:
    """Search for sides that put every total into its window; return whether they were found."""
    rounds = range(len(outlook.sections))
    for number in rounds:
        outlook.settle(number)
    if len(rounds) == 1:  # the assignment was exact: if it failed, there is no solution
        return not any(outlook.trouble(p) for p in range(len(outlook.pilots)))
    return outlook.walk(dice, tries_for(len(outlook.pilots)))


class _Reach(Struct, frozen=True):
    """The totals that a pilot can reach: from lowest to highest in equal steps."""

    lowest: int
    highest: int

    def within(self, window: Window, step: int) -> tuple[int, int]:
        """Return the lowest and the highest reachable total in a window; without any, the first exceeds the second."""
        lowest = max(self.lowest, self.lowest - (self.lowest - window[0]) // step * step)
        highest = min(self.highest, self.highest + (window[1] - self.highest) // step * step)
        return lowest, highest


def _windows(outlook: Outlook, group: Sequence[int], width: int) -> dict[int, list[Window]]:
    """List windows narrower than ``width`` that might hold the totals of a group, by their width.

    Each pilot must be able to reach some total in the window. When everybody is of the group the sum of the totals
    is fixed, and must lie between the sums of the lowest and of the highest totals that pilots reach in the window.
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
    """Yield all pairs of totals in order, the lower first, that are less than ``width`` apart."""
    for number, lowest in enumerate(totals):
        for highest in totals[number : bisect_left(totals, lowest + width)]:
            yield lowest, highest


def _reach_of(outlook: Outlook, p: int) -> _Reach:
    """Return the totals that a pilot could have at the end, with other sides in this round and later ones."""
    lowest = highest = outlook.totals[p]
    for sections, side in zip(outlook.sections, outlook.sides[p], strict=True):
        if side != NOT_FLYING:
            sizes = [size for size in sections if size]
            lowest += min(sizes) - sections[side]
            highest += max(sizes) - sections[side]
    return _Reach(lowest, highest)


def _might_hold(window: Window, reaches: Counter[_Reach], step: int, fixed: int | None) -> bool:
    """Return whether everybody can reach a total in a window, and these totals can add up to ``fixed`` if given."""
    floor = ceiling = 0
    for reach, pilots in reaches.items():
        lowest, highest = reach.within(window, step)
        if lowest > highest:
            return False
        floor += pilots * lowest
        ceiling += pilots * highest
    return fixed is None or floor <= fixed <= ceiling
