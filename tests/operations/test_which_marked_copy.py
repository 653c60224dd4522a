"""A new marked copy alone has what was mended in the one before: where it is gone, its values are named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from click.testing import CliRunner
from event_folder import cell_of, contents, filled_folder
from kept_events import kept
from small_round import small_round
from test_renamed_marked_copies import BLANK, ROLLS, D, codes, put, stands
from typing_in import type_in

from sheetscore.cli.main import main
from sheetscore.operations.check import check
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound

MARKED = "round1-marked.xlsx"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two mistakes, of which one was mended in the marked copy, and another value was put right there."""
    _with_mistakes(tmp_path / "bob")
    return kept(tmp_path / "origins", f"{__name__}, one mended", _mend)


def _with_mistakes(folder: Path) -> Path:
    return kept(folder, f"{__name__}, two mistakes", _mistake)


def _mistake(folder: Path) -> None:
    filled_folder(folder, amps_event(players=10))
    put(folder, "round1.xlsx", {D: "many", BLANK: "some"})
    ingest(folder / "round1.xlsx")


def _mend(folder: Path) -> None:
    _with_mistakes(folder)
    put(folder, MARKED, {D: 1, ROLLS: 6})
    assert ingest(folder / MARKED).marked_path


def told(folder: Path, file: str = "") -> list[str]:
    findings = check(folder / file).findings
    return [one.message for one in findings if one.sheet == MARKED and one.code == "left-in-copy"]


VALUES = "table 1, strike.2, strike.hits.1.d (“1”); table 1, cap.2, air-combat.rolls.4 (“6”)"


def test_a_marked_copy_that_is_deleted_is_missed_with_what_was_typed_before(folder: Path) -> None:
    assert told(folder) == []
    (folder / MARKED).unlink()
    put(folder, "round1.xlsx", {BLANK: 3})
    before = contents(folder)
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    (found,) = stopped.value.findings
    assert found.message.startswith("round1-marked.xlsx, made on ")
    assert "(ingest round1-marked.xlsx), is gone. What was typed before is in kept/round1-marked~1.xlsx alone:" in (
        found.message
    )
    assert f"alone: {VALUES}. Type it into round1.xlsx; or add --force to go on without" in found.message
    assert contents(folder) == before
    assert codes(ingest(folder / "round1.xlsx"))[0] == "left-in-copy"
    (message,) = told(folder)
    assert message.endswith("or add --force to “sheetscore sheets 1” to go on without")
    put(folder, "round1.xlsx", {D: 1, ROLLS: 6})
    assert told(folder) == []
    assert ingest(folder / "round1.xlsx").results_path
    put(folder, "round1.xlsx", {ROLLS: 5})
    assert told(folder) == [], "it is done with"


def test_an_older_marked_copy_in_its_place_takes_nothing_away(folder: Path, tmp_path: Path) -> None:
    shutil.copy(tmp_path / "bob" / MARKED, folder)
    put(folder, "round1.xlsx", {D: 1, BLANK: 3})
    done = ingest(folder / "round1.xlsx")
    assert done.results_path is None
    assert any("cap.2, air-combat.rolls.4 (“6”)" in one.message for one in done.findings)
    put(folder, "round1.xlsx", {ROLLS: 6})
    assert ingest(folder / "round1.xlsx").results_path


def test_a_marked_copy_under_another_name_is_named(folder: Path) -> None:
    (folder / MARKED).rename(folder / "mended.xlsx")
    (message,) = told(folder)
    assert "Ingest mended.xlsx, which it is called now" in message
    put(folder, "mended.xlsx", {BLANK: 3, ROLLS: 4})
    assert ingest(folder / "mended.xlsx").results_path
    assert stands(folder)[ROLLS] == "4"


def test_a_marked_copy_of_another_machine_in_its_place_takes_nothing_away(folder: Path, tmp_path: Path) -> None:
    put(tmp_path / "bob", MARKED, {BLANK: 3})
    ingest(tmp_path / "bob" / MARKED)
    shutil.copy(tmp_path / "bob" / MARKED, folder)
    done = ingest(folder / MARKED)
    (found,) = [one for one in done.findings if one.code == "left-in-copy"]
    assert found.message.startswith("round1-marked.xlsx is not the one that was made on ")
    assert VALUES in found.message
    assert told(folder) != []
    with pytest.raises(MistakesFound):
        make_sheets(folder, 1)
    (lines := tmp_path / "lines.csv").write_text("table,seat,field,value\n1,cap.3,claimed.sp,2\n", encoding="utf-8")
    with pytest.raises(MistakesFound, match="is not the one that was made on"):
        fill(folder / MARKED, lines)
    put(folder, MARKED, {D: 1, ROLLS: 6})
    assert ingest(folder / MARKED).results_path


def test_a_marked_copy_of_another_machine_in_another_format_takes_nothing_away(folder: Path, tmp_path: Path) -> None:
    put(tmp_path / "bob", MARKED, {BLANK: 3})
    ingest(tmp_path / "bob" / MARKED)
    (folder / MARKED).unlink()
    other = Path(shutil.copy(tmp_path / "bob" / MARKED, folder / "round1-marked.xlsm"))
    (found,) = [one for one in ingest(other).findings if one.code == "left-in-copy"]
    assert found.message.startswith("round1-marked.xlsm is not the one that was made on ")
    assert f"is in kept/round1-marked~1.xlsx alone: {VALUES}" in found.message


def test_a_file_that_excel_has_beside_an_open_workbook_is_no_marked_copy(folder: Path) -> None:
    shutil.copy(folder / "kept" / "round1-marked~1.xlsx", folder / "~$mended.xlsx")
    (folder / "kept" / "round1-marked~1.xlsx").unlink()
    (folder / MARKED).rename(folder / "~$round1-marked.xlsx")
    assert told(folder) == []


def test_a_new_marked_copy_is_named_where_the_mended_one_was_taken_in(tmp_path: Path) -> None:
    """One of two tables was mended, and is scored; the new copy has the other's mistake."""
    folder = small_round(tmp_path / "origins", tables=2)
    one, other = (cell_of(folder, table, "strike.1", "strike.hits.1.d") for table in (1, 2))
    type_in(folder / "round1.xlsx", {one: "many", other: "some"})
    ingest(folder / "round1.xlsx")
    mended = {
        one: f"round1.xlsx now has what the mended copy had; the mistakes that are left are in a new {MARKED}.",
        other: "round1.xlsx now has what the mended copy had, and the copy is gone.",
    }
    for box, line in mended.items():
        type_in(folder / MARKED, {box: 1})
        said = CliRunner().invoke(main, ["-C", str(folder), "ingest", MARKED, "--provisional"]).output
        assert line in said.splitlines()
    assert not (folder / MARKED).exists()


def test_what_was_typed_before_a_marked_copy_was_made_of_another_copy_is_named_too(tmp_path: Path) -> None:
    """The copy of a helper has a mistake and a value of its own, and is gone; its marked copy alone has both."""
    folder = kept(tmp_path / "origins", f"{__name__}, of a helper", _mistake_of_a_helper)
    before = contents(folder)
    done = ingest(folder / "round1.xlsx")
    assert done.status == "errors"
    left = [one.message for one in done.findings if one.code == "left-in-copy"]
    assert len(left) == 2
    assert f"“3” was typed into {MARKED}, and round1.xlsx has nothing. Ingest {MARKED}" in "".join(left)
    assert {name for name, text in contents(folder).items() if before.get(name) != text} == {"journal.jsonl"}
    with pytest.raises(MistakesFound, match=r"round1\.xlsx has “1”, round1-marked\.xlsx has “many”"):
        make_sheets(folder, 1)
    put(folder, MARKED, {D: 1})
    assert ingest(folder / MARKED).status != "errors"
    assert stands(folder)[BLANK] == "3"


def _mistake_of_a_helper(folder: Path) -> None:
    filled_folder(folder, amps_event(players=10))
    shutil.copy(folder / "round1.xlsx", folder / "round1-ann.xlsx")
    put(folder, "round1-ann.xlsx", {D: "many", BLANK: 3})
    ingest(folder / "round1-ann.xlsx")
    (folder / "round1-ann.xlsx").unlink()


def test_where_all_is_mended_in_the_marked_copy_the_workbook_leads_to_it(tmp_path: Path) -> None:
    folder = _with_mistakes(tmp_path / "origins")
    put(folder, MARKED, {D: 1})
    said = CliRunner().invoke(main, ["-C", str(folder), "ingest", "round1.xlsx"])
    assert "round1-marked.xlsx: 1 box" not in said.output
    assert not told(folder, "round1.xlsx")  # one mistake is left: the first is named, as what the copy has otherwise
    put(folder, MARKED, {BLANK: 3})
    for look in (check, ingest):
        (left,) = [one for one in look(folder / "round1.xlsx").findings if one.code == "left-in-copy"]
        assert left.message.startswith("round1-marked.xlsx has other values in 2 boxes (")
        assert left.message.endswith("none of these mistakes. Ingest that: sheetscore ingest round1-marked.xlsx")
        assert len(left.fields) == len((D, BLANK))
    assert ingest(folder / MARKED).results_path
