"""Files that a director names with -o and --svg: a command replaces what it made itself, and nothing of an event."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from airforce_logs import entries
from click.testing import CliRunner
from event_folder import contents, filled_folder

from sheetscore.cli.main import main
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.problems import UnreadableFile


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = filled_folder(tmp_path_factory.mktemp("event") / "origins")
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    shutil.copy(folder / "round1.xlsx", folder / "round1-ann.xlsx")
    _write_log(folder / "log.csv")
    return folder


def _write_log(path: Path) -> None:
    boxes = entries([{"plot": "5"}, {"plot": "5"}], card="ex-light")
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("table", "seat", "field", "value"), *((*key, boxes[key]) for key in boxes)])


@pytest.fixture
def folder(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    there = Path(shutil.copytree(original, tmp_path / "origins"))
    monkeypatch.chdir(there)
    return there


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, [*words])
    assert "Traceback" not in done.output
    return done.exit_code, done.output


@pytest.mark.parametrize(
    "words",
    [
        *(("packet", "-o", name) for name in ("event.xlsx", "round1.xlsx", "round2.xlsx", "round2-draw.xlsx")),
        *(("packet", "-o", name) for name in ("round1-results.xlsx", "standings.xlsx", "round1-marked.xlsx")),
        *(("entries", "round1.xlsx", "-o", name) for name in ("journal.jsonl", ".sheetscore.lock", "event.toml")),
        *(("export", "round1-results.xlsx", "-o", name) for name in ("event.toml", "round1-results.xlsx")),
        *(("merge", "round1.xlsx", "round1-ann.xlsx", "-o", name) for name in ("round2.xlsx", "standings.xlsx")),
        *(("merge", "round1.xlsx", "round1-ann.xlsx", "-o", name) for name in ("round1-results.xlsx", "event.xlsx")),
    ],
    ids=" ".join,
)
def test_a_file_of_the_event_is_never_replaced(folder: Path, words: Sequence[str]) -> None:
    before = contents(folder)
    forced = [] if words[0] == "merge" else [[*words, "--force"]]
    for asked in (words, *forced):
        code, said = run(*asked)
        assert (code, "of the event" in said) == (2, True), said
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("packet", "--what", "rules", "-o"), "round1-ann.xlsx"),
        (("entries", "round1.xlsx", "-o"), "notes.csv"),
        (("print", "round1-draw.xlsx", "-o"), "wall.pdf"),
        (("export", "round1-results.xlsx", "-o"), "results.csv"),
        (("replay", "log.csv", "--svg"), "map.svg"),
    ],
    ids=["packet", "entries", "print", "export", "replay"],
)
def test_what_somebody_else_made_is_replaced_by_force_alone(folder: Path, words: Sequence[str], name: str) -> None:
    (folder / name).write_bytes((folder / name).read_bytes() if (folder / name).exists() else b"my own\n")
    own = (folder / name).read_bytes()
    code, said = run(*words, name)
    assert code == 2
    assert f"{name} is there already" in said
    assert (folder / name).read_bytes() == own
    assert run(*words, name, "--force")[0] == 0
    (kept,) = (folder / "kept").glob(f"{Path(name).stem}~*")
    assert kept.read_bytes() == own
    assert run(*words, name)[0] == 0  # its own it replaces
    (folder / name).write_bytes(own)
    assert run(*words, name)[0] == 2  # unless it was changed since


def test_without_a_journal_nothing_is_replaced(folder: Path) -> None:
    assert run("entries", "round1.xlsx", "-o", "all.csv")[0] == 0
    (folder / "journal.jsonl").unlink()
    assert run("entries", "round1.xlsx", "-o", "all.csv")[0] == 2


@pytest.mark.parametrize("name", ["round1-draw.xlsx", "event.xlsx", "journal.jsonl", "map.ods", "event.toml"])
def test_a_map_takes_no_name_but_that_of_a_drawing(folder: Path, name: str) -> None:
    before = contents(folder)
    for forced in ([], ["--force"]):
        code, said = run("replay", "log.csv", "--svg", name, *forced)
        assert (code, "give a name that ends in .svg" in said) == (2, True), said
    assert contents(folder) == before


def test_a_map_without_an_event_beside_its_log_is_new_or_forced(folder: Path, tmp_path: Path) -> None:
    log = str(shutil.move(folder / "log.csv", tmp_path / "log.csv"))
    drawn = tmp_path / "map.svg"
    drawn.write_text("a map of mine", encoding="utf-8")
    code, said = run("replay", log, "--svg", str(drawn))
    assert (code, "map.svg is there already" in said) == (2, True), said
    assert drawn.read_text(encoding="utf-8") == "a map of mine"
    assert run("replay", log, "--svg", str(drawn), "--force")[0] == 0
    assert (tmp_path / "kept" / "map~1.svg").read_text(encoding="utf-8") == "a map of mine"
    assert "<svg" in drawn.read_text(encoding="utf-8")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["kept", "log.csv", "map.svg", "origins"]


def test_an_event_that_a_browser_has_called_otherwise_is_named(tmp_path: Path) -> None:
    (tmp_path / "event (1).xlsx").write_bytes(b"")
    (tmp_path / "events of May.txt").write_bytes(b"")
    with pytest.raises(UnreadableFile, match=r"event \(1\)\.xlsx is there: call the right file event\.xlsx"):
        check(tmp_path)
