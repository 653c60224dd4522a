"""An event as the workbook of its standings shows it: everybody's games, and where formulas find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sheetscore.pairing.draw import OpenGame
from sheetscore.systems.diplomacy.event_scores import Ranking, ScoredEvent, rank_players, score_event
from sheetscore.systems.diplomacy.game_values import PlayerRecord
from sheetscore.systems.diplomacy.games import Game
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.table import Here

GAMES = "games"
"""The name of the table of all games; its lines go by :func:`game_key`."""

GameKey = tuple[str, int, int]


def game_key(game: Game) -> GameKey:
    """Name a game by who played it, its round and its table."""
    return game.player, game.round, game.table


@dataclass(frozen=True)
class ShownEvent:
    """All that the sheets show.

    Parameters
    ----------
    rows
        Of the standings, in the order in which they are listed.
    rounds
        The numbers of the scored rounds in order.
    open
        The boards that are drawn and have no result.
    """

    event: DiplomacyEvent
    rows: tuple[ResultRow, ...]
    rounds: tuple[int, ...]
    scored: ScoredEvent
    ranking: Ranking
    open: tuple[OpenGame, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the last round of the event is scored and no board is open."""
        return not self.open and max(self.rounds, default=0) >= self.event.header.rounds

    @property
    def records(self) -> list[PlayerRecord]:
        """What everybody did, in the order of the standings; standbys come last."""
        ranked = [self.scored.contenders[str(row["id"])].record for row in self.rows]
        return [*ranked, *self.scored.standbys.values()]

    @property
    def games(self) -> list[Game]:
        """All games, player by player."""
        return [game for record in self.records for game in record.games]

    def is_ranked(self, player: str) -> bool:
        """Tell whether somebody is in the standings."""
        return player in self.scored.contenders

    def part(self, here: Here[Any], player: Exact, column: str) -> str | None:
        """Refer to the cells of a player in a column of the table of games; None for somebody without a game."""
        games = self.scored.contenders[str(player)].record.games
        return games_part(here, games, column) if games else None


def games_part(here: Here[Any], games: Sequence[Game], column: str, table: str = GAMES) -> str:
    """Refer to the cells of games of one player that follow each other, in a table of all games."""
    return here.refer(here.places[table].part(column, game_key(games[0]), game_key(games[-1])))


def shown_event(
    event: DiplomacyEvent,
    rows: Sequence[ResultRow],
    rounds: Mapping[int, Sequence[ResultRow]],
    open_games: Sequence[OpenGame] = (),
) -> ShownEvent:
    """Put together what the sheets show.

    Parameters
    ----------
    rows
        Of the standings, in any order.
    rounds
        The rows of each scored round by its number.
    open_games
        The boards that are drawn and have no result.
    """
    scored = score_event(event, rounds, open_games)
    ranking = rank_players(scored, event.settings.tie_breaks)
    return ShownEvent(event, tuple(rows), tuple(sorted(rounds)), scored, ranking, tuple(open_games))


def score_style(*scores: Exact) -> str:
    """Return the style of a column of scores: with decimals only if one of them has some."""
    return "cell two" if any(Fraction(score or 0).denominator > 1 for score in scores) else "cell middle"
