"""What accelerated Swiss shows of rounds: everybody's result, the games table by table, everybody's history over all.

Source: ASO 2008 Tournament Rules, Deciding games, ABS, and Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.forms.form import Value
from sheetscore.systems.aso.forms import LINES, LIST_TABLE, box
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.systems.aso.rules import MISSED, OPEN, POINTS, ResultEffect, looked_up
from sheetscore.systems.aso.score import COUNTED, AsoResult, Rounds
from sheetscore.systems.columns import ENTRIES, STANDINGS, VALUE, round_name
from sheetscore.systems.outcomes import Agreement, Exact, ResultRow, RoundScore
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

RESULTS, GAMES, CHECKS = "results", "games", "checks"
"""Names of tables."""

JUDGES = (1, 2, 3)

COUNTS = dict(zip(COUNTED, ("VP", "CC inflicted", "CC lost", "Snake eyes", "Boxcars"), strict=True))
"""What is counted for each of the two at a table, with its heading."""

ReadEntries = Callable[[Here[AsoResult], str], str | None]
"""Refers to the cell of a box of the player's table; ``{seat}`` in its id is the player's. None without such a cell."""

PLAYERS = "players"
"""The name of the table of histories."""


def played_as(result: AsoResult) -> str:
    """Name the scenario and the side that somebody played, by their ids, as far as they are known."""
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
        text_column("scenario", "Scenario", 140, scenario),
        text_column("side", "Side", 96, lambda result: sides.get(played_as(result), result.side)),
    )


def side_key(scenario: str, side: str) -> str:
    """Return how results and scenarios name a side of a scenario, whatever the capitals of its ids."""
    return f"{folded(scenario)}.{folded(side)}"


class ScoredGame(Struct, frozen=True):
    """A scored game: the results of the two who sat at seats 1 and 2, and what was entered on their line."""

    table: int
    one: AsoResult
    other: AsoResult
    values: Mapping[str, Value | None]

    @property
    def winner(self) -> str:
        """The name of the winner; ``draw`` where nobody won, ``open`` where there is no result yet."""
        undecided = "draw" if self.one.result else "open"
        return next((result.name for result in (self.one, self.other) if result.result == "win"), undecided)

    def judged(self, seat: str) -> Fraction | None:
        """Return the judges' average of a player's chances in percent; None unless all three have judged."""
        given = [self.values.get(_chance(judge, seat)) for judge in JUDGES]
        chances = [Fraction(chance) for chance in given if chance is not None]
        return sum(chances, Fraction(0)) / len(JUDGES) if len(chances) == len(JUDGES) else None


def _chance(judge: int, seat: str) -> str:
    """Name the box for a judge's view of a player's chances."""
    return f"judge_{judge}_{seat}"


def games_of(score: RoundScore) -> list[ScoredGame]:
    """Return the scored games by table."""
    found: dict[int, dict[str, AsoResult]] = {}
    seats, lines = seats_of(score), _lines(score)
    for result in map(AsoResult.read, score.rows):
        if result.table is not None and result.player in seats:
            found.setdefault(result.table, {})[seats[result.player]] = result
    one, other = SEATS
    both = ((table, two) for table, two in sorted(found.items()) if len(two) == len(SEATS))
    return [ScoredGame(table, two[one], two[other], lines[table]) for table, two in both]


def seats_of(score: RoundScore) -> dict[Exact, str]:
    """Tell who sat at which seat of their table, by the list of results."""
    return {
        line[player]: seat
        for line in _lines(score).values()
        for seat in SEATS
        if line.get(player := f"player_{seat}") is not None
    }


def _lines(score: RoundScore) -> dict[int, Mapping[str, Value | None]]:
    page = score.pages.get((LIST_TABLE, ""))
    return {int(line.row.key): line.values for line in page.rows.get(LINES, ())} if page else {}


def _entry(here: Here[Any], table: int, what: str) -> str | None:
    """Refer to the cell in which the value of a box stands; None if nothing was entered there."""
    key = box(table, what)
    return here.other(ENTRIES, key, VALUE) if key in here.places[ENTRIES].rows else None


def entries_of(score: RoundScore) -> ReadEntries:
    """Make what refers to the entries of a round."""
    seats = seats_of(score)

    def entered(here: Here[AsoResult], what: str) -> str | None:
        seat, table = seats.get(here.line.player), here.line.table
        return None if seat is None or table is None else _entry(here, table, what.format(seat=seat))

    return entered


def opponent_of(event: AsoEvent, result: AsoResult) -> str | None:
    """Name the opponent; without one say why there is none."""
    without = {"bye": event.unseated.bye, MISSED: event.unseated.absent}
    return result.opponent_name or without.get(result.ended)


def rows_table(
    name: str,
    event: AsoEvent,
    results: Sequence[AsoResult],
    seats: Mapping[Exact, str],
    entered: ReadEntries | None = None,
) -> Table[AsoResult]:
    """Make the table of a round: a row for every player.

    Parameters
    ----------
    name
        What it is called in formulas.
    entered
        Where results and counts come from; without it they stand as values in the cells.
    """

    def result(here: Here[AsoResult]) -> str | None:
        winner = entered(here, "winner") if entered else None
        if winner is None:
            return None
        return f'IF({winner}&""="draw","draw",IF({winner}&""="{seats[here.line.player]}","win","loss"))'

    def count(key: str, heading: str) -> Column[AsoResult]:
        def entry(here: Here[AsoResult]) -> str | None:
            return entered(here, f"{key}_{{seat}}") if entered else None

        return figure_column(key, heading, 56, attrgetter(key), entry)

    return Table(
        name,
        (
            text_column("name", "Player", 166, lambda result: result.name),
            text_column("player", "Id", 50, lambda result: result.player),
            figure_column("table", "Table", 48, lambda result: result.table),
            text_column("opponent_name", "Opponent", 166, lambda result: opponent_of(event, result)),
            *scenario_columns(event),
            text_column("result", "Result", 58, lambda result: result.ended, result),
            figure_column("points", "Points", 48, lambda result: result.earned, _points, "cell rank"),
            text_column("decided_by", "Decided by", 84, lambda result: result.decided_by),
            *(count(key, heading) for key, heading in COUNTS.items()),
            text_column("played_as", "Played as", 110, played_as),
        ),
        results,
        key=lambda result: result.player,
        empty="No result is in yet.",
    )


def _points(here: Here[AsoResult]) -> str:
    return f'IF({here.cell("result")}="{OPEN}","",{looked_up(here, "points", here.cell("result"))})'


def games_table(event: AsoEvent, games: Sequence[ScoredGame]) -> Table[ScoredGame]:
    """Make the table of the games: who met, who won, and what the judges thought of it."""

    def winner(here: Here[ScoredGame]) -> str:
        result = here.other(RESULTS, here.line.one.player, "result")
        names = f'IF({result}="win",{here.cell("name_1")},{here.cell("name_2")})'
        return f'IF(OR({result}="draw",{result}="open"),{result},{names})'

    def judged(seat: str) -> Column[ScoredGame]:
        def formula(here: Here[ScoredGame]) -> str | None:
            cells = [_entry(here, here.line.table, _chance(judge, seat)) for judge in JUDGES]
            given = [cell for cell in cells if cell]
            return f"({'+'.join(given)})/{len(JUDGES)}" if len(given) == len(JUDGES) else None

        heading = f"Judges on player {seat}"
        return figure_column(f"judged_{seat}", heading, 80, lambda game: game.judged(seat), formula, "cell two")

    def waived(number: int, rule: str) -> Column[ScoredGame]:
        return figure_column(
            f"waived_{number}",
            f"Waived: {rule}",
            90,
            lambda game: game.values.get(f"waived[{number}]"),
            lambda here: _entry(here, here.line.table, f"waived.{number}"),
        )

    def of(
        side: Callable[[ScoredGame], AsoResult], one: Column[AsoResult], key: str, heading: str = ""
    ) -> Column[ScoredGame]:
        return text_column(key, heading or one.heading, one.width, lambda game: one.value_of(side(game)))

    scenario, side = scenario_columns(event)
    names: Column[AsoResult] = text_column("name", "Player", 170, lambda result: result.name)
    return Table(
        GAMES,
        (
            figure_column("table", "Table", 48, lambda game: game.table),
            of(lambda game: game.one, names, "name_1", "Player 1"),
            of(lambda game: game.one, side, "side_1"),
            of(lambda game: game.other, names, "name_2", "Player 2"),
            of(lambda game: game.other, side, "side_2"),
            of(lambda game: game.one, scenario, "scenario"),
            text_column("winner", "Won by", 170, lambda game: game.winner, winner),
            text_column("decided_by", "Decided by", 84, lambda game: game.one.decided_by),
            *map(judged, SEATS),
            *(waived(number, rule) for number, rule in enumerate(event.settings.optional_rules, start=1)),
        ),
        games,
        key=lambda game: game.table,
        empty="No game is scored yet.",
    )


def checks_table(checks: Sequence[Agreement]) -> Table[Agreement]:
    """Make the table that compares the points of all players with those that the games and byes give out."""

    def how_many(here: Here[Agreement], result: str) -> str:
        return f'SUMPRODUCT(--({here.range("result", RESULTS)}="{result}"))'

    def worth(here: Here[Agreement], result: str) -> str:
        return here.other(POINTS, result, "points")

    def expected(here: Here[Agreement]) -> str:
        decided = f"{how_many(here, 'win')}*({worth(here, 'win')}+{worth(here, 'loss')})"
        return "+".join([decided, *(f"{how_many(here, one)}*{worth(here, one)}" for one in ("draw", "bye"))])

    def together(here: Here[Agreement]) -> str:
        return f"SUM({here.range('points', RESULTS)})"

    def agrees(here: Here[Agreement]) -> str:
        return f'IF({here.cell("together")}={here.cell("expected")},"✓","✗")'

    return Table(
        CHECKS,
        (
            text_column("name", "What", 180, lambda check: check.name),
            figure_column("together", "Together", 80, lambda check: check.actual, together),
            figure_column("expected", "must be", 80, lambda check: check.expected, expected),
            figure_column("agrees", "agrees", 80, lambda check: "✓" if check.ok else "✗", agrees, "cell strong"),
        ),
        checks,
        title="All points of the round",
        empty="There is nothing to add up.",
    )


class PlayerRound(Struct, frozen=True):
    """A round of one player, whether played or missed."""

    round: int
    result: AsoResult
    outcome: ResultEffect

    def only_if(self, counts: int) -> int | None:
        """Return the round's number if something counts, else nothing."""
        return self.round if counts else None


class PlayerHistory(Struct, frozen=True):
    """All rounds of one player, in order."""

    player: ResultRow
    """The row of the standings."""
    steps: tuple[PlayerRound, ...]

    @property
    def id(self) -> Exact:
        """The player's."""
        return self.player["id"]

    def part(self, here: Here[ResultRow], key: str) -> str:
        """Refer to the player's cells of a column of the table of histories."""
        place, rounds = here.places[PLAYERS], [step.round for step in self.steps]
        return here.refer(place.part(key, (self.id, rounds[0]), (self.id, rounds[-1])))


Histories = Mapping[Exact, PlayerHistory]
"""The histories of all players by their ids, in the order of the standings."""


def completed(players: Sequence[ResultRow], rounds: Rounds, outcomes: Sequence[ResultEffect]) -> Rounds:
    """Add a result for everybody who missed a round, and give all the points that hold now.

    Parameters
    ----------
    players
        The rows of the standings.
    """
    points = {outcome.result: outcome.points for outcome in outcomes}
    complete = {}
    for number in sorted(rounds):
        there = {result.player for result in rounds[number]}
        missed = [
            AsoResult(str(player["id"]), str(player["name"]), result=MISSED)
            for player in players
            if player["id"] not in there
        ]
        complete[number] = [replace(one, points=points[one.ended] or 0) for one in (*rounds[number], *missed)]
    return complete


def histories_of(players: Sequence[ResultRow], rounds: Rounds, outcomes: Sequence[ResultEffect]) -> Histories:
    """Return the history of every player.

    Parameters
    ----------
    players
        The rows of the standings.
    rounds
        Completed.
    """
    known = {outcome.result: outcome for outcome in outcomes}
    steps: dict[Exact, list[PlayerRound]] = {}
    for number in sorted(rounds):
        for result in rounds[number]:
            steps.setdefault(result.player, []).append(PlayerRound(number, result, known[result.ended]))
    return {player["id"]: PlayerHistory(player, tuple(steps.get(player["id"], ()))) for player in players}


def players_sheet(event: AsoEvent, histories: Histories) -> TableSheet:
    """Make the sheet of everybody's results, with what they mean for the tie-breaks."""
    table = _players_table(event, histories)
    return TableSheet("Players", "Player by player", tables=(table,), landscape=True, for_director=True)


def _players_table(event: AsoEvent, histories: Histories) -> Table[PlayerRound]:
    def of_round(key: str) -> Column[PlayerRound]:
        def formula(here: Here[PlayerRound]) -> str:
            return here.other(round_name(here.line.round), here.line.result.player, key)

        if key == "result":
            return text_column(key, "Result", 60, lambda step: step.outcome.result, formula)
        return figure_column(key, "Points", 52, lambda step: step.outcome.points, formula)

    def happens(key: str, heading: str) -> Column[PlayerRound]:
        def formula(here: Here[PlayerRound]) -> str:
            return f'IF({looked_up(here, key, here.cell("result"))}=1,{here.cell("round")},"")'

        return figure_column(
            key, heading, 68, lambda step: step.only_if(int(getattr(step.outcome, key))), formula, "cell step"
        )

    def rating(here: Here[PlayerRound]) -> str | None:
        opponent = here.line.result.opponent
        if opponent is None:
            return None
        return f'IF({here.cell("result")}="{OPEN}","",{here.other(STANDINGS, opponent, "rating")})'

    def rating_of(step: PlayerRound) -> Exact:
        opponent = step.result.opponent
        return None if opponent is None or step.outcome.result == OPEN else histories[opponent].player["rating"]

    def of_result(one: Column[AsoResult]) -> Column[PlayerRound]:
        return text_column(one.key, one.heading, one.width, lambda step: one.value_of(step.result))

    return Table(
        PLAYERS,
        (
            text_column("name", "Player", 180, lambda step: step.result.name),
            figure_column("round", "Round", 50, lambda step: step.round),
            text_column("opponent_name", "Opponent", 180, lambda step: opponent_of(event, step.result)),
            figure_column("rating", "Opponent's rating", 76, rating_of, rating),
            *map(of_result, scenario_columns(event)),
            of_round("result"),
            of_round("points"),
            happens("loses", "lost in round"),
            happens("draws", "drawn in round"),
            happens("ends", "not won in round"),
            text_column("played_as", "Played as", 110, lambda step: played_as(step.result)),
        ),
        [step for history in histories.values() for step in history.steps],
        key=lambda step: (step.result.player, step.round),
        starts_group=lambda step: step is histories[step.result.player].steps[0],
        size="fine",
        empty="No round is scored yet.",
    )
