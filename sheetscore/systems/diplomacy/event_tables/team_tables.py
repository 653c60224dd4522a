"""Teams in the workbook of the standings: the best of their members' scores, added up by formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.scoring.formulas import TOLERANCE
from sheetscore.systems.diplomacy.event_tables.shown_event import ShownEvent, score_style
from sheetscore.systems.diplomacy.event_tables.standing_formulas import best_scores
from sheetscore.systems.diplomacy.team_scores import TeamScore, team_scores
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.standing_columns import SCORE, STANDINGS
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Here, Table, figure_column, text_column

TEAMS, MEMBERS = "teams", "members"
"""Names of tables."""


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
    """Refer to the scores of all members of a team."""
    first, last = team.members[0]["id"], team.members[-1]["id"]
    return here.refer(here.places[MEMBERS].part(SCORE, first, last))
