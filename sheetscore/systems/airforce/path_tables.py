"""Where every aircraft was at the end of each turn, on flat maps of the fights, and how fast and how high it flew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.forms.form import FieldKey
from sheetscore.systems.airforce.flight.state import AircraftState, Hex
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.airforce.turn_tables import START, TURN, LogLine, ShownLog
from sheetscore.systems.columns import ENTRIES, VALUE
from sheetscore.tables.sheet import Chart, Line, Series, TableSheet, Window
from sheetscore.tables.table import Here, Places, Table, figure_column, text_column
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import Area

PATHS = "paths"

MAP_HEIGHT, PROFILE_HEIGHT = 860, 440
"""Pixels: a map fills a sheet of paper, both profiles of a fight another."""

MOST_POSTED = 2
"""Tables whose flight paths are posted: each takes a sheet of paper or two, and the wall wants the results."""

MARGIN = 2
"""Hexes around the points of a map."""


class PathPoint(Struct, frozen=True):
    """An aircraft at the end of a turn as its log has it; turn 0 is the start."""

    log: ShownLog
    turn: int
    state: AircraftState

    @property
    def key(self) -> LogLine:
        """Names it in formulas."""
        return (*self.log.place, self.turn)

    @property
    def at(self) -> Hex:
        """The hex."""
        return self.state.at

    @property
    def speed(self) -> CellValue:
        """In points."""
        if not self.turn:
            return self.log.value("start.speed")
        return Fraction(self._step("to_speed"), TENTHS)

    @property
    def altitude(self) -> CellValue:
        """In feet."""
        return self._step("to_altitude") if self.turn else self.log.value("start.altitude")

    def _step(self, name: str) -> int:
        """Return a step of the turn's line as the log's page has it."""
        return int(self.log.score.rows[TURN][self.turn - 1].steps[name] or 0)

    def box(self, name: str) -> FieldKey:
        """Return the box in which a figure of it stands, where it was written down."""
        return FieldKey(*self.log.place, f"turn.{self.turn}.{name}" if self.turn else f"start.{name}")


Paths = Mapping[tuple[int, str], Sequence[PathPoint]]
"""The points of each aircraft, by table and aircraft."""


def paths_of(logs: Sequence[ShownLog]) -> Paths:
    """Return where every aircraft was, table by table."""
    return {log.place: _points(log) for log in logs}


def paths_sheet(paths: Paths) -> TableSheet:
    """Make the sheet of flight paths: a map and two profiles for each table, and the points of them."""
    tables = sorted({table for table, _ in paths})
    charts = [chart for table in tables for chart in _charts(table, [paths[at] for at in paths if at[0] == table])]
    note = "North is up. A point is where an aircraft was at the end of a turn, by its number; a path begins at start."
    return TableSheet(
        "Paths",
        "Flight paths",
        lines=(Line(note),),
        tables=(_table([point for found in paths.values() for point in found]),),
        charts=tuple(charts),
        charts_first=True,
        for_director=len(tables) > MOST_POSTED,
    )


def _points(log: ShownLog) -> list[PathPoint]:
    start = log.flight.log.start
    states = [] if start is None else [start, *log.flight.stated]
    return [PathPoint(log, turn, state) for turn, state in enumerate(states)]


def _charts(table: int, paths: Sequence[Sequence[PathPoint]]) -> list[Chart]:
    """Return the map of a table and its profiles of speed and altitude, a series an aircraft."""

    def along(across: str, upwards: str, *, turns: bool = False) -> Callable[[Places], Sequence[Series]]:
        return lambda places: [
            Series(
                places[PATHS].cell(path[0].key, "aircraft"),
                _part(places, path, across),
                _part(places, path, upwards),
                labels=tuple(str(point.turn) if point.turn else "start" for point in path) if turns else (),
                starts=turns,
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
            window=_window(paths),
        ),
        Chart("lines", f"Table {table}: speed", "turn", "speed", along("turn", "speed"), height=PROFILE_HEIGHT),
        Chart("lines", f"Table {table}: altitude", "turn", "feet", along("turn", "altitude"), height=PROFILE_HEIGHT),
    ]


def _part(places: Places, path: Sequence[PathPoint], column: str) -> Area:
    return places[PATHS].part(column, path[0].key, path[-1].key)


def _window(paths: Sequence[Sequence[PathPoint]]) -> Window:
    """Return what part of the map a chart has to show: all points and some around them."""
    places = [point.at.place for path in paths for point in path] or [(0.0, 0.0)]
    across, upwards = [x for x, _ in places], [y for _, y in places]
    return Window(min(across) - MARGIN, max(across) + MARGIN, min(upwards) - MARGIN, max(upwards) + MARGIN)


def _table(points: Sequence[PathPoint]) -> Table[PathPoint]:
    return Table(
        PATHS,
        (
            figure_column("table", "Table", 44, lambda point: point.key[0]),
            text_column("aircraft", "Aircraft", 90, lambda point: point.key[1]),
            text_column("pilot", "Pilot", 160, lambda point: point.log.pilot),
            figure_column("turn", "Turn", 44, lambda point: point.turn),
            figure_column("q", "q", 48, lambda point: point.at.q, _written("q")),
            figure_column("r", "r", 48, lambda point: point.at.r, _written("r")),
            figure_column("facing", "Facing", 52, lambda point: point.state.facing),
            figure_column("bank", "Bank", 48, lambda point: point.state.bank),
            figure_column("x", "x", 56, lambda point: point.at.place[0], _x, "cell two"),
            figure_column("y", "y", 56, lambda point: point.at.place[1], _y, "cell two"),
            figure_column("speed", "Speed", 56, lambda point: point.speed, _speed),
            figure_column("altitude", "Altitude", 64, lambda point: point.altitude, _altitude),
        ),
        points,
        key=lambda point: point.key,
        opens=lambda point: point.turn == 0,
        fine=True,
        empty="Nobody has flown yet.",
    )


def _written(name: str) -> Callable[[Here[PathPoint]], str | None]:
    """Refer to what was written down; what was not has no formula: the track is no matter of a spreadsheet."""

    def formula(here: Here[PathPoint]) -> str | None:
        box = here.line.box(name)
        return here.other(ENTRIES, box, VALUE) if box in here.places[ENTRIES].rows else None

    return formula


def _x(here: Here[PathPoint]) -> str:
    return f"{here.cell('q')}*SQRT(3)/2"


def _y(here: Here[PathPoint]) -> str:
    return f"-({here.cell('r')}+{here.cell('q')}/2)"


def _speed(here: Here[PathPoint]) -> str:
    key = here.line.key
    return f"{here.other(TURN, key, 'to_speed')}/{TENTHS}" if key[2] else here.other(START, key, "speed")


def _altitude(here: Here[PathPoint]) -> str:
    key = here.line.key
    return here.other(TURN, key, "to_altitude") if key[2] else here.other(START, key, "altitude")
