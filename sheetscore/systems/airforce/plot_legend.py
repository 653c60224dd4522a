"""How a plot is written, in small print on the page of an aircraft: each word with what it does.

Source: Updated Air Force / Dauntless (30 degree turns).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import NOTE_LINE_HEIGHT
from sheetscore.systems.airforce.editions import Edition, Special

TITLE = "How a plot is written"
RULE = "capitals make no difference; modes: so many points straight on before a bank, turn, slip, half roll, loop"

PLOTS = (
    ("1 to 99", "so many hexes straight on"),
    ("TR TL", "turn, from a bank to that side"),
    ("SR SL", "slip one hex aside: 1 point"),
    ("SL TR", "skid: slip, then turn against it"),
    ("HR HL", "half roll, two hexes: 2 points"),
    ("BR BL", "roll one step: L RB IR I IL LB L"),
    ("BRR BLL", "roll two of these steps"),
    ("N", "roll to level"),
    ("V", "half loop: counts twice"),
    ("VRR VLL", "turn by looping: counts twice"),
)
"""Words of plots."""

LOADS = (
    ("BOMB", "special: the bombs are dropped"),
    ("JETT", "special: the load is jettisoned"),
    ("LAME", "special: an engine is gone, no power"),
)
"""Special words that every edition has."""

ATTITUDES: Mapping[Special, str] = {
    "steep_climb": "steep climb",
    "steep_dive": "steep dive",
    "vertical_dive": "vertical dive",
}
"""What the special words of an edition stand for."""

COLUMNS, WORD_UNITS, TITLE_UNITS = 4, 2, 8
"""How many words stand side by side, the units that each takes (the rest is for what it does), those of the title."""


def legend(rules: Edition) -> Sequence[tuple[str, str]]:
    """Return every word of plots and of the special box in an edition, with what it does."""
    special = [
        (word, f"special: {' or '.join(ATTITUDES[one] for one in attitudes)}")
        for word, attitudes in rules.words.items()
    ]
    return (*PLOTS, *special, *LOADS)


def put_legend(page: PageLayout, rules: Edition) -> None:
    """Put the words of an edition below what a page has, in columns that are read downwards."""
    page.add_row(page.measures.gap)
    title = page.add_row(page.measures.title)
    page.put(title, 0, TITLE_UNITS, "band", text=TITLE)
    page.put(title, TITLE_UNITS, page.grid.columns - TITLE_UNITS, "band rule", text=RULE)
    words = legend(rules)
    rows = [page.add_row(NOTE_LINE_HEIGHT) for _ in range(ceil(len(words) / COLUMNS))]
    edges = [page.grid.columns * column // COLUMNS for column in range(COLUMNS + 1)]
    for at, (word, meaning) in enumerate(words):
        column, row = divmod(at, len(rows))
        left, right = edges[column], edges[column + 1]
        page.put(rows[row], left, WORD_UNITS, "small strong", text=word)
        page.put(rows[row], left + WORD_UNITS, right - left - WORD_UNITS, "small", text=meaning)
