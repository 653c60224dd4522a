"""Rounds of boards of seven that are known to repeat as few meetings as possible, and the next one for an event.

With k boards, imagine 7k players in k rows of seven places. A round is a word of seven letters: each gives the amount
by which a column is turned before each row becomes a board. Two players who are together in one round are together in
another one, too, if from the one to the other both columns are turned further by the same amount. So two rounds repeat
the fewest meetings if the seven differences of their words, letter by letter, are spread evenly over the k amounts.
Turning is adding in a group with k elements.

Sources: orthogonal arrays and difference matrices (Colbourn and Dinitz, Handbook of Combinatorial Designs, 2007,
III.3 and VI.17); for seven boards the words are the lines of the affine plane of order 7, and its columns are an
eighth round.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import gcd

from msgspec import Struct

from sheetscore.pairing.boards.record import SEATS
from sheetscore.pairing.matching import Weights, cost_of, settle

Labels = tuple[int, ...]
"""A round: the board of every place; place p is in row p // 7 and in column p % 7."""

TURNED_BY_BITS = (4, 8, 16)
"""Numbers of boards whose group adds binary digits without carrying; all others add modulo their number."""

WORDS: dict[int, tuple[str, ...]] = {
    2: ("0000000", "0001111", "0110011", "0111100", "1010101", "1011010", "1100110", "1101001"),
    3: ("0000000", "0001122", "0211020", "0210102", "0202211", "0122012", "0120221"),
    4: ("0000000", "0011223", "0321302", "0330121", "0213310", "0202133", "0132012", "0123231"),
    5: ("0000000", "0011234", "0432110", "0320431", "0313142", "0241313", "0134023"),
    6: ("0000000", "0012345", "0543521", "0524213"),
    8: ("0000000", "0123456", "0462375", "0275641", "0617534", "0541723", "0734162", "0356217"),
    9: ("0000000", "0123456", "0482571", "0764285", "0576148", "0641327", "0857613"),
    10: ("0000000", "0123456", "0269371", "0987625", "0316297", "0574138", "0495862"),
    12: ("0000000", "0123456", "0316592", "06a1b73", "0a42761", "0257148", "079482b"),
    15: ("0000000", "0123456", "05edc18", "06d4293", "0971825", "08c73d9", "03be5ac", "0c861eb"),
    16: ("0000000", "0123456", "0f3a825", "0aed217", "09753b2", "06d2f83", "05fbacd", "0b615ea"),
    18: ("0000000", "0123456", "04b152g", "0b1h76a", "07dgbe8", "0a549gd", "0g35e19", "0he764f"),
}
"""The words by the number of boards, for numbers at which :func:`_words_in_steps` does not do as well; found by search.

For 3 to 6 boards there is no list of more words.
"""

STEPS = 3000
"""The most changes of the search that keeps players apart in all rounds to come."""

FITS = 12
"""How many ways to fit rounds seeded elsewhere are tried; the one that keeps most players apart is chosen."""

TRIES_TO_FIT = 100_000
"""The most boards that one fit may try before it is given up."""


@cache
def known_rounds(boards: int) -> tuple[Labels, ...]:
    """Return rounds of which every two repeat as few meetings as two rounds can: no meeting from seven boards on.

    Parameters
    ----------
    boards
        The number of boards, from 1. A single board has one round, as there is nothing to choose.
    """
    words = [tuple(int(letter, 36) for letter in word) for word in WORDS.get(boards, ())] or _words_in_steps(boards)
    rounds = [_turned(boards, word) for word in words]
    if boards == SEATS:
        rounds.append(tuple(place % SEATS for place in range(boards * SEATS)))
    return tuple(rounds)


def fewest_pairs(players: int, boards: int) -> int:
    """Return how many pairs share a board if a number of players is spread over boards as evenly as possible."""
    each, over = divmod(players, boards)
    return boards * each * (each - 1) // 2 + over * each


def _words_in_steps(boards: int) -> list[tuple[int, ...]]:
    """Return the words that turn each column one step further than the one before it, each round with its own step.

    If the steps of two rounds differ by d, the seven differences of their words are all unequal if none of d, 2 d ...
    6 d is a multiple of the number of boards. If that is a prime number from 7 on, all steps can be used.
    """
    steps: list[int] = []
    for step in range(boards):
        if all(boards // gcd(step - other, boards) >= SEATS for other in steps):
            steps.append(step)
    return [tuple(step * column % boards for column in range(SEATS)) for step in steps]


def _turned(boards: int, word: tuple[int, ...]) -> Labels:
    """Return the board of each place when every column is turned."""
    if boards in TURNED_BY_BITS:
        return tuple(row ^ turn for row in range(boards) for turn in word)
    return tuple((row + turn) % boards for row in range(boards) for turn in word)


class Planned(Struct, frozen=True):
    """The next round by known rounds."""

    boards: tuple[tuple[int, ...], ...]
    """The players of each board."""
    column: tuple[int, ...] | None
    """The column of each player; a board has players of all seven columns, except in the round whose boards are the
    columns. None if the powers played do not follow columns.
    """


class PlayedBoards(Struct, frozen=True):
    """The earlier rounds of players 0 to 7k - 1, all of whom played in each."""

    boards: tuple[Labels, ...]
    """For each round the board of each player, from 0."""
    column: Labels | None
    """The column of each player: the number of the power in the first round, from 0, if all have had the next power of
    the order in each round; else None.
    """


def next_of_known(
    played: PlayedBoards,
    apart: Weights,
    rounds: int,
    dice: random.Random,
    fitting: random.Random,
    *,
    wished: Weights = (),
) -> Planned | None:
    """Return the next of the known rounds; None if none is left, or if the earlier rounds are not known ones.

    Parameters
    ----------
    played
        The earlier rounds.
    apart
        The cost of two players on one board; they are to be apart in all ``rounds`` if possible.
    rounds
        The rounds of the event, this one and those to come included.
    dice
        For the places of players in the first round. They must give the same sequence in every round, since later
        rounds draw these places again.
    fitting
        For places that fit the earlier rounds, if these were seeded elsewhere, or with other wishes.
    wished
        ``apart`` and less important costs, which never outweigh it; empty without any.
    """
    boards = len(apart) // SEATS
    known = known_rounds(boards)
    number = len(played.boards)
    if number >= len(known):
        return None
    ahead = slice(number, max(number + 1, min(rounds, len(known))))
    place = _from_the_start(apart, wished, known[: ahead.stop], dice)
    column: Labels | None = tuple(p % SEATS for p in place)
    if not _agree(played, known, place):
        fitted = _best_fit(played, wished or apart, known, ahead, fitting)
        if fitted is None:
            return None
        place, column = fitted
    members: list[list[int]] = [[] for _ in range(boards)]
    for player, p in enumerate(place):
        members[known[number][p]].append(player)
    return Planned(tuple(map(tuple, members)), column)


def _from_the_start(apart: Weights, wished: Weights, known: Sequence[Labels], dice: random.Random) -> list[int]:
    """Find places for all known rounds: players who must not meet are kept apart, then those who should not."""
    order = list(range(len(apart)))
    dice.shuffle(order)
    together = _together(known)
    # the less important costs only improve places found without them, so that they never let others meet
    for weights in (apart, wished) if wished else (apart,):
        at = {player: position for position, player in enumerate(order)}
        by_position = [{at[q]: weight for q, weight in weights[p].items()} for p in order]
        settled = settle(by_position, together, 0, STEPS, dice)
        place = [settled[at[player]] for player in range(len(order))]
        order.sort(key=place.__getitem__)
    return place


def _together(known: Sequence[Labels]) -> list[list[int]]:
    """Return for every two places the number of rounds in which they are on one board."""
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


def _agree(played: PlayedBoards, known: Sequence[Labels], place: Sequence[int]) -> bool:
    """Return whether the rounds so far are the known ones at these places, whatever the boards' numbers."""
    return all(
        len(set(zip(boards, (labels[p] for p in place), strict=True))) == len(set(boards))
        for boards, labels in zip(played.boards, known, strict=False)
    )


def _best_fit(
    played: PlayedBoards, apart: Weights, known: Sequence[Labels], ahead: slice, dice: random.Random
) -> tuple[list[int], Labels | None] | None:
    """Find places at which the rounds so far are the known ones, with the least cost.

    Of equals, places whose columns the powers have followed are preferred, so that these can continue.
    """
    together = _together(known[ahead])
    best: tuple[list[int], Labels | None] | None = None
    least = 0
    for column in [None] if played.column is None else [played.column, None]:
        # with nobody to keep apart all fits are equal
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


class _Group(Struct, frozen=True):
    """A board of a round, or a column: its players or places, one bit for each."""

    round: int
    members: int


class _Fit:
    """The search for places at which given rounds are known ones.

    The boards of the players' rounds are matched one by one with boards of the known rounds, which are sets of places.
    A match is possible if every two, and every three, matched boards of different rounds have as many players in common
    as their sets have places.
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
        # boards that share most players are taken first, since they reveal a wrong place soonest
        self.order = _most_shared_first(self.boards)
        self.taken: list[tuple[_Group, _Group]] = []
        self.tries = TRIES_TO_FIT

    def find(self) -> list[int] | None:
        """Return the place of each player; None if none was found."""
        sizes = [sorted(group.members.bit_count() for group in groups) for groups in (*self.boards, *self.places)]
        half = len(sizes) // 2
        if sizes[:half] != sizes[half:] or not self._take():
            return None
        return self._places()

    def _take(self) -> bool:
        """Match the next board and all after it; return whether that is possible."""
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
            if self._shares_equally(board, place):
                self.taken.append((board, place))
                if self._take():
                    return True
                self.taken.pop()
        return False

    def _shares_equally(self, board: _Group, place: _Group) -> bool:
        """Return whether a board shares as many players with the matched boards as its set of places shares places."""
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
            (players & other_players).bit_count() == (places & other_places).bit_count()
            for (round_, players, places), (other_round, other_players, other_places) in combinations(shared, 2)
            if round_ != other_round
        )

    def _places(self) -> list[int] | None:
        """Return for each player a place on the matching boards, by lot between equals; None if somebody has none."""
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
    """Return for each player, or place, the groups with it."""
    return [tuple(nth for nth, group in enumerate(groups) if group.members >> one & 1) for one in range(count)]


def _most_shared_first(boards: Sequence[Sequence[_Group]]) -> list[_Group]:
    """Order boards so that each shares players with as many as possible of those before it, in other rounds."""
    # the first board of each round, then the second of each, and so on
    left = [group for nth in range(max(map(len, boards))) for groups in boards for group in groups[nth : nth + 1]]
    order: list[_Group] = []
    while left:
        shared = [sum(group.round != o.round and group.members & o.members != 0 for o in order) for group in left]
        order.append(left.pop(shared.index(max(shared))))
    return order


def _groups(number: int, labels: Labels) -> list[_Group]:
    """Return the boards of a round, or the columns, in the order of their labels."""
    members: dict[int, int] = defaultdict(int)
    for one, label in enumerate(labels):
        members[label] |= 1 << one
    return [_Group(number, bits) for _, bits in sorted(members.items())]
