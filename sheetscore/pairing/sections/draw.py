"""A round of an event whose pilots are scored in sections: sides, tables, and the report on them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from sheetscore.event.identity import seat_id
from sheetscore.findings import finding
from sheetscore.pairing.draw import Draw, Flown, TableDraw, dice_for, display_name, side_of
from sheetscore.pairing.matching import cheapest_sides
from sheetscore.pairing.sections.outlook import NOT_FLYING, Outlook, narrow, tries_for
from sheetscore.pairing.sections.plan import Lineup, Plan, lineups, sit_outs
from sheetscore.pairing.sections.seating import Forces, Tables, choose_tables, meetings
from sheetscore.problems import MistakesFound
from sheetscore.wording import pluralize

SAME_SIDE = 1
"""The weight of flying a side with the same id in another scenario."""

SAME_SCENARIO = 2
"""The weight of flying the same scenario again, on another side."""

SAME_SCENARIO_AND_SIDE = 4
"""The weight of flying the same side of the same scenario again."""


def draw_planned(plan: Plan, number: int, history: Sequence[Flown]) -> Draw:
    """Draw a round.

    These are minimised, each before the next: the spread of section totals at the end of the event, scenarios and
    sides flown again, opponents met again, team mates met again, those of one club or country at one table.
    Equals are separated by lots, so that the same plan, history and seed give the same draw everywhere.

    Parameters
    ----------
    plan
        The event's rounds.
    number
        The round to draw.
    history
        The seats flown; only earlier rounds count.

    Raises
    ------
    MistakesFound
        Nobody plays in it.
    ValueError
        The event plans no such round.
    """
    before = [earlier for earlier in history if earlier.round < number]
    ahead = lineups(plan, number, before)
    if not ahead or ahead[0].planned.number != number:
        raise ValueError(f"the plan has no round {number}")
    if not ahead[0].flying:
        raise MistakesFound(
            [
                finding(
                    "event-missing",
                    f"Nobody plays in round {number}: enter pilots, or change the rounds that they play in.",
                )
            ]
        )
    outlook = choose_sides(ahead, before, plan.seed)
    tables = choose_tables(outlook, ahead[0], before, plan)
    draw = Draw(number, _tables(ahead[0], tables), ahead[0].sitting_out, ())
    report = chain(
        spreads(outlook),
        absences(draw, plan.names, sit_outs(plan, number, before)),
        repetitions(draw, before, plan.names, plan.forces),
        plan.origins.report({table.number: table.seated.values() for table in draw.tables}, plan.names, "table"),
    )
    return Draw(number, draw.tables, draw.byes, tuple(report))


def _tables(lineup: Lineup, tables: Tables) -> tuple[TableDraw, ...]:
    """Assign pilots to numbered seats; those at the end of a side stay empty."""
    drawn = []
    for number, crews in enumerate(tables, start=1):
        seats: dict[str, str | None] = {}
        for side, crew in zip(lineup.planned.sides, crews, strict=True):
            for seat in range(side.seats):
                seats[seat_id(side.id, seat + 1)] = crew[seat] if seat < len(crew) else None
        drawn.append(TableDraw(number, lineup.planned.scenario, seats))
    return tuple(drawn)


def choose_sides(lineups: Sequence[Lineup], history: Sequence[Flown], seed: int) -> Outlook:
    """Choose everybody's side in a round, in view of later rounds.

    First, the totals at the end of the event are made as equal as the search can: for each group of pilots
    who fly equally many rounds the spread, largest total less smallest, is narrowed as far as it goes.
    Late entrants, early leavers and those who sit out can never reach the totals of those who fly every
    round, so they are compared with one another only. Then, within these spreads, as few as possible fly a
    scenario or a side again.

    Parameters
    ----------
    lineups
        The round to be drawn and those to come; the first one has somebody flying.
    history
        Who flew in the rounds before.
    seed
        The seed of the event.

    Returns
    -------
    Outlook
        With the windows set to the spreads that were reached.
    """
    outlook = Outlook(lineups, history, seed)
    dice = dice_for(seed, lineups[0].planned.number, "sides")
    for group in outlook.groups.values():
        if len(group) > 1:
            narrow(outlook, group, dice)
    _vary(outlook, lineups[0], history, dice)
    return outlook


def _vary(outlook: Outlook, lineup: Lineup, history: Sequence[Flown], dice: random.Random) -> None:
    """Minimise repeated scenarios and sides, with every total kept in its window."""
    flown: dict[str, list[Flown]] = defaultdict(list)
    for earlier in history:
        flown[earlier.player].append(earlier)
    outlook.repeats = [_repeats(flown[pilot], lineup) for pilot in outlook.pilots]
    repeats = [outlook.repeats[p] for p in outlook.flying[0]]
    # the least that any sides have, whatever the totals
    freely = cheapest_sides(repeats, lineup.sections)
    least = sum(costs[side] for costs, side in zip(repeats, freely, strict=True))
    outlook.settle(0)
    outlook.walk(dice, tries_for(len(outlook.pilots)), enough=least)


def _repeats(flown: Sequence[Flown], lineup: Lineup) -> list[int]:
    """Return for each side of a round the weight of its repetitions for a pilot."""
    return [
        sum(repeated((earlier.scenario, earlier.side), (lineup.planned.scenario, side.id)) for earlier in flown)
        for side in lineup.planned.sides
    ]


def repeated(one: tuple[str, str], other: tuple[str, str]) -> int:
    """Return the weight of a repetition in two rounds, each given as the ids of scenario and side."""
    if one[0] == other[0]:
        return SAME_SCENARIO_AND_SIDE if one[1] == other[1] else SAME_SCENARIO
    return SAME_SIDE if one[1] == other[1] else 0


def spreads(outlook: Outlook) -> Iterator[str]:
    """Report the spread of section totals, after the round and at the end of the event."""
    looks_ahead = len(outlook.sections) > 1
    for rounds, group in outlook.groups.items():
        flying = f"{pluralize(len(group), 'pilot flies', 'pilots fly')} {pluralize(rounds, 'round', 'rounds')}"
        now = [_total_after(outlook, p) for p in group]
        at_end = [outlook.totals[p] for p in group]
        text = f"{flying} of the event: section totals {_span(now)} after this round"
        if looks_ahead:
            text += f", {_span(at_end)} at the end if the later rounds are flown as planned"
        yield text + "."


def _total_after(outlook: Outlook, p: int) -> int:
    """Return a pilot's section total after this round: that of the end less the rounds to come."""
    later = zip(outlook.sections[1:], outlook.sides[p][1:], strict=True)
    return outlook.totals[p] - sum(sections[side] for sections, side in later if side != NOT_FLYING)


def _span(totals: Sequence[int]) -> str:
    lowest, highest = min(totals), max(totals)
    span = f"{lowest}" if lowest == highest else f"{lowest} to {highest}"
    return f"{span} (spread {highest - lowest})"


def absences(draw: Draw, names: Mapping[str, str], missed: Mapping[str, int]) -> Iterator[str]:
    """Report pilots who sit out, and empty seats.

    Parameters
    ----------
    draw
        The draw.
    names
        The pilots' names by id.
    missed
        How often each sat out before.
    """
    for pilot in draw.byes:
        times = f", after {pluralize(missed[pilot], 'time', 'times')} before" if missed.get(pilot) else ""
        yield f"{display_name(pilot, names)} sits out{times}."
    seats = sum(len(table.seats) for table in draw.tables)
    empty = seats - sum(len(table.seated) for table in draw.tables)
    if empty:
        yield f"{empty} of {seats} seats {'stays' if empty == 1 else 'stay'} empty."
    for table in draw.tables:
        for side, its_seats in _seats_by_side(table).items():
            free = [seat for seat in its_seats if table.seats[seat] is None]
            nobody = f"nobody flies side {side}: " if len(free) == len(its_seats) else ""
            if free:
                stay = "stays" if len(free) == 1 else "stay"
                yield f"Table {table.number}: {nobody}{', '.join(free)} {stay} empty."


def _seats_by_side(table: TableDraw) -> dict[str, list[str]]:
    sides: dict[str, list[str]] = defaultdict(list)
    for seat in table.seats:
        sides[side_of(seat)].append(seat)
    return sides


def repetitions(draw: Draw, history: Sequence[Flown], names: Mapping[str, str], forces: Forces) -> list[str]:
    """Report all repetitions of a draw: scenarios and sides, then opponents, then team mates.

    Parameters
    ----------
    draw
        As drawn, or as the director left it.
    history
        Who flew in the rounds before; later rounds do not count.
    names
        The pilots' names by id.
    forces
        Tells opponents from team mates.
    """
    before = [earlier for earlier in history if earlier.round < draw.round]
    return [
        *_sides_again(draw, before, names),
        *_met_again(draw, before, names, forces, opposed=True),
        *_met_again(draw, before, names, forces, opposed=False),
    ]


def _sides_again(draw: Draw, before: Sequence[Flown], names: Mapping[str, str]) -> Iterator[str]:
    flown: dict[str, list[Flown]] = defaultdict(list)
    for earlier in sorted(before, key=lambda earlier: earlier.round):
        flown[earlier.player].append(earlier)
    for now in draw.as_flown():
        who = f"Table {now.table}: {display_name(now.player, names)} flies"
        again = [earlier for earlier in flown[now.player] if earlier.scenario == now.scenario]
        same = [earlier for earlier in again if earlier.side == now.side]
        elsewhere = [e for e in flown[now.player] if e.side == now.side and e not in same]
        if same:
            yield f"{who} {now.side} of scenario {now.scenario} again, first in round {same[0].round}."
        elif again:
            first = f"first in round {again[0].round} as {again[0].side}"
            yield f"{who} scenario {now.scenario} again, {first}."
        if elsewhere:
            first = f"first in round {elsewhere[0].round} in scenario {elsewhere[0].scenario}"
            yield f"{who} a side {now.side} again, {first}."


def _met_again(
    draw: Draw, before: Sequence[Flown], names: Mapping[str, str], forces: Forces, *, opposed: bool
) -> Iterator[str]:
    met = defaultdict(list)
    for meeting in meetings(before, forces):
        if meeting.opposed == opposed:
            met[meeting.players].append(meeting)
    meets, first_met = ("meets", "first met") if opposed else ("flies with", "first")
    for meeting in meetings(draw.as_flown(), forces):
        earlier = met.get(meeting.players)
        if earlier and meeting.opposed == opposed:
            one, other = (display_name(player, names) for player in meeting.players)
            times = f" ({len(earlier)} times so far)" if len(earlier) > 1 else ""
            yield (
                f"Table {meeting.table}: {one} {meets} {other} again, "
                f"{first_met} in round {earlier[0].round}, table {earlier[0].table}{times}."
            )
