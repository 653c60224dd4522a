"""Matches, series of three and handicaps: two games with the sides exchanged, tie-breakers, winner and level.

Everything signed is from seat 1 on: above 0 is good for seat 1, below 0 for seat 2. Handicaps are made from a series,
revised after every later one, and kept as exact fractions.

Source: "All Players are Created Equal", Determining match victory and Developing handicaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, get_args, overload

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure, Operand, text_of
from sheetscore.expressions.figure_calls import amount, filled, highest, near, sign, total, when
from sheetscore.systems.match.games import (
    MOST_POINTS,
    SEATS,
    GameKind,
    Grading,
    Level,
    MatchGame,
    Scale,
    Seat,
    game_points,
    level_number,
    level_of,
    winner_sign,
)

GAMES = 2
"""A match has so many, in each of which a player has another side."""

DecidedBy = Literal["both", "games", "points", "turn", "losses", "level", "handicap", "none"]
"""What made the winner of a match: both games won, the only game won, a tie-breaker, levels, a handicap; or nothing."""

CODES: Mapping[DecidedBy, str] = {one: one for one in get_args(DecidedBy)}
_DECIDED_BY: Mapping[str, DecidedBy] = {code: one for one, code in CODES.items()}

WinAndDraw = Literal["win", "draw"]
HandicapLevel = Literal["margin", "own"]

SEAT_OF: Mapping[int, Seat | None] = {1: "1", 0: None, -1: "2"}
"""Who a sign is good for."""


class MatchOutcome(Struct, frozen=True):
    """What a match came to; signed figures are those of seat 1."""

    total: int
    """Match points of both games, without any handicap."""
    handicap: Fraction
    """What was added: above 0 to seat 1, below 0 to seat 2."""
    net: Fraction
    """Match points per game, handicap included."""
    winner: Seat | None
    """None for a draw."""
    level: Level | None
    """None for a draw, and for a victory without one."""
    decided_by: DecidedBy

    @property
    def ahead(self) -> Seat | None:
        """Who won or, in a draw, who was nearer to it; None where nobody was."""
        return self.winner or ahead(self.net)


def ahead(net: Fraction) -> Seat | None:
    """Return who is better off."""
    return "1" if net > 0 else "2" if net < 0 else None


def score_match(
    kind: GameKind, games: Sequence[MatchGame], handicap: Fraction, decisions: MatchDecisions
) -> MatchOutcome | None:
    """Score a match.

    Parameters
    ----------
    games
        Both of them.
    handicap
        In force: above 0 for seat 1, below 0 for seat 2.

    Returns
    -------
    None while a game, or a tie-breaker that is needed, is open.
    """
    points = [game_points(kind, game) for game in games]
    total_ = sum(one for one in points if one is not None)
    if None in points:
        return None
    net = net_of(Fraction(total_), handicap, GAMES, decisions.handicap_level)
    wins = wins_of(*(winner_sign(game.winner) for game in games))
    if kind.graded:
        level = level_of(net, decisions.level_scale)
        won = winner_at_levels(level_number(net, decisions.level_scale), net)
        by = decided_at_levels(won, handicap)
    else:
        level, split = None, _split(kind.grading, games)
        if split is None and needs_tie_breaker(kind, games, handicap):
            return None
        margin, (tie_break, by_tie_break) = margin_of(Fraction(total_), handicap, GAMES), split or (Fraction(0), "none")
        won = winner_by_games(wins, tie_break, net, margin, handicap, decisions.win_and_draw)
        by = decided_by_games(won, wins, margin, handicap, by_tie_break)
    return MatchOutcome(total_, handicap, net, SEAT_OF[int(won)], level, _DECIDED_BY[text_of(by)])


def wins_of(first: Amount, second: Amount) -> Amount:
    """Return how many games seat 1 has won, less those that seat 2 has, from the signs of their winners."""
    return total(first, second)


def net_of(total_: Amount, handicap: Amount, games: int, level: HandicapLevel) -> Amount:
    """Return the net result of so many games, signed, from their total and the handicap of all of them.

    Parameters
    ----------
    level
        ``margin``: half the distance between the results per game of the two; ``own``: the higher of their results per
        game, 0 where they are equal.
    """
    if level == "margin":
        return margin_of(total_, handicap, games)
    one, two = total_ + highest(handicap, 0), highest(-handicap, 0) - total_
    return when(near(one, two), 0, when(one > two, one, -two)) / games


def margin_of(total_: Amount, handicap: Amount, games: int) -> Amount:
    """Return half the distance between the results per game of the two."""
    return (2 * total_ + handicap) / (2 * games)


LEAST_BY_HANDICAP = 1
"""From so many match points per game on, on whatever scale, a match without levels goes by its handicap."""


def winner_at_levels(level: Amount, net: Amount) -> Amount:
    """Return the sign of whoever won a match or a series at a level (from 1); 0 for a draw, which has none."""
    return when(level > 0, sign(net), 0)


def winner_by_games(
    wins: Amount, tie_break: Amount, net: Amount, margin: Amount, handicap: Amount, win_and_draw: WinAndDraw
) -> Amount:
    """Return the sign of whoever won a match without levels: by a handicap that is large enough, or by its games."""
    split = when(wins == 0, sign(tie_break), 0)
    by_games = when(wins == 0, sign(tie_break), sign(wins))
    if win_and_draw == "draw":
        by_games = when(abs(wins) == 1, 0, by_games)
    return when(handicap == 0, by_games, when(abs(margin) >= LEAST_BY_HANDICAP, sign(net), split))


def decided_at_levels(winner: Amount, handicap: Amount, words: Mapping[DecidedBy, str] = CODES) -> str | Figure:
    """Return what made the winner of a match at levels, in words."""
    return when(winner == 0, words["none"], when(handicap == 0, words["level"], words["handicap"]))


def decided_by_games(
    winner: Amount,
    wins: Amount,
    margin: Amount,
    handicap: Amount,
    by_tie_break: str | Figure,
    words: Mapping[DecidedBy, str] = CODES,
) -> str | Figure:
    """Return what made the winner of a match without levels, in words.

    Parameters
    ----------
    by_tie_break
        The words for what tells two victories apart.
    """
    both, games = words["both"], words["games"]
    by_games = when(abs(wins) == GAMES, both, when(abs(wins) == 1, games, by_tie_break))
    leads = when(wins == winner * GAMES, both, when(wins == winner, games, words["handicap"]))
    by_handicap = when(abs(margin) >= LEAST_BY_HANDICAP, leads, by_tie_break)
    return when(winner == 0, words["none"], when(handicap == 0, by_games, by_handicap))


def needs_tie_breaker(kind: GameKind, games: Sequence[MatchGame], handicap: Fraction) -> bool:
    """Tell whether each player has won a game of a kind that tells the two victories apart.

    Parameters
    ----------
    handicap
        In force: one that decides such a match by itself needs nothing else.
    """
    by_games = abs(margin_of(Fraction(0), handicap, GAMES)) < LEAST_BY_HANDICAP
    return kind.grading in {"points", "territory"} and _is_split(games) and by_games


def _is_split(games: Sequence[MatchGame]) -> bool:
    """Tell whether each player has won a game."""
    return {game.won_by for game in games} == {"1", "2"}


def tie_break_of(wins: Amount, first: Amount, margin: Amount) -> Amount:
    """Return what tells two victories apart, above 0 for seat 1.

    Parameters
    ----------
    first
        The sign of who has won the first game; 0 where both are drawn.
    margin
        How much better the victory in the first game is.
    """
    return when(wins == 0, first * margin, 0)


def sooner(first: tuple[Amount, Amount], second: tuple[Amount, Amount]) -> Amount:
    """Return how much better the first of two victories is: in which the objective was reached sooner, at less cost.

    Parameters
    ----------
    first, second
        The game-turn, and the losses of the winner.
    """
    return when(first[0] == second[0], second[1] - first[1], second[0] - first[0])


def sooner_by(first: Amount, second: Amount, words: Mapping[DecidedBy, str] = CODES) -> str | Figure:
    """Return which of these tells the two victories apart, from their game-turns, in words."""
    return when(first == second, words["losses"], words["turn"])


def gain_of(winner: Amount, first: Amount, second: Amount) -> Amount:
    """Return by how much the winner of a game scored more than the loser, which may be less than 0.

    Parameters
    ----------
    winner
        The sign of who won.
    first, second
        What the players on seats 1 and 2 scored.
    """
    return winner * (first - second)


def winners_gain(game: MatchGame) -> Fraction | None:
    """Return the gain of a game; None where nobody won, or where it is not known."""
    if game.won_by is None or len(game.points) < GAMES:
        return None
    return gain_of(winner_sign(game.winner), *(Fraction(game.points[seat]) for seat in SEATS))


def _split(grading: Grading, games: Sequence[MatchGame]) -> tuple[Fraction, str] | None:
    """Return what tells two victories apart, and what it is called; None while that is not written down."""
    first, second = games
    if not _is_split(games) or grading not in {"points", "territory"}:
        return Fraction(0), "none"
    if grading == "points":
        gains = winners_gain(first), winners_gain(second)
        margin, by = amount(gains[0]) - amount(gains[1]), "points"
        missing = None in gains
    else:
        turns, losses = ([_of_winner(game, getattr(game, name)) for game in games] for name in ("turns", "losses"))
        one, two = ((amount(turns[at]), amount(losses[at])) for at in (0, 1))
        margin, by = sooner(one, two), text_of(sooner_by(one[0], two[0]))
        missing = None in turns or (by == "losses" and None in losses)
    return None if missing else (tie_break_of(Fraction(0), winner_sign(first.winner), margin), by)


def _of_winner(game: MatchGame, figures: Mapping[Seat, int]) -> int | None:
    return None if game.won_by is None else figures.get(game.won_by)


class MatchDecisions(Struct, frozen=True):
    """What holds in an event."""

    win_and_draw: WinAndDraw = "win"
    """What a win and a draw in games without levels make of the match."""
    level_scale: Scale = "threshold"
    """Whether a net result has the level whose points it reaches, or the one whose points are nearest."""
    handicap_level: HandicapLevel = "own"
    """Whether a result with a handicap is the winner's own, or half the distance between both players' results."""
    series_handicap: bool = True
    """Whether the handicaps of its matches count in a series."""


MATCHES = 3
"""A series has so many."""


class SeriesOutcome(Struct, frozen=True):
    """What a series came to, or has come to so far; signed figures are those of seat 1."""

    matches: int
    """How many are complete."""
    total: int
    """Match points of their games, without any handicap."""
    net: Fraction
    """Match points per game, handicaps included where they count. So far, where the series is not complete."""
    winner: Seat | None
    level: Level | None
    """None for a draw, and of a series that is not complete."""

    @property
    def complete(self) -> bool:
        """Whether all its matches are."""
        return self.matches == MATCHES

    @property
    def ahead(self) -> Seat | None:
        """Who won or, in a draw, who was nearer to it; None where nobody was, and while it is not complete."""
        return ahead(self.net) if self.complete else None


def score_series(matches: Sequence[MatchOutcome | None], decisions: MatchDecisions) -> SeriesOutcome:
    """Score a series.

    Who won the matches does not matter.

    Parameters
    ----------
    matches
        Those played; None for one that is not complete.
    """
    played = [match for match in matches if match is not None]
    total_ = sum(match.total for match in played)
    games = GAMES * len(played)
    given = sum((match.handicap for match in played), Fraction(0)) if decisions.series_handicap else Fraction(0)
    net = net_of(Fraction(total_), given, games, decisions.handicap_level) if games else Fraction(0)
    if len(played) < MATCHES:
        return SeriesOutcome(len(played), total_, net, None, None)
    won = winner_at_levels(level_number(net, decisions.level_scale), net)
    return SeriesOutcome(len(played), total_, net, SEAT_OF[int(won)], level_of(net, decisions.level_scale))


HIGHEST = Fraction(2 * GAMES * MATCHES * MOST_POINTS, MATCHES)
"""No series can give a handicap above this: one player has won all its games decisively."""

_WRITTEN = re.compile(r"(\d{1,15})\s*/\s*(\d{1,15})|(\d{1,15})(?:[.,](\d{1,30}))?")


@overload
def raw_handicap(total_: int | Fraction) -> Fraction: ...
@overload
def raw_handicap(total_: Figure) -> Figure: ...
def raw_handicap(total_: Operand) -> Fraction | Figure:
    """Return the handicap that a series makes by itself.

    Parameters
    ----------
    total_
        Match points of the first player in all its games, without any handicap; the second has the negative.
    """
    return Fraction(-2, MATCHES) * total_


NEW_PARTS, OLD_PARTS = 2, 1
"""How much of a handicap is what the last series makes by itself, and how much is the one before."""


def revised(raw: Amount, old: Amount | None) -> Amount:
    """Return the handicap after a series, from what it makes by itself and the one before.

    Parameters
    ----------
    old
        Blank before the first series of the two, which stands alone.
    """
    if old is None:
        return raw
    return when(filled(old), (NEW_PARTS * raw + OLD_PARTS * amount(old)) / (NEW_PARTS + OLD_PARTS), raw)


class HandicapStep(Struct, frozen=True):
    """What one series made of a handicap: the one before (None before the first), its own, the new one."""

    old: Fraction | None
    raw: Fraction
    new: Fraction


def steps(start: Fraction | None, totals: Iterable[int]) -> Iterator[HandicapStep]:
    """Go through the series of a pair in order, each given by the first player's total."""
    old = start
    for total_ in totals:
        raw = raw_handicap(total_)
        step = HandicapStep(old, raw, revised(raw, old))
        yield step
        old = step.new


def fraction_from(text: str) -> Fraction | None:
    """Read a handicap as people write it: ``8/3``, ``8``, ``2.5``; None where it is no number from 0 on."""
    match = _WRITTEN.fullmatch(text.strip())
    if not match:
        return None
    above, below, whole, decimals = match.groups()
    if whole is not None:
        return Fraction(f"{whole}.{decimals or 0}")
    return Fraction(int(above), int(below)) if int(below) else None
