"""Who plays where, as tables that are planned from a draw: by name, and table by table.

They show a draw outside its workbook, such as on a site; the postings in the workbook follow its list instead, which
somebody may edit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.sheets.draw_workbook import DrawLine, draw_lines, when_played
from sheetscore.sheets.postings import NOBODY, STANDS_BY, looked_for
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.wording import join_words

BY_NAME, BY_TABLE = "by name", "by table"
"""The names of the tables."""

_MOST_NAMED = 3
"""The most opponents named for a player; at larger tables the other list says who sits there."""


class Seat(Struct, frozen=True):
    """A seat of a draw, what is played there, and who sits there; or a player without a seat."""

    round: int | None
    """The round of the seat if one draw holds all rounds, else None."""
    table: int
    """The table; 0 for players without a seat."""
    title: str
    scenario: str
    player: str | None
    met: tuple[str, ...]
    """The ids of the others at the table."""
    number: int
    """The number of its line in the list of the draw, from 0: no two seats have the same."""


def seats_of(event: Event, draw: Draw) -> list[Seat]:
    """Return all seats of a draw in the order of its list, then the players who have none."""
    played = {table.number: table.scenario for table in draw.tables}
    titles = event.scenario_titles
    lines = [line for line in draw_lines(event, draw) if line.table or line.player]
    at: dict[Hashable, list[str]] = {}
    for line in lines:
        if line.table and line.player:
            at.setdefault(_sitting_together(event, line), []).append(line.player)

    def met(line: DrawLine) -> tuple[str, ...]:
        return tuple(one for one in at.get(_sitting_together(event, line), ()) if one != line.player)

    def seat(number: int, line: DrawLine) -> Seat:
        round_, title = event.round_of_seat(line.seat), line.title
        if round_ is not None:
            title = title.removeprefix(f"{stage_title(round_)}, ")
        scenario = played.get(line.table, "")
        return Seat(round_, line.table, title, titles.get(scenario, scenario), line.player, met(line), number)

    seats = [seat(number, line) for number, line in enumerate(lines)]
    named = {one.player for one in seats}
    unnamed = [one for one in event.entrants(draw.round) if one not in named]
    return [
        *seats,
        *(Seat(None, 0, STANDS_BY, "", one, (), number) for number, one in enumerate(unnamed, start=len(seats))),
    ]


def _sitting_together(event: Event, line: DrawLine) -> tuple[int, int | None]:
    return line.table, event.round_of_seat(line.seat)


def seating_tables(event: Event, draw: Draw) -> TableSheet:
    """Plan a sheet with a draw: everybody by name, then table by table."""
    seats = seats_of(event, draw)
    heading = f"{stage_title(draw.round) if draw.round else 'Movement'}: who plays where"
    facts = (event.subject(draw.round), when_played(event, draw.round))
    lines = tuple(TextLine(one) for one in facts if one)
    return TableSheet("Who plays where", heading, lines, (_by_name(event, seats), _by_table(event, seats)))


def _by_name(event: Event, seats: Sequence[Seat]) -> Table[Seat]:
    names = {one.player: event.names.get(one.player, one.player) for one in seats if one.player}
    places = {one: place for place, one in enumerate(sorted(names, key=looked_for(event, names)))}

    def place(one: Seat) -> int:
        return places.get(one.player or "", 0)

    name: Column[Seat] = text_column("name", "Who", 260, _who(event), player=lambda one: one.player)
    return Table(
        BY_NAME,
        (
            replace(name, sort_key=place),
            *_round_column(seats),
            figure_column("table", event.TABLE_CALLED, 80, lambda one: one.table or None, style="cell strong"),
            text_column("seat", "Seat", 190, lambda one: one.title),
            *_meets_column(event, seats),
        ),
        sorted((one for one in seats if one.player), key=lambda one: (place(one), one.round or 0)),
        key=lambda one: one.number,
        title="By name",
        empty="Nobody is drawn.",
    )


def _by_table(event: Event, seats: Sequence[Seat]) -> Table[Seat]:
    several = len({one.scenario for one in seats if one.table}) > 1
    at_tables = sorted((one for one in seats if one.table), key=lambda one: (one.table, one.round or 0))
    firsts = {one.table: one.number for one in reversed(at_tables)}
    return Table(
        BY_TABLE,
        (
            figure_column("table", event.TABLE_CALLED, 80, lambda one: one.table, style="cell strong"),
            *([text_column("scenario", "Scenario", 190, lambda one: one.scenario)] if several else []),
            *_round_column(seats),
            text_column("seat", "Seat", 190, lambda one: one.title),
            text_column("name", "Who", 260, _who(event)),
        ),
        at_tables,
        key=lambda one: one.number,
        title=f"By {event.TABLE_CALLED.lower()}",
        starts_group=lambda one: firsts[one.table] == one.number,
        empty="No table is drawn.",
    )


def _who(event: Event) -> Callable[[Seat], str]:
    names = event.names
    return lambda one: display_name(one.player, names) if one.player else NOBODY


def _round_column(seats: Sequence[Seat]) -> tuple[Column[Seat], ...]:
    """Return the column of the rounds if one draw holds all of them; else no column."""
    if all(one.round is None for one in seats):
        return ()
    return (figure_column("round", "Round", 70, lambda one: one.round),)


def _meets_column(event: Event, seats: Sequence[Seat]) -> tuple[Column[Seat], ...]:
    """Return the column of the others at the table; none if somebody meets more than :data:`_MOST_NAMED`."""
    if max((len(one.met) for one in seats), default=0) > _MOST_NAMED:
        return ()
    names, heading = event.names, f"At the {event.TABLE_CALLED.lower()} with"  # “with”: some are mates, not opponents
    return (
        text_column(
            "meets", heading, 260, lambda one: join_words([names.get(it, it) for it in one.met]) if one.met else ""
        ),
    )
