"""A score that a director ruled stays a number when boards are scored by another system: that is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from diplomacy_event import diplomacy_event
from kept_events import kept, started

from sheetscore.event.load import load_event
from sheetscore.findings import Finding, Severity
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets

BOARD = (
    *(
        f"1,{power},centres.final,{count}"
        for power, count in {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}.items()
    ),
    *(f"1,{power},eliminated,{year}" for power, year in {"Austria": 1903, "Germany": 1904, "France": 1906}.items()),
    "1,,outcome,time",
    "1,,final_year,1907",
)
RULING = ("1,Italy,ruling.score,12.5", "1,Italy,ruling.reason,left early")

TOLD = (
    "table 1, Italy: ruling.score 12.5 stands as it was typed, and since then Scoring was sum-of-squares and is "
    "draw-size: scores may be counted in something else now. It counts as 12.5. Type what it is to be now; or, if it "
    "stays, write its reason anew, and no more is said of it"
)


def type_lines(folder: Path, *lines: str, number: int = 1) -> None:
    source = folder.parent / "typed.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    fill(folder / f"round{number}.xlsx", source)


def scored_by(folder: Path, scoring: str) -> None:
    event = load_event(folder)
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event.model_copy(update={"settings": event.settings.model_copy(update={"scoring": scoring})}), folder)


def told(findings: Sequence[Finding]) -> list[str]:
    asked = [one for one in findings if one.code == "ruling-kept"]
    assert {one.severity for one in asked} <= {Severity.WARNING}
    return [one.message for one in asked]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two rounds scored by the sum of squares; on the board of the first a score is ruled."""
    return kept(tmp_path / "cup", __name__, _play)


def _play(folder: Path) -> None:
    started(folder, diplomacy_event(players=7, rounds=2, scoring="sum-of-squares"))
    type_lines(folder, *BOARD, *RULING)
    assert not told(ingest(folder / "round1.xlsx").findings)
    draw(folder, 2)
    make_sheets(folder, 2)
    type_lines(folder, *BOARD, number=2)
    ingest(folder / "round2.xlsx")


def test_it_is_asked_until_somebody_types_it_anew(folder: Path) -> None:
    assert not told(check(folder).findings)
    scored_by(folder, "draw-size")
    assert told(check(folder).findings) == [TOLD]
    assert told(check(folder / "round1.xlsx").findings) == [TOLD]
    (found,) = [one for one in ingest(folder / "round1.xlsx").findings if one.code == "ruling-kept"]
    assert found.message == TOLD
    assert found.cell
    assert told(check(folder).findings) == [TOLD]
    assert told(ingest(folder / "round1.xlsx").findings) == [TOLD]
    type_lines(folder, "1,Italy,ruling.score,3")
    assert not told(ingest(folder / "round1.xlsx").findings)
    assert not told(check(folder).findings)


def test_another_reason_settles_it(folder: Path) -> None:
    scored_by(folder, "draw-size")
    ingest(folder / "round1.xlsx")
    type_lines(folder, "1,Italy,ruling.reason,left early; stays")
    assert not told(ingest(folder / "round1.xlsx").findings)
    assert not told(check(folder).findings)


def test_rounds_that_are_scored_anew_are_asked_about_too(folder: Path) -> None:
    scored_by(folder, "draw-size")
    assert told(ingest(folder / "round2.xlsx").findings) == [TOLD]
    assert told(check(folder).findings) == [TOLD]
    assert told(ingest(folder / "round2.xlsx").findings) == []
    assert told(check(folder / "round1.xlsx").findings) == [TOLD]


def test_nothing_is_asked_where_something_else_changes(folder: Path) -> None:
    event = load_event(folder)
    (folder / "event.xlsx").unlink(missing_ok=True)
    (folder / "event.toml").unlink(missing_ok=True)
    settings = event.settings.model_copy(update={"round_scoring": "best"})
    write_event(event.model_copy(update={"settings": settings}), folder)
    assert not told(check(folder).findings)
