"""What earlier rounds came to, for draws and standings: their results workbooks, read back."""

from __future__ import annotations

from sheetscore.desk.workplace import Desk
from sheetscore.problems import UnreadableFile
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


def rounds_before(stage: int, scored: dict[int, RoundRecord]) -> list[EarlierRound]:
    """Give the scored rounds before one."""
    return [EarlierRound(number, record.scenario, record.rows) for number, record in scored.items() if number < stage]
