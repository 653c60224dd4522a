"""An id that stands alone in event.toml where several may be named is taken as a list of one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from aso_event import aso_event

from sheetscore.event.load import examine_event, load_event
from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding
from sheetscore.forms.template import shipped
from sheetscore.operations.new import compose
from sheetscore.systems.wishes import Wish

ALONE = re.compile(r'^scenario = \[("[^",]*")\]$', re.MULTILINE)
"""A list of one."""


def read(folder: Path, text: str) -> tuple[Event | None, tuple[Finding, ...]]:
    path = folder / "event.toml"
    path.write_text(text, encoding="utf-8")
    return examine_event(path)


@pytest.mark.parametrize("system", ["aso", "match", "duplicate"])
def test_one_scenario_needs_no_brackets(system: str, tmp_path: Path) -> None:
    event = compose(tmp_path / "event", system=system).event
    listed = re.sub(r'^scenario = \[("[^"]*").*\]$', r"scenario = [\1]", write_toml(event), flags=re.MULTILINE)
    if system == "duplicate":  # as many rounds as scenarios
        listed = re.sub(r"^tables = .*\n", "", listed, flags=re.MULTILINE)
    bare, found = ALONE.subn(r"scenario = \1", listed)
    assert found
    with_brackets, without = read(tmp_path, listed), read(tmp_path, bare)
    assert without[1] == with_brackets[1]
    assert without[0] == with_brackets[0]
    if system != "duplicate":
        assert without[0] is not None


@pytest.mark.parametrize("example", ["match", "cromwell-2010"])
def test_examples_are_the_same_without_the_brackets(example: str, tmp_path: Path) -> None:
    text = (shipped("examples") / example / "event.toml").read_text(encoding="utf-8")
    bare, found = ALONE.subn(r"scenario = \1", text)
    assert found >= 2
    (tmp_path / "event.toml").write_text(bare, encoding="utf-8")
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "event.toml").write_text(text, encoding="utf-8")
    assert load_event(tmp_path) == load_event(whole)


def test_a_pair_by_names_needs_no_brackets(tmp_path: Path) -> None:
    event = aso_event(wishes=(Wish(kind="forbid", players=("P01", "P02")),))
    text = write_toml(event).replace('players = ["P01", "P02"]', 'players = "P01, P02"')
    read_back, findings = read(tmp_path, text)
    assert not [one for one in findings if one.is_error]
    assert read_back == event


def test_a_number_that_stands_alone_is_a_mistake(tmp_path: Path) -> None:
    text = write_toml(aso_event()).replace('id = "P03"\n', 'id = "P03"\nabsent = 3\n', 1)
    event, findings = read(tmp_path, text)
    assert event is None
    assert [(one.code, one.cell) for one in findings if one.is_error] == [("event-value", "absent")]
