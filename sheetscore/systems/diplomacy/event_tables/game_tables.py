"""An event as the workbook of its standings shows it: all games by player, who sat out, and what counts of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.expressions.figure import Shown
from sheetscore.expressions.formula import Strength, constant
from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.tie_breaks import DecidedChain
from sheetscore.systems.columns import STANDINGS
from sheetscore.systems.diplomacy.boards import PowerGame
from sheetscore.systems.diplomacy.event_scores import (
    HEAD_TO_HEAD,
    ScoredEvent,
    game_margins,
    rank_players,
    score_event,
    weights_of,
)
from sheetscore.systems.diplomacy.game_values import (
    COUNTRY,
    CountedScore,
    PlayerRecord,
    SatOutRound,
    country_place,
    country_places,
)
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings
from sheetscore.systems.diplomacy.round_tables.result_tables import MARK, ruled_column, ruled_line
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    cell_at,
    figure_column,
    step_column,
    text_column,
)

GAMES = "games"
"""The name of the table of all games; its lines go by :func:`game_key`."""

SAT_OUT = "sat out"
"""The name of the table of those who sat out; its lines go by player and round."""

POINTS = "points"
"""The column of what a game is worth where that follows from all games."""

TIED = "tied"

PointsFormula = Callable[[Here[PowerGame]], str]
"""Writes what the game on a line is worth."""

_BY_POWER = TextLine("“Among its power”: the place among all games with the same power, by score and then by centres.")
_SHARED = TextLine(
    "“The game” is how the board ended. In a draw-all, and where the time was up, all survivors share the draw."
)
_STANDBYS = TextLine("Standbys only filled up boards: they come last and have no rank.")
_MARGINS = TextLine(
    "“Head to head” adds up by how much a game's score is above those of the others on the board who were still on "
    "the same place then."
)

GameKey = tuple[str, int, int]


def game_key(game: PowerGame) -> GameKey:
    """Name a game by who played it, its round and its table."""
    return game.player, game.round, game.table


class ShownEvent(Struct, frozen=True):
    """All that the sheets show."""

    event: DiplomacyEvent
    rows: tuple[ResultRow, ...]
    """Of the standings, in the order in which they are listed."""
    rounds: tuple[int, ...]
    """The numbers of the scored rounds in order."""
    scored: ScoredEvent
    ranking: DecidedChain
    open: tuple[OpenGame, ...] = ()
    """The boards that are drawn and have no result."""

    @property
    def over(self) -> bool:
        """Whether the last round of the event is scored and no board is open."""
        return not self.open and max(self.rounds, default=0) >= self.event.header.rounds

    @property
    def records(self) -> list[PlayerRecord]:
        """What everybody did, in the order of the standings; standbys come last."""
        ranked = [self.scored.contenders[str(row["id"])].record for row in self.rows]
        return [*ranked, *self.scored.standbys.values()]

    @property
    def games(self) -> list[PowerGame]:
        """All games, player by player."""
        return [game for record in self.records for game in record.games]

    def is_ranked(self, player: str) -> bool:
        """Return whether somebody is in the standings."""
        return player in self.scored.contenders

    def part(self, here: Here[Any], player: Exact, column: str) -> str | None:
        """Refer to the cells of a player in a column of the table of games; None for somebody without a game."""
        games = self.scored.contenders[str(player)].record.games
        return games_part(here, games, column) if games else None


def games_part(here: Here[Any], games: Sequence[PowerGame], column: str, table: str = GAMES) -> str:
    """Refer to the cells of games of one player that follow each other, in a table of all games."""
    return here.refer(here.places[table].part(column, game_key(games[0]), game_key(games[-1])))


def shown_event(
    event: DiplomacyEvent,
    rows: Sequence[ResultRow],
    rounds: Mapping[int, Sequence[ResultRow]],
    open_games: Sequence[OpenGame] = (),
) -> ShownEvent:
    """Put together what the sheets show.

    Parameters
    ----------
    rows
        Of the standings, in any order.
    rounds
        The rows of each scored round by its number.
    open_games
        The boards that are drawn and have no result.
    """
    scored = score_event(event, rounds, open_games)
    ranking = rank_players(scored, event.settings.tie_breaks, event.header.seed)
    return ShownEvent(event, tuple(rows), tuple(sorted(rounds)), scored, ranking, tuple(open_games))


def score_style(*scores: Exact) -> str:
    """Return the style of a column of scores: with decimals only if one of them has some."""
    return "cell two" if any(Fraction(score or 0).denominator > 1 for score in scores) else "cell middle"


def place_column(by: str) -> str:
    """Name the column of the places after a step: the score, or a tie-break."""
    return f"place by {by}"


def place_before(ranking: DecidedChain, step: str) -> str:
    """Name the column of the places on which a step of the chain builds; empty for the first."""
    chain = ["", *(place_column(one.step.id) for one in ranking.steps)]
    return chain[chain.index(place_column(step)) - 1]


def rank_column(ranking: DecidedChain) -> str:
    """Name the column of the ranks: the places after the last step."""
    return place_column(ranking.steps[-1].step.id)


def games_sheet(shown: ShownEvent, games: Table[PowerGame]) -> TableSheet:
    """Make the sheet of all games."""
    return TableSheet("Games", "Player by player", lines=tuple(_lines(shown)), tables=(games,), landscape=True)


def _lines(shown: ShownEvent) -> Iterator[TextLine]:
    yield _BY_POWER
    if any(game.fate == "draw" for game in shown.games):
        yield _SHARED
    if any(map(_is_ruled, shown.games)):
        yield ruled_line()
    if HEAD_TO_HEAD in shown.event.settings.tie_breaks:
        yield _MARGINS
    if shown.scored.standbys:
        yield _STANDBYS


def _is_ruled(game: PowerGame) -> bool:
    return game.score != game.computed


def games_table(shown: ShownEvent, points: PointsFormula | None) -> Table[PowerGame]:
    """Make the table of all games, player by player."""
    games = shown.games
    style = score_style(*(game.score for game in games))
    firsts = {game_key(record.games[0]) for record in shown.records if record.games}
    return Table(
        GAMES,
        (
            _rank_column(shown),
            text_column("name", "Player", 170, lambda game: game.name, player=lambda game: game.player),
            text_column("player", "Id", 54, lambda game: game.player),
            figure_column("round", "Round", 50, lambda game: game.round),
            figure_column("table", "Board", 48, lambda game: game.table),
            text_column("power", "Power", 76, lambda game: game.power),
            figure_column("centres", "Centres", 60, lambda game: game.centres),
            text_column("outcome", "The game", 84, lambda game: game.outcome),
            text_column("fate", "Its end", 80, lambda game: game.fate),
            figure_column("score", "Score", 72, lambda game: game.score, None, style),
            *([ruled_column(lambda own: MARK if _is_ruled(own.line) else None)] if any(map(_is_ruled, games)) else ()),
            *([_points_column(shown, points)] if points else ()),
            _country_column(shown),
            *(_margin_columns(shown) if HEAD_TO_HEAD in shown.event.settings.tie_breaks else ()),
        ),
        games,
        key=game_key,
        starts_group=lambda game: game_key(game) in firsts,
        size="fine",
        empty="No game is scored yet.",
    )


def _rank_column(shown: ShownEvent) -> Column[PowerGame]:
    def rank(own: LineFigures[PowerGame]) -> Shown:
        player = own.line.player
        return cell_at(STANDINGS, player, "rank", shown.ranking.ranks[player]) if shown.is_ranked(player) else None

    return figure_column("rank", "Rank", 50, ByRule(rank), style="cell strong")


def _points_column(shown: ShownEvent, points: PointsFormula) -> Column[PowerGame]:
    worth = shown.scored.points or (lambda game: game.score)
    style = score_style(*map(worth, shown.games))
    return figure_column(POINTS, "Points in the event", 72, worth, points, style)


def _country_column(shown: ShownEvent) -> Column[PowerGame]:
    places = country_places(shown.games, shown.scored.contenders)

    def place(here: Here[PowerGame]) -> str | None:
        if not shown.is_ranked(here.line.player):
            return None
        return country_place(here, f'({here.range("rank")}<>"")')

    return figure_column(COUNTRY, "Among its power", 64, places.get, place)


def _margin_columns(shown: ShownEvent) -> tuple[Column[PowerGame], Column[PowerGame]]:
    """Make the columns of what a game gives in the head to head, and, beside the paper, of the place before it."""
    before = shown.ranking.before(HEAD_TO_HEAD)
    margins = game_margins(shown.games, before)

    def tied(own: LineFigures[PowerGame]) -> Shown:
        player, place = own.line.player, place_before(shown.ranking, HEAD_TO_HEAD)
        return cell_at(RANKS, player, place, before[player]) if shown.is_ranked(player) else None

    def margin(here: Here[PowerGame]) -> str | None:
        if not shown.is_ranked(here.line.player):
            return None
        same = "*".join(f"({here.range(key)}={here.cell(key)})" for key in ("round", "table", TIED))
        return f"SUMPRODUCT({same}*({here.cell('score')}-{here.range('score')}))"

    style = score_style(*(Fraction(value) for value in margins.values()))
    return (
        figure_column(HEAD_TO_HEAD, "Head to head", 66, lambda game: margins.get(game_key(game)), margin, style),
        step_column(TIED, "place till then", ByRule(tied)),
    )


def sat_out_sheet(shown: ShownEvent) -> TableSheet | None:
    """Make the sheet of those who sat out a round; None if nobody did."""
    sit_outs = [pause for record in shown.records for pause in record.sit_outs]
    if not sit_outs:
        return None
    table = Table(
        SAT_OUT,
        (
            text_column("name", "Player", 210, lambda pause: pause.name, player=lambda pause: pause.player),
            text_column("player", "Id", 60, lambda pause: pause.player),
            figure_column("round", "Round", 68, lambda pause: pause.round),
            figure_column(
                "score", "Score", 84, lambda pause: pause.score, None, score_style(*(one.score for one in sit_outs))
            ),
        ),
        sit_outs,
        key=sit_out_key,
    )
    return TableSheet("Sat out", "Who sat out", lines=(TextLine(_sitting_out(shown, sit_outs)),), tables=(table,))


def sit_out_key(pause: SatOutRound) -> tuple[str, int]:
    """Name a round that somebody sat out."""
    return pause.player, pause.round


def _sitting_out(shown: ShownEvent, sit_outs: list[SatOutRound]) -> str:
    if shown.scored.points is not None:
        return "Only games count in this event."
    if any(pause.score is not None for pause in sit_outs):
        return "What sitting out scores counts like the score of a round."
    return "A round that somebody sat out does not count."


_JOINED = {"best": "MAX", "sum": "SUM", "none": "SUM"}
"""The function over several games in a round, by the setting ``round_scoring``."""


def counted_formula(here: Here[Any], counted: CountedScore, round_scoring: str, column: str, table: str = GAMES) -> str:
    """Write the score of a round or a game of a player."""
    parts = [games_part(here, counted.games, column, table)] if counted.games else []
    parts += [here.other(SAT_OUT, sit_out_key(pause), "score") for pause in counted.sit_outs]
    alone = len(counted.games) + len(counted.sit_outs) == 1
    return parts[0] if alone else f"{_JOINED[round_scoring]}({','.join(parts)})"


def score_formula(settings: DiplomacySettings, scores: str, columns: int, held: str) -> str:
    """Write the score of an event.

    Parameters
    ----------
    scores
        The cells with a player's scores; those of rounds that he or she did not play are blank.
    columns
        How many cells these are.
    held
        The cell with the number of rounds held.
    """
    return _FORMULAS[settings.event_scoring](settings, scores, columns, held)


def best_scores(scores: str, count: int) -> str:
    """Write the sum of the best ``count`` scores; there may be fewer."""
    return "+".join(_nth(scores, number) for number in range(1, count + 1))


def _nth(scores: str, number: int) -> str:
    return f"IF(COUNT({scores})<{number},0,LARGE({scores},{number}))"


def _weighted(settings: DiplomacySettings, scores: str, columns: int, _held: str) -> str:
    weights = weights_of(settings, columns)
    if weights == (1,) * columns:
        return f"SUM({scores})"
    return "+".join(_weighed(scores, number, weight) for number, weight in enumerate(weights, start=1)) or "0"


def _weighed(scores: str, number: int, weight: Fraction) -> str:
    return (
        _nth(scores, number) if weight == 1 else f"{constant(weight).within(Strength.PRODUCT)}*{_nth(scores, number)}"
    )


def _average(_settings: DiplomacySettings, scores: str, _columns: int, _held: str) -> str:
    return f"IF(COUNT({scores})=0,0,AVERAGE({scores}))"


def _per_round(_settings: DiplomacySettings, scores: str, _columns: int, held: str) -> str:
    return f"SUM({scores})/{held}"


_FORMULAS: Mapping[str, Callable[[DiplomacySettings, str, int, str], str]] = {
    "sum": _weighted,
    "weights": _weighted,
    "average": _average,
    "per_round": _per_round,
    "hurst": _weighted,
    "mystery": _per_round,
}
