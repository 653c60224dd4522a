"""Bombing rolls that leave something open: odds between two columns, no target where there are several."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, amps_event
from event_folder import cell_of, started
from looking import values_in

from sheetscore.findings import Finding
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.tasks.model import Target


def event_with(*targets: Target) -> AmpsEvent:
    """Give the strike flight these targets."""
    strike = STRIKE.model_copy(update={"targets": targets})
    return amps_event(scenarios=(BRIDGE.model_copy(update={"sides": (strike, *BRIDGE.sides[1:])}),))


KINDS = {
    "down": amps_event(),
    "listed": amps_event(settings=AmpsSettings(odds="listed")),
    "one target": event_with(Target(name="Bridge", class_="primary")),
    "one each": event_with(
        Target(name="Bridge", class_="primary", seats=(1, 2)), Target(name="Dam", class_="primary", seats=(3, 4))
    ),
}


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: started(tmp_path_factory.mktemp("amps") / "event", event) for name, event in KINDS.items()}


def scored(blank: dict[str, Path], kind: str, tmp_path: Path, **page: object) -> tuple[Path, Ingested]:
    """Type the first bombing line of strike.1, let everybody else stay at home, and ingest the round."""
    folder = Path(shutil.copytree(blank[kind], tmp_path / "event"))
    seats = [seat for _, seat, _ in draw_of(open_event(folder), 1).draw.places()]
    lines = [f"1,{seat},seat.flew,{int(seat == 'strike.1')}" for seat in seats]
    lines += [f"1,strike.1,strike.bombing.1.{field},{value}" for field, value in page.items()]
    source = tmp_path / "lines.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    return folder, ingest(folder / "round1.xlsx")


def told(done: Ingested, code: str) -> list[Finding]:
    return [one for one in done.findings if one.code == code]


ODDS = [
    ("3:2", 3, True),
    ("2:3", 2, True),
    ("5:2", 4, True),
    ("21:2", 12, True),
    ("1.5", 3, True),
    ("0.4", 2, True),
    ("4:1", 6, False),
    ("6:2", 5, False),
    ("1:3", 2, False),
    ("25:1", 12, False),
    ("0.25", 2, False),
]
"""What is typed, k + 2 of the lower column (0 below 1:1, 10 from 10:1 on), and whether it is between two."""


@pytest.mark.parametrize(("odds", "worth", "between"), ODDS)
def test_odds_between_two_columns_count_as_the_lower_one_with_a_note(
    blank: dict[str, Path], tmp_path: Path, odds: str, worth: int, between: bool
) -> None:
    folder, done = scored(blank, "down", tmp_path, target="Bridge", odds=odds)
    assert [row["sp"] for row in done.rows] == [worth]
    assert [str(one.severity) for one in told(done, "odds-between")] == ["note"] * between
    assert [(one.sheet, one.cell) for one in told(done, "odds-between")] == [
        cell_of(folder, 1, "strike.1", "strike.bombing.1.odds")
    ] * between


@pytest.mark.parametrize(("odds", "worth", "between"), ODDS)
def test_with_listed_odds_of_n_to_1_and_1_to_n_are_all_there_are(
    blank: dict[str, Path], tmp_path: Path, odds: str, worth: int, between: bool
) -> None:
    folder, done = scored(blank, "listed", tmp_path, target="Bridge", odds=odds)
    assert told(done, "odds-between") == []
    assert [row["sp"] for row in done.rows] == ([] if between else [worth])
    found = told(done, "not-listed")
    assert [(one.sheet, one.cell) for one in found] == [
        cell_of(folder, 1, "strike.1", "strike.bombing.1.odds")
    ] * between
    assert all("n:1 or 1:n" in one.message for one in found)


@pytest.mark.parametrize(
    ("kind", "words"), [("down", "They count as the lower one"), ("listed", "Only n:1 and 1:n are taken")]
)
def test_the_decision_is_printed_with_the_results(
    blank: dict[str, Path], tmp_path: Path, kind: str, words: str
) -> None:
    folder, _ = scored(blank, kind, tmp_path, target="Bridge", odds="4:1")
    rules = values_in(folder / "round1-results.xlsx")["Rules"]
    (line,) = [row for row in rules if "Odds" in row]
    assert any(str(value).startswith(words) for value in line)


@pytest.mark.parametrize(("kind", "asked"), [("down", 1), ("one target", 0), ("one each", 1)])
def test_a_roll_without_a_target_is_asked_about_where_the_seat_has_more_than_one(
    blank: dict[str, Path], tmp_path: Path, kind: str, asked: int
) -> None:
    """It is scored all the same: 4 + 2. What others have as a primary is a target of opportunity here."""
    folder, done = scored(blank, kind, tmp_path, odds="4:1")
    assert [row["sp"] for row in done.rows] == [6]
    found = told(done, "name-open")
    assert [str(one.severity) for one in found] == ["warning"] * asked
    assert [(one.sheet, one.cell) for one in found] == [
        cell_of(folder, 1, "strike.1", "strike.bombing.1.target")
    ] * asked


def test_a_roll_with_its_target_is_not_asked_about(blank: dict[str, Path], tmp_path: Path) -> None:
    _, done = scored(blank, "down", tmp_path, target="Pontoon", odds="4:1")
    assert told(done, "name-open") == []
