"""The rows of results: one for each player and match, by the keys that scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.systems.match.games import SEATS, Seat, signed
from sheetscore.systems.match.matches import MatchOutcome
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.match.tally import Result
from sheetscore.systems.outcomes import ResultRow

_OF_A_MATCH = (
    "opponent",
    "opponent_name",
    "table",
    "match",
    "scenario",
    "game_system",
    "level",
    "ahead",
    "total",
    "handicap",
    "net",
)


def match_rows(
    names: Mapping[str, str],
    players: Sequence[str],
    table: int,
    match: int,
    scenario: MatchScenario,
    outcome: MatchOutcome,
) -> tuple[ResultRow, ResultRow]:
    """Return the rows of the two players of a match, that of seat 1 first.

    Parameters
    ----------
    players
        Their ids, that of seat 1 first.
    match
        Its number among those of the two in the round, from 1.
    """
    by_seat = dict(zip(SEATS, players, strict=True))
    one, other = (_row(names, by_seat, seat, outcome) for seat in SEATS)
    shared: ResultRow = {
        "table": table,
        "match": match,
        "scenario": scenario.id,
        "game_system": scenario.game_system,
        "level": outcome.level,
        "decided_by": outcome.decided_by,
        "ahead": None if outcome.ahead is None else by_seat[outcome.ahead],
    }
    return {**one, **shared}, {**other, **shared}


def _row(names: Mapping[str, str], players: Mapping[Seat, str], seat: Seat, outcome: MatchOutcome) -> ResultRow:
    player = players[seat]
    opponent = next(one for other, one in players.items() if other != seat)
    sign = signed(seat)
    return {
        "player": player,
        "name": names.get(player, player),
        "opponent": opponent,
        "opponent_name": names.get(opponent, opponent),
        "result": result_of(seat, outcome.winner),
        "total": sign * outcome.total,
        "handicap": max(sign * outcome.handicap, Fraction(0)),
        "net": sign * outcome.net,
    }


def result_of(seat: Seat, winner: Seat | None) -> Result:
    """Say what a match, or a series, was to a player."""
    return "draw" if winner is None else "win" if winner == seat else "loss"


def bye_row(names: Mapping[str, str], player: str) -> ResultRow:
    """Return the row of a bye that counts: a won match without a level."""
    won: ResultRow = {"player": player, "name": names.get(player, player), "result": "win", "decided_by": "none"}
    return {**won, **dict.fromkeys(_OF_A_MATCH)}
