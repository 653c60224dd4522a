"""Results of fights on paper: letters large enough, charts whole, maps with one scale, shots measured by formula."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from libreoffice import to_pdf
from looking import sheets_of
from printed_pages import EM, SMALLEST_LABEL, words
from shared_demos import Demos

from sheetscore import draw, fill, ingest, make_sheets, new
from sheetscore.forms.template import shipped
from sheetscore.operations.replay import replay
from sheetscore.systems.airforce.turn_tables import paths_sheet
from sheetscore.tables.chart_looks import look_of
from sheetscore.tables.table import TablePlace
from sheetscore.workbooks.reader import read_workbook

PAPERS = ("letter", "a4")
OWN = ("Results", "Flight", "Turns", "Shots", "Audit")
"""How the headings of the sheets begin that fights add to results, which stand before all others."""

CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"


SHOTS = (
    ("blue.1", 1, "red.1", "wings"),
    ("blue.1", 2, "RED.2", "wings"),
    ("blue.1", 3, "red.1", "nose"),
    ("blue.1", 4, "blue.1", "wings"),
    ("blue.1", 5, "nobody", "wings"),
    ("blue.1", 15, "red.1", "wings"),
    ("red.1", 1, "blue.2", "wings"),
    ("red.1", 2, "blue.1", "wings"),
)
"""Who fires at the end of which turn at whom; nobody looks where the others are."""


RULED: dict[int, dict[str, object]] = {
    1: {"hits": 4, "ruling": 1, "reason": "two of the dice lay on the floor"},
    2: {"hits": 2, "ruling": 0, "reason": "fired at nobody"},
    3: {"hits": 3},
    4: {"hits": 2},
    5: {"hits": 3},
    6: {"hits": 4},
}
"""Hits as they are stated, and rulings on them, by the shot."""


def with_shots(path: Path) -> Path:
    lines = ["table,seat,field,value"]
    for number, (seat, turn, target, gun) in enumerate(SHOTS, start=1):
        boxes = {"turn": turn, "target": target, "gun": gun, **RULED.get(number, {})}
        lines += [f"1,{seat},shot.{number}.{box},{value}" for box, value in boxes.items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def fifteen_turns(folder: Path, paper: str = "a4") -> None:
    """Play the violated fight in fifteen turns."""
    example = shipped("examples") / "airforce-violations"
    text = (example / "event.toml").read_text(encoding="utf-8")
    text = text.replace('paper = "a4"', f'paper = "{paper}"').replace("tables = 1", "tables = 1\nturns = 15")
    source = folder.with_name("made.toml")
    source.write_text(text, encoding="utf-8")
    new(folder, source=source)
    draw(folder, 1)
    sheets = make_sheets(folder, 1).path
    fill(sheets, example / "round1.csv")
    fill(sheets, with_shots(folder.with_name("shots.csv")))
    ingest(sheets)


@pytest.fixture(scope="module")
def rounds(demos: Demos, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders by the paper."""
    letter = tmp_path_factory.mktemp("letter") / "event"
    fifteen_turns(letter, "letter")
    return {"letter": letter, "a4": demos.made(fifteen_turns).folder}


@pytest.fixture(scope="module")
def printed(rounds: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Print the results on each paper."""
    out = tmp_path_factory.mktemp("printed")
    return {paper: to_pdf([rounds[paper] / "round1-results.xlsx"], out / paper)[0] for paper in PAPERS}


@pytest.mark.parametrize("paper", PAPERS)
def test_letters_of_results_are_large_enough_to_read(printed: dict[str, Path], paper: str) -> None:
    """Sheets for the director, in which things are looked up, may have letters a point smaller."""
    pages = words(printed[paper])
    headings = [{word.text for word in page if word.bottom - word.top > 12 * EM} for page in pages]
    last = next(at for at, heading in enumerate(headings) if "Findings" in heading)
    assert set(OWN) <= set[str]().union(*headings[:last])
    for number, page in enumerate(pages[:last], start=1):
        for_director = [word.text for word in page[:3]] == ["for", "the", "director"]
        least = SMALLEST_LABEL - EM if for_director else SMALLEST_LABEL
        small = [word for word in page if word.bottom - word.top < least]
        assert not small, (number, small[:5])


@pytest.mark.parametrize("paper", PAPERS)
def test_the_first_sheet_of_turns_is_filled(printed: dict[str, Path], paper: str) -> None:
    pages = words(printed[paper])
    turns = next(page for page in pages if {"Turns", "Every", "Entries,"} <= {word.text for word in page})
    most = max(word.bottom for page in pages for word in page)
    assert max(word.bottom for word in turns if word.text.isdecimal() and word.left < 200) > most * 0.5


@pytest.mark.parametrize("paper", PAPERS)
def test_no_chart_is_torn(printed: dict[str, Path], paper: str) -> None:
    pages = [" ".join(word.text for word in page) for page in words(printed[paper])]
    for title, below in (("flight paths", "hexes east"), ("speed", "turn"), ("altitude", "turn")):
        (page,) = [page for page in pages if f"Table 1: {title}" in page]
        above, _, below_title = page.partition(f"Table 1: {title}")
        assert "Round 1" in above, "each sheet of paper says what it is of"
        assert below in below_title
        assert "Red flight 2" in below_title, "the legend is the last thing of a chart"


def test_a_map_shows_every_point_at_one_scale(rounds: dict[str, Path]) -> None:
    path = rounds["letter"] / "round1-results.xlsx"
    with zipfile.ZipFile(path) as book:
        charts = [ET.fromstring(book.read(name)) for name in book.namelist() if "/charts/chart" in name]  # noqa: S314
        drawings = [book.read(name).decode() for name in book.namelist() if re.search(r"drawing\d+\.xml$", name)]
    (chart,) = [one for one in charts if one.find(f".//{CHART}scatterChart") is not None]
    axes = [
        [float(axis.find(f"{CHART}scaling/{CHART}{end}").get("val", "")) for end in ("min", "max")]  # type: ignore[union-attr]
        for axis in chart.iter(f"{CHART}valAx")
    ]
    sheet = read_workbook(path).sheets["Paths"]
    heading = next(at for at, cell in sheet.cells.items() if cell.value == "Hexes east")
    for aside, (least, most) in zip((0, 1), axes, strict=True):
        column = heading[1] + aside
        values = [cell.value for at, cell in sheet.cells.items() if at[1] == column and at[0] > heading[0]]
        assert least <= min(map(float, values)) <= max(map(float, values)) <= most  # type: ignore[arg-type]
    layout = {name: float(chart.find(f".//{CHART}{name}").get("val", "")) for name in ("w", "h")}  # type: ignore[union-attr]
    across, upwards = [most - least for least, most in axes]
    columns, rows = _extent(drawings[0])
    # so many pixels for a hex; columns are planned between the widths of two programs, 6 percent apart
    assert layout["w"] * columns / across == pytest.approx(layout["h"] * rows / upwards, rel=0.035)


def _extent(drawing: str) -> tuple[int, int]:
    """Return how wide and how high the first chart of a drawing is in pixels, by its widths of columns and rows."""
    cells = re.findall(r"<xdr:(col|colOff|row|rowOff)>(\d+)<", drawing)[:8]
    (_, first), (_, aside), (_, top), (_, down), (_, last), (_, right), (_, bottom), (_, rest) = cells
    assert (first, aside, down) == ("0", "0", "0")
    widths = (44, 90, 160, 44, 48, 48, 52, 48, 56, 56, 56, 64)
    across = sum(widths[: int(last)]) + int(right) // 9525
    return across, (int(bottom) - int(top)) * 20 + int(rest) // 9525


def test_shots_are_measured_as_the_replay_measures_them(rounds: dict[str, Path]) -> None:
    path = rounds["a4"] / "round1-results.xlsx"
    told = replay(rounds["a4"] / "round1.xlsx").as_json()["shots"]
    assert isinstance(told, list)
    assert len(told) > len(SHOTS)  # the example has some of its own
    assert {one["distance"] is None for one in told} == {one["column"] is None for one in told} == {True, False}
    names = ("distance", "range", "column", "clock", "deflection", "drm")
    keys = ("Hexes", "True range", "Column", "Hour", "Angle", "DRM by tables")
    shown = _lines(path, "Shots", keys)
    assert shown == [[one[name] if one[name] is not None else "" for name in names] for one in told]


def test_hits_stand_as_stated_and_as_they_count(rounds: dict[str, Path]) -> None:
    path = rounds["a4"] / "round1-results.xlsx"
    shots = _lines(path, "Shots", ("Aircraft", "Turn", "Hits", "Hits that count"))
    hits = [shot[2:] for shot in shots if shot[0] == "Blue flight 1"]
    assert hits == [[4, 1], [2, 0], [3, 3], [2, 0], [3, 0], [4, 0]], "those on nobody count for nothing"
    scored = {str(seat): hits for seat, hits in _lines(path, "Results", ("Aircraft", "Hits scored"))}
    assert scored["Blue flight 1"] == 1 + 0 + 3


def _lines(path: Path, title: str, headings: tuple[str, ...]) -> list[list[object]]:
    """Return the columns of a table by their headings, line by line."""
    cells = sheets_of(path)[title].cells
    row = next(at[0] for at, cell in cells.items() if cell.value == headings[0])
    columns = [next(at[1] for at, cell in cells.items() if at[0] == row and cell.value == one) for one in headings]
    last = max(at[0] for at, cell in cells.items() if at[1] == 0 and cell.value not in {None, ""})
    return [[_value(cells.get((line, column))) for column in columns] for line in range(row + 1, last + 1)]


def _value(cell: object) -> object:
    value = getattr(cell, "value", None)
    return "" if value is None else int(value) if isinstance(value, float) and value.is_integer() else value


def test_profiles_go_as_far_as_who_flew_longest() -> None:
    flown = {(1, "blue.1"): 2, (1, "blue.2"): 3}
    paths: Any = {
        (table, seat): [
            SimpleNamespace(key=(table, seat, turn), turn=turn, at=SimpleNamespace(place=(0.0, 0.0)))
            for turn in range(turns + 1)
        ]
        for (table, seat), turns in flown.items()
    }
    columns = {name: at for at, name in enumerate(("aircraft", "turn", "x", "y", "speed", "altitude"))}
    rows = {point.key: row for row, point in enumerate(point for path in paths.values() for point in path)}
    places = {"paths": TablePlace("Paths", 0, len(rows) - 1, rows, columns)}
    _, *profiles = paths_sheet(paths).charts
    for chart in profiles:
        assert [(one.along.row, one.along.last_row) for one in chart.series(places)] == [(3, 6), (3, 6)]


def test_charts_of_many_aircraft_keep_sides_together_and_say_which_they_show() -> None:
    seats = [
        f"{side}.{number}" for side, count in (("blue", 2), ("red", 4), ("white", 1)) for number in range(1, count + 1)
    ]
    paths: Any = {
        (1, seat): [
            SimpleNamespace(
                key=(1, seat, turn),
                turn=turn,
                at=SimpleNamespace(place=(0.0, 0.0)),
                log=SimpleNamespace(called=seat.replace(".", " ").capitalize()),
            )
            for turn in range(3)
        ]
        for seat in seats
    }
    columns = {name: at for at, name in enumerate(("aircraft", "turn", "x", "y", "speed", "altitude"))}
    rows = {point.key: row for row, point in enumerate(point for path in paths.values() for point in path)}
    places = {"paths": TablePlace("Paths", 0, len(rows) - 1, rows, columns)}
    whole, *profiles = paths_sheet(paths).charts
    assert [chart.title for chart in profiles] == [
        "Table 1: speed, Blue 1 to Blue 2",
        "Table 1: speed, Red 1 to White 1",
        "Table 1: altitude, Blue 1 to Blue 2",
        "Table 1: altitude, Red 1 to White 1",
    ]
    on_map = {one.name: look_of(one, at) for at, one in enumerate(whole.series(places))}
    assert len(on_map) == 7
    for chart in profiles:
        for at, one in enumerate(chart.series(places)):
            assert look_of(one, at) == on_map[one.name]
