"""A site's folder: written completely beside its place and then moved there, so that nobody reads half a site.

The old site is renamed, then the new one; between these there is none. A run killed at that moment leaves the old one
beside its place, and the next run moves it back first.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import shutil
from collections.abc import Collection, Iterable, Iterator
from html import unescape
from pathlib import Path

import msgspec
from msgspec import Struct

from sheetscore.problems import WrongUsage
from sheetscore.site.pages import ASSETS, INDEX
from sheetscore.site.planned_site import Part
from sheetscore.workbooks.saving import cannot_write, flush_folder

MARK = '<meta name="generator" content="sheetscore publish">'
"""Marks every page that we wrote, near its top."""

_NEAR = 400
"""How many characters from the top the mark is looked for."""

_NAMED = 3
"""The most files of others that a message names."""


class MadeAs(Struct, frozen=True):
    """How a site was made, as written in its folder."""

    event: str
    """A digest that identifies its event without naming it."""
    parts: tuple[Part, ...] = ()
    anonymous: bool = False


_MADE_AS = re.compile(r'<meta name="sheetscore" content="(.*?)">')


def made_as(place: Path) -> MadeAs | None:
    """Return how the site in a folder was made; None without a site, or if it does not say."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        with (place / INDEX).open(encoding="utf-8", errors="replace") as stream:
            found = _MADE_AS.search(stream.read(2 * _NEAR))
        return msgspec.json.decode(unescape(found[1]), type=MadeAs) if found else None
    return None


def refuse_if_not_ours(place: Path, event: str = "") -> None:
    """Refuse to replace a folder that holds anything but a site of ours.

    Parameters
    ----------
    event
        The digest of the event, as in :class:`MadeAs`; empty to replace the site of any event.

    Raises
    ------
    WrongUsage
        It is a file, or has files of somebody else, or the site of another event.
    """
    if place.exists() and not place.is_dir():
        raise WrongUsage(f"{place.name} is a file, and a site is a folder: name another one")
    others = sorted(_not_ours([*place.iterdir()])) if place.is_dir() else []
    if others:
        named = ", ".join(others[:_NAMED]) + (f" and {len(others) - _NAMED} more" if others[_NAMED:] else "")
        raise WrongUsage(
            f"{place.resolve().name} has what publish did not write: {named}. The whole folder would be replaced; move "
            "that away, or publish into another folder",
            "not-ours",
        )
    made = made_as(place)
    if made and event and made.event != event:
        raise WrongUsage(
            f"{place.resolve().name} has the site of another event: publish into another folder, or delete that one",
            "not-ours",
        )


def _not_ours(there: Collection[Path]) -> Iterator[str]:
    """Yield the names of files that are not ours; scripts and styles are ours if a page of ours is beside them."""
    pages = {path for path in there if _is_page(path)}
    for path in there:
        is_asset = path.name in ASSETS and path.is_file() and bool(pages)
        if path not in pages and not is_asset and not _LEFT_BY_SYSTEMS.fullmatch(path.name):
            yield path.name


_LEFT_BY_SYSTEMS = re.compile(r"\.DS_Store|\._.*|Thumbs\.db|desktop\.ini", re.IGNORECASE)
"""Files that macOS and Windows leave in opened folders."""


def _is_page(path: Path) -> bool:
    if path.suffix != Path(INDEX).suffix or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as stream:
        return MARK in stream.read(_NEAR)


def put_site(place: Path, files: Iterable[tuple[str, str]]) -> int:
    """Write a site and put it in its place; a link to a folder stays one.

    Parameters
    ----------
    files
        Names and texts; the old site is replaced only when all are written.

    Returns
    -------
    How many pages it has.

    Raises
    ------
    WrongUsage
        The place cannot be written to, or the disk is full.
    """
    place = place.resolve()
    if not place.parent.is_dir():
        raise WrongUsage(f"{place.name} was not written: there is no folder {place.parent}")
    put_right(place)
    fresh, old = (place.with_name(f".{place.name}.{what}-{secrets.token_hex(4)}") for what in (_FRESH, _OLD))
    try:
        fresh.mkdir()
        pages = 0
        for name, text in files:
            (fresh / name).write_text(text, encoding="utf-8", newline="\n")
            pages += name.endswith(Path(INDEX).suffix)
        flush_folder(fresh)
        if place.exists():
            shutil.copymode(place, fresh)
            place.rename(old)
        fresh.rename(place)
        flush_folder(place.parent)
    except OSError as error:
        raise cannot_write(place, error) from error
    finally:
        put_right(place)
    return pages


_FRESH, _OLD = "unfinished", "before"
"""What the name of a site beside its place says: it is being written, or it was replaced."""


def put_right(place: Path) -> None:
    """Move back a site that a killed run left beside its place, and delete its other remains."""
    with contextlib.suppress(OSError):
        for path in [*_left(place, _OLD)]:
            if place.exists():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.rename(place)
        for path in [*_left(place, _FRESH)]:
            shutil.rmtree(path, ignore_errors=True)


def _left(place: Path, what: str) -> Iterator[Path]:
    pattern = re.compile(rf"\.{re.escape(place.name)}\.{what}-[0-9a-f]{{8}}")
    return (path for path in place.parent.iterdir() if pattern.fullmatch(path.name))
