"""Scenarios that a round offers its tables to choose from: none twice, and none that could be taken for another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sheetscore.event.identity import folded
from sheetscore.event.model import Event, Part
from sheetscore.event.rule_findings import wrong
from sheetscore.event.scenarios import Scenario
from sheetscore.findings import Finding


def offered_twice(event: Event, round_: Part, number: int, ids: Sequence[str]) -> Iterator[Finding]:
    """Find that a round (counted from 1) names a scenario twice, by the ids that it names."""
    offered = [folded(id_) for id_ in ids]
    twice = sorted({id_ for id_ in offered if offered.count(id_) > 1})
    if twice:
        message = f"Round {number} offers {', '.join(twice)} twice. Name each scenario once."
        yield wrong(event, round_, "scenario", message)


def called_alike(event: Event, choice: Sequence[Scenario]) -> Iterator[Finding]:
    """Find scenarios of one choice that have one title."""
    for one, other in combinations(choice, 2):
        if one is not other and folded(one.title) == folded(other.title):
            message = f'{one.id} and {other.id} are both called "{one.title}". Rename one, so that all can tell.'
            yield wrong(event, other, "title", message, "name-shared")
