"""If players who were taken off a draw come back before it changes in another way, everybody sits as before."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.folder import read_journal
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.walk_ins import Coming
from sheetscore.problems import UnreadableFile
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.workbooks.saving import copies_of, digest


def draw_before(opened: OpenEvent, number: int, present: Draw, coming: Coming) -> Draw | None:
    """Return the newest earlier draw of a round with exactly the players that it is to have now; None if there is none.

    The search goes back through the draws that commands replaced one after the other. It ends at a draw that a person
    edited, or that was made from scratch.

    Parameters
    ----------
    present
        The present draw.
    """
    if not coming.added:  # nobody comes back
        return None
    wanted = _people(present) - {*coming.dropped} | {*coming.added}
    return next((draw for draw in _replaced(opened, number) if _people(draw) == wanted), None)


def _replaced(opened: OpenEvent, number: int) -> Iterator[Draw]:
    """Yield the former draws of a round, the newest first: the one changed into the present draw, and so on back."""
    path = opened.folder.draw(number)
    sha256, copies = digest(path), {digest(copy): copy for copy in copies_of(path)}
    for entry in reversed(read_journal(opened.folder.path)):
        if entry.written.get(path.name) != sha256:
            continue
        sha256 = entry.read.get(path.name, "")  # the draw that this command changed
        if sha256 not in copies:
            return
        try:
            yield read_draw(copies[sha256], opened.system, opened.round(number)).draw
        except UnreadableFile:
            return


def _people(draw: Draw) -> set[str]:
    return {*draw.byes, *(player for _, _, player in draw.places())}
