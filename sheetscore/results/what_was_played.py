"""The games of a scored round in terms common to all systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetscore.event.identity import folded
from sheetscore.reading.sitting import on_own_pages, on_table_pages
from sheetscore.results.record import Played, RowColumn
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.played import Game, ScoredRound, SeatTaken, Unseated
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import TableSheet


def what_was_played(system: System[E], context: RoundContext[E], sheets: Sequence[TableSheet]) -> Played:
    """Return the data of a round in results, besides the system's own rows.

    Parameters
    ----------
    sheets
        The system's own sheets of the results, for the headings of its columns.
    """
    score, forms, entries = context.score, context.forms, context.entries
    games = tuple(system.games(ScoredRound(forms.scenario, score.rows, score.lists, entries)))
    return Played(
        title=system.title,
        earns=system.earns,
        headings=tuple(_columns(score.rows, sheets)),
        games=games,
        seats=tuple(_seats(context, games)),
        unseated=tuple(_unseated(system, context)),
        results=score.players or None,
        kept=score.kept,
        public={key: public for key in entries if (public := forms.public.get(key, key)) != key},
    )


def _columns(rows: Sequence[ResultRow], sheets: Sequence[TableSheet]) -> Iterator[RowColumn]:
    """Yield the keys of the rows, with the heading of the first table that has such a column."""
    headings: dict[str, str] = {}
    for column in (column for sheet in sheets for table in sheet.tables for column in table.columns):
        headings.setdefault(column.key, column.heading)
    for key in rows[0] if rows else ():
        is_text = any(isinstance(row[key], str) for row in rows)
        yield RowColumn(key, headings.get(key, key), "text" if is_text else "number")


def _seats(context: RoundContext[E], games: Sequence[Game]) -> Iterator[SeatTaken]:
    """Yield the seats taken; what was played there is the side of the page, else what the game says."""
    played = {(game.table, folded(side.id)): side.played for game in games for side in game.sides}
    sides = {key: page.form.side for key, page in context.forms.pages.items()}
    forms, entries = context.forms, context.entries
    for place in (*on_own_pages(forms, entries), *on_table_pages(forms, entries)):
        if place.player is not None:
            table, seat = place.public.table, place.public.seat
            force = sides.get((table, seat)) or played.get((table, folded(place.player)), "")
            yield SeatTaken(table, seat, force, place.player)


def _unseated(system: System[E], context: RoundContext[E]) -> Iterator[Unseated]:
    """Yield those without a seat in the draw, with the points in their rows."""
    rows = {folded(row.get("player", row.get("team"))): row for row in context.score.rows}
    for why, left_out in (("bye", context.draw.byes), ("absent", context.draw.absent)):
        for one in left_out:
            row = rows.get(folded(one), {})
            yield Unseated(one, "bye" if why == "bye" else "absent", row.get(system.earns))
