"""Boards put together again from the rows of results, to be scored under any other system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sheetscore.expressions import ExpressionError
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS, Board
from sheetscore.scoring.boards.scores import KnownBoard
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.games import SAT_OUT, Game, games_of
from sheetscore.systems.outcomes import ResultRow

Place = tuple[int, int, str]
"""A game by round, table and power."""


@dataclass(frozen=True)
class KeptBoard(Board):
    """A final board whose earlier years are known by nothing but the rank that they give every power."""

    ranks: Mapping[str, int | None] = field(default_factory=dict)

    def history(self) -> dict[str, int | None]:
        """Give these ranks."""
        return {power: self.ranks[power] for power in POWERS}


class KeptBoards:
    """All boards of an event.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number.
    """

    def __init__(self, rounds: Mapping[int, Sequence[ResultRow]]) -> None:
        self._rounds = rounds
        tables: dict[tuple[int, int], list[Game]] = {}
        for game in games_of(rounds):
            tables.setdefault((game.round, game.table), []).append(game)
        self.complete = all(len(games) == len(POWERS) for games in tables.values())
        """Whether a player's row says of each power what it had; of others nothing is kept."""
        self._boards = {at: KnownBoard(_board(games)) for at, games in tables.items()} if self.complete else {}

    def rescored(self, system: BoardSystem) -> dict[int, list[ResultRow]] | None:
        """Give the rows as they would be under another system, without rulings and without what sitting out scores.

        Returns
        -------
        None where the system needs a year of some board that nobody gave, or has no score for it.
        """
        scores: dict[Place, int | Fraction] = {}
        try:
            for (number, table), board in self._boards.items():
                for power, score in board.scores(system).items():
                    scores[number, table, power] = score
        except (MistakesFound, ExpressionError):
            return None
        return {number: [_with(row, number, scores) for row in rows] for number, rows in self._rounds.items()}


def _with(row: ResultRow, number: int, scores: Mapping[Place, int | Fraction]) -> ResultRow:
    if row["outcome"] == SAT_OUT:
        return {**row, "score": None}
    score = scores[number, int(row["table"] or 0), str(row["power"])]
    return {**row, "score": score, "computed": score}


def _board(games: Sequence[Game]) -> KeptBoard:
    first = games[0]
    return KeptBoard(
        {game.power: game.centres for game in games},
        first.outcome,
        tuple(game.power for game in games if game.named),
        {game.power: game.eliminated for game in games if game.eliminated is not None},
        first.final_year,
        ranks={game.power: game.history for game in games},
    )
