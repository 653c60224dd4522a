"""The planned rounds of an event: pilots present, pilots who sit out, the numbers on each side of each table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from sheetscore.pairing.draw import Flown, lot
from sheetscore.pairing.origins import NO_ORIGINS, Origins


class PlannedSide(Struct, frozen=True):
    """One side of a scenario with its seats at a table; sides of one force fly together."""

    id: str
    force: str
    seats: int


class PlannedRound(Struct, frozen=True):
    """One round: a scenario, its number of tables, and the ids of the pilots who are present to play it."""

    number: int
    scenario: str
    sides: tuple[PlannedSide, ...]
    tables: int
    pilots: frozenset[str]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.tables * sum(side.seats for side in self.sides)


class Plan(Struct, frozen=True):
    """All rounds of an event in order, the earlier ones too."""

    seed: int
    """The seed of the event, which decides every lot."""
    names: Mapping[str, str]
    """The pilots' names by id."""
    rounds: tuple[PlannedRound, ...]
    """The rounds in the order of their numbers."""
    origins: Origins = NO_ORIGINS
    """The clubs and countries whose members are to be kept apart if that costs nothing else."""

    @property
    def forces(self) -> dict[tuple[str, str], str]:
        """The force of each side, by the ids of scenario and side."""
        return {(planned.scenario, side.id): side.force for planned in self.rounds for side in planned.sides}


class Lineup(Struct, frozen=True):
    """One round with the pilots who fly, and those who sit out."""

    planned: PlannedRound
    """The round."""
    flying: tuple[str, ...]
    """The ids of the pilots who fly, in order."""
    sitting_out: tuple[str, ...]
    """The ids of the pilots who sit out, in order."""
    crew_sizes: tuple[tuple[int, ...], ...]
    """For each table the number of pilots of each side."""

    @property
    def sections(self) -> tuple[int, ...]:
        """The number of pilots of each side over all tables."""
        return tuple(sum(side) for side in zip(*self.crew_sizes, strict=True))


def lineups(plan: Plan, number: int, history: Sequence[Flown]) -> list[Lineup]:
    """Return the pilots who fly and who sit out in a round and, looking ahead, in each later one.

    Parameters
    ----------
    plan
        The event's rounds.
    number
        The round to be drawn.
    history
        Who flew in the rounds before it.
    """
    missed = sit_outs(plan, number, history)
    ahead = []
    for planned in plan.rounds:
        if planned.number >= number:
            lineup = _lineup(planned, missed, plan.seed)
            missed.update(lineup.sitting_out)
            ahead.append(lineup)
    return ahead


def sit_outs(plan: Plan, number: int, history: Sequence[Flown]) -> Counter[str]:
    """Count the rounds before ``number`` that each pilot was there to play and did not fly.

    A round that nobody has flown yet does not count.
    """
    flown = {(earlier.round, earlier.player) for earlier in history}
    flown_rounds = {earlier.round for earlier in history if earlier.round < number}
    return Counter(
        pilot
        for planned in plan.rounds
        if planned.number in flown_rounds
        for pilot in planned.pilots
        if (planned.number, pilot) not in flown
    )


def _lineup(planned: PlannedRound, missed: Mapping[str, int], seed: int) -> Lineup:
    """Let those with the fewest sit-outs so far sit out if there are too few seats; lots decide between equals."""
    queue = sorted(
        planned.pilots,
        key=lambda pilot: (missed.get(pilot, 0), lot(seed, planned.number, "sits out", pilot)),
    )
    too_many = max(0, len(queue) - planned.seats)
    flying = sorted(queue[too_many:])
    return Lineup(planned, tuple(flying), tuple(sorted(queue[:too_many])), crew_sizes(planned, len(flying)))


def crew_sizes(planned: PlannedRound, pilots: int) -> tuple[tuple[int, ...], ...]:
    """Share pilots out over tables and sides, so that the empty seats are spread.

    The empty seats of any two tables differ by one at most; the last tables get them first. At a table the side
    that is the largest there gives up a seat, among equals that of the larger force, then of the
    larger section.

    Parameters
    ----------
    planned
        The round.
    pilots
        The number of pilots who fly, at most that of the seats.

    Returns
    -------
    tuple
        For each table, the number of pilots of each side.
    """
    sides = range(len(planned.sides))
    tables = [[side.seats for side in planned.sides] for _ in range(planned.tables)]
    sections = [side.seats * planned.tables for side in planned.sides]
    for empty in range(planned.seats - pilots):
        table = tables[planned.tables - 1 - empty % planned.tables]
        forces: Counter[str] = Counter()
        for side, crew in zip(planned.sides, table, strict=True):
            forces[side.force] += crew
        largest = max(
            sides,
            key=lambda side: (table[side], forces[planned.sides[side].force], sections[side], -side),
        )
        table[largest] -= 1
        sections[largest] -= 1
    return tuple(tuple(table) for table in tables)
