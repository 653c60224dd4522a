"""Which known rounds the players of an event go on with: those that the rounds so far belong to."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from sheetscore.pairing.boards.geometry import Labels, known_rounds
from sheetscore.pairing.boards.places import Weights, cost_of, settle
from sheetscore.pairing.boards.record import SEATS

STEPS = 3000
"""How many changes may be made so that those who must not meet are apart in all rounds to come."""

FITS = 12
"""In how many ways rounds from elsewhere are fitted, to choose the one that keeps most apart."""

TRIES_TO_FIT = 100_000
"""How many boards one fit may try before the rounds are taken to belong to no known ones."""


@dataclass(frozen=True)
class Planned:
    """The next round as known rounds have it.

    Parameters
    ----------
    boards
        The players of each board.
    column
        Of each player; the players of a board are of seven columns, except in the round that has the columns as
        boards. None where the powers that were played do not go by columns.
    """

    boards: tuple[tuple[int, ...], ...]
    column: tuple[int, ...] | None


@dataclass(frozen=True)
class Played:
    """The earlier rounds of players 0 to 7k - 1, all of whom played in each.

    Parameters
    ----------
    boards
        For each round the board of each player, from 0.
    column
        Of each player, if each has had, round by round, the power that comes next in the order of powers: the
        one that they began with.
    """

    boards: tuple[Labels, ...]
    column: Labels | None


def next_of_known(
    played: Played, apart: Weights, rounds: int, dice: random.Random, again: random.Random
) -> Planned | None:
    """Give the next of the known rounds; None where there is none or the earlier rounds are others.

    Parameters
    ----------
    played
        The earlier rounds.
    apart
        What it costs to have two players together; they are to be apart in all ``rounds`` if possible.
    rounds
        How many the event has, with this one and those to come.
    dice
        For the places that the players take in the first round. They must fall the same way in every round, as
        the later ones find the places again by drawing them again.
    again
        For rounds that were not seeded here, or not with the same wishes.
    """
    boards = len(apart) // SEATS
    known = known_rounds(boards)
    number = len(played.boards)
    if number >= len(known):
        return None
    ahead = slice(number, max(number + 1, min(rounds, len(known))))
    place = _from_the_start(apart, known[: ahead.stop], dice)
    column: Labels | None = tuple(p % SEATS for p in place)
    if not _agree(played, known, place):
        fitted = _best_fit(played, apart, known, ahead, again)
        if fitted is None:
            return None
        place, column = fitted
    members: list[list[int]] = [[] for _ in range(boards)]
    for player, p in enumerate(place):
        members[known[number][p]].append(player)
    return Planned(tuple(map(tuple, members)), column)


def _from_the_start(apart: Weights, known: Sequence[Labels], dice: random.Random) -> list[int]:
    """Give everybody a place such that those who must not meet are apart in all these rounds."""
    order = list(range(len(apart)))
    dice.shuffle(order)
    at = {player: position for position, player in enumerate(order)}
    by_position = [{at[q]: weight for q, weight in apart[p].items()} for p in order]
    settled = settle(by_position, _together(known), 0, STEPS, dice)
    return [settled[at[player]] for player in range(len(order))]


def _together(known: Sequence[Labels]) -> list[list[int]]:
    """Count for every two places in how many rounds they are on one board."""
    count = len(known[0])
    together = [[0] * count for _ in range(count)]
    for labels in known:
        members: dict[int, list[int]] = defaultdict(list)
        for place, board in enumerate(labels):
            members[board].append(place)
        for places in members.values():
            for p, q in permutations(places, 2):
                together[p][q] += 1
    return together


def _agree(played: Played, known: Sequence[Labels], place: Sequence[int]) -> bool:
    """Tell whether the rounds so far are the known ones at these places, whatever the boards' numbers."""
    return all(
        len(set(zip(boards, (labels[p] for p in place), strict=True))) == len(set(boards))
        for boards, labels in zip(played.boards, known, strict=False)
    )


def _best_fit(
    played: Played, apart: Weights, known: Sequence[Labels], ahead: slice, dice: random.Random
) -> tuple[list[int], Labels | None] | None:
    """Find places at which the rounds so far are the known ones, and that keep apart whom they can.

    Among equals are preferred those whose columns the powers have gone by, so that these can go on as they did.
    """
    together = _together(known[ahead])
    best: tuple[list[int], Labels | None] | None = None
    least = 0
    for column in [None] if played.column is None else [played.column, None]:
        for _ in range(FITS if any(apart) else 1):
            place = _Fit(played.boards, column, known, dice).find()
            if place is None:
                break
            cost = cost_of(apart, together, place)
            if best is None or cost < least:
                best, least = (place, column), cost
        if best is not None and least == 0:
            break
    return best


@dataclass(frozen=True)
class _Group:
    """A board of a round, or a column: the players or the places that it has, one bit for each."""

    round: int
    members: int


class _Fit:
    """The search for places at which given rounds are known ones.

    Each board of the players' rounds is taken for one of the known round, as long as the boards that have been
    taken, by twos and threes of different rounds, share as many players as places.
    """

    def __init__(
        self, boards: Sequence[Labels], column: Labels | None, known: Sequence[Labels], dice: random.Random
    ) -> None:
        self.rounds = list(boards)
        self.known = list(known[: len(boards)])
        if column is not None:
            self.rounds.append(column)
            self.known.append(tuple(place % SEATS for place in range(len(column))))
        self.dice = dice
        self.boards = [_groups(number, labels) for number, labels in enumerate(self.rounds)]
        self.places = [_groups(number, labels) for number, labels in enumerate(self.known)]
        self.order = _telling(self.boards)
        self.taken: list[tuple[_Group, _Group]] = []
        self.tries = TRIES_TO_FIT

    def find(self) -> list[int] | None:
        """Give the place of each player; None if none was found."""
        sizes = [sorted(group.members.bit_count() for group in groups) for groups in (*self.boards, *self.places)]
        half = len(sizes) // 2
        if sizes[:half] != sizes[half:] or not self._take():
            return None
        return self._places()

    def _take(self) -> bool:
        """Take the next board and all after it."""
        if len(self.taken) == len(self.order):
            return self._places() is not None
        board = self.order[len(self.taken)]
        used = {place.members for _, place in self.taken if place.round == board.round}
        free = [group for group in self.places[board.round] if group.members not in used]
        self.dice.shuffle(free)
        for place in free:
            self.tries -= 1
            if self.tries < 0:
                return False
            if self._alike(board, place):
                self.taken.append((board, place))
                if self._take():
                    return True
                self.taken.pop()
        return False

    def _alike(self, board: _Group, place: _Group) -> bool:
        """Tell whether a board shares as many players with those taken as its place shares places."""
        shared: list[tuple[int, int, int]] = []
        for other, others in self.taken:
            if other.round == board.round:
                continue
            players, places = board.members & other.members, place.members & others.members
            if players.bit_count() != places.bit_count():
                return False
            if players:
                shared.append((other.round, players, places))
        return all(
            (players & more).bit_count() == (places & others).bit_count()
            for (number, players, places), (second, more, others) in combinations(shared, 2)
            if number != second
        )

    def _places(self) -> list[int] | None:
        """Put each player on a place that is on the same boards; those who are alike by lots."""
        count = len(self.rounds[0])
        of_place = _boards_of([place for _, place in self.taken], count)
        free: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for place in range(count):
            free[of_place[place]].append(place)
        for places in free.values():
            self.dice.shuffle(places)
        of_player = _boards_of([board for board, _ in self.taken], count)
        if Counter(of_player) != Counter(of_place):
            return None
        return [free[boards].pop() for boards in of_player]


def _boards_of(groups: Sequence[_Group], count: int) -> list[tuple[int, ...]]:
    """Tell for each player, or place, in which of the groups they are."""
    return [tuple(nth for nth, group in enumerate(groups) if group.members >> one & 1) for one in range(count)]


def _telling(boards: Sequence[Sequence[_Group]]) -> list[_Group]:
    """Order boards so that each shares players with as many as possible of those before it, of other rounds."""
    left = [group for nth in range(max(map(len, boards))) for groups in boards for group in groups[nth : nth + 1]]
    order: list[_Group] = []
    while left:
        shared = [sum(group.round != o.round and group.members & o.members != 0 for o in order) for group in left]
        order.append(left.pop(shared.index(max(shared))))
    return order


def _groups(number: int, labels: Labels) -> list[_Group]:
    members: dict[int, int] = defaultdict(int)
    for one, label in enumerate(labels):
        members[label] |= 1 << one
    return [_Group(number, bits) for _, bits in sorted(members.items())]
