"""Air Force: cards as TOML, those that come along and those that somebody writes."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from airforce_logs import CARDS, EXAMPLE

from sheetscore import new
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import Card, CardLibrary, read_card
from sheetscore.systems.airforce.toml_parts import files

SHIPPED = {name: path.read_text(encoding="utf-8") for name, path in files("aircraft").items()}
TEXT = SHIPPED["ex-mwl"]


def changed(tmp_path: Path, text: str) -> Card:
    path = tmp_path / "ex-mwl.toml"
    path.write_text(text, encoding="utf-8")
    return read_card(path)


def mistakes(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(MistakesFound) as told:
        changed(tmp_path, text)
    return [one.message for one in told.value.findings]


NAMED = {
    "lwl": {"Zero", "Spitfire", "Oscar"},
    "mwl": {"F4F", "Hurricane", "SBD"},
    "p39": {"P-39", "P-40", "F6F"},
    "p51": {"P-51", "Me-109"},
    "p47": {"P-47"},
    "fw190": {"Fw-190"},
    "heavy": {"P-38", "bombers"},
}
"""The aircraft that rule 29 has for each class."""


def test_the_sheet_of_cards_and_the_documents_name_the_aircraft_of_each_class_of_loss(tmp_path: Path) -> None:
    new(tmp_path / "event", system="airforce")
    column = next(
        one.prompt
        for one in openpyxl.load_workbook(tmp_path / "event" / "event.xlsx")["Cards"].data_validations.dataValidation
        if one.promptTitle == "Loss"
    )
    page = (Path(__file__).parents[2] / "docs" / "systems" / "airforce.md").read_text(encoding="utf-8")
    for text in (column, page):
        told = {
            loss: set(named.split(", ")) for loss, named in re.findall(r"(\w+) \(([^()]*)\)", text) if loss in NAMED
        }
        assert told == NAMED
    assert "whatever is loaded" in column


def test_the_example_of_the_rules_is_as_they_print_it() -> None:
    low, high = EXAMPLE.bands
    assert (EXAMPLE.engines, EXAMPLE.role, EXAMPLE.loss, EXAMPLE.brakes, EXAMPLE.loaded_mode) == (
        1, "fighter", "mwl", 2, 0,
    )  # fmt: skip
    assert (low.top, low.maneuver, low.level, low.dive, low.power, low.climb) == (12_000, (30, 50), 80, 110, 3, 600)
    assert (low.mode.bank, low.mode.turn, low.mode.slip) == ((2, 2, 3), (2, 3, 4), (1, 2, 3))
    assert (low.mode.half_roll, low.mode.loop) == ((2, 3, 4), (3, 4, 5))
    assert high.power == 1
    assert high.model_copy(update={"top": low.top, "power": low.power}) == low


def test_four_kinds_of_aircraft_come_along_and_say_that_they_are_made_up() -> None:
    cards = [CARDS.card(name) for name in CARDS.ids]
    assert {(card.role, card.engines) for card in cards} >= {("fighter", 1), ("fighter", 2), ("bomber", 4)}
    assert {card.loss for card in cards} >= {"lwl", "mwl", "heavy"}
    assert any(gun.kind == "F" for card in cards for gun in card.guns)
    assert all("made up" in text.splitlines()[0] for text in SHIPPED.values())


def test_a_band_goes_up_to_its_top_and_the_highest_beyond() -> None:
    tops = [band.top for band in EXAMPLE.bands]
    assert [EXAMPLE.band(feet).top for feet in (0, 12_000, 12_100, 90_000)] == [tops[0], tops[0], tops[1], tops[1]]


def test_cards_are_found_whatever_their_capitals_and_the_nearest_is_named() -> None:
    assert CARDS.card("EX-MWL") == EXAMPLE
    with pytest.raises(MistakesFound, match="ex-mwl"):
        CARDS.card("ex-mvl")


def test_a_folder_that_is_named_comes_before_the_shipped_cards(tmp_path: Path) -> None:
    (tmp_path / "ex-mwl.toml").write_text(TEXT.replace("brakes = 2", "brakes = 1"), encoding="utf-8")
    assert CardLibrary(home=tmp_path).card("ex-mwl").brakes == 1
    own = tmp_path / "templates" / "airforce" / "aircraft"
    own.mkdir(parents=True)
    (own / "ex-mwl.toml").write_text(TEXT.replace("brakes = 2", "brakes = 0"), encoding="utf-8")
    assert CardLibrary(own=tmp_path / "templates").card("ex-mwl").brakes == 0
    assert CardLibrary(own=tmp_path / "templates", home=tmp_path).card("ex-mwl").brakes == 1
    assert CardLibrary([EXAMPLE], home=tmp_path).card("ex-mwl").brakes == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("brakes = 2", "brake = 2", 'brake: is nothing that a card has here. Did you mean "brakes"?'),
        ("climb = 600", "clib = 600", 'band 1, clib: is nothing that a card has here. Did you mean "climb"?'),
        ("half_roll = [2, 3, 4]\n", "", "band 1, mode, half_roll: is missing; every card has it"),
        ("turn = [2, 3, 4]", "turn = [2, 3]", "band 1, mode, turn"),
        ("top = 30000", "top = 12000", "the bands must rise"),
        ("level = 8", "level = 4", "band 1: speeds must rise"),
        ("level = 8", "level = 8.25", "band 1, level: a speed has one digit behind the point at most"),
        ("engines = 1", "engines = 0", "engines"),
        ('loss = "mwl"', 'loss = "p57"', "loss"),
        ('kind = "FF"', 'kind = "F"', "gun 1: a flexible gun has arcs"),
        ('weapon = "4x50M"', 'weapon = "4x50M"\narcs = [6]', "gun 1: a fixed gun has neither arcs nor a factor"),
        ('kind = "FF"', 'kind = "F"\nfactor = 1\narcs = [13]', "gun 1, arcs 1"),
        ("format = 1", "format = 2", "this card has format 2, and this sheetscore knows up to 1"),
        ("format = 1", "format = ", "this is not TOML"),
    ],
)
def test_what_is_wrong_in_a_card_is_told_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in TEXT
    assert any(one.startswith(said) for one in mistakes(tmp_path, TEXT.replace(old, new, 1)))


def test_a_card_of_a_newer_format_is_refused_for_that_alone(tmp_path: Path) -> None:
    text = TEXT.replace("format = 1", "format = 2").replace("brakes = 2", "airbrakes = 2")
    assert len(mistakes(tmp_path, text)) == 1


def test_speeds_have_tenths(tmp_path: Path) -> None:
    assert changed(tmp_path, TEXT.replace("level = 8", "level = 7.5", 1)).bands[0].level == 75
