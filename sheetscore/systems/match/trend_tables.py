"""The handicaps of an event on a worksheet: whose each is, and how the series of the two have revised it, by formula.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.pairing.draw import named
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import round_name
from sheetscore.systems.match.history import Revision, given, revisions
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import meetings
from sheetscore.tables.sheet import Chart, Line, Series, TableSheet
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, text_column

HANDICAPS = "handicaps"
"""The table's name in formulas."""

MOST_TRENDS = 8
"""How many pairs the chart follows."""


@dataclass(frozen=True)
class Trend:
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


def trends_of(so_far: EventSoFar[MatchEvent]) -> list[Trend]:
    """Return every pair that has a handicap, or has made one; signed from the one on who has it now."""
    event, rounds = so_far.event, so_far.rounds
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
    trends = [_trend(so_far, one, two, system) for one, two, system in pairs]
    return [
        _trend(so_far, trend.other, trend.one, trend.game_system) if (trend.after(last) or 0) < 0 else trend
        for trend in trends
    ]


def _trend(so_far: EventSoFar[MatchEvent], one: str, other: str, system: str) -> Trend:
    made = revisions(so_far.event, one, other, system, so_far.rounds, max(so_far.rounds, default=0) + 1)
    return Trend(one, other, system, given(so_far.event, one, other, system), tuple(made))


def _spelled(event: MatchEvent, game_system: str) -> str:
    return next(
        (one.game_system for one in event.scenarios if folded(one.game_system) == folded(game_system)), game_system
    )


def handicaps_sheet(so_far: EventSoFar[MatchEvent], trends: Sequence[Trend]) -> TableSheet:
    """Make the sheet of the handicaps: whose each is now, and how the series of the two have revised it."""
    event, rounds = so_far.event, sorted(so_far.rounds)
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
    return TableSheet("Handicaps", "Handicaps", (Line(_MEANING),), (table,), charts, landscape=True)


_MEANING = (
    "The points are added to the match points of the weaker player in every match of the two in that game system. "
    "Figures below 0 were the other player's then."
)


def _pair(event: MatchEvent, trend: Trend) -> str:
    return f"{named(trend.one, event.names)}, against {named(trend.other, event.names)}"


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
        rows = [(trend.one, match) for match in range(1, MATCHES + 1)]
        total = "+".join(here.other(round_name(number), row, "total") for row in rows)
        raw = f"-2*({total})/{MATCHES}"
        return f'IF({old}="",{raw},(2*({raw})+{old})/3)'

    return formula
