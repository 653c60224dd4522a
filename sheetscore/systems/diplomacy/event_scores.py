"""How the scores of rounds or games make the score of an event.

Source: the settings ``event_scoring``, ``counted`` and ``weights`` of :mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from sheetscore.event.identity import folded
from sheetscore.pairing.open_games import OpenGame
from sheetscore.systems.diplomacy.game_points import Points, points_of
from sheetscore.systems.diplomacy.games import Game, games_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings
from sheetscore.systems.diplomacy.round_scores import Number, PlayerRecord, Unit, game_units, player_records, units_of
from sheetscore.systems.outcomes import ResultRow


@dataclass(frozen=True)
class Contender:
    """A player who is ranked: what counts, and what it comes to.

    Parameters
    ----------
    waits
        How many of the rounds held do not count for the player as yet: there is a board, without a result.
    """

    record: PlayerRecord
    units: tuple[Unit, ...]
    score: Fraction
    waits: int = 0


@dataclass(frozen=True)
class ScoredEvent:
    """An event after some rounds.

    Parameters
    ----------
    contenders
        Everybody who is ranked, by id.
    standbys
        The records of those who only filled up boards, by id.
    games
        All games, by round, table and power.
    points
        What a game is worth, where that follows from all games; None where the scores of boards count.
    held
        In how many rounds there was a game.
    """

    contenders: Mapping[str, Contender]
    standbys: Mapping[str, PlayerRecord]
    games: tuple[Game, ...]
    points: Points | None
    held: int


def score_event(
    event: DiplomacyEvent, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
) -> ScoredEvent:
    """Work out the event's scores; a row of somebody who is no longer on the roster counts all the same.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number.
    open_games
        The boards without a result; where scores are divided by the rounds held, none counts as a 0.
    """
    settings, games = event.settings, games_of(rounds)
    points, held = points_of(settings.event_scoring, games), {game.round for game in games}
    fillers = {folded(player.id) for player in event.players if player.standby}
    contenders, standbys = {}, {}
    for id_, record in player_records(rounds).items():
        if folded(id_) in fillers:
            standbys[id_] = record
        else:
            units = game_units(record, points) if points else units_of(record, settings.round_scoring)
            waiting = {game.round for game in open_games if id_ in game.players} - {game.round for game in record.games}
            waits = len(waiting & held)
            score = event_score(settings, [unit.score for unit in units], len(held) - waits)
            contenders[id_] = Contender(record, units, score, waits)
    return ScoredEvent(contenders, standbys, tuple(games), points, len(held))


def event_score(settings: DiplomacySettings, scores: Sequence[Number], held: int) -> Fraction:
    """Give the score of an event.

    Parameters
    ----------
    scores
        Of a player's rounds or games, in any order.
    held
        In how many rounds there was a game.

    Returns
    -------
    By ``event_scoring``. ``sum``: of the best ``counted`` scores. ``weights``: the best times the first weight, the
    second best times the second; what is beyond the weights counts nothing. ``average``: the mean. ``per_round``
    and ``mystery``: the sum divided by the rounds held. ``hurst``: the sum. Without a score, 0.
    """
    best_first = sorted(map(Fraction, scores), reverse=True)
    return _SCORES[settings.event_scoring](best_first, settings, held) if best_first else Fraction(0)


def weights_of(settings: DiplomacySettings, scores: int) -> tuple[Fraction, ...]:
    """Give what each of so many scores is multiplied by, the best first; what is beyond these counts nothing."""
    if settings.event_scoring == "weights":
        return tuple(map(Fraction, settings.weights[:scores]))
    counts_all = settings.event_scoring != "sum" or settings.counted is None
    return (Fraction(1),) * (scores if counts_all else min(scores, settings.counted or 0))


def _weighted(best_first: Sequence[Fraction], settings: DiplomacySettings, _held: int) -> Fraction:
    weights = weights_of(settings, len(best_first))
    return sum(map(mul, weights, best_first), Fraction(0))


def _average(scores: Sequence[Fraction], _settings: DiplomacySettings, _held: int) -> Fraction:
    return sum(scores, Fraction(0)) / len(scores)


def _per_round(scores: Sequence[Fraction], _settings: DiplomacySettings, held: int) -> Fraction:
    return sum(scores, Fraction(0)) / max(held, 1)


_SCORES: Mapping[str, Callable[[Sequence[Fraction], DiplomacySettings, int], Fraction]] = {
    "sum": _weighted,
    "weights": _weighted,
    "average": _average,
    "per_round": _per_round,
    "hurst": _weighted,
    "mystery": _per_round,
}
