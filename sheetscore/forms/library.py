"""Where form templates come from: the event's own ``templates/`` folder first, then those that come along."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from pydantic import ValidationError

from sheetscore.findings import Finding, finding
from sheetscore.forms.template import Template
from sheetscore.problems import MistakesFound
from sheetscore.shipped import shipped
from sheetscore.toml_data import toml_data


class Library(Struct, frozen=True):
    """The templates of a system, as one event sees them.

    Parameters
    ----------
    system
        The system's id, for messages.
    shelves
        The folders of templates that it looks in, in order.
    own
        The event's own ``templates`` folder; None outside an event.
    home
        The folder of a plug-in that has ``templates`` of its own.
    """

    system: str
    shelves: tuple[str, ...]
    own: Path | None = None
    home: Path | None = None

    def folders(self) -> Iterator[Path]:
        """Yield the folders in which a template is looked for, in order."""
        if self.own is not None:
            yield from (self.own / folder for folder in self.shelves)
            yield self.own
        if self.home is not None:
            yield from (self.home / "templates" / folder for folder in self.shelves)
        yield from (shipped("templates") / folder for folder in self.shelves)

    def path(self, form: str) -> Path:
        """Find the file of a form.

        Raises
        ------
        MistakesFound
            No folder has it.
        """
        for folder in self.folders():
            if (folder / f"{form}.toml").is_file():
                return folder / f"{form}.toml"
        raise MistakesFound([finding("template", f"there is no template {form}.toml for {self.system}")])

    def scoring(self, name: str) -> Path:
        """Find the file of a scoring table, in ``scoring/`` beside the forms.

        Raises
        ------
        MistakesFound
            No folder has it.
        """
        for folder in self.folders():
            if (folder / "scoring" / f"{name}.toml").is_file():
                return folder / "scoring" / f"{name}.toml"
        raise MistakesFound([finding("template", f"there is no scoring table {name}.toml for {self.system}")])

    def paths(self) -> list[Path]:
        """Return every template in force, by name."""
        found: dict[str, Path] = {}
        for folder in self.folders():
            for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
                found.setdefault(path.stem, path)
        return [found[name] for name in sorted(found)]

    def template(self, form: str) -> Template:
        """Read a form's template.

        Raises
        ------
        MistakesFound
            With everything that is wrong in the file.
        """
        template, mistakes = read_template(self.path(form))
        if template is None:
            raise MistakesFound(mistakes)
        return template


def read_template(path: Path) -> tuple[Template | None, list[Finding]]:
    """Read one template file; give it, or what is wrong in it."""
    try:
        data = toml_data(path.read_bytes())
        template = Template.model_validate(data)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [template_finding(path, f"this is not TOML: {error}")]
    except ValidationError as error:
        return None, [
            template_finding(path, f"{_place(mistake['loc'], data)}: {mistake['msg']}") for mistake in error.errors()
        ]
    return template, []


def template_finding(path: Path, message: str) -> Finding:
    """Make a finding about a template: file, place, what is wrong."""
    return finding("template", f"{message} (in {path})", sheet=path.name)


def _place(location: tuple[int | str, ...], data: dict[str, object]) -> str:
    """Say where in a template: ``block damage, field star, units``."""
    parts: list[str] = []
    here: object = data
    for step in location:
        if isinstance(step, int):
            here = here[step] if isinstance(here, list) and step < len(here) else None
            name = here.get("id", step + 1) if isinstance(here, dict) else step + 1
            parts[-1] += f" {name}"
        else:
            here = here.get(step) if isinstance(here, dict) else None
            parts.append(step)
    return ", ".join(parts)
