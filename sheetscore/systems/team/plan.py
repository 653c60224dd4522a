"""A round robin of teams planned as a whole, instead of pairing them by their points.

Sides are in balance by the rules: two teams meet at two tables, each once on either side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetscore.pairing.draw import Draw, TableDraw, display_name
from sheetscore.pairing.planned import refuse_without_libraries
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.pairing.round_robin import berger_round
from sheetscore.systems.context import RoundContext
from sheetscore.systems.team.draw import draw_round, pilots_of, teams_there, without_pilots
from sheetscore.systems.team.model import Team, TeamEvent
from sheetscore.systems.team.seating import pairings_at, seat_teams, team_on

Pair = tuple[Team, Team]


def plan_rounds(round_: RoundContext[TeamEvent], effort: Effort) -> SeatPlan:
    """Seat a round and all after it by the Berger table of the teams; whoever would meet an absent team sits out.

    Raises
    ------
    WrongUsage
        OR-tools is missing.
    MistakesFound
        Fewer than two teams are there in some round.
    """
    refuse_without_libraries()
    from sheetscore.pairing.planned.tables import meetings_again, tables_in_balance  # noqa: PLC0415 -- an extra

    event = round_.event
    stages = [stage for stage in event.stages if stage >= round_.stage and stage not in event.unnamed_rounds]
    for stage in stages:
        draw_round(RoundContext(event, stage))  # raises an error if the round cannot be drawn at all
    pairs = [[*_berger(event, stage)] for stage in stages]
    ids = [[(one.id, other.id) for one, other in of_round] for of_round in pairs]
    met = meetings_again(ids)
    effort.tell(met)
    pair_numbers, balance = tables_in_balance(ids, event.header.seed, effort)
    drawn = (
        _draw_of_pairs(event, stage, dict(zip(numbers, of_round, strict=True)))
        for stage, numbers, of_round in zip(stages, pair_numbers, pairs, strict=True)
    )
    return SeatPlan(tuple(drawn), (met, balance))


def _berger(event: TeamEvent, stage: int) -> Iterator[Pair]:
    """Yield the pairs of the Berger table for a round; pairs with an absent team are left out."""
    teams = sorted(event.teams, key=lambda team: team.number)
    present = {team.id for team in teams_there(event, stage)}
    for one, other in berger_round(len(teams), stage).pairs:
        if {teams[one].id, teams[other].id} <= present:
            yield teams[one], teams[other]


def _draw_of_pairs(event: TeamEvent, stage: int, pairs: dict[int, Pair], report: Sequence[str] = ()) -> Draw:
    """Return the draw of numbered pairs: pair 1 plays at tables 1 and 2, pair 2 at tables 3 and 4, and so on."""
    tables: list[TableDraw] = []
    for number in sorted(pairs):
        tables += seat_teams(event, stage, [pairs[number]], 2 * number - 1)
    playing = {team.id for pair in pairs.values() for team in pair}
    out = [team for team in teams_there(event, stage) if team.id not in playing]
    sit_out = (f"{_named(team)} sits out." for team in out)
    missing = without_pilots(tables, [pairs[number] for number in sorted(pairs)])
    return Draw(stage, tuple(tables), pilots_of(event, stage, out), (*report, *sit_out, *missing))


def _named(team: Team) -> str:
    return display_name(team.id, {team.id: team.name})


def draw_as_planned(round_: RoundContext[TeamEvent]) -> Draw:
    """Draw a round as it was planned. Teams left without an opponent meet each other, and each change is reported.

    Raises
    ------
    MistakesFound
        Fewer than two teams are there.
    """
    if round_.planned is None:
        return draw_round(round_)
    draw_round(round_)  # raises an error if the round cannot be drawn at all
    event, stage = round_.event, round_.stage
    present = {team.id: team for team in teams_there(event, stage)}
    planned = dict(_planned_pairs(event, round_.planned))
    pairs = {number: pair for number, pair in planned.items() if {pair[0].id, pair[1].id} <= present.keys()}
    playing = {team.id for pair in pairs.values() for team in pair}
    waiting = [team for team in present.values() if team.id not in playing]
    numbers = (number for number in range(1, len(event.teams) + 1) if number not in pairs)
    new = dict(zip(numbers, zip(waiting[::2], waiting[1::2], strict=False), strict=False))
    changes = [*_changes(planned, pairs, new)]
    how = "changed for who is there" if changes else "without any change"
    return _draw_of_pairs(event, stage, {**pairs, **new}, [f"Drawn by the plan of all rounds, {how}.", *changes])


def _planned_pairs(event: TeamEvent, planned: Draw) -> Iterator[tuple[int, Pair]]:
    """Yield the pairs of a planned round, each after its number: from 1, as in :func:`_draw_of_pairs`."""
    sitting = {(table, seat): player for table, seat, player in planned.places()}
    for pairing in pairings_at((table.number for table in planned.tables), event.seats(planned.round)):
        home, away = (team_on(event, seats, sitting) for seats in (pairing.home, pairing.away))
        if home and away:
            yield (pairing.tables[0] + 1) // 2, (home, away)


def _changes(planned: dict[int, Pair], kept: dict[int, Pair], new: dict[int, Pair]) -> Iterator[str]:
    """Yield a sentence for each pair number whose teams are not those of the plan."""
    for number in sorted({*planned, *new}):
        if number not in kept:
            now, was = (pairs.get(number, ()) for pairs in (new, planned))
            meet, instead = (" and ".join(map(_named, pair)) for pair in (now, was))
            yield (
                f"Tables {2 * number - 1} and {2 * number}: {f'{meet} meet' if meet else 'nobody plays'}"
                f"{f'; planned were {instead}' if instead else ''}."
            )
