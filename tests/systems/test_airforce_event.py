"""Events of fights: what the game asks of them, cards typed in, the way through TOML and workbook."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from airforce_event import airforce_event

from sheetscore.event.assembly import Assembly
from sheetscore.event.load import cross_check
from sheetscore.event.model import Event
from sheetscore.event.sheets_in import open_event_workbook
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.tables import table_of
from sheetscore.event.toml import open_toml, write_toml
from sheetscore.findings import Finding
from sheetscore.forms.template import shipped
from sheetscore.systems.airforce.cards import read_card
from sheetscore.systems.airforce.event_cards import card_library
from sheetscore.systems.airforce.model import AirforceEvent, NamedSeat, starter_event
from sheetscore.systems.airforce.rules import check_event

EXAMPLE = (shipped("examples") / "airforce" / "event.toml").read_text(encoding="utf-8")


def read(path: Path) -> tuple[Event, tuple[Finding, ...]]:
    source = open_toml(path) if path.suffix == ".toml" else open_event_workbook(path)
    assembly = Assembly(source.read(table_of(AirforceEvent)))
    event = assembly.event().loaded_from(path.parent)
    assert isinstance(event, AirforceEvent)
    return event, (*assembly.findings, *assembly.placed(event, (*cross_check(event), *check_event(event))))


def from_text(folder: Path, text: str) -> tuple[Event, tuple[Finding, ...]]:
    path = folder / "event.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def said(found: Iterable[Finding]) -> str:
    return "\n".join(f"{one.code} {one.sheet} {one.cell} {one.message}" for one in found)


def test_an_event_goes_to_text_and_to_a_workbook_and_back(tmp_path: Path) -> None:
    event, found = from_text(tmp_path, EXAMPLE)
    assert said(found) == ""
    write_event_workbook(event, tmp_path / "event.xlsx")
    again, found = read(tmp_path / "event.xlsx")
    assert said(found) == ""
    assert again == event
    (tmp_path / "again").mkdir()
    assert from_text(tmp_path / "again", write_toml(event))[0] == event


def test_a_fight_that_is_gone_is_named_though_seats_of_its_round_are_listed(tmp_path: Path) -> None:
    event, _ = from_text(tmp_path, EXAMPLE)
    assert isinstance(event, AirforceEvent)
    assert event.seats_named
    gone = event.model_copy(update={"scenarios": ()})
    found = [*cross_check(gone), *check_event(gone)]
    assert [one.message for one in found if one.code == "event-reference"] == ['No scenario has the id "strait".']


def test_a_small_event_to_start_from_is_in_order() -> None:
    assert [one.code for one in check_event(starter_event("any")) if one.is_error] == []


def test_a_card_typed_in_is_the_card_of_a_file() -> None:
    shown = read_card(shipped("templates") / "airforce" / "aircraft" / "ex-mwl.toml")
    event = airforce_event()
    bands = [
        {**band.model_dump(exclude={"mode", "maneuver", "level", "dive"}), **band.mode.model_dump()}
        | {
            "maneuver": tuple(speed // 10 for speed in band.maneuver),
            "level": band.level // 10,
            "dive": band.dive // 10,
        }
        for band in shown.bands
    ]
    guns = [gun.model_dump() for gun in shown.guns]
    data = {**shown.model_dump(exclude={"bands", "guns", "format"}), "band": bands, "gun": guns}
    table = next(one for one in table_of(AirforceEvent).tables if one.key == "card")
    card = table.model.model_validate(data)
    cards = card_library([card], event.own_templates)  # type: ignore[list-item]  # it is a card of an event
    assert cards.card("EX-MWL") == shown


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('card = "gull"', 'card = "gul"', ("event-reference", "[[scenario.side.aircraft]] 1", 'Did you mean "gull"')),
        ("top = 25000", "top = 9000", ("[[card]] 1", "the bands must rise")),
        ("speed = 5.0", "speed = 5.05", ("event-value", "speed", "one digit behind the point")),
        ("speed = 5.0", "speed = -1.0", ("event-value", "speed", "from 0 to 99")),
        ("altitude = 9000", "altitude = 9050", ("altitude Altitude is 9050. Put whole hundreds of feet from 0 to",)),
        ("altitude = 9000", "altitude = 90000", ("event-value", "altitude", "from 0 to 60000")),
        ("turn = [1, 3, 4]", "turn = [1, 3]", ("event-value", "[[card.band]] 1", "turn")),
        ("maneuver = [2, 5]", "maneuver = [2, 8]", ("[[card]] 1", "speeds must rise")),
        ('bank = "L"\nspeed', 'bank = "R"\nspeed', ("event-value", "bank")),
        ("tables = 1\n", "tables = 1\nturns = 40\n", ("event-value", "turns")),
        ('seat = "blue.1"', 'seat = "blue.3"', ("event-reference", "[[seat]] 1", "blue.3")),
        ('player = "P4"', 'player = "P1"', ("event-duplicate", "[[seat]] 2", "two seats")),
        ('kind = "FF"', 'kind = "F"', ("[[card]] 1", "arcs")),
        ('loss = "lwl"', 'loss = "light"', ("event-value", "loss")),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, old: str, new: str, told: tuple[str, ...]) -> None:
    assert old in EXAMPLE
    _, found = from_text(tmp_path, EXAMPLE.replace(old, new, 1))
    errors = said(one for one in found if one.is_error)
    for part in told:
        assert part in errors


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'weapon = "2x20C-2x30M"', 'weapon = "2x20C-2x30"',
            'warning chart-hole [[card.gun]] 1 weapon The card gull: wings fires on the chart 2x20C-2x30, and there is '
            'none. Did you mean "2x20C-2x30M"? Without one its hits are not checked.',
        ),
        (
            "speed = 5.0", "speed = 10.1",
            "warning event-rule [[scenario.side.aircraft]] 1 speed The speed is 10.1, and by the card gull it is 10.0 "
            "at most at this altitude.",
        ),
        (
            "speed = 5.0", "speed = 1.9",
            "note event-rule [[scenario.side.aircraft]] 1 speed The speed is 1.9, and by the card gull maneuver speeds "
            "begin at 2.0.",
        ),
        (
            "speed = 5.0", "speed = 5.0\nbefore_speed = 10.5",
            "warning event-rule [[scenario.side.aircraft]] 1 before_speed The speed is 10.5, and by the card gull it "
            "is 10.0 at most at this altitude.",
        ),
        (
            "altitude = 9000", "altitude = 25100",
            "warning event-rule [[scenario.side.aircraft]] 1 altitude It begins at 25100 feet, and the card gull goes "
            "up to 25000. Above that its highest band holds.",
        ),
        (
            "speed = 5.0", "speed = 5.0\nbefore_climb = 300\nbefore_dive = 300",
            "error event-rule [[scenario.side.aircraft]] 1 before_climb Of the turn before: there is a climb and a "
            "dive in one turn.",
        ),
        (
            "speed = 5.0", 'speed = 5.0\nbefore_special = ["STEEP"]',
            "error event-rule [[scenario.side.aircraft]] 1 before_special Of the turn before: STEEP needs either a "
            "climb or a dive.",
        ),
        (
            "speed = 5.0", 'speed = 5.0\nbefore_special = ["SD"]',
            "error event-rule [[scenario.side.aircraft]] 1 before_special Of the turn before: “SD” is no special word. "
            "There are: STEEP, VERT, BOMB, JETT, LAME.",
        ),
    ],
)  # fmt: skip
def test_how_an_aircraft_begins_and_what_it_fires_is_held_against_its_card(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    _, found = from_text(tmp_path, EXAMPLE.replace(old, new, 1))
    assert [f"{one.severity} {said([one])}" for one in found] == [told]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("speed = 5.0", "speed = 10.0"),
        ("speed = 5.0", "speed = 2.0"),
        ("speed = 5.0", "speed = 5.0\nbefore_speed = 10.0"),
        ("speed = 5.0", 'speed = 5.0\nbefore_special = ["STEEP"]\nbefore_dive = 1000'),
        ("altitude = 9000", "altitude = 25000"),
        ("altitude = 9000", "altitude = 0"),
    ],
)
def test_what_a_card_just_allows_is_no_finding(tmp_path: Path, old: str, new: str) -> None:
    _, found = from_text(tmp_path, EXAMPLE.replace(old, new, 1))
    assert said(found) == ""


def test_the_check_names_sheet_and_cell_of_a_gun_in_a_workbook_and_the_file_of_one_in_a_folder(tmp_path: Path) -> None:
    event, _ = from_text(tmp_path, EXAMPLE.replace('weapon = "2x20C-2x30M"', 'weapon = "9x9"', 1))
    write_event_workbook(event, tmp_path / "event.xlsx")
    _, found = read(tmp_path / "event.xlsx")
    (one,) = found
    assert (one.sheet, one.cell[0]) == ("Guns", "D")
    folder = tmp_path / "templates" / "airforce" / "aircraft"
    folder.mkdir(parents=True)
    shown = (shipped("templates") / "airforce" / "aircraft" / "ex-mwl.toml").read_text(encoding="utf-8")
    (folder / "ex-mwl.toml").write_text(shown.replace('weapon = "4x50M"', 'weapon = "4x50"'), encoding="utf-8")
    _, found = from_text(tmp_path, EXAMPLE)
    assert [(one.sheet, one.cell) for one in found] == [("ex-mwl.toml", "gun wings, weapon")]
    assert 'Did you mean "4x50M"?' in found[0].message


def test_a_card_typed_in_that_nobody_flies_yet_is_checked_too(tmp_path: Path) -> None:
    _, found = from_text(
        tmp_path, EXAMPLE.replace('card = "gull"', 'card = "ex-mwl"').replace('"2x20C-2x30M"', '"9x9"')
    )
    assert [(one.sheet, one.cell) for one in found] == [("[[card.gun]] 1", "weapon")]


def test_a_card_of_the_events_own_folder_is_known(tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "airforce" / "aircraft"
    folder.mkdir(parents=True)
    shown = (shipped("templates") / "airforce" / "aircraft" / "ex-mwl.toml").read_text(encoding="utf-8")
    (folder / "tern.toml").write_text(shown.replace('id = "ex-mwl"', 'id = "tern"'), encoding="utf-8")
    _, found = from_text(tmp_path, EXAMPLE.replace('card = "ex-mwl"', 'card = "tern"'))
    assert said(found) == ""


def test_a_card_of_a_newer_format_is_refused_as_such(tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "airforce" / "aircraft"
    folder.mkdir(parents=True)
    (folder / "tern.toml").write_text('format = 99\nid = "tern"\n', encoding="utf-8")
    _, found = from_text(tmp_path, EXAMPLE.replace('card = "ex-mwl"', 'card = "tern"'))
    assert "format 99" in said(found)


def test_named_seats_are_known_by_ids_in_any_capitals() -> None:
    seat = NamedSeat(round=1, table=1, seat="blue.2", player="p03")
    event = airforce_event(seats_named=(seat,))
    assert event.named_for(1) == {(1, "blue.2"): "P03"}
    assert event.named_for(2) == {}
