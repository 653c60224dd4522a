"""Which team has which place of its side in the movement, and when: some come late, some leave early.

A place is what moves from table to table: place k of Red (from 0) begins at table k. Where nobody has a place, or
whoever has it is not there, it is a phantom's, and the team that meets it sits out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sheetscore.event.model import MOST_ROUNDS, Stay
from sheetscore.pairing.movement.rounds import Movement, Pairing


@dataclass(frozen=True)
class SideOfTeams:
    """The teams of one side, which the movement counts from 0 in the order of their own numbers.

    Parameters
    ----------
    names
        What they are called.
    stays
        When each is there; empty where all are there throughout.
    numbers
        Their own numbers, from the lowest up; empty for 1, 2, 3 and so on.
    """

    names: Sequence[str]
    stays: Sequence[Stay] = ()
    numbers: Sequence[int] = ()

    def stay(self, team: int) -> Stay:
        """Say when a team is there."""
        return self.stays[team] if self.stays else Stay()

    @property
    def at_first(self) -> int:
        """How many places the side has when it begins; the larger side gives the number of tables."""
        return max(self._planned.values(), default=-1) + 1

    def places(self, tables: int) -> tuple[int | None, ...]:
        """Return the place of every team, from 0; None for one that comes late and finds none.

        Who comes late and has no place of its own takes one that nobody has any more: one that nobody ever had, else
        the one that was left last. So a withdrawal that is entered afterwards hardly ever moves who came since.
        """
        found: list[int | None] = [None] * len(self.names)
        free_from = [1] * tables
        by_arrival = sorted(range(len(self.names)), key=lambda team: (team not in self._planned, self.stay(team).first))
        for team in by_arrival:
            stay, own = self.stay(team), self._planned.get(team)
            free = [place for place in range(tables) if free_from[place] <= stay.first] if own is None else [own]
            if free:
                place = min(free, key=lambda place: (free_from[place] != 1, -free_from[place], place))
                found[team], free_from[place] = place, (stay.last or MOST_ROUNDS) + 1
        return tuple(found)

    @cached_property
    def _planned(self) -> Mapping[int, int]:
        """The places of those who are planned from the beginning, by team.

        These are the teams of round 1 in their order. Where their numbers run from 1 without a gap, a team between
        them that comes late has its place, too: it was expected, and the others stay where they are.
        """
        begin = [team for team in range(len(self.names)) if self.stay(team).first == 1]
        upto = range(begin[-1] + 1) if begin else range(0)
        numbers = self.numbers or range(1, len(self.names) + 1)
        without_gap = all(numbers[team] == team + 1 for team in upto)
        return {team: place for place, team in enumerate(upto if without_gap else begin)}

    def owners(self, tables: int, number: int) -> dict[int, int]:
        """Return the team whose place each is in a round, there or not; it keeps it until another takes it."""
        begun = [team for team in range(len(self.names)) if self.stay(team).first <= number]
        places = self.places(tables)
        by_arrival = sorted(begun, key=lambda team: self.stay(team).first)
        return {place: team for team in by_arrival if (place := places[team]) is not None}

    def sitting(self, tables: int, number: int) -> dict[int, int]:
        """Return the team that sits on each place in a round."""
        return {place: team for place, team in self.owners(tables, number).items() if self.stay(team).has(number)}

    def predecessor(self, tables: int, team: int) -> int | None:
        """Return the team whose place another took when it came; None where it was a phantom's from the beginning."""
        place = self.places(tables)[team]
        return None if place is None else self.owners(tables, self.stay(team).first - 1).get(place)


def with_teams(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> Movement:
    """Put teams where a movement has places; where nobody sits the place is empty.

    Parameters
    ----------
    movement
        Of places, as it is planned.
    reds, blues
        Whose places there are.

    Raises
    ------
    ValueError
        A side has more teams in round 1 than there are tables, or neither has as many.
    """
    if max(reds.at_first, blues.at_first) != movement.tables:
        raise ValueError(
            f"{reds.at_first} Red and {blues.at_first} Blue do not fit the number of tables, {movement.tables}."
        )
    return replace(movement, rounds=tuple(_rounds(movement, reds, blues)))


def _rounds(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> Iterator[tuple[Pairing, ...]]:
    for number, pairings in enumerate(movement.rounds, start=1):
        red_at, blue_at = (side.sitting(movement.tables, number) for side in (reds, blues))
        yield tuple(
            (None if red is None else red_at.get(red), None if blue is None else blue_at.get(blue))
            for red, blue in pairings
        )
