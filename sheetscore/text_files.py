"""Files that people name: they may not be there; text is read whole, and no further than it can be worth."""

from __future__ import annotations

from pathlib import Path

from sheetscore.problems import UnreadableFile

MEBIBYTE = 1024 * 1024


def is_dead_link(path: Path) -> bool:
    """Return whether a file is a link to one that is not there."""
    return path.is_symlink() and not path.exists()


def leads_nowhere(path: Path) -> str:
    """Say what a link to a file that is not there is, and what to do."""
    return f"is a link to {path.readlink()}, and there is no such file. Put it there again, or delete the link"


def not_there(path: Path) -> UnreadableFile:
    """Return the problem of a file that somebody named and that is not there."""
    text = f"{path.name} {leads_nowhere(path)}" if is_dead_link(path) else f"there is no file {path}"
    return UnreadableFile(text, "missing")


def content_of(path: Path, most: int, what: str) -> bytes:
    """Return the bytes of a file.

    Parameters
    ----------
    most
        How many MiB it may have.
    what
        What it is to be: ``an event``.

    Raises
    ------
    UnreadableFile
        It is missing, no file but a folder, a device or a pipe, which may have no end, or longer than that.
    """
    if is_dead_link(path):
        raise not_there(path)
    try:
        if path.exists() and not path.is_file():
            raise UnreadableFile(f"{path} is {'a folder' if path.is_dir() else 'no file'}: name a file with {what}.")
        with path.open("rb") as file:
            content = file.read(most * MEBIBYTE + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > most * MEBIBYTE:
        raise UnreadableFile(f"{path} is far too long for {what}: it has more than {most} MiB.")
    return content
