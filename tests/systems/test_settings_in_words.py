"""What players read of settings: words, never the keys by which directors choose."""

from __future__ import annotations

from typing import Any

import pytest
from registered import EXAMPLES, SYSTEMS, system_of

from sheetscore.event.load import load_event
from sheetscore.results.table_book import rules_sheet
from sheetscore.systems.diplomacy.model import DiplomacySettings
from sheetscore.systems.settings_in_words import BLANK, SaidSetting, choices_of, in_words, said_by
from sheetscore.systems.system import System, system_called
from sheetscore.systems.team.model import TeamSettings

SHIPPED = sorted({*SYSTEMS} - {"dice"})


def fields_of(system: System[Any]) -> dict[str, Any]:
    return dict(type(system.starter("x").settings).model_fields)


@pytest.mark.parametrize("system", SHIPPED)
def test_every_choice_of_every_setting_has_words_and_the_rest_says_what_it_is_about(system: str) -> None:
    for name, info in fields_of(system_called(system)).items():
        said, keys = said_by(info), choices_of(info)
        few = set(keys) if name not in {"keep_apart", "tie_breaks"} else set()
        assert few <= said.choices.keys(), name
        assert said.about.endswith("."), name
        assert not [key for key in keys if f"{key}: " in said.about.casefold()], name


def test_the_words_are_those_behind_the_key() -> None:
    pair_by, damage_cap = (said_by(TeamSettings.model_fields[name]) for name in ("pair_by", "damage_cap"))
    assert in_words("previous_round", pair_by) == "Those of the round before"
    assert pair_by.about == "Which points put the teams in order for the next pairings."
    assert in_words("pilot", damage_cap) == "To each pilot"
    counted = said_by(DiplomacySettings.model_fields["counted"])
    assert (in_words(None, counted), in_words(2, counted)) == ("All", "2")
    ties = said_by(DiplomacySettings.model_fields["tie_breaks"])
    assert in_words((), ties) == "Nothing does"
    assert in_words(("best_game", "lot"), ties) == "The best game, lot"
    assert in_words((), said_by(DiplomacySettings.model_fields["weights"])) == "None"
    assert in_words((), SaidSetting("What nobody explains.", {})) == BLANK


@pytest.mark.parametrize("example", [name for name, system in EXAMPLES.items() if system in SHIPPED])
def test_no_key_of_a_setting_stands_on_the_sheet_of_the_rules(example: str) -> None:
    event = load_event(system_of(example).example(example) / "event.toml")
    decisions = system_of(example).decisions(event)
    (table, *_) = rules_sheet(decisions, ()).tables
    shown = [[table.value(line, column) for column in table.columns] for line in table.lines]
    keys = {key for info in type(event.settings).model_fields.values() for key in choices_of(info)}
    keys = {key for key in keys if "_" in key or "-" in key or any(map(str.isdigit, key))}
    assert not [(name, key) for name, *told in shown for key in keys for one in told if key in str(one).split()]
    begins = {name: str(value)[0] for name, value, _ in shown if value != BLANK}
    assert not [name for name, letter in begins.items() if letter.islower()]
    if example == "aso":
        (ties,) = (value for name, value, _ in shown if name == "Ties are broken by")
        assert str(ties).startswith("The round of the first loss, the later the better (none is best); ")
    if example == "diplomacy":
        assert [value for name, value, _ in shown if name == "Scoring"] == ["Sum of Squares"]
