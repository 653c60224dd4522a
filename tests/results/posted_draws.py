"""Draws that are posted, with names that are too long and seats that are few."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from amps_event import amps_event
from duplicate_event import drawn, duplicate_event
from msgspec import Struct
from msgspec.structs import replace
from registered import renamed

from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.systems.amps import AMPS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName

PERSON = "Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berle"
assert len(PERSON) == 60
SQUADRON = "The ground-attack, suppression and reconnaissance squadrons of the northern fleet of the Federation " * 2


class Posted(Struct, frozen=True):
    """A draw and what of it is posted."""

    event: Event
    draw: Draw
    postings: Sequence[Any]

    def write(self, path: Path) -> None:
        write_draw(path, self.event, self.draw, self.postings)


def long_side() -> Posted:
    side = (event := amps_event(players=9, tables=1)).scenarios[0].sides[0].title
    named = {one.name: f"{PERSON} {one.id}" for one in event.players}
    event = renamed(event, {side: SQUADRON, **named})
    return Posted(event, AMPS.draw(RoundContext(event, 1)), AMPS.postings)


def only_seat() -> Posted:
    """Have only one of the strikers play."""
    event = amps_event(players=9, tables=1)
    (table,) = (whole := AMPS.draw(RoundContext(event, 1))).tables
    strikers = [seat for seat in table.seats if seat.startswith("strike.")]
    seats = {seat: player for seat, player in table.seats.items() if seat not in strikers[1:]}
    out = tuple(table.seats[seat] for seat in strikers[1:])
    return Posted(event, replace(whole, tables=(replace(table, seats=seats),), byes=out), AMPS.postings)


def movement(teams: int, paper: PaperName) -> Posted:
    event = duplicate_event(teams, teams, teams - 1)
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    return Posted(event, drawn(event)[0], DUPLICATE.postings[:1])


POSTED: Mapping[str, Callable[[], Posted]] = {
    "a side too long for the paper": long_side,
    "the only seat of a side": only_seat,
    **{f"{teams} teams, {paper}": partial(movement, teams, paper) for teams, paper in product((7, 14), PAPER_SIZES)},
}
