"""TIE-1: the setting of every system, as it is typed, written and read back; none at all is not the default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from looking import values_in
from typing_in import type_in

from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.problems import MistakesFound
from sheetscore.results.setup import setup_of
from sheetscore.systems.system import system_called
from sheetscore.workbooks.cell_refs import address

NOBODY: tuple[Any, ...] = ((), {}, ())

WITH_CHAINS = ("airforce", "amps", "aso", "diplomacy", "duplicate", "match", "team")
ALWAYS_RECORDED = {"diplomacy"}
"""It had the setting before results left out what has its default."""


def event_of(system: str, *chain: str) -> Any:
    """Give a small event with a chain, as if it had been typed."""
    event = system_called(system).starter("Test event")
    settings = type(event.settings).model_validate({"tie_breaks": chain})
    return event.model_copy(update={"settings": settings})


def default_of(system: str) -> tuple[str, ...]:
    chain: tuple[str, ...] = type(event_of(system).settings)().tie_breaks
    return chain


def test_tie_1_all_systems_have_the_setting_with_the_defaults_of_the_rules() -> None:
    assert {id_: default_of(id_) for id_ in WITH_CHAINS} == {
        "airforce": ("aircraft_lost",),
        "amps": (),
        "aso": ("first_loss", "first_draw", "opponents_rating"),
        "diplomacy": ("solos", "best_game", "second_best_game", "centres", "head_to_head"),
        "duplicate": (),
        "match": (),
        "team": (),
    }


@pytest.mark.parametrize("chain", [(), ("lot",), ("rounds", "lot", "rounds")])
@pytest.mark.parametrize("system", WITH_CHAINS)
def test_tie_1_a_chain_survives_toml_and_event_xlsx(tmp_path: Path, system: str, chain: tuple[str, ...]) -> None:
    event = event_of(system, *chain)
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    write_event_workbook(event, tmp_path / "event.xlsx")
    for name in ("event.toml", "event.xlsx"):
        read: Any = Event.load(tmp_path / name)
        assert read.settings.tie_breaks == chain, name


@pytest.mark.parametrize("system", WITH_CHAINS)
def test_tie_1_the_default_is_left_out_of_toml_digest_and_results_and_nothing_else_is(system: str) -> None:
    usual, none = event_of(system, *default_of(system)), event_of(system)
    assert "\ntie_breaks" not in write_toml(usual)
    assert ("\ntie_breaks = []" in write_toml(none)) == bool(default_of(system))
    recorded = system in ALWAYS_RECORDED
    assert ("tie_breaks" in setup_of(usual, 1, *NOBODY).settings) == recorded
    assert ("tie_breaks" in usual.settings.model_dump()) == recorded
    if default_of(system):
        assert setup_of(none, 1, *NOBODY).settings["tie_breaks"] == ()
        assert none.settings.model_dump(mode="json")["tie_breaks"] == []
        assert usual.settings.model_dump(mode="json").get("tie_breaks") in (None, list(default_of(system)))


def test_tie_1_event_xlsx_says_none_where_something_is_usual(tmp_path: Path) -> None:
    write_event_workbook(event_of("aso"), tmp_path / "event.xlsx")
    assert any("none" in row for row in values_in(tmp_path / "event.xlsx")["Event"])


@pytest.mark.parametrize("system", WITH_CHAINS)
def test_tie_1_none_may_be_typed_into_event_xlsx(tmp_path: Path, system: str) -> None:
    write_event_workbook(event_of(system, "lot"), tmp_path / "event.xlsx")
    (typed,) = (at for at, value in values_in(tmp_path / "event.xlsx")["Event"].cells.items() if value == "lot")
    type_in(tmp_path / "event.xlsx", {("Event", address(*typed)): "None"})
    read: Any = Event.load(tmp_path / "event.xlsx")
    assert read.settings.tie_breaks == ()


@pytest.mark.parametrize(
    ("system", "step", "possible"),
    [
        ("amps", "buchholz", "progressive, best_round, worst_round, last_round, rounds, lot"),
        ("diplomacy", "wins", "solos, best_game, second_best_game, centres, head_to_head, rounds, lot"),
        ("aso", "difference", "buchholz, buchholz_cut1"),
        ("match", "aircraft_lost", "buchholz"),
    ],
)
def test_tie_1_what_a_system_cannot_have_is_refused_with_what_it_has(
    tmp_path: Path, system: str, step: str, possible: str
) -> None:
    text = write_toml(event_of(system, "lot")).replace('["lot"]', f'["lot", "{step}"]')
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    with pytest.raises(MistakesFound) as found:
        Event.load(tmp_path / "event.toml")
    (message,) = (one.message for one in found.value.findings if one.cell == "tie_breaks")
    assert step in message
    assert possible in message


@pytest.mark.parametrize(("chain", "wrong"), [(("aircraft_lost",), False), ((), True), (("lot",), True)])
def test_tie_1_fights_that_are_not_ranked_have_no_tie_breaks(chain: tuple[str, ...], wrong: bool) -> None:
    event = event_of("airforce", *chain)
    settings = event.settings.model_copy(update={"ranking": False})
    found = system_called("airforce").check_event(event.model_copy(update={"settings": settings}))
    assert any(one.is_error and one.cell == "tie_breaks" for one in found) is wrong
