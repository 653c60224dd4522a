"""Large event folders, filled in so that nothing is wrong with them."""

from __future__ import annotations

from pathlib import Path

from amps_event import amps_event
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from round_contexts import drawn_round

from sheetscore.forms.form import FieldKey, Value
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.aso.model import AsoPlayer
from sheetscore.systems.tasks.forms import drawn_pilots

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


GAME = ((",winner", 1), (",scenario.played", "s1"))
"""What stands on the line of every game."""

BOARD = (
    *(("England,centres.final", 12), ("Russia,centres.final", 9), ("Turkey,centres.final", 8)),
    *(("Italy,centres.final", 5), ("Austria,eliminated", 1903), ("Germany,eliminated", 1904)),
    *(("France,eliminated", 1906), (",outcome", "time"), (",final_year", 1908)),
)
"""What stands on every board."""


def filled_games(folder: Path, players: int) -> Path:
    """Make an event of accelerated Swiss for so many players, an even number, with its first round filled in."""
    rated = tuple(AsoPlayer(id=f"P{at:03}", name=f"Player {at}", rating=3000 - at) for at in range(1, players + 1))
    write_event(aso_event().model_copy(update={"players": rated}), folder)
    return filled_alike(folder, players // 2, GAME)


def filled_boards(folder: Path, boards: int) -> Path:
    """Make an event of Diplomacy of so many boards with its first round filled in."""
    write_event(diplomacy_event(7 * boards), folder)
    return filled_alike(folder, boards, BOARD)


def filled_alike(folder: Path, tables: int, lines: tuple[tuple[str, object], ...], number: int = 1) -> Path:
    """Draw a round, make its sheets and fill in every table like the others."""
    draw(folder, number)
    make_sheets(folder, number)
    source = folder.with_suffix(".csv")
    rows = [f"{table},{box},{value}\n" for table in range(1, tables + 1) for box, value in lines]
    source.write_text("table,seat,field,value\n" + "".join(rows), encoding="utf-8")
    fill(folder / f"round{number}.xlsx", source)
    return folder


def filled_round(folder: Path, number: int) -> Path:
    """Draw a round, make its sheets and fill them in."""
    draw(folder, number)
    make_sheets(folder, number)
    opened = open_event(folder)
    drawn = draw_of(opened, number).draw
    forms = opened.system.forms(drawn_round(opened.event, drawn, templates=opened.library))
    entries: dict[FieldKey, Value] = {
        FieldKey(table.number, seat, field): value
        for table in forms.tables
        for seat, page in PAGES.items()
        for field, value in page.items()
    }
    write_round(folder / f"round{number}.xlsx", opened.event, forms, {**drawn_pilots(drawn), **entries})
    return folder
