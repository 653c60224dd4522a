"""Words of lists that were typed and are other entries of their list by the time sheets are made again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from amps_event import BRIDGE, STRIKE, amps_event
from aso_commands import type_lines
from event_folder import cell_of, filled_folder
from kept_events import started
from match_event import match_event, scenario
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.findings import Finding
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.systems.tasks.model import Target, TaskScenario

TYPED = """table,seat,field,value
1,strike.1,strike.hits.1.target,Bridge
1,strike.1,strike.hits.1.d,2
1,strike.2,strike.hits.1.target,Depot
1,strike.2,strike.hits.1.d,1
"""


def change(folder: Path, **changes: Any) -> None:
    write_event(load_event(folder).model_copy(update=changes), folder)


def with_targets(*targets: tuple[str, str]) -> TaskScenario:
    named = tuple(Target.model_validate({"name": name, "class": of}) for name, of in targets)
    return BRIDGE.model_copy(update={"sides": (STRIKE.model_copy(update={"targets": named}), *BRIDGE.sides[1:])})


def told(findings: Sequence[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "word-handed-on"]


def refused(folder: Path) -> list[str]:
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    return told(stopped.value.findings)


BEFORE = ("Bridge", "primary"), ("Depot", "secondary"), ("Quay", "secondary")


def strikes(tmp_path: Path, *targets: tuple[str, str]) -> Path:
    """Give a folder with attacks on Bridge and Depot whose event has other targets since."""
    folder = filled_folder(tmp_path / "cup", amps_event(scenarios=(with_targets(*BEFORE),)), TYPED)
    change(folder, scenarios=(with_targets(*targets),))
    return folder


def test_the_name_of_a_target_that_another_one_has_now(tmp_path: Path) -> None:
    folder = strikes(tmp_path, ("Viaduct", "primary"), ("Bridge", "secondary"), ("Quay", "secondary"))
    before = (folder / "round1.xlsx").read_bytes()
    (message,) = refused(folder)
    assert (folder / "round1.xlsx").read_bytes() == before
    assert message == (
        "“Bridge” was typed at 1 place, first at table 1, strike.1, strike.hits.1.target. It has the place of “Depot” "
        "on the list since (category: secondary, was primary), and counts as that on new sheets. If the event "
        "calls what was meant otherwise now, choose that on the new sheets"
    )
    assert told(make_sheets(folder, 1, force=True).findings) == [message]
    assert not told(make_sheets(folder, 1).findings)


def test_words_of_a_marked_copy_go_by_the_lists_that_it_was_made_with(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup", amps_event(scenarios=(with_targets(*BEFORE),)), TYPED)
    target = cell_of(folder, 1, "strike.3", "strike.hits.1.target")
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.3", "strike.hits.1.d"): "many"})
    stick = ingest(folder / "round1.xlsx").marked_path
    assert stick
    away = stick.rename(tmp_path / "stick.xlsx")
    type_in(away, {target: "Quay"})
    change(folder, scenarios=(with_targets(("Quay", "primary"), ("Depot", "secondary"), ("Bridge", "secondary")),))
    make_sheets(folder, 1, force=True)
    away.rename(stick)
    (message,) = refused(folder)
    assert "“Quay” was typed at 1 place, first at table 1, strike.3, strike.hits.1.target" in message


def test_a_target_of_the_same_class(tmp_path: Path) -> None:
    folder = strikes(tmp_path, ("Bridge", "primary"), ("Barn", "secondary"), ("Depot", "secondary"))
    (message,) = refused(folder)
    assert "“Depot” was typed at 1 place, first at table 1, strike.2" in message
    assert "It has the place of “Quay” on the list since, and counts as that" in message


def test_classes_that_two_targets_have_exchanged(tmp_path: Path) -> None:
    folder = strikes(tmp_path, ("Bridge", "secondary"), ("Depot", "primary"), ("Quay", "secondary"))
    bridge, depot = refused(folder)
    assert "“Bridge” was typed" in bridge
    assert "It has the place of “Depot” on the list since (category: secondary, was primary)" in bridge
    assert "“Depot” was typed" in depot
    assert "It has the place of “Bridge” on the list since (category: primary, was secondary)" in depot


@pytest.mark.parametrize(
    "targets",
    [
        (("Bridge", "primary"), ("Depot", "primary"), ("Quay", "secondary")),  # a class is corrected
        (("Quay", "secondary"), ("Depot", "secondary"), ("Bridge", "primary")),  # rows are sorted
        (("Ford", "primary"), *BEFORE),  # a target is added
        (
            ("Bridge", "primary"),
            ("Depot", "secondary"),
            ("Bridges", "secondary"),
        ),  # one that nobody attacked is renamed
        (("Bridge", "primary"), ("Depot", "secondary")),  # and one is taken out
    ],
)
def test_what_stays_what_it_was(tmp_path: Path, targets: Sequence[tuple[str, str]]) -> None:
    assert not told(make_sheets(strikes(tmp_path, *targets), 1).findings)


# levels of matches

LEVELS = ("Minor = marginal", "Major = substantive", "Total = decisive")
TURNED = ("Total = marginal", "Major = substantive", "Minor = decisive")


def won(tmp_path: Path, typed: str) -> Path:
    """Give a folder with a victory at a level, with words for the levels that are exchanged since."""
    folder = started(tmp_path / "cup", match_event(2, 1, scenarios=(scenario(levels=LEVELS),)))
    source = tmp_path / "typed.csv"
    source.write_text(f"table,seat,field,value\n1,,game.1.level,{typed}\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    change(folder, scenarios=(scenario(levels=TURNED),))
    return folder


def test_words_of_levels_that_are_exchanged(tmp_path: Path) -> None:
    (message,) = refused(won(tmp_path, "Minor"))
    assert "“Minor” was typed at 1 place" in message
    assert "It has the place of “Total” on the list since (" in message


def test_words_of_levels_of_which_nothing_was_typed(tmp_path: Path) -> None:
    folder = won(tmp_path, "Major")
    assert not told(make_sheets(folder, 1).findings)


def test_levels_that_a_scenario_has_no_more_are_named_when_sheets_are_made_again(tmp_path: Path) -> None:
    named = scenario(levels=("Minor = marginal", "Total = decisive"))
    folder = started(tmp_path / "cup", match_event(2, 1, scenarios=(named,)))
    type_lines(folder, "1,,game.1.winner,1", "1,,game.1.level,Minor", "1,,game.2.winner,2")
    change(folder, scenarios=(scenario(grading="win"),))
    (said,) = [one for one in make_sheets(folder, 1).findings if one.code == "off-list"]
    assert said.message.startswith("“Minor” was typed at 1 place, first at table 1, table sheet, game.1.level, and is")
