"""Every turn of a round as formulas over the entries, and the places of aircraft at its end, on maps and profiles.

The formulas are those of the logs, compiled for the lines as they are here: the lines of an aircraft are next to one
another, because each begins where the one above ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.expressions import Expression, to_excel
from sheetscore.expressions.figure import Shown
from sheetscore.forms.block import Block, Field, Show, unparted
from sheetscore.forms.evaluation import BlockCells, ListPlaces, RowCells
from sheetscore.forms.form import Entries, FieldKey, PageForm, PageScore, RowScore, Value
from sheetscore.pairing.draw import side_of
from sheetscore.sheets.formulas import PageFormula, page_row
from sheetscore.systems.airforce.flight.flights import Flight
from sheetscore.systems.airforce.flight.state import AircraftState, Hex
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.path_labels import label_sides, labels_of
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.columns import entered
from sheetscore.systems.context import RoundContext
from sheetscore.tables.sheet import MOST_LINES, Chart, Series, TableSheet, TextLine, Window
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Places,
    Table,
    cell_at,
    figure_column,
    step_column,
    text_column,
)
from sheetscore.workbooks.cell_refs import Area, column_letters

START, BEFORE, TURN = "start", "before", "turn"
"""Blocks of a log, and the names of their tables."""

SHOWN_COMPUTED = ("move", "may_power", "may_climb", "may_dive", "modes", "man", "end_speed", "end_altitude", "rule")
"""The computed boxes of a line of the log that are shown, in order."""

ELSEWHERE = ("bank", "facing", "q", "r", "ruling")
"""Boxes of a turn that other sheets print (those of paths and of the audit); here they are not printed."""

_BY_UNITS = {1: 38, 2: 52}
"""Pixels of columns, by the units that they have on the log: so narrow that all of them are printed large enough."""

_WIDTHS = {"plot": 178, "modes": 90, "end_altitude": 52, "rule": 60} | dict.fromkeys(
    ("power", "brakes", "maneuvers", "speed", "bank", "facing", "q", "r", "odd", "run_in", "loaded"), _BY_UNITS[1]
)
"""The widths of the other columns in pixels: wider ones for long texts, and narrower ones for boxes that are wide on a
log only because people write there with a pencil.
"""

_PARTED = {"vertical": "ver- tical"}
"""Headings that are too wide for their columns, with a blank where they may be broken."""


LogLine = tuple[int, str, int]
"""Table, aircraft, turn; turn 0 is the start."""


class ShownLog(Struct, frozen=True):
    """A log with the figures of its page, and its flight by the rules."""

    flight: Flight
    form: PageForm
    score: PageScore
    entries: Entries
    pilot: str
    """The name of the pilot."""
    called: str
    """The name of its aircraft."""

    @property
    def place(self) -> tuple[int, str]:
        """Table and aircraft."""
        return self.flight.log.table, self.flight.log.seat

    def value(self, field_id: str) -> Value | None:
        """Return the value of a box."""
        return self.entries.get(FieldKey(*self.place, field_id))

    @property
    def lines(self) -> tuple[ShownTurn, ...]:
        """Line 0, which has the start and the turn before, and the lines up to the last one that is filled in."""
        return tuple(ShownTurn(self, number) for number in range(len(self.flight.log.lines) + 1))


class ShownTurn(Struct, frozen=True):
    """A line of a log."""

    log: ShownLog
    number: int
    """The number of its turn; 0 for the start and the turn before."""

    @property
    def key(self) -> LogLine:
        """The key of its line: table, aircraft and turn."""
        return (*self.log.place, self.number)

    def row(self, block: str) -> RowScore:
        """Return its row on the log's page."""
        return self.log.score.rows[block][max(0, self.number - 1)]


def shown_logs(round_: RoundContext[AirforceEvent], flights: Sequence[Flight]) -> list[ShownLog]:
    """Put every flight and its page together."""
    names, pages = round_.event.names, round_.forms.pages
    found = []
    for flight in flights:
        place = flight.log.table, flight.log.seat
        if place in pages:
            pilot = names.get(flight.log.pilot, flight.log.pilot)
            page = pages[place]
            found.append(ShownLog(flight, page.form, round_.pages[place], round_.entries, pilot, page.called))
    return found


def turns_sheet(logs: Sequence[ShownLog]) -> TableSheet:
    """Make the sheet of all turns."""
    cells = _Cells()
    tables: list[Table[ShownTurn]] = []
    if logs:
        form = logs[0].form
        starts = [log.lines[0] for log in logs]
        turns = [line for log in logs for line in log.lines[1:]]
        tables = [
            # the long table first: it stays together on paper, and after others would leave a sheet half blank
            _table(form.block(TURN), turns, cells, SHOWN_COMPUTED),
            _table(form.block(START), starts, cells, ()),
            _table(form.block(BEFORE), starts, cells, ()),
        ]
    note = (
        "Every turn from the values on the sheet Entries, each from where the line above ends: as its pilot claims, "
        "else as it follows. Bold: what follows by the rules; modes are the points straight on that a bank, turn, "
        "slip, half roll and loop need before them, of turns, slips and half rolls at least those of the range of "
        "speed. On the screen, grey at the right, are the steps to it, speeds in tenths."
    )
    # This sheet has to come before Paths and Shots. If LibreOffice recalculates all, and a formula refers to the middle
    # of a column on a later sheet, it reports a circle (Err:522).
    return TableSheet(
        *("Turns", "Turns"),
        lines=(TextLine(note),),
        tables=tuple(tables),
        landscape=True,
        for_director=True,
        in_place=True,
    )


def _table(block: Block, lines: Sequence[ShownTurn], cells: _Cells, shown: Sequence[str]) -> Table[ShownTurn]:
    """Make the table of a block.

    Parameters
    ----------
    shown
        The computed boxes that are shown; none in the tables of line 0.
    """
    shows = {show.id: show for show in block.shows}
    elsewhere = ELSEWHERE if shown else ()
    return Table(
        block.id,
        (
            figure_column("table", "Table", _BY_UNITS[1], lambda line: line.log.place[0]),
            text_column("aircraft", "Aircraft", 84, lambda line: line.log.called),
            *([figure_column("number", "Turn", _BY_UNITS[1], lambda line: line.number)] if shown else []),
            *(_box_column(block, box) for box in block.fields if box.name not in elsewhere),
            *(_show_column(block, shows[one], cells) for one in shown if one in shows),
            *(replace(_box_column(block, box), helper=True) for box in block.fields if box.name in elsewhere),
            *(_step_column(block, name, cells) for name, _ in block.lets),
        ),
        lines,
        key=lambda line: line.key,
        title=block.title,
        starts_group=lambda line: line.number == 1,
        size="fine",
        empty="No turn was flown.",
    )


def _box_column(block: Block, box: Field) -> Column[ShownTurn]:
    def entry(own: LineFigures[ShownTurn]) -> Shown:
        key = FieldKey(*own.line.log.place, block.field_id(own.line.row(block.id).row, box))
        return entered(key, own.line.log.entries.get(key))

    if box.id == "plot":
        return text_column(box.name, "Plot", _WIDTHS[box.id], ByRule(entry))
    return figure_column(box.name, box.plain_label, _width(box), ByRule(entry))


def _width(one: Field | Show) -> int:
    return _WIDTHS.get(one.id, _BY_UNITS[min(one.units, max(_BY_UNITS))])


def _show_column(block: Block, shown: Show, cells: _Cells) -> Column[ShownTurn]:
    def show(own: LineFigures[ShownTurn]) -> Shown:
        line = own.line
        one = next(one for one in line.log.form.block(block.id).shows if one.id == shown.id)

        def write(here: Here[ShownTurn], rule: Expression) -> str:
            number = cells.compiled(here, block.id, rule)
            return f'IF({cells.compiled(here, block.id, one.when)}=0,"",{number})' if one.when else number

        return own.compiled(one.rule, line.row(block.id).shows[shown.id], write)

    return figure_column(shown.id, unparted(shown.label), _width(shown), ByRule(show), style="cell strong")


def _step_column(block: Block, name: str, cells: _Cells) -> Column[ShownTurn]:
    def step(own: LineFigures[ShownTurn]) -> Shown:
        rule = dict(own.line.log.form.block(block.id).lets)[name]
        value = own.line.row(block.id).steps[name]
        return own.compiled(rule, value, lambda here, rule: cells.compiled(here, block.id, rule))

    return step_column(name, _PARTED.get(name, name), ByRule(step))


_OWN, _ABOVE, _START, _BEFORE = range(4)
"""The rows that a rule may look at: its own line, the line above, and the two lines of the start and the turn before.
"""


class _Cells(Struct):
    """Compiles rules to formulas of lines: once for all first lines, and once for all others."""

    formulas: dict[tuple[int, bool, str], PageFormula] = field(default_factory=dict)

    def compiled(self, here: Here[ShownTurn], block: str, rule: Expression) -> str:
        """Return the formula of a rule on a line."""
        line = here.line
        first = line.number <= 1
        key = id(line.log.form), first, f"{block} {rule.text}"
        if key not in self.formulas:
            self.formulas[key] = PageFormula(to_excel(rule, _row_cells(line.log.form, here.places, block, first=first)))
        start = (*line.log.place, 0)
        rows = (here.row, here.row - 1, here.places[START].rows[start], here.places[BEFORE].rows[start])
        return self.formulas[key].on([str(row + 1) for row in rows])


def _row_cells(form: PageForm, places: Places, block: str, *, first: bool) -> RowCells:
    """Return a line of a block for the compiler of formulas, with the blocks before it.

    Parameters
    ----------
    first
        Whether no line of the block is above it.
    """
    lists, before = ListPlaces(), dict[str, BlockCells]()
    rows = {START: [page_row(_START)], BEFORE: [page_row(_BEFORE)]}
    for name in (START, BEFORE):
        own = [page_row(_OWN)] if name == block else rows[name]
        elsewhere = places[name].sheet_from(places[block])
        before[name] = BlockCells(
            form.block(name), _letters(places, name), own, lists, dict(before), (), elsewhere, recorded=True
        )
        if name == block:
            return before[name].row(0)
    lines = [page_row(_OWN)] if first else [page_row(_ABOVE), page_row(_OWN)]
    return BlockCells(form.block(block), _letters(places, block), lines, lists, before, recorded=True).row(
        0 if first else 1
    )


def _letters(places: Places, table: str) -> dict[str, str]:
    return {key: column_letters(column) for key, column in places[table].columns.items()}


PATHS = "paths"

MAP_HEIGHT, PROFILE_HEIGHT = 860, 400
"""Pixels: a map fills a sheet of paper, both profiles of a fight another."""

MOST_POSTED = 2
"""The most tables of a round whose flight paths are posted: each takes one or two sheets of paper on the wall."""

MARGIN = 2
"""Hexes around the points of a map."""


class PathPoint(Struct, frozen=True):
    """An aircraft at the end of a turn by its log; turn 0 is the start."""

    log: ShownLog
    turn: int
    state: AircraftState

    @property
    def key(self) -> LogLine:
        """The key of its line: table, aircraft and turn."""
        return (*self.log.place, self.turn)

    @property
    def at(self) -> Hex:
        """The hex."""
        return self.state.at

    @property
    def altitude(self) -> Value | None:
        """The altitude in feet."""
        return self.step("to_altitude") if self.turn else self.log.value("start.altitude")

    def step(self, name: str) -> int:
        """Return a step of the turn's line on the log's page."""
        return int(self.log.score.rows[TURN][self.turn - 1].steps[name] or 0)

    def box(self, name: str) -> FieldKey:
        """Return the key of the box for one of its figures."""
        return FieldKey(*self.log.place, f"turn.{self.turn}.{name}" if self.turn else f"start.{name}")


Paths = Mapping[tuple[int, str], Sequence[PathPoint]]
"""The points of each aircraft, by table and aircraft."""


def paths_of(logs: Sequence[ShownLog]) -> Paths:
    """Return the places of all aircraft, table by table."""
    return {log.place: _points(log) for log in logs}


def paths_sheet(paths: Paths) -> TableSheet:
    """Make the sheet of flight paths: a map and two profiles for each table; their points are for the screen alone."""
    tables = sorted({table for table, _ in paths})
    charts = [chart for table in tables for chart in _charts(table, [paths[at] for at in paths if at[0] == table])]
    note = (
        "North is up. A point is where an aircraft was at the end of a turn, by its number; a path begins at start. "
        "With speed and altitude, the name of an aircraft stands at the right, beside the marker of its line."
    )
    return TableSheet(
        "Paths",
        "Flight paths",
        lines=(TextLine(note),),
        charts=tuple(charts),
        behind=(_points_table([point for found in paths.values() for point in found]),),
        for_director=len(tables) > MOST_POSTED,
        publish=True,
    )


def _points(log: ShownLog) -> list[PathPoint]:
    start = log.flight.log.start
    states = [] if start is None else [start, *log.flight.stated]
    return [PathPoint(log, turn, state) for turn, state in enumerate(states)]


def _charts(table: int, paths: Sequence[Sequence[PathPoint]]) -> list[Chart]:
    """Return the map of a table and its profiles of speed and altitude, with a series for each aircraft."""
    longest = max(paths, key=len, default=())
    numbers = {path[0].key: number for number, path in enumerate(paths) if path}
    window = _window(paths)
    places = [[point.at.place for point in path] for path in paths]
    labels = [labels_of(one) for one in places]
    sides = label_sides([[*zip(*one, strict=True)] for one in zip(places, labels, strict=True)], window)

    def along(
        across: str, upwards: str, paths: Sequence[Sequence[PathPoint]] = paths, *, turns: bool = False
    ) -> Callable[[Places], Sequence[Series]]:
        """Return the function that makes the series of a chart, one for each path, from two columns of the points."""
        return lambda places: [
            Series(
                places[PATHS].cell(path[0].key, "aircraft"),
                # a chart of lines takes its axis from its first series: so each series has the longest path's turns
                _part(places, path if across == "x" else longest, across),
                _part(places, path, upwards),
                labels=labels[numbers[path[0].key]] if turns else (),
                label_side=sides[numbers[path[0].key]],
                starts=turns,
                number=numbers[path[0].key],
            )
            for path in paths
            if path
        ]

    return [
        Chart(
            "map",
            f"Table {table}: flight paths",
            "hexes east",
            "hexes north",
            along("x", "y", turns=True),
            height=MAP_HEIGHT,
            window=window,
        ),
        *(
            Chart(
                "lines",
                f"Table {table}: {what}{_which(few) if len(few) < len(paths) else ''}",
                *("turn", unit, along("turn", what, few)),
                height=PROFILE_HEIGHT,
            )
            for what, unit in (("speed", "speed"), ("altitude", "feet"))
            for few in _few_by_few(paths)
        ),
    ]


def _few_by_few(paths: Sequence[Sequence[PathPoint]]) -> list[Sequence[Sequence[PathPoint]]]:
    """Divide the paths of a fight among charts; the aircraft of a side stay together if a chart has room for them."""
    charts: list[list[Sequence[PathPoint]]] = [[]]
    for _, side in groupby(filter(None, paths), key=lambda path: side_of(path[0].key[1])):
        together = [*side]
        if len(charts[-1]) + len(together) <= MOST_LINES:
            charts[-1] += together
        else:
            charts += (together[at : at + MOST_LINES] for at in range(0, len(together), MOST_LINES))
    return [one for one in charts if one] or [paths]


def _which(paths: Sequence[Sequence[PathPoint]]) -> str:
    """Say which aircraft a chart is of."""
    names = [path[0].log.called for path in paths]
    return f", {names[0]} to {names[-1]}" if len(names) > 1 else f", {names[0]}"


def _part(places: Places, path: Sequence[PathPoint], column: str) -> Area:
    return places[PATHS].part(column, path[0].key, path[-1].key)


def _window(paths: Sequence[Sequence[PathPoint]]) -> Window:
    """Return the part of the map for a chart: all points and a margin."""
    places = [point.at.place for path in paths for point in path] or [(0.0, 0.0)]
    across, upwards = [x for x, _ in places], [y for _, y in places]
    return Window(min(across) - MARGIN, max(across) + MARGIN, min(upwards) - MARGIN, max(upwards) + MARGIN)


def _points_table(points: Sequence[PathPoint]) -> Table[PathPoint]:
    return Table(
        PATHS,
        (
            figure_column("table", "Table", 44, lambda point: point.key[0]),
            text_column("aircraft", "Aircraft", 130, lambda point: point.log.called),
            text_column("pilot", "Pilot", 120, lambda point: point.log.pilot),
            figure_column("turn", "Turn", 44, lambda point: point.turn),
            figure_column("q", "q (east)", 48, ByRule(lambda own: _written(own.line, "q"))),
            figure_column("r", "r (south)", 48, ByRule(lambda own: _written(own.line, "r"))),
            figure_column("facing", "Facing", 52, lambda point: point.state.facing),
            figure_column("bank", "Bank", 48, lambda point: point.state.bank),
            figure_column("x", "Hexes east", 56, lambda point: point.at.place[0], _x, "cell two"),
            figure_column(
                "y", "Hexes north", 56, ByRule(lambda own: -(own.cell("r") + own.cell("q") / 2)), style="cell two"
            ),
            figure_column("speed", "Speed", 56, ByRule(_speed)),
            figure_column("altitude", "Altitude", 64, ByRule(_altitude)),
            step_column("seat", "seat", lambda point: point.key[1]),
        ),
        points,
        key=lambda point: point.key,
        title="Where each aircraft was at the end of its turns",
        starts_group=lambda point: point.turn == 0,
        size="fine",
        empty="Nobody has flown yet.",
    )


def _written(point: PathPoint, name: str) -> Shown:
    """Return a coordinate: by formula from its entry; without an entry as a value, since formulas fly no plots."""
    box, value = point.box(name), getattr(point.at, name)
    return entered(box, value) if box in point.log.entries else value


def _x(here: Here[PathPoint]) -> str:
    return f"{here.cell('q')}*SQRT(3)/2"


def _speed(own: LineFigures[PathPoint]) -> Shown:
    point = own.line
    if not point.turn:
        return cell_at(START, point.key, "speed", point.log.value("start.speed"))
    return cell_at(TURN, point.key, "to_speed", point.step("to_speed")) / TENTHS


def _altitude(own: LineFigures[PathPoint]) -> Shown:
    table, column = (TURN, "to_altitude") if own.line.turn else (START, "altitude")
    return cell_at(table, own.line.key, column, own.line.altitude)
