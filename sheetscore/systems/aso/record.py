"""The rounds of an event as pairing and ranking take them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.pairing.swiss_record import Outcome, SwissGame, SwissRecord
from sheetscore.systems.protocol import ResultRow

_OUTCOMES: Mapping[str, Outcome] = {"win": "one", "loss": "other", "draw": "draw", "bye": "bye"}
"""How a game ended, by the result of the player whose row it is."""


def record_of(rounds: Mapping[int, Sequence[ResultRow]]) -> SwissRecord:
    """Put scored rounds together.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number. Who has a row was there; a row without a result is that of
        a game which is not in yet, and everybody else has missed the round.
    """
    return SwissRecord(
        tuple(game for number in sorted(rounds) for game in _games(number, rounds[number])),
        {number: frozenset(str(row["player"]) for row in rows) for number, rows in rounds.items()},
    )


def _games(number: int, rows: Sequence[ResultRow]) -> Iterator[SwissGame]:
    """Give the games and byes of a round; a game has two rows, and comes once."""
    seen: set[str] = set()
    for row in rows:
        player, opponent = str(row["player"]), row["opponent"]
        if row["result"] is None or player in seen:
            continue
        other = None if opponent is None else str(opponent)
        seen |= {player, other or player}
        outcome = _OUTCOMES[str(row["result"])]
        yield SwissGame(number, player, other, outcome, int(row["table"] or 0), str(row["scenario"] or ""))
