"""How the reports of draws put numbers into sentences."""

from __future__ import annotations

from collections.abc import Sequence


def numbered(what: str, numbers: Sequence[int]) -> str:
    """Name things by their numbers: ``round 1``, or ``rounds 1, 2 and 4``."""
    *first, last = map(str, numbers)
    return f"{what}s {', '.join(first)} and {last}" if first else f"{what} {last}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Count things: ``1 table``, ``3 tables``; ``many`` is the plural where it is not made by an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def listed(names: Sequence[str]) -> str:
    """Put names into a sentence: ``Ann, Ben and Cy``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
