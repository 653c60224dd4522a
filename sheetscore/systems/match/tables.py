"""The sheets that matched games add to the workbooks of results and standings."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.match.game_tables import games_sheet, shown_games
from sheetscore.systems.match.match_tables import matches_sheet, results_sheet, shown_matches
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.score import rounds_of, series_lines
from sheetscore.systems.match.series_tables import series_sheet
from sheetscore.systems.match.standing_tables import (
    handicaps_sheet,
    ladder_sheet,
    pairs_sheet,
    round_sheets,
    standings_sheet,
    trends_of,
)
from sheetscore.tables.sheet import TableSheet


def results_sheets(round_: RoundAtHand[MatchEvent]) -> Sequence[TableSheet]:
    """Return a round's results by player, its matches, its games, and its series with their handicaps."""
    event, number, rows = round_.event, round_.stage, round_.score.rows
    games = shown_games(round_)
    matches = shown_matches(event, rows, games)
    lines = series_lines(event, number, rows, rounds_of(round_.earlier))
    return (
        results_sheet(event, number, rows, matches),
        *([series_sheet(event, lines)] if event.plays_series else []),
        matches_sheet(matches),
        games_sheet(games),
    )


def standings_sheets(so_far: EventSoFar[MatchEvent]) -> Sequence[TableSheet]:
    """Return the standings, who met whom, handicaps with their trend, the ladder where there is one, and the rounds."""
    event = so_far.event
    trends = trends_of(so_far)
    return (
        standings_sheet(so_far),
        *([ladder_sheet(so_far)] if event.settings.pairing == "ladder" else []),
        pairs_sheet(so_far),
        *([handicaps_sheet(so_far, trends)] if trends else []),
        *round_sheets(event, so_far.rounds),
    )
