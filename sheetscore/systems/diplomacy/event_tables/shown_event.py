"""An event as the workbook of its standings shows it: everybody's games, where they stand, how ranks come about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.ranking import RANKS, TOLERANCE
from sheetscore.systems.columns import SCORE, STANDINGS, column
from sheetscore.systems.diplomacy.boards import Game, scoring_of
from sheetscore.systems.diplomacy.event_scores import (
    HEAD_TO_HEAD,
    Places,
    Ranking,
    ScoredEvent,
    TieStep,
    rank_players,
    score_event,
)
from sheetscore.systems.diplomacy.game_values import PlayerRecord
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings, TieBreak
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

GAMES = "games"
"""The name of the table of all games; its lines go by :func:`game_key`."""

GameKey = tuple[str, int, int]


def game_key(game: Game) -> GameKey:
    """Name a game by who played it, its round and its table."""
    return game.player, game.round, game.table


class ShownEvent(Struct, frozen=True):
    """All that the sheets show.

    Parameters
    ----------
    rows
        Of the standings, in the order in which they are listed.
    rounds
        The numbers of the scored rounds in order.
    open
        The boards that are drawn and have no result.
    """

    event: DiplomacyEvent
    rows: tuple[ResultRow, ...]
    rounds: tuple[int, ...]
    scored: ScoredEvent
    ranking: Ranking
    open: tuple[OpenGame, ...] = ()

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
    def games(self) -> list[Game]:
        """All games, player by player."""
        return [game for record in self.records for game in record.games]

    def is_ranked(self, player: str) -> bool:
        """Tell whether somebody is in the standings."""
        return player in self.scored.contenders

    def part(self, here: Here[Any], player: Exact, column: str) -> str | None:
        """Refer to the cells of a player in a column of the table of games; None for somebody without a game."""
        games = self.scored.contenders[str(player)].record.games
        return games_part(here, games, column) if games else None


def games_part(here: Here[Any], games: Sequence[Game], column: str, table: str = GAMES) -> str:
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
    ranking = rank_players(scored, event.settings.tie_breaks)
    return ShownEvent(event, tuple(rows), tuple(sorted(rounds)), scored, ranking, tuple(open_games))


def score_style(*scores: Exact) -> str:
    """Return the style of a column of scores: with decimals only if one of them has some."""
    return "cell two" if any(Fraction(score or 0).denominator > 1 for score in scores) else "cell middle"


TIE_BREAK_HEADINGS: Mapping[str, str] = {
    "solos": "Solos",
    "best_game": "Best game",
    "second_best_game": "Second best game",
    "centres": "Centres",
    "head_to_head": "Head to head",
}

MAY_LACK = {"best_game", "second_best_game"}
"""What somebody need not have."""

LOWEST = "-1E+99"
"""Stands for what somebody does not have, such as a second best game: it is below any."""

Parting = Callable[[Here[ResultRow]], str]
"""Writes a place from its line."""

_CHAIN = Line(
    "Every tie-break parts those who are still on the same place: who has more of it comes first. Who is equal in "
    "everything shares a rank, and the ranks after a shared one are skipped."
)

_ROUNDS = {
    "best": "Of several games in a round the best counts.",
    "sum": "The scores of several games in a round are added up.",
    "none": "Every game counts on its own.",
}

_EVENTS = {
    "sum": "The scores are added up.",
    "average": "The score is the mean of those made.",
    "per_round": "The score is the sum divided by the number of rounds held.",
    "hurst": "A game is worth its centres less the mean centres of its power over all games; games are added up.",
    "mystery": "A share in a draw is worth 100, surviving outside of it 10, and the solos share the mean points of a "
    "drawn game; the sum is divided by the number of rounds held.",
}

_TIES: dict[TieBreak, str] = {
    "solos": "most solos",
    "best_game": "the best game",
    "second_best_game": "the second best game",
    "centres": "most centres",
    "head_to_head": "the scores on boards that the tied players shared",
}


def place_column(by: str) -> str:
    """Name the column of the places after a step: the score, or a tie-break."""
    return f"place by {by}"


def place_before(ranking: Ranking, tie_break: TieBreak) -> str:
    """Name the column of the places on which a tie-break of the chain builds."""
    chain = [SCORE, *(step.tie_break for step in ranking.steps)]
    return place_column(chain[chain.index(tie_break) - 1])


def rank_column(ranking: Ranking) -> str:
    """Name the column of the ranks: the places after the last step."""
    return place_column(ranking.steps[-1].tie_break if ranking.steps else SCORE)


def ranks_sheet(shown: ShownEvent) -> TableSheet:
    """Make the sheet on which the ranks are found."""
    return TableSheet(
        "Ranks",
        "How the ranks come about",
        lines=(_CHAIN,),
        tables=(_ranks_table(shown),),
        landscape=True,
        for_director=True,
    )


def _ranks_table(shown: ShownEvent) -> Table[ResultRow]:
    def score(here: Here[ResultRow]) -> str:
        return here.other(STANDINGS, here.line["id"], SCORE)

    def first(here: Here[ResultRow]) -> str:
        return f"1+SUMPRODUCT(--({here.range(SCORE)}>{here.cell(SCORE)}+{TOLERANCE}))"

    style = score_style(*(row["score"] for row in shown.rows))
    by_score = shown.ranking.by_score
    return Table(
        RANKS,
        (
            text_column("name", "Player", 180, column("name")),
            figure_column(SCORE, "Score", 80, column("score"), score, style),
            _place(SCORE, "Place by score", by_score, first),
            *_steps(shown),
        ),
        shown.rows,
        key=lambda row: row["id"],
        fine=True,
        empty="No round is scored yet.",
    )


def _steps(shown: ShownEvent) -> Iterator[Column[ResultRow]]:
    for step in shown.ranking.steps:
        yield _figure(shown, step)
        yield _place(step.tie_break, "then", step.places, _parted(shown, step))


def _place(by: str, heading: str, places: Places, formula: Parting) -> Column[ResultRow]:
    return figure_column(place_column(by), heading, 56, lambda row: places[str(row["id"])], formula, "cell strong")


def _parted(shown: ShownEvent, step: TieStep) -> Parting:
    before = place_before(shown.ranking, step.tie_break)

    def formula(here: Here[ResultRow]) -> str:
        figures, figure = here.range(step.tie_break), here.cell(step.tie_break)
        tied = f"({here.range(before)}={here.cell(before)})"
        own = f'IF({figure}="",{LOWEST},{figure}+{TOLERANCE})'
        return f"{here.cell(before)}+SUMPRODUCT({tied}*ISNUMBER({figures})*({figures}>{own}))"

    return formula


def _figure(shown: ShownEvent, step: TieStep) -> Column[ResultRow]:
    def formula(here: Here[ResultRow]) -> str | None:
        player = here.line["id"]
        if step.tie_break == HEAD_TO_HEAD:
            part = shown.part(here, player, HEAD_TO_HEAD)
            return f"SUM({part})" if part else None
        figure = here.other(STANDINGS, player, step.tie_break)
        return f'IF({figure}="","",{figure})' if step.tie_break in MAY_LACK else figure

    return figure_column(
        step.tie_break,
        TIE_BREAK_HEADINGS[step.tie_break],
        72,
        lambda row: step.figures[str(row["id"])],
        formula,
        score_style(*step.figures.values()),
    )


def standing_words(event: DiplomacyEvent) -> Iterator[str]:
    """Say how boards are scored, what makes the score of the event, and how ties are broken."""
    settings = event.settings
    if settings.event_scoring in {"hurst", "mystery"}:
        yield _EVENTS[settings.event_scoring]
        yield f"Boards are scored by {scoring_of(event).file.title}, which decides about best games only."
    else:
        yield f"Boards are scored by {scoring_of(event).file.title}. {_ROUNDS[settings.round_scoring]}"
        yield " ".join((_event_words(settings), *_sit_out_words(settings)))
    ties = [_TIES[tie_break] for tie_break in dict.fromkeys(settings.tie_breaks)]
    broken = f"Ties are broken by {', then '.join(ties)}. " if ties else ""
    yield f"{broken}Who is {'still ' if ties else ''}equal shares a rank."


def _event_words(settings: DiplomacySettings) -> str:
    if settings.event_scoring == "weights":
        weights = ", ".join(format(weight.normalize(), "f") for weight in settings.weights)
        return f"The scores from the best down are multiplied by {weights}, and added up."
    if settings.event_scoring == "sum" and settings.counted == 1:
        return "The best score counts."
    if settings.event_scoring == "sum" and settings.counted is not None:
        return f"The best {settings.counted} scores are added up."
    return _EVENTS[settings.event_scoring]


def _sit_out_words(settings: DiplomacySettings) -> Iterator[str]:
    if settings.sit_out_score is not None:
        yield f"Sitting out scores {format(settings.sit_out_score.normalize(), 'f')}."
