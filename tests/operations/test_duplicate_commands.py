"""A director's day with duplicate play: one draw, one set of travellers, ingested after any round."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Mapping
from decimal import Decimal
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from aso_commands import run
from duplicate_event import Points, duplicate_event, level
from event_folder import contents
from libreoffice import pdf_page_sizes, pdf_pages, recalculate, to_pdf
from looking import open_whole
from shared_demos import Demos
from typing_in import type_in

from sheetscore.forms.form import FieldKey
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.export import export
from sheetscore.operations.ingest import Ingested, ingest, open_round
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.safeguards import sheets_of_old_draw
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.round_workbook import field_places

ROUNDS = 7


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven tables with travellers on which nothing stands yet but the teams."""
    folder = tmp_path_factory.mktemp("duplicate") / "event"
    run("new", folder, "--from", shipped("examples") / "duplicate" / "event.toml")
    run("-C", folder, "draw")
    run("-C", folder, "sheets")
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "event"))


def values(rounds: int) -> list[dict[str, str]]:
    """Give the example's values of the first rounds."""
    with (shipped("examples") / "duplicate" / "travellers.csv").open(encoding="utf-8", newline="") as file:
        return [line for line in csv.DictReader(file) if int(line["seat"][1:]) <= rounds]


def typed(folder: Path, rounds: int, changed: Mapping[tuple[int, str, str], str] | None = None) -> Path:
    """Type the values of the first rounds into the travellers, some of them changed; ``-`` leaves a box blank."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("table", "seat", "field", "value"))
    changes = dict(changed or {})
    for line in values(rounds):
        key = int(line["table"]), line["seat"], line["field"]
        writer.writerow((*key, changes.pop(key, line["value"])))
    for key, value in changes.items():
        writer.writerow((*key, value))
    source = folder.parent / "values.csv"
    source.write_text(out.getvalue(), encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    return folder / "travellers.xlsx"


def cell_of(folder: Path, table: int, field: str) -> tuple[str, str]:
    opened, stage = open_round(folder / "travellers.xlsx")
    forms = drawn_round(opened, stage).forms
    return field_places(forms)[FieldKey(table, "", field)]


# the day


def test_the_commands_take_no_number_and_say_so(folder: Path) -> None:
    assert "leave out the number" in run("-C", folder, "draw", "1", status=2).stderr
    assert "leave out the number" in run("-C", folder, "sheets", "2", status=2).stderr
    assert "--again" in run("-C", folder, "draw", status=2).stderr
    assert {path.name for path in folder.iterdir()} >= {"event.xlsx", "draw.xlsx", "travellers.xlsx"}


def test_a_draw_that_is_made_again_reads_the_old_sheets_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def watched(path: Path, *rest: Any) -> Any:
        read.append(path)
        return read_old_sheets(path, *rest)

    monkeypatch.setattr(sheets_of_old_draw, "read_old_sheets", watched)
    draw(folder, again=True)
    assert [path.name for path in read] == ["travellers.xlsx"]


def test_the_draw_as_scripts_read_it(folder: Path) -> None:
    drawn = json.loads(run("-C", folder, "draw", "--again", "--json").stdout)
    assert drawn["round"] is None
    assert [table["table"] for table in drawn["tables"]] == list(range(1, 8))
    first, second = drawn["tables"][0]["seats"], drawn["tables"][1]["seats"]
    assert (first["r1.red"], first["r1.blue"]) == ("R1", "B1")
    assert (first["r2.red"], first["r2.blue"]) == ("R7", "B2")  # Red comes from below, Blue from above
    assert (second["r2.red"], second["r2.blue"]) == ("R1", "B3")
    assert len(first) == 2 * ROUNDS
    assert drawn["byes"] == []
    assert any("no skip" in line.lower() for line in drawn["report"])


def test_travellers_are_ingested_after_any_round(folder: Path) -> None:
    done = ingest(typed(folder, 1))
    assert done.status == "warnings"  # nothing can be compared yet
    assert {row["score"] for row in done.rows} == {0}
    done = ingest(typed(folder, 2))
    assert done.status == "ok"
    assert len(done.rows) == 2 * 2 * 7
    assert {row["factor"] for row in done.rows} == {1}
    assert run("-C", folder, "standings").stdout.count("after round 2") == 1
    done = ingest(typed(folder, ROUNDS))
    assert len(done.rows) == 98
    after = json.loads(run("-C", folder, "standings", "--json").stdout)
    assert (after["system"], after["after_round"], len(after["rows"])) == ("duplicate", 7, 14)
    assert set(after["rows"][0]) >= {"rank", "id", "name", "side", "score"}


def test_the_json_of_ingest(folder: Path) -> None:
    said = json.loads(run("ingest", typed(folder, 3), "--json").stdout)
    assert (said["system"], said["round"], said["status"]) == ("duplicate", None, "ok")
    assert set(said["rows"][0]) == {"team", "name", "side", "table", "round", "sp", "mp", "factor", "score"}
    assert all(check["ok"] for check in said["checks"])
    assert len(said["checks"]) == 14


def test_a_table_that_played_less_is_factored(folder: Path) -> None:
    skipped = {(5, "r3", f"{side}.sp"): "-" for side in ("red", "blue")}
    done = ingest(typed(folder, 3, skipped))
    factors = {(row["table"], row["factor"]) for row in done.rows}
    assert factors == {(table, 2 if table == 5 else 1) for table in range(1, 8)}  # (3 - 1) / (2 - 1)


def test_entries_name_rounds_as_seats_and_come_back_by_fill(folder: Path) -> None:
    workbook = typed(folder, 2)
    text = entries(workbook)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["seat"] for row in rows} == {"", *(f"r{number}" for number in range(1, ROUNDS + 1))}
    assert {row["field"] for row in rows if row["seat"]} == {"red.team", "red.sp", "blue.team", "blue.sp"}
    assert all(row["field"].startswith("log.") for row in rows if not row["seat"])
    assert ("3", "r2", "red.team", "R2") in {(row["table"], row["seat"], row["field"], row["value"]) for row in rows}
    before = ingest(workbook).rows
    source = folder.parent / "again.csv"
    source.write_text(text, encoding="utf-8")
    run("-C", folder, "sheets")
    fill(workbook, source)
    assert ingest(workbook).rows == before


def test_a_field_that_no_traveller_has_is_named_with_those_that_there_are(folder: Path) -> None:
    source = folder.parent / "wrong.csv"
    source.write_text("table,seat,field,value\n1,r9,red.sp,3\n1,r1,red.ps,3\n", encoding="utf-8")
    said = run("fill", folder / "travellers.xlsx", source, status=1).stderr
    assert "r1, r2" in said
    assert "did you mean red.sp" in said


# mistakes


def test_every_mistake_is_found_at_once_with_its_cell_and_nothing_is_scored(folder: Path) -> None:
    wrong = {
        (1, "r1", "blue.sp"): "-",
        (2, "r2", "red.team"): "R5",
        (3, "r3", "blue.sp"): "11",
        (3, "r3", "red.sp"): "12",
    }
    workbook = typed(folder, 2, wrong)
    done = ingest(workbook)
    assert done.status == "errors"
    assert done.rows == ()
    errors = {(one.sheet, one.cell) for one in done.findings if one.is_error}
    assert cell_of(folder, 1, "blue.1.sp") in errors
    assert cell_of(folder, 2, "red.2.team") in errors
    assert len(errors) == 2
    assert not (folder / "travellers-results.xlsx").exists()
    marked = folder / "travellers-marked.xlsx"
    sheet, cell = cell_of(folder, 1, "blue.1.sp")
    assert open_whole(marked)[sheet][cell].comment is not None


def test_check_is_a_dry_run(folder: Path) -> None:
    typed(folder, 2, {(1, "r1", "blue.sp"): "-"})
    before = contents(folder)
    assert "the points are missing" in run("check", folder / "travellers.xlsx", status=1).stderr
    assert contents(folder) == before


def test_a_line_with_the_points_of_one_side_says_how_the_table_counts_until_the_others_are_known(folder: Path) -> None:
    ingest(typed(folder, 1))
    sheets = typed(folder, 2, {(1, "r2", "blue.sp"): "-"})
    done = ingest(sheets, provisional=True)
    (fewer,) = (one.message for one in done.findings if one.code == "results-fewer")
    assert "would take away: table 1. Mend what a table is left out for, or ingest the workbook that has" in fewer
    (left_out,) = (one.message for one in done.findings if one.code == "left-out")
    advice = "clear those of Red on this line: then the line is open, and all others of the table count"
    assert advice in left_out
    # as it says: seven tables, two rounds and two sides, without the line of round 2 at table 1
    typed(folder, 2, {(1, "r2", "red.sp"): "-", (1, "r2", "blue.sp"): "-"})
    assert len([row for row in ingest(sheets).rows if row["sp"] is not None]) == 7 * 2 * 2 - 2


def test_more_rounds_than_the_movement_gives_are_refused_with_the_number(tmp_path: Path) -> None:
    text = (shipped("examples") / "duplicate-skip" / "event.toml").read_text(encoding="utf-8")
    source = tmp_path / "event.toml"
    source.write_text(text.replace("rounds = 7", "rounds = 8"), encoding="utf-8")
    said = run("check", source, status=1).stderr
    assert "7" in said
    assert "8" in said


def test_an_edited_draw_counts_and_sheets_made_again_keep_what_fits(folder: Path) -> None:
    typed(folder, 2)
    book = open_whole(folder / "draw.xlsx")
    sheet = book["Draw"]
    places = {(row[0].value, row[1].value): row[3] for row in sheet.iter_rows(min_row=5) if row[0].value}
    one, other = places[1, "r2.red"], places[2, "r2.red"]
    one.value, other.value = other.value, one.value
    book.save(folder / "draw.xlsx")
    found = [one for one in ingest(folder / "travellers.xlsx").findings if one.is_error]
    assert {one.sheet for one in found} == {"Table 1", "Table 2", "travellers.xlsx"}
    made = make_sheets(folder, force=True)
    lost = [one.message for one in made.findings if one.code == "not-placed"]
    assert len(lost) == 2  # the points of the two lines whose Red team is another one now
    done = ingest(folder / "travellers.xlsx")
    assert [one.code for one in done.findings if one.is_error] == ["line-one-side", "line-one-side"]


def test_a_team_drawn_twice_in_a_round_is_named_with_its_cell(folder: Path) -> None:
    book = open_whole(folder / "draw.xlsx")
    sheet = book["Draw"]
    places = {(row[0].value, row[1].value): row[3] for row in sheet.iter_rows(min_row=5) if row[0].value}
    places[1, "r2.red"].value = places[2, "r2.red"].value
    book.save(folder / "draw.xlsx")
    said = run("-C", folder, "sheets", status=1).stderr
    assert "Draw!D" in said
    assert "Crimson Aces" in said


# paper and LibreOffice


def test_travellers_with_a_skip_that_libreoffice_saved_give_the_same_scores(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("duplicate-skip").copied(tmp_path / "event")
    rows = ingest(folder / "travellers.xlsx").rows
    (saved,) = recalculate([folder / "travellers.xlsx"], tmp_path / "saved")
    shutil.copy(saved, folder)
    assert ingest(folder / "travellers.xlsx").rows == rows


@pytest.mark.parametrize(
    ("name", "tables", "height"),
    [("duplicate", 7, 792), ("duplicate-skip", 8, 842)],
    ids=["letter", "a4"],
)
def test_travellers_and_score_sheets_print_two_to_a_page_and_cards_several_on_a_page(
    demos: Demos, tmp_path: Path, name: str, tables: int, height: int
) -> None:
    folder = demos.played(name).folder
    travellers, draw = to_pdf([folder / "travellers.xlsx", folder / "draw.xlsx"], tmp_path)
    two_to_a_page, score_sheets = 4, tables  # of each side as many teams as tables
    logs, of_tables = tables, 2 * tables  # each of a traveller and its log
    assert pdf_pages(travellers) == 1 + of_tables + two_to_a_page + logs + score_sheets
    assert {round(high) for _, high in pdf_page_sizes(travellers)} == {height}
    listed, movement, teams, report = 3, 1, 1, 1
    cards = pdf_pages(draw) - listed - movement - teams - report
    assert cards == ceil(2 * tables / 6)


def typed_lines(folder: Path, points: Points) -> Path:
    """Type the points of Red and of Blue on these lines of the travellers."""
    source = folder.parent / "points.csv"
    lines = [
        f"{table},r{number},{side}.sp,{sp}"
        for (table, number), both in points.items()
        for side, sp in zip(("red", "blue"), both, strict=True)
    ]
    source.write_text("\n".join(["table,seat,field,value", *lines, ""]), encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    return folder / "travellers.xlsx"


def repeat_and_near_scores(folder: Path) -> Ingested:
    event = duplicate_event(4, 4, 4, last_round="repeat", tie_margin=Decimal("1.5"), tie_group="chain")
    write_event(event, folder)
    draw(folder)
    make_sheets(folder)
    points = {line: (3 * line[0] * line[1] % 5, line[0] * line[1] % 7) for line in level(event)}
    return ingest(typed_lines(folder, points))


def test_dup_4_and_5_a_repeat_and_near_scores_are_told_and_add_up(demos: Demos) -> None:
    made = demos.made(repeat_and_near_scores)
    assert {(check.expected, check.ok) for check in made.ranked.checks} == {(5, True), (6, True)}
    said = said_on(made.folder / "travellers-results.xlsx", "Rules")
    assert "Tie margin" in said
    assert "not compared with itself" in said


NEAR: Points = {(1, 1): (0, 5), (1, 2): (1, 5), (1, 3): (1, 5), (3, 1): (0, 5), (3, 2): (1, 5), (3, 3): (2, 5)}
"""R2 comes to 2.5, R1 to 2, R3 to 1.5 and every Blue to 2 (`test_duplicate_score`)."""


def said_on(path: Path, title: str) -> str:
    """Give all that stands on a sheet."""
    rows = open_whole(path)[title].iter_rows()
    return " ".join(str(cell.value) for row in rows for cell in row if cell.value is not None)


@pytest.mark.parametrize(
    ("settings", "ranks", "rule"),
    [
        ({}, [1, 1, 3, 1, 1, 1], "Tie margin 0.5"),
        ({"winners": "one"}, [1, 1, 1, 1, 1, 6], "Tie margin 0.5"),
        ({"tie_margin": Decimal(0)}, [1, 2, 3, 1, 1, 1], "Tie margin 0 "),
        ({"winners": "one", "tie_group": "chain"}, [1] * 6, "Tie group Each need only be within the margin"),
    ],
    ids=["default", "one ranking", "only equal ones", "one chain"],
)
def test_dup_5_ranks_are_those_of_the_margin_and_rules_print_it(
    tmp_path: Path, settings: dict[str, Any], ranks: list[int], rule: str
) -> None:
    folder = tmp_path / "event"
    write_event(duplicate_event(**settings), folder)
    draw(folder)
    make_sheets(folder)
    ingest(typed_lines(folder, NEAR))
    assert [row["rank"] for row in standings(folder).rows] == ranks
    assert rule in said_on(folder / "travellers-results.xlsx", "Rules")


def test_dup_5_an_event_that_was_scored_by_exact_ties_stays_with_them(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(duplicate_event(tie_margin=Decimal(0)), folder)
    draw(folder)
    make_sheets(folder)
    ingest(typed_lines(folder, NEAR))
    said = export(folder, "toml")
    assert "tie_margin = 0\n" in said
    (folder / "event.xlsx").unlink()
    (folder / "event.toml").write_text(said.replace("tie_margin = 0\n", ""), encoding="utf-8")
    assert [row["rank"] for row in standings(folder).rows] == [1, 2, 3, 1, 1, 1]
    kept = "Tie margin is left blank: it stays 0, by which the rounds played so far were scored"
    assert kept in " ".join(run("-C", folder, "check").output.split())
    ingest(folder / "travellers.xlsx")
    assert [row["rank"] for row in standings(folder).rows] == [1, 2, 3, 1, 1, 1]
    (folder / "event.toml").write_text(said.replace("tie_margin = 0\n", "tie_margin = 0.5\n"), encoding="utf-8")
    assert [row["rank"] for row in standings(folder).rows] == [1, 1, 3, 1, 1, 1]


def test_points_that_cannot_be_read_are_one_finding(folder: Path) -> None:
    typed(folder, 2)
    place = cell_of(folder, 1, "red.1.sp")
    type_in(folder / "travellers.xlsx", {place: "abc"})
    found = [(one.code, one.sheet, one.cell) for one in ingest(folder / "travellers.xlsx").findings if one.is_error]
    assert found == [("not-a-number", *place)]


def test_what_we_write_ourselves_is_never_too_large_to_be_read(tmp_path: Path) -> None:
    event = tmp_path / "event"
    write_event(duplicate_event(81, 81, 41), event)
    draw(event)
    make_sheets(event)
    assert [one.code for one in check(event / "travellers.xlsx").findings] == ["blank-page"]
