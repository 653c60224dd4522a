"""How a plot is written, in small print at the foot of each log: every word of an edition with its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.styles import sized
from sheetscore.systems.airforce.editions import Edition, Special

SMALL_LINE = 12
"""The height in pixels of one of several lines of 8 points below each other."""


TITLE = "How a plot is written"
RULE = (
    "modes (maneuver, level, dive range): points straight on before any maneuver;  "
    "run in: those before line 1;  odd: 1 if the next hex across is the left one;  I: inverted"
)

PLOTS = (
    ("1 to 99", "so many hexes straight on"),
    ("TR TL", "turn, from a bank to that side"),
    ("SR SL", "slip one hex aside: 1 point"),
    ("SL TR", "skid: slip, then turn against it"),
    ("HR HL", "half roll, two hexes: 2 points"),
    ("BR BL", "roll a step: ½ mode, rounded up"),
    ("BRR BLL", "roll two steps: L RB IR I IL LB L"),
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

COLUMNS, WORD_UNITS, TITLE_UNITS = 4, 2, 5
"""How many words stand side by side, and the widths in units of a word (its meaning takes the rest) and of the title.
"""

WORD, MEANING = sized("small strong", 7.9), sized("instruction", 7.9)
"""The styles of a word and its meaning, in the largest letters that have room: printed, these are of 7.5 points."""


def legend(rules: Edition) -> Sequence[tuple[str, str]]:
    """Return every word of plots and of the special box in an edition, with its meaning."""
    special = [
        (word, f"special: {' or '.join(ATTITUDES[one] for one in attitudes)}")
        for word, attitudes in rules.words.items()
    ]
    return (*PLOTS, *special, *LOADS)


def put_legend(page: PageLayout, rules: Edition) -> None:
    """Put the words of an edition below the blocks of a page, in columns to be read downwards."""
    page.add_row(page.measures.gap)
    title = page.add_row(SMALL_LINE)
    page.put(title, 0, TITLE_UNITS, "small strong", text=TITLE)
    page.put(title, TITLE_UNITS, page.grid.columns - TITLE_UNITS, "instruction", text=RULE)
    words = legend(rules)
    rows = [page.add_row(SMALL_LINE) for _ in range(ceil(len(words) / COLUMNS))]
    edges = [page.grid.columns * column // COLUMNS for column in range(COLUMNS + 1)]
    for at, (word, meaning) in enumerate(words):
        column, row = divmod(at, len(rows))
        left, right = edges[column], edges[column + 1]
        page.put(rows[row], left, WORD_UNITS, WORD, text=word)
        page.put(rows[row], left + WORD_UNITS, right - left - WORD_UNITS, MEANING, text=meaning)
