"""Files of text that people name: read whole, and no further than what they hold can be worth."""

from __future__ import annotations

from pathlib import Path

from sheetscore.problems import UnreadableFile

MEBIBYTE = 1024 * 1024


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
