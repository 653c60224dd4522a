"""A player's score in the event from those of rounds or games, a team's from those of members; ranks, ties broken.

Source: the settings ``event_scoring``, ``counted``, ``weights``, ``team_members`` and ``tie_breaks`` of
:mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Amount
from sheetscore.expressions.figure_calls import highest, total, when
from sheetscore.expressions.figure_ranges import Numbers, Several
from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.ranking import ranks
from sheetscore.scoring.tie_breaks import SCORE, DecidedChain, Figures, Places, Step, decide
from sheetscore.scoring.tie_steps import TieRecord, steps_called
from sheetscore.systems.diplomacy.boards import PowerGame, games_of
from sheetscore.systems.diplomacy.game_values import (
    CountedScore,
    Number,
    PlayerRecord,
    Points,
    counted_games,
    counted_scores,
    player_records,
    points_of,
)
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings, TieBreak
from sheetscore.systems.outcomes import ResultRow

HEAD_TO_HEAD: TieBreak = "head_to_head"
LOT: TieBreak = "lot"

STEPS: Mapping[str, Step] = {
    step.id: step
    for step in (
        Step("solos", "most solos"),
        Step("best_game", "the best game", blank="last"),
        Step("second_best_game", "the second best game", blank="last"),
        Step("centres", "most centres"),
        Step(HEAD_TO_HEAD, "the scores on boards that the tied players shared", blank="last"),
        *steps_called(("rounds", "lot")),
    )
}
"""The tie-breaks."""


class Contender(Struct, frozen=True):
    """A ranked player."""

    record: PlayerRecord
    scores: tuple[CountedScore, ...]
    """The scores that count."""
    score: Fraction
    """The score of the event that follows from them."""
    waits: int = 0
    """The number of rounds held that do not count for the player yet, because the player's board has no result."""


class ScoredEvent(Struct, frozen=True):
    """An event after some rounds."""

    contenders: Mapping[str, Contender]
    """The ranked players, by id."""
    standbys: Mapping[str, PlayerRecord]
    """The records of standbys, who only filled up boards and are not ranked, by id."""
    games: tuple[PowerGame, ...]
    """All games, by round, table and power."""
    points: Points | None
    """The values of games if they depend on all games; None if the scores of boards count."""
    held: int
    """The number of rounds with a game."""

    def worth(self, game: PowerGame) -> Number:
        """Return what a game is worth in the event."""
        return self.points(game) if self.points else game.score


def score_event(
    event: DiplomacyEvent, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
) -> ScoredEvent:
    """Work out the event's scores; rows of players no longer on the roster count, too.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number.
    open_games
        The boards without a result: they do not count as 0 if scores are divided by the rounds held.
    """
    settings, games = event.settings, games_of(rounds)
    points, held = points_of(settings.event_scoring, games), {game.round for game in games}
    fillers = {folded(player.id) for player in event.players if player.standby}
    contenders, standbys = {}, {}
    for id_, record in player_records(rounds).items():
        if folded(id_) in fillers:
            standbys[id_] = record
        else:
            scores = counted_games(record, points) if points else counted_scores(record, settings.round_scoring)
            waiting = {game.round for game in open_games if id_ in game.players} - {game.round for game in record.games}
            waits = len(waiting & held)
            score = event_score(settings, Numbers([counted.score for counted in scores]), Fraction(len(held) - waits))
            contenders[id_] = Contender(record, scores, score, waits)
    return ScoredEvent(contenders, standbys, tuple(games), points, len(held))


def event_score(settings: DiplomacySettings, scores: Several[Amount], held: Amount) -> Amount:
    """Return a player's score in the event.

    Parameters
    ----------
    scores
        The scores of a player's rounds or games, in any order; blank where there is none.
    held
        The number of rounds with a game, less those in which the board of this player has no result yet.

    Returns
    -------
    By ``event_scoring``. ``sum``: of the best ``counted`` scores. ``weights``: the best times the first weight, the
    second best times the second; what is beyond the weights counts nothing. ``average``: the mean. ``per_round``
    and ``mystery``: the sum divided by the rounds held. ``hurst``: the sum. Without a score, 0.
    """
    if settings.event_scoring in {"per_round", "mystery"}:
        return scores.sum / highest(held, 1)
    if settings.event_scoring == "average":
        return when(scores.count == 0, 0, scores.mean)
    return weighted_sum(scores, weights_of(settings, len(scores.values)))


def weighted_sum(scores: Several[Amount], weights: Sequence[Fraction]) -> Amount:
    """Add up the best score times the first weight, the second best times the second ..."""
    if all(weight == 1 for weight in weights) and len(weights) >= len(scores.values):
        return scores.sum
    best = (when(scores.count < number, 0, scores.nth(number)) for number in range(1, len(weights) + 1))
    weighted = [one if weight == 1 else weight * one for weight, one in zip(weights, best, strict=True)]
    return total(*weighted) if weighted else 0 * scores.sum  # a plain 0 would be no formula


def weights_of(settings: DiplomacySettings, scores: int) -> tuple[Fraction, ...]:
    """Return the weights of a number of scores, the best first; there may be fewer weights than scores."""
    if settings.event_scoring == "weights":
        return tuple(map(Fraction, settings.weights[:scores]))
    counts_all = settings.event_scoring != "sum" or settings.counted is None
    return (Fraction(1),) * (scores if counts_all else min(scores, settings.counted or 0))


class TeamScore(Struct, frozen=True):
    """A team with its score and its rank."""

    rank: int
    """From 1; equal scores share a rank."""
    id: str
    name: str
    score: Fraction
    members: tuple[ResultRow, ...]
    """The rows of its members in the standings, the best score first."""


def team_scores(event: DiplomacyEvent, rows: Sequence[ResultRow]) -> tuple[TeamScore, ...]:
    """Rank the teams that have a member in the standings, the best first.

    Parameters
    ----------
    rows
        The rows of the standings; standbys are not among them.
    """
    counted = event.settings.team_members
    found = []
    for team in event.teams:
        ours = [row for row in rows if row["team"] == team.id]
        members = tuple(
            sorted(ours, key=lambda row: (-Fraction(row["score"] or 0), row["rank"], row["name"], row["id"]))
        )
        score = weighted_sum(Numbers([row["score"] for row in members]), (Fraction(1),) * counted)
        if members:
            found.append(TeamScore(0, team.id, team.name, score, members))  # its rank follows below
    found.sort(key=lambda team: (-team.score, team.name, team.id))
    places = ranks([team.score for team in found], Fraction(0))
    return tuple(
        TeamScore(rank, team.id, team.name, team.score, team.members) for rank, team in zip(places, found, strict=True)
    )


def rank_players(scored: ScoredEvent, chain: Sequence[TieBreak], seed: int = 0) -> DecidedChain:
    """Rank players by the score and then by tie-breaks.

    Parameters
    ----------
    chain
        The tie-breaks in order; one that is named twice counts at its first place.
        ``head_to_head`` adds up, over the boards that a player shared with others on the same place so far,
        by how much he or she scored more than they.
    seed
        The seed of the lots.
    """
    by_lot = TieRecord({id_: one.score for id_, one in scored.contenders.items()}, (), seed)

    def figures(step: Step, places: Places) -> Figures:
        if step is SCORE:
            return {id_: one.score for id_, one in scored.contenders.items()}
        if step.id == HEAD_TO_HEAD:
            return head_to_head(scored, places)
        if step.id == LOT:
            return by_lot.figures(step, places)
        return {id_: one.record.figure(step.id) for id_, one in scored.contenders.items()}

    return decide(dict.fromkeys(scored.contenders, 1), (SCORE, *(STEPS[id_] for id_ in chain)), figures)


def head_to_head(scored: ScoredEvent, places: Places) -> dict[str, Number]:
    """Return by how much each player outscored those on the same place, on boards that they shared."""
    margins = game_margins(scored.games, places)
    totals: dict[str, Number] = dict.fromkeys(scored.contenders, 0)
    for (player, _, _), margin in margins.items():
        totals[player] += margin
    return totals


def game_margins(games: Sequence[PowerGame], places: Places) -> dict[tuple[str, int, int], Number]:
    """Return for each game its leads, added up, over those games on its board whose players are on the same place.

    The keys are player, round and table. A lead is negative for a lower score. Games of players without a place are
    left out.
    """
    boards: dict[tuple[int, int, int], list[PowerGame]] = {}
    for game in games:
        if game.player in places:
            boards.setdefault((game.round, game.table, places[game.player]), []).append(game)
    margins: dict[tuple[str, int, int], Number] = {}
    for (number, table, _), tied in boards.items():
        total = sum(game.score for game in tied)
        for game in tied:
            margins[game.player, number, table] = len(tied) * game.score - total
    return margins
