"""What Diplomacy shows in the workbook of standings: the ranking first, then all that it comes from.

How ranks come about is here too: the chain of tie-breaks as formulas, and the standings in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.expressions.figure import Shown
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.tie_breaks import SCORE as BY_SCORE
from sheetscore.scoring.tie_breaks import Decided, broken_by, place_formula
from sheetscore.systems.columns import (
    SCORE,
    STANDINGS,
    column,
    cumulative_sheet,
    places_column,
    printed_first,
    round_name,
    unless_alike,
)
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.boards import PowerGame, scoring_of
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, LOT, STEPS, event_score
from sheetscore.systems.diplomacy.event_tables.game_tables import (
    POINTS,
    ShownEvent,
    counted_score,
    games_sheet,
    games_table,
    place_before,
    place_column,
    rank_column,
    sat_out_sheet,
    score_style,
    shown_event,
)
from sheetscore.systems.diplomacy.event_tables.system_tables import comparison_sheets
from sheetscore.systems.diplomacy.event_tables.value_tables import (
    countries_sheet,
    held_for,
    points_rule,
    teams_sheet,
    values_sheet,
)
from sheetscore.systems.diplomacy.game_values import OF_GAMES, CountedScore
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Table, cell_at, figure_column, text_column


def standings_sheets(so_far: EventProgress[DiplomacyEvent]) -> tuple[TableSheet, ...]:
    """Return all sheets of the standings: running totals, games, best countries, teams, and how ranks are found."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    shown = shown_event(event, standings.rows, rounds, standings.open)
    counted = counted_columns(shown)
    games = games_table(shown, points_rule(shown))
    table = _standings_table(shown, counted, games)
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
        ranks_sheet(shown, games),
        *comparison_sheets(shown, rounds, games),
    )
    return tuple(sheet for sheet in sheets if sheet)


class CountedColumn(Struct, frozen=True):
    """A column of scores that make the score of the event: a round, or somebody's first game, second game ..."""

    name: str
    """Its heading, and its key."""
    scores: Mapping[str, CountedScore]
    """By the ids of the players; players without an entry have a blank cell."""

    def value(self, row: ResultRow) -> int | Fraction | None:
        """Return the score that a player has in this column."""
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
    """Return whether the scores of rounds count, rather than those of single games."""
    return shown.scored.points is None and shown.event.settings.round_scoring != "none"


def _cumulative(shown: ShownEvent, standings: Table[ResultRow]) -> TableSheet | None:
    """Make the sheet of the running totals; None unless the event's score is the sum of all rounds."""
    settings = shown.event.settings
    if not (_by_round(shown) and settings.event_scoring == "sum" and settings.counted is None and shown.rows):
        return None
    return cumulative_sheet(standings)


def _standings_table(shown: ShownEvent, counted: Sequence[CountedColumn], games: Table[PowerGame]) -> Table[ResultRow]:
    def rank(own: LineFigures[ResultRow]) -> Shown:
        return cell_at(RANKS, own.line["id"], rank_column(shown.ranking), own.line["rank"])

    names = {team.id: team.name for team in shown.event.teams}

    def team(row: ResultRow) -> Exact:
        return names.get(str(row["team"]), row["team"])

    columns = (
        figure_column("rank", "Rank", 54, ByRule(rank), style="cell rank"),
        text_column("name", "Player", 200, column("name"), player=column("id")),
        text_column("id", "Id", 60, column("id")),
        *([text_column("team", "Team", 120, team)] if names else []),
        *(_counted_column(shown, one, score_style(*map(one.value, shown.rows)), games) for one in counted),
        _score_column(shown, counted),
        *_figure_columns(shown, games),
    )
    return Table(
        STANDINGS,
        printed_first(columns, unless_alike("id", {row["id"]: row["name"] for row in shown.rows})),
        shown.rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def _counted_column(
    shown: ShownEvent, counted: CountedColumn, style: str, games: Table[PowerGame]
) -> Column[ResultRow]:
    def score(own: LineFigures[ResultRow]) -> Shown:
        scored = counted.scores.get(str(own.line["id"]))
        if scored is None:
            return None
        of_games = POINTS if shown.scored.points else "score"
        return counted_score(own, scored, shown.event.settings.round_scoring, games, of_games)

    return figure_column(counted.name, counted.name, 68, ByRule(score), style=style)


def _score_column(shown: ShownEvent, counted: Sequence[CountedColumn]) -> Column[ResultRow]:
    def score(own: LineFigures[ResultRow]) -> Shown:
        if not shown.scored.games or not counted:
            return own.line["score"]
        return event_score(
            shown.event.settings, own.across(counted[0].name, counted[-1].name), held_for(own.line["id"], shown)
        )

    return figure_column(SCORE, "Score", 84, ByRule(score), style="cell score")


def _figure_columns(shown: ShownEvent, games: Table[PowerGame]) -> tuple[Column[ResultRow], ...]:
    """Make the columns of the figures that ties are broken by, and of games and rounds played."""

    def figure(key: str, heading: str, style: str = "cell middle") -> Column[ResultRow]:
        def rule(own: LineFigures[ResultRow]) -> Shown:
            played = shown.games_of(own.line["id"])
            if not played:
                return own.line[key]
            found: Shown = OF_GAMES[key](lambda of: own.part(games, of, played))
            return found

        return figure_column(key, heading, 66, ByRule(rule), style=style)

    style = score_style(*(game.score for game in shown.games))
    headings = TIE_BREAK_HEADINGS
    return (
        figure("solos", headings["solos"]),
        figure("best_game", headings["best_game"], style),
        figure("second_best_game", headings["second_best_game"], style),
        figure("centres", headings["centres"]),
        figure("games", "Games"),
        figure("rounds", "Rounds played"),
    )


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


def ranks_sheet(shown: ShownEvent, games: Table[PowerGame]) -> TableSheet:
    """Make the sheet on which the ranks are found."""
    return TableSheet(
        "Ranks",
        "How the ranks come about",
        lines=(_CHAIN,),
        tables=(_ranks_table(shown, games),),
        landscape=True,
        for_director=True,
    )


def _ranks_table(shown: ShownEvent, games: Table[PowerGame]) -> Table[ResultRow]:
    steps = (
        column for decided in shown.ranking.steps for column in (_figure(shown, decided, games), _place(shown, decided))
    )
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

    key, heading = place_column(decided.step.id), "then" if before else "Place by score"
    return places_column(key, heading, 56, decided.places, formula, "cell strong")


def _figure(shown: ShownEvent, decided: Decided, games: Table[PowerGame]) -> Column[ResultRow]:
    step, by_score = decided.step, decided.step is BY_SCORE

    def figure(own: LineFigures[ResultRow]) -> Shown:
        player = str(own.line["id"])
        if step.id == HEAD_TO_HEAD and shown.games_of(player):
            return own.part(games, HEAD_TO_HEAD, shown.games_of(player)).sum
        value = decided.figures[player]
        return value if step.id in {LOT, HEAD_TO_HEAD} else cell_at(STANDINGS, player, step.id, value)

    return figure_column(
        step.id,
        "Score" if by_score else TIE_BREAK_HEADINGS[step.id],
        80 if by_score else 72,
        ByRule(figure),
        style=score_style(*decided.figures.values()),
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
