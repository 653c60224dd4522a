"""Event folders that many tests begin with, each made once for all processes of a run and copied for every test."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock
from libreoffice import SAVED_BEFORE

from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.operations.draw import draw
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets


def started(folder: Path, event: Event) -> Path:
    """Give an event folder with the sheets of its first stage."""
    return kept(folder, write_toml(event), lambda there: _start(there, event))


def kept(folder: Path, begins_with: str, make: Callable[[Path], object]) -> Path:
    """Copy the folder that something makes, or have it made.

    Parameters
    ----------
    folder
        Where it is to be; one that is there already, with templates of its own, is not like any other.
    begins_with
        All that tells what is made from what others make, such as the event as text.
    """
    place = os.environ.get(SAVED_BEFORE)
    if not place or (folder.exists() and any(folder.iterdir())):
        make(folder)
        return folder
    there = Path(place) / f"events-{hashlib.sha256(begins_with.encode()).hexdigest()}"
    with FileLock(f"{there}.lock"):
        if not there.exists():
            with TemporaryDirectory(prefix="making-", dir=place) as own:  # what is typed lies beside the folder
                make(Path(own) / folder.name)
                (Path(own) / folder.name).rename(there)
    return Path(shutil.copytree(there, folder, dirs_exist_ok=True))


def _start(folder: Path, event: Event) -> None:
    write_event(event, folder)
    stage = event.stages[0] or None
    draw(folder, stage)
    make_sheets(folder, stage)
