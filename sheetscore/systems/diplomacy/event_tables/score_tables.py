"""The formulas of what counts for an event, of its score, and of the scores of teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sheetscore.expressions.formula import Strength, constant
from sheetscore.scoring.match_points import TOLERANCE
from sheetscore.systems.columns import SCORE, STANDINGS
from sheetscore.systems.diplomacy.event_scores import TeamScore, team_scores, weights_of
from sheetscore.systems.diplomacy.event_tables.game_tables import SAT_OUT, sit_out_key
from sheetscore.systems.diplomacy.event_tables.shown_event import GAMES, ShownEvent, games_part, score_style
from sheetscore.systems.diplomacy.game_values import CountedScore
from sheetscore.systems.diplomacy.model import DiplomacySettings
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Here, Table, figure_column, text_column

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


@dataclass(frozen=True)
class Member:
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
