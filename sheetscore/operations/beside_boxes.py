"""What stands beside the boxes of a workbook that is to be written anew: it stops, and with ``--force`` it is named.

Values that stand in no box, comments, text on the cover, sheets of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from sheetscore.findings import Finding
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.not_carried import Beside
from sheetscore.workbooks.saving import beside

STRAY = "stray-value"
"""The finding about values that stand in no box."""


def beside_boxes(entered: ReadEntries, path: Path, *, is_other: bool = False) -> list[Beside]:
    """Return what would be lost if a workbook, as it was read, were written anew.

    Parameters
    ----------
    is_other
        Whether it is another one than the command is about, so that places have to name it.
    """
    strays = [one for one in entered.findings if one.code == STRAY]
    if is_other:
        strays = [replace(one, sheet=f"[{path.name}]{one.sheet}") for one in strays]
    return [*(Beside(path.name, one, several=True) for one in strays), *entered.besides]


def stopping(besides: Iterable[Beside], *, force: bool) -> list[Finding]:
    """Return what stops a command that would drop it, and was not told to go on."""
    return [] if force else [one.stops for one in besides]


def dropped(besides: Iterable[Beside], kept: Mapping[Path, Path | None]) -> list[Finding]:
    """Say where things are that were dropped.

    Parameters
    ----------
    kept
        The copies of workbooks that were replaced, by these; of what was not replaced nothing is dropped, but a
        workbook may have been merged into another without it.
    """
    places = {path.name: beside(copy, path) for path, copy in kept.items() if copy}
    return [one.gone(places.get(one.file, one.file)) for one in besides]
