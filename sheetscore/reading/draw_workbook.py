"""A draw read back, as the director may have edited it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count, takewhile
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_name
from sheetscore.event.load import keys_of, limits_of
from sheetscore.event.model import ABSENT, BYE, SITS_OUT, Event, Premise
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.block import Field
from sheetscore.forms.choices import Choices
from sheetscore.forms.round_forms import MOST_TIMES
from sheetscore.forms.values import understand
from sheetscore.pairing.draw import Draw, TableDraw, display_name, is_left_over, side_of
from sheetscore.reading.evidence import TextRows, of_another_event, text_rows, written_map
from sheetscore.sheets.draw_workbook import (
    DRAW_COLUMNS,
    DRAW_SHEET,
    DRAWN_AS,
    FURTHER_SHEET,
    NOTHING_TO_REPORT,
    PREMISES_SHEET,
    REMARKS_SHEET,
    REPORT_FIRST,
    REPORT_SHEET,
    SITTING_OUT_SHEET,
)
from sheetscore.sheets.offered_lists import as_listed, lists_as_made, names_before
from sheetscore.systems.context import RoundContext
from sheetscore.systems.system import E, System
from sheetscore.wording import join_words
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook, read_workbook
from sheetscore.workbooks.typed import InvalidValue, whole_number_from


class ReadDraw(Struct, frozen=True):
    """A draw as its workbook has it now, with findings about everything that is wrong in it."""

    draw: Draw
    findings: tuple[Finding, ...]
    made_with: Mapping[str, str] = field(default_factory=dict)
    """The premises of the draw when it was made, by key."""


def read_draw(path: Path, system: System[E], context: RoundContext[E]) -> ReadDraw:
    """Read a draw.

    Parameters
    ----------
    context
        The round, with its earlier rounds if repetitions are to be reported.

    Raises
    ------
    UnreadableFile
        It is no workbook at all.
    """
    return draw_in(read_workbook(path, limits=limits_of(context.event)), system, context)


def draw_in(workbook: ReadWorkbook, system: System[E], context: RoundContext[E]) -> ReadDraw:
    """Return the draw in a workbook that was read; see :func:`read_draw`."""
    event, stage = context.event, context.stage
    wrong = _foreign(workbook, event, stage)
    sheet = workbook.sheets.get(DRAW_SHEET)
    if wrong or sheet is None:
        lost = finding(
            "draw-structure", f"{workbook.path.name} has no sheet “{DRAW_SHEET}”; draw again", sheet=DRAW_SHEET
        )
        return ReadDraw(Draw(stage, (), (), ()), (wrong or lost,))
    made_with = [one for alike in lists_as_made(workbook).values() for one in alike]
    reader = _DrawReader(sheet, event, stage, as_listed(workbook, event.names), made_with)
    draw = reader.read()
    draw = replace(draw, sitting_out=_sitting_out(workbook, draw))
    premises = premises_in(workbook)
    found = [*map(reader.placed, system.find_in_draw(replace(context, draw=draw, drawn_as=drawn_as_in(premises))))]
    if reader.missing_sides:  # players seem to have no seat only because a side is missing
        found = [one for one in found if not is_left_over(one)]
    complete = replace(draw, report=_report(workbook), remarks=_remarks(workbook), further=_further(workbook, draw))
    findings = (*reader.findings, *found)
    changed = _changed(event, stage, premises)
    if not changed:
        return ReadDraw(complete, findings, premises)
    stops = any(one.is_error for one in findings) or any(one.on_sheets for one in changed)
    severity = Severity.ERROR if stops else Severity.WARNING
    is_scored = context.has_results and stage != WHOLE_EVENT
    if is_scored and not stops:
        severity = Severity.NOTE
    changes = _round_changed(stage, changed, premises, severity, is_scored=is_scored)
    # with another scenario, for example, no line of the draw fits: one sentence explains that
    return ReadDraw(complete, (changes,) if stops else (changes, *findings), premises)


def changes_since_drawn(drawn: ReadDraw, event: Event) -> str:
    """Return what was changed in a round since it was drawn, in words; "" for nothing."""
    return _clauses(_changed(event, drawn.draw.round, drawn.made_with), drawn.made_with)


def _changed(event: Event, stage: int, then: Mapping[str, str]) -> list[Premise]:
    return [one for one in event.premises_of(stage) if one.differs_from(then.get(one.key, one.value))]


def _clauses(changed: Iterable[Premise], then: Mapping[str, str]) -> str:
    return "; ".join(f"{one.what} was {then[one.key]} and is {one.value}" for one in changed)


def _round_changed(
    stage: int, changed: Iterable[Premise], then: Mapping[str, str], severity: Severity, *, is_scored: bool
) -> Finding:
    """Describe the changes of a round since it was drawn; a scored one is not to be drawn again."""
    again = f"sheetscore {stage_command('draw', stage)} --again"
    advice = (
        "Put it back: the round is scored, and goes by its draw"
        if is_scored
        else f"Draw again ({again}), or put it back"
    )
    if severity is Severity.NOTE:
        advice = "It is scored as it was drawn, and stays so"
    message = f"{stage_name(stage)} was changed after it was drawn: {_clauses(changed, then)}. {advice}"
    return finding("draw-older", message, sheet=DRAW_SHEET, severity=severity)


def _report(workbook: ReadWorkbook) -> tuple[str, ...]:
    """Return the sentences of a draw's report; its tables follow below a gap."""
    sheet = workbook.sheets.get(REPORT_SHEET)
    cells = {row: str(cell.value or "") for (row, column), cell in sheet.cells.items() if column == 0} if sheet else {}
    lines = takewhile(bool, (cells.get(row, "") for row in count(REPORT_FIRST)))
    return tuple(line for line in lines if line != NOTHING_TO_REPORT)


def _remarks(workbook: ReadWorkbook) -> dict[int, tuple[str, ...]]:
    """Return the remarks on the tables of a draw; none if its workbook does not keep them."""
    sheet = workbook.sheets.get(REMARKS_SHEET)
    cells = {at: cell.value for at, cell in sheet.cells.items()} if sheet else {}
    width = max((column for _, column in cells), default=0)
    found: dict[int, tuple[str, ...]] = {}
    for row in sorted({row for row, _ in cells}):
        table = whole_number_from(cells.get((row, 0), ""))
        if not isinstance(table, InvalidValue):
            found[table] = tuple(str(cells.get((row, column)) or "") for column in range(1, width + 1))
    return found


def _further(workbook: ReadWorkbook, draw: Draw) -> dict[tuple[int, str], int]:
    """Return the pages with additional lines, by table and seat, each with how often its lines are continued."""
    sheet = workbook.sheets.get(FURTHER_SHEET)
    cells = {at: cell.value for at, cell in sheet.cells.items()} if sheet else {}
    pages = {(table.number, seat) for table in draw.tables for seat in ("", *table.seats)}
    found: dict[tuple[int, str], int] = {}
    for row in sorted({row for row, _ in cells}):
        table, times = (whole_number_from(cells.get((row, column), "")) for column in (0, 2))
        if not isinstance(table, InvalidValue) and not isinstance(times, InvalidValue):
            found[table, str(cells.get((row, 1)) or "")] = min(times, MOST_TIMES)
    return {page: times for page, times in found.items() if page in pages}


def _sitting_out(workbook: ReadWorkbook, draw: Draw) -> dict[tuple[int, str], str] | None:
    """Return who sits out by table and seat, as far as the draw still has them; None if it has not recorded that."""
    sheet = workbook.sheets.get(SITTING_OUT_SHEET)
    if sheet is None:
        return None
    seats = {(table.number, seat) for table in draw.tables for seat in table.seats}
    found: dict[tuple[int, str], str] = {}
    for row in sorted({row for row, _ in sheet.cells}):
        table, seat, player = (sheet.cells[row, at].value if (row, at) in sheet.cells else "" for at in range(3))
        number = whole_number_from(table or "")
        if not isinstance(number, InvalidValue) and (number, seat) in seats and player:
            found[number, str(seat)] = str(player)
    return found


def read_made_with(path: Path, event: Event) -> dict[str, str]:
    """Read only the premises of a draw, which takes a fraction of the time; see :class:`ReadDraw`.

    Raises
    ------
    UnreadableFile
        It is no workbook at all.
    """
    return premises_in(read_workbook(path, only=PREMISES_SHEET, limits=limits_of(event)))


def read_seats(path: Path, event: Event) -> frozenset[str]:
    """Read only the seats that a draw has lines for, including seats that the event no longer has.

    Raises
    ------
    UnreadableFile
        It is no workbook at all.
    """
    sheet = read_workbook(path, only=DRAW_SHEET, limits=limits_of(event)).sheets.get(DRAW_SHEET)
    rows = text_rows(sheet) if sheet else {}
    start, columns = _headings(rows, event) or (0, {"Seat": -1})  # without headings no cell is in the column
    return frozenset(text for row in rows if row > start for column, text in rows[row] if column == columns["Seat"])


def _headings(rows: TextRows, event: Event) -> tuple[int, dict[str, int]] | None:
    """Return the row of a list's headings with the column of each; None if they are gone.

    Older draws call a table “Table” in every event.
    """
    for row in sorted(rows):
        columns = {text: column for column, text in rows[row]}
        if event.TABLE_CALLED in columns:
            columns.setdefault(DRAW_COLUMNS[0], columns[event.TABLE_CALLED])
        if set(DRAW_COLUMNS) <= set(columns):
            return row, columns
    return None


_QUOTED = re.compile(r"'([^']*)'")


def _in_words(text: str) -> str:
    """Return a list of ids in the present format of draws; in earlier versions it is written as a Python tuple."""
    return ", ".join(_QUOTED.findall(text)) if text.startswith("('") else text


def premises_in(workbook: ReadWorkbook) -> dict[str, str]:
    """Return the premises of a draw; none if its workbook does not keep them.

    A premise about a person may be blank: a substitute is of no team.
    """
    sheet = workbook.sheets.get(PREMISES_SHEET)
    cells = sheet.cells if sheet else {}
    named = {row: str(cell.value) for (row, column), cell in cells.items() if column == 0}
    return {
        key: _in_words(str(cells[row, 1].value)) if (row, 1) in cells else ""
        for row, key in named.items()
        if (row, 1) in cells or key.startswith(DRAWN_AS)
    }


def drawn_as_in(made_with: Mapping[str, str]) -> dict[str, str]:
    """Return what a draw has recorded of everybody who is drawn, such as a number or a team, by id."""
    return {key.removeprefix(DRAWN_AS): value for key, value in made_with.items() if key.startswith(DRAWN_AS)}


def _foreign(workbook: ReadWorkbook, event: Event, stage: int) -> Finding | None:
    """Report a workbook that is no draw of this event, or is one of another round; None for a draw of this round."""
    name, heading = workbook.path.name, written_map(workbook).heading
    number = heading.get("round", "")
    if "event_key" not in heading:
        return finding("other-event", f"{name} is not a draw of {event.header.name}; draw again")
    if heading["event_key"] not in keys_of(event):
        return of_another_event(name, heading, event)
    if number != str(stage):
        other = stage_name(int(number)) if number.isdecimal() else "no round"
        return finding("other-round", f"{name} is the draw of {other}, not of {stage_name(stage)}")
    return None


def _called(line: str) -> str:
    """Return the word of a line without a seat, ``bye`` for ``bye (3 points)``: its score may have changed since."""
    return line.partition(" (")[0]


class _DrawReader:
    """Reads the list of a draw, line by line.

    Parameters
    ----------
    listed
        The ids of the players on the workbook's list of choices, by the names that it shows.
    made_with
        The lists of choices that the workbook was made with; some of their players may have other names by now.
    """

    def __init__(
        self,
        sheet: ReadSheet,
        event: Event,
        stage: int,
        listed: Mapping[str, str],
        made_with: Sequence[Choices],
    ) -> None:
        self.sheet = sheet
        self.event = event
        self.stage = stage
        self.again = f"draw again (sheetscore {stage_command('draw', stage)} --again)"
        self.seats = event.seats(stage)
        self.names = event.names
        labels = tuple(display_name(player, self.names) for player in self.names)
        before = names_before(made_with, self.names)
        choices = Choices("players", labels, tuple(self.names), printed=listed, renamed=before)
        self.posted = frozenset(name.casefold() for one in made_with for name in one.names)
        """What the formulas of the postings find: capitals make no difference to them."""
        self.box = Field("player", "Player", "player", 1, "", choices)
        self.findings: list[Finding] = []
        self.cells: dict[tuple[int, str], str] = {}
        self.unknown: list[tuple[int, str, str, str]] = []
        """The lines whose seat the event does not have: table, seat, cell and player."""
        self.missing_sides: list[str] = []
        unseated = event.unseated
        self.byes: list[str] = []
        self.absent: list[str] = []
        # all words for having no seat are read: settings may have changed them since the draw
        self.without_seat = {BYE: self.byes, ABSENT: self.absent if unseated.told_apart else self.byes}
        self.without_seat |= {_called(unseated.absent): self.absent} if unseated.told_apart else {}
        self.without_seat |= dict.fromkeys((_called(unseated.bye), SITS_OUT), self.byes)

    def read(self) -> Draw:
        """Return the draw, and collect findings about its lines."""
        rows = text_rows(self.sheet)
        start, columns = self._headings(rows)
        seats = self._lines(start, columns) if columns else {}
        self._unknown_sides(seats)
        ordered = {
            table: {seat: seats.get((table, seat)) for seat in self.seats}
            for table in sorted({table for table, _ in seats})
        }
        for table, places in ordered.items():
            for seat in places:
                if (table, seat) not in seats and side_of(seat) not in self.missing_sides:
                    message = (
                        f"table {table} has no line for seat {seat}: put the line back; or, if the seat was added to "
                        f"the event after the draw, take it out of the event, or {self.again}"
                    )
                    self._say("draw-structure", "", message)
        return Draw(
            self.stage,
            tuple(
                TableDraw(table, self.event.scenario_at(self.stage, table), places) for table, places in ordered.items()
            ),
            tuple(dict.fromkeys(self.byes)),
            (),
            absent=tuple(dict.fromkeys(self.absent)),
        )

    def _unknown_sides(self, seats: Collection[tuple[int, str]]) -> None:
        """Report lines with seats that the event does not have: perhaps a side has another id now."""
        sides = {side_of(seat) for _, seat in seats}
        missing = [seat for seat in self.seats if side_of(seat) not in sides]
        if not missing or not self.unknown:
            for table, seat, place, player in self.unknown:
                self._on_unknown_seat(place, player, f"table {table}, {seat}")
            return
        self.missing_sides = [*dict.fromkeys(map(side_of, missing))]
        drawn = [*dict.fromkeys(seat for _, seat, _, _ in self.unknown)]
        ids = join_words([*dict.fromkeys(map(side_of, drawn))])
        one = len(self.missing_sides) == 1
        back = "Give it that id back" if one else "Give each its id back"
        message = (
            f"the draw has the seats {join_words(drawn)}, and the event has {join_words(missing)}: "
            f"{'the side was drawn with the id' if one else 'sides were drawn with the ids'} {ids}. {back}, and a new "
            f"title if you like; or, if nothing of it is played, {self.again}"
        )
        self._say("draw-structure", "", message)

    def _on_unknown_seat(self, place: str, player: str, seat: str) -> None:
        """Report a player on a seat that the event does not have; ``place`` is the cell."""
        if player:
            message = (
                f"{display_name(player, self.names)} is drawn at {seat}, a seat that the event does not have any more: "
                f"give it that back, or clear the line; or, if nothing of it is played, {self.again}"
            )
            self._say("draw-structure", place, message)

    def _without_place(self, place: str, player: str) -> None:
        if player:
            who = display_name(player, self.names)
            self._say("draw-structure", place, f"{who} stands on a line without table and seat")

    def _headings(self, rows: TextRows) -> tuple[int, dict[str, int]]:
        if found := _headings(rows, self.event):
            row, columns = found
            return row + 1, columns
        named = ", ".join((self.event.TABLE_CALLED, *DRAW_COLUMNS[1:]))
        self._say("draw-structure", "", f"the headings {named} are gone; draw again")
        return 0, {}

    def _lines(self, start: int, columns: dict[str, int]) -> dict[tuple[int, str], str | None]:
        """Return the players by table and seat; collect those without a seat, and the lines of unknown seats."""
        seats: dict[tuple[int, str], str | None] = {}
        last = max((row for row, _ in self.sheet.cells), default=0)
        for row in range(start, last + 1):
            at = {name: self.sheet.cells.get((row, columns[name])) for name in DRAW_COLUMNS}
            seat = str(at["Seat"].value) if at["Seat"] else ""
            table = self._table(row, columns[DRAW_COLUMNS[0]])
            player = self._player(row, columns["Who"], (table or 0, seat, ""))
            place = address(row, columns["Who"])
            without_seat = self.without_seat.get(_called(seat))
            if without_seat is not None and table is None:
                without_seat += [player] if player else []  # self.byes, or self.absent
            elif table is not None and seat in self.seats:
                seats[table, seat] = player
                self.cells[table, seat] = place
            elif table is not None and side_of(seat):
                self.unknown.append((table, seat, place, player or ""))
            else:
                self._without_place(place, player or "")
        return seats

    def _table(self, row: int, column: int) -> int | None:
        """Read the number of a table; None where the line has none."""
        cell = self.sheet.cells.get((row, column))
        if cell is None or cell.value is None or cell.value == "":
            return None
        number = whole_number_from(cell.value)
        if isinstance(number, InvalidValue):
            self._say("draw-structure", address(row, column), f"{number.message}: that of the table")
            return None
        return number

    def _player(self, row: int, column: int, seat: tuple[int, str, str]) -> str | None:
        """Read the player of a line; None where it has none, or one that cannot be read."""
        cell = self.sheet.cells.get((row, column))
        value = understand(self.box, cell.value) if cell else None
        if isinstance(value, InvalidValue):
            kind = "" if seat[0] else WITHOUT_SEAT
            one = finding("draw-player", value.message, sheet=DRAW_SHEET, cell=address(row, column), kind=kind)
            self.findings.append(one)
            return None
        if value is not None and cell and (told := self._spelled(str(cell.value), str(value))):
            message, kind = told
            place = address(row, column)
            one = finding("draw-spelling", message, sheet=DRAW_SHEET, cell=place, fields=(seat,), kind=kind)
            self.findings.append(one)
        return str(value) if value is not None else None

    def _spelled(self, typed: str, player: str) -> tuple[str, str] | None:
        """Return what the postings make of a name that is not that of now, or not on their list, and its kind."""
        shown = display_name(player, self.names)
        is_found, is_present = typed.casefold() in self.posted, typed.casefold() == shown.casefold()
        if is_present and (is_found or not self.posted):
            return None
        keep = f"To post the same draw with the names of now: sheetscore {stage_command('draw', self.stage)} --keep"
        if is_found:
            return (
                f"there is “{typed}”, read as {shown}; postings show the name of then. {keep}",
                "called otherwise now",
            )
        if self.posted and shown.casefold() not in self.posted:
            message = (
                f"there is “{typed}”; the list that this draw was made with does not have {shown}, so that postings by "
                f"name leave it out. {keep}"
            )
            return message, "not on the list of the draw"
        message = f"there is “{typed}”, read as {shown}; choose it from the list; otherwise postings leave it out"
        return message, "spelled otherwise than on the list"

    def placed(self, one: Finding) -> Finding:
        """Return a finding about seats with the cell of the last seat."""
        cells = [self.cells[table, seat] for table, seat, _ in one.fields if (table, seat) in self.cells]
        return replace(one, sheet=DRAW_SHEET, cell=cells[-1] if cells else "")

    def _say(self, code: str, cell: str, message: str) -> None:
        self.findings.append(finding(code, message, sheet=DRAW_SHEET, cell=cell))


WITHOUT_SEAT = "on a line without a seat"
"""The kind of a finding: the name of somebody who sits out is unknown, and no score sheet says who is meant."""
