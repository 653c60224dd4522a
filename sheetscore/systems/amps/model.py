"""What an AMPS event adds to an event: tasks, targets and team points of a side, the decisions on scoring."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Le, MinLen
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.identity import Id, Name
from sheetscore.event.model import Event, Header, Part, Round, Scenario, Settings, Side, YesNo

Task = Literal["air-combat", "strike", "defense-suppression"]
"""What a side is there for; it scores in its tasks only."""

TargetClass = Literal["primary", "secondary", "opportunity", "radar", "aaa", "sam", "infantry-sam"]
"""The first three are for strike, the others for defense suppression."""


MOST_TEAM_POINTS = 12
"""Per pilot and scenario, as advised (Tournament Guidelines, 1991, Team Points)."""


def _in_order(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    return tuple(task for task in get_args(Task) if task in tasks)


class AmpsSettings(Settings):
    """The decisions that AMPS scoring leaves to the director."""

    damage_cap: Literal["aircraft", "pilot"] = Field(
        default="aircraft",
        title="Damage cap",
        description="12 points are the most that damage to one enemy aircraft can give: to all pilots of the "
        "table together (aircraft), or to each pilot (pilot).",
    )
    factoring: Literal["round", "none"] = Field(
        default="round",
        title="Factoring",
        description="round: match points of smaller sections are raised to the largest section of the round. "
        "none: they count as they are.",
    )
    factor_rounding: Literal["exact", "2dp"] = Field(
        default="exact",
        title="Factor rounding",
        description="exact: factors are kept as fractions. 2dp: they are rounded to two decimals before use.",
    )
    tie_margin: Annotated[Decimal, Ge(0), Le(100), Field(decimal_places=4)] = Field(
        default=Decimal("0.5"),
        title="Tie margin",
        description="Scores that differ by no more than this share a rank; 0 means only equal ones do.",
    )
    tie_group: Literal["leader", "chain"] = Field(
        default="leader",
        title="Tie group",
        description="leader: all within the margin of the highest score of a group share its rank. "
        "chain: each need only be within the margin of the next.",
    )


class Target(Part):
    """Something on the ground that a side may attack."""

    name: Name = Field(title="Name", description="What the target is called on the sheets; no two of a side alike.")
    class_: TargetClass = Field(
        alias="class",
        title="Class",
        description="For strike: primary, secondary or opportunity. For defense suppression: radar, aaa, "
        "sam or infantry-sam.",
    )
    white: YesNo = Field(
        default=False,
        title="White",
        description="Whether its counter has a white silhouette: one D result destroys it. Only for strike "
        "targets and sam.",
    )


class TeamPoints(Part):
    """An award to a whole team for a goal of the scenario."""

    id: Id = Field(title="Id", description="A short name of the award, such as early.")
    label: Name = Field(title="Label", description="What it is awarded for, as the sheet says it.")
    points: Annotated[int, Strict(), Ge(1), Le(100)] = Field(
        title="Points",
        description="What each pilot of the side gets. All awards of a side together should not exceed 12.",
    )


class AmpsSide(Side):
    """A side with its tasks, targets and team points."""

    tasks: Annotated[tuple[Task, ...], MinLen(1), AfterValidator(_in_order)] = Field(
        title="Tasks",
        description="What its pilots score for: air-combat, strike, defense-suppression, or several of them.",
    )
    targets: tuple[Target, ...] = Field(
        default=(), alias="target", title="Targets", description="What the sides may attack on the ground."
    )
    team_points: tuple[TeamPoints, ...] = Field(
        default=(),
        title="Team points",
        description="What teams are awarded for goals that no pilot scores for alone.",
    )


class AmpsScenario(Scenario):
    """A scenario of an AMPS event."""

    sides: tuple[AmpsSide, ...] = Field(
        default=(),
        alias="side",
        title="Sides",
        description="The sides of each scenario, with tasks and seats.",
    )


class AmpsEvent(Event):
    """An event scored by AMPS."""

    settings: AmpsSettings = Field(
        default_factory=AmpsSettings,
        title="Settings",
        description="What the rules leave to the director. Blank means as usual.",
    )
    scenarios: tuple[AmpsScenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )

    def scenario_of(self, round_number: int) -> AmpsScenario:
        """Give the scenario of a round (counted from 1), with tasks and targets.

        Raises
        ------
        KeyError
            There is no such round, or its scenario is not defined.
        """
        scenario = super().scenario_of(round_number)
        assert isinstance(scenario, AmpsScenario)  # noqa: S101 -- the field has no others
        return scenario


def starter_event(name: str) -> AmpsEvent:
    """Give a small event that is complete but for its players, to be changed at will.

    Parameters
    ----------
    name
        What the event is called.
    """
    strike = AmpsSide(
        id="strike",
        title="Strike flight",
        force="blue",
        tasks=("strike",),
        seats=2,
        targets=(
            Target(name="Bridge", class_="primary"),
            Target(name="Rail yard", class_="secondary"),
            Target(name="Truck park", class_="opportunity", white=True),
        ),
        team_points=(TeamPoints(id="home", label="All aircraft of the flight come home", points=4),),
    )
    suppression = AmpsSide(
        id="ds",
        title="Suppression flight",
        force="blue",
        tasks=("defense-suppression",),
        seats=1,
        targets=(
            Target(name="Early warning", class_="radar"),
            Target(name="SAM site", class_="sam"),
            Target(name="Gun battery", class_="aaa"),
        ),
        team_points=(TeamPoints(id="safe", label="No strike aircraft is lost to SAMs", points=4),),
    )
    interceptors = AmpsSide(
        id="cap",
        title="Interceptors",
        force="red",
        tasks=("air-combat",),
        seats=2,
        team_points=(TeamPoints(id="saved", label="The bridge stands at the end", points=6),),
    )
    bridge = AmpsScenario(id="bridge", title="The bridge", sides=(strike, suppression, interceptors))
    return AmpsEvent(
        header=Header(name=name, system="amps", rounds=1),
        scenarios=(bridge,),
        rounds=(Round(number=1, scenario="bridge", tables=2),),
    )
