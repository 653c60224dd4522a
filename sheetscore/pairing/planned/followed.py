"""A planned round drawn on the day: for missing players as few seats as possible are changed, and each is reported.

Free seats go to those present without a seat. A player without an opponent moves to another player without one, else
to the players of another table, else is joined by somebody from the fullest table. All others stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from sheetscore.event.folder import stage_name
from sheetscore.event.identity import seat_id
from sheetscore.pairing.draw import Draw, Flown, TableDraw, display_name, lot, side_of
from sheetscore.pairing.sections.draw import absences, repetitions
from sheetscore.pairing.sections.plan import Plan, PlannedRound, sit_outs
from sheetscore.pairing.sections.seating import Meeting, meetings
from sheetscore.pairing.walk_ins import Coming, Room, emptiest, reseated
from sheetscore.problems import WrongUsage
from sheetscore.wording import pluralize

_EMPTIER = 1_000
"""The weight of emptier tables: more than all repeated meetings."""

_OPPONENTS = 10
"""The weight of a repeated opponent; a repeated team mate has 1."""


def follow_plan(plan: Plan, planned: Draw, history: Sequence[Flown]) -> Draw:
    """Draw a round by its plan, adjusted for players who are absent, or present against the plan.

    Parameters
    ----------
    plan
        The rounds of the event as they are now.
    planned
        The planned round.
    history
        Who flew in the rounds before.

    Raises
    ------
    WrongUsage
        The event has other tables or seats in the round than were planned.
    """
    number = planned.round
    round_ = next((one for one in plan.rounds if one.number == number), None)
    if round_ is None or _shape(round_) != [(one.number, one.scenario, [*one.seats]) for one in planned.tables]:
        raise WrongUsage(
            f"the plan has other tables, seats or another scenario for {stage_name(number)} than the event has now: "
            "plan the rounds that are not drawn yet anew (sheetscore plan --again), or put the event back",
            "plan-old",
        )
    before = [one for one in history if one.round < number]
    missed = sit_outs(plan, number, before)
    adjusted = _with_everybody_present(plan, round_, planned, before, missed)
    drawn = _NobodyAlone(plan, round_, adjusted, before).drawn()
    changes = [*seat_by_seat(planned, drawn, round_.pilots, plan.names)]
    seats = pluralize(len(changes), "seat")
    how = f"changed on {seats} for who is there" if changes else "without any change"
    report = chain(
        (f"Drawn by the plan of all rounds, {how}.",),
        changes,
        absences(drawn, plan.names, missed),
        repetitions(drawn, before, plan.names, plan.forces),
        plan.origins.report({table.number: table.seated.values() for table in drawn.tables}, plan.names, "table"),
    )
    return replace(drawn, report=tuple(report))


def _shape(round_: PlannedRound) -> list[tuple[int, str, list[str]]]:
    """Return number, scenario and seats of each table."""
    seats = [seat_id(side.id, seat + 1) for side in round_.sides for seat in range(side.seats)]
    return [(table, round_.scenario, seats) for table in range(1, round_.tables + 1)]


def _with_everybody_present(
    plan: Plan, round_: PlannedRound, planned: Draw, before: Sequence[Flown], missed: Mapping[str, int]
) -> Draw:
    """Free the seats of missing players for those present without a seat: first for those who sat out most."""
    seated = {player for _, _, player in planned.places()}
    missing = tuple(sorted(seated - round_.pilots))
    waiting = sorted(
        round_.pilots - seated,
        key=lambda pilot: (-missed.get(pilot, 0), lot(plan.seed, round_.number, "takes a seat", pilot)),
    )
    free = round_.seats - len(seated) + len(missing)
    met = _Met(plan, before)

    def against(table: TableDraw, seat: str, player: str) -> int:
        return _EMPTIER * emptiest(table, seat, player) + met.repeated(round_, table, seat, player)

    room = Room(
        seats=tuple(planned.tables[0].seats), fewest=1, most_tables=round_.tables, against=against, otherwise=""
    )
    byes = tuple(sorted(waiting[free:]))
    coming = Coming(tuple(waiting[:free]), missing)
    return replace(reseated(replace(planned, byes=()), room, coming, plan.names), byes=byes)


class _Met:
    """The earlier meetings."""

    def __init__(self, plan: Plan, before: Sequence[Flown]) -> None:
        self._times = Counter((one.players, one.opposed) for one in meetings(before, plan.forces))
        self._plan = plan

    def repeated(self, round_: PlannedRound, table: TableDraw, seat: str, player: str) -> int:
        """Return the weight of repeated meetings of a player on a seat of a table."""
        with_all = replace(table, seats={**table.seats, seat: player})
        now = Draw(round_.number, (with_all,), (), ()).as_flown()
        return sum(map(self._weight, (one for one in meetings(now, self._plan.forces) if player in one.players)))

    def _weight(self, one: Meeting) -> int:
        return self._times[one.players, one.opposed] * (_OPPONENTS if one.opposed else 1)


class _Move(NamedTuple):
    """A change of seat; the smallest of several is made."""

    kind: int
    """0 if two lone players meet; 1 if a lone player moves to others; 2 if somebody moves to the lone player."""
    other_side: bool
    """Whether it changes the side, and so the section."""
    emptied: int
    """The number of players at the table that the player leaves, negated, so that the fullest table comes first."""
    again: int
    """The weight of repeated meetings."""
    player: str
    table: int
    """The new table."""
    seat: str


class _NobodyAlone:
    """The tables of a round, while players without an opponent are moved."""

    def __init__(self, plan: Plan, round_: PlannedRound, draw: Draw, before: Sequence[Flown]) -> None:
        self.round, self.draw = round_, draw
        self.force = {side.id: side.force for side in round_.sides}
        self.met = _Met(plan, before)
        self.tables = {table.number: table for table in draw.tables}

    def drawn(self) -> Draw:
        """Move as few players as possible, and return the draw."""
        while alone := [table for table in self.tables.values() if self._is_alone(table)]:
            move = min(self._moves(alone), default=None)
            if move is None:
                break
            self._make(move)
        return replace(self.draw, tables=tuple(self.tables.values()))

    def _forces(self, table: TableDraw) -> Counter[str]:
        return Counter(self.force[side_of(seat)] for seat in table.seated)

    def _is_alone(self, table: TableDraw) -> bool:
        """Return whether a table has players of one force only, though the round has several."""
        return len(self._forces(table)) == 1 < len({*self.force.values()})

    def _moves(self, alone: Collection[TableDraw]) -> Iterator[_Move]:
        """Yield moves that help a table, and leave nobody else alone."""
        for table in alone:
            (force,) = self._forces(table)
            if len(table.seated) == 1:
                for other in self.tables.values():
                    if other is not table and other.seated:
                        kind = 0 if other in alone else 1
                        yield from self._from(kind, table, other, self._forces(other) if kind == 0 else ())
            for other in self.tables.values():
                if other not in alone and len(other.seated) > 2:
                    yield from (
                        move for move in self._from(2, other, table, (force,)) if self._can_spare(other, move.player)
                    )

    def _from(self, kind: int, table: TableDraw, to: TableDraw, but: Collection[str]) -> Iterator[_Move]:
        """Yield the moves from a table to free seats of another; seats of the forces in ``but`` are left out."""
        free = [seat for seat, sits in to.seats.items() if sits is None and self.force[side_of(seat)] not in but]
        for was, player in table.seated.items():
            for seat in free:
                again = self.met.repeated(self.round, to, seat, player)
                other_side = side_of(was) != side_of(seat)
                yield _Move(kind, other_side, -len(table.seated), again, player, to.number, seat)

    def _can_spare(self, table: TableDraw, player: str) -> bool:
        left = {seat: None if sits == player else sits for seat, sits in table.seats.items()}
        return len(self._forces(replace(table, seats=left))) > 1

    def _make(self, move: _Move) -> None:
        for number, table in self.tables.items():
            seats = {seat: None if sits == move.player else sits for seat, sits in table.seats.items()}
            if number == move.table:
                seats[move.seat] = move.player
            self.tables[number] = replace(table, seats=seats)


def seat_by_seat(
    planned: Draw, drawn: Draw, there: Collection[str], names: Mapping[str, str], table_called: str = "Table"
) -> Iterator[str]:
    """Report every seat whose player differs from the plan, with the reason.

    Parameters
    ----------
    drawn
        The draw, with the planned tables, and perhaps more.
    there
        The ids of those present in the round.
    """
    now = {player: f"{table_called.lower()} {table}, {seat}" for table, seat, player in drawn.places()}
    before = {player for _, _, player in planned.places()}

    def why_elsewhere(player: str) -> str:
        why = f"has {now[player]}" if player in now else "sits out" if player in there else "is not there"
        return f"{display_name(player, names)} {why}"

    then = {table.number: table.seats for table in planned.tables}
    for table in drawn.tables:
        for seat, sits in table.seats.items():
            was = then.get(table.number, {}).get(seat)
            if sits == was:
                continue
            here = f"{display_name(sits, names)} sits there" if sits else "stays empty"
            new = ", who had no seat in the plan" if sits and sits not in before else ""
            yield f"{table_called} {table.number}, {seat}: {here}{new}{f'; {why_elsewhere(was)}' if was else ''}."
