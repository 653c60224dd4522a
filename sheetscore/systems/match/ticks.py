"""Squares to tick on the sheet of a match: what was chosen, who won, and at which level in the words of its scenarios.

On paper they are ticked by hand. On a screen a formula ticks the square whose value is typed into the box beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.forms.form import CellKey, PageEntries, PageForm
from sheetscore.sheets.formulas import box_cell, page_row
from sheetscore.sheets.layout import PageLayout
from sheetscore.systems.match.games import LEVELS
from sheetscore.systems.match.lists import PLAYER_NAMES, scenario_with_common_words
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.workbooks.cell_refs import column_letters

TICKS = "ticks"
"""The third part of the key of a cell with a square; the number of the square comes after it."""

EMPTY, TICKED = "☐", "☒"


class Square(Struct, frozen=True):
    """A square to tick."""

    name: str
    """The words beside it."""
    typed: tuple[str, ...]
    """The entries of the box that tick it."""


def squares(scenarios: Sequence[MatchScenario]) -> dict[str, tuple[Square, ...]]:
    """Return the squares beside the boxes of a match and of its games, by the names of the boxes."""
    draw = [Square("draw", ("draw",))] if any(one.draws for one in scenarios) else []
    winners = tuple(Square(name, (seat, name)) for name, seat in zip(PLAYER_NAMES, SEATS, strict=True))
    return {
        "winner": (*winners, *draw),
        "level": tuple(_levels(scenarios)),
        "coin": winners,
        "choice": (Square("scenario", ("scenario",)), Square("orders", ("order",))),
        "order_high": (Square("first side", ("first",)), Square("second side", ("second",))),
    }


def _levels(scenarios: Sequence[MatchScenario]) -> Iterator[Square]:
    """Yield a square for each level, in the words that all scenarios with levels share, or else in all their words."""
    graded = [one for one in scenarios if one.kind.graded]
    shared = scenario_with_common_words(graded)
    for level in LEVELS:
        called = list(dict.fromkeys(one.word_for(level) for one in graded))
        name = shared.word_for(level) if shared else _all_words(called, level)
        yield Square(name, tuple(dict.fromkeys((*called, level))))


def _all_words(words: Sequence[str], level: str) -> str:
    own = ", ".join(word for word in words if word != level)
    return f"{own} ({level})" if own else level


def ticks_key(block: str, box: str, number: int) -> CellKey:
    """Name the cell with a square (counted from 1) for a box of a block."""
    return block, box, TICKS, str(number)


def ticks_formulas(layout: PageLayout, scenarios: Sequence[MatchScenario]) -> dict[CellKey, str]:
    """Return the formulas of all squares on a page."""
    offered = squares(scenarios)
    return {
        cell.key: f'IF({_ticked(layout, block, name, int(number), offered[name])},"{TICKED}","{EMPTY}")'
        for cell in layout.cells
        if cell.key[2:3] == (TICKS,)
        for block, name, _, number in [cell.key]
    }


def _ticked(layout: PageLayout, block: str, name: str, number: int, offered: Sequence[Square]) -> str:
    """Write the condition under which a square is ticked: the box has one of the square's texts or numbers."""
    if name == "winner":  # names and seats may be typed: a step finds the seat of either
        place = layout.places[block]
        return f"{column_letters(place.columns['won'])}{page_row(place.rows[0])}={number}"
    cell = box_cell(layout, next(id_ for _, box, id_ in layout.form.block(block).boxes() if box.name == name))
    same = (f'{cell}&""="{_escaped(text)}"' for text in offered[number - 1].typed)
    return f"OR({','.join(same)})"


def _escaped(text: str) -> str:
    return text.replace('"', '""')


def ticks_figures(form: PageForm, entries: PageEntries, scenarios: Sequence[MatchScenario]) -> dict[CellKey, str]:
    """Return what the formulas of the squares give for the entries of a page."""
    found = {}
    for name, offered in squares(scenarios).items():
        for id_, (block, _, box) in form.fields.items():
            if box.name != name:
                continue
            given = folded(str(entries.get(id_, "")))
            for number, one in enumerate(offered, start=1):
                ticked = given in map(folded, one.typed)
                found[ticks_key(block.id, name, number)] = TICKED if ticked else EMPTY
    return found
