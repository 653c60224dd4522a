"""Every turn of a round as formulas over the entries: where each line begins, what it costs, what it comes to.

The formulas are those of the logs, compiled for the lines as they stand here: the lines of an aircraft are next to one
another, because each begins where the one above ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.expressions import Expression, to_excel
from sheetscore.forms.block import Block, Field, Show, unparted
from sheetscore.forms.cells import BlockCells, ListPlaces, RowCells
from sheetscore.forms.form import Entries, FieldKey, PageForm, PageScore, RowScore, Value
from sheetscore.sheets.formulas import PageFormula, page_row
from sheetscore.systems.airforce.flight.flights import Flight
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.columns import ENTRIES, VALUE
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, step_column, text_column
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import column_letters

START, BEFORE, TURN = "start", "before", "turn"
"""Blocks of a log, and what their tables are called."""

FIRST_SHOWN = ("move", "may_power", "may_climb", "may_dive", "modes", "man", "end_speed", "end_altitude", "rule")
"""What the log shows on a line, in its order."""

ELSEWHERE = ("bank", "facing", "q", "r")
"""Boxes of a turn that stand on the sheet of paths, and here beside the paper."""

_BY_UNITS = {1: 38, 2: 52}
"""Pixels of columns, by the units that they have on the log: so narrow that all of them are printed large enough."""

_WIDTHS = {"plot": 190, "modes": 90, "end_altitude": 52}
"""Those of columns with more in them: a plot, five numbers, and an altitude, which on the log is written smaller."""


LogLine = tuple[int, str, int]
"""Table, aircraft, turn; turn 0 is the start."""


class ShownLog(Struct, frozen=True):
    """A log with what it came to on its page and by the rules.

    Parameters
    ----------
    pilot
        The name.
    """

    flight: Flight
    form: PageForm
    score: PageScore
    entries: Entries
    pilot: str

    @property
    def place(self) -> tuple[int, str]:
        """Table and aircraft."""
        return self.flight.log.table, self.flight.log.seat

    def value(self, field_id: str) -> Value | None:
        """Return what stands in a box."""
        return self.entries.get(FieldKey(*self.place, field_id))

    @property
    def lines(self) -> tuple[ShownLine, ...]:
        """The start and turn before, which is line 0, and the lines up to the last one filled in."""
        return tuple(ShownLine(self, number) for number in range(len(self.flight.log.lines) + 1))


class ShownLine(Struct, frozen=True):
    """A line of a log."""

    log: ShownLog
    number: int

    @property
    def key(self) -> LogLine:
        """Names it in formulas."""
        return (*self.log.place, self.number)

    def row(self, block: str) -> RowScore:
        """Return it as the log's page has it."""
        return self.log.score.rows[block][max(0, self.number - 1)]


def shown_logs(round_: RoundAtHand[AirforceEvent], flights: Sequence[Flight]) -> list[ShownLog]:
    """Put every flight and its page together."""
    names, pages = round_.event.names, round_.forms.pages
    found = []
    for flight in flights:
        place = flight.log.table, flight.log.seat
        if place in pages:
            pilot = names.get(flight.log.pilot, flight.log.pilot)
            found.append(ShownLog(flight, pages[place].form, round_.pages[place], round_.entries, pilot))
    return found


def turns_sheet(logs: Sequence[ShownLog]) -> TableSheet:
    """Make the sheet of all turns."""
    cells = _Cells()
    tables: list[Table[ShownLine]] = []
    if logs:
        form = logs[0].form
        starts = [log.lines[0] for log in logs]
        turns = [line for log in logs for line in log.lines[1:]]
        tables = [
            # the long table first: it stays together on paper, and leaves none half blank before it
            _table(form.block(TURN), turns, cells, FIRST_SHOWN),
            _table(form.block(START), starts, cells, ()),
            _table(form.block(BEFORE), starts, cells, ()),
        ]
    note = (
        "Every turn from the values on the sheet Entries, each from where the line above ends: as its pilot claims, "
        "else as it follows. Small and grey: the steps on the way, speeds in tenths."
    )
    return TableSheet("Turns", "Turns", lines=(Line(note),), tables=tuple(tables), landscape=True, for_director=True)


def _table(block: Block, lines: Sequence[ShownLine], cells: _Cells, shown: Sequence[str]) -> Table[ShownLine]:
    shows = {show.id: show for show in block.shows}
    elsewhere = ELSEWHERE if shown else ()
    steps = [_step_column(block, name, cells) for name, _ in block.lets]
    return Table(
        block.id,
        (
            figure_column("table", "Table", _BY_UNITS[1], lambda line: line.log.place[0]),
            text_column("aircraft", "Aircraft", 64, lambda line: line.log.place[1]),
            *([figure_column("number", "Turn", _BY_UNITS[1], lambda line: line.number)] if shown else []),
            *(_box_column(block, box) for box in block.fields if box.name not in elsewhere),
            *(_show_column(block, shows[one], cells) for one in shown if one in shows),
            *(replace(_box_column(block, box), aside=True) for box in block.fields if box.name in elsewhere),
            # those of a table with few columns stand above columns that are printed, and are as narrow
            *(steps if shown else [replace(step, width=_BY_UNITS[1]) for step in steps]),
        ),
        lines,
        key=lambda line: line.key,
        title=block.title,
        opens=lambda line: line.number == 1,
        fine=True,
        empty="No turn was flown.",
    )


def _box_column(block: Block, box: Field) -> Column[ShownLine]:
    def entry(line: ShownLine) -> FieldKey:
        return FieldKey(*line.log.place, block.field_id(line.row(block.id).row, box))

    def value(line: ShownLine) -> CellValue:
        return line.log.entries.get(entry(line))

    def formula(here: Here[ShownLine]) -> str | None:
        key = entry(here.line)
        if key not in here.places[ENTRIES].rows:
            return None
        reference = here.other(ENTRIES, key, VALUE)
        # with an empty text added, a text that somebody clears on the sheet Entries is blank here, not 0
        return f'{reference}&""' if box.is_text else reference

    if box.id == "plot":
        return text_column(box.name, "Plot", _WIDTHS[box.id], value, formula)
    return figure_column(box.name, box.plain_label, _width(box), value, formula)


def _width(one: Field | Show) -> int:
    return _WIDTHS.get(one.id, _BY_UNITS[min(one.units, max(_BY_UNITS))])


def _show_column(block: Block, shown: Show, cells: _Cells) -> Column[ShownLine]:
    def value(line: ShownLine) -> CellValue:
        return line.row(block.id).shows[shown.id]

    def formula(here: Here[ShownLine]) -> str:
        show = next(one for one in here.line.log.form.block(block.id).shows if one.id == shown.id)
        number = cells.compiled(here, block.id, show.rule)
        if show.when is None:
            return number
        return f'IF({cells.compiled(here, block.id, show.when)}=0,"",{number})'

    return figure_column(shown.id, unparted(shown.label), _width(shown), value, formula, "cell strong")


def _step_column(block: Block, name: str, cells: _Cells) -> Column[ShownLine]:
    def formula(here: Here[ShownLine]) -> str:
        return cells.compiled(here, block.id, dict(here.line.log.form.block(block.id).lets)[name])

    return step_column(name, name, lambda line: line.row(block.id).steps[name], formula)


_OWN, _ABOVE, _START, _BEFORE = range(4)
"""The rows that a rule may look at: those of the line and of the line above, and the two above all turns."""


class _Cells(Struct):
    """Where the lines stand. A rule is compiled once for first lines and once for all others, and stamped on each."""

    stamps: dict[tuple[int, bool, str], PageFormula] = field(default_factory=dict)

    def compiled(self, here: Here[ShownLine], block: str, rule: Expression) -> str:
        """Return a rule as it stands on a line."""
        line = here.line
        first = line.number <= 1
        key = id(line.log.form), first, f"{block} {rule.text}"
        if key not in self.stamps:
            self.stamps[key] = PageFormula(to_excel(rule, _row_cells(line.log.form, here.places, block, first=first)))
        start = (*line.log.place, 0)
        rows = (here.row, here.row - 1, here.places[START].rows[start], here.places[BEFORE].rows[start])
        return self.stamps[key].on([str(row + 1) for row in rows])


def _row_cells(form: PageForm, places: Places, block: str, *, first: bool) -> RowCells:
    """Return a line of a block as the compiler of formulas wants to know it."""
    lists, before = ListPlaces(), dict[str, BlockCells]()
    rows = {START: [page_row(_START)], BEFORE: [page_row(_BEFORE)]}
    for name in (START, BEFORE):
        own = [page_row(_OWN)] if name == block else rows[name]
        before[name] = BlockCells(form.block(name), _letters(places, name), own, lists, dict(before))
        if name == block:
            return before[name].row(0)
    lines = [page_row(_OWN)] if first else [page_row(_ABOVE), page_row(_OWN)]
    return BlockCells(form.block(block), _letters(places, block), lines, lists, before).row(0 if first else 1)


def _letters(places: Places, table: str) -> dict[str, str]:
    return {key: column_letters(column) for key, column in places[table].columns.items()}
