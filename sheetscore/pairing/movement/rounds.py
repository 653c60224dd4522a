"""The movement of duplicate play: who sits at which table in which round, and the proof of what it gives.

Every table has a scenario of its own. Teams keep their side for the whole event and move after every round,
Red up and Blue down. Teams and tables are numbered from 0, rounds from 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

LastRound = Literal["none", "revenge", "repeat"]
"""How round N is played at an even number N of tables: not at all, with Red at the table that it skipped, or after the
plain move."""

Pairing = tuple[int | None, int | None]
"""The numbers of the Red and the Blue team at one table; None for no team, so that the other one sits out."""

Rounds = tuple[tuple[Pairing, ...], ...]
"""The pairings of every round, table by table."""


class TooManyRoundsError(ValueError):
    """More rounds than the movement has.

    Parameters
    ----------
    tables
        The number of tables.
    most
        The most rounds that so many tables give.
    """

    def __init__(self, tables: int, most: int) -> None:
        super().__init__(f"Tables: {tables}; rounds that the movement gives: at most {most}.")
        self.tables = tables
        self.most = most


class Movement(Struct, frozen=True):
    """Who meets whom where, round by round."""

    tables: int
    """The number of tables; each side has as many teams."""
    rounds: Rounds
    """``rounds[r][t]`` is the pairing at table t in round r + 1."""
    skip_after: int | None
    """The round after which Red moves two tables, or None."""
    last_round: LastRound
    """The kind of the N-th round at an even number N of tables; "none" unless one is played."""


def most_rounds(tables: int, last_round: LastRound) -> int:
    """Return the most rounds that the movement gives.

    An odd number of tables gives as many rounds in which nothing is repeated, and ``last_round`` is ignored. An even
    number N gives one round less: in round N the plain move would bring Red back to where it began.

    Parameters
    ----------
    tables
        The number of tables, at least 1.
    last_round
        Whether and how round N is played nevertheless.
    """
    return tables if tables % 2 or last_round != "none" else tables - 1


def skips(tables: int, rounds: int, last_round: LastRound = "none") -> range:
    """Return the rounds after which the skip (Red moves two tables) may come; none where no skip is needed.

    Without a skip Red meets every second Blue only, and at an even number N of tables these are all met after
    N/2 rounds; after the skip it meets those between, of whom there are N/2 as well. So the skip may come no
    later than after round N/2, and no earlier than N/2 rounds before the end. A revenge adds a round after all
    these. In a repeat Red must meet the Blue who is still left: that needs a skip in the very middle.

    Parameters
    ----------
    tables
        The number of tables, at least 1.
    rounds
        The number of rounds, from 1 to :func:`most_rounds`.
    last_round
        The kind of an N-th round.
    """
    half = tables // 2
    if tables % 2:
        return range(0)
    if rounds == tables and last_round == "repeat":
        return range(half, half + 1)
    clean = min(rounds, tables - 1)
    return range(clean - half, half + 1) if clean > half else range(0)


def plan_movement(tables: int, rounds: int, last_round: LastRound = "none") -> Movement:
    """Plan the movement of an event, with its skip as late as it may come.

    Parameters
    ----------
    tables
        The number of tables, at least 1.
    rounds
        The number of rounds, at least 1.
    last_round
        The kind of an N-th round at an even number N of tables.

    Raises
    ------
    TooManyRoundsError
        The movement has fewer rounds.
    ValueError
        No table or no round.
    """
    if tables < 1 or rounds < 1:
        raise ValueError(f"A movement needs a table and a round; tables: {tables}, rounds: {rounds}.")
    most = most_rounds(tables, last_round)
    if rounds > most:
        raise TooManyRoundsError(tables, most)
    played: LastRound = last_round if tables % 2 == 0 and rounds == tables else "none"
    skip_after = max(skips(tables, rounds, played), default=None)
    return Movement(tables, moves(tables, rounds, skip_after, played), skip_after, played)


def moves(tables: int, rounds: int, skip_after: int | None, last_round: LastRound) -> Rounds:
    """Move the teams: Red to the next higher table after every round, Blue to the next lower one.

    Red i and Blue i begin at table i; beyond the last table comes the first (Tournament
    Guidelines, 1991, Duplicate Air Combat).

    Parameters
    ----------
    tables, rounds
        The numbers of tables and of rounds, each at least 1.
    skip_after
        The round after which Red moves two tables, or None.
    last_round
        With "revenge", Red jumps in round N of N tables to the table that it skipped.
    """
    # how many tables Red has moved up before each round
    climbed = [number + (skip_after is not None and number >= skip_after) for number in range(rounds)]
    if last_round == "revenge" and rounds >= tables:
        before = {steps % tables for steps in climbed[: tables - 1]}
        climbed[tables - 1] = min(set(range(tables)) - before)
    return tuple(
        tuple(((table - steps) % tables, (table + number) % tables) for table in range(tables))
        for number, steps in enumerate(climbed)
    )


class Rematch(Struct, frozen=True):
    """A Red and a Blue who meet more than once, and in which rounds."""

    red: int
    blue: int
    rounds: tuple[int, ...]


class TableReplayed(Struct, frozen=True):
    """A team that plays a table more than once, and in which rounds."""

    team: int
    table: int
    rounds: tuple[int, ...]


class TeamInRound(Struct, frozen=True):
    """A team in one round."""

    team: int
    round: int


class SideProof(Struct, frozen=True):
    """The properties of a movement for the teams of one side."""

    teams: tuple[int, ...]
    """All teams with any seat."""
    replays: tuple[TableReplayed, ...]
    """Tables that a team plays more than once."""
    unplayed: Mapping[int, tuple[int, ...]]
    """The tables that a team never plays, for every team that misses any."""
    crowded: tuple[TeamInRound, ...]
    """The rounds in which a team has more than one seat."""
    missing: tuple[TeamInRound, ...]
    """The rounds in which a team that plays in others has no seat."""

    @property
    def seated(self) -> bool:
        """Whether every team has one seat in every round."""
        return not self.crowded and not self.missing


class Proof(Struct, frozen=True):
    """The properties of a movement, found from all pairings."""

    rematches: tuple[Rematch, ...]
    """Pairs that meet more than once."""
    unmet: Mapping[int, tuple[int, ...]]
    """The Blues that a Red never meets, for every Red that misses any."""
    reds: SideProof
    """The tables and seats of the Reds."""
    blues: SideProof
    """The tables and seats of the Blues."""

    @property
    def clean(self) -> bool:
        """Whether nobody meets anybody twice and nobody plays a table twice."""
        return not (self.rematches or self.reds.replays or self.blues.replays)

    @property
    def everybody_met(self) -> bool:
        """Whether every Red meets every Blue."""
        return not self.unmet

    @property
    def all_tables_played(self) -> bool:
        """Whether every team plays every table."""
        return not (self.reds.unplayed or self.blues.unplayed)

    @property
    def everybody_seated(self) -> bool:
        """Whether every team has one seat in every round."""
        return self.reds.seated and self.blues.seated


class _Seat(NamedTuple):
    """A place at a table in a round; played unless the other side is absent."""

    team: int
    table: int
    round: int
    played: bool


def prove(movement: Movement) -> Proof:
    """Find the properties of a movement from its pairings alone, however they were made.

    Parameters
    ----------
    movement
        As planned, or as a director left it. Whoever sits in any round counts as a team; opposite an empty
        place it sits out, and has neither met anybody nor played the table.
    """
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    reds: list[_Seat] = []
    blues: list[_Seat] = []
    for number, table, red, blue in pairings(movement):
        played = red is not None and blue is not None
        if red is not None:
            reds.append(_Seat(red, table, number, played))
        if blue is not None:
            blues.append(_Seat(blue, table, number, played))
        if red is not None and blue is not None:
            met[red, blue].append(number)
    return Proof(
        tuple(Rematch(red, blue, numbers) for (red, blue), numbers in _more_than_once(met)),
        _never({seat.team for seat in reds}, {seat.team for seat in blues}, met),
        _side_proof(movement, reds),
        _side_proof(movement, blues),
    )


def pairings(movement: Movement) -> Iterator[tuple[int, int, int | None, int | None]]:
    """Yield round (from 1), table, Red and Blue of every pairing, in the order of rounds and tables."""
    for number, at_tables in enumerate(movement.rounds, start=1):
        for table, (red, blue) in enumerate(at_tables):
            yield number, table, red, blue


def _side_proof(movement: Movement, seats: Sequence[_Seat]) -> SideProof:
    """Find the properties of a movement for the teams of one side, from all their seats."""
    teams = {seat.team for seat in seats}
    played: dict[tuple[int, int], list[int]] = defaultdict(list)
    for seat in seats:
        if seat.played:
            played[seat.team, seat.table].append(seat.round)
    held = Counter((seat.team, seat.round) for seat in seats)
    wanted = [(team, number) for number in range(1, len(movement.rounds) + 1) for team in sorted(teams)]
    return SideProof(
        tuple(sorted(teams)),
        tuple(TableReplayed(team, table, numbers) for (team, table), numbers in _more_than_once(played)),
        _never(teams, range(movement.tables), played),
        tuple(TeamInRound(*place) for place in wanted if held[place] > 1),
        tuple(TeamInRound(*place) for place in wanted if not held[place]),
    )


def _more_than_once(
    rounds: Mapping[tuple[int, int], Sequence[int]],
) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    for what, numbers in sorted(rounds.items()):
        if len(numbers) > 1:
            yield what, tuple(numbers)


def _never(
    teams: Iterable[int], others: Iterable[int], done: Mapping[tuple[int, int], object]
) -> dict[int, tuple[int, ...]]:
    """Return which ``others`` (opponents or tables) each team never has; a team that has all is left out."""
    wanted = sorted(others)
    left = {team: tuple(other for other in wanted if (team, other) not in done) for team in sorted(teams)}
    return {team: others for team, others in left.items() if others}
