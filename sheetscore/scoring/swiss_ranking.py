"""The ranking of an accelerated Swiss event, and who has won it.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any, overload

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import all_of, any_of, opposite, when
from sheetscore.pairing.draw import OpenGame
from sheetscore.pairing.swiss.record import SwissGame, SwissHistory, SwissPlayer, SwissRecord, SwissSettings


class SwissWinners(Struct, frozen=True):
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


class SwissRank(Struct, frozen=True):
    """A player's line in the ranking.

    Attributes
    ----------
    rank
        From 1; the ranks after a shared one are skipped (1, 2, 2, 4).
    winner
        Whether the player has won as the last undefeated one, alone or with others; of two who have met in a
        play-off only the one who has won it.
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


def decides(left: Amount, number: Amount, rounds: int) -> bool | Figure:
    """Tell whether a round finds the winner, or those who win together, by how many are undefeated after it."""
    return any_of(left == 1, all_of(left > 0, number >= rounds))


def until(found: Amount, rounds: int) -> Amount:
    """Return the round up to which games matter: after the one that found the winner (0 for none) nothing changes."""
    return when(all_of(found > 0, found < rounds), found, rounds)


@overload
def keeps_back(matters: bool, number: Fraction, found: Fraction, rounds: int) -> bool: ...  # noqa: FBT001
@overload
def keeps_back(matters: Figure, number: Figure, found: Figure, rounds: int) -> Figure: ...
def keeps_back(matters: Any, number: Any, found: Any, rounds: int) -> bool | Figure:
    """Tell whether nobody can be called the winner before a game is in.

    Once one alone is left, it is so with games of up to that round that are theirs, or of which nobody knows who
    plays them: what comes later changes nothing. Before that, and after the last round, it is so with all games of
    the last round, and with those of somebody who is undefeated.

    Parameters
    ----------
    matters
        Whether somebody plays the game who is undefeated by the results that are in (after the round that found the
        winner), or nobody knows who plays it.
    number
        The round of the game.
    found
        The round that found the winner; 0 where several are left, or nobody.
    rounds
        How many the event has.
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
    for number in record.rounds:
        then = record.before(number + 1)
        left = tuple(sorted(p.id for p in players if then.history(p.id, settings).undefeated))
        if decides(Fraction(len(left)), Fraction(number), settings.rounds):
            waits = any(
                keeps_back(
                    not game.players or not set(left).isdisjoint(game.players),
                    Fraction(game.round),
                    Fraction(number),
                    settings.rounds,
                )
                for game in open_games
            )
            return SwissWinners((), None) if waits else SwissWinners(left, number)
        if not left:
            break
    return SwissWinners((), None)


def won_play_off(winners: Collection[str], play_off: SwissGame | None) -> str | None:
    """Return who of two joint winners has won their play-off; None where it was drawn, or was none of theirs.

    Parameters
    ----------
    winners
        The ids of all who have won together.
    """
    if play_off is None or len(winners) != 2 or set(play_off.players) != set(winners):
        return None
    return next((player for player in play_off.players if play_off.won(player)), None)


def rank_swiss(
    players: Collection[SwissPlayer],
    record: SwissRecord,
    settings: SwissSettings,
    open_games: Sequence[OpenGame] = (),
    play_off: SwissGame | None = None,
) -> tuple[SwissRank, ...]:
    """Rank all players.

    The winner, or all who win together, come first; a play-off puts one of two first and the other second. Then
    decide points; the round of the first loss, the later the better; that of the first draw likewise; and the mean
    rating of the opponents. Who is equal in all of these shares a rank.

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
    play_off
        A game after the last round, which changes nothing but the ranks of two joint winners.

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
    first = won_play_off(won, play_off)
    winners = won if first is None else {first}
    lines = []
    for player in sorted(players, key=lambda player: player.id):
        history = record.history(player.id, settings)
        met = [ratings[opponent] for opponent in history.opponents]
        mean = Fraction(sum(met), len(met)) if met else None
        lines.append(SwissRank(0, player, player.id in winners, mean, history))
    keys = {line.player.id: _key(line, settings, joint=line.player.id in won) for line in lines}
    lines.sort(key=lambda line: keys[line.player.id], reverse=True)
    ranked: list[SwissRank] = []
    for place, line in enumerate(lines, start=1):
        shared = bool(ranked) and keys[ranked[-1].player.id] == keys[line.player.id]
        rank = ranked[-1].rank if shared else place
        ranked.append(SwissRank(rank, line.player, line.winner, line.opponents_rating, line.history))
    return tuple(ranked)


_Key = tuple[bool, int, int, int, bool, Fraction]


def _key(line: SwissRank, settings: SwissSettings, *, joint: bool) -> _Key:
    """Return the key that is the higher the better a line is; winners have no tie-break among themselves."""
    history = line.history
    if joint:
        return True, int(line.winner), 0, 0, True, Fraction(0)
    never = settings.rounds + 1
    return (
        False,
        history.points,
        history.first_loss or never,
        history.first_draw or never,
        line.opponents_rating is not None,
        line.opponents_rating or Fraction(0),
    )
