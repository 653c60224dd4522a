"""Every shot of a round: its entries on the logs, and its figures from the places of both aircraft."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import amount, filled, when
from sheetscore.forms.form import FieldKey
from sheetscore.systems.airforce.flight.flight_log import CODES, Shot
from sheetscore.systems.airforce.flight.state import hexes_along
from sheetscore.systems.airforce.gunnery.bearings import GunneryMethod, column_called
from sheetscore.systems.airforce.gunnery.shots import CheckedShot, hits_that_count
from sheetscore.systems.airforce.turn_tables import PATHS, PathPoint, Paths, ShownLog
from sheetscore.systems.columns import entered
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    WRAPPED,
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    figure_column,
    step_column,
    text_column,
)
from sheetscore.workbooks.book import CellValue

SHOTS = "shots"
"""The name of the table."""


class ShownShot(Struct, frozen=True):
    """A shot with its figures by the rules, and its log."""

    log: ShownLog
    checked: CheckedShot

    @property
    def shot(self) -> Shot:
        """The shot as written down."""
        return self.checked.shot

    def box(self, name: str) -> FieldKey:
        """Return one of its boxes."""
        return FieldKey(*self.log.place, f"shot.{self.shot.number}.{name}")

    def entered(self, name: str) -> Figure | None:
        """Return the entry of one of its boxes."""
        return entered(self.box(name), self.log.entries.get(self.box(name)))

    @property
    def key(self) -> tuple[int, str, int]:
        """The key of its line: table, aircraft and number."""
        return (*self.log.place, self.shot.number)

    @property
    def target(self) -> tuple[int, str]:
        """The table and the aircraft shot at, folded for comparing."""
        return self.log.place[0], folded(self.shot.target)


def shown_shots(logs: Iterable[ShownLog], checked: Iterable[CheckedShot]) -> list[ShownShot]:
    """Put every shot and its log together; shots without a log among these are left out."""
    of_logs = {log.place: log for log in logs}
    return [ShownShot(log, one) for one in checked if (log := of_logs.get((one.table, one.aircraft)))]


def shots_table(shots: Sequence[ShownShot], paths: Paths, gunnery: GunneryMethod) -> Table[ShownShot]:
    """Make the table of shots.

    Parameters
    ----------
    gunnery
        The numbers of the edition.
    """
    fight = _Fights(paths, gunnery)
    return Table(
        SHOTS,
        (
            figure_column("table", "Table", 40, lambda shot: shot.log.place[0]),
            text_column("aircraft", "Aircraft", 82, lambda shot: shot.log.called),
            _written("turn", "Turn", 38),
            fight.target(),
            *(_written(*one) for one in _WRITTEN),
            *fight.measured(),
            *(_judged(*one) for one in _JUDGED),
            figure_column(COUNTED, "Hits that count", 46, ByRule(_counted), style="cell strong"),
            replace(
                text_column("codes", "Found", 80, lambda shot: ", ".join(shot.checked.codes), style="cell note"),
                publish=False,
            ),
            *fight.steps(),
        ),
        shots,
        key=lambda shot: shot.key,
        fit_height=True,
        size="fine",
        empty="No shot was fired.",
    )


def shots_sheet(table: Table[ShownShot]) -> TableSheet:
    """Make the sheet of shots."""
    note = (
        "As they stand on the logs; in bold as both aircraft were at the end of the turn: hexes and feet between them, "
        "the range and column that follow, the hour, angle and modifier by the rules, and the hits that count (as "
        "stated, none of a shot at nobody, or as the director ruled). DRM: what is added to the dice; D10s: the dice "
        "for the location."
    )
    codes = sorted({code for shot in table.lines for code in shot.checked.codes})
    meanings = "; ".join(f"{code}: {CODES[code][1]}" for code in codes)
    found = (TextLine(f"Found by the audit: {meanings}.", publish=False),) if codes else ()
    return TableSheet("Shots", "Shots", lines=(TextLine(note), *found), tables=(table,), landscape=True)


_WRITTEN = (
    ("gun", "Gun", 60),
    ("range", "Range", 42),
    ("clock", "Clock", 42),
    ("red", "Red die", 38),
    ("white", "White die", 42),
    ("drm", "DRM", 40),
    ("hits", "Hits", 38),
    ("location", "D10s", 56),
    ("result", "Result", 62),
)
"""The boxes of a shot that follow its turn and target, with headings and widths."""

COUNTED = "counted"
"""The column of the hits that count."""

_JUDGED = (("clock", "Hour", 42), ("deflection", "Angle", 58), ("drm", "DRM by tables", 46))
"""Figures of a shot by the rules that are shown as values: they follow from guns, which no sheet has for formulas."""


def _written(box: str, heading: str, width: int) -> Column[ShownShot]:
    # ids of guns may have twenty letters
    style = WRAPPED if box == "gun" else "cell middle"
    return figure_column(box, heading, width, ByRule(lambda own: own.line.entered(box)), style=style)


def _counted(own: LineFigures[ShownShot]) -> Shown:
    return hits_that_count(own.line.entered("ruling"), own.cell("distance"), own.cell("hits"))


def _judged(name: str, heading: str, width: int) -> Column[ShownShot]:
    def value(shot: ShownShot) -> CellValue:
        value: CellValue = getattr(shot.checked, name)
        return value

    return figure_column(f"judged_{name}", heading, width, value, style="cell strong")


class _Fights:
    """Where the aircraft of each table were, for shots to be measured by formula.

    The line of a shot looks up both aircraft among the points of its table, so that its figures follow when its turn or
    target is changed on the sheet Entries.
    """

    def __init__(self, paths: Paths, gunnery: GunneryMethod) -> None:
        self.gunnery = gunnery
        self.points: dict[int, list[PathPoint]] = {}
        for (table, _), points in paths.items():
            self.points.setdefault(table, []).extend(points)

    def steps(self) -> list[Column[ShownShot]]:
        """Return the columns of steps: both aircraft, and the numbers of their points among the table's, or 0."""
        return [
            step_column(_FIRES, "fires", lambda shot: shot.log.place[1]),
            step_column(_AT, "at", ByRule(lambda own: own.line.entered("target"))),
            step_column(_FROM, "from", self._firing, lambda here: self._looked_up(here, _FIRES)),
            step_column(_TO, "to", self._target, self._target_formula),
        ]

    def measured(self) -> list[Column[ShownShot]]:
        """Return the columns of measured figures: blank if one of the two aircraft did not fly then."""
        rules = (self._distance, self._feet, self._range, self._column)
        return [
            figure_column(key, heading, width, ByRule(rule), style="cell strong")
            for (key, heading, width), rule in zip(_MEASURED, rules, strict=True)
        ]

    def _firing(self, shot: ShownShot) -> int:
        return self._at(shot, shot.log.place[1])

    def _target(self, shot: ShownShot) -> int:
        """Return the number of the target's point; 0 also for an aircraft that fires at itself."""
        at = self._at(shot, shot.shot.target)
        return 0 if at == self._firing(shot) else at

    def _at(self, shot: ShownShot, seat: str) -> int:
        """Return the number of an aircraft's point at the end of a shot's turn, from 1; 0 if it did not fly then."""
        for number, point in enumerate(self.points.get(shot.log.place[0], ()), start=1):
            if point.turn and point.turn == shot.shot.turn and folded(point.key[1]) == folded(seat):
                return number
        return 0

    def _target_formula(self, here: Here[ShownShot]) -> str | None:
        found = self._looked_up(here, _AT)
        return f"IF({here.cell(_AT)}={here.cell(_FIRES)},0,{found})" if found else None

    def _looked_up(self, here: Here[ShownShot], who: str) -> str | None:
        seats, turns = self._points(here, "seat"), self._points(here, "turn")
        if seats is None:
            return None
        turn = f"N({here.cell('turn')})"
        return f"SUMPRODUCT(({seats}={here.cell(who)})*({turns}={turn})*({turn}>0)*({self._numbers(here, seats)}))"

    def _numbers(self, here: Here[ShownShot], points: str) -> str:
        """Return the numbers of the points of a shot's table, from 1."""
        return f"ROW({points})-{here.places[PATHS].rows[self.points[here.line.log.place[0]][0].key]}"

    def target(self) -> Column[ShownShot]:
        """Return the column of targets: the aircraft's name, or what is written if the table has no such aircraft."""
        return figure_column("target", "Target", 82, self._called, self._called_formula, style=WRAPPED)

    def _called(self, shot: ShownShot) -> CellValue:
        points = self.points.get(shot.log.place[0], ())
        written = str(shot.log.entries.get(shot.box("target"), ""))
        return next((one.log.called for one in points if folded(one.key[1]) == folded(written)), written)

    def _called_formula(self, here: Here[ShownShot]) -> str | None:
        seats, titles, at = self._points(here, "seat"), self._points(here, "aircraft"), here.cell(_AT)
        if seats is None or here.line.entered("target") is None:
            return None
        number = f"SUMPRODUCT(MAX(({seats}={at})*({self._numbers(here, seats)})))"
        return f"IF({number}=0,{at},INDEX({titles},{number}))"

    def _points(self, here: Here[ShownShot], column: str) -> str | None:
        """Refer to a column of the points of a shot's table; None for a table without any."""
        points = self.points.get(here.line.log.place[0])
        return here.refer(here.places[PATHS].part(column, points[0].key, points[-1].key)) if points else None

    def _both(self, shot: ShownShot) -> tuple[PathPoint, PathPoint] | None:
        points = self.points.get(shot.log.place[0], [])
        firing, target = self._firing(shot), self._target(shot)
        return (points[firing - 1], points[target - 1]) if firing and target else None

    def _figure_of_both(self, own: LineFigures[ShownShot], rule: Callable[[Less], Figure]) -> Shown:
        """Compute a figure of a shot by a rule; blank if one of the two aircraft did not fly then."""
        both, table = self._both(own.line), own.line.log.place[0]
        if table not in self.points:
            return None

        def less(column: str) -> Figure:
            def formula(here: Here[ShownShot]) -> str:
                points = self._points(here, column)
                return f"(INDEX({points},{here.cell(_TO)})-INDEX({points},{here.cell(_FROM)}))"

            one, other = (_FIGURES[column](point) for point in both) if both else (0, 0)
            return own.looked_up(other - one, formula)

        return when(own.cell(_FROM) * own.cell(_TO) == 0, None, rule(less))

    def _distance(self, own: LineFigures[ShownShot]) -> Shown:
        return self._figure_of_both(own, lambda less: hexes_along(less("q"), less("r")))

    def _feet(self, own: LineFigures[ShownShot]) -> Shown:
        return self._figure_of_both(own, lambda less: less("altitude"))

    def _range(self, own: LineFigures[ShownShot]) -> Shown:
        hexes, feet = own.cell("distance"), own.cell("feet")
        return when(filled(hexes), self.gunnery.true_range(amount(hexes), amount(feet)), None)

    def _column(self, own: LineFigures[ShownShot]) -> Shown:
        hexes, reached = (amount(own.cell(key)) for key in ("distance", "reached"))
        return when(self.gunnery.reaches(hexes, reached), column_called(reached), None)


Less = Callable[[str], Figure]
"""Returns a figure of the target less that of the aircraft that fires, by a column of :data:`_FIGURES`."""

_FIGURES: Mapping[str, Callable[[PathPoint], int]] = {
    "q": lambda point: point.at.q,
    "r": lambda point: point.at.r,
    "altitude": lambda point: int(point.altitude or 0),
}
"""Figures of a point, by their columns on the sheet of paths."""

_MEASURED = (("distance", "Hexes", 46), ("feet", "Feet", 50), ("reached", "True range", 42), ("column", "Column", 48))
"""The columns of measured figures, their headings and widths."""

_FIRES, _AT, _FROM, _TO = "fires", "at", "from_point", "to_point"
"""The columns of the steps."""
