"""The installed systems, found through the entry points of packages, and what reading an event needs of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import Event
from sheetscore.event.plug_in_errors import error_text, failure_of, place_in
from sheetscore.findings import Finding, finding
from sheetscore.problems import MistakesFound, WrongUsage

GROUP = "sheetscore.systems"
"""The entry-point group of systems, both built-in ones and plug-ins."""


class EventRules(Protocol):
    """The part of a system that an event is read and checked by."""

    @property
    def title(self) -> str:
        """The title of the system."""

    @property
    def event_model(self) -> type[Event]:
        """The system's subclass of Event."""

    def check_event(self, event: Any) -> Sequence[Finding]:
        """Find what breaks a rule of the system, with places as :func:`sheetscore.event.tables.place_of` gives them."""


def known_systems() -> tuple[str, ...]:
    """Return the ids of all systems that are installed, in alphabetical order."""
    return tuple(sorted(_entry_points()))


def system_named(system: object) -> EventRules:
    """Return the system with an id.

    Raises
    ------
    MistakesFound
        There is no such system; the message has the nearest known one.
    WrongUsage
        The system is a plug-in that cannot be loaded.
    """
    found = _entry_points()
    point = found.get(folded(system))
    if point is None:
        message = f'"{system}" is no system that is installed.{suggestion(system, sorted(found))}'
        raise MistakesFound([finding("event-reference", message, sheet="[event]", cell="system")])
    try:
        rules: EventRules = point.load()
    except Exception as error:  # a plug-in may raise anything when it is imported
        place = place_in(error, point)
        where = f"in {place}: " if place else ""
        raise WrongUsage(
            f"The system {system} is installed but cannot be loaded: {where}{error_text(error)}", "plug-in"
        ) from error
    return rules


def failed_plug_in(error: BaseException) -> str | None:
    """Return a sentence that says which plug-in caused an error, in which file and line; None if none did."""
    return failure_of(error, [*_entry_points().values()])


def system_title(system: str) -> str:
    """Return the title of a system; its id if it is not installed."""
    return system_named(system).title if folded(system) in _entry_points() else system


def system_version(system: str) -> str:
    """Return the version of the package that brings a system; empty if that is unknown."""
    point = _entry_points().get(folded(system))
    package = getattr(point, "dist", None)
    return package.version if package else ""


def _entry_points() -> dict[str, EntryPoint]:
    return {folded(point.name): point for point in _found_on(entry_points, tuple(sys.path))}


@cache
def _found_on(look: Callable[..., Iterable[EntryPoint]], path: Sequence[str]) -> tuple[EntryPoint, ...]:
    """Return the entry points of all packages on a path, cached: the search is slow, and commands need it often."""
    del path  # only a key of the cache: another path has other packages
    return tuple(look(group=GROUP))
