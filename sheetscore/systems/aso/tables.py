"""The sheets that accelerated Swiss adds to the workbooks of results and standings; the scenarios are in both.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Shown
from sheetscore.expressions.figure_calls import highest, when
from sheetscore.pairing.swiss.record import SwissSettings
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.swiss_ranking import USUAL, decide_swiss
from sheetscore.scoring.tie_breaks import SCORE
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.aso.model import AsoEvent, AsoScenario, AsoSide
from sheetscore.systems.aso.ranking_tables import WinnerTables, play_off_of
from sheetscore.systems.aso.result_tables import (
    PLAYERS,
    RESULTS,
    checks_table,
    entries_of,
    games_table,
    histories_of,
    listed_games,
    players_sheet,
    players_table,
    rows_table,
    seats_of,
    side_key,
    with_missed_rounds,
)
from sheetscore.systems.aso.rules import points_sheet, points_table, result_effects
from sheetscore.systems.aso.score import AsoResult
from sheetscore.systems.aso.standing_tables import (
    MOST_IN_GRID,
    NO_GRID,
    chart_sheet,
    grid_sheets,
    prizes_sheet,
    standings_table,
)
from sheetscore.systems.aso.standings import swiss_field
from sheetscore.systems.columns import RoundScores, cumulative_sheet, round_name
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Here, LineFigures, Table, figure_column, step_column, text_column

SCENARIOS = "scenarios"
"""The name of the table of scenarios."""


_MISSED_LINES = {
    "loss": TextLine("Somebody who is absent has no game in that round: it counts as lost."),
    "none": TextLine("Somebody who is absent has no game in that round, and is no longer undefeated; it is no loss."),
}

_SHARE = TextLine(
    "A side's share counts a draw as half a win. A game whose sides nobody entered counts as played, for neither side."
)


def _about_columns(rules: SwissSettings, results: Sequence[AsoResult]) -> TextLine:
    """Explain the points, and the columns of counts in which anything was entered."""
    points = f"Points: {rules.win} for a win, {rules.draw} for a draw, {rules.loss} for a loss."
    counts = {
        "VP: victory points, for the record: they decide nothing.": ("vp",),
        "CC: casualty victory points inflicted and lost in close combat.": ("cc_inflicted", "cc_lost"),
    }
    said = [
        words for words, keys in counts.items() if any(getattr(one, key) is not None for one in results for key in keys)
    ]
    return TextLine("   ".join((points, *said)))


def results_sheets(round_: RoundContext[AsoEvent]) -> tuple[TableSheet, ...]:
    """Return the sheets of a round: results by player, games, scenarios, and the points of results."""
    event, number, score = round_.event, round_.stage, round_.score
    results = [*map(AsoResult.read, score.rows)]
    rules = event.swiss_settings_of(number)
    points = points_table(result_effects(rules))
    table = rows_table(RESULTS, event, results, points, seats_of(score), entries_of(round_))
    games = games_table(event, listed_games(score), table, round_.entries)
    return (
        TableSheet(
            "Results", f"Results of round {number}", (_about_columns(rules, results),), (table,), landscape=True
        ),
        TableSheet("Games", f"Games of round {number}", tables=(games,), landscape=True),
        *scenario_sheets(_played_or_offered(event, {number: results}), table),
        points_sheet(points, checks_table(score.checks, table, points)),
    )


def _played_or_offered(event: AsoEvent, rounds: Mapping[int, Sequence[AsoResult]]) -> list[AsoScenario]:
    """Return the scenarios played, or on offer, in some rounds."""
    played = {folded(one.scenario) for results in rounds.values() for one in results if one.scenario}
    offered = {folded(scenario.id) for number in rounds for scenario in event.choice(number)}
    return [scenario for scenario in event.scenarios if folded(scenario.id) in played | offered]


def standings_sheets(so_far: EventProgress[AsoEvent]) -> tuple[TableSheet, ...]:
    """Return the sheets of standings, prizes, histories of players and ranks, and one for each round."""
    event, standings, rounds = so_far.event, so_far.standings, AsoResult.read_rounds(so_far.rounds)
    settings = event.swiss_settings
    effects = result_effects(settings)
    players = standings.rows if rounds else ()
    without_play_off = {number: results for number, results in rounds.items() if number != event.play_off}
    rules_then = event.swiss_settings_then(so_far.scored_under)
    changed = {number: result_effects(rules) for number, rules in rules_then.items()}
    in_round = {number: changed.get(number, effects) for number in without_play_off}
    complete = with_missed_rounds(players, without_play_off, in_round)
    histories = histories_of(players, complete)
    points = points_table(effects)
    points_then = {number: points_table(then, number) for number, then in changed.items() if number in without_play_off}
    tables = {
        number: rows_table(round_name(number), event, results, points_then.get(number, points))
        for number, results in complete.items()
    }
    listed = players_table(event, histories, tables, points)
    scores = RoundScores("Player", "points", tables, whole=True)
    ties = _ties(so_far)
    ranked = standings_table(histories, scores, listed, ties)
    number = event.play_off if event.play_off in rounds else None
    played_off = rows_table(round_name(number), event, rounds[number], points) if number is not None else None
    play_off = play_off_of(played_off, histories) if played_off else None
    ranking = WinnerTables(histories, listed, ranked, standings.open, event.names, settings.rounds, play_off, ties)
    large = len(players) > MOST_IN_GRID
    ranks = (*([ranking.line()] if histories else []), *ties.lines)
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(*ranks, *([NO_GRID] if large else [])),
            tables=(ranked,),
            landscape=True,
        ),
        chart_sheet(histories, ranked, listed, points, ranks),
        prizes_sheet(
            histories, tables, ranked, over=max(complete, default=0) >= settings.rounds and not standings.open
        ),
        *(() if large else grid_sheets(histories, ranked, listed, points)),
        players_sheet(listed),
        cumulative_sheet(ranked),
        *scenario_sheets(_played_or_offered(event, rounds), listed),
        *ranking.sheets(),
        *ties.sheets(),
        points_sheet(points, *points_then.values()),
        *round_sheets(event, tables),
        *([play_off_sheet(played_off)] if played_off else []),
    )


def _ties(so_far: EventProgress[AsoEvent]) -> TieTables:
    """Return the tie-break tables, whose formulas look up rounds in the table of all players' rounds."""
    record, chain = decide_swiss(swiss_field(so_far))

    def of_history(here: Here[Outing], key: str) -> str:
        return here.other(PLAYERS, (here.line.who, here.line.round), key)

    def share(here: Here[Outing]) -> str:
        result = of_history(here, "result")
        return f'IF({result}="win",1,IF({result}="draw",1/2,0))'

    return TieTables(
        chain,
        record,
        so_far.standings.rows,
        (SCORE.id, *USUAL),
        {
            "score": lambda here: None if here.line.kind == "out" else of_history(here, "points"),
            "share": share,
            "rating": lambda here: of_history(here, "rating"),
        },
        places=RANKS,
    )


class SideTally(Struct, frozen=True):
    """A side of a scenario, as a line of the table of scenarios."""

    scenario: AsoScenario
    side: AsoSide

    @property
    def balances(self) -> str:
        """The concessions of the side, a line for each level."""
        own = (one for one in self.scenario.balances if folded(one.side) == folded(self.side.id))
        return "\n".join(f"{one.level}: {one.text}" for one in sorted(own, key=lambda one: one.level))


def scenario_sheets(scenarios: Sequence[AsoScenario], results: Table[Any]) -> tuple[TableSheet, ...]:
    """Make the sheet of the scenarios; none as long as nobody entered what was played.

    Parameters
    ----------
    results
        The table that has a line for each result of one round or of several, with the columns ``played_as`` and
        ``result``.
    """
    if not any(results.value_in(line, "played_as") for line in results.lines):
        return ()
    tallies = [SideTally(scenario, side) for scenario in scenarios for side in scenario.sides]
    table = _scenario_table(tallies, results)
    return (TableSheet("Scenarios", "How the scenarios went", lines=(_SHARE,), tables=(table,), landscape=True),)


def _scenario_table(tallies: Sequence[SideTally], results: Table[Any]) -> Table[SideTally]:
    def played(own: LineFigures[SideTally]) -> Shown:
        scenario = own.line.scenario
        # a game whose sides nobody entered has two results of no side: each side counts half of them
        of_no_side = own.count_of(results, played_as=folded(scenario.id))
        return own.count_of(results, played_as=own.cell("played_as")) + of_no_side / len(scenario.sides)

    def share(own: LineFigures[SideTally]) -> Shown:
        won, drawn, lost = (own.cell(result) for result in ("win", "draw", "loss"))
        ended = won + drawn + lost
        return when(ended == 0, None, (won + drawn / 2) / highest(ended, 1))

    def ended(result: str) -> ByRule[SideTally]:
        return ByRule(lambda own: own.count_of(results, played_as=own.cell("played_as"), result=result))

    return Table(
        SCENARIOS,
        (
            text_column("scenario", "Scenario", 210, lambda tally: tally.scenario.title, style="cell note"),
            text_column("side", "Side", 120, lambda tally: tally.side.title),
            figure_column("played", "Played", 56, ByRule(played)),
            figure_column("win", "Won", 56, ended("win")),
            figure_column("draw", "Drawn", 56, ended("draw")),
            figure_column("loss", "Lost", 56, ended("loss")),
            figure_column("share", "Share", 60, ByRule(share), style="cell two"),
            text_column("balances", "Balances", 330, lambda tally: tally.balances, style="cell note"),
            step_column("played_as", "Played as", lambda tally: side_key(tally.scenario.id, tally.side.id)),
        ),
        tallies,
        key=lambda tally: (tally.scenario.id, tally.side.id),
        starts_group=lambda tally: tally.side is tally.scenario.sides[0],
        fit_height=True,
    )


def round_sheets(event: AsoEvent, tables: Mapping[int, Table[AsoResult]]) -> tuple[TableSheet, ...]:
    """Make a sheet for each round, with those who missed it at the end; not posted, as the round's results were."""
    lines = (_MISSED_LINES[event.settings.missed_round],)
    return tuple(
        TableSheet(one.name, one.name, lines, (one,), landscape=True, for_director=True) for one in tables.values()
    )


def play_off_sheet(table: Table[AsoResult]) -> TableSheet:
    """Make the sheet of a play-off: it gives no points."""
    without = replace(table, columns=tuple(one for one in table.columns if one.key != "points"))
    return TableSheet("Play-off", f"{table.name}: the play-off", tables=(without,), landscape=True)
