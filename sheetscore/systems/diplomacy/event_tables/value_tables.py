"""Tables with formulas for what follows from all games of an event: best countries, powers, values of games, teams.

Source: the published definitions of Hurst (HTM) and Mystery v1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import total, when
from sheetscore.scoring.boards.board import POWERS
from sheetscore.systems.columns import SCORE, names_in, printed_first, short_name_column, unless_alike
from sheetscore.systems.diplomacy.boards import PowerGame
from sheetscore.systems.diplomacy.event_scores import TeamScore, team_scores, weighted_sum
from sheetscore.systems.diplomacy.event_tables.game_tables import GAMES, ShownEvent, game_key, score_style
from sheetscore.systems.diplomacy.game_values import (
    COUNTRY,
    SOLO_WITHOUT_DRAWS,
    SURVIVAL,
    WON,
    SurvivalBoard,
    above_mean,
    awards_outdated_line,
    best_games,
    mean_centres,
    solo_worth,
    survival_boards,
)
from sheetscore.systems.diplomacy.model import DiplomacySettings
from sheetscore.systems.diplomacy.round_tables.result_tables import OUTCOMES_IN_WORDS, PowerSummary
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    LineFigures,
    Table,
    cell_at,
    figure_column,
    same_in,
    step_column,
    text_column,
)

BEST, COUNTRIES, TEAMS, MEMBERS = "best countries", "countries", "teams", "members"
"""Names of tables."""

_AWARDS = TextLine("The best game with each power by score, then by centres; equal games share the award.")
_NOT_YET = TextLine("Nobody has an award before all boards of the last round are in: these are the best so far.")
_ALL = "of all games, standbys' too"

HELD, FATES, BOARDS = "held", "fates", "boards"
"""Names of tables."""

SOLO = "solo"

_SURVIVAL_LINES = (
    TextLine("The solos share the mean points of a drawn game. A conceded game is a solo."),
    TextLine(f"As long as no game was drawn, a solo is worth {SOLO_WITHOUT_DRAWS}."),
)  # fmt: skip


def countries_sheet(shown: ShownEvent, games: Table[PowerGame]) -> TableSheet:
    """Make the sheet of the awards for best countries, and of each power's results over all games."""
    best = best_games(shown.scored.games, shown.scored.contenders)
    awards = [game for games in best.values() for game in games]
    keys = [*map(game_key, awards)]
    title = "Best games" if shown.over else "Best games so far"
    return TableSheet(
        "Best countries",
        "Best countries",
        lines=(_AWARDS, *([] if shown.over else [_NOT_YET]), *([awards_outdated_line(GAMES, keys)] if keys else [])),
        tables=(_best_table(awards, title, games), countries_table(games)),
    )


def _best_table(awards: Sequence[PowerGame], title: str, games: Table[PowerGame]) -> Table[PowerGame]:
    def shared(own: LineFigures[PowerGame]) -> Shown:
        # place 1 among the games with the power: equal games share the award
        return own.count_of(games, power=own.cell("power"), **{COUNTRY: 1})

    return Table(
        BEST,
        (
            text_column("power", "Power", 90, lambda award: award.power),
            short_name_column(
                "Player", 200, lambda award: award.player, {game.player: game.name for game in games.lines}
            ),
            figure_column("round", "Round", 66, lambda award: award.round),
            figure_column("table", "Board", 66, lambda award: award.table),
            text_column("fate", "Fate", 86, lambda award: award.fate),
            figure_column("centres", "Centres", 70, same_in(games, "centres")),
            figure_column(
                "score", "Score", 84, same_in(games, "score"), style=score_style(*(one.score for one in awards))
            ),
            figure_column("shared", "Equal games", 64, ByRule(shared)),
        ),
        awards,
        key=game_key,
        title=title,
        empty="No game is scored yet.",
    )


def countries_table(games: Table[PowerGame]) -> Table[str]:
    """Make the table of every power's results over all games listed."""
    summary = PowerSummary(games)

    def survived(own: LineFigures[str]) -> Shown:
        return own.cell("games") - own.cell("solos") - own.cell("draws") - own.cell("eliminated")

    return Table(
        COUNTRIES,
        (
            text_column("power", "Power", 90, lambda power: power),
            figure_column("games", "Games", 200, summary.count()),
            figure_column("solos", "Solos", 66, summary.count(fate="solo")),
            figure_column("draws", "Draws", 66, summary.count(fate="draw")),
            figure_column("eliminated", "Eliminated", 86, summary.count(fate="eliminated")),
            figure_column("survived", "Survived otherwise", 70, ByRule(survived)),
            figure_column("mean_centres", "Mean centres", 84, summary.mean("centres"), style="cell two"),
            figure_column("mean_score", "Mean score", 64, summary.mean("score"), style="cell two"),
        ),
        POWERS,
        key=lambda power: power,
        title="How the powers fared",
        note=_ALL,
    )


def points_rule(shown: ShownEvent) -> ByRule[PowerGame] | None:
    """Return the rule for the points of a game in the event; None if the event adds up the scores of the boards."""
    means = mean_centres(shown.scored.games)

    def hurst(own: LineFigures[PowerGame]) -> Shown:
        power = own.line.power
        return above_mean(own.cell("centres"), cell_at(COUNTRIES, power, "mean_centres", means[power]))

    def mystery(own: LineFigures[PowerGame]) -> Shown:
        return cell_at(FATES, own.line.fate, "worth", shown.scored.worth(own.line))

    return {"hurst": ByRule(hurst), "mystery": ByRule(mystery)}.get(shown.event.settings.event_scoring)


def values_sheet(shown: ShownEvent, games: Table[PowerGame]) -> TableSheet | None:
    """Make the sheet of the values that the event's scores need besides the games' own; None if they need none."""
    if not shown.scored.games or not needs_rounds_held(shown.event.settings):
        return None
    if shown.event.settings.event_scoring == "per_round":
        return TableSheet("Rounds held", "Rounds held", lines=_waiting(shown), tables=(_held_table(games),))
    boards = _boards_table(survival_boards(shown.scored.games), games)
    return TableSheet(
        "Values",
        "What games are worth",
        lines=(*_SURVIVAL_LINES, *_waiting(shown)),
        tables=(_fates_table(boards, games), _held_table(games), boards),
    )


def _waiting(shown: ShownEvent) -> tuple[TextLine, ...]:
    """Say that open boards are not counted, where that makes a difference."""
    if not any(contender.waits for contender in shown.scored.contenders.values()):
        return ()
    return (TextLine("A round in which a player's board is still open is not one of those held for that player."),)


def needs_rounds_held(settings: DiplomacySettings) -> bool:
    """Return whether the score of the event is divided by the number of rounds held."""
    return settings.event_scoring in {"per_round", "mystery"}


def held_for(player: Exact, shown: ShownEvent) -> Figure:
    """Return the number of the rounds held, less those in which the board of a player is open."""
    held = cell_at(HELD, HELD, "rounds", shown.scored.held)  # the table's only line is called like the table
    open_boards = shown.scored.contenders[str(player)].waits
    return held - open_boards if open_boards else held


def _held_table(games: Table[PowerGame]) -> Table[str]:
    def held(_own: LineFigures[str]) -> Shown:
        return games.range("round").different

    return Table(
        HELD,
        (
            text_column("what", "What", 200, lambda _: "Rounds with a game"),
            figure_column("rounds", "Rounds held", 90, ByRule(held), style="cell strong"),
        ),
        [HELD],
        key=lambda line: line,
    )


def _fates_table(boards: Table[SurvivalBoard], games: Table[PowerGame]) -> Table[str]:
    """Make the table of the ways in which a game can end for a power, and what each is worth."""

    def ended(own: LineFigures[str]) -> Shown:
        return own.count_of(games, fate=own.cell("fate"))

    def worth(own: LineFigures[str]) -> Shown:
        return solo_worth(boards.range("points"), own.cell("games")) if own.line == SOLO else SURVIVAL[own.line]

    return Table(
        FATES,
        (
            text_column("fate", "End of a game", 200, lambda fate: fate),
            figure_column("games", "Games", 90, ByRule(ended)),
            figure_column("worth", "Worth", 90, ByRule(worth), style="cell score"),
        ),
        [SOLO, *SURVIVAL],
        key=lambda fate: fate,
    )


def _boards_table(boards: Sequence[SurvivalBoard], games: Table[PowerGame]) -> Table[SurvivalBoard]:
    def counted(fate: str) -> ByRule[SurvivalBoard]:
        return ByRule(lambda own: own.count_of(games, round=own.cell("round"), table=own.cell("table"), fate=fate))

    def points(own: LineFigures[SurvivalBoard]) -> Shown:
        if own.line.outcome in WON:
            return None
        return total(*(own.cell(one) * cell_at(FATES, one, "worth", SURVIVAL[one]) for one in ("draw", "survived")))

    return Table(
        BOARDS,
        (
            text_column("outcome", "Outcome", 200, lambda board: OUTCOMES_IN_WORDS.get(board.outcome, board.outcome)),
            figure_column("round", "Round", 90, lambda board: board.round),
            figure_column("table", "Board", 90, lambda board: board.table),
            figure_column("draw", "in the draw", 76, counted("draw")),
            figure_column("survived", "outside of it", 76, counted("survived")),
            figure_column("points", "Points if drawn", 90, ByRule(points), style="cell strong"),
        ),
        boards,
        key=lambda board: (board.round, board.table),
        title="Boards",
        empty="No game is scored yet.",
    )


class TeamMemberLine(Struct, frozen=True):
    """A member of a team."""

    team: TeamScore
    row: ResultRow
    """The member's row of the standings."""
    place: int
    """The member's place in the team's list, from 1: the best score comes first."""


def teams_sheet(shown: ShownEvent, standings: Table[ResultRow]) -> TableSheet | None:
    """Make the sheet of the teams; None for an event without any."""
    if not shown.event.teams:
        return None
    teams, counted = team_scores(shown.event, shown.rows), shown.event.settings.team_members
    members = [TeamMemberLine(team, row, place) for team in teams for place, row in enumerate(team.members, start=1)]
    line = TextLine(
        f"A team's score is the sum of the event scores of its {counted} best members, before rounding. Equal ones "
        "share a rank."
    )
    listed = _members_table(members, counted, standings)
    return TableSheet("Teams", "Teams", lines=(line,), tables=(_teams_table(teams, counted, listed), listed))


def _teams_table(teams: Sequence[TeamScore], counted: int, listed: Table[TeamMemberLine]) -> Table[TeamScore]:
    def rank(own: LineFigures[TeamScore]) -> Shown:
        return 1 + own.table.range(SCORE).count_greater(own.cell(SCORE))

    def score(own: LineFigures[TeamScore]) -> Shown:
        best = (Fraction(1),) * counted  # a weight for each score that counts, from the best down; the others weigh 0
        return weighted_sum(own.part(listed, SCORE, _of_team(listed, own.line)), best)

    def members(own: LineFigures[TeamScore]) -> Shown:
        return own.count_of(listed, team=own.cell("id"))

    columns: tuple[Column[TeamScore], ...] = (
        figure_column("rank", "Rank", 54, ByRule(rank), style="cell rank"),
        text_column("name", "Team", 210, lambda team: team.name, player=lambda team: team.id),
        text_column("id", "Id", 90, lambda team: team.id),
        figure_column(SCORE, "Score", 84, ByRule(score), style="cell score"),
        figure_column("members", "Members ranked", 84, ByRule(members)),
    )
    return Table(
        TEAMS,
        printed_first(columns, unless_alike("id", {team.id: team.name for team in teams})),
        teams,
        key=lambda team: team.id,
        empty="No member of a team is ranked yet.",
    )


def _members_table(
    members: Sequence[TeamMemberLine], counted: int, standings: Table[ResultRow]
) -> Table[TeamMemberLine]:
    def place(own: LineFigures[TeamMemberLine]) -> Shown:
        # one for each higher score in the team, and one for each equal score down to this line
        team, score = _of_team(own.table, own.line.team), own.cell(SCORE)
        up_to_here = own.part(own.table, SCORE, team[: own.line.place])
        return own.part(own.table, SCORE, team).count_greater(score) + up_to_here.count_equal(score)

    def counts(own: LineFigures[TeamMemberLine]) -> Shown:
        return when(own.cell("place") <= counted, "✓", "")

    style = score_style(*(member.row["score"] for member in members))
    return Table(
        MEMBERS,
        (
            figure_column("rank", "Rank", 54, same_in(standings, "rank")),
            short_name_column("Player", 210, lambda member: member.row["id"], names_in(standings.lines)),
            text_column("team_name", "Team", 170, lambda member: member.team.name),
            figure_column(SCORE, "Score", 84, same_in(standings, SCORE), style=style),
            figure_column("place", "Place in the team", 84, ByRule(place)),
            figure_column("counts", "Counts", 60, ByRule(counts)),
            step_column("team", "team", lambda member: member.team.id),
        ),
        members,
        key=lambda member: member.row["id"],
        starts_group=lambda member: member.place == 1,
        title="Members",
        empty="No member of a team is ranked yet.",
    )


def _of_team(listed: Table[TeamMemberLine], team: TeamScore) -> list[TeamMemberLine]:
    return [member for member in listed.lines if member.team is team]
