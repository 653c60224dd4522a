"""What a scenario of air combat adds to a scenario: tasks, targets and team points of a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, get_args

from annotated_types import Ge, Le, MinLen
from msgspec import Struct
from pydantic import AfterValidator, BeforeValidator, Field, Strict

from sheetscore.event.identity import Id, Listed, Name, Text, folded
from sheetscore.event.model import MOST_SEATS, Part, Settings, YesNo, ascending
from sheetscore.event.scenarios import Scenario, ScenarioEvent, Side

Task = Literal["air-combat", "strike", "defense-suppression"]
"""What a side is there for; it scores in its tasks only."""

TargetClass = Literal["primary", "secondary", "opportunity", "radar", "aaa", "sam", "infantry-sam"]
"""The first three are for strike, the others for defense suppression."""

TASK_OF_CLASS: Mapping[TargetClass, Task] = {
    "primary": "strike",
    "secondary": "strike",
    "opportunity": "strike",
    "radar": "defense-suppression",
    "aaa": "defense-suppression",
    "sam": "defense-suppression",
    "infantry-sam": "defense-suppression",
}
"""The task that scores for a class of targets (Tournament Guidelines, 1991, Scenario Points)."""

SeatNumber = Annotated[int, Strict(), Ge(1), Le(MOST_SEATS)]
"""The number of an aircraft of a side; the seat strike.2 is the second."""


def _parted(names: object) -> object:
    """Part names at commas: in a cell, where texts have semicolons between them, both come naturally."""
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        return names
    return tuple(word.strip() for name in names for word in name.split(",") if word.strip())


AircraftNames = Annotated[tuple[Listed, ...], BeforeValidator(_parted)]
"""What aircraft are called that are no seats."""

MOST_TEAM_POINTS = 12
"""Per pilot and scenario, as advised (Tournament Guidelines, 1991, Team Points)."""


def in_order(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Return tasks as :data:`Task` lists them, each once."""
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

    name: Name = Field(
        title="Name", description="What the target is called on the sheets; once for each task and seat of a side."
    )
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
    seats: Annotated[tuple[SeatNumber, ...], AfterValidator(ascending)] = Field(
        default=(),
        title="Seats",
        description="The aircraft of the side that it is for, by number, such as 1, 2; blank means all. For the "
        "others a strike target is one of opportunity.",
    )

    def is_for(self, seat: int) -> bool:
        """Whether it is given to an aircraft of the side, counted from 1."""
        return not self.seats or seat in self.seats


class TeamPoints(Part):
    """An award to a whole team for a goal of the scenario."""

    LATER: ClassVar[frozenset[str]] = frozenset({"most"})

    id: Id = Field(title="Id", description="A short name of the award, such as early.")
    label: Name = Field(title="Label", description="What it is awarded for, as the sheet says it.")
    points: Annotated[int, Strict(), Ge(1), Le(100)] = Field(
        title="Points",
        description="What each pilot of the side gets. All awards of a side together should not exceed 12.",
    )
    group: Text = Field(
        default="",
        title="Group",
        description="A word that awards share of which at most one is given, such as speed for two limits of turns.",
    )
    most: Annotated[int, Strict(), Ge(1), Le(99)] | None = Field(
        default=None,
        title="At most",
        description="How often it is given at most: 1 for one that is given or not. Of awards that share a group: how "
        "many of them are given, each once; 1 where that is blank.",
    )


class AwardGroup(Struct, frozen=True):
    """Awards that have a limit together, or one alone.

    Parameters
    ----------
    name
        The word that they share; blank for an award alone.
    most
        How many of them are given at most, each once; of an award alone how often it is; None for any number.
    """

    name: str
    awards: tuple[TeamPoints, ...]
    most: int | None

    @property
    def worth(self) -> int:
        """The most points that it gives a pilot; of an award without a limit those of one time."""
        highest = sorted((award.points for award in self.awards), reverse=True)
        return sum(highest[: self.most]) if self.name else highest[0] * (self.most or 1)

    def allows(self, times: Sequence[int]) -> bool:
        """Tell whether its awards may be given so often, each in their order."""
        return self.most is None or (sum(times) <= self.most and (not self.name or max(times) <= 1))


class TaskSide(Side):
    """A side with its tasks, targets and team points."""

    tasks: Annotated[tuple[Task, ...], MinLen(1), AfterValidator(in_order)] = Field(
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
    extra: AircraftNames = Field(
        default=(),
        title="Extra aircraft",
        description="Aircraft of the side that nobody flies and that the enemy may hit, with a semicolon between them, "
        "such as Bear 1; Bear 2.",
    )

    def strike_class(self, target: str, seat: int) -> TargetClass:
        """Say what a target is to one strike aircraft: anything that it is not given is of opportunity.

        Source: Tournament Guidelines, 1991, Strike Task.

        Parameters
        ----------
        target
            Its name, of the event or as somebody typed it.
        seat
            The aircraft of the side, counted from 1.
        """
        for one in self.targets:
            if TASK_OF_CLASS[one.class_] == "strike" and folded(one.name) == folded(target) and one.is_for(seat):
                return one.class_
        return "opportunity"

    def targets_of(self, seat: int) -> tuple[Target, ...]:
        """Return the targets as one aircraft of the side (counted from 1) sees them, each once in a task."""
        seen: dict[tuple[Task, str], Target] = {}
        for target in self.targets:
            if TASK_OF_CLASS[target.class_] == "strike":
                class_ = self.strike_class(target.name, seat)
                seen.setdefault(
                    ("strike", folded(target.name)), target.model_copy(update={"class_": class_, "seats": ()})
                )
            elif target.is_for(seat):
                seen.setdefault(("defense-suppression", folded(target.name)), target)
        return tuple(seen.values())

    @property
    def award_groups(self) -> tuple[AwardGroup, ...]:
        """Its awards by the limits that they have, together or each alone."""
        groups: dict[tuple[str, str], list[TeamPoints]] = {}
        for award in self.team_points:
            key = ("group", folded(award.group)) if award.group else ("alone", award.id)
            groups.setdefault(key, []).append(award)
        return tuple(AwardGroup(awards[0].group, tuple(awards), _limit(awards)) for awards in groups.values())


def _limit(awards: Sequence[TeamPoints]) -> int | None:
    """Return the limit that is stated, of several the lowest; of a group without one 1."""
    stated = [award.most for award in awards if award.most]
    return min(stated, default=1 if awards[0].group else None)


class TaskScenario(Scenario):
    """A scenario whose sides have tasks."""

    sides: tuple[TaskSide, ...] = Field(
        default=(),
        alias="side",
        title="Sides",
        description="The sides of each scenario, with tasks and seats.",
    )

    def enemies_of(self, side: TaskSide) -> tuple[TaskSide, ...]:
        """Return the sides of the other forces."""
        return tuple(other for other in self.sides if other.force != side.force)


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
