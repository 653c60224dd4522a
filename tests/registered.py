"""Every system that is registered, with its examples, and the game outside the package; and events renamed awkwardly.

Nothing here knows a system by its name, so that a new one is tested by what it registers.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import pytest
from dice_system import install

from sheetscore.event.model import Event, EventPart
from sheetscore.event.registry import known_systems
from sheetscore.systems.system import System, system_called

with pytest.MonkeyPatch.context() as _patched:
    install(_patched)
    SYSTEMS = known_systems()
    EXAMPLES = {name: system for system in SYSTEMS for name in system_called(system).examples}
    """The system of every example."""
    SHOWN = tuple(names[0] for system in SYSTEMS if (names := system_called(system).examples))
    """The example that each system shows."""

AWKWARD = (
    '=HYPERLINK("http://x.invalid/0","y")', "a*b?", "aXb", "~x", "+x", "N" * 200, '"', "@x", "*", "?", "~*",
    "O'Neil, Pat", "-1", "=1+1", "a?b*", '"Quoted"', "<b>&amp;",
)  # fmt: skip
"""Names like formulas and like patterns, of which some would match others."""

SIXTY_LETTERS = (
    "The Great Retreat from Mozhaysk to Smolensk, November 1812-13",
    "Ambush at the Crossroads of Sainte-Marie-du-Mont-les-Bruyères",
    "The Bridges at Remagen and the Ludendorff Line, March 1945-46",
)
"""Titles as long as directors write them."""

NAMED = {"name", "title", "text", "label", "club", "place"}
"""What of a part of an event is words for people; parts are told apart by their ids."""

FORMULA_STARTS = ("=", "+", "-", "@")

P = TypeVar("P", bound=EventPart)


def system_of(example: str) -> System[Event]:
    """Give the system of an example."""
    return system_called(EXAMPLES[example])


def new_names(event: Event) -> dict[str, str]:
    """Call the first of every kind of part something awkward; equal names stay equal, and the others as they are."""
    kinds: dict[tuple[type[EventPart], str], list[str]] = {}
    for part in parts_of(event):
        for key in NAMED & type(part).model_fields.keys():
            had = kinds.setdefault((type(part), key), [])
            if (name := getattr(part, key)) and name not in had:
                had.append(name)
    return {name: new for names in kinds.values() for name, new in zip(names, AWKWARD, strict=False)}


def renamed(part: P, names: Mapping[str, str]) -> P:
    """Give a part of an event with all that is in it by its new names."""
    changes: dict[str, object] = {}
    for key in type(part).model_fields:
        value = getattr(part, key)
        if isinstance(value, EventPart):
            changes[key] = renamed(value, names)
        elif isinstance(value, tuple) and value and isinstance(value[0], EventPart):
            changes[key] = tuple(renamed(one, names) for one in value)
        elif key in NAMED:
            changes[key] = names.get(value, value)
    return part.model_copy(update=changes)


def write_renamed_values(source: Path, to: Path, names: Mapping[str, str]) -> None:
    """Write the values of an example by the new names, an apostrophe before what looks like a formula."""
    with source.open(encoding="utf-8", newline="") as file, to.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, ("table", "seat", "field", "value"), extrasaction="ignore")
        writer.writeheader()
        for line in csv.DictReader(file):
            new = names.get(line["value"])
            apostrophe = "'" if new and new.startswith(FORMULA_STARTS) else ""
            writer.writerow(line | ({"value": f"{apostrophe}{new}"} if new else {}))


def parts_of(part: EventPart) -> Iterator[EventPart]:
    """Go through a part of an event and all that is in it."""
    yield part
    for key in type(part).model_fields:
        value = getattr(part, key)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, EventPart):
                yield from parts_of(one)
