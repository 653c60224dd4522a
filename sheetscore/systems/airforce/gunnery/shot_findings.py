"""What is said of a shot: what is wrong with it, what counts all the same, and what the director ruled.

A ruling replaces the hits that its pilot states and settles everything that is wrong with the shot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sheetscore.findings import CODES, Severity
from sheetscore.sentences import counted
from sheetscore.systems.airforce.flight.flight_findings import FlightFinding
from sheetscore.systems.airforce.flight.flight_log import Shot
from sheetscore.systems.airforce.gunnery.shot_rules import BOX, Complaint

RULED, INCOMPLETE = "ruled", "ruling-reason"
"""Codes that all systems have."""


def findings_on(shot: Shot, table: int, seat: str, wrong: Iterable[Complaint]) -> Iterator[FlightFinding]:
    """Yield what is wrong with a shot, a note of each where there is a ruling, and the ruling.

    Parameters
    ----------
    table, seat
        The log that it stands on.
    """
    for one in wrong:
        told = _finding(shot, table, seat, one)
        if shot.ruling is not None:
            yield replace(told, severity=Severity.NOTE, message=f"settled by a ruling: {told.message}")
        elif shot.hits and not told.is_error:
            does = "hit counts" if shot.hits == 1 else "hits count"
            yield replace(told, message=f"{told.message}; its {shot.hits} {does} unless ruled otherwise")
        else:
            yield told
    ruling = _ruling(shot)
    if ruling is not None:
        yield _finding(shot, table, seat, ruling)


def _ruling(shot: Shot) -> Complaint | None:
    """Say what the director ruled, or what a ruling lacks."""
    if shot.ruling is None:
        message = "the director's ruling has a reason but no hits; enter those that count"
        return Complaint(INCOMPLETE, "ruling", message, None, None) if shot.reason else None
    if not shot.reason:
        return Complaint(INCOMPLETE, "reason", "the director's ruling needs a reason; enter it", None, None)
    message = f"ruled {counted(shot.ruling, 'hit')} in place of {shot.hits or 0}: {shot.reason}"
    return Complaint(RULED, "ruling", message, shot.ruling, shot.hits)


def _finding(shot: Shot, table: int, seat: str, said: Complaint) -> FlightFinding:
    severity, meaning = CODES[said.code]
    kind = f"the {said.box} of a shot is not what it is" if said.code == BOX else meaning
    return FlightFinding(
        said.code,
        f"{seat}, shot {shot.number}: {said.message}",
        severity=severity,
        fields=((table, seat, f"shot.{shot.number}.{said.box}"),),
        table=table,
        aircraft=seat,
        turn=shot.turn,
        expected=said.expected,
        actual=said.actual,
        kind=kind,
    )
