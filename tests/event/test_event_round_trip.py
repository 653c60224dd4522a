"""What is written can be read again, without loss: event.toml, event.xlsx, and one from the other."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from club_system import NASTY, ClubEvent, ClubPlayer, club_events, install, read_back, small_event
from hypothesis import HealthCheck, given, settings
from libreoffice import recalculate

from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml


@given(event=club_events())
@settings(max_examples=40)
def test_toml_gives_an_equal_event(event: ClubEvent) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.toml"
        path.write_text(write_toml(event), encoding="utf-8")
        assert read_back(path, ClubEvent) == event


@given(event=club_events())
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
def test_workbook_gives_an_equal_event(event: ClubEvent) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.xlsx"
        write_event_workbook(event, path)
        assert read_back(path, ClubEvent) == event


def test_workbook_saved_by_libreoffice_gives_an_equal_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    nasty = [text.strip() for text in NASTY if text.strip()]
    players = [ClubPlayer(id=f"{number:04}", name=text, club=text) for number, text in enumerate(nasty)]
    header = small_event().header.model_copy(update={"uid": "0123456789" * 3 + "01"})
    event = small_event(header=header, players=tuple(players), wishes=())
    write_event_workbook(event, tmp_path / "event.xlsx")
    (saved,) = recalculate([tmp_path / "event.xlsx"], tmp_path / "saved")
    assert Event.load(saved) == event


def test_toml_is_stable_and_leaves_out_what_is_usual() -> None:
    event = small_event()
    text = write_toml(event)
    assert text == write_toml(event)
    assert "paper" not in text
    assert "first_round = 2" in text
    assert "first_round = 1" not in text
    assert "# bye_points = 1" in text
    assert "\nbye_points" not in text


def test_equal_events_give_equal_workbooks(tmp_path: Path) -> None:
    for name in ("one.xlsx", "two.xlsx"):
        write_event_workbook(small_event(), tmp_path / name)
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()
