"""Scenarios of air combat: tasks, targets and team points of a side, with their checks.

Every target must fit a task of its side, every strike aircraft needs a primary target, whoever flies air combat needs
somebody to fight, and team points are within bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, ClassVar, Literal, get_args

from annotated_types import Ge, Le, MinLen
from msgspec import Struct
from pydantic import AfterValidator, BeforeValidator, Field, Strict

from sheetscore.event.identity import Id, Listed, Name, Text, folded, seat_id
from sheetscore.event.model import MOST_SEATS, Event, EventPart, Settings, YesNo, ascending
from sheetscore.event.scenarios import Scenario, ScenarioEvent, Side
from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import side_of
from sheetscore.wording import join_words, number_list, pluralize

Task = Literal["air-combat", "strike", "defense-suppression"]
"""The tasks of sides; a side scores in its own tasks only."""

TargetClass = Literal["primary", "secondary", "opportunity", "radar", "aaa", "sam", "infantry-sam"]
"""The classes of targets: the first three are for strike, the others for defense suppression."""

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


def _split_at_commas(names: object) -> object:
    """Split names at commas: people write these, although semicolons are asked for between texts in a cell."""
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        return names
    return tuple(word.strip() for name in names for word in name.split(",") if word.strip())


AircraftNames = Annotated[tuple[Listed, ...], BeforeValidator(_split_at_commas)]
"""The names of aircraft that have no seat, since nobody flies them."""

MOST_TEAM_POINTS = 12
"""The most team points that the rules advise for a pilot in a scenario (Tournament Guidelines, 1991, Team Points)."""


def in_listed_order(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Return tasks as :data:`Task` lists them, each once."""
    return tuple(task for task in get_args(Task) if task in tasks)


class TaskSettings(Settings):
    """The decisions that scoring the tasks leaves to the director."""

    LATER: ClassVar[frozenset[str]] = frozenset({"odds"})  # added in later versions
    SCORES: ClassVar[frozenset[str]] = frozenset({"damage_cap", "odds"})
    RECORDED: ClassVar[frozenset[str]] = frozenset({"odds"})

    damage_cap: Literal["aircraft", "pilot"] = Field(
        default="aircraft",
        title="Damage cap",
        description="12 points are the most that damage to one enemy aircraft can give. aircraft: to all pilots of the "
        "table together. pilot: to each pilot.",
    )
    odds: Literal["down", "listed"] = Field(
        default="down",
        title="Odds",
        json_schema_extra={"words": {"down": "they count as the lower one, 3:2 as 1:1 and 2:3 as 1:2"}},
        description="Bombing odds between two columns of the table. down: they count as the lower one, 3:2 as 1:1 and "
        "2:3 as 1:2, with a note. listed: only n:1 and 1:n are taken.",
    )

    @property
    def for_rules(self) -> dict[str, str]:
        """The decisions by their names in the rules of the task sheets."""
        return {"damage_cap": self.damage_cap, "odds": self.odds}


class Target(EventPart):
    """Something on the ground that a side may attack."""

    SCORES: ClassVar[frozenset[str]] = frozenset({"class_", "white", "seats"})

    name: Name = Field(
        title="Name", description="What the target is called on the sheets; once for each task and seat of a side."
    )
    class_: TargetClass = Field(
        alias="class",
        title="Class",
        description="For strike primary, secondary or opportunity; for defense suppression radar or one of these. "
        "aaa: anti-aircraft gun. sam: SAM site. infantry-sam: infantry SAM.",
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


class TeamPoints(EventPart):
    """An award to a whole team for a goal of the scenario."""

    LATER: ClassVar[frozenset[str]] = frozenset({"most"})  # added in later versions
    SCORES: ClassVar[frozenset[str]] = frozenset({"points"})

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
    """Several awards that share a limit, or a single award."""

    name: str
    """The word that the awards share; blank for a single award."""
    awards: tuple[TeamPoints, ...]
    most: int | None
    """How many of the awards may be given, each once; how often a single award may be given. None for any number."""

    @property
    def worth(self) -> int:
        """The most points that the awards can give a pilot; an award without a limit is counted once."""
        highest = sorted((award.points for award in self.awards), reverse=True)
        return sum(highest[: self.most]) if self.name else highest[0] * (self.most or 1)

    def allows(self, times: Sequence[int]) -> bool:
        """Return whether the limit allows the awards to be given so often: ``times``, one for each, in order."""
        return self.most is None or (sum(times) <= self.most and (not self.name or max(times) <= 1))


class TaskSide(Side):
    """A side with its tasks, targets and team points."""

    tasks: Annotated[tuple[Task, ...], MinLen(1), AfterValidator(in_listed_order)] = Field(
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
        """Return the class of a target for a strike aircraft: of opportunity unless the target is given to it.

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
        """Return the targets for one aircraft of the side (counted from 1), each once in a task.

        Strike targets of the side that are not given to the aircraft are of opportunity for it.
        """
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
        """Its awards in groups that share a limit; an award without a group is a group by itself."""
        groups: dict[tuple[str, str], list[TeamPoints]] = {}
        for award in self.team_points:
            key = ("group", folded(award.group)) if award.group else ("alone", award.id)
            groups.setdefault(key, []).append(award)
        return tuple(AwardGroup(awards[0].group, tuple(awards), _limit(awards)) for awards in groups.values())


def _limit(awards: Sequence[TeamPoints]) -> int | None:
    """Return the lowest limit that the awards state; without one, 1 for a group and None for a single award."""
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

    def forces(self, stage: int, /) -> dict[str, str]:
        """Return the force of the side of each seat."""
        forces = {side.id: side.force for side in self.scenario_of(stage).sides}
        return {seat: forces[side_of(seat)] for seat in self.seats(stage)}

    @property
    def listed_words(self) -> frozenset[str]:
        """The seats, and the aircraft without a seat."""
        return super().listed_words.union(*(side.extra for one in self.scenarios for side in one.sides))


WHITE_CLASSES: frozenset[TargetClass] = frozenset({"primary", "secondary", "opportunity", "sam"})
"""The classes for which a white silhouette changes the score (Tournament Guidelines, 1991, Scenario Points)."""

Remark = tuple[EventPart, str, str, str]
"""The part with the mistake, the key, the code of the finding and its message."""


def check_scenarios(event: TaskEvent) -> list[Finding]:
    """Find what breaks a rule of the tasks in an event, with places as in event.toml."""
    return [one for scenario in event.scenarios for one in check_scenario(event, scenario)]


def check_scenario(event: Event, scenario: TaskScenario) -> Iterator[Finding]:
    """Find what breaks a rule of the tasks in one scenario of an event."""
    checks = [
        _check_opponents(scenario),
        _check_silhouettes(scenario),
        _check_classes(scenario),
        _check_extra(scenario),
    ]
    for side in scenario.sides:
        checks += [_check_primary(side), _check_targets(side), _check_team_points(side)]
    for part, key, code, message in chain.from_iterable(checks):
        yield finding(code, message, sheet=place_of(event, part), cell=key)


def _check_opponents(scenario: TaskScenario) -> Iterator[Remark]:
    forces = {side.force for side in scenario.sides}
    if not scenario.sides:
        message = f'The scenario "{scenario.title}" has no sides. Add those that meet in it.'
        yield scenario, "id", "event-missing", message
    elif len(forces) == 1 and any("air-combat" in side.tasks for side in scenario.sides):
        message = (
            f'In "{scenario.title}" a side flies air combat, but all sides belong to the force '
            f'"{forces.pop()}", so nobody is there to fight. Give the enemy another force.'
        )
        yield scenario, "id", "event-rule", message


def _check_extra(scenario: TaskScenario) -> Iterator[Remark]:
    """Find aircraft without a pilot that have the same name as another aircraft of the scenario."""
    taken = {folded(seat_id(side.id, seat)) for side in scenario.sides for seat in _seats(side)}
    for side in scenario.sides:
        for name in side.extra:
            if folded(name) in taken:
                message = (
                    f'"{name}", an extra aircraft of the side "{side.title}", is called like another aircraft of the '
                    "scenario. Rename it, so that damage is not taken for that of the other."
                )
                yield side, "extra", "event-duplicate", message
            taken.add(folded(name))


def _check_primary(side: TaskSide) -> Iterator[Remark]:
    """Every strike aircraft must have a primary target (Tournament Guidelines, 1991, Strike Task)."""
    if "strike" not in side.tasks:
        return
    primaries = [target for target in side.targets if target.class_ == "primary"]
    without = [seat for seat in _seats(side) if not any(target.is_for(seat) for target in primaries)]
    if not primaries:
        message = f'The side "{side.title}" has the strike task but no primary target. Add one to its targets.'
        yield side, "tasks", "event-rule", message
    elif without:
        message = (
            f'The side "{side.title}" has no primary target for {_named(side, without)}. Every strike aircraft needs '
            "one: add the seats to a primary target, or a primary target for them."
        )
        yield side, "tasks", "event-rule", message


def _check_targets(side: TaskSide) -> Iterator[Remark]:
    for index, target in enumerate(side.targets):
        task = TASK_OF_CLASS[target.class_]
        if task not in side.tasks:
            message = (
                f'"{target.name}" is a target of class {target.class_}, which scores in the task {task}, but '
                f'the side "{side.title}" has {" and ".join(side.tasks) or "no task"}. Change the class, or the tasks.'
            )
            yield target, "class", "event-rule", message
        if target.white and target.class_ not in WHITE_CLASSES:
            message = (
                f'"{target.name}" is marked white, which means nothing for the class {target.class_}. '
                f"Unmark it: only {', '.join(sorted(WHITE_CLASSES))} can be white."
            )
            yield target, "white", "event-rule", message
        too_high = [seat for seat in target.seats if seat > side.seats]
        if too_high:
            message = (
                f'"{target.name}" is for {number_list("seat", too_high)}, but the side "{side.title}" has '
                f"{pluralize(side.seats, 'seat')}. Correct the seats of the target, or of the side."
            )
            yield target, "seats", "event-rule", message
        namesakes = [one for one in side.targets[:index] if folded(one.name) == folded(target.name)]
        yield from _check_namesakes(side, target, namesakes)


def _check_namesakes(side: TaskSide, target: Target, others: Sequence[Target]) -> Iterator[Remark]:
    """Find a target that some aircraft have in the same task as an earlier target of the same name."""
    task = TASK_OF_CLASS[target.class_]
    shared = [
        seat
        for seat in _seats(side)
        if target.is_for(seat) and any(TASK_OF_CLASS[one.class_] == task and one.is_for(seat) for one in others)
    ]
    if len(shared) == side.seats:
        message = f'The side "{side.title}" has two targets called "{target.name}". Rename one of them.'
        yield target, "name", "event-duplicate", message
    elif shared:
        message = (
            f'"{target.name}" is there twice in the task {task} for {_named(side, shared)} of the side '
            f'"{side.title}". Take the seats from one of the two, or rename it.'
        )
        yield target, "name", "event-duplicate", message


def _check_silhouettes(scenario: TaskScenario) -> Iterator[Remark]:
    """Within one force a name is one thing on the ground: it has one silhouette, whoever attacks it."""
    first: dict[tuple[str, str], Target] = {}
    for side in scenario.sides:
        for target in side.targets:
            if target.class_ not in WHITE_CLASSES:
                continue
            other = first.setdefault((side.force, folded(target.name)), target)
            if other.white != target.white:
                message = (
                    f'In "{scenario.title}" the force "{side.force}" has "{target.name}" both with and without a white '
                    "silhouette. Mark it white everywhere or nowhere, or give one of the two another name."
                )
                yield target, "white", "event-rule", message


def _check_classes(scenario: TaskScenario) -> Iterator[Remark]:
    """Ask about a target that is primary for some and secondary for others, unless seats say that both are meant."""
    ranked: dict[tuple[str, str], list[tuple[TaskSide, Target]]] = {}
    for side in scenario.sides:
        for target in side.targets:
            if target.class_ not in {"primary", "secondary"}:
                continue
            others = ranked.setdefault((side.force, folded(target.name)), [])
            if any(
                owner is not side and other.class_ != target.class_ and not (other.seats and target.seats)
                for owner, other in others
            ):
                message = (
                    f'In "{scenario.title}" "{target.name}" is a primary target for some aircraft of the force '
                    f'"{side.force}" and a secondary one for others. If that is meant, give both their seats; else '
                    "give it one class."
                )
                yield target, "class", "target-classes", message
            others.append((side, target))


def _check_team_points(side: TaskSide) -> Iterator[Remark]:
    for group in side.award_groups:
        stated = sorted({award.most for award in group.awards if award.most})
        if len(stated) > 1:
            message = (
                f'The awards of the group "{group.name}" of the side "{side.title}" have different limits: '
                f"{join_words(list(map(str, stated)))}. Give all of them the same, or only one of them a limit."
            )
            yield group.awards[0], "most", "event-rule", message
    total = sum(group.worth for group in side.award_groups)
    if total > MOST_TEAM_POINTS:
        message = (
            f'The awards of the side "{side.title}" add up to {total} team points for each pilot; more than '
            f"{MOST_TEAM_POINTS} make them outweigh what the pilots do themselves. Lower them if you can."
        )
        yield side, "team_points", "team-points-high", message


def _seats(side: TaskSide) -> range:
    return range(1, side.seats + 1)


def _named(side: TaskSide, seats: Sequence[int]) -> str:
    return join_words([seat_id(side.id, seat) for seat in seats])
