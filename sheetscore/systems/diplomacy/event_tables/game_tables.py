"""An event as the workbook of its standings shows it: games by player, who sat out, and which of their scores count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.expressions.figure import Figure, Shown
from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.tie_breaks import DecidedChain
from sheetscore.systems.columns import STANDINGS, printed_first, unless_alike
from sheetscore.systems.diplomacy.boards import PowerGame
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, ScoredEvent, game_margins, rank_players, score_event
from sheetscore.systems.diplomacy.game_values import (
    ROUND_SCORES,
    CountedScore,
    PlayerRecord,
    SatOutRound,
    country_column,
    country_places,
)
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.round_tables.result_tables import MARK, OUTCOMES_IN_WORDS, ruled_column, ruled_line
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
"""The name of the table of all games; :func:`game_key` returns the keys of its lines."""

SIT_OUTS = "sat out"
"""The name of the table of those who sat out; :func:`sit_out_key` returns the keys of its lines."""

POINTS = "points"
"""The column of a game's points in the event, where these depend on all games."""

TIED = "tied"
"""The column of the place that a player had before the head to head was looked at."""

_BY_POWER = TextLine("“Among its power”: the place among all games with the same power, by score and then by centres.")
_SHARED = TextLine(
    "“Outcome” is how the board ended. In a draw of all, and where the time was up, all survivors share the draw."
)
_STANDBYS = TextLine("Standbys only filled up boards: they come last and have no rank.")
_MARGINS = TextLine(
    "“Head to head” adds up by how much a game's score is above those of the others on the board who were still on "
    "the same place then."
)

GameKey = tuple[str, int, int]


def game_key(game: PowerGame) -> GameKey:
    """Return the key of a game: its player, its round and its table."""
    return game.player, game.round, game.table


class ShownEvent(Struct, frozen=True):
    """All data that the sheets of the standings show."""

    event: DiplomacyEvent
    rows: tuple[ResultRow, ...]
    """The rows of the standings, in the order in which they are listed."""
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
        """The records of all players in the order of the standings; standbys come last."""
        ranked = [self.scored.contenders[str(row["id"])].record for row in self.rows]
        return [*ranked, *self.scored.standbys.values()]

    @property
    def games(self) -> list[PowerGame]:
        """All games, player by player."""
        return [game for record in self.records for game in record.games]

    def is_ranked(self, player: str) -> bool:
        """Return whether somebody is in the standings."""
        return player in self.scored.contenders

    def games_of(self, player: Exact) -> Sequence[PowerGame]:
        """Return the games of somebody in the standings."""
        return self.scored.contenders[str(player)].record.games


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
        The rows of the standings, in any order.
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


def games_table(shown: ShownEvent, points: ByRule[PowerGame] | None) -> Table[PowerGame]:
    """Make the table of all games, player by player."""
    games, contenders = shown.games, shown.scored.contenders
    style = score_style(*(game.score for game in games))
    firsts = {game_key(record.games[0]) for record in shown.records if record.games}
    columns = (
        _rank_column(shown),
        text_column("name", "Player", 170, lambda game: game.name, player=lambda game: game.player),
        text_column("player", "Id", 54, lambda game: game.player),
        figure_column("round", "Round", 50, lambda game: game.round),
        figure_column("table", "Board", 48, lambda game: game.table),
        text_column("power", "Power", 76, lambda game: game.power),
        figure_column("centres", "Centres", 60, lambda game: game.centres),
        text_column("outcome", "Outcome", 84, lambda game: OUTCOMES_IN_WORDS.get(game.outcome, game.outcome)),
        text_column("fate", "Fate", 80, lambda game: game.fate),
        figure_column("score", "Score", 72, lambda game: game.score, None, style),
        *([ruled_column(lambda own: MARK if _is_ruled(own.line) else None)] if any(map(_is_ruled, games)) else ()),
        *([_points_column(shown, points)] if points else ()),
        country_column("Among its power", 64, country_places(games, contenders), "cell middle", ranked="rank"),
        *(_margin_columns(shown) if HEAD_TO_HEAD in shown.event.settings.tie_breaks else ()),
    )
    return Table(
        GAMES,
        printed_first(columns, unless_alike("player", {game.player: game.name for game in games})),
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


def _points_column(shown: ShownEvent, points: ByRule[PowerGame]) -> Column[PowerGame]:
    style = score_style(*map(shown.scored.worth, shown.games))
    return figure_column(POINTS, "Points in the event", 72, points, style=style)


def _margin_columns(shown: ShownEvent) -> tuple[Column[PowerGame], Column[PowerGame]]:
    """Make two columns: what a game adds to the head to head, and, not printed, the place before the head to head."""
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
    columns: tuple[Column[SatOutRound], ...] = (
        text_column("name", "Player", 210, lambda pause: pause.name, player=lambda pause: pause.player),
        text_column("player", "Id", 60, lambda pause: pause.player),
        figure_column("round", "Round", 68, lambda pause: pause.round),
        figure_column(
            "score", "Score", 84, lambda pause: pause.score, None, score_style(*(one.score for one in sit_outs))
        ),
    )
    table = Table(
        SIT_OUTS,
        printed_first(columns, unless_alike("player", {pause.player: pause.name for pause in sit_outs})),
        sit_outs,
        key=sit_out_key,
    )
    return TableSheet("Sat out", "Who sat out", lines=(TextLine(_sitting_out(shown, sit_outs)),), tables=(table,))


def sit_out_key(pause: SatOutRound) -> tuple[str, int]:
    """Return the key of a round that a player sat out."""
    return pause.player, pause.round


def _sitting_out(shown: ShownEvent, sit_outs: list[SatOutRound]) -> str:
    if shown.scored.points is not None:
        return "Only games count in this event."
    if any(pause.score is not None for pause in sit_outs):
        return "What sitting out scores counts like the score of a round."
    return "A round that somebody sat out does not count."


def counted_score(
    own: LineFigures[Any], counted: CountedScore, round_scoring: str, games: Table[PowerGame], column: str
) -> Figure:
    """Return the score of a round or a game of a player, from a column of a table of all games."""
    scores = [own.other(games, game_key(game), column) for game in counted.games]
    scores += [cell_at(SIT_OUTS, sit_out_key(pause), "score", pause.score) for pause in counted.sit_outs]
    found: Figure = ROUND_SCORES[round_scoring](*scores)
    return found
