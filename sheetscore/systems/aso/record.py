"""The rounds of an event as pairing and ranking take them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.pairing.draw import Draw
from sheetscore.pairing.open_games import OpenGame, open_tables
from sheetscore.pairing.swiss.record import Outcome, SwissGame, SwissRecord
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import EarlierRound, ResultRow

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


def record_before(number: int, earlier: Sequence[EarlierRound]) -> SwissRecord:
    """Put the rounds before one together: scored, or drawn where they have no results.

    Parameters
    ----------
    number
        The round, from 1.
    earlier
        Of any rounds, in any order.
    """
    before = [one for one in earlier if one.number < number]
    scored = record_of({one.number: one.rows for one in before if one.rows})
    drawn = (game for one in before if one.drawn and not one.rows for game in _drawn(one.drawn))
    return SwissRecord((*scored.games, *drawn), scored.active)


def _games(number: int, rows: Sequence[ResultRow]) -> Iterator[SwissGame]:
    """Give the games and byes of a round; a game has two rows, and comes once."""
    seen: set[str] = set()
    for row in rows:
        player, opponent = str(row["player"]), row["opponent"]
        if player in seen:
            continue
        other = None if opponent is None else str(opponent)
        seen |= {player, other or player}
        outcome = _OUTCOMES[str(row["result"])] if row["result"] is not None else "open"
        yield SwissGame(number, player, other, outcome, int(row["table"] or 0), str(row["scenario"] or ""))


def _drawn(draw: Draw) -> Iterator[SwissGame]:
    """Give the games and byes of a round as they were drawn; a draw may have been edited to anything."""
    seen: set[str] = set()
    for table in draw.tables:
        if len(table.seated) == len(SEATS):
            one, other = table.seated.values()
            if one != other and not seen & {one, other}:
                seen |= {one, other}
                yield SwissGame(draw.round, one, other, "open", table.number, table.scenario)
    for player in dict.fromkeys(draw.byes):
        if player not in seen:
            yield SwissGame(draw.round, player, None, "open", 0, "")


def open_in(rounds: Mapping[int, Sequence[ResultRow]]) -> tuple[OpenGame, ...]:
    """Give the games of scored rounds that have no result yet, whose rows come by their numbers."""
    games = record_of(rounds).games
    return tuple(OpenGame(game.round, game.table, game.players) for game in games if not game.scored)


def open_games(round_: RoundAtHand[AsoEvent]) -> tuple[OpenGame, ...]:
    """Give the games of a drawn round without results, with those who are on the list of results for them."""
    if round_.missing is None:
        return tuple(open_tables(round_.draw, None))
    return open_in({round_.stage: round_.rows})
