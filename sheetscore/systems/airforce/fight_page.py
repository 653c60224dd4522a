"""A table's own page: its aircraft, and what follows from their logs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from sheetscore.forms.form import LogBlock, Page, PageEntries, PageForm, PageKind, PageScore, SeatList
from sheetscore.sheets.formulas import box_cell, page_row, who_sits
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import (
    SeatTable,
    heading,
    on_paper,
    signatures,
)
from sheetscore.systems.airforce.log_page import CARD, FATE, PILOT, PRINTED, WIDTHS, is_filled
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import column_letters

SIGNED_AT_TABLE = ("signed for one side", "signed for the other", "director")

_COLUMNS = {"seat": 1, "pilot": 9, "card": 17, "turns": 23, "shots": 25, "fate": 27, "filled": 31}
_CAPTIONS = ("aircraft", "pilot", "card", "turns", "shots", "fate", "filled")
_STYLES = {"seat": "label", "pilot": "shown", "card": "shown", "fate": "shown", "filled": "tick"}
"""The styles of the columns that do not have sums."""

_FROM_LOGS = "follows from the logs"

_SEATS = SeatTable("Aircraft", _FROM_LOGS, 10, _COLUMNS, _CAPTIONS, _STYLES)

_FIRST_ROW = 6


def lay_out_fight_page(form: PageForm, seats: Sequence[Page]) -> PageLayout:
    """Lay out a table's own page."""
    listed = partial(_SEATS.lay_out, seats=[replace(page, seat=page.called) for page in seats])
    page = on_paper(form, [heading, listed], form.blocks, [partial(signatures, who=SIGNED_AT_TABLE)])
    page.widths, page.printed = WIDTHS, PRINTED  # its worksheet is that of the logs
    return page


def _figures(_own: PageScore, page: Page, score: PageScore, entries: PageEntries) -> dict[str, CellValue]:
    return {
        "pilot": who_sits(page.form, entries),
        "card": card_called(page.form, str(entries[CARD])) if CARD in entries else "",
        "turns": _filled_lines(score, "turn", "plot") or "",
        "shots": _filled_lines(score, "shot", "turn") or "",
        "fate": entries.get(FATE, ""),
        "filled": int(is_filled(entries)),
    }


def card_called(form: PageForm, card: str) -> str:
    """Return the name of a card on logs."""
    _, _, box = form.fields[CARD]
    return box.choices.shown(card) if box.choices else card


def _filled_lines(score: PageScore, block: str, box: str) -> int:
    """Count the lines of a block with a value in a box."""
    return sum(row.values[box] is not None for row in score.rows[block])


def _log_formulas(log: PageLayout) -> dict[str, str]:
    pilot, card, fate = (box_cell(log, box) for box in (PILOT, CARD, FATE))
    written = ",".join(_boxes(log, block) for block in ("turn", "shot", "end"))
    return {
        "pilot": f'IF({pilot}="","",{pilot})',
        "card": f'IF({card}="","",{card})',
        "turns": _count(_boxes(log, "turn", "plot")),
        "shots": _count(_boxes(log, "shot", "turn")),
        "fate": f'IF({fate}="","",{fate})',
        "filled": f"IF(COUNTA({written})>0,1,0)",
    }


def _count(boxes: str) -> str:
    """Return the formula that counts the filled boxes; it shows nothing in place of 0, since nothing was flown yet."""
    return f'IF(COUNTA({boxes})=0,"",COUNTA({boxes}))'


def _boxes(log: PageLayout, block: str, box: str = "") -> str:
    """Refer to a column of boxes of a block, or to all its boxes, on each sheet of paper."""
    place = log.places[block]
    first, last = map(column_letters, (place.columns[box],) * 2 if box else place.inputs)
    return ",".join(f"{first}{page_row(top)}:{last}{page_row(bottom)}" for top, bottom in place.areas)


FIGHT_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_fight_page,
    seat_list=SeatList(
        first_row=_FIRST_ROW,
        columns=_COLUMNS,
        who="pilot",
        filled="filled",
        figures=_figures,
        table_page_formulas=lambda _own, _row, _log: {},
        seat_page_formulas=_log_formulas,
    ),
    log=LogBlock(block="log", when=("turn",), who="pilot", what="event"),
    formerly=(f"{_FROM_LOGS} by itself", "All moves are plotted at once, then flown, then shots are fired."),
    on_paper=True,
    hint="All moves are plotted at once, then flown, then shots are fired. After the fight one of each side signs; the "
    "sheet goes to the director.",
)
"""The page of the table itself."""
