"""What the tasks ask of an event: targets that fit the tasks, somebody to fight, team points within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sheetscore.event.identity import folded
from sheetscore.event.model import Part
from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, finding
from sheetscore.systems.tasks.model import (
    MOST_TEAM_POINTS,
    Target,
    TargetClass,
    Task,
    TaskEvent,
    TaskScenario,
    TaskSide,
)

TASK_OF_CLASS: dict[TargetClass, Task] = {
    "primary": "strike",
    "secondary": "strike",
    "opportunity": "strike",
    "radar": "defense-suppression",
    "aaa": "defense-suppression",
    "sam": "defense-suppression",
    "infantry-sam": "defense-suppression",
}
"""The task that scores for a class of targets (Tournament Guidelines, 1991, Scenario Points)."""

WHITE_CLASSES: frozenset[TargetClass] = frozenset({"primary", "secondary", "opportunity", "sam"})
"""The classes whose score knows white silhouettes (Tournament Guidelines, 1991, Scenario Points)."""

Remark = tuple[Part, str, str, str]
"""The part that something is wrong with, the key, the code of the finding and its message."""


def check_scenarios(event: TaskEvent) -> list[Finding]:
    """Find what breaks a rule of the tasks in an event, with places as in event.toml."""
    findings = []
    for scenario in event.scenarios:
        checks = [_check_opponents(scenario), _check_silhouettes(scenario)]
        for side in scenario.sides:
            checks += [_check_primary(side), _check_targets(side), _check_team_points(side)]
        for part, key, code, message in chain.from_iterable(checks):
            findings.append(finding(code, message, sheet=place_of(event, part), cell=key))
    return findings


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


def _check_primary(side: TaskSide) -> Iterator[Remark]:
    """Every strike aircraft must have a primary target (Tournament Guidelines, 1991, Strike Task)."""
    if "strike" in side.tasks and not any(target.class_ == "primary" for target in side.targets):
        message = f'The side "{side.title}" has the strike task but no primary target. Add one to its targets.'
        yield side, "tasks", "event-rule", message


def _check_targets(side: TaskSide) -> Iterator[Remark]:
    first: dict[str, Target] = {}
    for target in side.targets:
        task = TASK_OF_CLASS[target.class_]
        if task not in side.tasks:
            message = (
                f'"{target.name}" is a target of class {target.class_}, which scores in the task {task}, but '
                f'the side "{side.title}" has {" and ".join(side.tasks)}. Change the class, or the tasks.'
            )
            yield target, "class", "event-rule", message
        if target.white and target.class_ not in WHITE_CLASSES:
            message = (
                f'"{target.name}" is marked white, which means nothing for the class {target.class_}. '
                f"Unmark it: only {', '.join(sorted(WHITE_CLASSES))} can be white."
            )
            yield target, "white", "event-rule", message
        if first.setdefault(folded(target.name), target) is not target:
            message = f'The side "{side.title}" has two targets called "{target.name}". Rename one of them.'
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


def _check_team_points(side: TaskSide) -> Iterator[Remark]:
    total = sum(award.points for award in side.team_points)
    if total > MOST_TEAM_POINTS:
        message = (
            f'The awards of the side "{side.title}" add up to {total} team points for each pilot; more than '
            f"{MOST_TEAM_POINTS} make them outweigh what the pilots do themselves. Lower them if you can."
        )
        yield side, "team_points", "team-points-high", message
