"""What games are worth where that follows from all games of an event: by centres above the mean, and by survival.

Source: the published definitions of Hurst (HTM) and Mystery v1, the event scorings ``hurst`` and ``mystery``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.scoring.boards.board import Outcome
from sheetscore.systems.diplomacy.games import Game
from sheetscore.systems.diplomacy.round_scores import Number

Points = Callable[[Game], Number]

SURVIVAL: Mapping[str, int] = {"draw": 100, "survived": 10, "lost": 0, "eliminated": 0}
"""What a game is worth by its fate under ``mystery``; what a solo is worth follows from the other games."""

WON = (Outcome.SOLO, Outcome.CONCESSION)
"""The outcomes of a game that somebody won."""

SOLO_WITHOUT_DRAWS = 100
"""What a solo is worth under ``mystery`` as long as no game of the event was drawn."""


def mean_centres(games: Sequence[Game]) -> dict[str, Fraction]:
    """Give the mean centres of every power over all games, standbys' games too."""
    counts: dict[str, list[int]] = {}
    for game in games:
        counts.setdefault(game.power, []).append(game.centres)
    return {power: Fraction(sum(found), len(found)) for power, found in counts.items()}


@dataclass(frozen=True)
class SurvivalBoard:
    """A board under ``mystery``: how often it has each fate."""

    round: int
    table: int
    outcome: str
    fates: Mapping[str, int]

    @property
    def solos(self) -> int:
        """1 if a player won the game or had it conceded."""
        return self.fates["solo"]

    @property
    def points(self) -> int | None:
        """The points of all players together; None for a game that was won."""
        if self.outcome in WON:
            return None
        return sum(points * self.fates[fate] for fate, points in SURVIVAL.items())


def survival_boards(games: Sequence[Game]) -> tuple[SurvivalBoard, ...]:
    """Give the boards of all games in order."""
    boards: dict[tuple[int, int], list[Game]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.table)):
        boards.setdefault((game.round, game.table), []).append(game)
    return tuple(
        SurvivalBoard(number, table, played[0].outcome, {fate: _count(played, fate) for fate in ("solo", *SURVIVAL)})
        for (number, table), played in boards.items()
    )


def _count(games: Sequence[Game], fate: str) -> int:
    return sum(game.fate == fate for game in games)


def solo_value(boards: Sequence[SurvivalBoard]) -> Fraction | None:
    """Give what a solo is worth: the mean points of a drawn game, shared by all solos.

    Returns
    -------
    None as long as there is no solo, unless no game was drawn either: :data:`SOLO_WITHOUT_DRAWS` holds then.
    """
    drawn = [board.points for board in boards if board.points is not None]
    solos = sum(board.solos for board in boards)
    if not drawn:
        return Fraction(SOLO_WITHOUT_DRAWS)
    return Fraction(sum(drawn), len(drawn)) / solos if solos else None


def _hurst(games: Sequence[Game]) -> Points:
    means = mean_centres(games)
    return lambda game: game.centres - means[game.power]


def _mystery(games: Sequence[Game]) -> Points:
    values: Mapping[str, Number] = {**SURVIVAL, "solo": solo_value(survival_boards(games)) or 0}
    return lambda game: values[game.fate]


_POINTS: Mapping[str, Callable[[Sequence[Game]], Points]] = {"hurst": _hurst, "mystery": _mystery}


def points_of(event_scoring: str, games: Sequence[Game]) -> Points | None:
    """Give what each game is worth, where that follows from all games; None where the scores of boards count.

    Parameters
    ----------
    event_scoring
        ``hurst``: centres less the mean centres of the power. ``mystery``: 100 for a share in a draw, 10 for
        surviving outside of it, nothing for elimination and for a lost game; the solos share the mean points of
        a drawn game, and are worth 100 each while no game is drawn.
    games
        All of the event.
    """
    return _POINTS[event_scoring](games) if event_scoring in _POINTS else None
