"""What sheets are made for: a round, or in systems that keep one set of sheets throughout, the whole event."""

from __future__ import annotations

WHOLE_EVENT = 0
"""Stands where otherwise the number of a round does."""


def stage_name(number: int) -> str:
    """Name a stage within a sentence: ``round 3``, or ``the whole event``."""
    return f"round {number}" if number else "the whole event"


def stage_heading(event: str, number: int, what: str = "") -> str:
    """Write a heading: ``Origins: round 3, draw``, or ``Origins: draw`` where no round is meant."""
    parts = [f"round {number}"] * bool(number) + [what] * bool(what)
    return f"{event}: {', '.join(parts)}"


def stage_title(number: int) -> str:
    """Name a stage in a heading: ``Round 3``, or ``Travellers``."""
    return f"Round {number}" if number else "Travellers"


def stage_command(command: str, number: int) -> str:
    """Write a command for a stage: ``sheets 3``, or ``sheets``."""
    return f"{command} {number}" if number else command


def stage_json(number: int) -> int | None:
    """Give a stage as scripts get it: the number of the round, or null."""
    return number or None
