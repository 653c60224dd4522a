"""Files that people name: they may be missing, dead links, folders or devices, or far too long to be read."""

from __future__ import annotations

from pathlib import Path

from sheetscore.problems import UnreadableFile

MEBIBYTE = 1024 * 1024


def is_dead_link(path: Path) -> bool:
    """Return whether a path is a link to a file that does not exist."""
    return path.is_symlink() and not path.exists()


def dead_link_words(path: Path) -> str:
    """Return the words that say, after a file's name, that it is a dead link, and what to do."""
    return f"is a link to {path.readlink()}, and there is no such file. Put it there again, or delete the link"


def not_there(path: Path) -> UnreadableFile:
    """Return the problem that a file which somebody named does not exist."""
    text = f"{path.name} {dead_link_words(path)}" if is_dead_link(path) else f"there is no file {path}"
    return UnreadableFile(text, "missing")


def content_of(path: Path, most: int, what: str) -> bytes:
    """Return the bytes of a file.

    Parameters
    ----------
    most
        The most MiB that the file may have.
    what
        What the file should contain, for messages: ``an event``.

    Raises
    ------
    UnreadableFile
        The file is missing or too long; or the path is a folder, or a device or pipe, which may never end.
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
