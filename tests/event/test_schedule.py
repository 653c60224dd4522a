"""The schedule of an event: times as people write them, what is wrong with them, where they are printed."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from amps_event import amps_event, drawn
from club_system import install, small_event
from duplicate_event import duplicate_event
from looking import open_whole, values_in

from sheetscore.event.load import check_event, examine_event
from sheetscore.event.model import Event, Slot
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.times import time_from
from sheetscore.event.toml import write_toml
from sheetscore.results.standings_workbook import event_digest
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE

MORNING = Slot(round=1, start=dt.time(9, 30), minutes=180)
NOON = Slot(round=2, start=dt.time(13), minutes=180)


def scheduled(*slots: Slot) -> AmpsEvent:
    """Give an event of two rounds on 5 July 1991 with a schedule."""
    event = amps_event(rounds=("bridge", "bridge"))
    header = event.header.model_copy(update={"date": dt.date(1991, 7, 5), "place": "Baltimore"})
    return event.model_copy(update={"header": header, "schedule": slots})


@pytest.mark.parametrize(
    ("written", "hour", "minute"),
    [
        ("09:30", 9, 30),
        ("9:30", 9, 30),
        ("9.30", 9, 30),
        ("9h30", 9, 30),
        ("9 h 30", 9, 30),
        ("0930", 9, 30),
        ("09:30:00", 9, 30),
        (" ９：３０ ", 9, 30),
        ("9:30 am", 9, 30),
        ("9:30 PM", 21, 30),
        ("9 p.m.", 21, 0),
        ("12 am", 0, 0),
        ("12:15pm", 12, 15),
        ("21 h", 21, 0),
        ("9.30 h", 9, 30),
        (dt.time(9, 30), 9, 30),
    ],
)
def test_times_are_understood_as_people_write_them(written: object, hour: int, minute: int) -> None:
    assert time_from(written) == dt.time(hour, minute)


@pytest.mark.parametrize(
    "written",
    ["", "9", "930", "9:3", "24:00", "9:60", "13 pm", "0 am", "half past nine", 9, 9.5, True, dt.time(9, 30, 5)],
)
def test_what_can_be_read_in_two_ways_or_not_at_all_is_no_time(written: object) -> None:
    with pytest.raises(ValueError, match=r"no time|no hour|hour must be|hour must"):
        time_from(written)


def test_a_time_typed_into_event_xlsx_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    path = tmp_path / "event.xlsx"
    write_event_workbook(small_event(schedule=(MORNING, NOON)), path)
    book = open_whole(path)
    assert book.sheetnames[-2:] == ["Schedule", "_sheetscore"]
    assert (book["Schedule"]["B5"].value, book["Schedule"]["B5"].number_format) == (dt.time(9, 30), "hh:mm")
    book["Schedule"]["B5"].value = "9:45 am"
    book["Schedule"]["B6"].value = dt.time(14, 5)
    book.save(path)
    assert [slot.start for slot in Event.load(path).schedule] == [dt.time(9, 45), dt.time(14, 5)]


def test_a_number_for_a_time_is_a_finding_at_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    path = tmp_path / "event.xlsx"
    write_event_workbook(small_event(schedule=(MORNING,)), path)
    book = open_whole(path)
    book["Schedule"]["B5"].value = 9.5
    book["Schedule"]["B5"].number_format = "General"
    book.save(path)
    (found,) = examine_event(path)[1]
    assert (found.code, found.sheet, found.cell) == ("event-value", "Schedule", "B5")
    assert "a time of day, such as 09:30" in found.message


def test_event_toml_takes_text_and_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    path = tmp_path / "event.toml"
    text = write_toml(small_event(schedule=(MORNING,)))
    assert 'start = "09:30"' in text
    path.write_text(text.replace('"09:30"', "09:45:00"), encoding="utf-8")
    assert Event.load(path).schedule[0].start == dt.time(9, 45)


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ((MORNING, NOON), []),
        ((MORNING, MORNING.model_copy()), [("event-duplicate", "[[schedule]] 2", "round")]),
        ((Slot(round=3, start=dt.time(9)),), [("event-value", "[[schedule]] 1", "round")]),
        ((MORNING, Slot(round=2, start=dt.time(12, 29))), [("schedule-order", "[[schedule]] 2", "start")]),
        ((MORNING, Slot(round=2, start=dt.time(12, 30))), []),
        ((MORNING, Slot(round=2, start=dt.time(9), date=dt.date(1991, 7, 6))), []),
    ],
)
def test_rounds_of_the_schedule_exist_once_and_follow_each_other(
    slots: tuple[Slot, ...], expected: list[tuple[str, str, str]]
) -> None:
    event = scheduled(*slots)
    assert [(one.code, one.sheet, one.cell) for one in check_event(event) if "[[schedule]]" in one.sheet] == expected


def test_an_event_without_a_schedule_keeps_its_digest() -> None:
    event = amps_event()
    assert '"schedule"' not in event.model_dump_json()
    assert event_digest(event) != event_digest(event.model_copy(update={"schedule": (MORNING,)}))
    assert '"start":"09:30"' in event.model_copy(update={"schedule": (MORNING,)}).model_dump_json()


def test_start_and_minutes_stand_on_score_sheets_and_postings(tmp_path: Path) -> None:
    sunday = Slot(round=1, start=dt.time(9, 30), minutes=180, date=dt.date(1991, 7, 7))
    event = scheduled(sunday)
    draw, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, forms.filled)
    write_draw(tmp_path / "draw.xlsx", event, draw, AMPS.postings)
    told = "Baltimore   ·   7 July 1991   ·   09:30, 180 minutes"
    assert any(str(cell).endswith(told) for row in values_in(tmp_path / "round1.xlsx")["Table 1"] for cell in row)
    posted = "Test event   ·   {}   ·   The bridge   ·   7 July 1991   ·   09:30, 180 minutes"
    for posting in ("By table", "By name"):
        assert values_in(tmp_path / "draw.xlsx")[posting]["A2"] == posted.format(posting.lower())


def test_the_movement_and_the_cards_have_the_time_of_every_round(tmp_path: Path) -> None:
    event = duplicate_event().model_copy(update={"schedule": (MORNING, NOON)})
    draw = DUPLICATE.draw(RoundContext(event, 0))
    write_draw(tmp_path / "draw.xlsx", event, draw, DUPLICATE.postings)
    sheets = values_in(tmp_path / "draw.xlsx")
    for sheet in ("Movement", "Cards"):
        firsts = {row[0] for row in sheets[sheet]}
        assert {"1  ·  09:30", "2  ·  13:00", 3} <= firsts
    assert str(sheets["Movement"]["A2"]).endswith("   ·   from 09:30")
