"""What the tasks ask of an event: targets that fit the tasks, somebody to fight, team points within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from sheetscore.event.identity import folded, seat_id
from sheetscore.event.model import Event, Part
from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, finding
from sheetscore.sentences import counted, listed, numbered
from sheetscore.systems.tasks.model import (
    MOST_TEAM_POINTS,
    TASK_OF_CLASS,
    Target,
    TargetClass,
    TaskEvent,
    TaskScenario,
    TaskSide,
)

WHITE_CLASSES: frozenset[TargetClass] = frozenset({"primary", "secondary", "opportunity", "sam"})
"""The classes whose score knows white silhouettes (Tournament Guidelines, 1991, Scenario Points)."""

Remark = tuple[Part, str, str, str]
"""The part that something is wrong with, the key, the code of the finding and its message."""


def check_scenarios(event: TaskEvent) -> list[Finding]:
    """Find what breaks a rule of the tasks in an event, with places as in event.toml."""
    return [one for scenario in event.scenarios for one in check_scenario(event, scenario)]


def check_scenario(event: Event, scenario: TaskScenario) -> Iterator[Finding]:
    """Find what breaks a rule of the tasks in one scenario of an event."""
    checks = [_check_opponents(scenario), _check_silhouettes(scenario), _check_extra(scenario)]
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
    """Find aircraft that nobody flies and that cannot be told from another of the scenario by name."""
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
                f'"{target.name}" is for {numbered("seat", too_high)}, but the side "{side.title}" has '
                f"{counted(side.seats, 'seat')}. Correct the seats of the target, or of the side."
            )
            yield target, "seats", "event-rule", message
        namesakes = [one for one in side.targets[:index] if folded(one.name) == folded(target.name)]
        yield from _check_namesakes(side, target, namesakes)


def _check_namesakes(side: TaskSide, target: Target, others: Sequence[Target]) -> Iterator[Remark]:
    """Find a target that is two things to one aircraft in a task."""
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


def _check_team_points(side: TaskSide) -> Iterator[Remark]:
    for group in side.award_groups:
        stated = sorted({award.most for award in group.awards if award.most})
        if len(stated) > 1:
            message = (
                f'The awards of the group "{group.name}" of the side "{side.title}" have different limits: '
                f"{listed(list(map(str, stated)))}. Give all of them the same, or only one of them a limit."
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
    return listed([seat_id(side.id, seat) for seat in seats])
