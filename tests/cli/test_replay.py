"""Flight logs replayed from the command line: from CSV alone and from a workbook; JSON, map, bad files."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from airforce_logs import Boxes, entries
from click.testing import CliRunner, Result

from sheetscore.cli.main import main
from sheetscore.event import registry
from sheetscore.forms.form import FieldKey, Value

FLIGHT: list[Boxes] = [
    {"plot": "2 TR 3", "speed": "4.9", "q": 2, "r": -5},
    {"plot": "1 BLL 2 SR 1"},
    {"plot": "3 HL", "maneuvers": 2},
    {"plot": "4 TX 1"},
    {"plot": "4", "dive": 800, "special": "BOMB"},
]


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is found in a checkout that was installed before there was one."""
    found = registry._entry_points()
    found.setdefault("airforce", EntryPoint("airforce", "sheetscore.systems.airforce:AIRFORCE", registry.GROUP))
    monkeypatch.setattr(registry, "_entry_points", lambda: found)


def written(path: Path, boxes: Mapping[FieldKey, Value], delimiter: str = ",") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(("table", "seat", "field", "value", "label"))
        writer.writerows((*key, value, "") for key, value in boxes.items())
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with a wrong count in turn 3, a token in turn 4 that is none, and a glide bombing in turn 5."""
    return written(tmp_path / "log.csv", entries(FLIGHT, {"bank": "RB", "loaded": 1}, card="ex-light"))


def run(*words: object, status: int = 0) -> Result:
    done = CliRunner().invoke(main, ["replay", *map(str, words)])
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    return done


def run_json(monkeypatch: pytest.MonkeyPatch, *words: object, status: int = 0) -> Any:
    monkeypatch.setattr("sys.argv", ["sheetscore", "replay", *map(str, words), "--json"])
    return json.loads(run(*words, "--json", status=status).stdout)


def test_the_json_has_what_scripts_rely_on(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    told = run_json(monkeypatch, log, status=1)
    assert list(told) == ["settings", "findings", "aircraft", "shots"]
    assert told["settings"] == {
        "edition": "main", "speed_range": "exact", "drag": "tenths", "single_power": "level",
        "vertical_hex": "written", "cone": "each_side", "zone": "half_range", "criticals": "each",
    }  # fmt: skip
    (aircraft,) = told["aircraft"]
    assert [aircraft[key] for key in ("table", "aircraft", "card", "fate")] == [1, "red.1", "ex-light", "flying"]
    first = aircraft["turns"][0]
    assert first == {
        "turn": 1,
        "range": "maneuver",
        "points": 5,
        "maneuvers": 1,
        "power_available": 3,
        "bombing": None,
        "track": [[0, -1], [0, -2], [1, -3], [1, -4], [2, -5]],
        "change": {"maneuvers": -0.2, "drag": 0, "power": 0, "brakes": 0, "climb": 0, "dive": 0},
        "end": {
            "q": 2, "r": -5, "facing": 1, "bank": "RB", "speed": 4.8, "altitude": 8000, "odd": 1, "run_in": 3,
            "loaded": 1,
        },
    }  # fmt: skip
    assert aircraft["turns"][3] == {"turn": 4, **dict.fromkeys(list(first)[1:])}
    assert (aircraft["turns"][4]["bombing"], aircraft["turns"][4]["end"]["loaded"]) == ("glide", 0)


def test_findings_name_aircraft_turn_rule_and_line(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    found = run_json(monkeypatch, log, status=1)["findings"]
    keys = ("severity", "code", "rule", "table", "aircraft", "turn", "expected", "actual", "sheet")
    assert [tuple(one[key] for key in keys) for one in found] == [
        ("warning", "flight", 29, 1, "red.1", 1, 4.8, 4.9, "log.csv"),
        ("warning", "flight", 12, 1, "red.1", 3, 1, 2, "log.csv"),
        ("error", "plot", 0, 1, "red.1", 4, None, "TX", "log.csv"),
        ("note", "flight", 21, 1, "red.1", 5, 3000, 7200, "log.csv"),
    ]
    lines = log.read_text(encoding="utf-8").splitlines()
    named = [lines[int(one["cell"].removeprefix("line ")) - 1].split(",")[2] for one in found]
    assert named == ["turn.1.speed", "turn.3.maneuvers", "turn.4.plot", "turn.5.special"]


def test_a_line_that_is_missing_is_named_where_it_was_expected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    boxes = entries([{"plot": "5"}, {"plot": "5"}, {"plot": "5"}, {"plot": "5", "dive": 100}])
    kept = {key: value for key, value in boxes.items() if not key.field.startswith(("turn.3.", "aircraft."))}
    path = written(tmp_path / "log.csv", {**kept, FieldKey(1, "red.1", "aircraft.card"): "ex-mwl"})
    (found,) = run_json(monkeypatch, path, status=1)["findings"]
    assert found["turn"] == 3
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = 1 + next(at for at, line in enumerate(lines) if "turn.4." in line)
    assert found["cell"] == f"line {expected}", "where turn 3 would stand, the first box of turn 4 does"


def test_a_finding_is_placed_at_a_box_that_stands_somewhere_rather_than_where_one_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    steep: list[Boxes] = [{"plot": "5"}, {"plot": "5", "special": "STEEP"}]
    path = written(tmp_path / "log.csv", entries(steep))
    found = run_json(monkeypatch, path, status=1)["findings"]
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = 1 + next(at for at, line in enumerate(lines) if "turn.2.special" in line)
    assert found[0]["cell"] == f"line {expected}"


@pytest.mark.parametrize("columns", ["80", "72"])
def test_on_a_narrow_terminal_no_word_is_cut(tmp_path: Path, columns: str) -> None:
    """Headings, rules and codes of shots; what is least useful is left out, and long cells go on below."""
    turns: list[Boxes] = [{"plot": "3 SR TL 2", "climb": 900, "power": 9, "brakes": 9, "speed": "7.0", "maneuvers": 9}]
    shot: Boxes = {
        "turn": 1,
        "target": "transport.1",
        "gun": "wings",
        "range": 1,
        "clock": 1,
        "hits": 5,
        "result": "WF",
    }
    boxes = entries(turns, {"q": -12, "r": -14}, more={f"shot.1.{box}": value for box, value in shot.items()})
    boxes |= entries([{"plot": "5", "climb": 1200, "special": "STEEP"}], {"altitude": 9900}, seat="transport.1")
    path = written(tmp_path / "log.csv", boxes)
    narrow, wide = (
        CliRunner(env={"COLUMNS": width}).invoke(main, ["replay", str(path)]).stdout for width in (columns, "200")
    )
    assert max(map(len, narrow.splitlines())) <= int(columns)
    headings = {"Plot", "Speed", "Altitude", "Bank", "Broken", "Target", "Gun", "Range", "Hits", "Wrong"}
    codes = {word.strip(",") for word in wide.split() if word.startswith("shot-")}
    assert codes
    assert headings | codes <= {word.strip(",") for word in narrow.split()}


def test_of_a_line_that_is_unreadable_the_account_has_what_could_be_read(tmp_path: Path) -> None:
    turns: list[Boxes] = [{"plot": "5"}, {"plot": "4 TX 1", "dive": 300, "speed": "4.6", "altitude": 7700, "q": 3}]
    path = written(tmp_path / "log.csv", entries([*turns, {"plot": "5"}]))
    done = CliRunner(env={"COLUMNS": "160"}).invoke(main, ["replay", str(path)])
    row = next(line.split() for line in done.stdout.splitlines() if "TX" in line)
    assert row == ["2", "4", "TX", "1", "dive", "300", "4.6", "7,700", "3,-5", "0", "L", "unreadable"]
    assert "what is claimed for its end was read, and the next turn begins there" in done.stderr


def test_the_account_names_lines_that_are_blank_and_what_was_flown_in_them(tmp_path: Path) -> None:
    both: Boxes = {"plot": "5", "climb": 300, "dive": 200}
    path = written(tmp_path / "log.csv", entries([{"plot": "5"}, {}, {"power": 1}, both]))
    done = CliRunner(env={"COLUMNS": "160"}).invoke(main, ["replay", str(path)])
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()[:1].isdigit()}
    assert rows["2"].split() == ["2", "blank"]
    assert rows["3"].split() == ["3", "no", "plot"]
    assert "climb 300, dive 200" in rows["4"]


def test_decisions_and_cards_are_named_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, log: Path
) -> None:
    told = run_json(monkeypatch, log, "--set", "edition=procedural", "--set", "drag = whole", status=1)
    assert (told["settings"]["edition"], told["settings"]["drag"]) == ("procedural", "whole")
    cards = tmp_path / "cards"
    cards.mkdir()
    shipped = Path(__file__).parents[2] / "templates" / "airforce" / "aircraft" / "ex-light.toml"
    (cards / "ex-light.toml").write_text(shipped.read_text("utf-8").replace("power = 3", "power = 7"), "utf-8")
    told = run_json(monkeypatch, log, "--cards", cards, status=1)
    assert told["aircraft"][0]["turns"][0]["power_available"] == 7


def test_the_account_goes_turn_by_turn(log: Path) -> None:
    done = CliRunner(env={"COLUMNS": "160"}).invoke(main, ["replay", str(log)])
    lines = done.stdout.splitlines()
    assert lines[0].strip() == "Table 1, red.1: Example light fighter (ex-light), flying; in brackets as claimed"
    rows = [line.split() for line in lines[3:] if line.strip()]
    assert rows[0] == ["0", "5.0", "8,000", "0,0", "0", "RB"]
    assert rows[1] == ["1", "2", "TR", "3", "maneuver", "level", "4.8", "(4.9)", "8,000", "2,-5", "1", "RB", "29"]
    assert rows[3][-1] == "12"
    assert rows[4][-1] == "unreadable"
    assert "rule 12" in done.stderr


def test_the_map_shows_every_aircraft_in_a_colour_and_a_dash_of_its_own(tmp_path: Path) -> None:
    boxes = entries([{"plot": "2 TR 3"}, {"plot": "5"}], {"bank": "RB"})
    boxes |= entries([{"plot": "5", "dive": 800}], {"q": 4, "altitude": 700, "bank": "I"}, seat="<blue>")
    log, svg = written(tmp_path / "log.csv", boxes), tmp_path / "map.svg"
    run(log, "--svg", svg)
    drawn = ET.fromstring(svg.read_text(encoding="utf-8"))  # noqa: S314 -- it is ours
    name = "{http://www.w3.org/2000/svg}"
    tracks = [one for one in drawn.iter(f"{name}path") if one.get("stroke-linejoin") == "round"]
    assert len({one.get("stroke") for one in tracks}) == len({one.get("stroke-dasharray") for one in tracks}) == 2
    texts = [one.text for one in drawn.iter(f"{name}text")]
    assert {"red.1 RB", "1 RB", "2 RB", "<blue> I", "1 I crashed"} <= set(texts)
    arrows = [one for one in drawn.iter(f"{name}path") if (one.get("transform") or "").endswith("rotate(30)")]
    assert len(arrows) == 2
    assert {one.get("fill") for one in drawn.iter(f"{name}path") if one.get("transform")} == {"#0b3c6f", "white"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "cones=total"), 'There is no decision "cones". Did you mean "cone"?'),
        (("--set", "cone=totl"), 'cone cannot be "totl"; it is each_side or total.'),
        (("--set", "cone"), "Write what is otherwise and how: edition=main"),
        (("--cards", "nowhere"), "there is no folder"),
    ],
)
def test_words_that_are_not_understood_are_told(log: Path, words: tuple[str, ...], said: str) -> None:
    assert said in run(log, *words, status=2).output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("table,seat,value\n", "has no column field"),
        ("table,seat,field,value\nx,red.1,turn.1.plot,5\n", "there is “x” as the table"),
        ("table,seat,field,value\n1,a,start.speed,4,9\n", "there is “4”, and “9” behind it"),
        ("table,seat,field,value\n1,a,turn.1.plot,5\n1,a,turn.1.plot,6\n", "turn.1.plot at table 1, a is “6” here"),
    ],
)
def test_lines_that_are_no_values_are_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    assert said in run(path, status=1).output


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    assert "there is no file" in run(tmp_path / "log.csv", status=2).output
    (tmp_path / "log.csv").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read as CSV" in run(tmp_path / "log.csv", status=2).output


def test_a_log_is_read_as_spreadsheets_save_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    boxes = entries([{"plot": "2 TR 3", "speed": "4,9"}], {"bank": "RB", "speed": "5,0"})
    log = written(tmp_path / "log.csv", {**boxes, FieldKey(1, "", "table.note"): "'=x"}, ";")
    assert run_json(monkeypatch, log)["findings"] == []


def test_without_any_log_there_is_nothing_to_tell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = run_json(monkeypatch, written(tmp_path / "log.csv", {}))
    assert (told["aircraft"], told["findings"], told["shots"]) == ([], [], [])


def test_a_workbook_is_replayed_with_its_event(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("name\nAnn\nBob\nCy\nDee\n", encoding="utf-8")
    folder, runner = tmp_path / "fight", CliRunner()
    lines = written(tmp_path / "lines.csv", {FieldKey(1, "blue.1", "turn.1.plot"): "2 TX 3"})
    for words in (
        ("new", folder, "--system", "airforce", "--players", tmp_path / "roster.csv"),
        ("-C", folder, "draw", "1"),
        ("-C", folder, "sheets", "1"),
        ("-C", folder, "fill", folder / "round1.xlsx", lines),
    ):
        done = runner.invoke(main, list(map(str, words)))
        assert done.exit_code == 0, done.output
    told = run_json(monkeypatch, folder / "round1.xlsx", status=1)
    (one,) = told["findings"]
    assert (one["code"], one["aircraft"], one["sheet"]) == ("plot", "blue.1", "Table 1")
    assert one["cell"]
    assert len(told["aircraft"]) == 4


def test_a_round_of_another_system_has_nothing_to_replay(tmp_path: Path) -> None:
    from event_folder import started  # noqa: PLC0415

    folder = started(tmp_path / "origins")
    assert "has nothing to replay" in run(folder / "round1.xlsx", status=2).output


def test_the_map_has_north_the_facings_and_numbers_of_hexes_where_they_are(tmp_path: Path) -> None:
    log, svg = written(tmp_path / "log.csv", entries([{"plot": "5"}, {"plot": "5"}])), tmp_path / "map.svg"
    run(log, "--svg", svg)
    drawn = ET.fromstring(svg.read_text(encoding="utf-8"))  # noqa: S314 -- it is ours
    name = "{http://www.w3.org/2000/svg}"
    texts = [(str(one.text), float(one.get("x", "")), float(one.get("y", ""))) for one in drawn.iter(f"{name}text")]
    rose = {text: (x, y) for text, x, y in texts if text.isdecimal() or text == "N"}
    assert set(rose) == {"N", *map(str, range(12))}
    assert rose["N"][0] == rose["0"][0] == rose["6"][0]
    assert rose["N"][1] < rose["0"][1] < rose["3"][1] == rose["9"][1] < rose["6"][1]
    assert rose["9"][0] < rose["0"][0] < rose["3"][0], "clockwise"
    hexes = {text: (x, y) for text, x, y in texts if "," in text and text.replace(",", "").replace("-", "").isdecimal()}
    on_map = {text: at for text, at in hexes.items() if at[1] > max(y for _, y in rose.values())}
    assert {"0,0", "0,-3", "0,-6", "0,-9"} <= set(on_map)
    assert on_map["0,-3"][0] == on_map["0,0"][0]
    assert on_map["0,0"][1] - on_map["0,-3"][1] == pytest.approx(3 * 44), "three hexes north"
