"""The ways of pilots through an event: a way is a side for each round, with the counts that follow from it.

Pilots who are present in the same rounds, and have flown the same before, have the same ways, and are one class.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, product

from msgspec import Struct

from sheetscore.pairing.draw import Flown, lot
from sheetscore.pairing.planned.search import Variable
from sheetscore.pairing.sections.draw import repeated
from sheetscore.pairing.sections.outlook import NOT_FLYING
from sheetscore.pairing.sections.plan import Lineup, Plan
from sheetscore.problems import WrongUsage

Counts = Sequence[Sequence[Variable]]
"""For each class the number of its pilots who take each of its ways."""

MOST_WAYS = 20_000
"""The most ways of all classes that the solver takes in some seconds."""


class Way(Struct, frozen=True):
    """A side in each planned round, and the counts that follow, earlier rounds included."""

    sides: tuple[int, ...]
    """For each round the index of the side among those of its scenario, or ``NOT_FLYING``."""
    total: int
    """The section total at the end."""
    one_force: int
    """1 if the pilot flies several rounds, all for one force, else 0."""
    most_of_a_force: int
    """The number of times that the most frequent force is flown."""
    again: int
    """The weight of repeated scenarios and sides."""


class PilotClass(Struct, frozen=True):
    """Pilots with the same ways."""

    pilots: tuple[str, ...]
    """Ids, in the order of their lots."""
    rounds: int
    """The number of rounds that they fly, earlier ones included."""
    ways: tuple[Way, ...]

    def force_too_often(self, way: Way) -> int:
        """Return how much more often than necessary a way has its most frequent force."""
        return way.most_of_a_force - min(one.most_of_a_force for one in self.ways)


def classes_of(plan: Plan, ahead: Sequence[Lineup], before: Sequence[Flown]) -> list[PilotClass]:
    """Sort the pilots of an event into classes, the largest first.

    Parameters
    ----------
    ahead
        The rounds to be planned.
    before
        The seats flown in earlier rounds.

    Raises
    ------
    WrongUsage
        There are too many ways for the solver.
    """
    flown: dict[str, list[Flown]] = defaultdict(list)
    for one in before:
        flown[one.player].append(one)
    alike: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for pilot in {pilot for lineup in ahead for pilot in lineup.flying}:
        flies = tuple(pilot in lineup.flying for lineup in ahead)
        alike[flies, *((one.scenario, one.side, one.section_size) for one in flown[pilot])].append(pilot)
    found = []
    for pilots in alike.values():
        pilots.sort(key=lambda pilot: lot(plan.seed, "planned", pilot))
        found.append(_class_of(plan, ahead, pilots, flown[pilots[0]]))
    if sum(len(one.ways) for one in found) > MOST_WAYS:
        raise WrongUsage(
            "this event has too many rounds and sides to be planned as a whole; draw it round by round", "plan-size"
        )
    return sorted(found, key=lambda one: (-len(one.pilots), one.pilots))


def _class_of(plan: Plan, ahead: Sequence[Lineup], pilots: Sequence[str], before: Sequence[Flown]) -> PilotClass:
    flies = [pilots[0] in lineup.flying for lineup in ahead]
    choices = [
        [side for side, size in enumerate(lineup.sections) if size] if here else [NOT_FLYING]
        for lineup, here in zip(ahead, flies, strict=True)
    ]
    ways = tuple(_way(plan, ahead, sides, before) for sides in product(*choices))
    return PilotClass(tuple(pilots), len(before) + sum(flies), ways)


def _way(plan: Plan, ahead: Sequence[Lineup], sides: tuple[int, ...], before: Sequence[Flown]) -> Way:
    """Return a way: its sides in the planned rounds, with the counts over all rounds, flown and planned."""
    flown = [
        *((one.scenario, one.side, one.section_size) for one in before),
        *(
            (lineup.planned.scenario, lineup.planned.sides[side].id, lineup.sections[side])
            for lineup, side in zip(ahead, sides, strict=True)
            if side != NOT_FLYING
        ),
    ]
    forces = Counter(plan.forces.get((scenario, side), side) for scenario, side, _ in flown)
    return Way(
        sides,
        total=sum(size for _, _, size in flown),
        one_force=int(len(flown) > 1 and len(forces) == 1),
        most_of_a_force=max(forces.values()),
        again=sum(repeated(one[:2], other[:2]) for one, other in combinations(flown, 2)),
    )
