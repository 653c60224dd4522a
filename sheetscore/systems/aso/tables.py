"""The sheets that accelerated Swiss adds to the workbooks of results and standings; how scenarios went is both's.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.systems.aso.model import AsoEvent, AsoScenario, AsoSide
from sheetscore.systems.aso.ranking_tables import (
    PlayOff,
    joint_winners,
    open_seats,
    ranks_sheet,
    undefeated_after,
    undefeated_sheet,
    winner_line,
)
from sheetscore.systems.aso.result_tables import (
    PLAYERS,
    RESULTS,
    Histories,
    checks_table,
    completed,
    entries_of,
    games_of,
    games_table,
    histories_of,
    played_as,
    players_sheet,
    rows_table,
    seats_of,
    side_key,
)
from sheetscore.systems.aso.rules import outcomes_of, points_sheet
from sheetscore.systems.aso.score import AsoResult
from sheetscore.systems.aso.standing_tables import (
    MOST_IN_GRID,
    NO_GRID,
    chart_sheet,
    grid_sheet,
    prizes_sheet,
    standings_table,
)
from sheetscore.systems.columns import RoundScores, cumulative_sheet, round_name
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import Exact
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

SCENARIOS = "scenarios"
"""The table's name."""


_MISSED_LINES = {
    "loss": TextLine("Somebody who is absent has no game in that round: it counts as lost."),
    "none": TextLine("Somebody who is absent has no game in that round, and is no longer undefeated; it is no loss."),
}

_SHARE = TextLine(
    "A side's share counts a draw as half a win. Games whose sides nobody entered are played, and count for none."
)


def results_sheets(round_: RoundContext[AsoEvent]) -> tuple[TableSheet, ...]:
    """Return a round's results by player, its games, how its scenarios went, and what results are worth."""
    event, number, score = round_.event, round_.stage, round_.score
    results = [*map(AsoResult.read, score.rows)]
    table = rows_table(RESULTS, event, results, seats_of(score), entries_of(score))
    played = {folded(result.scenario) for result in results if result.scenario}
    offered = {folded(scenario.id) for scenario in event.choice(number)}
    scenarios = [scenario for scenario in event.scenarios if folded(scenario.id) in played | offered]
    return (
        TableSheet("Results", f"Results of round {number}", tables=(table,), landscape=True),
        TableSheet("Games", f"Games of round {number}", tables=(games_table(event, games_of(score)),), landscape=True),
        scenario_sheet(scenarios, results, RESULTS),
        points_sheet(outcomes_of(event.swiss_settings_of(number)), checks_table(score.checks)),
    )


def standings_sheets(so_far: EventProgress[AsoEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, prizes, the histories of all players, how ranks are found, and a sheet for each round."""
    event, standings, rounds = so_far.event, so_far.standings, AsoResult.read_rounds(so_far.rounds)
    settings = event.swiss_settings
    outcomes = outcomes_of(settings)
    players = standings.rows if rounds else ()
    usual = {number: results for number, results in rounds.items() if number != event.play_off}
    complete = completed(players, usual, outcomes)
    histories = histories_of(players, complete, outcomes)
    lefts = undefeated_after(histories, settings.rounds)
    seats = open_seats(histories, lefts, standings.open, event.names, settings.rounds)
    tables = {number: rows_table(round_name(number), event, results, {}) for number, results in complete.items()}
    scores = RoundScores("Player", "points", tables, whole=True)
    standing = standings_table(histories, scores)
    joint = joint_winners(histories, lefts, seats, settings.rounds)
    number = event.play_off if event.play_off in rounds else None
    play_off = _play_off(rounds[number], number, histories) if number is not None else None
    large = len(players) > MOST_IN_GRID
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(*([winner_line(lefts, seats, joint, play_off)] if lefts else []), *([NO_GRID] if large else [])),
            tables=(standing,),
            landscape=True,
        ),
        chart_sheet(histories, scores),
        prizes_sheet(histories, over=max(complete, default=0) >= settings.rounds and not standings.open),
        *([] if large else [grid_sheet(histories)]),
        players_sheet(event, histories),
        cumulative_sheet(standing),
        scenario_sheet(event.scenarios, [one for results in complete.values() for one in results], PLAYERS),
        undefeated_sheet(lefts, seats, settings.rounds),
        ranks_sheet(histories, lefts, seats, settings.rounds, joint, play_off),
        points_sheet(outcomes),
        *round_sheets(event, tables),
        *([play_off_sheet(event, number, rounds[number])] if number is not None else []),
    )


def _play_off(results: Sequence[AsoResult], number: int, histories: Histories) -> PlayOff | None:
    """Return the game of a play-off; None where no two of the event played it."""
    ended: dict[Exact, str] = {result.player: result.ended for result in results if result.player in histories}
    return PlayOff(round_name(number), ended) if len(ended) == 2 else None


class SideTally(Struct, frozen=True):
    """A side of a scenario, and the results of those who played it."""

    scenario: AsoScenario
    side: AsoSide
    results: tuple[AsoResult, ...]
    unknown: int
    """How many games of the scenario there are besides, of which nobody knows the sides."""

    @property
    def played(self) -> int:
        """Count the games of the scenario."""
        return len(self.results) + self.unknown

    def ended(self, result: str) -> int:
        """Count the games that ended so for the side."""
        return sum(one.result == result for one in self.results)

    @property
    def share(self) -> Fraction | None:
        """Wins and half the draws by the games that ended; None without one."""
        won, drawn = self.ended("win"), self.ended("draw")
        ended = won + drawn + self.ended("loss")
        return (won + Fraction(drawn, 2)) / ended if ended else None

    @property
    def balances(self) -> str:
        """What the side gives up at each level, a line each."""
        own = (one for one in self.scenario.balances if folded(one.side) == folded(self.side.id))
        return "\n".join(f"{one.level}: {one.text}" for one in sorted(own, key=lambda one: one.level))


def scenario_sheet(scenarios: Sequence[AsoScenario], results: Sequence[AsoResult], table: str) -> TableSheet:
    """Make the sheet of the scenarios.

    Parameters
    ----------
    results
        Of one round or of several.
    table
        The table that has a line for each of the results, with the columns ``played_as`` and ``result``.
    """
    by_side: dict[str, list[AsoResult]] = {}
    for result in results:
        by_side.setdefault(played_as(result), []).append(result)

    def tally(scenario: AsoScenario, side: AsoSide) -> SideTally:
        unknown = len(by_side.get(folded(scenario.id), ())) // len(scenario.sides)
        return SideTally(scenario, side, tuple(by_side.get(side_key(scenario.id, side.id), ())), unknown)

    tallies = [tally(scenario, side) for scenario in scenarios for side in scenario.sides]
    return TableSheet(
        "Scenarios",
        "How the scenarios went",
        lines=(_SHARE,),
        tables=(_scenario_table(tallies, table),),
        landscape=True,
    )


def _scenario_table(tallies: Sequence[SideTally], table: str) -> Table[SideTally]:
    def of_side(here: Here[SideTally]) -> str:
        return f"{here.range('played_as', table)}={here.cell('played_as')}"

    def played(here: Here[SideTally]) -> str:
        scenario = here.line.scenario
        unknown = f'SUMPRODUCT(--({here.range("played_as", table)}="{folded(scenario.id)}"))'
        return f"SUMPRODUCT(--({of_side(here)}))+{unknown}/{len(scenario.sides)}"

    def share(here: Here[SideTally]) -> str:
        won, drawn, lost = (here.cell(result) for result in ("win", "draw", "loss"))
        return f'IF({won}+{drawn}+{lost}=0,"",({won}+{drawn}/2)/({won}+{drawn}+{lost}))'

    def ended(result: str, heading: str) -> Column[SideTally]:
        def formula(here: Here[SideTally]) -> str:
            return f'SUMPRODUCT(({of_side(here)})*({here.range("result", table)}="{result}"))'

        return figure_column(result, heading, 56, lambda tally: tally.ended(result), formula)

    firsts = {id(tally) for tally in _first_sides(tallies)}
    return Table(
        SCENARIOS,
        (
            text_column("scenario", "Scenario", 210, lambda tally: tally.scenario.title, style="cell note"),
            text_column("side", "Side", 120, lambda tally: tally.side.title),
            text_column("played_as", "Played as", 120, lambda tally: side_key(tally.scenario.id, tally.side.id)),
            figure_column("played", "Played", 56, lambda tally: tally.played, played),
            ended("win", "Won"),
            ended("draw", "Drawn"),
            ended("loss", "Lost"),
            figure_column("share", "Share", 60, lambda tally: tally.share, share, "cell two"),
            text_column("balances", "Balances", 330, lambda tally: tally.balances, style="cell note"),
        ),
        tallies,
        key=lambda tally: (tally.scenario.id, tally.side.id),
        starts_group=lambda tally: id(tally) in firsts,
        fit_height=True,
        empty="There is no scenario yet.",
    )


def _first_sides(tallies: Sequence[SideTally]) -> Iterator[SideTally]:
    return (tally for tally in tallies if tally.side is tally.scenario.sides[0])


def round_sheets(event: AsoEvent, tables: Mapping[int, Table[AsoResult]]) -> tuple[TableSheet, ...]:
    """Make a sheet for each round, with those who missed it at the end."""
    lines = (_MISSED_LINES[event.settings.missed_round],)
    return tuple(TableSheet(one.name, one.name, lines, (one,), landscape=True) for one in tables.values())


def play_off_sheet(event: AsoEvent, number: int, results: Sequence[AsoResult]) -> TableSheet:
    """Make the sheet of a play-off: it gives no points."""
    table = rows_table(round_name(number), event, results, {})
    table = replace(table, columns=tuple(one for one in table.columns if one.key != "points"))
    return TableSheet("Play-off", f"{round_name(number)}: the play-off", tables=(table,), landscape=True)
