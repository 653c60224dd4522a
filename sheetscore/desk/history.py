"""What earlier rounds came to, for draws and standings: their results workbooks, read back."""

from __future__ import annotations

from sheetscore.desk.workplace import Desk
from sheetscore.pairing.draw import Flown
from sheetscore.problems import UnreadableFile
from sheetscore.results.read_results import read_results
from sheetscore.results.record import RoundRecord


def records(desk: Desk) -> dict[int, RoundRecord]:
    """Read the results of every scored round, by its number.

    Raises
    ------
    UnreadableFile
        A results workbook is damaged or belongs to another event.
    """
    found: dict[int, RoundRecord] = {}
    for number in desk.folder.results_rounds():
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


def flown_before(desk: Desk, round_number: int, scored: dict[int, RoundRecord]) -> list[Flown]:
    """Give who flew where in the rounds before one."""
    return [
        flight
        for number, record in scored.items()
        if number < round_number
        for flight in desk.system.flown(record.rows, number, record.scenario)
    ]
