"""The sheets of an event's standings: the pilots, and the aircraft that they flew in each round."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.standings import HOME, LOST
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import column, round_name
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

STANDINGS = "standings"

_SUMS = {"shot_at": "Shots at it", "hits": "Hits scored", "taken": "Hits taken", "findings": "Findings"}
"""What adds up over turns and rounds, as the rounds head it."""


def standings_sheets(so_far: EventSoFar[AirforceEvent]) -> Sequence[TableSheet]:
    """Return the standings, and a sheet for each round from which their figures follow."""
    return (
        _standings_sheet(so_far),
        *(_round_sheet(number, so_far.rounds[number]) for number in sorted(so_far.rounds)),
    )


def _standings_sheet(so_far: EventSoFar[AirforceEvent]) -> TableSheet:
    rounds, ranked = sorted(so_far.rounds), so_far.event.settings.ranking
    table = Table(
        STANDINGS,
        (
            *([figure_column("rank", "Rank", 54, column("rank"), _rank, "cell rank")] if ranked else []),
            text_column("name", "Pilot", 200, column("name")),
            text_column("id", "Id", 60, column("id")),
            figure_column("score", "Hits scored less taken", 84, column("score"), _score, "cell rank"),
            figure_column("fights", "Fights", 60, column("fights"), _added(rounds, "first")),
            figure_column("home", "Brought home", 64, column("home"), _added(rounds, "home")),
            figure_column("lost", "Lost", 54, column("lost"), _added(rounds, "lost")),
            figure_column("shot_at", "Shot at", 60, column("shot_at"), _added(rounds, "shot_at")),
            figure_column("hits", "Hits scored", 60, column("hits"), _added(rounds, "hits")),
            figure_column("taken", "Hits taken", 60, column("taken"), _added(rounds, "taken")),
            figure_column("findings", "Findings", 74, column("findings"), _added(rounds, "findings")),
        ),
        so_far.standings.rows,
        key=lambda row: row["id"],
        empty="Nobody has flown yet.",
    )
    note = "Ranked by hits scored less hits taken, then by aircraft lost." if ranked else "In the order of names."
    return TableSheet("Standings", "Standings", lines=(Line(note),), tables=(table,))


def _rank(here: Here[ResultRow]) -> str:
    better = f"({here.range('score')}>{here.cell('score')})"
    as_good = f"({here.range('score')}={here.cell('score')})*({here.range('lost')}<{here.cell('lost')})"
    return f"1+SUMPRODUCT({better}+{as_good})"


def _score(here: Here[ResultRow]) -> str:
    return f"{here.cell('hits')}-{here.cell('taken')}"


def _added(rounds: Sequence[int], key: str) -> Callable[[Here[ResultRow]], str]:
    """Add up a column of all rounds, on the lines of one pilot."""

    def formula(here: Here[ResultRow]) -> str:
        sums = [
            f"SUMPRODUCT(({here.range('player', round_name(number))}={here.cell('id')})"
            f"*{here.range(key, round_name(number))})"
            for number in rounds
        ]
        return "+".join(sums) or "0"

    return formula


def _round_sheet(number: int, rows: Sequence[ResultRow]) -> TableSheet:
    """Make the sheet of a round: a line for each turn of each aircraft."""
    firsts = {(row["table"], row["aircraft"]): row for row in reversed(rows)}

    def begins(row: ResultRow) -> int:
        return int(firsts[row["table"], row["aircraft"]] is row)

    fates: tuple[Column[ResultRow], ...] = (
        figure_column("home", "Brought home", 60, lambda row: int(row["fate"] in HOME)),
        figure_column("lost", "Lost", 44, lambda row: int(row["fate"] in LOST)),
    )
    table = Table(
        round_name(number),
        (
            figure_column("table", "Table", 44, column("table")),
            text_column("aircraft", "Aircraft", 90, column("aircraft")),
            text_column("player", "Id", 50, column("player")),
            text_column("name", "Pilot", 160, column("name")),
            figure_column("turn", "Turn", 44, column("turn")),
            figure_column("first", "Fights", 46, begins),
            *fates,
            *(figure_column(key, heading, 56, column(key)) for key, heading in _SUMS.items()),
        ),
        rows,
        opens=lambda row: begins(row) == 1,
        fine=True,
        empty="Nobody has flown.",
    )
    return TableSheet(round_name(number), round_name(number), tables=(table,))
