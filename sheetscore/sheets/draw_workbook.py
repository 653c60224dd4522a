"""The draw of a round: a list to edit, postings by table and by name that follow it, the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from xlsxwriter.format import Format

from sheetscore.event.model import Event
from sheetscore.forms.form import Choices
from sheetscore.pairing.draw import Draw, named, side_of
from sheetscore.sheets.lists import write_lists
from sheetscore.sheets.paper import PAPERS, fit_width
from sheetscore.sheets.sheet_map import MapHeading, write_map
from sheetscore.sheets.styles import styles_of
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.names import Area, address

DRAW_SHEET = "Draw"
DRAW_COLUMNS = ("Table", "Seat", "Side", "Pilot")
DRAW_FIRST = 4
"""The first row of the list."""

SITS_OUT = "sits out"
SPARE_LINES = 4
"""Lines for those who sit out that are left free."""

_ACROSS = 2
"""Tables side by side on the posting."""


@dataclass(frozen=True)
class DrawLine:
    """A line of the list: the table (0 for those who sit out), the seat, its side, and who sits there."""

    table: int
    seat: str
    side: str
    player: str | None


def draw_lines(event: Event, draw: Draw) -> list[DrawLine]:
    """Give the lines of a draw in the order of the list: every seat, then those who sit out."""
    titles = {side.id: side.title for side in event.scenario_of(draw.round).sides}
    lines = [
        DrawLine(table.number, seat, titles.get(side_of(seat), side_of(seat)), player)
        for table in draw.tables
        for seat, player in table.seats.items()
    ]
    lines += [DrawLine(0, SITS_OUT, "", player) for player in draw.byes]
    return lines + [DrawLine(0, SITS_OUT, "", None)] * SPARE_LINES


def write_draw(path: Path, event: Event, draw: Draw) -> None:
    """Write a round's draw.

    Parameters
    ----------
    path
        Where to; overwritten.
    """
    _DrawWriter(path, event, draw).write()


class _DrawWriter:
    """Writes one draw; knows what is on which line."""

    def __init__(self, path: Path, event: Event, draw: Draw) -> None:
        self.event = event
        self.draw = draw
        self.lines = draw_lines(event, draw)
        self.names = {player.id: player.name for player in event.players}
        self.book = Book(path, f"{event.header.name}, draw of round {draw.round}")
        self.style: Callable[[str], Format] = styles_of(self.book)
        self.paper = PAPERS[event.header.paper]
        self.title = f"{event.header.name}: round {draw.round}"
        self.scenario = event.scenario_of(draw.round).title

    def shown(self, player: str | None) -> str:
        """Give a player as the lists show them."""
        return named(player, self.names) if player else ""

    def write(self) -> None:
        """Write the file."""
        sheet = self.book.sheet(DRAW_SHEET)
        players = Choices("players", tuple(map(self.shown, sorted(self.names))), tuple(sorted(self.names)))
        lists = write_lists(self.book, [players])
        self._list(sheet, lists.of(players))
        self._by_table()
        self._by_name()
        self._report()
        header = self.event.header
        heading = MapHeading("draw", self.event.key, header.name, header.system, self.draw.round, "")
        write_map(self.book, heading, [])
        self.book.close()

    def _heading(self, sheet: Sheet, what: str) -> None:
        sheet.raw.hide_gridlines(2)
        sheet.height(0, 34)
        sheet.text(0, 0, f"{self.title}, {what}", self.style("title"))
        sheet.text(1, 0, self.scenario, self.style("subtitle"))

    def _list(self, sheet: Sheet, source: str) -> None:
        self._heading(sheet, "draw")
        hint = "Change pilots with the drop-downs if you must; then run: sheetscore sheets"
        sheet.text(2, 0, f"{hint} {self.draw.round}", self.style("small"))
        sheet.widths((70, 140, 180, 300))
        for column, heading in enumerate(DRAW_COLUMNS):
            sheet.text(DRAW_FIRST - 1, column, heading, self.style("column"))
        for row, line in enumerate(self.lines, start=DRAW_FIRST):
            sheet.value(row, 0, line.table or None, self.style("cell middle"))
            sheet.text(row, 1, line.seat, self.style("cell"))
            sheet.text(row, 2, line.side, self.style("cell"))
            sheet.text(row, 3, self.shown(line.player), self.style("input text"))
        last = DRAW_FIRST + len(self.lines) - 1
        sheet.validate(
            DRAW_FIRST,
            3,
            last,
            3,
            {
                "validate": "list",
                "source": f"={source}",
                "input_title": "Pilot",
                "input_message": "Choose who sits here; clear the cell for an empty seat.",
                "error_message": "Choose a pilot from the list.",
            },
        )
        sheet.protect()
        sheet.raw.freeze_panes(DRAW_FIRST, 0)
        fit_width(sheet.raw, self.paper, repeat=DRAW_FIRST - 1, area=(last, 3))

    def _pilot(self, line: int) -> str:
        """Give the cell of the list that says who sits on a line."""
        return f"'{DRAW_SHEET}'!{address(DRAW_FIRST + line, 3, fixed=True)}"

    def _by_table(self) -> None:
        sheet = self.book.sheet("By table")
        self._heading(sheet, "by table")
        sheet.widths((110, 250, 30) * _ACROSS)
        groups: dict[int, list[int]] = {}
        for number, line in enumerate(self.lines):
            if line.table:
                groups.setdefault(line.table, []).append(number)
        tall = max(map(len, groups.values()), default=0) + 2
        for index, (table, numbers) in enumerate(groups.items()):
            top, left = 3 + index // _ACROSS * tall, index % _ACROSS * 3
            sheet.height(top, 30)
            sheet.span(top, left, top, left + 1, self.style("column"))
            sheet.text(top, left, f"Table {table}", self.style("posted table"))
            for row, number in enumerate(numbers, start=top + 1):
                sheet.height(row, 24)
                sheet.text(row, left, self.lines[number].seat, self.style("posted"))
                pilot = self._pilot(number)
                cached = self.shown(self.lines[number].player) or "—"
                sheet.formula(row, left + 1, f'IF({pilot}="","—",{pilot})', cached, self.style("posted"))
        sheet.protect()
        fit_width(sheet.raw, self.paper)

    def _by_name(self) -> None:
        sheet = self.book.sheet("By name")
        self._heading(sheet, "by name")
        sheet.widths((330, 110, 170))
        sheet.raw.set_column(3, 3, None, None, {"hidden": True})
        for column, heading in enumerate(("Pilot", "Table", "Seat")):
            sheet.text(DRAW_FIRST - 1, column, heading, self.style("column"))
        columns = [
            Area(DRAW_SHEET, DRAW_FIRST, column, DRAW_FIRST + len(self.lines) - 1, column).reference
            for column in range(4)
        ]
        seated = {line.player: number for number, line in enumerate(self.lines) if line.player}
        playing = sorted(self.event.playing(self.draw.round), key=lambda player: player.name.casefold())
        for row, player in enumerate(playing, start=DRAW_FIRST):
            sheet.height(row, 24)
            self._posted_name(sheet, row, player.id, seated.get(player.id), columns)
        sheet.protect()
        fit_width(sheet.raw, self.paper, repeat=DRAW_FIRST - 1, area=(DRAW_FIRST + len(playing) - 1, 2))

    def _posted_name(self, sheet: Sheet, row: int, player: str, line: int | None, columns: Sequence[str]) -> None:
        found = self.lines[line] if line is not None else DrawLine(0, SITS_OUT, "", None)
        here = row + 1
        place = f"SUMPRODUCT(MAX(({columns[3]}=A{here})*(ROW({columns[3]})-{DRAW_FIRST})))"
        sheet.text(row, 0, self.shown(player), self.style("posted"))
        sheet.formula(row, 3, place, 0 if line is None else line + 1)
        sheet.formula(
            row,
            1,
            f'IF(D{here}=0,"",IF(INDEX({columns[0]},D{here})="","",INDEX({columns[0]},D{here})))',
            found.table or "",
            self.style("posted middle"),
        )
        seat = f'IF(D{here}=0,"{SITS_OUT}",INDEX({columns[1]},D{here}))'
        sheet.formula(row, 2, seat, found.seat, self.style("posted"))

    def _report(self) -> None:
        sheet = self.book.sheet("Report")
        self._heading(sheet, "what the draw reached")
        sheet.widths((680,))
        report = self.draw.report or ("Nothing is repeated, nobody sits out.",)
        for row, line in enumerate(report, start=3):
            sheet.text(row, 0, line, self.style("cell wrap"))
            sheet.height(row, 6 + 16 * (1 + len(line) // 95))
        sheet.protect()
        fit_width(sheet.raw, self.paper)
