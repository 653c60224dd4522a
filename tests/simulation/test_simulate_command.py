"""``sheetscore simulate``: formats by options, an event's own format, mistakes, JSON, the workbook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from event_folder import contents
from msgspec.structs import replace
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.operations.settings_named import settings_named
from sheetscore.problems import WrongUsage
from sheetscore.systems.system import system_called

QUICK = ("--events", 5, "--jobs", 1)


def run(*words: object, status: int = 0) -> str:
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == status, done.output
    return done.output


def document(monkeypatch: pytest.MonkeyPatch, *words: object) -> Any:
    monkeypatch.setattr("sys.argv", ["sheetscore", *map(str, words), "--json"])
    return json.loads(run(*words, "--json"))


def test_formats_are_named_by_what_is_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("-C", tmp_path, "simulate", "--system", "aso", "--players", 6, "--rounds", 3, *QUICK)
    found = document(monkeypatch, *words, "--against", "rounds=2", "--against", "tie_breaks=wins, lot rounds=3")
    assert (found["system"], found["players"], found["events"], found["seed"]) == ("aso", 6, 5, 1)
    named = {one["format"]: one["rounds"] for one in found["formats"]}
    assert named == {"rounds = 3": 3, "rounds = 2": 2, "tie_breaks = wins, lot, rounds = 3": 3}
    for one in found["formats"]:
        assert sum(win["mean"] for win in one["wins"]) == pytest.approx(1)
        assert one["best_wins"]["mean"] == one["wins"][0]["mean"]
        three = sum(win["mean"] for win in one["wins"][:3])
        assert one["best_three_win"]["mean"] == pytest.approx(three)
        assert -1 <= one["agreement"]["mean"] <= 1
    assert {one["mean"] for one in found["formats"][0]["differences"].values()} == {0}


def test_an_event_in_the_folder_is_played_by_its_own_format(demos: Demos, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = demos.played("match").folder
    before = contents(folder)
    found = document(monkeypatch, "-C", folder, "simulate", *QUICK)
    assert found["system"] == "match"
    assert found["formats"][0]["format"] == "as it is"
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "has no event to simulate: name a system (--system aso), or the event's folder (-C)"),
        (("--system", "aso", "--against", "ronds=3"), 'There is no setting "ronds". Did you mean "rounds"?'),
        (("--system", "aso", "--set", "rounds"), '"rounds" is not understood. Write what is otherwise and how'),
        (("--system", "aso", *(("--against", "rounds=2") * 5)), "6 formats are too many: compare at most 5"),
    ],
)
def test_wrong_words_are_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    assert message in run("-C", tmp_path, "simulate", *QUICK, *words, status=2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("bye_points=many", "error: bye_points = many: Points for a bye is"),
        ("rounds=0", "error: rounds = 0: Rounds is 0"),
        ("tie_breaks=buchholz+luck", "error: tie_breaks = buchholz+luck: Ties are broken by is"),
        ("counted=2", 'There is no setting "counted"'),
    ],
)
def test_wrong_values_are_told(tmp_path: Path, change: str, message: str) -> None:
    done = CliRunner().invoke(main, ["-C", str(tmp_path), "simulate", "--system", "aso", "--against", change])
    assert done.exit_code in {1, 2}
    assert message in done.output


@pytest.mark.parametrize("words", ["", "rounds", "=3", "rounds 4 = 3 5 ="])
def test_words_that_change_nothing_are_not_understood(words: str) -> None:
    with pytest.raises(WrongUsage, match="is not understood"):
        settings_named([words], "rounds=4")


def formats_compared(folder: Path) -> None:
    words = ("-C", folder, "simulate", "--system", "aso", "--players", 5, *QUICK, "--against", "rounds=2")
    assert "Wrote formats.xlsx" in run(*words, "-o", "formats.xlsx")
    assert "the same" not in run(*words, "-o", "formats.xlsx", "--force")
    equal = ("-C", folder, "simulate", "--system", "match", "--spread", 0, "--players", 4, *QUICK)
    run(*equal, "-o", "equal.xlsx")
    apart = ("-C", folder, "simulate", "--system", "duplicate", "--players", 7, *QUICK, "--against", "winners=one")
    assert "5 events of each format, 7 teams." in run(*apart, "-o", "apart.xlsx")


def test_a_system_that_nobody_can_play_by_a_program_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aso = system_called("aso")
    deaf = replace(aso, rare=replace(aso.rare, simulated=None))
    monkeypatch.setattr("sheetscore.operations.simulate.system_called", lambda _: deaf)
    said = run("-C", tmp_path, "simulate", "--system", "aso", *QUICK, status=2)
    assert "Accelerated Swiss cannot be simulated; these can: airforce, amps, " in said


def test_an_event_of_teams_is_played_by_as_many(demos: Demos, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = demos.played("duplicate").folder
    found = document(monkeypatch, "-C", folder, "simulate", "--events", 2, "--jobs", 1)
    assert found["players"] == 14


def test_what_somebody_else_wrote_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "formats.xlsx").write_bytes(b"mine")
    words = ("-C", tmp_path, "simulate", "--system", "aso", "--players", 4, *QUICK, "-o", "formats.xlsx")
    assert "formats.xlsx is there already" in run(*words, status=2)
    assert (tmp_path / "formats.xlsx").read_bytes() == b"mine"
    run(*words, "--force")
    assert (tmp_path / "kept" / "formats~1.xlsx").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "nowhere/x.xlsx"), "there is no folder"),
        (("-o", "x.pdf"), "x.pdf is no workbook: give a name that ends in .xlsx"),
        (("--spread", "nan"), "nan is no number to reckon with"),
        (("--luck", "nan"), "nan is no number to reckon with"),
    ],
)
def test_what_cannot_be_written_or_reckoned_with_is_told_before_anything_is_played(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    forever = ("--system", "aso", "--players", 4, "--events", 1_000_000, "--jobs", 1)
    assert message in " ".join(run("-C", tmp_path, "simulate", *forever, *words, status=2).split())


def test_a_mistake_in_another_process_is_told_as_it_is(tmp_path: Path) -> None:
    words = ("--system", "diplomacy", "--players", 5, "--events", 20, "--jobs", 2)
    assert "5 of at least 7 players are there in round 1" in run("-C", tmp_path, "simulate", *words, status=1)
