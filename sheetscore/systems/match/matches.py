"""Matches, series of three and handicaps: two games with the sides exchanged, tie-breakers, winner and level.

Everything signed is from seat 1 on: above 0 is good for seat 1, below 0 for seat 2. Handicaps are made from a series,
revised after every later one, and kept as exact fractions.

Source: "All Players are Created Equal", Determining match victory and Developing handicaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.systems.match.games import (
    MOST_POINTS,
    GameKind,
    Grading,
    Level,
    MatchGame,
    Scale,
    Seat,
    game_points,
    level_of,
    other,
)

GAMES = 2
"""A match has so many, in each of which a player has another side."""

DecidedBy = Literal["both", "games", "points", "turn", "losses", "level", "handicap", "none"]
"""What made the winner of a match: both games won, the only game won, a tie-breaker, levels, a handicap; or nothing."""


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
    total = sum(one for one in points if one is not None)
    if None in points:
        return None
    net = NET[decisions.handicap_level](total, handicap, GAMES)
    if kind.graded:
        level = level_of(net, decisions.level_scale)
        winner = ahead(net) if level else None
        return MatchOutcome(
            total, handicap, net, winner, level, ("handicap" if handicap else "level") if winner else "none"
        )
    by_games = _without_levels(kind.grading, games, decisions)
    decided = _by_handicap(games, total, handicap, by_games) if handicap else by_games
    return None if decided is None else MatchOutcome(total, handicap, net, decided[0], None, decided[1])


LEAST_BY_HANDICAP = 1
"""From so many match points per game on, on whatever scale, a match without levels goes by its handicap."""


def _by_handicap(
    games: Sequence[MatchGame], total: int, handicap: Fraction, by_games: Decided | None
) -> Decided | None:
    """Find the winner of two games without levels that are played with a handicap.

    Parameters
    ----------
    by_games
        What the games come to by themselves: it holds of a split in which the handicap is too small to decide.
    """
    won = [game.won_by for game in games if game.won_by is not None]
    net = _by_margin(total, handicap, GAMES)
    if abs(net) < LEAST_BY_HANDICAP:
        return by_games if _is_split(games) else (None, "none")
    winner = ahead(net)
    if {winner} != set(won):
        return winner, "handicap"
    return winner, "both" if len(won) == GAMES else "games"


def _by_margin(total: int, handicap: Fraction, games: int) -> Fraction:
    """Return half the distance between the results per game of the two."""
    return (2 * total + handicap) / (2 * games)


def _by_own_result(total: int, handicap: Fraction, games: int) -> Fraction:
    """Return the higher of the two results per game, as seat 1 has it; 0 where they are equal."""
    one, two = total + max(handicap, Fraction(0)), -total + max(-handicap, Fraction(0))
    better = one if one > two else -two if two > one else Fraction(0)
    return better / games


NET: Mapping[str, Callable[[int, Fraction, int], Fraction]] = {"margin": _by_margin, "own": _by_own_result}
"""The net result of so many games, signed, from their total and the handicap, by ``handicap_level``."""

Decided = tuple[Seat | None, DecidedBy]


def _without_levels(grading: Grading, games: Sequence[MatchGame], decisions: MatchDecisions) -> Decided | None:
    """Find the winner of two games that have no levels; None while a tie-breaker is needed that is not there."""
    won = [game.won_by for game in games if game.won_by is not None]
    if not won:
        return None, "none"
    if len(won) < GAMES:
        return (won[0], "games") if decisions.win_and_draw == "win" else (None, "none")
    if len(set(won)) == 1:
        return won[0], "both"
    return TIE_BREAKERS[grading](games)


def needs_tie_breaker(kind: GameKind, games: Sequence[MatchGame], handicap: Fraction) -> bool:
    """Tell whether each player has won a game of a kind that tells the two victories apart.

    Parameters
    ----------
    handicap
        In force: one that decides such a match by itself needs nothing else.
    """
    by_games = abs(_by_margin(0, handicap, GAMES)) < LEAST_BY_HANDICAP
    return kind.grading in {"points", "territory"} and _is_split(games) and by_games


def _is_split(games: Sequence[MatchGame]) -> bool:
    """Tell whether each player has won a game."""
    return {game.won_by for game in games} == {"1", "2"}


def _by_points(games: Sequence[MatchGame]) -> Decided | None:
    return _lower([_net_points(game) for game in games], games, "points", sign=-1)


def _net_points(game: MatchGame) -> int | None:
    """Return by how much the winner of a game scored more than the loser, which may be less than 0."""
    winner = game.won_by
    if winner is None or len(game.points) < GAMES:
        return None
    return game.points[winner] - game.points[other(winner)]


def _by_territory(games: Sequence[MatchGame]) -> Decided | None:
    decided = _lower([_of_winner(game, game.turns) for game in games], games, "turn")
    if decided is None or decided[0]:
        return decided
    return _lower([_of_winner(game, game.losses) for game in games], games, "losses")


def _of_winner(game: MatchGame, figures: Mapping[Seat, int]) -> int | None:
    return None if game.won_by is None else figures.get(game.won_by)


def _lower(figures: Sequence[int | None], games: Sequence[MatchGame], by: DecidedBy, sign: int = 1) -> Decided | None:
    """Find whose victory has the lower figure, or the higher one with another sign; None while one is missing."""
    known = [sign * figure for figure in figures if figure is not None]
    if len(known) < GAMES:
        return None
    if known[0] == known[1]:
        return None, "none"
    return games[known.index(min(known))].won_by, by


def _never(_: Sequence[MatchGame]) -> Decided:
    return None, "none"


TIE_BREAKERS: Mapping[Grading, Callable[[Sequence[MatchGame]], Decided | None]] = {
    "points": _by_points,
    "territory": _by_territory,
    "win": _never,
}
"""What decides where each has won a game, by the kind of game."""


WinAndDraw = Literal["win", "draw"]
HandicapLevel = Literal["margin", "own"]


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
    total = sum(match.total for match in played)
    games = GAMES * len(played)
    given = sum((match.handicap for match in played), Fraction(0)) if decisions.series_handicap else Fraction(0)
    net = NET[decisions.handicap_level](total, given, games) if games else Fraction(0)
    level = level_of(net, decisions.level_scale) if len(played) == MATCHES else None
    return SeriesOutcome(len(played), total, net, ahead(net) if level else None, level)


HIGHEST = Fraction(2 * GAMES * MATCHES * MOST_POINTS, MATCHES)
"""No series can give a handicap above this: one player has won all its games decisively."""

_WRITTEN = re.compile(r"(\d{1,15})\s*/\s*(\d{1,15})|(\d{1,15})(?:[.,](\d{1,30}))?")


def raw_handicap(total: int) -> Fraction:
    """Return the handicap that a series makes by itself.

    Parameters
    ----------
    total
        Match points of the first player in all its games, without any handicap; the second has the negative.
    """
    return Fraction(-2 * total, MATCHES)


def revised(raw: Fraction, old: Fraction | None) -> Fraction:
    """Return the handicap after a series: two parts of what it makes by itself, one part of the one before.

    Parameters
    ----------
    old
        None before the first series of the two, which stands alone.
    """
    return raw if old is None else (2 * raw + old) / 3


class HandicapStep(Struct, frozen=True):
    """What one series made of a handicap: the one before (None before the first), its own, the new one."""

    old: Fraction | None
    raw: Fraction
    new: Fraction


def steps(start: Fraction | None, totals: Iterable[int]) -> Iterator[HandicapStep]:
    """Go through the series of a pair in order, each given by the first player's total."""
    old = start
    for total in totals:
        raw = raw_handicap(total)
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
