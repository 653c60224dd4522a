"""What a scenario of air combat adds to a scenario: tasks, targets and team points of a side."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from annotated_types import Ge, Le, MinLen
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.identity import Id, Name
from sheetscore.event.model import Part, Scenario, ScenarioEvent, Settings, Side, YesNo

Task = Literal["air-combat", "strike", "defense-suppression"]
"""What a side is there for; it scores in its tasks only."""

TargetClass = Literal["primary", "secondary", "opportunity", "radar", "aaa", "sam", "infantry-sam"]
"""The first three are for strike, the others for defense suppression."""


MOST_TEAM_POINTS = 12
"""Per pilot and scenario, as advised (Tournament Guidelines, 1991, Team Points)."""


def _in_order(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    return tuple(task for task in get_args(Task) if task in tasks)


class TaskSettings(Settings):
    """The decision that scoring the tasks leaves to the director."""

    damage_cap: Literal["aircraft", "pilot"] = Field(
        default="aircraft",
        title="Damage cap",
        description="12 points are the most that damage to one enemy aircraft can give: to all pilots of the "
        "table together (aircraft), or to each pilot (pilot).",
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


class TaskSide(Side):
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


class TaskScenario(Scenario):
    """A scenario whose sides have tasks."""

    sides: tuple[TaskSide, ...] = Field(
        default=(),
        alias="side",
        title="Sides",
        description="The sides of each scenario, with tasks and seats.",
    )


class TaskEvent(ScenarioEvent):
    """An event whose scenarios are scored by tasks."""

    settings: TaskSettings = Field(
        default_factory=TaskSettings,
        title="Settings",
        description="What the rules leave to the director. Blank means as usual.",
    )
    scenarios: tuple[TaskScenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )

    def scenario_of(self, round_number: int) -> TaskScenario:
        """Give the scenario of a round (counted from 1), with tasks and targets.

        Raises
        ------
        KeyError
            There is no such round, or its scenario is not named or not defined.
        """
        scenario = super().scenario_of(round_number)
        assert isinstance(scenario, TaskScenario)  # noqa: S101 -- the field has no others
        return scenario
