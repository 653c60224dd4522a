"""Who sat at one table with whom: opponents and team mates of the rounds flown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from sheetscore.pairing.draw import Flown

Forces = Mapping[tuple[str, str], str]
"""The force of each side, by the ids of scenario and side."""


@dataclass(frozen=True)
class Meeting:
    """Two players at one table, the one whose id comes first first.

    Parameters
    ----------
    players
        Their ids.
    round, table
        Where they met.
    opposed
        Whether they were opponents; otherwise they were team mates.
    """

    players: tuple[str, str]
    round: int
    table: int
    opposed: bool


def meetings(flown: Iterable[Flown], forces: Forces) -> Iterator[Meeting]:
    """Give every meeting of any two players, in the order of rounds, tables and ids.

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
