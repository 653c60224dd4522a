"""What the page of a scan saves, typed in: no paper of another event, round or draw; nothing typed since is lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from aso_commands import drawn_in, edit_draw
from event_folder import started
from msgspec.structs import replace

from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.entries import TypedIn, entries, fill, read_whole
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.lines_of_papers import paper_as_seated, papers_of_others
from sheetscore.sheets.headings import page_code

HEADING = "table,seat,field,value,label,paper,was\n"

HITS = "1,strike.1,strike.hits.1.d"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return started(tmp_path_factory.mktemp("begun") / "event")


@pytest.fixture
def folder(begun: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(begun, tmp_path / "event"))


def forms_in(folder: Path) -> tuple[str, RoundForms]:
    opened = open_event(folder)
    return opened.event.key, drawn_round(opened, 1).forms


def filled(folder: Path, *lines: str, force: bool = False) -> TypedIn:
    csv = folder.with_name("scan.csv")
    csv.write_text(HEADING + "\n".join(lines), "utf-8")
    return fill(folder / "round1.xlsx", csv, force=force)


def hits_in(folder: Path) -> str:
    (line,) = [line for line in entries(folder / "round1.xlsx").splitlines() if line.startswith(HITS)]
    return line.split(",")[3]


# What paper it is


def said(folder: Path, paper: str, key: str | None = None, forms: RoundForms | None = None) -> list[str]:
    own, drawn = forms_in(folder)
    text = f"{HEADING}{HITS},2,,{paper},\n{HITS},2,,{paper},\n"
    return [one.message for one in papers_of_others(text, key or own, forms or drawn, ReadEntries(), "scan.csv")]


def test_paper_of_the_round_is_taken_and_lines_without_any(folder: Path) -> None:
    key, forms = forms_in(folder)
    assert said(folder, paper_as_seated(page_code(key, 1, 1, 2), 1, key, forms, ReadEntries())) == []
    assert said(folder, "") == []


def test_paper_of_another_event_or_round_is_refused_with_that_word(folder: Path) -> None:
    key, forms = forms_in(folder)
    (other_event,) = said(folder, paper_as_seated(page_code("another", 1, 1, 2), 1, "another", forms, ReadEntries()))
    assert "which is paper of another event" in other_event
    (other_round,) = said(folder, paper_as_seated(page_code(key, 2, 1, 2), 1, key, forms, ReadEntries()))
    assert "which is paper of round 2" in other_round


def test_paper_that_was_scanned_before_the_draw_was_changed_is_refused_of_that_table_alone(folder: Path) -> None:
    key, forms = forms_in(folder)
    paper = paper_as_seated(page_code(key, 1, 1, 2), 1, key, forms, ReadEntries())
    one, two = FieldKey(1, "strike.1", "seat.pilot"), FieldKey(1, "strike.2", "seat.pilot")
    kept = forms.filled
    exchanged = replace(forms, filled={**kept, one: kept[two], two: kept[one]})
    (changed,) = said(folder, paper, forms=exchanged)
    assert "before the draw was changed" in changed
    elsewhere = replace(forms, filled={**kept, FieldKey(2, "strike.1", "seat.pilot"): "P01"})
    assert said(folder, paper, forms=elsewhere) == []


def test_paper_goes_with_the_sheets_that_it_was_scanned_for_whatever_the_draw_has_by_then(folder: Path) -> None:
    seats = drawn_in(folder, 1).tables[0].seated
    edit_draw(folder, 1, {(1, "strike.1"): seats["strike.2"], (1, "strike.2"): seats["strike.1"]})
    opened, path = open_event(folder), folder / "round1.xlsx"
    forms, read = read_whole(opened, path, 1)
    paper = paper_as_seated(page_code(opened.event.key, 1, 1, 2), 1, opened.event.key, forms, read.entered)
    assert filled(folder, f"{HITS},2,,{paper},").typed == 1
    make_sheets(folder, 1)
    with pytest.raises(MistakesFound, match="before the draw was changed"):
        filled(folder, f"{HITS},3,,{paper},")
    assert "1,strike.2,strike.hits.1.d,2" in entries(path)


def scanned_paper(folder: Path) -> str:
    """Return what a scan of the sheets, as they are now, has for the first paper of table 1."""
    opened = open_event(folder)
    forms, read = read_whole(opened, folder / "round1.xlsx", 1)
    return paper_as_seated(page_code(opened.event.key, 1, 1, 2), 1, opened.event.key, forms, read.entered)


def seated(folder: Path, *who: tuple[str, str]) -> None:
    """Write players of table 1 onto the sheets, as a person does."""
    filled(folder, *(f"1,{seat},seat.pilot,{player},,," for seat, player in who), force=True)


def test_paper_that_was_scanned_before_names_were_exchanged_on_the_sheets_is_refused(folder: Path) -> None:
    seats, paper = drawn_in(folder, 1).tables[0].seated, scanned_paper(folder)
    seated(folder, ("strike.1", seats["strike.2"]), ("strike.2", seats["strike.1"]))
    with pytest.raises(
        MistakesFound, match="names were exchanged on the sheets, and others sit there on the sheets now: put them back"
    ):
        filled(folder, f"{HITS},2,,{paper},")
    assert hits_in(folder) == ""
    assert filled(folder, f"{HITS},2,,{scanned_paper(folder)},").typed == 1  # scanned since: the exchange is meant


def test_substitutes_and_players_whom_the_lines_themselves_seat_are_no_exchange(folder: Path) -> None:
    key, forms = forms_in(folder)
    paper = paper_as_seated(page_code(key, 1, 1, 2), 1, key, forms, ReadEntries())
    one, two = (FieldKey(1, seat, "seat.pilot") for seat in ("strike.1", "strike.2"))
    text = f"{HEADING}{HITS},2,,{paper},\n"
    substituted = ReadEntries({**forms.drawn, one: "P99"})
    assert papers_of_others(text, key, forms, substituted, "scan.csv") == []
    exchanged = ReadEntries({**forms.drawn, one: forms.drawn[two], two: forms.drawn[one]})
    assert len(papers_of_others(text, key, forms, exchanged, "scan.csv")) == 1
    assert papers_of_others(text, key, forms, exchanged, "scan.csv", given=[one, two]) == []
    elsewhere = ReadEntries({**forms.drawn, one: forms.drawn[two]})  # half of an exchange
    assert len(papers_of_others(text, key, forms, elsewhere, "scan.csv")) == 1
    there = {box: who for box, who in forms.drawn.items() if box != two}  # nobody took the seat that was left
    for left in ({}, {two: "P99"}):
        stands_in = ReadEntries({**there, one: forms.drawn[two], **left})
        assert papers_of_others(text, key, forms, stands_in, "scan.csv") == []


def test_a_workbook_takes_nothing_of_other_paper(folder: Path) -> None:
    key, forms = forms_in(folder)
    paper = paper_as_seated(page_code(key, 2, 1, 2), 1, key, forms, ReadEntries())
    for force in (False, True):
        with pytest.raises(MistakesFound, match="which is paper of round 2"):
            filled(folder, f"{HITS},2,,{paper},", "1,strike.9,strike.hits.1.d,1,,,", force=force)
    assert hits_in(folder) == ""


# What was typed since


def test_a_value_that_was_typed_after_the_scan_is_not_replaced_without_a_word(folder: Path) -> None:
    filled(folder, f"{HITS},3,,,")
    with pytest.raises(MistakesFound, match="has “3” in the workbook, which was typed since the paper was scanned"):
        filled(folder, f"{HITS},2,,,")
    with pytest.raises(MistakesFound, match="has “3” in the workbook"):
        filled(folder, f"{HITS},-,,,1")
    assert hits_in(folder) == "3"
    assert filled(folder, f"{HITS},2,,,", force=True).typed == 1
    assert hits_in(folder) == "2"


def test_a_value_that_was_cleared_after_the_scan_does_not_come_back_without_a_word(folder: Path) -> None:
    with pytest.raises(MistakesFound, match="is blank in the workbook, which was typed since"):
        filled(folder, f"{HITS},2,,,3")


@pytest.mark.parametrize("was", ["3", '"\n3"', '" 3 \n1"'])
def test_what_was_there_to_be_seen_or_was_saved_before_is_replaced(folder: Path, was: str) -> None:
    filled(folder, f"{HITS},3,,,")
    filled(folder, f"{HITS},2,,,{was}")
    assert hits_in(folder) == "2"


def test_a_value_that_both_have_is_no_matter(folder: Path) -> None:
    filled(folder, f"{HITS},2,,,")
    assert filled(folder, f"{HITS},2,,,").typed == 1


def test_lines_without_the_column_replace_as_ever(folder: Path) -> None:
    filled(folder, f"{HITS},3,,,")
    csv = folder.with_name("mine.csv")
    csv.write_text(f"table,seat,field,value\n{HITS},2\n", "utf-8")
    fill(folder / "round1.xlsx", csv)
    assert hits_in(folder) == "2"
