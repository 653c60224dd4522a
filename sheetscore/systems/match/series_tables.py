"""Series and handicaps on worksheets, by formula: the results of a round's series, and each pair's handicaps so far.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Figure, Plain, Shown, as_figure
from sheetscore.expressions.figure_calls import amount, total, when
from sheetscore.forms.form import Entries
from sheetscore.pairing.draw import short_names
from sheetscore.systems.columns import entered, printed_first
from sheetscore.systems.match.deciding import GAMES, HandicapLevel, net_of, winner_at_levels
from sheetscore.systems.match.game_tables import ShownLevel, level_words
from sheetscore.systems.match.games import level_number
from sheetscore.systems.match.history import Revision, handicap_at_start, revisions
from sheetscore.systems.match.lists import scenario_with_common_words
from sheetscore.systems.match.match_tables import RoundTables, ShownMatch, won_by
from sheetscore.systems.match.matches import MATCHES, raw_handicap, revised_handicap
from sheetscore.systems.match.model import MatchEvent, MatchScenario
from sheetscore.systems.match.record import MatchResult, Rounds, meetings
from sheetscore.systems.match.score import SeriesLine, series_box
from sheetscore.tables.sheet import MOST_LINES, Chart, Series, TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    LineFigures,
    Places,
    Table,
    figure_column,
    step_column,
    text_column,
)

SERIES, MADE = "series", "handicaps made"
"""The names in formulas of the tables of the series, and of the handicaps that they make."""


NOBODY = "nobody"
"""What stands for the holder if the handicap is 0."""

Complete = Callable[[LineFigures[SeriesLine]], Shown]
"""A rule of a figure that only complete series have."""


def series_sheet(
    event: MatchEvent,
    lines: Sequence[SeriesLine],
    entries: Entries,
    matches: Table[ShownMatch],
    levels: Table[ShownLevel],
) -> TableSheet:
    """Make the sheet of the series, with the handicaps that they make.

    Parameters
    ----------
    entries
        The entries of the sheets of the round, with the reasons why series were ended.
    matches
        The table of their matches.
    levels
        The table of the names of levels.
    """
    short = short_names(event.names)

    def level_called(own: LineFigures[SeriesLine]) -> Shown:
        return level_words(own, levels, own.cell("level"), _wording(event, own.line))

    def net(own: LineFigures[SeriesLine]) -> Shown:
        given = own.cell("given") if event.settings.series_handicap else as_figure(0)
        return net_of(own.cell("total"), given, GAMES * own.line.outcome.matches, event.settings.handicap_level)

    def level(own: LineFigures[SeriesLine]) -> Shown:
        return level_number(own.cell("net"), event.settings.level_scale)

    def added(key: str) -> ByRule[SeriesLine]:
        """Add up a figure of the series' matches."""
        return ByRule(lambda own: total(*(own.other(matches, line, key) for line in _matches_of(own.line, matches))))

    given = (
        figure_column("given", "Handicaps, below 0 of player 2", 70, added("handicap"), style="cell two")
        if event.settings.series_handicap
        else step_column("given", "handicaps: above 0 of player 1", added("handicap"), style="cell step two")
    )
    columns: tuple[Column[SeriesLine], ...] = (
        figure_column("table", "Table", 44, lambda line: line.meeting.table),
        text_column(
            "player_1",
            "Player 1",
            128,
            lambda line: short(line.meeting.one),
            player=lambda line: line.meeting.one,
        ),
        text_column(
            "player_2",
            "Player 2",
            128,
            lambda line: short(line.meeting.other),
            player=lambda line: line.meeting.other,
        ),
        text_column("game_system", "Game system", 72, lambda line: line.meeting.game_system),
        figure_column("matches", "Matches", 66, lambda line: line.outcome.matches),
        figure_column("total", "Match points of player 1", 64, added("total")),
        *([given] if event.settings.series_handicap else []),
        figure_column("net", "Net per game of player 1", 64, ByRule(net), style="cell two"),
        text_column("won_by", "Won by", 124, _if_complete(_won_by, "")),
        text_column("level_words", "Level", 112, _if_complete(level_called, "")),
        replace(text_column("ended", "Ended by the director, because", 80, _why(entries)), publish=False),
        *([] if event.settings.series_handicap else [given]),
        step_column("level", "level from 1", _if_complete(level)),
        step_column("winner", "winner: 1, −1 for player 2", _if_complete(_winner)),
        step_column("old", "handicap of player 1 before", _old, style="cell step two"),
        step_column("raw", "by this series alone", _if_complete(_raw), style="cell step two"),
        step_column("new", "from now on", _if_complete(_new), style="cell step two"),
    )
    reasons = (entries.get(series_box(line.meeting.table, "reason")) for line in lines)
    table = Table(
        SERIES,
        printed_first(columns, () if any(reasons) else ("ended",)),
        lines,
        key=lambda line: line.meeting.table,
        size="fine",
        empty="No series was played.",
    )
    meaning = TextLine(_MEANING), TextLine(net_said(event))
    return TableSheet("Series", "Series and handicaps", meaning, (table, _made_table(table)), landscape=True)


def _made_table(series: Table[SeriesLine]) -> Table[SeriesLine]:
    """Make the table of the handicaps that complete series make; the table of series has no room for the names."""

    def new(own: LineFigures[SeriesLine]) -> Figure:
        return own.other(series, own.line.meeting.table, "new")

    def player(own: LineFigures[SeriesLine], number: int) -> Figure:
        return own.other(series, own.line.meeting.table, f"player_{number}")

    def holder(own: LineFigures[SeriesLine]) -> Shown:
        return when(new(own) == 0, NOBODY, when(new(own) > 0, player(own, 1), player(own, 2)))

    def other(own: LineFigures[SeriesLine]) -> Shown:
        return when(new(own) == 0, "", when(new(own) > 0, player(own, 2), player(own, 1)))

    return Table(
        MADE,
        (
            figure_column("table", "Table", 44, lambda line: line.meeting.table),
            text_column("next_for", "For", 128, ByRule(holder)),
            text_column("against", "Against", 128, ByRule(other)),
            text_column("game_system", "Game system", 72, lambda line: line.meeting.game_system),
            figure_column("next", "Points", 66, ByRule(lambda own: abs(new(own))), style="cell score"),
        ),
        [line for line in series.lines if line.outcome.complete],
        key=lambda line: line.meeting.table,
        title="Handicaps from now on",
        size="fine",
        empty="No series was complete.",
    )


_MEANING = (
    "A series is three matches; its net result is that of all six games. One that has fewer has no level and no "
    "winner, and makes no handicap, whoever ended it: its matches count for the standings."
)


_COUNTED: Mapping[HandicapLevel, str] = {
    "own": "the winner's match points and handicaps together",
    "margin": "match points and half the handicaps",
}
"""What is divided by the number of games if handicaps count: :func:`sheetscore.systems.match.deciding.net_of`."""


def net_said(event: MatchEvent) -> str:
    """Say how the net result of a series is computed with the figures on the page."""
    counted = "match points"
    if event.settings.series_handicap:
        counted = _COUNTED[event.settings.handicap_level]
    return f"Net per game: {counted}, divided by the games, {GAMES} in each match. Below 0 it is good for player 2."


def _why(entries: Entries) -> ByRule[SeriesLine]:
    def rule(own: LineFigures[SeriesLine]) -> Shown:
        key = series_box(own.line.meeting.table, "reason")
        return entered(key, entries.get(key))

    return ByRule(rule)


def _if_complete(rule: Complete, otherwise: Plain = None) -> ByRule[SeriesLine]:
    """Compute a figure of complete series; others show ``otherwise``."""
    return ByRule(lambda own: rule(own) if own.line.outcome.complete else otherwise)


def _matches_of(line: SeriesLine, matches: Table[ShownMatch]) -> list[tuple[int, int]]:
    return [match.key for match in matches.lines if match.key[0] == line.meeting.table]


def _won_by(own: LineFigures[SeriesLine]) -> Shown:
    return won_by(own, own.cell("winner"), own.cell("net"))


def _wording(event: MatchEvent, line: SeriesLine) -> MatchScenario | None:
    """Return a scenario whose words for levels all scenarios of a series share; None if they differ."""
    played = [one for one in event.scenarios if one.id in line.meeting.scenarios]
    return scenario_with_common_words(played)


def _winner(own: LineFigures[SeriesLine]) -> Shown:
    return winner_at_levels(own.cell("level"), own.cell("net"))


def _old(line: SeriesLine) -> Fraction | None:
    return line.step.old if line.step else None


def _raw(own: LineFigures[SeriesLine]) -> Shown:
    return raw_handicap(own.cell("total"))


def _new(own: LineFigures[SeriesLine]) -> Shown:
    return revised_handicap(own.cell("raw"), own.cell("old"))


HANDICAPS = "handicaps"
"""The table's name in formulas."""


class Trend(Struct, frozen=True):
    """A pair in a game system, with its handicap at the beginning and after each of its series."""

    one: str
    """The id of the player whom figures above 0 favour."""
    other: str
    """The id of the other player."""
    game_system: str
    begins: Fraction | None
    """The handicap with which the event began; None without one."""
    made: tuple[Revision, ...]
    """The handicap after each series of the event, in order."""

    def after(self, number: int) -> Fraction | None:
        """Return the handicap after a round; None if the pair had none by then."""
        made = [one.step.new for one in self.made if one.meeting.round <= number]
        return made[-1] if made else self.begins


def trends_of(event: MatchEvent, rounds: Rounds) -> list[Trend]:
    """Return all pairs to whom the event or a series gives a handicap; figures above 0 favour the present holder."""
    pairs: dict[tuple[str, str, str], None] = {}
    order = [player.id for player in event.players]
    for handicap in event.handicaps:
        pair = sorted(map(event.roster_id, (handicap.player, handicap.against)), key=order.index)
        pairs[pair[0], pair[1], _spelled(event, handicap.game_system)] = None
    for number in sorted(rounds):
        for meeting in meetings(number, rounds[number]):
            # whoever is no longer on the roster comes last
            known = [id_ for id_ in order if id_ in meeting.pair]
            pair = [*known, *sorted(meeting.pair - {*known})]
            if event.plays_series and meeting.series(event).complete:
                pairs[pair[0], pair[1], _spelled(event, meeting.game_system)] = None
    last = max(rounds, default=0)
    trends = [_trend(event, rounds, one, two, system) for one, two, system in pairs]
    return [
        _trend(event, rounds, trend.other, trend.one, trend.game_system) if (trend.after(last) or 0) < 0 else trend
        for trend in trends
    ]


def _trend(event: MatchEvent, rounds: Rounds, one: str, other: str, system: str) -> Trend:
    made = revisions(event, one, other, system, rounds, max(rounds, default=0) + 1)
    return Trend(one, other, system, handicap_at_start(event, one, other, system), tuple(made))


def _spelled(event: MatchEvent, game_system: str) -> str:
    """Return the name of a game system as a scenario of the event spells it."""
    return next(
        (one.game_system for one in event.scenarios if folded(one.game_system) == folded(game_system)), game_system
    )


def handicaps_sheet(event: MatchEvent, rounds: RoundTables, trends: Sequence[Trend]) -> TableSheet:
    """Make the sheet of the handicaps: the present holders, and the revisions by series.

    Parameters
    ----------
    rounds
        The tables of the scored rounds, in order.
    """
    last = max(rounds, default=0)
    names = ["start", *(f"after round {number}" for number in rounds)]

    def after(number: int) -> Column[Trend]:
        name = f"after round {number}"
        before = names[names.index(name) - 1]
        return figure_column(name, name, 74, _revised(number, rounds[number], before), style="cell two")

    table = Table(
        HANDICAPS,
        (
            text_column("pair", "Weaker player, against", 260, lambda trend: _pair(event, trend)),
            text_column("game_system", "Game system", 110, lambda trend: trend.game_system),
            figure_column(
                "now", "Handicap now", 76, ByRule(lambda own: amount(own.cell(names[-1]))), style="cell score"
            ),
            replace(
                text_column("exact", "Exactly", 66, lambda trend: str(trend.after(last) or 0)),
                sort_key=lambda trend: trend.after(last) or 0,
            ),
            figure_column("start", "at the start", 76, lambda trend: trend.begins, None, "cell two"),
            *map(after, rounds),
            step_column("on_chart", "on the chart", lambda trend: _on_chart(event, trend)),
        ),
        trends,
        key=_key,
        title="Handicaps after each round" if rounds else "",
        empty="Nobody has a handicap.",
    )

    def series(places: Places) -> list[Series]:
        place = places[HANDICAPS]
        first, end = names[0], names[-1]
        keys = [_key(trend) for trend in trends[:MOST_LINES]]
        headings = place.headings(first, end)
        return [Series(place.cell(key, "on_chart"), headings, place.across(key, first, end)) for key in keys]

    charts = (Chart("lines", "How the handicaps went", "", "points", series),) if trends and rounds else ()
    lines = (TextLine(_TRENDS_MEANING),)
    sheet = TableSheet("Handicaps", "Handicaps", lines, (table,), charts, charts_first=True)
    return replace(sheet, landscape=sheet.width > _UPRIGHT)


_UPRIGHT = 810
"""The most pixels of a table of handicaps on upright paper; a wider one is printed on paper in landscape."""


_TRENDS_MEANING = (
    "A handicap is the weaker player's in every match of the two in that game system; how it counts is on their score "
    "sheet. Figures below 0 were the other player's then."
)


def _pair(event: MatchEvent, trend: Trend) -> str:
    one, other = map(short_names(event.names), (trend.one, trend.other))
    return f"{one}, against {other}"


def _on_chart(event: MatchEvent, trend: Trend) -> str:
    """Name the two on a chart without their ids, which are in the table below it."""
    return " v ".join(event.names.get(id_, id_) for id_ in (trend.one, trend.other))


def _key(trend: Trend) -> tuple[str, str, str]:
    return trend.one, trend.other, trend.game_system


def _revised(number: int, results: Table[MatchResult], before: str) -> ByRule[Trend]:
    """Make the rule of the handicap after a round: revised by the series of that round, else as it was before."""

    def shown(own: LineFigures[Trend]) -> Shown:
        trend, old = own.line, own.cell(before)
        if all(one.meeting.round != number for one in trend.made):
            return old
        played = (own.other(results, (trend.one, match), "total") for match in range(1, MATCHES + 1))
        return revised_handicap(raw_handicap(total(*played)), old)

    return ByRule(shown)
