"""A round robin of matches planned as a whole: pairs and sides by the Berger tables, and where each pair plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import count

from msgspec.structs import replace

from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.planned import refuse_without_libraries
from sheetscore.pairing.planned.followed import seat_by_seat
from sheetscore.pairing.planned.seat_plan import Effort, Goal, SeatPlan
from sheetscore.problems import WrongUsage
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.draw import draw_round, met_in_words, sitting_out
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import met_before
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.wording import pluralize


def plan_rounds(round_: RoundContext[MatchEvent], effort: Effort) -> SeatPlan:
    """Seat a round and all after it.

    Raises
    ------
    WrongUsage
        The event is no round robin, or OR-tools is missing.
    MistakesFound
        The event breaks a rule, or fewer than two players are there.
    """
    event = round_.event
    if event.settings.pairing != "round-robin":
        raise WrongUsage(
            "matches are planned ahead as a round robin alone, and this event pairs otherwise: draw each round",
            "no-plan",
        )
    refuse_without_libraries()
    from sheetscore.pairing.planned.tables import meetings_again, tables_in_balance  # noqa: PLC0415 -- OR-tools is an extra

    stages = [stage for stage in event.stages if stage >= round_.stage and stage not in event.unnamed_rounds]
    drawn = [draw_round(replace(round_, stage=stage, earlier=(), planned=None)) for stage in stages]
    pairs = [[(one, other) for one, other in map(_pair, draw.tables)] for draw in drawn]
    goals = (meetings_again(pairs), _sides(pairs))
    for goal in goals:
        effort.tell(goal)
    tables, balance = tables_in_balance(pairs, event.header.seed, effort)
    rounds = tuple(_at_tables(draw, numbers) for draw, numbers in zip(drawn, tables, strict=True))
    return SeatPlan(rounds, (*goals, balance))


def _pair(table: TableDraw) -> tuple[str, str]:
    first, second = (table.seated[seat] for seat in SEATS)
    return first, second


def _at_tables(draw: Draw, numbers: Sequence[int]) -> Draw:
    """Return a draw with its pairs moved to the tables of these numbers."""
    moved = (replace(table, number=number) for table, number in zip(draw.tables, numbers, strict=True))
    remarks = {number: draw.remarks[table.number] for table, number in zip(draw.tables, numbers, strict=True)}
    return replace(draw, tables=tuple(sorted(moved, key=lambda table: table.number)), remarks=remarks)


PairsByRound = Sequence[Sequence[tuple[str, str]]]


def _sides(rounds: PairsByRound) -> Goal:
    """Return the goal that players have both sides equally often.

    Whoever plays an odd number of matches has one side at least once more than the other: the bound is their number.
    """
    firsts = Counter(first for pairs in rounds for first, _ in pairs)
    matches = Counter(player for pairs in rounds for pair in pairs for player in pair)
    apart = sum(abs(2 * firsts[player] - many) for player, many in matches.items())
    return Goal(
        "matches by which first and second sides differ, all players together",
        apart,
        sum(many % 2 for many in matches.values()),
    )


def draw_as_planned(round_: RoundContext[MatchEvent]) -> Draw:
    """Draw a round as planned. Absent and unplanned players change a few seats only, and each change is reported.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        The event breaks a rule, or fewer than two players are there.
    """
    drawn, event, planned = draw_round(round_), round_.event, round_.planned
    if planned is None:
        return drawn
    if event.settings.pairing != "round-robin":
        why = "The plan is of a round robin, and the event pairs otherwise now: drawn without it."
        return replace(drawn, report=(why, *drawn.report))
    present = event.entrants(round_.stage)
    tables = [table for table in planned.tables if sum(one in present for one in table.seated.values()) == len(SEATS)]
    tables += _of_late_comers(round_, planned, tables, {frozenset(_pair(table)) for table in drawn.tables})
    seated = {player for table in tables for player in table.seated.values()}
    left = tuple(player for player in present if player not in seated)
    return _with_report(
        round_, planned, Draw(round_.stage, tuple(sorted(tables, key=lambda one: one.number)), left, ())
    )


def _of_late_comers(
    round_: RoundContext[MatchEvent],
    planned: Draw,
    tables: Sequence[TableDraw],
    by_berger: Collection[frozenset[str]],
) -> Iterator[TableDraw]:
    """Yield tables for players who are not in the plan: against one without an opponent, or else each other.

    Without an opponent are those who sit out by the plan, and those whose opponent is absent; no other planned player
    moves. Of several opponents the one met least often before is chosen, then the one whom the Berger tables give,
    then one who has a planned seat.
    """
    met, seats = met_before(round_.stage, round_.earlier), {one: (at, seat) for at, seat, one in planned.places()}
    seated = {player for table in tables for player in table.seated.values()}
    waiting = [player for player in round_.event.entrants(round_.stage) if player not in seated]
    late = [player for player in waiting if player not in {*seats, *planned.byes}]
    free = (number for number in count(1) if number not in {table.number for table in planned.tables})
    while late:
        player = late.pop(0)
        waiting.remove(player)
        others = [other for other in waiting if other not in late] or late

        def against(other: str, player: str = player) -> tuple[int, bool, bool]:
            pair = frozenset((player, other))
            return len(met.get(pair, ())), pair not in by_berger, other not in seats

        if not others:
            return
        other = min(others, key=against)
        waiting.remove(other)
        late = [one for one in late if one != other]
        number, seat = seats[other] if other in seats else (next(free), SEATS[0])
        pair: dict[str, str | None] = {one: other if one == seat else player for one in SEATS}
        yield TableDraw(number, round_.event.scenario_at(round_.stage, number), pair)


def _with_report(round_: RoundContext[MatchEvent], planned: Draw, drawn: Draw) -> Draw:
    """Add to a draw what it reports: changes against the plan, the reasons for pairs, and the players who sit out."""
    event, stage = round_.event, round_.stage
    empty = (replace(one, seats=dict.fromkeys(SEATS)) for one in planned.tables)
    tables = {one.number: one for one in (*empty, *drawn.tables)}
    whole = replace(drawn, tables=tuple(tables[number] for number in sorted(tables)))
    changes = [*seat_by_seat(planned, whole, event.entrants(stage), event.names)]
    how = f"changed on {pluralize(len(changes), 'seat')} for who is there" if changes else "without any change"
    met, as_planned = met_before(stage, round_.earlier), {_pair(one) for one in planned.tables if len(one.seated) > 1}
    remarks = {
        one.number: (
            f"round robin, round {stage}" if _pair(one) in as_planned else "not as planned",
            met_in_words(met.get(frozenset(_pair(one)), ())),
        )
        for one in drawn.tables
    }
    report = (f"Drawn by the plan of all rounds, {how}.", *changes, *sitting_out(event, drawn.byes))
    return replace(drawn, report=report, remarks=remarks)
