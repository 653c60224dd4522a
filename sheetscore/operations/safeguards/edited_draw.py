"""A draw of all rounds that somebody saved since it was drawn, and seats that a new draw gives to others."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.folder import written_here
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.wording import first_clauses, pluralize
from sheetscore.workbooks.saving import Saved, beside

_NAMED = 3
"""The most seats that a message names; it counts the others."""


def edited_draw(opened: OpenEvent, former: Draw, made: Draw, saved: Saved, sha256: str) -> Iterator[Finding]:
    """Name the seats of an edited draw that a new one gives to others: the new one keeps no edits of rounds to come.

    Parameters
    ----------
    former, made
        The replaced draw and the new one.
    saved
        The new draw as it was saved, with the copy of the former.
    sha256
        The digest of the replaced file.
    """
    if saved.kept is None or sha256 in written_here(opened.folder.path):
        return
    names = opened.event.names
    then, now = ({(table, seat): who for table, seat, who in drawn.places()} for drawn in (former, made))
    moved = [place for place in {**then, **now} if then.get(place) != now.get(place)]
    if moved:
        seats = [
            f"table {table}, {seat}: {_who(then.get((table, seat)), names)}, now {_who(now.get((table, seat)), names)}"
            for table, seat in moved
        ]
        message = (
            f"{saved.path.name} was saved by hand since it was drawn, and {pluralize(len(moved), 'seat')} of rounds to "
            f"come went to others ({first_clauses(seats, _NAMED)}). Where these were changed on purpose, change them "
            f"again, or take {beside(saved.kept, saved.path)} back"
        )
        yield finding("draw-older", message, sheet=saved.path.name, severity=Severity.WARNING)


def _who(player: str | None, names: dict[str, str]) -> str:
    return display_name(player, names) if player else "nobody"
