"""A disk that is full, folders where files belong, and folders that are reached by a link."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from event_folder import contents
from match_commands import run, run_json
from small_round import small_round

from sheetscore.event.load import load_event
from sheetscore.operations.ingest import ingest

FULL = """
import secrets, sys
secrets.token_hex = lambda digits: "full"  # so that the file beside its place is the link that is there
from sheetscore.cli.main import main
main(sys.argv[1:])
"""


def in_a_process(*words: object, to: Path | None = None) -> tuple[int, str]:
    """Run a command as a program; give its exit status and all that it says besides its output."""
    command = [sys.executable, "-c", FULL, *map(str, words)]
    with (to or Path("/dev/null")).open("w", encoding="utf-8") as output:
        done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("round1.xlsx", ["sheets", 1]),
        ("round1-draw.xlsx", ["draw", 1, "--again"]),
        ("round1-results.xlsx", ["ingest", "round1.xlsx"]),
        ("packet.xlsx", ["packet"]),
    ],
)
def test_a_full_disk_ends_in_one_sentence(tmp_path: Path, name: str, words: list[object]) -> None:
    folder = small_round(tmp_path / "event")
    (folder / f".{Path(name).stem}.unfinished-full.xlsx").symlink_to("/dev/full")
    before = contents(folder)
    told = f"sheetscore: {name} was not written, the disk is full: make room and run this again\n"
    assert in_a_process("-C", folder, *words) == (2, told)
    after = contents(folder)
    assert {file: after[file] for file in after if file in before} == after
    assert all(before[file] == after[file] for file in after if file != "journal.jsonl")


@pytest.mark.parametrize(
    "words",
    [
        ["systems"],
        ["--help"],
        ["systems", "--json"],
        ["-C", "nowhere", "check", "--json"],
        ["-C", "nowhere", "draw", 1, "--json"],
    ],
)
def test_output_to_a_full_disk_ends_in_one_sentence(words: list[object]) -> None:
    told = "sheetscore: the output was not written, the disk is full: make room and run this again\n"
    assert in_a_process(*words, to=Path("/dev/full")) == (2, told)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("round1-results.xlsx", ["ingest", "round1.xlsx"]),
        ("round1-results.xlsx", ["standings"]),
        ("round1-draw.xlsx", ["sheets", 1]),
        ("standings.xlsx", ["ingest", "round1.xlsx"]),
        ("journal.jsonl", ["sheets", 1]),
        ("journal.jsonl", ["ingest", "round1.xlsx"]),
        ("packet.xlsx", ["packet"]),
    ],
)
def test_a_folder_where_a_file_belongs_is_named(tmp_path: Path, name: str, words: list[object]) -> None:
    folder = small_round(tmp_path / "event")
    (folder / name).unlink(missing_ok=True)
    (folder / name).mkdir()
    said = run("-C", folder, *words, status=2).stderr
    assert said.startswith(f"sheetscore: {name} ")
    assert f"{folder / name} is a folder, and a file belongs there. Rename it, or move it away" in said
    assert "Errno" not in said


def test_check_names_a_folder_in_the_place_of_results(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    (folder / "round1-results.xlsx").mkdir()
    (found,) = run_json("-C", folder, "check", status=1)["findings"]
    assert found["severity"] == "error"
    assert f"{folder / 'round1-results.xlsx'} is a folder, and a file belongs there" in found["message"]


def test_an_event_that_is_reached_by_a_link_works_and_goes_by_the_name_of_the_link(tmp_path: Path) -> None:
    real = small_round(tmp_path / "somewhere" / "else" / "real")
    cup = tmp_path / "cup"
    cup.symlink_to(real, target_is_directory=True)
    assert run_json("-C", cup, "check")["status"] == "ok"
    assert run_json("-C", cup, "sheets", 1)["path"] == str(cup / "round1.xlsx")
    run("entries", cup / "round1.xlsx", "-o", cup / "values.csv")
    assert run_json("fill", cup / "round1.xlsx", cup / "values.csv")["path"] == str(cup / "round1.xlsx")
    both = ("merge", cup / "round1.xlsx", real / "round1.xlsx", "-o")
    assert run_json(*both, cup / "round1.xlsx")["path"] == str(cup / "round1.xlsx")
    assert "another file of the event" in run(*both, cup / "standings.xlsx", status=2).stderr
    other = shutil.copytree(real, tmp_path / "other")
    turned = run("merge", other / "round1.xlsx", cup / "round1.xlsx", "-o", cup / "round1.xlsx", status=2)
    said = " ".join(turned.stderr.split())
    assert f"name {cup / 'round1.xlsx'} first, or take -o {other / 'round1.xlsx'}" in said
    done = ingest(cup / "round1.xlsx")
    assert done.results_path == cup / "round1-results.xlsx"
    assert len(done.rows) == 5
    assert run("-C", cup, "standings").output.count("Pilot") == 5
    run("export", cup / "round1-results.xlsx", "-o", cup / "results.csv")
    run("-C", cup, "draw", 1, "--again")
    assert {"round1-results.xlsx", "standings.xlsx", "results.csv"} <= contents(real).keys()
    written = [json.loads(line)["written"] for line in (real / "journal.jsonl").read_text("utf-8").splitlines()]
    assert not any("real" in name or "cup" in name for names in written for name in names)


def test_a_workbook_that_is_a_link_lies_where_the_link_is(tmp_path: Path) -> None:
    folder, away = small_round(tmp_path / "event"), tmp_path / "cloud.xlsx"
    (folder / "round1.xlsx").rename(away)
    (folder / "round1.xlsx").symlink_to(away)
    assert run_json("check", folder / "round1.xlsx")["status"] == "warnings"
    (tmp_path / "desktop").mkdir()
    (tmp_path / "desktop" / "round1.xlsx").symlink_to(folder / "round1.xlsx")
    (folder / "round1.xlsx").unlink()
    away.rename(folder / "round1.xlsx")
    assert run_json("check", tmp_path / "desktop" / "round1.xlsx")["status"] == "warnings"


def test_a_new_event_is_called_as_the_link_to_its_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "cup").symlink_to(tmp_path / "real")
    run("new", tmp_path / "cup", "--system", "amps")
    assert load_event(tmp_path / "real").header.name == "cup"
