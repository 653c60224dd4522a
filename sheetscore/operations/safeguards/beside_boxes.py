"""Contents outside the boxes of a workbook that is to be rewritten: an error, or with ``--force`` a warning.

These are values in cells that are no boxes, comments, text on the cover, sheets that somebody added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import written_here
from sheetscore.event.load import limits_of
from sheetscore.findings import Finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.problems import UnreadableFile
from sheetscore.reading.draw_workbook import ReadDraw
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.not_carried import Beside, not_carried, noted_besides
from sheetscore.sheets.draw_workbook import DRAW_SHEET, write_draw
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import Saved, beside, digest, written_beside

STRAY = "stray-value"
"""The code of findings on values in cells that are no boxes."""


def beside_boxes(entered: ReadEntries, path: Path, *, is_other: bool = False) -> list[Beside]:
    """Return the contents outside the boxes, which would be lost if the workbook were rewritten.

    Parameters
    ----------
    is_other
        Whether the command is about another workbook, so that findings have to name this one.
    """
    strays = [one for one in entered.findings if one.code == STRAY]
    if is_other:
        strays = [replace(one, sheet=f"[{path.name}]{one.sheet}") for one in strays]
    return [*(Beside(path.name, one, several=True) for one in strays), *entered.besides]


def stopping(besides: Iterable[Beside], *, force: bool) -> list[Finding]:
    """Return the errors that stop a command from dropping contents; none with ``force``."""
    return [] if force else [one.stops for one in besides]


def dropped(besides: Iterable[Beside], kept: Mapping[Path, Path | None]) -> list[Finding]:
    """Return warnings about dropped contents, each with the file that still has them.

    Parameters
    ----------
    kept
        The copies in ``kept/`` by replaced workbook. A workbook that was not replaced still has its contents; only the
        workbook that it was merged into lacks them.
    """
    places = {path.name: beside(copy, path) for path, copy in kept.items() if copy}
    return [one.gone(places.get(one.file, one.file)) for one in besides]


def noted_in_draw(opened: OpenEvent, path: Path, drawn: ReadDraw) -> list[Beside]:
    """Find notes of a person in a draw workbook: a rewritten draw would lack them.

    Parameters
    ----------
    drawn
        The draw as it was read.
    """
    # whatever differs from a fresh copy of the same draw was added by a person
    postings, limits = opened.system.postings, limits_of(opened.event)
    with written_beside(path, lambda to: write_draw(to, opened.event, drawn.draw, postings, drawn.made_with)) as same:
        return [*noted_besides(read_workbook(path, limits=limits), read_workbook(same, limits=limits), DRAW_SHEET)]


def noted_in_replaced(opened: OpenEvent, saved: Saved) -> list[Finding]:
    """Report notes of a person in a replaced workbook without boxes, such as results, and where they are now.

    Such a workbook follows from others, so that a note in it is no error. A file that the journal knows as written by a
    command has no notes.
    """
    if saved.kept is None:
        return []
    name = saved.path.name
    if digest(saved.kept) in written_here(opened.folder.path):
        return []
    try:
        workbook = read_workbook(saved.kept, limits=limits_of(opened.event))
    except UnreadableFile:
        return []  # it was damaged, and replacing it mended that
    return dropped(not_carried(workbook, name=name), {saved.path: saved.kept})
