"""Sheets to run an event with a pencil: postings, player cards, a wall chart, and standings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import seats_called
from sheetscore.event.model import Event
from sheetscore.pairing.draw import display_name, short_names
from sheetscore.results.round_results import event_line
from sheetscore.systems.outcomes import HandColumn, HandSheet, PencilWork
from sheetscore.tables.column_widths import with_legible_columns
from sheetscore.tables.heights import BESIDE, PENCIL_HEIGHT, POINTS
from sheetscore.tables.on_paper import least_scale, oriented_paper, room
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import AnyTable, Column, Table, figure_column, text_column
from sheetscore.wording import HARD_BLANK, number_list, number_together, pluralize
from sheetscore.workbooks.cell_refs import TITLE_LENGTH
from sheetscore.workbooks.paper import PAPER_SIZES, text_pixels

POSTING, WALL_CHART, STANDINGS = "Posting by hand", "Wall chart", "Standings by hand"
"""The beginnings of the sheets' titles."""

PLAYER_CARDS, TEAM_CARDS = "Player cards", "Team cards"
"""The titles of the sheets of cards."""

UPRIGHT, _ACROSS = 690, 920
"""The width in pixels for columns at full size, on portrait and on landscape paper."""

LEAST_NAMES = 190
"""The least pixels of a column of names."""

_NARROWEST = 36
"""The least pixels of a column to write in: more than 8.5 mm at nine tenths of full size."""

_LONG = 30
"""A heading of more characters gets all the width that names can spare, so that it does not stand one word a line."""

_ENTERED = "cell entered middle"

_MOST_CARDS = 8
"""The most cards on a sheet of paper."""

_MOST_MORE = 2 * PENCIL_HEIGHT
"""The most pixels by which lines of cards are made higher, so that cards fill their paper."""

_MOST_NAMED = 100
"""The most players for whom the packet has cards with names: more cards would make up most of the packet."""

_FEW_SEATS = 3
"""With at most this many seats a posting has a line for each table, else a list of seats for each table."""


class _Entrant(Struct, frozen=True):
    """A line of the wall chart: a player or a team, with the number that their opponents note."""

    number: int | str
    id: str
    shown: str


def sheets_to_fill_in(event: Event, pencil: PencilWork, drawn: Collection[int] = ()) -> Iterator[HandSheet]:
    """Plan the sheets: postings, player cards, the system's own sheets for scoring, the wall chart and the standings.

    Parameters
    ----------
    drawn
        The rounds that are drawn or planned already, so that nobody has to write a posting by hand.
    """
    ranked = event.names if pencil.ranked is None else pencil.ranked
    if ranked:
        yield from _postings(event, drawn)
        yield _cards(event, pencil, ranked)
    yield from pencil.sheets
    if ranked:
        yield from _wall_charts(event, pencil, ranked)
        yield _standings(event, pencil, [*ranked])


def seat_titles(event: Event, stage: int) -> dict[str, str]:
    """Return the titles of the seats of a round, such as ``Strike flight 2``, by their ids."""
    return seats_called(event.seats(stage))


def _postings(event: Event, drawn: Collection[int]) -> Iterator[HandSheet]:
    """Plan a posting for each set of rounds with the same seats and number of tables, to be copied for each of them."""
    alike: dict[tuple[tuple[str, ...], int], list[int]] = {}
    for stage in event.stages:
        if stage != WHOLE_EVENT and stage not in {*drawn, *event.unnamed_rounds}:
            titles = tuple(seat_titles(event, stage).values())
            alike.setdefault((titles, event.tables_needed(stage)), []).append(stage)
    for (titles, tables), stages in alike.items():
        yield _posting(event, titles, tables, stages, every=len(alike) == 1)


def _posting(event: Event, titles: Sequence[str], tables: int, stages: Sequence[int], *, every: bool) -> HandSheet:
    """Plan a posting: a line for each table or, with more than a few seats, as many lists of seats as the paper holds.

    ``every`` says that no other posting is planned, so that the title need not name the rounds.
    """
    named, place = "" if every else f", {_which(stages)}", event.TABLE_CALLED
    lines = (
        TextLine(f"For {number_list('round', stages)}: {pluralize(tables, place.lower())}."),
        TextLine("Who is left without a seat: ________________________________________________"),
    )
    heading = f"Round {stages[0]}" if len(stages) == 1 else "Round ____"
    sheet = TableSheet(f"{POSTING}{named}", heading, lines=lines, posted=True)
    if len(titles) <= _FEW_SEATS:
        seats = (_to_write(str(at), HandColumn(title, 560 // len(titles))) for at, title in enumerate(titles))
        columns: tuple[Column[int], ...] = (
            figure_column("table", place, 70, lambda table: table, style="cell strong"),
            *seats,
        )
        table = Table(f"posting {stages[0]}", columns, range(1, tables + 1), key=int, size="pencil")
        return HandSheet(replace(sheet, tables=(table,)), len(stages))
    of_seats: tuple[Column[str], ...] = (
        text_column("seat", f"{place} ____", 230, number_together),
        text_column("who", "Who", 430, lambda _: None, style="cell entered"),
    )
    blank = [Table(f"posting {stages[0]} {at}", of_seats, titles, key=str, size="pencil") for at in range(tables)]
    posted = _as_many_as_fit(event, sheet, blank)
    if free_pixels(event, posted) < 0:  # a table with many seats has no room below the large heading
        posted = _as_many_as_fit(event, replace(sheet, posted=False), blank)
    return HandSheet(posted, -(-tables // len(posted.tables)) * len(stages))


def _which(stages: Sequence[int]) -> str:
    """Return the numbers of rounds, short enough for the title of a worksheet: ``rounds 3 to 5``.

    Examples
    --------
    >>> _which([3, 4, 5])
    'rounds 3 to 5'
    >>> _which([1, 3, 5])
    '1, 3 and 5'
    """
    first, last = stages[0], stages[-1]
    if len(stages) > 2 and list(stages) == [*range(first, last + 1)]:
        return f"rounds {first} to {last}"
    said = number_list("round", stages)
    return said if len(f"{POSTING}, {said}") <= TITLE_LENGTH else said.removeprefix("rounds ")


def _as_many_as_fit(event: Event, sheet: TableSheet, tables: Sequence[AnyTable]) -> TableSheet:
    """Return the worksheet with as many of the tables as fit on a sheet of paper, at least one."""
    for most in range(len(tables), 1, -1):
        full = replace(sheet, tables=tuple(tables[:most]))
        if free_pixels(event, full) >= 0:
            return full
    return replace(sheet, tables=tuple(tables[:1]))


def free_pixels(event: Event, sheet: TableSheet) -> float:
    """Return the pixels of height that a worksheet leaves free on a sheet of paper; below 0 if it needs more."""
    measured = as_in_packet(event, sheet)
    return room(measured, PAPER_SIZES[event.header.paper]) - sum(measured.row_heights)


def as_in_packet(event: Event, sheet: TableSheet) -> TableSheet:
    """Return a worksheet to be measured, with what the packet puts above it: the event, and a long note on copies."""
    first, *others = sheet.lines or (TextLine(""),)
    copied = replace(first, text=f"Copy this 99 times. {first.text}")
    return replace(sheet, lines=(event_line(event), copied, *others))


def filling(event: Event, sheet: TableSheet) -> TableSheet:
    """Return a worksheet with higher rows to write in, up to twice as high, so that it fills its sheets of paper."""
    rows = sum(len(table.lines) for table in sheet.tables)
    if sheet.cuts or not all(table.size == "pencil" and table.lines for table in sheet.tables):
        return sheet
    size = PAPER_SIZES[event.header.paper]
    sheet = with_legible_columns(sheet, size)
    paper = room(sheet, size)
    height = paper - free_pixels(event, sheet)
    # a sheet may be printed smaller because of its width, and still smaller to save paper
    papers = ceil(height / max(paper, oriented_paper(sheet, size).usable[1] * 100 / least_scale(sheet)))
    around = height - rows * PENCIL_HEIGHT
    higher = int((paper - around) / ceil(rows / papers)) - 1
    least = max(PENCIL_HEIGHT, min(higher, 2 * PENCIL_HEIGHT))
    return replace(sheet, tables=tuple(replace(table, least=least) for table in sheet.tables))


def _cards(event: Event, pencil: PencilWork, ranked: Mapping[str, str]) -> HandSheet:
    """Plan a card for each player or team: as many on a sheet of paper as fit, enlarged to fill it.

    A very large event gets one sheet of blank cards, to be copied.
    """
    columns: tuple[Column[int], ...] = (
        figure_column("round", "Round", 54, lambda number: number),
        *(_to_write(f"{at}", column) for at, column in enumerate(pencil.card)),
    )
    needed = sum(column.width for column in columns)
    wide = needed > UPRIGHT
    share = max(1, (_ACROSS if wide else UPRIGHT) / needed)
    widened = tuple(replace(column, width=int(column.width * share)) for column in columns)
    rounds = range(1, event.header.rounds + 1)
    is_named = len(ranked) <= _MOST_NAMED
    names = {**event.names, **ranked}
    cards = [
        Table(f"card {at}", widened, rounds, title=_card_title(pencil, id_, names), size="pencil", key=int)
        for at, id_ in enumerate(ranked if is_named else [""] * _MOST_CARDS)
    ]
    title = TEAM_CARDS if pencil.of_teams else PLAYER_CARDS
    sheet = TableSheet(title, f"{title}, to be cut apart", landscape=wide, for_director=True, cuts=True)
    full = _as_many_as_fit(event, sheet, cards[:_MOST_CARDS])
    if is_named:
        # the same number on every sheet of paper, so that the last one is not almost empty
        papers = -(-len(cards) // len(full.tables))
        full = replace(sheet, tables=tuple(cards[: -(-len(cards) // papers)]))
    more = int(free_pixels(event, full) / (len(full.tables) * len(rounds)))
    least = PENCIL_HEIGHT + max(0, min(more, _MOST_MORE))
    printed = cards if is_named else full.tables
    filled = replace(full, tables=tuple(replace(table, least=least) for table in printed))
    return HandSheet(filled, 0 if is_named else -(-len(ranked) // len(full.tables)))


def _card_title(pencil: PencilWork, id_: str, names: Mapping[str, str]) -> str:
    """Return the title of a card: the player, with the data that the draw uses; unknown data are lines to write on."""
    who = display_name(id_, names) if id_ else "_" * 40
    known = ((what, of.get(id_, "_" * 8)) for what, of in pencil.card_head.items())
    return "     ".join(f"{what}: {said}" for what, said in (("Director's card", who), *known))


def _to_write(key: str, column: HandColumn) -> Column[Any]:
    return figure_column(key, column.heading, column.width, lambda _: None, style=_ENTERED)


def _wall_charts(event: Event, pencil: PencilWork, ranked: Mapping[str, str]) -> Iterator[HandSheet]:
    """Plan the chart, a list for each ranking; if the rounds do not fit, later ones are on further sheets."""
    names = {**event.names, **ranked}
    called = short_names({id_: names[id_] for id_ in ranked})
    numbers = pencil.numbers or {id_: number for number, id_ in enumerate(ranked, start=1)}
    rankings = {
        name: [_Entrant(numbers[id_], id_, called(id_)) for id_ in ids]
        for name, ids in (pencil.rankings or {"": [*ranked]}).items()
    }
    # pixels: names at best and at least, “Together”, “Rank”
    roomy, least, together, rank = 270, LEAST_NAMES, 68, 48
    number_width = max(
        _NARROWEST, *(_heading_width(f"{number}".replace(" ", HARD_BLANK)) for number in numbers.values())
    )
    besides = together + rank + number_width
    rounds = range(1, event.header.rounds + 1)
    narrow = tuple(replace(column, width=min(column.width, _least_width(column))) for column in pencil.wall)
    ways = ((roomy, pencil.wall, UPRIGHT), (least, narrow, UPRIGHT), (least, narrow, _ACROSS))
    wall, paper = next(
        ((wall, paper) for who, wall, paper in ways if who + _wide(wall) * len(rounds) <= paper - besides),
        (pencil.wall, _ACROSS),
    )
    free = paper - besides
    most = max(1, (free - least) // _wide(wall))
    who = max(least, free - _wide(wall) * min(most, len(rounds)))
    for first in range(0, len(rounds), most):
        shown = rounds[first : first + most]
        last = shown[-1] == rounds[-1]
        columns: tuple[Column[_Entrant], ...] = (
            text_column("who", "Who", who, lambda one: one.shown, player=lambda one: one.id),
            figure_column("number", "No.", number_width, lambda one: one.number),
            *(
                replace(_to_write(f"{number} {at}", column), heading=f"Round {number}: {column.heading}")
                for number in shown
                for at, column in enumerate(wall)
            ),
            _to_write("together", HandColumn("Together" if last else "So far", together)),
            *((_to_write("rank", HandColumn("Rank", rank)),) if last else ()),
        )
        tables = tuple(
            Table(f"wall chart {first} {name}".rstrip(), columns, entrants, title=name, size="pencil")
            for name, entrants in rankings.items()
        )
        said = "What each round gives; what counts of it is added up and ranked, equal ones as the rules say."
        line = TextLine(" ".join(filter(None, (said, pencil.wall_said))))
        named = "" if len(shown) == len(rounds) else f", {number_list('round', [*shown])}"
        yield HandSheet(
            TableSheet(f"{WALL_CHART}{named}", "How everybody stands", (line,), tables, landscape=paper == _ACROSS), 1
        )


def _least_width(column: HandColumn) -> int:
    """Return the least width of a column in pixels: no word of its heading is broken, and a number can be written."""
    return max(_NARROWEST, _heading_width(column.heading), _heading_width("Round"))


def _heading_width(heading: str) -> int:
    return ceil(max(text_pixels(word, POINTS, bold=True) for word in heading.split())) + BESIDE // 2


def _wide(columns: Sequence[HandColumn]) -> int:
    return sum(column.width for column in columns)


def _standings(event: Event, pencil: PencilWork, ranked: Sequence[str]) -> HandSheet:
    """Plan the standings, to be copied for each round, a list for each ranking; names get the remaining width."""
    # pixels: rank, the least for names, a figure, and a figure if there are many
    rank, least, width, narrow = 54, 200, 76, 64
    figures = (pencil.first, *pencil.breaks)
    free = UPRIGHT - rank - least
    width = width if width * len(figures) <= free else narrow
    widths = [max(width, _heading_width(heading)) for heading in figures]
    upright = sum(widths) <= free
    who = (UPRIGHT if upright else _ACROSS) - rank - sum(widths)
    longest = max(figures, key=len)
    more = max(0, who - least) if len(longest) > _LONG else 0
    # the columns for words and for numbers stand where those of the wall chart do, which may share the paper
    columns: tuple[Column[int], ...] = (
        text_column("who", "Who", max(who, least) - more, lambda _: None, style="cell entered"),
        _to_write("rank", HandColumn("Rank", rank)),
        *(
            _to_write(f"figure {at}", HandColumn(heading, wide + more * (heading == longest)))
            for at, (heading, wide) in enumerate(zip(figures, widths, strict=True))
        ),
    )
    tables = tuple(
        Table(f"standings by hand {name}".rstrip(), columns, range(1, len(ids) + 1), title=name, key=int, size="pencil")
        for name, ids in (pencil.rankings or {"": ranked}).items()
    )
    sheet = TableSheet(STANDINGS, "Standings after round ____", tables=tables, landscape=not upright)
    return HandSheet(sheet, 1 if pencil.scored_once else event.header.rounds)
