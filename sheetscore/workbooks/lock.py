"""One run at a time in a folder: a lock of the operating system, which a killed run cannot leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from sheetscore.problems import WrongUsage
from sheetscore.workbooks.saving import cannot_write, sweep

LOCK_NAME = ".sheetscore.lock"

PATIENCE = 2.0
"""Seconds to wait for another run: most are over in less."""


@contextmanager
def folder_lock(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other runs out of a folder while this one writes, and clear away what a killed run left.

    Reading alone needs no lock, because files are replaced whole; so a folder that cannot be written to
    can still be read.

    Parameters
    ----------
    folder
        The folder of an event.
    patience
        Seconds to wait for another run to end.

    Raises
    ------
    WrongUsage
        Another run is at work, or the folder does not exist or cannot be written to.
    """
    if not folder.is_dir():
        raise WrongUsage(f"there is no folder {folder}")
    lock = FileLock(folder / LOCK_NAME, timeout=patience)
    try:
        lock.acquire()
    except Timeout as error:
        raise WrongUsage(f"another sheetscore is at work in {folder}; wait for it to end", "locked") from error
    except OSError as error:
        raise cannot_write(folder / LOCK_NAME, error) from error
    try:
        sweep(folder)
        yield
    finally:
        lock.release()
