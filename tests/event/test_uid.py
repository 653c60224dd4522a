"""The uid of an event: made once, kept through every form that the event is written in, out of the director's way."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from libreoffice import recalculate, to_ods
from looking import open_whole
from typing_in import type_in

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.forms.template import shipped
from sheetscore.operations.export import export
from sheetscore.operations.new import new

DIGITS = "12345678901234567890123456789012"
"""A uid without letters: no program is to take it for a number."""


def with_uid(uid: str | None) -> Event:
    event = amps_event()
    return event.model_copy(update={"header": event.header.model_copy(update={"uid": uid})})


@pytest.fixture
def written(tmp_path: Path) -> Path:
    write_event_workbook(with_uid(DIGITS), tmp_path / "event.xlsx")
    return tmp_path / "event.xlsx"


def test_every_new_event_has_128_bits_of_its_own(tmp_path: Path) -> None:
    made = [new(tmp_path / name, system="aso").event.header.uid for name in ("one", "two")]
    assert len(set(made)) == 2
    for uid, name in zip(made, ("one", "two"), strict=True):
        assert uid is not None
        assert len(uid) == 32
        assert set(uid) <= set("0123456789abcdef")
        assert Event.load(tmp_path / name).header.uid == uid


@pytest.mark.parametrize("name", ["event.xlsx", "event.toml"])
def test_an_event_that_starts_from_another_is_not_that_one(tmp_path: Path, name: str) -> None:
    first = new(tmp_path / "first", system="aso").event
    (tmp_path / "first" / "event.toml").write_text(write_toml(first), encoding="utf-8")
    second = new(tmp_path / "second", source=tmp_path / "first" / name).event
    assert second.header.uid not in {None, first.header.uid}
    assert second.header.model_copy(update={"uid": first.header.uid}) == first.header


def test_it_goes_from_workbook_to_toml_and_back(written: Path, tmp_path: Path) -> None:
    text = export(written, "toml")
    assert f'uid = "{DIGITS}"' in text[: text.index("[settings]")]
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    assert Event.load(tmp_path / "event.toml") == Event.load(written) == with_uid(DIGITS)
    assert json.loads(export(written, "json"))["event"]["uid"] == DIGITS


def test_libreoffice_keeps_it_in_both_formats(written: Path, tmp_path: Path) -> None:
    (again,) = recalculate([written], tmp_path / "again")
    (ods,) = to_ods([written], tmp_path / "ods")
    assert Event.load(again).header.uid == Event.load(ods).header.uid == DIGITS


def test_no_sheet_that_a_director_sees_has_it(written: Path) -> None:
    book = open_whole(written)
    found = [
        sheet.sheet_state for sheet in book for row in sheet.values for value in row if value in {DIGITS, "Uid", "uid"}
    ]
    assert found == ["hidden", "hidden"]


def test_an_event_without_one_is_written_as_ever(tmp_path: Path) -> None:
    write_event_workbook(with_uid(None), tmp_path / "event.xlsx")
    hidden = open_whole(tmp_path / "event.xlsx")["_sheetscore"]
    assert [[*row[:2]] for row in hidden.values if row[0]] == [["sheetscore event", 1]]
    assert "uid" not in write_toml(with_uid(None))
    assert "uid" not in with_uid(None).model_dump_json()
    assert Event.load(tmp_path / "event.xlsx").header.uid is None


def test_whoever_lost_the_hidden_sheet_gives_it_back_on_a_line_of_the_event(written: Path) -> None:
    book = open_whole(written)
    book.remove(book["_sheetscore"])
    book["Event"]["A60"], book["Event"]["B60"] = "Uid", DIGITS.replace("1", "A")
    book.save(written)
    assert Event.load(written).header.uid == DIGITS.replace("1", "a")


def test_what_is_no_uid_is_found(written: Path, tmp_path: Path) -> None:
    type_in(written, {("_sheetscore", "B2"): DIGITS[1:]})
    (tmp_path / "event.toml").write_text(write_toml(with_uid(DIGITS)).replace(DIGITS, "mine"), encoding="utf-8")
    for path in (written, tmp_path / "event.toml"):
        event, (found,) = examine_event(path)
        assert event is None
        assert found.code == "event-value"
        assert "Put 32 hexadecimal digits there" in found.message


def test_templates_that_the_event_uses_and_changed_come_with_it_and_no_others(tmp_path: Path) -> None:
    """A checkout lies beside the event, with the templates of all systems; one of amps is the event's own."""
    first = tmp_path / "first"
    new(first, system="amps")
    shutil.copytree(shipped("templates"), first / "templates")
    own = first / "templates" / "amps" / "air-combat.toml"
    own.write_text(own.read_text(encoding="utf-8") + "\n# the club's\n", encoding="utf-8")
    started = new(tmp_path / "second", source=first)
    assert started.templates == ("templates/amps/air-combat.toml",)
    there = list((tmp_path / "second").rglob("*.toml"))
    assert [path.read_bytes() for path in there] == [own.read_bytes()]
