"""The sheets on which a draw is posted: by table, by name (in the order of the Unicode collation), and by pairs.

Their formulas follow the list of the draw, and their letters are read from two metres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import normalize

from msgspec import Struct

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.sheets.draw_workbook import BETWEEN, DRAW_FIRST, DrawBook, DrawLine
from sheetscore.sheets.wall import SMALLEST, Wall, wall
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.paper import set_up_pages

AnyKey = Any
"""A key to sort by, of a type that we do not know."""


def name_order(names: Iterable[str]) -> Callable[[str], tuple[AnyKey, str]]:
    """Return a function that gives the sort key of each of these names, and of no others.

    It sorts Ł beside L, Ø beside O, Æ between Ad and Af, Ç beside C.
    """
    collation = _collation(frozenset(normalize("NFD", "".join(names))))
    return lambda name: (collation(name), name)


@lru_cache(maxsize=4)  # every round of an event has nearly the same names
def _collation(signs: frozenset[str]) -> Callable[[str], AnyKey]:
    """Return a function that gives the sort key of texts made of these characters only.

    It reads only the lines for these characters from pyuca's table: to read all would take ten times as long.
    """
    import pyuca  # noqa: PLC0415 -- only postings need it

    begin = {f"{ord(sign):04X}" for sign in signs}
    table = Path(pyuca.__file__).with_name(f"allkeys-{pyuca.Collator.UCA_VERSION}.txt")
    with TemporaryDirectory() as folder, table.open(encoding="ascii") as lines:
        needed = Path(folder) / table.name
        needed.write_text("".join(line for line in lines if line.startswith("@") or line.partition(" ")[0] in begin))
        key: Callable[[str], AnyKey] = pyuca.Collator(str(needed)).sort_key
    return key


NOBODY = "—"
"""Stands for an empty seat."""

STANDS_BY = "stands by"
"""The words for players whom the draw does not name."""

ABOVE_GROUPS = (98, 20, 8)
"""The heights in pixels of the rows above tables, which every page repeats: the round, the event, a gap."""

ABOVE_LINES = (*ABOVE_GROUPS, 30)
"""The heights in pixels of the rows above a list, with its captions."""

_CAPTION_SIZE = Fraction(3, 4)
"""The size of captions as a share of that of names; both are read from the same distance."""

WITHOUT_SEAT = "Without a seat"
"""The heading above the players whom the draw gives no table."""

TABLE_NUMBERS = ("Table", "888")
"""The widest texts in the column of tables."""


def wall_sheet(made: DrawBook, title: str, what: str, layout: Wall, above: Sequence[int]) -> Sheet:
    """Add a sheet for the wall: its first line names the round, readable across a hall; the next says what it shows.

    Parameters
    ----------
    above
        The heights of the rows above its lines.
    """
    stage = made.draw.round
    round_, shows = (stage_title(stage), what) if stage else (what.capitalize(), "")
    below = BETWEEN.join(filter(None, (made.event.header.name, shows, made.played)))
    lines = (round_, "posted round", above[0]), (below, "subtitle", above[1])
    sheet = made.headed_sheet(title, lines, layout.columns)
    for row, height in enumerate(above):
        sheet.height(row, height)
    return sheet


def print_wall(sheet: Sheet, layout: Wall) -> None:
    """Protect a sheet for the wall, and print it at full size."""
    sheet.protect()
    set_up_pages(sheet.raw, layout.paper, len(layout.columns) - 1, layout.ends, 100, repeat=range(layout.first))


def write_captions(made: DrawBook, sheet: Sheet, layout: Wall, captions: Sequence[str]) -> None:
    """Write the captions of a list above each of its columns of lines, in the last row of the headings."""
    points = max(SMALLEST, math.ceil(_CAPTION_SIZE * layout.points))
    for left in layout.lefts:
        for cell, caption in enumerate(captions):
            style = layout.style("posted caption", caption, cell, points)
            sheet.text(layout.first - 1, left + cell, caption, made.style(style))


def write_who(made: DrawBook, sheet: Sheet, layout: Wall, place: tuple[int, int], number: int, cell: int) -> None:
    """Write who sits on a line of the draw's list.

    Parameters
    ----------
    place
        Row and column, from 0.
    number
        The line of the list, from 0.
    cell
        The number of the cell within its line, from 0.
    """
    who, cached = made.cell(number), made.shown(made.lines[number].player) or NOBODY
    formula = layout.shown_formula(f'IF({who}="","{NOBODY}",{who})', cell, cached)
    sheet.formula(*place, formula, layout.shown(cached, cell), made.style(layout.style("posted", cached, cell)))


def write_without_seat(
    made: DrawBook, sheet: Sheet, layout: Wall, place: tuple[int, int], number: int, *, cells: tuple[int, int]
) -> None:
    """Write a player without a seat with the reason, such as a bye; both cells are blank while the line has no player.

    Parameters
    ----------
    place
        Row and column of the name, from 0.
    cells
        The numbers of the cells within the line, from 0: that of the name, and that of the reason.
    """
    line, (row, column), who = made.lines[number], place, made.cell(number)
    name, reason = made.shown(line.player), line.seat if line.player else ""
    for cell, formula, text in ((cells[0], who, name), (cells[1], f'"{line.seat}"', reason)):
        at = column + cell - cells[0]
        shown = layout.shown_formula(f'IF({who}="","",{formula})', cell, text)
        # a free line has no borders, so that it does not show
        style = layout.style("posted" if line.player else "posted ending", text, cell)
        sheet.formula(row, at, shown, layout.shown(text, cell), made.style(style))


def post_by_table(made: DrawBook) -> None:
    """Post who sits at each table; no table is split over two sheets of paper."""
    post_tables(made, "By table", "by table", "Table")


def post_tables(made: DrawBook, title: str, what: str, called: str) -> None:
    """Post tables, each with its seats and who sits there, and after them who was drawn to have no seat.

    Parameters
    ----------
    title, what
        The title of the sheet: on its tab, and in its heading.
    called
        The word for a table.
    """
    tables: dict[int, list[int]] = {}
    for number, line in enumerate(made.lines):
        tables.setdefault(line.table, []).append(number)
    unseated = tables.pop(0, []) if made.draw.byes else []
    tables.pop(0, None)
    unseated.sort(key=lambda number: not made.lines[number].player)  # free lines, which show nothing, come last
    seats = max(map(len, tables.values()), default=1)
    groups = [(f"{called} {table}", numbers) for table, numbers in tables.items()]
    without = [("", unseated[first : first + seats]) for first in range(0, len(unseated), seats)]
    texts = ([line.title for line in made.lines], [*map(made.shown, made.names), NOBODY])
    arranged = partial(wall, made.paper, texts, rows_high=seats, heads=2, above=ABOVE_GROUPS)
    layout, below = arranged(len(groups) + len(without)), arranged(len(groups), ending=1 + len(unseated))
    if groups and below.fits and len(below.ends) < len(layout.ends):
        layout, without = below, [("", unseated)]  # rather below the last table than on a sheet of their own
    sheet = wall_sheet(made, title, what, layout, ABOVE_GROUPS)
    places = [*layout.across_then_down(), *[(layout.ends[-1] - layout.ending, 0)] * bool(layout.ending)]
    for (heading, numbers), (top, left) in zip([*groups, *without], places, strict=True):
        for row in range(top, top + (layout.rows_high if heading else layout.ending or layout.rows_high)):
            sheet.height(row, layout.line)
        if heading:
            style = made.style(layout.style("posted table", heading, 1))
            sheet.span(top, left, top, left + 1, style)
            sheet.text(top, left, heading, style)
        else:
            _head_without_seat(made, sheet, (top, left), numbers)
        for row, number in enumerate(numbers, start=top + 1):
            _write_seat(made, sheet, layout, (row, left), number)
    print_wall(sheet, layout)


def _head_without_seat(made: DrawBook, sheet: Sheet, place: tuple[int, int], numbers: Sequence[int]) -> None:
    """Write the heading above the lines of players without a seat; it is blank while none of them has a player."""
    (row, column), taken = place, any(made.lines[number].player for number in numbers)
    style = made.style("posted table" if taken else "posted name free")
    sheet.span(row, column, row, column + 1, style)
    formula = f'IF({"&".join(map(made.cell, numbers))}="","","{WITHOUT_SEAT}")'
    sheet.formula(row, column, formula, WITHOUT_SEAT if taken else "", style)


def _write_seat(made: DrawBook, sheet: Sheet, layout: Wall, place: tuple[int, int], number: int) -> None:
    """Write a line of the list: the seat, and who sits there."""
    line, (row, left) = made.lines[number], place
    if line.table:
        sheet.text(row, left, layout.shown(line.title, 0), made.style(layout.style("posted", line.title, 0)))
        write_who(made, sheet, layout, (row, left + 1), number, 1)
        return
    write_without_seat(made, sheet, layout, (row, left + 1), number, cells=(1, 0))


class NameLine(Struct, frozen=True):
    """A line of a posting by name, for the formula of its last cell."""

    number: str
    """The cell with the number of the player's line in the list, from 1; 0 if the list does not have the player."""
    table: str
    """The cell with the table."""
    found: DrawLine | None
    """The player's line in the list; None if there is none."""
    without: str
    """The words for a player who is not in the list."""


Last = Callable[[NameLine], tuple[str, str]]
"""A function that gives the formula of the last cell of a line, and its present value."""


def post_by_name(made: DrawBook, called: str = TABLE_NUMBERS[0]) -> None:
    """Post where everybody sits.

    Parameters
    ----------
    called
        The word for a table.
    """

    def seat(line: NameLine) -> tuple[str, str]:
        seat, side = (f"INDEX({made.column(name)},{line.number})" for name in ("Seat", "Side"))
        table, tables, sides = f"INDEX({made.column('Table')},{line.number})", made.column("Table"), made.column("Side")
        several = f"SUMPRODUCT(({tables}={table})*({sides}={side}))>1"  # COUNTIFS would take “*” for a pattern
        numbered = f'{side}&IF({several},IFERROR(" "&MID({seat},FIND(".",{seat})+1,9),""),"")'
        formula = f'IF({line.number}=0,"{line.without}",IF({side}="",{seat},{numbered}))'
        return formula, line.found.title if line.found else line.without

    texts = {line.title for line in made.lines} | {STANDS_BY, made.event.unseated.absent}
    post_names(made, ("Who", called, "Seat"), sorted(texts), seat)


class _Posted(Struct, frozen=True):
    """A player on a posting by name."""

    player: str
    number: int | None
    """The line of the list, from 0; None if the list does not have the player."""
    later: int
    """How many more lines the player has after this one."""


def post_names(made: DrawBook, captions: Sequence[str], texts: Sequence[str], last: Last) -> None:
    """Post everybody by name with the table; a player of two tables has a line for each.

    Parameters
    ----------
    captions
        The captions of the three cells of a line.
    texts
        All texts that the last cell may show.
    """
    posted = list(_posted(made))
    names = [made.shown(one.player) for one in posted]
    layout = wall(made.paper, (names, TABLE_NUMBERS, texts), len(posted), above=ABOVE_LINES)
    sheet = wall_sheet(made, "By name", "by name", layout, ABOVE_LINES)
    write_captions(made, sheet, layout, captions)
    beyond = len(layout.columns)
    sheet.raw.set_column(beyond, beyond + 2 * layout.across - 1, None, None, {"hidden": True})
    for one, place in zip(posted, layout.down_then_across(), strict=True):
        sheet.height(place[0], layout.line)
        _post_name(made, sheet, layout, one, place, last)
    print_wall(sheet, layout)


def looked_for(event: Event, names: Mapping[str, str]) -> Callable[[str], tuple[AnyKey, AnyKey, str]]:
    """Return the key that sorts ids as readers look for these names: by family names where the event says so."""
    by_family = event.header.sort_names == "family"
    families = {player.id: player.family for player in event.players if player.family and by_family}
    order = name_order([*names.values(), *families.values()])
    return lambda id_: (order(families.get(id_, names[id_])), order(names[id_]), id_)


def _posted(made: DrawBook) -> Iterable[_Posted]:
    """Yield the lines of a posting by name, in the order in which readers look for them."""
    entrants = made.event.entrants(made.draw.round)
    for player in sorted(entrants, key=looked_for(made.event, entrants)):
        places: list[int | None] = [number for number, line in enumerate(made.lines) if line.player == player]
        for later, number in reversed(list(enumerate(reversed(places or [None])))):
            yield _Posted(player, number, later)


def _post_name(made: DrawBook, sheet: Sheet, layout: Wall, one: _Posted, place: tuple[int, int], last: Last) -> None:
    """Look up the line of a player with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns."""
    row, left = place
    hidden = len(layout.columns) + 2 * layout.lefts.index(left)
    without = STANDS_BY if one.number is None else made.event.unseated.absent
    found = None if one.number is None else made.lines[one.number]
    line = NameLine(address(row, hidden), address(row, left + 1), found, without)
    tables, who, name = made.column("Table"), made.column("Who"), made.shown(one.player)
    sheet.text(row, left, layout.shown(name, 0), made.style(layout.style("posted", name, 0)))
    sheet.text(row, hidden + 1, name)
    at = f"SUMPRODUCT(LARGE(({who}={address(row, hidden + 1)})*(ROW({who})-{DRAW_FIRST}),{one.later + 1}))"
    sheet.formula(row, hidden, at, 0 if one.number is None else one.number + 1)
    table = f'IF({line.number}=0,"",IF(INDEX({tables},{line.number})="","",INDEX({tables},{line.number})))'
    value: CellValue = (found.table if found else 0) or ""
    sheet.formula(row, left + 1, table, value, made.style(layout.style("posted middle", "888", 1)))
    formula, cached = last(line)
    style = made.style(layout.style("posted", cached, 2))
    sheet.formula(row, left + 2, layout.shown_formula(formula, 2, cached), layout.shown(cached, 2), style)


def post_pairs(made: DrawBook) -> None:
    """Post which two meet at each table, and who has a bye or is absent."""
    without = [number for number, line in enumerate(made.lines) if not line.table]
    free = [number for number in without if made.lines[number].player is None]
    out = [*(number for number in without if number not in free), *free]
    names = [*map(made.shown, made.names), *(made.lines[number].seat for number in out), NOBODY]
    lines = len(made.draw.tables) + len(out)
    layout = wall(made.paper, (TABLE_NUMBERS, names, names), lines, above=ABOVE_LINES, free=len(free))
    sheet = wall_sheet(made, "Pairs", "by table", layout, ABOVE_LINES)
    write_captions(made, sheet, layout, ("Table", *made.event.seats(made.draw.round).values()))
    places = layout.down_then_across()
    for table, (row, left) in zip(made.draw.tables, places, strict=False):
        sheet.height(row, layout.line)
        sheet.number(row, left, table.number, made.style(layout.style("posted middle", str(table.number), 0)))
        for cell, seat in enumerate(table.seats, start=1):
            write_who(made, sheet, layout, (row, left + cell), made.line_of[table.number, seat], cell)
    for group, (number, (row, left)) in enumerate(zip(out, places, strict=False), start=len(made.draw.tables)):
        sheet.height(row, layout.height(group))
        write_without_seat(made, sheet, layout, (row, left + 1), number, cells=(1, 2))
    print_wall(sheet, layout)


def post_opponents(made: DrawBook) -> None:
    """Post where everybody sits and whom they meet, by name: the opponent is on the next line of the list, or above."""
    first, *_ = made.event.seats(made.draw.round)

    def opponent(line: NameLine) -> tuple[str, str]:
        at, who, seats = line.number, made.column("Who"), made.column("Seat")
        other = f'INDEX({who},{at}+IF(INDEX({seats},{at})="{first}",1,-1))'
        meets = f'IF({line.table}="",INDEX({seats},{at}),IF({other}="","{NOBODY}",{other}))'
        formula = f'IF({at}=0,"{line.without}",{meets})'
        if line.found is None:
            return formula, line.without
        if not line.found.table:
            return formula, line.found.seat
        met = next(one for one in made.lines if one.table == line.found.table and one.seat != line.found.seat)
        return formula, made.shown(met.player) or NOBODY

    # the width is that for players' names: the other texts are short, and would make the column narrower
    post_names(made, ("Name", "Table", "meets"), [*map(made.shown, made.event.entrants(made.draw.round))], opponent)
