"""All games of an event, player by player, who sat out, and the formulas of what counts: for players and for teams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.expressions.formula import Strength, constant
from sheetscore.scoring.ranking import RANKS, TOLERANCE
from sheetscore.systems.columns import SCORE, STANDINGS
from sheetscore.systems.diplomacy.boards import Game
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, TeamScore, game_margins, team_scores, weights_of
from sheetscore.systems.diplomacy.event_tables.shown_event import (
    GAMES,
    ShownEvent,
    game_key,
    games_part,
    place_before,
    score_style,
)
from sheetscore.systems.diplomacy.game_values import COUNTRY, CountedScore, SitOut, country_place, country_places
from sheetscore.systems.diplomacy.model import DiplomacySettings
from sheetscore.systems.diplomacy.round_tables.result_tables import ruled_column, ruled_line
from sheetscore.systems.outcomes import ResultRow
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
    style = score_style(*(game.score for game in games))
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
            figure_column("score", "Score", 72, lambda game: game.score, None, style),
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


_JOINED = {"best": "MAX", "sum": "SUM", "none": "SUM"}
"""The function over several games in a round, by the setting ``round_scoring``."""

TEAMS, MEMBERS = "teams", "members"
"""Names of tables."""


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
    """Write the sum of so many best scores, of which there may be fewer."""
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


class Member(Struct, frozen=True):
    """A member with the row of the standings, and which in the team's list, from 1."""

    team: TeamScore
    row: ResultRow
    place: int


def teams_sheet(shown: ShownEvent) -> TableSheet | None:
    """Make the sheet of the teams; None for an event without any."""
    if not shown.event.teams:
        return None
    teams, counted = team_scores(shown.event, shown.rows), shown.event.settings.team_members
    members = [Member(team, row, place) for team in teams for place, row in enumerate(team.members, start=1)]
    line = Line(f"A team's score is the sum of the {counted} best scores of its members. Equal scores share a rank.")
    return TableSheet(
        "Teams", "Teams", lines=(line,), tables=(_teams_table(teams, counted), _members_table(members, counted))
    )


def _teams_table(teams: Sequence[TeamScore], counted: int) -> Table[TeamScore]:
    def rank(here: Here[TeamScore]) -> str:
        return f"1+SUMPRODUCT(--({here.range(SCORE)}>{here.cell(SCORE)}+{TOLERANCE}))"

    def score(here: Here[TeamScore]) -> str:
        return best_scores(_scores(here, here.line), min(counted, len(here.line.members)))

    def members(here: Here[TeamScore]) -> str:
        return f"COUNT({_scores(here, here.line)})"

    return Table(
        TEAMS,
        (
            figure_column("rank", "Rank", 54, lambda team: team.rank, rank, "cell rank"),
            text_column("name", "Team", 210, lambda team: team.name),
            text_column("id", "Id", 90, lambda team: team.id),
            figure_column(SCORE, "Score", 84, lambda team: team.score, score, "cell score"),
            figure_column("members", "Members ranked", 84, lambda team: len(team.members), members),
        ),
        teams,
        key=lambda team: team.id,
        empty="No member of a team is ranked yet.",
    )


def _members_table(members: Sequence[Member], counted: int) -> Table[Member]:
    def score(here: Here[Member]) -> str:
        return here.other(STANDINGS, here.line.row["id"], SCORE)

    def rank(here: Here[Member]) -> str:
        return here.other(STANDINGS, here.line.row["id"], "rank")

    def place(here: Here[Member]) -> str:
        own, team = here.cell(SCORE), here.line.team
        up_to_here = here.refer(here.place.part(SCORE, team.members[0]["id"], here.line.row["id"]))
        higher = f"SUMPRODUCT(--({_scores(here, team)}>{own}+{TOLERANCE}))"
        return f"{higher}+SUMPRODUCT(--(ABS({up_to_here}-{own})<={TOLERANCE}))"

    def counts(here: Here[Member]) -> str:
        return f'IF({here.cell("place")}<={counted},"✓","")'

    style = score_style(*(member.row["score"] for member in members))
    return Table(
        MEMBERS,
        (
            figure_column("rank", "Rank", 54, lambda member: member.row["rank"], rank),
            text_column("name", "Player", 210, lambda member: member.row["name"]),
            text_column("team", "Team", 90, lambda member: member.team.id),
            figure_column(SCORE, "Score", 84, lambda member: member.row["score"], score, style),
            figure_column("place", "Place in the team", 84, lambda member: member.place, place),
            figure_column("counts", "Counts", 60, lambda member: "✓" if member.place <= counted else "", counts),
        ),
        members,
        key=lambda member: member.row["id"],
        opens=lambda member: member.place == 1,
        title="Members",
        empty="No member of a team is ranked yet.",
    )


def _scores(here: Here[TeamScore] | Here[Member], team: TeamScore) -> str:
    first, last = team.members[0]["id"], team.members[-1]["id"]
    return here.refer(here.places[MEMBERS].part(SCORE, first, last))
