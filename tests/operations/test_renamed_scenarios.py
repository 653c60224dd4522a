"""Scenarios and sides that the event calls otherwise after sheets are made: what was chosen stays what it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from aso_event import aso_event

from sheetscore.event.load import load_event
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.results.record import RoundRecord
from sheetscore.systems.aso.model import AsoEvent, AsoScenario

TYPED = """table,seat,field,value
1,,winner,1
1,,scenario.played,s1
1,,bid.1.side,s1.german
2,,winner,2
2,,scenario.played,s2
2,,scenario.strike.1,s3
"""
"""In the ids that scripts use; the workbook shows the titles."""

Change = Callable[[tuple[AsoScenario, ...]], tuple[AsoScenario, ...]]


def exchanged(scenarios: tuple[AsoScenario, ...]) -> tuple[AsoScenario, ...]:
    """Exchange the titles of the first two."""
    first, second, *others = scenarios
    return first.model_copy(update={"title": second.title}), second.model_copy(update={"title": first.title}), *others


def renamed(scenarios: tuple[AsoScenario, ...]) -> tuple[AsoScenario, ...]:
    """Give new titles to all."""
    return tuple(one.model_copy(update={"title": f"The {one.id} of old"}) for one in scenarios)


def reused(scenarios: tuple[AsoScenario, ...]) -> tuple[AsoScenario, ...]:
    """Give to the first one what the second was called, and to that something new."""
    first, second, *others = scenarios
    return first.model_copy(update={"title": second.title}), second.model_copy(update={"title": "New"}), *others


def sides_exchanged(scenarios: tuple[AsoScenario, ...]) -> tuple[AsoScenario, ...]:
    """Exchange what the sides of the first one are called."""
    first, *others = scenarios
    one, two = first.sides
    sides = one.model_copy(update={"title": two.title}), two.model_copy(update={"title": one.title})
    return first.model_copy(update={"sides": sides}), *others


def rewrite(folder: Path, change: Change) -> None:
    event = load_event(folder)
    assert isinstance(event, AsoEvent)
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event.model_copy(update={"scenarios": change(event.scenarios)}), folder)


def values(record: RoundRecord) -> Mapping[str, object]:
    return {f"{key.table} {key.seat} {key.field}": value for key, value in record.entries.items()}


@pytest.mark.parametrize("change", [exchanged, renamed, reused, sides_exchanged])
def test_what_was_chosen_stays_what_it_was(tmp_path: Path, change: Change) -> None:
    folder = tmp_path / "cup"
    write_event(aso_event(4, 3), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    source = tmp_path / "typed.csv"
    source.write_text(TYPED, encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    ingest(folder / "round1.xlsx")
    before = values(records(open_event(folder))[1])
    rewrite(folder, change)
    refused = [one.message for one in ingest(folder / "round1.xlsx").findings if one.is_error]
    assert "so the sheets no longer fit" in " ".join(refused)
    assert values(records(open_event(folder))[1]) == before
    make_sheets(folder, 1)
    assert not [one for one in check(folder).findings if one.is_error]
    assert not [one.message for one in ingest(folder / "round1.xlsx").findings if one.is_error]
    assert values(records(open_event(folder))[1]) == before
