"""The sheets that matched games add to the workbooks of results and standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.pairing.draw import named
from sheetscore.scoring.match_points import TOLERANCE
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.columns import column, round_name
from sheetscore.systems.match.game_tables import games_sheet, shown_games
from sheetscore.systems.match.games import POINTS
from sheetscore.systems.match.history import Revision, given, revisions
from sheetscore.systems.match.match_tables import matches_sheet, results_sheet, rows_table, shown_matches
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import ladder_before, meetings
from sheetscore.systems.match.score import rounds_of, series_lines
from sheetscore.systems.match.series_tables import series_sheet
from sheetscore.systems.match.tally import RankedBy
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Chart, Series, TableSheet
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, text_column


def results_sheets(round_: RoundAtHand[MatchEvent]) -> Sequence[TableSheet]:
    """Return a round's results by player, its matches, its games, and its series with their handicaps."""
    event, number, rows = round_.event, round_.stage, round_.score.rows
    games = shown_games(round_)
    matches = shown_matches(event, rows, games)
    lines = series_lines(event, number, rows, rounds_of(round_.earlier))
    return (
        results_sheet(event, number, rows, matches),
        *([series_sheet(event, lines)] if event.plays_series else []),
        matches_sheet(matches),
        games_sheet(games),
    )


def standings_sheets(so_far: EventSoFar[MatchEvent]) -> Sequence[TableSheet]:
    """Return the standings, who met whom, handicaps with their trend, the ladder where there is one, and the rounds."""
    event = so_far.event
    trends = trends_of(so_far)
    return (
        standings_sheet(so_far),
        *([ladder_sheet(so_far)] if event.settings.pairing == "ladder" else []),
        pairs_sheet(so_far),
        *([handicaps_sheet(so_far, trends)] if trends else []),
        *round_sheets(event, so_far.rounds),
    )


STANDINGS, PAIRS, HANDICAPS, LADDER = "standings", "pairs", "handicaps", "ladder"
"""Names of tables."""

MOST_IN_GRID = 24
"""So many players fit across a sheet of paper."""

MOST_TRENDS = 8
"""How many pairs the chart of handicaps follows."""

Formula = Callable[[Here[ResultRow]], str]


def standings_sheet(so_far: EventSoFar[MatchEvent]) -> TableSheet:
    """Make the sheet of the standings; every figure follows the sheets of the rounds."""
    rounds = sorted(so_far.rounds)
    table = Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, column("rank"), _rank(so_far.event.settings.ranking), "cell rank"),
            text_column("name", "Player", 190, column("name")),
            text_column("id", "Id", 56, column("id")),
            figure_column("by_won", "Won, drawn ½", 84, _half_draws, _half_draws_formula, "cell half"),
            figure_column("levels", "Points of levels", 70, column("levels"), _added(rounds, "level_points")),
            figure_column("net", "Net", 70, column("net"), _added(rounds, "net"), "cell two"),
            figure_column("matches", "Matches", 60, column("matches"), _matches),
            figure_column("won", "Won", 50, column("won"), _ended(rounds, "win")),
            figure_column("drawn", "Drawn", 50, column("drawn"), _ended(rounds, "draw")),
            figure_column("lost", "Lost", 50, column("lost"), _ended(rounds, "loss")),
        ),
        so_far.standings.rows if rounds else (),
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )
    heading = f"Standings after round {so_far.standings.after_round}"
    return TableSheet("Standings", heading, tables=(table,), landscape=True)


def _half_draws(row: ResultRow) -> Fraction:
    return Fraction(row["won"] or 0) + Fraction(row["drawn"] or 0) / 2


def _half_draws_formula(here: Here[ResultRow]) -> str:
    return f"{here.cell('won')}+{here.cell('drawn')}/2"


def _matches(here: Here[ResultRow]) -> str:
    return f"{here.cell('won')}+{here.cell('drawn')}+{here.cell('lost')}"


def _of_player(here: Here[ResultRow], number: int) -> str:
    return f"({here.range('player', round_name(number))}={here.cell('id')})"


def _ended(rounds: Sequence[int], result: str) -> Formula:
    """Count the matches of a player that ended so."""

    def formula(here: Here[ResultRow]) -> str:
        counts = (
            f'SUMPRODUCT({_of_player(here, number)}*({here.range("result", round_name(number))}="{result}"))'
            for number in rounds
        )
        return "+".join(counts)

    return formula


def _added(rounds: Sequence[int], key: str) -> Formula:
    """Add a figure up over the matches of a player."""

    def formula(here: Here[ResultRow]) -> str:
        sums = (f"SUMPRODUCT({_of_player(here, number)}*{here.range(key, round_name(number))})" for number in rounds)
        return "+".join(sums)

    return formula


_COLUMNS: Mapping[RankedBy, str] = {"won": "by_won", "levels": "levels", "net": "net"}
"""Where what the ranking looks at stands."""


def _rank(ranking: Sequence[RankedBy]) -> Formula:
    """Count those who stand above by the first criterion that differs."""

    def formula(here: Here[ResultRow]) -> str:
        above = "0"
        for by in reversed(ranking):
            all_, own = here.range(_COLUMNS[by]), here.cell(_COLUMNS[by])
            above = f"(({all_}>{own}+{TOLERANCE})+(ABS({all_}-{own})<={TOLERANCE})*{above})"
        return f"1+SUMPRODUCT({above})"

    return formula


def round_sheets(event: MatchEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> tuple[TableSheet, ...]:
    """Make a sheet for each round."""
    return tuple(
        TableSheet(
            round_name(number),
            round_name(number),
            tables=(rows_table(round_name(number), event, rows),),
            landscape=True,
        )
        for number, rows in sorted(rounds.items())
    )


def pairs_sheet(so_far: EventSoFar[MatchEvent]) -> TableSheet:
    """Make the sheet that shows who met whom, with the signed points of the level of each match, or the result."""
    event = so_far.event
    cells: dict[tuple[Exact, Exact], list[str]] = {}
    for number in sorted(so_far.rounds):
        for row in so_far.rounds[number]:
            if row["opponent"] is not None:
                cells.setdefault((row["player"], row["opponent"]), []).append(_mark(row))
    players = so_far.standings.rows if so_far.rounds else ()

    def against(opponent: ResultRow, number: int) -> Column[ResultRow]:
        def met(row: ResultRow) -> str:
            return " ".join(cells.get((row["id"], opponent["id"]), ()))

        def style(row: ResultRow) -> str:
            return "shown middle" if row is opponent else "cell middle"

        return figure_column(f"against {opponent['id']}", str(number), 44, met, None, style)

    table = Table(
        PAIRS,
        (
            figure_column("number", "", 34, lambda row: players.index(row) + 1),
            text_column("name", "Player", 170, column("name")),
            *(against(row, number) for number, row in enumerate(players[:MOST_IN_GRID], start=1)),
        ),
        players,
        title="Who met whom",
        note=f"{event.header.name}: +6 a decisive victory, −3 a substantive defeat; + and − without a level, = a draw",
        empty="No round is scored yet.",
    )
    return TableSheet("Pairs", "Pairs", tables=(table,), landscape=True)


def _mark(row: ResultRow) -> str:
    """Show a match: the signed points of its level, a sign alone without one, = for a draw."""
    sign = {"win": "+", "loss": "−"}.get(str(row["result"]), "=")
    return f"{sign}{POINTS[row['level']] if row['level'] else ''}"  # type: ignore[index]


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
    """Return every pair that has a handicap, or has made one; signed from the one who stands first on the roster."""
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
    return [
        Trend(
            one,
            two,
            system,
            given(event, one, two, system),
            tuple(revisions(event, one, two, system, rounds, last + 1)),
        )
        for one, two, system in pairs
    ]


def _spelled(event: MatchEvent, game_system: str) -> str:
    return next(
        (one.game_system for one in event.scenarios if folded(one.game_system) == folded(game_system)), game_system
    )


def handicaps_sheet(so_far: EventSoFar[MatchEvent], trends: Sequence[Trend]) -> TableSheet:
    """Make the sheet of the handicaps: of each pair and game system at the beginning, and as its series revise it."""
    event, rounds = so_far.event, sorted(so_far.rounds)

    def after(number: int) -> Column[Trend]:
        name = f"after round {number}"
        return figure_column(name, name, 92, lambda trend: trend.after(number), None, "cell two")

    table = Table(
        HANDICAPS,
        (
            text_column("pair", "For (above 0), against", 290, lambda trend: _pair(event, trend)),
            text_column("game_system", "Game system", 120, lambda trend: trend.game_system),
            text_column("exact", "Exactly now", 90, lambda trend: str(trend.after(max(rounds, default=0)) or 0)),
            figure_column("start", "at the start", 76, lambda trend: trend.begins, None, "cell two"),
            *map(after, rounds),
        ),
        trends,
        key=lambda trend: (trend.one, trend.other, trend.game_system),
        empty="Nobody has a handicap.",
    )

    def series(places: Places) -> list[Series]:
        place = places[HANDICAPS]
        first, last = "start", f"after round {rounds[-1]}"
        return [
            Series(
                place.cell((trend.one, trend.other, trend.game_system), "pair"),
                place.headings(first, last),
                place.across((trend.one, trend.other, trend.game_system), first, last),
            )
            for trend in trends[:MOST_TRENDS]
        ]

    charts = (Chart("lines", "How the handicaps went", "", "points", series),) if trends and rounds else ()
    return TableSheet("Handicaps", "Handicaps", tables=(table,), charts=charts, landscape=True)


def _pair(event: MatchEvent, trend: Trend) -> str:
    return f"{named(trend.one, event.names)}, {named(trend.other, event.names)}"


def ladder_sheet(so_far: EventSoFar[MatchEvent]) -> TableSheet:
    """Make the sheet of the ladder: the places at the start and after each round."""
    event, rounds = so_far.event, sorted(so_far.rounds)
    orders = {number: ladder_before(event, number + 1, so_far.rounds) for number in (0, *rounds)}
    now = orders[rounds[-1] if rounds else 0]

    def place(number: int) -> Column[str]:
        heading = f"after round {number}" if number else "at the start"
        return figure_column(heading, heading, 92, lambda player: orders[number].index(player) + 1)

    table = Table(
        LADDER,
        (
            figure_column("place", "Place", 60, lambda player: now.index(player) + 1, None, "cell rank"),
            text_column("name", "Player", 200, lambda player: named(player, event.names)),
            *map(place, orders),
        ),
        now,
        key=lambda player: player,
        empty="Nobody is on the ladder.",
    )
    return TableSheet("Ladder", "The ladder", tables=(table,), landscape=True)
