"""How a match is decided: rules that scoring calls with numbers, and that tables call with the figures of cells.

Signed figures are from the view of seat 1: above 0 is good for seat 1, below 0 for seat 2.

Source: "All Players are Created Equal", Determining match victory and Developing handicaps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import highest, near, sign, when

GAMES = 2
"""The games of a match; a player changes sides between them."""

DecidedBy = Literal["both", "games", "points", "turn", "losses", "level", "handicap", "none"]
"""What decided a match: both games won, the only game won, a tie-breaker, levels, a handicap; or nothing."""

AS_CODES: Mapping[DecidedBy, str] = {one: one for one in get_args(DecidedBy)}
"""The codes for results; tables have the words."""

WinAndDraw = Literal["win", "draw"]
HandicapLevel = Literal["margin", "own"]


def wins_of(first: Amount, second: Amount) -> Amount:
    """Return the games won by seat 1 less those won by seat 2, from the signs of the winners."""
    return first + second


def net_of(total: Amount, handicap: Amount, games: int, level: HandicapLevel) -> Amount:
    """Return the net result per game, signed, from the total and the handicap of all games.

    Parameters
    ----------
    level
        ``margin``: half the distance between the results per game of the two; ``own``: the higher of their results per
        game, 0 if they are equal.
    """
    if level == "margin":
        return margin_of(total, handicap, games)
    one, two = _own_results(total, handicap)
    return when(near(one, two), 0, when(one > two, one, -two)) / games


def net_of_winner(winner: Amount, total: Amount, handicap: Amount, games: int, level: HandicapLevel) -> Amount:
    """Return the net result per game of a match without levels, whose winner is known.

    With the level ``own`` it is the winner's own result, even if the loser's is higher; otherwise as in :func:`net_of`.
    """
    net = net_of(total, handicap, games, level)
    if level == "margin":
        return net
    one, two = _own_results(total, handicap)
    return when(winner > 0, one / games, when(winner < 0, -two / games, net))


def _own_results(total: Amount, handicap: Amount) -> tuple[Amount, Amount]:
    """Return the results of both players, each with that player's handicap; above 0 is good for that player."""
    return total + highest(handicap, 0), highest(-handicap, 0) - total


def margin_of(total: Amount, handicap: Amount, games: int) -> Amount:
    """Return half the distance between the results per game of the two, signed, handicap included."""
    return (2 * total + handicap) / (2 * games)


LEAST_BY_HANDICAP = 1
"""The match points per game, on any scale, from which a handicap decides a match without levels."""


def winner_at_levels(level: Amount, net: Amount) -> Amount:
    """Return the sign of the winner of a match or a series, from the number of its level; 0 for a draw (level 0)."""
    return when(level > 0, sign(net), 0)


def winner_by_games(
    wins: Amount, tie_break: Amount, margin: Amount, handicap: Amount, win_and_draw: WinAndDraw
) -> Amount:
    """Return the sign of the winner of a match without levels.

    Without a handicap the games decide. With one, a large enough margin decides; with a smaller margin the tie-breaker
    decides if each player has won a game, and any other match is a draw.

    Parameters
    ----------
    wins, tie_break, margin
        As from :func:`wins_of`, :func:`tie_break_of` and :func:`margin_of`.
    """
    split = when(wins == 0, sign(tie_break), 0)
    by_games = when(wins == 0, sign(tie_break), sign(wins))
    if win_and_draw == "draw":
        by_games = when(abs(wins) == 1, 0, by_games)
    return when(handicap == 0, by_games, when(abs(margin) >= LEAST_BY_HANDICAP, sign(margin), split))


def decided_at_levels(winner: Amount, alone: Amount, words: Mapping[DecidedBy, str] = AS_CODES) -> str | Figure:
    """Return what decided a match at levels, in words: a handicap if without it the winner would not have won.

    Parameters
    ----------
    alone
        The sign of the player who would have won without the handicap.
    """
    return when(winner == 0, words["none"], when(winner == alone, words["level"], words["handicap"]))


def decided_by_games(
    winner: Amount,
    wins: Amount,
    margin: Amount,
    handicap: Amount,
    by_tie_break: str | Figure,
    words: Mapping[DecidedBy, str] = AS_CODES,
) -> str | Figure:
    """Return what decided a match without levels, in words.

    Parameters
    ----------
    by_tie_break
        The words for the tie-breaker that applies if each player has won a game.
    """
    both, games = words["both"], words["games"]
    by_games = when(abs(wins) == GAMES, both, when(abs(wins) == 1, games, by_tie_break))
    # whoever has the handicap's help may have won by the games alone
    helped = when(wins == winner * GAMES, both, when(wins == winner, games, words["handicap"]))
    by_handicap = when(abs(margin) >= LEAST_BY_HANDICAP, helped, by_tie_break)
    return when(winner == 0, words["none"], when(handicap == 0, by_games, by_handicap))


def tie_break_of(wins: Amount, first: Amount, margin: Amount) -> Amount:
    """Return the tie-breaker if each player has won a game, above 0 for seat 1; else 0.

    Parameters
    ----------
    first
        The sign of the winner of the first game; 0 if it is drawn.
    margin
        By how much the victory in the first game is better than that in the second.
    """
    return when(wins == 0, first * margin, 0)


def better_by(first: tuple[Amount, Amount], second: tuple[Amount, Amount]) -> Amount:
    """Return by how much the first of two victories is better: in game-turns or, if these are equal, in losses.

    Parameters
    ----------
    first, second
        The game-turn in which the winner reached the objective, and the winner's losses.
    """
    return when(first[0] == second[0], second[1] - first[1], second[0] - first[0])


def turn_or_losses(first: Amount, second: Amount, words: Mapping[DecidedBy, str] = AS_CODES) -> str | Figure:
    """Return in words what decides between two victories: their game-turns or, if these are equal, the losses."""
    return when(first == second, words["losses"], words["turn"])


def gain_of(winner: Amount, first: Amount, second: Amount) -> Amount:
    """Return by how much the winner of a game scored more than the loser, which may be less than 0.

    Parameters
    ----------
    winner
        The sign of the winner.
    first, second
        The points of the players on seats 1 and 2.
    """
    return winner * (first - second)
