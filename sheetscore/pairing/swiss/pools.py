"""The undefeated of a Swiss round: the pool, seeded matching, and the look-ahead for those outside the pool.

Source: ASO 2008 Tournament Rules, Pairing principles.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from sheetscore.pairing.draw import Two, lot
from sheetscore.pairing.matching import Edge, cheapest_matching, pairable

MOST_SWISS_ROUNDS = 20
"""The most rounds for which pools are made; no tournament has half as many."""

MayMeet = Callable[[str, str], bool]
"""Whether two may meet in this round."""


def pool_limit(rounds: int, number: int) -> int:
    """Return the size limit of a pool: 2 in the last round, twice as many in each round before.

    Parameters
    ----------
    rounds
        The number of rounds of the event.
    number
        The round, from 1 to ``rounds``.
    """
    return 1 << (rounds - number + 1)


def pool_words(rounds: int, number: int) -> str:
    """Return in words who is in the pool: ``the best 16 undefeated``; in round 1 the rating decides."""
    return f"the best {pool_limit(rounds, number)} {'by rating' if number == 1 else 'undefeated'}"


def pool_size(rounds: int, number: int, undefeated: int) -> int:
    """Return the size of the pool of a round.

    Parameters
    ----------
    rounds
        The number of rounds of the event.
    number
        The round, from 1 to ``rounds``.
    undefeated
        The number of undefeated players.

    Returns
    -------
    int
        An even number, at most the limit.
    """
    return min(pool_limit(rounds, number), undefeated) // 2 * 2


def pool_of(undefeated: Sequence[str], size: int, barred: Mapping[str, Collection[str]], seed: int) -> tuple[str, ...]:
    """Return who is in the pool: the first, unless some of them would find nobody there whom they may meet.

    Then the pool is filled with pairs that may meet, as many as it has room for or as there are, and their players are
    as high in the list as possible.

    Parameters
    ----------
    undefeated
        The undefeated from the top, or in round 1 all players.
    size
        The number of places in the pool.
    barred
        For each player those whom the player must not meet.
    seed
        The seed of the event, for lots where two choices are equally high.
    """
    if pairable(undefeated[:size], barred):
        return tuple(undefeated[:size])
    count = len(undefeated)
    edges = [
        Edge(i, j, (i + j,), lot(seed, "pool", undefeated[i], undefeated[j]))
        for i, j in combinations(range(count), 2)
        if undefeated[j] not in barred[undefeated[i]]
    ]
    # a matching has as many pairs as possible, so each place outside of the pool is a vertex, too: it takes one player
    outside = range(count, 2 * count - size)
    edges += [Edge(i, place, (0,), 0) for i in range(count) for place in outside]
    pairs = [(i, j) for i, j in cheapest_matching(count + len(outside), edges) if j < count]
    return tuple(undefeated[index] for index in sorted(index for pair in pairs for index in pair))


class Moved(Struct, frozen=True):
    """A player of a pool who does not meet the opponent of the seeding.

    Attributes
    ----------
    player, opponent, seeded
        The player, the actual opponent, and the seeded one.
    apart
        Whether the player and the seeded opponent must not meet; if not, the player moved so that others need not meet.
    """

    player: str
    opponent: str
    seeded: str
    apart: bool


class SeededPairs(Struct, frozen=True):
    """A pool as it was matched.

    Attributes
    ----------
    pairs
        The pairs from the first board on.
    off
        For each pair how many boards its second player is away from the seeding.
    moved
        Players who do not meet their seeded opponent.
    """

    pairs: tuple[Two, ...]
    off: tuple[int, ...]
    moved: tuple[Moved, ...]


def seeded_pairs(order: Sequence[str], may_meet: MayMeet, seed: int) -> SeededPairs:
    """Let the first of the upper half meet the first of the lower half, and so on.

    If two must not meet, the lower one changes places with the nearest of the lower half that gives both boards a pair
    that may meet; of two equally near ones the one below, so that the higher boards keep their seeding. If no single
    change will do, the whole pool is matched with as few players left over as possible, and these as low as possible;
    then with as few pairs inside a half, and as near to the seeding, as possible.

    Two of the undefeated cannot have met before, or one of them would not be undefeated. So in practice only forbidden
    pairs move anybody.

    Parameters
    ----------
    order
        The pool from the top, an even number.
    may_meet
        Whether two may.
    seed
        The seed of the event; only where the whole pool is matched again can a lot be needed.
    """
    half = len(order) // 2
    boards = _swapped(order[:half], order[half:], may_meet)
    pairs = (
        list(zip(order[:half], boards, strict=True)) if boards is not None else list(_rearranged(order, may_meet, seed))
    )
    place = {player: index for index, player in enumerate(order)}
    seeded = {player: order[(index + half) % len(order)] for index, player in enumerate(order)}
    return SeededPairs(
        tuple(pairs),
        tuple(abs(place[other] - place[one] - half) for one, other in pairs),
        tuple(
            Moved(one, other, seeded[one], not may_meet(one, seeded[one]))
            for one, other in pairs
            if other != seeded[one]
        ),
    )


def _swapped(upper: Sequence[str], lower: Sequence[str], may_meet: MayMeet) -> list[str] | None:
    """Put the lower half on boards so that all pairs may meet; None if exchanges of two are not enough.

    Each change gives two boards pairs that may meet, so a board that was put right stays so.
    """
    boards = list(lower)
    for here, one in enumerate(upper):
        if may_meet(one, boards[here]):
            continue
        for there in _nearest(here, len(boards)):
            if may_meet(one, boards[there]) and may_meet(upper[there], boards[here]):
                boards[here], boards[there] = boards[there], boards[here]
                break
        else:
            return None
    return boards


def _nearest(here: int, boards: int) -> Iterator[int]:
    """Yield the other boards from the nearest to the farthest, of two at one distance the one below first."""
    for distance in range(1, boards):
        if here + distance < boards:
            yield here + distance
        if here >= distance:
            yield here - distance


def _rearranged(order: Sequence[str], may_meet: MayMeet, seed: int) -> Iterator[Two]:
    """Match a pool in which exchanges of two are not enough to avoid forbidden pairs.

    The parts of the cost: the places of those who are matched, so that the lowest are left out; pairs inside a half;
    squared distances from the seeding.
    """
    half = len(order) // 2
    edges = [
        Edge(i, j, (i + j, (i < half) == (j < half), (j - i - half) ** 2), lot(seed, "pool", order[i], order[j]))
        for i, j in combinations(range(len(order)), 2)
        if may_meet(order[i], order[j])
    ]
    for i, j in cheapest_matching(len(order), edges):
        yield order[i], order[j]


def look_ahead(higher: Sequence[str], lower: Sequence[str], may_meet: MayMeet) -> dict[str, str]:
    """Match each of the higher with the first of the lower it may meet, such that as many as possible find one.

    Exact: of all assignments in which as many as possible have an opponent, this is the one that gives the first player
    the first possible opponent, then the second player, and so on. A matching of the largest size is kept throughout; a
    choice becomes final if a matching of this size has it and all final choices.

    Parameters
    ----------
    higher, lower
        The players of both groups, each from the top.
    may_meet
        Whether two may.

    Returns
    -------
    dict
        The opponents of those who have one.
    """
    matching = _Matching({one: [other for other in lower if may_meet(one, other)] for one in higher}, {})
    for one in higher:
        matching.extend([one])
    for index, one in enumerate(higher):
        later = higher[index + 1 :]
        for other in matching.choices[one]:
            better = matching.with_pair(one, other, later)
            if better:
                matching = better
                break
    return matching.meets


class _Matching:
    """A matching of the higher with the lower.

    Attributes
    ----------
    meets, taken
        The opponents, by the higher and by the lower one.
    final
        The lower players of final pairs.
    """

    def __init__(
        self, choices: Mapping[str, Sequence[str]], meets: Mapping[str, str], final: frozenset[str] = frozenset()
    ) -> None:
        self.choices = choices
        self.meets = dict(meets)
        self.taken = {other: one for one, other in meets.items()}
        self.final = final

    def with_pair(self, one: str, other: str, later: Sequence[str]) -> _Matching | None:
        """Make a pair final, if a matching as large as this has it.

        The pairs that ``one`` and ``other`` had are undone. If both had one, the matching has lost a pair, and is as
        large as before only if a chain of changes wins it back, which begins with a later player who meets nobody
        (Berge, 1957).
        """
        if other in self.final:
            return None
        meets = {left: right for left, right in self.meets.items() if left != one and right != other}
        changed = _Matching(self.choices, {**meets, one: other}, self.final | {other})
        lost = len(self.meets) > len(changed.meets)
        if lost and not changed.extend([player for player in later if player not in changed.meets]):
            return None
        return changed

    def extend(self, unmatched: Sequence[str]) -> bool:
        """Match one more by the shortest chain of changes; return whether there is one."""
        came_from: dict[str, str] = {}
        waiting = deque(unmatched)
        while waiting:
            one = waiting.popleft()
            for other in self.choices[one]:
                if other in came_from or other in self.final:
                    continue
                came_from[other] = one
                if other not in self.taken:
                    self._change(other, came_from)
                    return True
                waiting.append(self.taken[other])
        return False

    def _change(self, end: str, came_from: Mapping[str, str]) -> None:
        """Go back along a chain: everybody on it takes the opponent that was found for them."""
        other: str | None = end
        while other is not None:
            one = came_from[other]
            given_up = self.meets.get(one)
            self.meets[one] = other
            self.taken[other] = one
            other = given_up
