"""Workbooks that were saved as .ods or .xlsm: read where they stand alone, and never passed over beside an .xlsx."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from converted_once import converted_once
from event_folder import cell_of, contents, filled_folder, started
from libreoffice import to_ods
from typing_in import type_in

from sheetscore.event.folder import read_journal
from sheetscore.event.load import load_event
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.export import export
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import new, templates
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import WrongUsage
from sheetscore.workbooks.saving import digest

MORE = "table,seat,field,value\n1,cap.2,air-combat.rolls.4,2\n"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of two rounds, the first one scored."""
    folder = filled_folder(tmp_path_factory.mktemp("event") / "origins")
    (folder / "more.csv").write_text(MORE, encoding="utf-8")
    ingest(folder / "round1.xlsx")
    return folder


@pytest.fixture(scope="module")
def saved(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbooks of that event as LibreOffice saves them in its own format."""
    out = tmp_path_factory.mktemp("ods")
    to_ods([path for path in original.glob("*.xlsx") if path.stem != "standings"], out)
    return out


@pytest.fixture(scope="module", autouse=True)
def _files_are_converted_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with converted_once(tmp_path_factory.mktemp("converted")):
        yield


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


READERS: dict[str, dict[str, Callable[[Path], object]]] = {
    "event": {
        "check": check,
        "check the file": lambda folder: check(folder / "event.xlsx"),
        "draw": lambda folder: draw(folder, 2),
        "sheets": lambda folder: make_sheets(folder, 1),
        "ingest": lambda folder: ingest(folder / "round1.xlsx"),
        "standings": standings,
        "templates": templates,
        "export": lambda folder: export(folder, "toml"),
        "new": lambda folder: new(folder, system="amps"),
        "load": load_event,
    },
    "round1-draw": {
        "draw": lambda folder: draw(folder, 1, again=True),
        "sheets": lambda folder: make_sheets(folder, 1),
        "check": lambda folder: check(folder / "round1-draw.xlsx"),
        "check the sheets": lambda folder: check(folder / "round1.xlsx"),
        "fill": lambda folder: fill(folder / "round1.xlsx", folder / "more.csv"),
        "ingest": lambda folder: ingest(folder / "round1.xlsx"),
    },
    "round1": {
        "sheets": lambda folder: make_sheets(folder, 1),
        "check": lambda folder: check(folder / "round1.xlsx"),
        "entries": lambda folder: entries(folder / "round1.xlsx"),
        "fill": lambda folder: fill(folder / "round1.xlsx", folder / "more.csv"),
        "ingest": lambda folder: ingest(folder / "round1.xlsx"),
        "merge": lambda folder: merge_copies(folder / "round1.xlsx", folder / "round1.xlsx", folder / "merged.xlsx"),
        "merge to": lambda folder: merge_copies(folder / "ann.xlsx", folder / "ann.xlsx", folder / "round1.xlsx"),
    },
    "round1-marked": {"ingest": lambda folder: ingest(folder / "round1-marked.xlsx")},
    "round1-results": {
        "draw": lambda folder: draw(folder, 2),
        "ingest": lambda folder: ingest(folder / "round1.xlsx"),
        "standings": standings,
        "export": lambda folder: export(folder / "round1-results.xlsx", "csv"),
    },
}
"""What reads each file of an event."""


def each_reader() -> Iterator[tuple[str, str]]:
    return ((stem, command) for stem, commands in READERS.items() for command in commands)


def both_there(folder: Path, stem: str, suffix: str) -> tuple[Path, Path]:
    """Put a newer workbook in another format beside one; give the two, the newer one first."""
    workbook, other = folder / f"{stem}.xlsx", folder / f"{stem}{suffix}"
    if not workbook.exists():
        shutil.copy(folder / "round1.xlsx", workbook)
    other.write_bytes(b"typed in the meantime")
    os.utime(workbook, (1_700_000_000, 1_700_000_000))
    os.utime(other, (1_700_000_060, 1_700_000_060))
    return other, workbook


def assert_stops(told: Path, act: Callable[[Path], object], files: tuple[Path, Path]) -> None:
    """See that a command that is told a folder or a file stops, names two files and their times, changes nothing."""
    before = contents(files[0].parent)
    with pytest.raises(WrongUsage) as caught:
        act(told)
    assert caught.value.code == "two-files"
    newer, older = (caught.value.message.index(f"{path.name} (saved 2023-11-1") for path in files)
    assert newer < older
    assert f"{files[0].name} is the newest" in caught.value.message
    assert "kept/" in caught.value.message
    assert contents(files[0].parent) == before


@pytest.mark.parametrize(("stem", "command"), [(stem, command) for stem, known in READERS.items() for command in known])
def test_an_ods_beside_an_xlsx_stops_whoever_reads_it(folder: Path, stem: str, command: str) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    assert_stops(folder, READERS[stem][command], both_there(folder, stem, ".ods"))


@pytest.mark.parametrize("stem", READERS)
def test_an_xlsm_beside_an_xlsx_stops_whoever_reads_it(folder: Path, stem: str) -> None:
    assert_stops(folder, list(READERS[stem].values())[-1], both_there(folder, stem, ".xlsm"))


@pytest.mark.parametrize("suffix", [".ods", ".xlsm"])
@pytest.mark.parametrize("act", [check, entries, ingest, lambda path: fill(path, path.with_name("more.csv"))])
def test_naming_one_of_the_two_stops_as_well(folder: Path, suffix: str, act: Callable[[Path], object]) -> None:
    files = both_there(folder, "round1", suffix)
    for named in files:
        assert_stops(named, act, files)


def in_libreoffice(folder: Path, saved: Path, *stems: str) -> None:
    """Replace workbooks by what LibreOffice saved of them."""
    for stem in stems:
        (folder / f"{stem}.xlsx").unlink()
        shutil.copy(saved / f"{stem}.ods", folder)


def there(folder: Path, stem: str) -> set[str]:
    """Give the names of the workbooks of a stem, and of the copies in other formats."""
    other = {f"kept/{copy.name}" for copy in (folder / "kept").glob(f"{stem}~*") if copy.suffix != ".xlsx"}
    return {path.name for path in folder.glob(f"{stem}.*")} | other


def test_an_event_that_is_there_as_ods_alone_is_the_event(folder: Path, saved: Path) -> None:
    before = export(folder, "toml"), check(folder).findings
    in_libreoffice(folder, saved, "event")
    assert (export(folder, "toml"), check(folder).findings) == before
    assert ingest(folder / "round1.xlsx").status == "warnings"
    with pytest.raises(WrongUsage, match=r"has an event already \(event\.ods\)"):
        new(folder, system="amps")
    (folder / "event.toml").write_text(export(folder, "toml"), encoding="utf-8")
    (two,) = [one for one in check(folder).findings if one.code == "two-events"]
    assert (two.sheet, "event.toml" in two.message) == ("event.ods", True)


def test_a_draw_that_is_there_as_ods_alone_is_the_draw(folder: Path, saved: Path) -> None:
    before = entries(folder / "round1.xlsx")
    in_libreoffice(folder, saved, "round1-draw")
    made = make_sheets(folder, 1)
    assert made.findings == ()
    assert read_journal(folder)[-1].read == {"round1-draw.ods": digest(folder / "round1-draw.ods")}
    assert entries(folder / "round1.xlsx") == before
    with pytest.raises(WrongUsage, match=r"drawn already \(round1-draw\.ods\)"):
        draw(folder, 1)
    assert draw(folder, 1, again=True).path == folder / "round1-draw.xlsx"
    assert there(folder, "round1-draw") == {"round1-draw.xlsx", "kept/round1-draw~1.ods"}


def test_sheets_that_are_there_as_ods_alone_are_read_by_their_name_or_that_of_the_xlsx(
    folder: Path, saved: Path
) -> None:
    before = entries(folder / "round1.xlsx"), ingest(folder / "round1.xlsx").rows
    in_libreoffice(folder, saved, "round1")
    for name in ("round1.ods", "round1.xlsx"):
        done = ingest(folder / name)
        assert (entries(folder / name), done.rows) == before
        last = read_journal(folder)[-1]
        assert (last.command, last.read) == ("ingest round1.ods", {"round1.ods": digest(folder / "round1.ods")})
    assert there(folder, "round1") == {"round1.ods"}


@pytest.mark.parametrize("name", ["round1.ods", "round1.xlsx"])
def test_what_is_typed_into_an_ods_is_written_as_xlsx_and_the_ods_kept(folder: Path, saved: Path, name: str) -> None:
    before = set(entries(folder / "round1.xlsx").splitlines())
    in_libreoffice(folder, saved, "round1")
    done = fill(folder / name, folder / "more.csv")
    assert done.path == folder / "round1.xlsx"
    assert done.kept == folder / "kept" / "round1~2.ods"  # the first one are the blank sheets
    assert there(folder, "round1") == {"round1.xlsx", "kept/round1~2.ods"}
    assert digest(done.kept) == digest(saved / "round1.ods")
    read = {"round1.ods": digest(saved / "round1.ods"), "more.csv": digest(folder / "more.csv")}
    last = read_journal(folder)[-1]
    assert (last.read, list(last.written)) == (read, ["round1.xlsx"])
    after = set(entries(folder / "round1.xlsx").splitlines())
    assert [line.split(",")[:4] for line in after - before] == [["1", "cap.2", "air-combat.rolls.4", "2"]]


def test_sheets_made_again_keep_what_was_typed_into_the_ods(folder: Path, saved: Path) -> None:
    before = entries(folder / "round1.xlsx")
    in_libreoffice(folder, saved, "round1")
    made = make_sheets(folder, 1)
    assert (made.path, made.kept) == (folder / "round1.xlsx", folder / "kept" / "round1~2.ods")
    assert entries(folder / "round1.xlsx") == before
    assert there(folder, "round1") == {"round1.xlsx", "kept/round1~2.ods"}


def test_a_marked_copy_mended_in_libreoffice_is_taken_back(folder: Path, tmp_path: Path) -> None:
    place = cell_of(folder, 1, "strike.2", "strike.hits.1.d")
    type_in(folder / "round1.xlsx", {place: "one"})
    assert ingest(folder / "round1.xlsx").marked_path == folder / "round1-marked.xlsx"
    type_in(folder / "round1-marked.xlsx", {place: 1})
    to_ods([folder / "round1.xlsx", folder / "round1-marked.xlsx"], tmp_path / "mended")
    in_libreoffice(folder, tmp_path / "mended", "round1", "round1-marked")
    marked = digest(folder / "round1-marked.ods")
    done = ingest(folder / "round1-marked.ods")
    assert read_journal(folder)[-1].read == {"round1-marked.ods": marked}
    assert done.written_back_to == folder / "round1.xlsx"
    assert there(folder, "round1-marked") == set()
    assert there(folder, "round1") == {"round1.xlsx", "kept/round1~2.ods"}
    assert "1,strike.2,strike.hits.1.d,1," in entries(folder / "round1.xlsx")


def test_what_was_typed_into_an_ods_of_the_round_joins_what_was_mended_in_the_marked_copy(
    folder: Path, tmp_path: Path
) -> None:
    mended, other = (
        cell_of(folder, 1, *box) for box in (("strike.2", "strike.hits.1.d"), ("cap.3", "air-combat.rolls.4"))
    )
    type_in(folder / "round1.xlsx", {mended: "one"})
    assert ingest(folder / "round1.xlsx").status == "errors"
    type_in(folder / "round1-marked.xlsx", {mended: 1})
    type_in(folder / "round1.xlsx", {other: 1})
    to_ods([folder / "round1.xlsx"], tmp_path / "typed")
    in_libreoffice(folder, tmp_path / "typed", "round1")
    assert ingest(folder / "round1-marked.xlsx").written_back_to == folder / "round1.xlsx"
    text = entries(folder / "round1.xlsx")
    assert "1,strike.2,strike.hits.1.d,1," in text
    assert "1,cap.3,air-combat.rolls.4,1," in text


def test_a_marked_copy_as_ods_that_was_not_needed_is_put_aside(folder: Path, tmp_path: Path) -> None:
    place = cell_of(folder, 1, "strike.2", "strike.hits.1.d")
    type_in(folder / "round1.xlsx", {place: "one"})
    ingest(folder / "round1.xlsx")
    to_ods([folder / "round1-marked.xlsx"], tmp_path / "marked")
    in_libreoffice(folder, tmp_path / "marked", "round1-marked")
    type_in(folder / "round1.xlsx", {place: 1})
    assert ingest(folder / "round1.xlsx").status == "warnings"
    assert there(folder, "round1-marked") == {"kept/round1-marked~1.ods"}


def test_results_that_are_there_as_ods_alone_are_the_results(folder: Path, saved: Path) -> None:
    before = standings(folder).rows
    in_libreoffice(folder, saved, "round1-results")
    assert standings(folder).rows == before
    assert export(folder / "round1-results.ods", "csv").count("\n") == 1 + 9
    assert draw(folder).path == folder / "round2-draw.xlsx"
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.3", "strike.bombing.1.odds"): "10:1"})
    assert ingest(folder / "round1.xlsx").results_path == folder / "round1-results.xlsx"
    assert there(folder, "round1-results") == {"round1-results.xlsx", "kept/round1-results~1.ods"}
    assert standings(folder).rows != before


def test_an_ods_that_is_open_in_libreoffice_is_not_replaced(folder: Path, saved: Path) -> None:
    in_libreoffice(folder, saved, "round1")
    (folder / ".~lock.round1.ods#").write_bytes(b"me")
    with pytest.raises(WrongUsage, match=r"round1\.ods is open in LibreOffice"):
        make_sheets(folder, 1)


@pytest.mark.parametrize("name", ["merged.ods", "merged.xlsm", "merged.csv", "merged"])
def test_a_workbook_is_not_written_under_the_name_of_another_format(folder: Path, name: str) -> None:
    before = contents(folder)
    with pytest.raises(WrongUsage, match=r"take -o merged\.xlsx"):
        merge_copies(folder / "round1.xlsx", folder / "round1.xlsx", folder / name)
    assert contents(folder) == before


@pytest.mark.parametrize("name", ["round1.xlsx", "round1.ods"])
def test_values_as_text_are_not_written_under_the_name_of_a_workbook(folder: Path, name: str) -> None:
    before = contents(folder)
    with pytest.raises(WrongUsage, match=r"take round1\.csv"):
        entries(folder / "round1.xlsx", folder / name)
    assert contents(folder) == before


def test_a_merged_workbook_takes_the_place_of_one_in_another_format(folder: Path) -> None:
    for name in ("ann", "bob"):
        shutil.copy(folder / "round1.xlsx", folder / f"{name}.xlsx")
    (folder / "round1.xlsx").rename(folder / "round1.xlsm")
    done = merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    assert (done.path, done.kept) == (folder / "round1.xlsx", folder / "kept" / "round1~2.xlsm")
    assert there(folder, "round1") == {"round1.xlsx", "kept/round1~2.xlsm"}


def test_who_merges_into_another_file_of_the_event_is_sent_to_the_xlsx_that_is_written(folder: Path) -> None:
    for name in ("ann", "bob"):
        shutil.copy(folder / "round1.xlsx", folder / f"{name}.xlsx")
    (folder / "round1.xlsx").rename(folder / "round1.xlsm")
    with pytest.raises(WrongUsage, match=r"take -o round1\.xlsx"):
        merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / "standings.xlsx")


def test_who_is_sent_to_merge_is_sent_to_the_xlsx_that_is_written(tmp_path: Path) -> None:
    folder = started(tmp_path / "origins")
    blank = (folder / "round1.xlsx").read_bytes()
    typed = {cell_of(folder, 1, "strike.1", "claimed.sp"): "none", cell_of(folder, 1, "strike.2", "claimed.sp"): 3}
    type_in(folder / "round1.xlsx", typed)
    ingest(folder / "round1.xlsx")
    (folder / "round1.xlsx").unlink()
    (folder / "round1.xlsm").write_bytes(blank)
    told = [one.message for one in ingest(folder / "round1.xlsm").findings]
    merging = "sheetscore merge round1-marked.xlsx round1.xlsm -o round1.xlsx"
    assert any(merging in one for one in told)
    merge_copies(folder / "round1-marked.xlsx", folder / "round1.xlsm", folder / "round1.xlsx")
