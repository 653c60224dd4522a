"""A table's own page: its aircraft, who flies them, how far their logs go, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from sheetscore.forms.form import LogBlock, Page, PageEntries, PageForm, PageKind, PageScore, SeatList
from sheetscore.sheets.formulas import box_cell, page_row, who_sits
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import SeatTable, heading, on_paper, signatures
from sheetscore.systems.airforce.log_page import CARD, FATE, PILOT, is_filled
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import column_letters

SIGNED = ("signed for one side", "signed for the other", "director")

_COLUMNS = {"seat": 1, "pilot": 6, "card": 15, "turns": 21, "shots": 24, "fate": 27, "filled": 31}
_CAPTIONS = ("aircraft", "pilot", "card", "turns", "shots", "fate", "filled")
_STYLES = {"seat": "label", "pilot": "shown", "card": "shown", "fate": "shown", "filled": "tick"}
"""Of the columns that are no sums."""

_SEATS = SeatTable("Aircraft", "follows from the logs by itself", 10, _COLUMNS, _CAPTIONS, _STYLES)

_FIRST_ROW = 6


def lay_out_fight_page(form: PageForm, seats: Sequence[Page]) -> PageLayout:
    """Lay out a table's own page."""
    listed = partial(_SEATS.lay_out, seats=seats)
    return on_paper(form, [heading, listed], form.blocks, [partial(signatures, who=SIGNED)])


def _figures(_own: PageScore, page: Page, score: PageScore, entries: PageEntries) -> dict[str, CellValue]:
    return {
        "pilot": who_sits(page.form, entries),
        "card": entries.get(CARD, ""),
        "turns": _lines(score, "turn", "plot"),
        "shots": _lines(score, "shot", "turn"),
        "fate": entries.get(FATE, ""),
        "filled": int(is_filled(entries)),
    }


def _lines(score: PageScore, block: str, box: str) -> int:
    return sum(row.values[box] is not None for row in score.rows[block])


def _there(log: PageLayout) -> dict[str, str]:
    pilot, card, fate = (box_cell(log, box) for box in (PILOT, CARD, FATE))
    written = ",".join(_boxes(log, block) for block in ("turn", "shot", "end"))
    return {
        "pilot": f'IF({pilot}="","",{pilot})',
        "card": f'IF({card}="","",{card})',
        "turns": f"COUNTA({_boxes(log, 'turn', 'plot')})",
        "shots": f"COUNTA({_boxes(log, 'shot', 'turn')})",
        "fate": f'IF({fate}="","",{fate})',
        "filled": f"IF(COUNTA({written})>0,1,0)",
    }


def _boxes(log: PageLayout, block: str, box: str = "") -> str:
    """Refer to a column of boxes of a block, or to all its boxes, on each sheet of paper."""
    place = log.places[block]
    first, last = map(column_letters, (place.columns[box],) * 2 if box else place.inputs)
    return ",".join(f"{first}{page_row(top)}:{last}{page_row(bottom)}" for top, bottom in place.areas)


def _nothing_here(_own: PageLayout, _row: int, _log: PageLayout) -> Mapping[str, str]:
    return {}


FIGHT_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_fight_page,
    seat_list=SeatList(
        first_row=_FIRST_ROW,
        columns=_COLUMNS,
        who="pilot",
        filled="filled",
        figures=_figures,
        here=_nothing_here,
        there=_there,
    ),
    log=LogBlock(block="log", turn="turn", who="pilot", what="event"),
    on_paper=True,
    hint="All moves are plotted at once, then flown, then shots are fired.",
)
"""The page of the table itself."""
