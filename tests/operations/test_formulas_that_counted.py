"""A house rule that is put into a form between two rounds: all rounds are scored by it, or it is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from click.testing import CliRunner
from event_folder import GOOD_LINES, filled_folder
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.event.registry import known_systems
from sheetscore.forms.template import shipped
from sheetscore.operations.consistency.scored_anew import score_anew
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.systems.system import system_called
from sheetscore.workbooks.reader import read_workbook

TEXT = (shipped("templates") / "amps" / "air-combat.toml").read_text(encoding="utf-8")
OWN = Path("templates") / "amps" / "air-combat.toml"

TOTAL = ('total = "dn + na + 2*da"', 'total = "3*dn + na + 2*da"')
STEP = ('let.points = "12*star + 8*c + 4*h + 2*l"', 'let.points = "12*star + 8*c + 5*h + 2*l"')
SAID = (
    "round 1 was scored under other settings than those of now: the form air-combat had other formulas than "
    "templates/amps/air-combat.toml has"
)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One round that is scored by the forms that come along; cap.3 went from disadvantaged to neutral once."""
    folder = filled_folder(tmp_path_factory.mktemp("club") / "event", amps_event(rounds=("bridge", "bridge")))
    assert ingest(folder / "round1.xlsx").status != "errors"
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "event"))


def change(folder: Path, *changes: tuple[str, str], own: Path = OWN, text: str = TEXT) -> None:
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (folder / own).parent.mkdir(parents=True, exist_ok=True)
    (folder / own).write_text(text, encoding="utf-8")


def run(folder: Path, *words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert "Traceback" not in done.output
    assert done.exit_code == status, done.output
    return " ".join(done.output.split())


def points(folder: Path, seat: str, number: int = 1) -> object:
    return next(row["sp"] for row in records(open_event(folder))[number].rows if row["seat"] == seat)


def played_again(folder: Path) -> None:
    """Draw the second round and type into its sheets what was played in the first."""
    run(folder, "draw", "2")
    run(folder, "sheets", "2")
    lines = folder.parent / "typed.csv"
    lines.write_text(GOOD_LINES, encoding="utf-8")
    fill(folder / "round2.xlsx", lines)


@pytest.mark.parametrize("formula", [TOTAL, STEP], ids=["total", "step"])
def test_check_and_standings_name_the_round(folder: Path, formula: tuple[str, str]) -> None:
    assert "other formulas" not in run(folder, "check")
    change(folder, formula)
    assert SAID in run(folder, "check")
    assert SAID in run(folder, "standings")
    rules = read_workbook(folder / "standings.xlsx", only="Rules").sheets["Rules"]
    assert any(SAID in str(cell.value) for cell in rules.cells.values())
    (folder / OWN).unlink()
    assert "other formulas" not in run(folder, "check")


def test_the_next_round_that_is_ingested_scores_it_anew(folder: Path) -> None:
    assert points(folder, "cap.3") == 1
    change(folder, TOTAL)
    played_again(folder)
    said = run(folder, "ingest", "round2.xlsx")
    assert "round 1 was scored again: the form air-combat had other formulas" in said
    assert points(folder, "cap.3") == points(folder, "cap.3", 2) == 3
    assert (folder / "kept" / "round1-results~1.xlsx").exists()
    assert "other formulas" not in run(folder, "check")
    (folder / OWN).unlink()
    assert "the form air-combat had other formulas than air-combat.toml that comes along has" in run(folder, "check")


def test_as_scored_leaves_the_round_and_names_it(folder: Path) -> None:
    change(folder, TOTAL)
    played_again(folder)
    run(folder, "ingest", "round2.xlsx", "--as-scored")
    assert (points(folder, "cap.3"), points(folder, "cap.3", 2)) == (1, 3)
    assert SAID in run(folder, "check")


def test_a_total_that_the_pilot_counted_by_the_old_rule_stops_all_and_is_named(folder: Path) -> None:
    lines = folder.parent / "claimed.csv"
    lines.write_text("table,seat,field,value\n1,cap.3,claimed.sp,1\n", encoding="utf-8")
    fill(folder / "round1.xlsx", lines)
    run(folder, "ingest", "round1.xlsx")
    change(folder, TOTAL)
    played_again(folder)
    told = json.loads(run(folder, "ingest", "round2.xlsx", "--json", status=1))["findings"]
    (stops,) = [one["message"] for one in told if one["code"] == "settings-stop"]
    assert "the form air-combat had other formulas" in stops
    assert "cap.3" in stops
    assert points(folder, "cap.3") == 1


def test_what_is_said_of_a_ruling_is_said_by_the_new_rule_alone(folder: Path) -> None:
    lines = folder.parent / "ruled.csv"
    ruled = "1,cap.3,claimed.sp,7\n1,cap.3,ruling.sp,2\n1,cap.3,ruling.reason,seen\n"
    lines.write_text(f"table,seat,field,value\n{ruled}", encoding="utf-8")
    fill(folder / "round1.xlsx", lines)
    run(folder, "ingest", "round1.xlsx")
    change(folder, TOTAL)
    (anew,), stopped = score_anew(open_event(folder), besides=2)
    assert not stopped
    said = [one.code for one in anew.read.findings if any(seat == "cap.3" for _, seat, _ in one.fields)]
    assert len(said) == len({*said})


@pytest.mark.parametrize(
    "changed",
    [
        ("# Source:", "# Our source:"),
        ("both at once 2", "both at once 2, here"),
        ("How often you went", "So often you went"),
    ],
    ids=["comment", "words", "prompt"],
)
def test_what_no_line_is_worth_by_changes_no_round(folder: Path, changed: tuple[str, str]) -> None:
    change(folder, changed)
    assert "other formulas" not in run(folder, "check")


def test_a_form_that_the_round_had_no_page_of_changes_it_not(tmp_path: Path) -> None:
    lines = [f"1,{side}.{number},claimed.sp,5\n" for side in ("blue", "red") for number in (1, 2, 3)]
    event = amps_event(players=6, rounds=("sweep", "sweep"))
    folder = filled_folder(tmp_path / "event", event, f"table,seat,field,value\n{''.join(lines)}")
    run(folder, "ingest", "round1.xlsx")
    strike = (shipped("templates") / "amps" / "strike.toml").read_text(encoding="utf-8")
    change(folder, ("max(-12,", "max(-13,"), own=OWN.with_name("strike.toml"), text=strike)
    assert "other formulas" not in run(folder, "check")


@pytest.mark.parametrize("system", known_systems())
def test_results_keep_the_formulas_that_count_and_no_others(system: str, demos: Demos, tmp_path: Path) -> None:
    made = system_called(system)
    folder = demos.played(made.examples[0]).copied(tmp_path / "event")
    for record in records(open_event(folder)).values():
        assert record.setup
        forms = {name for name in record.setup.files if name.startswith("forms/")}
        assert bool(forms) is (system in {"amps", "team"})
        assert forms.isdisjoint(f"forms/{form}.toml" for form in made.shown_only)
        assert "other formulas" not in run(folder, "check")
