"""The movement of a whole event, posted: who meets at which table in every round, by numbers, and whose these are."""

from __future__ import annotations

from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.fitting import Room, fitted
from sheetscore.sheets.postings import ABOVE_LINES, print_wall, wall_sheet, write_captions
from sheetscore.sheets.styles import sized
from sheetscore.sheets.wall import wall
from sheetscore.systems.duplicate.model import seat_of
from sheetscore.systems.duplicate.movement_sheet import (
    ABOVE,
    BELOW,
    BLUE,
    NOBODY,
    RED,
    SCENARIOS,
    SHEET,
    Part,
    Seating,
    round_label,
    seating_of,
)
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import set_up_pages

_PLAYED = "column middle"
"""The style of what is played at a table."""


def post_movement(made: DrawBook) -> None:
    """Post who meets at which table in every round, by the teams' numbers."""
    seating = seating_of(made)
    plan = seating.plan
    sheet = made.sheet(SHEET, "movement", plan.widths)
    said = "Red v Blue, by the numbers that the sheet Teams explains; every team has a card of its own."
    sheet.text(2, 0, said, made.style("small"))
    seating.write(made, sheet)
    for part in plan.parts:
        _write_part(made, sheet, seating, part)
    sheet.protect()
    sheet.raw.freeze_panes(len(ABOVE), 1)
    set_up_pages(sheet.raw, plan.paper, len(plan.widths) - 1, plan.ends, 100, repeat=range(len(ABOVE)))


def post_teams(made: DrawBook) -> None:
    """Post whose the numbers of the movement are: Red's first, each side in the order of its numbers."""
    entrants = [(made.event.entrant(team), made.shown(team)) for team in made.names]
    entrants.sort(key=lambda one: (one[0].side != RED, one[0].number or 0))
    lines = [(f"{team.side.capitalize()} {team.number}", shown) for team, shown in entrants]
    texts = [*zip(*lines, strict=True)] or [(), ()]
    lying = wall(made.paper, texts, len(lines), above=ABOVE_LINES)
    sheet = wall_sheet(made, "Teams", "teams by number", lying, ABOVE_LINES)
    write_captions(made, sheet, lying, ("Number", "Team"))
    for line, (row, left) in zip(lines, lying.down_then_across(), strict=True):
        sheet.height(row, lying.line)
        for cell, text in enumerate(line):
            sheet.text(row, left + cell, lying.shown(text, cell), made.style(lying.style("posted", text, cell)))
    print_wall(sheet, lying)


def _write_part(made: DrawBook, sheet: Sheet, seating: Seating, part: Part) -> None:
    """Write some tables in some rounds below their headings."""
    plan = seating.plan
    sheet.height(part.top, plan.line)
    sheet.height(part.top + 1, SCENARIOS)
    sheet.height(part.end - 1, BELOW)
    _write_headings(made, sheet, seating, part)
    for row, at in enumerate(part.rounds, start=part.top + 2):
        sheet.height(row, plan.line)
        number = seating.rounds[at]
        sheet.value(row, 0, round_label(made, number), made.style(sized("posted middle", plan.points)))
        for column, index in enumerate(part.tables, start=1):
            _write_meeting(made, sheet, seating, (row, column), number, index)


def _write_headings(made: DrawBook, sheet: Sheet, seating: Seating, part: Part) -> None:
    plan, titles = seating.plan, made.event.scenario_titles
    room = Room(plan.widths[1], SCENARIOS)
    head = made.style(sized("column middle", plan.points))
    for row, text in ((part.top, "Table"), (part.top + 1, "Round")):
        sheet.text(row, 0, text, head)
    for column, index in enumerate(part.tables, start=1):
        table = made.draw.tables[index]
        title = titles.get(table.scenario, table.scenario)
        sheet.number(part.top, column, table.number, head)
        played = fitted(_PLAYED, title, room)
        sheet.text(part.top + 1, column, played.shown, made.style(played.style))


def _write_meeting(
    made: DrawBook, sheet: Sheet, seating: Seating, place: tuple[int, int], number: int, index: int
) -> None:
    """Write the numbers of the teams that sit at a table in a round."""
    teams = made.draw.tables[index].seats
    sitting = [teams.get(seat_of(number, side)) for side in (RED, BLUE)]
    spoken = [str(made.event.entrant(team).number) if team else NOBODY for team in sitting]
    formulas = [seating.number_of(made, number, side, index) for side in (RED, BLUE)]
    style = made.style(sized("posted middle", seating.plan.points))
    sheet.formula(*place, '&" v "&'.join(formulas), " v ".join(spoken), style)
