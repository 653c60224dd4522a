"""What every pilot brings home from a round: the pages worked out, scenario points, team points, round score.

Source: Tournament Guidelines, 1991, Scenario Points and Team Points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.evaluation import PageScore, score_page
from sheetscore.forms.form import Entries, FieldKey, RoundForms, TableForms, Value, entries_by_page
from sheetscore.pairing.draw import Draw
from sheetscore.sentences import counted, listed
from sheetscore.systems.tasks.model import MOST_TEAM_POINTS, TaskEvent, TaskSide

TEAM_POINTS = "team_points"
"""How the ids of the blocks of team points begin; the side's id follows."""


@dataclass(frozen=True)
class Flight:
    """What one pilot brought home from one table: scenario points, team points, round score."""

    player: str
    name: str
    table: int
    seat: str
    section: str
    sp: int | Fraction
    tp: int | Fraction
    rs: int | Fraction


Pages = dict[tuple[int, str], PageScore]
"""The worked-out page of every (table, seat); the seat is "" for a table's own page."""


def fly(event: Event, forms: RoundForms, entries: Entries) -> tuple[list[Flight], Pages]:
    """Work out every page of a round.

    Parameters
    ----------
    forms, entries
        The round's sheets, and the values on them, which have passed every check.

    Returns
    -------
    The flights of all who flew, in the order of tables and seats; the pages.
    """
    by_page = entries_by_page(entries)
    pages: Pages = {}
    flights: list[Flight] = []
    for table in forms.tables:
        flights += _fly_table(table, by_page, pages, event.names)
    return flights, pages


def drawn_pilots(draw: Draw) -> dict[FieldKey, Value]:
    """Give the entries of sheets on which nothing stands but the drawn pilots."""
    return {FieldKey(table, seat, "seat.pilot"): player for table, seat, player in draw.places()}


def _fly_table(
    table: TableForms,
    by_page: Mapping[tuple[int, str], Mapping[str, Value]],
    pages: Pages,
    names: Mapping[str, str],
) -> Iterator[Flight]:
    own = pages[table.number, ""] = score_page(table.pages[0].shape, by_page.get((table.number, ""), {}))
    for page in table.seats:
        entries = by_page.get((table.number, page.seat), {})
        block = f"{TEAM_POINTS}.{page.shape.side}"
        team_points = own.total(block) if block in own.rows else 0
        scored = pages[table.number, page.seat] = score_page(page.shape, entries, team_points)
        player = str(entries.get("seat.pilot", ""))
        if not player or entries.get("seat.flew", 1) == 0:
            continue
        yield Flight(
            player,
            names.get(player, player),
            table.number,
            page.seat,
            page.shape.side,
            scored.sums["sp"],
            team_points,
            scored.sums["rs"],
        )


def high_team_points(forms: RoundForms, pages: Mapping[tuple[int, str], PageScore]) -> Iterator[Finding]:
    """Warn of sides whose awards come to more than the guidelines advise."""
    for table in forms.tables:
        own = pages[table.number, ""]
        for block in table.pages[0].shape.blocks:
            if block.total and own.total(block.id) > MOST_TEAM_POINTS:
                yield finding(
                    "team-points-high",
                    f"table {table.number}, {block.title}: {own.total(block.id)} points for each pilot; more than "
                    f"{MOST_TEAM_POINTS} outweigh what the pilots do themselves. See whether all were meant",
                    sheet=f"Table {table.number}",
                    fields=tuple(
                        (table.number, "", block.field_id(row.row, box))
                        for row in own.rows[block.id]
                        if row.filled
                        for box in block.fields
                    ),
                )


def awarded_together(event: TaskEvent, forms: RoundForms, entries: Entries) -> Iterator[Finding]:
    """Find awards of one group that a side got together, or one of them more than once."""
    by_page = entries_by_page(entries)
    for table in forms.tables:
        for side in event.scenario_of(forms.round).sides:
            boxes = _award_boxes(table, side)
            for group in side.award_groups:
                given = {award: int(by_page[table.number, ""].get(boxes.get(award.id, ""), 0)) for award in group}
                if group[0].group and sum(given.values()) > 1:
                    named = [f"“{award.label}” {counted(times, 'time')}" for award, times in given.items() if times]
                    yield finding(
                        "award-twice",
                        f"table {table.number}, {side.title}: of the group “{group[0].group}” one award at most is "
                        f"given, once; there is {listed(named)}. Keep the one that the side earned",
                        fields=tuple((table.number, "", boxes[award.id]) for award, times in given.items() if times),
                    )


def _award_boxes(table: TableForms, side: TaskSide) -> dict[str, str]:
    """Give the box of each award of a side on a table's own page, by the award's id."""
    return {
        row.key: field_id
        for block in table.pages[0].shape.blocks
        if block.id == f"{TEAM_POINTS}.{side.id}"
        for row, box, field_id in block.boxes()
        if box.id == "times"
    }
