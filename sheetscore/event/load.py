"""An event from its folder, its workbook or its TOML file, with everything that is wrong in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.assembly import Assembly, Source
from sheetscore.event.cross_checks import cross_check
from sheetscore.event.folder import EventFolder, in_its_format
from sheetscore.event.model import Event
from sheetscore.event.registry import known_systems, system_named
from sheetscore.event.sheets_in import open_event_workbook
from sheetscore.event.tables import table_of
from sheetscore.event.toml_in import open_toml
from sheetscore.findings import Finding, finding, worst
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.workbooks.saving import FORMATS


def load_event(path: Path) -> Event:
    """Read an event folder, an event.xlsx or an event.toml.

    Raises
    ------
    MistakesFound
        With all findings, if one of them is an error.
    UnreadableFile
        It is missing, or not what its name says.
    """
    event, findings = examine_event(path)
    if event is None:
        raise MistakesFound(findings)
    return event


def examine_event(path: Path) -> tuple[Event | None, tuple[Finding, ...]]:
    """Read an event with everything that is wrong in it; without errors the event comes with its warnings.

    Parameters
    ----------
    path
        An event folder, an event.xlsx or an event.toml.

    Raises
    ------
    UnreadableFile
        It is missing, or not what its name says.
    """
    source = _opened(event_file(path))
    sheet, cell = source.system_place
    if source.system is None:
        known = ", ".join(known_systems())
        message = f"Nothing says by which system the event is played. Put one of these there: {known}."
        return None, (finding("event-missing", message, sheet=sheet, cell=cell),)
    try:
        rules = system_named(source.system)
    except MistakesFound as unknown:
        return None, tuple(replace(one, sheet=sheet, cell=cell) for one in unknown.findings)
    assembly = Assembly(source.read(table_of(rules.event_model)))
    event = assembly.event().loaded_from(path if path.is_dir() else path.parent, has_titles=source.has_titles)
    crossed = (*cross_check(event), *rules.check_event(event))
    findings = (*assembly.findings, *assembly.placed(event, crossed))
    return (None if worst(findings) == "errors" else event), findings


def placed_in(path: Path, event: Event, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Give findings with places as in event.toml the places that they have in the file of the event.

    Parameters
    ----------
    path
        An event folder, an event.xlsx or an event.toml.
    """
    assembly = Assembly(_opened(event_file(path)).read(table_of(type(event))))
    return tuple(assembly.placed(assembly.event(), findings))


def check_event(event: Event) -> Iterator[Finding]:
    """Find what is wrong in an event that was put together by a program, with places as in event.toml."""
    yield from cross_check(event)
    yield from system_named(event.header.system).check_event(event)


def event_file(path: Path) -> Path:
    """Return the file that describes an event: the path itself, or the one in the folder.

    Raises
    ------
    UnreadableFile
        There is none.
    WrongUsage
        It is there in two formats.
    """
    if not path.exists() and not path.suffix:
        raise UnreadableFile(f"there is no folder {path}", "missing")
    if not path.is_dir():
        return in_its_format(path)
    there = event_there(path)
    if there is None:
        raise UnreadableFile(
            f"{path} has no event.xlsx and no event.toml. Start one with: sheetscore new DIR --system amps"
        )
    return there


def event_there(folder: Path) -> Path | None:
    """Return the file of the event in a folder: the workbook if there is one, else the event.toml, else None."""
    place = EventFolder(folder)
    return next((path for path in (place.event_workbook, place.event_toml) if path.exists()), None)


def _opened(path: Path) -> Source:
    if path.suffix.lower() in FORMATS:
        return open_event_workbook(path)
    if path.suffix.lower() == ".toml":
        return open_toml(path)
    raise UnreadableFile(f"{path} is no event: that is an .xlsx or a .toml file. Save it as .xlsx.")


Event.loader = staticmethod(load_event)
