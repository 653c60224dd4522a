"""What Diplomacy shows in the workbook of standings: the ranking first, then all that it comes from.

How ranks come about is here too: the chain of tie-breaks as formulas, and the standings in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.expressions.figure import Shown
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.tie_breaks import SCORE as BY_SCORE
from sheetscore.scoring.tie_breaks import Decided, broken_by, place_formula
from sheetscore.systems.columns import SCORE, STANDINGS, column, cumulative_sheet, round_name
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.boards import scoring_of
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, LOT, STEPS
from sheetscore.systems.diplomacy.event_tables.game_tables import (
    POINTS,
    ShownEvent,
    counted_formula,
    games_sheet,
    games_table,
    place_before,
    place_column,
    rank_column,
    sat_out_sheet,
    score_formula,
    score_style,
    shown_event,
)
from sheetscore.systems.diplomacy.event_tables.system_tables import comparison_sheets
from sheetscore.systems.diplomacy.event_tables.value_tables import (
    countries_sheet,
    held_of,
    needs_rounds_held,
    points_formula,
    teams_sheet,
    values_sheet,
)
from sheetscore.systems.diplomacy.game_values import CountedScore
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Table, cell_at, figure_column, text_column


def standings_sheets(so_far: EventProgress[DiplomacyEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, the way of the leaders, games, best countries, teams, and how ranks are found."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    shown = shown_event(event, standings.rows, rounds, standings.open)
    counted = counted_columns(shown)
    table = _standings_table(shown, counted)
    games = games_table(shown, points_formula(event.settings.event_scoring))
    sheets = (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=tuple(TextLine(text, ranks=True) for text in standing_words(event)),
            tables=(table,),
            landscape=True,
        ),
        _cumulative(shown, table),
        games_sheet(shown, games),
        countries_sheet(shown, games),
        teams_sheet(shown, table),
        sat_out_sheet(shown),
        values_sheet(shown, games),
        ranks_sheet(shown),
        *comparison_sheets(shown, rounds, games),
    )
    return tuple(sheet for sheet in sheets if sheet)


class CountedColumn(Struct, frozen=True):
    """A column of scores that make the score of the event: a round, or somebody's first game, second game ..."""

    name: str
    """Its heading, and its key."""
    scores: Mapping[str, CountedScore]
    """By the ids of the players; blank for others."""

    def value(self, row: ResultRow) -> int | Fraction | None:
        """Return what a player has in it."""
        score = self.scores.get(str(row["id"]))
        return score.score if score else None


def counted_columns(shown: ShownEvent) -> tuple[CountedColumn, ...]:
    """Return the columns of what counts: rounds, or games where each counts on its own."""
    scores = {id_: one.scores for id_, one in shown.scored.contenders.items()}
    if not _by_round(shown):
        most = max(map(len, scores.values()), default=0)
        return tuple(
            CountedColumn(f"Game {at + 1}", {id_: ours[at] for id_, ours in scores.items() if at < len(ours)})
            for at in range(most)
        )
    return tuple(
        CountedColumn(
            round_name(number),
            {id_: score for id_, ours in scores.items() for score in ours if score.round == number},
        )
        for number in shown.rounds
    )


def _by_round(shown: ShownEvent) -> bool:
    return shown.scored.points is None and shown.event.settings.round_scoring != "none"


def _cumulative(shown: ShownEvent, standings: Table[ResultRow]) -> TableSheet | None:
    """Make the sheet of the running totals, where they run: all rounds are added up."""
    settings = shown.event.settings
    if not (_by_round(shown) and settings.event_scoring == "sum" and settings.counted is None and shown.rows):
        return None
    return cumulative_sheet(standings)


def _style(rows: Sequence[ResultRow], counted: Sequence[CountedColumn]) -> str:
    return score_style(*(one.value(row) for one in counted for row in rows))


def _standings_table(shown: ShownEvent, counted: Sequence[CountedColumn]) -> Table[ResultRow]:
    def rank(own: LineFigures[ResultRow]) -> Shown:
        return cell_at(RANKS, own.line["id"], rank_column(shown.ranking), own.line["rank"])

    names = {team.id: team.name for team in shown.event.teams}
    teams: list[Column[ResultRow]] = []
    if names:
        teams = [text_column("team", "Team", 120, lambda row: names.get(str(row["team"]), row["team"]))]
    return Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, ByRule(rank), style="cell rank"),
            text_column("name", "Player", 200, column("name"), player=column("id")),
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


def _counted_column(shown: ShownEvent, counted: CountedColumn, style: str) -> Column[ResultRow]:
    scores = POINTS if shown.scored.points else "score"

    def formula(here: Here[ResultRow]) -> str | None:
        score = counted.scores.get(str(here.line["id"]))
        if score is None:
            return None
        return counted_formula(here, score, shown.event.settings.round_scoring, scores)

    return figure_column(counted.name, counted.name, 68, counted.value, formula, style)


def _score_column(shown: ShownEvent, counted: Sequence[CountedColumn]) -> Column[ResultRow]:
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


TIE_BREAK_HEADINGS: Mapping[str, str] = {
    "solos": "Solos",
    "best_game": "Best game",
    "second_best_game": "Second best game",
    "centres": "Centres",
    "head_to_head": "Head to head",
    "rounds": "Rounds",
    LOT: "Lot",
}


_CHAIN = TextLine(
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
    steps = (column for decided in shown.ranking.steps for column in (_figure(shown, decided), _place(shown, decided)))
    return Table(
        RANKS,
        (text_column("name", "Player", 240, column("name")), *steps),
        shown.rows,
        key=lambda row: row["id"],
        size="fine",
        empty="No round is scored yet.",
    )


def _place(shown: ShownEvent, decided: Decided) -> Column[ResultRow]:
    before = place_before(shown.ranking, decided.step.id)

    def formula(here: Here[ResultRow]) -> str:
        return place_formula(here, (decided.step,), before)

    return figure_column(
        place_column(decided.step.id),
        "then" if before else "Place by score",
        56,
        lambda row: decided.places[str(row["id"])],
        formula,
        "cell strong",
    )


def _figure(shown: ShownEvent, decided: Decided) -> Column[ResultRow]:
    step, by_score = decided.step, decided.step is BY_SCORE

    def formula(here: Here[ResultRow]) -> str | None:
        player = here.line["id"]
        if step.id == LOT:
            return None
        if step.id == HEAD_TO_HEAD:
            part = shown.part(here, player, HEAD_TO_HEAD)
            return f"SUM({part})" if part else None
        figure = here.other(STANDINGS, player, step.id)
        return figure if step.blank == "never" else f'IF({figure}="","",{figure})'

    return figure_column(
        step.id,
        "Score" if by_score else TIE_BREAK_HEADINGS[step.id],
        80 if by_score else 72,
        lambda row: decided.figures[str(row["id"])],
        formula,
        score_style(*decided.figures.values()),
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
    ties = broken_by(STEPS[id_] for id_ in settings.tie_breaks)
    broken = f"Ties are broken by {ties}. " if ties else ""
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
