"""The account of shots for people: a table for each fight, a line for each shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sheetscore.systems.airforce.gunnery.shots import CheckedShot
from sheetscore.systems.replaying import Account

HEADINGS = (
    "Turn", "From", "Target", "Gun", "Hex", "Range", "Hour", "Angle", "DRM", "Hits", "Result", "Wrong",
)  # fmt: skip

SPARE = ("Angle", "Hour", "Hex", "DRM", "Result")


def accounts_of(shots: Iterable[CheckedShot]) -> Iterator[Account]:
    """Yield the shots of each table, as the rules see them, with the hits that were written down and ruled."""
    for table, fired in groupby(shots, key=lambda shot: shot.table):
        yield Account(f"Table {table}, shots", HEADINGS, tuple(map(_row, fired)), SPARE)


def _row(one: CheckedShot) -> tuple[str, ...]:
    shot = one.shot
    hits = shot.hits if shot.ruling is None else f"{shot.ruling} for {shot.hits or 0}"
    figures = (one.distance, one.column, one.clock, one.deflection, one.drm, hits)
    told = ("" if figure is None else str(figure) for figure in figures)
    return (str(shot.turn or ""), one.aircraft, shot.target, shot.gun, *told, shot.result, ", ".join(one.codes))
