"""The sheets that accelerated Swiss adds to the workbooks of results and standings.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.event.identity import folded
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.point_tables import outcomes_of, points_sheet, result_of
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
    RESULTS,
    checks_table,
    entries_of,
    games_of,
    games_table,
    rows_table,
    scenario_sheet,
    seats_of,
)
from sheetscore.systems.aso.round_tables import (
    PLAYERS,
    Histories,
    completed,
    histories_of,
    play_off_sheet,
    players_sheet,
    round_sheets,
)
from sheetscore.systems.aso.standing_tables import (
    MOST_IN_GRID,
    NO_GRID,
    chart_sheet,
    grid_sheet,
    prizes_sheet,
    standings_table,
)
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.columns import RoundScores, cumulative_sheet, round_name
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import TableSheet


def results_sheets(round_: RoundAtHand[AsoEvent]) -> tuple[TableSheet, ...]:
    """Return a round's results by player, its games, how its scenarios went, and what results are worth."""
    event, number, score = round_.event, round_.stage, round_.score
    table = rows_table(RESULTS, event, score.rows, seats_of(score), entries_of(score))
    played = {folded(str(row["scenario"])) for row in score.rows if row["scenario"]}
    offered = {folded(scenario.id) for scenario in event.choice(number)}
    scenarios = [scenario for scenario in event.scenarios if folded(scenario.id) in played | offered]
    return (
        TableSheet("Results", f"Results of round {number}", tables=(table,), landscape=True),
        TableSheet("Games", f"Games of round {number}", tables=(games_table(event, games_of(score)),), landscape=True),
        scenario_sheet(scenarios, score.rows, RESULTS),
        points_sheet(outcomes_of(event.worth(number)), checks_table(score.checks)),
    )


def standings_sheets(so_far: EventSoFar[AsoEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, prizes, the histories of all players, how ranks are found, and a sheet for each round."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    settings = event.swiss_settings
    outcomes = outcomes_of(settings)
    players = standings.rows if rounds else ()
    usual = {number: rows for number, rows in rounds.items() if number != event.play_off}
    complete = completed(players, usual, outcomes)
    histories = histories_of(players, complete, outcomes)
    lefts = undefeated_after(histories, settings.rounds)
    seats = open_seats(histories, lefts, standings.open, event.names, settings.rounds)
    scores = RoundScores("Player", "player", "points", complete, whole=True)
    joint = joint_winners(histories, lefts, seats, settings.rounds)
    number = event.play_off if event.play_off in rounds else None
    play_off = _play_off(rounds[number], number, histories) if number is not None else None
    large = len(players) > MOST_IN_GRID
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(*([winner_line(lefts, seats, joint, play_off)] if lefts else []), *([NO_GRID] if large else [])),
            tables=(standings_table(histories, scores),),
            landscape=True,
        ),
        chart_sheet(histories, scores),
        prizes_sheet(histories, joint, over=max(complete, default=0) >= settings.rounds and not standings.open),
        *([] if large else [grid_sheet(histories)]),
        players_sheet(event, histories),
        cumulative_sheet(players, scores),
        scenario_sheet(event.scenarios, [row for rows in complete.values() for row in rows], PLAYERS),
        undefeated_sheet(lefts, seats, settings.rounds),
        ranks_sheet(histories, lefts, seats, settings.rounds, joint, play_off),
        points_sheet(outcomes),
        *round_sheets(event, complete),
        *([play_off_sheet(event, number, rounds[number])] if number is not None else []),
    )


def _play_off(rows: Sequence[ResultRow], number: int, histories: Histories) -> PlayOff | None:
    """Return the game of a play-off; None where no two of the event played it."""
    results: dict[Exact, str] = {row["player"]: result_of(row) for row in rows if row["player"] in histories}
    return PlayOff(round_name(number), results) if len(results) == 2 else None
