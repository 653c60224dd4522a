"""The sheets of matched games in the workbooks of results and standings.

Those of the whole event are here: the wall chart, who met whom, the ladder after each round and the standings.

Source: our own, after the custom of clubs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations

from sheetscore.expressions.figure import Figure, Shown, as_figure
from sheetscore.expressions.figure_calls import all_of, joined, same, total, when
from sheetscore.pairing.draw import short_names
from sheetscore.scoring.tie_breaks import broken_by
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.columns import (
    column,
    names_in,
    parts_of_grid,
    printed_first,
    rank_column,
    round_name,
    short_name_column,
    unless_alike,
    wall_name_column,
)
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.match.deciding import GAMES, net_of, winner_at_levels
from sheetscore.systems.match.game_tables import games_sheet, games_table, levels_sheet, levels_table, shown_games
from sheetscore.systems.match.games import level_number
from sheetscore.systems.match.match_tables import (
    RoundTables,
    matches_sheet,
    matches_table,
    results_sheet,
    rows_table,
    shown_matches,
)
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchEvent, RankedBy
from sheetscore.systems.match.record import (
    RANKED,
    MatchMeeting,
    MatchResult,
    Rounds,
    criteria_in_order,
    decided_chain,
    ladder_before,
    meetings,
    rounds_of,
    won_and_drawn,
)
from sheetscore.systems.match.score import series_lines
from sheetscore.systems.match.series_tables import handicaps_sheet, series_sheet, trends_of
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    figure_column,
    same_in,
    step_column,
    text_column,
)
from sheetscore.wording import HARD_BLANK

STANDINGS = "standings"
"""The table's name in formulas."""


def results_sheets(round_: RoundContext[MatchEvent]) -> Sequence[TableSheet]:
    """Return a round's results by player, its matches, its games, and its series with their handicaps."""
    event, number = round_.event, round_.stage
    results = [*map(MatchResult.read, round_.score.rows)]
    shown = shown_games(round_, results)
    lines = series_lines(event, number, results, rounds_of(round_.earlier))
    played = [*{game.scenario.id: game.scenario for game in shown}.values()]
    levels, games = levels_table(played, event.settings.level_scale), games_table(shown)
    matches = matches_table(shown_matches(event, results, shown), games, levels)
    return (
        results_sheet(event, number, results, matches),
        *([series_sheet(event, lines, round_.entries, matches, levels)] if event.plays_series else []),
        matches_sheet(matches, event.settings.handicap_level),
        games_sheet(games),
        levels_sheet(levels, played),
    )


def standings_sheets(so_far: EventProgress[MatchEvent]) -> Sequence[TableSheet]:
    """Return the standings, who met whom, handicaps with their trend, the ladder where there is one, and the rounds."""
    event, rounds = so_far.event, MatchResult.read_rounds(so_far.rounds)
    players = so_far.standings.rows if rounds else ()
    trends = trends_of(event, rounds)
    tables = {number: rows_table(round_name(number), event, rounds[number]) for number in sorted(rounds)}
    standings = standings_sheet(so_far, [*tables.values()])
    return (
        standings,
        chart_sheet(so_far, tables, players, standings),
        *([ladder_sheet(event, rounds, tables)] if event.settings.pairing == "ladder" else []),
        *pairs_sheets(tables, players),
        *([handicaps_sheet(event, tables, trends)] if trends else []),
        *(ties_of(so_far).sheets() if rounds else ()),
        *(
            TableSheet(table.name, table.name, tables=(table,), landscape=True, for_director=True)
            for table in tables.values()
        ),
    )


def standings_sheet(so_far: EventProgress[MatchEvent], rounds: Sequence[Table[MatchResult]]) -> TableSheet:
    """Make the sheet of the standings; every figure follows the tables of the rounds."""
    ranking = so_far.event.settings.ranking

    def ended(result: str) -> ByRule[ResultRow]:
        """Count the matches of a player with this result."""
        return ByRule(lambda own: total(*(own.count_of(one, player=own.cell("id"), result=result) for one in rounds)))

    def added(key: str) -> ByRule[ResultRow]:
        """Add a figure up over the matches of a player."""
        return ByRule(lambda own: total(*(own.sum_of(one, key, player=own.cell("id")) for one in rounds)))

    criteria: Mapping[RankedBy, Column[ResultRow]] = {
        "won": figure_column(RANKED["won"].id, "Won, drawn ½", 84, ByRule(_by_won), style="cell half"),
        "levels": figure_column("levels", "Points of levels", 70, added("level_points")),
        "net": figure_column("net", "Net", 70, added("net"), style="cell two"),
    }

    ties = ties_of(so_far)
    place_columns, rank = ties.rank()
    columns: tuple[Column[ResultRow], ...] = (
        rank_column(rank),
        text_column("name", "Player", 190, column("name"), player=column("id")),
        text_column("id", "Id", 56, column("id")),
        *(criteria[by] for by in criteria_in_order(ranking)),
        figure_column("matches", "Matches", 60, ByRule(_matches)),
        figure_column("won", "Won", 50, ended("win")),
        figure_column("drawn", "Drawn", 50, ended("draw")),
        figure_column("lost", "Lost", 50, ended("loss")),
        *place_columns,
    )
    table = Table(
        STANDINGS,
        printed_first(ties.among(columns), unless_alike("id", so_far.event.names)),
        so_far.standings.rows if rounds else (),
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )
    heading = f"Standings after round {so_far.standings.after_round}"
    ranked = TextLine(f"Ranked by {broken_by(ties.steps, ', then by ')}.", ranks=True)
    return TableSheet("Standings", heading, (_COLUMNS, ranked), tables=(table,), landscape=True)


_COLUMNS = TextLine(
    "Points of levels: those of all matches added up. Net: so are the match points per game, with handicaps. Both are "
    "below 0 where the opponent won or was ahead."
)
"""What the figures of the standings are, for the wall, too."""


def ties_of(so_far: EventProgress[MatchEvent]) -> TieTables:
    """Return the tie-break tables, whose formulas take the rounds of players from the sheets of the rounds."""
    record, chain = decided_chain(so_far)
    first = so_far.event.settings.ranking[0]

    def own(here: Here[Outing], what: str) -> str:
        """Add up an expression over the player's lines of the round."""
        name = round_name(here.line.round)
        return f"SUMPRODUCT(({here.range('player', name)}={here.cell('who')})*{what})"

    def score(here: Here[Outing]) -> str | None:
        if here.line.kind in {"out", "missed"}:
            return None
        name = round_name(here.line.round)
        if first == "won":
            result = here.range("result", name)
            return own(here, f'(({result}="win")+({result}="draw")/2)')
        return own(here, here.range(_OF_ROUNDS[first], name))

    def share(here: Here[Outing]) -> str | None:
        if so_far.event.plays_series:
            return None  # only the sheets of the round have the winner of a series
        result = here.range("result", round_name(here.line.round))
        return own(here, f'(({result}="win")+({result}="draw")/2)')

    return TieTables(
        chain,
        record,
        so_far.standings.rows,
        (),
        {"score": score, "share": share},
        (STANDINGS, RANKED[first].id),
    )


_OF_ROUNDS: Mapping[RankedBy, str] = {"levels": "level_points", "net": "net"}
"""The columns of the tables of rounds that have the figures of a criterion."""


def _by_won(own: LineFigures[ResultRow]) -> Shown:
    return won_and_drawn(own.cell("won"), own.cell("drawn"))


def _matches(own: LineFigures[ResultRow]) -> Shown:
    return total(own.cell("won"), own.cell("drawn"), own.cell("lost"))


CHART = "wall chart"
"""The table's name in formulas."""

_MISSED, _BYE, _OPEN = "–", "bye", "?"

_ABOUT = (
    "{}: won against number 2 of this list, whose numbers follow the ranks{}; - lost; 2? not in yet; bye a round "
    f"without an opponent that counts; –{HARD_BLANK}a round not played."
)


def _about(event: MatchEvent) -> TextLine:
    """Explain the marks in the columns of rounds."""
    example = ("2 + =", " and drawn in the next match") if event.plays_series else ("2+", "")
    return TextLine(_ABOUT.format(*example))


def chart_sheet(
    so_far: EventProgress[MatchEvent], rounds: RoundTables, players: Sequence[ResultRow], standings: TableSheet
) -> TableSheet:
    """Make the sheet for the wall.

    Parameters
    ----------
    players
        The rows of the standings.
    standings
        The sheet of the standings.
    """
    event, (table_of_standings,) = so_far.event, standings.tables
    ranks = (line for line in standings.lines if line.ranks)
    numbers = {player["id"]: number for number, player in enumerate(players, start=1)}

    def same(key: str, heading: str, width: int, style: str = "cell wall") -> Column[ResultRow]:
        return figure_column(key, heading, width, same_in(table_of_standings, key), style=style)

    figures_of: Mapping[RankedBy, Sequence[Column[ResultRow]]] = {
        "won": (same("won", "Won", 50), same("drawn", "Drawn", 54), same("lost", "Lost", 50)),
        "levels": (same("levels", "Points of levels", 62),),
        "net": (same("net", "Net", 88, "cell wall two"),),
    }
    table = Table(
        CHART,
        (
            figure_column("number", "No.", 44, lambda row: numbers[row["id"]], style="cell wall"),
            wall_name_column("Player", 190, column("name"), column("id"), players),
            *(
                _in_round(number, results, _waiting(so_far, number, numbers), apart=event.plays_series)
                for number, results in rounds.items()
            ),
            same("rank", "Rank", 54),
            *(figure for by in criteria_in_order(event.settings.ranking) for figure in figures_of[by]),
        ),
        players,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
        size="large",
    )
    return TableSheet("Wall chart", "Wall chart", lines=(_about(event), _COLUMNS, *ranks), tables=(table,))


def _waiting(so_far: EventProgress[MatchEvent], number: int, known: Collection[Exact]) -> dict[Exact, str]:
    """Return the opponents in games of the round without a result, by player, if both are among ``known``."""
    pairs = (game.players for game in so_far.open if game.round == number)
    return {one: other for pair in pairs for one, other in permutations(pair, 2) if {one, other} <= {*known}}


def _in_round(
    number: int, results: Table[MatchResult], waiting: Mapping[Exact, str], *, apart: bool
) -> Column[ResultRow]:
    """Return the column of a round: the opponent of each player, and how each match of the two went.

    Parameters
    ----------
    waiting
        The opponents of the players whose result is not in yet.
    apart
        Whether blanks part the opponent's number and the results, since there are several matches.
    """
    played: dict[Exact, list[MatchResult]] = {}
    for result in results.lines:
        played.setdefault(result.player, []).append(result)

    def shown(own: LineFigures[ResultRow]) -> Shown:
        met = groupby(played.get(own.line["id"], ()), key=lambda match: match.opponent)
        texts = [_against(own, opponent, results, [*matches], apart=apart) for opponent, matches in met]
        if opponent := waiting.get(own.line["id"]):
            texts.append(joined(own.other(own.table, opponent, "number"), _OPEN))
        return spaced(texts) if texts else _MISSED

    return figure_column(round_name(number), f"R{number}", 108 if apart else 66, ByRule(shown), style="cell wall")


def _against(
    own: LineFigures[ResultRow],
    opponent: str | None,
    results: Table[MatchResult],
    matches: Sequence[MatchResult],
    *,
    apart: bool,
) -> Figure | str:
    """Return the opponent's number in the chart and a mark for each match of the two; a word for a bye."""
    if opponent is None:
        return _BYE
    marks = [mark_of(own.other(results, (match.player, match.match), "result")) for match in matches]
    return spaced([own.other(own.table, opponent, "number"), *marks], " " if apart else "")


def mark_of(result: Figure) -> Figure:
    """Return the mark of a result: ``+``, ``=`` or ``-``."""
    return when(same(result, "win"), "+", when(same(result, "draw"), "=", "-"))


def spaced(texts: Sequence[Figure | str], between: str = " ") -> Figure | str:
    """Join texts by another text."""
    first, *others = texts
    pieces = [piece for other in others for piece in ((between, other) if between else (other,))]
    return joined(first, *pieces)


PAIRS = "pairs"
"""The table's name in formulas."""

MOST_ACROSS = 16
"""The most opponents side by side on a sheet of paper; others are on further ones."""

_PAIRS_MEANING = (
    "Read along a line: +6 is a decisive victory, +3 a substantive one, +1 a marginal one, as many with − a defeat; "
    "+ and − alone are without a level, = is a draw; / parts rounds. The columns have the numbers of the lines."
)


def pairs_sheets(rounds: RoundTables, players: Sequence[ResultRow]) -> Iterator[TableSheet]:
    """Make the sheets that show who met whom, with the signed points of the level of each match, or the result.

    Parameters
    ----------
    players
        The rows of the standings.
    """
    met: dict[tuple[Exact, Exact], dict[int, list[MatchResult]]] = defaultdict(lambda: defaultdict(list))
    for number, results in rounds.items():
        for match in results.lines:
            met[match.player, match.opponent][number].append(match)

    def against(opponent: ResultRow, number: int) -> Column[ResultRow]:
        def shown(own: LineFigures[ResultRow]) -> Shown:
            texts = [
                spaced([_signed(own, rounds[number], match) for match in matches])
                for number, matches in met[own.line["id"], opponent["id"]].items()
            ]
            return spaced(texts, " / ") if texts else ""

        def style(row: ResultRow) -> str:
            return "shown middle" if row is opponent else "cell names"

        return figure_column(f"against {opponent['id']}", str(number), 58, ByRule(shown), style=style)

    for part in parts_of_grid(len(players), MOST_ACROSS):
        table = Table(
            part.named(PAIRS),
            (
                figure_column("number", "", 34, lambda row: players.index(row) + 1),
                short_name_column("Player", 170, column("id"), names_in(players)),
                *(against(players[at], at + 1) for at in part.opponents),
            ),
            players,
            empty="No round is scored yet.",
            fit_height=True,
            only_whole=True,
        )
        lines = (TextLine(_PAIRS_MEANING),)
        yield TableSheet(part.named("Pairs"), part.named("Who met whom"), lines, (table,), landscape=True)


def _signed(own: LineFigures[ResultRow], results: Table[MatchResult], match: MatchResult) -> Figure:
    """Show a match: the signed points of its level, a sign alone if it has no level, = for a draw."""
    result, points = (own.other(results, (match.player, match.match), key) for key in ("result", "level_points"))
    sign = when(same(result, "win"), "+", when(same(result, "loss"), "−", "="))
    return joined(sign, when(points == 0, "", abs(points)))


LADDER = "ladder"
"""The table's name in formulas."""

_LADDER_MEANING = (
    "Who wins against somebody higher takes that place, and all in between move down one. A draw, or a series that was "
    "cut short, changes nothing. The ladder says who may challenge whom; who is first in the event the standings say, "
    "which add up all matches."
)


def ladder_sheet(event: MatchEvent, rounds: Rounds, results: RoundTables) -> TableSheet:
    """Make the sheet of the ladder: the places at the start and after each round.

    Parameters
    ----------
    results
        The tables of the rounds.
    """
    numbers = sorted(rounds)
    orders = {number: ladder_before(event, number + 1, rounds) for number in (0, *numbers)}
    latest = orders[max(orders)]
    before = dict(zip(numbers, (0, *numbers), strict=False))
    met = {number: _meeting_by_player(meetings(number, rounds[number]), latest) for number in numbers}

    def place(number: int) -> Column[str]:
        heading = f"after round {number}" if number else "at the start"
        formula = _place(number, before[number]) if number else None
        return figure_column(_column(number), heading, 92, lambda player: orders[number].index(player) + 1, formula)

    def taken(number: int) -> Column[str]:
        """Make the column of the place that a player took from the opponent in a round: its number, 0 for none."""

        def shown(own: LineFigures[str]) -> Shown:
            meeting = met[number].get(own.line)
            won = _won(own, event, meeting, results[number]) if meeting else None
            if meeting is None or won is None:
                return 0
            (opponent,) = meeting.pair - {own.line}
            mine, theirs = (own.other(own.table, player, _column(before[number])) for player in (own.line, opponent))
            return when(all_of(theirs < mine, won), theirs, 0)

        return step_column(f"taken {number}", f"place taken in round {number}", ByRule(shown))

    last = _column(max(orders))
    places = Table(
        LADDER,
        (
            figure_column("place", "Place", 60, ByRule(lambda own: own.cell(last)), style="cell rank"),
            text_column("name", "Player", 200, short_names(event.names), player=lambda player: player),
            *map(place, orders),
            *map(taken, numbers),
        ),
        latest,
        key=lambda player: player,
        empty="Nobody is on the ladder.",
    )
    return TableSheet("Ladder", "The ladder", (TextLine(_LADDER_MEANING),), (places,), landscape=True)


def _column(number: int) -> str:
    return f"after {number}"


def _meeting_by_player(met: Iterable[MatchMeeting], on_it: Sequence[str]) -> Mapping[str, MatchMeeting]:
    """Return the meeting of each player, if both players are on the ladder."""
    return {player: meeting for meeting in met if meeting.pair <= set(on_it) for player in (meeting.one, meeting.other)}


def _place(number: int, before: int) -> Callable[[Here[str]], str]:
    """Return the function that writes the formula of a place after a round.

    A player who took a place now stands directly above the player who had it. All others keep their order.
    """

    def formula(here: Here[str]) -> str:
        taken, all_ = here.range(f"taken {number}"), here.range(_column(before))
        own = here.cell(f"taken {number}")
        at = f"IF({own}>0,{own},{here.cell(_column(before))})"
        return f"1+SUMPRODUCT(({taken}=0)*({all_}<{at}))+SUMPRODUCT(({taken}>0)*({taken}<={at}))-({own}>0)"

    return formula


def _won(own: LineFigures[str], event: MatchEvent, meeting: MatchMeeting, results: Table[MatchResult]) -> Figure | None:
    """Return whether this player won a match, or a series; None for a series that was cut short."""
    if not event.plays_series:
        return same(own.other(results, (own.line, 1), "result"), "win")
    if not meeting.series(event).complete:
        return None
    settings, (opponent,) = event.settings, meeting.pair - {own.line}

    def added(player: str, key: str) -> Figure:
        return total(*(own.other(results, (player, match), key) for match in range(1, MATCHES + 1)))

    given = added(own.line, "handicap") - added(opponent, "handicap")
    net = net_of(
        added(own.line, "total"),
        given if settings.series_handicap else as_figure(0),
        GAMES * MATCHES,
        settings.handicap_level,
    )
    return winner_at_levels(level_number(net, settings.level_scale), net) == 1
