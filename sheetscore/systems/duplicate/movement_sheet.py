"""The postings of a movement: who meets at which table in each round, by numbers; and which team has which number.

The grid of tables and rounds is split into parts, each with headings, so that letters can be read from afar. The grid's
formulas look up the teams in hidden columns, which follow the list of the draw by formula. The hidden columns have a
row for each round, with the Red teams table by table, and then the Blue teams.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import product

from msgspec import Struct

from sheetscore.event.times import clock
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.postings import (
    SAID_MARGIN,
    above_groups,
    above_lines,
    print_posted,
    print_wall,
    wall_sheet,
    write_captions,
)
from sheetscore.sheets.styles import CellRoom, Fitted, fitted_words, height_for, sized
from sheetscore.sheets.wall import HIGHEST_LINE, IN_LINES, LARGEST, LOWEST_LINE, MARGINS, READ_FROM_AFAR, wall
from sheetscore.systems.duplicate.model import SideId, round_and_side, rounds_of, seat_of
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.cell_refs import Area, address
from sheetscore.workbooks.paper import PIXELS_PER_POINT, ROUNDING, Paper, shares, text_pixels

_HIGHEST_LINE, _LARGEST = 2 * HIGHEST_LINE, 2 * LARGEST
"""The most pixels of a line, and the largest letters in points: the grid is looked at by the whole hall."""

_HINT = sized("subtitle", READ_FROM_AFAR)
"""The style of the row that says what the numbers are."""

SCENARIOS, BELOW = 60, 16
"""The least pixels of the row with the tables' scenarios, and the pixels of the space below a part."""

_MORE, _TRIES = 12, 8
"""Pixels by which the row of scenarios gets higher at each try to have all titles whole, and the most tries."""

_PLAYED = "column middle"
"""The style of the scenario of a table."""

_HEADINGS = 2
"""Rows of headings of a part: tables, scenarios."""


class GridPart(Struct, frozen=True):
    """A part of the grid: some tables in some rounds."""

    top: int
    """The row of the sheet with which it begins."""
    tables: range
    """The places of its tables among all tables, from 0."""
    rounds: range
    """The places of its rounds among all rounds, from 0."""

    @property
    def end(self) -> int:
        """The first row after the part and the space below it."""
        return self.top + _HEADINGS + len(self.rounds) + 1


class MovementPlan(Struct, frozen=True):
    """The parts of the grid on paper."""

    above: tuple[int, ...]
    """The heights in pixels of the rows above the grid, which every sheet of paper repeats."""

    paper: Paper
    """The paper as it is printed, upright or in landscape."""
    widths: tuple[int, ...]
    """The widths of the columns in pixels: rounds, then tables."""
    line: int
    """The height of a line in pixels."""
    points: int
    """The size of the letters."""
    scenarios: int
    """The height of the row with the scenarios."""
    parts: tuple[GridPart, ...]
    """The parts from top to bottom."""
    ends: tuple[int, ...]
    """The first row after each sheet of paper, from 0."""

    def played(self, title: str) -> Fitted:
        """Return the title of a scenario as its table has room for it."""
        return fitted_words(_PLAYED, title, CellRoom(self.widths[-1], self.scenarios))


def plan_posting(
    paper: Paper,
    rounds: Sequence[str],
    meeting: str,
    tables: int,
    above: tuple[int, ...],
    titles: Collection[str] = (),
) -> MovementPlan:
    """Lay a movement out on as few sheets of paper as possible with letters to be read from afar; then enlarge them.

    Parameters
    ----------
    paper
        The upright paper; it may be turned.
    rounds
        The names of the rounds.
    meeting
        The longest text of a meeting.
    tables
        The number of tables.
    above
        The heights in pixels of the rows above the grid.
    titles
        The titles of the scenarios.
    """
    for high in range(SCENARIOS, SCENARIOS + _TRIES * _MORE, _MORE):
        plans = (_plan(one, rounds, meeting, tables, above, high) for one in (paper, paper.turned))
        best = min(plans, key=lambda plan: (len(plan.ends), -plan.points, plan.paper.landscape))
        if not any(best.played(title).cut for title in titles):
            break
    return best


def _plan(
    paper: Paper, rounds: Sequence[str], meeting: str, tables: int, above: tuple[int, ...], scenarios: int
) -> MovementPlan:
    """Lay a movement out on a paper as it is, upright or in landscape.

    A part has at most as many tables and rounds as there is room for in the smallest letters that can be read from
    afar. Then lines get higher, and letters larger, until they fill the paper.
    """
    across = int(ROUNDING * paper.usable[0])
    room = paper.usable[1] - sum(above)

    def label(points: int) -> float:
        return max(_text_width(text, points) for text in ("Round", *rounds))

    most_tables = max(1, int((across - label(READ_FROM_AFAR)) // _text_width(meeting, READ_FROM_AFAR)))
    most_rounds = int((room - scenarios - BELOW) // LOWEST_LINE) - 1  # one line has the numbers of the tables
    columns, bands = list(shares(tables, most_tables)), list(shares(len(rounds), most_rounds))
    most_columns, lines = max(map(len, columns), default=1), 1 + max(map(len, bands), default=1)
    on_sheet = max(1, int(room // (scenarios + BELOW + lines * LOWEST_LINE)))
    sheets = list(shares(len(columns) * len(bands), on_sheet)) or [range(1)]
    most = max(map(len, sheets))
    line = max(LOWEST_LINE, min(_HIGHEST_LINE, int((room / most - scenarios - BELOW) / lines)))
    points = max(READ_FROM_AFAR, min(_LARGEST, int(line / IN_LINES / PIXELS_PER_POINT)))
    while points > READ_FROM_AFAR and label(points) + most_columns * _text_width(meeting, points) > across:
        points -= 1
    parts = tuple(_parts(columns, bands, len(above)))
    ends = tuple(parts[sheet.stop - 1].end for sheet in sheets) if parts else (len(above) + 1,)
    first = int(label(points))
    widths = (first, *[int((across - first) / most_columns)] * most_columns)
    return MovementPlan(above, paper, widths, line, points, scenarios, parts, ends)


def _text_width(text: str, points: int) -> float:
    return text_pixels(text, points, bold=True) + MARGINS


def _parts(columns: Sequence[range], bands: Sequence[range], top: int) -> Iterator[GridPart]:
    for rounds in bands:
        for tables in columns:
            part = GridPart(top, tables, rounds)
            yield part
            top = part.end


SHEET, _WHAT = "Movement", "movement"
"""The title of the sheet on its tab, and what it is about."""

RED: SideId = "red"
BLUE: SideId = "blue"

NOBODY = "—"

SITS_OUT = f"Whoever meets nobody ({NOBODY}) sits out."
"""What the sign in place of a number means."""

_TABLES, _SCENARIOS, _FIRST = 0, 1, 2
"""Rows of the hidden columns: table numbers, scenarios, the first round."""


class Seating(Struct, frozen=True):
    """The places of the hidden columns, and references to them."""

    plan: MovementPlan
    """The layout of the movement on paper, with the hidden columns beside it."""
    numbers: Sequence[int]
    """The numbers of the tables."""
    rounds: Sequence[int]
    """The numbers of the rounds."""

    @property
    def first(self) -> int:
        """The first hidden column."""
        return len(self.plan.widths)

    def column(self, side: str, index: int) -> int:
        """Return the column with the teams on a side of a table (by its place from 0)."""
        return self.first + (side == BLUE) * len(self.numbers) + index

    @property
    def names(self) -> int:
        """The column with the name of every team; its number is at its right."""
        return self.first + 2 * len(self.numbers)

    def row(self, number: int) -> int:
        """Return the row of a round."""
        return _FIRST + self.rounds.index(number)

    def side(self, number: int, side: str) -> str:
        """Refer to all teams on one side in a round."""
        return self._along(self.row(number), side)

    @property
    def tables(self) -> str:
        """Refers to the numbers of the tables."""
        return self._along(_TABLES, RED)

    @property
    def scenarios(self) -> str:
        """Refers to the scenarios of the tables."""
        return self._along(_SCENARIOS, RED)

    def _along(self, row: int, side: str) -> str:
        last = self.column(side, len(self.numbers) - 1)
        return Area(SHEET, row, self.column(side, 0), row, last).reference

    def write(self, made: DrawBook, sheet: Sheet) -> None:
        """Write the hidden columns."""
        unseen = made.style("unseen")
        sheet.raw.set_column(self.first, self.names + 1, None, None, {"hidden": True})
        for row, team in enumerate(made.names):
            sheet.text(row, self.names, made.shown(team), unseen)
            sheet.value(row, self.names + 1, made.event.entrant(team).number)
        titles = made.event.scenario_titles
        for index, table in enumerate(made.draw.tables):
            sheet.number(_TABLES, self.column(RED, index), table.number)
            sheet.text(_SCENARIOS, self.column(RED, index), titles.get(table.scenario, table.scenario), unseen)
            for number, side in product(self.rounds, (RED, BLUE)):
                line = made.line_of.get((table.number, seat_of(number, side)))
                listed = '""' if line is None else made.cell(line)
                who = made.shown(table.seats.get(seat_of(number, side)))
                place = self.row(number), self.column(side, index)
                sheet.formula(*place, f'IF({listed}="","",{listed})', who, unseen)

    def number_of(self, made: DrawBook, number: int, side: SideId, index: int, waiting: str | None) -> str:
        """Return the formula for the number of the team that sits on a side of a table in a round.

        It is looked up with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns.

        Parameters
        ----------
        waiting
            The team that sits out there, whose number is shown while it has no seat and nobody sits at the table.
        """
        row = self.row(number)
        who, other = (address(row, self.column(one, index)) for one in (side, BLUE if side == RED else RED))
        nobody = f'"{NOBODY}"'
        if waiting:
            name, own = (address([*made.names].index(waiting), at, fixed=True) for at in (self.names, self.names + 1))
            everybody = f"{address(row, self.first)}:{address(row, self.names - 1)}"
            nobody = f'IF(AND({other}="",SUMPRODUCT(--({everybody}={name}))=0),{own},{nobody})'
        last = max(len(made.names) - 1, 0)
        names, numbers = (
            f"{address(0, at, fixed=True)}:{address(last, at, fixed=True)}" for at in (self.names, self.names + 1)
        )
        return f'IF({who}="",{nobody},SUMPRODUCT(({names}={who})*{numbers}))'


def seating_of(made: DrawBook) -> Seating:
    """Return the places of the hidden columns of a draw's movement."""
    numbers, rounds = [table.number for table in made.draw.tables], rounds_of(made.draw)
    labels = [str(round_label(made, number)) for number in rounds]
    most = max((made.event.entrant(team).number or 0 for team in made.names), default=0)
    widest = max(
        (f"{most} v {one}" for one in (most, NOBODY)), key=partial(text_pixels, points=READ_FROM_AFAR, bold=True)
    )
    hint = height_for(_HINT, _hint(made), made.paper.usable[0]) + SAID_MARGIN
    above = (*above_groups(made, _WHAT), hint)
    titles = {made.event.scenario_titles.get(table.scenario, table.scenario) for table in made.draw.tables}
    return Seating(plan_posting(made.paper, labels, widest, len(numbers), above, titles), numbers, rounds)


def round_label(made: DrawBook, number: int) -> CellValue:
    """Return the name of a round: its number, with its time if it has one."""
    slot = made.event.slot(number)
    return f"{number}  ·  {clock(slot.start)}" if slot else number


def post_movement(made: DrawBook) -> None:
    """Post the meetings at each table in every round, by the teams' numbers."""
    seating = seating_of(made)
    plan = seating.plan
    sheet = wall_sheet(made, SHEET, _WHAT, plan.widths, plan.above)
    row, last = len(plan.above) - 1, len(plan.widths) - 1
    sheet.span(row, 0, row, last, made.style(_HINT))
    sheet.text(row, 0, _hint(made), made.style(_HINT))
    seating.write(made, sheet)
    for part in plan.parts:
        _write_part(made, sheet, seating, part)
    sheet.protect()
    sheet.raw.freeze_panes(len(plan.above), 1)
    print_posted(made, sheet, plan.paper, last, plan.ends, len(plan.above))


def _hint(made: DrawBook) -> str:
    """Say what the numbers of the grid are."""
    alone = f" {SITS_OUT}" if _waiting(made) else ""
    return f"Red v Blue, by the numbers on the posting “Teams by number”; every team has a card of its own.{alone}"


def _waiting(made: DrawBook) -> dict[tuple[int, str], str]:
    """Return the teams that are there and sit out, by the table and the seat that would have been theirs."""
    return {
        (table, seat): team
        for (table, seat), team in (made.draw.sitting_out or {}).items()
        if made.event.entrant(team).stay.has(round_and_side(seat)[0])
    }


def post_teams(made: DrawBook) -> None:
    """Post which team has which number: Red first, each side in the order of its numbers."""
    entrants = [(made.event.entrant(team), made.posted(team)) for team in made.names]
    entrants.sort(key=lambda one: (one[0].side != RED, one[0].number or 0))
    lines = [(f"{team.side.capitalize()} {team.number}", shown) for team, shown in entrants]
    texts = [*zip(*lines, strict=True)] or [(), ()]
    above = above_lines(made, "teams by number")
    layout = wall(made.paper, texts, len(lines), above=above)
    sheet = wall_sheet(made, "Teams", "teams by number", layout.columns, above)
    write_captions(made, sheet, layout, ("Number", "Team"))
    for line, (row, left) in zip(lines, layout.down_then_across(), strict=True):
        sheet.height(row, layout.line)
        for cell, text in enumerate(line):
            sheet.text(row, left + cell, layout.shown(text, cell), made.style(layout.style("posted", text, cell)))
    print_wall(made, sheet, layout)


def _write_part(made: DrawBook, sheet: Sheet, seating: Seating, part: GridPart) -> None:
    """Write some tables in some rounds below their headings."""
    plan = seating.plan
    sheet.height(part.top, plan.line)
    sheet.height(part.top + 1, plan.scenarios)
    sheet.height(part.end - 1, BELOW)
    _write_headings(made, sheet, seating, part)
    for row, at in enumerate(part.rounds, start=part.top + 2):
        sheet.height(row, plan.line)
        number = seating.rounds[at]
        sheet.value(row, 0, round_label(made, number), made.style(sized("posted middle", plan.points)))
        for column, index in enumerate(part.tables, start=1):
            _write_meeting(made, sheet, seating, (row, column), number, index)


def _write_headings(made: DrawBook, sheet: Sheet, seating: Seating, part: GridPart) -> None:
    plan, titles = seating.plan, made.event.scenario_titles
    head = made.style(sized("column middle", plan.points))
    for row, text in ((part.top, "Table"), (part.top + 1, "Round")):
        sheet.text(row, 0, text, head)
    for column, index in enumerate(part.tables, start=1):
        table = made.draw.tables[index]
        title = titles.get(table.scenario, table.scenario)
        sheet.number(part.top, column, table.number, head)
        played = plan.played(title)
        sheet.text(part.top + 1, column, played.shown, made.style(played.style))


def _write_meeting(
    made: DrawBook, sheet: Sheet, seating: Seating, place: tuple[int, int], number: int, index: int
) -> None:
    """Write the numbers of the teams that sit at a table in a round."""
    table, waiting, formulas, numbers = made.draw.tables[index], _waiting(made), [], []
    sides: tuple[SideId, ...] = (RED, BLUE)
    for side in sides:
        seat = seat_of(number, side)
        idle = waiting.get((table.number, seat))
        team = table.seats.get(seat) or idle
        formulas.append(seating.number_of(made, number, side, index, idle))
        numbers.append(str(made.event.entrant(team).number) if team else NOBODY)
    style = made.style(sized("posted middle", seating.plan.points))
    sheet.formula(*place, '&" v "&'.join(formulas), " v ".join(numbers), style)
