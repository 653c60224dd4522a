"""The sheets that matched games add to the workbooks of results and standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from sheetscore.scoring.ranking import TOLERANCE
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.columns import column, round_name
from sheetscore.systems.match.game_tables import games_sheet, levels_sheet, shown_games
from sheetscore.systems.match.match_tables import matches_sheet, results_sheet, rows_table, shown_matches
from sheetscore.systems.match.model import MatchEvent, RankedBy
from sheetscore.systems.match.score import rounds_of, series_lines
from sheetscore.systems.match.series_tables import handicaps_sheet, series_sheet, trends_of
from sheetscore.systems.match.standings import in_order
from sheetscore.systems.match.wall_charts import chart_sheet, ladder_sheet, pairs_sheet
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column


def results_sheets(round_: RoundAtHand[MatchEvent]) -> Sequence[TableSheet]:
    """Return a round's results by player, its matches, its games, and its series with their handicaps."""
    event, number, rows = round_.event, round_.stage, round_.score.rows
    games = shown_games(round_)
    matches = shown_matches(event, rows, games)
    lines = series_lines(event, number, rows, rounds_of(round_.earlier))
    played = [*{game.scenario.id: game.scenario for game in games}.values()]
    return (
        results_sheet(event, number, rows, matches),
        *([series_sheet(event, lines, round_.entries)] if event.plays_series else []),
        matches_sheet(matches),
        games_sheet(games),
        levels_sheet(played, event.settings.level_scale),
    )


def standings_sheets(so_far: EventSoFar[MatchEvent]) -> Sequence[TableSheet]:
    """Return the standings, who met whom, handicaps with their trend, the ladder where there is one, and the rounds."""
    event = so_far.event
    trends = trends_of(so_far)
    return (
        standings_sheet(so_far),
        chart_sheet(so_far, STANDINGS),
        *([ladder_sheet(so_far)] if event.settings.pairing == "ladder" else []),
        pairs_sheet(so_far),
        *([handicaps_sheet(so_far, trends)] if trends else []),
        *round_sheets(event, so_far.rounds),
    )


STANDINGS = "standings"
"""The table's name in formulas."""

Formula = Callable[[Here[ResultRow]], str]


def standings_sheet(so_far: EventSoFar[MatchEvent]) -> TableSheet:
    """Make the sheet of the standings; every figure follows the sheets of the rounds."""
    rounds, ranking = sorted(so_far.rounds), so_far.event.settings.ranking
    looked_at: Mapping[RankedBy, Column[ResultRow]] = {
        "won": figure_column("by_won", "Won, drawn ½", 84, _half_draws, _half_draws_formula, "cell half"),
        "levels": figure_column("levels", "Points of levels", 70, column("levels"), _added(rounds, "level_points")),
        "net": figure_column("net", "Net", 70, column("net"), _added(rounds, "net"), "cell two"),
    }
    table = Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, column("rank"), _rank(looked_at, ranking), "cell rank"),
            text_column("name", "Player", 190, column("name")),
            text_column("id", "Id", 56, column("id")),
            *(looked_at[by] for by in in_order(ranking)),
            figure_column("matches", "Matches", 60, column("matches"), _matches),
            figure_column("won", "Won", 50, column("won"), _ended(rounds, "win")),
            figure_column("drawn", "Drawn", 50, column("drawn"), _ended(rounds, "draw")),
            figure_column("lost", "Lost", 50, column("lost"), _ended(rounds, "loss")),
        ),
        so_far.standings.rows if rounds else (),
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )
    heading = f"Standings after round {so_far.standings.after_round}"
    return TableSheet("Standings", heading, tables=(table,), landscape=True)


def _half_draws(row: ResultRow) -> Fraction:
    return Fraction(row["won"] or 0) + Fraction(row["drawn"] or 0) / 2


def _half_draws_formula(here: Here[ResultRow]) -> str:
    return f"{here.cell('won')}+{here.cell('drawn')}/2"


def _matches(here: Here[ResultRow]) -> str:
    return f"{here.cell('won')}+{here.cell('drawn')}+{here.cell('lost')}"


def _of_player(here: Here[ResultRow], number: int) -> str:
    return f"({here.range('player', round_name(number))}={here.cell('id')})"


def _ended(rounds: Sequence[int], result: str) -> Formula:
    """Count the matches of a player that ended so."""

    def formula(here: Here[ResultRow]) -> str:
        counts = (
            f'SUMPRODUCT({_of_player(here, number)}*({here.range("result", round_name(number))}="{result}"))'
            for number in rounds
        )
        return "+".join(counts)

    return formula


def _added(rounds: Sequence[int], key: str) -> Formula:
    """Add a figure up over the matches of a player."""

    def formula(here: Here[ResultRow]) -> str:
        sums = (f"SUMPRODUCT({_of_player(here, number)}*{here.range(key, round_name(number))})" for number in rounds)
        return "+".join(sums)

    return formula


def _rank(looked_at: Mapping[RankedBy, Column[ResultRow]], ranking: Sequence[RankedBy]) -> Formula:
    """Count those who stand above by the first criterion that differs."""

    def formula(here: Here[ResultRow]) -> str:
        above = "0"
        for by in reversed(ranking):
            all_, own = here.range(looked_at[by].key), here.cell(looked_at[by].key)
            above = f"(({all_}>{own}+{TOLERANCE})+(ABS({all_}-{own})<={TOLERANCE})*{above})"
        return f"1+SUMPRODUCT({above})"

    return formula


def round_sheets(event: MatchEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> tuple[TableSheet, ...]:
    """Make a sheet for each round."""
    return tuple(
        TableSheet(
            round_name(number),
            round_name(number),
            tables=(rows_table(round_name(number), event, rows),),
            landscape=True,
        )
        for number, rows in sorted(rounds.items())
    )
