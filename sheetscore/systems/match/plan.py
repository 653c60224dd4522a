"""A round robin of matches planned as a whole: who meets whom on which side by the Berger tables, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.planned import refuse_without_libraries
from sheetscore.pairing.planned.seat_plan import Effort, Goal, SeatPlan
from sheetscore.problems import WrongUsage
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.draw import draw_round
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.two_at_a_table import SEATS


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
    rounds = tuple(_at(draw, numbers) for draw, numbers in zip(drawn, tables, strict=True))
    return SeatPlan(rounds, (*goals, balance))


def _pair(table: TableDraw) -> tuple[str, str]:
    first, second = (table.seated[seat] for seat in SEATS)
    return first, second


def _at(draw: Draw, numbers: Sequence[int]) -> Draw:
    """Return a draw with its pairs at these tables."""
    moved = (replace(table, number=number) for table, number in zip(draw.tables, numbers, strict=True))
    remarks = {number: draw.remarks[table.number] for table, number in zip(draw.tables, numbers, strict=True)}
    return replace(draw, tables=tuple(sorted(moved, key=lambda table: table.number)), remarks=remarks)


Pairs = Sequence[Sequence[tuple[str, str]]]


def _sides(rounds: Pairs) -> Goal:
    """Count by how much more often everybody has one of the two sides: at least 1 after an odd number of matches."""
    firsts = Counter(first for pairs in rounds for first, _ in pairs)
    matches = Counter(player for pairs in rounds for pair in pairs for player in pair)
    apart = sum(abs(2 * firsts[player] - many) for player, many in matches.items())
    return Goal("first sides more or less than half, in all", apart, sum(many % 2 for many in matches.values()))


def draw_as_planned(round_: RoundContext[MatchEvent]) -> Draw:
    """Draw a round, with its pairs at the tables that were planned for them.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        The event breaks a rule, or fewer than two players are there.
    """
    drawn = draw_round(round_)
    if round_.planned is None:
        return drawn
    planned = {_pair(table): table.number for table in round_.planned.tables}
    pairs = [*map(_pair, drawn.tables)]
    if not planned.keys() >= set(pairs):
        why = "The plan of all rounds was made for others: drawn without it. Plan anew (sheetscore plan --again)."
        return replace(drawn, report=(why, *drawn.report))
    gone = [number for pair, number in sorted(planned.items(), key=lambda one: one[1]) if pair not in pairs]
    changes = (f"Table {number} stays empty." for number in gone)
    how = "but for who is not there" if gone else "without any change"
    moved = _at(drawn, [planned[pair] for pair in pairs])
    return replace(moved, report=(f"Drawn by the plan of all rounds, {how}.", *changes, *drawn.report))
