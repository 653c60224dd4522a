"""Whatever stands in an event file, the answer is an event or findings with an error, and never a crash."""

from __future__ import annotations

import datetime as dt
import tempfile
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from club_system import ClubEvent, install, read_back, small_event
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from sheetscore.event.load import examine_event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml_file import write_toml
from sheetscore.findings import worst

KEYS = ["event", "settings", "player", "scenario", "side", "balance", "round", "wish", "id", "name", "players"]
SCALARS = (
    st.booleans()
    | st.integers(-3, 300)
    | st.floats(allow_infinity=True)
    | st.sampled_from(["", "x", "P01", "ford", "red", "0012", "=1", "2, 3", "1991-07-05", "yes"])
    | st.dates()
)
NONSENSE: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
)


def examined(path: Path) -> None:
    event, findings = examine_event(path)
    assert (event is None) == (worst(findings) == "errors")
    if event is not None:
        assert read_back(path, ClubEvent) == event


@given(data=st.data())
@settings(max_examples=1500, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_toml_with_any_values_gives_an_event_or_errors(data: st.DataObject, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    document: Any = tomlkit.parse(write_toml(small_event())).unwrap()
    for _ in range(data.draw(st.integers(1, 3))):
        spot = document
        while True:
            key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else list(range(len(spot)))))
            if not spot[key] or not isinstance(spot[key], dict | list) or data.draw(st.booleans()):
                break
            spot = spot[key]
        spot[key] = data.draw(NONSENSE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.toml"
        path.write_text(tomlkit.dumps(document), encoding="utf-8")
        examined(path)


@given(data=st.data())
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_a_workbook_with_any_values_gives_an_event_or_errors(
    data: st.DataObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.xlsx"
        write_event_workbook(small_event(), path)
        book: Workbook = load_workbook(path)
        for _ in range(data.draw(st.integers(1, 4))):
            sheet = data.draw(st.sampled_from(book.worksheets[:-1]))
            cell = sheet.cell(data.draw(st.integers(4, 12)), data.draw(st.integers(1, 9)))
            cell.value = data.draw(
                st.none() | SCALARS.filter(lambda value: not isinstance(value, dt.date) or value.year > 1900)
            )
        book.save(path)
        examined(path)
