"""All games of an event in the workbook of its standings, player by player, and who sat out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from sheetscore.scoring.ranking import RANKS
from sheetscore.systems.columns import STANDINGS
from sheetscore.systems.diplomacy.best_countries import COUNTRY, country_place, country_places
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, game_margins
from sheetscore.systems.diplomacy.event_tables.ranking_tables import place_before
from sheetscore.systems.diplomacy.event_tables.shown_event import GAMES, ShownEvent, game_key, score_style
from sheetscore.systems.diplomacy.game_values import SitOut
from sheetscore.systems.diplomacy.games import Game
from sheetscore.systems.diplomacy.round_tables.result_tables import ruled_column, ruled_line
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

SAT_OUT = "sat out"
"""The name of the table of those who sat out; its lines go by player and round."""

POINTS = "points"
"""The column of what a game is worth where that follows from all games."""

TIED = "tied"

PointsFormula = Callable[[Here[Game]], str]
"""Writes what the game on a line is worth."""

_BY_POWER = Line("“Among its power”: the place among all games with the same power, by score and then by centres.")
_STANDBYS = Line("Standbys only filled up boards: they come last and have no rank.")
_MARGINS = Line(
    "“Head to head” adds up by how much a game's score is above those of the others on the board who were still on "
    "the same place then."
)


def games_sheet(shown: ShownEvent, points: PointsFormula | None) -> TableSheet:
    """Make the sheet of all games."""
    return TableSheet(
        "Games",
        "Player by player",
        lines=tuple(_lines(shown)),
        tables=(_games_table(shown, points),),
        landscape=True,
    )


def _lines(shown: ShownEvent) -> Iterator[Line]:
    yield _BY_POWER
    if any(map(_is_ruled, shown.games)):
        yield ruled_line()
    if HEAD_TO_HEAD in shown.event.settings.tie_breaks:
        yield _MARGINS
    if shown.scored.standbys:
        yield _STANDBYS


def _is_ruled(game: Game) -> bool:
    return game.score != game.computed


def _games_table(shown: ShownEvent, points: PointsFormula | None) -> Table[Game]:
    games = shown.games
    firsts = {game_key(record.games[0]) for record in shown.records if record.games}
    return Table(
        GAMES,
        (
            _rank_column(shown),
            text_column("name", "Player", 170, lambda game: game.name),
            text_column("player", "Id", 54, lambda game: game.player),
            figure_column("round", "Round", 50, lambda game: game.round),
            figure_column("table", "Board", 48, lambda game: game.table),
            text_column("power", "Power", 76, lambda game: game.power),
            figure_column("centres", "Centres", 60, lambda game: game.centres),
            text_column("outcome", "The game", 84, lambda game: game.outcome),
            text_column("fate", "Its end", 80, lambda game: game.fate),
            figure_column("score", "Score", 72, lambda game: game.score, None, _style(shown)),
            *([ruled_column(_is_ruled)] if any(map(_is_ruled, games)) else ()),
            *([_points_column(shown, points)] if points else ()),
            _country_column(shown),
            *(_margin_columns(shown) if HEAD_TO_HEAD in shown.event.settings.tie_breaks else ()),
        ),
        games,
        key=game_key,
        opens=lambda game: game_key(game) in firsts,
        fine=True,
        empty="No game is scored yet.",
    )


def _style(shown: ShownEvent) -> str:
    return score_style(*(game.score for game in shown.games))


def _rank_column(shown: ShownEvent) -> Column[Game]:
    def rank(here: Here[Game]) -> str | None:
        player = here.line.player
        return here.other(STANDINGS, player, "rank") if shown.is_ranked(player) else None

    return figure_column("rank", "Rank", 50, lambda game: shown.ranking.ranks.get(game.player), rank, "cell strong")


def _points_column(shown: ShownEvent, points: PointsFormula) -> Column[Game]:
    worth = shown.scored.points or (lambda game: game.score)
    style = score_style(*map(worth, shown.games))
    return figure_column(POINTS, "Points in the event", 72, worth, points, style)


def _country_column(shown: ShownEvent) -> Column[Game]:
    places = country_places(shown.games, shown.scored.contenders)

    def place(here: Here[Game]) -> str | None:
        if not shown.is_ranked(here.line.player):
            return None
        return country_place(here, f'({here.range("rank")}<>"")')

    return figure_column(COUNTRY, "Among its power", 64, places.get, place)


def _margin_columns(shown: ShownEvent) -> tuple[Column[Game], Column[Game]]:
    """Make the columns of the place before the head to head, and of what the game gives in it."""
    before = shown.ranking.before(HEAD_TO_HEAD)
    margins = game_margins(shown.games, before)

    def tied(here: Here[Game]) -> str | None:
        player = here.line.player
        place = place_before(shown.ranking, HEAD_TO_HEAD)
        return here.other(RANKS, player, place) if shown.is_ranked(player) else None

    def margin(here: Here[Game]) -> str | None:
        if not shown.is_ranked(here.line.player):
            return None
        same = "*".join(f"({here.range(key)}={here.cell(key)})" for key in ("round", "table", TIED))
        return f"SUMPRODUCT({same}*({here.cell('score')}-{here.range('score')}))"

    style = score_style(*(Fraction(value) for value in margins.values()))
    return (
        figure_column(TIED, "Place till then", 56, lambda game: before.get(game.player), tied, "cell step"),
        figure_column(
            HEAD_TO_HEAD, "Head to head", 66, lambda game: margins.get(game_key(game)), margin, style
        ),
    )  # fmt: skip


def sat_out_sheet(shown: ShownEvent) -> TableSheet | None:
    """Make the sheet of those who sat out a round; None if nobody did."""
    sit_outs = [pause for record in shown.records for pause in record.sit_outs]
    if not sit_outs:
        return None
    table = Table(
        SAT_OUT,
        (
            text_column("name", "Player", 210, lambda pause: pause.name),
            text_column("player", "Id", 60, lambda pause: pause.player),
            figure_column("round", "Round", 68, lambda pause: pause.round),
            figure_column(
                "score", "Score", 84, lambda pause: pause.score, None, score_style(*(one.score for one in sit_outs))
            ),
        ),
        sit_outs,
        key=sit_out_key,
    )
    return TableSheet("Sat out", "Who sat out", lines=(Line(_sitting_out(shown, sit_outs)),), tables=(table,))


def sit_out_key(pause: SitOut) -> tuple[str, int]:
    """Name a round that somebody sat out."""
    return pause.player, pause.round


def _sitting_out(shown: ShownEvent, sit_outs: list[SitOut]) -> str:
    if shown.scored.points is not None:
        return "Only games count in this event."
    if any(pause.score is not None for pause in sit_outs):
        return "What sitting out scores counts like the score of a round."
    return "A round that somebody sat out does not count."
