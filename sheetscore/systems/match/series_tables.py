"""The series of a round on a worksheet: level, winner, and the handicap that each makes, by formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from sheetscore.pairing.draw import named
from sheetscore.systems.match.games import LEVELS
from sheetscore.systems.match.match_tables import MATCHES, level_number, sign_of
from sheetscore.systems.match.matches import GAMES
from sheetscore.systems.match.matches import MATCHES as MATCHES_OF_A_SERIES
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.score import SeriesLine
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

SERIES = "series"
"""The table's name in formulas."""

Formula = Callable[[Here[SeriesLine]], str | None]


def series_sheet(event: MatchEvent, lines: Sequence[SeriesLine]) -> TableSheet:
    """Make the sheet of the series, with the handicaps that they make."""
    table = Table(
        SERIES,
        (
            figure_column("table", "Table", 48, lambda line: line.meeting.table),
            text_column("player_1", "Player 1", 160, lambda line: named(line.meeting.one, event.names)),
            text_column("player_2", "Player 2", 160, lambda line: named(line.meeting.other, event.names)),
            text_column("game_system", "Game system", 110, lambda line: line.meeting.game_system),
            figure_column("matches", "Matches", 56, lambda line: line.outcome.matches),
            figure_column("total", "Points of 1", 60, lambda line: line.outcome.total, _together("total")),
            figure_column("given", "Handicaps of 1", 76, _given, _together("handicap"), "cell two"),
            figure_column("net", "Net for 1", 60, lambda line: line.outcome.net, _net(event), "cell two"),
            figure_column("level", "Level (0 to 3)", 58, _level_number, _level(event)),
            figure_column("winner", "Won by 1 (below 0: by 2)", 74, _sign, _winner, "cell strong"),
            _of_step("old", "Handicap of 1 before", None),
            _of_step("raw", "by this series alone", _raw),
            _of_step("new", "from now on", _new),
        ),
        lines,
        key=lambda line: line.meeting.table,
        fine=True,
        empty="No series was played.",
    )
    return TableSheet("Series", "Series and handicaps", tables=(table,), landscape=True)


def _together(key: str) -> Formula:
    """Add a figure of its matches up."""

    def formula(here: Here[SeriesLine]) -> str:
        table = here.line.meeting.table
        keys = [key_ for key_ in here.places[MATCHES].rows if isinstance(key_, tuple) and key_[0] == table]
        return "+".join(here.other(MATCHES, key_, key) for key_ in keys)

    return formula


def _given(line: SeriesLine) -> Fraction:
    return sum((match.handicap for match in line.meeting.outcomes), Fraction(0))


def _net(event: MatchEvent) -> Formula:
    def formula(here: Here[SeriesLine]) -> str:
        given = f"+{here.cell('given')}" if event.settings.series_handicap else ""
        return f"(2*{here.cell('total')}{given})/{2 * GAMES * here.line.outcome.matches}"

    return formula


def _level(event: MatchEvent) -> Formula:
    return lambda here: level_number(event, here.cell("net")) if here.line.outcome.complete else None


def _level_number(line: SeriesLine) -> int | None:
    """Return the number of the level, from 1; 0 for a draw, None while matches are missing."""
    level = line.outcome.level
    return (LEVELS.index(level) + 1 if level else 0) if line.outcome.complete else None


def _sign(line: SeriesLine) -> int | None:
    won = {"1": 1, "2": -1, None: 0}[line.outcome.winner]
    return won if line.outcome.complete else None


def _winner(here: Here[SeriesLine]) -> str | None:
    if not here.line.outcome.complete:
        return None
    return f"IF({here.cell('level')}>0,{sign_of(here.cell('net'))},0)"


def _raw(here: Here[SeriesLine]) -> str | None:
    return f"-2*{here.cell('total')}/{MATCHES_OF_A_SERIES}" if here.line.step else None


def _new(here: Here[SeriesLine]) -> str | None:
    if here.line.step is None:
        return None
    raw, old = here.cell("raw"), here.cell("old")
    return f'IF({old}="",{raw},(2*{raw}+{old})/3)'


def _of_step(key: str, heading: str, formula: Formula | None) -> Column[SeriesLine]:
    def value(line: SeriesLine) -> Fraction | None:
        return getattr(line.step, key) if line.step else None

    return figure_column(key, heading, 84, value, formula, "cell two")
