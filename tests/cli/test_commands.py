"""A director's day through the command line: what is printed, the JSON that scripts read, exit statuses."""

from __future__ import annotations

import csv
import io
import json
import shutil
import tomllib
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import run, run_json
from click.testing import CliRunner
from event_folder import GOOD_LINES, cell_of, contents, filled_folder
from typing_in import save_with_openpyxl, type_in

from sheetscore.cli.main import main
from sheetscore.event.toml import write_toml
from sheetscore.forms.template import shipped
from sheetscore.operations.entries import fill
from sheetscore.problems import MistakesFound


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of two rounds, the first one filled in."""
    return filled_folder(tmp_path_factory.mktemp("event") / "origins")


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def test_a_directors_day(tmp_path: Path) -> None:
    source = tmp_path / "event.toml"
    source.write_text(write_toml(amps_event()), encoding="utf-8")
    (tmp_path / "values.csv").write_text(GOOD_LINES, encoding="utf-8")
    folder = tmp_path / "origins91"
    assert "9 players" in run("new", folder, "--from", source).stdout
    assert "All is well" in run("-C", folder, "check").stdout
    assert "round1-draw.xlsx" in run("-C", folder, "draw", "1").stdout
    assert "10 pages" in run("-C", folder, "sheets").stdout
    filled = run("-C", folder, "fill", "round1.xlsx", tmp_path / "values.csv").stdout
    assert "18 values typed in" in filled
    assert "kept as kept/round1~1.xlsx" in filled
    run("-C", folder, "check", "round1.xlsx")
    assert "9 scores" in run("-C", folder, "ingest", "round1.xlsx").stdout
    table = run("-C", folder, "standings").stdout
    assert "after round 1" in table
    assert {path.name for path in folder.iterdir()} >= {
        "event.xlsx",
        "round1-draw.xlsx",
        "round1.xlsx",
        "round1-results.xlsx",
        "standings.xlsx",
        "journal.jsonl",
    }
    said = [json.loads(line) for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["command"].split()[0] for line in said] == ["new", "draw", "sheets", "fill", "ingest"]
    assert said[-1]["written"].keys() == {"round1-results.xlsx", "standings.xlsx"}


def test_an_event_starts_from_a_system_and_a_roster(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("Name;Elo;Country\nAnn Bell;1500;UK\nNA;;NO\n", encoding="utf-8")
    run("new", tmp_path / "club", "--system", "amps", "--players", tmp_path / "roster.csv")
    exported = run("export", tmp_path / "club" / "event.xlsx", "--format", "json").stdout
    assert [player["name"] for player in json.loads(exported)["player"]] == ["Ann Bell", "NA"]
    before = contents(tmp_path / "club")
    run("new", tmp_path / "club", "--system", "amps", status=2)
    assert contents(tmp_path / "club") == before


def test_ingest_as_json_has_the_keys_that_scripts_rely_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run_json(monkeypatch, "-C", folder, "ingest", "round1.xlsx")
    assert list(done) == ["event", "system", "round", "status", "findings", "rows", "checks"]
    assert (done["event"], done["system"], done["round"], done["status"]) == ("Test event", "amps", 1, "warnings")
    assert set(done["findings"][0]) == {"severity", "code", "sheet", "cell", "message"}
    wanted = {"player", "table", "seat", "section", "sp", "tp", "rs", "mp", "section_size", "factor", "score"}
    assert wanted <= set(done["rows"][0])
    by_seat = {row["seat"]: row for row in done["rows"]}
    assert by_seat["strike.1"]["sp"] == 2 * 6 + 4 + 2 + 3
    assert by_seat["ds.1"]["factor"] == 3.0
    assert {check["name"].rpartition(" ")[2]: check["expected"] for check in done["checks"]} == {
        "strike": 6,
        "ds": 1,
        "cap": 3,
    }
    assert all(check["ok"] for check in done["checks"])


def test_standings_and_draw_as_json(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (other := tmp_path / "another").mkdir()
    done = run("-C", other, "ingest", folder / "round1.xlsx").stdout
    assert f"round1-results.xlsx in {folder}: 9 scores" in " ".join(done.split())
    ranked = run_json(monkeypatch, "-C", folder, "standings")
    assert list(ranked) == ["event", "system", "after_round", "provisional", "open", "declared", "findings", "rows"]
    assert ranked["after_round"] == 1
    assert {"rank", "id", "name", "score", "rounds", "section_total"} <= set(ranked["rows"][0])
    drawn = run_json(monkeypatch, "-C", folder, "draw", "2")
    run("-C", folder, "sheets", "2")
    (folder / "round1.xlsx").write_bytes((folder / "round2.xlsx").read_bytes())
    found = run_json(monkeypatch, "-C", folder, "check")["findings"]
    (said,) = [one["message"] for one in found if one["code"] in {"sheets-newer", "sheets-other", "older-copy"}]
    assert said.startswith("round1.xlsx is not what round1-results.xlsx was made from: it has sheets of round 2 now.")
    assert list(drawn) == ["event", "round", "tables", "byes", "report"]
    (table,) = drawn["tables"]
    assert (table["table"], table["scenario"]) == (1, "bridge")
    assert sorted(table["seats"].values()) == [f"P{number:02}" for number in range(1, 10)]


def test_mistakes_as_json_and_exit_status_1(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {place: 99})
    done = run_json(monkeypatch, "-C", folder, "ingest", "round1.xlsx", status=1)
    assert done["status"] == "errors"
    assert [(one["code"], one["cell"]) for one in done["findings"] if one["severity"] == "error"] == [
        ("claim-differs", place[1])
    ]
    assert done["rows"] == []
    assert "shows every mistake" in run("-C", folder, "ingest", "round1.xlsx", status=1).stdout


def test_unusable_files_as_json_and_exit_status_2(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run_json(monkeypatch, "-C", folder, "ingest", "round7.xlsx", status=2)
    assert set(done["error"]) == {"code", "message"}
    (folder / "round1.xlsx").write_bytes(b"")
    done = run_json(monkeypatch, "-C", folder, "ingest", "round1.xlsx", status=2)
    assert "empty" in done["error"]["message"]


def test_the_marked_copy_mended_with_another_program_is_taken_for_the_round(folder: Path) -> None:
    place = cell_of(folder, 1, "strike.2", "strike.hits.1.d")
    type_in(folder / "round1.xlsx", {place: "one"})
    run("-C", folder, "ingest", "round1.xlsx", status=1)
    marked = folder / "round1-marked.xlsx"
    save_with_openpyxl(marked, {place: 1})
    run("-C", folder, "ingest", "round1-marked.xlsx")
    assert not marked.exists()
    assert "1,strike.2,strike.hits.1.d,1," in run("-C", folder, "entries", "round1.xlsx").stdout
    assert (folder / "kept" / "round1~2.xlsx").exists()


def test_entries_go_out_and_fill_takes_them_back(folder: Path, tmp_path: Path) -> None:
    text = run("-C", folder, "entries", "round1.xlsx").stdout
    lines = list(csv.DictReader(io.StringIO(text)))
    assert list(lines[0]) == ["table", "seat", "field", "value", "label"]
    by_field = {(line["seat"], line["field"]): line["value"] for line in lines}
    assert by_field["strike.1", "strike.bombing.1.modifier"] == "-3"
    assert by_field["strike.1", "strike.bombing.1.odds"] == "4:1"
    assert by_field["strike.1", "strike.hits.6.target"] == ""
    assert {"seat.pilot", "seat.flew", "claimed.sp", "ruling.sp", "ruling.reason"} <= {
        field for seat, field in by_field if seat == "cap.1"
    }
    assert {"air-combat.rolls.10", "air-combat.advantage.da", "air-combat.damage.6.l"} <= {
        field for seat, field in by_field if seat == "cap.1"
    }
    assert {"team_points.strike.early", "log.1.turn", "log.1.pilot", "log.1.event"} <= {
        field for seat, field in by_field if seat == ""
    }
    run("-C", folder, "entries", "round1.xlsx", "-o", tmp_path / "out.csv")
    run("-C", folder, "sheets", "1")
    run("-C", folder, "fill", "round1.xlsx", tmp_path / "out.csv")
    assert run("-C", folder, "entries", "round1.xlsx").stdout == text


def test_fill_clears_with_a_dash_and_names_every_line_that_it_cannot_take(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "more.csv"
    source.write_text(
        "seat,table,value,field\nstrike.1,1,-,claimed.sp\nstrike.1,1,,strike.hits.1.d\n", encoding="utf-8"
    )
    run("-C", folder, "fill", "round1.xlsx", source)
    text = run("-C", folder, "entries", "round1.xlsx").stdout
    assert "1,strike.1,claimed.sp,," in text
    assert "1,strike.1,strike.hits.1.d,2," in text
    wrong = (
        "1,strike.1,claimed.spp,3",
        "9,strike.1,claimed.sp,3",
        "1,strike.9,claimed.sp,3",
        "1,strike.1,claimed.sp,many",
    )
    source.write_text("\n".join(("table,seat,field,value", *wrong)), encoding="utf-8")
    before = contents(folder)
    said = run("-C", folder, "fill", "round1.xlsx", source, status=1).stderr
    for part in ("line 2", "claimed.sp?", "line 3", "line 4", "strike.1, strike.2", "line 5", "“many”"):
        assert part in said
    assert "nothing was typed into round1.xlsx" in said
    assert contents(folder) == before


@pytest.mark.parametrize(("first", "second"), [("3", "4"), ("3", "-"), ("-", "3")])
def test_fill_names_both_lines_that_give_one_box_different_values(
    folder: Path, tmp_path: Path, first: str, second: str
) -> None:
    source = tmp_path / "twice.csv"
    lines = f"1,strike.1,claimed.sp,{first}\n1,strike.2,claimed.sp,7\n1,STRIKE.1,Claimed.SP,{second}\n"
    source.write_text(f"table,seat,field,value\n{lines}", encoding="utf-8")
    before = contents(folder)
    with pytest.raises(MistakesFound) as caught:
        fill(folder / "round1.xlsx", source)
    twice, untouched = caught.value.findings
    assert (twice.is_error, twice.code, twice.cell) == (True, "box-twice", "line 4")
    for part in ("claimed.sp at table 1, strike.1", "line 2", f"“{first}”", f"“{second}”"):
        assert part in twice.message
    assert (untouched.is_error, untouched.code) == (False, "nothing-typed")
    assert contents(folder) == before


@pytest.mark.parametrize("heading", ["table,seat,field,value", "table,seat,field,value,label"])
def test_a_decimal_comma_between_the_commas_of_a_file_is_told(folder: Path, tmp_path: Path, heading: str) -> None:
    source = tmp_path / "comma.csv"
    source.write_text(f"{heading}\n1,strike.2,claimed.sp,12,5\n", encoding="utf-8")
    before = contents(folder)
    with pytest.raises(MistakesFound) as caught:
        fill(folder / "round1.xlsx", source)
    assert [one.code for one in caught.value.findings] == ["ambiguous", "nothing-typed"]
    assert "12.5" in caught.value.findings[0].message
    assert contents(folder) == before


def test_fill_takes_a_box_that_is_given_twice_alike(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "twice.csv"
    lines = ("1,strike.2,claimed.sp,7", "1,strike.2,claimed.sp, 7.0 ", "1,strike.2,claimed.sp,")
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    run("-C", folder, "fill", "round1.xlsx", source)
    assert "1,strike.2,claimed.sp,7," in run("-C", folder, "entries", "round1.xlsx").stdout


def test_text_that_looks_like_a_formula_goes_out_harmless_and_comes_back(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "log.csv"
    source.write_text("table,seat,field,value\n1,,log.1.event,'=1+1\n1,,log.2.event,'+x\n", encoding="utf-8")
    run("-C", folder, "fill", "round1.xlsx", source)
    text = run("-C", folder, "entries", "round1.xlsx").stdout
    assert "1,,log.1.event,'=1+1," in text
    (tmp_path / "again.csv").write_text(text, encoding="utf-8")
    run("-C", folder, "fill", "round1.xlsx", tmp_path / "again.csv")
    assert run("-C", folder, "entries", "round1.xlsx").stdout == text


def test_a_draw_is_not_replaced_without_again(folder: Path) -> None:
    said = run("-C", folder, "draw", "1", status=2).stderr
    assert "--again" in said
    run("-C", folder, "draw", "1", "--again")


def test_a_workbook_that_is_open_is_named(folder: Path) -> None:
    (folder / ".~lock.round1.xlsx#").write_text("", encoding="utf-8")
    said = run("-C", folder, "ingest", "round1.xlsx", status=2).stderr
    assert "LibreOffice" in said
    assert "what is typed and not saved is not read" in said


def test_export_of_results_and_events(folder: Path, tmp_path: Path) -> None:
    run("-C", folder, "ingest", "round1.xlsx")
    rows = list(csv.DictReader(io.StringIO(run("-C", folder, "export", "round1-results.xlsx").stdout)))
    assert len(rows) == 9
    assert rows[0]["section"] == "strike"
    text = run("-C", folder, "export", "event.xlsx", "--format", "toml").stdout
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    run("new", tmp_path / "again", "--from", tmp_path / "event.toml")
    again = run("-C", tmp_path / "again", "export", "event.xlsx", "--format", "toml").stdout
    own = [line for line in again.splitlines() if line.startswith("uid = ")]  # a new event is another event
    assert len(own) == 1
    assert again.replace(f"{own[0]}\n", "") == text


@pytest.mark.parametrize(("system", "drawn"), [("aso", ["1"]), ("duplicate", [])])
def test_a_folder_with_an_event_toml_has_an_event_and_becomes_a_workbook_until_it_is_drawn(
    system: str, drawn: list[str], tmp_path: Path
) -> None:
    run("new", tmp_path / "made", "--from", shipped("examples") / system / "event.toml")
    text = run("-C", tmp_path / "made", "export", "event.xlsx", "--format", "toml").stdout
    (own := tmp_path / "own").mkdir()
    source = own / "event.toml"
    source.write_text(text, encoding="utf-8")
    assert "has an event already (event.toml)" in run("new", own, "--system", "amps", status=2).stderr
    run("new", own, "--from", source)
    (own / "event.xlsx").unlink()
    run("-C", own, "draw", *drawn)
    assert "has an event already (event.toml)" in run("new", own, "--from", source, status=2).stderr


def test_export_of_draws_and_standings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = run_json(monkeypatch, "-C", folder, "draw", "1", "--again")
    seats = [*csv.DictReader(io.StringIO(run("-C", folder, "export", "round1-draw.xlsx").stdout))]
    there = [
        (str(one["table"]), seat, player or "") for one in drawn["tables"] for seat, player in one["seats"].items()
    ]
    assert [(one["table"], one["seat"], one["player"]) for one in seats] == [
        *there,
        *(("", "sits out", player) for player in drawn["byes"]),
    ]
    assert all(one["name"] for one in seats if one["player"])
    exported = json.loads(run("-C", folder, "export", "round1-draw.xlsx", "--format", "json").stdout)
    assert exported["tables"] == drawn["tables"]
    assert (
        tomllib.loads(run("-C", folder, "export", "round1-draw.xlsx", "--format", "toml").stdout)["byes"]
        == drawn["byes"]
    )
    run("-C", folder, "sheets", "1", "--force")
    run("-C", folder, "ingest", "round1.xlsx", "--force")
    ranked = run_json(monkeypatch, "-C", folder, "standings")
    before = contents(folder)
    assert json.loads(run("-C", folder, "export", "standings.xlsx", "--format", "json").stdout) == ranked
    rows = [*csv.DictReader(io.StringIO(run("-C", folder, "export", "standings.xlsx").stdout))]
    assert [one["id"] for one in rows] == [one["id"] for one in ranked["rows"]]
    assert contents(folder) == before, "exporting writes nothing"


def test_fill_says_which_values_it_cleared(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "more.csv"
    lines = "table,seat,field,value\n1,strike.1,claimed.sp,-\n1,cap.3,air-combat.rolls.2,{}\n1,cap.1,claimed.sp,-\n"
    source.write_text(lines.format(1), encoding="utf-8")
    said = " ".join(run("-C", folder, "fill", "round1.xlsx", source).stdout.split())
    assert said.startswith("round1.xlsx: 1 value typed in; 1 cleared: table 1, strike.1, claimed.sp (“21”).")
    source.write_text(lines.format("-"), encoding="utf-8")
    said = " ".join(run("-C", folder, "fill", "round1.xlsx", source).stdout.split())
    assert said.startswith("round1.xlsx: 1 cleared: table 1, cap.3, air-combat.rolls.2 (“1”).")
    said = " ".join(run("-C", folder, "fill", "round1.xlsx", source).stdout.split())
    assert said.startswith("round1.xlsx: nothing typed in.")
    assert run_json(monkeypatch, "-C", folder, "fill", "round1.xlsx", source)["values"] == 3


def test_two_copies_merge(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "round1-ann.xlsx")
    source = tmp_path / "more.csv"
    source.write_text("table,seat,field,value\n1,cap.3,air-combat.rolls.2,1\n", encoding="utf-8")
    run("-C", folder, "fill", "round1.xlsx", source)
    run("-C", folder, "merge", "round1-ann.xlsx", "round1.xlsx", "-o", "round1.xlsx")
    assert "1,cap.3,air-combat.rolls.2,1," in run("-C", folder, "entries", "round1.xlsx").stdout
    source.write_text("table,seat,field,value\n1,cap.3,air-combat.advantage.dn,3\n", encoding="utf-8")
    refused = run("-C", folder, "fill", "round1-ann.xlsx", source, status=1).stderr
    assert "is a copy from before" in refused, "it lacks what was merged"
    shutil.copy(folder / "round1.xlsx", folder / "round1-ann.xlsx")
    run("-C", folder, "fill", "round1-ann.xlsx", source)
    run("-C", folder, "merge", "round1-ann.xlsx", "round1.xlsx", "-o", "both.xlsx")
    assert "1,cap.3,air-combat.advantage.dn,3," in run("-C", folder, "entries", "both.xlsx").stdout
    source.write_text("table,seat,field,value\n1,cap.3,air-combat.advantage.dn,2\n", encoding="utf-8")
    run("-C", folder, "fill", "round1.xlsx", source)
    done = run_json(monkeypatch, "-C", folder, "merge", "round1-ann.xlsx", "round1.xlsx", "-o", "c.xlsx", status=1)
    assert [one["code"] for one in done["findings"]] == ["merge-differs"]


def test_provisional_results_need_a_complete_table(folder: Path) -> None:
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", "air-combat.rolls.4"): None})
    run("-C", folder, "ingest", "round1.xlsx", status=1)
    assert "is blank" in run("-C", folder, "ingest", "round1.xlsx", "--provisional", status=1).stderr


def test_systems_and_templates_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "amps" in run("systems").stdout
    assert "Tie margin" in run("systems", "amps").stdout
    assert "did you mean" in run("systems", "amp", status=1).stderr.lower()
    listed = run_json(monkeypatch, "-C", tmp_path, "templates")
    assert {"air-combat", "strike", "defense-suppression", "team-points"} <= {
        one["form"] for one in listed["templates"]
    }


def test_a_bug_of_ours_is_one_line_without_a_traceback(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("sheetscore.operations.opening.open_event.read_boxes", fail)
    done = CliRunner().invoke(main, ["-C", str(folder), "ingest", "round1.xlsx"])
    assert (done.exit_code, "Please report it" in done.stderr, "Traceback" in done.output) == (2, True, False)


@pytest.mark.parametrize("command", ["draw", "sheets"])
@pytest.mark.parametrize("number", ["1_0", "1⁴", "TRUE", "1.000", "1,000", "½"])
def test_the_number_of_a_round_is_a_plain_number(command: str, number: str) -> None:
    done = CliRunner().invoke(main, [command, number])
    assert done.exit_code == 2
    assert number in done.output


def test_a_csv_that_is_not_where_you_are_is_looked_for_in_the_folder_of_the_event(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (folder / "late.csv").write_text("table,seat,field,value\n1,strike.2,claimed.sp,7\n", encoding="utf-8")
    assert "1 value typed in" in run("-C", folder, "fill", "round1.xlsx", "late.csv").stdout
    (tmp_path / "late.csv").write_text("table,seat,field,value\n1,strike.2,claimed.sp,6\n", encoding="utf-8")
    run("-C", folder, "fill", "round1.xlsx", "late.csv")
    assert "1,strike.2,claimed.sp,6," in run("-C", folder, "entries", "round1.xlsx").stdout
    assert "nowhere.csv" in run("-C", folder, "fill", "round1.xlsx", "nowhere.csv", status=2).stderr
