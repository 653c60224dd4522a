"""Series and handicaps on worksheets, by formula: what each series of a round makes, and how a pair's handicap went.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.forms.form import Entries
from sheetscore.pairing.draw import display_name
from sheetscore.systems.columns import ENTRIES, VALUE, round_name
from sheetscore.systems.match.game_tables import ANY, level_formula, shown_level
from sheetscore.systems.match.games import LEVELS
from sheetscore.systems.match.history import Revision, given, revisions
from sheetscore.systems.match.lists import in_one_wording
from sheetscore.systems.match.match_tables import MATCHES, level_number, net_formula, sign_of, won_by_formula
from sheetscore.systems.match.matches import GAMES
from sheetscore.systems.match.matches import MATCHES as MATCHES_OF_A_SERIES
from sheetscore.systems.match.model import MatchEvent, MatchScenario
from sheetscore.systems.match.record import Rounds, meetings
from sheetscore.systems.match.score import SeriesLine, series_box
from sheetscore.tables.sheet import Chart, Series, TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, step_column, text_column
from sheetscore.workbooks.book import CellValue

SERIES = "series"
"""The table's name in formulas."""


NOBODY = "nobody"
"""Whose a handicap of 0 is."""

Formula = Callable[[Here[SeriesLine]], str | None]


def series_sheet(event: MatchEvent, lines: Sequence[SeriesLine], entries: Entries) -> TableSheet:
    """Make the sheet of the series, with the handicaps that they make.

    Parameters
    ----------
    entries
        What stands on the sheets of the round: why a series was ended.
    """
    table = Table(
        SERIES,
        (
            figure_column("table", "Table", 44, lambda line: line.meeting.table),
            text_column("player_1", "Player 1", 130, lambda line: display_name(line.meeting.one, event.names)),
            text_column("player_2", "Player 2", 130, lambda line: display_name(line.meeting.other, event.names)),
            text_column("game_system", "Game system", 84, lambda line: line.meeting.game_system),
            figure_column("matches", "Matches", 50, lambda line: line.outcome.matches),
            figure_column("total", "Match points of player 1", 64, lambda line: line.outcome.total, _together("total")),
            figure_column(
                "net", "Net per game of player 1", 64, lambda line: line.outcome.net, _net(event), "cell two"
            ),
            text_column("won_by", "Won by", 130, _won_by(event), _won_by_formula),
            text_column("level_words", "Level", 130, _level_words(event), _level_formula(event)),
            text_column("next_for", "Handicap from now on for", 130, _next_for(event), _next_for_formula),
            figure_column("next", "Points", 54, _next, _next_formula, "cell score"),
            text_column("ended", "Ended by the director, because", 110, _why(entries), _why_formula),
            step_column("given", "handicaps: above 0 of player 1", _given, _together("handicap"), "cell step two"),
            step_column("level", "level from 1", _level_number, _level(event)),
            step_column("winner", "winner: 1, −1 for player 2", _sign, _winner),
            _of_step("old", "handicap of player 1 before", None),
            _of_step("raw", "by this series alone", _raw),
            _of_step("new", "from now on", _new),
        ),
        lines,
        key=lambda line: line.meeting.table,
        size="fine",
        empty="No series was played.",
    )
    return TableSheet("Series", "Series and handicaps", (TextLine(_MEANING),), (table,), landscape=True)


_MEANING = (
    "A series is three matches; its net result is that of all six games. One that has fewer has no level and no "
    "winner, and makes no handicap, whoever ended it: its matches count for the standings."
)


def _why(entries: Entries) -> Callable[[SeriesLine], CellValue]:
    def value(line: SeriesLine) -> CellValue:
        return str(entries.get(series_box(line.meeting.table, "reason"), ""))

    return value


def _why_formula(here: Here[SeriesLine]) -> str | None:
    key = series_box(here.line.meeting.table, "reason")
    return here.other(ENTRIES, key, VALUE) if key in here.places[ENTRIES].rows else None


def _won_by(event: MatchEvent) -> Callable[[SeriesLine], CellValue]:
    def value(line: SeriesLine) -> CellValue:
        outcome, ahead = line.outcome, line.player(line.outcome.ahead)
        if not outcome.complete:
            return ""
        who = display_name(ahead, event.names) if ahead else ""
        return who if outcome.winner else f"drawn, ahead: {who}" if who else "drawn"

    return value


def _won_by_formula(here: Here[SeriesLine]) -> str | None:
    return won_by_formula(here, here.cell("winner"), here.cell("net")) if here.line.outcome.complete else None


def _wording(event: MatchEvent, line: SeriesLine) -> MatchScenario | None:
    """Return a scenario of a series whose words for levels hold for all of it; None where there is none."""
    played = [one for one in event.scenarios if one.id in line.meeting.scenarios]
    return in_one_wording(played)


def _level_words(event: MatchEvent) -> Callable[[SeriesLine], CellValue]:
    return lambda line: shown_level(_wording(event, line), line.outcome.level)


def _level_formula(event: MatchEvent) -> Formula:
    def formula(here: Here[SeriesLine]) -> str | None:
        scenario = _wording(event, here.line)
        named_by = scenario.id if scenario else ANY
        return level_formula(here, here.cell("level"), named_by) if here.line.outcome.complete else None

    return formula


def _next(line: SeriesLine) -> CellValue:
    return abs(line.step.new) if line.step else None


def _next_formula(here: Here[SeriesLine]) -> str | None:
    return f"ABS({here.cell('new')})" if here.line.step else None


def _next_for(event: MatchEvent) -> Callable[[SeriesLine], CellValue]:
    def value(line: SeriesLine) -> CellValue:
        return (display_name(line.holder, event.names) if line.holder else NOBODY) if line.step else ""

    return value


def _next_for_formula(here: Here[SeriesLine]) -> str | None:
    return holder_formula(here, here.cell("new")) if here.line.step else None


def holder_formula(here: Here[Any], handicap: str) -> str:
    """Write whose a handicap is that is above 0 for player 1 and below 0 for player 2."""
    one, two = here.cell("player_1"), here.cell("player_2")
    return f'IF(ABS({handicap})<{TOLERANCE},"{NOBODY}",IF({handicap}>0,{one},{two}))'


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
        given = here.cell("given") if event.settings.series_handicap else "0"
        return net_formula(event, here.cell("total"), given, GAMES * here.line.outcome.matches)

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

    return step_column(key, heading, value, formula, "cell step two")


HANDICAPS = "handicaps"
"""The table's name in formulas."""

MOST_TRENDS = 8
"""How many pairs the chart follows."""


class Trend(Struct, frozen=True):
    """A pair in a game system, with its handicap at the beginning and after each of its series."""

    one: str
    other: str
    game_system: str
    begins: Fraction | None
    made: tuple[Revision, ...]

    def after(self, number: int) -> Fraction | None:
        """Return the handicap after a round; None before there is one."""
        made = [one.step.new for one in self.made if one.meeting.round <= number]
        return made[-1] if made else self.begins


def trends_of(event: MatchEvent, rounds: Rounds) -> list[Trend]:
    """Return every pair that has a handicap, or has made one; signed from the one on who has it now."""
    pairs: dict[tuple[str, str, str], None] = {}
    order = [player.id for player in event.players]
    for handicap in event.handicaps:
        two = sorted(map(event.roster_id, (handicap.player, handicap.against)), key=order.index)
        pairs[two[0], two[1], _spelled(event, handicap.game_system)] = None
    for number in sorted(rounds):
        for meeting in meetings(number, rounds[number]):
            two = sorted((meeting.one, meeting.other), key=lambda one: (order.index(one) if one in order else 999, one))
            if event.plays_series and meeting.series(event).complete:
                pairs[two[0], two[1], _spelled(event, meeting.game_system)] = None
    last = max(rounds, default=0)
    trends = [_trend(event, rounds, one, two, system) for one, two, system in pairs]
    return [
        _trend(event, rounds, trend.other, trend.one, trend.game_system) if (trend.after(last) or 0) < 0 else trend
        for trend in trends
    ]


def _trend(event: MatchEvent, rounds: Rounds, one: str, other: str, system: str) -> Trend:
    made = revisions(event, one, other, system, rounds, max(rounds, default=0) + 1)
    return Trend(one, other, system, given(event, one, other, system), tuple(made))


def _spelled(event: MatchEvent, game_system: str) -> str:
    return next(
        (one.game_system for one in event.scenarios if folded(one.game_system) == folded(game_system)), game_system
    )


def handicaps_sheet(event: MatchEvent, rounds: Sequence[int], trends: Sequence[Trend]) -> TableSheet:
    """Make the sheet of the handicaps: whose each is now, and how the series of the two have revised it.

    Parameters
    ----------
    rounds
        The numbers of those that are scored, in order.
    """
    last = max(rounds, default=0)
    names = ["start", *(f"after round {number}" for number in rounds)]

    def after(number: int) -> Column[Trend]:
        name = f"after round {number}"
        before = names[names.index(name) - 1]
        return figure_column(name, name, 84, lambda trend: trend.after(number), _revised(number, before), "cell two")

    table = Table(
        HANDICAPS,
        (
            text_column("pair", "Weaker player, against", 300, lambda trend: _pair(event, trend)),
            text_column("game_system", "Game system", 110, lambda trend: trend.game_system),
            figure_column(
                "now", "Handicap now", 76, lambda trend: trend.after(last) or 0, _now(names[-1]), "cell score"
            ),
            text_column("exact", "Exactly", 70, lambda trend: str(trend.after(last) or 0)),
            figure_column("start", "at the start", 76, lambda trend: trend.begins, None, "cell two"),
            *map(after, rounds),
        ),
        trends,
        key=_key,
        empty="Nobody has a handicap.",
    )

    def series(places: Places) -> list[Series]:
        place = places[HANDICAPS]
        first, end = names[0], names[-1]
        keys = [_key(trend) for trend in trends[:MOST_TRENDS]]
        headings = place.headings(first, end)
        return [Series(place.cell(key, "pair"), headings, place.across(key, first, end)) for key in keys]

    charts = (Chart("lines", "How the handicaps went", "", "points", series),) if trends and rounds else ()
    return TableSheet("Handicaps", "Handicaps", (TextLine(_TRENDS_MEANING),), (table,), charts, landscape=True)


_TRENDS_MEANING = (
    "The points are added to the match points of the weaker player in every match of the two in that game system. "
    "Figures below 0 were the other player's then."
)


def _pair(event: MatchEvent, trend: Trend) -> str:
    return f"{display_name(trend.one, event.names)}, against {display_name(trend.other, event.names)}"


def _key(trend: Trend) -> tuple[str, str, str]:
    return trend.one, trend.other, trend.game_system


def _now(last: str) -> Callable[[Here[Trend]], str]:
    return lambda here: f"N({here.cell(last)})"


def _revised(number: int, before: str) -> Callable[[Here[Trend]], str | None]:
    """Write the handicap after a round: two parts of what a series makes by itself, one part of the one before."""

    def formula(here: Here[Trend]) -> str | None:
        trend, old = here.line, here.cell(before)
        played = next((one.meeting for one in trend.made if one.meeting.round == number), None)
        if played is None:
            return f'IF({old}="","",{old})'
        rows = [(trend.one, match) for match in range(1, MATCHES_OF_A_SERIES + 1)]
        total = "+".join(here.other(round_name(number), row, "total") for row in rows)
        raw = f"-2*({total})/{MATCHES_OF_A_SERIES}"
        return f'IF({old}="",{raw},(2*({raw})+{old})/3)'

    return formula
