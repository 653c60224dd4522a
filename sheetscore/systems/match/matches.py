"""Matches, series of three and handicaps: two games with the sides exchanged, tie-breakers, winner and level.

Signed numbers are from the view of seat 1: above 0 is good for seat 1, below 0 for seat 2. A handicap is computed from
a series, revised after every later one, and kept as an exact fraction.

Source: "All Players are Created Equal", Determining match victory and Developing handicaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Self, overload

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure, Operand, text_of
from sheetscore.expressions.figure_calls import amount, filled, when
from sheetscore.systems.match.deciding import (
    AS_CODES,
    GAMES,
    LEAST_BY_HANDICAP,
    DecidedBy,
    HandicapLevel,
    WinAndDraw,
    better_by,
    decided_at_levels,
    decided_by_games,
    gain_of,
    margin_of,
    net_of,
    net_of_winner,
    tie_break_of,
    turn_or_losses,
    winner_at_levels,
    winner_by_games,
    wins_of,
)
from sheetscore.systems.match.games import (
    MOST_POINTS,
    GameKind,
    Grading,
    Level,
    MatchGame,
    Scale,
    game_points,
    level_number,
    level_of,
    winner_sign,
)
from sheetscore.systems.two_at_a_table import SEATS, Seat

_DECIDED_BY: Mapping[str, DecidedBy] = {code: one for one, code in AS_CODES.items()}

SEAT_OF: Mapping[int, Seat | None] = {1: "1", 0: None, -1: "2"}
"""The seat that a sign favours; None for 0."""


class MatchOutcome(Struct, frozen=True):
    """The result of a match; signed figures are those of seat 1."""

    total: int
    """Match points of both games, without any handicap."""
    handicap: Fraction
    """The handicap that was added: above 0 to seat 1, below 0 to seat 2."""
    net: Fraction
    """Match points per game, handicap included."""
    winner: Seat | None
    """None for a draw."""
    level: Level | None
    """None for a draw, and for a victory without a level."""
    decided_by: DecidedBy

    @property
    def ahead(self) -> Seat | None:
        """The winner's seat; in a draw the seat with the better net result; None if both are equal."""
        return self.winner or ahead(self.net)


def ahead(net: Fraction) -> Seat | None:
    """Return the seat that a net result favours; None for 0."""
    return "1" if net > 0 else "2" if net < 0 else None


def score_match(
    kind: GameKind, games: Sequence[MatchGame], handicap: Fraction, decisions: MatchDecisions
) -> MatchOutcome | None:
    """Score a match.

    Parameters
    ----------
    games
        Both games of the match.
    handicap
        The handicap in force: above 0 for seat 1, below 0 for seat 2.

    Returns
    -------
    The outcome of the match; None if a game or a needed tie-breaker is missing.
    """
    points = [game_points(kind, game) for game in games]
    total = sum(one for one in points if one is not None)
    if None in points:
        return None
    if kind.graded:
        net = net_of(Fraction(total), handicap, GAMES, decisions.handicap_level)
        won = winner_at_levels(level_number(net, decisions.level_scale), net)
        alone = Fraction(total, GAMES)
        by = decided_at_levels(won, winner_at_levels(level_number(alone, decisions.level_scale), alone))
        level = level_of(net, decisions.level_scale)
    else:
        tie_breaker = _tie_breaker(kind.grading, games)
        if tie_breaker is None and needs_tie_breaker(kind, games, handicap):
            return None
        tie_break, by_tie_break = tie_breaker or NO_TIE_BREAK
        wins, margin = wins_of(*_winner_signs(games)), margin_of(Fraction(total), handicap, GAMES)
        won = winner_by_games(wins, tie_break, margin, handicap, decisions.win_and_draw)
        net = net_of_winner(won, Fraction(total), handicap, GAMES, decisions.handicap_level)
        level, by = None, decided_by_games(won, wins, margin, handicap, by_tie_break)
    return MatchOutcome(total, handicap, net, SEAT_OF[int(won)], level, _DECIDED_BY[text_of(by)])


def _winner_signs(games: Sequence[MatchGame]) -> tuple[Fraction, Fraction]:
    """Return the signs of those who won the two games."""
    first, second = (winner_sign(game.winner) for game in games)
    return first, second


def needs_tie_breaker(kind: GameKind, games: Sequence[MatchGame], handicap: Fraction) -> bool:
    """Return whether the tie-breaker has to decide: each player has won a game, of a kind that has a tie-breaker.

    Parameters
    ----------
    handicap
        The handicap in force. If it is large enough to decide the match by itself, no tie-breaker is needed.
    """
    handicap_decides = abs(margin_of(Fraction(0), handicap, GAMES)) >= LEAST_BY_HANDICAP
    return kind.grading in {"points", "territory"} and _is_split(games) and not handicap_decides


def _is_split(games: Sequence[MatchGame]) -> bool:
    """Return whether each player has won a game."""
    return {game.won_by for game in games} == {"1", "2"}


def winners_gain(game: MatchGame) -> Fraction | None:
    """Return by how many points the winner of a game was ahead; None for a draw, or if points are missing."""
    if game.won_by is None or len(game.points) < len(SEATS):
        return None
    return gain_of(winner_sign(game.winner), *(Fraction(game.points[seat]) for seat in SEATS))


NO_TIE_BREAK = (Fraction(0), "none")
"""The figure and the name that stand for the tie-breaker of a match without one."""


def _tie_breaker(grading: Grading, games: Sequence[MatchGame]) -> tuple[Fraction, str] | None:
    """Return the figure and the name of the tie-breaker; None if one applies and figures that it needs are missing."""
    if not _is_split(games) or grading not in {"points", "territory"}:
        return NO_TIE_BREAK
    if grading == "points":
        gains = [winners_gain(game) for game in games]
        margin, by = amount(gains[0]) - amount(gains[1]), "points"
        missing = None in gains
    else:
        turns, losses = ([_of_winner(game, getattr(game, name)) for game in games] for name in ("turns", "losses"))
        one, two = ((amount(turns[at]), amount(losses[at])) for at in (0, 1))
        margin, by = better_by(one, two), text_of(turn_or_losses(one[0], two[0]))
        missing = None in turns or (by == "losses" and None in losses)
    winners = _winner_signs(games)
    return None if missing else (tie_break_of(wins_of(*winners), winners[0], margin), by)


def _of_winner(game: MatchGame, figures: Mapping[Seat, int]) -> int | None:
    return None if game.won_by is None else figures.get(game.won_by)


class MatchDecisions(Struct, frozen=True):
    """The decisions of an event."""

    win_and_draw: WinAndDraw = "win"
    """The result of a match without levels of which one game is won and the other drawn."""
    level_scale: Scale = "threshold"
    """Whether a net result has the level whose points it reaches, or the one whose points are nearest."""
    handicap_level: HandicapLevel = "own"
    """Whether the result with a handicap is the winner's own, or half the distance between both players' results."""
    series_handicap: bool = True
    """Whether a series counts the handicaps of its matches."""


MATCHES = 3
"""The matches of a series."""


class SeriesOutcome(Struct, frozen=True):
    """The result of a series, or its state so far; signed figures are those of seat 1."""

    matches: int
    """The number of complete matches."""
    total: int
    """Match points of their games, without any handicap."""
    net: Fraction
    """Match points per game so far, with handicaps if they count."""
    winner: Seat | None
    """None for a draw, and for an incomplete series."""
    level: Level | None
    """None for a draw, and for an incomplete series."""

    @property
    def complete(self) -> bool:
        """Whether all its matches are complete."""
        return self.matches == MATCHES

    @property
    def ahead(self) -> Seat | None:
        """The seat with the better net result; None if both are equal, and for an incomplete series."""
        return ahead(self.net) if self.complete else None


def score_series(matches: Sequence[MatchOutcome | None], decisions: MatchDecisions) -> SeriesOutcome:
    """Score a series by the match points of all its games; who won its single matches does not matter.

    Parameters
    ----------
    matches
        The matches; None for one that is not complete.
    """
    played = [match for match in matches if match is not None]
    total = sum(match.total for match in played)
    games = GAMES * len(played)
    given = sum((match.handicap for match in played), Fraction(0)) if decisions.series_handicap else Fraction(0)
    net = net_of(Fraction(total), given, games, decisions.handicap_level) if games else Fraction(0)
    if len(played) < MATCHES:
        return SeriesOutcome(len(played), total, net, None, None)
    won = winner_at_levels(level_number(net, decisions.level_scale), net)
    return SeriesOutcome(len(played), total, net, SEAT_OF[int(won)], level_of(net, decisions.level_scale))


HIGHEST = Fraction(2 * GAMES * MATCHES * MOST_POINTS, MATCHES)
"""The highest handicap that a series can make: one player has won all its games decisively."""

_HANDICAP_TEXT = re.compile(r"(?:(\d{1,15})\s+)?(\d{1,15})\s*/\s*(\d{1,15})|(\d{1,15})(?:[.,](\d{1,30}))?")


@overload
def raw_handicap(total: int | Fraction) -> Fraction: ...
@overload
def raw_handicap(total: Figure) -> Figure: ...
def raw_handicap(total: Operand) -> Fraction | Figure:
    """Return the handicap that a series makes by itself, for whoever has the lower total: above 0 if it is the first.

    Parameters
    ----------
    total
        Match points of the first player in all its games, without any handicap; the second has the negative.
    """
    return Fraction(-2, MATCHES) * total


NEW_PARTS, OLD_PARTS = 2, 1
"""The parts of a revised handicap: two of the handicap that the last series makes alone, one of the handicap before."""


def revised_handicap(raw: Amount, old: Amount | None) -> Amount:
    """Return the handicap of two players from a series on.

    Parameters
    ----------
    raw
        The handicap from this series alone.
    old
        The handicap before it; None before the first series of the two.
    """
    if old is None:
        return raw
    return when(filled(old), (NEW_PARTS * raw + OLD_PARTS * amount(old)) / (NEW_PARTS + OLD_PARTS), raw)


class HandicapStep(Struct, frozen=True):
    """The handicap of two players before and after a series; above 0 favours the first."""

    old: Fraction | None
    """The handicap before the series; None before the first series."""
    raw: Fraction
    """The handicap that the series would make by itself."""
    new: Fraction
    """The handicap from now on."""

    @classmethod
    def by_series(cls, total: int, old: Fraction | None) -> Self:
        """Return the step that a series makes, from the first player's match points in it and the handicap before."""
        raw = raw_handicap(total)
        return cls(old, raw, revised_handicap(raw, old))


def handicap_steps(start: Fraction | None, totals: Iterable[int]) -> Iterator[HandicapStep]:
    """Yield the handicaps of a pair after each of its series; above 0 favours the first player.

    Parameters
    ----------
    start
        The handicap before the first series; None if there was none.
    totals
        The first player's match points in each series, without any handicap.
    """
    old = start
    for total in totals:
        step = HandicapStep.by_series(total, old)
        yield step
        old = step.new


def fraction_from(text: str) -> Fraction | None:
    """Read a handicap such as ``8/3``, ``2 2/3``, ``8`` or ``2.5``; None if the text is no number of 0 or more."""
    match = _HANDICAP_TEXT.fullmatch(text.strip())
    if not match:
        return None
    before, above, below, whole, decimals = match.groups()
    if whole is not None:
        return Fraction(f"{whole}.{decimals or 0}")
    if not int(below) or (before is not None and int(above) >= int(below)):
        return None
    return int(before or 0) + Fraction(int(above), int(below))
