"""A score sheet for every team's way through the event: what comes next, with boxes for results and initials.

Teams carry and keep it; it is never read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import accumulate
from math import ceil

from sheetscore.event.times import clock
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.slips import CUT, LINE, UNITS, Slip, write_slips
from sheetscore.systems.duplicate.itineraries import Stop, itineraries, rounds_of

_NAME, _SAID, _CAPTION = 32, 20, 20
"""Pixels of the rows on which nobody writes."""

_COLUMNS = {"round": 3, "table": 2, "scenario": 6, "opponent": 6, "SP": 2, "theirs": 2, "initials": 3}
"""What stands above the columns, and their units."""

_PRINTED = 4
"""So many of them are printed; in the others teams write."""

_MOST_LINES = 25
"""So many rounds there is room for on one side of paper."""


def write_score_sheets(papers: RoundPapers, draw: Draw) -> None:
    """Write a score sheet for every team of a draw; none where nobody is drawn."""
    rounds = rounds_of(draw)
    if not rounds or not any(draw.places()):
        return
    lines = ceil(len(rounds) / ceil(len(rounds) / _MOST_LINES))
    parts = [rounds[first : first + lines] for first in range(0, len(rounds), lines)]
    ways = itineraries(papers.event, draw)
    written = [
        partial(_write, team=team, way={number: way[number] for number in part})
        for team, way in ways.items()
        for part in parts
    ]
    write_slips(papers, "Score sheets", [_NAME, _SAID, _CAPTION, *[LINE] * lines, CUT], written)


def _write(slip: Slip, team: str, way: Mapping[int, Stop]) -> None:
    """Write the score sheet of a team."""
    event, bottom = slip.papers.event, slip.row + len(slip.heights) - 1
    entrant = event.entrant(team)
    slip.put(0, 13, "seat", f"{entrant.name} ({team})")
    slip.put(13, 11, "heading", event.header.name)
    slip.row += 1
    said = f"{entrant.side.capitalize()} {entrant.number}"
    slip.put(0, UNITS, "plain", ": ".join(filter(None, (said, ", ".join(entrant.members)))))
    slip.row += 1
    columns = list(accumulate(_COLUMNS.values(), initial=0))
    for column, (text, units) in zip(columns, _COLUMNS.items(), strict=False):
        slip.put(column, units, "column small", text)
    for number, stop in way.items():
        slip.row += 1
        cells = zip(columns, _COLUMNS.values(), _texts(slip, number, stop), strict=False)
        for at, (column, units, text) in enumerate(cells):
            slip.put(column, units, _look(at, stop), text)
    slip.row = bottom
    slip.cut()


def _look(at: int, stop: Stop) -> str:
    """Return the style of a column: who has no table has nothing to write."""
    if at < _PRINTED:
        return "label"
    return "by hand" if stop.place else "shown"


def _texts(slip: Slip, number: int, stop: Stop) -> Iterator[str]:
    """Yield what stands in each column in a round."""
    slot = slip.papers.event.slot(number)
    yield f"{number}  ·  {clock(slot.start)}" if slot else str(number)
    yield str(stop.table or "")
    yield stop.scenario
    yield stop.opponent
    yield from [""] * (len(_COLUMNS) - _PRINTED)
