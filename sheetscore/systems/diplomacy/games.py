"""A player's game on a board, as results keep it from round to round; and a round that somebody sat out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Literal

from sheetscore.systems.outcomes import Exact, ResultRow

SAT_OUT = "sat-out"
"""The outcome of a round for somebody who was there and did not play."""

Fate = Literal["solo", "draw", "survived", "lost", "eliminated"]
"""How a game ended for a power: it won, shares the draw, survived outside the draw, survived a solo, is gone."""


@dataclass(frozen=True)
class Game:
    """A power on a board that was played.

    Parameters
    ----------
    player, name
        The id and the name of who played it.
    round, table
        Counted from 1.
    centres
        At the end.
    outcome
        Of the board: one of :class:`sheetscore.scoring.boards.board.Outcome`.
    computed
        What the scoring system gives.
    score
        What counts: that, or what the director ruled.
    eliminated, final_year
        Years; None where nobody gave them, and ``eliminated`` for those who survived.
    named
        1 if the power was named as a member of the draw, or as the one conceded to.
    history
        Its rank by what the powers owned before, from 1; None where a missing year decides it. See
        :meth:`sheetscore.scoring.boards.board.Board.history`.
    """

    player: str
    name: str
    round: int
    table: int
    power: str
    centres: int
    outcome: str
    fate: Fate
    computed: int | Fraction
    score: int | Fraction
    eliminated: int | None
    final_year: int | None
    named: int
    history: int | None

    def row(self) -> ResultRow:
        """Give the game as results keep it."""
        return {key: getattr(self, key) for key in _KEYS}


_KEYS = tuple(part.name for part in fields(Game) if part.name != "round")
"""Of a row of results."""


def sat_out_row(player: str, name: str, score: int | Fraction | None) -> ResultRow:
    """Give the row of somebody who sat out; ``score`` is what that is worth, None where the round does not count."""
    blank: dict[str, Exact] = dict.fromkeys(_KEYS)
    return blank | {"player": player, "name": name, "outcome": SAT_OUT, "score": score}


def games_of(rounds: Mapping[int, Sequence[ResultRow]]) -> list[Game]:
    """Give the games of scored rounds, by round, table and power."""
    return [_game(number, row) for number in sorted(rounds) for row in rounds[number] if row["outcome"] != SAT_OUT]


def sat_out(rounds: Mapping[int, Sequence[ResultRow]]) -> Iterator[tuple[int, ResultRow]]:
    """Give the round and the row of everybody who sat out."""
    for number in sorted(rounds):
        for row in rounds[number]:
            if row["outcome"] == SAT_OUT:
                yield number, row


def _game(number: int, row: ResultRow) -> Game:
    return Game(round=number, **{key: value for key, value in row.items() if key in _KEYS})  # type: ignore[arg-type]


def by_player(games: Iterable[Game]) -> dict[str, list[Game]]:
    """Give everybody's games, by the ids of the players, in order."""
    found: dict[str, list[Game]] = {}
    for game in games:
        found.setdefault(game.player, []).append(game)
    return found
