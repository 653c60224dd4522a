"""Where scoring systems for Diplomacy come from: those that come along, and an event's own folder before them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sheetscore.event.identity import suggestion
from sheetscore.findings import Finding, finding
from sheetscore.forms.library import Library
from sheetscore.problems import MistakesFound
from sheetscore.scoring.board_system import BoardSystem, BoardSystemFile, read_board_system, read_board_system_file

SHELF = "diplomacy"
"""The folder of templates; scoring systems are in its ``scoring/``."""


def board_system_paths(own: Path | None = None) -> dict[str, Path]:
    """Give the files of all systems in force, by id.

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
    """Give the systems in force by id, without reading their expressions.

    Raises
    ------
    MistakesFound
        With everything that is wrong in all of their files.
    """
    files: list[BoardSystemFile] = []
    findings: list[Finding] = []
    for path in board_system_paths(own).values():
        try:
            files.append(read_board_system_file(path))
        except MistakesFound as mistakes:
            findings += mistakes.findings
    if findings:
        raise MistakesFound(findings)
    return files


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
    """Find a scoring system by its id and read it; one that has not changed is read only once.

    Parameters
    ----------
    own
        See :func:`board_system_paths`.

    Raises
    ------
    MistakesFound
        There is no such system (the nearest is named), or its file has mistakes.
    """
    paths = board_system_paths(own)
    if name not in paths:
        message = f'There is no scoring system "{name}".{suggestion(name, paths)}'
        raise MistakesFound([finding("event-reference", message)])
    return _read(paths[name], paths[name].stat().st_mtime_ns)


@lru_cache(maxsize=128)
def _read(path: Path, _changed: int) -> BoardSystem:
    return read_board_system(path)
