"""All rounds of an event whose pilots are scored in sections, seated at once.

These are minimised, each before the next: the spread of the section totals at the end, for each group of pilots who fly
equally many rounds; one force flown in all rounds; a force flown more often than necessary; scenarios and sides flown
again; opponents met again; team mates met again (Tournament Guidelines, 1991, Factoring and General Guidelines).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from sheetscore.event.identity import seat_id
from sheetscore.pairing.draw import Draw, Flown, TableDraw, lot
from sheetscore.pairing.planned.search import STRAIGHT, Search, Term, Variable
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.pairing.planned.seating import SeatModel
from sheetscore.pairing.planned.two_rounds import least_mates
from sheetscore.pairing.planned.ways import Counts, PilotClass, Way, classes_of
from sheetscore.pairing.sections.draw import absences, repetitions
from sheetscore.pairing.sections.plan import Lineup, Plan, lineups, sit_outs
from sheetscore.wording import pluralize


def plan_sections(plan: Plan, number: int, history: Sequence[Flown], effort: Effort) -> SeatPlan:
    """Seat the pilots of all rounds from ``number`` on.

    Parameters
    ----------
    plan
        The event's rounds.
    number
        The first round to be planned.
    history
        The seats flown, or drawn, in earlier rounds.
    effort
        The search effort.

    Raises
    ------
    WrongUsage
        The event is too large to be planned as a whole.
    """
    before = [one for one in history if one.round < number]
    ahead = lineups(plan, number, before)
    classes = classes_of(plan, ahead, before)
    search = Search(effort, plan.seed, STRAIGHT)
    counts = _count_variables(search, ahead, classes)
    _equalise_totals(search, classes, counts)
    _vary_sides(search, classes, counts)
    search.keep_outline()
    seating = SeatModel(search, plan, ahead, classes, counts, before)
    opponents = search.minimise("opponents met again", seating.met_again(opposed=True))
    floor = least_mates(search, ahead, classes, counts, nobody_fights_again=opponents.reached == 0)
    search.minimise("team mates met again", seating.met_again(opposed=False), share=1, floor=floor)
    return SeatPlan(tuple(_draws(plan, ahead, before, seating)), tuple(search.goals))


def _count_variables(search: Search, ahead: Sequence[Lineup], classes: Sequence[PilotClass]) -> Counts:
    """Constrain the counts: a way for each pilot of every class, and as many pilots for a section as it has seats."""
    model = search.model
    counts = [[model.new_int_var(0, len(one.pilots), "") for _ in one.ways] for one in classes]
    search.decided_by([*chain.from_iterable(counts)])
    for one, taken in zip(classes, counts, strict=True):
        model.add(sum(taken) == len(one.pilots))
    for round_, lineup in enumerate(ahead):
        for side, size in enumerate(lineup.sections):
            flying = (n for way, n in _each(classes, counts) if way.sides[round_] == side)
            model.add(sum(flying) == size)
    return counts


def _each(classes: Sequence[PilotClass], counts: Counts) -> Iterator[tuple[Way, Variable]]:
    """Yield every way of every class with its count."""
    for one, taken in zip(classes, counts, strict=True):
        yield from zip(one.ways, taken, strict=True)


def _equalise_totals(search: Search, classes: Sequence[PilotClass], counts: Counts) -> None:
    """Minimise the spread of section totals, for the largest group of pilots first.

    Those who fly fewer rounds can never reach the totals of those who fly more, and are compared with one another.
    """
    groups: dict[int, list[tuple[PilotClass, Sequence[Variable]]]] = defaultdict(list)
    for one, taken in zip(classes, counts, strict=True):
        groups[one.rounds].append((one, taken))
    pilots = {rounds: sum(len(one.pilots) for one, _ in group) for rounds, group in groups.items()}
    for rounds in sorted(groups, key=lambda rounds: (-pilots[rounds], -rounds)):
        if pilots[rounds] == 1:
            continue  # a total without any other to compare it with
        who = f"{pluralize(pilots[rounds], 'pilot')} with {pluralize(rounds, 'round')}"
        search.minimise(f"spread of the section totals of {who}", _spread(search, groups[rounds]))


def _spread(search: Search, group: Sequence[tuple[PilotClass, Sequence[Variable]]]) -> Term:
    """Return the highest less the lowest section total of the ways that a group takes; exact when minimised."""
    model = search.model
    totals = [way.total for one, _ in group for way in one.ways]
    lowest, highest = (model.new_int_var(min(totals), max(totals), "") for _ in range(2))
    for one, taken in group:
        for way, n in zip(one.ways, taken, strict=True):
            is_taken = model.new_bool_var("")
            model.add(n <= len(one.pilots) * is_taken)
            model.add(lowest <= way.total).only_enforce_if(is_taken)
            model.add(highest >= way.total).only_enforce_if(is_taken)
    model.add(lowest <= highest)
    return highest - lowest


def _vary_sides(search: Search, classes: Sequence[PilotClass], counts: Counts) -> None:
    """Minimise pilots with one force throughout, then forces flown too often, then repeated scenarios and sides."""
    ways = [*_each(classes, counts)]
    search.minimise("pilots with one force in all rounds", sum(way.one_force * n for way, n in ways))
    too_often = (
        one.force_too_often(way) * n
        for one, taken in zip(classes, counts, strict=True)
        for way, n in zip(one.ways, taken, strict=True)
    )
    search.minimise("times that a force is flown more often than need be", sum(too_often))
    if any(way.again for way, _ in ways):
        search.minimise("scenarios and sides flown again, weighed", sum(way.again * n for way, n in ways))


def _draws(plan: Plan, ahead: Sequence[Lineup], before: Sequence[Flown], seating: SeatModel) -> Iterator[Draw]:
    """Yield the draws of the rounds, each with the report of what it repeats."""
    flown = [*before]
    for round_, lineup in enumerate(ahead):
        number = lineup.planned.number
        missed = sit_outs(plan, number, flown)
        draw = Draw(number, tuple(_tables(plan.seed, lineup, seating.crews(round_))), lineup.sitting_out, ())
        report = chain(absences(draw, plan.names, missed), repetitions(draw, flown, plan.names, plan.forces))
        yield Draw(number, draw.tables, draw.byes, tuple(report))
        flown += draw.as_flown()


def _tables(seed: int, lineup: Lineup, crews: Sequence[Sequence[Sequence[str]]]) -> Iterator[TableDraw]:
    """Assign seats by lot; those at the end of a side stay empty."""
    planned = lineup.planned
    for number, table in enumerate(crews, start=1):
        seats: dict[str, str | None] = {}
        for side, crew in zip(planned.sides, table, strict=True):
            by_lot = sorted(crew, key=lambda pilot: lot(seed, planned.number, "seat", pilot))
            for seat in range(side.seats):
                seats[seat_id(side.id, seat + 1)] = by_lot[seat] if seat < len(by_lot) else None
        yield TableDraw(number, planned.scenario, seats)
