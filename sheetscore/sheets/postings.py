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
from sheetscore.sheets.draw_workbook import BETWEEN, DIGITS, DRAW_FIRST, SEAT_AFTER_NUMBER, DrawBook, DrawLine
from sheetscore.sheets.styles import height_for, sized
from sheetscore.sheets.wall import READ_FROM_AFAR, SMALLEST, Wall, wall
from sheetscore.tables.heights import parted_line
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.cell_refs import Area, address
from sheetscore.workbooks.paper import Paper, footer_titles, set_up_pages, text_pixels

AnyKey = Any
"""A key to sort by, of a type that we do not know."""


def name_order(names: Iterable[str]) -> Callable[[str], tuple[AnyKey, str]]:
    """Return a function that gives the sort key of each of these names, and of no others.

    It sorts Ł beside L, Ø beside O, Æ between Ad and Af, Ç beside C.
    """
    collation = _collation(frozenset(normalize("NFD", "".join(names))))
    return lambda name: (collation(name), name)


@lru_cache(maxsize=4)  # every round of an event has nearly the same names
def _collation(characters: frozenset[str]) -> Callable[[str], AnyKey]:
    """Return a function that gives the sort key of texts made of these characters only.

    It reads only the lines for these characters from pyuca's table: to read all would take ten times as long.
    """
    import pyuca  # noqa: PLC0415 -- only postings need it

    begin = {f"{ord(character):04X}" for character in characters}
    table = Path(pyuca.__file__).with_name(f"allkeys-{pyuca.Collator.UCA_VERSION}.txt")
    with TemporaryDirectory() as folder, table.open(encoding="ascii") as lines:
        needed = Path(folder) / table.name
        needed.write_text("".join(line for line in lines if line.startswith("@") or line.partition(" ")[0] in begin))
        key: Callable[[str], AnyKey] = pyuca.Collator(str(needed)).sort_key
    return key


NOBODY = "—"
"""The text for an empty seat."""

STANDS_BY = "stands by"
"""The words for players whom the draw does not name."""

_ROUND, _GAP, _CAPTIONS = 98, 8, 30
"""The heights in pixels of rows above lines, which every page repeats: the round, a gap, the captions of a list. Below
the round, the row of what is played is as high as its text needs.
"""

_HEADING_SIZES = range(60, 27, -4)
"""The sizes in points to try for the first line of a posting; the largest that fits its width is taken."""

_CAPTION_SIZE = Fraction(3, 4)
"""The size of captions as a share of that of names; both are read from the same distance."""

WITHOUT_SEAT = "Without a seat"
"""The heading above the players whom the draw gives no table."""

TABLE_NUMBERS = ("Table", "888")
"""The widest texts in the column of tables: its caption, and a number of three digits."""


def above_groups(made: DrawBook, what: str) -> tuple[int, ...]:
    """Return the heights in pixels of the rows above tables; what is played takes as many lines as it needs.

    Parameters
    ----------
    what
        What the sheet is about.
    """
    said = height_for(_SAID, _said(made, what), made.paper.usable[0])
    return _ROUND, said + SAID_MARGIN, _GAP


def above_lines(made: DrawBook, what: str) -> tuple[int, ...]:
    """Return the heights in pixels of the rows above a list, with its captions."""
    return (*above_groups(made, what), _CAPTIONS)


_SAID = sized("subtitle", READ_FROM_AFAR)
"""The style of what is played."""

SAID_MARGIN = 3
"""Pixels that stay free above and below what is played."""


def _said(made: DrawBook, what: str) -> str:
    """Return the line below the round: the event, the sheet's subject unless that stands above, and what is played."""
    said = BETWEEN.join(filter(None, (made.event.header.name, what if made.draw.round else "", made.played)))
    return parted_line(said, made.paper.usable[0], READ_FROM_AFAR)


def wall_sheet(made: DrawBook, title: str, what: str, columns: Sequence[int], above: Sequence[int]) -> Sheet:
    """Add a sheet for the wall: its first line names the round, readable across a hall; the next says what it shows.

    Parameters
    ----------
    title
        The title on its tab.
    what
        The words for its order in the heading, such as `by table`.
    columns
        The widths of its columns in pixels.
    above
        The heights in pixels of the rows above its lines.
    """
    stage = made.draw.round
    round_ = stage_title(stage) if stage else what.capitalize()
    points = next((size for size in _HEADING_SIZES if text_pixels(round_, size, bold=True) <= sum(columns)), SMALLEST)
    lines = (round_, sized("posted round", points), above[0]), (_said(made, what), _SAID, above[1])
    sheet = made.headed_sheet(title, lines, columns)
    for row, height in enumerate(above):
        sheet.height(row, height)
    return sheet


def print_wall(made: DrawBook, sheet: Sheet, layout: Wall) -> None:
    """Protect a posted sheet, and have it printed at full size."""
    sheet.protect()
    print_posted(made, sheet, layout.paper, len(layout.columns) - 1, layout.ends, layout.first)


def print_posted(made: DrawBook, sheet: Sheet, paper: Paper, last: int, ends: Sequence[int], repeated: int) -> None:
    """Have a posted sheet printed at full size; at its foot stand the event, the draw, and what the sheet is.

    Parameters
    ----------
    last
        The last printed column, from 0.
    ends
        The first row after each page, from 0.
    repeated
        How many rows at the top every page repeats.
    """
    about = footer_titles(made.book.title, sheet.title)
    set_up_pages(sheet.raw, paper, last, ends, 100, repeat=range(repeated), about=about)


def write_captions(made: DrawBook, sheet: Sheet, layout: Wall, captions: Sequence[str]) -> None:
    """Write the captions of a list above each of its columns of lines, in the last row of the headings."""
    points = max(SMALLEST, math.ceil(_CAPTION_SIZE * layout.points))
    for left in layout.lefts:
        for cell, caption in enumerate(captions):
            style = layout.style("posted caption", caption, cell, points)
            sheet.text(layout.first - 1, left + cell, caption, made.style(style))


class TeamList(Struct, frozen=True):
    """Two hidden columns of a posting: every player, named as in the list of the draw, and the player's team."""

    made: DrawBook
    sheet: Sheet
    layout: Wall
    players: str
    """The reference of the column of players."""
    teams: str
    """The reference of the column of teams."""

    @classmethod
    def written(cls, made: DrawBook, sheet: Sheet, layout: Wall) -> TeamList:
        """Write the columns beside a posting."""
        columns = (len(layout.columns), len(layout.columns) + 1)
        sheet.raw.set_column(*columns, None, None, {"hidden": True})
        teams = made.event.team_names
        for row, one in enumerate(teams.items(), start=layout.first):
            for column, text in zip(columns, (made.shown(one[0]), one[1]), strict=True):
                sheet.text(row, column, text, made.style("unseen"))
        last = layout.first + len(teams) - 1
        places = (Area(sheet.title, layout.first, at, last, at).reference for at in columns)
        return cls(made, sheet, layout, *places)

    def at(self, cells: Iterable[str]) -> str:
        """Return a formula for the number, from 1, of the last line with a player of these cells; 0 for none."""
        sits = "+".join(f"({self.players}={cell})" for cell in cells)
        return f"SUMPRODUCT(MAX(({sits})*(ROW({self.players})-{self.layout.first})))"

    def behind(self, cell: str) -> str:
        """Return a formula for the team in brackets that stands behind the name of the player in a cell."""
        return f'IF({self.at([cell])}=0,""," ("&INDEX({self.teams},{self.at([cell])})&")")'


def with_team(made: DrawBook, player: str | None) -> str:
    """Return a player as postings show them, with the team in brackets."""
    team = made.event.team_names.get(player or "")
    return f"{made.posted(player)} ({team})" if team else made.posted(player)


def write_who(
    made: DrawBook,
    sheet: Sheet,
    layout: Wall,
    place: tuple[int, int],
    number: int,
    cell: int,
    teams: TeamList | None = None,
) -> None:
    """Write a formula that shows the player on a line of the draw's list.

    Parameters
    ----------
    place
        Row and column of the cell, from 0.
    number
        The line of the list, from 0.
    cell
        The number of the cell within its line, from 0.
    teams
        The teams to show behind the names; None to show the names alone.
    """
    who, player = made.cell(number), made.lines[number].player
    cached = (with_team(made, player) if teams else made.posted(player)) or NOBODY
    named = f"{made.posted_formula(who)}&{teams.behind(who)}" if teams else made.posted_formula(who)
    formula = layout.shown_formula(f'IF({who}="","{NOBODY}",{named})', cell, cached)
    sheet.formula(*place, formula, layout.shown(cached, cell), made.style(layout.style("posted", cached, cell)))


def write_without_seat(
    made: DrawBook, sheet: Sheet, layout: Wall, place: tuple[int, int], number: int, *, cells: tuple[int, int]
) -> None:
    """Write a player without a seat with the reason, such as a bye; both cells are blank while the line has no player.

    Parameters
    ----------
    place
        Row and column of the name, from 0.
    number
        The line of the draw's list, from 0.
    cells
        The numbers of the cells within the line, from 0: that of the name, and that of the reason.
    """
    line, (row, column), who = made.lines[number], place, made.cell(number)
    name, reason = made.posted(line.player), line.seat if line.player else ""
    for cell, formula, text in ((cells[0], made.posted_formula(who), name), (cells[1], f'"{line.seat}"', reason)):
        at = column + cell - cells[0]
        shown = layout.shown_formula(f'IF({who}="","",{formula})', cell, text)
        # a free line has no borders, so that it does not show
        free = ("posted ending", text, cell, SMALLEST if layout.low else None)
        style = layout.style("posted", text, cell) if line.player else layout.style(*free)
        sheet.formula(row, at, shown, layout.shown(text, cell), made.style(style))


def post_by_table(made: DrawBook, *, teams: bool = False) -> None:
    """Post who sits at each table, perhaps with the teams; no table is split over two sheets of paper."""
    post_tables(made, "By table", "by table", "Table", teams=teams)


def post_tables(made: DrawBook, title: str, what: str, called: str, *, teams: bool = False) -> None:
    """Post tables with the players on their seats, and then the players without a seat.

    Parameters
    ----------
    title, what
        The title of the sheet: on its tab, and in its heading.
    called
        The word for a table.
    teams
        Whether players at tables have their teams behind their names, if that has room.
    """
    tables: dict[int, list[int]] = {}
    for number, line in enumerate(made.lines):
        tables.setdefault(line.table, []).append(number)
    unseated = tables.pop(0, []) if made.draw.byes else []  # lines without a table have the number 0
    tables.pop(0, None)
    unseated.sort(key=lambda number: not made.lines[number].player)  # free lines, which show nothing, come last
    seats = max(map(len, tables.values()), default=1)
    groups = [(f"{called} {table}", numbers) for table, numbers in tables.items()]
    without = [("", unseated[first : first + seats]) for first in range(0, len(unseated), seats)]
    names = (with_team(made, player) if teams else made.posted(player) for player in made.names)
    texts = ([line.posted for line in made.lines], [*names, NOBODY])
    above = above_groups(made, what)
    lay_out = partial(wall, made.paper, texts, rows_high=seats, heads=2, above=above)
    layout, below = lay_out(len(groups) + len(without)), lay_out(len(groups), ending=1 + len(unseated))
    if groups and below.fits and len(below.ends) < len(layout.ends):
        layout, without = below, [("", unseated)]  # below the last table they need no further sheet of paper
    if teams and layout.cuts[1]:
        post_tables(made, title, what, called)  # long names are whole without their teams
        return
    sheet = wall_sheet(made, title, what, layout.columns, above)
    listed = TeamList.written(made, sheet, layout) if teams and made.event.team_names else None
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
            _write_seat(made, sheet, layout, (row, left), number, listed)
    print_wall(made, sheet, layout)


def _head_without_seat(made: DrawBook, sheet: Sheet, place: tuple[int, int], numbers: Sequence[int]) -> None:
    """Write the heading above the lines of players without a seat; it is blank while none of them has a player."""
    (row, column), taken = place, any(made.lines[number].player for number in numbers)
    style = made.style("posted table" if taken else "posted name free")
    sheet.span(row, column, row, column + 1, style)
    formula = f'IF({"&".join(map(made.cell, numbers))}="","","{WITHOUT_SEAT}")'
    sheet.formula(row, column, formula, WITHOUT_SEAT if taken else "", style)


def _write_seat(
    made: DrawBook, sheet: Sheet, layout: Wall, place: tuple[int, int], number: int, teams: TeamList | None
) -> None:
    """Write a line of a table: the seat and its player; or a player without a seat."""
    line, (row, left) = made.lines[number], place
    if line.table:
        sheet.text(row, left, layout.shown(line.posted, 0), made.style(layout.style("posted", line.posted, 0)))
        write_who(made, sheet, layout, (row, left + 1), number, 1, teams)
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


def post_by_name(
    made: DrawBook, captions: Sequence[str] = ("Who", TABLE_NUMBERS[0], "Seat"), *, teams: bool = False
) -> None:
    """Post the seats of all players, by name.

    Parameters
    ----------
    captions
        The headings over names, tables and seats.
    teams
        Whether players have their teams behind their names, if that has room.
    """

    def seat(line: NameLine) -> tuple[str, str]:
        seat, side = (f"INDEX({made.column(name)},{line.number})" for name in ("Seat", "Side"))
        table, tables, sides = f"INDEX({made.column('Table')},{line.number})", made.column("Table"), made.column("Side")
        several = f"SUMPRODUCT(({tables}={table})*({sides}={side}))>1"  # COUNTIFS would take “*” for a pattern
        blank = f'IF(ISNUMBER(FIND(RIGHT({side}),"{DIGITS}")),"{SEAT_AFTER_NUMBER}","{HARD_BLANK}")'
        numbered = f'{side}&IF({several},IFERROR({blank}&MID({seat},FIND(".",{seat})+1,9),""),"")'
        formula = f'IF({line.number}=0,"{line.without}",IF({side}="",{seat},{numbered}))'
        return formula, line.found.posted if line.found else line.without

    texts = {line.posted for line in made.lines} | {STANDS_BY, made.event.unseated.absent}
    post_names(made, captions, sorted(texts), seat, teams=teams)


class _Posted(Struct, frozen=True):
    """A player on a posting by name."""

    player: str
    number: int | None
    """The line of the list, from 0; None if the list does not have the player."""
    later: int
    """The number of lines of the same player after this one."""


def post_names(
    made: DrawBook, captions: Sequence[str], texts: Sequence[str], last: Last, *, teams: bool = False
) -> None:
    """Post everybody by name with the table; a player of two tables has a line for each.

    Parameters
    ----------
    captions
        The captions of the three cells of a line.
    texts
        All texts that the last cell may show.
    teams
        Whether players have their teams behind their names, if that has room.
    """
    posted = list(_posted(made))
    names = [with_team(made, line.player) if teams else made.posted(line.player) for line in posted]
    above = above_lines(made, "by name")
    layout = wall(made.paper, (names, TABLE_NUMBERS, texts), len(posted), above=above)
    if teams and layout.cuts[0]:
        post_names(made, captions, texts, last)  # long names are whole without their teams
        return
    sheet = wall_sheet(made, "By name", "by name", layout.columns, above)
    write_captions(made, sheet, layout, captions)
    beyond = len(layout.columns)
    sheet.raw.set_column(beyond, beyond + 2 * layout.across - 1, None, None, {"hidden": True})
    for line, name, place in zip(posted, names, layout.down_then_across(), strict=True):
        sheet.height(place[0], layout.line)
        row, left = place
        sheet.text(row, left, layout.shown(name, 0), made.style(layout.style("posted", name, 0)))
        _post_place(made, sheet, layout, line, place, last)
    print_wall(made, sheet, layout)


def looked_for(event: Event, names: Mapping[str, str]) -> Callable[[str], tuple[AnyKey, AnyKey, str]]:
    """Return a key function that sorts ids by their names: by family names if the event says so.

    Parameters
    ----------
    names
        The name of each id.
    """
    by_family = event.header.sort_names == "family"
    families = {player.id: player.family for player in event.players if player.family and by_family}
    order = name_order([*names.values(), *families.values()])
    return lambda id_: (order(families.get(id_, names[id_])), order(names[id_]), id_)


def _posted(made: DrawBook) -> Iterable[_Posted]:
    """Yield the lines of a posting by name, in its order."""
    entrants = made.event.entrants(made.draw.round)
    for player in sorted(entrants, key=looked_for(made.event, entrants)):
        places: list[int | None] = [number for number, line in enumerate(made.lines) if line.player == player]
        for later, number in reversed(list(enumerate(reversed(places or [None])))):
            yield _Posted(player, number, later)


def _post_place(
    made: DrawBook, sheet: Sheet, layout: Wall, posted: _Posted, place: tuple[int, int], last: Last
) -> None:
    """Write what stands right of a name on its line of a posting: the table, and the last cell.

    SUMPRODUCT finds the player's line of the list by “=”: MATCH would read * and ? in names as patterns.

    Parameters
    ----------
    place
        Row and column of the name, from 0.
    """
    row, left = place
    hidden = len(layout.columns) + 2 * layout.lefts.index(left)
    without = STANDS_BY if posted.number is None else made.event.unseated.absent
    found = None if posted.number is None else made.lines[posted.number]
    line = NameLine(address(row, hidden), address(row, left + 1), found, without)
    tables, who = made.column("Table"), made.column("Who")
    sheet.text(row, hidden + 1, made.shown(posted.player))
    at = f"SUMPRODUCT(LARGE(({who}={address(row, hidden + 1)})*(ROW({who})-{DRAW_FIRST}),{posted.later + 1}))"
    sheet.formula(row, hidden, at, 0 if posted.number is None else posted.number + 1)
    table = f'IF({line.number}=0,"",IF(INDEX({tables},{line.number})="","",INDEX({tables},{line.number})))'
    value: CellValue = (found.table if found else 0) or ""
    sheet.formula(row, left + 1, table, value, made.style(layout.style("posted middle", "888", 1)))
    formula, cached = last(line)
    style = made.style(layout.style("posted", cached, 2))
    sheet.formula(row, left + 2, layout.shown_formula(formula, 2, cached), layout.shown(cached, 2), style)


def post_pairs(made: DrawBook) -> None:
    """Post the two players of each table, and then the players with a bye and the absent ones."""
    without = [number for number, line in enumerate(made.lines) if not line.table]
    free = [number for number in without if made.lines[number].player is None]
    out = [*(number for number in without if number not in free), *free]
    names = [*map(made.posted, made.names), *(made.lines[number].seat for number in out), NOBODY]
    lines = len(made.draw.tables) + len(out)
    above = above_lines(made, "by table")
    layout = wall(made.paper, (TABLE_NUMBERS, names, names), lines, above=above, free=len(free))
    sheet = wall_sheet(made, "Pairs", "by table", layout.columns, above)
    write_captions(made, sheet, layout, ("Table", *made.event.seats(made.draw.round).values()))
    places = layout.down_then_across()  # first for the tables, then for the players without a seat
    for table, (row, left) in zip(made.draw.tables, places, strict=False):
        sheet.height(row, layout.line)
        sheet.number(row, left, table.number, made.style(layout.style("posted middle", str(table.number), 0)))
        for cell, seat in enumerate(table.seats, start=1):
            write_who(made, sheet, layout, (row, left + cell), made.line_of[table.number, seat], cell)
    for group, (number, (row, left)) in enumerate(zip(out, places, strict=False), start=len(made.draw.tables)):
        sheet.height(row, layout.height(group))
        write_without_seat(made, sheet, layout, (row, left + 1), number, cells=(1, 2))
    print_wall(made, sheet, layout)


def post_opponents(made: DrawBook) -> None:
    """Post the table and the opponent of each player, by name.

    The opponent is on the next line of the draw's list for a player on the first seat, else on the line above.
    """
    first, *_ = made.event.seats(made.draw.round)

    def opponent(line: NameLine) -> tuple[str, str]:
        at, who, seats = line.number, made.column("Who"), made.column("Seat")
        other = f'INDEX({who},{at}+IF(INDEX({seats},{at})="{first}",1,-1))'
        meets = f'IF({line.table}="",INDEX({seats},{at}),IF({other}="","{NOBODY}",{made.posted_formula(other)}))'
        formula = f'IF({at}=0,"{line.without}",{meets})'
        if line.found is None:
            return formula, line.without
        if not line.found.table:
            return formula, line.found.seat
        found = line.found
        met = next(other for other in made.lines if other.table == found.table and other.seat != found.seat)
        return formula, made.posted(met.player) or NOBODY

    # the width is that for players' names: the other texts are short, and would make the column narrower
    post_names(made, ("Name", "Table", "meets"), [*map(made.posted, made.event.entrants(made.draw.round))], opponent)
