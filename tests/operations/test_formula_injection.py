"""Names and texts that look like formulas stay text in every file that we write, and come back as they went."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from amps_event import STRIKE, amps_event
from event_folder import cell_of
from libreoffice import recalculate
from looking import open_whole
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.export import export
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.results.record_lines import read_results
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.model import TaskScenario

STARTS = ("=", "+", "-", "@")
"""What a spreadsheet may take for the beginning of a formula."""

PAYLOADS = {start: f'{start}HYPERLINK("http://x.invalid/{number}","y")' for number, start in enumerate(STARTS)}

FOUND = "x.invalid"


def dangerous_event() -> AmpsEvent:
    """Give an event in which everything that can be named is named like a formula."""
    aim, *others = STRIKE.targets
    strike = STRIKE.model_copy(
        update={
            "title": PAYLOADS["="] + " side",
            "targets": (aim.model_copy(update={"name": PAYLOADS["+"] + " target"}), *others),
            "team_points": (STRIKE.team_points[0].model_copy(update={"label": PAYLOADS["@"] + " award"}),),
        }
    )
    plain = amps_event(names={f"P{n:02}": payload for n, payload in enumerate(PAYLOADS.values(), start=1)})
    bridge = plain.scenarios[0]
    scenario: TaskScenario = bridge.model_copy(
        update={"title": PAYLOADS["-"] + " scenario", "sides": (strike, *bridge.sides[1:])}
    )
    header = plain.header.model_copy(update={"name": PAYLOADS["="] + " event", "place": PAYLOADS["+"] + " place"})
    players = tuple(player.model_copy(update={"club": PAYLOADS["@"] + " club"}) for player in plain.players)
    return plain.model_copy(update={"header": header, "scenarios": (scenario,), "players": players})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play that event as far as its standings, by way of a marked copy."""
    folder = tmp_path_factory.mktemp("injection") / "event"
    write_event(dangerous_event(), folder)
    made = draw(folder, 1).draw
    make_sheets(folder, 1)
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(("table", "seat", "field", "value"))
    lines.writerow((1, "", "log.1.event", "'" + PAYLOADS["="] + " log"))
    lines.writerow((1, "strike.1", "strike.hits.1.target", "'" + PAYLOADS["+"] + " target"))
    lines.writerow((1, "strike.1", "strike.hits.1.d", 1))
    lines.writerow((1, "strike.2", "ruling.sp", 3))
    lines.writerow((1, "strike.2", "ruling.reason", "'" + PAYLOADS["-"] + " reason"))
    for seat in ("strike.3", "strike.4", "ds.1", "ds.2", "cap.1", "cap.2", "cap.3"):
        lines.writerow((1, seat, "claimed.sp", 4))
    source = folder.with_suffix(".csv")
    source.write_text(out.getvalue(), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    assert len(made.tables) == 1
    claimed = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {claimed: 99})
    assert ingest(folder / "round1.xlsx").status == "errors"
    (folder / "marked-kept.xlsx").write_bytes((folder / "round1-marked.xlsx").read_bytes())
    type_in(folder / "round1-marked.xlsx", {claimed: None})
    assert ingest(folder / "round1-marked.xlsx").status != "errors"
    return folder


def workbooks(folder: Path) -> list[Path]:
    """Give every kind of workbook of the event."""
    names = ("event", "round1-draw", "round1", "marked-kept", "round1-results", "standings")
    return [folder / f"{name}.xlsx" for name in names]


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """Give every cell that shows a dangerous text: its kind (text or formula), and the text or the formula."""
    book = open_whole(path)
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None and FOUND in str(cell.value):
                    yield cell.data_type, str(cell.value)


def test_every_workbook_holds_them_and_none_as_a_formula(folder: Path) -> None:
    for path in workbooks(folder):
        found = list(texts(path))
        assert found, path.name
        assert {kind for kind, _ in found} == {"s"}, path.name


def test_no_workbook_has_a_link_that_leads_out(folder: Path) -> None:
    for path in workbooks(folder):
        book = open_whole(path)
        links = [link for sheet in book.worksheets for link in sheet._hyperlinks]  # type: ignore[attr-defined]
        assert not [link for link in links if link.target], path.name


def test_libreoffice_takes_none_for_a_formula(folder: Path, tmp_path: Path) -> None:
    saved = recalculate(workbooks(folder), tmp_path / "saved")
    for before, after in zip(workbooks(folder), saved, strict=True):
        texts_before = sorted(text for _, text in texts(before))
        assert sorted(text for _, text in texts(after)) == texts_before, before.name


def test_every_csv_puts_an_apostrophe_before_them(folder: Path) -> None:
    for text in (
        entries(folder / "round1.xlsx"),
        export(folder, "csv"),
        export(folder / "round1-results.xlsx", "csv"),
    ):
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row if FOUND in cell]
        assert cells
        assert not [cell for cell in cells if cell.startswith(STARTS)]


def test_they_come_back_as_they_went(folder: Path, tmp_path: Path) -> None:
    event = dangerous_event()
    assert load_event(folder) == event
    named = {player.id: player.name for player in event.players}
    results = read_results(folder / "round1-results.xlsx")
    assert {row["player"]: row["name"] for row in results.rows} == named
    typed = {key.field: value for key, value in results.entries.items() if FOUND in str(value)}
    assert typed == {
        "log.1.event": PAYLOADS["="] + " log",
        "strike.hits.1.target": PAYLOADS["+"] + " target",
        "ruling.reason": PAYLOADS["-"] + " reason",
    }
    assert {player for _, _, player in draw_of(open_event(folder), 1).draw.places()} == set(named)
    again = tmp_path / "again.csv"
    again.write_text(entries(folder / "round1.xlsx"), encoding="utf-8")
    before = ingest(folder / "round1.xlsx")
    fill(folder / "round1.xlsx", again)
    assert ingest(folder / "round1.xlsx").rows == before.rows
    assert isinstance(load_event(folder), Event)
