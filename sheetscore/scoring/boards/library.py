"""Where scoring systems for Diplomacy come from: those that come along, and an event's own folder before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sheetscore.event.identity import nearest, squashed, suggestion
from sheetscore.findings import Finding, finding
from sheetscore.forms.template import Library, template_finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.system import BoardSystem, BoardSystemFile, read_board_system, read_board_system_file
from sheetscore.sentences import listed

SHELF = "diplomacy"
"""The folder of templates; scoring systems are in its ``scoring/``."""


def board_system_paths(own: Path | None = None) -> dict[str, Path]:
    """Return the files of all systems in force, by id.

    Parameters
    ----------
    own
        The event's own ``templates`` folder: a TOML in its ``scoring/`` or ``diplomacy/scoring/`` adds a
        system, or takes the place of the one with the same name.
    """
    found: dict[str, Path] = {}
    for folder in Library(SHELF, (SHELF,), own).folders():
        for path in sorted((folder / "scoring").glob("*.toml")):
            found.setdefault(path.stem, path)
    return {name: found[name] for name in sorted(found)}


def board_systems(own: Path | None = None) -> list[BoardSystemFile]:
    """Return the systems in force by id, without reading their expressions.

    Raises
    ------
    MistakesFound
        With everything that is wrong in all of their files.
    """
    files: list[BoardSystemFile] = []
    findings: list[Finding] = []
    for path in board_system_paths(own).values():
        try:
            files.append(_read_file(path, path.stat().st_mtime_ns))
        except MistakesFound as mistakes:
            findings += mistakes.findings
    findings += shared_names(own)
    if findings:
        raise MistakesFound(findings)
    return files


def shared_names(own: Path | None = None) -> list[Finding]:
    """Find names by which two systems are called; the file to change is the event's own one, if one is."""
    paths = board_system_paths(own)
    findings = []
    for names in _called(paths).values():
        ids = _ids(names)
        if len(ids) > 1:
            blamed = next((one for one in ids if own is not None and paths[one].is_relative_to(own)), ids[-1])
            name = next(one.spelled for one in names if one.id == blamed)
            others = listed([one for one in ids if one != blamed])
            message = f'also: "{name}" is a name of {others}, too. Leave it to one of them'
            findings.append(template_finding(paths[blamed], message))
    return findings


def usable_systems(own: Path | None = None) -> tuple[list[BoardSystem], list[Finding]]:
    """Read all systems in force by id.

    Returns
    -------
    Those that can be used, and everything that is wrong in the others.
    """
    usable: list[BoardSystem] = []
    findings: list[Finding] = []
    for name in board_system_paths(own):
        try:
            usable.append(board_system(name, own))
        except MistakesFound as mistakes:
            findings += mistakes.findings
    return usable, findings


def board_system(name: str, own: Path | None = None) -> BoardSystem:
    """Find a scoring system by its id or another name of it, and read it; one that has not changed is read only once.

    Parameters
    ----------
    name
        Capitals, hyphens and blanks make no difference, where it is no id letter by letter.
    own
        See :func:`board_system_paths`.

    Raises
    ------
    MistakesFound
        There is no such system (the nearest is named), there are two, or its file has mistakes.
    """
    paths = board_system_paths(own)
    path = paths[name if name in paths else _meant(name, paths)]
    return _read(path, path.stat().st_mtime_ns)


class _Name(NamedTuple):
    """A name as it is written, and the id of the system that is called so."""

    spelled: str
    id: str


def _meant(name: str, paths: Mapping[str, Path]) -> str:
    """Return the id of the system that goes by a name."""
    called = _called(paths)
    ids = _ids(called.get(squashed(name), ()))
    if len(ids) == 1:
        return ids[0]
    spelled = {one.spelled: one.id for names in called.values() for one in names}
    near = nearest(name, spelled)
    if ids:
        message = f'"{name}" can be {" or ".join(ids)}. Write the id of the one that is meant.'
    elif near is not None:
        message = f'There is no scoring system "{name}". Did you mean "{spelled[near]}"?'
    else:
        message = f'There is no scoring system "{name}".{suggestion(name, paths)}'
    raise MistakesFound([finding("event-reference", message)])


def _ids(names: Iterable[_Name]) -> list[str]:
    return list(dict.fromkeys(one.id for one in names))


def _called(paths: Mapping[str, Path]) -> dict[str, list[_Name]]:
    """Return the names of systems, those together that are taken for the same; a file with mistakes has only its id."""
    called: dict[str, list[_Name]] = {}
    for id_, path in paths.items():
        try:
            also = _read_file(path, path.stat().st_mtime_ns).also
        except MistakesFound:
            also = ()
        for name in (id_, *also):
            called.setdefault(squashed(name), []).append(_Name(name, id_))
    return called


@lru_cache(maxsize=128)
def _read(path: Path, _changed: int) -> BoardSystem:
    return read_board_system(path)


@lru_cache(maxsize=128)
def _read_file(path: Path, _changed: int) -> BoardSystemFile:
    return read_board_system_file(path)
