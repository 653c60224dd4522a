"""An event folder as a director has it: drawn, with sheets, filled in."""

from __future__ import annotations

import hashlib
from pathlib import Path

import kept_events
from amps_event import amps_event

from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.forms.form import FieldKey
from sheetscore.operations.entries import fill
from sheetscore.sheets.round_workbook import field_places
from sheetscore.systems.amps.model import AmpsEvent

GOOD_LINES = """table,seat,field,value
1,strike.1,strike.hits.1.target,Bridge
1,strike.1,strike.hits.1.d,2
1,strike.1,strike.bombing.1.target,Bridge
1,strike.1,strike.bombing.1.odds,4:1
1,strike.1,strike.bombing.1.modifier,-3
1,strike.1,claimed.sp,21
1,strike.2,strike.hits.1.target,Depot
1,strike.2,strike.hits.1.d,1
1,strike.3,strike.bombing.1.target,Bridge
1,strike.3,strike.bombing.1.odds,2:1
1,strike.4,claimed.sp,5
1,ds.1,defense-suppression.sam.1.target,Hawk
1,ds.1,defense-suppression.sam.1.d,2
1,ds.2,defense-suppression.radar.1.suppressed,1
1,cap.1,air-combat.damage.1.aircraft,strike.1
1,cap.1,air-combat.damage.1.h,1
1,cap.2,air-combat.rolls.4,1
1,cap.3,air-combat.advantage.dn,1
"""
"""Values for one table that nothing is wrong with; strike.4 has a claim without details."""


def _usual() -> AmpsEvent:
    return amps_event(rounds=("bridge", "bridge"))


def started(folder: Path, event: Event | None = None) -> Path:
    """Make an event folder with the sheets of round 1."""
    return kept_events.started(folder, event or _usual())


def filled_folder(folder: Path, event: AmpsEvent | None = None, lines: str = GOOD_LINES) -> Path:
    """Make an event folder with round 1 filled in."""
    event = event or _usual()

    def make(there: Path) -> None:
        started(there, event)
        source = there.with_suffix(".csv")
        source.write_text(lines, encoding="utf-8")
        fill(there / "round1.xlsx", source)

    return kept_events.kept(folder, write_toml(event) + lines, make)


def cell_of(folder: Path, table: int, seat: str, field: str) -> tuple[str, str]:
    """Say where a box stands on the sheets of round 1."""
    from sheetscore.operations.ingest import open_round  # noqa: PLC0415 -- tests of the event alone need no results
    from sheetscore.operations.opening.drawn_rounds import drawn_round  # noqa: PLC0415

    opened, number = open_round(folder / "round1.xlsx")
    forms = drawn_round(opened, number).forms
    return field_places(forms)[FieldKey(table, seat, field)]


def contents(folder: Path) -> dict[str, str]:
    """Give the digest of every file of a folder but the lock, and those of workbooks that LibreOffice has open."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.name != ".sheetscore.lock" and not path.name.startswith(".~lock.") and path.is_file()
    }
