"""Players put on boards of seven: with as few repeated meetings as possible, and no forbidden ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from msgspec import Struct

from sheetscore.pairing.boards.known_rounds import fewest_pairs
from sheetscore.pairing.boards.record import SEATS, BoardRecord
from sheetscore.pairing.draw import Two
from sheetscore.pairing.matching import Weights, cost_of, on_boards, settle
from sheetscore.pairing.origins import NO_ORIGINS, Origins

TRIES = 2_000
"""The most seats tried; a problem that needs more is practically unsolvable."""

STEPS = 6000
"""The most changes of the search for a round; it needs far fewer if it can reach the lower bound."""

STEPS_WITH_SQUARES = 12_000
"""The same for a search that counts the squares of numbers of meetings, too: it often misses its lower bound."""

Boards = list[list[int]]
"""The players of each board, by their place in the order of lots."""


def boards_apart(strangers: Sequence[Collection[int]]) -> list[list[int]] | None:
    """Fill the boards so that all strangers are apart.

    Exact within the number of tries: the player with the fewest possible boards is seated next, on each board in turn
    (colouring a graph by saturation; Brelaz, 1979).

    Parameters
    ----------
    strangers
        For each player those who must be on another board; the relation is symmetric.

    Returns
    -------
    list of list of int
        The players of each board; None if none were found.
    """
    return _Filling(strangers).fill()


class _Filling:
    """Boards during the filling."""

    def __init__(self, strangers: Sequence[Collection[int]]) -> None:
        self.strangers = strangers
        self.boards: list[list[int]] = [[] for _ in range(len(strangers) // SEATS)]
        self.waiting = set(range(len(strangers)))
        self.tries = TRIES

    def fill(self) -> list[list[int]] | None:
        """Seat the player with the fewest possible boards, then all others; go back to another board if that fails."""
        if not self.waiting:
            return self.boards
        player, free = min(
            ((player, self._free(player)) for player in sorted(self.waiting)),
            key=lambda one: (len(one[1]), -len(self.strangers[one[0]])),
        )
        self.waiting.remove(player)
        for board in free:
            self.tries -= 1
            if self.tries < 0:
                break
            board.append(player)
            if self.fill() is not None:
                return self.boards
            board.pop()
        self.waiting.add(player)
        return None

    def _free(self, player: int) -> list[list[int]]:
        """Return the possible boards for a player; of the empty ones, which are equal, only one."""
        free = [
            board
            for board in self.boards
            if 0 < len(board) < SEATS and not any(other in self.strangers[player] for other in board)
        ]
        return free + [board for board in self.boards if not board][:1]


class BoardSeating(Struct, frozen=True, dict=True):
    """The players of a round, and the constraints on boards."""

    order: Sequence[str]
    """The ids of the players in the order of lots, repeated for those who play twice."""
    record: BoardRecord
    """The rounds before."""
    apart: Collection[Two]
    """The pairs to be kept apart."""
    teams: Mapping[str, str]
    """By player the team whose members are to be kept apart; "" without one."""
    standbys: Collection[str] = ()
    """Those who fill up boards, to be spread over them."""
    origins: Origins = NO_ORIGINS
    """The clubs and countries whose members are to be kept apart if that costs nothing else."""

    @property
    def boards(self) -> int:
        """The number of boards."""
        return len(self.order) // SEATS

    @property
    def fewest_meetings_again(self) -> int:
        """A lower bound of repeated meetings: the players of each earlier board are spread evenly over the boards."""
        places = Counter(self.order)
        earlier = [board for boards in self.record.rounds.values() for board in boards]
        return sum(fewest_pairs(sum(places[player] for player in board), self.boards) for board in earlier)

    @cached_property
    def barred(self) -> Weights:
        """The cost of unwanted meetings: one player's two seats, forbidden pairs, team mates; not of repeated ones."""
        weights: list[dict[int, int]] = [{} for _ in self.order]
        for p, q in combinations(range(len(self.order)), 2):
            one, other = sorted((self.order[p], self.order[q]))
            team = self.teams.get(one, "")
            weight = self._forbidden_cost * ((one, other) in self.apart)
            weight += self._mates_cost * (team != "" and team == self.teams.get(other))
            if one == other:
                weight = self._forbidden_cost * len(self.order) ** 2
            if weight:
                weights[p][q] = weights[q][p] = weight
        return weights

    @cached_property
    def loose(self) -> Weights:
        """The least important costs: of two standbys together, then of two of one club or country."""
        weights: list[dict[int, int]] = [{} for _ in self.order]
        for (p, q), weight in self._origin_costs.items():
            both = self.order[p] in self.standbys and self.order[q] in self.standbys
            if weight or both:
                weights[p][q] = weights[q][p] = weight + self._standbys_cost * both
        return weights

    @cached_property
    def _origin_costs(self) -> dict[tuple[int, int], int]:
        """The cost of shared clubs and countries, 0 included, for every two who are standbys or have any of these."""
        counted = [p for p, player in enumerate(self.order) if player in self.standbys or player in self.origins]
        pairs = combinations(counted, 2)
        return {(p, q): self.origins.weight(self.order[p], self.order[q]) for p, q in pairs}

    @property
    def _standbys_cost(self) -> int:
        """The cost of two standbys together: more than of all clubs and countries."""
        return 1 + sum(self._origin_costs.values())

    @property
    def _least_loose(self) -> int:
        """The lower bound of :attr:`loose`: standbys, clubs and countries spread evenly."""
        standbys = sum(player in self.standbys for player in self.order)
        return self._standbys_cost * fewest_pairs(standbys, self.boards) + self.origins.least(self.order, self.boards)

    def wished_apart(self, rounds: int) -> Weights:
        """Combine :attr:`barred` with :attr:`loose` costs that never outweigh it in so many rounds; () without any."""
        return _combined(self.barred, self.loose, rounds) if any(self.loose) else ()

    @cached_property
    def weights(self) -> Weights:
        """The cost of two together: unwanted meetings, the number of earlier ones, and its square."""
        return self._weights(lambda met: self._again_cost * met + met**2)

    def _weights(self, cost: Callable[[int], int]) -> Weights:
        """Return :attr:`barred` with the cost of the number of earlier meetings added."""
        weights = [dict(row) for row in self.barred]
        for p, q in combinations(range(len(self.order)), 2):
            met = self._met(p, q)
            if met:
                weights[p][q] = weights[q][p] = weights[p].get(q, 0) + cost(met)
        return weights

    def seat(self, start: Boards | None, dice: random.Random, *, go_on: bool = False) -> Boards:
        """Return the boards with the fewest repeated meetings, and of these the ones that spread them over most pairs.

        Parameters
        ----------
        start
            Boards to improve; they stay if no better ones are found. None to start from lots.
        dice
            For the search.
        go_on
            Whether rounds to come depend on the boards to start from: these then stay if no boards have fewer
            repeated meetings, however often pairs have met.
        """
        if start is None:
            lots = list(range(len(self.order)))
            dice.shuffle(lots)
            start = [lots[first : first + SEATS] for first in range(0, len(lots), SEATS)]
        found = self._settled(start, dice, go_on=go_on)
        # the search may have missed boards without any forbidden pair: these are then looked for exactly
        if self._cost(found) >= self._forbidden_cost:
            kept_apart = boards_apart(
                [{q for q, cost in row.items() if cost >= self._forbidden_cost} for row in self.barred]
            )
            found = min(found, self._settled(kept_apart, dice), key=self._cost) if kept_apart else found
        return found

    def _settled(self, start: Boards, dice: random.Random, *, go_on: bool = False) -> Boards:
        """Search first without the squares, which finds the fewest meetings sooner, and then with them."""
        least = self.least_cost
        found = self._part_doubles(
            _cheaper_boards(start, self._weights(lambda met: self._again_cost * met), least, STEPS, dice)
        )
        if go_on and found == start:
            return found
        finer = _cheaper_boards(found, self.weights, least + self._least_squares(), STEPS_WITH_SQUARES, dice)
        return min(found, self._part_doubles(finer), key=self._cost)

    def vary(self, start: Boards, dice: random.Random) -> Boards:
        """Return equally good boards with fewer pairs who have played the same powers.

        Such pairs obstruct each other when nobody is to play a power for the second time.
        """
        # more than all powers that pairs on boards have in common
        most_alike = 1 + SEATS * sum(len(board) ** 2 for board in start)
        weights = [{q: most_alike * weight for q, weight in row.items()} for row in self.weights]
        for row, alike in zip(weights, self._alike_in_powers, strict=True):
            for q, many in alike.items():
                row[q] = row.get(q, 0) + many
        varied = self._part_doubles(_cheaper_boards(start, weights, 0, STEPS, dice))
        return varied if self._cost(varied) <= self._cost(start) else start

    @cached_property
    def _alike_in_powers(self) -> Weights:
        """The number of powers that two have both played."""
        weights: list[dict[int, int]] = [{} for _ in self.order]
        for p, q in combinations(range(len(self.order)), 2):
            alike = len(self._powers_of(p) & self._powers_of(q))
            if alike:
                weights[p][q] = weights[q][p] = alike
        return weights

    def loosen(self, start: Boards, dice: random.Random, *, heed_powers: bool) -> Boards:
        """Return equally good boards with a lower cost of :attr:`loose`.

        Parameters
        ----------
        start
            Boards to improve; they stay if no better ones are found.
        dice
            For the search.
        heed_powers
            Whether pairs who have played the same powers count before :attr:`loose`.
        """
        excess = _weight_of(self.loose, start) - self._least_loose
        if excess <= 0:
            return start
        last = _combined(self._alike_in_powers, self.loose) if heed_powers else self.loose
        weights = _combined(self.weights, last)
        found = self._part_doubles(_cheaper_boards(start, weights, _weight_of(weights, start) - excess, STEPS, dice))
        as_good = self._cost(found) <= self._cost(start)
        return found if as_good and _weight_of(self.loose, found) < _weight_of(self.loose, start) else start

    @property
    def least_cost(self) -> int:
        """A lower bound of the cost of boards, without the squares: teams and earlier boards spread evenly."""
        places = Counter(self.teams.get(player, "") for player in self.order)
        mates = sum(fewest_pairs(many, self.boards) for team, many in places.items() if team)
        return self._mates_cost * mates + self._again_cost * self.fewest_meetings_again

    def _least_squares(self) -> int:
        """Return a lower bound of the sum of squares: the fewest meetings spread evenly over all pairs."""
        pairs = self.boards * SEATS * (SEATS - 1) // 2
        each, over = divmod(self.fewest_meetings_again, pairs)
        return (pairs - over) * each**2 + over * (each + 1) ** 2

    @cached_property
    def _again_cost(self) -> int:
        """The cost of a repeated meeting: more than the squares of all possible ones."""
        return len(self.order) ** 2 + 4 * sum(len(rounds) ** 2 for rounds in self.record.meetings.values())

    @cached_property
    def _mates_cost(self) -> int:
        """The cost of two team mates together: more than all meetings of all players."""
        meetings = sum(map(len, self.record.meetings.values()))
        return (self._again_cost + 1) * (1 + len(self.order) ** 2 + 2 * meetings)

    @property
    def _forbidden_cost(self) -> int:
        """The cost of a pair to be kept apart: more than all team mates on all boards of all rounds."""
        return self._mates_cost * len(self.order) ** 3

    def _met(self, p: int, q: int) -> int:
        one, other = sorted((self.order[p], self.order[q]))
        return len(self.record.meetings.get((one, other), ()))

    def _powers_of(self, p: int) -> frozenset[str]:
        return self.record.powers_of.get(self.order[p], frozenset())

    def _cost(self, boards: Boards) -> int:
        """Return the cost of boards: the weights of all pairs, and the cost of meeting on two boards of this round.

        The second of the boards counts as if the first were an earlier meeting; nobody is on more than two.
        """
        pairs = [pair for board in boards for pair in combinations(board, 2)]
        cost = _weight_of(self.weights, boards)
        times = Counter(tuple(sorted((self.order[p], self.order[q]))) for p, q in pairs)
        for (one, other), boards_of_both in times.items():
            if boards_of_both > 1:
                cost += self._again_cost + 2 * len(self.record.meetings.get((one, other), ())) + 1
        return cost

    def _part_doubles(self, boards: Boards) -> Boards:
        """Let those who play twice change places as long as that lowers the cost: fewer meet them on both boards."""
        doubles = {player for player, times in Counter(self.order).items() if times > 1}
        best, least = boards, self._cost(boards)
        improved = bool(doubles)
        while improved:
            improved = False
            for changed in self._swaps(best, doubles):
                cost = self._cost(changed)
                if cost < least:
                    best, least, improved = changed, cost, True
                    break
        return best

    def _swaps(self, boards: Boards, doubles: Collection[str]) -> Iterator[Boards]:
        """Yield the boards with one of the doubles and somebody of another board exchanged, in all ways."""
        for (a, one), (b, other) in combinations(enumerate(boards), 2):
            for p in one:
                for q in other:
                    if self.order[p] in doubles or self.order[q] in doubles:
                        changed = list(boards)
                        changed[a] = [q if r == p else r for r in one]
                        changed[b] = [p if r == q else r for r in other]
                        yield changed


def _combined(first: Weights, second: Weights, times: int = 1) -> Weights:
    """Combine weights: all of the second ones together, even ``times`` over, count less than one of the first."""
    total = sum(sum(row.values()) for row in second) // 2
    if not total:
        return first
    more = 1 + times * total
    return [
        {q: more * above.get(q, 0) + below.get(q, 0) for q in sorted(above.keys() | below.keys())}
        for above, below in zip(first, second, strict=True)
    ]


def _weight_of(weights: Weights, boards: Boards) -> int:
    """Add up the weights of all pairs on boards."""
    return sum(weights[p].get(q, 0) for board in boards for p, q in combinations(board, 2))


def _cheaper_boards(start: Boards, weights: Weights, enough: int, steps: int, dice: random.Random) -> Boards:
    """Search for cheaper boards: exhaustively for two, else step by step."""
    order = [player for board in start for player in board]
    at = {player: position for position, player in enumerate(order)}
    by_position = [{at[q]: weight for q, weight in weights[p].items()} for p in order]
    # so few ways are compared faster than by a search, and exactly
    if len(start) == 2:
        place = _best_of_two(by_position)
    else:
        place = settle(by_position, on_boards([SEATS] * len(start)), enough, steps, dice)
    boards: Boards = [[] for _ in start]
    for player, p in zip(order, place, strict=True):
        boards[p // SEATS].append(player)
    return boards


def _best_of_two(weights: Weights) -> list[int]:
    """Compare all 1,716 ways to make two boards of fourteen; of equals the first one, which changes nothing."""
    together = on_boards([SEATS, SEATS])
    best = list(range(2 * SEATS))
    least = cost_of(weights, together, best)
    for others in combinations(range(1, 2 * SEATS), SEATS - 1):
        # player 0 stays on the first board: the other half of the ways are the same boards, numbered the other way
        first = (0, *others)
        way = [0] * (2 * SEATS)
        second = [p for p in range(2 * SEATS) if p not in first]
        for place, p in enumerate((*first, *second)):
            way[p] = place
        cost = cost_of(weights, together, way)
        if cost < least:
            best, least = way, cost
    return best
