"""Titles of scenarios beside other ids than when sheets were made or a round was scored; scenarios off a round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from amps_event import amps_event
from aso_event import aso_event
from event_folder import filled_folder
from kept_events import started
from match_event import match_event, scenario

from sheetscore.event.load import load_event
from sheetscore.event.scenarios import ScenarioEvent
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings


def change(folder: Path, **changes: Any) -> None:
    event = load_event(folder).model_copy(update=changes)
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event, folder)


def scenarios_of(folder: Path) -> tuple[Any, ...]:
    event = load_event(folder)
    assert isinstance(event, ScenarioEvent)
    return event.scenarios


def with_titles(folder: Path, *titles: str) -> None:
    """Give the first scenarios other titles."""
    scenarios = scenarios_of(folder)
    named = [one.model_copy(update={"title": title}) for one, title in zip(scenarios, titles, strict=False)]
    change(folder, scenarios=(*named, *scenarios[len(titles) :]))


def exchange(folder: Path) -> None:
    first, second, *_ = scenarios_of(folder)
    with_titles(folder, second.title, first.title)


def told(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "titles-exchanged"]


def type_lines(folder: Path, *lines: str) -> None:
    source = folder.parent / "typed.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    fill(folder / "round1.xlsx", source)


ASO_LINES = ("1,,winner,1", "1,,scenario.played,s1", "2,,winner,2", "2,,scenario.played,s2")

WHOSE = "s1 was “Scenario 1” and is “Scenario 2”; s2 was “Scenario 2” and is “Scenario 1”"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A round of which the sheets are made."""
    return started(tmp_path / "cup", aso_event(4, 3))


def test_after_the_sheets_were_made(folder: Path) -> None:
    exchange(folder)
    (message,) = told(check(folder).findings)
    assert message == (
        f"titles stand beside other scenarios than when round1.xlsx was made: {WHOSE}. Draws, sheets and results go by "
        "the ids: where they say “Scenario 1”, s1 is meant, whatever its title is now. Give every id its title back, "
        "or move whole rows; if it is meant, make the sheets again (sheetscore sheets 1), and print them again"
    )
    (made,) = told(make_sheets(folder, 1).findings)
    assert made == message.replace("make the sheets again (sheetscore sheets 1), and print them", "print the sheets")
    assert not told(check(folder).findings)


def test_after_the_round_was_scored(folder: Path) -> None:
    type_lines(folder, *ASO_LINES)
    ingest(folder / "round1.xlsx")
    exchange(folder)
    (message,) = told(check(folder).findings)
    assert f"than when round 1 was scored: {WHOSE}. " in message
    assert "sheetscore sheets 1), and ingest them again" in message
    assert told(make_sheets(folder, 1).findings) == [message]
    draw(folder, 2)
    assert told(standings(folder).findings) == [message]
    assert told(check(folder).findings) == [message]
    assert told(check(folder / "round1.xlsx").findings) == [message]
    assert told(ingest(folder / "round1.xlsx").findings) == [message]
    assert not told(check(folder).findings)


def test_a_round_that_is_not_scored_yet_is_scored_by_exchanged_ids_with_a_word(tmp_path: Path) -> None:
    hills = (scenario(), scenario("dale", game_system="Dales"))
    folder = started(tmp_path / "cup", match_event(2, 1, scenarios=hills))
    one, two = scenarios_of(folder)
    (first,) = load_event(folder).rounds  # type: ignore[attr-defined]
    exchanged = (one.model_copy(update={"id": two.id}), two.model_copy(update={"id": one.id}))
    change(folder, scenarios=exchanged, rounds=(first.model_copy(update={"scenario": (two.id, one.id)}),))
    for looked_at in (check(folder / "round1.xlsx"), ingest(folder / "round1.xlsx")):
        (message,) = told(looked_at.findings)
        assert "than when round1.xlsx was made: dale was “Dale” and is “Hill”; hill was “Hill” and is “Dale”" in message


def test_in_every_system_with_scenarios(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup", amps_event())
    first, *others = scenarios_of(folder)
    change(folder, scenarios=(first, first.model_copy(update={"id": "other", "title": "Another"}), *others))
    make_sheets(folder, 1)
    ingest(folder / "round1.xlsx")
    exchange(folder)
    (message,) = told(check(folder).findings)
    assert f"{first.id} was “{first.title}” and is “Another”" in message


@pytest.mark.parametrize("titles", [("New 1", "New 2"), ("SCENARIO 1", "scenario 2"), ("Scenario 4",)])
def test_titles_that_are_new_are_no_exchange(folder: Path, titles: tuple[str, ...]) -> None:
    with_titles(folder, *titles)
    assert not told(check(folder).findings)


def test_a_title_that_another_scenario_had(folder: Path) -> None:
    with_titles(folder, "Scenario 2", "New")
    (message,) = told(check(folder).findings)
    assert "s1 was “Scenario 1” and is “Scenario 2”; s2 was “Scenario 2” and is “New”" in message


# a scenario that a round offers no more


def off_list(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "off-list"]


@pytest.mark.parametrize("scored", [False, True])
def test_a_scenario_off_the_round(folder: Path, *, scored: bool) -> None:
    type_lines(folder, *ASO_LINES, "1,,bid.1.side,s1.german")
    if scored:
        ingest(folder / "round1.xlsx")
    first, *others = load_event(folder).rounds  # type: ignore[attr-defined]
    change(folder, rounds=(first.model_copy(update={"scenario": ("s2", "s3")}), *others))
    played, bid = off_list(make_sheets(folder, 1).findings)
    assert played.startswith("“Scenario 1” was typed at 1 place, first at table 1, ")
    assert "is on no list of the new sheets" in played
    assert "“Scenario 1: German”" in bid


def test_the_same_in_matches(tmp_path: Path) -> None:
    hills = (scenario(), scenario(id="dale", title="The Dale"))
    folder = started(tmp_path / "cup", match_event(4, 1, scenarios=hills))
    type_lines(folder, "1,,scenario.played,dale")
    (first,) = load_event(folder).rounds  # type: ignore[attr-defined]
    change(folder, rounds=(first.model_copy(update={"scenario": (hills[0].id,)}),))
    (message,) = off_list(make_sheets(folder, 1).findings)
    assert message.startswith("“The Dale” was typed at 1 place, first at table 1, ")


def test_titles_of_sides_that_are_exchanged_turn_no_bid_without_a_word(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4))
    scenario_ = scenarios_of(folder)[0]
    one, two = scenario_.sides
    chosen = f"{scenario_.id}.{one.id}"
    type_lines(folder, f"1,,bid.1.side,{chosen}")
    turned = (one.model_copy(update={"title": two.title}), two.model_copy(update={"title": one.title}))
    change(folder, scenarios=(scenario_.model_copy(update={"sides": turned}), *scenarios_of(folder)[1:]))
    (message, *_) = told(make_sheets(folder, 1).findings)
    title = scenario_.title
    assert f"“{title}: {one.title}” stays {chosen}, which is “{title}: {two.title}” now" in message
    assert not told(make_sheets(folder, 1).findings)
