"""The ranking and the winners of an accelerated Swiss event.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import all_of, any_of, opposite, when
from sheetscore.pairing.draw import OpenGame
from sheetscore.pairing.swiss.record import SwissGame, SwissHistory, SwissPlayer, SwissRecord, SwissSettings
from sheetscore.scoring.tie_breaks import SCORE, DecidedChain, Figures, Number, Places, Step, decide
from sheetscore.scoring.tie_steps import HALF, TIE_BREAKS, Outing, TieRecord, steps_called

POINTS = Step(SCORE.id, "points", exact=True)

USUAL = ("first_loss", "first_draw", "opponents_rating")
"""The ids of the tie-breaks of the source."""


class SwissWinners(Struct, frozen=True):
    """The undefeated winners, and the round after which they were certain.

    Attributes
    ----------
    players
        The ids of the winners in alphabetical order: one player, or several who win together. Empty if nobody has won
        undefeated: points and tie-breaks then decide the ranks.
    round
        The round that found the winners; None if there are none.
    """

    players: tuple[str, ...]
    round: int | None


class SwissRank(Struct, frozen=True):
    """A player's line in the ranking.

    Attributes
    ----------
    rank
        From 1; the ranks after a shared one are skipped (1, 2, 2, 4).
    winner
        Whether the player has won as the last undefeated one, alone or with others; after a play-off of two only its
        winner.
    opponents_rating
        The mean rating of the opponents at the start of the event, each counted once for every game; None without a
        game, which ranks below any mean.
    history
        Points, rounds of the first loss and draw, games, byes and missed rounds.
    """

    rank: int
    player: SwissPlayer
    winner: bool
    opponents_rating: Number | None
    history: SwissHistory


def decides(left: Amount, number: Amount, rounds: int) -> bool | Figure:
    """Return whether a round finds the winner or joint winners.

    Parameters
    ----------
    left
        The number of undefeated players after the round.
    number, rounds
        The number of the round, and the number of rounds of the event.
    """
    return any_of(left == 1, all_of(left > 0, number >= rounds))


def until(found: Amount, rounds: int) -> Amount:
    """Return the last round whose games matter: the one that found the winner (``found``, 0 for none), or the last."""
    return when(all_of(found > 0, found < rounds), found, rounds)


@overload
def keeps_back(matters: bool, number: Fraction, found: Fraction, rounds: int) -> bool: ...  # noqa: FBT001
@overload
def keeps_back(matters: Figure, number: Figure, found: Figure, rounds: int) -> Figure: ...
def keeps_back(matters: Any, number: Any, found: Any, rounds: int) -> bool | Figure:
    """Return whether an open game keeps the winner from being certain.

    If a round before the last leaves one undefeated player, open games of that player, or of unknown players, keep the
    winner uncertain if they are of that round or an earlier one. Otherwise all open games of the last round do, and all
    open games of undefeated or unknown players.

    Parameters
    ----------
    matters
        Whether a player of the game is undefeated by the known results (after the round that found the winner), or
        its players are unknown.
    number
        The round of the game.
    found
        The round that found the winner; 0 if several are undefeated, or nobody.
    rounds
        The number of rounds of the event.
    """
    alone: Any = all_of(found > 0, found < rounds)
    then: Any = all_of(alone, matters, number <= found)
    keeps: bool | Figure = any_of(then, all_of(opposite(alone), any_of(matters, number >= rounds)))
    return keeps


def swiss_winners(
    players: Collection[SwissPlayer],
    record: SwissRecord,
    settings: SwissSettings,
    open_games: Sequence[OpenGame] = (),
) -> SwissWinners:
    """Find the last undefeated player.

    This player has won after the first round that leaves nobody else undefeated, whatever happens later. If several
    are undefeated after the last round of the event, they win together. Nobody has won as long as open games could
    change that.

    Parameters
    ----------
    players
        All of the event, also those who have left.
    record
        The scored rounds.
    settings
        The rules in force.
    open_games
        Games of the draws that have no result yet.
    """
    for number in record.rounds:
        after_round = record.before(number + 1)
        undefeated = tuple(sorted(p.id for p in players if after_round.history(p.id, settings).undefeated))
        if decides(Fraction(len(undefeated)), Fraction(number), settings.rounds):
            waits = any(
                keeps_back(
                    not game.players or not set(undefeated).isdisjoint(game.players),
                    Fraction(game.round),
                    Fraction(number),
                    settings.rounds,
                )
                for game in open_games
            )
            return SwissWinners((), None) if waits else SwissWinners(undefeated, number)
        if not undefeated:
            break
    return SwissWinners((), None)


def won_play_off(winners: Collection[str], play_off: SwissGame | None) -> str | None:
    """Return the winner of the play-off of two joint winners; None if it was drawn, or played by others.

    Parameters
    ----------
    winners
        The ids of all who have won together.
    """
    if play_off is None or len(winners) != 2 or set(play_off.players) != set(winners):
        return None
    return next((player for player in play_off.players if play_off.won(player)), None)


class RankedSwiss(Struct, frozen=True, dict=True):
    """The players to rank, and the data that rank them.

    Raises
    ------
    ValueError
        A game has a player who is not among the players.
    """

    players: Collection[SwissPlayer]
    """All of the event, also those who have left."""
    record: SwissRecord
    """The scored rounds."""
    settings: SwissSettings
    """The rules in force."""
    open_games: Sequence[OpenGame] = ()
    """Games of the draws without a result yet: they count for nothing, and may keep the winner from being certain."""
    play_off: SwissGame | None = None
    """A game after the last round, which changes nothing but the ranks of two joint winners."""
    chain: Sequence[str] = USUAL
    """The ids of the tie-breaks after points."""
    seed: int = 0
    """The seed of the lots."""

    def __post_init__(self) -> None:
        strangers = {player for game in self.record.games for player in game.players} - {one.id for one in self.players}
        if strangers:
            raise ValueError(f"not among the players of the event: {', '.join(sorted(strangers))}")

    @cached_property
    def winners(self) -> SwissWinners:
        """The winners without regard to a play-off."""
        return swiss_winners(self.players, self.record, self.settings, self.open_games)

    @property
    def first(self) -> str | None:
        """The winner of the play-off; None unless a play-off between two joint winners was won."""
        return won_play_off(self.winners.players, self.play_off)


def rank_swiss(field: RankedSwiss) -> tuple[SwissRank, ...]:
    """Rank all players, by :func:`decide_swiss`.

    Returns
    -------
    tuple of SwissRank
        In the order of the ranks; players who share a rank are in the order of their ids.
    """
    ties, decided = decide_swiss(field)
    winners = field.winners.players if field.first is None else (field.first,)
    mean = TIE_BREAKS["opponents_rating"].of_rounds
    lines = (
        SwissRank(
            rank=decided.ranks[player.id],
            player=player,
            winner=player.id in winners,
            opponents_rating=mean(ties.by_player[player.id].column),
            history=field.record.history(player.id, field.settings),
        )
        for player in field.players
    )
    return tuple(sorted(lines, key=lambda line: (line.rank, line.player.id)))


def decide_swiss(field: RankedSwiss) -> tuple[TieRecord, DecidedChain]:
    """Return the rounds as tie-breaks count them, and the ranks by points and tie-breaks.

    The undefeated winner, or all who win together, come first. Of two joint winners a play-off may put one first and
    the other second; no tie-break decides between joint winners.
    """
    won = set(field.winners.players)
    ties = _as_counted(field)

    def figures(step: Step, places: Places) -> Figures:
        return ties.scores if step is POINTS else ties.figures(step, places)

    start = _by_winning(ties.scores, won, field.first)
    return ties, decide(start, (POINTS, *steps_called(field.chain)), figures, won)


def _as_counted(field: RankedSwiss) -> TieRecord:
    """Return the rounds of everybody as tie-breaks count them."""
    record, settings = field.record, field.settings
    histories = {player.id: record.history(player.id, settings) for player in field.players}
    worth = {1: settings.win, HALF: settings.draw, 0: settings.loss}
    outings: list[Outing] = []
    for id_, history in histories.items():
        # without byes of rounds that have no results at all, or no result of this player
        byes = {*history.byes}.difference(history.unscored).intersection(record.rounds)
        outings += (Outing(id_, at, "bye", record.scored_by(at, settings).bye_points) for at in byes)
        outings += (Outing(id_, at, "missed", record.scored_by(at, settings).missed_points) for at in history.missed)
        outings += (Outing(id_, number, "out") for number in history.unscored)
        for game in history.games:
            share = HALF if game.result == "draw" else Fraction(game.won(id_))
            outings.append(Outing(id_, game.round, "game", worth[share], game.opponent(id_), share))
    return TieRecord(
        {id_: history.points for id_, history in histories.items()},
        outings,
        field.seed,
        {player.id: player.rating for player in field.players},
        settings.missed_is_loss,
    )


def _by_winning(players: Iterable[str], won: Collection[str], first: str | None) -> Places:
    """Place the winners before all others, and the winner of the play-off before its loser."""
    places = {id_: 1 if id_ in won else 1 + len(won) for id_ in players}
    return places if first is None else {**places, **dict.fromkeys(won, 2), first: 1}
