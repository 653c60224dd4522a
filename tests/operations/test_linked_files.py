"""Files of an event that are links to others, in a folder that is synchronised or on a stick: links stay links."""

from __future__ import annotations

from pathlib import Path

import pytest
from match_commands import run
from small_round import small_round

from sheetscore.event.folder import read_journal
from sheetscore.event.load import event_file
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.results.record_lines import read_results

ONE = "table,seat,field,value\n1,cap.1,air-combat.rolls.5,1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event with sheets that are filled in."""
    return small_round(tmp_path / "event")


def moved(path: Path) -> Path:
    """Move a file into a folder beside the event, under another name, and leave a link by which it is found."""
    away = path.parent.parent / "cloud" / f"the {path.name}"
    away.parent.mkdir(exist_ok=True)
    path.rename(away)
    path.symlink_to(Path("..") / "cloud" / away.name)
    return away


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("round1.xlsx", ["fill", "round1.xlsx", "one.csv"]),
        ("round1-draw.xlsx", ["draw", 1, "--drop", "P05"]),
        ("round1-results.xlsx", ["ingest", "round1.xlsx"]),
        ("standings.xlsx", ["ingest", "round1.xlsx"]),
        ("journal.jsonl", ["ingest", "round1.xlsx"]),
        ("values.csv", ["entries", "round1.xlsx", "-o", "values.csv"]),
        ("results.csv", ["export", "round1-results.xlsx", "-o", "results.csv"]),
        ("packet.xlsx", ["packet"]),
    ],
)
def test_what_is_written_to_a_link_goes_where_it_leads(
    folder: Path, name: str, words: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Path("one.csv").write_text(ONE)
    if words[0] != "draw":
        ingest("round1.xlsx")
    if not Path(name).exists():
        run(*words)
    away = moved(folder / name)
    before = away.read_bytes()
    if words[0] != "fill":
        run("fill", "round1.xlsx", "one.csv")
        run("ingest", "round1.xlsx") if words[0] == "export" else None
    run(*words)
    assert Path(name).readlink() == Path("..", "cloud", f"the {name}")
    assert [path.name for path in away.parent.iterdir()] == [away.name]  # no copy, and nothing unfinished
    if name == "packet.xlsx":
        return  # nothing in it has changed
    assert away.read_bytes() != before
    if name != "journal.jsonl":
        assert before in [copy.read_bytes() for copy in Path("kept").iterdir()]


def test_a_round_of_which_every_file_is_a_link_is_scored_as_any_other(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    names = ["round1.xlsx", "round1-draw.xlsx", "round1-results.xlsx", "standings.xlsx", "journal.jsonl", "event.xlsx"]
    for name in names:
        moved(folder / name)
    (folder / "one.csv").write_text(ONE)
    run("-C", folder, "sheets", 1)
    run("fill", folder / "round1.xlsx", folder / "one.csv")
    run("ingest", folder / "round1.xlsx")
    assert all((folder / name).is_symlink() for name in names)
    entries = read_results(folder.parent / "cloud" / "the round1-results.xlsx").entries
    assert entries[FieldKey(1, "cap.1", "air-combat.rolls.5")] == 1
    assert read_journal(folder)[-1].command == "ingest round1.xlsx"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("round1.xlsx", ["sheets", 1]),
        ("round1-results.xlsx", ["ingest", "round1.xlsx"]),
        ("standings.xlsx", ["ingest", "round1.xlsx"]),
        ("journal.jsonl", ["sheets", 1]),
        ("values.csv", ["entries", "round1.xlsx", "-o", "values.csv"]),
    ],
)
@pytest.mark.parametrize("to", ["nowhere/file.xlsx", "gone.xlsx", "self"])
def test_a_link_that_leads_nowhere_is_named_and_left(
    folder: Path, name: str, words: list[object], to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Path(name).unlink(missing_ok=True)
    target = name if to == "self" else str(folder.parent / to)
    Path(name).symlink_to(target)
    said = run(*words, status=2).stderr
    assert said.startswith(f"sheetscore: {name} ")
    assert f"is a link to {target}, and there is no such file. Put it there again, or delete the link" in said
    assert Path(name).is_symlink()
    assert not Path(name).exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("standings.xlsx", ["ingest", "round1.xlsx"]),
        ("journal.jsonl", ["sheets", 1]),
        ("packet.xlsx", ["packet"]),
    ],
)
def test_a_link_to_a_folder_is_named(
    folder: Path, name: str, words: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Path(name).unlink(missing_ok=True)
    (folder.parent / "cloud").mkdir()
    Path(name).symlink_to("../cloud", target_is_directory=True)
    said = run(*words, status=2).stderr
    assert said.startswith(f"sheetscore: {name} ")
    assert f"{folder / name} is a link to a folder, and a file belongs there" in said


def test_a_workbook_that_is_open_where_the_link_leads_is_not_replaced(folder: Path) -> None:
    away = moved(folder / "round1.xlsx")
    mark = away.with_name(f".~lock.{away.name}#")
    mark.touch()
    (folder / "one.csv").write_text(ONE)
    said = run("fill", folder / "round1.xlsx", folder / "one.csv", status=2).stderr
    assert "round1.xlsx is open in LibreOffice" in said
    assert mark.name in said


def test_what_a_killed_run_left_where_a_link_leads_is_swept(folder: Path) -> None:
    away = moved(folder / "round1.xlsx")
    left, others = (away.with_name(f".{stem}.unfinished-0123abcd.xlsx") for stem in ("the round1", "round2"))
    left.touch()
    others.touch()
    run("-C", folder, "sheets", 1)
    assert (left.exists(), others.exists()) == (False, True)


def _dead(path: Path) -> str:
    """Put a link that leads nowhere in a file's place, and say what is to be told of it."""
    path.unlink(missing_ok=True)
    path.symlink_to(Path("..") / "stick" / path.name)
    return f"{path.name} is a link to ../stick/{path.name}, and there is no such file"


@pytest.mark.parametrize(
    "words", [["check"], ["ingest"], ["fill", "one.csv"], ["entries"], ["merge", "round1.xlsx", "-o", "round1.xlsx"]]
)
def test_a_workbook_that_is_a_link_to_nothing_is_called_one(folder: Path, words: list[str]) -> None:
    said = _dead(folder / "round2.xlsx")
    (folder / "one.csv").write_text(ONE)
    assert said in run("-C", folder, words[0], "round2.xlsx", *words[1:], status=2).output.replace("\n", " ")


@pytest.mark.parametrize("name", ["round1.xlsx", "round1-draw.xlsx", "round2.xlsx", "round1-marked.xlsx"])
def test_check_of_the_folder_names_a_link_to_nothing(folder: Path, name: str) -> None:
    said = _dead(folder / name)
    assert [one.message for one in check(folder).findings if one.code == "file-unreadable"] == [
        f"{said}. Put it there again, or delete the link"
    ]


def test_an_event_that_is_a_link_to_nothing_is_called_one(folder: Path) -> None:
    said = _dead(folder / event_file(folder).name)
    assert said in run("-C", folder, "check", status=2).output.replace("\n", " ")


def test_values_that_are_a_link_to_nothing_are_called_one(folder: Path) -> None:
    said = _dead(folder / "one.csv")
    assert said in run("-C", folder, "fill", "round1.xlsx", "one.csv", status=2).output.replace("\n", " ")
