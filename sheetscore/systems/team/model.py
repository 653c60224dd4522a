"""What a team event adds to an event of tasks: teams with sections, the decisions on pairing and points."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Le
from pydantic import Field, Strict

from sheetscore.event.identity import Id, Name, Refers, folded
from sheetscore.event.model import Header, Part, Player, YesNo
from sheetscore.event.scenarios import Round
from sheetscore.systems.tasks.model import Target, TaskEvent, TaskScenario, TaskSettings, TaskSide

Section = Literal["A", "B"]
"""A team's section A flies Red, its section B flies Blue, at two tables of one scenario."""

RED, BLUE = "red", "blue"
"""The ids of the two sides of every scenario."""

SIDE_OF_SECTION: dict[Section, str] = {"A": RED, "B": BLUE}
"""Source: Tournament Guidelines, 1991, Team Play."""

MOST_TEAMS = 500


class TeamSettings(TaskSettings):
    """The decisions that team play leaves to the director."""

    avp_team_points: YesNo = Field(
        default=False,
        title="Team points count",
        description="Whether a team's sum over its two tables takes in team points, or scenario points alone.",
    )
    first_round: Literal["number", "random"] = Field(
        default="number",
        title="First round",
        description="number: team 1 meets team 2, 3 meets 4, and so on. random: by lots that follow from the seed.",
    )
    pair_by: Literal["previous_round", "total"] = Field(
        default="previous_round",
        title="Pair by",
        description="Which points put the teams in order for the next pairings: those of the previous_round, or "
        "the total.",
    )
    bye_avp: Annotated[int, Strict(), Ge(0), Le(20)] = Field(
        default=10, title="Points for a bye", description="What a team gets for a round in which it has to sit out."
    )


class Team(Part):
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
        """What the teams of those who play in one are called, by the ids of the players."""
        names = {folded(team.id): team.name for team in self.teams}
        return {one.id: names[folded(one.team)] for one in self.players if one.team and folded(one.team) in names}

    def team_of(self, player: str) -> Team | None:
        """Return the team of a player by the player's id; None for substitutes and strangers."""
        playing = next((one for one in self.players if one.id == player), None)
        return next((team for team in self.teams if playing and playing.plays_for(team)), None)

    def members(self, team: Team, section: Section) -> tuple[TeamPlayer, ...]:
        """Return the players of a team's section, in the order of the roster."""
        return tuple(player for player in self.players if player.plays_for(team) and player.section == section)


def starter_event(name: str) -> TeamEvent:
    """Return a small event that is complete but for its teams, to be changed at will.

    Parameters
    ----------
    name
        What the event is called.
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
