"""Files that somebody saves while a command runs: what was read of them before must not replace them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from sheetscore.problems import WrongUsage


class _State(NamedTuple):
    """What tells that a file was saved, without reading its bytes."""

    size: int
    saved_at: int
    inode: int

    @classmethod
    def of(cls, path: Path) -> _State | None:
        """Return the state of a file; None if it is not there."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_size, found.st_mtime_ns, found.st_ino)


_AS_FOUND: ContextVar[tuple[Path, dict[Path, _State | None]] | None] = ContextVar("_AS_FOUND", default=None)
"""The folder in which a command is at work; and its files as they were when it began, or last wrote them itself."""


@contextmanager
def noticing_saves(folder: Path) -> Iterator[None]:
    """Remember the files of a folder, before a command reads them."""
    there = {path.resolve(): _State.of(path) for path in folder.iterdir() if path.is_file()}
    token = _AS_FOUND.set((folder.resolve(), there))
    try:
        yield
    finally:
        _AS_FOUND.reset(token)


def refuse_if_saved_meanwhile(path: Path) -> None:
    """Refuse to replace or remove a file that somebody else has saved since the command began.

    Raises
    ------
    WrongUsage
        It was saved, or appeared, since then.
    """
    found, place = _AS_FOUND.get(), path.resolve()
    if found is None or (place not in found[1] and place.parent != found[0]):
        return
    now = _State.of(path)
    if now is not None and now != found[1].get(place):
        raise WrongUsage(
            f"{path.name} was saved by somebody else while this command ran, and was left as it is: run it again",
            "saved-meanwhile",
        )


def remember_written(path: Path) -> None:
    """Remember the state in which the command itself has just written a file."""
    if found := _AS_FOUND.get():
        found[1][path.resolve()] = _State.of(path)
