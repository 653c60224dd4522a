"""The events at the tables, recorded for analysis: exported with the results (AMPS-12)."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from event_folder import GOOD_LINES, filled_folder

import sheetscore as ss
from sheetscore.cli.main import main
from sheetscore.forms.form import LogBlock
from sheetscore.results.event_log import EventLog, Note, log_sheet
from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.column_widths import with_legible_columns
from sheetscore.workbooks.paper import PAPER_SIZES, text_pixels

LOG = """1,,log.1.turn,3
1,,log.1.pilot,strike.1
1,,log.1.event,"bombs the bridge, 2 D"
1,,log.3.event,=a storm breaks
"""
NOTED: list[dict[str, Any]] = [
    {"table": 1, "turn": 3, "pilot": "strike.1", "event": "bombs the bridge, 2 D"},
    {"table": 1, "turn": None, "pilot": None, "event": "=a storm breaks"},
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = filled_folder(tmp_path_factory.mktemp("log") / "event", lines=GOOD_LINES + LOG)
    assert ss.ingest(folder / "round1.xlsx").results_path == folder / "round1-results.xlsx"
    return folder / "round1-results.xlsx"


def test_whoever_is_noted_in_the_log_is_whole_on_paper() -> None:
    name = "Donaudampfschifffahrtskapitänsmütz"
    planned = log_sheet(
        EventLog(LogBlock("log", ("turn",), "pilot", "event"), (Note(1, (3, name, "bombs the bridge")),))
    )
    assert planned is not None
    sheet = with_legible_columns(planned, PAPER_SIZES["a4"])
    who = next(one for one in sheet.tables[0].columns if one.key == "who")
    assert CELL_STYLES[who.style_of(None)].wraps, "else the next cell covers the end of a long name"
    assert who.width > text_pixels(name, 10)


def run(*arguments: object) -> str:
    outcome = CliRunner().invoke(main, [str(one) for one in arguments])
    assert outcome.exit_code == 0, outcome.output
    return outcome.stdout


def test_amps_12_json_of_results_has_the_log(results: Path) -> None:
    data = json.loads(run("export", results, "--format", "json"))
    assert data["log"] == NOTED
    assert list(data) == ["event", "system", "round", "rows", "log"]
    assert json.loads(run("export", results, "--json")) == data


def test_amps_12_toml_of_results_has_rows_and_log(results: Path) -> None:
    data, same = tomllib.loads(run("export", results, "--format", "toml")), json.loads(ss.export(results, "json"))
    assert data["log"] == [{key: value for key, value in note.items() if value is not None} for note in NOTED]
    assert data["rows"] == [{key: value for key, value in row.items() if value is not None} for row in same["rows"]]
    assert (data["event"], data["system"], data["round"]) == ("Test event", "amps", 1)


def test_amps_12_csv_is_one_table_rows_or_log(results: Path) -> None:
    logged = list(csv.DictReader(io.StringIO(run("export", results, "--log"))))
    assert logged == [
        {"table": "1", "turn": "3", "pilot": "strike.1", "event": "bombs the bridge, 2 D"},
        {"table": "1", "turn": "", "pilot": "", "event": "'=a storm breaks"},
    ]
    assert len(list(csv.DictReader(io.StringIO(run("export", results))))) == 9


def test_amps_12_the_library_loads_the_log_into_pandas(results: Path) -> None:
    log = ss.event_log(results)
    assert [dict(row) for row in log.rows] == NOTED
    assert list(log.frame().columns) == ["table", "turn", "pilot", "event"]
    assert list(log.frame()["event"]) == [note["event"] for note in NOTED]


def test_amps_12_a_round_without_notes_has_an_empty_log(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    ss.ingest(folder / "round1.xlsx")
    results = folder / "round1-results.xlsx"
    assert json.loads(ss.export(results, "json"))["log"] == []
    assert ss.export(results, "csv", log=True) == "table,turn,pilot,event\n"
    assert list(ss.event_log(results).frame().columns) == ["table", "turn", "pilot", "event"]


@pytest.mark.parametrize("asked", [("event.xlsx", "--log"), ("round1-results.xlsx", "--log", "--format", "json")])
def test_amps_12_a_log_is_asked_for_of_results_as_csv(results: Path, asked: tuple[str, ...]) -> None:
    outcome = CliRunner().invoke(main, ["-C", str(results.parent), "export", *asked])
    assert outcome.exit_code == 2
    assert "log" in outcome.stderr
