"""Whatever stands in an event file, the answer is an event or findings with an error, and never a crash."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from club_system import install, small_event
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sheetscore.event import sheets_in
from sheetscore.event.load import examine_event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import worst
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook, read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell

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


@given(data=st.data())
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


CELLS = st.none() | st.builds(
    ReadCell,
    st.none() | SCALARS | st.datetimes() | st.times() | st.text(),
    formula=st.sampled_from([None, None, "=A1"]),
    error=st.sampled_from([False, False, False, True]),
)


@given(data=st.data())
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_workbook_with_any_values_gives_an_event_or_errors(
    data: st.DataObject, monkeypatch: pytest.MonkeyPatch, written: ReadWorkbook
) -> None:
    install(monkeypatch)
    sheets = {title: dict(sheet.cells) for title, sheet in written.sheets.items()}
    for _ in range(data.draw(st.integers(1, 4))):
        cells = sheets[data.draw(st.sampled_from(list(sheets)[:-1]))]
        at, cell = (data.draw(st.integers(3, 12)), data.draw(st.integers(0, 9))), data.draw(CELLS)
        cells.pop(at, None)
        cells.update({at: cell} if cell else {})
    changed = {title: ReadSheet(title, hidden=False, cells=cells) for title, cells in sheets.items()}
    monkeypatch.setattr(sheets_in, "read_workbook", lambda *_, **__: replace(written, sheets=changed))
    examined(written.path)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> ReadWorkbook:
    path = tmp_path_factory.mktemp("event") / "event.xlsx"
    write_event_workbook(small_event(), path)
    return read_workbook(path)
