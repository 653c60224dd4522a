"""The pairs of a round of accelerated Swiss.

The undefeated decide the event in a pool that halves from round to round; those of them outside the pool meet
players who have failed once; everybody else meets somebody with about as many points.

Source: ASO 2008 Tournament Rules, Pairing principles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

from msgspec import Struct

from sheetscore.findings import finding
from sheetscore.pairing.draw import Two, display_name, two
from sheetscore.pairing.matching import Edge, cheapest_matching, pairable
from sheetscore.pairing.swiss.field import GroupSeeding, SwissField, SwissPair, Why, swiss_field
from sheetscore.pairing.swiss.pools import Moved, look_ahead, pool_of, pool_size, seeded_pairs
from sheetscore.pairing.swiss.record import SwissPlayer, SwissRecord, SwissSettings
from sheetscore.pairing.swiss.report import Anew, ByLot, Circumstances, Request, pool_sentence, swiss_report
from sheetscore.problems import MistakesFound


class SwissDraw(Struct, frozen=True):
    """One round of accelerated Swiss."""

    pairs: tuple[SwissPair, ...]
    """The pairs by board, that with the most points first."""
    bye: str | None
    """The id of the player who sits out; None if the number of players is even."""
    pool: str
    """A sentence on the pool of the round."""
    report: tuple[str, ...]
    """Further sentences for the director."""

    @property
    def rematches(self) -> tuple[SwissPair, ...]:
        """The pairs that have met before; the director is to confirm them."""
        return tuple(pair for pair in self.pairs if pair.cost.rematches)


def draw_swiss(
    players: Collection[SwissPlayer],
    number: int,
    record: SwissRecord,
    settings: SwissSettings,
    *,
    seed: int,
    locked: Iterable[Two] = (),
    forbidden: Iterable[Two] = (),
    requests: Iterable[Two] = (),
) -> SwissDraw:
    """Draw a round.

    The order of the players, of the games and of the three lists makes no difference.

    Parameters
    ----------
    players
        Those who play the round.
    number
        The round, from 1 to the settings' ``rounds``.
    record
        The rounds that are scored, or only drawn; only those with a smaller number count.
    settings
        The rules in force.
    seed
        The seed of the event; all lots follow from it.
    locked
        Pairs that the director has made; they come first of all.
    forbidden
        Pairs that must never be made.
    requests
        Pairs of players who would both like to meet.

    Raises
    ------
    MistakesFound
        A locked pair is impossible, or the forbidden pairs leave no draw at all.
    ValueError
        The event has no such round, or two players have the same id.
    """
    if not 1 <= number <= settings.rounds:
        raise ValueError(f"there is no round {number} in an event of {settings.rounds}")
    field = swiss_field(players, number, record, settings, seed, forbidden)
    wanted = sorted({two(*pair) for pair in requests})
    drawing = _Drawing(field)
    drawing.lock(sorted({two(*pair) for pair in locked}))
    drawing.let_sit_out()
    drawing.pair_pool()
    drawing.pair_rest(wanted)
    pairs = sorted(drawing.pairs, key=lambda pair: _board(field, pair))
    circumstances = drawing.circumstances()
    report = swiss_report(field, record, pairs, circumstances)
    return SwissDraw(tuple(pairs), drawing.bye, pool_sentence(field, circumstances), tuple(report))


def _board(field: SwissField, pair: SwissPair) -> tuple[int, int, int]:
    """Return the key that sorts pairs: the points of both, then the rating of the higher one."""
    return -field.points(pair.one), -field.points(pair.other), field.place[pair.one]


class _Drawing:
    """A draw under construction.

    Attributes
    ----------
    waiting
        The players with neither an opponent nor a bye, from the top.
    pairs
        The pairs made so far.
    """

    def __init__(self, field: SwissField) -> None:
        self.field = field
        self.waiting = sorted(field.players, key=field.standing)
        self.pairs: list[SwissPair] = []
        self.pool = 0
        self.outside_pool = 0
        self.unfinished: list[str] = []
        self.lots: list[ByLot] = []
        self.bye: str | None = None
        self.instead_of: str | None = None
        self.moved: list[Moved] = []
        self.left: list[str] = []
        self.came: list[str] = []
        self.requests: list[Request] = []
        self.anew: Anew = ""

    def circumstances(self) -> Circumstances:
        """Return the data for the report, beside the pairs."""
        return Circumstances(
            self.pool,
            self.outside_pool,
            tuple(self.unfinished),
            tuple(self.lots),
            self.bye,
            self.instead_of,
            tuple(self.moved),
            tuple(self.left),
            tuple(self.came),
            tuple(self.requests),
            self.anew,
        )

    def pair(self, one: str, other: str, why: Why, seeding: int = 0) -> None:
        """Make a pair of two who wait."""
        self.waiting.remove(one)
        self.waiting.remove(other)
        self.pairs.append(self.field.pair(one, other, why, seeding))

    def lock(self, locked: Sequence[Two]) -> None:
        """Make the director's own pairs."""
        mistakes = list(_impossible(self.field, locked))
        if mistakes:
            raise MistakesFound([finding("event-rule", mistake) for mistake in mistakes])
        for one, other in locked:
            self.pair(one, other, "locked")

    def let_sit_out(self) -> None:
        """Choose the player with the bye if the number is odd: one with the fewest byes, of these the lowest.

        Players with an open game come last, since nobody knows yet how low they are. If forbidden pairs would then
        leave no draw, the bye goes to the next player whose bye leaves one.
        """
        if not self._is_odd():
            if not self._can_be_drawn(self.waiting):
                raise MistakesFound([finding("event-rule", self._no_draw())])
            return
        order = sorted(self.waiting, key=self._place_for_a_bye)
        self.bye = next((bye for bye in order if self._can_be_drawn(_without(self.waiting, bye))), None)
        if self.bye is None:
            raise MistakesFound([finding("event-rule", self._no_draw())])
        self.instead_of = order[0] if self.bye != order[0] else None
        self._note_bye_by_lot(self.bye)
        self.waiting.remove(self.bye)

    def _note_bye_by_lot(self, bye: str) -> None:
        *earned, _ = self._place_for_a_bye(bye)  # all but rating
        like = self._rated_like(bye, self.waiting)
        equal = [one for one in like if [*self._place_for_a_bye(one)][:-1] == earned]
        if len(equal) > 1:
            self.lots.append(ByLot(tuple(equal), (bye,), "bye"))

    def _rated_like(self, player: str, players: Collection[str]) -> list[str]:
        """Return those of ``players`` who have the rating of ``player``, by their lots."""
        rating = self.field.players[player].rating
        like = (one for one in players if self.field.players[one].rating == rating)
        return sorted(like, key=self.field.place.__getitem__)

    def _place_for_a_bye(self, player: str) -> tuple[int, bool, int, int]:
        history = self.field.history[player]
        return len(history.byes), self._has_open_game(player), history.points, -self.field.place[player]

    def _has_open_game(self, player: str) -> bool:
        return bool(self.field.history[player].unscored)

    def _is_odd(self) -> bool:
        return len(self.waiting) % 2 == 1

    def _can_be_drawn(self, players: Collection[str]) -> bool:
        return pairable(players, self._forbidden())

    def _forbidden(self) -> Mapping[str, frozenset[str]]:
        """Return for each player those who must not be met even if rematches are allowed."""
        never: dict[str, set[str]] = {player: set() for player in self.waiting}
        for one, other in self.field.forbidden:
            if one in never and other in never:
                never[one].add(other)
                never[other].add(one)
        return {player: frozenset(others) for player, others in never.items()}

    def _no_draw(self) -> str:
        names = self.field.names
        both_wait = [pair for pair in sorted(self.field.forbidden) if set(pair) <= set(self.waiting)]
        pairs = "; ".join(f"{display_name(one, names)} and {display_name(other, names)}" for one, other in both_wait)
        return (
            f"Round {self.field.number} cannot be drawn without a pair that is forbidden. "
            f"Allow one of these, or change who plays: {pairs}."
        )

    def pair_pool(self) -> None:
        """Pair the highest-rated undefeated with one another; those with an open game come after all others."""
        undefeated = self._undefeated()
        self.pool = pool_size(self.field.settings.rounds, self.field.number, len(undefeated))
        closed_first = sorted(undefeated, key=self._has_open_game)
        pool, others = closed_first[: self.pool], closed_first[self.pool :]
        self.outside_pool = len(others)
        if pool and others and self._has_open_game(pool[-1]) == self._has_open_game(others[0]):
            alike = [one for one in closed_first if self._has_open_game(one) == self._has_open_game(others[0])]
            equal = self._rated_like(pool[-1], alike)
            if others[0] in equal:
                self.lots.append(ByLot(tuple(equal), tuple(one for one in equal if one in pool), "pool"))
        chosen = self._pair_pool_of(closed_first, self.pool)
        self.unfinished = [player for player in chosen if self._has_open_game(player)]

    def _undefeated(self) -> list[str]:
        found = [player for player in self.waiting if self.field.history[player].undefeated]
        return sorted(found, key=self.field.place.__getitem__)

    def _pair_pool_of(self, undefeated: Sequence[str], size: int) -> Sequence[str]:
        """Pair a pool and return it; note who leaves it and who comes in, and the lots that decided its order."""
        chosen = pool_of(undefeated, size, self.field.barred, self.field.seed)
        self.left += (player for player in undefeated[:size] if player not in chosen)
        self.came += (player for player in undefeated[size:] if player in chosen)
        order = sorted(chosen, key=self.field.place.__getitem__)
        if len(order) > 2:
            for _, group in groupby(order, key=lambda player: self.field.players[player].rating):
                equal = tuple(group)
                self.lots += [ByLot(equal, (), "order")] if len(equal) > 1 else []
        self.moved += self._pair_seeded(order, "pool")
        return order

    def _pair_seeded(self, order: Sequence[str], why: Why) -> tuple[Moved, ...]:
        """Pair those who are seeded, given in order; return who does not meet the opponent of the seeding."""
        seeded = seeded_pairs(order, self.field.may_meet, self.field.seed)
        for (one, other), off in zip(seeded.pairs, seeded.off, strict=True):
            self.pair(one, other, why, off)
        return seeded.moved

    def pair_rest(self, wanted: Sequence[Two]) -> None:
        """Pair all but the pool: without a rematch if possible, at the expense of any other rule."""
        kept = len(self.pairs), len(self.moved), len(self.left), len(self.came), len(self.lots)
        if self.field.number == 1:  # those outside the pool are a pool of their own
            self._pair_pool_of(self.waiting, len(self.waiting))
        self._pair_undefeated()
        # asked first: if the rest cannot be paired anyway, every request would be refused
        if pairable(self.waiting, self.field.barred):
            self._pair_as_requested(wanted)
            self._pair_group(rematches=False)
            return
        self._undo(*kept)
        self._pair_anew(wanted)

    def _pair_undefeated(self) -> None:
        """Pair the undefeated outside the pool.

        First with players who have failed once, then with the next best, then with one another.
        """
        histories = self.field.history
        failed = [player for player in self.waiting if not histories[player].undefeated]
        once = [player for player in failed if histories[player].setbacks == 1]
        self._look_ahead(sorted(once, key=self.field.place.__getitem__), "undefeated against one draw or loss")
        self._look_ahead([player for player in failed if player in self.waiting], "fallback")
        alone = self._undefeated()
        self._pair_seeded(alone[: len(alone) // 2 * 2], "fallback")

    def _look_ahead(self, lower: Sequence[str], why: Why) -> None:
        for one, other in look_ahead(self._undefeated(), lower, self.field.may_meet).items():
            self.pair(one, other, why)

    def _pair_as_requested(self, wanted: Sequence[Two]) -> None:
        """Grant requests from the top, as long as nobody else has to meet an earlier opponent for it."""
        players = self.field.players
        self.requests += [Request(pair, "absent") for pair in wanted if not players.keys() >= set(pair)]
        present = [pair for pair in wanted if players.keys() >= set(pair)]
        for pair in sorted(present, key=lambda pair: sorted(map(self.field.standing, pair))):
            refused = next((reason for reason, holds in _REFUSALS.items() if holds(self, pair)), None)
            self.requests.append(Request(pair, refused))
            if refused is None:
                self.pair(*pair, "request")

    def _pair_group(self, *, rematches: bool) -> bool:
        """Match all waiting players at the least cost; return whether that is possible, else change nothing."""
        edges = _edges(self.field, self.waiting, rematches=rematches)
        found = cheapest_matching(len(self.waiting), list(edges))
        if 2 * len(found) < len(self.waiting):
            return False
        seeding = GroupSeeding(self.field, self.waiting)
        for one, other in [(self.waiting[i], self.waiting[j]) for i, j in found]:
            self.pair(one, other, "group", seeding.off(one, other))
        return True

    def _undo(self, pairs: int, moved: int, left: int, came: int, lots: int) -> None:
        """Go back to an earlier state; byes and locked pairs are made before and stay."""
        self.waiting += [player for pair in self.pairs[pairs:] for player in pair.players]
        self.waiting.sort(key=self.field.standing)
        del self.pairs[pairs:], self.moved[moved:], self.left[left:], self.came[came:], self.lots[lots:]

    def _pair_anew(self, wanted: Sequence[Two]) -> None:
        """Match all but the pool, with rematches if need be; match the pool, too, if forbidden pairs prevent that."""
        self.requests = [Request(pair, "anew") for pair in wanted]
        self.anew = "rest"
        if self._pair_group(rematches=False) or self._pair_group(rematches=True):
            return
        self.anew = "all"
        # the pool is undone, so its lots no longer count
        self.unfinished = []
        by_lot = sum(one.what == "bye" for one in self.lots)
        self._undo(sum(pair.why == "locked" for pair in self.pairs), 0, 0, 0, by_lot)
        if not self._pair_group(rematches=False):
            self._pair_group(rematches=True)


def _edges(field: SwissField, players: Sequence[str], *, rematches: bool) -> Iterator[Edge]:
    """Yield the pairs that may be made, with their costs; pairs that have met only if rematches are allowed."""
    seeding = GroupSeeding(field, players)
    for (i, one), (j, other) in combinations(enumerate(players), 2):
        allowed = two(one, other) not in field.forbidden if rematches else field.may_meet(one, other)
        if allowed:
            cost = field.cost(one, other, seeding.off(one, other))
            yield Edge(i, j, cost.weighed(field.settings), field.lot(one, other))


def _without(players: Sequence[str], one: str) -> list[str]:
    return [player for player in players if player != one]


def _impossible(field: SwissField, locked: Sequence[Two]) -> Iterator[str]:
    """Yield what is wrong with locked pairs, a sentence each."""
    names = field.names
    seen: set[str] = set()
    for one, other in locked:
        pair = f"The locked pair of {display_name(one, names)} and {display_name(other, names)} cannot be drawn"
        if one == other:
            yield f"{pair}: nobody meets themselves."
        elif two(one, other) in field.forbidden:
            yield f"{pair}: it is forbidden too."
        for player in dict.fromkeys((one, other)):
            if player not in field.players:
                yield f"{pair}: {player} does not play in round {field.number}."
            elif player in seen:
                yield f"{pair}: {display_name(player, names)} is in another locked pair."
            seen.add(player)


_REFUSALS: Mapping[str, Callable[[_Drawing, Two], bool]] = {
    "oneself": lambda _, pair: pair[0] == pair[1],
    "not free": lambda drawing, pair: not set(pair) <= set(drawing.waiting),
    "forbidden": lambda drawing, pair: pair in drawing.field.forbidden,
    "met": lambda drawing, pair: pair in drawing.field.met,
    "points": lambda drawing, pair: drawing.field.cost(*pair).points > drawing.field.settings.request_points,
    "others": lambda drawing, pair: (
        not pairable([player for player in drawing.waiting if player not in pair], drawing.field.barred)
    ),
}
"""The reasons to refuse a request, in the order of the checks."""
