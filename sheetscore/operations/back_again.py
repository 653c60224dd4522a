"""If players who were taken off a draw come back before it has changed otherwise, everybody sits as before."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.folder import read_journal
from sheetscore.operations.open_event import OpenEvent
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.walk_ins import Coming
from sheetscore.problems import UnreadableFile
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.workbooks.saving import copies_of, digest


def draw_before(opened: OpenEvent, number: int, there: Draw, coming: Coming) -> Draw | None:
    """Return the newest earlier draw of a round with exactly the players that it is to have now; None if there is none.

    The search goes back through the draws that commands replaced one after the other. It ends at a draw that a person
    edited, or that was made from scratch.

    Parameters
    ----------
    there
        The present draw.
    """
    wanted = _people(there) - {*coming.dropped} | {*coming.added}
    earlier = (draw for draw in _replaced(opened, number) if _people(draw) == wanted) if coming.added else iter(())
    return next(earlier, None)


def _replaced(opened: OpenEvent, number: int) -> Iterator[Draw]:
    """Read the draws of a round that commands changed, step by step, into the present one; the newest first."""
    path = opened.folder.draw(number)
    there, copies = digest(path), {digest(copy): copy for copy in copies_of(path)}
    for entry in reversed(read_journal(opened.folder.path)):
        if entry.written.get(path.name) != there:
            continue
        there = entry.read.get(path.name, "")
        if there not in copies:
            return
        try:
            yield read_draw(copies[there], opened.system, opened.round(number)).draw
        except UnreadableFile:
            return


def _people(draw: Draw) -> set[str]:
    return {*draw.byes, *(player for _, _, player in draw.places())}
