"""The sheets of matched games in the workbooks of results and standings.

Those of the whole event are here: the wall chart, who met whom, the ladder after each round and the standings.

Source: our own; clubs play it so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from sheetscore.expressions.formula import TOLERANCE, constant
from sheetscore.pairing.draw import display_name
from sheetscore.systems.columns import column, round_name, wall_name_column
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.match.game_tables import games_sheet, levels_sheet, shown_games
from sheetscore.systems.match.games import LEAST, POINTS
from sheetscore.systems.match.match_tables import matches_sheet, net_formula, results_sheet, rows_table, shown_matches
from sheetscore.systems.match.matches import GAMES, MATCHES
from sheetscore.systems.match.model import MatchEvent, RankedBy
from sheetscore.systems.match.record import (
    MatchMeeting,
    MatchResult,
    Result,
    Rounds,
    in_order,
    ladder_before,
    meetings,
    rounds_of,
)
from sheetscore.systems.match.score import series_lines
from sheetscore.systems.match.series_tables import handicaps_sheet, series_sheet, trends_of
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Table, figure_column, step_column, text_column

STANDINGS = "standings"
"""The table's name in formulas."""

Formula = Callable[[Here[ResultRow]], str]


def results_sheets(round_: RoundContext[MatchEvent]) -> Sequence[TableSheet]:
    """Return a round's results by player, its matches, its games, and its series with their handicaps."""
    event, number = round_.event, round_.stage
    results = [*map(MatchResult.read, round_.score.rows)]
    games = shown_games(round_, results)
    matches = shown_matches(event, results, games)
    lines = series_lines(event, number, results, rounds_of(round_.earlier))
    played = [*{game.scenario.id: game.scenario for game in games}.values()]
    return (
        results_sheet(event, number, results, matches),
        *([series_sheet(event, lines, round_.entries)] if event.plays_series else []),
        matches_sheet(matches),
        games_sheet(games),
        levels_sheet(played, event.settings.level_scale),
    )


def standings_sheets(so_far: EventProgress[MatchEvent]) -> Sequence[TableSheet]:
    """Return the standings, who met whom, handicaps with their trend, the ladder where there is one, and the rounds."""
    event, rounds = so_far.event, MatchResult.read_rounds(so_far.rounds)
    players = so_far.standings.rows if rounds else ()
    trends = trends_of(event, rounds)
    return (
        standings_sheet(so_far),
        chart_sheet(event, rounds, players),
        *([ladder_sheet(event, rounds)] if event.settings.pairing == "ladder" else []),
        pairs_sheet(rounds, players),
        *([handicaps_sheet(event, sorted(rounds), trends)] if trends else []),
        *round_sheets(event, rounds),
    )


def standings_sheet(so_far: EventProgress[MatchEvent]) -> TableSheet:
    """Make the sheet of the standings; every figure follows the sheets of the rounds."""
    rounds, ranking = sorted(so_far.rounds), so_far.event.settings.ranking
    looked_at: Mapping[RankedBy, Column[ResultRow]] = {
        "won": figure_column("by_won", "Won, drawn ½", 84, _half_draws, _half_draws_formula, "cell half"),
        "levels": figure_column("levels", "Points of levels", 70, column("levels"), _added(rounds, "level_points")),
        "net": figure_column("net", "Net", 70, column("net"), _added(rounds, "net"), "cell two"),
    }
    table = Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, column("rank"), _rank(looked_at, ranking), "cell rank"),
            text_column("name", "Player", 190, column("name")),
            text_column("id", "Id", 56, column("id")),
            *(looked_at[by] for by in in_order(ranking)),
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


def _rank(looked_at: Mapping[RankedBy, Column[ResultRow]], ranking: Sequence[RankedBy]) -> Formula:
    """Count those who stand above by the first criterion that differs."""

    def formula(here: Here[ResultRow]) -> str:
        above = "0"
        for by in reversed(ranking):
            all_, own = here.range(looked_at[by].key), here.cell(looked_at[by].key)
            above = f"(({all_}>{own}+{TOLERANCE})+(ABS({all_}-{own})<={TOLERANCE})*{above})"
        return f"1+SUMPRODUCT({above})"

    return formula


def round_sheets(event: MatchEvent, rounds: Rounds) -> tuple[TableSheet, ...]:
    """Make a sheet for each round."""
    return tuple(
        TableSheet(
            round_name(number),
            round_name(number),
            tables=(rows_table(round_name(number), event, results),),
            landscape=True,
        )
        for number, results in sorted(rounds.items())
    )


CHART = "wall chart"
"""The table's name in formulas."""

_MARKS: Mapping[Result, str] = {"win": "+", "draw": "=", "loss": "-"}
"""How a match went, by its result."""

_MISSED, _BYE = "–", "bye"

_ABOUT = TextLine(
    "2+=: won against number 2 of this list and drawn in the next match; - lost; bye a round without an opponent that "
    "counts; – a round missed."
)


def chart_sheet(event: MatchEvent, rounds: Rounds, players: Sequence[ResultRow]) -> TableSheet:
    """Make the sheet for the wall.

    Parameters
    ----------
    players
        The rows of the standings.
    """
    numbers = {player["id"]: number for number, player in enumerate(players, start=1)}

    def same(key: str, heading: str, width: int, style: str = "cell wall") -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str:
            return here.other(STANDINGS, here.line["id"], key)

        return figure_column(key, heading, width, column(key), formula, style)

    looked_at: Mapping[RankedBy, Sequence[Column[ResultRow]]] = {
        "won": (same("won", "Won", 50), same("drawn", "Drawn", 54), same("lost", "Lost", 50)),
        "levels": (same("levels", "Points of levels", 62),),
        "net": (same("net", "Net", 70, "cell wall two"),),
    }
    table = Table(
        CHART,
        (
            figure_column("number", "No.", 44, lambda row: numbers[row["id"]], style="cell wall"),
            wall_name_column("Player", 190, column("name"), column("id")),
            *(_in_round(number, rounds[number], numbers) for number in sorted(rounds)),
            same("rank", "Rank", 54),
            *(figure for by in in_order(event.settings.ranking) for figure in looked_at[by]),
        ),
        players,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
        size="large",
    )
    return TableSheet("Wall chart", "Wall chart", lines=(_ABOUT,), tables=(table,))


def _in_round(number: int, results: Sequence[MatchResult], numbers: Mapping[Exact, int]) -> Column[ResultRow]:
    """Return the column of a round: against whom everybody played, and how each match of the two went."""
    played: dict[Exact, list[MatchResult]] = {}
    for result in results:
        played.setdefault(result.player, []).append(result)

    def against(player: ResultRow) -> list[tuple[str | None, list[MatchResult]]]:
        met = groupby(played.get(player["id"], ()), key=lambda match: match.opponent)
        return [(opponent, [*matches]) for opponent, matches in met]

    def value(player: ResultRow) -> str:
        texts = (
            _BYE if opponent is None else f"{numbers[opponent]}{''.join(_MARKS[match.result] for match in matches)}"
            for opponent, matches in against(player)
        )
        return " ".join(texts) or _MISSED

    def formula(here: Here[ResultRow]) -> str | None:
        texts = (
            f'"{_BYE}"'
            if opponent is None
            else "&".join([here.other(CHART, opponent, "number"), *(_mark(here, number, match) for match in matches)])
            for opponent, matches in against(here.line)
        )
        return '&" "&'.join(texts) or None

    return figure_column(round_name(number), str(number), 66, value, formula, "cell wall")


def _mark(here: Here[ResultRow], number: int, match: MatchResult) -> str:
    result = here.other(round_name(number), (match.player, match.match), "result")
    return f'IF({result}="win","+",IF({result}="draw","=","-"))'


PAIRS = "pairs"
"""The table's name in formulas."""

MOST_IN_GRID = 24
"""So many players fit across a sheet of paper."""

_PAIRS_MEANING = (
    "Read along a line: +6 is a decisive victory, +3 a substantive one, +1 a marginal one, as many with − a defeat; "
    "+ and − alone are without a level, = is a draw. The columns have the numbers of the lines."
)


def pairs_sheet(rounds: Rounds, players: Sequence[ResultRow]) -> TableSheet:
    """Make the sheet that shows who met whom, with the signed points of the level of each match, or the result.

    Parameters
    ----------
    players
        The rows of the standings.
    """
    met: dict[tuple[Exact, Exact], list[tuple[int, MatchResult]]] = defaultdict(list)
    for number in sorted(rounds):
        for match in rounds[number]:
            met[match.player, match.opponent].append((number, match))

    def against(opponent: ResultRow, number: int) -> Column[ResultRow]:
        def matches(row: ResultRow) -> list[tuple[int, MatchResult]]:
            return met[row["id"], opponent["id"]]

        def formula(here: Here[ResultRow]) -> str | None:
            return '&" "&'.join(_signed_formula(here, number, match) for number, match in matches(here.line)) or None

        def style(row: ResultRow) -> str:
            return "shown middle" if row is opponent else "cell names"

        def marks(row: ResultRow) -> str:
            return " ".join(_signed_points(match) for _, match in matches(row))

        return figure_column(f"against {opponent['id']}", str(number), 58, marks, formula, style)

    table = Table(
        PAIRS,
        (
            figure_column("number", "", 34, lambda row: players.index(row) + 1),
            text_column("name", "Player", 170, column("name")),
            *(against(row, number) for number, row in enumerate(players[:MOST_IN_GRID], start=1)),
        ),
        players,
        empty="No round is scored yet.",
        fit_height=True,
    )
    return TableSheet("Pairs", "Who met whom", (TextLine(_PAIRS_MEANING),), (table,), landscape=True)


def _signed_points(match: MatchResult) -> str:
    """Show a match: the signed points of its level, a sign alone without one, = for a draw."""
    sign = {"win": "+", "draw": "=", "loss": "−"}[match.result]
    return f"{sign}{POINTS[match.level] if match.level else ''}"


def _signed_formula(here: Here[ResultRow], number: int, match: MatchResult) -> str:
    key = match.player, match.match
    result, points = (here.other(round_name(number), key, figure) for figure in ("result", "level_points"))
    return f'IF({result}="win","+",IF({result}="loss","−","="))&IF({points}=0,"",ABS({points}))'


LADDER = "ladder"
"""The table's name in formulas."""

_LADDER_MEANING = (
    "Who wins against somebody higher takes that place, and all in between move down one. A draw, or a series that was "
    "cut short, changes nothing."
)


def ladder_sheet(event: MatchEvent, rounds: Rounds) -> TableSheet:
    """Make the sheet of the ladder: the places at the start and after each round."""
    numbers = sorted(rounds)
    orders = {number: ladder_before(event, number + 1, rounds) for number in (0, *numbers)}
    now = orders[max(orders)]
    before = dict(zip(numbers, (0, *numbers), strict=False))
    met = {number: _opponents(meetings(number, rounds[number]), now) for number in numbers}

    def place(number: int) -> Column[str]:
        heading = f"after round {number}" if number else "at the start"
        formula = _place(number, before[number]) if number else None
        return figure_column(_column(number), heading, 92, lambda player: orders[number].index(player) + 1, formula)

    def taken(number: int) -> Column[str]:
        """Show whose place somebody took: its number before the round, 0 for nobody's."""

        def value(player: str) -> int:
            meeting = met[number].get(player)
            order = orders[before[number]]
            if meeting is None or meeting.winner(event) != player:
                return 0
            (loser,) = meeting.pair - {player}
            return order.index(loser) + 1 if order.index(loser) < order.index(player) else 0

        def formula(here: Here[str]) -> str | None:
            meeting = met[number].get(here.line)
            return _taken(here, event, meeting, before[number]) if meeting else None

        return step_column(f"taken {number}", f"place taken in round {number}", value, formula)

    last = _column(max(orders))
    places = Table(
        LADDER,
        (
            figure_column("place", "Place", 60, lambda player: now.index(player) + 1, _same(last), "cell rank"),
            text_column("name", "Player", 200, lambda player: display_name(player, event.names)),
            *map(place, orders),
            *map(taken, numbers),
        ),
        now,
        key=lambda player: player,
        empty="Nobody is on the ladder.",
    )
    return TableSheet("Ladder", "The ladder", (TextLine(_LADDER_MEANING),), (places,), landscape=True)


def _column(number: int) -> str:
    return f"after {number}"


def _same(column: str) -> Callable[[Here[str]], str]:
    return lambda here: here.cell(column)


def _opponents(met: Iterable[MatchMeeting], on_it: Sequence[str]) -> Mapping[str, MatchMeeting]:
    """Return the meeting of each player, of two who are on the ladder both."""
    return {player: meeting for meeting in met if meeting.pair <= set(on_it) for player in (meeting.one, meeting.other)}


def _place(number: int, before: int) -> Callable[[Here[str]], str]:
    """Write a place after a round.

    Who took a place stands directly above the one whose it was; everybody else keeps the order, below those who took
    the place of one who is not lower.
    """

    def formula(here: Here[str]) -> str:
        taken, all_ = here.range(f"taken {number}"), here.range(_column(before))
        own = here.cell(f"taken {number}")
        at = f"IF({own}>0,{own},{here.cell(_column(before))})"
        return f"1+SUMPRODUCT(({taken}=0)*({all_}<{at}))+SUMPRODUCT(({taken}>0)*({taken}<={at}))-({own}>0)"

    return formula


def _taken(here: Here[str], event: MatchEvent, meeting: MatchMeeting, before: int) -> str | None:
    """Write the place of the opponent, where that was higher and this player won; 0 otherwise."""
    (opponent,) = meeting.pair - {here.line}
    own, theirs = (here.other(LADDER, player, _column(before)) for player in (here.line, opponent))
    won = _won(here, event, meeting, opponent)
    return None if won is None else f"IF(AND({theirs}<{own},{won}),{theirs},0)"


def _won(here: Here[str], event: MatchEvent, meeting: MatchMeeting, opponent: str) -> str | None:
    """Write whether this player won a match, or a series; None for a series that was cut short."""
    table = round_name(meeting.round)
    if not event.plays_series:
        return f'{here.other(table, (here.line, 1), "result")}="win"'
    if not meeting.series(event).complete:
        return None
    numbers = range(1, MATCHES + 1)
    total = "+".join(here.other(table, (here.line, number), "total") for number in numbers)
    own, theirs = (
        "+".join(here.other(table, (player, number), "handicap") for number in numbers)
        for player in (here.line, opponent)
    )
    given = f"({own})-({theirs})" if event.settings.series_handicap else "0"
    least = constant(min(LEAST[event.settings.level_scale].values())).text
    return f"{net_formula(event, total, given, GAMES * MATCHES)}+{TOLERANCE}>={least}"
