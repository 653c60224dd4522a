"""Starting: which systems and templates there are, and a folder for an event, with an event.xlsx ready to fill in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import EventFolder, folder_name
from sheetscore.event.identity import name_from, new_uid
from sheetscore.event.load import event_there, examine_event
from sheetscore.event.model import Event
from sheetscore.event.registry import known_systems
from sheetscore.event.roster import read_roster
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.tables import place_of_list
from sheetscore.findings import Finding
from sheetscore.forms.idle_formulas import idle_formulas
from sheetscore.forms.idle_templates import idle_templates, own_templates
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.outcomes import Decision
from sheetscore.systems.system import loadable_systems, system_called
from sheetscore.workbooks.saving import cannot_write, folder_lock, save


class Started(Struct, frozen=True):
    """An event that was started."""

    event: Event
    path: Path
    findings: tuple[Finding, ...]
    templates: tuple[str, ...] = ()
    """The copied templates of the event that it started from, as paths within its folder."""

    def as_json(self) -> dict[str, object]:
        """Return what was made for scripts."""
        header = self.event.header
        return {
            "event": header.name,
            "system": header.system,
            "path": str(self.path),
            "players": len(self.event.players),
            "findings": [one.as_json() for one in self.findings],
        }


def new(
    folder: str | Path,
    *,
    system: str | None = None,
    source: str | Path | None = None,
    players: str | Path | None = None,
    history: str | Path | None = None,
    ratings: str | None = None,
) -> Started:
    """Start an event with a new unique id.

    Parameters
    ----------
    folder
        The event's folder; it is made if it does not exist.
    system
        The id of a system: the event starts as a small example to be changed.
    source
        An event.toml or event.xlsx to start from instead. The event's own templates are copied, too, except those that
        the folder already has.
    players
        A roster as CSV or a workbook. It replaces the players and, if it names teams, the teams.
    history
        A folder with results of earlier events, for systems that take something over from them.
    ratings
        The folder or address of an archive, whose ratings, handicaps and regular opponents of the players are entered.

    Raises
    ------
    WrongUsage
        The folder has an event already, or the system takes nothing over from earlier ones.
    MistakesFound
        With every mistake in the source and the roster, or with what contradicts itself in earlier results.

    Examples
    --------
    >>> new("club", source="copenhagen/event.xlsx").event.header.system
    'aso'
    """
    folder = Path(folder)
    source, players, history = (None if one is None else Path(one) for one in (source, players, history))
    place = EventFolder(folder)
    there = event_there(folder)
    is_source = there == place.event_toml and source is not None and source.resolve() == there.resolve()
    if there is not None and (not is_source or place.worked_on()):
        raise WrongUsage(f"{folder} has an event already ({there.name}); choose another folder", "exists")
    composed = compose(folder, system=system, source=source, players=players)
    if history is not None:
        composed = _with_history(composed, history, (source or composed.path).name)
    if ratings is not None:
        composed = _with_archive(composed, ratings, (source or composed.path).name)
    header = composed.event.header.model_copy(update={"uid": new_uid()})
    copied = tuple(_copy_templates(source, place, composed.event)) if source is not None else ()
    started = replace(composed, event=composed.event.model_copy(update={"header": header}), templates=copied)
    write_event(started.event, folder)
    return started


def _copy_templates(source: Path, place: EventFolder, event: Event) -> Iterator[str]:
    """Copy an event's own templates, and return their names.

    Templates of other systems, and copies of shipped ones, are left out.
    """
    own = EventFolder(source if source.is_dir() else source.parent).templates
    for path in sorted(own_templates(system_called(event.header.system).library(own))):
        to = place.templates / path.relative_to(own)
        if to.exists():
            continue
        try:
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
        except OSError as error:
            raise cannot_write(to, error) from error
        yield to.relative_to(place.path).as_posix()


def compose(
    folder: Path, *, system: str | None = None, source: Path | None = None, players: Path | None = None
) -> Started:
    """Put an event together as :func:`new` does, without writing it."""
    findings: tuple[Finding, ...] = ()
    if source is not None:
        event, findings = examine_event(source)
        if event is None and players is not None:  # what it says of others may be right of those on the list
            event, findings = examine_event(source, lambda model: read_roster(players, model).written)
        if event is None:
            raise MistakesFound(findings)
    elif system is not None:
        event = system_called(system).starter(_named_after(folder))
    else:
        raise WrongUsage("say which system the event is played by (--system amps), or an event to start from (--from)")
    if players is not None:
        roster = read_roster(players, type(event), [team.id for team in getattr(event, "teams", ())])
        teams = {"teams": roster.teams} if roster.teams else {}
        event = event.model_copy(update={"players": roster.players, **teams})
        replaced = place_of_list(event, "player")  # mistakes of the source no longer matter
        findings = (*(one for one in findings if one.sheet != replaced), *roster.findings)
    return Started(event, EventFolder(folder).event_workbook, findings)


def _named_after(folder: Path) -> str:
    """Return the name of an event that starts as an example: its folder's name, read as UTF-8 in every locale."""
    return name_from(os.fsencode(folder_name(folder)).decode("utf-8", "replace"), "Event")


def _with_history(composed: Started, history: Path, event_file: str) -> Started:
    """Return a started event with the data that it takes over from earlier results."""
    from sheetscore.operations.opening.earlier_events import look_back  # noqa: PLC0415 -- most events begin without

    system = system_called(composed.event.header.system)
    inherited = look_back(composed.event, system, history, event_file, is_new=True)
    findings = (*composed.findings, *inherited.findings, *inherited.taken)
    if any(one.is_error for one in findings):
        raise MistakesFound(findings)
    return replace(composed, event=inherited.event, findings=findings)


def _with_archive(composed: Started, archive: str, event_file: str) -> Started:
    """Return a started event with the data of an archive on its players."""
    from sheetscore.archive import refuse_without_libraries  # noqa: PLC0415 -- most events begin without

    refuse_without_libraries()
    from sheetscore.archive.questions import Questions  # noqa: PLC0415
    from sheetscore.archive.rated import known_of_players  # noqa: PLC0415
    from sheetscore.archive.storage import Archive  # noqa: PLC0415

    system = system_called(composed.event.header.system)
    known = known_of_players(composed.event, system, Questions(Archive(archive)), event_file)
    findings = (*composed.findings, *known.findings)
    if any(one.is_error for one in findings):
        raise MistakesFound(findings)
    return replace(composed, event=known.event, findings=findings)


def write_event(event: Event, folder: Path) -> None:
    """Write event.xlsx into a folder, keeping a copy of one with other data."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error
    place = EventFolder(folder)
    with folder_lock(folder):
        saved = save(place.event_workbook, lambda unfinished: write_event_workbook(event, unfinished))
        opened = OpenEvent(place, event, system_called(event.header.system))
        opened.note("new", written={saved.path: saved.sha256})


class Described(Struct, frozen=True):
    """A system, with its decisions at their usual values."""

    id: str
    title: str
    summary: str
    decisions: tuple[Decision, ...]

    def as_json(self) -> dict[str, object]:
        """Return the system for scripts."""
        decisions = [
            {"name": one.name, "value": one.value, "meaning": one.meaning, "choices": dict(one.choices)}
            for one in self.decisions
        ]
        return {"id": self.id, "title": self.title, "summary": self.summary, "decisions": decisions}


def describe(only: str | None = None, folder: Path = Path()) -> list[Described]:
    """Describe every system, or one. If a system in the list of all cannot be loaded, its summary says why.

    Parameters
    ----------
    folder
        The event's folder; choices that its templates add are listed, too.

    Raises
    ------
    MistakesFound
        There is no such system; the nearest is named.
    WrongUsage
        The requested one cannot be loaded.
    """
    if only:
        return [_described(only, folder)]
    described = []
    for name in known_systems():
        try:
            described.append(_described(name, folder))
        except WrongUsage as problem:
            described.append(Described(name, name, problem.message, ()))
    return described


def _described(name: str, folder: Path) -> Described:
    system = system_called(name)
    usual = tuple(system.decisions(system.starter("example").loaded_from(folder)))
    return Described(system.id, system.title, system.summary, usual)


class Templates(Struct, frozen=True):
    """The templates in force, as (system, form, file), and their mistakes."""

    forms: tuple[tuple[str, str, Path], ...]
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, object]:
        """Return the templates for scripts."""
        return {
            "templates": [{"system": system, "form": form, "path": str(path)} for system, form, path in self.forms],
            "findings": [one.as_json() for one in self.findings],
        }


def templates(folder: Path) -> Templates:
    """List and check the templates of the event in a folder or, if there is no event, of every system."""
    idle: tuple[Finding, ...] = ()
    if event_there(folder):
        opened = open_event(folder)
        libraries = [(opened.system, opened.library)]
        idle = (*idle_templates(opened.library, folder), *idle_formulas(opened.library, opened.system.shown_only))
    else:
        libraries = [(system, system.library()) for system in loadable_systems()]
    forms = tuple((system.id, path.stem, path) for system, library in libraries for path in library.paths())
    findings = tuple(one for system, library in libraries for one in system.check_templates(library))
    return Templates(forms, (*findings, *idle))
