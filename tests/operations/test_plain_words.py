"""What messages say is said as people say it: no lists of a program, no options that the command does not have."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from aso_commands import played
from aso_event import aso_event
from event_folder import filled_folder
from kept_events import started
from match_event import match_event
from registered import EXAMPLES
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.event.model import Premise
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.results.scoring_changes import ChangedSetting, as_recorded_value
from sheetscore.systems.match.history import follows
from sheetscore.systems.outcomes import RoundScore

_OF_A_PROGRAM = re.compile(r"\(\)|\[\]|[(\[]['\"]|,\)|\w+\([A-Za-z_]+=|<[A-Za-z_.]+ object|None|Fraction\(|Decimal\(")
"""How Python writes lists, records and what it has for nothing."""


@pytest.mark.parametrize("example", [one for one in EXAMPLES if (shipped("examples") / one).exists()])
def test_what_a_draw_rests_on_and_every_setting_is_said_in_words(example: str) -> None:
    event = load_event(shipped("examples") / example / "event.toml")
    premises: list[Premise] = [*event.premises, *(one for stage in event.stages for one in event.premises_of(stage))]
    assert not [one for one in premises if _OF_A_PROGRAM.search(one.value)]
    for name in type(event.settings).model_fields:
        value = as_recorded_value(getattr(event.settings, name))
        for changed in (ChangedSetting(name, name, value, None), ChangedSetting(name, name, (), ("a", Fraction(1, 2)))):
            assert not _OF_A_PROGRAM.search(str(changed))


def test_scenarios_that_a_round_offers_are_said_in_words(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4, 3))
    event = load_event(folder)
    first, *others = event.rounds  # type: ignore[attr-defined]
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    rounds = (first.model_copy(update={"scenario": ("s2", "s3")}), *others)
    write_event(event.model_copy(update={"rounds": rounds}), folder)
    (told,) = [one.message for one in check(folder).findings if one.code == "draw-older"]
    assert "the scenario was s1, s2, s3 and is s2, s3. Draw again" in told


def test_a_scored_round_whose_sheets_no_longer_fit_its_scenarios_is_told_in_one_line(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4, 3))
    played(folder, 1, "1", "2")
    event = load_event(folder)
    first, *others = event.rounds  # type: ignore[attr-defined]
    rounds = (first.model_copy(update={"scenario": ("s4", "s5", "s6")}), *others)
    write_event(event.model_copy(update={"rounds": rounds}), folder)
    found = check(folder).findings
    assert "draw-older" not in {one.code for one in found}
    (told,) = (one for one in found if one.code == "structure")
    assert (str(told.severity), told.message) == (
        "warning",
        "round 1 was changed (the scenario was s1, s2, s3 and is s4, s5, s6) after round1.xlsx was made, so the sheets "
        "no longer fit. Undo the change, or make them again, and what was typed is kept: sheetscore sheets 1. The "
        "results stay as they are, and ingesting round1.xlsx as it is stops",
    )
    assert ingest(folder / "round1.xlsx").status == "errors"


@pytest.mark.parametrize(("points", "held"), [(0, "no handicap"), (3, "3 for Player 1 (P01)")])
def test_a_round_that_was_complete_by_a_handicap(points: int, held: str) -> None:
    series = {"table": 1, "handicap": {"player": "P01", "new": points}}
    was, now = (RoundScore(1, (), (), (), lists={"series": lines}) for lines in ((series,), ()))
    (clause,) = follows(match_event(), was, now)
    assert clause == f"table 1: what is entered was complete with {held} after the series and is not now"


def test_check_names_the_command_that_has_force(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    type_in(folder / "round1.xlsx", {("Table 1", "Z60"): "mind the depot"})
    event = load_event(folder)
    first, *others = event.scenarios  # type: ignore[attr-defined]
    side, *more = first.sides
    changed = first.model_copy(update={"sides": (side.model_copy(update={"title": "Another"}), *more)})
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event.model_copy(update={"scenarios": (changed, *others)}), folder)
    said = [one.message for one in check(folder).findings if "--force" in one.message]
    assert said
    assert all("add --force to “sheetscore sheets 1”" in one for one in said)
