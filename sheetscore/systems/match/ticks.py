"""Squares to tick on the sheet of a match: what was chosen, who won, and at which level in the words of its scenarios.

On paper they are ticked by hand. On a screen a formula ticks the square whose value is typed into the box beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.forms.form import CellKey, PageEntries, PageForm
from sheetscore.sheets.formulas import box_cell, page_row
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.styles import READ
from sheetscore.systems.match.games import LEVELS
from sheetscore.systems.match.lists import PLAYER_NAMES, in_one_wording
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.workbooks.cell_refs import column_letters
from sheetscore.workbooks.paper import text_pixels

HARD_BLANK = "\N{NO-BREAK SPACE}"
"""Stands between a square and its words, so that no line breaks there."""

TICKS = "ticks"
"""The last part of the name of a cell with squares."""

EMPTY, TICKED = "☐", "☒"

_BETWEEN = "   "

_POINTS, _LINE_PIXELS = 7.5, 102
"""The smallest size of letters in points, and the width in pixels of the narrowest cell with squares, which has boxes
for scenarios without levels beside it."""


class Square(Struct, frozen=True):
    """A square to tick."""

    name: str
    """The words beside it."""
    typed: tuple[str, ...]
    """The entries of the box with which it is ticked, any of them."""


def squares(scenarios: Sequence[MatchScenario]) -> dict[str, tuple[Square, ...]]:
    """Return the squares beside the boxes of a game, by the names of the boxes."""
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
    """Yield the levels in the words of the scenarios that have levels; in the standard words if those do not fit."""
    graded = [one for one in scenarios if one.kind.graded]
    points = _POINTS if len(graded) == len(scenarios) else READ
    with_shared_words = in_one_wording(graded)
    called = {level: list(dict.fromkeys(one.word_for(level) for one in graded)) for level in LEVELS}
    names = [
        with_shared_words.word_for(level) if with_shared_words else _all_words(called[level], level) for level in LEVELS
    ]
    if not with_shared_words and any(text_pixels(_beside(EMPTY, name), points) > _LINE_PIXELS for name in names):
        names = list(LEVELS)
    for level, name in zip(LEVELS, names, strict=True):
        yield Square(name, tuple(dict.fromkeys((*called[level], level))))


def _all_words(words: Sequence[str], level: str) -> str:
    own = ", ".join(word for word in words if word != level)
    return f"{own} ({level})" if own else level


def _beside(square: str, name: str) -> str:
    return f"{square}{HARD_BLANK}{name}"


def unticked(offered: Sequence[Square]) -> str:
    """Return the squares of blank paper."""
    return _BETWEEN.join(_beside(EMPTY, one.name) for one in offered)


def ticks_key(block: str, box: str) -> CellKey:
    """Name the cell with the squares beside a box of a block."""
    return block, box, TICKS


def ticks_formulas(layout: PageLayout, scenarios: Sequence[MatchScenario]) -> dict[CellKey, str]:
    """Return the formulas of all cells with squares on a page."""
    return {
        cell.key: _formula(layout, block, name, squares(scenarios)[name])
        for cell in layout.cells
        if cell.key[2:] == (TICKS,)
        for block, name in [cell.key[:2]]
    }


def _formula(layout: PageLayout, block: str, name: str, offered: Sequence[Square]) -> str:
    ticked = partial(_same_text, name=name) if name != "winner" else _winner_condition
    parts = (
        f'IF({ticked(layout, block, at, one)},"{TICKED}","{EMPTY}")&"{HARD_BLANK}{_escaped(one.name)}"'
        for at, one in enumerate(offered, start=1)
    )
    return f'&"{_BETWEEN}"&'.join(parts)


def _winner_condition(layout: PageLayout, block: str, number: int, _: Square) -> str:
    """Compare with the seat number of the winner, which a step of the block finds for names and seats alike."""
    place = layout.places[block]
    return f"{column_letters(place.columns['won'])}{page_row(place.rows[0])}={number}"


def _same_text(layout: PageLayout, block: str, _: int, one: Square, name: str) -> str:
    """Compare with what is typed, which may be a number, too."""
    cell = box_cell(layout, next(id_ for _, box, id_ in layout.form.block(block).boxes() if box.name == name))
    same = (f'{cell}&""="{_escaped(text)}"' for text in one.typed)
    return f"OR({','.join(same)})"


def _escaped(text: str) -> str:
    return text.replace('"', '""')


def ticks_figures(form: PageForm, entries: PageEntries, scenarios: Sequence[MatchScenario]) -> dict[CellKey, str]:
    """Return the figures of the formulas, for the boxes of a page."""
    found = {}
    for name, offered in squares(scenarios).items():
        for id_, (block, _, box) in form.fields.items():
            if box.name != name:
                continue
            given = folded(str(entries.get(id_, "")))
            ticked = [TICKED if given in map(folded, one.typed) else EMPTY for one in offered]
            found[ticks_key(block.id, name)] = _BETWEEN.join(
                _beside(square, one.name) for square, one in zip(ticked, offered, strict=True)
            )
    return found
