"""The ranking of an accelerated Swiss event, and who has won it.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.pairing.open_games import OpenGame
from sheetscore.pairing.swiss_record import SwissHistory, SwissPlayer, SwissRecord, SwissSettings


@dataclass(frozen=True)
class SwissWinners:
    """Who has won, and after which round that was certain.

    Attributes
    ----------
    players
        Their ids in the order of the alphabet: one; or several, who win together; or none as yet, or none at
        all, so that points and tie-breaks decide.
    round
        The round after which it was certain; None where nobody has won undefeated.
    """

    players: tuple[str, ...]
    round: int | None


@dataclass(frozen=True)
class SwissRank:
    """A player's line in the ranking.

    Attributes
    ----------
    rank
        From 1; the ranks after a shared one are skipped (1, 2, 2, 4).
    winner
        Whether the player has won as the last undefeated one, alone or with others.
    opponents_rating
        The mean rating at the start of the event of those whom the player met, one for each game; None without
        a game, which ranks below any.
    history
        Points, rounds of the first loss and draw, games, byes and missed rounds.
    """

    rank: int
    player: SwissPlayer
    winner: bool
    opponents_rating: Fraction | None
    history: SwissHistory


def keeps_back(game: OpenGame, undefeated: Collection[str], rounds: int) -> bool:
    """Tell whether nobody can be called the winner before a game is in.

    So it is with all games of the last round, before that with those of somebody who is undefeated, and with
    those of which nobody knows who plays them.

    Parameters
    ----------
    undefeated
        The ids of those who are by the results that are in.
    rounds
        How many the event has.
    """
    return game.round >= rounds or not game.players or not set(undefeated).isdisjoint(game.players)


def swiss_winners(
    players: Collection[SwissPlayer],
    record: SwissRecord,
    settings: SwissSettings,
    open_games: Sequence[OpenGame] = (),
) -> SwissWinners:
    """Find the last undefeated player.

    He has won from the first round after which nobody else is undefeated, whatever happens later. If several
    still are after the last round of the event, they win together. Nobody has won before the games are in that
    could change it.

    Parameters
    ----------
    players
        All of the event, also those who have left.
    record
        The scored rounds.
    settings
        The rules in force.
    open_games
        What is drawn and has no result.
    """
    undefeated = [player.id for player in players if record.history(player.id, settings).undefeated]
    if any(keeps_back(game, undefeated, settings.rounds) for game in open_games):
        return SwissWinners((), None)
    for number in record.rounds:
        then = record.before(number + 1)
        left = tuple(sorted(p.id for p in players if then.history(p.id, settings).undefeated))
        if len(left) == 1 or (left and number >= settings.rounds):
            return SwissWinners(left, number)
        if not left:
            break
    return SwissWinners((), None)


def rank_swiss(
    players: Collection[SwissPlayer],
    record: SwissRecord,
    settings: SwissSettings,
    open_games: Sequence[OpenGame] = (),
) -> tuple[SwissRank, ...]:
    """Rank all players.

    The winner, or all who win together, come first. Then decide points; the round of the first loss, the later
    the better; that of the first draw likewise; and the mean rating of the opponents. Who is equal in all of
    these shares a rank.

    Parameters
    ----------
    players
        All of the event, also those who have left.
    record
        The scored rounds.
    settings
        The rules in force.
    open_games
        What is drawn and has no result: it counts for nothing, and may keep the winner back.

    Returns
    -------
    tuple of SwissRank
        From the first; who shares a rank stands in the order of the ids.

    Raises
    ------
    ValueError
        A game has a player who is not among the players.
    """
    ratings = {player.id: player.rating for player in players}
    strangers = {player for game in record.games for player in game.players} - set(ratings)
    if strangers:
        raise ValueError(f"not among the players of the event: {', '.join(sorted(strangers))}")
    won = set(swiss_winners(players, record, settings, open_games).players)
    lines = []
    for player in sorted(players, key=lambda player: player.id):
        history = record.history(player.id, settings)
        met = [ratings[opponent] for opponent in history.opponents]
        mean = Fraction(sum(met), len(met)) if met else None
        lines.append(SwissRank(0, player, player.id in won, mean, history))
    keys = {line.player.id: _key(line, settings) for line in lines}
    lines.sort(key=lambda line: keys[line.player.id], reverse=True)
    ranked: list[SwissRank] = []
    for place, line in enumerate(lines, start=1):
        shared = bool(ranked) and keys[ranked[-1].player.id] == keys[line.player.id]
        rank = ranked[-1].rank if shared else place
        ranked.append(SwissRank(rank, line.player, line.winner, line.opponents_rating, line.history))
    return tuple(ranked)


_Key = tuple[bool, int, int, int, bool, Fraction]


def _key(line: SwissRank, settings: SwissSettings) -> _Key:
    """Give the key that is the higher the better a line is; winners have no tie-break among themselves."""
    history = line.history
    if line.winner:
        return True, 0, 0, 0, True, Fraction(0)
    never = settings.rounds + 1
    return (
        False,
        history.points,
        history.first_loss or never,
        history.first_draw or never,
        line.opponents_rating is not None,
        line.opponents_rating or Fraction(0),
    )
