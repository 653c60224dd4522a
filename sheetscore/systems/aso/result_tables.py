"""The tables of accelerated Swiss for rounds: all results, the games, and the history of every player.

Source: ASO 2008 Tournament Rules, Deciding games, ABS, and Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import any_of, same, total, when
from sheetscore.forms.form import Entries, Value
from sheetscore.pairing.draw import short_names
from sheetscore.systems.aso.forms import LINES, LIST_TABLE, box
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.rules import COUNTED, JUDGES, MISSED, OPEN, ResultEffect, looked_up
from sheetscore.systems.aso.score import AsoResult, Rounds, given_out, result_to
from sheetscore.systems.columns import (
    STANDINGS,
    agrees_column,
    entered,
    names_in,
    printed_first,
    short_name_column,
    unless_alike,
)
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Agreement, Exact, ResultRow, RoundScore
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import ByRule, Column, LineFigures, Table, cell_at, figure_column, step_column, text_column

RESULTS, GAMES, CHECKS = "results", "games", "checks"
"""Names of tables."""

COUNTS = dict(zip(COUNTED, ("VP", "CC inflicted", "CC lost", "Snake eyes", "Boxcars"), strict=True))
"""The counts of each player at a table, with their headings."""

ReadEntries = Callable[[AsoResult, str], Figure | None]
"""Returns the entry of a box of the player's table; None if blank. In the box's id ``{seat}`` is the player's seat."""

PLAYERS = "players"
"""The name of the table of histories."""


def played_as(result: AsoResult) -> str:
    """Return the ids of the scenario and the side that a player played, as far as they are known."""
    if not result.scenario:
        return ""
    return side_key(result.scenario, result.side) if result.side else folded(result.scenario)


def scenario_columns(event: AsoEvent) -> tuple[Column[AsoResult], ...]:
    """Return the columns that say what somebody played: scenario and side."""
    titles = {folded(one.id): one.title for one in event.scenarios}
    sides = {side_key(one.id, side.id): side.title for one in event.scenarios for side in one.sides}

    def scenario(result: AsoResult) -> str | None:
        return titles.get(folded(result.scenario), result.scenario) if result.scenario else None

    return (
        text_column("scenario", "Scenario", 200, scenario),
        text_column("side", "Side", 110, lambda result: sides.get(played_as(result), result.side)),
    )


def side_key(scenario: str, side: str) -> str:
    """Return the key of a side of a scenario, the same for ids that differ only in capitals."""
    return f"{folded(scenario)}.{folded(side)}"


class ListedGame(Struct, frozen=True):
    """A game on the list of results, scored or still open."""

    table: int
    one: AsoResult
    """The result of the player at seat 1."""
    other: AsoResult
    """The result of the player at seat 2."""


def listed_games(score: RoundScore) -> list[ListedGame]:
    """Return the games for which the list of results has two players, by table."""
    found: dict[int, dict[str, AsoResult]] = {}
    seats = seats_of(score)
    for result in map(AsoResult.read, score.rows):
        if result.table is not None and result.player in seats:
            found.setdefault(result.table, {})[seats[result.player]] = result
    one, other = SEATS
    both = ((table, two) for table, two in sorted(found.items()) if len(two) == len(SEATS))
    return [ListedGame(table, two[one], two[other]) for table, two in both]


def seats_of(score: RoundScore) -> dict[Exact, str]:
    """Return the seat of every player on the list of results."""
    return {
        line[player]: seat
        for line in _lines(score).values()
        for seat in SEATS
        if line.get(player := f"player_{seat}") is not None
    }


def _lines(score: RoundScore) -> dict[int, Mapping[str, Value | None]]:
    page = score.pages.get((LIST_TABLE, ""))
    return {int(line.row.key): line.values for line in page.rows.get(LINES, ())} if page else {}


def entries_of(round_: RoundContext[AsoEvent]) -> ReadEntries:
    """Return a function that reads the entries of a round."""
    seats = seats_of(round_.score)

    def read(result: AsoResult, what: str) -> Figure | None:
        seat, table = seats.get(result.player), result.table
        return None if seat is None or table is None else _entry(round_.entries, table, what.format(seat=seat))

    return read


def _entry(entries: Entries, table: int, what: str) -> Figure | None:
    return entered(box(table, what), entries.get(box(table, what)))


def opponents_of(event: AsoEvent, results: Sequence[AsoResult]) -> Callable[[AsoResult], str | None]:
    """Return a function that names a result's opponent, with the id if two share the name, or says why there is none.

    Parameters
    ----------
    results
        The results of all who may be opponents.
    """
    opponents = {result.opponent: str(result.opponent_name) for result in results if result.opponent}
    called = short_names(opponents | {result.player: result.name for result in results})
    without = {"bye": event.unseated.bye, MISSED: event.unseated.absent}
    return lambda result: called(result.opponent) if result.opponent else without.get(result.result_key)


def rows_table(
    name: str,
    event: AsoEvent,
    results: Sequence[AsoResult],
    points: Table[ResultEffect],
    seats: Mapping[Exact, str] | None = None,
    read: ReadEntries | None = None,
) -> Table[AsoResult]:
    """Make the table of a round: a row for every player.

    Parameters
    ----------
    name
        Its name in formulas.
    points
        The table with the points of each result.
    seats, read
        The seats of the players, and the function that reads the entries. With them results and counts are formulas
        on the entries; without them they are plain values.
    """

    def result(own: LineFigures[AsoResult]) -> Shown:
        winner = read(own.line, "winner") if read else None
        return own.line.result_key if winner is None or seats is None else result_to(winner, seats[own.line.player])

    def earned(own: LineFigures[AsoResult]) -> Shown:
        result = own.cell("result")
        return when(same(result, OPEN), None, looked_up(own, points, "points", result))

    def count(key: str) -> ByRule[AsoResult]:
        return ByRule(lambda own: read(own.line, f"{key}_{{seat}}") if read else getattr(own.line, key))

    columns: tuple[Column[AsoResult], ...] = (
        text_column("name", "Player", 166, lambda result: result.name, player=lambda result: result.player),
        text_column("player", "Id", 50, lambda result: result.player),
        figure_column("table", "Table", 48, lambda result: result.table),
        text_column("opponent_name", "Opponent", 166, opponents_of(event, results)),
        *(replace(one, spare=True) for one in scenario_columns(event)),  # the sheet of games has both, too
        text_column("result", "Result", 58, ByRule(result)),
        figure_column("points", "Points", 48, ByRule(earned), style="cell rank"),
        text_column("decided_by", "Decided by", 84, lambda result: result.decided_by),
        *(figure_column(key, heading, 56, count(key)) for key, heading in COUNTS.items()),
        step_column("played_as", "Played as", played_as),
    )
    empty = {key for key in COUNTS if all(getattr(one, key) is None for one in results)}
    empty |= {key for key in ("scenario", "side", "decided_by") if not any(getattr(one, key) for one in results)}
    return Table(
        name,
        printed_first(columns, empty | unless_alike("player", {one.player: one.name for one in results})),
        results,
        key=lambda result: result.player,
        empty="No result is in yet.",
    )


def games_table(
    event: AsoEvent, games: Sequence[ListedGame], results: Table[AsoResult], entries: Entries
) -> Table[ListedGame]:
    """Make the table of the games: players, winner, and the judges' opinions.

    Parameters
    ----------
    results
        The table of everybody's results.
    entries
        The entries of the round.
    """

    def winner(own: LineFigures[ListedGame]) -> Shown:
        result = own.other(results, own.line.one.player, "result")
        won = when(same(result, "win"), own.cell("name_1"), own.cell("name_2"))
        return when(any_of(same(result, "draw"), same(result, OPEN)), result, won)

    def judged(seat: str) -> ByRule[ListedGame]:
        """Return the mean of a player's chances in percent, once all judges have judged."""

        def mean(own: LineFigures[ListedGame]) -> Shown:
            chances = [_entry(entries, own.line.table, f"judge_{judge}_{seat}") for judge in range(1, JUDGES + 1)]
            given = [chance for chance in chances if chance is not None]
            return total(*given) / JUDGES if len(given) == JUDGES else None

        return ByRule(mean)

    def waived(number: int) -> ByRule[ListedGame]:
        return ByRule(lambda own: _entry(entries, own.line.table, f"waived.{number}"))

    def of(
        side: Callable[[ListedGame], AsoResult], one: Column[AsoResult], key: str, heading: str = ""
    ) -> Column[ListedGame]:
        """Make a column of the games from a column of the results: that of one of the two players."""
        return text_column(key, heading or one.heading, one.width, lambda game: one.value_of(side(game)))

    scenario, side = scenario_columns(event)
    both = (result for game in games for result in (game.one, game.other))
    names: Column[AsoResult] = short_name_column(
        "Player", 170, lambda result: result.player, {result.player: result.name for result in both}
    )
    judges = [f"judge_{judge}_{seat}" for judge in range(1, JUDGES + 1) for seat in SEATS]
    judged_any = any(_entry(entries, game.table, judge) is not None for game in games for judge in judges)
    rules = [*enumerate(event.settings.optional_rules, start=1)]
    everybody = [one for game in games for one in (game.one, game.other)]
    shown = {"scenario": "scenario", "side_1": "side", "side_2": "side", "decided_by": "decided_by"}
    empty = {key for key, what in shown.items() if not any(getattr(one, what) for one in everybody)}
    empty |= set() if judged_any else {f"judged_{seat}" for seat in SEATS}
    empty |= {
        f"waived_{number}"
        for number, _ in rules
        if all(_entry(entries, game.table, f"waived.{number}") is None for game in games)
    }
    columns: tuple[Column[ListedGame], ...] = (
        figure_column("table", "Table", 48, lambda game: game.table),
        of(lambda game: game.one, names, "name_1", "Player 1"),
        of(lambda game: game.one, side, "side_1"),
        of(lambda game: game.other, names, "name_2", "Player 2"),
        of(lambda game: game.other, side, "side_2"),
        of(lambda game: game.one, scenario, "scenario"),
        text_column("winner", "Won by", 170, ByRule(winner)),
        text_column("decided_by", "Decided by", 84, lambda game: game.one.decided_by),
        *(
            figure_column(f"judged_{seat}", f"Judges on player {seat}", 80, judged(seat), style="cell two")
            for seat in SEATS
        ),
        *(figure_column(f"waived_{number}", f"Waived: {rule}", 90, waived(number)) for number, rule in rules),
    )
    return Table(
        GAMES,
        printed_first(columns, empty),
        games,
        key=lambda game: game.table,
        empty="No game is scored yet.",
    )


def checks_table(
    checks: Sequence[Agreement], results: Table[AsoResult], points: Table[ResultEffect]
) -> Table[Agreement]:
    """Make the table that compares the sum of all players' points with the sum that games and byes award."""

    def expected(own: LineFigures[Agreement]) -> Shown:
        return given_out(
            lambda result: own.count_of(results, result=result), lambda result: own.other(points, result, "points")
        )

    return Table(
        CHECKS,
        (
            text_column("name", "What", 180, lambda check: check.name),
            figure_column("together", "Together", 80, ByRule(lambda own: own.sum_of(results, "points"))),
            figure_column("expected", "must be", 80, ByRule(expected)),
            agrees_column("together", 80),
        ),
        checks,
        title="All points of the round",
        empty="There is nothing to add up.",
    )


class PlayerRound(Struct, frozen=True):
    """A round of one player, whether played or missed."""

    round: int
    result: AsoResult


class PlayerHistory(Struct, frozen=True):
    """All rounds of one player, in order."""

    player: ResultRow
    """The row of the standings."""
    steps: tuple[PlayerRound, ...]

    @property
    def id(self) -> Exact:
        """The id of the player."""
        return self.player["id"]


Histories = Mapping[Exact, PlayerHistory]
"""The histories of all players by their ids, in the order of the standings."""


def with_missed_rounds(
    players: Sequence[ResultRow], rounds: Rounds, effects: Mapping[int, Sequence[ResultEffect]]
) -> Rounds:
    """Add a result for everybody who missed a round, and set the points of each result by the settings of its round.

    Parameters
    ----------
    players
        The rows of the standings.
    effects
        The effects of results, by round.
    """
    complete = {}
    for number in sorted(rounds):
        points = {effect.result: effect.points for effect in effects[number]}
        playing = {result.player for result in rounds[number]}
        missed = [
            AsoResult(str(player["id"]), str(player["name"]), result=MISSED)
            for player in players
            if player["id"] not in playing
        ]
        complete[number] = [replace(one, points=points[one.result_key] or 0) for one in (*rounds[number], *missed)]
    return complete


def histories_of(players: Sequence[ResultRow], rounds: Rounds) -> Histories:
    """Return the history of every player.

    Parameters
    ----------
    players
        The rows of the standings.
    rounds
        As :func:`with_missed_rounds` returns them.
    """
    steps: dict[Exact, list[PlayerRound]] = {}
    for number in sorted(rounds):
        for result in rounds[number]:
            steps.setdefault(result.player, []).append(PlayerRound(number, result))
    return {player["id"]: PlayerHistory(player, tuple(steps.get(player["id"], ()))) for player in players}


def players_sheet(table: Table[PlayerRound]) -> TableSheet:
    """Make the sheet of everybody's results, with what they mean for the tie-breaks."""
    return TableSheet("Players", "Player by player", tables=(table,), landscape=True, for_director=True)


def players_table(
    event: AsoEvent, histories: Histories, rounds: Mapping[int, Table[AsoResult]], points: Table[ResultEffect]
) -> Table[PlayerRound]:
    """Make the table of everybody's results.

    Parameters
    ----------
    rounds
        The tables of the rounds.
    points
        The table of what results are worth.
    """

    def of_round(key: str) -> ByRule[PlayerRound]:
        return ByRule(lambda own: own.other(rounds[own.line.round], own.line.result.player, key))

    def happens(key: str, heading: str) -> Column[PlayerRound]:
        """Make a column that has the number of the round if its result counts as a loss, a draw or an end."""

        def round_of_it(own: LineFigures[PlayerRound]) -> Shown:
            return when(looked_up(own, points, key, own.cell("result")) == 1, own.cell("round"), None)

        return figure_column(key, heading, 68, ByRule(round_of_it), style="cell step")

    def rating(own: LineFigures[PlayerRound]) -> Shown:
        opponent = own.line.result.opponent
        if opponent is None:
            return None
        rated = cell_at(STANDINGS, opponent, "rating", histories[opponent].player["rating"])
        return when(same(own.cell("result"), OPEN), None, rated)

    def of_result(one: Column[AsoResult]) -> Column[PlayerRound]:
        return text_column(one.key, one.heading, one.width, lambda step: one.value_of(step.result))

    called = short_names(names_in(history.player for history in histories.values()))
    opponent = opponents_of(event, [step.result for history in histories.values() for step in history.steps])
    return Table(
        PLAYERS,
        (
            text_column("name", "Player", 180, lambda step: called(step.result.player)),
            figure_column("round", "Round", 50, lambda step: step.round),
            text_column("opponent_name", "Opponent", 180, lambda step: opponent(step.result)),
            figure_column("rating", "Opponent's rating", 76, ByRule(rating)),
            *map(of_result, scenario_columns(event)),
            text_column("result", "Result", 60, of_round("result")),
            figure_column("points", "Points", 52, of_round("points")),
            happens("loses", "lost in round"),
            happens("draws", "drawn in round"),
            happens("ends", "not won in round"),
            step_column("played_as", "Played as", lambda step: played_as(step.result)),
        ),
        [step for history in histories.values() for step in history.steps],
        key=lambda step: (step.result.player, step.round),
        starts_group=lambda step: step is histories[step.result.player].steps[0],
        size="fine",
        empty="No round is scored yet.",
    )
