"""Seats at tables: with as few repeated opponents as possible, then as few repeated team mates.

Tables that are equal in that are better with fewer pilots of one club or country together.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from sheetscore.pairing.draw import Flown, dice_for, lot
from sheetscore.pairing.origins import Origins
from sheetscore.pairing.sections.outlook import Outlook, OutlookState
from sheetscore.pairing.sections.plan import Lineup, Plan

Forces = Mapping[tuple[str, str], str]
"""The force of each side, by the ids of scenario and side."""

Tables = list[list[list[str]]]
"""For each table, for each side, the ids of its pilots in the order of their seats."""

TRIES_TO_SHAKE = 20
"""The most pairs tried for a random swap; if none may swap, tables are final."""

_State = tuple[list[int], list[list[list[int]]], OutlookState]
"""The tables, their members and the outlook, to go back to."""


class Meeting(Struct, frozen=True):
    """Two players at one table, in the order of their ids."""

    players: tuple[str, str]
    """The ids of the two players."""
    round: int
    table: int
    """The table at which they met."""
    opposed: bool
    """Whether they were opponents; otherwise they were team mates."""


def meetings(flown: Iterable[Flown], forces: Forces) -> Iterator[Meeting]:
    """Yield every meeting of any two players, in the order of rounds, tables and ids.

    Sides of one force are team mates, all others opponents. A side that the event does not define any more
    counts as a force of its own.
    """
    tables: dict[tuple[int, int], list[Flown]] = defaultdict(list)
    for one in flown:
        tables[one.round, one.table].append(one)
    for (number, table), at_table in sorted(tables.items()):
        sorted_by_id = sorted((one.player, forces.get((one.scenario, one.side), one.side)) for one in at_table)
        for (player, force), (other, other_force) in combinations(sorted_by_id, 2):
            yield Meeting((player, other), number, table, force != other_force)


def choose_tables(outlook: Outlook, lineup: Lineup, history: Sequence[Flown], plan: Plan) -> Tables:
    """Seat everybody who flies a round, by a local search that starts from lots.

    Parameters
    ----------
    outlook
        The sides that were chosen. It is changed where two pilots exchange sides, which they may if section totals
        stay within their windows and nobody repeats a side more often.
    lineup
        The round.
    history
        Who flew in the rounds before it.
    plan
        The event's rounds.
    """
    number, seed = lineup.planned.number, plan.seed
    seating = TableSeating(outlook, lineup, dice_for(seed, number, "tables"))
    seating.remember(history, plan.forces)
    seating.search(swaps_for(len(lineup.flying)))
    # only now, so that clubs and countries never make more meetings come again
    if seating.keep_apart(plan.origins):
        seating.search(swaps_for(len(lineup.flying)))
    tables: Tables = [[[] for _ in lineup.planned.sides] for _ in lineup.crew_sizes]
    for p in sorted(outlook.flying[0], key=lambda p: lot(seed, number, "seat", outlook.pilots[p])):
        tables[seating.table[p]][outlook.sides[p][0]].append(outlook.pilots[p])
    return tables


def swaps_for(pilots: int) -> int:
    """Return the number of swaps of two pilots that a search may compare, each in some microseconds."""
    return min(2_000 * pilots, 200_000)


class TableSeating:
    """The tables during a search; a pilot is an index into the pilots of the outlook.

    Attributes
    ----------
    opponents, mates
        For every two pilots how often they were opponents, or team mates, before.
    alike
        For every two pilots the weight of clubs and countries that they share; empty until these count.
    members
        For each table and each force there, both by numbers from 0, the pilots.
    table
        For each pilot the table, counted from 0.
    cost
        The weight of all repeated meetings, one of opponents above all those of team mates; and, below any of them, of
        pairs of one club or country.
    enough
        A lower bound of the cost.
    """

    def __init__(self, outlook: Outlook, lineup: Lineup, dice: random.Random) -> None:
        self.outlook = outlook
        self.flying = outlook.flying[0]
        self.dice = dice
        pilots = len(outlook.pilots)
        self.opponents = [bytearray(pilots) for _ in range(pilots)]
        self.mates = [bytearray(pilots) for _ in range(pilots)]
        self.alike: list[list[int]] = []
        self.opponent_weight = self.meeting_weight = 1
        forces = sorted({side.force for side in lineup.planned.sides})
        self.force_of_side = [forces.index(side.force) for side in lineup.planned.sides]
        self.members: list[list[list[int]]] = [[[] for _ in forces] for _ in lineup.crew_sizes]
        self.table = [0] * pilots
        self._deal(lineup.crew_sizes)
        self.cost = self.enough = 0

    def _deal(self, crew_sizes: Sequence[Sequence[int]]) -> None:
        """Seat everybody by lot."""
        waiting: dict[int, list[int]] = defaultdict(list)
        for p in self.flying:
            waiting[self.outlook.sides[p][0]].append(p)
        for side, pilots in sorted(waiting.items()):
            self.dice.shuffle(pilots)
            for table, sizes in enumerate(crew_sizes):
                for _ in range(sizes[side]):
                    p = pilots.pop()
                    self.table[p] = table
                    self.members[table][self.force_of_side[side]].append(p)

    def remember(self, history: Iterable[Flown], forces: Forces) -> None:
        """Count the earlier meetings."""
        index = {pilot: p for p, pilot in enumerate(self.outlook.pilots)}
        for meeting in meetings(history, forces):
            p, q = (index.get(player) for player in meeting.players)
            if p is None or q is None:
                continue
            rows = self.opponents if meeting.opposed else self.mates
            rows[p][q] += 1
            rows[q][p] += 1
            self.opponent_weight += not meeting.opposed
        self.cost = sum(self.repeated(p) for p in self.flying) // 2

    def keep_apart(self, origins: Origins) -> bool:
        """Add the weights of clubs and countries, below all meetings; return whether there is anything to improve."""
        pilots = self.outlook.pilots
        if not any(pilot in origins for pilot in pilots):
            return False
        self.alike = [[origins.weight(one, other) for other in pilots] for one in pilots]
        self.meeting_weight = 1 + sum(map(sum, self.alike))
        self.enough = origins.least([pilots[p] for p in self.flying], len(self.members))
        self.cost = sum(self.repeated(p) for p in self.flying) // 2
        return self.cost > self.enough

    def force(self, p: int) -> int:
        """Return the force that a pilot fights for."""
        return self.force_of_side[self.outlook.sides[p][0]]

    def repeated(self, p: int) -> int:
        """Return the weight of a pilot's repeated meetings, and of others of the same club or country at the table."""
        return self._repeated_at(p, self.table[p], self.force(p))

    def _repeated_at(self, p: int, table: int, force: int) -> int:
        """Return the weight of :meth:`repeated` for a pilot if placed with the present players of a table."""
        opposed = allied = 0
        for other_force, members in enumerate(self.members[table]):
            if other_force == force:
                allied += sum(map(self.mates[p].__getitem__, members))
            else:
                opposed += sum(map(self.opponents[p].__getitem__, members))
        met = self.meeting_weight * (self.opponent_weight * opposed + allied)
        return met + sum(sum(map(self.alike[p].__getitem__, members)) for members in self.members[table] if self.alike)

    def change(self, p: int, q: int) -> int:
        """Return the change of cost if two pilots swapped places."""
        place_p, place_q = (self.table[p], self.force(p)), (self.table[q], self.force(q))
        before = self._repeated_at(p, *place_p) + self._repeated_at(q, *place_q)
        after = self._repeated_at(p, *place_q) + self._repeated_at(q, *place_p)
        after -= 2 * self.meeting_weight * self.mates[p][q]  # each counted the other, who leaves
        if place_p[0] == place_q[0]:
            # they are opponents as before
            after += 2 * self.meeting_weight * self.opponent_weight * self.opponents[p][q]
        elif self.alike:
            after -= 2 * self.alike[p][q]
        return after - before

    def rounds_to_exchange(self, p: int, q: int) -> list[int] | None:
        """Find the rounds in which two pilots who swap places change sides; ``None`` if they must not."""
        same_side = self.outlook.sides[p][0] == self.outlook.sides[q][0]
        return [] if same_side else self.outlook.free_exchange(p, q)

    def swap(self, p: int, q: int, rounds: Sequence[int], change: int) -> set[int]:
        """Let two pilots swap places, and return their tables."""
        here, there = (self.members[self.table[r]][self.force(r)] for r in (p, q))
        here[here.index(p)], there[there.index(q)] = q, p
        self.table[p], self.table[q] = self.table[q], self.table[p]
        self.outlook.exchange(p, q, rounds)
        self.cost += change
        return {self.table[p], self.table[q]}

    def search(self, swaps: int) -> None:
        """Make improving swaps until none is left, then random ones, and try again.

        Parameters
        ----------
        swaps
            The most swaps to compare; the search ends before if the cost reaches its lower bound.
        """
        left = swaps - self._descend(self.flying)
        while self.cost > self.enough and left > 0:
            reached, kept = self.cost, self._state()
            shaken = self._shake()
            if not shaken:
                break
            left -= TRIES_TO_SHAKE + self._descend(
                p for table in sorted(shaken) for members in self.members[table] for p in members
            )
            if self.cost > reached:
                self._restore(kept)
                self.cost = reached

    def _descend(self, pilots: Iterable[int]) -> int:
        """Make the best swap of each pilot with a repeated meeting, while any helps; return the number compared."""
        queue = [p for p in pilots if self.repeated(p)]
        self.dice.shuffle(queue)
        waiting = set(queue)
        weighed = 0
        while queue:
            p = queue.pop()
            waiting.remove(p)
            weighed += len(self.flying)
            best = self._best_swap(p)
            if best is None:
                continue
            for table in sorted(self.swap(p, *best)):
                for members in self.members[table]:
                    stirred = [q for q in members if q not in waiting and self.repeated(q)]
                    queue += stirred
                    waiting.update(stirred)
        return weighed

    def _best_swap(self, p: int) -> tuple[int, list[int], int] | None:
        """Return a pilot's best swap: the partner, the rounds and the change of cost; None if none helps."""
        best, least = None, 0
        for q in self.flying:
            if self._same_place(p, q):
                continue
            change = self.change(p, q)
            if change < least and (rounds := self.rounds_to_exchange(p, q)) is not None:
                best, least = (q, rounds, change), change
        return best

    def _same_place(self, p: int, q: int) -> bool:
        """Return whether two pilots have the same table and force, so that a swap changes nothing."""
        return self.table[p] == self.table[q] and self.force(p) == self.force(q)

    def _shake(self) -> set[int]:
        """Make up to three random swaps of pilots with repeated meetings, and return their tables."""
        shaken: set[int] = set()
        unhappy = [p for p in self.flying if self.repeated(p)]
        swaps = 1 + int(self.dice.random() * 3)
        for _ in range(TRIES_TO_SHAKE):
            p = unhappy[int(self.dice.random() * len(unhappy))]
            q = self.flying[int(self.dice.random() * len(self.flying))]
            rounds = None if self._same_place(p, q) else self.rounds_to_exchange(p, q)
            if rounds is not None:
                shaken |= self.swap(p, q, rounds, self.change(p, q))
                swaps -= 1
            if not swaps:
                break
        return shaken

    def _state(self) -> _State:
        members = [[list(pilots) for pilots in forces] for forces in self.members]
        return list(self.table), members, self.outlook.state()

    def _restore(self, state: _State) -> None:
        self.table, self.members, outlook = state
        self.outlook.restore(outlook)
