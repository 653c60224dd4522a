"""What Diplomacy shows in the workbook of standings: the ranking first, then all that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.scoring.ranking import RANKS
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import SCORE, STANDINGS, RoundScores, column, cumulative_sheet, round_name
from sheetscore.systems.diplomacy.event_tables.game_tables import (
    POINTS,
    counted_formula,
    games_sheet,
    sat_out_sheet,
    score_formula,
    teams_sheet,
)
from sheetscore.systems.diplomacy.event_tables.shown_event import (
    TIE_BREAK_HEADINGS,
    ShownEvent,
    rank_column,
    ranks_sheet,
    score_style,
    shown_event,
    standing_words,
)
from sheetscore.systems.diplomacy.event_tables.system_tables import comparison_sheets
from sheetscore.systems.diplomacy.event_tables.value_tables import (
    countries_sheet,
    held_of,
    needs_rounds_held,
    points_formula,
    values_sheet,
)
from sheetscore.systems.diplomacy.game_values import CountedScore
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column


def standings_sheets(so_far: EventSoFar[DiplomacyEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, the way of the leaders, games, best countries, teams, and how ranks are found."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    shown = shown_event(event, standings.rows, rounds, standings.open)
    counted = counted_columns(shown)
    sheets = (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=tuple(map(Line, standing_words(event))),
            tables=(_standings_table(shown, counted),),
            landscape=True,
        ),
        _cumulative(shown, counted),
        games_sheet(shown, points_formula(event.settings.event_scoring)),
        countries_sheet(shown),
        teams_sheet(shown),
        sat_out_sheet(shown),
        values_sheet(shown),
        ranks_sheet(shown),
        *comparison_sheets(shown, rounds),
    )
    return tuple(sheet for sheet in sheets if sheet)


class Counted(Struct, frozen=True):
    """A column of scores that make the score of the event: a round, or somebody's first game, second game ...

    Parameters
    ----------
    name
        Its heading, and its key.
    scores
        By the ids of the players; blank for others.
    """

    name: str
    scores: Mapping[str, CountedScore]

    def value(self, row: ResultRow) -> int | Fraction | None:
        """Return what a player has in it."""
        score = self.scores.get(str(row["id"]))
        return score.score if score else None


def counted_columns(shown: ShownEvent) -> tuple[Counted, ...]:
    """Return the columns of what counts: rounds, or games where each counts on its own."""
    scores = {id_: one.scores for id_, one in shown.scored.contenders.items()}
    if not _by_round(shown):
        most = max(map(len, scores.values()), default=0)
        return tuple(
            Counted(f"Game {at + 1}", {id_: ours[at] for id_, ours in scores.items() if at < len(ours)})
            for at in range(most)
        )
    return tuple(
        Counted(
            round_name(number),
            {id_: score for id_, ours in scores.items() for score in ours if score.round == number},
        )
        for number in shown.rounds
    )


def _by_round(shown: ShownEvent) -> bool:
    return shown.scored.points is None and shown.event.settings.round_scoring != "none"


def _cumulative(shown: ShownEvent, counted: Sequence[Counted]) -> TableSheet | None:
    """Make the sheet of the running totals, where they run: all rounds are added up."""
    settings = shown.event.settings
    if not (_by_round(shown) and settings.event_scoring == "sum" and settings.counted is None and shown.rows):
        return None
    rounds = {
        number: [{"player": id_, "score": score.score} for id_, score in one.scores.items()]
        for number, one in zip(shown.rounds, counted, strict=True)
    }
    whole = _style(shown.rows, counted) == "cell middle"
    return cumulative_sheet(shown.rows, RoundScores("Player", "player", "score", rounds, whole))


def _style(rows: Sequence[ResultRow], counted: Sequence[Counted]) -> str:
    return score_style(*(one.value(row) for one in counted for row in rows))


def _standings_table(shown: ShownEvent, counted: Sequence[Counted]) -> Table[ResultRow]:
    def rank(here: Here[ResultRow]) -> str:
        return here.other(RANKS, here.line["id"], rank_column(shown.ranking))

    teams = [text_column("team", "Team", 60, column("team"))] if shown.event.teams else []
    return Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, column("rank"), rank, "cell rank"),
            text_column("name", "Player", 200, column("name")),
            text_column("id", "Id", 60, column("id")),
            *teams,
            *(_counted_column(shown, one, _style(shown.rows, [one])) for one in counted),
            _score_column(shown, counted),
            *_figure_columns(shown),
        ),
        shown.rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def _counted_column(shown: ShownEvent, counted: Counted, style: str) -> Column[ResultRow]:
    scores = POINTS if shown.scored.points else "score"

    def formula(here: Here[ResultRow]) -> str | None:
        score = counted.scores.get(str(here.line["id"]))
        if score is None:
            return None
        return counted_formula(here, score, shown.event.settings.round_scoring, scores)

    return figure_column(counted.name, counted.name, 68, counted.value, formula, style)


def _score_column(shown: ShownEvent, counted: Sequence[Counted]) -> Column[ResultRow]:
    def formula(here: Here[ResultRow]) -> str | None:
        if not shown.scored.games or not counted:
            return None
        held = held_of(here, shown) if needs_rounds_held(shown.event.settings) else ""
        cells = here.span(counted[0].name, counted[-1].name)
        return score_formula(shown.event.settings, cells, len(counted), held)

    return figure_column(SCORE, "Score", 84, column("score"), formula, "cell score")


PartFormula = Callable[[Callable[[str], str]], str]
"""Writes a figure from a player's cells in the columns of the table of games."""


def _figure_columns(shown: ShownEvent) -> tuple[Column[ResultRow], ...]:
    """Make the columns of the figures that ties are broken by, and of games and rounds played."""

    def figure(key: str, heading: str, write: PartFormula, style: str = "cell middle") -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str | None:
            player = here.line["id"]
            if shown.part(here, player, "round") is None:
                return None
            return write(lambda of: shown.part(here, player, of) or "")

        return figure_column(key, heading, 66, column(key), formula, style)

    style = score_style(*(game.score for game in shown.games))
    headings = TIE_BREAK_HEADINGS
    return (
        figure("solos", headings["solos"], lambda part: f'SUMPRODUCT(--({part("fate")}="solo"))'),
        figure("best_game", headings["best_game"], lambda part: f"MAX({part('score')})", style),
        figure("second_best_game", headings["second_best_game"], _second_best, style),
        figure("centres", headings["centres"], lambda part: f"SUM({part('centres')})"),
        figure("games", "Games", lambda part: f"COUNT({part('score')})"),
        figure("rounds", "Rounds played", _rounds_played),
    )


def _second_best(part: Callable[[str], str]) -> str:
    return f'IF(COUNT({part("score")})<2,"",LARGE({part("score")},2))'


def _rounds_played(part: Callable[[str], str]) -> str:
    return f"SUMPRODUCT(1/COUNTIF({part('round')},{part('round')}))"
