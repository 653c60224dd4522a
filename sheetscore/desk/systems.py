"""Which systems and form templates there are."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sheetscore.desk.workplace import open_event
from sheetscore.event.load import event_there
from sheetscore.event.registry import known_systems
from sheetscore.findings import Finding
from sheetscore.systems.outcomes import Decision
from sheetscore.systems.system import system_called


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
    """Describe every system, or one.

    Parameters
    ----------
    folder
        What its templates offer is listed too.

    Raises
    ------
    MistakesFound
        There is no such system; the nearest is named.
    """
    described = []
    for name in [only] if only else known_systems():
        system = system_called(name)
        usual = tuple(system.decisions(system.starter("example").loaded_from(folder)))
        described.append(Described(system.id, system.title, system.summary, usual))
    return described


class Templates(Struct, frozen=True):
    """The templates in force, as (system, form, file), and what is wrong in them."""

    forms: tuple[tuple[str, str, Path], ...]
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, object]:
        """Return the templates for scripts."""
        return {
            "templates": [{"system": system, "form": form, "path": str(path)} for system, form, path in self.forms],
            "findings": [one.as_json() for one in self.findings],
        }


def templates(folder: Path) -> Templates:
    """List and check the templates of the event in a folder, or of every system where there is no event."""
    if event_there(folder):
        opened = open_event(folder)
        libraries = [(opened.system, opened.library)]
    else:
        systems = [system_called(name) for name in known_systems()]
        libraries = [(system, system.library()) for system in systems]
    forms = tuple((system.id, path.stem, path) for system, library in libraries for path in library.paths())
    findings = tuple(one for system, library in libraries for one in system.check_templates(library))
    return Templates(forms, findings)
