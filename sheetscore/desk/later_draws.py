"""Draws of later rounds that a corrected round would have made otherwise: named, and left as they are."""

from __future__ import annotations

from sheetscore.desk.history import records, rounds_before
from sheetscore.desk.workplace import Desk
from sheetscore.findings import Finding, finding
from sheetscore.problems import Problem
from sheetscore.reading.draw_workbook import read_draw


def different_draws(desk: Desk, corrected: int) -> list[Finding]:
    """Find the draws after a round that would be different if they were made now.

    Parameters
    ----------
    corrected
        The round whose results have changed.
    """
    later = [stage for stage in desk.event.stages if stage > corrected and desk.folder.draw(stage).exists()]
    scored = records(desk) if later else {}
    found = []
    for stage in later:
        earlier = rounds_before(desk, stage, scored)
        path = desk.folder.draw(stage)
        there = read_draw(path, desk.event, desk.system, stage).draw
        try:
            anew = desk.system.draw(desk.event, stage, earlier)
        except Problem:
            continue  # what stops a new draw is told by whoever asks for one
        seats = list(anew.places())
        moved = len(set(seats) - set(there.places()))
        if moved:
            message = (
                f"the draw was made from other results: drawn now, {moved} of {len(seats)} seats would be "
                "taken by others. It stays as it is"
            )
            found.append(finding("draw-different", message, sheet=path.name))
    return found
