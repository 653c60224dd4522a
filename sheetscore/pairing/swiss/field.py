"""The field of a Swiss round: its players in order, their possible opponents, the costs and the tables of pairs.

Source: ASO 2008 Tournament Rules, Pairing principles.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count, islice
from typing import Literal, NamedTuple

from msgspec import Struct

from sheetscore.pairing.draw import Two, display_name, lot, two
from sheetscore.pairing.matching import Edge, cheapest_matching
from sheetscore.pairing.swiss.record import SwissHistory, SwissPlayer, SwissRecord, SwissSettings, by_rating

Why = Literal["pool", "undefeated against one draw or loss", "fallback", "request", "locked", "group"]
"""The rule that made a pair."""


class SwissCost(NamedTuple):
    """The cost of a pair, part by part.

    Attributes
    ----------
    rematches
        How often the two have met.
    points
        The difference of their points.
    same_country, same_club, regular
        Whether this holds for them.
    seeding
        How far the pair is off its seeding, counted in boards for a pool and in places for a group; else 0.
    """

    rematches: int
    points: int
    same_country: bool
    same_club: bool
    regular: bool
    seeding: int

    def weighed(self, settings: SwissSettings) -> tuple[int, ...]:
        """Return the parts of a group's matching, from the most important to the least.

        Rematches come first, and after them how often the two had met: where a few players must meet again, it is
        not always the same two.
        """
        company = (
            settings.same_country * self.same_country
            + settings.same_club * self.same_club
            + settings.regular * self.regular
        )
        return self.rematches > 0, self.rematches, self.points**2, company, self.seeding


class SwissPair(Struct, frozen=True):
    """Two who meet, the higher one first: by points, then by rating."""

    one: str
    other: str
    why: Why
    cost: SwissCost

    @property
    def players(self) -> Two:
        """Both ids."""
        return self.one, self.other


class SwissField(Struct, frozen=True, dict=True):
    """The data for the pairing of a round.

    Attributes
    ----------
    players, history
        The players and their histories, by id.
    place
        The place of each player by rating, from 0.
    met
        How often two have met.
    forbidden, regulars
        Pairs that must not meet, and pairs that often meet outside the event.
    barred
        For each player those whom he or she must not meet, or has met.
    """

    number: int
    settings: SwissSettings
    seed: int
    players: Mapping[str, SwissPlayer]
    history: Mapping[str, SwissHistory]
    place: Mapping[str, int]
    met: Mapping[Two, int]
    forbidden: frozenset[Two]
    regulars: frozenset[Two]
    barred: Mapping[str, frozenset[str]]

    @cached_property
    def names(self) -> dict[str, str]:
        """The names by id."""
        return {player.id: player.name for player in self.players.values()}

    def points(self, player: str) -> int:
        """Return the points before the round."""
        return self.history[player].points

    def standing(self, player: str) -> tuple[int, int]:
        """Return the key that sorts players from the top: points, then rating."""
        return -self.points(player), self.place[player]

    def may_meet(self, one: str, other: str) -> bool:
        """Return whether two have not met yet and may meet."""
        return other not in self.barred[one]

    def cost(self, one: str, other: str, seeding: int = 0) -> SwissCost:
        """Return the cost of a pair; ``seeding`` depends on the rule that makes the pair."""
        left, right = self.players[one], self.players[other]
        key = two(one, other)
        return SwissCost(
            self.met.get(key, 0),
            abs(self.points(one) - self.points(other)),
            left.country == right.country != "",
            left.club == right.club != "",
            key in self.regulars,
            seeding,
        )

    def pair(self, one: str, other: str, why: Why, seeding: int = 0) -> SwissPair:
        """Make a pair, the higher player first."""
        higher, lower = sorted((one, other), key=self.standing)
        return SwissPair(higher, lower, why, self.cost(one, other, seeding))

    def lot(self, one: str, other: str) -> int:
        """Draw the lot of a pair."""
        return lot(self.seed, "pair", *two(one, other))


def swiss_field(
    players: Collection[SwissPlayer],
    number: int,
    record: SwissRecord,
    settings: SwissSettings,
    seed: int,
    forbidden: Iterable[Two],
) -> SwissField:
    """Return the field of a round; only earlier rounds count.

    Raises
    ------
    ValueError
        Two players have the same id.
    """
    known = {player.id: player for player in players}
    if len(known) < len(players):
        raise ValueError("two players have the same id")
    before = record.before(number)
    met = Counter(two(game.one, game.other) for game in before.games if game.other is not None)
    never = frozenset(two(*pair) for pair in forbidden)
    barred: dict[str, set[str]] = defaultdict(set)
    for one, other in [*met, *never]:
        barred[one].add(other)
        barred[other].add(one)
    return SwissField(
        number,
        settings,
        seed,
        known,
        {player: before.history(player, settings) for player in known},
        {player: place for place, player in enumerate(by_rating(known.values(), seed))},
        met,
        never,
        frozenset(two(player.id, regular) for player in players for regular in player.regulars),
        {player: frozenset(barred[player]) for player in known},
    )


class GroupSeeding:
    """The distance of pairs from their seeding within a group matched together.

    In a points group of m players, listed by rating, a player of the upper half ought to meet the one m // 2
    places below. Two of different groups ought to be the last of the one and the first of the other.
    """

    def __init__(self, field: SwissField, players: Sequence[str]) -> None:
        groups: dict[int, list[str]] = defaultdict(list)
        for player in sorted(players, key=field.standing):
            groups[field.points(player)].append(player)
        self._points = {player: points for points, group in groups.items() for player in group}
        self._from_top = {player: place for group in groups.values() for place, player in enumerate(group)}
        self._size = {points: len(group) for points, group in groups.items()}

    def off(self, one: str, other: str) -> int:
        """Return the distance in places."""
        first, second = self._points[one], self._points[other]
        if first == second:
            return abs(abs(self._from_top[one] - self._from_top[other]) - self._size[first] // 2)
        upper, lower = (one, other) if first > second else (other, one)
        below = self._size[max(first, second)] - 1 - self._from_top[upper]
        return below + self._from_top[lower]


def seat_swiss(
    pairs: Sequence[SwissPair], record: SwissRecord, fixed: Mapping[str, int], seed: int, *, rotate: bool = False
) -> dict[Two, int]:
    """Assign each pair its table.

    A player with a table of their own stays there. The other pairs take the lowest other tables, in the order of the
    boards. Where tables rotate, as few players as possible come to a table where they have played already;
    then each board is as near as possible to the table of its place (the sum of squared distances), so that the
    higher board has the lower table wherever nothing is repeated. Exact; a lot decides between ways that are
    equally good.

    Parameters
    ----------
    pairs
        The pairs by board, from the first.
    record
        The rounds before this one, scored or only drawn.
    fixed
        The tables, from 1, of players who need one; players who do not play are ignored. Of two opponents with
        different tables the higher one stays, of two pairs with the same table the higher board.
    seed
        The seed of the event.
    rotate
        Whether nobody is to play at a table again, as far as that can be.

    Returns
    -------
    dict
        The tables by the two players of each pair, in the order of the boards.
    """
    kept = _at_own_table(pairs, fixed)
    free = [pair for pair in pairs if pair.players not in kept]
    taken = set(kept.values())
    tables = list(islice((table for table in count(1) if table not in taken), len(free)))
    if not rotate:
        places = {pair.players: table for pair, table in zip(free, tables, strict=True)}
        return {pair.players: (kept | places)[pair.players] for pair in pairs}
    been = {player: Counter(tables) for player, tables in _tables_of(record).items()}
    edges = [
        Edge(
            board,
            len(free) + place,
            (sum(been.get(player, Counter())[table] for player in pair.players), (board - place) ** 2),
            lot(seed, "table", *pair.players, table),
        )
        for board, pair in enumerate(free)
        for place, table in enumerate(tables)
    ]
    found = {free[i].players: tables[j - len(free)] for i, j in cheapest_matching(2 * len(free), edges)}
    return {pair.players: (kept | found)[pair.players] for pair in pairs}


def _at_own_table(pairs: Sequence[SwissPair], fixed: Mapping[str, int]) -> dict[Two, int]:
    """Return the tables of the pairs that are at a player's own table."""
    kept: dict[Two, int] = {}
    for pair in pairs:
        wanted = [fixed[player] for player in pair.players if player in fixed]
        free = [table for table in wanted if table not in kept.values()]
        if free:
            kept[pair.players] = free[0]
    return kept


def _tables_of(record: SwissRecord) -> dict[str, list[int]]:
    """Return for each player the tables of all games, also of those without a result yet, with repetitions."""
    found: dict[str, list[int]] = {}
    for game in record.games:
        for player in game.players if game.other is not None else ():
            found.setdefault(player, []).append(game.table)
    return found


def tables_report(
    tables: Mapping[Two, int],
    record: SwissRecord,
    fixed: Mapping[str, int],
    names: Mapping[str, str],
    *,
    rotate: bool = False,
) -> Iterator[str]:
    """Report players not at their own table, and, if tables rotate, those who come to one again.

    Parameters
    ----------
    tables
        The table of each pair, as drawn or as the director changed it.
    record
        The rounds before this one, scored or only drawn.
    fixed
        The tables of players who need one.
    names
        The players' names by id.
    """
    been = _tables_of(record)
    for pair, table in tables.items():
        for player in pair:
            own = fixed.get(player)
            if own not in {None, table}:
                yield f"{display_name(player, names)} plays at table {table} and not at their own, {own}: it is taken."
            if rotate and own != table and table in been.get(player, ()):
                yield f"{display_name(player, names)} plays at table {table} again."
