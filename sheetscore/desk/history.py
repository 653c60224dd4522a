"""What earlier rounds came to, for draws and standings: their results workbooks, read back."""

from __future__ import annotations

from sheetscore.desk.workplace import Desk
from sheetscore.pairing.draw import Draw
from sheetscore.problems import UnreadableFile
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.results.read_results import read_results
from sheetscore.results.record import RoundRecord
from sheetscore.systems.protocol import EarlierRound


def records(desk: Desk) -> dict[int, RoundRecord]:
    """Read the results of every scored round, by its number.

    Raises
    ------
    UnreadableFile
        A results workbook is damaged or belongs to another event.
    """
    found: dict[int, RoundRecord] = {}
    for number in desk.folder.scored_stages():
        path = desk.folder.results(number)
        record = read_results(path)
        if record.event_key != desk.event.key:
            raise UnreadableFile(
                f"{path.name} belongs to {record.event_name}, not to {desk.event.header.name}; move it away, or give "
                "the event its old name and seed back",
                "other-event",
            )
        found[number] = record
    return found


def rounds_looked_back_at(desk: Desk, stage: int) -> list[EarlierRound]:
    """Give the rounds before one to a system that checks draws and entries against them; to others none."""
    return rounds_before(desk, stage, records(desk)) if desk.system.looks_back else []


def rounds_before(desk: Desk, stage: int, scored: dict[int, RoundRecord]) -> list[EarlierRound]:
    """Give the rounds before one: their results, and where these are missing the draw."""
    found = []
    for number in range(1, stage):
        record = scored.get(number)
        complete = record is not None and not record.missing
        drawn = None if complete or not desk.folder.draw(number).exists() else _drawn(desk, number)
        if record is not None:
            found.append(EarlierRound(number, record.scenario, record.rows, drawn))
        elif drawn is not None:
            found.append(EarlierRound(number, desk.event.scenario_at(number, 1), (), drawn))
    return found


def _drawn(desk: Desk, number: int) -> Draw:
    return read_draw(desk.folder.draw(number), desk.event, desk.system, number).draw
