"""The model of a team event, which adds to an event of tasks: teams with sections, settings, and rules for sides.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le
from pydantic import Field, Strict

from sheetscore.event.identity import Id, Name, Refers, folded
from sheetscore.event.model import EventPart, Header, Party, Player, YesNo
from sheetscore.event.scenarios import Round
from sheetscore.event.tables import heading_of, place_of
from sheetscore.findings import Finding, finding
from sheetscore.scoring.tie_steps import OfGames, OfMargins, OfOpponents, OfRounds, tie_break_setting
from sheetscore.systems.tasks.model import (
    Remark,
    Target,
    TaskEvent,
    TaskScenario,
    TaskSettings,
    TaskSide,
    check_scenarios,
)
from sheetscore.wording import join_words

Section = Literal["A", "B"]
"""A team's section A flies Red, its section B flies Blue, at two tables of one scenario."""

RED, BLUE = "red", "blue"
"""The ids of the two sides of every scenario."""

SIDE_OF_SECTION: dict[Section, str] = {"A": RED, "B": BLUE}
"""The side that each section flies."""

MOST_TEAMS = 500


class TeamSettings(TaskSettings):
    """The decisions that team play leaves to the director."""

    SCORES: ClassVar[frozenset[str]] = TaskSettings.SCORES | {"avp_team_points", "bye_avp"}
    LATER: ClassVar[frozenset[str]] = TaskSettings.LATER | {"tie_breaks"}  # added in later versions

    avp_team_points: YesNo = Field(
        default=False,
        title="Team points count",
        description="Whether a team's sum over its two tables takes in team points, or scenario points alone.",
    )
    first_round: Literal["number", "random"] = Field(
        default="number",
        title="First round",
        description="Who meets whom in it. number: team 1 meets team 2, 3 meets 4, and so on. random: by lots that "
        "follow from the seed.",
    )
    pair_by: Literal["previous_round", "total"] = Field(
        default="previous_round",
        title="Pair by",
        description="Which points put the teams in order for the next pairings. previous_round: those of the round "
        "before. total: those of all rounds.",
    )
    bye_avp: Annotated[int, Strict(), Ge(0), Le(20)] = Field(
        default=10, title="Points for a bye", description="What a team gets for a round in which it has to sit out."
    )
    tie_breaks: tuple[Literal[OfOpponents, OfGames, OfMargins, OfRounds], ...] = tie_break_setting()


class Team(EventPart):
    """A team of two or of four."""

    id: Id = Field(title="Id", description="A short mark of your own, such as T1; no two alike.")
    number: Annotated[int, Strict(), Ge(1), Le(MOST_TEAMS)] = Field(
        title="Number", description="Its number; the first round goes by these, and ties in the order of pairing."
    )
    name: Name = Field(title="Name", description="As it is to be printed.")


class TeamPlayer(Player):
    """A player with a place in a team; without one a substitute, who may be seated but is never drawn."""

    team: Annotated[Id, Refers("team")] | None = Field(
        default=None, title="Team", description="Id of the player's team; blank for a substitute."
    )
    section: Section | None = Field(
        default=None, title="Section", description="A flies the red side, B the blue side; blank for a substitute."
    )

    @property
    def is_substitute(self) -> bool:
        """Whether this is somebody without a team."""
        return self.team is None

    def plays_for(self, team: Team) -> bool:
        """Whether this is a player of a team."""
        return self.team is not None and folded(self.team) == folded(team.id)


class TeamEvent(TaskEvent):
    """An event of team play."""

    settings: TeamSettings = Field(
        default_factory=TeamSettings,
        title="Settings",
        description="What the rules leave to the director. Blank means as usual.",
    )
    teams: tuple[Team, ...] = Field(
        default=(), alias="team", title="Teams", description="Which teams there are; their players name them."
    )
    players: tuple[TeamPlayer, ...] = Field(
        default=(), alias="player", title="Players", description="Who plays, in which team and section."
    )
    rounds: tuple[Round, ...] = Field(
        default=(), alias="round", title="Rounds", description="Which scenario is played in which round."
    )

    @property
    def drawn_by_results(self) -> bool:
        """Yes: teams meet by what they have scored."""
        return True

    @property
    def team_names(self) -> dict[str, str]:
        """The names of the teams, by the ids of their players."""
        names = {folded(team.id): team.name for team in self.teams}
        return {one.id: names[folded(one.team)] for one in self.players if one.team and folded(one.team) in names}

    @property
    def parties(self) -> dict[str, Party]:
        """The teams, each with its players."""
        return {
            team.id: Party(team.name, tuple(one.id for one in self.players if one.plays_for(team)))
            for team in self.teams
        }

    def team_of(self, player: str) -> Team | None:
        """Return the team of a player by the player's id; None for substitutes and strangers."""
        playing = next((one for one in self.players if one.id == player), None)
        return next((team for team in self.teams if playing and playing.plays_for(team)), None)

    def drawn_as(self, stage: int, /) -> Mapping[str, str]:
        """Return the team and the section of all who are present, as draws record them, by id."""
        return {player.id: self.flies_for(player.id) for player in self.players if player.id in self.entrants(stage)}

    def flies_for(self, player: str) -> str:
        """Return a player's team and section, as draws record them; empty for a substitute."""
        team = self.team_of(player)
        return f"{team.id} {getattr(self.player(player), 'section', None)}" if team else ""

    @property
    def idle_parts(self) -> frozenset[str]:
        """The awards of team points, unless these count."""
        return frozenset() if self.settings.avp_team_points else frozenset({"team_points"})

    def tables_needed(self, stage: int, /) -> int:
        """Return the number of tables of a round: two for each pair of present teams, but at least two."""
        present = self.entrants(stage).keys()
        teams = sum(not present.isdisjoint(team.drawn) for team in self.parties.values())
        return max(teams // 2, 1) * 2

    def members(self, team: Team, section: Section) -> tuple[TeamPlayer, ...]:
        """Return the players of a team's section, in the order of the roster."""
        return tuple(player for player in self.players if player.plays_for(team) and player.section == section)


def starter_event(name: str) -> TeamEvent:
    """Return a small event that is complete except for its teams, to be changed at will.

    Parameters
    ----------
    name
        The name of the event.
    """
    red = TaskSide(id=RED, title="Interceptors", force="red", tasks=("air-combat",), seats=1)
    blue = TaskSide(
        id=BLUE,
        title="Strike flight",
        force="blue",
        tasks=("air-combat", "strike"),
        seats=1,
        targets=(Target(name="Bridge", class_="primary"), Target(name="Rail yard", class_="secondary")),
    )
    bridge = TaskScenario(id="bridge", title="The bridge", sides=(red, blue))
    return TeamEvent(
        header=Header(name=name, system="team", rounds=1),
        scenarios=(bridge,),
        rounds=(Round(number=1, scenario="bridge"),),
    )


MOST_PILOTS = 2
"""The most pilots of a section: teams have two or four."""


def check_event(event: TeamEvent) -> list[Finding]:
    """Find what breaks a rule of team play in an event, with places as in event.toml."""
    remarks = chain(
        chain.from_iterable(_check_sides(scenario) for scenario in event.scenarios),
        _check_sizes(event),
        _check_members(event),
        _check_numbers(event),
    )
    found = [finding(code, message, sheet=place_of(event, part), cell=key) for part, key, code, message in remarks]
    return [*check_scenarios(event), *found]


def _check_sides(scenario: TaskScenario) -> Iterator[Remark]:
    """Every scenario has the sides red and blue, with one or two seats each."""
    ids = sorted(side.id for side in scenario.sides)
    if ids != sorted((RED, BLUE)):
        message = (
            f'The scenario "{scenario.title}" has the sides {", ".join(ids) or "none"}. In team play it needs two, '
            f"with the ids {RED} (flown by the sections A) and {BLUE} (flown by the sections B)."
        )
        yield scenario, "id", "event-rule", message
        return
    for side in scenario.sides:
        if side.seats > MOST_PILOTS:
            message = (
                f'The side "{side.title}" has {side.seats} seats. Teams are of two or of four: give it 1 seat or 2.'
            )
            yield side, "seats", "event-rule", message


def idle_team_points(event: TeamEvent) -> list[Finding]:
    """Warn of awards if the event leaves team points out: they are on no sheet and count for nobody."""
    if event.settings.avp_team_points:
        return []
    setting = heading_of(event, "settings", "avp_team_points")
    return [
        finding(
            "team-points-idle",
            f'The side "{side.title}" has team points '
            f"({join_words([f'“{award.label}”' for award in side.team_points])}), "
            f"and {setting} is no: they are on no sheet, and what was awarded counts nothing. Set it to yes, or leave "
            "the team points out.",
            sheet=place_of(event, side),
            cell="team_points",
        )
        for scenario in event.scenarios
        for side in scenario.sides
        if side.team_points
    ]


def _check_sizes(event: TeamEvent) -> Iterator[Remark]:
    """Every section of every team has as many pilots as every scenario has seats for them."""
    for team in event.teams:
        for section, side_id in SIDE_OF_SECTION.items():
            members = event.members(team, section)
            # a section may list more pilots than seats if some replace others: then those of one round fill the seats
            together = max(([one for one in members if one.plays_in(stage)] for stage in event.stages), key=len)
            seats = {side.seats for scenario in event.scenarios for side in scenario.sides if side.id == side_id}
            if not members:
                message = f'The team "{team.name}" has nobody in section {section}. Enter its players, or remove it.'
                yield team, "id", "event-rule", message
            elif seats and not {len(members), len(together)} & seats:
                pilots = [one.name for one in together or members]
                message = (
                    f'The team "{team.name}" has {len(pilots)} in section {section} ({", ".join(pilots)}), and the '
                    f"side {side_id} has {' or '.join(map(str, sorted(seats)))} to a table. Put the others in no team "
                    "(as substitutes) or in the other section, or change the seats."
                )
                yield team, "id", "event-rule", message
    sizes = {side.seats for scenario in event.scenarios for side in scenario.sides if side.id in (RED, BLUE)}
    if len(sizes) > 1:
        message = (
            "The sides of the scenarios have different numbers of seats. Teams keep their size: give all the same."
        )
        yield event.scenarios[0], "id", "event-rule", message


def _check_members(event: TeamEvent) -> Iterator[Remark]:
    """Whoever is in a team is in one of its sections."""
    for player in event.players:
        if player.team and not player.section:
            message = f"{player.name} is in the team {player.team} but in no section. Enter A or B."
            yield player, "section", "event-rule", message
        elif player.section and not player.team:
            message = f"{player.name} has the section {player.section} but no team. Enter one, or clear the section."
            yield player, "team", "event-rule", message


def _check_numbers(event: TeamEvent) -> Iterator[Remark]:
    owners: dict[int, Team] = {}
    for team in event.teams:
        owner = owners.setdefault(team.number, team)
        if owner is not team:
            message = f'The number {team.number} belongs to "{owner.name}" already. Give "{team.name}" another one.'
            yield team, "number", "event-duplicate", message
