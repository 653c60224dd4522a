"""The result slips of a round: a slip for every table, two to a page, to cut apart.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey
from sheetscore.sheets.fitting import Room, fitting
from sheetscore.sheets.pages import SCALE
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import set_up_pages

UNITS, UNIT = 24, 29
"""Columns of a slip, and their width in pixels."""

_HEADING, _LINE, _CAPTION, _SIGN, _SIGNED, _CUT = 32, 34, 15, 34, 14, 24
"""Pixels of a slip's rows; those to write on are 8.5 mm at the scale of our pages."""

ON_PAGE = 2

_NUMBERS = ("VP", "CVP inflicted in CC", "CVP lost in CC", "snake eyes", "boxcars")

_NAME, _NUMBER = 9, 3
"""Units of a player's name beside the numbers, and of a number."""


@dataclass(frozen=True)
class Offer:
    """A scenario on offer, and what its sides are called."""

    title: str
    sides: str

    def __str__(self) -> str:
        """Write it as it stands on the slip."""
        return f"{self.title}\n{self.sides}" if self.sides else self.title


def offers_of(event: Event, round_number: int) -> list[Offer]:
    """Return the scenarios that a round offers."""
    choice = event.choice(round_number) if isinstance(event, AsoEvent) else ()
    return [Offer(one.title, " v ".join(side.title for side in one.sides)) for one in choice]


def write_slips(papers: RoundPapers) -> None:
    """Write a slip for every table of the round's list."""
    sheet = papers.book.sheet("Slips")
    sheet.raw.hide_gridlines(2)
    sheet.widths([UNIT] * UNITS)
    offers = offers_of(papers.event, papers.forms.round)
    heights = _heights(offers)
    for index, table in enumerate(papers.tables):
        slip = _Slip(papers, sheet, index * len(heights), heights)
        slip.write(table, offers)
    sheet.protect()
    on_page = max(1, min(ON_PAGE, int(papers.paper.usable[1] * 100 / SCALE / sum(heights))))
    count = len(papers.tables)
    ends = [min(end, count) * len(heights) for end in range(on_page, count + on_page, on_page)]
    if ends:
        set_up_pages(sheet.raw, papers.paper, UNITS - 1, ends, SCALE)


def _heights(offers: Sequence[Offer]) -> list[int]:
    """Return the heights of a slip's rows: heading, names, scenarios, bids, numbers, winner, signatures, the cut."""
    choice = [_CAPTION, *[_LINE] * max(len(offers), 1)]
    bids, numbers, outcome = [_CAPTION, _LINE, _LINE], [_CAPTION, _LINE, _LINE], [_LINE, _LINE]
    return [_HEADING, _LINE, *choice, *bids, *numbers, *outcome, _SIGN, _SIGNED, _CUT]


@dataclass
class _Slip:
    """A slip under construction, from its first row down."""

    papers: RoundPapers
    sheet: Sheet
    row: int
    heights: Sequence[int]

    def __post_init__(self) -> None:
        for row, height in enumerate(self.heights, start=self.row):
            self.sheet.height(row, height)
        self.heights_by_row = dict(enumerate(self.heights, start=self.row))

    def put(self, column: int, units: int, style: str, text: str = "") -> None:
        """Put a cell on the row, its text as large as there is room for."""
        made = self.papers.style(fitting(style, text, self._room(units)) if text else style)
        self.sheet.span(self.row, column, self.row, column + units - 1, made)
        self.sheet.text(self.row, column, text, made)

    def name(self, column: int, units: int, style: str, player: FieldKey, before: str = "", nobody: str = "") -> None:
        """Put a player's name on the row, as it stands on the list now or ever will.

        Parameters
        ----------
        before
            What stands before the name.
        nobody
            What stands there instead while nobody is named.
        """
        formula, cached = self.papers.typed(player)
        text = f"{before}{cached or nobody}"
        made = self.papers.style(fitting(style, text, self._room(units)))
        self.sheet.span(self.row, column, self.row, column + units - 1, made)
        self.sheet.formula(self.row, column, f'"{before}"&IF({formula}="","{nobody}",{formula})', text, made)

    def _room(self, units: int) -> Room:
        return Room(units * UNIT, self.heights_by_row[self.row])

    def write(self, table: int, offers: Sequence[Offer]) -> None:
        """Write the slip of a table."""
        players = [FieldKey(table, seat, "player") for seat in SEATS]
        self.put(0, 7, "headline", f"Table {table}")
        self.put(7, 17, "heading", self.papers.title)
        self.row += 1
        for column, player in zip((0, 12), players, strict=True):
            self.name(column, 12, "posted name", player)
        self._choice(offers)
        self._bids()
        self._result(players)
        self.row += 2
        self.put(0, 11, "signature", "signed: player 1")
        self.put(12, 11, "signature", "signed: player 2")
        self.row += 1
        self.put(0, UNITS, "cut", "✂")

    def _choice(self, offers: Sequence[Offer]) -> None:
        """Write the choice of the scenario: a line for each, with a box to strike it and one to put it first."""
        self.row += 1
        for column, units, text in (
            (0, 4, "strike"),
            (4, 4, "1st choice"),
            (8, 8, "circle what is played   die ☐ 1 ☐ 2"),
            (16, 4, "strike"),
            (20, 4, "1st choice"),
        ):
            self.put(column, units, "caption", text)
        for offer in map(str, offers or [Offer("", "")]):
            self.row += 1
            for column in (0, 4, 16, 20):
                self.put(column, 4, "by hand")
            self.put(8, 8, "offered", offer)

    def _bids(self) -> None:
        """Write the secret bids: a side and a level from 0 to 3."""
        self.row += 1
        for column, level in ((0, "level 0 to 3"), (12, "level   die ☐ 1 ☐ 2")):
            self.put(column, 8, "caption", "bid: side")
            self.put(column + 8, 4, "caption", level)
        self.row += 1
        for column in (0, 12):
            self.put(column, 8, "by hand")
            self.put(column + 8, 4, "by hand")
        self.row += 1
        for column in (0, 12):
            self.put(column, 3, "label", "plays")
            self.put(column + 3, 9, "by hand")

    def _result(self, players: Sequence[FieldKey]) -> None:
        """Write the numbers of both players, who won and how it was decided."""
        self.row += 1
        for number, text in enumerate(_NUMBERS):
            self.put(_NAME + number * _NUMBER, _NUMBER, "caption", text)
        for player in players:
            self.row += 1
            self.name(0, _NAME, "label", player, nobody=f"player {player.seat}")
            for number in range(len(_NUMBERS)):
                self.put(_NAME + number * _NUMBER, _NUMBER, "by hand")
        self.row += 1
        self.put(0, 3, "plain", "winner:")
        self.name(3, 9, "plain", players[0], "☐ ", "player 1")
        self.put(12, 3, "plain", "☐ draw")
        self.name(15, 9, "plain", players[1], "☐ ", "player 2")
        self.row += 1
        self.put(0, 13, "plain", "decided by:  ☐ play  ☐ agreement  ☐ dice  ☐ judges")
        self.put(13, 4, "small wrap", "optional rules that both waive:")
        self.put(17, 7, "by hand")
