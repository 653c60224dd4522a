"""Files in an event's folder that look like templates and are not used.

They are misplaced or misspelled, or another file takes precedence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from sheetscore.event.identity import suggestion
from sheetscore.findings import Finding, finding
from sheetscore.forms.template import Library

_TOML = ".toml"

_OTHERS = frozenset({"templates", "kept"})
"""The folders of an event for its templates and for kept copies; all others are searched for misplaced templates."""


def idle_templates(library: Library, event: Path) -> Iterator[Finding]:
    """Find the files that look like templates and are not used.

    A file is used if a shipped one has its name; in a subfolder with shipped files, such as that of the scoring
    systems, it may have any name. Of several files of one name only that in the first folder is used.

    Parameters
    ----------
    event
        The folder of the event.
    """
    known, own = _shipped_files(library), library.own
    if own is None or not known:
        return
    used = _in_use(library, own, known)
    for path in [
        *_toml_files(own),
        *_outside_templates(event, {place.name for place in known if place.parent == Path()}),
    ]:
        if path not in used.values():
            why = _why(path, {place: there.relative_to(event) for place, there in used.items()}, known, library)
            yield finding("template-idle", f"{path.relative_to(event).as_posix()} is in no use: {why}", sheet=path.name)


def own_templates(library: Library) -> list[Path]:
    """Return the event's own files that are used and are not just copies of shipped ones."""
    shipped = _shipped_files(library)
    used = _in_use(library, library.own, shipped) if library.own else {}
    return [path for place, path in used.items() if not _is_copy(path, shipped.get(place))]


def _is_copy(path: Path, shipped: Path | None) -> bool:
    return shipped is not None and path.read_bytes() == shipped.read_bytes()


def _shipped_files(library: Library) -> Mapping[Path, Path]:
    """Return the shipped files, each by its place within the folder of a system."""
    shelves = [folder for folder in library.folders() if library.own is None or not folder.is_relative_to(library.own)]
    return {path.relative_to(shelf): path for shelf in reversed(shelves) for path in _toml_files(shelf)}


def _in_use(library: Library, own: Path, known: Collection[Path]) -> Mapping[Path, Path]:
    """Return the event's own files that are used, by their places within the folder of a system."""
    folders = {place.parent for place in known} - {Path()}
    used: dict[Path, Path] = {}
    for home in [*(own / shelf for shelf in library.shelves), own]:
        for place in (path.relative_to(home) for path in _toml_files(home) if path.suffix == _TOML):
            if place in known or place.parent in folders:
                used.setdefault(place, home / place)
    return used


def _toml_files(folder: Path) -> list[Path]:
    """Return the TOML files of a folder and its subfolders, even if called ``form.toml.txt`` or ``form.TOML``."""
    return sorted(path for path in folder.rglob("*") if _TOML in path.name.lower() and path.is_file())


def _outside_templates(event: Path, forms: set[str]) -> Iterator[Path]:
    """Yield files with the name of a form outside ``templates/``."""
    for place in [event, *sorted(one for one in event.iterdir() if one.is_dir() and one.name not in _OTHERS)]:
        yield from (place / name for name in sorted(forms) if (place / name).is_file())


def _why(path: Path, used: Mapping[Path, Path], known: Collection[Path], library: Library) -> str:
    """Return why a file is not used, and what to do."""
    place = next((one for one in sorted(known) if one.name == path.name), None)
    if place is not None and place in used:
        return f"{used[place].as_posix()} comes first. Move one of the two away"
    if place is not None:
        return f"it belongs into {('templates' / Path(library.shelves[0]) / place.parent).as_posix()}/"
    stem, names = path.name.lower().partition(_TOML)[0], sorted({one.stem for one in known})
    if stem in names:
        return f"it would have to be called {stem}{_TOML}"
    return f"nothing of {library.system} is called so.{suggestion(stem, names)} Rename it, or move it away"
