"""Events of fights: what the game asks of them, cards typed in, the way through TOML and workbook."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from airforce_event import airforce_event

from sheetscore.event.assembly import Assembly
from sheetscore.event.cross_checks import cross_check
from sheetscore.event.model import Event
from sheetscore.event.sheets_in import open_event_workbook
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.tables import table_of
from sheetscore.event.toml_in import open_toml
from sheetscore.event.toml_out import write_toml
from sheetscore.findings import Finding
from sheetscore.shipped import shipped
from sheetscore.systems.airforce.cards import read_card
from sheetscore.systems.airforce.event_cards import card_case
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
    case = card_case([card], event.own_templates)  # type: ignore[list-item]  # it is a card of an event
    assert case.card("EX-MWL") == shown


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
