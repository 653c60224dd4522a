"""Folders of duplicate events in which teams come, leave or are entered otherwise, and what tests ask about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sheetscore.event.load import load_event
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested
from sheetscore.operations.new import write_event
from sheetscore.systems.duplicate.model import DuplicateEvent, DuplicateTeam

Pairs = dict[tuple[int, int], tuple[str | None, str | None]]
"""Red and Blue by round and table."""


def event_of(folder: Path) -> DuplicateEvent:
    event = load_event(folder)
    assert isinstance(event, DuplicateEvent)
    return event


def change(folder: Path, team: str, **values: object) -> None:
    """Change a team in event.xlsx."""
    event = event_of(folder)
    teams = tuple(one.model_copy(update=values) if one.id == team else one for one in event.teams)
    write_event(event.model_copy(update={"teams": teams}), folder)


def renumber(folder: Path, **numbers: int) -> None:
    """Give teams other numbers in event.xlsx, all at once."""
    event = event_of(folder)
    teams = tuple(one.model_copy(update={"number": numbers.get(one.id, one.number)}) for one in event.teams)
    write_event(event.model_copy(update={"teams": teams}), folder)


def enter(folder: Path, team: DuplicateTeam) -> None:
    """Enter a team that comes late in event.xlsx."""
    event = event_of(folder)
    write_event(event.model_copy(update={"teams": (*event.teams, team)}), folder)


def type_points(folder: Path, lines: Iterable[tuple[int, int]], points: int | str | None = None) -> Path:
    """Type points of both sides on lines given by table and round; without points their sum."""
    rows = [
        f"{table},r{number},{side}.sp,{table + number if points is None else points}"
        for table, number in lines
        for side in ("red", "blue")
    ]
    source = folder.parent / "points.csv"
    source.write_text("\n".join(["table,seat,field,value", *rows, ""]), encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    return folder / "travellers.xlsx"


def pairs_of(tables: Any, rounds: int = 5) -> Pairs:
    return {
        (number, table.number): (table.seats[f"r{number}.red"], table.seats[f"r{number}.blue"])
        for table in tables
        for number in range(1, rounds + 1)
    }


def sitting_out(done: Ingested) -> Mapping[tuple[Any, Any], tuple[Any, Any, Any]]:
    """Give table, factor and score of whoever sat out, by team and round."""
    return {
        (row["team"], row["round"]): (row["table"], row["factor"], row["score"])
        for row in done.rows
        if row["sp"] is None
    }


def codes(done: Any) -> list[str]:
    return [one.code for one in done.findings]
