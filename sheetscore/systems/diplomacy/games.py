"""The games of players on boards, as results keep them from round to round, and as seeding takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Literal

from sheetscore.pairing.boards.record import BoardGame, BoardRecord
from sheetscore.pairing.draw import Draw
from sheetscore.systems.outcomes import EarlierRound, Exact, ResultRow

SAT_OUT = "sat-out"
"""The outcome of a round for somebody who was there and did not play."""

Fate = Literal["solo", "draw", "survived", "lost", "eliminated"]
"""How a game ended for a power: it won, shares the draw, survived outside the draw, survived a solo, is gone."""

_Place = tuple[int, str, str]
"""Board, power and player."""


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
        """Return the game as results keep it."""
        return {key: getattr(self, key) for key in _KEYS}


_KEYS = tuple(part.name for part in fields(Game) if part.name != "round")
"""Of a row of results."""


def sat_out_row(player: str, name: str, score: int | Fraction | None) -> ResultRow:
    """Return the row of somebody who sat out; ``score`` is what that is worth, None where the round does not count."""
    blank: dict[str, Exact] = dict.fromkeys(_KEYS)
    return blank | {"player": player, "name": name, "outcome": SAT_OUT, "score": score}


def games_of(rounds: Mapping[int, Sequence[ResultRow]]) -> list[Game]:
    """Return the games of scored rounds, by round, table and power."""
    return [_game(number, row) for number in sorted(rounds) for row in rounds[number] if row["outcome"] != SAT_OUT]


def sat_out(rounds: Mapping[int, Sequence[ResultRow]]) -> Iterator[tuple[int, ResultRow]]:
    """Yield the round and the row of everybody who sat out."""
    for number in sorted(rounds):
        for row in rounds[number]:
            if row["outcome"] == SAT_OUT:
                yield number, row


def _game(number: int, row: ResultRow) -> Game:
    return Game(round=number, **{key: value for key, value in row.items() if key in _KEYS})  # type: ignore[arg-type]


def by_player(games: Iterable[Game]) -> dict[str, list[Game]]:
    """Return everybody's games, by the ids of the players, in order."""
    found: dict[str, list[Game]] = {}
    for game in games:
        found.setdefault(game.player, []).append(game)
    return found


def record_of(earlier: Sequence[EarlierRound]) -> BoardRecord:
    """Put earlier rounds together: boards as they were played, and as they were drawn where results are missing.

    Parameters
    ----------
    earlier
        Rounds with results, of all their boards or of some, or with nothing but the draw; in any order.
    """
    return BoardRecord(
        tuple(game for one in earlier for game in _games(one)),
        tuple((one.number, player) for one in earlier for player in _sat_out(one)),
    )


def _games(earlier: EarlierRound) -> Iterator[BoardGame]:
    places = _played(earlier)
    scored = {board for board, _, _ in places}
    places += [place for place in _drawn(earlier.drawn) if place[0] not in scored]
    boards: dict[int, dict[str, str]] = {}
    for board, power, player in places:
        powers = boards.setdefault(board, {})
        if player not in powers.values():  # a draw may have been edited to anything
            powers[power] = player
    for board, powers in boards.items():
        yield BoardGame(earlier.number, board, powers)


def _played(earlier: EarlierRound) -> list[_Place]:
    return [(game.table, game.power, game.player) for game in games_of({earlier.number: earlier.rows})]


def _drawn(drawn: Draw | None) -> list[_Place]:
    return list(drawn.places()) if drawn is not None else []


def _sat_out(earlier: EarlierRound) -> Iterator[str]:
    """Yield who sat out: those of the results, and those of the draw who are not in the results at all."""
    rows = {str(row["player"]) for row in earlier.rows}
    yield from (str(row["player"]) for _, row in sat_out({earlier.number: earlier.rows}))
    if earlier.drawn is not None:
        yield from (player for player in earlier.drawn.byes if player not in rows)
