"""The games so far on boards of seven: powers, meetings, players who sat out or played twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations

from msgspec import Struct

from sheetscore.pairing.draw import Two

SEATS = 7
"""The players of a board: one for each power."""

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
"""The powers in alphabetical order, as in every list of powers."""


class Seeded(Struct, frozen=True):
    """A player who may be put on a board; a player without a team is nobody's team mate."""

    id: str
    name: str
    team: str = ""


class BoardGame(Struct, frozen=True):
    """A game of an earlier round.

    Raises
    ------
    ValueError
        A number is below 1, or a player has two powers.
    """

    round: int
    board: int
    """Counted from 1."""
    powers: Mapping[str, str]
    """The player of each power, by id."""

    def __post_init__(self) -> None:
        if self.round < 1 or self.board < 1:
            raise ValueError(f"rounds and boards are counted from 1, not {self.round} and {self.board}")
        for player, times in Counter(self.powers.values()).items():
            if times > 1:
                raise ValueError(f"round {self.round}, board {self.board}: {player} has {times} powers")


class BoardRecord(Struct, frozen=True, dict=True):
    """The rounds that have been seeded or played."""

    games: tuple[BoardGame, ...] = ()
    """The games of these rounds, in any order."""
    sit_outs: tuple[tuple[int, str], ...] = ()
    """The round and the id of everybody who was present and did not play."""

    def before(self, number: int) -> BoardRecord:
        """Return the record of the rounds before round ``number``, put in order."""
        return BoardRecord(
            tuple(sorted((g for g in self.games if g.round < number), key=lambda game: (game.round, game.board))),
            tuple(sorted(sit_out for sit_out in self.sit_outs if sit_out[0] < number)),
        )

    @cached_property
    def rounds(self) -> dict[int, list[frozenset[str]]]:
        """The players of each board, by round."""
        found: dict[int, list[frozenset[str]]] = defaultdict(list)
        for game in self.games:
            found[game.round].append(frozenset(game.powers.values()))
        return dict(found)

    @cached_property
    def meetings(self) -> dict[Two, list[int]]:
        """The rounds in which two players met; a round twice if they met on two boards."""
        met: dict[Two, list[int]] = defaultdict(list)
        for game in self.games:
            for pair in pairs_on(game.powers):
                met[pair].append(game.round)
        return dict(met)

    @cached_property
    def played(self) -> dict[tuple[str, str], list[int]]:
        """The rounds in which a player had a power, by player and power."""
        rounds: dict[tuple[str, str], list[int]] = defaultdict(list)
        for game in self.games:
            for power, player in game.powers.items():
                rounds[player, power].append(game.round)
        return dict(rounds)

    @cached_property
    def powers_of(self) -> dict[str, frozenset[str]]:
        """The powers that each player has had."""
        powers: dict[str, set[str]] = defaultdict(set)
        for player, power in self.played:
            powers[player].add(power)
        return {player: frozenset(had) for player, had in powers.items()}

    @cached_property
    def times_played(self) -> Counter[str]:
        """The number of games of each player."""
        return Counter(player for game in self.games for player in game.powers.values())

    @cached_property
    def times_sat_out(self) -> Counter[str]:
        """The number of rounds in which each player sat out."""
        return Counter(player for _, player in set(self.sit_outs))

    @cached_property
    def times_doubled(self) -> Counter[str]:
        """The number of rounds in which each player had more than one game."""
        games = Counter((game.round, player) for game in self.games for player in game.powers.values())
        return Counter(player for (_, player), times in games.items() if times > 1)


class BoardDraw(Struct, frozen=True):
    """One round on boards of seven."""

    round: int
    boards: tuple[Mapping[str, str], ...]
    """For each board, from the first, who plays each power, by id."""
    standbys: tuple[str, ...]
    """The ids of those who fill up a board; they are no players of the event."""
    sit_outs: tuple[str, ...]
    """The ids of those who do not play; nobody if somebody plays on two boards."""
    doubles: tuple[str, ...]
    """The ids of those who play on two boards."""
    report: tuple[str, ...]
    """Sentences for the director."""

    @property
    def record(self) -> BoardRecord:
        """The record of the round if everybody plays as drawn."""
        return BoardRecord(
            tuple(BoardGame(self.round, number, powers) for number, powers in enumerate(self.boards, start=1)),
            tuple((self.round, player) for player in self.sit_outs),
        )


def pairs_on(powers: Mapping[str, str]) -> Iterator[Two]:
    """Yield every two who play on a board."""
    yield from combinations(sorted(powers.values()), 2)
