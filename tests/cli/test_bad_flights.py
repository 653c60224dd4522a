"""Flights that cannot be flown as they are written, from the command line: no traceback, place and nearest word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from airforce_event import aircraft, airforce_event
from airforce_logs import Boxes, entries
from click.testing import CliRunner, Result
from event_folder import cell_of
from kept_events import started

from sheetscore.cli.main import main
from sheetscore.forms.template import shipped
from sheetscore.systems.airforce.model import Fight, FightSide


class Bad(NamedTuple):
    """What is wrong with a log: its lines, the code and severity that it is found by, what is said, in which box."""

    what: str
    lines: list[Boxes]
    code: str
    severity: str
    said: str
    box: str
    start: Boxes | None = None
    more: Boxes | None = None
    also: tuple[str, ...] = ()
    """The codes of whatever else is wrong then."""


PLOTTED: Boxes = {"plot": "5"}

BAD = [
    Bad("token", [{"plot": "2 TX 3"}], "plot", "error", "position 3 of the plot is no word of plots; did you mean TR?",
        "turn.1.plot"),
    Bad("number", [{"plot": "100"}], "plot", "error", "straight on is 1 to 99 hexes", "turn.1.plot"),
    Bad("points", [{"plot": "9"}], "flight", "warning", "9 points are plotted, and a speed of 5.0 gives 5",
        "turn.1.plot"),
    Bad("climb and dive", [{"plot": "5", "climb": 300, "dive": 300}], "plot", "error",
        "there is a climb and a dive in one turn", "turn.1.climb"),
    Bad("word", [{"plot": "5", "special": "STEP"}], "plot", "error", 'Did you mean "STEEP"?', "turn.1.special"),
    Bad("hundredths", [{"plot": "5", "speed": "4.95"}], "flight", "warning",
        "speed 4.95 at the end is no whole tenth", "turn.1.speed"),
    Bad("tens of feet", [{"plot": "5", "altitude": 8050}], "flight", "warning",
        "altitude 8050 at the end is no whole hundred of feet", "turn.1.altitude"),
    Bad("gap", [PLOTTED, {}, PLOTTED], "plot", "error", "turn 2: the line is blank", "turn.2.plot"),
    Bad("line after a crash", [{"plot": "5", "dive": 800}, PLOTTED], "plot", "error",
        "turn 2: the aircraft crashed in turn 1", "turn.2.plot", {"altitude": 700}),
    Bad("home after a crash", [{"plot": "5", "dive": 800}], "fate", "warning", "flew into the ground in turn 1",
        "end.fate", {"altitude": 700}, {"end.fate": "home"}),
    Bad("shot at itself", [PLOTTED], "shot-self", "warning", "the aircraft fires at itself", "shot.1.target",
        more={"shot.1.turn": 1, "shot.1.target": "blue.1", "shot.1.gun": "wings"}),
    Bad("shot at nobody", [PLOTTED], "shot-target", "warning", 'nobody flies as "ghost"', "shot.1.target",
        more={"shot.1.turn": 1, "shot.1.target": "ghost", "shot.1.gun": "wings"}),
    Bad("shot after the log", [PLOTTED], "shot-box", "warning", "it flew no turn 9", "shot.1.turn",
        more={"shot.1.turn": 9, "shot.1.target": "blue.1", "shot.1.gun": "wings"}, also=("shot-self",)),
]  # fmt: skip

IN_LINES_ALONE = [
    Bad("box", [{"plott": "5"}], "plot", "error", 'no box turn.1.plott. Did you mean "plot"?', "turn.1.plott"),
    Bad("line 99", [PLOTTED], "plot", "error", "turn.99: a log has 36 turns at most", "turn.99.plot",
        more={"turn.99.plot": "5"}),
    Bad("text", [{"plot": "5", "power": "lots"}], "plot", "error", "there is “lots”; enter a number", "turn.1.power"),
    Bad("below 0", [{"plot": "5", "climb": -100}], "plot", "error", "enter a whole number from 0", "turn.1.climb"),
    Bad("start", [PLOTTED], "plot", "error", "there is 8050; altitudes are whole hundreds", "start.altitude",
        {"altitude": 8050}),
    Bad("speed", [PLOTTED], "plot", "error", "there is -1; a speed is a number from 0 on", "start.speed",
        {"speed": "-1"}),
    Bad("card", [PLOTTED], "plot", "error", 'There is no card "ex-mvl". Did you mean "ex-mwl"?', "aircraft.card",
        more={"aircraft.card": "ex-mvl"}),
    Bad("fate", [PLOTTED], "plot", "error", "there is “hom”; enter home, aborted, down or nothing", "end.fate",
        more={"end.fate": "hom"}),
    Bad("die", [PLOTTED], "plot", "error", "shot.1.red: there is “7”; enter a whole number from 1 to 6", "shot.1.red",
        more={"shot.1.turn": 1, "shot.1.target": "blue.1", "shot.1.red": 7}),
]  # fmt: skip


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, list(map(str, words)))
    assert "Traceback" not in done.output
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def boxes_of(bad: Bad, seat: str = "blue.1", table: int = 1) -> list[str]:
    """Give the lines of CSV of a log."""
    boxes = entries(bad.lines, bad.start, seat=seat, table=table, more=bad.more)
    return [f'{key.table},{key.seat},{key.field},"{value}"' for key, value in boxes.items()]


def csv(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    return path


def found_in(output: str) -> list[Any]:
    return [one for one in json.loads(output)["findings"] if one["severity"] != "note"]


@pytest.mark.parametrize("bad", [*BAD, *IN_LINES_ALONE], ids=lambda bad: bad.what)
def test_a_replay_of_lines_names_the_line_and_goes_on(tmp_path: Path, bad: Bad) -> None:
    lines = boxes_of(bad)
    log = csv(tmp_path / "log.csv", lines)
    done = run("replay", log, "--json")
    (one,) = [one for one in found_in(done.stdout) if one["code"] == bad.code]
    assert (one["code"], one["severity"], done.exit_code) == (bad.code, bad.severity, int(bad.severity == "error"))
    assert bad.said in one["message"]
    assert one["message"].count("blue.1") == 1 or bad.code == "shot-self"
    # a line that is missing is expected where the next one stands
    box = "turn.3.plot" if bad.what == "gap" else bad.box
    numbers = [number for number, line in enumerate(lines, start=2) if line.split(",")[2] == box]
    assert one["sheet"] == "log.csv"
    assert one["cell"] == (f"line {numbers[0]}" if numbers else "")
    assert bad.said in " ".join(run("replay", log).stderr.split())


def test_a_log_without_a_card_says_so_once(tmp_path: Path) -> None:
    log = csv(tmp_path / "log.csv", [line for line in boxes_of(BAD[2]) if "aircraft.card" not in line])
    (one,) = found_in(run("replay", log, "--json").stdout)
    assert one["message"] == "blue.1: no card is named, and nothing can be flown without one"


def test_a_shot_at_an_aircraft_whose_card_is_missing_is_not_called_a_shot_at_nobody(tmp_path: Path) -> None:
    shot: Boxes = {"shot.1.turn": 1, "shot.1.target": "red.1", "shot.1.gun": "wings"}
    here = entries([PLOTTED], seat="blue.1", more=shot)
    there = entries([PLOTTED], {"r": -3}, seat="red.1", more={"aircraft.card": "gull"})
    lines = [f"{key.table},{key.seat},{key.field},{value}" for key, value in (here | there).items()]
    found = found_in(run("replay", csv(tmp_path / "log.csv", lines), "--json").stdout)
    assert [one["code"] for one in found if one["code"] in {"plot", "shot-target"}] == ["plot"]
    assert any('There is no card "gull"' in one["message"] for one in found)


def test_a_card_of_a_newer_format_is_refused_for_that(tmp_path: Path) -> None:
    shown = (shipped("templates") / "airforce" / "aircraft" / "ex-mwl.toml").read_text(encoding="utf-8")
    cards = tmp_path / "cards"
    cards.mkdir()
    lines = [line for line in shown.splitlines() if not line.startswith("format")]
    (cards / "ex-mwl.toml").write_text("\n".join(("format = 99", *lines)), encoding="utf-8")
    log = csv(tmp_path / "log.csv", boxes_of(BAD[2]))
    (one,) = found_in(run("replay", log, "--cards", cards, "--json").stdout)
    assert "this card has format 99, and this sheetscore knows up to 1" in one["message"]
    assert one["severity"] == "error"


def test_a_chart_with_a_hole_where_the_dice_need_a_cell_is_an_error(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "gunnery").mkdir(parents=True)
    chart = 'id = "4x50M"\nweapon = "Four"\n[[column]]\nrange = "3"\nrolls = { 2 = 1 }\n'
    (home / "gunnery" / "4x50M.toml").write_text(chart, encoding="utf-8")
    shot: Boxes = {"turn": 1, "target": "red.1", "gun": "wings", "red": 3, "white": 4, "hits": 1}
    here = entries([PLOTTED], seat="blue.1", more={f"shot.1.{box}": value for box, value in shot.items()})
    there = entries([PLOTTED], {"r": -3}, seat="red.1")
    log = csv(
        tmp_path / "log.csv", [f"{key.table},{key.seat},{key.field},{value}" for key, value in (here | there).items()]
    )
    (one,) = found_in(run("replay", log, "--cards", home, "--json").stdout)
    assert (one["code"], one["severity"], one["rule"]) == ("chart-hole", "error", None)
    assert "chart 4x50M, column 3, has no hits in row 8" in one["message"]


ALONE = Fight(
    id="patrol",
    title="Patrol",
    sides=(FightSide(id="blue", title="Blue", aircraft=(aircraft(),)),),
)
"""A fight of one aircraft, whose log has all there is to go wrong."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round with a table for each bad log, on whose sheets these were typed."""
    event = airforce_event(players=len(BAD), rounds=1, tables=len(BAD), scenarios=(ALONE,))
    made = started(tmp_path_factory.mktemp("event") / "fights", event)
    lines = [
        line
        for table, bad in enumerate(BAD, start=1)
        for line in boxes_of(bad, table=table)
        if line.split(",")[2].partition(".")[0] != "start" or line.split(",")[2].partition(".")[2] in (bad.start or {})
    ]
    done = run("-C", made, "fill", "round1.xlsx", csv(made.with_suffix(".csv"), lines))
    assert done.exit_code == 0, done.output
    return made


def test_sheets_with_bad_flights_are_not_scored_and_every_one_is_named_with_its_cell(folder: Path) -> None:
    done = run("-C", folder, "ingest", "round1.xlsx", "--json")
    assert done.exit_code == 1
    found = [one for one in found_in(done.stdout) if one["code"] != "log-begins"]
    for table, bad in enumerate(BAD, start=1):
        here = [one for one in found if one["sheet"] == f"Table {table}"]
        assert sorted(one["code"] for one in here) == sorted((bad.code, *bad.also)), bad
        one = next(one for one in here if one["code"] == bad.code)
        assert (one["code"], one["severity"]) == (bad.code, bad.severity), bad
        assert bad.said in one["message"], bad
        assert (one["sheet"], one["cell"]) == cell_of(folder, table, "blue.1", bad.box), bad
    assert not (folder / "round1-results.xlsx").exists()
    assert (folder / "round1-marked.xlsx").exists()


def test_the_terminal_says_each_of_them(folder: Path) -> None:
    said = " ".join(run("-C", folder, "check", "round1.xlsx").stderr.split())
    assert all(bad.said in said for bad in BAD)
