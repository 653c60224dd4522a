"""The rounds of accelerated Swiss in the workbook of the standings: a sheet for each, and the history of everybody.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.result_tables import COUNTS, opponent_of, played_as, rows_table, scenario_columns
from sheetscore.systems.aso.rules import MISSED, OPEN, Outcome, looked_up, result_of
from sheetscore.systems.columns import STANDINGS, round_name
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

PLAYERS = "players"
"""The name of the table of histories."""

Rounds = Mapping[int, Sequence[ResultRow]]
"""The rows of the scored rounds by their numbers."""

_MISSED_LINE = Line("Somebody who is absent has no game in that round: it counts as lost.")


class Step(Struct, frozen=True):
    """A round of one player, whether played or missed."""

    round: int
    row: ResultRow
    outcome: Outcome

    def only_if(self, counts: int) -> int | None:
        """Return the round's number if something counts, else nothing."""
        return self.round if counts else None


class PlayerHistory(Struct, frozen=True):
    """All rounds of one player, in order.

    Parameters
    ----------
    player
        The row of the standings.
    """

    player: ResultRow
    steps: tuple[Step, ...]

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


def completed(players: Sequence[ResultRow], rounds: Rounds, outcomes: Sequence[Outcome]) -> Rounds:
    """Add a row for everybody who missed a round, and give all the points that hold now.

    Parameters
    ----------
    players
        The rows of the standings.
    """
    points = {outcome.result: outcome.points for outcome in outcomes}
    complete = {}
    for number in sorted(rounds):
        there = {row["player"] for row in rounds[number]}
        rows = [*rounds[number], *(_missed_row(player) for player in players if player["id"] not in there)]
        complete[number] = [{**row, "points": points[result_of(row)]} for row in rows]
    return complete


_BLANK: ResultRow = dict.fromkeys(("opponent", "opponent_name", "table", "scenario", "side", "decided_by", *COUNTS))


def _missed_row(player: ResultRow) -> ResultRow:
    return {**_BLANK, "player": player["id"], "name": player["name"], "result": MISSED}


def histories_of(players: Sequence[ResultRow], rounds: Rounds, outcomes: Sequence[Outcome]) -> Histories:
    """Return the history of every player.

    Parameters
    ----------
    players
        The rows of the standings.
    rounds
        Completed.
    """
    known = {outcome.result: outcome for outcome in outcomes}
    steps: dict[Exact, list[Step]] = {}
    for number in sorted(rounds):
        for row in rounds[number]:
            steps.setdefault(row["player"], []).append(Step(number, row, known[result_of(row)]))
    return {player["id"]: PlayerHistory(player, tuple(steps.get(player["id"], ()))) for player in players}


def round_sheets(event: AsoEvent, rounds: Rounds) -> tuple[TableSheet, ...]:
    """Make a sheet for each round, with those who missed it at the end."""
    return tuple(
        TableSheet(
            round_name(number),
            round_name(number),
            lines=(_MISSED_LINE,),
            tables=(rows_table(round_name(number), event, rows, {}),),
            landscape=True,
        )
        for number, rows in rounds.items()
    )


def play_off_sheet(event: AsoEvent, number: int, rows: Sequence[ResultRow]) -> TableSheet:
    """Make the sheet of a play-off: it gives no points."""
    table = rows_table(round_name(number), event, rows, {})
    table = replace(table, columns=tuple(one for one in table.columns if one.key != "points"))
    return TableSheet("Play-off", f"{round_name(number)}: the play-off", tables=(table,), landscape=True)


def players_sheet(event: AsoEvent, histories: Histories) -> TableSheet:
    """Make the sheet of everybody's results, with what they mean for the tie-breaks."""
    table = _players_table(event, histories)
    return TableSheet("Players", "Player by player", tables=(table,), landscape=True, for_director=True)


def _players_table(event: AsoEvent, histories: Histories) -> Table[Step]:
    def of_round(key: str) -> Column[Step]:
        def formula(here: Here[Step]) -> str:
            return here.other(round_name(here.line.round), here.line.row["player"], key)

        if key == "result":
            return text_column(key, "Result", 60, lambda step: step.outcome.result, formula)
        return figure_column(key, "Points", 52, lambda step: step.row[key], formula)

    def happens(key: str, heading: str) -> Column[Step]:
        def formula(here: Here[Step]) -> str:
            return f'IF({looked_up(here, key, here.cell("result"))}=1,{here.cell("round")},"")'

        return figure_column(
            key, heading, 68, lambda step: step.only_if(int(getattr(step.outcome, key))), formula, "cell step"
        )

    def rating(here: Here[Step]) -> str | None:
        opponent = here.line.row["opponent"]
        if opponent is None:
            return None
        return f'IF({here.cell("result")}="{OPEN}","",{here.other(STANDINGS, opponent, "rating")})'

    def rating_of(step: Step) -> Exact:
        opponent = step.row["opponent"]
        return None if opponent is None or step.outcome.result == OPEN else histories[opponent].player["rating"]

    def of_row(one: Column[ResultRow]) -> Column[Step]:
        return text_column(one.key, one.heading, one.width, lambda step: one.value(step.row))

    return Table(
        PLAYERS,
        (
            text_column("name", "Player", 180, lambda step: step.row["name"]),
            figure_column("round", "Round", 50, lambda step: step.round),
            text_column("opponent_name", "Opponent", 180, lambda step: opponent_of(event, step.row)),
            figure_column("rating", "Opponent's rating", 76, rating_of, rating),
            *map(of_row, scenario_columns(event)),
            of_round("result"),
            of_round("points"),
            happens("loses", "lost in round"),
            happens("draws", "drawn in round"),
            happens("ends", "not won in round"),
            text_column("played_as", "Played as", 110, lambda step: played_as(step.row)),
        ),
        [step for history in histories.values() for step in history.steps],
        key=lambda step: (step.row["player"], step.round),
        opens=lambda step: step is histories[step.row["player"]].steps[0],
        fine=True,
        empty="No round is scored yet.",
    )
