"""Who sits at which table of all rounds, as variables of the solver, and the repeated meetings, to be minimised.

Pilots of a class are interchangeable, and so are tables of a round with crews of equal size. Of plans that differ only
in that, the solver examines one: pilots of a class are in the order of their places in the first round, then of their
ways; tables of later rounds are in the order of their first pilots.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, combinations, pairwise

from sheetscore.pairing.draw import Flown
from sheetscore.pairing.planned.search import Search, Term, Variable
from sheetscore.pairing.planned.ways import Counts, PilotClass, Way
from sheetscore.pairing.sections.outlook import NOT_FLYING
from sheetscore.pairing.sections.plan import Lineup, Plan
from sheetscore.pairing.sections.seating import meetings
from sheetscore.problems import WrongUsage

MOST_MEETINGS = 1_000_000
"""The most ways for two to meet that the solver takes, in 1.3 GB and two minutes: 108 pilots in three rounds."""

Place = tuple[int, int]
"""A side and a table of a round, both from 0; the pilots of a class have places of the first round in this order."""

Pair = tuple[int, int]
"""Two pilots, in the order of the list."""


class SeatModel:
    """The tables of all rounds; a pilot is an index into the list of all pilots, class after class.

    Parameters
    ----------
    search
        The model, in which ``counts`` say how many of each class take each of its ways.
    before
        The seats flown in earlier rounds.

    Attributes
    ----------
    force
        For each round the forces of its sides, in the order of the scenario.
    met
        How often two have met before the rounds that are searched: ``met[True]`` as opponents, ``met[False]`` as mates.
    at
        For each round, by pilot and place, a variable that is 1 if the pilot has that place.
    fixed
        Whether all pilots are interchangeable, so that the first round may be dealt out.
    """

    def __init__(
        self,
        search: Search,
        plan: Plan,
        ahead: Sequence[Lineup],
        classes: Sequence[PilotClass],
        counts: Counts,
        before: Sequence[Flown] = (),
    ) -> None:
        self.search, self.ahead, self.classes = search, ahead, classes
        self.pilots = [pilot for one in classes for pilot in one.pilots]
        self.force = [[side.force for side in lineup.planned.sides] for lineup in ahead]
        self.met: dict[bool, Counter[Pair]] = {True: Counter(), False: Counter()}
        self._remember(plan, before)
        _refuse_if_too_large(ahead)
        start = _start(ahead, [*_ways_taken(search, classes, counts)])
        self.at = [{p: self._places(round_) for p in start[round_]} for round_ in range(len(ahead))]
        self._fill()
        self._take_ways(counts)
        self._order_tables()
        self.fixed = len(classes) == 1
        if self.fixed:
            for p, place in start[0].items():
                search.model.add(self.at[0][p][place] == 1)
            self._meet_in_first(start[0])
        variables = [*self._variables()]
        begin = [int(place == start[round_][p]) for round_, p, place, _ in variables]
        search.decided_by([variable for *_, variable in variables], begin)

    def crews(self, round_: int) -> list[list[list[str]]]:
        """Return the crews of each table of a round, by side, as ids of pilots."""
        tables: list[list[list[str]]] = [[[] for _ in sizes] for sizes in self.ahead[round_].crew_sizes]
        for p, places in self.at[round_].items():
            for (side, table), variable in places.items():
                if self.search.value(variable):
                    tables[table][side].append(self.pilots[p])
        return tables

    def _remember(self, plan: Plan, before: Sequence[Flown]) -> None:
        index = {pilot: p for p, pilot in enumerate(self.pilots)}
        for meeting in meetings(before, plan.forces):
            if all(player in index for player in meeting.players):
                one, other = sorted(index[player] for player in meeting.players)
                self.met[meeting.opposed][one, other] += 1

    def _places(self, round_: int) -> dict[Place, Variable]:
        """Return a variable for every possible place of a pilot in a round."""
        return {
            (side, table): self.search.model.new_bool_var("")
            for side in range(len(self.force[round_]))
            for table, sizes in enumerate(self.ahead[round_].crew_sizes)
            if sizes[side]
        }

    def _variables(self) -> Iterator[tuple[int, int, Place, Variable]]:
        for round_, flying in enumerate(self.at):
            for p, places in flying.items():
                for place, variable in places.items():
                    yield round_, p, place, variable

    def _fill(self) -> None:
        """Constrain the places: one for every pilot of a round, and as many pilots for a crew as it has seats."""
        model = self.search.model
        for lineup, flying in zip(self.ahead, self.at, strict=True):
            for places in flying.values():
                model.add_exactly_one(places.values())
            for table, sizes in enumerate(lineup.crew_sizes):
                for side, seats in enumerate(sizes):
                    if seats:
                        model.add(sum(places[side, table] for places in flying.values()) == seats)

    def _take_ways(self, counts: Counts) -> None:
        """Let everybody take one of the ways of the class."""
        model = self.search.model
        ends = accumulate((len(one.pilots) for one in self.classes), initial=0)
        for one, taken, first in zip(self.classes, counts, ends, strict=False):
            members = range(first, first + len(one.pilots))
            takes = {p: [model.new_bool_var("") for _ in one.ways] for p in members}
            for p in members:
                model.add_exactly_one(takes[p])
                for round_, side in {(r, way.sides[r]) for way in one.ways for r in range(len(self.ahead))}:
                    if side != NOT_FLYING:
                        ways = (u for u, way in zip(takes[p], one.ways, strict=True) if way.sides[round_] == side)
                        on_side = (v for (at_side, _), v in self.at[round_][p].items() if at_side == side)
                        model.add(sum(on_side) == sum(ways))
            for number, n in enumerate(taken):
                model.add(sum(takes[p][number] for p in members) == n)
            for p, q in pairwise(members):
                model.add(self._place_of(p, takes[p]) <= self._place_of(q, takes[q]))

    def _place_of(self, p: int, takes: Sequence[Variable]) -> Term:
        """Return the position of a pilot in the order of the class: by place in the first round, then by way."""
        places = self.at[0].get(p, {})
        in_order = enumerate(sorted(places))
        return sum(number * u for number, u in enumerate(takes)) + sum(
            len(takes) * number * places[place] for number, place in in_order
        )

    def _order_tables(self) -> None:
        """Constrain tables with crews of equal size to the order of their first pilots, in all rounds but the first."""
        model = self.search.model
        for lineup, flying in zip(self.ahead[1:], self.at[1:], strict=True):
            for table, other in _equal_tables(lineup):
                earlier: list[Variable] = []
                for p in sorted(flying):
                    # at the other table only if an earlier pilot is at the first
                    for (_, at_table), variable in flying[p].items():
                        if at_table == other:
                            model.add_bool_or(*earlier, ~variable)
                    earlier += [v for (_, at_table), v in flying[p].items() if at_table == table]

    def _meet_in_first(self, start: Mapping[int, Place]) -> None:
        """Count the meetings of the first round, which is dealt out."""
        for (p, (side, table)), (q, (side_q, table_q)) in combinations(sorted(start.items()), 2):
            if table == table_q:
                self.met[self.force[0][side] != self.force[0][side_q]][p, q] += 1

    def met_again(self, *, opposed: bool) -> Term:
        """Return the number of repeated meetings of opponents, or else of team mates, over all pairs."""
        model, met = self.search.model, self.met[opposed]
        meets: dict[Pair, list[Variable]] = defaultdict(list)
        for round_ in range(int(self.fixed), len(self.ahead)):
            for pair, variable in self._meet(round_, opposed=opposed):
                meets[pair].append(variable)
        again: list[Term] = []
        for pair, times in meets.items():
            most = len(times) + met[pair] - 1
            if most > 0:
                again.append(model.new_int_var(max(0, met[pair] - 1), most, ""))
                model.add(sum(times) + met[pair] - 1 <= again[-1])
        again += [times - 1 for pair, times in met.items() if times > 1 and pair not in meets]
        return sum(again)

    def _meet(self, round_: int, *, opposed: bool) -> Iterator[tuple[Pair, Variable]]:
        """Yield the pairs that might meet in a round, each with a variable that is 1 if they do."""
        model, flying = self.search.model, self.at[round_]
        forces = sorted({*self.force[round_]})
        fights = {p: self._fights(round_, p) for p in flying}
        of_forces = [(one, other) for one in forces for other in forces if (one != other) == opposed]
        for p, q in combinations(sorted(flying), 2):
            variable = model.new_bool_var("")
            for table in range(len(self.ahead[round_].crew_sizes)):
                for one, other in of_forces:
                    if (table, one) in fights[p] and (table, other) in fights[q]:
                        model.add_bool_or(variable, ~fights[p][table, one], ~fights[q][table, other])
            yield (p, q), variable

    def _fights(self, round_: int, p: int) -> dict[tuple[int, str], Variable]:
        """Return for each table and force of a round a variable that is 1 if a pilot fights for it there."""
        model = self.search.model
        together: dict[tuple[int, str], list[Variable]] = defaultdict(list)
        for (side, table), variable in self.at[round_][p].items():
            together[table, self.force[round_][side]].append(variable)
        found = {}
        for there, variables in together.items():
            found[there] = variables[0]
            if len(variables) > 1:
                found[there] = model.new_bool_var("")
                model.add(sum(variables) == found[there])
        return found


def _refuse_if_too_large(ahead: Sequence[Lineup]) -> None:
    """Refuse an event that is too large for the solver.

    Raises
    ------
    WrongUsage
        It is too large.
    """
    ways_to_meet = (
        len(lineup.flying) ** 2 * len(lineup.crew_sizes) * len({side.force for side in lineup.planned.sides}) ** 2
        for lineup in ahead
    )
    if sum(ways_to_meet) // 2 > MOST_MEETINGS:
        raise WrongUsage("too many fly in this event for a plan of all rounds; draw it round by round", "plan-size")


def _ways_taken(search: Search, classes: Sequence[PilotClass], counts: Counts) -> Iterator[Way]:
    """Yield the way of each pilot, class after class, in the order of the ways."""
    for one, taken in zip(classes, counts, strict=True):
        for way, n in zip(one.ways, taken, strict=True):
            yield from [way] * search.value(n)


def _start(ahead: Sequence[Lineup], ways: Sequence[Way]) -> list[dict[int, Place]]:
    """Return places for all pilots in each round, with which the search begins."""
    return [
        _dealt(lineup, [way.sides[round_] for way in ways], across=round_ > 0) for round_, lineup in enumerate(ahead)
    ]


def _dealt(lineup: Lineup, sides: Sequence[int], *, across: bool) -> dict[int, Place]:
    """Deal the pilots of each side out to the tables, table after table, or one to each table in turn (``across``)."""
    places: dict[int, Place] = {}
    for side in range(len(lineup.planned.sides)):
        section = [p for p, flies in enumerate(sides) if flies == side]
        seats = [
            (seat if across else 0, table)
            for table, sizes in enumerate(lineup.crew_sizes)
            for seat in range(sizes[side])
        ]
        places |= {p: (side, table) for p, (_, table) in zip(section, sorted(seats), strict=True)}
    if not across:
        return places
    # tables that can be exchanged are numbered in the order of their first pilots, as the model asks
    numbers = [*range(len(lineup.crew_sizes))]
    first = {table: min(p for p, (_, at) in places.items() if at == table) for _, table in places.values()}
    for group in _alike(lineup):
        for table, number in zip(sorted(group, key=lambda table: first.get(table, len(sides))), group, strict=True):
            numbers[table] = number
    return {p: (side, numbers[table]) for p, (side, table) in places.items()}


def _alike(lineup: Lineup) -> list[list[int]]:
    """Return the tables of a round in groups with crews of equal size."""
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for table, sizes in enumerate(lineup.crew_sizes):
        groups[sizes].append(table)
    return [*groups.values()]


def _equal_tables(lineup: Lineup) -> Iterator[tuple[int, int]]:
    """Yield tables with crews of equal size, each with the next one."""
    for group in _alike(lineup):
        yield from pairwise(group)
