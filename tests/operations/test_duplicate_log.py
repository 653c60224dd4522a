"""The events at the tables of duplicate play: a page behind each traveller, kept with the results and exported."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from duplicate_event import duplicate_event
from looking import open_whole
from msgspec.structs import replace
from typing_in import type_in

import sheetscore as ss
from sheetscore.cli.main import main
from sheetscore.forms.form import FieldKey
from sheetscore.operations.entries import fill
from sheetscore.operations.export import export
from sheetscore.operations.ingest import ingest, open_round
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.sheets import make_sheets
from sheetscore.sheets.hidden_sheets import Baseline, as_texts
from sheetscore.sheets.round_workbook import field_places, write_round

POINTS = """1,r1,red.sp,3
1,r1,blue.sp,5
2,r1,red.sp,4
2,r1,blue.sp,4
3,r1,red.sp,0
3,r1,blue.sp,9
"""

LOG = """2,,log.1.round,1
2,,log.1.turn,3
2,,log.1.team,Red
2,,log.1.event,"bombs the bridge, 2 D"
1,,log.3.event,=a storm breaks
"""

NOTED = [
    {"table": 1, "round": None, "turn": None, "team": None, "event": "=a storm breaks"},
    {"table": 2, "round": 1, "turn": 3, "team": "Red", "event": "bombs the bridge, 2 D"},
]


def run(folder: Path, *words: object, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["-C", str(folder), *map(str, words)])
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    return done.output


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("log") / "event"
    write_event(duplicate_event(), folder)
    run(folder, "draw")
    make_sheets(folder)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "event"))


def typed(folder: Path, lines: str) -> Path:
    source = folder.parent / "values.csv"
    source.write_text(f"table,seat,field,value\n{lines}", encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    return folder / "travellers.xlsx"


def test_dup_5_the_log_of_every_table_is_kept_with_the_results_and_exported(folder: Path) -> None:
    sheets = typed(folder, POINTS + LOG)
    done = ingest(sheets)
    assert [one.code for one in done.findings] == ["singleton-section"]
    assert done.results_path is not None
    data = json.loads(export(done.results_path, "json"))
    assert data["log"] == NOTED
    logged = list(csv.DictReader(io.StringIO(export(done.results_path, "csv", log=True))))
    assert logged == [
        {"table": "1", "round": "", "turn": "", "team": "", "event": "'=a storm breaks"},
        {"table": "2", "round": "1", "turn": "3", "team": "Red", "event": "bombs the bridge, 2 D"},
    ]
    assert list(ss.event_log(done.results_path).frame().columns) == ["table", "round", "turn", "team", "event"]
    shown = [[cell.value for cell in row] for row in open_whole(done.results_path)["Event log"].iter_rows(min_row=4)]
    assert [2, 1, 3, "Red", "bombs the bridge, 2 D"] in [row[:5] for row in shown]
    said = [line.split(",")[:4] for line in run(folder, "entries", "travellers.xlsx").splitlines()]
    assert ["2", "", "log.1.turn", "3"] in said


def test_dup_5_a_log_alone_is_no_result_and_a_round_that_there_is_not_is_named(folder: Path) -> None:
    assert [one.code for one in ingest(typed(folder, LOG)).findings] == ["blank-page"]
    typed(folder, POINTS)
    opened, stage = open_round(folder / "travellers.xlsx")
    place = field_places(drawn_round(opened, stage).forms)[FieldKey(3, "", "log.5.round")]
    type_in(folder / "travellers.xlsx", {place: 4})
    (wrong,) = (one for one in ingest(folder / "travellers.xlsx").findings if one.is_error)
    assert (wrong.sheet, wrong.cell) == place
    assert "1 to 3" in wrong.message


def test_dup_5_the_log_stays_at_its_table_when_sheets_are_made_again(folder: Path) -> None:
    typed(folder, POINTS + LOG)
    run(folder, "draw", "--again")
    run(folder, "sheets")
    done = ingest(folder / "travellers.xlsx")
    assert done.results_path is not None
    assert json.loads(export(done.results_path, "json"))["log"] == NOTED


def test_dup_5_a_log_that_is_full_goes_on_on_further_paper(folder: Path) -> None:
    typed(folder, POINTS + LOG)
    said = run(folder, "sheets", "--more", "2", "Event log")
    assert "“Event log” with lines 24 to 46, on page 3 of 3 of its paper" in " ".join(said.split())
    typed(folder, "2,,log.24.round,1\n2,,log.24.event,the last bomb\n")
    done = ingest(folder / "travellers.xlsx")
    assert done.results_path is not None
    (*_, last) = json.loads(export(done.results_path, "json"))["log"]
    assert last == {"table": 2, "round": 1, "turn": None, "team": None, "event": "the last bomb"}
    assert "Table 2" in [cell.value for row in open_whole(folder / "travellers.xlsx")["Event log"] for cell in row]


def test_dup_5_lines_that_are_given_back_with_an_event_on_them_say_how_to_get_them_again(folder: Path) -> None:
    run(folder, "sheets", "--more", 2, "Event log")
    typed(folder, "2,,log.40.turn,3\n")
    said = run(folder, "sheets", "--less", 2, "Event log", status=1)
    assert 'Give that page more lines, too (sheetscore sheets --more 2 "typed traveller")' in said
    run(folder, "sheets", "--more", 2, "typed traveller")  # which is a page of that table


def test_dup_2_travellers_that_were_made_before_there_was_a_log_are_still_read(folder: Path) -> None:
    opened, stage = open_round(folder / "travellers.xlsx")
    forms = drawn_round(opened, stage).forms
    (before,) = (replace(one, papers=()) for one in forms.earlier)
    assert [block.id for form in before.page_forms() for block in form.blocks] == ["red", "blue"] * 3
    begun = Baseline("draw.xlsx", as_texts(forms.filled, {}))
    write_round(folder / "travellers.xlsx", opened.event, before, {**forms.filled, **of(POINTS)}, begun=begun)
    run(folder, "check")
    done = ingest(folder / "travellers.xlsx")
    assert [row["sp"] for row in done.rows] == [3, 5, 4, 4, 0, 9]
    run(folder, "sheets")
    done = ingest(typed(folder, LOG))
    assert [row["sp"] for row in done.rows] == [3, 5, 4, 4, 0, 9]
    assert done.results_path is not None
    assert json.loads(export(done.results_path, "json"))["log"] == NOTED


def of(lines: str) -> dict[FieldKey, int]:
    """Give the points of lines as the boxes of a traveller hold them."""
    found = {}
    for line in lines.splitlines():
        table, seat, field, value = line.split(",")
        side, what = field.split(".")
        found[FieldKey(int(table), "", f"{side}.{seat[1:]}.{what}")] = int(value)
    return found
