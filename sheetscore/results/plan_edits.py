"""Changes by hand in the workbook of a plan: changed seats on the sheet of a round are followed, if possible.

A line with unchanged cells stays as planned, even if players were renamed since.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_title
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Field
from sheetscore.forms.choices import Choices
from sheetscore.forms.values import understand
from sheetscore.pairing.draw import Draw, TableDraw, display_name
from sheetscore.sheets.drawn_sheet import SEAT, WHO, planned_title
from sheetscore.sheets.plan_tables import NOWHERE, PLAN_SHEET
from sheetscore.sheets.postings import NOBODY
from sheetscore.systems.context import ChangedSeat
from sheetscore.wording import join_words
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.typed import InvalidValue

_IN_DRAW = "in the draw once it is made"
"""Where to change who sits where if all rounds are drawn at once."""


class WrittenLine(Struct, frozen=True, array_like=True):
    """A line of the sheet of a planned round as it was written."""

    table: int | None
    """The table; None for a player without a seat."""
    seat: str
    """The id of the seat."""
    title: str
    """The seat as people read it."""
    who: str
    """The text shown: the player's name and id, or the word for nobody."""


class WrittenWay(Struct, frozen=True, array_like=True):
    """A line of the sheet with everybody's way as it was written: the player, and the place in each round."""

    who: str
    places: Mapping[int, str]


class WrittenRound(Struct, frozen=True):
    """A round as planned, with the lines of its sheet, which workbooks of early versions do not record."""

    drawn: Draw
    lines: tuple[WrittenLine, ...]


class EditedRound(Struct, frozen=True):
    """A planned round with the changes made by hand."""

    drawn: Draw
    changes: tuple[ChangedSeat, ...] = ()
    """Changes that are followed."""
    mistakes: tuple[Finding, ...] = ()
    """Errors about changes that cannot be followed."""


def edited_round(
    workbook: ReadWorkbook, event: Event, written: WrittenRound, ways: Sequence[WrittenWay]
) -> EditedRound:
    """Compare the sheet of a round, and everybody's way, with what was written, and take over changed seats."""
    if not written.lines:
        return EditedRound(written.drawn)
    title = planned_title(written.drawn.round)
    sheet = workbook.sheets.get(title)
    if sheet is None:
        message = f"{workbook.path.name} has no sheet “{title}” any more: give it that title back, or plan again"
        return EditedRound(written.drawn, mistakes=(finding("plan-edited", message, sheet=workbook.path.name),))
    on_ways = _ways_changed(workbook.sheets.get(PLAN_SHEET), written.drawn.round, ways)
    reader = _SheetReader(sheet, title, event, written)
    reader.read()
    # as long as some lines cannot be read, a player may only seem to have a second seat
    mistakes = (*on_ways, *(reader.mistakes or reader.twice()), *reader.changes_of_fixed_seats())
    if mistakes:
        return EditedRound(written.drawn, mistakes=mistakes)
    return EditedRound(reader.drawn(), tuple(reader.changes()))


def _ways_changed(sheet: ReadSheet | None, stage: int, ways: Sequence[WrittenWay]) -> Iterator[Finding]:
    """Find values typed over everybody's way, which follows from the rounds' sheets; none without the sheet of ways."""
    rows = sheet and sheet.rows_headed((WHO,))
    if not sheet or not rows:
        return
    where = _IN_DRAW if stage == WHOLE_EVENT else f"on the sheet “{planned_title(stage)}”"
    columns = {number: rows.columns.get(stage_title(number)) for way in ways for number in way.places}
    numbers = [number for number in columns if stage in {number, WHOLE_EVENT}]
    places = {way.who: way.places for way in ways}
    for row in rows.numbers:
        cell = sheet.cells.get((row, rows.columns[WHO]))
        way = places.get(str(cell.value)) if cell else None
        if not way:
            continue
        for number in numbers:
            column = columns[number]
            typed = sheet.cells.get((row, column)) if column is not None else None
            was = way.get(number, NOWHERE)
            if typed is not None and typed.formula is None and str(typed.value) != was:
                message = (
                    f"there is “{typed.value}”, and planned was “{was}”. This sheet follows from those of the rounds: "
                    f"put it back, and change who sits where {where}"
                )
                yield finding("plan-edited", message, sheet=PLAN_SHEET, cell=address(row, column or 0))


class _SheetReader:
    """Reads the sheet of a round, line by line."""

    def __init__(self, sheet: ReadSheet, title: str, event: Event, written: WrittenRound) -> None:
        self.sheet, self.title, self.event, self.written = sheet, title, event, written
        ids = [*event.names]
        labels = tuple(display_name(id_, event.names) for id_ in ids)
        self.box = Field("who", WHO, "player", 1, "", Choices("players", labels, tuple(ids)))
        self.mistakes: list[Finding] = []
        self.seats: dict[tuple[int, str], tuple[str | None, str]] = {}
        """The present player of each seat, and the cell."""
        self.byes: list[str] = []
        planned = ((table, seat, player) for table, seat, player in written.drawn.places())
        self.was = {(table, seat): player for table, seat, player in planned}
        """The planned player of each seat."""

    def read(self) -> None:
        """Read all lines, and collect their mistakes."""
        headings = (self.event.TABLE_CALLED, SEAT, WHO)
        rows = self.sheet.rows_headed(headings)
        if rows is None:
            self._wrong("", f"the headings {join_words(headings)} are gone: put them back, or plan again")
            return
        known = {(line.table, line.title): line for line in self.written.lines if line.table}
        # lines without a seat are written in the order of the byes
        unseated = dict.fromkeys(line.who for line in self.written.lines if not line.table)
        waiting = dict(zip(unseated, self.written.drawn.byes, strict=False))
        for row in rows.numbers:
            table, seat, who = (self._text(row, rows.columns[heading]) for heading in headings)
            place = address(row, rows.columns[WHO])
            line = known.get((int(table), seat)) if table.isdecimal() else None
            if line:
                self._take(line, who, place)
            elif table:
                self._wrong(place, f"{self.event.TABLE_CALLED.lower()} {table} has no seat “{seat}” in the plan")
            elif who in waiting:
                self.byes.append(waiting[who])
            elif who and seat and (player := self._understood(who, place)):  # “seat” is a word such as “bye” here
                self.byes.append(player)
        for line in known.values():
            if (line.table or 0, line.seat) not in self.seats:
                where = f"{self.event.TABLE_CALLED.lower()} {line.table}, {line.title}"
                self._wrong("", f"the line of {where} is gone: put it back, or plan again")

    def _text(self, row: int, column: int) -> str:
        cell = self.sheet.cells.get((row, column))
        return "" if cell is None or cell.value is None else str(cell.value).strip()

    def _take(self, line: WrittenLine, who: str, place: str) -> None:
        """Note who is now on the line of a seat; a line that comes a second time is a mistake."""
        at = line.table or 0, line.seat
        if at in self.seats:
            self._wrong(place, f"{self._seat_name(at)} stands here a second time: keep one of the lines")
            return
        if who == line.who:
            player = self.was.get(at)
        elif who in {"", NOBODY}:
            player = None
        else:
            player = self._understood(who, place)
        self.seats[at] = player, place

    def _understood(self, who: str, place: str) -> str | None:
        value = understand(self.box, who)
        if isinstance(value, InvalidValue):
            self._wrong(place, value.message.replace("choose from the list", "write one of"))
            return None
        return None if value is None else str(value)

    def _seat_name(self, at: tuple[int, str]) -> str:
        line = next(one for one in self.written.lines if (one.table, one.seat) == at)
        return f"{self.event.TABLE_CALLED.lower()} {line.table}, {line.title}"

    def twice(self) -> Iterator[Finding]:
        """Find players with more seats in a round than planned."""
        planned = Counter((player, self.event.round_of_seat(seat)) for (_, seat), player in self.was.items())
        cells: dict[tuple[str, int | None], list[str]] = defaultdict(list)
        for (_, seat), (player, place) in self.seats.items():
            if player:
                cells[player, self.event.round_of_seat(seat)].append(place)
        for (who, round_), places in cells.items():
            if len(places) > max(1, planned[who, round_]):
                name = display_name(who, self.event.names)
                message = f"{name} sits at {len(places)} places, {join_words(places)}: keep one of them"
                yield finding("plan-edited", message, sheet=self.title, cell=places[-1])

    def changes_of_fixed_seats(self) -> Iterator[Finding]:
        """Find changed seats if all rounds are drawn at once, by rule: then none may be changed in the plan."""
        for (table, seat), (player, place) in self.seats.items():
            was = self.was.get((table, seat))
            if self.written.drawn.round == WHOLE_EVENT and player != was:
                planned = display_name(was, self.event.names) if was else NOBODY
                message = (
                    f"planned was “{planned}”, and all rounds are drawn at once, by rule: put it back, and change who "
                    f"sits where {_IN_DRAW}"
                )
                yield finding("plan-edited", message, sheet=self.title, cell=place)

    def changes(self) -> Iterator[ChangedSeat]:
        """Yield the changed seats."""
        for at, (player, place) in self.seats.items():
            was, is_ = (display_name(one, self.event.names) if one else "nobody" for one in (self.was.get(at), player))
            if was != is_:
                called = self._seat_name(at)
                where = f"{called[:1].upper()}{called[1:]}"
                sentence = f"{where}: {is_} instead of {was}, by hand in the plan ({self.title}!{place})."
                yield ChangedSeat(*at, player, sentence)

    def drawn(self) -> Draw:
        """Return the round as now planned."""
        tables = tuple(map(self._table, self.written.drawn.tables))
        seated = {player for table in tables for player in table.seated.values()}
        byes = tuple(one for one in dict.fromkeys(self.byes) if one not in seated)
        return replace(self.written.drawn, tables=tables, byes=byes)

    def _table(self, table: TableDraw) -> TableDraw:
        return replace(table, seats={seat: self.seats[table.number, seat][0] for seat in table.seats})

    def _wrong(self, cell: str, message: str) -> None:
        self.mistakes.append(finding("plan-edited", message, sheet=self.title, cell=cell))
