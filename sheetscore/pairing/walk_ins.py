"""Seating late comers and unseating leavers in an existing draw: spare seats, missing opponents, new tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import stage_command, stage_name
from sheetscore.event.model import NoSeatLabels
from sheetscore.pairing.draw import Draw, TableDraw, display_name, side_of
from sheetscore.problems import WrongUsage
from sheetscore.wording import join_words

_EMPTIER_TABLE = 100
"""The cost of each player at a table: more than all the empty seats of a side, which are 20 at most."""

_UNOPPOSED_TABLE = 100_000
"""What a seat is worth at which somebody is the first enemy of a table's players: more than all players there."""

SeatCost = Callable[[TableDraw, str, str], int | None]
"""Returns the cost of a table's seat for a player (by id); the lowest is taken. None: the seat is impossible."""


class Coming(Struct, frozen=True):
    """The ids of players who join a draw, and of those who leave it; nobody is in both."""

    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def emptiest(table: TableDraw, seat: str, _: str) -> int:
    """Return a cost that prefers the table with the fewest players, and there the side with the most empty seats."""
    free = sum(player is None for other, player in table.seats.items() if side_of(other) == side_of(seat))
    return _EMPTIER_TABLE * len(table.seated) - free


def facing(forces: Mapping[str, str]) -> Callable[[TableDraw, str, str], int]:
    """Return a cost that prefers seats against people who have no enemy yet, and among the others the emptiest.

    Parameters
    ----------
    forces
        The force of each seat; empty if seats have none.
    """

    def against(table: TableDraw, seat: str, player: str) -> int:
        there = {forces.get(other) for other in table.seated}
        is_first_enemy = len(there) == 1 and forces.get(seat) not in there
        return emptiest(table, seat, player) - _UNOPPOSED_TABLE * is_first_enemy

    return against


def nobody_gives_way(_: Sequence[TableDraw]) -> Sequence[tuple[int, str]]:
    """Return no seats: nobody's can be taken."""
    return ()


class Room(Struct, frozen=True, kw_only=True):
    """The room of a round for further players."""

    seats: tuple[str, ...]
    """The seats of every table, in order."""
    fewest: int
    """The fewest players of a new table."""
    otherwise: str
    """The advice, a clause, in the message that no seat is left."""
    most_tables: int | None = None
    """The most tables; None for no limit."""
    against: SeatCost = emptiest
    """The cost of a seat (what speaks against it). Default: how full the table is."""
    in_pairs: bool = False
    """Whether tables are for two opponents: a player left alone meets one with a bye, or gets a bye."""
    reserves: tuple[str, ...] = ()
    """The ids of players who fill up a new table with too few, in order; those who have a seat are passed over."""
    gives_way: Callable[[Sequence[TableDraw]], Sequence[tuple[int, str]]] = nobody_gives_way
    """Returns, of the tables given, occupied seats (table, seat) that can be taken: their players have another one."""
    keeps: Mapping[str, int] = field(default_factory=dict)
    """By player's id, the number of the table that the player keeps for the whole event."""
    scenario_at: Callable[[int], str] = lambda _: ""
    """Returns the scenario of a new table by its number."""


def reseated(draw: Draw, room: Room, coming: Coming, names: Mapping[str, str]) -> Draw:
    """Return a draw with players added and dropped; all others keep their seats.

    Late comers can take the seats of dropped players. In games for two a single late comer without an opponent has the
    bye, if nobody else has it. Dropped players have neither a seat nor a bye.

    Raises
    ------
    WrongUsage
        There is no seat for somebody; the message has advice.
    """
    hall = _Hall(draw, room)
    hall.clear(coming.dropped)
    waiting = hall.seat(coming.added)
    while waiting and (opened := hall.open_table(waiting)):
        waiting = [player for player in waiting if player not in opened]
    if waiting and not hall.can_sit_out(waiting):
        raise no_seat(draw, waiting, names, hall.advice_on_unused_table() or room.otherwise)
    hall.byes = (*hall.byes, *waiting)
    if room.in_pairs:
        hall.leave_nobody_alone()
    return hall.drawn()


def one_more_table(fewest: int) -> str:
    """Return the advice, a clause, where all tables of the event are full; ``fewest`` players open a further one."""
    return (
        "take somebody off with --drop, or enter one more table for the round in the event and run this again. A new "
        f"table needs {fewest} players at least: name as many with --add"
    )


def no_seat(draw: Draw, waiting: Sequence[str], names: Mapping[str, str], otherwise: str) -> WrongUsage:
    """Return the message about those without a seat, with advice."""
    who = join_words([display_name(player, names) for player in waiting])
    return WrongUsage(f"no seat is left for {who} in {stage_name(draw.round)}: {otherwise}", "no-seat")


class _Chance(NamedTuple):
    """A possible seat; the smallest of several is taken."""

    cost: int
    table: int
    at: int
    """The index of the seat at the table, from 0."""
    bye: str
    """The id of the opponent, who gives up a bye for the game; empty at an existing table."""


class _Hall:
    """The tables of a round while people come and go."""

    def __init__(self, draw: Draw, room: Room) -> None:
        self.draw = draw
        self.room = room
        self.tables = {table.number: table for table in draw.tables}
        self.byes = draw.byes

    def drawn(self) -> Draw:
        """Return the present draw, without empty tables for two."""
        tables = [self.tables[number] for number in sorted(self.tables)]
        kept = tuple(table for table in tables if table.seated or not self.room.in_pairs)
        return replace(self.draw, tables=kept, byes=self.byes)

    def clear(self, players: Sequence[str]) -> None:
        """Take players off their seats and byes."""
        self.byes = _without(self.byes, players)
        for table in [*self.tables.values()]:
            for seat, player in table.seated.items():
                if player in players:
                    self._put(table.number, seat, None)

    def seat(self, players: Sequence[str]) -> list[str]:
        """Seat people one after the other at the lowest cost, and return those without a seat."""
        self.byes = _without(self.byes, players)
        waiting = []
        for player in players:
            chances = [*self._free(player), *self._against_a_bye(player)]
            if not chances:
                waiting.append(player)
                continue
            best = min(chances)
            if best.bye:
                self.byes = _without(self.byes, (best.bye,))
                self.tables[best.table] = self._table_against(best.bye, best.table)
            self._put(best.table, self.room.seats[best.at], player)
        return waiting

    def open_table(self, waiting: Sequence[str]) -> tuple[str, ...]:
        """Open a table for waiting players, and for as many reserves as it needs; return its players."""
        room, first = self.room, waiting[: len(self.room.seats)]
        seated = {player for table in self.tables.values() for player in table.seated.values()}
        reserves = _without(room.reserves, {*seated, *waiting})
        players = (*first, *reserves[: max(room.fewest - len(first), 0)])
        if self._tables_left() == 0 or len(players) < room.fewest:
            return ()
        tables = {**self.tables}
        at_table = self._fill(self._next_number(players), players)
        if len(at_table) < room.fewest:
            self.tables = tables
            return ()
        self.byes = _without(self.byes, at_table)
        return at_table

    def advice_on_unused_table(self) -> str:
        """Return advice if a table is unused but too few wait to fill it; else nothing."""
        if not self._tables_left():
            return ""
        again = f"sheetscore {stage_command('draw', self.draw.round)} --again"
        return (
            f"the event has a table more, which takes {self.room.fewest} players at least. Name another one (--add), "
            f"take somebody off with --drop, or draw the round anew: {again}"
        )

    def _tables_left(self) -> int | None:
        """Return the number of the event's unused tables; None for no limit."""
        in_use = sum(bool(table.seated) for table in self.tables.values())
        return None if self.room.most_tables is None else max(0, self.room.most_tables - in_use)

    def can_sit_out(self, waiting: Sequence[str]) -> bool:
        """Return whether the waiting players can have the bye: a single one, if nobody has a bye or sits alone."""
        alone = any(len(table.seated) == 1 for table in self.tables.values())
        return self.room.in_pairs and len(waiting) == 1 and not self.byes and not alone

    def leave_nobody_alone(self) -> None:
        """Pair those without an opponent with those who sit out, or with each other; who is left over sits out."""
        for number in sorted(self.tables):
            table = self.tables[number]
            if len(table.seated) != 1:
                continue
            ((taken, player),) = table.seated.items()
            seat = next(seat for seat in table.seats if seat != taken)
            chances = [(self.room.against(table, seat, bye), bye) for bye in self.byes]
            opponents = [(cost, bye) for cost, bye in chances if cost is not None]
            if opponents:
                bye = min(opponents)[1]
                self.byes = _without(self.byes, (bye,))
                self._put(number, seat, bye)
                continue
            self._put(number, taken, None)
            unseated = self.seat((player,))
            if unseated:
                self.byes = (*self.byes, player)

    def _free(self, player: str) -> Iterator[_Chance]:
        """Yield a player's possible seats at occupied tables."""
        giving_way = set(self.room.gives_way([*self.tables.values()]))
        for table in self.tables.values():
            free = [seat for seat in table.seats if table.seats[seat] is None or (table.number, seat) in giving_way]
            if table.seated:
                yield from self._chances(table, free, player)

    def _against_a_bye(self, player: str) -> Iterator[_Chance]:
        """Yield possible games against those who sit out, each at a new table."""
        for bye in self.byes if self.room.in_pairs else ():
            table = self._table_against(bye, self._next_number((player, bye)))
            yield from self._chances(table, self.room.seats[1:], player, bye)

    def _table_against(self, bye: str, number: int) -> TableDraw:
        """Return a new table where somebody who sits out has the first seat."""
        return TableDraw(number, self.room.scenario_at(number), dict(zip_longest(self.room.seats, (bye,))))

    def _chances(self, table: TableDraw, free: Iterable[str], player: str, bye: str = "") -> Iterator[_Chance]:
        """Yield a player's possible seats among free ones; ``bye`` is who gives up a bye for the game, if anybody."""
        for seat in free:
            cost = self.room.against(table, seat, player)
            if cost is not None:
                yield _Chance(cost, table.number, self.room.seats.index(seat), bye)

    def _fill(self, number: int, players: Sequence[str]) -> tuple[str, ...]:
        """Open a table and seat people there, each at the lowest cost; return those with a seat."""
        self.tables[number] = TableDraw(number, self.room.scenario_at(number), dict.fromkeys(self.room.seats))
        for player in players:
            table = self.tables[number]
            chances = [*self._chances(table, [seat for seat, sits in table.seats.items() if sits is None], player)]
            if chances:
                self._put(number, self.room.seats[min(chances).at], player)
        return tuple(self.tables[number].seated.values())

    def _next_number(self, players: Sequence[str]) -> int:
        """Return the number of a new table: one that a player of it keeps, else an empty table's, else the next one."""
        taken = {number for number, table in self.tables.items() if table.seated}
        kept = (self.room.keeps[player] for player in players if player in self.room.keeps)
        left = sorted(self.tables.keys() - taken)
        return next((number for number in (*kept, *left) if number not in taken), max(taken, default=0) + 1)

    def _put(self, number: int, seat: str, player: str | None) -> None:
        table = self.tables[number]
        self.tables[number] = replace(table, seats={**table.seats, seat: player})


def _without(players: Sequence[str], gone: Iterable[str]) -> tuple[str, ...]:
    left_out = set(gone)
    return tuple(player for player in players if player not in left_out)


def moves(before: Draw, now: Draw, names: Mapping[str, str], unseated: NoSeatLabels) -> Iterator[str]:
    """Return the changes of seats, a sentence each."""
    earlier, later = (_places(draw, unseated) for draw in (before, now))
    for player in [*later, *(player for player in earlier if player not in later)]:
        was, is_ = earlier.get(player, ""), later.get(player, "")
        if was == is_:
            continue
        who, instead = display_name(player, names), f" (before: {was})" if was else ""
        yield f"Since it was drawn: {who} {f'has {is_}' if is_ else 'is off the draw'}{instead}."


def _places(draw: Draw, unseated: NoSeatLabels) -> dict[str, str]:
    """Return the place of everybody in a draw, in words."""
    found: dict[str, list[str]] = {}
    for table, seat, player in draw.places():
        found.setdefault(player, []).append(f"table {table}, seat {seat}")
    for called, players in ((unseated.bye, draw.byes), (unseated.absent, draw.absent)):
        for player in players:
            found.setdefault(player, []).append(f"a line “{called}”")
    return {player: " and ".join(places) for player, places in found.items()}
