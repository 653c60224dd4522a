"""A plain Swiss draw for games of two: equal points meet, without rematches, and an odd player has a bye.

It is exact. Pairings are compared by the number of rematches; then by the byes that the player with the bye has had
before; then by that player's points, the lowest first; then by the sum of the squared steps between opponents, where a
step is one from a score to the next among the scores that occur. Lots decide the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from sheetscore.pairing.draw import Draw, TableDraw, Two, display_name, lot, two
from sheetscore.pairing.matching import Edge, cheapest_matching
from sheetscore.pairing.walk_ins import Coming, Room, reseated

_MET = 1_000
"""The weight of a rematch, above any number of steps."""


class PointsSoFar(Struct, frozen=True, kw_only=True, dict=True):
    """The data that a round is drawn from.

    Examples
    --------
    >>> so_far = PointsSoFar(points={"A": 2, "B": 0, "C": 2}, names={}, seats=("1", "2"), met=[("A", "B")])
    >>> so_far.times_met("B", "A"), so_far.steps_between("A", "B")
    (1, 1)
    """

    points: Mapping[str, int | Fraction]
    """The points of everybody present, by id."""
    names: Mapping[str, str]
    """The names of all players of the event, by id."""
    seats: tuple[str, str]
    """The seats of a table."""
    met: Sequence[tuple[str, str]] = ()
    """The pairs of earlier rounds, repeated for each meeting."""
    had_bye: Sequence[str] = ()
    """The ids of those who had a bye, repeated for each bye."""
    seed: int = 1
    """The seed of lots."""

    @cached_property
    def _times_met(self) -> Mapping[Two, int]:
        return Counter(two(*pair) for pair in self.met)

    @cached_property
    def _byes(self) -> Mapping[str, int]:
        return Counter(self.had_bye)

    @cached_property
    def _step(self) -> Mapping[str, int]:
        """By player's id, the number of different scores below the player's own."""
        steps = {points: step for step, points in enumerate(sorted(set(self.points.values())))}
        return {id_: steps[points] for id_, points in self.points.items()}

    def steps_between(self, one: str, other: str) -> int:
        """Count the steps between two; a player without points is at the bottom."""
        return abs(self._step.get(one, 0) - self._step.get(other, 0))

    def times_met(self, one: str, other: str) -> int:
        """Count how often two have met."""
        return self._times_met.get(two(one, other), 0)

    def byes_had(self, one: str) -> int:
        """Count the byes of somebody."""
        return self._byes.get(one, 0)

    def height(self, one: str) -> int:
        """Count the steps from the bottom to somebody."""
        return self._step.get(one, 0)


def draw_by_points(number: int, so_far: PointsSoFar) -> Draw:
    """Draw a round, given its number and the data. Tables are numbered from the highest points down.

    Examples
    --------
    >>> so_far = PointsSoFar(points={"A": 2, "B": 0, "C": 2, "D": 0}, names={}, seats=("1", "2"))
    >>> [sorted(table.seated.values()) for table in draw_by_points(2, so_far).tables]
    [['A', 'C'], ['B', 'D']]
    """
    players = sorted(so_far.points, key=lambda one: (-so_far.points[one], _lot(so_far, number, one)))
    matched = cheapest_matching(len(players) + len(players) % 2, [*_edges(players, number, so_far)])
    pairs = [(players[one], players[other]) for one, other in matched if other < len(players)]
    byes = tuple(players[one] for one, other in matched if other == len(players))
    tables = []
    for table, pair in enumerate(pairs, start=1):
        by_lot = sorted(pair, key=lambda one: _lot(so_far, number, one, "seat"))
        tables.append(TableDraw(table, "", dict(zip(so_far.seats, by_lot, strict=True))))
    return Draw(number, tuple(tables), byes, tuple(_report(pairs, byes, so_far)))


def change_draw_by_points(draw: Draw, so_far: PointsSoFar, coming: Coming) -> Draw:
    """Seat late comers against players without an opponent, else at new tables; all others stay."""

    def against(table: TableDraw, _: str, player: str) -> int:
        others = table.seated.values()
        return sum(_MET * so_far.times_met(player, one) + so_far.steps_between(player, one) for one in others)

    otherwise = "nobody is there whom they could meet. Name another one (--add), so that two have a table of their own"
    room = Room(seats=so_far.seats, fewest=2, in_pairs=True, against=against, otherwise=otherwise)
    return reseated(draw, room, coming, so_far.names)


def _lot(so_far: PointsSoFar, *words: object) -> int:
    return lot(so_far.seed, "by points", *words)


def _edges(players: Sequence[str], number: int, so_far: PointsSoFar) -> Iterator[Edge]:
    """Yield the cost of each pair, and of each bye if the number of players is odd.

    Its parts: rematches; earlier byes, and points, of the player with the bye; squared steps.
    """
    for at, one in enumerate(players):
        for to, other in enumerate(players[at + 1 :], start=at + 1):
            parts = (so_far.times_met(one, other), 0, 0, so_far.steps_between(one, other) ** 2)
            yield Edge(at, to, parts, _lot(so_far, number, *two(one, other)))
        if len(players) % 2:
            yield Edge(at, len(players), (0, so_far.byes_had(one), so_far.height(one), 0), _lot(so_far, number, one))


def _report(pairs: Sequence[Two], byes: Sequence[str], so_far: PointsSoFar) -> Iterator[str]:
    """Report what could not be avoided, and the bye."""

    def named(one: str) -> str:
        return display_name(one, so_far.names)

    for one, other in pairs:
        if times := so_far.times_met(one, other):
            yield f"{named(one)} and {named(other)} meet again (before: {times}): there is no way around it."
        if so_far.steps_between(one, other):
            points = [so_far.points[player] for player in (one, other)]
            yield f"{named(one)} ({points[0]}) meets {named(other)} ({points[1]}), who has other points."
    for one in byes:
        had = so_far.byes_had(one)
        others_had_less = any(so_far.byes_had(other) < had for pair in pairs for other in pair)
        why = "with any other bye more would meet again" if others_had_less else "everybody else had as many"
        yield f"{named(one)} has the bye{f', and had {had} before: {why}' if had else ''}."
