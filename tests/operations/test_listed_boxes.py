"""Boxes of which a list of the event has one each: what is typed in one follows its entry when the list changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from aso_event import aso_event
from kept_events import kept, started

from sheetscore.event.load import load_event
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.systems.aso.model import AsoEvent

IIFT, REVERSE, LOS = "IIFT", "Reverse Motion", "Bore sighting, with LOS"

TICKS = """table,seat,field,value
1,,winner,1
1,,waived.1,1
2,,winner,2
2,,waived.2,1
2,,waived.3,1
"""

TICKED = {("1", IIFT), ("2", REVERSE), ("2", LOS)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A round of an event with three optional rules, each of which somebody waived."""
    return kept(tmp_path / "cup", __name__, _tick)


def _tick(folder: Path) -> None:
    started(folder, aso_event(4, 3, optional_rules=(IIFT, REVERSE, LOS)))
    type_lines(folder, TICKS)


def type_lines(folder: Path, lines: str, *, force: bool = False) -> None:
    source = folder.parent / "typed.csv"
    source.write_text(lines, encoding="utf-8")
    fill(folder / "round1.xlsx", source, force=force)


def with_rules(folder: Path, *rules: str) -> None:
    """Give the event other optional rules, or the same ones in another order."""
    event = load_event(folder)
    assert isinstance(event, AsoEvent)
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    settings = event.settings.model_copy(update={"optional_rules": rules})
    write_event(event.model_copy(update={"settings": settings}), folder)


def ticked(lines: str) -> set[tuple[str, str]]:
    """Give the tables with the rules that are ticked there, by their labels."""
    cells = [line.split(",", 4) for line in lines.splitlines()]
    return {
        (table, label.strip('"').removeprefix("Results: "))
        for table, _, field, value, label in cells
        if field.startswith("waived.") and value == "1"
    }


def of(code: str, findings: tuple[Finding, ...]) -> list[str]:
    return [one.message for one in findings if one.code == code]


def refused(folder: Path, lines: str) -> list[Finding]:
    before = (folder / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as stopped:
        type_lines(folder, lines)
    assert (folder / "round1.xlsx").read_bytes() == before
    return [one for one in stopped.value.findings if one.is_error]


# sheets made again


@pytest.mark.parametrize(
    "rules",
    [(REVERSE, LOS, IIFT), (IIFT, "Night", REVERSE, LOS), ("Night", LOS, REVERSE, "Fog", IIFT)],
)
def test_what_was_typed_follows_its_rule(folder: Path, rules: tuple[str, ...]) -> None:
    with_rules(folder, *rules)
    assert not any("refused" in one for one in of("structure", check(folder).findings))
    made = make_sheets(folder, 1)
    assert ticked(entries(folder / "round1.xlsx")) == TICKED
    for one in {IIFT, REVERSE, LOS}:
        was, now = (IIFT, REVERSE, LOS).index(one) + 1, rules.index(one) + 1
        told = [message for message in of("box-moved", made.findings) if f"“{one}”" in message]
        assert bool(told) == (was != now)
        assert all(f"waived.{was}" in message and f"waived.{now}" in message for message in told)
    assert not [one for one in ingest(folder / "round1.xlsx").findings if one.is_error]


def test_what_stands_elsewhere_stays(folder: Path) -> None:
    with_rules(folder, LOS, IIFT, REVERSE)
    make_sheets(folder, 1)
    assert "1,,winner,1," in entries(folder / "round1.xlsx")
    assert "2,,winner,2," in entries(folder / "round1.xlsx")


@pytest.mark.parametrize("rules", [(REVERSE, IIFT), ()])
def test_the_tick_of_a_rule_that_is_no_more_is_named_by_its_rule(folder: Path, rules: tuple[str, ...]) -> None:
    with_rules(folder, *rules)
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    lost = [message for message in of("not-placed", tuple(stopped.value.findings)) if "table 2" in message]
    assert f"table 2, its line (Player 2 (P02) and Player 4 (P04)): waived ({LOS}) = 1 has no place" in lost[-1]
    assert len(of("not-placed", tuple(stopped.value.findings))) == 1 + len({LOS, IIFT, REVERSE} - {*rules})
    made = make_sheets(folder, 1, force=True)
    assert of("not-placed", made.findings)
    assert ticked(entries(folder / "round1.xlsx")) == {one for one in TICKED if one[1] in rules}


# values from CSV


def test_fill_refuses_what_its_file_calls_otherwise_than_the_box(folder: Path) -> None:
    lines = entries(folder / "round1.xlsx")
    with_rules(folder, REVERSE, IIFT, LOS)
    make_sheets(folder, 1)
    first, second = refused(folder, lines)
    assert first.code == "label-differs"
    number = next(at for at, line in enumerate(lines.splitlines(), 1) if line.startswith("1,,waived.1,1"))
    assert (first.sheet, first.cell) == ("typed.csv", f"line {number}")
    assert first.message == (
        "waived.1 at table 1 is called “Results: IIFT” there, and that box is “Results: Reverse Motion” now; "
        "“Results: IIFT” is waived.2. Correct the field, or clear the label if the value is meant for this box; or add "
        "--force"
    )
    assert "waived.2 at table 2" in second.message
    type_lines(folder, lines, force=True)
    assert ticked(entries(folder / "round1.xlsx")) >= {("1", REVERSE), ("2", IIFT)}


def test_a_rule_in_the_place_of_another_is_refused_too(folder: Path) -> None:
    lines = entries(folder / "round1.xlsx")
    with_rules(folder, "Night", REVERSE, LOS)
    make_sheets(folder, 1, force=True)
    (one,) = refused(folder, lines)
    assert "“Results: IIFT” there, and that box is “Results: Night” now. Correct" in one.message


@pytest.mark.parametrize("label", ["", "IIFT", "results: iift", "Results:  IIFT", "Results: II", "Res"])
def test_labels_that_are_gone_cut_or_spelled_otherwise_pass(folder: Path, label: str) -> None:
    type_lines(folder, f"table,seat,field,value,label\n1,,waived.1,1,{label}\n")


def test_files_without_labels_pass(folder: Path) -> None:
    with_rules(folder, REVERSE, IIFT, LOS)
    make_sheets(folder, 1)
    type_lines(folder, TICKS)


def test_names_of_people_are_no_reason(folder: Path) -> None:
    lines = entries(folder / "round1.xlsx")
    event = load_event(folder)
    assert isinstance(event, AsoEvent)
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    (one, *others) = event.players
    players = (one.model_copy(update={"name": f"Renamed {one.id}"}), *others)
    write_event(event.model_copy(update={"players": players}), folder)
    make_sheets(folder, 1)
    type_lines(folder, lines)


def test_a_list_is_put_back_with_semicolons(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    with_rules(folder, REVERSE, IIFT, LOS)
    (message,) = of("event-rule", check(folder).findings)
    listed = f"{IIFT}; {REVERSE}; {LOS}"
    assert f"Optional rules was {listed} and is {REVERSE}; {IIFT}; {LOS}" in message
    assert f"Put {listed} back" in message
