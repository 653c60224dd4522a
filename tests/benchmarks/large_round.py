"""A large event folder, filled in so that nothing is wrong with it."""

from __future__ import annotations

from pathlib import Path

from amps_event import amps_event

from sheetscore.desk.draw import draw
from sheetscore.desk.new import write_event
from sheetscore.desk.sheets import draw_of, make_sheets
from sheetscore.desk.workplace import open_desk
from sheetscore.forms.form import FieldKey, Value
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.tasks.flights import drawn_pilots

PAGES: dict[str, dict[str, Value]] = {
    "strike.1": {
        "strike.hits.1.target": "Bridge",
        "strike.hits.1.d": 2,
        "strike.hits.2.target": "Lorry",
        "strike.hits.2.d": 1,
        "strike.bombing.1.odds": "4:1",
        "strike.bombing.1.modifier": -3,
        "strike.own.h": 1,
        "claimed.sp": 18,
    },
    "strike.2": {"strike.hits.1.target": "Depot", "strike.hits.1.d": 1, "strike.bombing.1.odds": "2:1"},
    "strike.3": {"strike.bombing.1.odds": "3:1", "strike.bombing.2.odds": "1:1", "claimed.sp": 8},
    "strike.4": {"claimed.sp": 5},
    "ds.1": {"defense-suppression.sam.1.target": "Hawk", "defense-suppression.sam.1.d": 2},
    "ds.2": {"defense-suppression.radar.1.suppressed": 1, "defense-suppression.aaa.1.target": "ZSU 1"},
    "cap.1": {"air-combat.damage.1.aircraft": "strike.1", "air-combat.damage.1.h": 1, "air-combat.rolls.4": 1},
    "cap.2": {"air-combat.rolls.4": 1, "air-combat.rolls.7": 2},
    "cap.3": {"air-combat.advantage.dn": 1},
}
"""What stands on the pages of every table of nine pilots."""


def filled_event(folder: Path, tables: int, rounds: int = 1) -> Path:
    """Make an event of so many tables of nine pilots with its first round filled in."""
    write_event(amps_event(players=9 * tables, tables=tables, rounds=["bridge"] * rounds), folder)
    return filled_round(folder, 1)


def filled_round(folder: Path, number: int) -> Path:
    """Draw a round, make its sheets and fill them in."""
    draw(folder, number)
    make_sheets(folder, number)
    desk = open_desk(folder)
    drawn = draw_of(desk, number).draw
    forms = desk.system.forms(desk.event, drawn, desk.library)
    entries: dict[FieldKey, Value] = {
        FieldKey(table.number, seat, field): value
        for table in forms.tables
        for seat, page in PAGES.items()
        for field, value in page.items()
    }
    write_round(folder / f"round{number}.xlsx", desk.event, forms, {**drawn_pilots(drawn), **entries})
    return folder
