"""A house rule put into a template after the sheets are made: told, and sheets made again lose nothing typed."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import openpyxl
import pytest
from amps_event import amps_event
from click.testing import CliRunner
from event_folder import GOOD_LINES, cell_of, filled_folder
from looking import open_whole
from match_event import match_event
from shared_demos import Demos
from typing_in import type_in

from sheetscore.cli.main import main
from sheetscore.event.registry import known_systems
from sheetscore.forms.template import shipped
from sheetscore.operations.draw import draw
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.sheets.made_from import changed_since, forms_in
from sheetscore.systems.system import system_called
from sheetscore.workbooks.reader import read_workbook

OWN = Path("templates") / "amps" / "air-combat.toml"
TEXT = (shipped("templates") / "amps" / "air-combat.toml").read_text(encoding="utf-8")

TOTAL = ('total = "dn + na + 2*da"', 'total = "3*dn + na + 2*da"')
RULE = ("to advantaged 1", "to advantaged 1, in the club")
LABEL = ('label = "disadvantaged to neutral"', 'label = "from behind to neutral"')
HEAD = ('title = "Advantage won"', 'title = "Advantage in the air"')
DA = '    { id = "da", label = "disadvantaged to advantaged", type = "count", units = 4, prompt'
BOX = (DA, DA.replace('"da", label = "disadvantaged to advantaged"', '"db", label = "behind"').replace("4", "2")
       + ' = "How often." },\n' + DA.replace("units = 4", "units = 2"))  # fmt: skip
UNITS = ("2*da", "2*da + db")
COMMENT = ("# Source:", "# Our source:")
NO_DN = (TEXT[TEXT.index('    { id = "dn"') : TEXT.index('    { id = "na"')], "")
NO_NA = (TEXT[TEXT.index('    { id = "na"') : TEXT.index('    { id = "da"')], "")
FEWER_LINES = ("rows = 6", "rows = 1")


FORMS = {
    "amps": {"air-combat", "strike", "defense-suppression", "pilot", "table", "team-points"},
    "airforce": {"log", "table"},
    "aso": {"results"},
    "diplomacy": {"board"},
    "duplicate": {"traveller", "event-log"},
    "match": {"match"},
    "team": {"air-combat", "pilot", "table"},
}
"""From which templates the sheets of the demos are made."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club") / "event"
    write(folder, TEXT)
    return filled_folder(folder, amps_event(rounds=("bridge", "bridge")), GOOD_LINES)


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "event"))


def write(folder: Path, text: str) -> None:
    (folder / OWN).parent.mkdir(parents=True, exist_ok=True)
    (folder / OWN).write_text(text, encoding="utf-8")


def change(folder: Path, *changes: tuple[str, str]) -> None:
    text = TEXT
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    write(folder, text)


def run(folder: Path, *words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert "Traceback" not in done.output
    assert done.exit_code == status, done.output
    return done.output


def values(folder: Path) -> dict[tuple[str, str, str], str]:
    rows = csv.DictReader(io.StringIO(run(folder, "entries", "round1.xlsx")))
    return {(row["table"], row["seat"], row["field"]): row["value"] for row in rows if row["value"]}


TYPED = {tuple(line.split(",")[:3]): line.split(",")[3] for line in GOOD_LINES.splitlines()[1:]}
TOLD = "round1.xlsx was made before the form air-combat was changed (templates/amps/air-combat.toml)"


@pytest.mark.parametrize(
    "changes", [[TOTAL], [RULE], [HEAD], [LABEL], [BOX, UNITS]], ids=["total", "rule", "title", "label", "box"]
)
def test_check_names_the_form_and_sheets_again_keep_all(folder: Path, changes: list[tuple[str, str]]) -> None:
    assert "All is well" in run(folder, "check")
    before = values(folder)
    assert before.items() >= TYPED.items()
    change(folder, *changes)
    fits = changes[0] in {TOTAL, RULE, HEAD}
    for words in (["check"], ["check", "round1.xlsx"]):
        said = run(folder, *words, status=0 if fits else 1)
        assert TOLD in said
        assert ("so the sheets no longer fit" in said) is not fits
        assert "nothing is read in" not in said
        assert "beside the boxes" not in said
    said = run(folder, "sheets", "1")
    assert "error" not in said
    assert "warning" not in said
    assert values(folder) == before
    assert "All is well" in run(folder, "check")
    assert "was made before" not in run(folder, "check", "round1.xlsx")


def test_sheets_made_again_score_by_the_new_rule(folder: Path) -> None:
    """cap.3 went from disadvantaged to neutral once: 1 point, by the house rule 3."""
    title, place = cell_of(folder, 1, "cap.3", "air-combat.advantage.dn")
    change(folder, TOTAL)
    assert TOLD in run(folder, "ingest", "round1.xlsx")
    rows = list(csv.DictReader(io.StringIO(run(folder, "export", "round1-results.xlsx"))))
    assert {row["seat"]: row["sp"] for row in rows}["cap.3"] == "3"
    run(folder, "sheets", "1")
    sheet = openpyxl.load_workbook(folder / "round1.xlsx", data_only=True)[title]
    row = sheet[place].row
    assert 3 in [cell.value for cell in sheet[row]]


@pytest.mark.parametrize("system", known_systems())
def test_sheets_of_every_system_keep_their_forms_and_tell_no_change(system: str, demos: Demos) -> None:
    folder = demos.played(system_called(system).examples[0]).folder
    library = system_called(system).library(folder / "templates")
    (sheets, *_) = [path for name in ("round1.xlsx", "travellers.xlsx") if (path := folder / name).exists()]
    kept = forms_in(read_workbook(sheets))
    assert kept == {form: library.template(form) for form in kept}
    assert kept.keys() == FORMS[system]
    assert changed_since(kept, library) == {}
    changed = {form: one.model_copy(update={"title": f"{one.title}!"}) for form, one in kept.items()}
    assert changed_since(changed, library) == changed


def test_what_stays_on_its_line_shows_on_no_sheets(tmp_path: Path) -> None:
    """Boards that were made before templates said it are as good as before."""
    library = system_called("diplomacy").library(tmp_path / "templates")
    board = library.template("board")
    assert any(box.stays for block in board.block for box in block.field)
    blocks = tuple(
        block.model_copy(update={"field": tuple(box.model_copy(update={"stays": False}) for box in block.field)})
        for block in board.block
    )
    assert changed_since({"board": board.model_copy(update={"block": blocks})}, library) == {}


def test_a_comment_in_a_template_is_no_change(folder: Path) -> None:
    change(folder, COMMENT)
    assert "All is well" in run(folder, "check")


def test_a_box_that_is_gone_and_was_empty_goes_without_force(folder: Path) -> None:
    before = values(folder)
    change(folder, NO_NA, ("dn + na + 2*da", "dn + 2*da"))
    assert TOLD in run(folder, "check", status=1)
    run(folder, "sheets", "1")
    assert values(folder) == before
    change(folder, NO_NA, ("dn + na + 2*da", "dn + 2*da"), FEWER_LINES)  # each typed on the first line of damage
    run(folder, "sheets", "1")
    assert values(folder) == before


def test_a_box_that_is_gone_and_holds_a_value_needs_force(folder: Path) -> None:
    before = values(folder)
    change(folder, NO_DN, ("dn + na + 2*da", "na + 2*da"))
    for words in (["check"], ["check", "round1.xlsx"], ["ingest", "round1.xlsx"]):
        told = run(folder, *words, status=1)
        assert told.count("is kept: sheetscore sheets 1. Making new sheets would be refused at present") == 2
        assert told.count("stops with: table 1, cap.3") == 1
    said = run(folder, "sheets", "1", status=1)
    assert "table 1, cap.3" in said
    assert "air-combat.advantage.dn = 1 has no place on the new sheets" in said
    assert said.count("has no place") == 1
    run(folder, "sheets", "1", "--force")
    gone = ("1", "cap.3", "air-combat.advantage.dn")
    assert values(folder) == {key: value for key, value in before.items() if key != gone}


def test_what_somebody_noted_beside_the_boxes_is_told_all_the_same(folder: Path) -> None:
    title, place = cell_of(folder, 1, "cap.1", "air-combat.advantage.dn")
    row = int("".join(filter(str.isdigit, place))) + 1
    type_in(folder / "round1.xlsx", {(title, f"B{row}"): "to neutral 1"})
    change(folder, RULE)
    assert f"B{row}" in run(folder, "sheets", "1", status=1)


def test_a_box_of_another_kind_is_read_as_it_is_now(folder: Path) -> None:
    """cap.3 has 1 there: a number, and a text from now on."""
    before = values(folder)
    change(folder, (LABEL[0] + ', type = "count"', LABEL[0] + ', type = "text"'), ("dn + na", "na"))
    run(folder, "sheets", "1")
    assert values(folder) == before
    change(folder, (LABEL[0] + ', type = "count"', LABEL[0] + ', type = "count", maximum = 0'))
    run(folder, "sheets", "1")
    assert values(folder) == before
    assert "there is “1”; enter a number from 0 to 0" in run(folder, "check", "round1.xlsx", status=1)


def test_sheets_that_do_not_tell_their_forms_are_read_as_before(folder: Path) -> None:
    book = open_whole(folder / "round1.xlsx")
    begun = book["_begun"]
    rows = [row[0].row for row in begun.iter_rows() if row[0].value == "form"]
    assert rows
    for row in reversed(rows):
        begun.delete_rows(row)
    del book["_written"]
    book.save(folder / "round1.xlsx")
    change(folder, RULE)
    assert "was made before" not in run(folder, "check")
    assert "nothing is read in" in run(folder, "check", "round1.xlsx")


@pytest.mark.parametrize("spoiled", ["{", "[]", '{"id": "air-combat"}', "x" * 30_000])
def test_forms_that_cannot_be_read_are_as_good_as_none(folder: Path, spoiled: str) -> None:
    book = open_whole(folder / "round1.xlsx")
    for row in book["_begun"].iter_rows():
        if row[0].value == "form":
            row[2].value = spoiled
    book.save(folder / "round1.xlsx")
    change(folder, TOTAL)
    assert "was made before" not in run(folder, "check")
    before = values(folder)
    run(folder, "sheets", "1")
    assert values(folder) == before


def test_a_box_whose_words_were_changed_before_may_be_reworded_again(tmp_path: Path) -> None:
    """Earlier versions called it otherwise, too; the sheets have the words of this one."""
    folder = tmp_path / "cup"
    write_event(match_event(2), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "", "game.1.winner"): 1})
    before = values(folder)
    text = (shipped("templates") / "match" / "match.toml").read_text(encoding="utf-8")
    label = 'label = "Points of player 1", formerly = ['
    assert label in text
    (folder / "templates").mkdir()
    (folder / "templates" / "match.toml").write_text(text.replace(label, 'label = "Hits of player 1", formerly = ['))
    assert "was made before the form match was changed" in run(folder, "check", "round1.xlsx", status=1)
    run(folder, "sheets", "1")
    assert values(folder) == before


EXCHANGED = (
    ('label = "disadvantaged to neutral"', 'label = "@"'),
    ('label = "neutral to advantaged"', 'label = "disadvantaged to neutral"'),
    ('label = "@"', 'label = "neutral to advantaged"'),
)


def test_a_value_that_would_stand_below_the_words_of_another_box_is_asked_about(folder: Path) -> None:
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", "air-combat.advantage.dn"): 1})
    before = values(folder)
    change(folder, *EXCHANGED)
    said = run(folder, "sheets", "1", status=1)
    told = (
        "table 1, cap.2, air-combat.advantage.dn: “1” was typed below “disadvantaged to neutral”, and the box is "
        "called “neutral to advantaged” now; another one has, or had, the same words"
    )
    assert told in said
    assert told in run(folder, "sheets", "1", "--force")
    assert values(folder) == before
